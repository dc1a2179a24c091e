"""Interrupt work that cannot check limits itself (reading, lowering, reducing) when a limit passes.

    Guard("the model was built", deadline=monotonic() + 2, seconds=2).do(build, puzzle)
    # what build(puzzle) returns; StoppedError once two seconds are over

Search loops look at their limits between two slices. What builds a model has no such places: they would have
to be in some forty functions, in list comprehensions and inside numpy, and each new rule would have to
remember them. So one thread looks instead, a hundred times a second, at the clock, the resident memory and
the cancellation of every guard that is entered, and ends the work by an exception that it raises in the
thread of the guard (`PyThreadState_SetAsyncExc`). Without guards it sleeps.

The exception is a BaseException, so `except Exception` in a library does not take it for an error of its own,
and only the guard that caused it makes a StoppedError of it. It is sent again after a while if it was lost,
as in a `__del__`. It is held back while modules are imported: numba that is imported by half stays so; and
while garbage is collected, where Python would print it and go on. It arrives between two bytecodes: a call
into C is waited for. At the sizes that a model may have, those of numpy took less than 0.1 s and 100 MB each.

Only whole results may be put into caches, as the last step: what is built by half is dropped.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import threading
from collections.abc import Callable
from time import monotonic, sleep
from types import FrameType, TracebackType
from typing import ParamSpec, Protocol, TypeVar

from accord import signals
from accord.errors import AccordError, LateError, StoppedError
from accord.signals import Interrupted

P = ParamSpec("P")
Result = TypeVar("Result")

EVERY = 0.01  # seconds between two looks
AGAIN = 0.5  # seconds after which the exception is sent again
LOOKS = 1000  # calls within which what was sent arrives
SLACK = 64 << 20  # bytes beyond a limit of memory: modules that are imported, and what was freed but is kept
HELD_BACK = ("importlib._bootstrap>", "weakref.py", "_weakrefset.py")  # nothing arrives in these files


class Cancels(Protocol):
    """Anything with `is_set`, such as threading.Event."""

    def is_set(self) -> bool:
        """Whether to stop."""


class Guard:
    """A context in which a limit ends the work by StoppedError. Guards may be nested; one is entered once."""

    def __init__(
        self,
        doing: str,
        *,
        deadline: float | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        base: int = 0,
        cancel: Cancels | None = None,
        grace: float = 0.0,
    ) -> None:
        """Make a guard.

        Args:
            doing: what is done meanwhile, for the sentence: `stopped after 2 seconds, while ...`.
            deadline: on the clock of time.monotonic().
            seconds: how many these were, for the sentence.
            memory: bytes of the process above `base`.
            base: resident bytes that do not count.
            cancel: once it is set, the work ends.
            grace: seconds in which the clock and `cancel` are left to the work, and then once more, from when
                a limit is seen, in which the work may end by itself.
        """
        self._doing = doing
        self._deadline, self._seconds, self._cancel, self._grace = deadline, seconds, cancel, grace
        self._memory, self._base = memory, base - _loaded[0]
        self._watched = not (deadline is None and memory is None and cancel is None)
        self._thread, self._depth, self._looks_at = 0, 0, 0.0
        self._due: float | None = None  # when a limit was seen
        self._sent: float | None = None
        self._error: StoppedError | None = None

    def __enter__(self) -> Guard:
        if self._watched:
            self._thread, self._depth = threading.get_ident(), _depth(sys._getframe(1))
            self._looks_at = monotonic() + self._grace
            if isinstance(self._cancel, signals.Asked):
                self._cancel.expect()
            _enter(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Raises StoppedError if this guard ended the work, in place of a library's error about that."""
        if not self._watched:
            return
        while True:
            try:
                _leave(self)
                break
            except Interrupted:  # it came this late
                continue
        if self._error is None or kind is None:
            return
        if kind is Interrupted or _is_of_a_library(kind):
            raise self._error from None

    def do(self, function: Callable[P, Result], *arguments: P.args, **more: P.kwargs) -> Result:
        """Return what a function within the guard returns. Raises StoppedError if the guard ended it.

        It is the safe way to enter a guard: an exception that comes as the work ends may arrive at the first
        bytecode of `__exit__`, which catches nothing there.
        """
        if not self._watched:
            return function(*arguments, **more)
        try:
            with self:
                return function(*arguments, **more)
        except Interrupted:
            self.__exit__(Interrupted, None, None)
            raise

    @property
    def room(self) -> int | None:
        """The bytes that may still be taken; None without a limit."""
        if self._memory is None:
            return None
        return self._memory - max(0, resident() - self._base - _loaded[0])

    def ending(self, now: float) -> StoppedError | None:
        """Return the limit that ends the work now; None if there is none."""
        if now >= self._looks_at and (error := self._over(now)) is not None:
            self._due = self._due or now
            if now >= self._due + self._grace:
                return error
        if (room := self.room) is not None and room < -SLACK:
            return StoppedError(f"stopped while {self._doing}: it takes more than {self._memory:,} bytes")
        return None

    def _over(self, now: float) -> StoppedError | None:
        """Return the error to raise if the time is over or the work is cancelled."""
        if self._cancel is not None and self._cancel.is_set():
            return StoppedError(f"stopped while {self._doing}", status="cancelled")
        if self._deadline is not None and now >= self._deadline:
            return LateError(f"stopped after {self._seconds:g} seconds, while {self._doing}")
        return None


def _is_of_a_library(kind: type[BaseException]) -> bool:
    """Whether a library may have put this error in place of what the guard sent.

    numpy does: it compares structured arrays, which calls Python, and raises a TypeError whatever was wrong.
    """
    return issubclass(kind, Exception) and not issubclass(kind, AccordError)


# -- what is entered -------------------------------------------------------------------------------------

_lock = threading.Lock()  # of what follows; nothing is called while it is held
_entered: dict[int, list[Guard]] = {}  # by thread, the outermost first
_some = threading.Event()  # whether there are any
_loaded = [0]  # bytes that engines took which were loaded: no limit is about these
_watching: list[threading.Thread] = []
_collecting = [0]  # the thread that collects garbage; 0: none does


def _enter(guard: Guard) -> None:
    with _lock:
        _entered.setdefault(guard._thread, []).append(guard)
        if not _watching:
            _watching.append(threading.Thread(target=_watch, name="accord-watchdog", daemon=True))
            _watching[0].start()
    if _note_collection not in gc.callbacks:
        gc.callbacks.insert(0, _note_collection)
    _some.set()


def _leave(guard: Guard) -> None:
    """A guard is left, and those within it; from now on it sends nothing, and what it sent is taken back."""
    with _lock:
        guards = _entered.get(guard._thread, [])
        if guard in guards:
            del guards[guards.index(guard) :]
        if not guards:
            _entered.pop(guard._thread, None)
    if guard._sent is not None:
        _take_back(guard._thread)


def _take_back(thread: int) -> None:
    """Let what was sent to this thread, and has not arrived, arrive here.

    Python has a flag that something is to arrive, and clears it only when that arrives. Left set, it slows
    all threads down, and under a tracer Python 3.11 loops for ever.
    """
    try:
        _send(thread, Interrupted)
        for _ in range(LOOKS):  # each call looks at the flag
            _nothing()
    except Interrupted:
        pass


def _nothing() -> None:
    """Do nothing."""


def _note_collection(phase: str, _info: object) -> None:
    """Note which thread collects garbage: callbacks of weak references and `__del__` run meanwhile."""
    _collecting[0] = threading.get_ident() if phase == "start" else 0


def _after_fork() -> None:
    """In a child process no guard is entered, and no thread watches."""
    global _lock, _some  # a thread that is no more may hold them
    _lock, _some = threading.Lock(), threading.Event()
    _entered.clear()
    _watching.clear()


os.register_at_fork(after_in_child=_after_fork)


def recover() -> StoppedError:
    """Leave the guards of this thread, and return the interrupt that a guard could not raise."""
    guards = [*_entered.get(threading.get_ident(), ())]
    for guard in guards[:1]:
        _leave(guard)
    return next((guard._error for guard in guards if guard._error), StoppedError("stopped"))


# -- the thread that watches -----------------------------------------------------------------------------


def _watch() -> None:
    """Look at all guards, as long as the process lives."""
    while True:
        _some.wait()
        sleep(EVERY)
        with _lock:
            if not _entered:
                _some.clear()
            guards = [guard for of_thread in _entered.values() for guard in of_thread]
        for guard in guards:
            _look(guard)


def _look(guard: Guard) -> None:
    """End the work of a guard, if it is time."""
    now = monotonic()
    if guard._sent is not None and now < guard._sent + AGAIN:
        return
    try:
        error = guard._error or guard.ending(now)
    except Exception:  # of a cancellation that the caller made: the work sees it when it asks
        return
    if error is None:
        return
    with _lock:  # it cannot be left meanwhile
        if guard not in _entered.get(guard._thread, ()) or _is_held_back(guard):
            return
        guard._error, guard._sent = error, now
        _send(guard._thread, Interrupted)
        signals.wake(guard._thread)


def _is_held_back(guard: Guard) -> bool:
    """Return whether its thread is where no exception should arrive: it imports, or objects are freed.

    Nor while it starts another thread: that has the same number at first (Python 3.11), would die of what is
    sent, and would never say that it has started.
    """
    if _collecting[0] == guard._thread:
        return True
    delicate = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    delicate.append(threading.Thread.start.__code__)
    frame = sys._current_frames().get(guard._thread)
    for _ in range(_depth(frame) - guard._depth):
        assert frame is not None
        code = frame.f_code
        if code.co_filename.endswith(HELD_BACK) or code.co_name == "__del__" or code in delicate:
            return True
        frame = frame.f_back
    return False


def _depth(frame: FrameType | None) -> int:
    depth = 0
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def _send(thread: int, what: type[BaseException]) -> None:
    """Raise an exception in a thread, in place of one that was sent and has not arrived."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(what))


# -- memory ----------------------------------------------------------------------------------------------


def resident() -> int:
    """The resident memory of this process, in bytes; where the system does not tell, the most so far.

    A guard may end its thread within; so there is no file object, of which Python would warn.
    """
    try:
        place = os.open("/proc/self/statm", os.O_RDONLY)
        try:
            return int(os.read(place, 200).split()[1]) * _PAGE
        finally:
            os.close(place)
    except OSError:
        import resource  # where there is no /proc, as on macOS

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10


_PAGE = os.sysconf("SC_PAGE_SIZE")


def exempt(taken: int) -> None:
    """Exempt so many bytes of loaded engines from limits of memory."""
    _loaded[0] += max(0, taken)


def left(limit: int | None) -> int | None:
    """Return the bytes that an engine may take of a limit of memory; the guards of this thread know the rest.

    It gets half of it at least: what is searched is worth as much as what was built. SLACK is not looked at,
    so small limits mean the same whatever was imported before.
    """
    if limit is None:
        return None
    rooms = [room for guard in _entered.get(threading.get_ident(), ()) if (room := guard.room) is not None]
    return max(limit // 2, min([limit, *(room + SLACK for room in rooms)]))
