"""What a run of Evoke covers of each class, by its own record."""

import json


def shares(record):
    """The share of its branches that is covered of each class of a record, by module and name: 0 without a suite, 1 where there are none."""
    return {(of_class.get("module"), of_class["class"]): share(of_class) for of_class in record["classes"]}


def share(of_class):
    if of_class["status"] != "ok":
        return 0.0
    branches = of_class["goals"].get("branch", {})
    total = branches.get("total", 0)
    return branches.get("covered", 0) / total if total else 1.0


def mean(values):
    """0 where there are none."""
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def read(path):
    """The record in a file."""
    return json.loads(path.read_text(encoding="utf-8"))
