"""Tests of the benchmark's own arithmetic and of how it ends; none needs Evoke."""

import contextlib
import io
import json
import stat
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import ablation
import jacoco
import junit
import maven
import processes
import search_study
import subjects
import table

REPORT = """<report name="r"><package name="p">
<class name="p/Outer"><counter type="BRANCH" missed="1" covered="3"/><counter type="LINE" missed="2" covered="8"/></class>
<class name="p/Outer$Inner"><counter type="BRANCH" missed="4" covered="0"/><counter type="LINE" missed="0" covered="5"/></class>
<class name="p/OuterOther"><counter type="BRANCH" missed="50" covered="50"/></class>
</package></report>"""

JUNIT = """<testsuite><testcase name="a()"/><testcase name="b()"><failure message="m"/></testcase>
<testcase name="c()"><error message="m"/></testcase><testcase name="d()"><skipped/></testcase></testsuite>"""


class JacocoTest(unittest.TestCase):
    def test_nested_classes_count_and_classes_with_the_same_prefix_do_not(self):
        coverage = jacoco.parse_report(REPORT, "p.Outer")
        self.assertEqual(coverage.branch, jacoco.Counter(3, 8))
        self.assertEqual(coverage.line, jacoco.Counter(13, 15))

    def test_class_missing_from_the_report_is_an_error(self):
        with self.assertRaises(jacoco.JacocoError):
            jacoco.parse_report(REPORT, "p.Absent")

    def test_class_without_branches_has_all_of_them_covered(self):
        self.assertEqual(jacoco.Counter(0, 0).share(), 1.0)

    def test_only_the_class_and_its_nested_classes_leave_the_jar(self):
        with tempfile.TemporaryDirectory() as folder:
            jar = Path(folder) / "a.jar"
            with zipfile.ZipFile(jar, "w") as file:
                for name in ("p/Outer.class", "p/Outer$1.class", "p/OuterOther.class", "META-INF/versions/9/p/Outer.class"):
                    file.writestr(name, b"")
            jacoco.extract_class_files([jar], "p.Outer", Path(folder) / "out")
            found = sorted(path.name for path in (Path(folder) / "out").rglob("*.class"))
        self.assertEqual(found, ["Outer$1.class", "Outer.class"])


class JunitTest(unittest.TestCase):
    def test_errors_are_failures_and_skipped_tests_do_not_count(self):
        self.assertEqual(junit.parse_reports([JUNIT, JUNIT]), junit.Outcome(6, ("b()", "b()", "c()", "c()")))


class MavenTest(unittest.TestCase):
    def test_classifier_is_written_only_when_there_is_one(self):
        self.assertNotIn("classifier", maven.pom("g:a:1"))
        self.assertIn("<classifier>runtime</classifier>", maven.pom("g:a:1:runtime"))

    def test_remembered_class_path_is_resolved_without_maven(self):
        with tempfile.TemporaryDirectory() as folder:
            jar = Path(folder) / "a.jar"
            jar.touch()
            (Path(folder) / "g_a_1.classpath").write_text(f"{jar}\n", encoding="utf-8")
            self.assertEqual(maven.Maven(folder).class_path("g:a:1"), [str(jar)])


class ProcessesTest(unittest.TestCase):
    def test_program_that_does_not_end_is_killed_with_its_children(self):
        finished = processes.run(["sh", "-c", "sleep 600 & wait"], timeout=0.2)
        self.assertTrue(finished.timed_out)
        self.assertNotEqual(finished.exit_code, 0)

    def test_exit_code_and_both_streams_are_kept(self):
        finished = processes.run(["sh", "-c", "echo one; echo two >&2; exit 4"], timeout=60)
        self.assertEqual((finished.exit_code, finished.output, finished.last_line()), (4, "one\ntwo\n", "two"))


class SubjectsTest(unittest.TestCase):
    def test_list_has_no_class_twice(self):
        names = [subject.class_name for subject in subjects.read_subjects(subjects.ROOT / "bench" / "subjects.csv", [])]
        self.assertEqual(len(names), len(set(names)))
        self.assertGreater(len(names), 30)

    def test_class_without_a_suite_pulls_the_means_down(self):
        rows = [subjects.Row("a", published=0.5, branch=1.0, line=1.0), subjects.Row("b", reason="no suite")]
        summary = subjects.summarise(rows)
        self.assertEqual((summary["mean_branch"], summary["not_measured"]), (0.5, 1))
        self.assertEqual((summary["mean_branch_where_published"], summary["mean_published"]), (1.0, 0.5))

    def test_classes_of_the_same_name_keep_as_much_package_as_tells_them_apart(self):
        names = ["a.p.Fraction", "a.q.Fraction", "a.q.MyFraction"]
        self.assertEqual([subjects.short_name(name, names) for name in names], ["p.Fraction", "q.Fraction", "MyFraction"])

    def test_evoke_that_fails_becomes_a_row_with_its_last_line_as_the_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            evoke = Path(folder) / "evoke"
            evoke.write_text("#!/bin/sh\necho 'error: nothing to call'\nexit 1\n", encoding="utf-8")
            evoke.chmod(evoke.stat().st_mode | stat.S_IXUSR)
            options = subjects.parse_options(["--evoke", str(evoke), "--work", folder, "--label", "t"])
            benchmark = subjects.Benchmark.__new__(subjects.Benchmark)
            benchmark.options, benchmark.jdk, benchmark.maven = options, Path("jdk"), maven.Maven(folder)
            (Path(folder) / "g_a_1.classpath").write_text(f"{evoke}\n", encoding="utf-8")
            row = benchmark.measure(subjects.Subject("g:a:1", "p.A", None))
        self.assertEqual(row.reason, "no suite (exit code 1): error: nothing to call")

    def test_missing_program_ends_with_a_hint(self):
        stderr = io.StringIO()
        with contextlib.redirect_stderr(stderr):
            self.assertEqual(subjects.main(["--evoke", "/nonexistent/evoke"]), 3)
        self.assertIn("hint: run `make build`", stderr.getvalue())

    def test_names_of_uncovered_goals_stay_out_of_the_summary_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "result.json"
            path.write_text(json.dumps({"classes": [{"tests": 3, "uncovered": ["x"]}]}), encoding="utf-8")
            self.assertEqual(subjects.read_result(path), {"tests": 3})


class TableTest(unittest.TestCase):
    def test_numbers_are_aligned_to_the_right(self):
        text = table.format_table(["class", "n", "why"], [["A", "7", ""], ["Long", "123", "x"]])
        self.assertEqual(text, "class    n  why\nA        7\nLong   123  x")


class AblationTest(unittest.TestCase):
    def study(self, folder, without_stubs):
        options = ablation.parse_arguments(["--work", folder, "--seeds", "5"])
        study = search_study.Study(options)
        for configuration, covered in zip(ablation.with_and_without("stubs"), ([8] * 5, without_stubs)):
            for seed, goals in enumerate(covered, start=1):
                key = study.key(self.subject, configuration, seed)
                study.runs[key] = {"goals": {"branch": [goals, 10]}}
        return study

    subject = search_study.Subject("g:a:1", "p.A")

    def test_part_that_always_adds_goals_is_better_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            text = ablation.table(self.study(folder, [6] * 5), [self.subject], ["stubs"])
        row = "| stubs | 1 | 1 | 0 | +20.00 % | +20.00 % | 1.00 | large |"
        self.assertEqual(text.splitlines()[2:], [row])

    def test_class_with_a_failed_run_is_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            text = ablation.table(self.study(folder, [6] * 4), [self.subject], ["stubs"])
        self.assertEqual(text.splitlines()[2:], [])


if __name__ == "__main__":
    sys.exit(unittest.main())
