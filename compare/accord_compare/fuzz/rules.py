"""Random truths and rules on lists: each is stated to the problem, and its meaning returned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from operator import eq, ge, le, ne
from typing import Any

from accord.problem import some
from accord_compare.fuzz.drawn import Drawn
from accord_compare.fuzz.expressions import Generator, Meaning, OutsideError, Term, Values


def _truth(generator: Generator) -> Meaning:
    return _meaning_of(generator, generator.truth(2))


def _comparison(generator: Generator) -> Meaning:
    return _meaning_of(generator, generator.comparison(2))


def _arithmetic(generator: Generator) -> Meaning:
    """A quotient, a remainder or a power beside a number, perhaps under another truth."""
    one, other = generator.arithmetic(2), generator.number(1)
    compared = generator.dice.pick((eq, ne, le, ge))
    truth = Term(
        compared(one.expression, other.expression),
        lambda values: int(compared(one.meaning(values), other.meaning(values))),
    )
    if truth.expression is True or truth.expression is False or not generator.dice.chance(0.3):
        return _meaning_of(generator, truth)
    beside = generator.truth(1)
    if generator.integers and generator.dice.chance(0.4):  # what always holds, or never
        of, there = generator.dice.pick(generator.integers), generator.dice.chance(0.8)
        known = of.expression != 99 if there else of.expression == 99
        beside = Term(known, lambda values: int((of.meaning(values) != 99) == there))
    both = Term(truth.expression | beside.expression, lambda v: max(truth.meaning(v), beside.meaning(v)))
    return _meaning_of(generator, both)


def _logic(generator: Generator) -> Meaning:
    return _meaning_of(generator, generator.connective(3))


def _meaning_of(generator: Generator, term: Term) -> Meaning:
    """A truth; one that is never true is refused where it is as simple as `x == 9`, but not within others."""
    drawn = Drawn(generator.problem, generator.domains, [term.meaning])
    possible = any(map(drawn.holds, drawn.assignments()))
    generator.problem.add(term.expression if possible else some(term.expression, False))
    return term.meaning


def anything(generator: Generator, low: int, high: int) -> list[Term]:
    """Variables of any kind, perhaps twice, and expressions."""
    atoms = [*generator.integers, *generator.choices, *generator.truths]

    def one() -> Term:
        return generator.dice.pick(atoms) if atoms and generator.dice.chance(0.75) else generator.number(1)

    return [one() for _ in range(generator.dice.number(low, high))]


def values_near(generator: Generator, of: Term) -> list[Any]:
    """Some values that an expression may have, and one that it may not."""
    found: list[Any] = [99]
    for values in product(*generator.domains.values()):
        try:
            value = of.meaning(dict(zip(generator.domains, values, strict=True)))
        except OutsideError:
            continue
        if value not in found:
            found.append(value)
        if len(found) > 6:
            break
    if not any(isinstance(value, int) for value in found[1:]):
        found[0] = found[1] if len(found) > 1 else 99  # a number would be a slip
    return found


def _different(generator: Generator) -> Meaning:
    of, dice = anything(generator, 1, 4), generator.dice
    apart = [dice.pick(values_near(generator, dice.pick(of))) for _ in range(dice.pick((0, 0, 1, 2)))]
    generator.problem.different([each.expression for each in of], apart=apart)

    def means(values: Values) -> bool:
        found = [value for value in (each.meaning(values) for each in of) if value not in apart]
        return all(found.count(value) == 1 for value in found)

    return means


def _rows(generator: Generator, of: Sequence[Term]) -> list[tuple[Any, ...]]:
    """Rows of a table: any number of them, some twice, some out of reach."""
    reached = [values_near(generator, each) for each in of]
    rows = [tuple(map(generator.dice.pick, reached)) for _ in range(generator.dice.number(0, 14))]
    return rows + rows[: generator.dice.number(0, 2)]


def _table(generator: Generator) -> Meaning:
    of = anything(generator, 1, 4)
    rows = _rows(generator, of)
    generator.problem.table([each.expression for each in of], rows)
    return lambda values: tuple(each.meaning(values) for each in of) in rows


def _forbidden(generator: Generator) -> Meaning:
    of = anything(generator, 1, 4)
    rows = _rows(generator, of)
    generator.problem.forbidden([each.expression for each in of], rows)
    return lambda values: tuple(each.meaning(values) for each in of) not in rows


def _relation(generator: Generator) -> Meaning:
    atoms = [*generator.integers, *generator.choices, *generator.truths]
    if not atoms:
        return _truth(generator)
    of = [generator.dice.pick(atoms) for _ in range(generator.dice.number(1, 3))]
    residue, modulus = generator.dice.number(0, 2), generator.dice.number(2, 3)

    def relation(*values: Any) -> bool:
        return sum(len(repr(value)) * 3 + hash(value == 1) for value in values) % modulus != residue

    generator.problem.relation(relation, *(each.expression for each in of))
    return lambda values: relation(*(each.meaning(values) for each in of))


def _increasing(generator: Generator) -> Meaning:
    of, strictly = generator.several(1, 4, 2), generator.dice.chance(0.5)
    generator.problem.increasing([each.expression for each in of], strictly=strictly)

    def means(values: Values) -> bool:
        found = [each.meaning(values) for each in of]
        return all(a < b if strictly else a <= b for a, b in pairwise(found))

    return means


def _lexicographic(generator: Generator) -> Meaning:
    first, second = (generator.several(0, 3, 1 + generator.dice.number(0, 1)) for _ in range(2))
    strictly = generator.dice.chance(0.5)
    generator.problem.lexicographic(
        [e.expression for e in first], [e.expression for e in second], strictly=strictly
    )

    def means(values: Values) -> bool:
        one, other = [e.meaning(values) for e in first], [e.meaning(values) for e in second]
        return one < other if strictly else one <= other

    return means


def _regular(generator: Generator) -> Meaning:
    """Words of an automaton that may have several moves for a state and a value, or none."""
    dice, of = generator.dice, anything(generator, 0, 4)
    letters = [value for each in of for value in values_near(generator, each)] or [0]
    states = ["s", 0, (1, 2), None][: dice.number(1, 4)]
    moves = [(dice.pick(states), dice.pick(letters), dice.pick(states)) for _ in range(dice.number(0, 18))]
    start, accepting = dice.pick(states), dice.some(states, dice.number(0, len(states)))
    generator.problem.regular([each.expression for each in of], moves, start, accepting)

    def ends(state: Any, word: Sequence[Any]) -> bool:
        if not word:
            return state in accepting
        return any(ends(b, word[1:]) for a, letter, b in moves if a == state and letter == word[0])

    return lambda values: ends(start, [each.meaning(values) for each in of])


def _inverse(generator: Generator) -> Meaning:
    here, there = (generator.several(0, 3, 1 + generator.dice.number(0, 1)) for _ in range(2))
    base = generator.dice.number(0, 1)
    generator.problem.inverse([e.expression for e in here], [e.expression for e in there], base=base)

    def means(values: Values) -> bool:
        to, back = [e.meaning(values) - base for e in here], [e.meaning(values) - base for e in there]
        forward = all(0 <= j < len(back) and back[j] == i for i, j in enumerate(to))
        return forward and all(0 <= i < len(to) and to[i] == j for j, i in enumerate(back))

    return means


def _precedence(generator: Generator) -> Meaning:
    of = anything(generator, 0, 4)
    reached = list(dict.fromkeys(value for each in of for value in values_near(generator, each)))
    chain = generator.dice.shuffle(reached)[: generator.dice.number(0, 3)]
    generator.problem.precedence([each.expression for each in of], chain)

    def means(values: Values) -> bool:
        found = [each.meaning(values) for each in of]
        first = {value: found.index(value) if value in found else len(found) for value in chain}
        return all(first[b] == len(found) or first[a] < first[b] for a, b in pairwise(chain))

    return means


LISTS: dict[str, Callable[[Generator], Meaning]] = {
    "truth": _truth,
    "comparison": _comparison,
    "logic": _logic,
    "different": _different,
    "table": _table,
    "forbidden": _forbidden,
    "relation": _relation,
    "increasing": _increasing,
    "lexicographic": _lexicographic,
    "regular": _regular,
    "inverse": _inverse,
    "precedence": _precedence,
    "arithmetic": _arithmetic,
}
