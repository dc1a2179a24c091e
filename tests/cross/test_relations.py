"""Relations between models of every kind, on every backend: what a change does to the number of solutions.

The counts are compared with each other, not with an oracle: what passes here may still be wrong, but only in
the same way about both models.
"""

from functools import cache

import pytest

import accord
from accord.errors import RefusedError
from accord_compare.fuzz.cases import KINDS, case
from accord_compare.fuzz.dice import Dice

from . import relations as rel

SEED = 1996
FEW, MANY = 1, 12  # models of each kind


@cache
def counted(form, backend_name):
    outcome = accord.count(form.model(), backend=backend_name)
    assert outcome.exact
    return outcome.count


def count(form, backend_name):
    try:
        return counted(form, backend_name)
    except RefusedError as refusal:
        pytest.skip(str(refusal))


@cache
def drawn(kind, models):
    """Small models of one kind with some solutions, and the numbers they have."""
    place, found = list(KINDS).index(kind), []
    for number in range(place, place + 40 * models * len(KINDS), len(KINDS)):
        one = case(SEED, number)
        if 0 < len(one.solutions) <= 60 and 0 < len(one.form.options) <= 40:
            found.append((one.form, number))
        if len(found) == models:
            return found
    raise AssertionError(f"only {len(found)} small models of kind {kind}")


@pytest.fixture(params=[FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"])
def models(request):
    return request.param


@pytest.fixture(params=list(KINDS))
def forms(request, models):
    """Models of one kind, each with a source of random choices."""
    return [(form, Dice(SEED, number, 1)) for form, number in drawn(request.param, models)]


def test_the_order_of_items_and_options_does_not_matter(forms, backend_name):
    for form, dice in forms:
        assert count(rel.shuffled(form, dice), backend_name) == count(form, backend_name)


def test_an_option_is_in_a_solution_or_not(forms, backend_name):
    for form, dice in forms:
        option = dice.number(0, len(form.options) - 1)
        having = count(rel.forced(form, option), backend_name)
        lacking = count(rel.without(form, option), backend_name)
        assert having + lacking == count(form, backend_name)
        assert count(rel.forbidden(form, option), backend_name) == lacking
        assert count(rel.with_copy(rel.seen(form), option), backend_name) == 2 * having + lacking


def test_require_and_restrict_add_up(forms, backend_name):
    for form, dice in forms:
        option = dice.number(0, len(form.options) - 1)
        model = form.model()
        having, _ = model.require([option])
        lacking = model.restrict([o for o in range(model.options) if o != option])
        parts = [accord.count(part, backend=backend_name).count for part in (having, lacking)]
        assert sum(parts) == count(form, backend_name)


def test_a_demand_in_parts_adds_up(forms, backend_name):
    for form, dice in forms:
        items = [item for item in range(len(form.items)) if rel.can_be_split(form, item)]
        for item in items and [dice.pick(items)]:
            parts = [count(part, backend_name) for part in rel.split_on_item(form, item)]
            assert sum(parts) == count(form, backend_name)


def test_primary_to_secondary_never_lowers_the_count(forms, backend_name):
    for form, dice in forms:
        items = [i for i, item in enumerate(form.items) if item == (1, 1)]
        for item in items and [dice.pick(items)]:
            assert count(rel.loosened(rel.seen(form), item), backend_name) >= count(form, backend_name)


def test_the_complement_of_options_keeps_the_count(forms, backend_name):
    for form, dice in forms:
        number, changed = count(form, backend_name), form
        for _ in range(3):
            option = dice.number(0, len(form.options) - 1)
            if rel.can_be_complemented(changed, option):
                changed = rel.complemented(changed, option)
        assert count(changed, backend_name) == number


@pytest.mark.parametrize("factor", [3, 1 << 31])
def test_a_scaled_item_keeps_the_solutions(forms, backend_name, factor):
    for form, dice in forms:
        items = [item for item in range(len(form.items)) if rel.can_be_scaled(form, item, factor)]
        for item in items and [dice.pick(items)]:
            assert count(rel.scaled(form, item, factor), backend_name) == count(form, backend_name)


def test_the_sum_of_two_items_is_no_news(forms, backend_name):
    for form, dice in forms:
        pairs = rel.can_be_added(form)
        for pair in pairs and [dice.pick(pairs)]:
            assert count(rel.added(form, *pair), backend_name) == count(form, backend_name)


def test_two_copies_side_by_side_square_the_count(forms, backend_name):
    for form, _ in forms:
        number = count(form, backend_name)
        if number <= 20:
            assert count(rel.doubled(form), backend_name) == number**2


def test_a_symmetry_maps_solutions_to_solutions(backend_name):
    seen = 0
    place = list(KINDS).index("symmetric")
    for number in range(place, place + 30 * len(KINDS), len(KINDS)):
        one = case(SEED, number)
        if one.model.hidden.any() or not len(one.maps) > 1 or len(one.solutions) > 200:
            continue
        found = {solution.options for solution in accord.solutions(one.model, backend=backend_name)}
        for images in one.maps:
            assert {tuple(sorted(images[o] for o in solution)) for solution in found} == found
        seen += len(found) > 0
    assert seen >= 5
