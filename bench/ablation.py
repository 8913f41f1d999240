#!/usr/bin/env python3
"""What each technique of the search is worth: goals covered with it and without, all else as by default.

For each class, technique and seed one `evoke __search` with an equal budget of executed statements, as in search_study.py,
whose files it shares. Prints Markdown: for each technique how many more goals are covered with it than without.
"""

from __future__ import annotations

import argparse
import sys
from statistics import mean

from evoke_program import EvokeError, techniques
from maven import MavenError
from statistics_of_runs import Tally, compare, magnitude
from study import Configuration, Study, add_arguments
from subject_list import DEFAULT_SET, ROOT, ending_in, read_subjects
from table import format_markdown

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
AS_BY_DEFAULT = Configuration("as by default", ())


def with_and_without(technique, off_by_default):
    """The search with a technique and without it, all else as by default."""
    if technique in off_by_default:
        return Configuration(f"with {technique}", ("--enable", technique)), AS_BY_DEFAULT
    return AS_BY_DEFAULT, Configuration(f"without {technique}", ("--disable", technique))


def effects(study, subjects, pair):
    """For each class the share of its goals that the first adds, and the comparison; classes with a failed run are left out."""
    found = []
    for subject in subjects:
        with_it, without_it = (study.covered(subject, configuration) for configuration in pair)
        if with_it and without_it:
            gain = (mean(with_it) - mean(without_it)) / study.total(subject, pair)
            found.append((gain, compare(with_it, without_it)))
    return found


def table(study, subjects, pairs):
    """One row a technique; `pairs` holds its two configurations by its name."""
    header = ["technique", "classes", "better with it", "worse with it", "mean gain", "greatest gain", "median A12"]
    rows = []
    for technique, pair in pairs.items():
        found = effects(study, subjects, pair)
        if not found:
            continue
        gains = [gain for gain, _ in found]
        tally = Tally(tuple(compared for _, compared in found))
        middle = tally.median_effect()
        cells = [technique, len(found), tally.more(), tally.fewer(), f"{100 * mean(gains):+.2f} %"]
        rows.append([*cells, f"{100 * max(gains):+.2f} %", f"{middle:.2f}", magnitude(middle)])
    return format_markdown([*header, "magnitude"], rows, text_columns=(0, 7))


def class_table(study, subjects, pairs):
    """A12 of having a technique, by class; bold where p is below 0.05."""
    rows = []
    for subject in subjects:
        by_default = study.covered(subject, AS_BY_DEFAULT)
        if not by_default:
            continue
        cells = [f"{mean(by_default):.1f} of {study.total(subject, [AS_BY_DEFAULT])}"]
        for pair in pairs.values():
            cells.append("".join(compared.format() for _, compared in effects(study, [subject], pair)))
        rows.append([subject.class_name.rsplit(".", 1)[1], *cells])
    return format_markdown(["class", "covered by default", *pairs], rows)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_arguments(parser, ROOT, "target/ablation", seeds=5, statements=100_000)
    parser.add_argument("--only", action="append", metavar="TEXT", help="classes whose name ends so; 12 by default")
    parser.add_argument("--technique", action="append", metavar="NAME", help="only these techniques; all by default")
    parser.set_defaults(disable="")
    return parser.parse_args(arguments)


def configurations_of(options):
    """With and without, by technique."""
    known, off_by_default = techniques(options.evoke)
    for name in options.technique or []:
        if name not in known:
            raise EvokeError(f"there is no technique `{name}`; there are {', '.join(known)}")
    return {name: with_and_without(name, off_by_default) for name in options.technique or known}


def main(arguments=None):
    options = parse_arguments(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    subjects = ending_in(read_subjects(DEFAULT_SET), options.only or CLASSES)
    try:
        pairs = configurations_of(options)
        study = Study(options)
        configurations = dict.fromkeys(configuration for pair in pairs.values() for configuration in pair)
        study.run_all(subjects, [AS_BY_DEFAULT, *(it for it in configurations if it != AS_BY_DEFAULT)])
    except (EvokeError, MavenError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{options.statements} statements a run, {options.seeds} seeds, criteria {options.criteria}\n")
    print(table(study, subjects, pairs), "\n")
    print(class_table(study, subjects, pairs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
