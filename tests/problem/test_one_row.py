"""Rules that are written many at once give the rows that they give one by one."""

import random
from itertools import combinations

import pytest

import accord
from accord.errors import RefusedError
from accord.problem import Problem, total
from accord.problem import some as any_of
from accord.problem.expressions import Truth, Variable
from accord.problem.lower.forms import Forms
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.lower.passes import OneRowRules, _write_rules, lower_problem


def random_problem(dice: random.Random) -> Problem:
    """Return sums and clauses, some with equal words or terms twice, between rules of other kinds."""
    p = Problem()
    some = [p.boolean(f"b{number}") for number in range(6)]
    x, y = p.integers(("x", "y"), 0, 3).values()
    for _ in range(30):
        of_values = x == 1, x.among((0, 1, 3)), y.among((0, 2)), y.among((1, 2, 3)), y == 9
        terms = dice.choices([*some, *some, *of_values], k=dice.randint(2, 4))
        form = total(dice.choice((-3, -1, 1, 1, 1, 2)) * term for term in terms)
        words = dice.choice(("", "", "the same words", "w" * 100))
        bound = dice.randint(0, 1)  # even one term may have it
        p.add(dice.choice((form <= bound, form >= bound, form == bound, form != bound)), words=words)
        p.add(random_clause(dice, some, x, form == bound), words=words)
        if dice.random() < 0.2:
            others = form + x >= 1, some[0] & some[1], x != 2, ~some[2], x.among((0, 2))
            p.add(dice.choice(others), words=words)
    return p


def random_clause(dice: random.Random, some: list, x: Variable, other: Truth) -> Truth:
    """Return Booleans and values of a variable, or their negations; now and then another truth among them."""
    values = ((1,), (9,), (0, 2), (0, 1, 3), (0, 1, 2, 3), ())
    literals = [*some, *map(x.among, values)]
    of = [~each if dice.random() < 0.4 else each for each in dice.choices(literals, k=dice.randint(2, 4))]
    return any_of([*of, other] if dice.random() < 0.1 else of)


def test_rows_are_those_of_rules_that_are_written_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, several = random.Random(4), 0
    for _ in range(60):
        p = random_problem(dice)
        several += OneRowRules(_forms(p)).write(p.rules, 0) > 1
        model, rules = lower_problem(p)[:2]
        with monkeypatch.context() as context:
            context.setattr(OneRowRules, "write", lambda *_: 0)
            other, other_rules = lower_problem(p)[:2]
        for what in ("low", "high", "start", "item", "amount"):
            assert getattr(model, what).tolist() == getattr(other, what).tolist()
        assert (model.item_names, model.names) == (other.item_names, other.names)
        assert rules == other_rules
    assert several > 10


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("size", range(1, 5))
def test_a_set_of_values_is_what_it_says(size: int, holds: bool) -> None:
    for values in combinations(range(4), size):
        p = Problem()
        x, y = p.integer("x", 0, 3), p.integer("y", 0, 2)
        is_one = x.among(values)
        p.add((is_one if holds else ~is_one) | (y == 0))
        p.add(total((is_one, y == 2)) <= 1)
        solutions = {(a, b) for a in range(4) for b in range(3) if (a in values) == holds or not b}
        solutions -= {(a, b) for a, b in solutions if a in values and b == 2}
        found = [tuple(p.values(each.options).values()) for each in accord.solutions(p.model)]
        assert sorted(found) == sorted(solutions)


def _forms(p: Problem) -> Forms:
    return Forms(ModelWriter(), p.variables)


def test_the_rule_is_named_with_which_a_model_grows_too_large() -> None:
    p = Problem()
    some = [p.boolean(f"b{number}") for number in range(6)]
    for number in range(9):
        p.add(total(some) <= 3, words=f"rule {number}")
    forms = Forms(ModelWriter(most=40), p.variables)
    with pytest.raises(RefusedError, match="rule 6: with it the model has more than 40 entries"):
        list(_write_rules(p, forms))
