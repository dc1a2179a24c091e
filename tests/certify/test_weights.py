"""Arguments of arithmetic: they hold by plain sums, and no model that they refute has a solution."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.certify import weights
from accord.certify.core import only
from accord.certify.explain import explain
from accord.certify.weights import argument
from accord.model import Model

BOARD = """
family = "packing"
title = "No board for these pieces"
rule = "Cover the board."
pieces = "{pieces}"
{copies}
board = '''
{board}
'''
"""


@st.composite
def models(draw):
    """Small models with exact demands and bounds, amounts of either sign, and colours."""
    items = draw(st.integers(2, 5))
    options = draw(st.lists(st.lists(st.integers(-1, 3), min_size=items, max_size=items), max_size=8))
    demands = {}
    for i in range(items):
        low = draw(st.integers(0, 5))
        demands[f"i{i}"] = (low, low + draw(st.sampled_from([0, 0, 1])))
    gives = [{f"i{i}": amount for i, amount in enumerate(row) if amount} for row in options]
    if draw(st.booleans()):
        demands["x"] = (0, 1)
        for each in gives:
            each["x"] = draw(st.sampled_from(["red", "blue"]))
    return Model.build(demands, gives)


@settings(max_examples=examples(50))
@given(models())
def test_what_arithmetic_refutes_has_no_solution(oracle, model):
    found = argument(model)
    if found is None:
        return
    assert found.holds(model)
    assert not oracle(model)
    alone, _ = only(model, sorted(found.weight))
    assert not oracle(alone)


@pytest.mark.parametrize("n", [1, 2, 5, 6, 9, 10, 13, 14, 21])
def test_langford_pairs_fail_by_parity(n):
    """There are pairs for n = 0 and 3 modulo 4 alone (Davies, 1959)."""
    found = argument(accord.load(f"langford:{n}").model)
    assert found is not None
    assert found.modulo in {0, 2}


@pytest.mark.parametrize("name", ["langford:3", "langford:4", "langford:7", "langford:8", "queens:6"])
def test_no_argument_against_what_has_solutions(name):
    assert argument(accord.load(name).model) is None


def loaded(tmp_path, board, pieces, copies=""):
    path = tmp_path / "board.toml"
    path.write_text(BOARD.format(pieces=pieces, copies=copies, board=board))
    return accord.load(str(path))


def test_a_board_with_opposite_corners_cut_off_is_a_matter_of_colours(tmp_path):
    rows = ["." * 7 + "#", *["." * 8] * 6, "#" + "." * 7]
    puzzle = loaded(tmp_path, "\n".join(rows), "dominoes", 'copies = "any"')
    found = argument(puzzle.model)
    assert found.modulo == 0
    assert set(found.weight.values()) == {1, -1}
    colours = {(sum(map(int, name[1:].split("c"))) % 2, w) for name, w in named(puzzle.model, found)}
    assert len(colours) == 2  # a colour of the board, a weight


def test_five_tetrominoes_make_no_rectangle(tmp_path):
    """Four of them cover two squares of a colour, the T one or three, and the board has ten of each."""
    puzzle = loaded(tmp_path, "\n".join(["....."] * 4), "tetrominoes")
    found = argument(puzzle.model)
    assert found is not None
    assert explain(puzzle).confirmed == "arithmetic"


def named(model, found):
    return [(model.item_names[item], weight) for item, weight in found.weight.items()]


def test_none_of_the_weights_can_be_spared(tmp_path):
    model = accord.load("langford:9").model
    items = sorted(argument(model).weight)
    for item in items:
        alone, _ = only(model, [other for other in items if other != item])
        assert argument(alone) is None


def test_an_argument_that_does_not_add_up_is_none(monkeypatch):
    model = accord.load("langford:5").model
    found = argument(model)
    item = next(iter(found.weight))
    for false in (
        replace(found, weight={i: w for i, w in found.weight.items() if i != item}),
        replace(found, wanted=0),
        replace(found, modulo=0),
        replace(found, modulo=3),
    ):
        assert not false.holds(model)
    wrong = replace(found, weight={**found.weight, item: found.weight[item] + 1})
    monkeypatch.setattr(weights, "arguments", lambda model, most_work: iter([wrong]))
    assert argument(model) is None
