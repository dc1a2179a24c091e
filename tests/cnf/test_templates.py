"""A copy of a template is what the encoding writes for these literals."""

import random
from collections.abc import Generator

import pytest

from accord.cnf.clauses import Clauses
from accord.cnf.linear import Linear, normal_form
from accord.cnf.lower import ENCODERS, MOST_LITERALS, encode


def written(steps: Generator[None, None, bool]) -> bool:
    """Return what a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize("name", ENCODERS)
def test_copies_are_the_clauses_of_the_encoding(name: str) -> None:
    dice, fitting = random.Random(5), set()
    for _ in range(200):
        number = dice.choice((1, 2, 5, 9, MOST_LITERALS, MOST_LITERALS + 1))
        literals = [dice.choice((-1, 1)) * variable for variable in dice.sample(range(1, 90), number)]
        amounts = [dice.randint(1, 1 if name == "sequential" else 4) for _ in literals]
        low = dice.randint(0, sum(amounts))
        linear: Linear = normal_form(literals, amounts, low, dice.randint(low, sum(amounts)))
        budget = dice.choice((20, 100_000))
        ours, theirs = Clauses(90), Clauses(90)
        for clauses in (ours, theirs):
            clauses.add(7, -8)  # what was written before stays
            clauses.variable()
        fits = written(encode(name, ours, linear, budget))
        assert fits == written(ENCODERS[name](theirs, linear, budget))
        if fits:
            assert ours.stream().tolist() == theirs.stream().tolist()
            assert ours.variables == theirs.variables
        fitting.add(fits)
    assert fitting == {False, True}
