"""Drawings are read back into solutions: from polygons and fills alone, and digits from where they stand."""

import re
from itertools import pairwise

import pytest
from seen import PAPER, seen, stripped

import accord
from accord.puzzles.partial_board import PartialBoard

pytestmark = pytest.mark.full  # left out of the fast profile

PIECE_IN_A_PIECE = """
family = "packing"
board = '''
....
....
....
'''
pieces = {O = "OOO\\nO.O\\nOOO", A = "AAA", C = "C"}
"""


def solved(puzzle):
    return next(accord.solutions(puzzle))


def by_cells(puzzle):
    """The options of a packing by the cells they cover, row by row; no two pieces of these cover the same."""
    model = puzzle.model
    order = sorted(
        (tuple(map(int, re.findall(r"\d+", name))), item)
        for item, name in enumerate(model.item_names)
        if re.fullmatch(r"(l\d+)?r\d+c\d+", name)
    )
    number = {item: n for n, (_, item) in enumerate(order)}
    found = {}
    for option in range(model.options):
        found[frozenset(number[i] for i in model.items_of(option).tolist() if i in number)] = option
    return found


@pytest.mark.parametrize("name", [
    "pentomino-6x10", "pentomino-8x8-centre", "meteor", "polyhexes-4x10", "one-sided-5x18", "dominoes-14x14",
    "monominoes-dominoes-9x9", "template",
])  # fmt: skip
def test_pieces(name):
    puzzle = accord.load(name)
    solution = solved(puzzle)
    sheet = seen(stripped(solution.draw().svg()))
    assert sheet.texts == []
    (cells,) = sheet.cells
    option = by_cells(puzzle)
    areas = [path for path in sheet.paths if path.fill not in ("none", PAPER)]
    covered = [frozenset(n for n, cell in enumerate(cells) if area.holds(cell)) for area in areas]
    assert sorted(option[one] for one in covered) == list(solution.options)


def test_a_piece_in_the_hole_of_another(tmp_path):
    (tmp_path / "ring.toml").write_text(PIECE_IN_A_PIECE)
    puzzle = accord.load(tmp_path / "ring.toml")
    sheet = seen(stripped(solved(puzzle).draw().svg()))
    (cells,) = sheet.cells
    sizes = {}
    for path in sheet.paths:
        if path.fill not in ("none", PAPER):
            sizes[len(path.rings), sum(map(path.holds, cells))] = path
    assert set(sizes) == {(2, 8), (1, 3), (1, 1)}
    (hole,) = (cell for cell in cells if sizes[1, 1].holds(cell))
    assert sheet.fill_at(hole) == sizes[1, 1].fill != sizes[2, 8].fill


@pytest.mark.parametrize("name", ["soma", "pentacubes-3x4x5"])
def test_layers(name):
    puzzle = accord.load(name)
    solution = solved(puzzle)
    sheet = seen(stripped(solution.draw().svg()))
    colours = [sheet.fill_at(cell) for layer in sheet.cells for cell in layer]
    option = by_cells(puzzle)
    alike = [{n for n, other in enumerate(colours) if other == colour} for colour in set(colours)]
    assert sorted(option[frozenset(cells)] for cells in alike) == list(solution.options)


def test_the_tops_of_cubes():
    puzzle = accord.load("soma")
    solution = solved(puzzle)
    sheet = seen(stripped(solution.draw(solid=True).svg()))
    tops = [path.fill for path in sheet.paths if path.stroke == "#999999"]  # cube by cube
    option = by_cells(puzzle)
    alike = [{n for n, other in enumerate(tops) if other == colour} for colour in set(tops)]
    assert sorted(option[frozenset(cells)] for cells in alike) == list(solution.options)


def test_queens():
    puzzle = accord.load("queens-12")
    solution = solved(puzzle)
    sheet = seen(stripped(solution.draw().svg()))
    (cells,) = sheet.cells
    crowned = [n for n, cell in enumerate(cells) if sheet.fill_at((cell[0], cell[1] + 8)) == "#000000"]
    assert crowned == list(solution.options)  # an option for each square, row by row
    dark = [sheet.fill_at((x - 18, y - 18)) == "#DDDDDD" for x, y in cells]
    assert dark == [(n // 12 + n % 12) % 2 == 1 for n in range(144)]


@pytest.mark.parametrize(("name", "fill"), [
    ("aquarium-15x15-hard", "#77AADD"), ("aquarium-30x30", "#77AADD"), ("nonogram-blots", "#333333"),
])  # fmt: skip
def test_water_and_ink(name, fill):
    puzzle = accord.load(name)
    solution = solved(puzzle)
    sheet = seen(stripped(solution.draw().svg()))
    (area,) = (path for path in sheet.paths if path.fill == fill)
    says(puzzle, solution, [["#" if area.holds(cell) else "x" for cell in row] for row in sheet.squares])
    # nothing but the signs lies over it
    assert all(path.fill == "none" for path in sheet.paths[sheet.paths.index(area) + 1 :])


def test_walls_of_tanks():
    puzzle = accord.load("aquarium-6x6")
    sheet = seen(stripped(puzzle.draw().svg()))
    regions = puzzle.picture().regions
    (walls,) = (path for path in sheet.paths if path.stroke == "#000000")
    edges = set()
    for ring in walls.rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            length = round((abs(ax - bx) + abs(ay - by)) / 40)
            points = [(ax + (bx - ax) * k / length, ay + (by - ay) * k / length) for k in range(length + 1)]
            middles = pairwise(points)
            edges |= {(round((a + c) / 2), round((b + d) / 2)) for (a, b), (c, d) in middles}
    for r, row in enumerate(sheet.squares):
        for c, (x, y) in enumerate(row):
            right, below = (0, r, c + 1), (0, r + 1, c)
            assert ((x + 20, y) in edges) == (regions.get(right) != regions[0, r, c])
            assert ((x, y + 20) in edges) == (regions.get(below) != regions[0, r, c])


@pytest.mark.parametrize("name", ["thermometers-10x10", "thermometers-15x15"])
def test_mercury(name):
    puzzle = accord.load(name)
    solution = solved(puzzle)
    sheet = seen(stripped(solution.draw().svg()))
    full = [at for at, fill in sheet.circles if fill == "#DD6677"]
    for path in sheet.paths:
        if path.stroke == "#DD6677":
            (line,) = path.rings
            full += line
    signs = [
        ["#" if any(abs(x - a) + abs(y - b) < 1 for a, b in full) else "x" for x, y in row]
        for row in sheet.squares
    ]
    says(puzzle, solution, signs)


def says(puzzle, solution, signs):
    """A board of signs says which options are in the solution, and of no others that they are."""
    chosen, closed = PartialBoard(puzzle).read("\n".join("".join(row) for row in signs))
    assert set(chosen) <= set(solution.options)
    assert not set(closed) & set(solution.options)
    assert len(chosen) + len(closed) > 0
    shown = puzzle.picture(solution).signs
    for r, row in enumerate(signs):
        assert [shown[0, r, c] == "#" for c in range(len(row))] == [sign == "#" for sign in row]


@pytest.mark.parametrize("name", ["sudoku-17", "sudoku-jigsaw", "sudoku-16x16"])
def test_digits(name):
    puzzle = accord.load(name)
    solution = solved(puzzle)
    sheet = seen(solution.draw().svg())
    shown = {at(sheet, point): (text, bold) for point, text, bold in sheet.texts}
    given = puzzle.picture([]).signs
    assert len(shown) == len(given)
    for (_, row, column), sign in puzzle.picture(solution).signs.items():
        assert shown[row, column] == (sign, given[0, row, column] == sign)


def at(sheet, point):
    """The row and the column where a text stands."""
    (found,) = [
        (r, c)
        for r, row in enumerate(sheet.squares)
        for c, (x, y) in enumerate(row)
        if max(abs(point[0] - x), abs(point[1] - y)) < 20
    ]
    return found


def test_langford_pairs_and_their_arcs():
    solution = solved(accord.load("langford-8"))
    sheet = seen(solution.draw().svg())
    row = "".join(text for _, text, _ in sorted(sheet.texts))
    assert row == str(solution)
    arcs = [path.rings[0] for path in sheet.paths if path.stroke == "#777777"]
    (cells,) = sheet.cells
    tied = {(cells.index((arc[0][0], cells[0][1])), cells.index((arc[-1][0], cells[0][1]))) for arc in arcs}
    assert tied == {(row.index(sign), row.rindex(sign)) for sign in row}


def test_tiles():
    puzzle = accord.load("tiles-8")
    sheet = seen(puzzle.draw().svg())
    (cells,) = sheet.cells
    rows = str(puzzle.picture()).replace(".", "0").split()
    for cell, tile in zip(cells, rows, strict=True):
        here = [text for (x, y), text, _ in sheet.texts if max(abs(x - cell[0]), abs(y - cell[1])) < 20]
        assert here == ([tile] if tile != "0" else [])
        assert (sheet.fill_at(cell) == PAPER) == (tile == "0")


def test_cards():
    puzzle = accord.load("freecell-1")
    sheet = seen(puzzle.draw().svg())
    cards = [(point, text) for point, text, bold in sheet.texts if bold]
    columns = {}
    for (x, y), text in sorted(cards):
        columns.setdefault(x, []).append((y, text))
    dealt = [[text for _, text in sorted(column)] for _, column in sorted(columns.items())]
    suits = str.maketrans("CDHS", "♣♦♥♠")
    expected = [
        [word.replace("T", "10").translate(suits) for word in line.split()]
        for line in puzzle.picture().lines
        if ":" not in line
    ]
    assert dealt == expected
    reds = [text for text in puzzle.draw().shapes if getattr(text, "ink", "") == "#BB1122" and text.bold]
    assert len(reds) == 26
