"""The fingerprint of a puzzle, within limits: `accord.fingerprint`; one of many as a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from accord.arguments import query_of
from accord.arguments.keywords import asks
from accord.arguments.puzzle import FingerprintArguments
from accord.errors import InputError, RefusedError, StoppedError, UsageError
from accord.exits import Status  # at run time too: msgspec reads the types
from accord.many.source import Named, load_named
from accord.puzzles import fingerprint as puzzles
from accord.puzzles.puzzle import AnyPuzzle, puzzle_of
from accord.runner.limits import Cancel, Limits, Stop
from accord.runner.result import Result


class Fingerprint(Result, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The fingerprint of a puzzle. Its JSON form is public."""

    status: Status = "complete"
    fingerprint: str = ""  # nothing where it is not known
    twin_of: str = ""  # the first puzzle before it that has the same

    def __str__(self) -> str:
        twin = f"  twin of {self.twin_of}" if self.twin_of else ""
        return f"{self.fingerprint or self.reason}  {self.puzzle}{twin}"


@asks(FingerprintArguments)
def fingerprint(puzzle: AnyPuzzle, **more: object) -> str:
    """Return 32 hexadecimal digits, the same for two puzzles of a family if and only if they are twins.

    Twins differ in turns and reflections of the board and in names only: of pieces, regions and variables,
    and of digits where the rules treat these alike. Rows and columns of a sudoku change places.

    Args:
        puzzle: a puzzle from `accord.load`, a problem, or a bare model.
        **more: see below.

    Raises:
        RefusedError: for a model with lazy constraints, or with too many symmetries.
        UsageError: for a puzzle of moves whose family does not say what twins share.
        StoppedError: if the time is over.
    """
    asked = query_of(FingerprintArguments, more)
    return _within(puzzle, Limits.of(asked))


def _within(puzzle: AnyPuzzle, limits: Limits) -> str:
    return limits.guard("the canonical form was found").do(lambda: puzzles.fingerprint(puzzle_of(puzzle)))


def fingerprint_one(each: Named, limits: Limits) -> Fingerprint:
    """Return the fingerprint of a puzzle by its name. Raises its faults, but no limit."""
    try:
        puzzle = limits.guard("the puzzle was read").do(load_named, each)
        return Fingerprint(puzzle=each[0], fingerprint=_within(puzzle, limits))
    except StoppedError as error:
        stop = Stop.of(error)
        return Fingerprint(puzzle=each[0], status=stop.status, limit=stop.limit, reason=stop.reason)


def fingerprint_of_many(
    asked: FingerprintArguments, each: Named, cancel: Cancel | None
) -> Iterator[Sequence[Fingerprint]]:
    """Yield the fingerprint of one puzzle of many, or what is wrong with it; the limits are for each."""
    try:
        yield [fingerprint_one(each, Limits.of(asked, cancel=cancel))]
    except (InputError, RefusedError, UsageError) as error:
        yield [Fingerprint(puzzle=each[0], status="failed", fault=str(error))]
