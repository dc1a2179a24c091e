"""The result struct of a search for a plan: the moves, the status, and its printed forms.

Its JSON form is the line of `accord plan --json`. Each of its answers claims no more than was shown.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from accord.arguments.plan import Form, Mode
from accord.planners.contract import Answer
from accord.planners.table import moves_of
from accord.puzzles.puzzle import Puzzle
from accord.runner.result import Result


class Planned(Result, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a search for a plan ended and what it found; the keys without a default are in every line.

    `gave-up` is the answer wherever nothing was shown: at a limit, where not all moves were tried, or where
    there is no puzzle: `fault` says what is wrong with it.
    """

    effort: dict[str, int]  # in every line: states, bytes_per_state, ...
    deal: int | str | None = None  # Microsoft's number, or pysol:SEED; left out for boards
    mode: Mode
    options: dict[str, str] = {}  # of the planner, such as move_order
    answer: Answer
    moves: int | None  # of the plan; once `written`, in that form
    single: int | None = (
        None  # of one written as a player makes it: moves of single cards; bounds count these
    )
    cost: int | None = None  # of the plan, where operators do not cost 1 each; `shortest`: the cheapest
    plan: str | tuple[str, ...] | None  # names of operators; once `written`, in that form
    form: Form = "cards"  # of the plan: in notation it is one text, else a text a move
    cards: tuple[tuple[int, int], ...] | None = None  # it in moves of the family's own, until it is written
    bound: int | None = None  # no plan has fewer moves, of cards single ones, or costs less
    no_at: int | None = None  # there is no plan of at most so many moves: the largest horizon refuted
    yes_at: int | None = None  # the horizon that was met
    seconds: float
    load: float = 0.0  # seconds of those, in which engines were loaded
    first: float | None = None  # seconds until there was a plan; left out of lines

    def __str__(self) -> str:
        return f"{self.puzzle or 'a plan problem'}: {self.words}"

    def _repr_html_(self) -> str:
        """For notebooks: the answer, the board it begins with, and the moves."""
        from html import escape  # only now: notebooks are rare

        board = "" if self.declared is None else self.declared.draw().svg()
        moves = self.plan if isinstance(self.plan, tuple) else [self.plan] if self.plan else []
        items = "".join(f"<li>{escape(move)}</li>" for move in moves)
        return f"<pre>{escape(str(self))}</pre>{board}" + (f"<ol>{items}</ol>" if items else "")

    @property
    def operators(self) -> tuple[str, ...] | None:
        """The plan as names of operators; None if there is none, or it is in another form by now."""
        return self.plan if isinstance(self.plan, tuple) else None

    @property
    def words(self) -> str:
        """The answer in words, as in `shortest plan: 31 moves`."""
        if self.fault:
            return self.fault
        cost = "" if self.cost is None else f", cost {self.cost:,}"
        bound = None if cost else self.bound
        match self.answer:
            case "shortest":
                return f"shortest plan: {moves_in_words(self.moves or 0, self.single)}{cost}"
            case "solved":
                number = moves_in_words(self.moves or 0, self.single if bound else None)
                least = f", and none is shorter than {bound:,}" if bound else ""
                return f"a plan of {number}{least}{' single ones' if least and self.single else ''}{cost}"
            case "impossible":
                return "impossible: there is no plan"
        least = f"; a plan has at least {bound:,} moves" if bound else ""
        return (f"gave up: {self.reason}" if self.reason else "gave up") + least

    def write(
        self, puzzle: Puzzle, options: Mapping[str, str], form: Form = "standard", *, plans: bool = True
    ) -> Planned:
        """Return the line of this search: its plan in that form, or none without `plans`.

        The number of moves is that of the plan in this form, too.

        Families without moves of their own have one form, the names of operators.
        """
        plan, moves, single, own = self.plan, self.moves, None, moves_of(puzzle.record)
        if self.cards is not None and own is not None and form != "cards":
            plan = own.written(puzzle.spec, self.cards, form)
            moves, single = len(plan.split() if isinstance(plan, str) else plan), moves
        return msgspec.structs.replace(
            self,
            moves=moves,
            single=single,
            deal=getattr(puzzle.spec, "deal", None),
            options=dict(options),
            plan=plan if plans else None,
            form=form,
            cards=None,
            first=None,
            effort=_with_bytes(self.effort, puzzle.record.searched.bytes_per_state.get(self.engine)),
        )


def moves_in_words(moves: int, single: int | None) -> str:
    """Return `99 moves (343 single ones)`: moves as they are written, and of single cards if they differ."""
    number = f"{moves:,} move{'s' * (moves != 1)}"
    return number if single in (None, moves) else f"{number} ({single:,} single ones)"


def _with_bytes(effort: dict[str, int], known: int | None) -> dict[str, int]:
    """An effort with the bytes per state: a known number, or by how many bytes the planner holds."""
    if "bytes_per_state" in effort or "bytes" not in effort:
        return effort
    each = effort["bytes"] // max(1, effort["states"]) if known is None else known
    return {**effort, "bytes_per_state": each}
