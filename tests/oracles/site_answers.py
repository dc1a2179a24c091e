"""What an answer is on a site that runs pzpr: what a solver can draw on a board, kind by kind.

An answer has a value for each place of a board. A place is a cell, or a side of a cell, in the half cells of
pzpr: (1, 1) is the first cell, (2, 1) the side to its right; and the property that pzpr keeps there.

    >>> board = drawable("slant", [["-", "-"], ["-", "-"]], (1, 1))
    >>> board.places, board.choices
    ([(1, 1, 'qans')], [(0, 31, 32)])
    >>> board.drawn([["/"]]), len(board.all(10))
    ((32,), 3)

It shares nothing with the library, which has solutions as rows of words: those of files of blocks.
"""

from collections.abc import Callable, Iterator
from itertools import islice, product
from math import prod
from typing import NamedTuple

from kinds.blocks import cells

Place = tuple[int, int, str]  # x, y, and the property
Answer = tuple[int, ...]
NOTHING = {"qans": 0, "anum": -1, "line": 0}  # what pzpr keeps where nothing is drawn


class Drawable(NamedTuple):
    places: list[Place]
    choices: list[tuple[int, ...]]  # the values of each place; the first is that of nothing drawn
    drawn: Callable[[list[list[str]]], Answer]  # what a solution, as rows of words, looks like
    sensible: Callable[[], Iterator[Answer]] | None = None  # answers among which are all that may be right
    free: bool = True  # whether a solver can draw any value in any place, and not only what is sensible

    @property
    def blank(self) -> Answer:
        return tuple(values[0] for values in self.choices)

    def all(self, most):
        """All answers; if these are too many, all sensible ones; None if these are too many, too."""
        if self.free and prod(map(len, self.choices)) <= most:
            return [*product(*self.choices)]
        some = [*islice(self.sensible(), most + 1)] if self.sensible else [None] * (most + 1)
        return some if len(some) <= most else None

    def changed(self, draw, answer):
        """An answer with other values in a few places."""
        other = [*answer]
        for at in draw.sample(range(len(other)), min(len(other), draw.choice((1, 1, 2, 3)))):
            other[at] = draw.choice(self.choices[at])
        return tuple(other)


def drawable(kind, lines, size):
    """What can be drawn on a board of a kind: the lines of its block, and its rows and columns."""
    return OF[kind](lines, size)


# -- values in cells -------------------------------------------------------------------------------


def in_cells(some, kept, values):
    """Values in some cells, where pzpr keeps them; `values` are those of words, first that of nothing."""
    some = list(some)
    places = [(2 * column + 1, 2 * row + 1, kept) for row, column in some]
    known = tuple(dict.fromkeys(values.values()))
    nothing = known[0]
    return Drawable(
        places,
        [known] * len(some),
        lambda rows: tuple(values.get(rows[row][column], nothing) for row, column in some),
    )


def shaded(words="x", clues=True, first=0):
    """Shaded cells, also those with clues or only the others; the grid begins at a line of the block."""

    def of(lines, size):
        some = cells(*size)
        some = some if clues else free(lines[first:], size)
        return in_cells(some, "qans", {"-": NOTHING["qans"]} | dict.fromkeys(words, 1))

    return of


def values(kept, known, first=0):
    """Values in the cells where the puzzle has none."""

    def of(lines, size):
        return in_cells(free(lines[first:], size), kept, {"": NOTHING[kept]} | known)

    return of


def numbers(some, most):
    """Numbers in some cells; it makes sense to leave none blank."""
    board = in_cells(some, "anum", {"": NOTHING["anum"]} | {str(n): n for n in range(1, most + 1)})
    return board._replace(sensible=lambda: product(range(1, most + 1), repeat=len(board.places)))


def free(lines, size):
    return [(r, c) for r, c in cells(*size) if lines[r][c] == "-"]


def kakuro(lines, size):
    """Its block has a row and a column more, for sums: so has the site, outside the cells."""
    inside = [line[1:] for line in lines[1:]]
    some = [(r, c) for r, c in cells(size[0] - 1, size[1] - 1) if inside[r][c] == "0"]
    board = numbers(some, 9)
    return board._replace(drawn=lambda rows: board.drawn([row[1:] for row in rows[1:]]))


def skyscrapers(lines, size):
    return numbers(free(lines[4:] or [["-"] * size[1]] * size[0], size), size[0])


def fillomino(lines, size):
    return numbers(free(lines, size), size[0] * size[1])


def sudoku(lines, size):
    return numbers(free(lines, size), size[0])


def star_battle(lines, size):
    """It makes sense to shade one cell of each row; so boards have one star in a row."""
    board = shaded()(lines, size)
    rows = [tuple(int(at == star) for at in range(size[1])) for star in range(size[1])]
    return board._replace(sensible=lambda: (sum(some, ()) for some in product(rows, repeat=size[0])))


def slant(lines, size):
    return in_cells(cells(*size), "qans", {"": 0, "\\": 31, "/": 32})


def magnets(lines, size):
    given = lines[4 : -size[0]] or [["."] * size[1]] * size[0]
    some = [(r, c) for r, c in cells(*size) if lines[-size[0] :][r][c] != "@" and given[r][c] == "."]
    return in_cells(some, "anum", {"x": NOTHING["anum"], "+": 1, "-": 2})


# -- sides of cells --------------------------------------------------------------------------------


def inner(size):
    """The sides between two cells: a place, the cells, and the words by which a line leaves the first."""
    for row, column in cells(*size):
        if column + 1 < size[1]:
            yield (2 * column + 2, 2 * row + 1), (row, column), (row, column + 1), "e"
        if row + 1 < size[0]:
            yield (2 * column + 1, 2 * row + 2), (row, column), (row + 1, column), "s"


def regions(lines, size):
    """A board that is cut: a side is a border, or is not. Around what is no cell nothing is drawn."""
    sides = [side for side in inner(size) if all(lines[r][c] != "@" for r, c in side[1:3])]
    return Drawable(
        [(*at, "qans") for at, *_ in sides],
        [(0, 1)] * len(sides),
        lambda rows: tuple(int(rows[a][b] != rows[c][d]) for _, (a, b), (c, d), _ in sides),
    )


def lined(ends=(), clues=True):
    """Lines from cell to cell, also through those with clues or only the others.

    `ends` are the numbers of lines that cells with a clue have, if not those of all cells: none, or two.
    """

    def of(lines, size):
        sides = [side for side in inner(size) if clues or all(lines[r][c] == "-" for r, c in side[1:3])]

        def degrees(cell):
            return (0, 2) if lines[cell[0]][cell[1]] == "-" or not ends else ends

        return Drawable(
            [(*at, "line") for at, *_ in sides],
            [(0, 1)] * len(sides),
            lambda rows: tuple(int(way in rows[r][c]) for _, (r, c), _, way in sides),
            lambda: even([(one, other) for _, one, other, _ in sides], degrees),
        )

    return of


def even(joints, degrees):
    """All ways to take some joints of two points so that each point has as many as it may have."""
    last = {point: at for at, pair in enumerate(joints) for point in pair}
    ended = [[point for point in pair if last[point] == at] for at, pair in enumerate(joints)]
    count = dict.fromkeys(last, 0)
    allowed = {point: degrees(point) for point in last}

    def go(at, taken):
        if at == len(joints):
            yield tuple(taken)
            return
        for value in (0, 1):
            for point in joints[at]:
                count[point] += value
            if all(count[point] <= max(allowed[point]) for point in joints[at]) and all(
                count[point] in allowed[point] for point in ended[at]
            ):
                yield from go(at + 1, [*taken, value])
            for point in joints[at]:
                count[point] -= value

    return go(0, [])


def slitherlink(lines, size):
    """All sides of cells; a solution has the cells inside the loop."""
    rows, columns = size
    sides = [
        ((2 * c + 1, 2 * r), ((r, c), (r, c + 1)), ((r - 1, c), (r, c))) for r, c in cells(rows + 1, columns)
    ]
    sides += [
        ((2 * c, 2 * r + 1), ((r, c), (r + 1, c)), ((r, c - 1), (r, c))) for r, c in cells(rows, columns + 1)
    ]

    def drawn(solution):
        inside = {(r, c) for r, c in cells(*size) if solution[r][c] == "x"}
        return tuple(int((one in inside) != (other in inside)) for _, _, (one, other) in sides)

    return Drawable(
        [(*at, "line") for at, *_ in sides],
        [(0, 1)] * len(sides),
        drawn,
        lambda: even([dots for _, dots, _ in sides], lambda dot: (0, 2)),
    )


def yajilin(lines, size):
    """Lines and shaded cells; it makes sense to shade cells that are on no line."""
    loop = lined(clues=False)(lines, size)
    cell = shaded(clues=False)(lines, size)
    at = [(place[0], place[1]) for place in cell.places]

    def sensible():
        for line in loop.sensible():
            passed = {
                (x + way, y) if x % 2 == 0 else (x, y + way)
                for (x, y, _), value in zip(loop.places, line, strict=True)
                if value
                for way in (-1, 1)
            }
            for shade in product(*[(0,) if place in passed else (0, 1) for place in at]):
                yield line + shade

    return Drawable(
        loop.places + cell.places,
        loop.choices + cell.choices,
        lambda rows: loop.drawn(rows) + cell.drawn(rows),
        sensible,
    )


def hashi(lines, size):
    """Bridges: one or two lines over all sides between two islands."""
    sides = [*inner(size)]
    index = {(one, other): at for at, (_, one, other, _) in enumerate(sides)}
    islands = [(r, c) for r, c in cells(*size) if lines[r][c] != "-"]
    spans = []
    for row, column in islands:
        for down, right in ((0, 1), (1, 0)):
            way, here = [], (row, column)
            while (pair := (here, (here[0] + down, here[1] + right))) in index:
                way.append(index[pair])
                here = pair[1]
                if here in islands:
                    spans.append(way)
                    break

    def drawn(rows):
        found = [0] * len(sides)
        for way in spans:
            _, _, other, side = sides[way[0]]
            sign = rows[other[0]][other[1]]  # beside the island, or the next island
            for at in way:
                found[at] = {"e": {"1": 1, "2": 2}, "s": {"a": 1, "b": 2}}[side].get(sign, 0)
        return tuple(found)

    def sensible():
        for bridges in product((0, 1, 2), repeat=len(spans)):
            found = [0] * len(sides)
            for way, number in zip(spans, bridges, strict=True):
                for at in way:
                    found[at] = number
            yield tuple(found)

    places = [(*at, "line") for at, *_ in sides]
    return Drawable(places, [(0, 1, 2)] * len(sides), drawn, sensible, free=False)


#: what can be drawn, by kind
OF = {
    "akari": shaded("o", clues=False),
    "aquarium": shaded(),
    "battleship": shaded("nswemo", clues=False, first=2),
    "country-road": lined(),
    "creek": shaded(),
    "fillomino": fillomino,
    "galaxies": regions,
    "hashi": hashi,
    "heyawake": shaded(),
    "hitori": shaded(),
    "kakuro": kakuro,
    "kuromasu": shaded(clues=False),
    "lits": shaded("LITSx"),
    "magnets": magnets,
    "masyu": lined(),
    "nonogram": shaded(),
    "norinori": shaded(),
    "numberlink": lined(ends=(1,)),
    "nurikabe": shaded(clues=False),
    "nurimisaki": shaded(clues=False),
    "sashigane": regions,
    "shakashaka": values("qans", {"sw": 2, "se": 3, "ne": 4, "nw": 5}),
    "shikaku": regions,
    "skyscrapers": skyscrapers,
    "slant": slant,
    "slitherlink": slitherlink,
    "star-battle": star_battle,
    "sudoku": sudoku,
    "tapa": shaded(clues=False),
    "tents": values("anum", {"o": 2}, first=2),
    "yajilin": yajilin,
    "yin-yang": values("anum", {"w": 1, "b": 2}),
}
