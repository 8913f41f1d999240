"""Class paths and tools from Maven coordinates, resolved once and remembered in a cache folder."""

import os
import tempfile
from pathlib import Path

from processes import run

PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
TIMEOUT = 600

POM = """<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>evoke.bench</groupId>
  <artifactId>subject</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>{group}</groupId>
      <artifactId>{artifact}</artifactId>
      <version>{version}</version>{classifier}
    </dependency>
  </dependencies>
</project>
"""


class MavenError(Exception):
    """Maven is missing or could not resolve what was asked for."""


class Maven:
    """Resolves coordinates `group:artifact:version[:classifier]`."""

    def __init__(self, cache):
        self.cache = Path(cache)

    def class_path(self, coordinates):
        """The jar named and everything it needs at run time, the jar itself first."""
        remembered = self.cache / (coordinates.replace(":", "_") + ".classpath")
        if remembered.is_file():
            jars = remembered.read_text(encoding="utf-8").strip().split(os.pathsep)
            if all(Path(jar).is_file() for jar in jars):
                return jars
        self.cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.cache) as folder:
            (Path(folder) / "pom.xml").write_text(pom(coordinates), encoding="utf-8")
            answer = Path(folder) / "classpath"
            goal = [f"{PLUGIN}:build-classpath", "-Dmdep.includeScope=runtime", f"-Dmdep.outputFile={answer}"]
            try:
                finished = run(["mvn", "-q", "-B", *goal], TIMEOUT, cwd=folder)
            except FileNotFoundError:
                raise MavenError("mvn is not on the path; `make install-tools` installs it") from None
            if finished.exit_code != 0 or not answer.is_file():
                raise MavenError(f"cannot resolve {coordinates}: {first_error(finished.output)}")
            # Moved into place, so that an interrupted run never leaves half a file behind.
            answer.replace(remembered)
        return remembered.read_text(encoding="utf-8").strip().split(os.pathsep)

    def jar(self, coordinates):
        """The one jar named, without what it depends on."""
        return self.class_path(coordinates)[0]


def pom(coordinates):
    """A project that depends on nothing but `coordinates`."""
    group, artifact, version, *classifier = coordinates.split(":")
    tag = f"\n      <classifier>{classifier[0]}</classifier>" if classifier else ""
    return POM.format(group=group, artifact=artifact, version=version, classifier=tag)


def first_error(output):
    """The first line in which Maven says what went wrong."""
    errors = [line for line in output.splitlines() if line.startswith("[ERROR]")]
    return errors[0][len("[ERROR]") :].strip() if errors else "no reason given"
