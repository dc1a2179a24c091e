"""Galaxies (Tentai Show): the board is cut along its lines into galaxies. Each has exactly one centre, and is
the same after half a turn around it.

Source: Nikoli, "Tentai Show". The text: rows, columns; a grid with the centres: 0 in the cell, 1 on its
right side, 2 on its lower side, 3 at its lower right corner; `-` where there is none, `@` for no cell.
Solutions: a grid of names, one for each galaxy; which names they are says nothing. No reading differs.
"""

from itertools import islice
from random import Random

from kinds.blocks import cells, grouped, sides, text
from kinds.making import Seen, named_in_order
from kinds.row import Row

READINGS = {}


def plain(block, solution):
    names = iter(named_in_order([[sign for line in solution for sign in line if sign != "@"]])[0])
    return [[sign if sign == "@" else next(names) for sign in line] for line in solution]


def centres(block):
    """The cells around each centre; those beyond the board, too."""
    for row, column in block.cells:
        sign = block.lines[row][column]
        if sign in ("0", "1", "2", "3"):
            down, right = divmod(int(sign), 2)
            yield [(row + r, column + c) for r, c in cells(down + 1, right + 1)]


def image(core, cell):
    (top, left), (bottom, right) = core[0], core[-1]
    return top + bottom - cell[0], left + right - cell[1]


def fault(block, some):
    """What is wrong with the cells of a piece."""
    met = [core for core in centres(block) if any(cell in some for cell in core)]
    if any(cell not in some for core in met for cell in core):
        return "cuts a centre"
    if len(met) != 1:
        return f"has {len(met)} centres, not 1"
    if any(image(met[0], cell) not in some for cell in some):
        return "is not the same after half a turn"
    found = some[:1]
    for cell in found:  # grows while it is walked
        found += [near for near in sides(cell) if near in some and near not in found]
    return "is not joined" if len(found) < len(some) else None


def broken(block, solution):
    rows, columns = block.sizes
    if len(solution) != rows or any(len(row) != columns for row in solution):
        return f"the board is not {rows} rows of {columns} cells"
    if any((block.lines[r][c] == "@") != (solution[r][c] == "@") for r, c in block.cells):
        return "what is no cell is not where it is"
    pieces = grouped(solution)
    return next(
        (f"piece {name} {wrong}" for name, some in pieces.items() if (wrong := fault(block, some))), None
    )


def solutions(block, draw=None):
    rows, columns = block.sizes
    cores = list(centres(block))
    if draw:
        draw.shuffle(cores)
    free = [(row, column) for row, column in block.cells if block.lines[row][column] != "@"]
    for of in assigned(free, cores, {}):
        found = [[str(of.get((row, column), "@")) for column in range(columns)] for row in range(rows)]
        if broken(block, found) is None:
            yield plain(block, found)


def assigned(free, cores, of):
    """All ways to give each cell a galaxy, together with its image."""
    cell = next((each for each in free if each not in of), None)
    if cell is None:
        yield of
        return
    for number, core in enumerate(cores):
        other = image(core, cell)
        if other in free and other not in of:
            yield from assigned(free, cores, of | {cell: number, other: number})


def small(seed):
    draw = Random(seed)
    wanted = draw.choice((0, 1, 2, 2, 2))  # of most boards that are cut at random there is one solution
    for _ in range(40):
        rows, columns = draw.choice(((2, 3), (3, 3), (3, 4), (4, 4)))
        grid = cut(draw, rows, columns)
        puzzle = Seen("galaxies", [rows, columns], grid).block
        if len(list(islice(solutions(puzzle), 2))) == wanted:
            break
    return text("galaxies", f"small-{seed}", [rows, columns], grid)


def cut(draw, rows, columns):
    """A grid with the centres of galaxies that fill the board, now and then of all but one."""
    free = set(cells(rows, columns))
    grid = [["-"] * columns for _ in range(rows)]
    if draw.random() < 0.2:
        free.discard((0, columns - 1))
        grid[0][columns - 1] = "@"
    while free:
        row, column = draw.choice(sorted(free))
        sign = draw.choice("000112")
        down, right = divmod(int(sign), 2)
        core = [(row + r, column + c) for r, c in cells(down + 1, right + 1)]
        if free.issuperset(core):
            grid[row][column] = sign if free != set(core) or draw.random() < 0.8 else "-"
            free.difference_update(core)
            for _ in range(draw.choice((1, 2, 4, 6))):
                edge = [cell for cell in sorted(free) if image(core, cell) in free]
                edge = [cell for cell in edge if any(near not in free for near in sides(cell))]
                if edge:
                    cell = draw.choice(edge)
                    free -= {cell, image(core, cell)}
    return grid


ROW = Row(
    texts=("01../1.00/.2../...0", "...../0.0.0/.....", "2../.00/..."),
    half_made=(
        "......../00000000/......../1...1.../3....0../..02...0/3...000./......../"
        "23..0.3./....0.../......3./000000../......1./.0....../3.200000/........",
        "cpsat",
        1680,
    ),
    planted=("rules", "inside[cell] == inside[image]", "inside[cell] >= 0"),
    without="2",
    words=lambda make: {"board": make.dotted()},
)
