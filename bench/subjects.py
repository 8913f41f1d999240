#!/usr/bin/env python3
"""Benchmark on classes of real libraries: generate a suite, then compile, run and measure it as anyone would.

For each class of a set: `evoke generate` within a budget, javac, one run under JaCoCo and several without, each
in a fresh JVM. Prints a table and writes a JSON file. A class that fails is a row with the reason. The published
figures in the sets are those of another tool, as that tool itself counted them, at 120 s a class.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

import generated_suite
from generated_suite import GenerateError, Generator, find_jdk, read_result, write_record
from jacoco import Jacoco, JacocoError
from junit import Junit, JunitError, surroundings
from maven import Maven, MavenError
from pit import Pit, PitError
from subject_list import add_arguments, holding, read_subjects, short_name, subject_file
from table import format_table, percent

SCHEMA = "evoke.bench.subjects/1"
CONSOLE = "org.junit.platform:junit-platform-console-standalone:1.11.4"
JACOCO_VERSION = "0.8.14"
# What Evoke left in a class's folder.
OF_EVOKE = ("src", "result.json", "evoke.log")


@dataclass
class Row:
    """What was measured for one class. `reason` says what went wrong, and is empty when nothing did."""

    class_name: str
    published: float | None = None
    reason: str = ""
    branch_covered: int = 0
    branch_total: int = 0
    line_covered: int = 0
    line_total: int = 0
    branch: float = 0.0
    line: float = 0.0
    tests: int = 0
    failed: list = field(default_factory=list)
    runs: int = 0
    passed_runs: int = 0
    seconds: float = 0.0
    peak_rss_mb: int = 0
    mutants: int | None = None
    mutants_covered: int | None = None
    mutants_killed: int | None = None
    survivors: dict | None = None
    evoke: dict | None = None

    def mutation_score(self):
        """The share of PIT's mutants that were noticed; nothing where that was not asked for."""
        if self.mutants is None:
            return None
        return self.mutants_killed / self.mutants if self.mutants else 1.0


class Benchmark:
    """Everything that is the same for all subjects of a run."""

    def __init__(self, options, jdk):
        self.options = options
        self.generator = Generator(options, jdk)
        self.maven = Maven(options.work / "maven")
        self.junit = Junit(jdk, [self.maven.jar(CONSOLE)])
        self.jacoco = Jacoco(
            self.junit.java,
            self.maven.jar(f"org.jacoco:org.jacoco.agent:{JACOCO_VERSION}:runtime"),
            self.maven.jar(f"org.jacoco:org.jacoco.cli:{JACOCO_VERSION}:nodeps"),
        )
        self.pit = Pit(self.junit.java, self.maven) if options.pit else None

    def measure(self, subject):
        """Generates and measures; never raises for what one subject does wrong."""
        row = Row(subject.class_name, subject.published)
        folder = self.options.work / self.options.label / subject.class_name
        clear(folder, keep=OF_EVOKE if self.options.again else ())
        try:
            class_path = self.maven.class_path(subject.gav)
            sources = kept(folder, row) if self.options.again else self.generator.generate(subject.class_name, class_path, folder, row)
            self.run_suite(subject, class_path, sources, folder, row)
        except (MavenError, JunitError, JacocoError, PitError, GenerateError, OSError) as error:
            row.reason = str(error)
        return row

    def run_suite(self, subject, class_path, sources, folder, row):
        """Compiles the suite, runs it once under JaCoCo for coverage and then as often as asked for stability."""
        classes = folder / "classes"
        self.junit.compile(sources, class_path, classes)
        exec_file = folder / "jacoco.exec"
        agent = self.jacoco.agent_option(exec_file)
        assertions = ["-ea"] if self.options.assertions else []
        failed = set(self.junit.run(classes, class_path, folder / "run-jacoco", [agent, *assertions]).failed)
        coverage = self.jacoco.coverage(exec_file, class_path, subject.class_name, folder)
        row.branch_covered, row.branch_total = coverage.branch.covered, coverage.branch.total
        row.line_covered, row.line_total = coverage.line.covered, coverage.line.total
        row.branch, row.line = coverage.branch.share(), coverage.line.share()
        for number in range(1, self.options.runs + 1):
            outcome = self.junit.run(classes, class_path, folder / f"run-{number}", [*surroundings(number), *assertions])
            row.tests = outcome.tests
            row.runs += 1
            row.passed_runs += not outcome.failed
            failed.update(outcome.failed)
        row.failed = sorted(failed)
        if self.pit:
            score = self.pit.measure(classes, class_path, self.junit.junit_jars, subject.class_name, folder / "pit")
            row.mutants, row.mutants_covered, row.mutants_killed = score.total, score.covered, score.killed
            row.survivors = dict(score.survivors)


def clear(folder, keep):
    """Makes the folder, empty but for what is to be kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in folder.iterdir():
        if entry.name in keep:
            continue
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink()


def kept(folder, row):
    """The sources that an earlier run of the label left; how long they took is in its own file."""
    row.evoke = read_result(folder / "result.json")
    sources = sorted((folder / "src").rglob("*.java"))
    if not sources:
        raise GenerateError("no suite was kept")
    return sources


def summarise(rows):
    """Means over the rows. A class without a suite counts as covered by nothing."""
    published = [row for row in rows if row.published is not None]
    return {
        "classes": len(rows),
        "not_measured": sum(bool(row.reason) for row in rows),
        "with_failing_tests": sum(bool(row.failed) for row in rows),
        "mean_branch": mean(row.branch for row in rows),
        "mean_line": mean(row.line for row in rows),
        "mean_mutation_score": mean(row.mutation_score() or 0.0 for row in rows) if has_mutants(rows) else None,
        "classes_with_published": len(published),
        "mean_branch_where_published": mean(row.branch for row in published),
        "mean_published": mean(row.published for row in published),
        "mean_seconds": mean(row.seconds for row in rows),
        "peak_rss_mb": max((row.peak_rss_mb for row in rows), default=0),
    }


def has_mutants(rows):
    """Whether mutants were run."""
    return any(row.mutants is not None for row in rows)


def survivors(rows):
    """How many mutants of each operator tests ran and did not notice, the most first."""
    total = Counter()
    for row in rows:
        total.update(row.survivors or {})
    return ", ".join(f"{name} {number}" for name, number in total.most_common())


def mean(values):
    """The mean, or nothing where there are no values."""
    values = list(values)
    return sum(values) / len(values) if values else None


def render(rows, summary):
    """The table that is printed."""
    header = ["class", "branch", "covered", "published", "line", "mutants", "tests", "failed", "passed", "seconds", "MB", "reason"]
    names = [row.class_name for row in rows]
    body = [
        [
            short_name(row.class_name, names),
            percent(row.branch),
            f"{row.branch_covered}/{row.branch_total}",
            percent(row.published),
            percent(row.line),
            percent(row.mutation_score()),
            str(row.tests),
            str(len(row.failed)),
            f"{row.passed_runs}/{row.runs}",
            f"{row.seconds:.1f}",
            str(row.peak_rss_mb),
            row.reason[:70],
        ]
        for row in rows
    ]
    lines = [format_table(header, body), ""]
    lines.append(
        f"all {summary['classes']} classes: branch {percent(summary['mean_branch'])}, line {percent(summary['mean_line'])}, "
        f"{summary['not_measured']} not measured, {summary['with_failing_tests']} with failing tests"
    )
    if summary["mean_mutation_score"] is not None:
        lines.append(f"mutation score (PIT, default mutators): {percent(summary['mean_mutation_score'])}")
        lines.append(f"run and not noticed, by operator: {survivors(rows)}")
    if summary["classes_with_published"]:
        lines.append(
            f"the {summary['classes_with_published']} with a published figure: branch "
            f"{percent(summary['mean_branch_where_published'])}, published {percent(summary['mean_published'])}"
        )
    return "\n".join(lines)


def parse_options(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    generated_suite.add_arguments(parser, budget=20)
    parser.add_argument("--runs", type=int, default=5, help="runs without JaCoCo, for stability: from the second on in random orders and other surroundings (default 5)")
    parser.add_argument(
        "--assertions",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="run suites with -ea, as Maven and Gradle do; the suites are the same",
    )
    parser.add_argument("--pit", action="store_true", help="measure the mutation score with PIT too; takes minutes a class")
    parser.add_argument("--again", action="store_true", help="measure the suites that the label has already, and generate none")
    parser.add_argument("--only", action="append", default=[], help="only classes whose name holds this; repeatable")
    parser.add_argument("--out", type=Path, help="JSON file (default target/bench/subjects-<label>.json)")
    add_arguments(parser)
    options = parser.parse_args(arguments)
    options.work, options.evoke = options.work.resolve(), options.evoke.resolve()
    options.out = options.out or options.work / f"subjects-{options.label}{'-again' if options.again else ''}.json"
    return options


def fail(message, hint):
    """Ends the program because the environment does not allow the benchmark."""
    print(f"error: {message}\nhint: {hint}", file=sys.stderr)
    return 3


def main(arguments):
    """Runs the benchmark; the exit code says only whether it could be run."""
    options = parse_options(arguments)
    jdk = find_jdk()
    if jdk is None:
        return fail("no JDK found", "run `make install-tools`, or set JAVA_HOME")
    if not os.access(options.evoke, os.X_OK):
        return fail(f"{options.evoke} is not there", "run `make build`")
    if not subject_file(options.subjects).is_file():
        return fail(f"{options.subjects} is no set of classes", "see --help")
    subjects = holding(read_subjects(options.subjects), options.only)
    if not subjects:
        return fail("no class matches --only", f"see {subject_file(options.subjects)}")
    try:
        benchmark = Benchmark(options, jdk)
    except MavenError as error:
        return fail(error, "Maven and a connection are needed the first time")

    def measure(subject):
        row = benchmark.measure(subject)
        print(f"{row.class_name}: {row.reason or percent(row.branch)}", file=sys.stderr, flush=True)
        return row

    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        rows = list(pool.map(measure, subjects))
    summary = summarise(rows)
    print(render(rows, summary))
    settings = ("label", "subjects", "budget", "budget_statements", "seed", "jobs", "runs", "assertions", "evoke_arg")
    write_record(options, SCHEMA, settings, jdk, {"summary": summary, "rows": [asdict(row) for row in rows]})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
