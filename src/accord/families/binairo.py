"""Binairo (takuzu): 1 or 2 in each cell, as many of each in a line, and never three of one side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from operator import itemgetter
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from accord.pencil import (
    About,
    Board,
    Fault,
    Instance,
    Kind,
    Problem,
    Reading,
    Telling,
    Topic,
    Values,
    address,
    at,
    family,
    making,
    total,
    turning,
)
from accord.pencil.instance import GIVEN
from accord.pencil.parts import Words

NUMBERS = (1, 2)


def rules(puzzle: Instance) -> Problem:
    """Return the problem: for each cell its number."""
    p = puzzle.problem()
    number = puzzle.choices(p, NUMBERS, given=puzzle["board"])
    has = {value: {cell: number[cell] == value for cell in puzzle.cells} for value in NUMBERS}
    for line, value in product(puzzle.lines, NUMBERS):  # that there are enough says what must be
        p.add(total(has[value][cell] for cell in line) >= len(line) // 2, words=line.name)
        for place in range(len(line) - 2):
            three = line[place : place + 3]
            about = Topic(f"the three from {at(three[0])} to {at(three[2])}", "three", three)
            p.add(total(has[value][cell] for cell in three) >= 1, about=about)
    if puzzle["lines"] == "different":
        for lines in (puzzle.rows, puzzle.columns):
            for first, second in combinations(lines, 2):  # equal ones share all their 1s
                shared = (has[1][cell] & has[1][other] for cell, other in zip(first, second, strict=True))
                p.add(total(shared) < len(first) // 2, words=f"{first.name} and {second.name}")
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for lines that cannot be halved."""
    for called, many in (("rows", puzzle.height), ("columns", puzzle.width)):
        if many % 2:
            yield Fault("board", f"found {many} {called}; expected an even number of them")


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `row 3 has all its 1s, so r3c2 is 2`."""
    if tell.value not in NUMBERS or tell.step.rule != "bounds" or tell.tag == GIVEN:
        return None
    other = sum(NUMBERS) - tell.value
    if tell.tag == "three":
        return f"of {tell.rule} two are {other}, so {tell.verdict}"
    return f"{tell.rule} has all its {other}s, so {tell.verdict}"


def make(dice: making.Dice, size: tuple[int, int], *, lines: str = "any") -> Mapping[str, Any]:
    """Remove numbers of a random full board.

    Args:
        dice: random numbers.
        size: rows and columns.
        lines: any; or different, so that no two rows and no two columns are equal.
    """
    said = {"lines": lines, "board": making.grid({}, size)}
    odd = size[0] % 2 or size[1] % 2
    known = None if odd else making.random_solution(KIND.problem(**said), dice)
    if known is None:
        raise making.impossible(KIND, size)
    said["board"] = making.grid({cell: known[at(cell)] for cell in Instance(KIND.name, size, {}).cells}, size)
    return making.drop_clues(KIND, said, {"board": "."}, dice)


@dataclass(frozen=True)
class Digits(Board):
    """The board: 1 and 2; or 0 and 1, as others write it, where 0 stands for 2."""

    def usual_words(self, words: Words) -> Words:
        """Return the words; 0 becomes 2 where there is no 2."""
        has_2 = any(word == "2" for row in words for word in row)
        return words if has_2 else [["2" if word == "0" else word for word in row] for row in words]


KIND = Kind(
    name="binairo",
    about=About(
        "pencil", "Fill in two digits, equally many in each line, never three in a row.", ("Takuzu", "Unruly")
    ),
    rule="Write 1 or 2 into each cell. Each row and each column has as many of one as of the other, and no "
    "three in a row, across or down, are the same.",
    source="Peter De Schepper and Frank Coussement, 2009",
    parts=(
        Reading(
            "lines",
            "whether rows may be equal, and columns",
            {
                "any": "lines may be equal",
                "different": "no two rows and no two columns are equal",
            },
        ),
        Digits("board", "1 and 2 (or 1 and 0) where they are given, . elsewhere", numbers=(1, 2)),
    ),
    clues={"board": "."},
    solution=Values(given="board"),
    namings=partial(turning.rename, key="board", classes=[[*map(str, NUMBERS)]]),
    rules=rules,
    faults=faults,
    words=words,
    make=make,
    arranged=itemgetter("board"),
    example=".1../..22/..../..2.",
    addresses=(
        address.Tatham(
            "unruly",
            address.games.Marked(
                "board",
                {
                    **address.games.letters(ascii_uppercase, "1"),
                    **address.games.letters(ascii_lowercase, "2"),
                },
            ),
            letters="(u?)(?:d[a-z])?",
            says=("u", "lines", "different", "any"),
        ),
        address.Penpa(
            "binairo",
            address.drawn.Signs("board", address.drawn.circles("1", "2")),
        ),
    ),
)
RECORD = family(KIND)
