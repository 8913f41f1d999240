"""Runs other programs: with a limit on time, no standard input, and their peak memory.

A program that outlives its limit is killed together with everything it started, so that no benchmark hangs.
"""

import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Finished:
    """How a program ended."""

    exit_code: int
    output: str
    seconds: float
    peak_rss_mb: int
    timed_out: bool

    def last_line(self):
        """The last line that says something, for a table."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        return lines[-1] if lines else f"exit code {self.exit_code}"


def run(command, timeout, cwd=None, env=None):
    """Runs `command` to its end or for `timeout` seconds; both output streams are kept, in the order written."""
    with tempfile.TemporaryFile() as output:
        started = time.monotonic()
        process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
        timed_out = threading.Event()

        def kill():
            timed_out.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(timeout, kill)
        timer.start()
        try:
            # wait4 tells the peak memory of the program and of the children it waited for.
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            timer.cancel()
        seconds = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    return Finished(process.returncode, text, seconds, usage.ru_maxrss // 1024, timed_out.is_set())
