"""Searches with equal budgets, run once and kept in a file, so that a study can be interrupted and widened.

A run is known by all that decides what it finds: the class, the seed, every option, the bytes of the program and the JDK.
Another build or another option is another run.
"""

from __future__ import annotations

import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from evoke_program import identity
from maven import Maven
from processes import run

RUN_TIMEOUT = 900


@dataclass(frozen=True)
class Configuration:
    """A way to search, by the name it has in the tables. Its criteria are those of the study, unless it has its own."""

    name: str
    arguments: tuple[str, ...]
    criteria: str | None = None


def add_arguments(parser, root, work, seeds, statements):
    """The options that every study has."""
    parser.add_argument("--evoke", type=type(root), default=root / "target/release/evoke", help="the program")
    parser.add_argument("--work", type=type(root), default=root / work, help="folder for all files")
    parser.add_argument("--seeds", type=int, default=seeds)
    parser.add_argument("--statements", type=int, default=statements)
    parser.add_argument("--criteria", default="branch,line")
    parser.add_argument("--jobs", type=int, default=2)


def file_name(key):
    """A name that is another one for every key."""
    return hashlib.sha256(json.dumps(key).encode()).hexdigest()[:20]


class Study:
    """Runs searches and remembers what they covered."""

    def __init__(self, options):
        self.options = options
        self.maven = Maven(options.work / "maven")
        self.runs_file = options.work / "runs.jsonl"
        self.program = (identity(options.evoke), os.environ.get("JAVA_HOME", ""))
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
            for seed in self.seeds()
            for subject in subjects
            for configuration in configurations
            if self.key(subject, configuration, seed) not in self.runs
        ]
        with ThreadPoolExecutor(self.options.jobs) as pool:
            for key, result in pool.map(lambda job: self.run_one(class_paths, *job), jobs):
                self.runs[key] = result
                with open(self.runs_file, "a", encoding="utf-8") as file:
                    file.write(json.dumps({"key": key, "result": result}) + "\n")

    def seeds(self):
        return range(1, self.options.seeds + 1)

    def search_options(self, configuration, seed):
        """All options that decide what a search finds on a class."""
        criteria = configuration.criteria or self.options.criteria
        options = ["--seed", seed, "--budget-statements", self.options.statements, "--criteria", criteria]
        if self.options.disable:
            options += ["--disable", self.options.disable]
        return [*map(str, options), *configuration.arguments]

    def key(self, subject, configuration, seed):
        """What a run is known by."""
        options = self.search_options(configuration, seed)
        return (subject.gav, subject.class_name, *self.program, *options)

    def run_one(self, class_paths, subject, configuration, seed):
        key = self.key(subject, configuration, seed)
        result = self.options.work / f"{file_name(key)}.json"
        command = [self.options.evoke, "__search", subject.class_name]
        command += ["--classpath", os.pathsep.join(class_paths[subject]), "--quiet", "--count-effort", "--json", result]
        result.unlink(missing_ok=True)
        finished = run([*command, *self.search_options(configuration, seed)], RUN_TIMEOUT)
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
        return self.of_runs(subject, configuration, "goals")

    def proxies(self, subject, configuration):
        """The sums of the proxies over the tests of each seed; `None` where a run is missing or went wrong."""
        return self.of_runs(subject, configuration, "proxies")

    def of_runs(self, subject, configuration, what):
        keys = (self.key(subject, configuration, seed) for seed in self.seeds())
        found = [self.runs.get(key, {}).get(what) for key in keys]
        return None if None in found else found

    def covered(self, subject, configuration):
        """Goals covered by each seed, of all criteria; `None` where a run of the class is missing or went wrong."""
        goals = self.goals(subject, configuration)
        return goals and [sum(covered for covered, _ in run.values()) for run in goals]

    def total(self, subject, configurations):
        """Number of goals; of criteria whose goals the search finds (exceptions) the most that any run found."""
        totals = {}
        for run in (run for each in configurations for run in self.goals(subject, each)):
            for criterion, (_, total) in run.items():
                totals[criterion] = max(total, totals.get(criterion, 0))
        return sum(totals.values())
