"""Pieces, placements, what is often where: each against what the model or another way of counting says."""

from math import isclose

import pytest

import accord
from accord.errors import UsageError
from accord.picture import EMPTY
from accord.puzzles import views


def heat(name):
    """The heat maps of a puzzle by their signs."""
    puzzle = accord.load(name)
    population = accord.Population(puzzle)
    found = views.frequencies(puzzle, population.frequencies(), population.total)
    return puzzle, {view.caption: view.picture.heat for view in found}


@pytest.mark.parametrize("name", ["pentomino-3x20", "tetrahexes-4x7", "sudoku-4x4", "template"])
def test_each_cell_has_something_in_every_solution(name):
    puzzle, maps = heat(name)
    for place in puzzle.picture([]).signs:
        if puzzle.picture([]).signs[place] != "#":
            assert isclose(sum(there.get(place, 0) for there in maps.values()), 1)


@pytest.mark.parametrize("name", ["aquarium:1_?_?_?;1,2,1,2", "queens-8", "nonogram-cup"])
def test_shares_are_those_of_all_solutions(name):
    puzzle, maps = heat(name)
    pictures = [puzzle.picture(solution) for solution in accord.solutions(puzzle)]
    assert pictures
    counted = {}
    for picture in pictures:
        for place, sign in picture.signs.items():
            if sign != EMPTY:
                shown = picture.fills.get(place, sign)
                there = counted.setdefault(shown, {})
                there[place] = there.get(place, 0) + 1 / len(pictures)
    assert maps.keys() == counted.keys()
    for sign, there in maps.items():
        assert there == pytest.approx(counted[sign])


def test_what_is_given_is_always_there():
    _, maps = heat("sudoku-6x6")
    assert [maps[sign][0, 0, column] for column, sign in enumerate("123456")] == [1.0] * 6


def test_nothing_to_see_is_said():
    puzzle = accord.load("dominoes-8x8-mutilated")
    with pytest.raises(
        UsageError, match="dominoes-8x8-mutilated: there is nothing to draw: there are no sol"
    ):
        views.frequencies(puzzle, [0] * puzzle.model.options, 0)


def test_pieces_and_the_ways_they_lie():
    puzzle = accord.load("pentomino-6x10")
    assert "".join(view.caption for view in views.pieces(puzzle)) == "FILNPTUVWXYZ"
    ways = views.orientations(puzzle)
    assert len(ways) == 63  # fixed pentominoes
    assert len({frozenset(view.picture.signs) for view in ways}) == 63
    assert (
        len(views.orientations(accord.load("one-sided-3x30"))) == 63
    )  # none may be flipped, but both are there
    assert [view.caption for view in views.pieces(accord.load("template"))] == ["L: 2", "I", "O"]


@pytest.mark.parametrize("name", ["pentomino-6x10", "meteor", "soma", "polyhexes-4x10"])
def test_each_way_is_a_placement_somewhere(name):
    """The shapes of the placements on the board are those of the pieces, wherever they fit."""
    puzzle = accord.load(name)

    def shape(places):
        least = [min(numbers) for numbers in zip(*places, strict=True)]
        return frozenset((la - least[0], r - least[1], c - least[2]) for la, r, c in places)

    laid = {shape(puzzle.picture([option]).pieces[0]) for option in range(puzzle.model.options)}
    drawn = {shape(tuple(view.picture.signs)) for view in views.orientations(puzzle)}
    assert laid <= drawn


def test_the_placements_of_a_cell_all_cover_it():
    puzzle = accord.load("meteor")
    found = views.placements(puzzle, "r1c1")
    model = puzzle.model
    item = model.item_index["r1c1"]
    assert len(found) == sum(item in model.items_of(option) for option in range(model.options)) > 0
    for view in found:
        assert view.picture.signs[0, 0, 0] == view.words.split()[-1]
        assert view.caption == ""
    with pytest.raises(UsageError, match="unknown item 'r1c9'"):
        views.placements(puzzle, "r1c9")


def test_a_tally_of_meteor():
    """2,596 placements, of which 2,078 are left."""
    rows = views.tally(accord.load("meteor"))
    assert [row.piece for row in rows] == list("0123456789")
    assert (sum(row.placements for row in rows), sum(row.left for row in rows)) == (2596, 2078)


def test_marks_of_what_is_dropped():
    puzzle = accord.load("template")
    found = views.dropped(puzzle)
    assert len(found) == len(views.dropped(puzzle)) == 8
    for view in found:
        ours = [place for place, sign in view.picture.signs.items() if sign == views.MARK]
        assert sorted(ours) == sorted(view.picture.shades)
        assert view.caption == f"nothing can fill a hole of {len(ours)} cells"
        assert view.words == f"{view.option}: {view.caption}"
