"""Compiles a generated suite and runs it in a fresh JVM that has nothing of Evoke in it."""

import os
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

from processes import run


class JunitError(Exception):
    """The suite does not compile, or its run gave no result."""


@dataclass(frozen=True, order=True)
class Failure:
    """A test that failed: what it says in one line, and the whole report of it, causes included."""

    test: str
    message: str = ""
    trace: str = ""


@dataclass(frozen=True)
class Outcome:
    """One run of a suite. `failures` are sorted by the tests' names."""

    tests: int
    failures: tuple = ()

    @property
    def failed(self):
        """The names of the tests that failed."""
        return tuple(failure.test for failure in self.failures)


class Junit:
    """A JDK and the JUnit jars."""

    def __init__(self, jdk, junit_jars, timeout=180):
        self.javac = Path(jdk) / "bin" / "javac"
        self.java = Path(jdk) / "bin" / "java"
        self.junit_jars = list(junit_jars)
        self.timeout = timeout

    def compile(self, sources, class_path, folder):
        """Compiles `sources` into `folder`."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        path = join_path([*class_path, *self.junit_jars])
        options = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp", path, "-d", folder]
        finished = run([self.javac, *options, *sources], self.timeout)
        if finished.exit_code != 0:
            errors = [line for line in finished.output.splitlines() if ": error:" in line]
            reason = errors[0].partition(": error:")[2].strip() if errors else finished.last_line()
            raise JunitError(f"does not compile ({len(errors)} errors): {reason}")

    def run(self, classes, class_path, folder, jvm_options=()):
        """Runs every test below `classes`; `folder` becomes the working directory of the run and holds its reports."""
        folder = Path(folder)
        scratch, reports = folder / "cwd", folder / "reports"
        scratch.mkdir(parents=True, exist_ok=True)
        path = join_path([classes, *class_path, *self.junit_jars])
        launcher = ["org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner", "--details=none"]
        selection = [f"--scan-class-path={classes}", "--include-classname=.*", f"--reports-dir={reports}"]
        options = ["-Djava.awt.headless=true", *jvm_options]
        finished = run([self.java, *options, "-cp", path, *launcher, *selection], self.timeout, cwd=scratch)
        if finished.timed_out:
            raise JunitError(f"the suite did not end within {self.timeout} s")
        texts = [report.read_text(encoding="utf-8") for report in sorted(reports.glob("TEST-*.xml"))]
        if not texts:
            raise JunitError(f"no report: {finished.last_line()}")
        return parse_reports(texts)


def surroundings(number):
    """JVM options of a run of this number: the first is plain, the others differ in all that a test might depend on by accident."""
    if number == 1:
        return []
    order = "org.junit.jupiter.api.MethodOrderer$Random"
    zones, languages, charsets = ("UTC", "Asia/Kathmandu", "America/St_Johns"), ("en", "tr", "ar", "de"), ("UTF-8", "ISO-8859-1")
    line_ends = ("\n", "\r\n", "\n")
    return [
        f"-Djunit.jupiter.testmethod.order.default={order}",
        f"-Djunit.jupiter.execution.order.random.seed={number}",
        f"-Duser.timezone={zones[number % len(zones)]}",
        f"-Duser.language={languages[number % len(languages)]}",
        f"-Dfile.encoding={charsets[number % len(charsets)]}",
        f"-Dline.separator={line_ends[number % len(line_ends)]}",
        "-XX:+UnlockExperimentalVMOptions",
        f"-XX:hashCode={number % 5}",
        f"-XX:ActiveProcessorCount={1 + number % 2}",
    ]


def parse_reports(texts):
    """Counts the tests in JUnit's XML reports, and tells those that failed."""
    tests, failures = 0, []
    for text in texts:
        for case in _report(text).iter("testcase"):
            if case.find("skipped") is not None:
                continue
            tests += 1
            for problem in [*case.iter("failure"), *case.iter("error")]:
                said = problem.get("message") or problem.get("type") or ""
                failures.append(Failure(case.get("name"), " ".join(said.split()), problem.text or ""))
    return Outcome(tests, tuple(sorted(failures)))


def _report(text):
    """The root of a report, of which a run that went wrong may have written half or nothing."""
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise JunitError(f"a report of the run cannot be read: {error}") from error


def join_path(entries):
    """A class path as the JDK's tools take it."""
    return os.pathsep.join(str(entry) for entry in entries)
