"""The build of a project: its build file where a library has none of its own, and what JaCoCo says when the build runs its tests."""

import xml.etree.ElementTree as ElementTree

from processes import run

JUNIT = "org.junit.jupiter:junit-jupiter:5.11.4"
JACOCO = "0.8.14"
TIMEOUT = 1800


class BuildError(Exception):
    """The build fails, or has no report."""


class MavenBuild:
    """Maven."""

    def write(self, folder, name, needs):
        """Writes a POM."""
        (folder / "pom.xml").write_text(pom(name, needs), encoding="utf-8")

    def branches(self, folder):
        """Runs the tests; how many branches they cover, and of how many."""
        plugin = f"org.jacoco:jacoco-maven-plugin:{JACOCO}"
        command = ["mvn", "-q", "-B", f"{plugin}:prepare-agent", "test", f"{plugin}:report"]
        return counted(command, folder, "target/site/jacoco/jacoco.xml")


class GradleBuild:
    """Gradle, installed."""

    def write(self, folder, name, needs):
        """Writes build files."""
        (folder / "settings.gradle").write_text(f"rootProject.name = '{name}'\n", encoding="utf-8")
        (folder / "build.gradle").write_text(build_script(needs), encoding="utf-8")

    def branches(self, folder):
        """Runs the tests; how many branches they cover, and of how many."""
        command = ["gradle", "-q", "--console=plain", "test", "jacocoTestReport"]
        return counted(command, folder, "build/reports/jacoco/test/jacocoTestReport.xml")


MAVEN = MavenBuild()
GRADLE = GradleBuild()


def counted(command, folder, report):
    finished = run(command, timeout=TIMEOUT, cwd=folder)
    if finished.exit_code != 0:
        raise BuildError(f"the build fails: {finished.last_line()}")
    reports = [file for file in folder.rglob("*.xml") if file.as_posix().endswith(report)]
    if not reports:
        raise BuildError("the build leaves no report of JaCoCo")
    covered = total = 0
    for file in reports:
        for counter in ElementTree.parse(file).getroot().findall("counter"):
            if counter.get("type") == "BRANCH":
                covered += int(counter.get("covered"))
                total += int(counter.get("covered")) + int(counter.get("missed"))
    return covered, total


def pom(name, needs):
    dependencies = [dependency(needed, "provided") for needed in needs] + [dependency(JUNIT, "test")]
    plugins = [("resources", "3.3.1"), ("compiler", "3.13.0"), ("surefire", "3.5.2")]
    managed = "".join(
        f"<plugin><artifactId>maven-{plugin}-plugin</artifactId><version>{version}</version></plugin>"
        for plugin, version in plugins
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>evoke.bench</groupId>
  <artifactId>{name}</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>{"".join(dependencies)}</dependencies>
  <build><pluginManagement><plugins>{managed}</plugins></pluginManagement></build>
</project>
"""


def dependency(coordinates, scope):
    group, artifact, version = coordinates.split(":")
    parts = [("groupId", group), ("artifactId", artifact), ("version", version), ("scope", scope)]
    return "<dependency>" + "".join(f"<{tag}>{text}</{tag}>" for tag, text in parts) + "</dependency>"


def build_script(needs):
    needed = "".join(f"    compileOnly '{it}'\n" for it in needs)
    return f"""apply plugin: 'java'
apply plugin: 'jacoco'
sourceCompatibility = 8
targetCompatibility = 8
repositories {{
    mavenLocal()
    mavenCentral()
}}
dependencies {{
{needed}    testImplementation 'junit:junit:4.13.2'
}}
jacoco {{ toolVersion = '{JACOCO}' }}
jacocoTestReport {{ reports {{ xml.enabled = true }} }}
tasks.withType(JavaCompile) {{ options.encoding = 'UTF-8' }}
"""
