"""Pictures as text: a round trip with boards, colours that leave the text alone, and the contest's report."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import accord
from accord.grids.board import read
from accord.grids.lattice import LATTICES, lattice
from accord.picture import Picture, first_column
from accord.render.text import contest, line, text

SIGNS = "XYZabc019"
NAMES = ["X", "6-1", "12-345"]


@st.composite
def pictures(draw):
    """A random picture, all plain or all solved, with holes, on any lattice."""
    name = draw(st.sampled_from([*LATTICES]))
    grid = lattice(name)
    layers = draw(st.integers(1, 3)) if grid.dimension == 3 else 1
    size = (layers, draw(st.integers(1, 5)), draw(st.integers(1, 5)))
    places = [
        (layer, row, first_column(name, row) + grid.column_step * cell)
        for layer in range(layers)
        for row in range(size[1])
        for cell in range(size[2])
    ]
    kept = draw(st.lists(st.sampled_from(places), min_size=1, unique=True))
    alphabet = draw(st.sampled_from([".", SIGNS, NAMES]))
    return Picture(name, {place: draw(st.sampled_from(alphabet)) for place in kept})


@given(pictures())
@example(Picture("edges", {(0, 1, 0): "."}))  # no edge lies, so one corner stands alone
def test_text_is_read_again_as_the_same_board(picture):
    board = read(text(picture), lattice(picture.lattice))
    assert dict(zip(board.place_tuples, board.signs, strict=True)) == picture.signs


@given(pictures())
def test_colours_leave_the_text_alone(picture):
    painted = text(picture, colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == text(picture)
    assert ("\x1b" in painted) == (set(picture.signs.values()) != {"."})


def test_text_of_each_lattice():
    square = Picture("square", {(0, 0, 0): "A", (0, 1, 0): "A", (0, 1, 1): "."})
    assert text(square) == "A#\nA."
    hexagonal = Picture("hexagonal", {(0, 0, 0): "A", (0, 0, 2): "B", (0, 1, 1): "A", (0, 2, 2): "B"})
    assert text(hexagonal) == "A B\n A #\n# B"
    cubic = Picture("cubic", {(0, 0, 0): "A", (1, 0, 1): "B", (1, 1, 0): "B"})
    assert text(cubic) == "A#\n##\n\n#B\nB#"
    edges = Picture("edges", {(0, 0, 1): "A", (0, 1, 2): "A", (0, 1, 4): ".", (0, 2, 3): "B"})
    assert text(edges) == "+A+#+\n# A .\n+#+B+"


def test_names_of_several_signs_make_all_cells_as_wide():
    square = Picture("square", {(0, 0, 0): "6-12", (0, 0, 1): "F", (0, 1, 1): "."})
    assert text(square) == "6-12    F\n   #    ."
    assert line(square) == "6-12 F ."
    hexagonal = Picture("hexagonal", {(0, 0, 0): "6-1", (0, 1, 1): "6-2"})
    assert text(hexagonal) == "6-1\n  6-2"


def test_line_is_row_by_row():
    picture = Picture("square", {(0, 1, 0): "C", (0, 0, 1): "B", (0, 0, 0): "A"})
    assert line(picture) == "ABC"


def hexagons(*rows):
    return Picture(
        "hexagonal",
        {(0, r, r % 2 + 2 * c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)},
    )


def test_the_report_of_the_contest():
    middle, largest, smallest = hexagons("12", "21"), hexagons("98", "00"), hexagons("01", "99")
    assert contest([middle, largest, smallest]) == ("3 solutions found\n\n0 1 \n 9 9 \n\n9 8 \n 0 0 \n")


@pytest.mark.parametrize("number", [0, 1])
def test_the_report_of_few_solutions(number):
    report = contest([hexagons("01")] * number)
    assert report == ["0 solutions found\n", "1 solutions found\n\n0 1 \n\n0 1 \n"][number]


@given(pictures())
def test_a_picture_prints_as_its_drawing(picture):
    assert str(picture) == text(picture)


def test_a_picture_with_walls_prints_as_its_drawing():
    puzzle = accord.load("aquarium:1_1_0_2;1,1,2,2")
    (solution,) = accord.first(puzzle).solutions
    assert "0 ┃ ·  ·┃" in str(puzzle.picture())
    assert f"{puzzle.picture(solution)}" == text(puzzle.picture(solution))
