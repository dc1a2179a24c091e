"""Two engines in turn: what they find is merged, and neither is begun, or asked, in vain."""

import numpy as np
import pytest

import accord
from accord.backends.contract import Allowance, Request, Slice
from accord.backends.native import backend
from accord.backends.native.backend import ALONE, in_turn
from accord.backends.native.engine import Engine
from accord.families.nonogram import RECORD as NONOGRAM
from accord.model import Model

MODEL = Model.build({"a": (0, 1)}, ["a"] * 3)


class Scripted(Engine):
    """An engine that yields what it was given; a slice takes longer than a guess has for itself."""

    def __init__(self, name, slices, clock):
        self.name, self._slices, self._clock = name, slices, clock
        self.asked = []
        self.takes = 2 * ALONE

    def refusal(self, model, request):
        return None

    def search(self, model, request):
        self.asked.append(request)
        for step in self._slices:
            self._clock[0] += self.takes
            yield step


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("accord.backends.portfolio.perf_counter", lambda: now[0])
    return now


def found(*solutions, nodes=1, complete=False):
    width = max(map(len, solutions), default=0)
    rows = np.full((len(solutions), width + 1), -1, np.int32)
    for row, solution in zip(rows, solutions, strict=True):
        row[: len(solution)] = solution
    return Slice(len(solutions), rows, {"nodes": nodes, "roots": 0}, complete=complete)


def turns(guess, partner, clock, **asked):
    request = Request("unique", limit=2, **asked)
    engines = [Scripted("guess", guess, clock), Scripted("partner", partner, clock)]
    return engines, in_turn(MODEL, request, *engines, "it was told to")


def test_an_equal_witness_is_told_once_and_who_saw_all_ends_it(clock):
    guess = [found([0, 2], nodes=3), found(nodes=4), found(nodes=5)]
    _, search = turns(guess, [found([2, 0], nodes=10), found(nodes=20, complete=True)], clock)
    steps = list(search)
    assert [step.count for step in steps] == [1, 0, 0, 0]
    assert [step.effort["nodes"] for step in steps] == [3, 13, 14, 24]
    assert [step.complete for step in steps] == [False, False, False, True]
    assert (steps[-1].engine, steps[-1].why) == ("partner", "it knew before guess, in turn with it")


def test_two_witnesses_of_two_engines_are_enough(clock):
    _, search = turns([found([0]), found()], [found([1]), found()], clock)
    steps = list(search)
    assert [step.solutions[:, 0].tolist() for step in steps] == [[0], [1]]
    assert steps[-1].engine == "partner"


def test_where_only_the_number_is_wanted_no_solution_is_told(clock):
    engines, search = turns([found([0]), found()], [found([0], complete=True)], clock, solutions=False)
    assert [(step.count, step.solutions) for step in search] == [(1, None), (0, None)]
    assert all(engine.asked[0].solutions for engine in engines)


def test_the_partner_does_not_begin_if_the_guess_ends_at_once(clock):
    engines, search = turns([Slice(), Slice(), found([0], complete=True)], [], clock)
    steps = list(search)
    assert (steps[-1].count, steps[-1].engine, steps[-1].why) == (1, "guess", "it was told to")
    assert engines[1].asked == []


def test_what_is_loaded_and_lowered_does_not_count_against_the_guess(clock):
    engines, search = turns([Slice()] * 5 + [found(nodes=n) for n in range(4)], [found()], clock)
    for engine in engines:
        engine.takes = 0.6 * ALONE
    begun = [next(search) and len(engines[1].asked) for _ in range(8)]
    assert begun == [0] * 7 + [1]


def test_each_sees_of_the_limit_of_nodes_what_the_other_leaves(clock):
    nodes = Allowance(left=lambda placed: 100 - placed)
    guess, partner = [found(nodes=30), found(nodes=50)], [found(nodes=10), found(nodes=11)]
    engines, search = turns(guess, partner, clock, nodes=nodes)
    left = []
    for _ in range(3):
        next(search)
        left.append([engine.asked[0].nodes.left(0) for engine in engines if engine.asked])
    assert left == [[100], [90, 70], [90, 50]]


def test_an_engine_that_is_the_last_resort_waits_longer(clock):
    engines, search = turns([found(nodes=n) for n in range(99)], [found(nodes=n) for n in range(99)], clock)
    engines[1].last_resort = True
    order = [next(search).effort["nodes"] for _ in range(12)]
    assert order[-1] == 8 + 2  # nine slices of the guess, three of the partner, counted from 0


@pytest.fixture
def hard():
    """A puzzle that a walk does not end: 5,000,000 nodes of cells do not find its second solution."""
    return NONOGRAM.made.model(NONOGRAM.random.generate(2, (30, 30), density=0.5))


def test_a_puzzle_that_is_hopeless_for_a_walk_is_settled_by_what_learns(hard):
    walked = accord.run(hard, "unique", backend="native", engine="cells", node_limit=1_000_000)
    assert walked.answer == "undecided"
    outcome = accord.run(hard, "unique", backend="native", node_limit=1_000_000)
    assert (outcome.answer, outcome.engine) == ("several", "sums")
    assert len({solution.options for solution in outcome.solutions}) == 2
    counted = accord.run(hard, "count", backend="native", limit=2, node_limit=1_000_000)
    assert (counted.count, counted.exact) == (2, False)


def test_a_limit_of_nodes_is_for_both(hard):
    outcome = accord.run(hard, "unique", backend="native", node_limit=3000)
    assert (outcome.answer, outcome.limit) == ("undecided", "nodes")
    assert 3000 <= outcome.effort["nodes"] <= 3010


@pytest.mark.parametrize("asked", [{"task": "count"}, {"task": "all"}, {"task": "count", "limit": 3}])
def test_counts_are_never_mixed(asked, monkeypatch):
    monkeypatch.setattr(backend, "in_turn", None)
    assert accord.run(accord.load("queens:6").model, backend="native", **asked).count == asked.get("limit", 4)


def test_the_engines_that_take_turns():
    def pair(model, **asked):
        native, request = backend.Native(), Request("unique", limit=2, **asked)
        guess = native._takers(model, request)[0]
        partner = native._partner(guess, model, request)
        return guess.name, partner and partner.name

    assert pair(accord.load("queens:6").model) == ("bitset", "sums")
    assert pair(accord.load("pentomino-6x10").model) == ("window", "sums")
    assert pair(accord.load("thermometers-6x6").model) == ("sums", "general")
    assert pair(accord.load("sudoku-17").model) == ("sudoku", None)
    assert pair(Model.build({"c": [0, 1]}, [{"c": "red"}])) == ("bitset", None)
    assert pair(MODEL, save_when=lambda: False) == ("bitset", None)
