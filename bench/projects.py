#!/usr/bin/env python3
"""Benchmark on whole projects: one `evoke generate` for all classes of a project, then JaCoCo in the project's own build.

Projects are made of the sources of released libraries, which come through Maven, with a small build file, or are trees of
`testdata/`: versions are pinned here. What is measured is a first run, and a second one on the unchanged project; with
`--equal` instead a budget that is divided among the classes against the same time for each, with `--large` a project of
hundreds of classes. Prints a table in Markdown and writes a JSON file.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import zipfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

import equal_time
import large_project
from maven import Maven, MavenError
from own_build import GRADLE, MAVEN, BuildError
from processes import run
from watched_run import watched

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "target" / "bench" / "projects"
SCHEMA = "evoke.bench.projects/1"
HEADER = ["project", "classes", "suites", "tests", "branches (JaCoCo)", "seconds", "s/class", "of the budget", "again", "memory"]


@dataclass(frozen=True)
class Subject:
    """A project: the sources of a library with what these need to compile, or a tree of `testdata/`."""

    name: str
    coordinates: str = ""
    needs: tuple[str, ...] = ()
    build: object = MAVEN

    def make(self, folder):
        """Puts the project into a folder of its own."""
        shutil.rmtree(folder, ignore_errors=True)
        if not self.coordinates:
            shutil.copytree(ROOT / "testdata" / self.name, folder)
            return
        unpack_sources(Maven(WORK / "cache").jar(self.coordinates + ":sources"), folder)
        self.build.write(folder, self.name, self.needs)


SUBJECTS = [
    Subject("commons-cli", "commons-cli:commons-cli:1.5.0"),
    Subject("commons-csv", "org.apache.commons:commons-csv:1.9.0"),
    Subject("gson", "com.google.code.gson:gson:2.8.9"),
    Subject("jsoup", "org.jsoup:jsoup:1.15.3", ("com.google.code.findbugs:jsr305:3.0.2",)),
    Subject("commons-cli-gradle", "commons-cli:commons-cli:1.5.0", build=GRADLE),
    Subject("shop"),
    Subject("practice"),
]


@dataclass
class Row:
    """What was measured. `reason` says what went wrong, and is empty when nothing did."""

    project: str
    reason: str = ""
    classes: int = 0
    suites: int = 0
    without_reason: int = 0
    tests: int = 0
    branches_covered: int = 0
    branches: int = 0
    budget_seconds: float = 0.0
    seconds: float = 0.0
    seconds_of_classes: float = 0.0
    seconds_again: float = 0.0
    peak_memory_mb: int = 0
    reasons: dict = field(default_factory=dict)

    def rows(self):
        return [self.cells()]

    def cells(self):
        if self.reason:
            return [self.project, *["-"] * (len(HEADER) - 2), self.reason]
        branches = f"{100 * self.branches_covered / max(1, self.branches):.1f} % of {self.branches}"
        each = f"{self.seconds_of_classes / max(1, self.classes):.2f}"
        share = f"{100 * self.seconds_of_classes / self.budget_seconds:.0f} %"
        return [
            *(self.project, str(self.classes), str(self.suites), str(self.tests), branches),
            *(f"{self.seconds:.0f}", each, share, f"{self.seconds_again:.1f} s", f"{self.peak_memory_mb} MB"),
        ]


def main():
    arguments = parse_arguments()
    if arguments.large:
        header, results = large_project.HEADER, [large_project.measure(WORK / "large", arguments)]
    elif arguments.equal:
        header, results = equal_time.HEADER, [compare(subject, arguments) for subject in wanted(arguments)]
    else:
        header, results = HEADER, []
        for subject in wanted(arguments):
            results.append(measure(subject, arguments))
            print(" | ".join(results[-1].cells()), file=sys.stderr, flush=True)
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    record = {"schema": SCHEMA, "rows": [asdict(result) for result in results]}
    arguments.json.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    print(markdown(header, [row for result in results for row in result.rows()]))
    return 1 if any(result.reason for result in results) else 0


def wanted(arguments):
    return [subject for subject in SUBJECTS if not arguments.only or subject.name in arguments.only]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evoke", type=Path, default=ROOT / "target" / "release" / "evoke")
    parser.add_argument("--budget", type=int, default=120, help="seconds of each project")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--only", nargs="*", default=[], help="names of projects")
    parser.add_argument("--equal", action="store_true", help="compare with the same time for every class")
    parser.add_argument("--seeds", type=int, default=3, help="with --equal, how many")
    parser.add_argument("--large", type=int, nargs="?", const=500, help="a project of so many classes of several libraries")
    parser.add_argument("--sample", type=int, default=50, help="with --large, classes that are run with 30 s each, too")
    parser.add_argument("--json", type=Path, default=WORK / "projects.json")
    return parser.parse_args()


def compare(subject, arguments):
    """A project that has not been run on before, both ways."""
    folder = WORK / "equal" / subject.name
    try:
        subject.make(folder)
    except (MavenError, OSError, zipfile.BadZipFile) as error:
        return equal_time.EqualTime(subject.name, reason=str(error))
    return equal_time.compare(subject.name, folder, arguments)


def measure(subject, arguments):
    row = Row(subject.name, budget_seconds=arguments.budget)
    folder = WORK / subject.name
    result = WORK / f"{subject.name}.json"
    try:
        subject.make(folder)
    except (MavenError, OSError, zipfile.BadZipFile) as error:
        row.reason = str(error)
        return row
    command = [arguments.evoke.resolve(), "generate", "--jobs", arguments.jobs, "--json", result]
    command += ["--budget", f"{arguments.budget}s"]
    result.unlink(missing_ok=True)
    first = watched(command, folder)
    if not result.is_file():
        row.reason = first.last_line
        return row
    row.seconds, row.seconds_of_classes, row.peak_memory_mb = first.seconds, first.seconds_of_classes, first.peak_mb
    note_record(row, json.loads(result.read_text(encoding="utf-8")))
    row.seconds_again = run(command, timeout=3600, cwd=folder).seconds
    try:
        row.branches_covered, row.branches = subject.build.branches(folder)
    except BuildError as error:
        row.reason = str(error)
    return row


def note_record(row, record):
    for of_class in record["classes"]:
        row.classes += 1
        row.suites += of_class["status"] == "ok"
        row.tests += of_class["tests"]
        if of_class["status"] != "ok":
            row.reasons[of_class["class"]] = of_class["reason"]
            row.without_reason += not of_class["reason"]


def unpack_sources(sources, folder):
    """Puts sources and resources of a jar where build tools have them by convention."""
    with zipfile.ZipFile(sources) as jar:
        for name in jar.namelist():
            if name.endswith("/") or name.startswith("META-INF/") or name.endswith("module-info.java"):
                continue
            kind = "java" if name.endswith(".java") else "resources"
            file = folder / "src" / "main" / kind / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(jar.read(name))


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


if __name__ == "__main__":
    sys.exit(main())
