"""One budget for a whole project, divided by what its classes gain, against the same time for every class.

Both work on the same classes with the same seeds and the same total: where `jobs` of `n` classes are worked on at once, each class has `jobs / n`
of the budget. Compared are the shares of branches that the records tell, a class without a suite counting as 0; neither aims at anything else, and
tests that are there already count for neither.
"""

import json
import shutil
from dataclasses import dataclass, field

from processes import run
from project_coverage import mean, read, shares

TIMEOUT = 3600
HEADER = ["project", "classes", "seed", "divided", "equal", "difference", "seconds"]


@dataclass
class EqualTime:
    """What was measured of a project, a dictionary for each seed. `reason` says what went wrong, and is empty when nothing did."""

    project: str
    reason: str = ""
    classes: int = 0
    seeds: list = field(default_factory=list)

    def rows(self):
        if self.reason:
            return [[self.project, *["-"] * (len(HEADER) - 2), self.reason]]
        return [self.row(of_seed) for of_seed in self.seeds]

    def row(self, of_seed):
        divided, equal = of_seed["divided"], of_seed["equal"]
        return [
            *(self.project, str(self.classes), str(of_seed["seed"])),
            *(f"{100 * divided:.1f} %", f"{100 * equal:.1f} %", f"{100 * (divided - equal):+.1f}"),
            f"{of_seed['seconds_divided']:.0f} / {of_seed['seconds_equal']:.0f}",
        ]


def compare(name, folder, arguments):
    """Runs Evoke both ways on the project in `folder`, which is there, with each seed."""
    result = EqualTime(name)
    for seed in range(1, arguments.seeds + 1):
        try:
            divided, seconds_divided = run_divided(folder, arguments, seed)
            equal, seconds_equal = run_equal(folder, arguments, seed, divided)
        except RunError as error:
            result.reason = str(error)
            return result
        classes = shares(divided)
        others = shares(equal)
        result.classes = len(classes)
        result.seeds.append(
            {
                "seed": seed,
                "divided": mean(classes.values()),
                "equal": mean(others.get(name, 0.0) for name in classes),
                "seconds_divided": seconds_divided,
                "seconds_equal": seconds_equal,
                "by_class": {"/".join(map(str, name)): [classes[name], others.get(name, 0.0)] for name in classes},
            }
        )
    return result


class RunError(Exception):
    """A run left no record."""


def run_divided(folder, arguments, seed):
    # What earlier runs found is not for this one; what the build tool said is.
    shutil.rmtree(folder / ".evoke" / "classes", ignore_errors=True)
    command = [*evoke(arguments, seed), "--ignore-existing", "--budget", f"{arguments.budget}s"]
    return run_evoke(command, folder, f"divided-{seed}")


def run_equal(folder, arguments, seed, divided):
    """The classes of each module with the same budget each, one module after the other."""
    classes = [(of_class["module"], of_class["class"]) for of_class in divided["classes"]]
    milliseconds = 1000 * arguments.budget * int(arguments.jobs) // max(1, len(classes))
    joined, seconds = {"classes": []}, 0.0
    for module, class_path in class_paths(folder).items():
        own = [name for of_module, name in classes if of_module == module]
        if own:
            command = [*evoke(arguments, seed), *own, "--classpath", ":".join(class_path), "--guide", "none"]
            command += ["--budget", f"{milliseconds}ms"]
            record, took = run_evoke(command, folder, f"equal-{seed}-{len(joined['classes'])}")
            joined["classes"] += [{**of_class, "module": module} for of_class in record["classes"]]
            seconds += took
    return joined, seconds


def evoke(arguments, seed):
    return [arguments.evoke.resolve(), "generate", "--jobs", arguments.jobs, "--seed", str(seed)]


def run_evoke(command, folder, name):
    """The record of a run whose suites go into a folder of their own, and what it took."""
    own = folder.parent / f"{folder.name}-{name}"
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir(parents=True)
    record = own / "record.json"
    finished = run([*command, "--out", own / "suites", "--json", record], TIMEOUT, cwd=folder)
    if not record.is_file():
        raise RunError(finished.last_line())
    return read(record), finished.seconds


def class_paths(folder):
    """The class path of each module, as the build tool told Evoke."""
    kept = json.loads((folder / ".evoke" / "project.json").read_text(encoding="utf-8"))
    return {module["name"]: module["class_path"] for module in kept["project"]["modules"]}
