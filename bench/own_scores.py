#!/usr/bin/env python3
"""Compares the mutation scores that `evoke mutate` gives suites with those of PIT, over the operators that both have.

Takes the suites of a label of `bench/subjects.py` and the JSON file of a run with `--pit`. PIT has one mutant where Evoke has several (each
arithmetic operator is replaced by each other one), so that scores are compared, not mutants. Prints a table and writes a JSON file.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from generated_suite import find_jdk
from maven import Maven, MavenError
from subject_list import ROOT, add_arguments, holding, read_subjects, short_name
from subjects import fail
from table import format_table, percent

SCHEMA = "evoke.bench.own-scores/1"
# PIT's default operators change arithmetic and bitwise operators, comparisons, what methods return, and take calls out.
SHARED = ["delete-call", "replace-arithmetic", "replace-bitwise", "replace-comparison", "replace-return-value"]
# No suite takes longer than this, in seconds.
LIMIT = 1800


@dataclass
class Row:
    """The scores of one suite, between 0 and 1. `reason` says why there are none, and is empty otherwise."""

    class_name: str
    reason: str = ""
    own: float | None = None
    own_mutants: int = 0
    pit: float | None = None
    pit_mutants: int = 0


class Scores:
    """What is the same for all suites."""

    def __init__(self, options, jdk):
        self.options = options
        self.jdk = jdk
        self.maven = Maven(options.work / "maven")
        measured = json.loads(options.pit.read_text(encoding="utf-8"))["rows"]
        self.pit = {row["class_name"]: row for row in measured if row.get("mutants")}

    def compare(self, subject):
        """Runs a suite on Evoke's mutants; never raises for what one suite does wrong."""
        row = Row(subject.class_name)
        of_pit = self.pit.get(subject.class_name)
        if of_pit is None:
            row.reason = "PIT has no score"
            return row
        row.pit, row.pit_mutants = of_pit["mutants_killed"] / of_pit["mutants"], of_pit["mutants"]
        try:
            record = self.mutate(subject)
        except (MavenError, OSError, ValueError, subprocess.SubprocessError) as error:
            row.reason = str(error)[:200]
            return row
        killed, total = shared_operators(record)
        row.own, row.own_mutants = (killed / total if total else None), total
        return row

    def mutate(self, subject):
        """The record of `evoke mutate`."""
        class_path = ":".join(map(str, self.maven.class_path(subject.gav)))
        suite = self.options.suites / subject.class_name / "src"
        command = [self.options.evoke, "mutate", subject.class_name, "--tests", suite, "--classpath", class_path, "--java-home", self.jdk, "--json"]
        finished = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=LIMIT, check=False, stdin=subprocess.DEVNULL)
        if not finished.stdout:
            raise ValueError(finished.stderr.strip() or "no record")
        return json.loads(finished.stdout)


def shared_operators(record):
    """How many mutants of shared operators are killed, and how many there are."""
    operators = record["subjects"][0]["mutation"]["operators"]
    counts = [operators[name] for name in SHARED if name in operators]
    return sum(count["killed"] for count in counts), sum(sum(count.values()) for count in counts)


def summarise(rows):
    """Means over suites that have both scores, in per cent and points."""
    both = [row for row in rows if row.own is not None and row.pit is not None]
    if not both:
        return {"suites": 0}
    apart = [abs(row.own - row.pit) for row in both]
    return {
        "suites": len(both),
        "own": 100 * sum(row.own for row in both) / len(both),
        "pit": 100 * sum(row.pit for row in both) / len(both),
        "mean_difference": 100 * sum(apart) / len(both),
        "median_difference": 100 * statistics.median(apart),
        "within_5_points": sum(difference <= 0.05 for difference in apart),
    }


def render(rows, summary):
    """The table, and the means."""
    names = [row.class_name for row in rows]
    body = [
        [short_name(row.class_name, names), percent(row.own), str(row.own_mutants), percent(row.pit), str(row.pit_mutants), row.reason[:60]]
        for row in rows
    ]
    lines = [format_table(["class", "own", "mutants", "PIT", "mutants", "reason"], body), ""]
    if summary["suites"]:
        lines.append(
            f"{summary['suites']} suites: own {summary['own']:.1f} %, PIT {summary['pit']:.1f} %; apart {summary['mean_difference']:.1f} points in the "
            f"mean, {summary['median_difference']:.1f} in the median, {summary['within_5_points']} within 5"
        )
    return "\n".join(lines)


def parse_options(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", help="label of a run of bench/subjects.py")
    parser.add_argument("--pit", type=Path, required=True, help="JSON file of a run of bench/subjects.py with --pit on these suites")
    parser.add_argument("--evoke", type=Path, default=ROOT / "target" / "release" / "evoke", help="the program")
    parser.add_argument("--jobs", type=int, default=1, help="suites at a time (default 1)")
    parser.add_argument("--only", action="append", default=[], help="only classes whose name holds this; repeatable")
    parser.add_argument("--out", type=Path, help="JSON file (default own-scores.json in the folder of the suites)")
    add_arguments(parser)
    parser.add_argument("--work", type=Path, default=ROOT / "target" / "bench", help="folder of labels and of jars")
    options = parser.parse_args(arguments)
    options.work = options.work.resolve()
    options.suites = options.work / options.suites
    options.out = options.out or options.suites / "own-scores.json"
    return options


def main(arguments):
    """Compares the scores; 3 if that cannot be done."""
    options = parse_options(arguments)
    jdk = find_jdk()
    if jdk is None:
        return fail("no JDK found", "run `make install-tools`, or set JAVA_HOME")
    if not options.suites.is_dir():
        return fail(f"{options.suites} is not there", "give the label of a run of bench/subjects.py")
    if not options.pit.is_file():
        return fail(f"{options.pit} is not there", "give the JSON file of a run of bench/subjects.py with --pit")
    try:
        scores = Scores(options, jdk)
    except MavenError as error:
        return fail(error, "Maven and a connection are needed the first time")
    subjects = holding(read_subjects(options.subjects), options.only)
    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        rows = list(pool.map(scores.compare, subjects))
    summary = summarise(rows)
    print(render(rows, summary))
    options.out.write_text(json.dumps({"schema": SCHEMA, "summary": summary, "rows": [asdict(row) for row in rows]}, indent=1) + "\n", encoding="utf-8")
    print(f"written to {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
