"""A model as a person reads it: what follows from a choice by itself, and what is reasoned about."""

from dataclasses import replace

import pytest

from accord.deduce.structure import OPEN, Structure
from accord.errors import RefusedError
from accord.model import Model

A, B = 0, 1


def two(demand, amounts=(1, -1)):
    """Two options of one item, and of another that only keeps them apart from `exclusive`."""
    return Structure(Model.build({"i": demand}, [{"i": amount} for amount in amounts]))


@pytest.mark.parametrize(
    ("demand", "follows"),
    [
        ((0, 1), {(B, 1): (A, 1), (A, 0): (B, 0)}),  # a - b is 0 or 1: with b chosen, a is
        ((0, 5), {(B, 1): (A, 1), (A, 0): (B, 0)}),
        ((-1, 0), {(A, 1): (B, 1), (B, 0): (A, 0)}),
        ((0, 0), {(A, 1): (B, 1), (B, 1): (A, 1), (A, 0): (B, 0), (B, 0): (A, 0)}),
        ((-1, 1), {}),  # it says nothing
    ],
)
def test_one_implies_the_other(demand, follows):
    structure = two(demand)
    assert structure.implication == [True]
    assert structure.looked_at == []
    for choice in ((A, 0), (A, 1), (B, 0), (B, 1)):
        assert structure.closure(choice) == [choice, *filter(None, [follows.get(choice)])]


@pytest.mark.parametrize(
    ("demand", "amounts"),
    [((1, 1), (1, -1)), ((-1, -1), (1, -1)), ((0, 1), (1, -2)), ((0, 1), (1, 1)), ((0, 1), (1, -1, -1))],
)
def test_any_other_demand_is_a_sum(demand, amounts):
    structure = two(demand, amounts)
    assert structure.implication == [False]
    assert structure.looked_at == [0]
    assert structure.closure((B, 1)) == [(B, 1)]


@pytest.mark.parametrize(
    ("high", "amounts", "exclusive"),
    [
        (1, [1, 1], True),
        (2, [1, 1], False),
        (2, [2, 1], True),
        (3, [3, 2, 1], False),
        (2, [3, 2, 1], True),
        (1, [1], False),
        (1, [2, 2, -1], False),
    ],
)
def test_of_an_exclusive_item_any_two_are_too_much(high, amounts, exclusive):
    structure = Structure(Model.build({"i": (0, high)}, [{"i": amount} for amount in amounts]))
    assert structure.exclusive == [exclusive]
    state = [OPEN] * len(amounts)
    made, broken = structure.spread(state, [(0, 1)])
    assert broken is None
    closed = [(other, 0) for other in range(1, len(amounts))] if exclusive else []
    assert made == [(0, 1), *closed]
    assert state == [1, *([0] * len(closed) or [OPEN] * (len(amounts) - 1))]
    assert structure.excluded(0) == sum(1 << other for other, _ in closed)


def test_beside_implications_what_excludes_is_a_sum_like_others():
    items = {"i": (0, 1), "above": (0, 1)}
    structure = Structure(Model.build(items, [{"i": 1, "above": 1}, {"i": 1}, {"above": -1}]))
    assert structure.implication == [False, True]
    assert structure.exclusive == [False, False]


def test_of_items_that_were_not_there_from_the_start_nothing_follows_by_itself():
    """They are sums like others: a step names each of them."""
    twice = {"one": 1, "more": 1}
    model = Model.build({"one": (0, 1), "more": (0, 1)}, [twice, twice])
    assert [Structure(model, own).exclusive for own in (None, 1, 0)] == [
        [True] * 2,
        [True, False],
        [False] * 2,
    ]
    above = Model.build({"one": (0, 1), "more": (0, 1)}, [twice, {"one": -1, "more": -1}])
    assert [Structure(above, own).implication for own in (None, 1)] == [[True] * 2, [True, False]]


LETTERS = [{"s": "red"}, {"s": "red"}, {"s": "blue"}, {"s": 1}, {"s": 1}]


@pytest.mark.parametrize(
    ("more", "option", "closed"),
    [
        ([], 0, [2, 3, 4]),
        ([], 2, [0, 1, 3, 4]),
        ([], 3, [0, 1, 2, 4]),
        ([{"s": -1}], 0, [2]),  # amounts may cancel out
        ([{"s": -1}], 2, [0, 1]),
        ([{"s": -1}], 3, []),
    ],
)
def test_a_colour_closes_others(more, option, closed):
    structure = Structure(Model.build({"s": (0, 1)}, LETTERS + more))
    made, broken = structure.spread([OPEN] * len(LETTERS + more), [(option, 1)])
    assert (sorted(made[1:]), broken) == ([(other, 0) for other in closed], None)
    assert structure.excluded(option) == sum(1 << other for other in closed)
    assert list(structure.options(0)) == [*range(3, 5 + len(more)), 0, 1, 2]
    assert structure.looked_at == [0]


def test_an_item_that_gets_colours_only_is_not_reasoned_about():
    structure = Structure(Model.build({"s": (0, 1), "none": (1, 1)}, LETTERS[:3]))
    assert structure.looked_at == [1]
    assert structure.watched_items([0, 1, 2]) == set()


def test_once_a_colour_is_chosen_the_sum_must_be_0():
    structure = Structure(Model.build({"s": (0, 1)}, [*LETTERS, {"s": -1}]))
    assert structure.demand(0, [OPEN] * 6) == (0, 1)
    assert structure.demand(0, [0, 0, 0, 1, OPEN, OPEN]) == (0, 1)
    assert structure.demand(0, [OPEN, 1, OPEN, OPEN, OPEN, OPEN]) == (0, 0)


def test_choices_that_break_an_item_name_it():
    structure = Structure(Model.build({"i": (0, 1), "j": (0, 1)}, [["i"], ["i", "j"], ["j"]]))
    assert structure.spread([OPEN, OPEN, 1], [(0, 1)]) == ([(0, 1), (1, 0)], None)
    assert structure.spread([OPEN, 1, OPEN], [(0, 1)]) == ([(0, 1)], 0)
    assert structure.spread([OPEN, OPEN, 1], [(1, 1)]) == ([(1, 1), (0, 0)], 1)
    assert structure.spread([OPEN, OPEN, OPEN], [(0, 1), (0, 0)]) == ([(0, 1)], -1)
    assert structure.spread([1, OPEN, OPEN], [(0, 1)]) == ([], None)


def tank(amounts, above):
    """A sum, and pairs (upper, lower): with the upper option chosen, the lower is."""
    items = {"sum": (0, 99)} | {f"{upper}>{lower}": (0, 1) for upper, lower in above}
    gives = [{"sum": amount} for amount in amounts]
    for upper, lower in above:
        gives[upper][f"{upper}>{lower}"], gives[lower][f"{upper}>{lower}"] = -1, 1
    return Structure(Model.build(items, gives))


@pytest.mark.parametrize(
    ("amounts", "above", "chains"),
    [
        ([2, 3, 4], [], [[(0, 2)], [(1, 3)], [(2, 4)]]),
        ([2, 3, 4], [(0, 1)], [[(1, 3), (0, 2)], [(2, 4)]]),
        ([2, 3, 4], [(0, 1), (1, 2)], [[(2, 4), (1, 3), (0, 2)]]),
        ([2, 3, 4], [(0, 1), (0, 2)], None),  # it branches
        ([2, 3, 4], [(0, 2), (1, 2)], None),
        ([2, -3, 4], [(0, 1)], None),  # an amount below 0
    ],
)
def test_options_of_an_item_stand_in_chains(amounts, above, chains):
    found = tank(amounts, above).chains[0]
    assert (sorted(found) if found else found) == (sorted(chains) if chains else chains)


def test_what_a_choice_implies_within_an_item():
    structure = tank([2, 3, 4], [(0, 1), (1, 2)])
    assert structure.within(0, 0, 1) == [(0, 1, 2), (1, 1, 3), (2, 1, 4)]
    assert structure.within(0, 2, 0) == [(2, 0, 4), (1, 0, 3), (0, 0, 2)]
    assert structure.within(0, 1, 1) == [(1, 1, 3), (2, 1, 4)]
    assert structure.closure((0, 1)) == [(0, 1), (1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("amounts", "heaviest"),
    [
        # with option 0 goes option 1; without option 1, option 0 goes
        ([1, 5], [(0, 6, 1), (1, 5, 6)]),
        ([5, 1], [(0, 6, 5), (1, 1, 6)]),
        ([-1, 5], [(0, 5, 1), (1, 5, 5)]),
        ([1, -5], [(0, 1, 5), (1, 5, 5)]),
    ],
)
def test_how_far_a_choice_can_take_a_sum_is_counted_with_what_it_implies(amounts, heaviest):
    assert tank(amounts, [(0, 1)]).heaviest(0) == heaviest


def test_lazy_items_are_refused():
    with pytest.raises(RefusedError, match="lazy items, which only a search finds"):
        Structure(replace(Model.build(["a"], [["a"]]), lazy=object()))
