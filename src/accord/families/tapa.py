"""Tapa: numbers state the groups of black cells around a cell; black cells are connected, with no square.

A word such as `31` states two groups, of 3 cells and of 1, in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Flags,
    Instance,
    Kind,
    Problem,
    address,
    at,
    family,
    making,
    shading,
)
from accord.pencil.parts import Words
from accord.puzzles.bounds import check_knob

ANY = "?"
STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))  # around a cell, in a circle
DRAWS = 20  # of black cells


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is black."""
    p = puzzle.problem()
    black = puzzle.flags(p)
    for cell, clue in puzzle["board"].items():
        words = f"the {clue} at {at(cell)}"
        p.add(~black[cell], words=words)
        around = circle(puzzle, cell)
        fills = [fill for fill in fillings(around) if fits(clue, groups(fill))]
        rows = [[full for full, place in zip(fill, around, strict=True) if place] for fill in fills]
        p.table([black[place] for place in around if place], rows, words=words)
    shading.add_no_square(puzzle, p, black)
    p.connected(black, puzzle.graph, words="the black cells")
    return p


def circle(puzzle: Instance, cell: Cell) -> tuple[Cell | None, ...]:
    """Return the eight places around a cell in a circle; None for one that is not on the board."""
    inside = {*puzzle.around(cell)}
    places = ((cell[0] + down, cell[1] + right) for down, right in STEPS)
    return tuple(place if place in inside else None for place in places)


def fillings(around: Iterable[Cell | None]) -> Iterator[tuple[bool, ...]]:
    """Yield each way to blacken places around a cell."""
    return product(*((False, True) if place else (False,) for place in around))


@cache
def groups(fill: tuple[bool, ...]) -> str:
    """Return the sizes of the groups of black cells in a circle, the largest first; 0 if there is none."""
    start = fill.index(False) if False in fill else 0
    text = "".join("x" if fill[(start + n) % len(fill)] else " " for n in range(len(fill)))
    return "".join(sorted((str(len(group)) for group in text.split()), reverse=True)) or "0"


@cache
def fits(clue: str, found: str) -> bool:
    """Return whether groups match a clue, in which `?` is any number."""
    known = clue.replace(ANY, "")
    return len(clue) == len(found) and all(found.count(number) >= known.count(number) for number in known)


def possible(puzzle: Instance, cell: Cell) -> list[str]:
    """Return the numbers of all groups that there can be around a cell, other clues left aside."""
    found = dict.fromkeys(groups(fill) for fill in fillings(circle(puzzle, cell)))
    return sorted(found, key=lambda clue: (len(clue), clue))


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for clues whose groups have no room around their cell."""
    for cell, clue in puzzle["board"].items():
        if not any(fits(clue, found) for found in possible(puzzle, cell)):
            yield puzzle.fault("board", cell, f"found {clue}; expected groups that have room around the cell")


def clue_words(puzzle: Instance, _key: str, cell: Cell) -> Iterator[str]:
    """Yield the clues that a cell can have."""
    some = possible(puzzle, cell)
    yield from dict.fromkeys(ANY * len(clue) for clue in some)
    yield from some


def namings(words: Mapping[str, Words]) -> Iterator[Mapping[str, Words]]:
    """Yield the words with the numbers of each clue in order."""
    yield {"board": [["".join(sorted(word)) for word in row] for row in words["board"]]}


def make(dice: making.Dice, size: tuple[int, int], *, black: float = 0.5) -> Mapping[str, Any]:
    """Draw black cells, and state the groups around each other cell; then remove clues.

    Args:
        dice: random numbers.
        size: rows and columns.
        black: the share of black cells, as far as they are connected.
    """
    check_knob("black", black, 0.1, 0.9)
    blank = Instance(KIND.name, size, {})
    for _ in range(DRAWS):
        full = shading.thin_out(dice, shading.draw_river(dice, blank), black * len(blank.cells))
        clues = {
            cell: groups(tuple(place in full for place in circle(blank, cell)))
            for cell in blank.cells
            if cell not in full
        }
        said = {"board": making.grid(clues, size)}
        if making.is_unique(KIND.problem(**said)):
            return making.drop_clues(KIND, said, {"board": "-"}, dice)
    raise making.none_found()


KIND = Kind(
    name="tapa",
    about=About(
        "pencil",
        "Numbers state the groups of black cells around; black cells are connected.",
        ("タパ",),
    ),
    rule="Black out cells without a clue. The numbers of a clue are the sizes of all groups of black cells "
    "that follow each other around its cell, in any order; 0 is no black cell. A ? is any number; alone it "
    "may be 0, else not. The black cells are connected by their sides, and no square of 2 x 2 is all black.",
    source="Serkan Yürekli, 2007",
    parts=(
        Board(
            "board",
            "the numbers of groups, as in 31; ? for any number; . is an empty cell",
            pattern="[0-8?]|[1-7?]{2,4}",
            pattern_about="one number 0 to 8, up to four as in 31, ? for any number",
        ),
    ),
    clues={"board": "."},
    clue_words=clue_words,
    solution=Flags("black cell", state="black", contrary="white", fill="ink"),
    namings=namings,
    rules=rules,
    faults=faults,
    make=make,
    example="3_._._._./._._._._5/._._311_._./31_._._._./._._._._2",
    addresses=(address.PuzzLink("tapa", address.Cells("board", address.GROUPS)),),
)
RECORD = family(KIND)
