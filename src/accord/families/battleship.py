"""Battleship: a fleet that does not touch; a number is how many cells of its line have a part of a ship.

Besides cells, the truths are places of ships: `r1c1-r1c3` says that one is from r1c1 to r1c3. Which there are
follows from the cells. Ships that touch, also at a corner, have cells in one square of 2 x 2.

The signs of the parts of a ship of three cells:

    >>> from accord.families.battleship import part
    >>> ship = [(0, 0), (0, 1), (0, 2)]
    >>> [part(ship, cell) for cell in ship]
    ['w', 'm', 'e']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isqrt
from operator import itemgetter
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Flags,
    Instance,
    Kind,
    Line,
    Numbers,
    Problem,
    Side,
    Sign,
    Telling,
    Topic,
    address,
    area_name,
    at,
    family,
    making,
    random_regions,
    total,
)
from accord.pencil.instance import SQUARE
from accord.picture import Picture

WATER = "x"
PARTS = {
    "o": "a ship of one",
    "n": "the top end of a ship",
    "s": "its bottom end",
    "w": "its left end",
    "e": "its right end",
    "m": "its middle",
}
SHIP, FLEET, ALONG, GIVEN_PART = "ship", "fleet", "along", "part"  # tags of its rules
TRIES = 500  # to lay a fleet


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether a ship is over it, and for each place of a ship."""
    p = puzzle.problem()
    full = puzzle.flags(p)
    there = {ship: p.boolean(ship.name) for ship in ships(puzzle)}
    over: dict[Cell, list[Line]] = {cell: [] for cell in puzzle.cells}
    for ship in there:
        for cell in ship:
            over[cell].append(ship)
    clues = zip((*puzzle.rows, *puzzle.columns), (*puzzle["rows"], *puzzle["columns"]), strict=True)
    for line, clue in clues:
        if clue is not None:
            p.add(total(full[cell] for cell in line) == clue, words=line.name)
            inside = {*line}
            within = dict.fromkeys(ship for cell in line for ship in over[cell] if ship[-1] in inside)
            along = (len(ship) * there[ship] for ship in within if ship[0] in inside)
            p.add(total(along) <= clue, about=Topic(f"the ships along {line.name}", ALONG, line, line.name))
    for cell, some in over.items():
        about = Topic(f"the ship over {at(cell)}", SHIP, [cell])
        p.add(total(there[ship] for ship in some) == full[cell], about=about)
    for square in puzzle.squares:
        touching = dict.fromkeys(ship for cell in square for ship in over[cell])
        p.add(total(there[ship] for ship in touching) <= 1, about=square.topic)
    for length, number in enumerate(puzzle["fleet"], start=1):
        if number:
            fleet = total(there[ship] for ship in there if len(ship) == length)
            p.add(fleet == number, about=Topic(f"the ships of {length}", FLEET, of=length))
    for cell, sign in puzzle["board"].items():
        if sign == WATER:
            p.add(full[cell] == 0, about=Topic(f"the water at {at(cell)}", GIVEN_PART, [cell]))
        else:
            with_it = total(there[ship] for ship in over[cell] if part(ship, cell) == sign)
            p.add(with_it == 1, about=Topic(f"the {sign} at {at(cell)}", GIVEN_PART, [cell]))
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for parts of ships that do not fit, and for ships that are too long."""
    longest = max((length for length, number in enumerate(puzzle["fleet"], start=1) if number), default=0)
    side = max(puzzle.height, puzzle.width)
    if longest > side:
        yield Fault(f"fleet[{longest}]", f"found ships of {longest} cells; expected at most {side}")
    signs = {cell: sign for cell, sign in puzzle["board"].items() if sign != WATER}
    fits = {(cell, part(ship, cell)) for ship in ships(puzzle) for cell in ship if cell in signs}
    for cell, sign in signs.items():
        if (cell, sign) not in fits:
            yield puzzle.fault("board", cell, f"found {sign}; expected a part that a ship can have there")


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `no ship can be over r1c2, so ...`."""
    rule = tell.rule
    tags = (SHIP, FLEET, ALONG, GIVEN_PART, SQUARE)
    if tell.tag not in tags or tell.step.rule not in ("bounds", "intersection"):
        return None
    if tell.step.rule == "intersection":
        return f"wherever {rule} {'are' if tell.tag == FLEET else 'is'}, {tell.verdict}"
    if tell.tag == FLEET:
        return f"{'no more' if tell.closes else 'all'} places are left for {rule}, so {tell.verdict}"
    if tell.tag == SQUARE:
        return f"only one ship can touch {rule}, so {tell.verdict}"
    if tell.tag == ALONG:
        return f"in {tell.topic.of} there is no room for more, so {tell.verdict}"
    if tell.tag == GIVEN_PART:
        return f"{rule} is given, so {tell.verdict}"
    (cell,) = tell.cells
    if any(tell.choices[forced.option][0] == cell for forced in tell.step.forced):
        return f"{'no ship can' if tell.closes else 'a ship must'} be over {cell}, so {tell.verdict}"
    if tell.closes:
        return f"no more ships can be over {cell}"
    return f"only one ship can be over {cell}, so {tell.verdict}"


def place_words(name: str, holds: bool) -> str:
    """Return in words that a ship has a place, or has it not."""
    first, _, last = name.partition("-")
    ship = f"a ship from {first} to {last}" if first != last else f"a ship of one at {first}"
    return f"there is {'' if holds else 'not '}{ship}"


# -- ships -----------------------------------------------------------------------------------------


def ships(puzzle: Instance) -> Iterator[Line]:
    """Yield each ship of the fleet in each place that it has on the board."""
    for length, number in enumerate(puzzle["fleet"][: max(puzzle.height, puzzle.width)], start=1):
        for row, column in puzzle.cells if number else ():
            for down, right in ((0, 1), (1, 0))[: 1 if length == 1 else 2]:
                ship = [(row + down * n, column + right * n) for n in range(length)]
                if len(puzzle.inside(ship[-1:])):
                    yield Line(area_name(ship[0], ship[-1]), ship)


def part(ship: Sequence[Cell], cell: Cell) -> str:
    """Return the sign of a part of a ship: an end by its side (n is the top), the middle, or a whole ship."""
    if len(ship) == 1:
        return "o"
    ends = "we" if ship[0][0] == ship[1][0] else "ns"
    return ends[0] if cell == ship[0] else ends[1] if cell == ship[-1] else "m"


def part_signs(puzzle: Instance, cells: Sequence[Cell]) -> dict[Cell, str]:  # noqa: ARG001
    """Return the sign of each cell with a part of a ship."""
    full = set(cells)
    return {cell: part(sorted({cell, *random_regions.beside(cell)} & full), cell) for cell in cells}


def drawn_part(cell: Cell, sign: str, known: Mapping[Cell, str]) -> str:
    """Return the sign of a part; of a middle, h or v if a neighbour shows how the ship lies."""
    row, column = cell
    if sign == "m" and ((row, column - 1) in known or (row, column + 1) in known):
        return "h"
    return "v" if sign == "m" and ((row - 1, column) in known or (row + 1, column) in known) else sign


def look(puzzle: Instance, picture: Picture) -> Picture:
    """Return the picture with parts of ships as figures in drawings, once all are there, and the fleet."""
    said = {cell: sign for cell, sign in puzzle["board"].items() if sign != WATER}
    full = [(row, column) for _, row, column in picture.fills]
    if len(full) == sum(length * number for length, number in enumerate(puzzle["fleet"], start=1)):
        said |= part_signs(puzzle, full)
    shapes = {(0, *cell): f"ship-{drawn_part(cell, sign, said)}" for cell, sign in said.items()}
    shapes |= {(0, *cell): "water" for cell, sign in puzzle["board"].items() if sign == WATER}
    ships_of = [f"{n} of {length}" for length, n in enumerate(puzzle["fleet"], start=1) if n]
    return replace(picture, shapes=shapes, note=f"fleet: {', '.join(ships_of)}")


# -- puzzles at random -----------------------------------------------------------------------------


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Lay a fleet at random; then remove signs of cells.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    side = isqrt(size[0] * size[1])
    longest = sum(side >= least for least in (1, 3, 5, 9, 12))
    fleet = tuple(range(longest + (side >= 14), side >= 14, -1))
    blank = Instance(KIND.name, size, {"fleet": fleet})
    sign = lay_fleet(dice, blank)
    if sign is None:
        raise making.impossible(KIND, size)
    said = {
        "fleet": fleet,
        "columns": tuple(sum(cell in sign for cell in line) for line in blank.columns),
        "rows": tuple(sum(cell in sign for cell in line) for line in blank.rows),
        "board": making.grid(dict.fromkeys(blank.cells, WATER) | sign, size),
    }
    return making.drop_clues(KIND, said, {"board": "-"}, dice)


def lay_fleet(dice: making.Dice, blank: Instance) -> dict[Cell, str] | None:
    """Return the signs of a fleet at random, the longest ships first; None if it does not fit."""
    fleet = [length for length, number in enumerate(blank["fleet"], start=1) for _ in range(number)]
    for _ in range(TRIES):
        free = [*ships(blank)]
        laid: list[Line] = []
        for length in reversed(fleet):
            places = [ship for ship in free if len(ship) == length]
            if not places:
                break
            laid.append(dice.choice(places))
            taken = {*laid[-1], *(near for cell in laid[-1] for near in blank.around(cell))}
            free = [ship for ship in free if taken.isdisjoint(ship)]
        else:
            return {cell: part(ship, cell) for ship in laid for cell in ship}
    return None


_SHIPS = {"x": "0", "n": "1", "s": "2", "w": "3", "e": "4", "m": "5", "o": "6"}
_DRAWN_SHIPS = {
    address.Symbol(f"battleship_{look}", style): word
    for look in "BGW"
    for style, word in enumerate("omwnesxx", start=1)
}
KIND = Kind(
    name="battleship",
    about=About(
        "edge",
        "Find the hidden fleet; numbers at the edge count parts of ships.",
        ("Bimaru", "Batalla Naval"),
    ),
    rule="Lay the fleet: ships in straight lines, of which no two touch, not even at a corner. A number is "
    "how many cells of its row or column have a part of a ship.",
    source="Jaime Poniachik, Humor & Juegos, 1982",
    parts=(
        Numbers("fleet", "how many ships there are of one cell, of two, and so on", most=999),
        Side("columns", "parts of ships in each column, from the left", of="columns", stands="top"),
        Side("rows", "parts of ships in each row, from the top"),
        Board(
            "board",
            "x is water, o a ship of one; n, s, w, e are ends, to that side; m is between; . is unknown",
            signs=(Sign(WATER, "water", shown="~"), *(Sign(word, about) for word, about in PARTS.items())),
            optional=True,
            directions="nesw",
        ),
    ),
    clues={"columns": "-", "rows": "-", "board": "."},
    solution=Flags(
        "part of a ship", many="parts of ships", words_for=tuple(PARTS), shaped=part_signs, fill="ink"
    ),
    rules=rules,
    faults=faults,
    words=words,
    truth_words=place_words,
    look=look,
    make=make,
    arranged=itemgetter("board"),
    example="fleet=2_1;2_0_2_0;1_1_1_1;..../..../x.../....",
    addresses=(
        address.PuzzLink(
            "battleship",
            address.LeftOut(
                "/",
                (address.Lines([["columns"]], [["rows"]]), address.Cells("board", address.NUMBER16, _SHIPS)),
            ),
            address.Fleet("fleet"),
        ),
        address.Penpa(
            "battleship", *address.beside.COUNTS, address.drawn.Signs("board", _DRAWN_SHIPS), needed=["fleet"]
        ),
    ),
)
RECORD = family(KIND)
