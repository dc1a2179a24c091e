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
        pytest.param(FREE, [0, 1], [1, 0, 1], id="an option twice that is in no item"),
        pytest.param(TWO_OF_THREE, [1, 0], [1, -1], id="too little"),
        pytest.param(TWO_OF_THREE, [1, 0], [0, 1, 2], id="too much"),
        pytest.param(SIGNED, [0, 1, 2], [0, 2], id="too much of a sum"),
        pytest.param(SIGNED, [0, 1], [1], id="too little of a sum"),
        pytest.param(FREE, [0, -1], [0, 2], id="an option beyond the last"),
        pytest.param(FREE, [0, -1], [0, -2], id="an option before the first"),
        pytest.param(COLOURED, [0, 1], [1, 2], id="two colours"),
        pytest.param(COLOURED, [3], [0, 3], id="a colour and none"),
        pytest.param(COLOURED, [-1], [1, 1], id="a coloured option twice"),
    ],
)
def test_a_row_is_a_solution_or_not(model, right, wrong):
    assert valid(model, np.array([right], np.int32)).all()
    assert not valid(model, np.array([wrong], np.int32)).any()


def test_a_false_solution_in_a_late_batch_is_named(monkeypatch):
    monkeypatch.setattr(module, "CELLS_AT_ONCE", 2)  # two rows at once
    rows = np.array([[0, 1], [0, 2], [1, 2], [2, 0], [1, 1]], np.int32)
    verify(TWO_OF_THREE, rows[:4])
    with pytest.raises(EngineError, match=r"a false solution of .*: \['a', 'a'\]$"):
        verify(TWO_OF_THREE, rows)
