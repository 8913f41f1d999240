"""Mutation score of one class, nested classes included, as PIT measures it with its default mutators."""

import csv
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from junit import join_path
from processes import run

PITEST = "org.pitest:pitest-command-line:1.17.4"
JUNIT5_PLUGIN = "org.pitest:pitest-junit5-plugin:1.2.1"
MAIN = "org.pitest.mutationtest.commandline.MutationCoverageReport"
# What counts as noticed, as PIT itself counts.
DETECTED = {"KILLED", "TIMED_OUT", "NON_VIABLE", "MEMORY_ERROR", "RUN_ERROR"}


class PitError(Exception):
    """There is no report."""


@dataclass(frozen=True)
class MutationScore:
    """How many mutants there are, were run by a test, and were noticed; of those run and not noticed, how many of each operator."""

    total: int = 0
    covered: int = 0
    killed: int = 0
    survivors: Counter = field(default_factory=Counter)

    def share(self):
        """Between 0 and 1; a class without mutants has them all killed."""
        return self.killed / self.total if self.total else 1.0


class Pit:
    """PIT's command line."""

    def __init__(self, java, maven, timeout=1200):
        self.java = java
        # What the plugin needs of JUnit is among the jars of JUnit, in their version.
        self.jars = [*maven.class_path(PITEST), maven.jar(JUNIT5_PLUGIN)]
        self.timeout = timeout

    def measure(self, classes, class_path, junit_jars, class_name, folder):
        """Runs the tests below `classes` on the mutants of `class_name`. `folder` becomes the working directory and holds the report."""
        folder = Path(folder)
        scratch, report = folder / "cwd", folder / "report"
        scratch.mkdir(parents=True, exist_ok=True)
        # PIT itself needs libraries of its own versions, which those of the class under test would hide, and the other way round (commons-lang3);
        # so the JVMs that run tests have another class path, and nothing of PIT's before it.
        own = join_path([*self.jars, *junit_jars])
        tested = ",".join(map(str, [classes, *class_path, *self.jars, *junit_jars]))
        targets = f"{class_name},{class_name}$*"
        command = [self.java, "-Djava.awt.headless=true", "-cp", own, MAIN, "--classPath", tested, "--includeLaunchClasspath", "false", "--reportDir", report, "--targetClasses", targets]
        command += ["--targetTests", ",".join(test_classes(classes)), "--sourceDirs", scratch, "--outputFormats", "CSV"]
        # By itself PIT takes no jar for code to mutate.
        command += ["--mutableCodePaths", ",".join(map(str, class_path))]
        command += ["--timeoutConst", "2000", "--timestampedReports", "false", "--threads", "1", "--failWhenNoMutations", "false"]
        finished = run(command, self.timeout, cwd=scratch)
        (folder / "pit.log").write_text(finished.output, encoding="utf-8")
        rows = report / "mutations.csv"
        if finished.timed_out:
            raise PitError(f"PIT did not end within {self.timeout} s")
        if finished.exit_code != 0 or not rows.is_file():
            raise PitError(f"no report of PIT: {finished.last_line()}")
        return score_of(rows.read_text(encoding="utf-8"))


def test_classes(classes):
    """Names of the top-level classes below a folder."""
    files = sorted(path.relative_to(classes) for path in Path(classes).rglob("*.class") if "$" not in path.name)
    return [".".join(path.with_suffix("").parts) for path in files]


def score_of(text):
    """Adds up the rows of PIT's CSV report: file, class, mutator, method, line, status, test."""
    rows = [row for row in csv.reader(text.splitlines()) if len(row) > 5]
    statuses = Counter(row[5] for row in rows)
    killed = sum(number for status, number in statuses.items() if status in DETECTED)
    survivors = Counter(operator_name(row[2]) for row in rows if row[5] == "SURVIVED")
    return MutationScore(len(rows), len(rows) - statuses["NO_COVERAGE"], killed, survivors)


def operator_name(mutator):
    """`MathMutator` of the class's whole name, as short as it is clear."""
    return mutator.rpartition(".")[2].removesuffix("Mutator")
