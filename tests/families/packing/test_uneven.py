"""Boards of the library with more cells of one colour of a chessboard than their pieces can make up for."""

import tomllib

import pytest
from commands import called

import accord
from accord.grids.sets import pieces
from accord.puzzles import library

UNEVEN = [("heart-hexominoes-uneven", 38, 28, 6), ("pentomino-fir", 38, 22, 14)]


def balance(cells):
    """How many cells have each colour, the more frequent one first."""
    colours = [sum(cell) % 2 for cell in cells]
    return sorted((colours.count(0), colours.count(1)), reverse=True)


@pytest.mark.parametrize(("name", "more", "less", "most"), UNEVEN)
def test_the_argument_of_the_rule(name, more, less, most):
    file = tomllib.loads((library.folder() / f"{name}.toml").read_text())
    rows = file["board"].split()
    assert balance((r, c) for r, row in enumerate(rows) for c, s in enumerate(row) if s == ".") == [
        more,
        less,
    ]
    of_pieces = [balance(piece.shape) for piece in pieces(file["pieces"])]
    assert sum(map(sum, of_pieces)) == more + less
    assert sum(one - other for one, other in of_pieces) == most < more - less
    assert f"{more} cells of one colour and {less} of the other" in " ".join(file["rule"].split())


@pytest.mark.parametrize(("name", "more", "less", "most"), UNEVEN)
def test_it_is_told_before_any_search_and_searches_agree(name, more, less, most):
    puzzle = accord.load(name)
    sentence = (
        f"coloured like a chessboard, the board has {more - less} more black cells than white; "
        f"these pieces can make at most {most}"
    )
    told = accord.count(puzzle)
    assert (told.count, told.backend, told.chosen, told.effort) == (0, "arithmetic", sentence, {})
    explained, _, drawn = called("explain", name).stdout.partition("\n\n")
    assert f"\nwhy: {sentence}\n" in explained
    assert (drawn.count("a"), drawn.count("b")) == (more, less)
    for engine in ("window", "bitset"):
        searched = accord.count(puzzle, backend="native", engine=engine, reduce=False)
        assert (searched.count, searched.exact) == (0, True)
        assert searched.effort["nodes"] > 400


def test_its_rule_is_shown_as_one_paragraph():
    rule = called("show", "pentomino-fir").stdout.split("\n\n")[1]
    assert all(60 < len(line) <= 80 for line in rule.splitlines()[:-1])
