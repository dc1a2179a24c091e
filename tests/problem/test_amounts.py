"""Rows in which nothing is taken away have amounts above 0: more engines take them, and hints can count."""

import pytest

import accord


@pytest.mark.parametrize(
    ("said", "low", "high", "solutions"),
    [
        (lambda x: sum(x) >= 2, 2, 3, 4),
        (lambda x: sum(x) <= 1, 0, 1, 4),
        (lambda x: sum(x) > 0, 1, 3, 7),
        (lambda x: -sum(x) <= -2, 2, 3, 4),
        (lambda x: sum(x) <= 2, 0, 2, 7),
        (lambda x: -sum(x) == 0, 0, 0, 1),
        (lambda x: ~x[0], 0, 0, 4),
    ],
)
def test_a_sum_is_one_row_of_ones(said, low, high, solutions, backend_name):
    p = accord.Problem()
    p.add(said(p.booleans(3)))
    model = p.model
    assert (model.items, set(model.amount.tolist())) == (1, {1})
    assert model.low.tolist() == [low]
    assert min(model.high[0], len(model.amount)) == high
    assert accord.count(p, backend=backend_name).count == solutions
