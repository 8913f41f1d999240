#!/usr/bin/env python3
"""Runs suites that are written again and again, each time in a fresh JVM: the first time as they are, then with their tests in random
orders, in other time zones and languages, with other line ends, identity hash codes, default charsets and numbers of processors.

Takes what `bench/subjects.py` left for its label, or any folder with `<class>/src` for classes of the set. Prints a table of the tests that
failed in any run, and writes a JSON file. Nothing is generated.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from generated_suite import find_jdk
from junit import Junit, JunitError, surroundings
from maven import Maven, MavenError
from subject_list import ROOT, add_arguments, holding, read_subjects, short_name, subject_file
from subjects import CONSOLE, fail
from table import format_table

SCHEMA = "evoke.bench.steadiness/1"


@dataclass
class Row:
    """What the runs of one suite showed. `reason` says why there are none, and is empty otherwise."""

    class_name: str
    reason: str = ""
    tests: int = 0
    runs: int = 0
    passed_runs: int = 0
    # By test: the numbers of the runs that it failed in.
    failed: dict = field(default_factory=dict)


class Steadiness:
    """What is the same for all suites."""

    def __init__(self, options, jdk):
        self.options = options
        self.maven = Maven(options.work / "maven")
        self.junit = Junit(jdk, [self.maven.jar(CONSOLE)])

    def measure(self, subject):
        """Compiles and runs the suite of a class; never raises for what one suite does wrong."""
        row = Row(subject.class_name)
        folder = self.options.suites / subject.class_name
        sources = sorted((folder / "src").rglob("*.java"))
        if not sources:
            row.reason = "no suite"
            return row
        try:
            class_path = self.maven.class_path(subject.gav)
            self.junit.compile(sources, class_path, folder / "classes")
            for number in range(1, self.options.runs + 1):
                self.run_once(row, number, class_path, folder)
        except (MavenError, JunitError, OSError) as error:
            row.reason = str(error)
        return row

    def run_once(self, row, number, class_path, folder):
        """One run, in the surroundings of its number."""
        outcome = self.junit.run(folder / "classes", class_path, folder / f"steady-{number}", surroundings(number))
        row.tests = outcome.tests
        row.runs += 1
        row.passed_runs += not outcome.failed
        for test in outcome.failed:
            row.failed.setdefault(test, []).append(number)


def summarise(rows):
    """Sums over all suites."""
    return {
        "suites": sum(row.runs > 0 for row in rows),
        "not_run": sum(row.runs == 0 for row in rows),
        "tests": sum(row.tests for row in rows),
        "runs": sum(row.runs for row in rows),
        "runs_with_failures": sum(row.runs - row.passed_runs for row in rows),
        "failing_tests": sum(len(row.failed) for row in rows),
        "failing_in_all_runs": sum(len(runs) == row.runs for row in rows for runs in row.failed.values()),
    }


def render(rows, summary):
    """The table of suites with failures, and the sums."""
    names = [row.class_name for row in rows]
    unsteady = [row for row in rows if row.failed or row.reason]
    body = [
        [
            short_name(row.class_name, names),
            str(row.tests),
            f"{row.passed_runs}/{row.runs}",
            row.reason[:60] or ", ".join(f"{test} ({len(runs)})" for test, runs in sorted(row.failed.items())),
        ]
        for row in unsteady
    ]
    lines = [format_table(["class", "tests", "passed", "failing tests, or why there are none"], body), ""] if body else []
    lines.append(
        f"{summary['suites']} suites of {summary['tests']} tests, {summary['runs']} runs: {summary['runs_with_failures']} with failures, "
        f"{summary['failing_tests']} tests that failed in any, {summary['failing_in_all_runs']} of them in all; {summary['not_run']} suites not run"
    )
    return "\n".join(lines)


def parse_options(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", help="label of a run of bench/subjects.py, or a folder with `<class>/src`")
    parser.add_argument("--runs", type=int, default=20, help="runs of each suite (default 20)")
    parser.add_argument("--jobs", type=int, default=1, help="suites at a time (default 1)")
    parser.add_argument("--only", action="append", default=[], help="only classes whose name holds this; repeatable")
    parser.add_argument("--out", type=Path, help="JSON file (default steadiness.json in the folder of the suites)")
    add_arguments(parser)
    parser.add_argument("--work", type=Path, default=ROOT / "target" / "bench", help="folder of labels and of jars")
    options = parser.parse_args(arguments)
    options.work = options.work.resolve()
    labelled = options.work / options.suites
    options.suites = labelled if labelled.is_dir() else Path(options.suites).resolve()
    options.out = options.out or options.suites / "steadiness.json"
    return options


def main(arguments):
    """Runs the suites; 1 if a test failed in any run, 3 if they cannot be run."""
    options = parse_options(arguments)
    jdk = find_jdk()
    if jdk is None:
        return fail("no JDK found", "run `make install-tools`, or set JAVA_HOME")
    if not options.suites.is_dir():
        return fail(f"{options.suites} is not there", "give the label of a run of bench/subjects.py, or a folder")
    if not subject_file(options.subjects).is_file():
        return fail(f"{options.subjects} is no set of classes", "see --help")
    there = set(os.listdir(options.suites))
    subjects = [it for it in holding(read_subjects(options.subjects), options.only) if it.class_name in there]
    if not subjects:
        return fail(f"no class of {options.subjects} has a suite in {options.suites}", "see --subjects and --only")
    try:
        steadiness = Steadiness(options, jdk)
    except MavenError as error:
        return fail(error, "Maven and a connection are needed the first time")
    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        rows = list(pool.map(steadiness.measure, subjects))
    summary = summarise(rows)
    print(render(rows, summary))
    record = {"schema": SCHEMA, "runs": options.runs, "summary": summary, "rows": [asdict(row) for row in rows]}
    options.out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"written to {options.out}")
    return 1 if summary["runs_with_failures"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
