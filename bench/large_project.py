"""A project of many classes, those of several released libraries together, and what one run on all of them comes to.

The classes of the libraries' jars are unpacked into one folder; which of them are taken is a matter of their names alone. What can be reached of
them is what a run with much time for each class reaches, on a sample of them.
"""

import hashlib
import shutil
import zipfile
from dataclasses import dataclass

from maven import Maven, MavenError
from processes import run
from project_coverage import mean, read, shares
from watched_run import watched

LIBRARIES = [
    "commons-cli:commons-cli:1.5.0",
    "org.apache.commons:commons-csv:1.9.0",
    "commons-codec:commons-codec:1.15",
    "org.apache.commons:commons-lang3:3.12.0",
    "org.apache.commons:commons-text:1.10.0",
    "org.apache.commons:commons-collections4:4.4",
    "joda-time:joda-time:2.10.14",
    "org.jsoup:jsoup:1.15.3",
    "com.google.code.gson:gson:2.8.9",
]
# Seconds of each class of the sample in the run that shows what can be reached.
REFERENCE = 30
TIMEOUT = 4 * 3600
HEADER = ["classes", "suites", "without reason", "seconds", "s/class", "memory", "branches", "of the sample", "with 30 s each", "share"]


@dataclass
class LargeProject:
    """What was measured. `reason` says what went wrong, and is empty when nothing did."""

    reason: str = ""
    classes: int = 0
    suites: int = 0
    without_reason: int = 0
    seconds: float = 0.0
    peak_memory_mb: int = 0
    share: float = 0.0
    sample: int = 0
    share_of_sample: float = 0.0
    share_of_reference: float = 0.0

    def rows(self):
        if self.reason:
            return [[*["-"] * (len(HEADER) - 1), self.reason]]
        part = self.share_of_sample / self.share_of_reference if self.share_of_reference else 1.0
        return [
            [
                *(str(self.classes), str(self.suites), str(self.without_reason), f"{self.seconds:.0f}"),
                *(f"{self.seconds / max(1, self.classes):.2f}", f"{self.peak_memory_mb} MB", f"{100 * self.share:.1f} %"),
                *(f"{100 * self.share_of_sample:.1f} % of {self.sample}", f"{100 * self.share_of_reference:.1f} %"),
                f"{100 * part:.0f} %",
            ]
        ]


def measure(folder, arguments):
    """Makes the project in `folder`, runs Evoke on so many of its classes, and on the sample."""
    result = LargeProject()
    try:
        unpack([Maven(folder.parent / "cache").jar(library) for library in LIBRARIES], folder)
    except (MavenError, OSError, zipfile.BadZipFile) as error:
        result.reason = str(error)
        return result
    names = chosen(all_classes(folder, arguments), arguments.large)
    record = folder / "large.json"
    command = [*on_classes(folder, arguments), "--budget", f"{arguments.budget}s", "--out", folder / "suites"]
    command += ["--json", record, *(word for name in sorted(names) for word in ("--include", name))]
    record.unlink(missing_ok=True)
    finished = watched(command, folder)
    if not record.is_file():
        result.reason = finished.last_line
        return result
    result.seconds, result.peak_memory_mb = finished.seconds_of_classes, finished.peak_mb
    note(result, read(record))
    if arguments.sample:
        note_sample(result, shares(read(record)), names[: arguments.sample], folder, arguments)
    return result


def note(result, record):
    for of_class in record["classes"]:
        result.classes += 1
        result.suites += of_class["status"] == "ok"
        result.without_reason += of_class["status"] != "ok" and not of_class["reason"]
    result.share = mean(shares(record).values())


def note_sample(result, reached, sample, folder, arguments):
    """Runs Evoke on the sample with as much time for each as shows what can be reached."""
    record = folder / "reference.json"
    record.unlink(missing_ok=True)
    command = [arguments.evoke.resolve(), "generate", *sample, "--classpath", folder / "classes", "--guide", "none"]
    command += ["--jobs", arguments.jobs, "--budget", f"{REFERENCE}s", "--out", folder / "reference", "--json", record]
    finished = run(command, TIMEOUT, cwd=folder)
    if not record.is_file():
        result.reason = finished.last_line()
        return
    of_large = {name: value for (_, name), value in reached.items()}
    of_reference = {name: value for (_, name), value in shares(read(record)).items()}
    result.sample = len(sample)
    result.share_of_sample = mean(of_large.get(name, 0.0) for name in sample)
    result.share_of_reference = mean(of_reference.get(name, 0.0) for name in sample)


def unpack(jars, folder):
    """Puts the class files of jars into `classes`; of one that several have that of the first counts."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in jars:
        with zipfile.ZipFile(path) as jar:
            for name in jar.namelist():
                if name.startswith("META-INF/") or name.endswith("/") or name.endswith("module-info.class"):
                    continue
                file = folder / "classes" / name
                if not file.exists():
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(jar.read(name))


def all_classes(folder, arguments):
    """The classes that Evoke finds worth testing, by a run that has no time for any."""
    record = folder / "all.json"
    command = [*on_classes(folder, arguments), "--budget", "1s", "--out", folder / "none", "--json", record]
    finished = run(command, TIMEOUT, cwd=folder)
    shutil.rmtree(folder / ".evoke", ignore_errors=True)
    if not record.is_file():
        raise SystemExit(f"error: {finished.last_line()}")
    return [of_class["class"] for of_class in read(record)["classes"]]


def on_classes(folder, arguments):
    return [arguments.evoke.resolve(), "generate", "--classes", folder / "classes", "--jobs", arguments.jobs]


def chosen(names, count):
    """So many of the names, in an order that has nothing to do with libraries and is always the same."""
    return sorted(names, key=lambda name: hashlib.sha256(name.encode()).hexdigest())[:count]
