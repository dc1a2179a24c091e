"""Half-solved boards: what is drawn is read back, for every family with a board."""

from itertools import islice

import pytest
from commands import called

import accord
from accord.deduce import Reasoner
from accord.errors import StoppedError, UsageError
from accord.hints import Hints
from accord.puzzles.partial_board import ASKED, FRESH, Known, PartialBoard
from accord.render.text import text
from accord.scene.palette import GRID, SHADES
from accord.scene.shapes import Area, Disk, Label, Stroke

NONOGRAM = "nonogram:6x5:2.1;1;4;5;5;2.1;1.2;1.4;4;3;6"


def lines(board, chosen, closed):
    signs = board.signs(chosen, closed)
    places = sorted(board.drawn.signs)
    rows = sorted({place[:2] for place in places})
    return "/".join("".join(signs.get(p, ".") for p in places if p[:2] == row) for row in rows)


@pytest.mark.parametrize("name", ["aquarium-6x6", NONOGRAM, "thermometers:2_1_1_2;o>,o>"])
def test_a_board_that_is_drawn_is_read_back(name):
    puzzle = accord.load(name)
    reasoner, board = Reasoner(puzzle.model), PartialBoard(accord.load(name))
    assert board.read(lines(board, [], [])) == ([], [])
    for _ in reasoner.steps():
        drawn = lines(board, reasoner.chosen, reasoner.closed)
        chosen, closed = board.read(drawn)
        assert set(chosen) <= set(reasoner.chosen)
        assert set(closed) <= set(reasoner.closed)
        assert lines(board, chosen, closed) == drawn
    assert "." not in lines(board, reasoner.chosen, reasoner.closed)


def test_a_solution_of_a_packing_can_be_given_in_part():
    puzzle = accord.load("pentomino-3x20")
    board = PartialBoard(puzzle)
    (solution,) = accord.first(puzzle).solutions
    rows = text(puzzle.picture(solution.options)).split("\n")
    chosen, closed = board.read("/".join(row[:6] + "." * (len(row) - 6) for row in rows))
    assert not set(closed) & set(solution.options)
    assert set(chosen) <= set(solution.options)
    assert len(closed) > puzzle.model.options // 4


def test_new_cells_have_signs_of_their_own():
    puzzle = accord.load("aquarium-6x6")
    reasoner = Reasoner(puzzle.model)
    step = reasoner.step()
    picture = PartialBoard(puzzle).picture(
        Known(reasoner.chosen, reasoner.closed, (*step.chosen, *step.closed))
    )
    assert {"+", "-"} & set(picture.signs.values())
    assert not {"#", "x"} & set(picture.signs.values())
    assert not picture.fills


@pytest.mark.parametrize(
    ("known", "message"),
    [("..", "found 1 rows; expected 6"), ("......./" + 5 * "....../", "row 1: found 7"), (36 * "Q", "rows")],
)
def test_boards_that_do_not_fit_are_refused(known, message):
    with pytest.raises(UsageError, match=message):
        PartialBoard(accord.load("aquarium-6x6")).read(known.rstrip("/"))


def test_a_sign_that_no_option_shows_is_refused():
    with pytest.raises(UsageError, match=r"found 'Q'; expected one of # \. x"):
        PartialBoard(accord.load("aquarium-6x6")).read("/".join(["Q....."] + 5 * ["......"]))


def cells_one_by_one(puzzle):
    """Which options change which cell of the empty board, each drawn alone."""
    empty, found = puzzle.picture([]).signs, {}
    for option in range(puzzle.model.options):
        for place, sign in puzzle.picture([option]).signs.items():
            if sign != empty[place]:
                found.setdefault(place, set()).add(option)
    return found


@pytest.mark.parametrize(
    ("name", "by_bits"),
    [
        ("aquarium-6x6", True),
        (NONOGRAM, True),
        ("thermometers:2_1_1_2;o>,o>", True),
        ("queens:5", True),
        ("pentomino-3x20", False),  # many options share a cell
        ("langford:3", False),
        ("clues-6x6", True),
    ],
)
def test_cells_are_found_by_bits_where_none_is_shared_and_one_by_one_elsewhere(name, by_bits, monkeypatch):
    said, honest = [], PartialBoard._look_by_bits

    def watched(board, options, **more):
        said.append(honest(board, options, **more))
        return said[-1]

    monkeypatch.setattr(PartialBoard, "_look_by_bits", watched)
    puzzle = accord.load(name)
    board = PartialBoard(puzzle)
    assert said[0] == by_bits
    alone = cells_one_by_one(puzzle)
    assert {place: set(shows) for place, shows in board._of.items()} == alone
    assert max(map(len, alone.values())) > 1 or by_bits
    monkeypatch.setattr(PartialBoard, "_look_by_bits", lambda board, options, **_: False)
    assert PartialBoard(puzzle)._of == board._of  # with the signs


def test_a_board_of_numbers_is_drawn_some_times_for_each_number(monkeypatch):
    """Not twice for each option, of which a blank board of 40x40 has 3,200."""
    drawn, puzzle = [], accord.load("binairo:" + "/".join(["." * 12] * 12))
    picture = type(puzzle).picture

    def counted(puzzle, *options):
        drawn.append(options)
        return picture(puzzle, *options)

    monkeypatch.setattr(type(puzzle), "picture", counted)
    board = PartialBoard(puzzle)
    assert len(drawn) < 50 < puzzle.model.options / 5
    assert {place: set(shows) for place, shows in board._of.items()} == cells_one_by_one(puzzle)
    assert all([*shows] == sorted(shows) for shows in board._of.values())


def test_copies_of_a_piece_keep_their_sign():
    """Drawn beside each other they would have other ones."""
    for name in ("soma", "bricks-and-cubes-3x3x3", "bricks-4x4x4"):
        puzzle = accord.load(name)
        board = PartialBoard(puzzle)
        for place, shows in board._of.items():
            for option, sign in shows.items():
                assert puzzle.picture([option]).signs[place] == sign


def test_hints_that_were_found_are_printed_though_no_time_is_left_to_draw(monkeypatch):
    def stopped(*_):
        raise StoppedError("stopped after 3 seconds, while the board was drawn", status="time")

    monkeypatch.setattr(PartialBoard, "__init__", stopped)
    done = called("hint", "aquarium-6x6", "--after", "1000")
    assert done.returncode == 5
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "solved after 9 hints", "accord: stopped after 3 seconds, while the board was drawn",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["meteor", "tetrominoes-cylinder", "tetrasticks-5x5"])
def test_boards_are_read_as_they_are_printed(name):
    """Rows that are staggered, and those of edges, have more in them than the signs of cells."""
    puzzle = accord.load(name)
    (solution,) = accord.first(puzzle).solutions
    chosen, closed = PartialBoard(puzzle).read(text(puzzle.picture(solution.options)))
    assert set(chosen) <= set(solution.options)
    assert not set(closed) & set(solution.options)
    assert len(closed) > puzzle.model.options // 2


# -- drawings --------------------------------------------------------------------------------------


def drawn_hint(name, number):
    """The signs of a hint as a text, its scene, and the cells in each of its shades."""
    puzzle = accord.load(name)
    given = next(islice(Hints(puzzle), number - 1, None))
    signs = "".join(PartialBoard(puzzle).picture(given.known).signs.values())
    (scene,) = given.drawings
    shades = {
        shape.fill: len(shape.rings)
        for shape in scene.shapes
        if isinstance(shape, Area) and shape.layer == "cells" and shape.fill in SHADES[:6]
    }
    return signs, scene, shades


def crosses(scene):
    """The crosses in cells."""
    grey = [shape for shape in scene.shapes if isinstance(shape, Stroke) and shape.line == GRID]
    return [shape for shape in grey if shape.layer != "grid"]


def spots(scene):
    return [shape for shape in scene.shapes if isinstance(shape, Disk) and shape.layer == "marks"]


def test_a_hint_is_drawn_with_shades_and_keeps_the_clues():
    signs, scene, shades = drawn_hint("hitori-6", 6)
    fresh = [spot for spot in spots(scene) if spot.line == SHADES[FRESH]]  # rings on black cells
    assert len(fresh) == signs.count("+") > 0
    assert shades[SHADES[FRESH]] - len(fresh) == signs.count("-") > 0
    texts = [shape.text for shape in scene.shapes if isinstance(shape, Label)]
    assert len(texts) == 36
    assert set(texts) <= set("123456")
    assert len(crosses(scene)) == signs.count("-") + signs.count("x")


def test_cells_that_are_known_to_be_dry_are_no_unknown_ones():
    signs, scene, _ = drawn_hint("aquarium-6x6", 6)
    assert 0 < len(crosses(scene)) == signs.count("x") + signs.count("-") < signs.count("#") + 36
    assert len(spots(scene)) == signs.count("+") > 0
    assert crosses(accord.load("aquarium-6x6").draw()) == []


def test_a_hint_on_a_packing_shows_its_pieces():
    signs, scene, shades = drawn_hint("pentomino-6x10-begun", 1)
    assert [shape for shape in scene.shapes if shape.layer == "pieces"]
    assert shades == {SHADES[ASKED]: signs.count("?")}
