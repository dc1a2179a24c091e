"""The signals that end a command: Ctrl-C, and SIGTERM, which batch systems send. Both ask it to stop.

A command hears the first one, and stops with what is known. A second Ctrl-C leaves at once; a second SIGTERM
does not, since some send it to the process and then to its group. Processes that a command starts hear
neither: their parent decides.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from accord.exits import Code

CODES = {signal.SIGINT: Code.CANCELLED, signal.SIGTERM: Code.TERMINATED}
_heard: list[int] = []  # since the command began


def begin() -> None:
    """A command begins, and nothing was heard; until it listens, a signal raises KeyboardInterrupt."""
    _heard.clear()
    listen(_interrupt)


def listen(asked: Callable[[], object], leaving: Callable[[], object] = lambda: None) -> None:
    """From now on the first signal calls `asked`; a Ctrl-C after it calls `leaving`, and ends the process."""

    def hear(number: int, frame: object) -> None:  # noqa: ARG001 (signal's signature)
        if not _heard:
            _heard.append(number)
            asked()
        elif number == signal.SIGINT:
            leaving()
            os._exit(CODES[signal.Signals(_heard[0])])

    for number in CODES:
        signal.signal(number, hear)


def code_of(code: Code) -> Code:
    """With what a command leaves that came to this: of one that was stopped, by which signal."""
    return CODES[signal.Signals(_heard[0])] if code == Code.CANCELLED and _heard else code


@contextmanager
def unheard() -> Iterator[None]:
    """Processes of `multiprocessing` that are started meanwhile hear no such signal: see `masked`."""
    from multiprocessing import resource_tracker  # only now: it imports much

    resource_tracker.ensure_running()  # starting a process does so, and would let signals through again
    with masked():
        yield


@contextmanager
def masked() -> Iterator[None]:
    """Threads and processes that are started meanwhile hear no such signal, from their first moment on.

    One that comes meanwhile reaches this process at the end.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, CODES)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _interrupt() -> None:
    raise KeyboardInterrupt
