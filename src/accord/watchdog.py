"""Interrupt work that cannot check limits itself (reading, lowering, reducing) when a limit passes.

    Guard("the model was built", deadline=monotonic() + 2, seconds=2).do(build, puzzle)
    # what build(puzzle) returns; StoppedError once two seconds are over

There are two kinds of guards. A narrow one is around a step, such as building a model: its caller keeps what
was known before. A whole one is around a command or a call of the library, from its first line to its last:
it gives the work within some time to end by itself, and ends what does not. So no work is outside of limits.

Search loops look at their limits between two slices. What builds a model has no such places: they would have
to be in some forty functions, in list comprehensions and inside numpy, and each new rule would have to
remember them. So one thread looks instead, a hundred times a second, at the clock, the resident memory and
the cancellation of every guard that is entered, and ends the work by an exception that it raises in the
thread of the guard (`PyThreadState_SetAsyncExc`). Without guards it sleeps.

That thread cannot die, and looks at the frames of another thread by one call, so that these do not move on
meanwhile.

The exception is a BaseException, so `except Exception` in a library does not take it for an error of its own,
and only the guard that caused it makes a StoppedError of it. It is sent again after a while if it was lost.
It is held back where nothing should arrive; see `signals.holds_back`. It arrives between two bytecodes: a
call into C is waited for. At the sizes that a model may have, those of numpy took less than 0.1 s and 100 MB
each.

Only whole results may be put into caches, as the last step: what is built by half is dropped.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from numbers import Real
from time import monotonic, sleep
from types import TracebackType
from typing import Any, ParamSpec, Protocol, TypeVar

from accord import signals
from accord.errors import AccordError, LateError, StoppedError
from accord.signals import Interrupted

P = ParamSpec("P")
Result = TypeVar("Result")

EVERY = 0.01  # seconds between two looks
AGAIN = 0.5  # seconds after which the exception is sent again
LOOKS = 1000  # calls within which what was sent arrives
SLACK = 64 << 20  # bytes beyond a limit of memory: modules that are imported, and what was freed but is kept
LONGEST = 1e9  # seconds of a time limit that is looked at: thirty years
CALL, COMMAND = 0.5, 0.8  # seconds beyond a limit in which a call, or a command, ends by itself


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
        whole: bool = False,
    ) -> None:
        """Make a guard.

        Args:
            doing: what is done meanwhile, for the sentence: `stopped after 2 seconds, while ...`; or nothing.
            deadline: on the clock of time.monotonic().
            seconds: how many these were, for the sentence.
            memory: bytes of the process above `base`.
            base: resident bytes that do not count.
            cancel: once it is set, the work ends.
            grace: seconds in which the clock and `cancel` are left to the work, and then once more, from when
                a limit is seen, in which the work may end by itself.
            whole: whether memory is left to the work in that time too, as a narrow guard within ends it.
        """
        self._doing, self._whole = doing, whole
        self._deadline, self._seconds, self._cancel, self._grace = deadline, seconds, cancel, grace
        self._memory, self._base = memory, base - _loaded[0]
        self._watched = not (deadline is None and memory is None and cancel is None)
        self._thread, self._depth, self._looks_at = 0, 0, 0.0
        self._due: float | None = None  # when a limit was seen
        self._sent: float | None = None
        self._error: StoppedError | None = None

    def __enter__(self) -> Guard:
        if self._watched:
            self._thread, self._depth = threading.get_ident(), len(signals.frames_of(sys._getframe(1)))
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

    @property
    def until(self) -> tuple[float, float] | None:
        """When it ends the work at the latest, on the clock, and of how many seconds that is the end."""
        return None if self._deadline is None or self._seconds is None else (self._deadline, self._seconds)

    def only_signals(self) -> None:
        """From now on, leave time and memory to the guards within, as each of many puzzles has."""
        self._deadline = self._memory = None

    def ending(self, now: float) -> StoppedError | None:
        """Return the limit that ends the work now; None if there is none."""
        error, grace = self._over(now) if now >= self._looks_at else None, self._grace
        if error is None and (room := self.room) is not None and room < -SLACK:
            error = StoppedError(f"stopped{self._while()}: it takes more than {self._memory:,} bytes")
            grace = self._grace if self._whole else 0.0
        if error is None:
            self._due = None
            return None
        self._due = self._due or now
        return error if now >= self._due + grace else None

    def _over(self, now: float) -> StoppedError | None:
        """Return the error to raise if the time is over or the work is cancelled."""
        if self._is_cancelled():
            return StoppedError(f"stopped{self._while()}", status="cancelled")
        if self._deadline is not None and now >= self._deadline:
            return LateError(f"stopped after {self._seconds:g} seconds{self._while(',')}")
        return None

    def _is_cancelled(self) -> bool:
        """Whether `cancel` is set; not where asking it fails, which the work sees when it asks."""
        try:
            return self._cancel is not None and self._cancel.is_set()
        except Exception:
            return False

    def _while(self, before: str = "") -> str:
        """Return what was done meanwhile, for the end of a sentence."""
        return f"{before} while {self._doing}" if self._doing else ""


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


def _enter(guard: Guard) -> None:
    with _lock:
        _entered.setdefault(guard._thread, []).append(guard)
        if not _watching or not _watching[0].is_alive():
            _watching[:] = [threading.Thread(target=_watch, name="accord-watchdog", daemon=True)]
            _watching[0].start()
    signals.note_collections()
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


# -- a whole call ----------------------------------------------------------------------------------------


def hold_limits(function: Callable[P, Result]) -> Callable[P, Result]:
    """Let `time_limit`, `memory_limit` and `cancel` among a function's keywords hold over its whole call.

    Within, the work ends by itself, with its findings; what does not is ended by StoppedError soon after.
    """

    @wraps(function)
    def call(*arguments: P.args, **more: P.kwargs) -> Result:
        return whole(more, CALL).do(function, *arguments, **more)

    return call


def whole(limits: Any, grace: float, cancel: Cancels | None = None) -> Guard:
    """Return a guard over a whole call, which begins now, by limits under their names as arguments.

    What is no limit is left to the call, which refuses it.
    """
    seconds, memory = limits.get("time_limit"), limits.get("memory_limit")
    cancel = cancel or limits.get("cancel")
    is_number = isinstance(seconds, Real)
    timed = is_number and 0 < seconds <= LONGEST
    seconds = float(seconds) if timed else 0.0
    sized = isinstance(memory, int) and memory > 0
    return Guard(
        "",
        deadline=monotonic() + seconds if timed else None,
        seconds=seconds if timed else None,
        memory=memory if sized else None,
        base=resident() if sized else 0,
        cancel=cancel if hasattr(cancel, "is_set") else None,
        grace=grace,
        whole=True,
    )


@contextmanager
def postpone(seconds: float) -> Iterator[None]:
    """Let the guards of this thread wait so much longer meanwhile, and then begin to wait anew.

    That is for work that saves what was found.
    """
    guards = [*_entered.get(threading.get_ident(), ())]
    for guard in guards:
        guard._grace += seconds
    try:
        yield
    finally:
        for guard in guards:
            guard._grace, guard._due = guard._grace - seconds, None


def until() -> tuple[float, float] | None:
    """Return when the work of this thread ends at the latest, and of how many seconds that is the end."""
    found = (guard.until for guard in _entered.get(threading.get_ident(), ()))
    return min((each for each in found if each is not None), default=None)


# -- the thread that watches -----------------------------------------------------------------------------


def _watch() -> None:
    """Look at all guards, as long as the process lives; whatever goes wrong in a look, another follows."""
    while True:
        try:
            _some.wait()
            sleep(EVERY)
            _look_at_all()
        except BaseException:  # such as MemoryError
            continue


def _look_at_all() -> None:
    """Look at the guards of each thread, the innermost first: an outer one waits for those within."""
    with _lock:
        if not _entered:
            _some.clear()
        guards = [[*of_thread] for of_thread in _entered.values()]
    for of_thread in guards:
        for guard in reversed(of_thread):
            if _look(guard):
                break


def _look(guard: Guard) -> bool:
    """End the work of a guard, if it is time; return whether it is."""
    now = monotonic()
    if guard._sent is not None and now < guard._sent + AGAIN:
        return True
    error = guard._error or guard.ending(now)
    if error is None:
        return False
    with _lock:  # it cannot be left meanwhile
        if guard in _entered.get(guard._thread, ()) and not _is_held_back(guard):
            guard._error, guard._sent = error, now
            _send(guard._thread, Interrupted)
            signals.wake(guard._thread)
    return True


def _is_held_back(guard: Guard) -> bool:
    """Return whether the thread of a guard is where no exception should arrive."""
    frames = signals.frames_of(sys._current_frames().get(guard._thread))
    frames = frames[: max(0, len(frames) - guard._depth)]
    if signals.HEARD.is_set():  # the process ends
        frames = signals.after_kernels(frames)
    return signals.holds_back(frames, guard._thread)


def _send(thread: int, what: type[BaseException]) -> None:
    """Raise an exception in a thread, in place of one that was sent and has not arrived."""
    import ctypes  # only now: every command waits for what is imported before

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
    so small limits mean the same whatever was imported before. Without a limit of its own it gets the one of
    the innermost guard.
    """
    guards = _entered.get(threading.get_ident(), ())
    if limit is None:
        limit = next((each._memory for each in reversed(guards) if each._memory is not None), None)
    if limit is None:
        return None
    rooms = [room for guard in guards if (room := guard.room) is not None]
    return max(limit // 2, min([limit, *(room + SLACK for room in rooms)]))
