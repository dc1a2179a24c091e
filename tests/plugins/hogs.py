"""Work that takes too much: it holds more memory with each step, or takes for ever, until a limit ends it."""

from time import monotonic, sleep

STEP = 4 << 20  # bytes
MOST = 400 << 20  # bytes, where no limit ends it
LIMIT = 20_000_000  # bytes; a guard leaves some more, for modules
LONGEST = 5.0  # seconds, likewise


def hold(*_arguments, **_more):
    """Take memory until a limit ends it."""
    held = [b"x" * (STEP + number) for number in range(MOST // STEP) if not sleep(0.001)]
    raise AssertionError(f"no limit has ended this, which holds {sum(map(len, held)):,} bytes")


def wait(*_arguments, **_more):
    """Take time until a limit ends it."""
    end = monotonic() + LONGEST
    while monotonic() < end:
        sleep(0.002)
    raise AssertionError(f"no limit has ended this within {LONGEST} seconds")
