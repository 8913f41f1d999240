#!/usr/bin/env python3
"""Compares search algorithms and operators: goals covered with equal budgets of executed statements.

For each class of subjects.csv, configuration and seed: `evoke __search`, which searches and writes no tests. What a run
found is kept in a file in the work folder, so that a study can be interrupted and widened. Prints Markdown: covered
goals by class, pairs of configurations with A12 and Mann-Whitney p, and what the tests of aDynaMOSA and DynaMOSA cost by
the seven proxies. With `--cost` instead: suites of the two are generated, and run in fresh JVMs by `evoke measure-cost`.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from maven import Maven, MavenError
from processes import run
from statistics_of_runs import a12, magnitude, mann_whitney_p

ROOT = Path(__file__).resolve().parent.parent
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
# Parts of Evoke that look at goals and that the algorithms' papers do not have; some algorithms would gain more of them.
OWN_PARTS = "input-to-state,local-search,line-coverage,state-writers,goal-weights"
SIGNIFICANT = 0.05
RUN_TIMEOUT = 900


@dataclass(frozen=True)
class Configuration:
    """A way to search, by the name it has in the tables. Its criteria are those of the study, unless it has its own."""

    name: str
    arguments: tuple[str, ...]
    criteria: str | None = None


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


@dataclass(frozen=True)
class Subject:
    gav: str
    class_name: str


class Study:
    """Runs searches and remembers what they covered."""

    def __init__(self, options):
        self.options = options
        self.maven = Maven(options.work / "maven")
        self.runs_file = options.work / "runs.jsonl"
        self.runs = {}
        if self.runs_file.is_file():
            for line in self.runs_file.read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                self.runs[tuple(record["key"])] = record["result"]

    def run_all(self, subjects, configurations):
        """All runs that are not there yet, seed by seed, so that an interrupted study has few seeds of everything."""
        class_paths = {subject: self.maven.class_path(subject.gav) for subject in subjects}
        jobs = [
            (subject, configuration, seed)
            for seed in range(1, self.options.seeds + 1)
            for subject in subjects
            for configuration in configurations
            if self.key(subject, configuration, seed) not in self.runs
        ]
        with ThreadPoolExecutor(self.options.jobs) as pool:
            for key, result in pool.map(lambda job: self.run_one(class_paths, *job), jobs):
                self.runs[key] = result
                with open(self.runs_file, "a", encoding="utf-8") as file:
                    file.write(json.dumps({"key": key, "result": result}) + "\n")

    def key(self, subject, configuration, seed):
        criteria = configuration.criteria or self.options.criteria
        return (subject.class_name, configuration.name, seed, self.options.statements, criteria)

    def run_one(self, class_paths, subject, configuration, seed):
        command = [self.options.evoke, "__search", subject.class_name]
        command += ["--classpath", os.pathsep.join(class_paths[subject]), "--seed", seed, "--quiet"]
        criteria = configuration.criteria or self.options.criteria
        command += ["--budget-statements", self.options.statements, "--criteria", criteria, "--count-effort"]
        if self.options.disable:
            command += ["--disable", self.options.disable]
        result = self.options.work / f"{subject.class_name}-{configuration.name}-{seed}.json".replace(" ", "")
        result.unlink(missing_ok=True)
        finished = run([*command, *configuration.arguments, "--json", result], RUN_TIMEOUT)
        key = self.key(subject, configuration, seed)
        if not result.is_file():
            return key, {"error": finished.last_line()}
        record = json.loads(result.read_text(encoding="utf-8"))["classes"][0]
        result.unlink()
        if record["status"] != "ok":
            return key, {"error": record.get("reason")}
        goals = {name: [count["covered"], count["total"]] for name, count in record["goals"].items()}
        found = {"goals": goals, "seconds": record["seconds"]["search"], "restarts": record["worker_restarts"]}
        return key, {**found, "proxies": record["proxies"]}

    def goals(self, subject, configuration):
        """By seed what a run covered of each criterion; `None` where one is missing or went wrong."""
        keys = (self.key(subject, configuration, seed) for seed in range(1, self.options.seeds + 1))
        goals = [self.runs.get(key, {}).get("goals") for key in keys]
        return None if None in goals else goals

    def covered(self, subject, configuration):
        """Goals covered by each seed, of all criteria; `None` where a run of the class is missing or went wrong."""
        goals = self.goals(subject, configuration)
        return goals and [sum(covered for covered, _ in run.values()) for run in goals]

    def proxies(self, subject, configuration):
        """The sums of the proxies over the tests of each seed; `None` where a run is missing or went wrong."""
        keys = (self.key(subject, configuration, seed) for seed in range(1, self.options.seeds + 1))
        proxies = [self.runs.get(key, {}).get("proxies") for key in keys]
        return None if None in proxies else proxies

    def total(self, subject, configurations):
        """Number of goals; of criteria whose goals the search finds (exceptions) the most that any run found."""
        totals = {}
        for run in (run for each in configurations for run in self.goals(subject, each)):
            for criterion, (_, total) in run.items():
                totals[criterion] = max(total, totals.get(criterion, 0))
        return sum(totals.values())


def coverage_table(study, subjects, names):
    """Mean covered goals by class; classes on which a run went wrong are named below the table."""
    lines = [f"| class | goals | {' | '.join(names)} |", "|---|" + "---:|" * (len(names) + 1)]
    shares = {name: [] for name in names}
    incomplete = []
    for subject in subjects:
        covered = {name: study.covered(subject, BY_NAME[name]) for name in names}
        short_name = subject.class_name.rsplit(".", 1)[1]
        if None in covered.values():
            incomplete.append(short_name)
            continue
        total = study.total(subject, [BY_NAME[name] for name in names])
        cells = [f"{mean(covered[name]):.1f}" for name in names]
        lines.append(f"| {short_name} | {total} | {' | '.join(cells)} |")
        for name in names:
            shares[name].append(mean(covered[name]) / total)
    if any(shares.values()):
        cells = [f"{100 * mean(shares[name]):.1f} %" for name in names]
        lines.append(f"| mean share | | {' | '.join(cells)} |")
    if incomplete:
        lines += ["", f"Left out because a run is missing or failed: {', '.join(incomplete)}."]
    return "\n".join(lines)


def pair_table(study, subjects, pairs):
    """For each pair on how many classes the first covers significantly more, fewer, or neither, and the median A12."""
    header = "| first | second | classes | more | fewer | no difference | median A12 | magnitude | lowest p |"
    lines = [header, "|---|---|" + "---:|" * 5 + "---|---:|"]
    for first, second in pairs:
        effects, p_values = [], []
        for subject in subjects:
            samples = [study.covered(subject, BY_NAME[name]) for name in (first, second)]
            if None not in samples:
                effects.append(a12(*samples))
                p_values.append(mann_whitney_p(*samples))
        if not effects:
            continue
        significant = [effect for effect, p in zip(effects, p_values) if p < SIGNIFICANT]
        more = sum(effect > 0.5 for effect in significant)
        fewer = len(significant) - more
        middle = median(effects)
        cells = [first, second, len(effects), more, fewer, len(effects) - more - fewer]
        cells += [f"{middle:.2f}", magnitude(middle), f"{min(p_values):.3f}"]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def effect_table(study, subjects, pairs):
    """A12 and p of each class and pair; p below 0.05 in bold."""
    titles = [f"{first} / {second}" for first, second in pairs]
    lines = [f"| class | {' | '.join(titles)} |", "|---|" + "---:|" * len(pairs)]
    for subject in subjects:
        cells = []
        for first, second in pairs:
            samples = [study.covered(subject, BY_NAME[name]) for name in (first, second)]
            if None in samples:
                cells.append("")
                continue
            p = mann_whitney_p(*samples)
            text = f"{a12(*samples):.2f} ({p:.3f})"
            cells.append(f"**{text}**" if p < SIGNIFICANT else text)
        lines.append(f"| {subject.class_name.rsplit('.', 1)[1]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def ratio(first, second):
    """Of two means; 1 where both are 0, and no number where only the second is."""
    first, second = mean(first), mean(second)
    if second:
        return first / second
    return 1.0 if first == 0 else float("nan")


def proxy_table(study, subjects):
    """What the tests of the performance-aware search cost by each proxy, as a share of what those of the plain one do."""
    lines = [f"| class | goals {PERFORMANCE_AWARE} | goals {PLAIN} | {' | '.join(PROXIES)} |", "|---|" + "---:|" * 9]
    ratios = [[] for _ in PROXIES]
    cheaper, dearer = [0] * len(PROXIES), [0] * len(PROXIES)
    for subject in subjects:
        samples = [study.proxies(subject, BY_NAME[name]) for name in (PERFORMANCE_AWARE, PLAIN)]
        if None in samples:
            continue
        cells = [f"{mean(study.covered(subject, BY_NAME[name])):.1f}" for name in (PERFORMANCE_AWARE, PLAIN)]
        for index in range(len(PROXIES)):
            aware, plain = ([run[index] for run in sample] for sample in samples)
            share = ratio(aware, plain)
            cells.append(f"{share:.2f}")
            if share == share:
                ratios[index].append(share)
            if mann_whitney_p(aware, plain) < SIGNIFICANT:
                (cheaper if a12(aware, plain) < 0.5 else dearer)[index] += 1
        lines.append(f"| {subject.class_name.rsplit('.', 1)[1]} | {' | '.join(cells)} |")
    if any(ratios):
        medians = [f"{median(values):.2f}" if values else "" for values in ratios]
        lines.append(f"| median | | | {' | '.join(medians)} |")
        counts = [f"{fewer} / {more}" for fewer, more in zip(cheaper, dearer)]
        lines.append(f"| significantly cheaper / dearer | | | {' | '.join(counts)} |")
    return "\n".join(lines)


class CostStudy:
    """Generates suites and runs them in fresh JVMs."""

    def __init__(self, options):
        self.options = options
        self.maven = Maven(options.work / "maven")

    def measure(self, subject, name, seed):
        """Covered goals, seconds and allocated bytes of one suite; `None` where there is none."""
        class_path = os.pathsep.join(self.maven.class_path(subject.gav))
        out = self.options.work / f"suites-{subject.class_name}-{name}-{seed}"
        result, cost = out / "result.json", out / "cost.json"
        out.mkdir(parents=True, exist_ok=True)
        if not cost.is_file():
            command = [self.options.evoke, "generate", subject.class_name, "--classpath", class_path]
            command += ["--algorithm", name, *SINGLE_POINT, "--seed", seed, "--budget-statements", self.options.statements]
            command += ["--criteria", self.options.criteria, "--out", out / "suite", "--json", result, "--quiet"]
            if self.options.disable:
                command += ["--disable", self.options.disable]
            run(command, RUN_TIMEOUT)
            command = [self.options.evoke, "measure-cost", out / "suite", "--classpath", class_path]
            run([*command, "--runs", self.options.cost_runs, "--json", cost, "--quiet"], RUN_TIMEOUT)
        if not cost.is_file():
            return None
        goals = json.loads(result.read_text(encoding="utf-8"))["classes"][0]["goals"].values()
        total = json.loads(cost.read_text(encoding="utf-8"))["total"]
        covered = sum(count["covered"] for count in goals)
        return covered, total["seconds"]["median"], total["allocated_bytes"]["median"]

    def table(self, subjects):
        """Means over the seeds, and the cost of the performance-aware suites as a share of the others'."""
        titles = [f"{what} {name}" for what in ("goals", "ms", "MiB") for name in (PERFORMANCE_AWARE, PLAIN)]
        titles += ["time", "p", "bytes", "p"]
        lines = [f"| class | {' | '.join(titles)} |", "|---|" + "---:|" * len(titles)]
        ratios = [[], []]
        for subject in subjects:
            seeds = range(1, self.options.seeds + 1)
            samples = [[self.measure(subject, name, seed) for seed in seeds] for name in (PERFORMANCE_AWARE, PLAIN)]
            if any(None in sample for sample in samples):
                continue
            cells = []
            for index, (unit, digits) in enumerate([(1, 1), (1e-3, 1), (2**20, 2)]):
                cells += [f"{mean(row[index] for row in sample) / unit:.{digits}f}" for sample in samples]
            for index, shares in ((1, ratios[0]), (2, ratios[1])):
                aware, plain = ([row[index] for row in sample] for sample in samples)
                shares.append(ratio(aware, plain))
                cells += [f"{shares[-1]:.2f}", f"{mann_whitney_p(aware, plain):.3f}"]
            lines.append(f"| {subject.class_name.rsplit('.', 1)[1]} | {' | '.join(cells)} |")
        if ratios[0]:
            time, size = (f"{median(shares):.2f}" for shares in ratios)
            lines.append(f"| median | | | | | | | {time} | | {size} | |")
        return "\n".join(lines)


def read_subjects(path, only):
    with open(path, encoding="utf-8", newline="") as file:
        subjects = [Subject(row["gav"], row["class"]) for row in csv.DictReader(file)]
    return [subject for subject in subjects if any(subject.class_name.endswith("." + name) for name in only)]


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evoke", type=Path, default=ROOT / "target/release/evoke")
    parser.add_argument("--work", type=Path, default=ROOT / "target/search-study")
    parser.add_argument("--only", action="append", metavar="TEXT", help="classes whose name ends so; 15 by default")
    parser.add_argument("--disable", default=OWN_PARTS, metavar="PARTS", help="parts that all searches do without")
    parser.add_argument("--configuration", action="append", metavar="NAME", help="these alone")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--statements", type=int, default=200_000)
    parser.add_argument("--criteria", default="branch,line")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cost", action="store_true", help="measure suites in place of counting goals")
    parser.add_argument("--cost-runs", type=int, default=10, metavar="N", help="JVMs that a suite is measured in")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = parse_arguments(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    subjects = read_subjects(ROOT / "bench/subjects.csv", options.only or CLASSES)
    wanted = options.configuration
    configurations = [each for each in BY_NAME.values() if not wanted or each.name in wanted]
    try:
        if options.cost:
            without = f"without {options.disable or 'nothing'}"
            print(f"{options.statements} statements, {options.seeds} seeds, {options.cost_runs} JVMs a suite, {without}\n")
            print(CostStudy(options).table(subjects))
            return 0
        study = Study(options)
        study.run_all(subjects, configurations)
    except MavenError as error:
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
