"""The interface between a search for plans and its planners (the engines that find plans).

A planner is a class; `accord.planners.table`, or the record of a family for its own planners, says where it
lives and for which mode and backend. An instance is one search, without any state outside it: it is made,
walked, perhaps continued with a higher limit, and closed. In use:

    planner = Planner(asked)                # raises RefusedError, in a sentence, for what it does not take
    for progress in planner.steps():        # until it has an answer, or its state limit is reached
        progress.plan, progress.bound       # what became known
    planner.state_limit = 1_000_000         # raise the limit,
    for progress in planner.steps(): ...    # and continue where it stopped: nothing is searched twice
    planner.close()                         # frees what it holds; may be called twice

Rules for `steps`:

- Yield at least some ten times a second: time limits, Ctrl-C and `cancel` act between two yields. Kernels
  work in slices (budgets) and release the GIL; two planners may be walked in turn, or in threads.
- The last progress of a search that has ended has an `answer`. An iterator that ends without one has reached
  `state_limit` (or is out of memory: `reason` says so); calling `steps` again then continues from there.
  After an answer, `steps` yields that last progress again and ends. The walk may be left at any yield: what
  was done is in the planner, and the next walk continues from there.
- Answers: `solved` (here is a plan), `shortest` (here is a plan, and it was proved that none is shorter),
  `impossible` (an exhaustive search with exact keys over all legal moves has ended), `gave-up` (the search
  has ended and shows nothing: restricted kinds of moves, a beam that ran dry; `reason` is a sentence).
- A planner that improves plans yields each better one as it is found; the last is the one that is shown.
- A plan is the names of the plan problem's operators; planners of a family that has moves of its own
  (`Moves`) may give those instead, uint8 [n, 2]. Whatever is yielded is replayed by the checkers before
  anyone sees it: a planner need not check itself.
- `effort` has whole numbers by name; `states` (kept, or generated where none are kept) is always among them,
  and it is what `state_limit` limits. Others: expanded, bytes (held now), dead ends, conflicts, ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.arguments import values
from accord.arguments.plan import PlannerArguments, PlanRecords
from accord.plans.problem import PlanProblem

if TYPE_CHECKING:
    from accord.planners.planned import Planned
    from accord.puzzles.family import Family
    from accord.puzzles.puzzle import Puzzle

Answer: TypeAlias = Literal["solved", "shortest", "impossible", "gave-up"]


@dataclass(frozen=True, kw_only=True)
class Asked(PlannerArguments):
    """The question to a planner: a puzzle, or a bare plan problem, and how."""

    puzzle: Puzzle | None  # None for a bare plan problem
    bare: PlanProblem | None = None
    backend: str = "native"

    @classmethod
    def of(cls, wanted: PlannerArguments, puzzle: Puzzle | None, bare: PlanProblem | None) -> Asked:
        """The part of what is wanted that a planner is handed, with mode and backend as they were chosen."""
        return cls(puzzle=puzzle, bare=bare, **values(wanted, PlannerArguments))

    @cached_property
    def plan_problem(self) -> PlanProblem:
        """The plan problem; built on first use, for native planners of a family may do without."""
        if self.bare is not None:
            return self.bare
        assert self.puzzle is not None, "neither a puzzle nor a plan problem"
        plan_problem: PlanProblem = self.puzzle.plan_problem
        return plan_problem

    @property
    def record(self) -> Family | None:
        """The record of the puzzle's family; None for a bare plan problem."""
        return self.puzzle.record if self.puzzle is not None else None


Plan: TypeAlias = "npt.NDArray[np.uint8] | tuple[str, ...]"  # own moves [n, 2], or names of operators
Own: TypeAlias = "tuple[tuple[int, int], ...]"  # moves of a family's own, such as (card, destination)


@dataclass(frozen=True, slots=True)
class Moves:
    """Moves of a family's own, beside the operators of its plan problem; the first argument is the spec."""

    names: Callable[[Any, Own], Sequence[str]]  # the operators that they are
    of_names: Callable[[Any, Sequence[str]], Own]  # and back
    check: Callable[[Any, Own], str]  # plays them by the rules: what is wrong, in a sentence, or nothing
    written: Callable[[Any, Own, str], str | tuple[str, ...]]  # in a form of accord.planners.planned
    boards: Callable[[Any, Own, str], Iterator[str]]  # the board, then each move and the board after it
    play: Callable[
        [Any, str, str], Played
    ]  # moves that somebody wrote, in that form or in one that is recognised


@dataclass(frozen=True, slots=True)
class Played:
    """Moves that somebody wrote, played as far as they can be made."""

    made: int  # moves, as they are written
    single: int  # moves of the plan problem that these are
    board: str  # after them
    left: str  # what the goal lacks then, in words; empty: it is reached
    tried: str = ""  # the next move as it is written, which cannot be made
    why: str = ""  # it cannot


@dataclass(frozen=True, slots=True)
class Sweep:
    """Ranges of plan problems (`texts.ranges` of the record) that are searched many in one call."""

    takes: Callable[[Any, PlanRecords], bool]  # the spec of the first, the query
    swept: Callable[..., Iterator[Sequence[Planned]]]
    # names of a range, perhaps not all, the spec of the first, limit=, plans=, cancel= -> records in their
    # order, some at a time


@dataclass(frozen=True, slots=True)
class Progress:
    """The findings after a slice of work."""

    effort: Mapping[str, int]
    answer: Answer | None = None  # the search has ended
    plan: Plan | None = None  # the best plan so far
    bound: int | None = None  # no plan has fewer moves
    no_at: int | None = None  # the largest horizon that was refuted, for searches by horizon
    yes_at: int | None = None  # the horizon that was met
    reason: str = ""  # of an answer gave-up, or of a pause that is not the state limit
    limit: Literal["", "moves", "memory"] = ""  # which limit ended it, if one did that is not the state limit
    done: float | None = None  # which fraction of the search, about


class Planner(Protocol):
    """One search for a plan; see the rules above. It is made with an `Asked`."""

    engines: ClassVar[tuple[str, ...]]  # that it has; none if it has the backend's
    options: ClassVar[tuple[str, ...]]  # that it knows

    engine: str  # the engine that searches
    state_limit: int | None  # may be raised between two walks

    def steps(self) -> Iterator[Progress]:
        """Continue the search, slice by slice."""

    def close(self) -> None:
        """Free what is held; no call comes afterwards."""
