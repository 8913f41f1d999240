#!/usr/bin/env python3
"""Faults of published libraries: does a suite that is generated from the release with the fix fail on the release before it?

For each line of a set: `evoke generate` on the fixed release, javac, a run on the fixed release, and a run of the same class files with only
those classes that the fix is in taken from the faulty one. Where these do not link with the rest, the whole faulty release takes its place.
A test that ends there for want of a member or class says nothing of the fault and does not count. Prints a table and the failing tests, and
writes a JSON file. Whether a test fails for the fault or for another change of the class, the reader has to say.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

import generated_suite
from generated_suite import GenerateError, Generator, find_jdk, write_record
from jacoco import JacocoError, extract_class_files, feature_of
from junit import Junit, JunitError
from maven import Maven, MavenError
from subject_list import ROOT
from subjects import CONSOLE, fail
from table import format_table

SCHEMA = "evoke.bench.faults/1"
FAULTS = ROOT / "bench" / "faults.csv"
FOUND, NOT_FOUND, NOT_RUN = "found", "not found", "not run"
# What a JVM throws where classes of two releases do not fit together.
LINKAGE = re.compile(
    r"java\.lang\.(NoSuchMethod|NoSuchField|NoClassDefFound|AbstractMethod|IllegalAccess|IncompatibleClassChange|Verify|UnsupportedClassVersion|BootstrapMethod)Error\b"
)
# A fault can be a loop without end: each test that does not end fails by itself, on both releases.
TEST_LIMIT = [
    "-Djunit.jupiter.execution.timeout.default=10s",
    "-Djunit.jupiter.execution.timeout.thread.mode.default=SEPARATE_THREAD",
]
SUITE_LIMIT = 600


@dataclass(frozen=True)
class Fault:
    """A fault that was fixed between two releases; `fixed_in` are the classes with the fix, by default the class that is tested."""

    gav: str
    faulty_version: str
    class_name: str
    fixed_in: tuple
    ticket: str
    kind: str
    description: str

    @property
    def faulty_gav(self):
        """Coordinates of the release that has the fault."""
        return ":".join([*self.gav.split(":")[:2], self.faulty_version])

    @property
    def name(self):
        """What tells it from all others: ticket and simple name of the class."""
        return f"{self.ticket.replace('#', '-')} {self.class_name.rpartition('.')[2]}"


@dataclass
class Row:
    """What came of one fault. `reason` says why nothing did, and is empty otherwise."""

    name: str
    kind: str
    reason: str = ""
    tests: int = 0
    # Names of tests that fail on the fixed release already, and so say nothing.
    failed_before: list = field(default_factory=list)
    # By test: what it says on the faulty code.
    failures: dict = field(default_factory=dict)
    unlinked: int = 0
    whole_release: bool = False
    seconds: float = 0.0
    peak_rss_mb: int = 0
    evoke: dict | None = None

    @property
    def result(self):
        """Whether the suite fails on the faulty code."""
        if self.failures:
            return FOUND
        return NOT_RUN if self.reason or self.unlinked >= self.tests else NOT_FOUND


class FaultRuns:
    """Everything that is the same for all faults."""

    def __init__(self, options, jdk):
        self.options = options
        self.generator = Generator(options, jdk)
        self.maven = Maven(options.work / "maven")
        self.junit = Junit(jdk, [self.maven.jar(CONSOLE)], timeout=SUITE_LIMIT)
        self.feature = feature_of(self.junit.java)

    def measured(self, fault):
        """The row of a fault: with `--resume` as an earlier run of the label left it, else measured now."""
        folder = self.options.work / self.options.label / fault.name.replace(" ", "-")
        kept = folder / "row.json"
        if self.options.resume and kept.is_file():
            return Row(**json.loads(kept.read_text(encoding="utf-8")))
        row = self.measure(fault, folder)
        kept.write_text(json.dumps(asdict(row)), encoding="utf-8")
        return row

    def measure(self, fault, folder):
        """Generates and runs both ways; never raises for what one fault does wrong."""
        row = Row(fault.name, fault.kind)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            fixed = self.maven.class_path(fault.gav)
            sources = self.generator.generate(fault.class_name, fixed, folder, row)
            self.junit.compile(sources, fixed, folder / "classes")
            outcome = self.run(fixed, folder, "fixed")
            row.tests, row.failed_before = outcome.tests, list(outcome.failed)
            self.run_faulty(fault, fixed, folder, row)
        except (MavenError, JunitError, JacocoError, GenerateError, OSError) as error:
            row.reason = str(error)
        return row

    def run_faulty(self, fault, fixed, folder, row):
        """Runs the suite on the faulty classes among the fixed ones, or where these do not fit, on the faulty release."""
        faulty = self.maven.class_path(fault.faulty_gav)
        for name in fault.fixed_in:
            extract_class_files(faulty, name, folder / "faulty-classes", self.feature)
        failures, row.unlinked = told_apart(self.run([folder / "faulty-classes", *fixed], folder, "faulty"))
        if row.unlinked:
            other, unlinked = told_apart(self.run(faulty, folder, "faulty-release"))
            if unlinked < row.unlinked:
                failures, row.unlinked, row.whole_release = other, unlinked, True
        row.failures = {test: message for test, message in failures.items() if test not in row.failed_before}

    def run(self, class_path, folder, name):
        """One run in a fresh JVM, which leaves its reports in a folder of that name."""
        return self.junit.run(folder / "classes", class_path, folder / f"run-{name}", ["-ea", *TEST_LIMIT])


def told_apart(outcome):
    """What the failing tests say, by test, and how many failed because classes do not fit together."""
    failures = {it.test: it.message for it in outcome.failures if not LINKAGE.search(it.message + it.trace)}
    return failures, len(outcome.failures) - len(failures)


def read_faults(path):
    """All faults of a file, in its order."""
    with open(path, encoding="utf-8", newline="") as file:
        return [fault_of(row) for row in csv.DictReader(file)]


def fault_of(row):
    """The fault in a row."""
    fixed_in = tuple((row["fixed_in"] or row["class"]).split())
    return Fault(row["gav"], row["faulty"], row["class"], fixed_in, row["ticket"], row["kind"], row["fault"])


def summarise(rows):
    """Counts of what came of them, and of what kind the faults were."""
    results = [row.result for row in rows]
    kinds = sorted({row.kind for row in rows})
    return {
        "faults": len(rows),
        **{result.replace(" ", "_"): results.count(result) for result in (FOUND, NOT_FOUND, NOT_RUN)},
        "by_kind": {kind: [sum(row.result == FOUND for row in rows if row.kind == kind), sum(row.kind == kind for row in rows)] for kind in kinds},
    }


def render(rows, summary):
    """The table, the failing tests, and the sums."""
    header = ["fault", "tests", "fail before", "fail", "unlinked", "seconds", "result"]
    body = [
        [
            row.name,
            str(row.tests),
            str(len(row.failed_before)),
            str(len(row.failures)),
            str(row.unlinked),
            f"{row.seconds:.1f}",
            f"{row.result}{' (whole release)' if row.whole_release else ''}{': ' + row.reason[:90] if row.reason else ''}",
        ]
        for row in rows
    ]
    lines = [format_table(header, body), ""]
    for row in rows:
        for test, message in row.failures.items():
            lines.append(f"{row.name}: {test}: {message[:200]}")
    kinds = ", ".join(f"{kind} {found} of {total}" for kind, (found, total) in summary["by_kind"].items())
    lines += ["", f"{summary['found']} of {summary['faults']} found, {summary['not_run']} not run; {kinds}"]
    return "\n".join(lines)


def parse_options(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    generated_suite.add_arguments(parser, budget=30)
    parser.add_argument("--faults", type=Path, default=FAULTS, help="CSV file of faults (default bench/faults.csv)")
    parser.add_argument("--only", action="append", default=[], help="only faults whose ticket or class holds this; repeatable")
    parser.add_argument("--resume", action="store_true", help="take over what an earlier run of the label has measured")
    parser.add_argument("--out", type=Path, help="JSON file (default target/bench/faults-<label>.json)")
    options = parser.parse_args(arguments)
    options.work, options.evoke = options.work.resolve(), options.evoke.resolve()
    options.out = options.out or options.work / f"faults-{options.label}.json"
    return options


def main(arguments):
    """Runs the benchmark; the exit code says only whether it could be run."""
    options = parse_options(arguments)
    jdk = find_jdk()
    if jdk is None:
        return fail("no JDK found", "run `make install-tools`, or set JAVA_HOME")
    if not os.access(options.evoke, os.X_OK):
        return fail(f"{options.evoke} is not there", "run `make build`")
    if not options.faults.is_file():
        return fail(f"{options.faults} is not there", "give a CSV file with the columns of bench/faults.csv")
    faults = [it for it in read_faults(options.faults) if not options.only or any(text in it.name for text in options.only)]
    if not faults:
        return fail("no fault matches --only", f"see {options.faults}")
    try:
        runs = FaultRuns(options, jdk)
    except MavenError as error:
        return fail(error, "Maven and a connection are needed the first time")

    def measure(fault):
        row = runs.measured(fault)
        print(f"{row.name}: {row.result} {row.reason}".rstrip(), file=sys.stderr, flush=True)
        return row

    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        rows = list(pool.map(measure, faults))
    summary = summarise(rows)
    print(render(rows, summary))
    settings = ("label", "budget", "budget_statements", "seed", "jobs", "evoke_arg")
    write_record(options, SCHEMA, settings, jdk, {"summary": summary, "rows": [{**asdict(row), "result": row.result} for row in rows]})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
