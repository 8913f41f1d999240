#!/usr/bin/env python3
"""What integration suites notice that unit suites do not: for each pair of a study file a suite of the pair and unit suites of
caller and callee, with the same budget; each run several times in fresh JVMs, then on all mutants of the callee.

Prints a table and writes a JSON file; what is there already is not done again. Mutants that are noticed by the integration suite and
by neither of the unit suites are written out with how they were noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path

from maven import Maven, MavenError
from processes import run
from table import format_table

SCHEMA = "evoke.bench.callee-mutants/1"
ROOT = Path(__file__).resolve().parent.parent
# What the suites are called, and the command that makes each.
SUITES = ("integration", "caller", "callee")


@dataclass
class Row:
    """What was measured for one pair. `reason` says what went wrong, and is empty when nothing did."""

    caller: str
    callee: str
    reason: str = ""
    coupled: dict = field(default_factory=dict)
    coupled_total: int = 0
    tests: dict = field(default_factory=dict)
    failing: dict = field(default_factory=dict)
    mutants: int = 0
    killed: dict = field(default_factory=dict)
    killed_by_units: int = 0
    only_integration: list = field(default_factory=list)


class SuiteError(Exception):
    """A suite was not made or could not be measured."""


class Comparison:
    """What is the same for all pairs."""

    def __init__(self, options):
        self.options = options
        self.maven = Maven(options.work / "maven")

    def measure(self, gav, caller, callee):
        """Makes and measures the three suites; never raises for what one pair does wrong."""
        row = Row(caller, callee)
        folder = self.options.work / "callee-mutants" / f"{simple(caller)}-{simple(callee)}"
        folder.mkdir(parents=True, exist_ok=True)
        try:
            class_path = os.pathsep.join(self.maven.class_path(gav))
            records = {suite: self.record_of(suite, caller, callee, class_path, folder, row) for suite in SUITES}
            compare(records, row)
        except (MavenError, SuiteError, OSError) as error:
            row.reason = str(error)
        return row

    def record_of(self, suite, caller, callee, class_path, folder, row):
        """What `evoke measure` says of one of the suites."""
        out, measured = folder / suite, folder / f"{suite}.json"
        self.generate(suite, caller, callee, class_path, out)
        sources = sorted(out.rglob("*.java"))
        if not sources:
            row.tests[suite], row.failing[suite] = 0, 0
            return None
        row.failing[suite] = self.failing_runs(sources, class_path, folder / f"{suite}-runs.json")
        if not measured.is_file():
            command = ["measure", *sources, "--pair", caller, callee, "--mutants", "--classpath", class_path, "--json"]
            finished = self.evoke(command)
            # What is told on the way stands before the object.
            start = f"\n{finished.output}".find("\n{")
            if finished.exit_code not in (0, 1) or start < 0:
                raise SuiteError(f"{suite}: {finished.last_line()}")
            measured.write_text(finished.output[start:], encoding="utf-8")
        record = json.loads(measured.read_text(encoding="utf-8"))
        row.tests[suite] = len(record["tests"])
        return record

    def generate(self, suite, caller, callee, class_path, out):
        """Makes the suite, unless that was tried before."""
        if out.is_dir():
            return
        command = {
            "integration": ["integrate", caller, callee, "--algorithm", "mosa"],
            "caller": ["generate", caller],
            "callee": ["generate", callee],
        }[suite]
        options = ["--budget-statements", self.options.statements, "--seed", self.options.seed]
        options += ["--assertions", "telling", "--classpath", class_path, "--out", out, "-q"]
        finished = self.evoke([*command, *options])
        out.mkdir(parents=True, exist_ok=True)
        if finished.exit_code not in (0, 1):
            raise SuiteError(f"{suite}: {finished.last_line()}")

    def failing_runs(self, sources, class_path, result):
        """Tests that failed, over all runs in JVMs of their own."""
        if not result.is_file():
            command = ["measure-cost", *sources, "--classpath", class_path, "--runs", self.options.runs]
            finished = self.evoke([*command, "--json", result, "-q"])
            if not result.is_file():
                raise SuiteError(f"run: {finished.last_line()}")
        record = json.loads(result.read_text(encoding="utf-8"))
        return failing(record)

    def evoke(self, command):
        """Runs Evoke to its end, or for as long as one command may take."""
        return run([self.options.evoke, *command], timeout=self.options.timeout)


def failing(record):
    """Runs of tests that did not pass, of a record of `evoke measure-cost`."""
    return sum(test["failed_runs"] for suite in record["classes"] for test in suite["tests"])


def killed(record):
    """Positions of the mutants that a suite notices, of a record of `evoke measure`; none of no suite."""
    mutants = record["subjects"][0].get("mutation", {}).get("mutants", []) if record else []
    return {number for number, mutant in enumerate(mutants) if mutant["fate"] == "killed"}


def compare(records, row):
    """Fills the row with what the suites cover, kill, and kill alone."""
    for suite, record in records.items():
        coverage = record["subjects"][0]["criteria"]["coupled-branch"] if record else {"covered": 0, "total": 0}
        row.coupled[suite] = coverage["covered"]
        row.coupled_total = max(row.coupled_total, coverage["total"])
    noticed = {suite: killed(record) for suite, record in records.items()}
    row.killed = {suite: len(numbers) for suite, numbers in noticed.items()}
    units = noticed["caller"] | noticed["callee"]
    row.killed_by_units = len(units)
    for record in records.values():
        row.mutants = max(row.mutants, len(record["subjects"][0].get("mutation", {}).get("mutants", [])) if record else 0)
    for number in sorted(noticed["integration"] - units):
        record = records["integration"]
        mutant = record["subjects"][0]["mutation"]["mutants"][number]
        test = record["tests"][mutant["killed_by"]]["test"]
        row.only_integration.append({**mutant, "killed_by": test})


def simple(name):
    """The class without its package."""
    return name.rsplit(".", 1)[-1]


def render(rows):
    """The table that is printed."""
    header = ["pair", "coupled", "by pair", "by caller", "mutants", "by caller", "by callee", "by pair", "only by pair", "failing", "reason"]
    body = [
        [
            f"{simple(row.caller)} -> {simple(row.callee)}",
            str(row.coupled_total),
            *(str(row.coupled.get(suite, 0)) for suite in ("integration", "caller")),
            str(row.mutants),
            *(str(row.killed.get(suite, 0)) for suite in ("caller", "callee", "integration")),
            str(len(row.only_integration)),
            str(sum(row.failing.values())),
            row.reason[:70],
        ]
        for row in rows
    ]
    measured = [row for row in rows if row.mutants]
    share = sum(len(row.only_integration) / row.mutants for row in measured) / len(measured) if measured else 0.0
    closing = f"{100 * share:.1f} % of a callee's mutants are noticed by the integration suite alone, mean of {len(measured)} pairs"
    return "\n".join([format_table(header, body), "", closing])


def pairs_of(study):
    """Coordinates, caller and callee of every pair of a study file."""
    subjects = tomllib.loads(Path(study).read_text(encoding="utf-8"))["subjects"]
    return [(subject["maven"], *pair) for subject in subjects for pair in subject["pairs"]]


def parse_options(arguments):
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", help="study file whose pairs to take")
    parser.add_argument("--evoke", default=ROOT / "target/release/evoke", type=Path)
    parser.add_argument("--work", default=ROOT / "target/bench", type=Path, help="folder for everything that is made")
    parser.add_argument("--only", nargs="+", default=[], help="callers or callees whose names end so")
    parser.add_argument("--statements", default="120000", help="budget of each suite (120000)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--runs", default="5", help="fresh JVMs that each suite is run in (5)")
    parser.add_argument("--timeout", default=900, type=int, help="seconds that one command may take (900)")
    return parser.parse_args(arguments)


def main(arguments):
    """Measures the pairs; exits with 1 if one of them could not be measured."""
    options = parse_options(arguments)
    options.evoke, options.work = options.evoke.resolve(), options.work.resolve()
    comparison = Comparison(options)
    is_asked = lambda *names: not options.only or any(name.endswith(end) for name in names for end in options.only)
    rows = []
    for gav, caller, callee in pairs_of(options.study):
        if is_asked(caller, callee):
            rows.append(comparison.measure(gav, caller, callee))
            print(f"{simple(caller)} -> {simple(callee)}: {rows[-1].reason or 'done'}", file=sys.stderr)
    result = {"schema": SCHEMA, "statements": options.statements, "seed": options.seed, "pairs": [asdict(row) for row in rows]}
    options.work.mkdir(parents=True, exist_ok=True)
    (options.work / "callee-mutants.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(render(rows))
    return 1 if any(row.reason for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
