"""What is known of a puzzle after a search for a plan, as a line of JSON: that of `accord plan --jsonl`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import msgspec

from accord.exits import Status
from accord.planners.contract import Answer, Mode
from accord.planners.planned import Planned, in_words
from accord.planners.table import moves_of
from accord.runner.outcome import Public

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

Form: TypeAlias = Literal["standard", "extended", "english", "cards"]
FORMS = get_args(Form)


class Record(Public, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a search ended, and what it showed; the keys without a default are in every line.

    An answer of a range is `gave-up` as well where there is no puzzle: `fault` says what is wrong with it.
    """

    puzzle: str  # its name, as `accord plan` takes it
    variant: str = ""
    deal: int | str | None = None  # Microsoft's number, or pysol:SEED; left out for boards
    mode: Mode
    backend: str = ""
    engine: str = ""
    options: dict[str, str] = {}  # of the planner, such as move_order
    status: Status
    limit: Literal["", "states", "moves", "memory"] = ""  # which one, where the status is limit
    reason: str = ""  # what stopped a search that is not complete, or why it shows nothing
    answer: Answer
    moves: int | None  # of the plan: single cards, those home included
    plan: str | tuple[str, ...] | None  # in that form: text for notations, else a text a move; null if unsaid
    form: Form  # of the plan
    bound: int | None = None  # no plan has fewer moves
    no_at: int | None = None  # there is no plan of at most so many moves: the largest horizon refuted
    yes_at: int | None = None  # the horizon that was met
    effort: dict[str, int]  # states, bytes_per_state, ...
    seconds: float
    versions: dict[str, str] = {}
    fault: str = ""  # what is wrong with the puzzle, if it is none

    @property
    def part(self) -> str:
        """Which part of a question about many it answers."""
        return self.puzzle

    @property
    def words(self) -> str:
        """The answer in words."""
        return self.fault or in_words(self.answer, self.moves, self.bound, self.reason)


ALIKE = [name for name in Planned.__struct_fields__ if name in Record.__struct_fields__]


def record_of(
    planned: Planned, puzzle: Puzzle, options: dict[str, str], form: Form = "standard", *, plans: bool = True
) -> Record:
    """The record of a search that was run; its plan in that form, or none if `plans` says so."""
    alike = {name: getattr(planned, name) for name in ALIKE}
    effort = with_bytes(planned.effort, puzzle.record.searched.bytes_per_state.get(planned.engine))
    own = {"plan": written(planned, puzzle, form) if plans else None, "form": form, "effort": effort}
    deal = getattr(puzzle.spec, "deal", None)
    return Record(**{**alike, **own, "seconds": planned.seconds.total}, deal=deal, options=options)


def written(planned: Planned, puzzle: Puzzle, form: Form) -> str | tuple[str, ...] | None:
    """A plan in that form; families without moves of their own have one form, the names of operators."""
    own = moves_of(puzzle.record)
    if planned.plan is None or planned.cards is None or own is None or form == "cards":
        return planned.plan
    return own.written(puzzle.spec, planned.cards, form)


def with_bytes(effort: dict[str, int], known: int | None = None) -> dict[str, int]:
    """An effort with the bytes per state: those that are known, or by how many bytes the planner holds."""
    if "bytes_per_state" in effort or "bytes" not in effort:
        return effort
    each = effort["bytes"] // max(1, effort["states"]) if known is None else known
    return {**effort, "bytes_per_state": each}
