"""Every rule and every expression means in the model, to each engine, what plain Python says it means."""

from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from random_problems import check, problems

import accord
from accord.model.digest import digest, hexadecimal
from accord.problem import Problem, element, every, lower, maximum, minimum, some
from accord.problem.evaluate import few_atoms
from accord.problem.lower import forms
from accord_compare.fuzz.cases import RULES
from accord_compare.fuzz.form import Form, Item, batch
from accord_compare.fuzz.oracle import solve

BACKENDS = ("native", "cpsat", "sat")


@pytest.mark.parametrize("kind", RULES)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_a_rule_has_the_solutions_that_it_says(kind, data):
    check(data.draw(problems(kind)))


@given(data=st.data())
@settings(max_examples=12)
def test_all_engines_count_the_same_with_one_digest(data):
    drawn = data.draw(problems(size=5))
    found, model = check(drawn), drawn.problem.model
    expected = hexadecimal(digest(model, batch(found)))
    for backend in BACKENDS:
        outcome = accord.count(model, backend=backend, with_digest=True)
        assert (outcome.count, outcome.digest) == (len(found), expected), backend
        assert accord.count(model, backend=backend).count == len(found), backend


@pytest.mark.parametrize(("supports", "tuples"), [(0, lower.TUPLES), (0, 0)])
@given(data=st.data())
@settings(max_examples=examples(40))
def test_large_domains_go_another_way_to_the_same(supports, tuples, data):
    """What goes value by value on small domains goes by order, or by a sum."""
    drawn = data.draw(problems("comparison", "logic", "increasing", "lexicographic"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lower, "SUPPORTS", supports)
        patch.setattr(lower, "TUPLES", tuples)
        drawn.problem.model  # noqa: B018
    check(drawn)


@given(data=st.data())
@settings(max_examples=examples(40))
def test_two_variables_with_too_many_pairs_go_by_their_parts(data):
    """Pairs of parts are still written, so only the whole may be too large: as if no two were few."""
    drawn = data.draw(problems("comparison", "different", "table"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forms, "few_atoms", lambda *of, pairs: few_atoms(*of, pairs=0))
        drawn.problem.model  # noqa: B018
    check(drawn)


@given(data=st.data(), maximizes=st.booleans())
@settings(max_examples=20)
def test_the_best_is_the_best_of_all(data, maximizes):
    drawn = data.draw(problems("comparison", "different", size=5))
    p = drawn.problem
    integers = [atom for atom in p.variables if atom.numeric]
    weights = data.draw(st.lists(st.integers(-4, 4), min_size=len(integers), max_size=len(integers)))
    constant = data.draw(st.integers(-3, 3))
    (p.maximize if maximizes else p.minimize)(
        sum((w * x for w, x in zip(weights, integers, strict=True)), constant)
    )
    worth = [
        constant + sum(w * values[x.name] for w, x in zip(weights, integers, strict=True))
        for values in drawn.assignments()
        if drawn.holds(values)
    ]
    for backend in BACKENDS:
        outcome = accord.best(p.model, backend=backend)
        if not worth:
            assert outcome.answer == "impossible"
            continue
        expected = max(worth) if maximizes else min(worth)
        assert outcome.value == expected
        (solution,) = outcome.solutions
        chosen = p.values(solution.options)
        assert drawn.holds(chosen)
        value = constant + sum(w * chosen[x.name] for w, x in zip(weights, integers, strict=True))
        assert value == expected


# -- explanations leave rules out ------------------------------------------------------------------------


def checked_without_rules(p):
    """The items that belong to no rule are met by all values of the variables, each in one way."""
    form = Form.of(p.model)
    always_met = Item(-(10**6), 10**6)
    items = [item if rule is None else always_met for item, rule in zip(form.items, p.rule_of, strict=True)]
    solutions = solve(replace(form, items=tuple(items)), nodes=10**6, solutions=10**5)
    found = [tuple(p.values(solution).values()) for solution in solutions]
    assert Counter(found) == Counter(product(*(atom.values for atom in p.variables)))


@given(data=st.data())
@settings(max_examples=examples(40))
def test_what_belongs_to_no_rule_is_met_by_all_values(data):
    kinds = ("comparison", "logic", "different", "lexicographic", "precedence")
    drawn = data.draw(problems(*kinds, size=5))
    checked_without_rules(drawn.problem)


def test_a_place_outside_is_refused_by_rules_only():
    p = Problem()
    place, y, z = p.integer("place", 0, 4), p.integer("y", 0, 2), p.integer("z", 0, 2)
    there = element([1, y, 3], place)
    p.add(there * z >= 0, minimum(there, z + y) >= 0, abs(there - z - y) >= 0)
    checked_without_rules(p)


def test_each_rule_says_by_itself_that_a_place_is_inside():
    p = Problem()
    place = p.integer("place", 0, 4)
    there = element([1, 2, 3], place)
    for number in range(3):
        p.add(there >= 1, words=f"rule {number}")
    said = [rule for name, rule in zip(p.model.item_names, p.rule_of, strict=True) if "inside" in name]
    assert said == ["rule 0", "rule 1", "rule 2"]


def test_what_two_rules_ask_for_belongs_to_neither():
    p = Problem()
    x = p.integers(4, 1, 4)
    for after in (2, 3):
        p.precedence(x, [1, after], words=f"{after} is behind 1")
    named = dict(zip(p.model.item_names, p.rule_of, strict=True))
    shared = {rule for name, rule in named.items() if name.endswith(("follows", "one of them"))}
    assert shared == {None}
    checked_without_rules(p)


# -- corners -------------------------------------------------------------------------------------------


def values(p):
    """All solutions of a problem, in an order of their own."""
    return sorted((tuple(p.values(s.options).values()) for s in accord.solutions(p.model)), key=repr)


@pytest.mark.parametrize(
    "state",
    [
        lambda p, x, b: p.add(b[0] | (sum(b[1:]) <= 1)),
        lambda p, x, b: p.add(b[0] | (sum(b[1:]) >= 2)),
        lambda p, x, b: p.add(b[0] | (sum(b[1:]) <= 0)),
        lambda p, x, b: p.add(b[0] | (sum(b[1:]) == 2)),
        lambda p, x, b: p.add(((x[0] == 1) | (x[1] == 2)) ^ b[0] ^ b[1]),
        lambda p, x, b: p.add((sum(b[1:]) <= 1) ^ b[0]),
        lambda p, x, b: p.add(b[0] | (b[1] & (b[2] | (sum(x) + b[3] >= 4)))),
        lambda p, x, b: p.lexicographic(x, x[1:2]),
        lambda p, x, b: p.lexicographic(x[1:], x),
        lambda p, x, b: p.lexicographic(x[1:], x, strictly=True),
    ],
)
def test_what_is_rarely_drawn_means_what_it_says(state):
    p = Problem()
    x, b = p.integers(2, 1, 3), p.booleans(4, name="b")
    state(p, x, b)
    every_one = product(*(atom.values for atom in p.variables))
    right = [some for some in every_one if p.holds(dict(zip(p.variables, some, strict=True)))]
    assert Counter(values(p)) == Counter(right)
    assert 0 < len(right) < 3 * 3 * 2**4


def test_a_problem_of_nothing_has_one_solution():
    assert accord.count(Problem().model).count == 1


def test_variables_without_rules_have_all_their_values():
    p = Problem()
    p.integers(2, 1, 3), p.booleans(2, name="b"), p.choice("c", [None, "", (1, 2)])
    assert accord.count(p.model).count == 3 * 3 * 2 * 2 * 3


@pytest.mark.parametrize(
    ("said", "number"), [(True, 2), (False, 0), (every([]), 2), (some([]), 0), (every(True), 2)]
)
def test_true_and_false_are_rules(said, number):
    p = Problem()
    p.boolean("b")
    p.add(said)
    assert accord.count(p.model).count == number


def test_a_truth_in_a_list_of_truths_may_be_known():
    p = Problem()
    a, b = p.booleans(2)
    p.add(every(a, True), some([b, False]))
    assert values(p) == [(True, True)]


def test_a_choice_may_be_none():
    """Through an element, where that there is nothing at a place must not be taken for the value None."""
    p = Problem()
    a, b = p.choices(2, [None, "x"])
    place = p.integer("place", 0, 2)
    p.add(element([a, b], place) == None)  # noqa: E711
    assert len(values(p)) == 4


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (lambda x, y, z: x != y, lambda x, y, z: x != y),
        (lambda x, y, z: (x != y) & (y != z), lambda x, y, z: x != y and y != z),
        (lambda x, y, z: ~((x == y) | (z == "a")), lambda x, y, z: not (x == y or z == "a")),
        (lambda x, y, z: (x == y) | (y != z), lambda x, y, z: x == y or y != z),
    ],
)
def test_texts_that_differ(said, meant):
    problem = Problem()
    domains = {"x": ("a", "b", "c"), "y": ("b", "c", "d"), "z": ("c", "a")}
    problem.add(said(*(problem.choice(name, texts) for name, texts in domains.items())))
    assert accord.count(problem).count == sum(meant(*texts) for texts in product(*domains.values()))


@pytest.mark.parametrize(
    "state",
    [
        lambda p, e: p.increasing([e]),
        lambda p, e: p.different([e]),
        lambda p, e: p.lexicographic([], [e]),
        lambda p, e: p.precedence([e], []),
        lambda p, e: p.add((e == 1) | (e != 1)),
        lambda p, e: p.minimize(e),
    ],
)
def test_a_place_outside_is_no_solution_wherever_it_is_said(state):
    p = Problem()
    place = p.integer("place", -1, 5)
    state(p, element([1, 2, 3], place))
    assert values(p) == [(0,), (1,), (2,)]
    assert [value for value in place.values if p.holds({place: value})] == [0, 1, 2]


def test_a_place_that_is_never_inside_makes_it_impossible():
    p = Problem()
    place = p.integer("place", 7, 9)
    p.add(element([1, 2, 3], place) + minimum(place, element([4], place)) < maximum(1, element([4], place)))
    assert values(p) == []


@pytest.mark.parametrize(("function", "least", "number"), [(minimum, 2, 8), (maximum, 3, 4)])
def test_two_large_domains_have_a_least_and_a_greatest(function, least, number, monkeypatch):
    monkeypatch.setattr(lower, "PAIRS", 20)
    p = Problem()
    x, y = p.integer("x", 1, 6), p.integer("y", 2, 5)
    p.add(function(x, y) == least)
    assert len(values(p)) == number


@pytest.mark.full
def test_large_domains_are_compared_by_order():
    p = Problem()
    x, y = p.integer("x", -200, 100), p.integer("y", -100, 300)
    p.add(2 * x >= 3 * y + 5, x + y >= 0, y > 20)
    expected = sum(2 * a >= 3 * b + 5 and a + b >= 0 for a in range(-200, 101) for b in range(21, 301))
    assert [accord.count(p.model, backend=b).count for b in BACKENDS] == [expected] * 3


def test_a_sum_times_a_number_is_a_sum_of_products_where_that_is_smaller():
    p = Problem()
    d = p.integers(list("ABCDE"), 1, 9)
    p.different(d)
    p.add((10 * d["A"] + d["B"]) * d["C"] == 10 * d["D"] + d["E"])
    found = sum((10 * a + b) * c == 10 * d + e for a, b, c, d, e in permutations(range(1, 10), 5))
    assert p.model.options == 5 * 9 + 2 * 81
    assert [accord.count(p, backend=backend).count for backend in ("native", "cpsat")] == [found, found]


def test_sums_times_sums_mean_what_they_say():
    p = Problem()
    x = p.integers(4, 0, 3, name="x")
    p.add((5 * x[0] - x[1] + 2) * (x[3] + 4 * x[2] - 7) == -12)
    asked = product(range(4), repeat=4)
    found = sum((5 * a - b + 2) * (d + 4 * c - 7) == -12 for a, b, c, d in asked)
    assert found
    assert [accord.count(p, backend=backend).count for backend in BACKENDS] == [found] * 3
