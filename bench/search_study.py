#!/usr/bin/env python3
"""Compares search algorithms and operators: goals covered with equal budgets of executed statements.

For each class of subjects.csv, configuration and seed: `evoke __search`, which searches and writes no tests. What a run
found is kept in a file in the work folder, so that a study can be interrupted and widened. Prints Markdown: covered
goals by class, pairs of configurations with A12 and Mann-Whitney p, and what the tests of aDynaMOSA and DynaMOSA cost by
the seven proxies. With `--cost` instead: suites of the two are generated, and run in fresh JVMs by `evoke measure-cost`.
"""

from __future__ import annotations

import argparse
import sys
from statistics import mean, median

from cost_study import CostStudy
from evoke_program import EvokeError
from maven import MavenError
from statistics_of_runs import Tally, compare, magnitude, ratio
from study import Configuration, Study, add_arguments
from subject_list import DEFAULT_SET, ROOT, ending_in, read_subjects
from table import format_markdown

# Classes on which a search of a few seconds leaves goals, so that searches can differ, and whose calls are quick.
CLASSES = (
    "collect.MinMaxPriorityQueue",
    "math.LongMath",
    "cli.DefaultParser",
    "language.DoubleMetaphone",
    "net.QuotedPrintableCodec",
    "csv.CSVFormat",
    "lang3.ClassUtils",
    "lang3.math.Fraction",
    "math.NumberUtils",
    "text.StrBuilder",
    "lang3.BooleanUtils",
    "time.DateUtils",
    "oned.IntervalsSet",
    "parser.TokenQueue",
    "format.DateTimeFormatterBuilder",
)
# Techniques of Evoke that look at goals and that the algorithms' papers do not have; some algorithms would gain more of them.
OWN_TECHNIQUES = "input-to-state,local-search,line-coverage,state-writers,goal-weights"

# That of the papers about algorithms and goals.
SINGLE_POINT = ("--crossover", "single-point")


def algorithm(name):
    return Configuration(name, ("--algorithm", name, *SINGLE_POINT))


NAMES = ("random", "single-branch", "whole-suite", "whole-suite-archive", "mosa", "dynamosa", "adynamosa", "mio")
ALGORITHMS = [algorithm(name) for name in NAMES]
HMX = Configuration("dynamosa, hmx", ("--algorithm", "dynamosa", "--crossover", "hmx"))
CONFIGURATIONS = [*ALGORITHMS, HMX]


def selection(algorithm, name):
    arguments = ("--algorithm", algorithm, "--goal-selection", name, *SINGLE_POINT)
    return Configuration(f"{algorithm}, {name}", arguments, "default")


# All eight criteria of the original combination are counted, whatever guides.
SELECTIONS = [
    selection(algorithm, name) for algorithm in ("whole-suite", "mosa", "dynamosa") for name in ("all", "smart")
]

BY_NAME = {each.name: each for each in [*CONFIGURATIONS, *SELECTIONS]}
# Whose tests are compared by their cost.
PERFORMANCE_AWARE, PLAIN = "adynamosa", "dynamosa"
PROXIES = (
    "I1 loop cycles",
    "I2 calls in the class",
    "I3 calls of the test",
    "I4 allocations",
    "I5 lines run",
    "I6 other statements",
    "I7 length",
)

# What the papers claim: the first at or above the second.
PAIRS = [
    ("single-branch", "random"),
    ("whole-suite", "single-branch"),
    ("whole-suite-archive", "whole-suite"),
    ("mosa", "whole-suite-archive"),
    ("dynamosa", "mosa"),
    ("adynamosa", "dynamosa"),
    ("dynamosa", "mio"),
    ("dynamosa", "random"),
    ("dynamosa, hmx", "dynamosa"),
    ("whole-suite, smart", "whole-suite, all"),
    ("mosa, smart", "mosa, all"),
    ("dynamosa, smart", "dynamosa, all"),
]


def simple_name(subject):
    return subject.class_name.rsplit(".", 1)[1]


def coverage_table(study, subjects, names):
    """Mean covered goals by class; classes on which a run went wrong are named below the table."""
    rows, incomplete = [], []
    shares = {name: [] for name in names}
    for subject in subjects:
        covered = {name: study.covered(subject, BY_NAME[name]) for name in names}
        if None in covered.values():
            incomplete.append(simple_name(subject))
            continue
        total = study.total(subject, [BY_NAME[name] for name in names])
        rows.append([simple_name(subject), total, *(f"{mean(covered[name]):.1f}" for name in names)])
        for name in names:
            shares[name].append(mean(covered[name]) / total)
    if any(shares.values()):
        rows.append(["mean share", "", *(f"{100 * mean(shares[name]):.1f} %" for name in names)])
    text = format_markdown(["class", "goals", *names], rows)
    if incomplete:
        text += f"\n\nLeft out because a run is missing or failed: {', '.join(incomplete)}."
    return text


def comparison(study, subject, pair):
    """The goals that the two cover; `None` where a run is missing or went wrong."""
    samples = [study.covered(subject, BY_NAME[name]) for name in pair]
    return None if None in samples else compare(*samples)


def pair_table(study, subjects, pairs):
    """For each pair on how many classes the first covers significantly more, fewer, or neither, and the median A12."""
    rows = []
    for pair in pairs:
        found = (comparison(study, subject, pair) for subject in subjects)
        tally = Tally(tuple(each for each in found if each))
        n_classes = len(tally.comparisons)
        if n_classes:
            more, fewer, middle = tally.more(), tally.fewer(), tally.median_effect()
            counts = [n_classes, more, fewer, n_classes - more - fewer]
            rows.append([*pair, *counts, f"{middle:.2f}", magnitude(middle), f"{tally.lowest_p():.3f}"])
    header = ["first", "second", "classes", "more", "fewer", "no difference", "median A12", "magnitude", "lowest p"]
    return format_markdown(header, rows, text_columns=(0, 1, 7))


def effect_table(study, subjects, pairs):
    """A12 and p of each class and pair; p below 0.05 in bold."""
    rows = []
    for subject in subjects:
        found = [comparison(study, subject, pair) for pair in pairs]
        rows.append([simple_name(subject), *(each.format(with_p=True) if each else "" for each in found)])
    return format_markdown(["class", *(f"{first} / {second}" for first, second in pairs)], rows)


def proxy_table(study, subjects):
    """What the tests of the performance-aware search cost by each proxy, as a share of what those of the plain one do."""
    pair = (PERFORMANCE_AWARE, PLAIN)
    rows = []
    ratios = [[] for _ in PROXIES]
    cheaper, dearer = [0] * len(PROXIES), [0] * len(PROXIES)
    for subject in subjects:
        samples = [study.proxies(subject, BY_NAME[name]) for name in pair]
        if None in samples:
            continue
        cells = [f"{mean(study.covered(subject, BY_NAME[name])):.1f}" for name in pair]
        for index in range(len(PROXIES)):
            aware, plain = ([run[index] for run in sample] for sample in samples)
            share = ratio(aware, plain)
            cells.append(f"{share:.2f}")
            if share == share:
                ratios[index].append(share)
            compared = compare(aware, plain)
            if compared.is_significant():
                (cheaper if compared.effect < 0.5 else dearer)[index] += 1
        rows.append([simple_name(subject), *cells])
    if any(ratios):
        rows.append(["median", "", "", *(f"{median(values):.2f}" if values else "" for values in ratios)])
        counts = (f"{fewer} / {more}" for fewer, more in zip(cheaper, dearer))
        rows.append(["significantly cheaper / dearer", "", "", *counts])
    return format_markdown(["class", *(f"goals {name}" for name in pair), *PROXIES], rows)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_arguments(parser, ROOT, "target/search-study", seeds=10, statements=200_000)
    parser.add_argument("--only", action="append", metavar="TEXT", help="classes whose name ends so; 15 by default")
    parser.add_argument("--disable", default=OWN_TECHNIQUES, metavar="NAMES", help="techniques that all searches do without")
    parser.add_argument("--configuration", action="append", metavar="NAME", help="these alone")
    parser.add_argument("--cost", action="store_true", help="measure suites in place of counting goals")
    parser.add_argument("--cost-runs", type=int, default=10, metavar="N", help="JVMs that a suite is measured in")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = parse_arguments(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    subjects = ending_in(read_subjects(DEFAULT_SET), options.only or CLASSES)
    wanted = options.configuration
    configurations = [each for each in BY_NAME.values() if not wanted or each.name in wanted]
    try:
        if options.cost:
            without = f"without {options.disable or 'nothing'}"
            print(f"{options.statements} statements, {options.seeds} seeds, {options.cost_runs} JVMs a suite, {without}\n")
            print(CostStudy(options, [BY_NAME[PERFORMANCE_AWARE], BY_NAME[PLAIN]]).table(subjects))
            return 0
        study = Study(options)
        study.run_all(subjects, configurations)
    except (EvokeError, MavenError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{options.statements} statements a run, {options.seeds} seeds, without {options.disable or 'nothing'}")
    for criteria in dict.fromkeys(each.criteria or options.criteria for each in configurations):
        names = [each.name for each in configurations if (each.criteria or options.criteria) == criteria]
        pairs = [pair for pair in PAIRS if set(pair) <= set(names)]
        print(f"\nCriteria {criteria}:\n")
        print(coverage_table(study, subjects, names))
        if pairs:
            print("", pair_table(study, subjects, pairs), "", effect_table(study, subjects, pairs), sep="\n")
        if {PERFORMANCE_AWARE, PLAIN} <= set(names):
            print("", proxy_table(study, subjects), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
