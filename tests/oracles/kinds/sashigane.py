"""Sashigane: the board is cut into pieces of the shape of an L, one cell wide, with two arms. Circles are
corners, and a number in one counts the cells of its piece; arrows are ends of arms, and point to the corner.

Source: Nikoli, "Sashigane". The text: rows, columns; a grid: `o` a corner, a number the same, n, e, s, w an
end whose corner is above, to the right, below, to the left. Solutions: a grid of names, one for each piece;
which names they are says nothing. No reading differs.
"""

from random import Random

from kinds.blocks import grouped, text
from kinds.making import Seen, named_in_order
from kinds.row import Row

READINGS = {}
WAYS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def plain(_, solution):
    return named_in_order(solution)


def pieces(block):
    """All pieces: their cells, the corner first, then the ends of the arms."""
    for row, column in block.cells:
        for down in range(-block.sizes[0], block.sizes[0]):
            for right in range(-block.sizes[1], block.sizes[1]):
                ends = [(row + down, column), (row, column + right)]
                if down and right and set(ends) <= set(block.cells):
                    arm = [(row + n * (1 if down > 0 else -1), column) for n in range(1, abs(down))]
                    arm += [(row, column + n * (1 if right > 0 else -1)) for n in range(1, abs(right))]
                    yield [(row, column), *ends, *arm]


def fault(block, piece):
    """What is wrong with a piece: a clue that is not where it should be."""
    corner, *rest = piece
    for row, column in piece:
        sign = block.lines[row][column]
        if (sign == "o" or sign.isdigit()) and (row, column) != corner:
            return "has a circle beside its corner"
        if sign.isdigit() and int(sign) != len(piece):
            return f"has {len(piece)} cells, not {sign}"
        if sign in WAYS:
            if (row, column) not in rest[:2]:
                return "has an arrow that is no end"
            down, right = (
                (one > other) - (one < other) for one, other in zip(corner, (row, column), strict=True)
            )
            if (down, right) != WAYS[sign]:
                return "has an arrow that does not point to its corner"
    return None


def broken(block, solution):
    rows, columns = block.sizes
    if len(solution) != rows or any(len(row) != columns for row in solution):
        return f"the board is not {rows} rows of {columns} cells"
    known = {frozenset(piece): piece for piece in pieces(block)}
    for name, some in grouped(plain(block, solution)).items():
        if frozenset(some) not in known:
            return f"piece {name} is no L"
        if wrong := fault(block, known[frozenset(some)]):
            return f"piece {name} {wrong}"
    return None


def solutions(block, draw=None):
    fitting = [piece for piece in pieces(block) if not fault(block, piece)]
    if draw:
        draw.shuffle(fitting)
    rows, columns = block.sizes
    for cut in cuts(set(block.cells), fitting, {}):
        yield plain(block, [[str(cut[row, column]) for column in range(columns)] for row in range(rows)])


def cuts(free, fitting, taken):
    """All ways to cut the rest of a board, as the names of pieces: the first free cell is in the next."""
    if not free:
        yield taken
        return
    for number, piece in enumerate(fitting):
        if min(free) in piece and free.issuperset(piece):
            yield from cuts(free - set(piece), fitting, taken | dict.fromkeys(piece, number))


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (3, 4), (4, 4), (4, 5)))
    grid = [["-"] * columns for _ in range(rows)]
    puzzle = Seen("sashigane", [rows, columns], grid)
    answer = puzzle.answer(solutions, draw)
    known = {frozenset(piece): piece for piece in pieces(puzzle.block)}
    few = draw.choice((0.2, 0.4))
    for some in grouped(answer).values():
        corner, *rest = known[frozenset(some)]
        if draw.random() < few:
            size = len(some) + (draw.random() < 0.15)
            grid[corner[0]][corner[1]] = draw.choice(("o", str(size)))
        for end in rest[:2]:
            if draw.random() < few:
                way = next(w for w, step in WAYS.items() if points(step, end, corner))
                grid[end[0]][end[1]] = way
    return text("sashigane", f"small-{seed}", [rows, columns], grid)


def points(step, end, corner):
    """Whether a way leads from an end to a corner."""
    away = (corner[0] - end[0], corner[1] - end[1])
    return any(away == (n * step[0], n * step[1]) for n in range(1, max(map(abs, away)) + 1))


ROW = Row(
    texts=("..../...4/4.w./....", ".../...", "e../..."),
    half_made=("...../..o../...../...../.....", "cpsat", 1906),
    planted=("_add_clue", "of[behind] != clue", "of[behind] == clue"),
    without="3",
    words=lambda make: {"board": make.grid("-", (0, 255), *"onesw")},
)
