"""The limits of a run by themselves."""

import pytest

import accord
from accord.errors import StoppedError, UsageError
from accord.runner.limits import MOST_WORKERS, Limits


def test_what_is_left_of_the_time_is_less_than_all_of_it_and_never_nothing():
    assert Limits().rest is None
    assert 9 < Limits(seconds=10).rest <= 10
    assert Limits(seconds=10, started=1e-9).rest == 1e-3


def test_work_is_stopped_at_a_limit_and_not_before():
    limits = Limits(nodes=5)
    limits.check(lambda: "nothing is known", nodes=4)
    with pytest.raises(StoppedError, match="stopped after 5 nodes: one is known"):
        limits.check(lambda: "one is known", nodes=5)


def test_limits_of_one_are_limits_and_of_none_are_refused():
    assert Limits(solutions=1, nodes=1, memory=1, workers=MOST_WORKERS).workers == MOST_WORKERS
    for wrong in (
        {"solutions": 0},
        {"nodes": 0},
        {"memory": 0},
        {"workers": 0},
        {"workers": MOST_WORKERS + 1},
    ):
        with pytest.raises(UsageError, match="expected"):
            Limits(**wrong)


def test_a_time_limit_that_no_clock_can_reach_is_none():
    for seconds in (10**400, 1e300, float("inf")):
        assert accord.count(accord.load("queens:4"), time_limit=seconds).count == 2
