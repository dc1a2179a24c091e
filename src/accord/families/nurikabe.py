"""Nurikabe: islands of white cells, each with a number, which is how many cells it has, in one connected sea.

`r1c2-r3c4` says that the cell r1c2 belongs to the island of the number at r3c4. Which island a white cell
belongs to follows from the white cells, so it multiplies no count. The cells that the island of a given
number can have, in a row with two numbers:

    >>> from accord.families.nurikabe import within
    >>> from accord.pencil import Instance
    >>> within(Instance("nurikabe", (1, 6), {"board": {(0, 0): 4, (0, 4): 2}}), (0, 0))
    [(0, 0), (0, 1), (0, 2)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
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
    Sign,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    shading,
    total,
)
from accord.pencil.boards import is_connected, parts
from accord.pencil.instance import CELL
from accord.pencil.solutions import cell_of
from accord.problem.expressions import Boolean
from accord.puzzles.bounds import LARGEST, check_knob

ANY = "?"  # an island of any size
SEA = "the sea"
DRAWS, MOVES = 20, 60  # of a sea; of a cell of it, and of all numbers in their islands


def rules(puzzle: Instance, *, apart: bool = False) -> Problem:
    """Return the problem: a truth for each cell, whether it is sea; and for some, whether it is of an island.

    With `apart` the variables do not depend on numbers, so that each rule belongs to one number or to none.
    """
    p = puzzle.problem()
    sea = puzzle.flags(p)
    islands = {
        start: {cell: p.boolean(f"{at(cell)}-{at(start)}") for cell in within(puzzle, start, apart=apart)}
        for start in puzzle["board"]
    }
    for cell in puzzle.cells:
        here = total(island[cell] for island in islands.values() if cell in island)
        p.add(here + sea[cell] == 1, about=Topic(at(cell), CELL, [cell]))
        for other in puzzle.near(cell):
            for island in islands.values():
                if cell in island:
                    both = island.get(other, 0) + sea[other]
                    about = Topic(f"islands apart at {at(cell)} and {at(other)}", "apart", [cell, other])
                    p.add(island[cell] <= both, about=about)
    for (start, clue), island in zip(puzzle["board"].items(), islands.values(), strict=True):
        name = f"the island at {at(start)}"
        p.add(island[start], words=name)
        if clue != ANY:
            p.add(total(island.values()) == clue, words=f"the {clue} at {at(start)}")
        shading.add_neighbours(puzzle, p, island, name, without=start)
        p.connected(island, puzzle.graph, root=start, how="cuts", words=name)
    shading.add_no_square(puzzle, p, sea)
    if not apart and ANY not in puzzle["board"].values() and land(puzzle) < len(puzzle.cells) - 1:
        shading.add_neighbours(puzzle, p, sea, SEA)
    if not apart:
        _add_walls(puzzle, p, islands)
    p.connected(sea, puzzle.graph, how="cuts", words=SEA)
    return p


def _add_walls(puzzle: Instance, p: Problem, islands: Mapping[Cell, Mapping[Cell, Boolean]]) -> None:
    """State that islands with numbers at the border share no corner: together they would cut the sea in two.

    That follows, since the two other cells at such a corner are sea, one on each side of the wall.
    """
    ends = ({0, puzzle.height - 1}, {0, puzzle.width - 1})
    walls = [its for (row, column), its in islands.items() if row in ends[0] or column in ends[1]]
    for square in (square for square in puzzle.squares if len(square) == 4):
        for one, other in (square[0], square[3]), (square[1], square[2]):
            for wall in (wall for wall in walls if one in wall):
                others = [each[other] for each in walls if each is not wall and other in each]
                if others:
                    words = f"islands from the border at {at(one)} and {at(other)}"
                    p.add(wall[one] + total(others) <= 1, about=Topic(words, "walls", [one, other]))


def land(puzzle: Instance) -> int:
    """Return how many cells islands with these numbers have."""
    return sum(puzzle["board"].values())


def within(puzzle: Instance, start: Cell, *, apart: bool = False) -> list[Cell]:
    """Return the cells that the island of a number may have: not beside others, and near enough."""
    clue = puzzle["board"][start]
    others = {cell for cell in puzzle["board"] if cell != start}
    shut = others.union(*(puzzle.near(cell) for cell in others))
    return sorted(shading.steps_from(puzzle, start, shut, None if apart or clue == ANY else clue - 1))


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers side by side, and for numbers above the cells that they can reach."""
    for cell, clue in puzzle["board"].items():
        beside = next((other for other in puzzle.near(cell) if other in puzzle["board"]), None)
        if beside is not None:
            yield puzzle.fault(
                "board", cell, f"found a number beside that at {at(beside)}; expected sea between"
            )
        elif clue != ANY and clue > (most := len(within(puzzle, cell))):
            yield puzzle.fault("board", cell, f"found {clue}; expected 1 to {most}, the cells it can have")


def clue_words(puzzle: Instance, _key: str, cell: Cell) -> Iterator[str]:
    """Yield the numbers that an island can have."""
    if cell in puzzle["board"]:
        yield from map(str, range(1, len(within(puzzle, cell, apart=True)) + 1))


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `r1c2 would be cut off from the sea, so r1c3 is sea`."""
    if tell.step.rule != "bounds":
        return None
    if tell.tag == "apart":
        return f"no two islands touch, so {tell.verdict}"
    if tell.tag == "walls":
        return f"two islands from the border that touch at a corner cut the sea, so {tell.verdict}"
    if tell.tag == CELL:
        why = f"nothing else can be at {tell.rule}"
        if tell.closes:
            why = f"{tell.rule} belongs to an island"
        elif cell_of(tell.choices[tell.follows[-1][0]][0]):
            why = f"no island reaches {tell.rule}"
        return f"{why}, so {tell.verdict}"
    return shading.neighbour_words(tell)


def truth_words(name: str, holds: bool) -> str:
    """Return in words that a cell belongs to an island, or does not."""
    cell, _, island = name.partition("-")
    return f"{cell} {'belongs' if holds else 'does not belong'} to the island at {island}"


# -- puzzles at random -----------------------------------------------------------------------------


def make(dice: making.Dice, size: tuple[int, int], *, largest: int = 6) -> Mapping[str, Any]:
    """Draw a sea and islands with numbers; change some while there is another solution.

    Args:
        dice: random numbers.
        size: rows and columns.
        largest: the most cells of an island, as a rule.
    """
    check_knob("largest", largest, 1, 100)
    blank = Instance(KIND.name, size, {})
    for _ in range(DRAWS):
        sea = draw_sea(dice, blank, largest)
        for _ in range(MOVES):
            islands = [*parts([cell for cell in blank.cells if cell not in sea])]
            clues = {dice.choice(sorted(island)): len(island) for island in islands}
            said = {"board": making.grid(clues, size)}
            other = making.another(KIND.problem(**said), {at(cell): cell in sea for cell in blank.cells})
            if other is None:
                return said
            cells = [cell for cell in blank.cells if other[at(cell)] != (cell in sea)]
            dice.shuffle(cells)
            turned = (sea ^ {cell} for cell in cells)
            sea = next((each for each in turned if is_sea(blank, each, largest)), sea)
    raise making.none_found()


def draw_sea(dice: making.Dice, blank: Instance, largest: int) -> set[Cell]:
    """Return a sea that grows as far as it can; then some of it becomes land where small islands join."""
    sea = shading.draw_river(dice, blank)
    order = sorted(sea)
    dice.shuffle(order)
    for cell in order:
        if is_sea(blank, sea - {cell}, largest):
            sea.discard(cell)
    return sea


def is_sea(blank: Instance, sea: set[Cell], largest: int) -> bool:
    """Return whether cells are a sea with islands of at most so many cells."""
    land = parts([cell for cell in blank.cells if cell not in sea])
    return (
        all(len(island) <= largest for island in land)
        and not any(len(square) == 4 and sea.issuperset(square) for square in blank.squares)
        and is_connected(sea)
    )


KIND = Kind(
    name="nurikabe",
    about=About(
        "pencil",
        "Islands of as many cells as their numbers, in one connected sea.",
        ("ぬりかべ", "Islands in the Stream", "Cell Structure"),
    ),
    rule="Shade cells, the sea. The other cells are islands, each with one number, which is how many cells "
    "it has. Islands share no side with each other. The sea is connected by sides, and no square of 2 x 2 is "
    "all sea.",
    source="Nikoli, 1991",
    parts=(
        Board(
            "board",
            "numbers of islands; ? is an island of any size; . is another cell",
            signs=(Sign(ANY, "an island of any size"),),
            numbers=(1, LARGEST**2),
        ),
    ),
    clues={"board": ANY},
    clue_words=clue_words,
    plain=partial(rules, apart=True),
    solution=Flags("cell of the sea", state="sea", contrary="land", fill="ink", many="cells of the sea"),
    rules=rules,
    faults=faults,
    words=words,
    truth_words=truth_words,
    make=make,
    example=".3./.../3..",
    addresses=(
        address.PuzzLink("nurikabe", address.Cells("board", address.NUMBER16)),
        address.Penpa("nurikabe", address.drawn.Numbers("board", "?")),
    ),
)
RECORD = family(KIND)
