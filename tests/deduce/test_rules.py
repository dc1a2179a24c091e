"""The rules one by one, against all ways to meet one item: they force what is true, and bounds all of it."""

from itertools import pairwise, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from profiles import examples

from accord.deduce import rules
from accord.deduce.rules import bounds, intersection, subset_sums
from accord.deduce.structure import OPEN, Structure
from accord.deduce.trials import Refutation, Trial, lookahead
from accord.model import Model

RULES = (bounds, intersection, subset_sums)


def one_sum(amounts, low, high, chains=()):
    """An item, and implications: of each chain every option needs the one before it. The item is number 0."""
    items = {"sum": (low, high)}
    gives = [{"sum": amount} for amount in amounts]
    for chain in chains:
        for lower, upper in pairwise(chain):
            name = f"{upper}>{lower}"
            items[name] = (0, 1)
            gives[upper][name], gives[lower][name] = -1, 1
    return Model.build(items, gives)


def ways(amounts, low, high, chains, state):
    """All values of the options that keep what is known, what is implied, and the demand."""
    return [
        values
        for values in product((0, 1), repeat=len(amounts))
        if all(known in (OPEN, value) for known, value in zip(state, values, strict=True))
        and all(values[a] >= values[b] for chain in chains for a, b in pairwise(chain))
        and low <= sum(a for a, value in zip(amounts, values, strict=True) if value) <= high
    ]


def forced(found):
    """What all of some ways have in common."""
    return {
        (option, found[0][option]) for option in range(len(found[0])) if len({w[option] for w in found}) == 1
    }


def within_bounds(amounts, low, high, state):
    """The choices whose contrary would put the item beyond its least or its most, by the definition."""
    unset = [option for option, value in enumerate(state) if value == OPEN]
    wrong = set()
    for option, value in product(unset, (0, 1)):
        tried = [value if o == option else known for o, known in enumerate(state)]
        least = sum(min(0, a) if v == OPEN else a * v for a, v in zip(amounts, tried, strict=True))
        most = sum(max(0, a) if v == OPEN else a * v for a, v in zip(amounts, tried, strict=True))
        if least > high or most < low:
            wrong.add((option, 1 - value))
    return wrong


@pytest.mark.parametrize(
    ("amounts", "low", "high", "choices"),
    [
        pytest.param([3, 1, 1], 3, 9, {(0, 1)}, id="without the 3 it cannot be met"),
        pytest.param([3, 1, 1], 0, 2, {(0, 0)}, id="with the 3 it is too much"),
        pytest.param([3, 1, 1], 5, 5, {(0, 1), (1, 1), (2, 1)}, id="all are needed"),
        pytest.param([3, 2, -2], 3, 9, {(0, 1)}, id="the most leaves the negative one out"),
        pytest.param([3, -4, -1], -9, -5, {(0, 0), (1, 1), (2, 1)}, id="the least of a sum below 0"),
        pytest.param([3, -4, -1], 0, 9, {(1, 0)}, id="too little of the negative ones"),
        pytest.param([2, 2, 1], 2, 4, set(), id="nothing"),
    ],
)
def test_bounds_by_hand(amounts, low, high, choices):
    found = bounds(Structure(one_sum(amounts, low, high)), [OPEN] * len(amounts), 0)
    assert (set(found.choices), found.contradiction) == (choices, False)


@pytest.mark.parametrize(("low", "high"), [(6, 9), (-9, -3)])
def test_a_demand_out_of_reach_is_a_contradiction(low, high):
    found = bounds(Structure(one_sum([3, 2, -2], low, high)), [OPEN] * 3, 0)
    assert found.contradiction


def test_an_option_that_is_too_much_and_cannot_be_spared_is_a_contradiction():
    for amounts, low, high in (([3], 1, 2), ([3, 9], 1, 2), ([2, 2], 1, 1)):
        model = one_sum(amounts, low, high, [range(len(amounts))])
        assert bounds(Structure(model), [OPEN] * len(amounts), 0).contradiction


def test_a_chain_is_filled_from_its_start_and_emptied_from_its_end():
    structure = Structure(one_sum([2, 2, 2, 1], 4, 5, chains=[(0, 1, 2)]))
    assert structure.chains[0] is not None
    assert set(bounds(structure, [OPEN] * 4, 0).choices) == {(0, 1), (1, 1), (2, 0)}
    structure = Structure(one_sum([2, 2, 2, 1], 6, 9, chains=[(0, 1, 2)]))
    assert set(bounds(structure, [OPEN] * 4, 0).choices) == {(0, 1), (1, 1), (2, 1)}


@st.composite
def sums(draw, amounts=(-3, -1, 1, 1, 2, 3)):
    """Amounts, a demand, chains that share no option, and a state that they allow."""
    given = draw(st.lists(st.sampled_from(amounts), min_size=1, max_size=6))
    low = draw(st.integers(sum(a for a in given if a < 0) - 1, sum(a for a in given if a > 0) + 1))
    high = low + draw(st.integers(0, 4))
    chained = draw(st.permutations(range(len(given))))[: draw(st.integers(0, len(given)))]
    cut = draw(st.integers(0, len(chained)))
    chains = [part for part in (tuple(chained[:cut]), tuple(chained[cut:])) if len(part) > 1]
    state = [draw(st.sampled_from([OPEN, OPEN, OPEN, 0, 1])) for _ in given]
    for chain in chains:  # what is implied is known too
        for lower, upper in pairwise(chain):
            state[upper] = 0 if state[lower] == 0 else state[upper]
        for lower, upper in reversed(list(pairwise(chain))):
            state[lower] = 1 if state[upper] == 1 else state[lower]
    return given, low, high, chains, state


@settings(max_examples=examples(150), deadline=None)
@given(sums())
@example(([3, 1, 1], 3, 9, [], [OPEN] * 3))
@example(([2, 2, 1], 4, 5, [(0, 1)], [OPEN] * 3))
def test_what_a_rule_forces_holds_in_every_way(asked):
    amounts, low, high, chains, state = asked
    structure = Structure(one_sum(amounts, low, high, chains))
    left = ways(*asked)
    for rule in RULES:
        found = rule(structure, list(state), 0)
        if left:
            assert not found.contradiction
            assert set(found.choices) <= forced(left)
        assert all(state[option] == OPEN for option, _ in found.choices)


@settings(max_examples=examples(150), deadline=None)
@given(sums())
@example(([3, 1, 1], 3, 9, [], [OPEN] * 3))
def test_bounds_force_all_that_the_least_and_the_most_do(asked):
    amounts, low, high, _, state = asked
    found = bounds(Structure(one_sum(amounts, low, high)), list(state), 0)
    expected = within_bounds(amounts, low, high, state)
    both = {option for option, value in expected if (option, 1 - value) in expected}
    least = sum(min(0, a) if v == OPEN else a * v for a, v in zip(amounts, state, strict=True))
    most = sum(max(0, a) if v == OPEN else a * v for a, v in zip(amounts, state, strict=True))
    assert found.contradiction == (least > high or most < low or bool(both))
    if not found.contradiction:
        assert set(found.choices) == expected


@settings(max_examples=examples(80), deadline=None)
@given(sums(amounts=(1, 2, 3)))
@example(([2, 2, 2, 1], 4, 5, [(0, 1, 2)], [OPEN] * 4))
def test_of_chains_alone_bounds_of_ones_force_all_that_is_forced(asked):
    amounts, low, high, chains, state = asked
    asked = ([1] * len(amounts), low, high, chains, state)  # every sum between least and most can be reached
    structure = Structure(one_sum(*asked[:4]))
    found, left = bounds(structure, list(state), 0), ways(*asked)
    assert found.contradiction == (not left)
    if left:
        assert set(found.choices) == {choice for choice in forced(left) if state[choice[0]] == OPEN}


def test_a_choice_that_breaks_an_item_by_itself_needs_no_other():
    """A asks for B beside it, and closes B by its colour."""
    items = {"colour": (0, 1), "B if A": (0, 1), "other": (0, 1)}
    model = Model.build(items, {"A": {"colour": "red", "B if A": -1}, "B": {"colour": "blue", "B if A": 1}})
    state = [OPEN, OPEN]
    assert lookahead(Structure(model), state, (0, 1), 4) == Trial(0, Refutation((0, 1), (0,)))
    assert state == [OPEN, OPEN], "it is only tried"
    follows = lookahead(Structure(model), state, (1, 1), 4)
    assert (follows.refutation, follows.cut) == (None, False)
    assert follows.consequences == {(1, 1), (0, 0)}


def test_an_item_waits_once_however_much_of_it_is_new(monkeypatch):
    """Both first items close one of the options of the last one, which is looked at after both."""
    items = {"one": (0, 3), "other": (0, 3), "last": (0, 2)}
    gives = {"A": {"one": 2, "other": 2}}
    gives |= {"B": {"one": 2, "last": 1}, "C": {"one": 1}, "D": {"other": 2, "last": 1}, "E": {"other": 1}}
    looked_at = []

    def look(structure, state, item):
        looked_at.append(item)
        return bounds(structure, state, item)

    monkeypatch.setattr(rules, "bounds", look)
    gives |= {"F": {"last": 1}, "G": {"last": 5}}  # G is closed: with it, `last` is never quiet
    trial = lookahead(Structure(Model.build(items, gives)), [OPEN] * 6 + [0], (0, 1), 9)
    assert trial.consequences == {(0, 1), (1, 0), (3, 0)}
    assert looked_at == [0, 1, 0, 2, 1]
