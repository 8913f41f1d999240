#!/usr/bin/env python3
"""What each part of the search is worth: goals covered with it and without, all else as by default.

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
    "object-pool",
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
# Off by default (`Part::OFF_BY_DEFAULT`): what they are worth is what comes with them.
OFF_BY_DEFAULT = ("line-coverage", "state-writers")
AS_BY_DEFAULT = Configuration("as by default", ())


def with_and_without(part):
    """The search with a part and without it, all else as by default."""
    if part in OFF_BY_DEFAULT:
        return Configuration(f"with {part}", ("--enable", part)), AS_BY_DEFAULT
    return AS_BY_DEFAULT, Configuration(f"without {part}", ("--disable", part))


def effects(study, subjects, part):
    """For each class the share of its goals that the part adds, A12 of having it, and p; classes with a failed run are left out."""
    found = []
    pair = with_and_without(part)
    for subject in subjects:
        with_it, without_it = (study.covered(subject, configuration) for configuration in pair)
        if with_it and without_it:
            gain = (mean(with_it) - mean(without_it)) / study.total(subject, pair)
            found.append((gain, a12(with_it, without_it), mann_whitney_p(with_it, without_it)))
    return found


def table(study, subjects, parts):
    header = "| part | classes | better with it | worse with it | mean gain | greatest gain | median A12 | magnitude |"
    lines = [header, "|---|" + "---:|" * 6 + "---|"]
    for part in parts:
        found = effects(study, subjects, part)
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


def class_table(study, subjects, parts):
    """A12 of having a part, by class; bold where p is below 0.05."""
    lines = [f"| class | covered by default | {' | '.join(parts)} |", "|---|---:|" + "---:|" * len(parts)]
    for subject in subjects:
        by_default = study.covered(subject, AS_BY_DEFAULT)
        if not by_default:
            continue
        cells = [f"{mean(by_default):.1f} of {study.total(subject, [AS_BY_DEFAULT])}"]
        for part in parts:
            effect = effects(study, [subject], part)
            cells.append("".join(f"**{size:.2f}**" if p < SIGNIFICANT else f"{size:.2f}" for _, size, p in effect))
        lines.append(f"| {subject.class_name.rsplit('.', 1)[1]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evoke", type=Path, default=ROOT / "target/release/evoke")
    parser.add_argument("--work", type=Path, default=ROOT / "target/ablation")
    parser.add_argument("--only", action="append", metavar="TEXT", help="classes whose name ends so; 12 by default")
    parser.add_argument("--part", action="append", choices=PARTS, metavar="NAME", help="only these parts; all by default")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--statements", type=int, default=100_000)
    parser.add_argument("--criteria", default="branch,line")
    parser.add_argument("--jobs", type=int, default=2)
    parser.set_defaults(disable="")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = parse_arguments(arguments)
    parts = options.part or PARTS
    options.work.mkdir(parents=True, exist_ok=True)
    subjects = read_subjects(ROOT / "bench/subjects.csv", options.only or CLASSES)
    try:
        study = Study(options)
        configurations = {configuration: None for part in parts for configuration in with_and_without(part)}
        study.run_all(subjects, [AS_BY_DEFAULT, *(it for it in configurations if it != AS_BY_DEFAULT)])
    except MavenError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{options.statements} statements a run, {options.seeds} seeds, criteria {options.criteria}\n")
    print(table(study, subjects, parts), "\n")
    print(class_table(study, subjects, parts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
