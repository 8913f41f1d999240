"""Runs Evoke on a project and watches it from outside: when it has done with the build tool and the classes begin, and how much memory it
and all that it started have from then on."""

import os
import subprocess
import threading
import time
from dataclasses import dataclass

from process_tree import PeakMemory

# What Evoke says when it has asked the build tool, and its budget begins.
BEGINNING = "this takes at most "
TIMEOUT = 3600


@dataclass(frozen=True)
class WatchedRun:
    """How a run went. `seconds_of_classes` are those that the budget is for."""

    seconds: float
    seconds_of_classes: float
    peak_mb: int
    last_line: str


def watched(command, folder):
    """Runs `command` in `folder` to its end, an hour at most."""
    memory = PeakMemory(os.getpid())
    started = begun = time.monotonic()
    process = subprocess.Popen(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        cwd=folder,
    )
    timer = threading.Timer(TIMEOUT, process.kill)
    timer.start()
    last_line, is_watched = "", False
    for line in process.stdout:
        last_line = line.strip() or last_line
        if line.startswith(BEGINNING) and not is_watched:
            begun, is_watched = time.monotonic(), True
            memory.__enter__()
    process.wait()
    timer.cancel()
    ended = time.monotonic()
    if is_watched:
        memory.__exit__()
    return WatchedRun(ended - started, ended - begun, memory.peak_mb, last_line)
