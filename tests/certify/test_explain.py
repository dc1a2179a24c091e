"""Explanations: unsatisfiable and irreducible by brute force, in the puzzle's words, within limits."""

import threading

import numpy as np
import pytest
from click.testing import CliRunner
from commands import called
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from waiting import Clock

import accord
from accord.backends.sat.thread import StoppingError
from accord.certify import core
from accord.certify import explain as module
from accord.certify.core import only, violated_items
from accord.certify.explain import explain
from accord.certify.explanation import demand
from accord.cli.explain import explain as command
from accord.errors import EngineError
from accord.model import Model
from accord.model.verify import valid
from accord.runner import limits

BOARD = """
family = "packing"
title = "A corner that no domino covers"
rule = "Cover the board with dominoes."
pieces = "dominoes"
copies = "any"
board = '''
.#....
#.....
......
.....#
....#.
'''
"""


@st.composite
def models(draw):
    """Small models, most of them without a solution; some with colours."""
    items = draw(st.integers(2, 6))
    coloured = draw(st.booleans())
    rows = draw(
        st.lists(st.lists(st.integers(-1, 2), min_size=items, max_size=items), min_size=1, max_size=7)
    )
    demands = {}
    for i in range(items):
        low = draw(st.integers(0, 3))
        demands[f"i{i}"] = (low, low + draw(st.integers(0, 1)))
    if coloured:
        demands["x"] = (0, 1)
    options = []
    for row in rows:
        gives = {f"i{i}": amount for i, amount in enumerate(row) if amount}
        if coloured and draw(st.booleans()):
            gives["x"] = draw(st.sampled_from(["red", "blue"]))
        options.append(gives)
    return Model.build(demands, options)


def met(model, items):
    """Whether some set of options meets the demands of these items; brute force."""
    masks = np.arange(1 << model.options)
    return any(
        not violated_items(model, [o for o in range(model.options) if mask >> o & 1], items)
        for mask in masks.tolist()
    )


@settings(max_examples=examples(40))
@given(models(), st.booleans())
def test_sets_are_unsatisfiable_and_irreducible(oracle, model, smaller):
    found = explain(model, smaller=smaller)
    if oracle(model):
        assert found.answer == "solvable"
        assert tuple(sorted(found.options)) in oracle(model)
        return
    assert (found.answer, found.irreducible, found.status) == ("impossible", True, "complete")
    items = list(found.indices)
    assert not met(model, items)
    for item in items:
        assert met(model, [other for other in items if other != item])
    assert all(reason.without is not None for reason in found.items)


@settings(max_examples=examples(100))
@given(models())
def test_broken_items_are_those_the_verifier_sees(oracle, model):
    for mask in range(0, 1 << model.options, 5):
        chosen = [o for o in range(model.options) if mask >> o & 1]
        good = valid(model, np.array([chosen], np.int32).reshape(1, -1))[0]
        assert good == (not violated_items(model, chosen, list(range(model.items))))


@settings(max_examples=examples(60))
@given(models(), st.data())
def test_a_model_of_few_items_asks_the_same_question(oracle, model, data):
    items = sorted(data.draw(st.sets(st.integers(0, model.items - 1), min_size=1)))
    assert bool(oracle(only(model, items)[0])) == met(model, items)


def test_langford_is_a_matter_of_parity():
    found = explain(accord.load("langford:5"), smaller=True)
    assert found.irreducible
    assert found.confirmed
    assert len(found.items) <= 7
    assert all(reason.low == reason.high == 1 for reason in found.items)


def test_demands_are_told_as_they_bind():
    demands = {
        "clause": (0, None),
        "three": (3, 5),
        "most": (-9, -1),
        "one": 1,
        "both": (1, 2),
        "hue": (0, 1),
    }
    plus = dict.fromkeys(["clause", "three", "most", "both"], 1) | {"hue": "red"}
    minus = {"clause": -1, "most": -1, "three": 1, "both": 1, "hue": "blue"}
    model = Model.build(demands, [plus, minus, plus | {"one": 1}])
    found = {name: demand(model, i)[0] for i, name in enumerate(demands)}
    assert found == {
        "clause": "at least 0",
        "three": "at least 3",
        "most": "at most -1",
        "one": "exactly 1",
        "both": "1 to 2",
        "hue": "one colour at most",
    }


def no_arithmetic(monkeypatch):
    """Weights are found neither at the beginning nor for the set."""
    monkeypatch.setattr("accord.certify.weights.argument", lambda model: None)
    monkeypatch.setattr(module, "argument", lambda model: None)
    monkeypatch.setattr(module, "reason_of", lambda puzzle: None)


def test_two_engines_that_disagree_raise(monkeypatch):
    no_arithmetic(monkeypatch)  # else there is nothing to confirm
    monkeypatch.setattr(module._Search, "_ask_engine", lambda *_: ("undecided", []))
    monkeypatch.setattr(module, "only", lambda model, items: only(model, items[:1]))
    with pytest.raises(EngineError, match="has a solution"):
        explain(accord.load("langford:5"))


def only_by_search(monkeypatch):
    """Take the quick ways away: arithmetic, and the run of the engine that is usually fastest."""
    no_arithmetic(monkeypatch)
    monkeypatch.setattr(module, "GLANCE", 0.0)
    monkeypatch.setattr(module, "LONGER", 0.0)


def test_a_limit_keeps_what_is_known(monkeypatch):
    clock, begin = Clock(), core.Finder.run

    def begun(finder, stopping):
        clock.step = 1.0  # from now on, for each slice
        begin(finder, stopping)

    monkeypatch.setattr(core.Finder, "run", begun)
    monkeypatch.setattr(limits, "monotonic", clock)
    only_by_search(monkeypatch)
    found = explain(accord.load("langford:13"), time_limit=9.5)
    assert clock.step
    assert not [thread for thread in threading.enumerate() if thread.name == "accord-awaited"]
    assert (found.answer, found.status) == ("undecided", "time")


def test_a_set_may_be_known_but_not_irreducible(monkeypatch):
    def stopped(self, known):
        raise StoppingError

    monkeypatch.setattr(core.Finder, "_make_irreducible", stopped)
    found = explain(accord.load("langford:6"))
    assert found.answer == "impossible"
    assert not found.irreducible
    assert "not known to be irreducible" in found.statement


def test_the_command_draws_the_board(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text(BOARD)
    run = CliRunner().invoke(command, [str(path)])
    assert run.exit_code == 0, run.output
    assert "impossible: the demand of this item cannot be met" in run.stdout
    assert run.stdout.endswith("\n  a weighs -1\n\na#....\n#.....\n......\n.....#\n....#.\n")
    run = CliRunner().invoke(command, ["queens:4"])
    assert run.exit_code == 0
    assert run.stdout.startswith("solvable: there is a solution")


@pytest.mark.parametrize("name", ["explain", "prove"])
def test_a_colouring_is_drawn_with_a_letter_a_weight(name):
    """The two corners that are missing have one colour of a chessboard: of 62 cells 30 weigh 1, 32 -1."""
    told = called(name, "dominoes-8x8-mutilated").stdout
    assert told.endswith(
        "\n  a weighs 1, b weighs -1\n\n#bababab\n" + 3 * "babababa\nabababab\n" + "bababab#\n"
    )
    assert [told.rpartition("\n\n")[2].count(letter) for letter in "ab"] == [30, 32]


def test_names_stand_in_lines_of_80_characters_where_no_board_shows_them():
    """Slots and numbers are no cells of one board."""
    _, *lines, _, board = called("explain", "langford:13").stdout.splitlines()
    assert max(len(line) for line in lines if line.startswith("  ")) <= 80
    weighed = " ".join(lines).partition("weight 1: ")[2]
    assert [name.strip() for name in weighed.split(",")] == [
        *(f"s{slot}" for slot in range(2, 27, 2)),
        *(str(number) for number in range(2, 14, 2)),
    ]
    assert board == 13 * ".*"


def test_a_time_limit_that_was_reached_is_exit_code_5(monkeypatch):
    only_by_search(monkeypatch)
    run = CliRunner().invoke(command, ["langford:13", "--time-limit", "0.5"])
    assert run.exit_code == 5
    assert run.stdout.startswith("undecided")


def test_what_walking_says_is_told_where_no_set_is_found(monkeypatch, slow_solver):
    """An engine refutes it in a moment; that is known though nobody finds which demands are to blame."""
    no_arithmetic(monkeypatch)
    monkeypatch.setattr(module._Search, "_ask_engine", lambda *_: ("undecided", []))
    found = explain(accord.load("langford:6"))
    assert (found.answer, found.irreducible, found.items) == ("impossible", False, ())
    assert "which demands are to blame is not known" in found.statement
    assert found.confirmed.startswith("native/")


@pytest.fixture
def slow_solver(monkeypatch):
    """A SAT solver that takes too long for each question whether an item can be left out."""
    monkeypatch.setattr(core, "PATIENCE", (0.0, 0.0))
    soon = core.is_satisfiable

    def late(solver, stopping, assumed, between):
        between()
        return soon(solver, stopping, assumed, between)

    monkeypatch.setattr(core, "is_satisfiable", late)


def patiently(asked):
    """Whatever patience an engine is asked with, it gets a minute."""
    return lambda search, items, _: asked(search, items, 60.0)


def test_an_engine_that_answers_is_asked_first_the_next_time(monkeypatch):
    """The one that walks found all items impossible, so it is asked first; SAT is only asked for a core."""
    no_arithmetic(monkeypatch)
    monkeypatch.setattr(module._Search, "_ask_engine", patiently(module._Search._ask_engine))
    found = explain(accord.load("langford:5"))
    assert (found.answer, found.irreducible) == ("impossible", True)
    assert found.effort["calls"] < len(found.items)


def test_a_question_that_takes_sat_too_long_goes_to_another_engine(slow_solver, monkeypatch):
    monkeypatch.setattr(module._Search, "_ask_engine", patiently(module._Search._ask_engine))
    found = explain(accord.load("langford:5"))
    assert (found.answer, found.irreducible, len(found.items)) == ("impossible", True, 7)
