"""What a person can deduce: every step is true, none that a rule promises is missed, words say why."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import numpy as np
import pytest
import random_models
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import looped
from profiles import examples
from verdicts import TEXTS

import accord
from accord.deduce import RULES, Contradiction, Reasoner, deductions, rating, words
from accord.deduce.rules import subset_sums
from accord.deduce.structure import OPEN, Structure
from accord.errors import InputError, StoppedError
from accord.model import Model
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.table import family

SUMS = [
    ("aquarium", seed, (6 + seed, 5 + seed), more)
    for seed, more in ((1, {}), (2, {"tanks": 14}), (3, {"tanks": 18}), (5, {"reading": "body"}))
]
OTHERS = [
    ("thermometers", 1, (8, 8), {}),
    ("thermometers", 2, (6, 9), {}),
    ("nonogram", 3, (8, 8), {}),
    ("nonogram", 4, (10, 7), {}),
]


def drawn(name, seed, size, more):
    """A random puzzle of a family with one solution: the first from this seed on."""
    while True:
        puzzle = Puzzle(family=name, spec=family(name).random.generate(seed, size, **more), name=name)
        if accord.unique(puzzle, backend="cpsat").answer == "unique":
            return puzzle
        seed += 100


def contrary(model, option, chosen):
    """The solutions in which the option is not as it was said to be."""
    if chosen:
        return model.restrict([other for other in range(model.options) if other != option])
    return model.require([option])[0]


def cases():
    yield from (accord.load(name) for name in ("aquarium-6x6", "aquarium-15x15-hard"))
    yield from (drawn(*case) for case in (*SUMS, *OTHERS))


@pytest.mark.slow
def test_of_a_dozen_puzzles_the_contrary_of_each_hint_has_no_solution():
    number = 0
    for puzzle in cases():
        for step in deductions(puzzle.model):
            for forced in step.forced:
                model = contrary(puzzle.model, forced.option, forced.chosen)
                assert accord.first(model, backend="cpsat").answer == "impossible", words(puzzle.model, step)
                number += 1
    assert number > 300


def test_hints_alone_solve_every_puzzle_that_is_rated_below_search():
    levels = set()
    for puzzle in cases():
        (solution,) = accord.unique(puzzle, backend="sat").solutions
        reasoner = Reasoner(puzzle.model)
        for step in reasoner.steps():
            assert step.chosen or step.closed
            assert set(step.chosen) <= set(solution.options)
            assert not set(step.closed) & set(solution.options)
        found = rating(puzzle.model)
        levels.add(found.level)
        assert (found.level != "search") == reasoner.solved
        if reasoner.solved:
            assert tuple(reasoner.chosen) == solution.options
    assert {"bounds", "lookahead"} <= levels


@settings(max_examples=examples(300), deadline=None)
@given(random_models.models(objective=False))
def test_steps_hold_in_every_solution_of_any_model(oracle, model):
    solutions = oracle(model)
    reasoner = Reasoner(model)
    try:
        for step in reasoner.steps():
            assert all(set(step.chosen) <= set(solution) for solution in solutions), words(model, step)
            assert not any(set(step.closed) & set(solution) for solution in solutions), words(model, step)
            assert words(model, step)
    except Contradiction:
        assert not solutions
        assert rating(model).level == "impossible"
        return
    if reasoner.solved:
        assert solutions == {tuple(reasoner.chosen)}
    else:
        assert rating(model).level == "search"


def demands_left(model, items):
    """The model with the demands of these items, and of those that close options by themselves."""
    structure = Structure(model)
    kept = np.isin(np.arange(model.items), items) | structure.implication | structure.exclusive
    kept[model.item[model.colour > 0]] = True
    return replace(model, low=np.where(kept, model.low, -99), high=np.where(kept, model.high, 99))


def refutations(model, oracle):
    """How many items the refutations name, each of which is held against all solutions."""
    reasoner, number = Reasoner(model), []
    with suppress(Contradiction):
        while step := reasoner.step():
            if step.rule == "lookahead":
                (forced,) = step.forced
                before = [
                    OPEN if o in (*step.chosen, *step.closed) else v for o, v in enumerate(reasoner.state)
                ]
                before[forced.option] = int(not forced.chosen)
                left = np.flatnonzero(before)
                for solution in oracle(demands_left(model, step.items).restrict(left)):
                    found = {int(left[o]) for o in solution}
                    assert any(value == 1 and o not in found for o, value in enumerate(before)), step
                number.append(len(step.items))
    return number


@settings(max_examples=examples(100), deadline=None)
@given(random_models.models(objective=False))
def test_the_items_of_a_refutation_are_enough(oracle, model):
    """With what was known before, the contrary of the step breaks the items that it names."""
    refutations(model, oracle)


def test_of_longer_refutations_too(oracle):
    longest = 0
    for seed in range(40):
        random = Random(seed)
        items = {f"i{i}": random.choice([(1, 1), (1, 1), (0, 1), (1, 2), (2, 3)]) for i in range(8)}
        options = {f"o{o}": random.sample(sorted(items), random.randint(2, 3)) for o in range(11)}
        longest = max([longest, *refutations(Model.build(items, options), oracle)])
    assert longest >= 3


@pytest.mark.parametrize(
    ("gives", "level", "number"),
    [
        ({"A": {"two": 1, "c": 2}, "B": {"c": "red"}}, "impossible", 0),  # 2 is more than c takes
        ({"A": {"two": 1, "c": 1}, "B": {"c": -1}, "C": {"c": "red"}}, "search", 3),  # 1 - 1 leaves a colour
        ({"A": {"two": 1, "c": "red"}, "B": {"c": 1}, "C": {"c": -1}}, "search", 2),  # B and C, or neither
        ({"A": {"two": 1, "c": 1}, "B": {"c": "red"}}, "bounds", 1),
        ({"A": {"two": 1, "c": "red"}, "B": {"c": "red"}, "C": {"c": "green"}}, "search", 2),
        ({"A": {"two": 1, "c": 2}, "B": {"c": -1}, "C": {"c": "red"}}, "bounds", 1),  # 2 - 1 is 1: no colour
    ],
)
def test_amounts_on_an_item_with_colours(oracle, gives, level, number):
    model = Model.build({"two": 1, "c": (0, 1)}, gives)
    assert len(oracle(model)) == number
    assert rating(model).level == level


def test_a_colour_makes_the_sum_0_and_a_sum_closes_the_colours():
    items = {"one": 1, "c": (0, 1)}
    model = Model.build(items, {"A": {"one": 1, "c": "red"}, "B": {"c": 1}, "C": {"c": -1}, "D": {"c": 3}})
    step = list(deductions(model))[1]
    assert (step.items, step.closed, step.demand) == ((1,), (3,), (0, 0))
    model = Model.build(
        items, {"A": {"one": 1, "c": 2}, "B": {"c": -1}, "C": {"c": "red"}, "D": {"c": "red"}}
    )
    steps = list(deductions(model))
    assert [set(step.chosen) for step in steps] == [{0}, {1}]
    assert steps[1].closed == (2, 3)
    assert "beside a colour" in words(model, steps[1])


def test_subset_sums_of_an_item_without_an_upper_end():
    model = Model.build({"sum": (5, 1 << 61), "one": 1}, {"A": {"sum": 3}, "B": {"sum": 2}, "C": ["one"]})
    assert [step.chosen for step in deductions(model)] == [(2,), (0, 1)]


@settings(max_examples=examples(100), deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.integers(0, 40), st.integers(0, 3))
def test_subset_sums_find_all_that_one_item_of_lone_options_forces(oracle, amounts, low, width):
    model = Model.build({"sum": (low, low + width)}, [{"sum": amount} for amount in amounts])
    solutions = oracle(model)
    found = subset_sums(Structure(model), [-1] * model.options, 0)
    if all(amount == 1 for amount in amounts):
        return  # bounds do that
    assert found.contradiction == (not solutions)
    if solutions:
        in_all = set.intersection(*map(set, solutions))
        in_none = set(range(model.options)) - set.union(*map(set, solutions))
        assert set(found.choices) == {(o, 1) for o in in_all} | {(o, 0) for o in in_none}


def chain(clue, row):
    """A tank of four cells, one above the other, with clues for its column and for one row."""
    items = {"column": clue, "row": row} | {f"{i + 1}>{i}": (0, 1) for i in range(3)}
    options = {
        str(i): {"column": 1}
        | ({"row": 2} if i == 1 else {})
        | ({f"{i}>{i - 1}": -1} if i else {})
        | ({f"{i + 1}>{i}": 1} if i < 3 else {})
        for i in range(4)
    }
    return Model.build(items, options | {"beside": ["row"]})


def test_what_an_implication_adds_is_part_of_the_same_step():
    model = chain(clue=2, row=(0, 3))
    step = next(deductions(model))
    assert (step.rule, step.items) == ("bounds", (0,))
    assert (step.chosen, step.closed) == ((0, 1), (2, 3))
    assert {(forced.option, forced.chosen) for forced in step.forced} == {(0, 1), (1, 1), (2, 0), (3, 0)}


def test_the_easiest_rule_comes_first_and_of_its_items_the_one_with_the_least_to_look_at():
    model = Model.build(
        {"wide": 4, "narrow": 1},
        {"a": ["wide"], "b": ["wide"], "c": ["wide"], "d": ["wide"], "e": ["narrow"]},
    )
    assert [step.items for step in deductions(model)] == [(1,), (0,)]


def test_intersection_sees_what_all_ways_exclude():
    # wherever a goes, it takes the middle cell, so b must not
    items = ["a", "left", "middle", "right", "b"]
    options = {
        "a at left": ["a", "left", "middle"],
        "a at right": ["a", "middle", "right"],
        "b in the middle": ["b", "middle"],
        "b at left": ["b", "left"],
        "b at right": ["b", "right"],
    }
    model = Model.build({name: (0, 1) if name in ("left", "right") else 1 for name in items}, options)
    step = next(deductions(model))
    assert (step.rule, step.items, step.closed) == ("intersection", (0,), (2,))
    assert "b in the middle is closed" in words(model, step)


def test_lookahead_names_the_item_that_could_not_be_met():
    puzzle = accord.load("aquarium-15x15-hard")
    step = next(step for step in deductions(puzzle.model) if step.rule == "lookahead")
    assert puzzle.model.item_names[step.items[-1]] in words(puzzle.model, step)


def test_ratings_of_known_puzzles():
    assert rating(accord.load("aquarium-6x6").model).level == "bounds"
    hard = accord.load("aquarium-15x15-hard").model
    assert rating(hard).level == "lookahead"
    assert rating(hard, hardest="subset sums").level == "search"
    assert rating(accord.load("queens-8").model).level == "search"  # there are 92 solutions
    assert rating(Model.build({"a": 2}, [["a"]])).level == "impossible"


def test_a_rating_needs_the_rules_that_single_steps_need():
    for name in ("aquarium-15x15-hard", "akari-10x10", "kakuro-8x8", "queens:6"):
        model = accord.load(name).model
        found = rating(model)
        reasoner = Reasoner(model)
        used = {step.rule for step in reasoner.steps()}
        hardest = [rule for rule in RULES if rule in used]
        assert found.level == ("search" if reasoner.state.count(OPEN) else hardest[-1])
        assert found.open == reasoner.state.count(OPEN)  # single steps and rounds lead to the same state
        assert (found.steps["lookahead"] > 0) == ("lookahead" in used)


def shuffled(model, seed):
    """The same model with its items and options in another order."""
    dice = Random(seed)
    items, options = [*range(model.items)], [*range(model.options)]
    dice.shuffle(items)
    dice.shuffle(options)
    place = {item: number for number, item in enumerate(items)}
    entries = [slice(model.start[option], model.start[option + 1]) for option in options]
    return Model.from_arrays(
        [model.item_names[item] for item in items],
        np.cumsum([0, *(each.stop - each.start for each in entries)]),
        [place[item] for each in entries for item in model.item[each].tolist()],
        low=model.low[items],
        high=model.high[items],
        amount=[amount for each in entries for amount in model.amount[each].tolist()],
        colour=[colour for each in entries for colour in model.colour[each].tolist()],
        colours=model.colours,
    )


@pytest.mark.full
@looped("name", [f"{family}:{texts[0]}" for family, texts in TEXTS.items() if texts[0]])
def test_a_rating_does_not_depend_on_the_order_of_items_and_options(name):
    model = accord.load(name).model
    if model.lazy is not None:
        pytest.skip("a lazy model is asked for items solution by solution")
    found = rating(model)
    assert found.level != "impossible"
    for seed in range(3):
        assert rating(shuffled(model, seed)) == found


@pytest.mark.full
@pytest.mark.parametrize("name", ["akari-10x10", "kakuro-8x8", "binairo-8x8-different", "sudoku-17"])
def test_nor_does_that_of_a_large_puzzle(name):
    model = accord.load(name).model
    assert rating(shuffled(model, 1)) == rating(model)


def test_rules_that_force_contraries_at_once_are_a_contradiction():
    model = Model.build({"a": 1, "b": 1, "c": (0, 1)}, {"x": ["a", "c"], "y": ["b", "c"]})
    assert rating(model).level == "impossible"


def test_what_is_known_is_the_start_and_may_be_wrong():
    puzzle = accord.load("aquarium-6x6")
    (solution,) = accord.unique(puzzle).solutions
    assert not list(deductions(puzzle.model, solution.options, _rest(puzzle.model, solution.options)))
    wrong = _rest(puzzle.model, solution.options)[0]
    with pytest.raises(Contradiction, match="cannot be met"):
        list(deductions(puzzle.model, [wrong]))
    with pytest.raises(InputError, match="expected one"):
        Reasoner(puzzle.model, [0], [0])
    with pytest.raises(InputError, match="expected 0 to"):
        Reasoner(puzzle.model, [puzzle.model.options])


def test_work_can_be_stopped():
    with pytest.raises(StoppedError):
        rating(accord.load("queens-8").model, stop=lambda: True)


def _rest(model, options):
    return [option for option in range(model.options) if option not in options]


# -- items that are seen as one ------------------------------------------------------------------------


@settings(max_examples=examples(80), deadline=None)
@given(random_models.models(objective=False), st.integers(1, 3))
def test_steps_of_items_that_are_seen_as_one_are_true_and_lead_as_far(oracle, model, kinds):
    solutions = oracle(model)
    joint, alone = Reasoner(model, seen_as=lambda item: item % kinds), Reasoner(model)
    try:
        for step in joint.steps():
            assert all(set(step.chosen) <= set(solution) for solution in solutions), words(model, step)
            assert not any(set(step.closed) & set(solution) for solution in solutions), words(model, step)
            parts = step.parts or (step,)
            assert step.items == tuple(item for part in parts for item in part.items)
            assert len({item % kinds for item in step.items}) == 1 or step.rule == "lookahead"
            assert sorted(o for part in parts for o in part.chosen) == list(step.chosen)
            assert sorted(o for part in parts for o in part.closed) == list(step.closed)
            assert words(model, step) == "; ".join(words(model, part) for part in parts)
    except Contradiction:
        assert not solutions
        return
    for _ in alone.steps():
        pass
    assert joint.state == alone.state


def test_what_several_items_force_at_once_is_one_step_where_they_are_seen_as_one():
    model = Model.build({"a1": 1, "a2": 1, "b": 1}, {"x": ["a1"], "y": ["a2"], "z": ["b"]})
    assert [step.items for step in Reasoner(model).steps()] == [(0,), (1,), (2,)]
    joint = Reasoner(model, seen_as=lambda item: model.item_names[item][0])
    assert [step.items for step in joint.steps()] == [(0, 1), (2,)]
    assert rating(model).steps["bounds"] == 3  # ratings count each


# -- asked again -----------------------------------------------------------------------------------------


def test_steps_that_were_left_are_gone_on_with():
    model = accord.load("aquarium-6x6").model
    whole = list(deductions(model))
    reasoner, taken = Reasoner(model), []
    while True:
        one, other = reasoner.steps(), reasoner.steps()  # in turn: no step is taken twice
        some = [step for step in (next(one, None), next(other, None)) if step is not None]
        if not some:
            break
        taken += some
    assert taken == whole
    assert reasoner.solved


def test_a_contradiction_stays_one():
    """The state is half changed when it shows: a step more would find nothing open, and call it solved."""
    seen = 0
    for seed in range(60):
        random = Random(seed)
        items = {f"i{i}": random.choice([(1, 1), (0, 1), (1, 2), (2, 2), (2, 3)]) for i in range(6)}
        options = {f"o{o}": random.sample(sorted(items), random.randint(1, 3)) for o in range(9)}
        reasoner = Reasoner(Model.build(items, options))
        try:
            for _ in reasoner.steps():
                pass
        except Contradiction as error:
            for _ in range(3):
                with pytest.raises(Contradiction, match=str(error)):
                    reasoner.step()
                assert not reasoner.solved
            seen += 1
    assert seen > 20


def test_what_is_known_may_be_given_once():
    model = accord.load("queens:4").model
    listed, streamed = Reasoner(model, [1], [0]), Reasoner(model, iter([1]), iter([0]))
    assert streamed.state == listed.state
    assert streamed.chosen
