"""Counts of kinds that others have counted, or that another kind has."""

import pytest

import accord

BACKENDS = ("native", "cpsat", "sat")


def counts(text):
    return {accord.count(accord.load(text), backend=backend).count for backend in BACKENDS}


@pytest.mark.parametrize(("size", "count"), [(3, 0), (4, 48), (5, 960)])
def test_skyscrapers_with_diagonals_and_without_clues_are_diagonal_latin_squares(size, count):
    """OEIS A274806."""
    rows = "/".join(["." * size] * size)
    assert counts(f"skyscrapers:diagonals=D;;;;;{rows}") == {count}


def test_a_killer_sudoku_of_single_cells_with_diagonals_is_a_sudoku_with_diagonals():
    alone = "/".join(["abcd", "efgh", "ijkl", "mnop"])
    blank = "/".join(["...."] * 4)
    sudokus = counts(f"sudoku:x:{'.' * 16}")
    assert counts(f"killer-sudoku:diagonals=D;{blank};{alone}") == sudokus
    assert sudokus == {48}


def test_a_star_battle_with_two_stars_in_one_region_has_no_solution():
    assert counts("star-battle:stars=2;" + "/".join(["a" * 8] * 8)) == {0}


def test_the_cells_in_sight_of_a_number_take_items_in_proportion_to_their_number():
    models = [accord.load("kuromasu:" + "_".join([str(n), *["."] * (n - 1)])).model for n in (30, 40, 50)]
    few, more, most = (len(model.item) for model in models)
    assert most - more == more - few > 0
    assert [int(model.hidden.sum()) for model in models] == [58, 78, 98]  # one for each white cell, too
