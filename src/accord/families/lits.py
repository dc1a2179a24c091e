"""LITS: four connected cells of each region are shaded, as L, I, T or S; equal ones do not touch.

`L:r1c1-r2c1-r3c1-r3c2` states that these cells of a region are shaded. It follows from the cells, so it
multiplies no count. The pieces among some cells, each with its letter:

    >>> from accord.families.lits import pieces
    >>> pieces([(0, 0), (0, 1), (0, 2), (1, 1)])
    [('T', ((0, 0), (0, 1), (0, 2), (1, 1)))]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias

from accord.pencil import (
    About,
    Cell,
    Fault,
    Flags,
    Instance,
    Kind,
    Line,
    Problem,
    Regions,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    random_regions,
    shading,
    total,
)
from accord.pencil.instance import CELL
from accord.pencil.solutions import cell_of
from accord.puzzles.words import join_words

Piece: TypeAlias = tuple[Cell, ...]
SIZE = 4  # cells of a piece
DRAWN = {
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 1), (0, 2), (1, 0), (1, 1)),
}
ANY = "x"  # what files have for a shaded cell whose piece is none of these
DRAWS, ROUNDS = 60, 2  # of pieces; of cells around the ones that no region takes
LOOSE = 2.0  # how many cells more a piece may have beside it than the one with the fewest


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is shaded, and for each piece of a region."""
    p = puzzle.problem()
    shaded = puzzle.flags(p)
    over: dict[Cell, list[Laid]] = {cell: [] for cell in puzzle.cells}
    name: dict[Cell, str] = {}
    for region in puzzle.regions():
        name |= dict.fromkeys(region, region.name)
        laid = [Laid(letter, piece, p.boolean(piece_name(letter, piece))) for letter, piece in pieces(region)]
        p.add(total(each.there for each in laid) == 1, words=region.name)
        p.add(total(shaded[cell] for cell in region) == SIZE, words=region.name)
        for each in laid:
            for cell in each.piece:
                over[cell].append(each)
    for cell, some in over.items():
        p.add(total(each.there for each in some) == shaded[cell], about=Topic(at(cell), CELL, [cell]))
    for square in puzzle.squares:
        if len(square) == 4:
            _add_square(p, square, name, over)
    for one, other in puzzle.pairs:
        for letter in DRAWN if name.get(one) != name.get(other) else ():
            both = [[each.there for each in over[cell] if each.letter == letter] for cell in (one, other)]
            if all(both):
                about = Topic(f"equal shapes at {at(one)} and {at(other)}", "equal", [one, other])
                p.add(total(chain(*both)) <= 1, about=about)
    p.connected(shaded, puzzle.graph, how="cuts", words="the shaded area")
    several = {each.piece: each for each in chain(*over.values())} if len(puzzle["regions"]) > 1 else {}
    for each in several.values():  # this follows
        beside = {near for cell in each.piece for near in puzzle.near(cell)}
        places = join_words([*map(at, each.piece)])
        outside = [shaded[cell] for cell in sorted(beside) if name.get(cell) != name[each.piece[0]]]
        it = f"{each.letter} over {places}"
        p.add(total(outside) >= each.there, about=Topic(f"the cells beside the {it}", "touching", of=it))
    return p


def _add_square(p: Problem, square: Line, name: Mapping[Cell, str], over: Mapping[Cell, list[Laid]]) -> None:
    """State that a square of 2 x 2 is not all shaded: that one of its regions has no piece over its part.

    That is stronger than the same of its cells.
    """
    parts: dict[str | None, set[Cell]] = {}
    for cell in square:
        parts.setdefault(name.get(cell), set()).add(cell)
    if len(parts) > 1:
        full = [
            each.there for part in parts.values() for each in over[min(part)] if part.issubset(each.piece)
        ]
        p.add(total(full) < len(parts), about=square.topic)


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for regions that have no room for a piece."""
    for region in puzzle.regions():
        if not pieces(region):
            found = f"found {region.name} without room for a piece"
            yield puzzle.fault("regions", region[0], f"{found}; expected room for an L, I, T or S")


def truth_words(name: str, holds: bool) -> str:
    """Return in words that a piece is there, or is not."""
    letter, _, cells = name.partition(":")
    article = "no" if not holds else "a" if letter == "T" else "an"
    return f"there is {article} {letter} over {join_words(cells.split('-'))}"


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `the square at r1c1 is not all shaded, so r1c2 is not shaded`."""
    if tell.step.rule != "bounds":
        return None
    if tell.tag == "equal":
        return f"equal shapes do not touch at {join_words(tell.cells)}, so {tell.verdict}"
    if (square := shading.square_words(tell, "all shaded")) is not None:
        return square
    if tell.tag == "touching":
        if not tell.closes:
            return f"the {tell.topic.of} touches another piece, so {tell.verdict}"
        return f"no other piece could touch it, so {tell.verdict}"
    if tell.tag == CELL and tell.closes:
        if cell_of(tell.choices[tell.follows[-1][0]][0]):
            return f"no piece of its region can have {tell.rule}, so {tell.verdict}"
        return f"{tell.rule} is not shaded, so {tell.verdict}"
    if tell.tag == CELL:
        return f"only one piece is left that has {tell.rule}, so {tell.verdict}"
    return None


# -- pieces ----------------------------------------------------------------------------------------


class Laid(NamedTuple):
    """A piece of a region, and the truth of it."""

    letter: str
    piece: Piece
    there: Any


def piece_name(letter: str, piece: Piece) -> str:
    """Return the name of the truth of a piece."""
    return f"{letter}:{'-'.join(map(at, piece))}"


def normal(cells: Iterable[Cell]) -> Piece:
    """Return cells in order, moved so that the first is at (0, 0)."""
    (top, left), *_ = some = sorted(cells)
    return tuple((row - top, column - left) for row, column in some)


def _letters() -> dict[Piece, str]:
    """Return the letter of each piece, turned and reflected in all ways."""
    found: dict[Piece, str] = {}
    for letter, cells in DRAWN.items():
        for reflected in (1, -1):
            some = [(row, reflected * column) for row, column in cells]
            for _ in range(4):
                some = [(column, -row) for row, column in some]
                found[normal(some)] = letter
    return found


LETTERS = _letters()
ROW = 1 << 20  # from a cell to the one below it, where cells are numbers


def _steps(piece: Piece) -> tuple[int, int, int]:
    """Return the steps from the first cell of a piece, which is at (0, 0), to the others."""
    second, third, fourth = [ROW * down + right for down, right in piece[1:]]
    return second, third, fourth


STEPS = [(piece, letter, _steps(piece)) for piece, letter in LETTERS.items()]


def pieces(cells: Iterable[Cell]) -> list[tuple[str, Piece]]:
    """Return each piece among cells, and its letter."""
    numbers = {ROW * row + column: (row, column) for row, column in sorted({*cells})}
    return [
        (letter, tuple([(row + down, column + right) for down, right in piece]))
        for number, (row, column) in numbers.items()
        for piece, letter, (second, third, fourth) in STEPS
        if number + second in numbers and number + third in numbers and number + fourth in numbers
    ]


def letters(puzzle: Instance, cells: Collection[Cell]) -> dict[Cell, str]:
    """Return the letter of each shaded cell: that of the shaded cells of its region."""
    full, found = {*cells}, dict[Cell, str]()
    for region in puzzle.regions():
        if piece := full.intersection(region):
            found |= dict.fromkeys(piece, LETTERS.get(normal(piece), ANY))
    return found


# -- puzzles at random -----------------------------------------------------------------------------


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Lay pieces closely; their regions take the other cells one by one, if no other solution comes up.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    from accord.pencil import spread_regions  # only now: most puzzles are not made

    blank = Instance(KIND.name, size, {})
    for _ in range(DRAWS):
        core = lay(dice, blank)
        regions = spread_regions.spread(dice, blank.cells, core, partial(growing, blank), ROUNDS)
        if regions:
            return {"regions": random_regions.draw_regions(regions, size)}
    raise making.none_found()


def lay(dice: making.Dice, blank: Instance) -> random_regions.Labels:
    """Return pieces that touch, each with its number; the next is one with few free cells beside it."""
    full: random_regions.Labels = {}
    letter: dict[Cell, str] = {}
    squares: dict[Cell, list[Line]] = {cell: [] for cell in blank.cells}
    for square in blank.squares:
        for cell in square if len(square) == 4 else ():
            squares[cell].append(square)
    beside = {
        piece: {near for cell in piece for near in blank.near(cell)}.difference(piece)
        for _, piece in pieces(blank.cells)
    }

    def fits(its: str, piece: Piece) -> bool:
        near = {square for cell in piece for square in squares[cell]}
        return (
            full.keys().isdisjoint(piece)
            and all(letter.get(cell) != its for cell in beside[piece])
            and all(any(cell not in full and cell not in piece for cell in square) for square in near)
        )

    fitting = pieces(blank.cells)
    while fitting := [each for each in fitting if fits(*each)]:
        near = [each for each in fitting if not full or not full.keys().isdisjoint(beside[each[1]])]
        if not near:
            break
        its, piece = min(near, key=lambda each: len(beside[each[1]] - full.keys()) + LOOSE * dice.random())
        full |= dict.fromkeys(piece, len(full) // SIZE + 1)
        letter |= dict.fromkeys(piece, its)
    return full


def growing(
    blank: Instance, regions: random_regions.Labels, reach: Mapping[int, Collection[Cell]]
) -> Problem:
    """Return the problem of regions that could take cells; see `accord.pencil.spread_regions`."""
    from accord.pencil.spread_regions import apart

    p = blank.problem()
    shaded = blank.flags(p)
    over: dict[Cell, dict[int, list[Laid]]] = {cell: {} for cell in blank.cells}
    for label, cells in reach.items():
        laid = [
            Laid(letter, piece, p.boolean(f"{label} {piece_name(letter, piece)}"))
            for letter, piece in pieces(cells)
        ]
        p.add(total(each.there for each in laid) == 1, words=f"region {label}")
        for each in laid:
            for cell in each.piece:
                over[cell].setdefault(label, []).append(each)
        for cell in cells:
            if cell not in regions and label in over[cell]:
                p.add(total(each.there for each in over[cell][label]) == 0, about=apart(cell, label))
    for cell, of in over.items():
        p.add(total(each.there for each in chain(*of.values())) == shaded[cell], words=at(cell))
    for square in blank.squares:
        if len(square) == SIZE:
            p.add(total(shaded[cell] for cell in square) < SIZE, words=square.name)
    for (one, other), letter in product(blank.pairs, DRAWN):
        for label, some in over[one].items():
            here = [each.there for each in some if each.letter == letter]
            far = chain(*(others for its, others in over[other].items() if its != label))
            beside = [each.there for each in far if each.letter == letter]
            if here and beside:
                p.add(total([*here, *beside]) <= 1, words=f"equal shapes at {at(one)} and {at(other)}")
    p.connected(shaded, blank.graph, how="cuts", words="the shaded area")
    return p


KIND = Kind(
    name="lits",
    about=About(
        "pencil", "Shade an L, I, T or S in each region; equal ones do not touch.", ("ヌルオミノ nuruomino",)
    ),
    rule="Shade four connected cells of each region: an L, I, T or S. Equal shapes share no side, turned and "
    "reflected ones among them. The shaded cells are connected by their sides, and no square of 2 x 2 is all "
    "shaded.",
    source="Nikoli, 2004, as nuruomino",
    parts=(Regions("regions", "a picture with a sign for each region"),),
    solution=Flags(
        "shaded cell", state="shaded", fill="ink", words_for=(*DRAWN, ANY), shaped=letters, word=ANY
    ),
    rules=rules,
    faults=faults,
    words=words,
    truth_words=truth_words,
    make=make,
    example="1112/1222/1122",
    addresses=(
        address.PuzzLink("lits", address.Regions("regions")),
        address.Penpa("lits", address.drawn.Regions("regions")),
    ),
)
RECORD = family(KIND)
