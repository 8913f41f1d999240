#!/usr/bin/env python3
"""Compares search algorithms and operators: goals covered with equal budgets of executed statements.

For each class of subjects.csv, configuration and seed: `evoke __search`, which searches and writes no tests. What a run
found is kept in a file in the work folder, so that a study can be interrupted and widened. Prints Markdown: covered
goals by class, then pairs of configurations with A12 and Mann-Whitney p.
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
SIGNIFICANT = 0.05
RUN_TIMEOUT = 900


@dataclass(frozen=True)
class Configuration:
    """A way to search, by the name it has in the tables. Its criteria are those of the study, unless it has its own."""

    name: str
    arguments: tuple[str, ...]
    criteria: str | None = None


def algorithm(name):
    return Configuration(name, ("--algorithm", name))


ALGORITHMS = [
    algorithm(name)
    for name in ("random", "single-branch", "whole-suite", "whole-suite-archive", "mosa", "dynamosa", "mio")
]
HMX = Configuration("dynamosa, hmx", ("--algorithm", "dynamosa", "--crossover", "hmx"))
CONFIGURATIONS = [*ALGORITHMS, HMX]


def selection(algorithm, name):
    arguments = ("--algorithm", algorithm, "--goal-selection", name)
    return Configuration(f"{algorithm}, {name}", arguments, "default")


# All eight criteria of the original combination are counted, whatever guides.
SELECTIONS = [
    selection(algorithm, name) for algorithm in ("whole-suite", "mosa", "dynamosa") for name in ("all", "smart")
]

BY_NAME = {each.name: each for each in [*CONFIGURATIONS, *SELECTIONS]}

# What the papers claim: the first at or above the second.
PAIRS = [
    ("single-branch", "random"),
    ("whole-suite", "single-branch"),
    ("whole-suite-archive", "whole-suite"),
    ("mosa", "whole-suite-archive"),
    ("dynamosa", "mosa"),
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
        command += ["--budget-statements", self.options.statements, "--criteria", criteria]
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
        return key, {"goals": goals, "seconds": record["seconds"]["search"], "restarts": record["worker_restarts"]}

    def goals(self, subject, name):
        """By seed what a run covered of each criterion; `None` where one is missing or went wrong."""
        configuration = BY_NAME[name]
        keys = (self.key(subject, configuration, seed) for seed in range(1, self.options.seeds + 1))
        goals = [self.runs.get(key, {}).get("goals") for key in keys]
        return None if None in goals else goals

    def covered(self, subject, name):
        """Goals covered by each seed, of all criteria; `None` where a run of the class is missing or went wrong."""
        goals = self.goals(subject, name)
        return goals and [sum(covered for covered, _ in run.values()) for run in goals]

    def total(self, subject, names):
        """Number of goals; of criteria whose goals the search finds (exceptions) the most that any run found."""
        totals = {}
        for run in (run for name in names for run in self.goals(subject, name)):
            for criterion, (_, total) in run.items():
                totals[criterion] = max(total, totals.get(criterion, 0))
        return sum(totals.values())


def coverage_table(study, subjects, names):
    """Mean covered goals by class; classes on which a run went wrong are named below the table."""
    lines = [f"| class | goals | {' | '.join(names)} |", "|---|" + "---:|" * (len(names) + 1)]
    shares = {name: [] for name in names}
    incomplete = []
    for subject in subjects:
        covered = {name: study.covered(subject, name) for name in names}
        short_name = subject.class_name.rsplit(".", 1)[1]
        if None in covered.values():
            incomplete.append(short_name)
            continue
        total = study.total(subject, names)
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
            samples = study.covered(subject, first), study.covered(subject, second)
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
            samples = study.covered(subject, first), study.covered(subject, second)
            if None in samples:
                cells.append("")
                continue
            p = mann_whitney_p(*samples)
            text = f"{a12(*samples):.2f} ({p:.3f})"
            cells.append(f"**{text}**" if p < SIGNIFICANT else text)
        lines.append(f"| {subject.class_name.rsplit('.', 1)[1]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def read_subjects(path, only):
    with open(path, encoding="utf-8", newline="") as file:
        subjects = [Subject(row["gav"], row["class"]) for row in csv.DictReader(file)]
    return [subject for subject in subjects if not only or any(part in subject.class_name for part in only)]


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evoke", type=Path, default=ROOT / "target/release/evoke")
    parser.add_argument("--work", type=Path, default=ROOT / "target/search-study")
    parser.add_argument("--only", action="append", metavar="TEXT", help="classes whose name holds this")
    parser.add_argument("--configuration", action="append", metavar="NAME", help="these alone")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--statements", type=int, default=200_000)
    parser.add_argument("--criteria", default="branch,line")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args(arguments)


def main(arguments=None):
    options = parse_arguments(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    subjects = read_subjects(ROOT / "bench/subjects.csv", options.only)
    wanted = options.configuration
    configurations = [each for each in BY_NAME.values() if not wanted or each.name in wanted]
    try:
        study = Study(options)
        study.run_all(subjects, configurations)
    except MavenError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{options.statements} statements a run, {options.seeds} seeds")
    for criteria in dict.fromkeys(each.criteria or options.criteria for each in configurations):
        names = [each.name for each in configurations if (each.criteria or options.criteria) == criteria]
        pairs = [pair for pair in PAIRS if set(pair) <= set(names)]
        print(f"\nCriteria {criteria}:\n")
        print(coverage_table(study, subjects, names))
        if pairs:
            print("", pair_table(study, subjects, pairs), "", effect_table(study, subjects, pairs), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
