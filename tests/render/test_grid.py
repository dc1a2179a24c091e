"""Boards with walls as text: one drawing in full, and what holds for any board."""

import re

from hypothesis import given
from hypothesis import strategies as st

from accord.picture import Picture
from accord.render.text import grid, line, text

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def board(rows, water=(), **more):
    """A board of tanks, each cell drawn as the sign of its tank, with water in some places."""
    places = {(0, r, c): ord(sign) for r, row in enumerate(rows) for c, sign in enumerate(row)}
    signs = {place: "#" if place[1:] in water else "." for place in places}
    return Picture(
        "square",
        signs,
        regions=places,
        fills={(0, *cell): "water" for cell in water},
        colours={"water": 33},
        **more,
    )


def test_a_drawing_in_full():
    picture = board(
        ["aab", "cbb"],
        {(1, 1), (1, 2), (0, 2), (1, 0)},
        top=("1", "1", "?"),
        left=("1", "13"),
        marks={(0, 0, 1): "x"},
    )
    assert (
        text(picture)
        == """\
     1  1  ?
   ┏━━━━━┳━━┓
 1 ┃ ·  x┃##┃
   ┣━━┳━━┛##┃
13 ┃##┃#####┃
   ┗━━┻━━━━━┛"""
    )
    assert line(picture) == "..####"


def test_without_labels():
    assert text(board(["aa"])) == "┏━━━━━┓\n┃ ·  ·┃\n┗━━━━━┛"


def test_wide_labels_make_wide_cells():
    picture = board(["ab"], {(0, 0)}, top=("100", "7"))
    assert text(picture) == " 100   7\n┏━━━┳━━━┓\n┃###┃  ·┃\n┗━━━┻━━━┛"


def test_water_does_not_flow_through_a_corner():
    middle = text(board(["aa", "aa"], {(0, 0), (1, 1)})).split("\n")[2]
    assert middle == "┃     ┃"


@st.composite
def pictures(draw, signs="abc"):
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    row = st.text(signs, min_size=columns, max_size=columns)
    cells = st.sets(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    label = st.integers(0, 200).map(str)
    return board(
        [draw(row) for _ in range(rows)],
        draw(cells),
        top=tuple(draw(st.lists(label, min_size=columns, max_size=columns))),
        left=tuple(draw(st.lists(label, min_size=rows, max_size=rows))),
    )


@given(pictures())
def test_a_drawing_has_walls_between_regions_and_nowhere_else(picture):
    lines = grid(picture).split("\n")[1:]
    width = max(2, *map(len, picture.top))
    margin = max(map(len, picture.left)) + 1
    for (_, row, column), region in picture.regions.items():
        left, up = picture.regions.get((0, row, column - 1)), picture.regions.get((0, row - 1, column))
        at = margin + (width + 1) * column
        assert (lines[2 * row + 1][at] == "┃") == (left != region)
        assert (lines[2 * row][at + 1] == "━") == (up != region)
        cell = lines[2 * row + 1][at + 1 : at + 1 + width]
        assert cell == ("#" * width if (0, row, column) in picture.fills else "·".rjust(width))


@given(pictures())
def test_a_narrow_drawing_says_the_same(picture):
    margin = max(map(len, picture.left)) + 1
    lines = grid(picture, width=margin + 2 * len(picture.top) + 1).split("\n")
    above, lines = lines[: -2 * len(picture.left) - 1], lines[-2 * len(picture.left) - 1 :]
    seen = {}
    for shown in above:
        for label in re.finditer(r"\S+", shown):  # its last digit stands above the cell
            seen[(label.end() - margin - 2) // 2] = label[0]
    assert tuple(seen[column] for column in range(len(picture.top))) == picture.top
    for (_, row, column), region in picture.regions.items():
        left, up = picture.regions.get((0, row, column - 1)), picture.regions.get((0, row - 1, column))
        at = margin + 2 * column
        assert (lines[2 * row + 1][at] == "┃") == (left != region)
        assert (lines[2 * row][at + 1] == "━") == (up != region)
        assert lines[2 * row + 1][at + 1] == ("#" if (0, row, column) in picture.fills else "·")


@given(pictures(signs="a"))
def test_without_walls_within_a_drawing_is_as_narrow_as_its_cells(picture):
    lines = grid(picture, width=1).split("\n")
    above, lines = lines[: -len(picture.left) - 2], lines[-len(picture.left) - 2 :]
    margin = max(map(len, picture.left)) + 1
    seen = {}
    for shown in above:
        for label in re.finditer(r"\S+", shown):
            seen[label.end() - margin - 2] = label[0]
    assert tuple(seen[column] for column in range(len(picture.top))) == picture.top
    wall = "━" * len(picture.top)
    assert [line[margin:] for line in (lines[0], lines[-1])] == [f"┏{wall}┓", f"┗{wall}┛"]
    for row, label in enumerate(picture.left):
        cells = "".join("#" if (0, row, column) in picture.fills else "·" for column in range(len(wall)))
        assert lines[row + 1] == f"{label:>{margin - 1}} ┃{cells}┃"


@given(pictures(signs="ab"))
def test_walls_within_keep_their_room(picture):
    if len({*picture.regions.values()}) == 2:
        narrow = max(map(len, picture.left)) + 1 + 2 * len(picture.top) + 1
        assert grid(picture, width=1) == grid(picture, width=narrow)


@given(pictures())
def test_a_drawing_that_fits_is_not_made_narrow(picture):
    wide = grid(picture)
    assert grid(picture, width=max(map(len, wide.split("\n")))) == wide


@given(pictures())
def test_colours_leave_the_text_alone(picture):
    painted = text(picture, colour=True)
    assert COLOUR.sub("", painted) == text(picture)
    assert ("\x1b" in painted) == bool(picture.fills)
