#!/usr/bin/env python3
"""Compares what `evoke mutate` finds noticed with what PIT does, mutant by mutant as far as they can be paired (`mutant_pairs.py`).

Takes the suites of a label of `bench/subjects.py` on which PIT was run (`--pit`). Prints a table by class and one by kind of mutant, and
writes a JSON file.
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
from mutant_pairs import Pairs, add, pair
from subject_list import ROOT, add_arguments, holding, read_subjects, short_name
from subjects import fail
from table import format_table, percent

SCHEMA = "evoke.bench.own-scores/2"
# No suite takes longer than this, in seconds.
LIMIT = 1800


@dataclass
class Row:
    """What both tools find of one suite. `reason` says why there is nothing, and is empty otherwise."""

    class_name: str
    reason: str = ""
    pairs: Pairs | None = None

    def scores(self):
        """By Evoke's count and by PIT's, between 0 and 1; `None` where nothing was paired."""
        if self.pairs is None or not self.pairs.total:
            return None
        return self.pairs.own / self.pairs.total, self.pairs.pit / self.pairs.total


class Scores:
    """What is the same for all suites."""

    def __init__(self, options, jdk):
        self.options = options
        self.jdk = jdk
        self.maven = Maven(options.work / "maven")

    def compare(self, subject):
        """Runs a suite on Evoke's mutants; never raises for what one suite does wrong."""
        row = Row(subject.class_name)
        report = self.options.suites / subject.class_name / "pit" / "report" / "mutations.csv"
        if not report.is_file():
            row.reason = "no report of PIT"
            return row
        try:
            record = self.mutate(subject)
        except (MavenError, OSError, ValueError, subprocess.SubprocessError) as error:
            row.reason = str(error)[:200]
            return row
        row.pairs = pair(report.read_text(encoding="utf-8"), record["subjects"][0]["mutation"]["mutants"])
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


def summarise(rows):
    """Means over suites of which something was paired, in per cent and points."""
    scores = [scores for row in rows if (scores := row.scores())]
    if not scores:
        return {"suites": 0}
    apart = [abs(own - pit) for own, pit in scores]
    compared = [row.pairs for row in rows if row.scores()]
    return {
        "suites": len(scores),
        "own": 100 * statistics.mean(own for own, _ in scores),
        "pit": 100 * statistics.mean(pit for _, pit in scores),
        "mean_difference": 100 * statistics.mean(apart),
        "median_difference": 100 * statistics.median(apart),
        "within_5_points": sum(difference <= 0.05 for difference in apart),
        "pairs": sum(pairs.total for pairs in compared),
        "unpaired": sum(pairs.unpaired for pairs in compared),
        "kinds": add(compared),
    }


def render(rows, summary):
    """The tables, and the means."""
    names = [row.class_name for row in rows]
    body = [[short_name(row.class_name, names), *cells_of(row), row.reason[:60]] for row in rows]
    lines = [format_table(["class", "own", "PIT", "pairs", "unpaired", "reason"], body), ""]
    if summary["suites"]:
        kinds = [[kind, *(str(counts[key]) for key in ("own", "pit", "pairs"))] for kind, counts in summary["kinds"].items()]
        lines += [format_table(["kind", "own", "PIT", "pairs"], kinds), ""]
        lines.append(
            f"{summary['suites']} suites: own {summary['own']:.1f} %, PIT {summary['pit']:.1f} %; apart {summary['mean_difference']:.1f} points in the "
            f"mean, {summary['median_difference']:.1f} in the median, {summary['within_5_points']} within 5; {summary['pairs']} pairs, "
            f"{summary['unpaired']} mutants of PIT without a partner"
        )
    return "\n".join(lines)


def cells_of(row):
    """The figures of a row of the table."""
    scores = row.scores()
    if scores is None:
        return ["", "", "", ""]
    return [percent(scores[0]), percent(scores[1]), str(row.pairs.total), str(row.pairs.unpaired)]


def parse_options(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", help="label of a run of bench/subjects.py with --pit")
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
