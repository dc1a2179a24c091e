"""Independent parts are counted apart: the same counts as by walking, at once where walking has no end."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from random_problems import problems

import accord
from accord.backends.contract import Request
from accord.backends.native import Native
from accord.backends.native.components import Components, components, one_sum
from accord.errors import RefusedError
from accord.model import Model
from accord.problem import Problem
from accord_compare.fuzz.cases import problem
from accord_compare.fuzz.dice import Dice


@st.composite
def models(draw):
    """Small models of any demands and amounts, of which many are in pieces."""
    items = {}
    for number in range(draw(st.integers(0, 4))):
        low = draw(st.integers(-2, 3))
        demands = st.sampled_from([1, 1, (0, 1), (low, None), (low, max(0, low) + 1)])
        items[f"i{number}"] = draw(demands)
    amounts = st.sampled_from([1, 1, 1, 2, -1, 5])
    several = st.sets(st.sampled_from(sorted(items)), max_size=2) if items else st.just(set())
    options = {
        f"o{number}": {item: draw(amounts) for item in sorted(draw(several))}
        for number in range(draw(st.integers(0, 8)))
    }
    return Model.build(items, options)


@settings(max_examples=examples(60))
@given(models())
def test_the_product_is_the_count_of_the_oracle(oracle, model):
    right = len(list(oracle(model)))
    alone = [len(list(oracle(part))) for part in components(model)]
    product = 1
    for each in alone:
        product *= each
    assert product == right
    assert sum(part.options for part in components(model)) == model.options
    assert sum(part.items for part in components(model)) == model.items
    if Components().refusal(model, Request("count", solutions=False)) is None:
        assert accord.count(model, backend="native", engine="components", reduce=False).count == right
    for part, number in zip(components(model), alone, strict=True):
        found = one_sum(part)
        assert found is None or found.count() == number


@settings(max_examples=examples(40))
@given(data=st.data())
def test_two_problems_side_by_side_have_the_product_of_their_counts(data):
    one, other = data.draw(problems(size=3)), data.draw(problems(size=3))
    both = [accord.count(each.problem, backend="native").count for each in (one, other)]
    models_ = [each.problem.model for each in (one, other)]
    if any(model.lazy is not None for model in models_):
        return
    model = _beside(*models_)
    assert accord.count(model, backend="native").count == both[0] * both[1]
    if Components().refusal(model, Request("count", solutions=False)) is None:
        by_parts = accord.count(model, backend="native", engine="components", reduce=False)
        assert by_parts.count == both[0] * both[1]


def test_a_small_model_is_searched_whole_first():
    p = Problem()
    x = p.integers(4, 0, 2)
    p.add(x[0] < x[1], x[2] + x[3] >= 2)
    whole, apart = (accord.count(p, backend="native", engine=engine) for engine in (None, "components"))
    assert (whole.count, whole.engine, apart.count, apart.engine) == (18, "components", 18, "components")
    assert "components" not in whole.effort
    assert apart.effort["components"] > 1


@pytest.mark.slow
def test_a_thousand_models_are_counted_alike_by_parts_and_by_walking():
    by_parts = 0
    for number in range(1000):
        drawn = [problem(Dice(41, number, side), 3).problem.model for side in (0, 1)]
        if any(model.lazy is not None for model in drawn):
            continue
        model = _beside(*drawn)
        walked = accord.run(model, "all", backend="native").count
        assert accord.count(model, backend="native").count == walked, number
        if Components().refusal(model, Request("count", solutions=False)) is None:
            by_parts += 1
            assert accord.count(model, backend="native", engine="components", reduce=False).count == walked
    assert by_parts > 300


def _beside(one, other):
    return Model.from_arrays(
        [*(f"a {name}" for name in one.item_names), *(f"b {name}" for name in other.item_names)],
        np.concatenate([one.start, one.start[-1] + other.start[1:]]),
        np.concatenate([one.item, one.items + other.item]),
        low=np.concatenate([one.low, other.low]),
        high=np.concatenate([one.high, other.high]),
        amount=np.concatenate([one.amount, other.amount]),
        hidden=np.concatenate([one.hidden, other.hidden]),
    )


@settings(max_examples=examples(60))
@given(
    domains=st.lists(
        st.lists(st.integers(-5, 9), min_size=1, max_size=4, unique=True), min_size=1, max_size=4
    ),
    amounts=st.lists(st.integers(-4, 4), min_size=4, max_size=4),
    truths=st.integers(0, 2),
    bound=st.integers(-20, 30),
    exactly=st.booleans(),
)
def test_one_sum_is_a_coefficient_of_a_product(domains, amounts, truths, bound, exactly):
    p = Problem()
    x = [p.integer(f"x{n}", values=sorted(domain)) for n, domain in enumerate(domains)]
    b = p.booleans(truths, name="b")
    z = p.integers(2, 0, 1, name="z")
    of = sum(a * v for a, v in zip(amounts, x, strict=False)) + 3 * sum(b) + z[0] + z[1]
    p.add(of == bound if exactly else of <= bound)
    found = one_sum(p.model)
    walked = accord.run(p, "all", backend="native").count
    if found is not None:
        assert found.count() == walked


@pytest.mark.parametrize("backend", ["auto", "native"])
def test_twelve_numbers_with_one_comparison(backend):
    p = Problem()
    x = p.integers(12, 0, 9)
    p.add(x[0] < x[1])
    outcome = accord.count(p, backend=backend)
    assert (outcome.count, outcome.exact, outcome.engine) == (450_000_000_000, True, "components")


@pytest.mark.parametrize("backend", ["auto", "native"])
def test_a_line_through_ten_thousand_values_each(backend):
    p = Problem()
    a, b, c = p.integers(3, 0, 10**4)
    p.add(2 * a + 3 * b == c)
    outcome = accord.count(p, backend=backend)
    assert (outcome.count, outcome.engine) == (8_338_334, "components")


def test_a_part_without_solutions_ends_the_count():
    p = Problem()
    x = p.integers(12, 0, 9)
    p.add(x[0] < x[1], x[1] < x[0], x[2] * x[3] == 12)
    assert accord.count(p, backend="native").answer == "impossible"


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (Request("all"), "only counts"),
        (Request("count", solutions=False, limit=3), "cannot stop"),
        (Request("count", solutions=False, stats=True), "no statistics"),
        (Request("count", solutions=False, save_when=lambda: True), "keeps no state"),
    ],
)
def test_what_it_cannot_do_is_refused(request_, message):
    model = Model.build({"a": 1, "b": 1}, {"x": ["a"], "y": ["b"], "z": ["b"]})
    assert message in Components().refusal(model, request_)


def test_a_model_in_one_piece_is_for_other_engines():
    model = Model.build({"a": 1, "b": 1}, {"x": ["a", "b"], "y": ["a"], "z": ["b"]})
    with pytest.raises(RefusedError, match="all of this one hangs together"):
        accord.count(model, backend="native", engine="components")
    assert accord.count(model, backend="native").engine != "components"
    assert "components" in Native().engines
