"""Sashigane: the board is cut into L-shaped pieces, one cell wide, with two arms.

The value of a cell is the way to the corner of its piece (n, e, s, w), or, if it is the corner, the ways of
the two arms (ne, se, sw, nw). So each way to cut the board is said once, and by neighbours alone. The values
of the cells of a piece:

    >>> from accord.families.sashigane import arm_values
    >>> arm_values([(0, 0), (1, 0), (1, 1)])
    {(0, 0): 's', (1, 1): 'w', (1, 0): 'ne'}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Pieces,
    Problem,
    Sign,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    some,
    total,
)
from accord.pencil.solutions import Known, cell_of
from accord.puzzles.bounds import LARGEST

STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
BENDS = ("ne", "se", "sw", "nw")  # corners, by the ways of their arms
NAMES = {"n": "up", "e": "to the right", "s": "down", "w": "to the left"}
CORNER = "o"  # a corner of a piece of any size
DRAWS = 20


def rules(puzzle: Instance) -> Problem:
    """Return the problem: for each cell the way to its corner, or the arms that it has as a corner."""
    p = puzzle.problem()
    of: dict[Cell, Any] = {}
    for cell in puzzle.cells:
        ways = [way for way in STEPS if puzzle.inside([step(cell, way)])]
        bends = [bend for bend in BENDS if {*bend} <= {*ways}]
        if ways:
            of[cell] = p.choice(at(cell), values=[*ways, *bends])
        else:
            p.add(False, words=at(cell))
    for cell, value in of.items():
        for way in (way for way in STEPS if step(cell, way) in of):
            other = of[step(cell, way)]
            leads = other.among([way, *(bend for bend in BENDS if OPPOSITE[way] in bend)])
            p.add(
                some(value != way, leads),
                about=Topic(f"the way from {at(cell)} {NAMES[way]}", "arm", [cell], way),
            )
            bends = value.among([bend for bend in BENDS if way in bend])
            p.add(
                some(~bends, other == OPPOSITE[way]),
                about=Topic(f"the arm from {at(cell)} {NAMES[way]}", "bend", [cell], way),
            )
    for cell, clue in puzzle["board"].items():
        if cell in of:
            _add_clue(p, of, cell, clue)
    return p


def _add_clue(p: Problem, of: Mapping[Cell, Any], cell: Cell, clue: int | str) -> None:
    """State a clue: the end of an arm, or a corner, perhaps of so many cells."""
    about = Topic(f"the {clue} at {at(cell)}", "clue", [cell], clue)
    if clue in STEPS:
        behind = step(cell, OPPOSITE[str(clue)])
        p.add(of[cell] == clue, about=about)
        if behind in of:
            p.add(of[behind] != clue, about=Topic(f"the end at {at(cell)}", "end", [cell]))
        return
    p.add(of[cell].among(BENDS), about=about)
    if clue == CORNER:
        return
    about = Topic(f"{about.words} with its arms", "clue", [cell], clue)
    arms = []
    for way in STEPS:
        before = None  # whether all cells up to here are in the arm
        for length in range(1, int(clue)):
            far = step(cell, way, length)
            if far not in of:
                break
            here = there = of[far] == OPPOSITE[way]
            if before is not None:
                here = p.boolean(f"the arm from {at(cell)} {NAMES[way]} {length}")
                p.add(here <= before, here <= there, total([before, there]) <= 1 + here, about=about)
            arms.append(here)
            before = here
    p.add(total(arms) == int(clue) - 1, about=about)


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for arrows that lead beyond the board, and for numbers without room for their arms."""
    for cell, clue in puzzle["board"].items():
        if clue in STEPS and not puzzle.inside([step(cell, str(clue))]):
            yield puzzle.fault("board", cell, f"found {clue}; expected a way that does not leave the board")
        (row, column), room = cell, (puzzle.height, puzzle.width)
        most = 1 + max(row, room[0] - 1 - row) + max(column, room[1] - 1 - column)
        if isinstance(clue, int) and clue > most:
            yield puzzle.fault("board", cell, f"found {clue}; expected at most {most}, a corner and two arms")


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `the way from r1c1 down leads to no corner, so r1c1 is ...`."""
    if tell.step.rule != "bounds":
        return None
    if tell.tag in ("arm", "bend"):
        return f"{tell.rule} cannot lead to anything else, so {tell.verdict}"
    if tell.tag == "end":
        return f"{tell.rule} is given, so {tell.verdict}"
    return f"by {tell.rule}, {tell.verdict}" if tell.tag == "clue" else None


def clue_words(puzzle: Instance, _key: str, _cell: Cell) -> list[str]:
    """Return the clues that may stand in a cell."""
    return [CORNER, *STEPS, *map(str, range(3, puzzle.height + puzzle.width))]


def truth_words(name: str, holds: bool) -> str:
    """Return what it means that an arm has so many cells."""
    arm, _, number = name.rpartition(" ")
    return (
        f"{arm} has {'at least' if holds else 'fewer than'} {number} {'cell' if number == '1' else 'cells'}"
    )


# -- arms and corners ------------------------------------------------------------------------------


def step(cell: Cell, way: str, steps: int = 1) -> Cell:
    """Return the cell that is so many steps away."""
    return cell[0] + steps * STEPS[way][0], cell[1] + steps * STEPS[way][1]


def labels(puzzle: Instance, known: Known) -> Mapping[Cell, Cell]:
    """Return the corner of the piece of each cell, as far as ways lead to corners."""
    value = {cell: word for name, word in known.items() if (cell := cell_of(name))}
    found = {}
    for cell in value:
        corner = cell
        for _ in range(puzzle.height + puzzle.width):
            if value.get(corner) in STEPS:
                corner = step(corner, value[corner])
        if value.get(corner) in BENDS:
            found[cell] = corner
    return found


def arm_values(piece: Sequence[Cell]) -> Mapping[Cell, str]:
    """Return the values of the cells of a piece; none if these cells make no L."""
    cells = {*piece}
    for corner in piece:
        arms = {way: [*Instance.ray(step(corner, way), STEPS[way], cells)] for way in STEPS}
        bend = next((b for b in BENDS if all(bool(arms[way]) == (way in b) for way in STEPS)), "")
        if bend and sum(map(len, arms.values())) + 1 == len(cells):
            values = {cell: OPPOSITE[way] for way, arm in arms.items() for cell in arm}
            return {**values, corner: bend}
    return {}


# -- puzzles at random -----------------------------------------------------------------------------


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Cut the board at random, state all corners with their sizes and all ends; then remove clues.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    blank = Instance(KIND.name, size, {"board": {}})
    for _ in range(DRAWS):
        known = making.random_solution(KIND.problem(board=making.grid({}, size)), dice)
        if known is None:
            raise making.impossible(KIND, size)
        corner = labels(blank, known)
        clues: dict[Cell, object] = {
            cell: sum(its == cell for its in corner.values()) for cell in corner.values()
        }
        for cell in blank.cells:
            way = known[at(cell)]
            if way in STEPS and known.get(at(step(cell, OPPOSITE[way]))) != way:
                clues[cell] = way
        said = {"board": making.grid(clues, size)}
        if making.is_unique(KIND.problem(**said)):
            return making.drop_clues(KIND, said, {"board": "-"}, dice)
    raise making.none_found()


KIND = Kind(
    name="sashigane",
    about=About("pencil", "Cut the board into L-shaped pieces with given corners and ends.", ("さしがね",)),
    rule="Cut the board into pieces of the shape of an L, one cell wide, with two arms. A circle is a "
    "corner; a number in it is how many cells its piece has. An arrow is an end, and points to the corner.",
    source="Nikoli, 2006",
    parts=(
        Board(
            "board",
            "corners: a number, or o for any; ends: n, e, s or w, the way to the corner; . is a cell",
            signs=(
                Sign(CORNER, "a corner"),
                Sign("n", "an end, its corner above", shown="↑"),
                Sign("e", "an end, its corner to the right", shown="→"),
                Sign("s", "an end, its corner below", shown="↓"),
                Sign("w", "an end, its corner to the left", shown="←"),
            ),
            numbers=(3, 2 * LARGEST),
            directions="nesw",
        ),
    ),
    clues={"board": "."},
    clue_words=clue_words,
    solution=Pieces(
        "piece of the shape of an L",
        labels=labels,
        shaped=arm_values,
        names={
            **{way: f"in an arm that leads {name}" for way, name in NAMES.items()},
            **{bend: f"a corner with arms {NAMES[bend[0]]} and {NAMES[bend[1]]}" for bend in BENDS},
        },
    ),
    rules=rules,
    faults=faults,
    words=words,
    truth_words=truth_words,
    make=make,
    example="..../...4/4.w./....",
    addresses=(address.PuzzLink("sashigane", address.Cells("board", address.ENDS)),),
)
RECORD = family(KIND)
