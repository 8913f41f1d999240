"""The memory of a program together with all programs that it started, seen from outside while they run.

Memory that processes share counts once: each has its proportional share of it, as the kernel tells (`Pss`).
"""

import threading
from pathlib import Path

PROC = Path("/proc")


class PeakMemory:
    """Looks at the children of this process a few times a second, as long as the `with` block lasts."""

    def __init__(self, root, pause=0.25):
        self.root = root
        self.pause = pause
        self.peak_mb = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exception):
        self._ended.set()
        self._thread.join()

    def _watch(self):
        while not self._ended.wait(self.pause):
            total = sum(share_kb(pid) for pid in below(self.root))
            self.peak_mb = max(self.peak_mb, total // 1024)


def below(root):
    """The processes that `root` started, and those that they started."""
    children = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            children.setdefault(parent(entry), []).append(int(entry.name))
    found, waiting = [], [root]
    while waiting:
        started = children.get(waiting.pop(), [])
        found.extend(started)
        waiting.extend(started)
    return found


def parent(entry):
    try:
        # The name, which may hold anything, is in brackets.
        return int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return 0


def share_kb(pid):
    """0 for a process that has ended meanwhile."""
    try:
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
