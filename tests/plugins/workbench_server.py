"""A server of the workbench in a process of its own, what it answers, and how much it takes."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Server:
    """`accord serve`; `url` is what it printed, and `log` the file with its stderr."""

    def __init__(self, log, *options):
        self.log = log
        with log.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "accord", "serve", "--port", "0", *options],
                stdout=subprocess.PIPE, stderr=file, text=True,
            )  # fmt: skip
        self.url = self.process.stdout.readline().strip()

    @property
    def children(self):
        """The worker processes."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    @property
    def lines(self):
        return self.log.read_text().splitlines()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        with self.process.stdout as stdout:
            stdout.read()
        return self.process.wait(60)


def events(server, **question):
    """Yield the events of a question."""
    with httpx.stream("POST", f"{server.url}api/ask", json=question, timeout=120) as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            if line:
                yield json.loads(line[6:])


def last(server, **question):
    return [event for event in events(server, **question) if event["event"] != "end"][-1]


def memory(pid):
    """The resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def peak_memory(pid):
    """The most resident bytes that a process has had."""
    (line,) = re.findall(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(line) << 10


def cpu_seconds(pid):
    """The CPU time of a process, and of its children that have ended."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def is_idle(pid):
    """Whether a process sleeps."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"
