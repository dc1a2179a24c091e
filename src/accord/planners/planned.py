"""What a search for a plan gives back. Each of its answers claims no more than was shown."""

from __future__ import annotations

from typing import Literal

import msgspec

from accord.exits import Status
from accord.planners.contract import Answer, Mode
from accord.runner.outcome import Public, Seconds

SCHEMA = 1


class Planned(Public, msgspec.Struct, frozen=True, kw_only=True):
    """How a search for a plan ended and what it found. Its JSON form is the public one.

    `gave-up` is the answer wherever nothing was shown: at a limit, or where not all moves were tried.
    """

    schema: int = SCHEMA
    puzzle: str = ""
    variant: str = ""
    mode: Mode
    backend: str
    engine: str
    status: Status
    reason: str = ""  # what stopped a search that is not complete, or why it shows nothing
    limit: Literal["", "states", "moves", "memory"] = ""  # which limit, where the status is limit
    answer: Answer
    moves: int | None = None  # of the plan
    cost: int | None = (
        None  # of the plan, where operators do not cost 1 each; `shortest` is then the cheapest
    )
    plan: tuple[str, ...] | None = None  # names of operators
    cards: tuple[tuple[int, int], ...] | None = None  # in a family's own moves, if it has such
    bound: int | None = None  # no plan has fewer moves, or costs less
    no_at: int | None = (
        None  # the largest horizon that was refuted: there is no plan of at most so many moves
    )
    yes_at: int | None = None  # the horizon that was met
    effort: dict[str, int]
    seconds: Seconds
    versions: dict[str, str]

    @property
    def words(self) -> str:
        """The answer in words, as in `shortest plan: 31 moves`."""
        said = in_words(self.answer, self.moves, self.bound if self.cost is None else None, self.reason)
        return said if self.cost is None else f"{said}, cost {self.cost:,}"


def in_words(answer: Answer, moves: int | None, bound: int | None, reason: str) -> str:
    """An answer in words; see `Planned.words`."""
    number = "" if moves is None else f"{moves:,} move{'s' * (moves != 1)}"
    if answer == "shortest":
        return f"shortest plan: {number}"
    if answer == "solved":
        return f"a plan of {number}" + (f", and none is shorter than {bound:,}" if bound else "")
    if answer == "impossible":
        return "impossible: there is no plan"
    least = f"; a plan has at least {bound:,} moves" if bound else ""
    return (f"gave up: {reason}" if reason else "gave up") + least
