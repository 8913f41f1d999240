#!/usr/bin/env python3
"""What each part of the search is worth: goals covered with all parts, and with one of them switched off.

For each class, part and seed one `evoke __search` with an equal budget of executed statements, as in search_study.py,
whose files it shares. Prints Markdown: for each part how many more goals are covered with it than without.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import mean, median

from maven import MavenError
from search_study import ROOT, SIGNIFICANT, Configuration, Study, read_subjects
from statistics_of_runs import a12, magnitude, mann_whitney_p

PARTS = (
    "constants",
    "dynamic-pool",
    "input-to-state",
    "local-search",
    "line-coverage",
    "stubs",
    "throwing-stubs",
    "string-distances",
    "filled-containers",
    "tested-types",
    "call-chains",
    "run-time-types",
    "state-writers",
    "goal-weights",
    "generator-weights",
)
# Containers, factories, parsers, solvers, numbers and strings; classes that all searches cover wholly would tell nothing.
CLASSES = (
    "collect.MinMaxPriorityQueue",
    "math.LongMath",
    "cli.DefaultParser",
    "csv.CSVFormat",
    "csv.CSVParser",
    "lang3.ClassUtils",
    "math.NumberUtils",
    "time.DateUtils",
    "linear.SimplexTableau",
    "univariate.BrentOptimizer",
    "parser.TokenQueue",
    "format.DateTimeFormatterBuilder",
)
# Off by default, and measured all the same.
ENABLED = ("--enable", "line-coverage,state-writers")
ALL = Configuration("all parts", ENABLED)


def without(part):
    return Configuration(f"without {part}", (*ENABLED, "--disable", part))


def effects(study, subjects, configuration):
    """For each class the share of its goals that the part adds, A12 of having it, and p; classes with a failed run are left out."""
    found = []
    for subject in subjects:
        with_all, with_less = study.covered(subject, ALL), study.covered(subject, configuration)
        if with_all and with_less:
            gain = (mean(with_all) - mean(with_less)) / study.total(subject, [ALL, configuration])
            found.append((gain, a12(with_all, with_less), mann_whitney_p(with_all, with_less)))
    return found


def table(study, subjects):
    header = "| part | classes | better with it | worse with it | mean gain | greatest gain | median A12 | magnitude |"
    lines = [header, "|---|" + "---:|" * 6 + "---|"]
    for part in PARTS:
        found = effects(study, subjects, without(part))
        if not found:
            continue
        significant = [effect for _, effect, p in found if p < SIGNIFICANT]
        better = sum(effect > 0.5 for effect in significant)
        gains = [gain for gain, _, _ in found]
        middle = median(effect for _, effect, _ in found)
        cells = [part, len(found), better, len(significant) - better, f"{100 * mean(gains):+.2f} %"]
        cells += [f"{100 * max(gains):+.2f} %", f"{middle:.2f}", magnitude(middle)]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def class_table(study, subjects):
    """A12 of having a part, by class; bold where p is below 0.05."""
    lines = [f"| class | covered with all | {' | '.join(PARTS)} |", "|---|---:|" + "---:|" * len(PARTS)]
    for subject in subjects:
        with_all = study.covered(subject, ALL)
        if not with_all:
            continue
        cells = [f"{mean(with_all):.1f} of {study.total(subject, [ALL])}"]
        for part in PARTS:
            with_less = study.covered(subject, without(part))
            text = f"{a12(with_all, with_less):.2f}" if with_less else ""
            is_significant = with_less and mann_whitney_p(with_all, with_less) < SIGNIFICANT
            cells.append(f"**{text}**" if is_significant else text)
        lines.append(f"| {subject.class_name.rsplit('.', 1)[1]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evoke", type=Path, default=ROOT / "target/release/evoke")
    parser.add_argument("--work", type=Path, default=ROOT / "target/ablation")
    parser.add_argument("--only", action="append", metavar="TEXT", help="classes whose name ends so; 12 by default")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--statements", type=int, default=100_000)
    parser.add_argument("--criteria", default="branch,line")
    parser.add_argument("--jobs", type=int, default=2)
    parser.set_defaults(disable="")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = parse_arguments(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    subjects = read_subjects(ROOT / "bench/subjects.csv", options.only or CLASSES)
    try:
        study = Study(options)
        study.run_all(subjects, [ALL, *map(without, PARTS)])
    except MavenError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{options.statements} statements a run, {options.seeds} seeds, criteria {options.criteria}\n")
    print(table(study, subjects), "\n")
    print(class_table(study, subjects))
    return 0


if __name__ == "__main__":
    sys.exit(main())
