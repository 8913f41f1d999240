"""The classes that benchmarks and studies use: CSV files with coordinates, class, branches, kind and published coverage."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# `tuned` holds the classes that Evoke was tuned on, `wide` others.
SETS = {"tuned": ROOT / "bench" / "subjects.csv", "wide": ROOT / "bench" / "subjects-wide.csv"}
DEFAULT_SET = "tuned"


@dataclass(frozen=True)
class Subject:
    """A class of a library, with the coverage another tool published for it, if any."""

    gav: str
    class_name: str
    branches: int | None = None
    kind: str = ""
    published: float | None = None


def subject_file(name):
    """The file of a set, or the file that is named itself."""
    return SETS.get(name) or Path(name)


def read_subjects(name):
    """All subjects of a set or a file, in its order."""
    with open(subject_file(name), encoding="utf-8", newline="") as file:
        return [subject_of(row) for row in csv.DictReader(file)]


def subject_of(row):
    """The subject in a row. Only the coordinates and the class have to be there."""
    branches, published = row.get("branches"), row.get("published_evosuite_dynamosa_branch_120s")
    return Subject(
        row["gav"],
        row["class"],
        int(branches) if branches else None,
        row.get("kind") or "",
        float(published) if published else None,
    )


def holding(subjects, texts):
    """Those whose class name holds one of the texts; all if there are none."""
    return [subject for subject in subjects if not texts or any(text in subject.class_name for text in texts)]


def short_name(name, names):
    """The end of `name` that no other of `names` has: the simple name, with as much of the package as it takes."""
    parts = name.split(".")
    for start in range(len(parts) - 1, 0, -1):
        end = ".".join(parts[start:])
        if not any(other != name and other.endswith(f".{end}") for other in names):
            return end
    return name


def add_arguments(parser):
    """The option that chooses among the sets."""
    known = ", ".join(f"`{name}`" for name in SETS)
    parser.add_argument(
        "--subjects",
        default=DEFAULT_SET,
        metavar="SET",
        help=f"classes: {known} or a CSV file (default {DEFAULT_SET})",
    )
