"""Trials of choices: items that are passed over force nothing; a trial that ends early is right."""

from random import Random

import pytest
import random_models
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.deduce import Contradiction, Reasoner
from accord.deduce.reason import ratings
from accord.deduce.rules import bounds
from accord.deduce.structure import OPEN, Structure
from accord.deduce.trials import TO_THE_END, Sums, find_shortest, find_wrong, lookahead, trials
from accord.model import Model


def unseen(done, of):
    """Show nothing."""


def choices_of(model, dice):
    """A structure, a state that some choices led to without a contradiction, and sums added on the way."""
    structure, state = Structure(model), [OPEN] * model.options
    sums = Sums(structure, state)
    for option in dice.sample(range(model.options), min(3, model.options)):
        after = state.copy()
        made, broken = structure.spread(after, [(option, dice.randint(0, 1))])
        if broken is None:
            state = after
            sums.add(made)
    return structure, state, sums


@settings(max_examples=examples(200), deadline=None)
@given(random_models.models(objective=False), st.randoms(use_true_random=False))
def test_an_item_that_is_passed_over_forces_nothing(model, dice):
    structure, state, sums = choices_of(model, dice)
    anew = Sums(structure, state)
    for item in structure.looked_at:
        assert sums.quiet(item) == anew.quiet(item)
        if sums.quiet(item):
            found = bounds(structure, state, item)
            assert (found.choices, found.contradiction) == ((), False)


@settings(max_examples=examples(200), deadline=None)
@given(random_models.models(objective=False), st.randoms(use_true_random=False))
def test_wrong_choices_are_those_that_a_trial_to_the_end_refutes(model, dice):
    structure, state, _ = choices_of(model, dice)
    every = [(option, value) for option, known in enumerate(state) if known == OPEN for value in (0, 1)]
    refuted = {each for each in every if lookahead(structure, state, each, TO_THE_END).refutation}
    assert find_wrong(structure, state, unseen).keys() == refuted
    shortest = find_shortest(structure, state, trials(state, structure), unseen)
    assert (shortest is None) == (not refuted)
    assert shortest is None or shortest.choice in refuted


def test_a_rating_gives_the_first_lookahead_that_a_hint_gives():
    model = accord.load("aquarium-15x15-hard").model
    *_, last = ratings(model)
    _, step = last.first["lookahead"]
    hinted = Reasoner(model)
    assert next(each for each in hinted.steps() if each.rule == "lookahead") == step
    known = Reasoner(model)
    rounds = {rule: step for rule, _, step in iter(lambda: known.round(["lookahead"]), None)}
    assert rounds["lookahead"] is None, "the shortest refutation is looked for only where it is wanted"


def test_progress_is_shown_within_a_round_of_lookahead():
    model = accord.load("queens-8").model  # there is one round, which finds nothing
    shown = []
    list(ratings(model, show=lambda done, of: shown.append((done, of))))
    within = [done for done, of in shown if of == 2 * model.options]
    assert len(within) > 20
    assert within == sorted(within)
    words = []
    accord.rate(accord.load("queens-8"), show=lambda said, _: words.append(said))
    assert sum("looked at" in said for said in words) >= len(within) - 1


def test_a_contradiction_in_a_round_names_an_item_that_cannot_be_met():
    model = Model.build(
        {"two": (2, 2), "a": (0, 1), "b": (0, 1), "c": (0, 1)},
        {"x": ["two", "a", "b"], "y": ["two", "a", "c"], "z": ["two", "b", "c"]},
    )
    reasoner = Reasoner(model)
    with pytest.raises(Contradiction, match="cannot be met"):
        list(iter(reasoner.round, None))


def test_the_order_of_trials_makes_no_difference():
    for seed in range(30):
        dice = Random(seed)
        items = {f"i{i}": dice.choice([(1, 1), (1, 1), (0, 1), (1, 2), (2, 3)]) for i in range(8)}
        gives = {f"o{o}": dice.sample(sorted(items), dice.randint(2, 3)) for o in range(11)}
        names = sorted(gives, key=lambda _: dice.random())
        found = []
        for order in (sorted(gives), names):
            model = Model.build(items, {name: gives[name] for name in order})
            wrong = find_wrong(Structure(model), [OPEN] * model.options, unseen)
            found.append({(model.option_name(option), value) for option, value in wrong})
        assert found[0] == found[1]
