"""The program that is measured: which one it is, and what it says of itself."""

import hashlib

from processes import run

LIST_TIMEOUT = 60


class EvokeError(Exception):
    """The program is missing or does not answer."""


def identity(path):
    """A hash of the program's bytes: what one build found is never taken for what another one would find."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:16]
    except OSError as error:
        raise EvokeError(f"{path} cannot be read ({error.strerror}); `make build` makes it") from None


def listed(path, topic):
    """What `evoke list` prints under a topic."""
    try:
        finished = run([path, "list", topic], LIST_TIMEOUT)
    except OSError as error:
        raise EvokeError(f"{path} cannot be run ({error.strerror}); `make build` makes it") from None
    if finished.exit_code != 0:
        raise EvokeError(f"`evoke list {topic}` failed: {finished.last_line()}")
    return tuple(finished.output.split())


def techniques(path):
    """Names of the techniques that can be switched, and of those that are off by default."""
    return listed(path, "techniques"), listed(path, "techniques-off-by-default")
