"""Turn Ctrl-C, SIGTERM and SIGHUP into a request to stop the current command cleanly.

The first one ends what waits for input, and what has not asked for signals yet, by an error. Work that asks
(`Asked`) ends by itself, with its findings. What does not is ended by the guard over the command, which asks
`HEARD`. A second Ctrl-C leaves at once; a second SIGTERM does not, since some send it to the process and then
to its group. Processes that a command starts hear none: their parent decides. SIGHUP that is ignored when the
command begins, as by `nohup`, stays ignored.

Nothing is raised where that would do harm (`holds_back`): while a module is imported, since numba that is
imported by half stays so; nor while objects are freed: there Python would print it and continue.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate, repeat, takewhile
from operator import truth
from stat import S_ISREG
from types import FrameType
from typing import IO, Any, cast

from accord.errors import StoppedError
from accord.exits import Code

WAKES = signal.SIGURG  # ends a wait of the main thread for input, so that it sees what else there is
CODES = {signal.SIGINT: Code.CANCELLED, signal.SIGTERM: Code.TERMINATED, signal.SIGHUP: Code.HANGUP}
# files in which nothing is raised: in the last one C calls back
DELICATE = ("importlib._bootstrap>", "weakref.py", "_weakrefset.py", "llvmlite/binding/executionengine.py")
_heard: list[int] = []  # since the command began
_ended: list[str] = []  # what the main thread does that a signal ends by an error
_collecting = [0]  # the thread that collects garbage; 0: none does


def end_at_once() -> None:
    """Until a command begins, a signal ends the process at once: half of the imports may be done."""
    for number in _listened_to():
        signal.signal(number, lambda *_, code=CODES[number]: os._exit(code))


def _listened_to() -> list[signal.Signals]:
    """Return the signals that end a command: all, but SIGHUP where it is ignored."""
    ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    return [number for number in CODES if not (ignored and number == signal.SIGHUP)]


def begin() -> None:
    """A command begins, and nothing was heard; until it listens, a signal raises KeyboardInterrupt."""
    _heard.clear()
    listen(_interrupt)
    signal.signal(WAKES, lambda *_: None)


def check() -> None:
    """Raise KeyboardInterrupt if a signal was heard where it could raise nothing."""
    if _heard:
        raise KeyboardInterrupt


def listen(asked: Callable[[], object], leaving: Callable[[], object] = lambda: None) -> None:
    """From now on the first signal calls `asked`; a Ctrl-C after it calls `leaving`, and ends the process."""

    def hear(number: int, frame: FrameType | None) -> None:
        if not _heard:
            _heard.append(number)
            try:
                asked()
                if _ended:
                    raise KeyboardInterrupt
            except KeyboardInterrupt:
                if not holds_back(after_kernels(frames_of(frame)), threading.get_ident()):
                    raise
        elif number == signal.SIGINT:
            leaving()
            os._exit(CODES[signal.Signals(_heard[0])])

    note_collections()
    for number in _listened_to():
        signal.signal(number, hear)
    if _heard:  # one came before
        asked()


# -- where nothing is raised -----------------------------------------------------------------------------


def frames_of(frame: FrameType | None) -> list[FrameType]:
    """Return a frame and those that called it, the outermost last.

    All are taken in one call into C, so that a thread whose frames they are does not move on meanwhile.
    """
    return [*takewhile(truth, accumulate(repeat("f_back"), getattr, initial=frame))]


def holds_back(frames: Iterable[FrameType], thread: int) -> bool:
    """Return whether a thread, in these frames, is where no exception should arrive.

    It imports, or objects are freed. Or it starts another thread: that has the same number at first (Python
    3.11), would die of what is sent to it, and would never say that it has started.
    """
    if _collecting[0] == thread:
        return True
    delicate = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    delicate.append(threading.Thread.start.__code__)
    codes = [frame.f_code for frame in frames]
    return any(
        code.co_filename.endswith(DELICATE) or code.co_name == "__del__" or code in delicate for code in codes
    )


def after_kernels(frames: list[FrameType]) -> list[FrameType]:
    """Return the frames within the import of a module of kernels, which compiles them; else all.

    That may take twenty seconds, and a process that ends needs the module no more.
    """
    for place, frame in enumerate(frames):
        of_kernels = frame.f_globals.get("__name__", "").startswith("accord_native.")
        if of_kernels and frame.f_code.co_name == "<module>":
            return frames[:place]
    return frames


def note_collections() -> None:
    """From now on, note which thread collects garbage: weak references and `__del__` call back meanwhile."""
    if _note_collection not in gc.callbacks:
        gc.callbacks.insert(0, _note_collection)


def _note_collection(phase: str, _info: object) -> None:
    _collecting[0] = threading.get_ident() if phase == "start" else 0


class Heard:
    """A cancellation that is set once a signal was heard since the command began."""

    def is_set(self) -> bool:
        """Return whether one was."""
        return bool(_heard)


HEARD = Heard()


class Interrupted(BaseException):
    """Ends work of which nothing asks for limits; `accord.watchdog` raises it, and says why."""


class Asked(threading.Event):
    """A cancellation that is set by the first signal; until somebody asks for it, that raises as well."""

    def __init__(self) -> None:
        super().__init__()
        self._expected = False

    def hear(self) -> None:
        """Be set. Raises KeyboardInterrupt if no work has asked so far, since then none would end."""
        self.set()
        if not self._expected:
            raise KeyboardInterrupt

    def expect(self) -> None:
        """From now on the work asks now and then."""
        self._expected = True

    def is_set(self) -> bool:
        """Return whether a signal came; the caller asks again."""
        self._expected = True
        return super().is_set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for it, and return whether it is set."""
        self._expected = True
        return super().wait(timeout)


def wake(thread: int) -> None:
    """Let the main thread look at what is raised in it, even if it waits for input; once a command began."""
    if thread == threading.main_thread().ident and callable(signal.getsignal(WAKES)):
        signal.pthread_kill(thread, WAKES)


def code_of(code: Code) -> Code:
    """With what a command leaves that came to this: of one that was stopped, by which signal."""
    return CODES[signal.Signals(_heard[0])] if code == Code.CANCELLED and _heard else code


@contextmanager
def ending(doing: str) -> Iterator[None]:
    """Let a first signal end what asks for none: it raises StoppedError, which says what was being done.

    The signal itself raises KeyboardInterrupt, which no `except Exception` of a library takes for an error
    of its own.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _ended.append(doing)
    try:
        yield
    except BaseException as error:
        # without a signal that was heard, a program that uses the library has a handler of its own
        if not _heard or not _is_interrupt(error):
            raise
        raise StoppedError(f"stopped while {doing}", status="cancelled") from None
    finally:
        _ended.pop()


def _is_interrupt(error: BaseException | None) -> bool:
    """Return whether it is KeyboardInterrupt, or came of one: a module in C makes an ImportError of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Let a signal end the reading of `what`, also one that came before: nothing else ends a wait for input.

    That is for input that may not come: a regular file is read at once, so work on it goes on; see `waits`.
    """
    with ending(f"{what} was read"):
        if _heard and threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt
        yield


def waits(file: IO[bytes]) -> bool:
    """Return whether reading a file may wait for its writer; nothing is awaited from a regular one."""
    try:
        return not S_ISREG(os.fstat(file.fileno()).st_mode)
    except (OSError, ValueError, AttributeError):  # it is in memory
        return False


class _Interruptible:
    """A file of which every read is one of `reading`."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file, self._name = file, name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def read(self, size: int = -1) -> bytes:
        with reading(self._name):
            return self._file.read(size)

    def readline(self, size: int = -1) -> bytes:
        with reading(self._name):
            return self._file.readline(size)


def interruptible(file: IO[bytes], name: str) -> IO[bytes]:
    """Return the file; where a read waits, a first signal ends it with StoppedError, which says `name`."""
    return cast("IO[bytes]", _Interruptible(file, name)) if waits(file) else file


@contextmanager
def unheard() -> Iterator[None]:
    """Processes of `multiprocessing` that are started meanwhile hear no such signal: see `masked`."""
    from multiprocessing import resource_tracker  # only now: it imports much

    resource_tracker.ensure_running()  # starting a process does so, and would let signals through again
    with mask_signals():
        yield


@contextmanager
def mask_signals() -> Iterator[None]:
    """Let threads and processes that start meanwhile receive no such signal.

    One that comes meanwhile reaches this process at the end.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, CODES)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _interrupt() -> None:
    raise KeyboardInterrupt
