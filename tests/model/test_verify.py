"""The verifier by itself: each of its checks, seen in rows that all the others let pass."""

import numpy as np
import pytest

from accord import EngineError, Model
from accord.model import verify as module
from accord.model.verify import valid, verify

TWO_OF_THREE = Model.build({"a": 2}, [["a"], ["a"], ["a"]])
FREE = Model.build(["a"], [["a"], []])
SIGNED = Model.build({"sum": (-1, 1)}, [{"sum": 2}, {"sum": -3}, {"sum": 2}])
COLOURED = Model.build({"s": (0, 1)}, [{"s": "red"}, {"s": "red"}, {"s": "blue"}, ["s"]])


@pytest.mark.parametrize(
    ("model", "right", "wrong"),
    [
        pytest.param(TWO_OF_THREE, [0, 2], [2, 2], id="an option twice that adds up"),
        pytest.param(TWO_OF_THREE, [2, 1, -1], [2, -1, 2], id="and not side by side"),
        pytest.param(TWO_OF_THREE, [0, 1], [0, 0], id="the first option twice"),
        pytest.param(FREE, [0, 1], [1, 0, 1], id="an option twice that is in no item"),
        pytest.param(TWO_OF_THREE, [1, 0], [1, -1], id="too little"),
        pytest.param(TWO_OF_THREE, [1, 0], [0, 1, 2], id="too much"),
        pytest.param(SIGNED, [0, 1, 2], [0, 2], id="too much of a sum"),
        pytest.param(SIGNED, [0, 1], [1], id="too little of a sum"),
        pytest.param(FREE, [0, -1], [0, 2], id="an option beyond the last"),
        pytest.param(FREE, [0, -1], [0, -2], id="an option before the first"),
        pytest.param(Model.build(["a"], [["a"]]), [0], [1], id="beyond the only one"),
        pytest.param(Model.build(["a"], [["a"]]), [0], [-2], id="before the only one"),
        pytest.param(COLOURED, [0, 1], [1, 2], id="two colours"),
        pytest.param(COLOURED, [3], [0, 3], id="a colour and none"),
        pytest.param(COLOURED, [-1], [1, 1], id="a coloured option twice"),
    ],
)
def test_a_row_is_a_solution_or_not(model, right, wrong):
    assert valid(model, np.array([right], np.int32)).all()
    assert not valid(model, np.array([wrong], np.int32)).any()


@pytest.mark.parametrize("late", [[2, 0], [1, 1]])
def test_a_false_solution_in_a_late_batch_is_named(late, monkeypatch):
    monkeypatch.setattr(module, "CELLS_AT_ONCE", 2)  # two rows at once
    rows = np.array([[0, 1], [0, 2], [1, 2], late, [2, 2]], np.int32)
    verify(TWO_OF_THREE, rows[:3])
    with pytest.raises(EngineError, match=r"a false solution of .*: \['a', 'a'\]$"):
        verify(TWO_OF_THREE, rows)
    with pytest.raises(EngineError, match=r": \['a'\]$"):  # beside a true one; no option beyond the last
        verify(TWO_OF_THREE, np.array([[0, 1], [0, 3]], np.int32))


@pytest.mark.parametrize(("items", "sizes"), [(1, [5, 5, 1]), (2, [2, 2, 2, 2, 2, 1]), (6, [1] * 11)])
def test_no_more_cells_are_looked_at_in_one_go_than_memory_allows(items, sizes, monkeypatch):
    batches = []

    def watched(model, rows):
        batches.append(len(rows))
        return valid(model, rows)

    monkeypatch.setattr(module, "CELLS_AT_ONCE", 5)
    monkeypatch.setattr(module, "valid", watched)
    names = [f"i{i}" for i in range(items)]
    verify(Model.build(names, [names]), np.zeros((11, 1), np.int32))
    assert batches == sizes


def test_a_model_without_items_is_verified_too():
    verify(Model.build([], {"x": []}), np.array([[0], [-1]], np.int32))
