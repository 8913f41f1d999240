"""What suites cost to run: generated with equal budgets by two algorithms, and run in fresh JVMs by `evoke measure-cost`."""

from __future__ import annotations

import json
import os
from statistics import mean, median

from evoke_program import identity
from maven import Maven
from processes import run
from statistics_of_runs import mann_whitney_p, ratio
from study import RUN_TIMEOUT, file_name
from table import format_markdown


class CostStudy:
    """Generates suites and runs them in fresh JVMs. What was measured is kept, by all that decides it."""

    def __init__(self, options, configurations):
        self.options = options
        self.configurations = configurations
        self.maven = Maven(options.work / "maven")
        self.program = (identity(options.evoke), os.environ.get("JAVA_HOME", ""))

    def generate_options(self, configuration, seed):
        """All options that decide what suite is generated for a class."""
        options = ["--seed", seed, "--budget-statements", self.options.statements, "--criteria", self.options.criteria]
        if self.options.disable:
            options += ["--disable", self.options.disable]
        return [*map(str, options), *configuration.arguments]

    def folder(self, subject, configuration, seed):
        options = self.generate_options(configuration, seed)
        key = (subject.gav, subject.class_name, *self.program, *options, self.options.cost_runs)
        return self.options.work / f"suites-{subject.class_name}-{configuration.name}-{seed}-{file_name(key)}"

    def measure(self, subject, configuration, seed):
        """Covered goals, seconds and allocated bytes of one suite; `None` where there is none."""
        class_path = os.pathsep.join(self.maven.class_path(subject.gav))
        out = self.folder(subject, configuration, seed)
        result, cost = out / "result.json", out / "cost.json"
        out.mkdir(parents=True, exist_ok=True)
        if not cost.is_file():
            command = [self.options.evoke, "generate", subject.class_name, "--classpath", class_path]
            command += ["--out", out / "suite", "--json", result, "--quiet"]
            run([*command, *self.generate_options(configuration, seed)], RUN_TIMEOUT)
            command = [self.options.evoke, "measure-cost", out / "suite", "--classpath", class_path]
            run([*command, "--runs", self.options.cost_runs, "--json", cost, "--quiet"], RUN_TIMEOUT)
        if not cost.is_file():
            return None
        goals = json.loads(result.read_text(encoding="utf-8"))["classes"][0]["goals"].values()
        total = json.loads(cost.read_text(encoding="utf-8"))["total"]
        covered = sum(count["covered"] for count in goals)
        return covered, total["seconds"]["median"], total["allocated_bytes"]["median"]

    def table(self, subjects):
        """Means over the seeds, and the cost of the first configuration's suites as a share of the second's."""
        names = [configuration.name for configuration in self.configurations]
        header = ["class", *(f"{what} {name}" for what in ("goals", "ms", "MiB") for name in names)]
        rows, ratios = [], [[], []]
        for subject in subjects:
            seeds = range(1, self.options.seeds + 1)
            samples = [[self.measure(subject, each, seed) for seed in seeds] for each in self.configurations]
            if any(None in sample for sample in samples):
                continue
            cells = [subject.class_name.rsplit(".", 1)[1]]
            for index, (unit, digits) in enumerate([(1, 1), (1e-3, 1), (2**20, 2)]):
                cells += [f"{mean(row[index] for row in sample) / unit:.{digits}f}" for sample in samples]
            for index, shares in ((1, ratios[0]), (2, ratios[1])):
                first, second = ([row[index] for row in sample] for sample in samples)
                shares.append(ratio(first, second))
                cells += [f"{shares[-1]:.2f}", f"{mann_whitney_p(first, second):.3f}"]
            rows.append(cells)
        if ratios[0]:
            time, size = (f"{median(shares):.2f}" for shares in ratios)
            rows.append(["median", *[""] * 6, time, "", size])
        return format_markdown([*header, "time", "p", "bytes", "p"], rows)
