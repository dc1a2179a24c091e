"""The exceptions that callers may catch, and suggestions for misspelt names.

Each message has the place, what was found, and the way out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copyreg import __newobj__  # type: ignore[attr-defined]
from typing import Any, ClassVar, Literal

from accord import exits
from accord.exits import Code

LONGEST_NAME = 100  # characters of a name that are looked at, or shown
MOST_NAMES = 40  # names that are listed
NEAR = 0.7  # how alike two names are, from 0 to 1, if one may be a slip for the other
NEAR_IF_SHORT, SHORT = 0.6, 6  # the same for names of up to so many characters


class AccordError(Exception):
    """Parent of every error that Accord raises on purpose; `exit_code` is what the command line returns."""

    exit_code = Code.FAILED

    def __reduce__(self) -> tuple[Callable[..., AccordError], tuple[Any, ...], dict[str, Any]]:
        """Rebuild it from its state, whatever its class: so it survives the way back from a worker."""
        return __newobj__, (type(self), *self.args), vars(self)


class UsageError(AccordError):
    """The question cannot be asked: an unknown name, or a task that does not apply."""

    exit_code = Code.USAGE


class RefusedError(UsageError):
    """A backend or a method does not take this model; the message is its reason, in a sentence."""


class InputError(AccordError):
    """A model, or a file that declares one, is wrong. `faults` has one line each, all found at once."""

    exit_code = Code.INPUT
    shown = 10  # faults beyond this many are counted, not listed

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        lines = faults[: self.shown]
        if len(faults) > self.shown:
            lines = [*lines, f"... and {len(faults) - self.shown} more"]
        super().__init__("\n".join(lines))


class MissingBackendError(AccordError):
    """A backend was named whose package is not installed."""

    exit_code = Code.MISSING


class StoppedError(AccordError):
    """A time or memory limit, or Ctrl-C (`cancelled`), ended what has no partial answer."""

    limit: ClassVar[Literal["", "nodes", "memory"]] = "memory"  # of a run that it ends; of time none

    def __init__(self, message: str, *, status: Literal["time", "cancelled"] = "time") -> None:
        self.status = status
        self.exit_code = exits.of(status)
        super().__init__(message)


class LateError(StoppedError):
    """The time is over, and what was done has no places at which it looks at the clock."""

    limit = ""


class SpentError(StoppedError):
    """An engine has used all nodes (or its own unit of effort) that it was allowed, and cannot continue."""

    limit = "nodes"


class EngineError(AccordError):
    """An engine did what its contract forbids: a false solution, an unknown status, a repeated answer."""


class KernelError(EngineError):
    """A native kernel cannot be compiled or loaded with the numba, llvmlite and numpy that are installed."""

    def __init__(self, module: str, error: Exception, versions: str) -> None:
        lines = str(error).strip().splitlines()
        reason = f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
        super().__init__(
            f"the native kernel {module} cannot be compiled or loaded ({versions}): {reason}; "
            "update these packages, or take another `backend`: cpsat or sat"
        )


class WorkerDiedError(EngineError):
    """A worker process ended before its part was finished."""


class ClusterError(AccordError):
    """A cluster cannot be reached, was lost, or has a worker that does not fit."""


class NotDrawnError(UsageError):
    """A generator found no puzzle as it was asked for in one draw; in another there may be one."""


# -- our own faults ----------------------------------------------------------------------------------


def own_fault(error: Exception) -> str:
    """Return `a fault of Accord: ValueError: no such row (entries.py:242)`, for what is no AccordError.

    Only what answers one question after another reports such an error in a line: the other answers stand.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    file = trace.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2] if trace else ""
    place = f" ({file}:{trace.tb_lineno})" if trace else ""
    return f"a fault of Accord: {type(error).__name__}: {error}{place}"


# -- numbers -----------------------------------------------------------------------------------------


def number_of(number: int, what: str) -> str:
    """Return `1 solution`, `2,339 solutions`: a number, and what it counts, which is given as of several."""
    return f"{number:,} {_SINGULAR.get(what, what.removesuffix('s')) if number == 1 else what}"


_SINGULAR = {"tries": "try", "answers": "answer", "boxes": "box", "searches": "search", "classes": "class"}


# -- names that there are not ----------------------------------------------------------------------


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return `; did you mean 'packing'?`, or nothing if no name is near. Capitals make no difference."""
    from difflib import get_close_matches  # only where something is wrong: it takes a while to import

    meant = {each.lower(): each for each in names}
    cutoff = NEAR if len(name) > SHORT else NEAR_IF_SHORT  # a slip changes a larger part of a short name
    near = get_close_matches(name[:LONGEST_NAME].lower(), meant, n=1, cutoff=cutoff)
    return f"; did you mean {meant[near[0]]!r}?" if near else ""


def no_such(what: str, name: str, names: Iterable[str], see: str = "") -> str:
    """Return such as `unknown set 'tetrominos'; there are tetrominoes; did you mean 'tetrominoes'?`.

    `see` is a command that lists the names, if there are many.
    """
    known = list(dict.fromkeys(filter(None, names)))
    listed = f"`{see}` lists them" if see else there_are(known)
    return f"unknown {what} {name[:LONGEST_NAME]!r}; {listed}{did_you_mean(name, known)}"


def there_are(names: Iterable[str]) -> str:
    """Return `there are a, b`, `there is a` or `there are none`."""
    known = list(names)
    more = len(known) - MOST_NAMES
    listed = ", ".join(known[:MOST_NAMES] if more > 1 else known)
    listed += f" and {more:,} more" if more > 1 else ""
    return f"there {'is' if len(known) == 1 else 'are'} {listed or 'none'}"


def unknown(what: str, name: object, names: Iterable[str], see: str = "") -> UsageError:
    """Return the error for a name that there is not; `what` says what it would name, for `see` see above."""
    return UsageError(no_such(what, str(name), names, see))
