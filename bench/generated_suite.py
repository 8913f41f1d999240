"""Suites that `evoke generate` writes for classes of libraries, within a budget and from one seed."""

import json
import os
import shutil
import time
from pathlib import Path

from processes import run
from subject_list import ROOT

# Seconds after which a class with a budget of statements is given up.
LIMIT_OF_STATEMENTS = 900


class GenerateError(Exception):
    """Evoke left no suite."""


class Generator:
    """The program with what it is given for every class: `options` of `add_arguments`, and the JDK it works with."""

    def __init__(self, options, jdk):
        self.options = options
        self.jdk = jdk

    def generate(self, class_name, class_path, folder, row):
        """Runs Evoke on a class and returns the sources it wrote below `folder`; seconds, peak memory and Evoke's own record go into `row`."""
        out, result = folder / "src", folder / "result.json"
        command = [self.options.evoke, "generate", class_name]
        command += ["--classpath", os.pathsep.join(map(str, class_path)), *self.budget()]
        command += ["--seed", self.options.seed, "--java-home", self.jdk, "--out", out, "--json", result, "-q"]
        limit = LIMIT_OF_STATEMENTS if self.options.budget_statements else 2 * self.options.budget + 60
        finished = run([*command, *self.options.evoke_arg], timeout=limit)
        (folder / "evoke.log").write_text(finished.output, encoding="utf-8")
        row.seconds, row.peak_rss_mb = round(finished.seconds, 2), finished.peak_rss_mb
        if finished.timed_out:
            raise GenerateError(f"evoke did not end within {finished.seconds:.0f} s")
        row.evoke = read_result(result)
        sources = sorted(out.rglob("*.java"))
        if not sources:
            reason = (row.evoke or {}).get("reason") or finished.last_line()
            raise GenerateError(f"no suite (exit code {finished.exit_code}): {reason}")
        return sources

    def budget(self):
        """What each class has: statements make the same suite on every machine and under any load."""
        if self.options.budget_statements:
            return ["--budget-statements", self.options.budget_statements]
        return ["--budget", f"{self.options.budget}s"]


def read_result(path):
    """What Evoke itself says about the class, or nothing where it wrote no result."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))["classes"][0]
    except (OSError, ValueError, KeyError, IndexError):
        return None
    # The names of hundreds of goals are in the class's own result file; here they would drown the figures.
    record.pop("uncovered", None)
    return record


def find_commit():
    """The commit that is checked out, marked where files differ from it; nothing outside a checkout."""
    finished = run(["git", "describe", "--always", "--dirty", "--abbrev=12"], timeout=60, cwd=ROOT)
    return finished.output.strip() if finished.exit_code == 0 else None


def find_jdk():
    """The JDK of JAVA_HOME, else of the `javac` on the path."""
    home = os.environ.get("JAVA_HOME")
    if home and (Path(home) / "bin" / "javac").is_file():
        return Path(home)
    javac = shutil.which("javac")
    if javac:
        return Path(os.path.realpath(javac)).parent.parent
    return None


def write_record(options, schema, settings, jdk, measured):
    """Writes what was measured, with the settings of that name and where it was, to the file asked for."""
    chosen = {name: getattr(options, name) for name in settings}
    environment = {"commit": find_commit(), "jdk": str(jdk), "processors": os.cpu_count()}
    record = {"schema": schema, **chosen, **environment, **measured}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"written to {options.out}")


def add_arguments(parser, budget):
    """The options of every script that generates suites; `budget` is the default, in seconds."""
    parser.add_argument("--budget", type=int, default=budget, help=f"seconds for each class (default {budget})")
    parser.add_argument("--budget-statements", type=int, help="executed statements for each class, in place of seconds")
    parser.add_argument("--seed", type=int, default=1, help="seed given to evoke (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="classes at a time (default 1)")
    parser.add_argument("--label", default=time.strftime("%Y%m%dT%H%M%S"), help="name of the run (default: the time)")
    parser.add_argument("--evoke", type=Path, default=ROOT / "target" / "release" / "evoke", help="the program")
    parser.add_argument("--evoke-arg", action="append", default=[], help="handed on to evoke; repeatable")
    parser.add_argument("--work", type=Path, default=ROOT / "target" / "bench", help="folder for all files")
