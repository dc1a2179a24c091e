"""Commands on a terminal: keys are pressed, and what is drawn is waited for, never the clock."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from processes import PLUGINS, child_environment
from waiting import WATCHDOG, children_of

MARKS = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")
# What a shell does: the terminal is given to the command, taken back when Ctrl-Z stops it, and given again
# after a line. The first word says whether the command begins in front.
SHELL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
command = os.fork()
if not command:
    os.setpgid(0, 0)
    if sys.argv[1] == "in front":
        os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-m", "accord", *sys.argv[2:]])
while os.WIFSTOPPED(status := os.waitpid(command, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpgrp())
    print("stopped", file=sys.stderr, flush=True)
    sys.stdin.readline()
    os.tcsetpgrp(0, command)
    os.killpg(command, signal.SIGCONT)
sys.exit(os.waitstatus_to_exitcode(status))
"""


class Terminal:
    """`accord WORDS...` on a terminal, as below a shell; a context, at whose end it is ended."""

    def __init__(self, *words, rows=40, columns=120, stdout=None, where="in front", path=(), **settings):
        """`stdout` may be a file or a pipe in place of the terminal, `path` folders to import from first."""
        self._ours, self._theirs = pty.openpty()
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = self.settings()
        self.seen = ""  # all that was drawn
        self._told = 0  # how much of it was waited for
        environment = {"TERM": "xterm", "NO_COLOR": "1", **settings}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SHELL, where, *map(str, words)],
            stdin=self._theirs,
            stdout=self._theirs if stdout is None else stdout,
            stderr=self._theirs,
            env=child_environment(*path, PLUGINS, **environment),
            start_new_session=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for command in children_of(self.process.pid) if self.process.poll() is None else ():
            os.kill(command, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        os.close(self._ours)
        os.close(self._theirs)

    def settings(self):
        """How the terminal is set."""
        return termios.tcgetattr(self._theirs)

    def is_listened_to(self):
        """Whether keys come at once, and are not shown."""
        return not self.settings()[3] & (termios.ICANON | termios.ECHO)

    def signal(self, number):
        """Send a signal to the command, if it is in front."""
        os.killpg(os.tcgetpgrp(self._ours), number)

    def press(self, keys):
        """Press keys."""
        os.write(self._ours, keys.encode())

    def until(self, pattern):
        """Wait until this is drawn behind what was waited for before; the match."""
        last = time.monotonic() + WATCHDOG
        while (match := re.compile(pattern, re.DOTALL).search(MARKS.sub("", self.seen), self._told)) is None:
            assert time.monotonic() < last, f"this never came: {pattern}; there was {self.seen[-2000:]!r}"
            assert self._read(1.0) or self.process.poll() is None, f"{pattern} never came: {self.seen!r}"
        self._told = match.end()
        return match

    def end(self):
        """Wait until the command has ended; its exit code. All that it drew is in `seen`."""
        last = time.monotonic() + WATCHDOG
        while self.process.poll() is None:
            assert time.monotonic() < last, f"it goes on: {self.seen[-2000:]!r}"
            self._read(0.05)
        while self._read(0.0):
            pass
        return self.process.returncode

    def _read(self, seconds):
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        self.seen += os.read(self._ours, 1 << 16).decode(errors="replace")
        return True
