"""Make the starting position of a FreeCell spec, and what twins share; read specs from texts and ranges."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from accord.families.freecell import text as texts
from accord.families.freecell.board import Board, under
from accord.families.freecell.deal import deal_board
from accord.families.freecell.spec import RED, FreeCell, Rules, number_of, rules_of
from accord.families.freecell.spec import parse as parsed
from accord.puzzles.bounds import spec_error


def start(spec: FreeCell) -> tuple[Rules, Board]:
    """Return the rules, and a board that the caller may change. Raises SpecError with every fault."""
    rules, board = _start(spec)
    return rules, board.copy()


def parse(text: str) -> FreeCell:
    """Return the spec of a text such as `11982`; see `spec.parse`. Raises SpecError with every fault."""
    spec = parsed(text)
    _start(spec)
    return spec


def form(spec: FreeCell) -> str:
    """Return what twins share: suits that the rules treat alike change places, and columns, and cells."""
    rules, board = start(spec)
    lies_on = under(rules, board).tolist()
    found = []
    for suits in permutations(range(4)):
        if rules.build != "alternate" or {suits[suit] in RED for suit in RED} != {True, False}:
            new = [card // 4 * 4 + suits[card % 4] for card in range(rules.cards)]
            below = [new[other] if other < rules.cards else other for other in lies_on]
            found.append([other for _, other in sorted(zip(new, below, strict=True))])
    return f"{rules} {min(found)}"


def of_file(text: str) -> FreeCell:
    """Return the spec of a file that is a board. Raises SpecError with every fault."""
    spec = FreeCell(board=text)
    _start(spec)
    return spec


def deals(name: str) -> tuple[Iterator[str], int] | None:
    """Return the names of all deals of a range, and their number; None if the name has no range.

    `freecell:1-32000,cells=3` is `freecell:1,cells=3` and so on. Raises SpecError if the range is empty, or
    goes beyond the last deal.
    """
    head, comma, knobs = name.partition(",")
    before, colon, numbers = head.rpartition(":")
    first, dash, last = numbers.partition("-")
    if not (colon and dash and first.isdecimal() and last.isdecimal()):
        return None
    if len(first + last) > 42 or not 1 <= int(first) <= int(last):
        raise spec_error("deal", f"found {numbers[:50]}; expected a range such as 1-32000")
    number_of(FreeCell(deal=f"pysol:{last}" if before.endswith("pysol") else last))
    names = (f"{before}:{number}{comma}{knobs}" for number in range(int(first), int(last) + 1))
    return names, int(last) - int(first) + 1


@lru_cache(maxsize=16)  # a spec is read for its picture, its facts and its search
def _start(spec: FreeCell) -> tuple[Rules, Board]:
    rules = rules_of(spec)
    if spec.board is None:
        return deal_board(spec)
    return texts.read(spec.board, rules, infer_ranks=spec.ranks is None)
