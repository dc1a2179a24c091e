"""FreeCell and its relatives: all cards lie open, and are to go home, suit by suit from ace to king.

It is a plan problem: what is looked for is a sequence of moves. This module is the family's row; the rest is

    freecell_spec      the knobs, the games, and the text form      freecell_deal    numbers and seeds
    freecell_board     a position, and as kernels take it           freecell_text    boards as text
    freecell_rules     the checker that every plan has to pass      freecell_notation
    freecell_problem   as a plan problem
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from accord.picture import Picture
from accord.plans.problem import PlanProblem
from accord.puzzles import freecell_spec, freecell_text
from accord.puzzles.family import Family, Fault, SpecError
from accord.puzzles.freecell_board import Board
from accord.puzzles.freecell_deal import dealt
from accord.puzzles.freecell_spec import FreeCell, Rules, begins_as_board, rules_of


def start(spec: FreeCell) -> tuple[Rules, Board]:
    """The rules, and the board that is the player's to change. Raises SpecError with every fault."""
    rules, board = _start(spec)
    return rules, board.copy()


def parse(text: str) -> FreeCell:
    """The spec of a text such as `11982`; see `freecell_spec.parse`. Raises SpecError with every fault."""
    spec = freecell_spec.parse(text)
    _start(spec)
    return spec


def of_file(text: str) -> FreeCell:
    """The spec of a file that is a board. Raises SpecError with every fault."""
    spec = FreeCell(board=text)
    _start(spec)
    return spec


def deals(name: str) -> Iterator[str] | None:
    """The names of all deals of a range: `freecell:1-32000,cells=3` is `freecell:1,cells=3` and so on.

    None if the name has no range. Raises SpecError if the range is empty, or goes beyond the last deal.
    """
    head, comma, knobs = name.partition(",")
    before, colon, numbers = head.rpartition(":")
    first, dash, last = numbers.partition("-")
    if not (colon and dash and first.isdecimal() and last.isdecimal()):
        return None
    if len(first + last) > 42 or not 1 <= int(first) <= int(last):
        raise SpecError([Fault("deal", f"found {numbers[:50]}; expected a range such as 1-32000")])
    freecell_spec.number_of(FreeCell(deal=f"pysol:{last}" if before.endswith("pysol") else last))
    return (f"{before}:{number}{comma}{knobs}" for number in range(int(first), int(last) + 1))


def picture(spec: FreeCell, model: None, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """The board as Freecell Solver reads it."""
    rules, board = _start(spec)
    return Picture("square", {}, lines=tuple(freecell_text.written(rules, board).split("\n")))


def facts(spec: FreeCell) -> dict[str, Any]:
    """The knobs and the number of cards that are not home."""
    rules, board = _start(spec)
    knobs = {key: getattr(rules, key) for key in (*freecell_spec.BOUNDS, *freecell_spec.CHOICES)}
    return {**knobs, "cards": rules.cards, "to go home": len(list(board.cards()))}


def problem(spec: FreeCell) -> PlanProblem:
    """The plan problem: one card moves at a time. Raises RefusedError for rules that it does not say."""
    from accord.puzzles.freecell_problem import problem_of  # only now: others do without

    return problem_of(*_start(spec))


@lru_cache(maxsize=16)  # a spec is read for its picture, its facts and its search
def _start(spec: FreeCell) -> tuple[Rules, Board]:
    rules = rules_of(spec)
    if spec.board is None:
        return dealt(spec)
    return freecell_text.read(spec.board, rules, infer_ranks=spec.ranks is None)


FREECELL = Family(
    name="freecell",
    spec=FreeCell,
    build=None,
    picture=picture,
    parse=parse,
    problem=problem,
    facts=facts,
    recognise=begins_as_board,
    of_file=of_file,
)
