"""Branch and line coverage of one class, nested classes included, as JaCoCo measures it.

Only the class files of the class asked for are given to JaCoCo's report, so a report is small and nothing else of the
library counts.
"""

import re
import xml.etree.ElementTree as ElementTree
import zipfile
from dataclasses import dataclass
from pathlib import Path

from processes import run


@dataclass(frozen=True)
class Counter:
    """How many of some goals were covered."""

    covered: int = 0
    total: int = 0

    def __add__(self, other):
        return Counter(self.covered + other.covered, self.total + other.total)

    def share(self):
        """Between 0 and 1; a class without such goals is covered."""
        return self.covered / self.total if self.total else 1.0


@dataclass(frozen=True)
class Coverage:
    """What a run covered of a class and its nested classes."""

    branch: Counter
    line: Counter


class JacocoError(Exception):
    """There is no report."""


def belongs_to(binary_name, class_name):
    """Whether `binary_name` (with slashes) is the class `class_name` (with dots) or nested in it."""
    outer = class_name.replace(".", "/")
    return binary_name == outer or binary_name.startswith(outer + "$")


def extract_class_files(class_path, class_name, folder, feature):
    """Copies the class files of `class_name` and its nested classes from the first entry that has them, in the versions
    that a JVM of Java `feature` loads (JEP 238)."""
    for entry in class_path:
        if not zipfile.is_zipfile(entry):
            continue
        with zipfile.ZipFile(entry) as jar:
            newest = {}
            for name in jar.namelist():
                version, class_file = version_of(name)
                if class_file.endswith(".class") and version <= feature:
                    if belongs_to(class_file[: -len(".class")], class_name):
                        newest[class_file] = max(newest.get(class_file, (0, name)), (version, name))
            for class_file, (_, name) in newest.items():
                target = Path(folder) / class_file
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(jar.read(name))
            if newest:
                return
    raise JacocoError(f"{class_name} is in no jar of its class path")


def version_of(name):
    """The Java version that an entry of a jar is for, 0 for all, and its name without that."""
    parts = name.split("/", 3)
    if parts[:2] == ["META-INF", "versions"] and len(parts) == 4 and parts[2].isdigit():
        return int(parts[2]), parts[3]
    return 0, name


def parse_report(xml, class_name):
    """Adds up the counters of `class_name` and its nested classes in the XML report."""
    branch, line = Counter(), Counter()
    found = False
    for element in ElementTree.fromstring(xml).iter("class"):
        if not belongs_to(element.get("name"), class_name):
            continue
        found = True
        for counter in element.findall("counter"):
            covered, missed = int(counter.get("covered")), int(counter.get("missed"))
            if counter.get("type") == "BRANCH":
                branch += Counter(covered, covered + missed)
            elif counter.get("type") == "LINE":
                line += Counter(covered, covered + missed)
    if not found:
        raise JacocoError(f"{class_name} is not in the report of JaCoCo")
    return Coverage(branch, line)


def feature_of(java):
    """The Java version of a JDK's `java`: 17 of `openjdk version "17.0.2"`, 8 of `"1.8.0_392"`."""
    text = run([java, "-version"], timeout=60).output
    version = re.search(r'version "(?:1\.)?(\d+)', text)
    if not version:
        raise JacocoError(f"{java} does not tell its version")
    return int(version.group(1))


class Jacoco:
    """JaCoCo's agent and report tool."""

    def __init__(self, java, agent_jar, cli_jar):
        self.java = java
        self.feature = feature_of(java)
        self.agent_jar = agent_jar
        self.cli_jar = cli_jar

    def agent_option(self, exec_file):
        """The JVM option that records what runs into `exec_file`."""
        return f"-javaagent:{self.agent_jar}=destfile={exec_file},append=false"

    def coverage(self, exec_file, class_path, class_name, folder):
        """What `exec_file` says about `class_name`. `folder` is scratch space."""
        folder = Path(folder)
        if not Path(exec_file).is_file():
            raise JacocoError("the run left no record of what it covered")
        class_files = folder / "classfiles"
        extract_class_files(class_path, class_name, class_files, self.feature)
        xml = folder / "jacoco.xml"
        command = [self.java, "-jar", self.cli_jar, "report", exec_file, "--classfiles", class_files, "--xml", xml]
        finished = run(command, timeout=120)
        if finished.exit_code != 0 or not xml.is_file():
            raise JacocoError(f"no report: {finished.last_line()}")
        return parse_report(xml.read_text(encoding="utf-8"), class_name)
