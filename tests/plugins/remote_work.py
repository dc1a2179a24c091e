"""Work for processes and the workers of a cluster, which import it: files of a folder show where it is."""

import os
import signal
import struct
import sys
from pathlib import Path

from waiting import wait_until

from accord.many import pool


def hold(folder):
    """Say which process this is, then wait until there is a file `go`; the process."""
    process = os.getpid()
    Path(folder, f"{process}.begun").touch()
    wait_until(Path(folder, "go").exists, "the work may end")
    return process


def begun(folder):
    """The processes in which work was begun."""
    return {int(path.stem) for path in Path(folder).glob("*.begun")}


def until_given_up(folder):
    """Work that ends only if nobody waits for it any more."""
    Path(folder, "begun").touch()
    wait_until(pool.unwanted.get().is_set, "nobody waits for this")
    Path(folder, "given up").touch()


def told_too_early(folder):
    """Half of the work is done at first, as if nobody waited for it; then all."""
    half = Path(folder, "half")
    if half.exists():
        return "all"
    half.touch()
    pool.unwanted.get().seen = True
    return "half"


def deadly(number):
    """Zero ends its process, as a system without memory does."""
    if number == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def half_told(folder):
    """Begin to tell a result, as a process does that is killed while it does so."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000))
    hold(folder)


def faulty(number):
    """What is no error of Accord's."""
    return 1 // number
