"""Tests of the benchmark's own arithmetic and of how it ends; none needs Evoke."""

import contextlib
import io
import json
import stat
import sys
import tempfile
import types
import unittest
import zipfile
from pathlib import Path

import callee_mutants
import equal_time
import faults
import generated_suite
import jacoco
import junit
import large_project
import maven
import mutant_pairs
import own_build
import own_scores
import pit
import processes
import project_coverage
import projects
import steadiness
import subject_list
import subjects
import table
import watched_run

REPORT = """<report name="r"><package name="p">
<class name="p/Outer"><counter type="BRANCH" missed="1" covered="3"/><counter type="LINE" missed="2" covered="8"/></class>
<class name="p/Outer$Inner"><counter type="BRANCH" missed="4" covered="0"/><counter type="LINE" missed="0" covered="5"/></class>
<class name="p/OuterOther"><counter type="BRANCH" missed="50" covered="50"/></class>
</package></report>"""

JUNIT = """<testsuite><testcase name="a()"/><testcase name="b()"><failure message="m"/></testcase>
<testcase name="c()"><error message="m"/></testcase><testcase name="d()"><skipped/></testcase></testsuite>"""


# Stands for the program: notes which command it was called with, and leaves what that would.
FAKE_EVOKE = """#!/bin/sh
echo "$1" >> "$(dirname "$0")/calls"
command="$1"
while [ $# -gt 0 ]; do
  case "$1" in
    --out) mkdir -p "$2"; echo "class T {}" > "$2/T.java" ;;
    --json) json="$2" ;;
  esac
  shift
done
case "$command" in
  measure-cost) echo '{"classes": [{"tests": [{"failed_runs": 1}]}]}' > "$json" ;;
  measure)
    echo "looking for tests" >&2
    echo '{'
    echo '"tests": [{"test": "t"}], "subjects": [{"criteria": {"coupled-branch": {"covered": 4, "total": 9}},'
    echo '"mutation": {"mutants": [{"fate": "killed", "killed_by": 0}]}}]}' ;;
esac
"""


# Covers less by a budget that it divides.
FAKE_EVOKE_OF_PROJECTS = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/calls"
covered=3
while [ $# -gt 0 ]; do
  case "$1" in
    --ignore-existing) covered=2 ;;
    --json) json="$2" ;;
  esac
  shift
done
of_class() { echo '{"class": "'$1'", "module": "m", "status": "ok", "goals": {"branch": {"covered": '$covered', "total": 4}}}'; }
echo '{"classes": ['"$(of_class A), $(of_class B)"']}' > "$json"
"""


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
                versions = ("META-INF/versions/9/p/Outer.class", "META-INF/versions/21/p/Outer.class")
                for name in ("p/Outer.class", "p/Outer$1.class", "p/OuterOther.class", *versions):
                    file.writestr(name, name)
            jacoco.extract_class_files([jar], "p.Outer", Path(folder) / "out", 17)
            found = {path.name: path.read_text() for path in (Path(folder) / "out").rglob("*.class")}
        self.assertEqual(
            found, {"Outer$1.class": "p/Outer$1.class", "Outer.class": "META-INF/versions/9/p/Outer.class"}
        )


class JunitTest(unittest.TestCase):
    def test_errors_are_failures_and_skipped_tests_do_not_count(self):
        outcome = junit.parse_reports([JUNIT, JUNIT])
        self.assertEqual((outcome.tests, outcome.failed), (6, ("b()", "b()", "c()", "c()")))
        self.assertEqual(outcome.failures[0].message, "m")


    def test_first_run_is_plain_and_no_two_others_are_alike(self):
        options = [tuple(junit.surroundings(number)) for number in range(1, 21)]
        self.assertEqual(options[0], ())
        self.assertEqual(len(set(options)), 20)


class PitTest(unittest.TestCase):
    def test_survivors_are_counted_by_operator(self):
        row = "A.java,p.A,org.pitest.mutationtest.engine.gregor.mutators.{},f,{},{},none"
        mutants = [("MathMutator", 1, "SURVIVED"), ("MathMutator", 2, "KILLED"), ("returns.NullReturnValsMutator", 3, "NO_COVERAGE")]
        score = pit.score_of("\n".join(row.format(*mutant) for mutant in mutants))
        self.assertEqual((score.total, score.covered, score.killed), (3, 2, 1))
        self.assertEqual(score.survivors, {"Math": 1})


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


class SubjectListTest(unittest.TestCase):
    def test_no_set_has_a_class_twice(self):
        for name, n_classes in (("tuned", 37), ("wide", 141)):
            names = [subject.class_name for subject in subject_list.read_subjects(name)]
            self.assertEqual(len(names), len(set(names)), name)
            self.assertEqual(len(names), n_classes, name)

    def test_sets_have_no_class_in_common(self):
        tuned, wide = ({it.class_name for it in subject_list.read_subjects(name)} for name in ("tuned", "wide"))
        self.assertEqual(tuned & wide, set())

    def test_file_of_ones_own_needs_only_coordinates_and_class(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "own.csv"
            path.write_text("gav,class\ng:a:1,p.A\n", encoding="utf-8")
            self.assertEqual(subject_list.read_subjects(str(path)), [subject_list.Subject("g:a:1", "p.A")])

    def test_columns_of_a_set_are_kept(self):
        subject = subject_list.holding(subject_list.read_subjects("tuned"), ["base.Splitter"])[0]
        self.assertEqual((subject.branches, subject.published), (91, 0.9533))

    def test_classes_of_the_same_name_keep_as_much_package_as_tells_them_apart(self):
        names = ["a.p.Fraction", "a.q.Fraction", "a.q.MyFraction"]
        shown = [subject_list.short_name(name, names) for name in names]
        self.assertEqual(shown, ["p.Fraction", "q.Fraction", "MyFraction"])


class CalleeMutantsTest(unittest.TestCase):
    @staticmethod
    def record(covered, *fates):
        mutants = [{"fate": fate, "killed_by": 0 if fate == "killed" else None, "change": str(n)} for n, fate in enumerate(fates)]
        coverage = {"coupled-branch": {"covered": covered, "total": 9}}
        return {"tests": [{"test": "test0"}], "subjects": [{"criteria": coverage, "mutation": {"mutants": mutants}}]}

    def test_mutant_that_a_unit_suite_notices_is_not_the_integration_suites_alone(self):
        row = callee_mutants.Row("p.A", "p.B")
        callee_mutants.compare(
            {
                "integration": self.record(7, "killed", "killed", "killed", "survived"),
                "caller": self.record(3, "killed", "survived", "not-covered", "killed"),
                "callee": self.record(0, "survived", "killed", "not-covered", "survived"),
            },
            row,
        )
        self.assertEqual([(it["change"], it["killed_by"]) for it in row.only_integration], [("2", "test0")])
        self.assertEqual((row.mutants, row.killed_by_units, row.killed["integration"]), (4, 3, 3))
        self.assertEqual((row.coupled, row.coupled_total), ({"integration": 7, "caller": 3, "callee": 0}, 9))
        self.assertIn("25.0 % of a callee's mutants", callee_mutants.render([row]))

    def test_suite_that_was_not_made_notices_nothing(self):
        row = callee_mutants.Row("p.A", "p.B")
        callee_mutants.compare({"integration": self.record(1, "killed"), "caller": None, "callee": None}, row)
        self.assertEqual((len(row.only_integration), row.killed_by_units), (1, 0))

    def test_every_failed_run_of_every_test_counts(self):
        tests = [{"failed_runs": 2}, {"failed_runs": 0}]
        self.assertEqual(callee_mutants.failing({"classes": [{"tests": tests}, {"tests": tests}]}), 4)

    def test_suites_are_made_run_and_measured_once(self):
        with tempfile.TemporaryDirectory() as folder:
            evoke = Path(folder) / "evoke"
            evoke.write_text(FAKE_EVOKE, encoding="utf-8")
            evoke.chmod(evoke.stat().st_mode | stat.S_IXUSR)
            (Path(folder) / "maven").mkdir()
            (Path(folder) / "maven" / "g_a_1.classpath").write_text(f"{evoke}\n", encoding="utf-8")
            options = callee_mutants.parse_options(["study.toml", "--evoke", str(evoke), "--work", folder])
            comparison = callee_mutants.Comparison(options)
            rows = [comparison.measure("g:a:1", "p.A", "p.B") for _ in range(2)]
            calls = (Path(folder) / "calls").read_text(encoding="utf-8").split()
        self.assertEqual([row.reason for row in rows], ["", ""])
        self.assertEqual(rows[0].failing, {"integration": 1, "caller": 1, "callee": 1})
        self.assertEqual((rows[1].mutants, rows[1].coupled_total), (1, 9))
        self.assertEqual(sorted(calls), ["generate"] * 2 + ["integrate"] + ["measure"] * 3 + ["measure-cost"] * 3)

    def test_pairs_of_the_study_are_read(self):
        pairs = callee_mutants.pairs_of(callee_mutants.ROOT / "studies/integration-wide.toml")
        self.assertEqual(len(pairs), 12)
        self.assertEqual(pairs[0][1:], ("org.joda.time.Period", "org.joda.time.PeriodType"))


class SubjectsTest(unittest.TestCase):
    def test_class_without_a_suite_pulls_the_means_down(self):
        rows = [subjects.Row("a", published=0.5, branch=1.0, line=1.0), subjects.Row("b", reason="no suite")]
        summary = subjects.summarise(rows)
        self.assertEqual((summary["mean_branch"], summary["not_measured"]), (0.5, 1))
        self.assertEqual((summary["mean_branch_where_published"], summary["mean_published"]), (1.0, 0.5))

    def test_evoke_that_fails_becomes_a_row_with_its_last_line_as_the_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            evoke = Path(folder) / "evoke"
            evoke.write_text("#!/bin/sh\necho 'error: nothing to call'\nexit 1\n", encoding="utf-8")
            evoke.chmod(evoke.stat().st_mode | stat.S_IXUSR)
            options = subjects.parse_options(["--evoke", str(evoke), "--work", folder, "--label", "t"])
            benchmark = subjects.Benchmark.__new__(subjects.Benchmark)
            benchmark.options, benchmark.maven = options, maven.Maven(folder)
            benchmark.generator = generated_suite.Generator(options, Path("jdk"))
            (Path(folder) / "g_a_1.classpath").write_text(f"{evoke}\n", encoding="utf-8")
            row = benchmark.measure(subject_list.Subject("g:a:1", "p.A"))
        self.assertEqual(row.reason, "no suite (exit code 1): error: nothing to call")

    def test_missing_program_ends_with_a_hint(self):
        stderr = io.StringIO()
        with contextlib.redirect_stderr(stderr):
            self.assertEqual(subjects.main(["--evoke", "/nonexistent/evoke"]), 3)
        self.assertIn("hint: run `make build`", stderr.getvalue())

    def test_set_that_does_not_exist_ends_with_a_hint(self):
        stderr = io.StringIO()
        with contextlib.redirect_stderr(stderr):
            self.assertEqual(subjects.main(["--evoke", "/bin/sh", "--subjects", "/nonexistent.csv"]), 3)
        self.assertIn("/nonexistent.csv is no set of classes", stderr.getvalue())

    def test_names_of_uncovered_goals_stay_out_of_the_summary_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "result.json"
            path.write_text(json.dumps({"classes": [{"tests": 3, "uncovered": ["x"]}]}), encoding="utf-8")
            self.assertEqual(generated_suite.read_result(path), {"tests": 3})


class ProjectsTest(unittest.TestCase):
    def test_branches_of_all_modules_are_added_up(self):
        with tempfile.TemporaryDirectory() as folder:
            for module in ["one", "two"]:
                report = Path(folder) / module / "target/site/jacoco/jacoco.xml"
                report.parent.mkdir(parents=True)
                report.write_text(REPORT.replace("</package>", "</package>" + '<counter type="BRANCH" missed="1" covered="3"/>'))
            counted = own_build.counted(["true"], Path(folder), "target/site/jacoco/jacoco.xml")
            self.assertEqual(counted, (6, 8))
            with self.assertRaisesRegex(own_build.BuildError, "no report"):
                own_build.counted(["true"], Path(folder) / "one/target/site", "nothing.xml")
            with self.assertRaisesRegex(own_build.BuildError, "build fails"):
                own_build.counted(["false"], Path(folder), "nothing.xml")

    def test_seconds_of_classes_count_from_when_the_build_tool_is_done(self):
        script = "sleep 0.2; echo 'this takes at most 2 min'; sleep 0.1; echo done"
        run = watched_run.watched(["sh", "-c", script], tempfile.gettempdir())
        self.assertEqual(run.last_line, "done")
        self.assertLess(run.seconds_of_classes + 0.1, run.seconds)

    def test_failing_project_is_a_row_with_its_reason(self):
        row = projects.Row("p", reason="the build fails")
        self.assertEqual((row.cells()[0], row.cells()[-1]), ("p", "the build fails"))


class EqualTimeTest(unittest.TestCase):
    def test_class_without_a_suite_counts_as_nothing_and_one_without_branches_as_all(self):
        classes = [
            {"class": "A", "module": "m", "status": "ok", "goals": {"branch": {"covered": 3, "total": 4}}},
            {"class": "B", "module": "m", "status": "ok", "goals": {"branch": {"covered": 0, "total": 0}}},
            {"class": "C", "module": "m", "status": "failed", "goals": {}},
        ]
        shares = project_coverage.shares({"classes": classes})
        self.assertEqual(shares, {("m", "A"): 0.75, ("m", "B"): 1.0, ("m", "C"): 0.0})

    def test_classes_of_both_ways_are_the_same_and_share_the_budget(self):
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder) / "p"
            (project / ".evoke").mkdir(parents=True)
            module = {"name": "m", "class_path": ["/c", "/d.jar"]}
            (project / ".evoke/project.json").write_text(json.dumps({"project": {"modules": [module]}}))
            evoke = Path(folder) / "evoke"
            evoke.write_text(FAKE_EVOKE_OF_PROJECTS)
            evoke.chmod(evoke.stat().st_mode | stat.S_IXUSR)
            arguments = projects.argparse.Namespace(evoke=evoke, budget=10, jobs="2", seeds=2)
            compared = equal_time.compare("p", project, arguments)
            self.assertEqual((compared.reason, compared.classes, len(compared.seeds)), ("", 2, 2))
            self.assertEqual(compared.rows()[0][3:6], ["50.0 %", "75.0 %", "-25.0"])
            calls = (Path(folder) / "calls").read_text().splitlines()
            self.assertIn("--seed 1 --ignore-existing --budget 10s", calls[0])
            self.assertIn("A B --classpath /c:/d.jar --guide none --budget 10000ms", calls[1])


class LargeProjectTest(unittest.TestCase):
    def test_choice_depends_on_nothing_but_the_names(self):
        names = [f"a.C{number}" for number in range(20)]
        self.assertEqual(large_project.chosen(names, 5), large_project.chosen(names[::-1], 5))
        self.assertEqual(len(set(large_project.chosen(names, 5))), 5)

    def test_class_files_alone_are_unpacked_and_the_first_of_two_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            jars = [Path(folder) / "one.jar", Path(folder) / "two.jar"]
            for jar, text in zip(jars, ["1", "2"]):
                with zipfile.ZipFile(jar, "w") as file:
                    for name in ["a/", "a/B.class", "META-INF/versions/9/a/B.class", "module-info.class"]:
                        file.writestr(name, text)
            large_project.unpack(jars, Path(folder) / "project")
            files = [file for file in (Path(folder) / "project").rglob("*") if file.is_file()]
            self.assertEqual([file.name for file in files], ["B.class"])
            self.assertEqual(files[0].read_text(), "1")


class SteadinessTest(unittest.TestCase):
    def test_test_that_fails_in_one_of_many_runs_is_named_with_how_often(self):
        outcomes = [junit.Outcome(3, ()), junit.Outcome(3, (junit.Failure("b()"),)), junit.Outcome(3, ())]

        class FakeJunit:
            def run(self, classes, class_path, folder, jvm_options=()):
                return outcomes.pop(0)

        runs = steadiness.Steadiness.__new__(steadiness.Steadiness)
        runs.junit, row = FakeJunit(), steadiness.Row("p.A")
        for number in (1, 2, 3):
            runs.run_once(row, number, [], Path("folder"))
        self.assertEqual((row.tests, row.runs, row.passed_runs, row.failed), (3, 3, 2, {"b()": [2]}))
        summary = steadiness.summarise([row, steadiness.Row("p.B", reason="no suite")])
        self.assertEqual((summary["suites"], summary["not_run"], summary["runs_with_failures"]), (1, 1, 1))
        self.assertEqual((summary["failing_tests"], summary["failing_in_all_runs"]), (1, 0))
        self.assertIn("b() (1)", steadiness.render([row], summary))

    def test_folder_without_suites_ends_with_a_hint(self):
        stderr = io.StringIO()
        with contextlib.redirect_stderr(stderr):
            self.assertEqual(steadiness.main(["/nonexistent"]), 3)
        self.assertIn("hint: give the label", stderr.getvalue())


class FaultsTest(unittest.TestCase):
    FAULT = faults.Fault("g:a:2", "1", "p.A", ("p.A",), "A-1", "boundary", "")

    def measured(self, runs):
        """The row of the fault where the runs on fixed classes, on faulty ones and on the faulty release end like this."""

        class FakeJunit:
            def run(self, classes, class_path, folder, jvm_options=()):
                return runs.pop(0)

            def compile(self, sources, class_path, folder):
                pass

        with tempfile.TemporaryDirectory() as folder:
            jar = Path(folder) / "a.jar"
            with zipfile.ZipFile(jar, "w") as file:
                file.writestr("p/A.class", "")
            for version in ("1", "2"):
                (Path(folder) / f"g_a_{version}.classpath").write_text(f"{jar}\n", encoding="utf-8")
            measurement = faults.FaultRuns.__new__(faults.FaultRuns)
            measurement.options = faults.parse_options(["--work", folder, "--label", "t"])
            measurement.maven, measurement.junit, measurement.feature = maven.Maven(folder), FakeJunit(), 17
            measurement.generator = types.SimpleNamespace(generate=lambda *_: [])
            row = measurement.measured(self.FAULT)
            measurement.options.resume = True
            self.assertEqual(measurement.measured(self.FAULT), row)
            return row

    def test_test_that_fails_on_the_faulty_class_alone_finds_the_fault(self):
        failures = (junit.Failure("a()", "expected 1"), junit.Failure("b()", "expected 2"))
        row = self.measured([junit.Outcome(3, failures[:1]), junit.Outcome(3, failures)])
        self.assertEqual((row.result, row.failures, row.failed_before), (faults.FOUND, {"b()": "expected 2"}, ["a()"]))
        self.assertIn("b(): expected 2", faults.render([row], faults.summarise([row])))

    def test_test_that_ends_for_want_of_a_member_finds_nothing_and_the_whole_release_is_tried(self):
        unlinked = junit.Failure("a()", "x", "x\nCaused by: java.lang.NoSuchMethodError: f")
        row = self.measured([junit.Outcome(2), junit.Outcome(2, (unlinked,)), junit.Outcome(2)])
        self.assertEqual((row.result, row.unlinked, row.whole_release), (faults.NOT_FOUND, 0, True))
        row = self.measured([junit.Outcome(1), junit.Outcome(1, (unlinked,)), junit.Outcome(1, (unlinked,))])
        self.assertEqual((row.result, row.unlinked, row.whole_release), (faults.NOT_RUN, 1, False))

    def test_no_fault_is_listed_twice_and_each_has_a_ticket_and_a_description(self):
        listed = faults.read_faults(faults.FAULTS)
        self.assertEqual(len(listed), len({fault.name for fault in listed}))
        for fault in listed:
            self.assertTrue(fault.ticket and fault.kind and fault.description, fault.name)
            self.assertNotEqual(fault.gav, fault.faulty_gav)

    def test_missing_list_of_faults_ends_with_a_hint(self):
        stderr = io.StringIO()
        with contextlib.redirect_stderr(stderr):
            self.assertEqual(faults.main(["--evoke", "/bin/sh", "--faults", "/nonexistent.csv"]), 3)
        self.assertIn("hint: give a CSV file", stderr.getvalue())


class TableTest(unittest.TestCase):
    def test_numbers_are_aligned_to_the_right(self):
        text = table.format_table(["class", "n", "why"], [["A", "7", ""], ["Long", "123", "x"]])
        self.assertEqual(text, "class    n  why\nA        7\nLong   123  x")


class OwnScoresTest(unittest.TestCase):
    @staticmethod
    def mutant(operator, change, killed, line=3, offset=5):
        fate = "killed" if killed else "survived"
        return {"operator": operator, "method": "A.f()", "place": f"line {line}", "offset": offset, "change": change, "fate": fate}

    @staticmethod
    def report(*rows):
        return "\n".join(f"A.java,p.A,org.pitest.{mutator}Mutator,f,{line},{status},t" for mutator, line, status in rows)

    def test_condition_is_noticed_where_one_replacement_is_and_a_boundary_where_its_own_is(self):
        own = [self.mutant("replace-comparison", f"< becomes {after}", after == "false") for after in ("<=", "!=", "false")]
        pairs = mutant_pairs.pair(self.report(("NegateConditionals", 3, "KILLED"), ("ConditionalsBoundary", 3, "TIMED_OUT")), own)
        self.assertEqual(pairs.kinds, {"boundary": [1, 0, 1], "negated condition": [1, 1, 1]})

    def test_mutants_of_one_line_are_paired_where_there_are_as_many(self):
        own = [self.mutant("replace-arithmetic", "+ becomes -", True, offset=offset) for offset in (5, 9)]
        own += [self.mutant("replace-arithmetic", "+ becomes *", False), self.mutant("delete-call", "call deleted", False)]
        report = self.report(("Math", 3, "KILLED"), ("Increments", 3, "SURVIVED"), ("VoidMethodCall", 4, "KILLED"))
        pairs = mutant_pairs.pair(report, own)
        self.assertEqual((pairs.total, pairs.own, pairs.pit, pairs.unpaired), (2, 2, 1, 1))

    def test_boxes_of_0_and_empty_collections_are_one_kind(self):
        own = [self.mutant("replace-return-value", f"return value becomes {change}", True, line) for line, change in enumerate(("0", "an empty list"))]
        own.append(self.mutant("delete-negation", "negation deleted", False, 2))
        report = self.report(("PrimitiveReturns", 0, "KILLED"), ("EmptyObjectReturnVals", 1, "KILLED"), ("InvertNegs", 2, "KILLED"))
        pairs = mutant_pairs.pair(report, own)
        self.assertEqual(pairs.kinds, {"0 or nothing returned": [2, 2, 2], "negation left out": [1, 0, 1]})

    def test_differences_are_between_scores_of_one_suite(self):
        def row(name, own, pit):
            return own_scores.Row(name, pairs=mutant_pairs.Pairs(50, own, pit, {"boundary": [50, own, pit]}))

        rows = [row("p.A", 45, 43), row("p.B", 25, 35), own_scores.Row("p.C", reason="no report of PIT")]
        summary = own_scores.summarise(rows)
        self.assertEqual((summary["suites"], summary["within_5_points"]), (2, 1))
        self.assertAlmostEqual(summary["mean_difference"], 12.0)
        self.assertEqual(summary["kinds"], {"boundary": {"pairs": 100, "own": 70, "pit": 78}})
        self.assertIn("12.0 points", own_scores.render(rows, summary))

    def test_missing_label_is_told(self):
        with contextlib.redirect_stderr(io.StringIO()) as told:
            code = own_scores.main(["nowhere", "--work", "/"])
        self.assertEqual(code, 3)
        self.assertIn("label", told.getvalue())


if __name__ == "__main__":
    sys.exit(unittest.main())
