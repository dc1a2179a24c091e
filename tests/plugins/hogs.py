"""Work that takes too much: it holds more memory with each step, or takes for ever, until a limit ends it."""

from contextlib import ExitStack
from mmap import mmap
from time import monotonic, sleep

STEP = 4 << 20  # bytes
MOST = 400 << 20  # bytes, where no limit ends it
LIMIT = 20_000_000  # bytes; a guard leaves some more, for modules
LONGEST = 5.0  # seconds, likewise


def hold(*_arguments, **_more):
    """Take memory until a limit ends it: of the system, as what was freed before may be taken again."""
    with ExitStack() as held:  # it is given back, whatever still knows of this call
        for _ in range(MOST // STEP):
            held.enter_context(mmap(-1, STEP)).write(b"x" * STEP)
            sleep(0.001)
        wait()


def wait(*_arguments, **_more):
    """Take time until a limit ends it."""
    end = monotonic() + LONGEST
    while monotonic() < end:
        sleep(0.002)
    raise AssertionError(f"no limit has ended this within {LONGEST} seconds")
