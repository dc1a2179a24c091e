"""Waiting for what can be seen, and clocks and cancellations that move only when they are asked.

A busy machine makes any time long, so no test waits for a time to pass, and none asserts how long something
took. A test that must wait names the state it waits for; one of deadlines brings a clock of its own.
"""

import os
import time
from pathlib import Path

WATCHDOG = 300.0  # seconds after which something hangs; no test asserts how much of it was used
POLL = 0.002


def wait_until(condition, what, process=None):
    """The first true value of the condition; a failure if it never comes, or the process ends before.

    Args:
        condition: a function without arguments.
        what: what is waited for, in words, for the failure.
        process: a Popen that must be running until then.
    """
    last = time.monotonic() + WATCHDOG
    while not (value := condition()):
        assert process is None or process.poll() is None, f"the process ended before this: {what}"
        assert time.monotonic() < last, f"this never came: {what}"
        time.sleep(POLL)
    return value


def lines_of(path):
    """How many whole lines a file has; 0 while it is not there."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def is_alive(pid):
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def children_of(pid=None):
    """The processes started by a process, this one by default, whichever of its threads started them."""
    found = set()
    for thread in Path(f"/proc/{pid or os.getpid()}/task").iterdir():
        try:
            found |= {int(child) for child in (thread / "children").read_text().split()}
        except OSError:  # the thread has ended
            continue
    return found


class Clock:
    """In the place of `time.monotonic`: from now on it stands still, but for `step` seconds a look at it."""

    def __init__(self, step=0.0):
        self.now, self.step = time.monotonic(), step

    def __call__(self):
        self.now += self.step
        return self.now


class Later:
    """In the place of a threading.Event: it is set once it was asked so often."""

    def __init__(self, often):
        self.asked, self.often = 0, often

    def is_set(self):
        self.asked += 1
        return self.asked > self.often
