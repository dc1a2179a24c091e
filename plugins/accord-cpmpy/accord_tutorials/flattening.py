"""From a large problem to what solvers take: our lowering beside CPMpy's flattening to linear rules.

Both sides are stated before anything is timed. CPMpy's passes are those by which it gives a model to solvers
that know linear rules over Booleans, with its choice of encodings.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from accord.problem import Problem
from accord.problem.lower.passes import lower_problem
from accord_compare.bench import Contest, Counted, Sides
from accord_compare.processes import require

SEED = 17
BOOLEANS, FIVE = 10_000, 5
INTEGERS, MOST = 1_000, 10


def contests() -> list[Contest]:
    """A row for each kind of problem."""
    return [
        _contest(f"{BOOLEANS:,} Booleans", BOOLEANS, "rules of five terms", booleans, their_booleans),
        _contest(f"{INTEGERS:,} integers", INTEGERS, "rules on two", integers, their_integers),
    ]


def _contest(
    name: str, rules: int, what: str, ours: Callable[[], Problem], theirs: Callable[[], Any]
) -> Contest:
    return Contest(
        section="flattening",
        instance=name,
        engine="lowering",
        what=what,
        beside="cpmpy-flattening",
        count=rules,
        clock="CPU",
        sides=partial(_sides, ours, theirs, rules),
    )


def _sides(ours: Callable[[], Problem], theirs: Callable[[], Any], rules: int) -> Iterator[Sides]:
    versions = require("cpmpy", "cpmpy")
    problem, model = ours(), theirs()

    def lower() -> Counted:
        made = lower_problem(problem).model
        return Counted(min(rules, made.items))

    def flatten() -> Counted:
        made = linear(model)
        return Counted(min(rules, len(made)), versions=versions)

    yield lower, flatten


def five(rng: random.Random) -> tuple[list[int], list[int]]:
    """A rule of five terms, that they be at most 0: which Booleans, and amounts, of which one is above 0."""
    amounts = [rng.choice((-2, -1, 1, 2, 3)) for _ in range(FIVE - 1)]
    return rng.sample(range(BOOLEANS), FIVE), [1, *amounts]


def two(rng: random.Random) -> tuple[int, int, int, int]:
    """A rule on two: which integers, which of four kinds, and a number."""
    one, other = rng.sample(range(INTEGERS), 2)
    return one, other, rng.randrange(4), rng.randint(1, 3)


def relation(kind: int, x: Any, y: Any, number: int) -> Any:
    """The rule, of whatever variables."""
    return (x != y + number, x <= y + number, abs(x - y) >= number, x + y != 5 * number)[kind]


def booleans() -> Problem:
    """Booleans, and sums of five of them, in Accord."""
    rng, p = random.Random(SEED), Problem()
    x = p.booleans(BOOLEANS)
    for some, amounts in (five(rng) for _ in range(BOOLEANS)):
        p.add(sum(a * x[i] for i, a in zip(some, amounts, strict=True)) <= 0)
    return p


def their_booleans() -> Any:
    """The same in CPMpy."""
    import cpmpy as cp

    rng, m = random.Random(SEED), cp.Model()
    x = cp.boolvar(shape=BOOLEANS)
    for some, amounts in (five(rng) for _ in range(BOOLEANS)):
        m += cp.sum([a * x[i] for i, a in zip(some, amounts, strict=True)]) <= 0
    return m


def integers() -> Problem:
    """Integers, and relations of two of them, in Accord."""
    rng, p = random.Random(SEED), Problem()
    x = p.integers(INTEGERS, 1, MOST)
    for one, other, kind, number in (two(rng) for _ in range(INTEGERS)):
        p.add(relation(kind, x[one], x[other], number))
    return p


def their_integers() -> Any:
    """The same in CPMpy."""
    import cpmpy as cp

    rng, m = random.Random(SEED), cp.Model()
    x = cp.intvar(1, MOST, shape=INTEGERS)
    for one, other, kind, number in (two(rng) for _ in range(INTEGERS)):
        m += relation(kind, x[one], x[other], number)
    return m


def linear(model: Any) -> list[Any]:
    """CPMpy's flattening to linear rules over Booleans."""
    from cpmpy.transformations.cse import CSEMap
    from cpmpy.transformations.flatten_model import flatten_constraint
    from cpmpy.transformations.int2bool import int2bool
    from cpmpy.transformations.linearize import (
        decompose_linear,
        linearize_constraint,
        linearize_reified_variables,
    )
    from cpmpy.transformations.negation import push_down_negation
    from cpmpy.transformations.normalize import simplify_boolean, toplevel_list
    from cpmpy.transformations.reification import only_bv_reifies, only_implies
    from cpmpy.transformations.safening import no_partial_functions

    known, encodings = CSEMap(), dict[Any, Any]()
    rules = push_down_negation(no_partial_functions(toplevel_list(model.constraints)))
    rules = simplify_boolean(decompose_linear(rules, csemap=known))
    rules = flatten_constraint(rules, csemap=known)
    rules = linearize_reified_variables(rules, min_values=2, csemap=known, ivarmap=encodings)
    rules = only_implies(only_bv_reifies(rules, csemap=known), csemap=known)
    supported = frozenset({"sum", "wsum", "->", "and", "or"})
    rules = linearize_constraint(rules, supported=supported, csemap=known)
    return list(int2bool(rules, encodings, encoding="auto", csemap=known))
