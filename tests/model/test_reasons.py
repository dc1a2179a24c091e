"""Why options are dropped: each reason is true of its board, and no solution has such an option."""

import itertools

import numpy as np
from brute_force import all_solutions
from hypothesis import given
from hypothesis import strategies as st
from models import strip
from random_models import covers, packings

from accord.grids.lattice import lattice
from accord.model import Model
from accord.model.reasons import drop_reasons
from accord.model.reduce import drops, reduction
from accord.model.regions import Holes
from accord.puzzles.loader import load


def told(model):
    """The reasons, each with the options that were left before its turn."""
    reasons = drop_reasons(model)
    for drop in drops(model):
        for _ in range(int((~drop.keep).sum())):
            yield next(reasons), drop.options.tolist()
    assert next(reasons, None) is None


def items(model):
    """Those of each option."""
    return [set(model.items_of(option).tolist()) for option in range(model.options)]


def is_true(lists, reason, left):
    """What a reason says, asked of the items of each option; bounds are sums, and are left to brute force."""
    own = lists[reason.option]
    assert reason.items
    assert min(reason.items) >= 0
    if reason.rule == "hole":
        assert not own & set(reason.items)
    if reason.rule == "support":
        beside = [lists[option] for option in left if own.isdisjoint(lists[option])]
        assert any(item not in own and not any(item in other for other in beside) for item in reason.items)


@given(st.one_of(covers(), packings()))
def test_reasons_are_true_and_no_solution_has_what_is_dropped(model):
    found = list(told(model))
    assert sorted(reason.option for reason, _ in found) == np.flatnonzero(~reduction(model)).tolist()
    used = set(itertools.chain(*all_solutions(model))) if model.options <= 12 else set()
    for reason, left in found:
        assert reason.option not in used
        if model.kind.words == "exact cover":
            is_true(items(model), reason, left)


def test_the_worked_examples():
    cups = {"cup 1": 1, "cup 2": 1, "small lid": (0, 1), "large lid": (0, 1)}
    model = Model.build(cups, [["cup 1", "small lid"], ["cup 1", "large lid"], ["cup 2", "large lid"]])
    ((reason, _),) = told(model)
    assert (reason.option, reason.rule, [model.item_names[i] for i in reason.items]) == (
        1,
        "support",
        ["cup 2"],
    )
    model = strip(5, 2, 2, 1)
    said = {model.option_name(reason.option): reason for reason, _ in told(model)}
    assert set(said) == {"2 at 1", "2 at 3"}


def test_sums_name_the_item_that_is_out_of_bounds():
    model = Model.build({"a": (3, 5), "b": (0, 1)}, [{"a": 1, "b": 1}, {"a": 2}, {"a": 6}])
    found = {reason.option: (reason.rule, reason.items) for reason, _ in told(model)}
    assert found[2] == ("bounds", (0,))


def test_a_hole_is_the_smallest_region_that_cannot_be_filled_or_all_of_them():
    model = strip(5, 2, 2, 1)
    holes = Holes(model)
    said = {model.option_name(option): holes.unfillable(option) for option in range(model.options)}
    assert said == dict.fromkeys(said, ()) | {"2 at 1": (0,), "2 at 3": (4,)}
    model = strip(5, 2, 1)  # beside the single cell in the middle, each two can be filled, but only once
    at = {model.option_name(option): option for option in range(model.options)}
    assert Holes(model).unfillable(at["1 at 2"]) == (0, 1, 3, 4)


def test_around_a_cell_is_its_region_unless_that_is_the_largest():
    model = strip(7, 1, 2)
    holes = Holes(model)
    at = {model.option_name(option): option for option in range(model.options)}
    assert [holes.around(at["0 at 2"], cell) for cell in (0, 1, 3, 6)] == [(0, 1), (0, 1), (3,), (6,)]
    assert [holes.around(at["0 at 3"], cell) for cell in (0, 6)] == [
        (0,),
        (6,),
    ]  # of two both are the largest
    assert holes.around(at["0 at 0"], 4) == (4,)


def test_meteor():
    """518 of 2,596 options: a hole is all cells that one can reach without crossing the piece."""
    model = load("meteor").model
    grid = lattice("hexagonal")
    name = {n: item for item, n in enumerate(model.item_names)}
    cells = {(q, r): name.get(f"r{r + 1}c{(2 * q + r) // 2 + 1}") for q in range(-5, 5) for r in range(10)}
    at = {item: cell for cell, item in cells.items() if item is not None}
    assert len(at) == 50
    lists, number = items(model), 0
    for reason, left in told(model):
        number += 1
        is_true(lists, reason, left)
        own = lists[reason.option]
        reached = [reason.items[0]]
        for item in reached:
            for dq, dr in grid.steps[0].tolist():
                other = cells.get((at[item][0] + dq, at[item][1] + dr))
                if other is not None and other not in own and other not in reached:
                    reached.append(other)
        if reason.rule == "hole":
            assert sorted(reached) == sorted(reason.items)
            assert len(reached) % 5
        elif len(reason.items) > 1:
            assert sorted(reached) == sorted(reason.items)
        assert reason.rule in ("hole", "support")
    assert (model.options, number) == (2596, 518)
