"""Random truths and rules on lists: each is stated to the problem, and its meaning returned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from operator import eq, ge, le, ne
from typing import Any

from accord.problem import some
from accord_compare.fuzz.drawn import Drawn
from accord_compare.fuzz.spoken import Meaning, OutsideError, Speaker, Spoken, Values


def _truth(speaker: Speaker) -> Meaning:
    return _meaning_of(speaker, speaker.truth(2))


def _comparison(speaker: Speaker) -> Meaning:
    return _meaning_of(speaker, speaker.comparison(2))


def _arithmetic(speaker: Speaker) -> Meaning:
    """A quotient, a remainder or a power beside a number, perhaps under another truth."""
    one, other = speaker.arithmetic(2), speaker.number(1)
    compared = speaker.dice.pick((eq, ne, le, ge))
    truth = Spoken(
        compared(one.says, other.says), lambda values: int(compared(one.means(values), other.means(values)))
    )
    if truth.says is True or truth.says is False or not speaker.dice.chance(0.3):
        return _meaning_of(speaker, truth)
    beside = speaker.truth(1)
    both = Spoken(truth.says | beside.says, lambda v: max(truth.means(v), beside.means(v)))
    return _meaning_of(speaker, both)


def _logic(speaker: Speaker) -> Meaning:
    return _meaning_of(speaker, speaker.connective(3))


def _meaning_of(speaker: Speaker, said: Spoken) -> Meaning:
    """A truth; one that is never true is refused where it is as simple as `x == 9`, but not within others."""
    drawn = Drawn(speaker.problem, speaker.domains, [said.means])
    possible = any(map(drawn.holds, drawn.assignments()))
    speaker.problem.add(said.says if possible else some(said.says, False))
    return said.means


def anything(speaker: Speaker, low: int, high: int) -> list[Spoken]:
    """Variables of any kind, perhaps twice, and expressions."""
    atoms = [*speaker.integers, *speaker.choices, *speaker.truths]

    def one() -> Spoken:
        return speaker.dice.pick(atoms) if atoms and speaker.dice.chance(0.75) else speaker.number(1)

    return [one() for _ in range(speaker.dice.number(low, high))]


def values_near(speaker: Speaker, of: Spoken) -> list[Any]:
    """Some values that an expression may have, and one that it may not."""
    found: list[Any] = [99]
    for values in product(*speaker.domains.values()):
        try:
            value = of.means(dict(zip(speaker.domains, values, strict=True)))
        except OutsideError:
            continue
        if value not in found:
            found.append(value)
        if len(found) > 6:
            break
    return found


def _different(speaker: Speaker) -> Meaning:
    of, dice = anything(speaker, 1, 4), speaker.dice
    apart = [dice.pick(values_near(speaker, dice.pick(of))) for _ in range(dice.pick((0, 0, 1, 2)))]
    speaker.problem.different([each.says for each in of], apart=apart)

    def means(values: Values) -> bool:
        found = [value for value in (each.means(values) for each in of) if value not in apart]
        return all(found.count(value) == 1 for value in found)

    return means


def _rows(speaker: Speaker, of: Sequence[Spoken]) -> list[tuple[Any, ...]]:
    """Rows of a table: any number of them, some twice, some out of reach."""
    reached = [values_near(speaker, each) for each in of]
    rows = [tuple(map(speaker.dice.pick, reached)) for _ in range(speaker.dice.number(0, 14))]
    return rows + rows[: speaker.dice.number(0, 2)]


def _table(speaker: Speaker) -> Meaning:
    of = anything(speaker, 1, 4)
    rows = _rows(speaker, of)
    speaker.problem.table([each.says for each in of], rows)
    return lambda values: tuple(each.means(values) for each in of) in rows


def _forbidden(speaker: Speaker) -> Meaning:
    of = anything(speaker, 1, 4)
    rows = _rows(speaker, of)
    speaker.problem.forbidden([each.says for each in of], rows)
    return lambda values: tuple(each.means(values) for each in of) not in rows


def _relation(speaker: Speaker) -> Meaning:
    atoms = [*speaker.integers, *speaker.choices, *speaker.truths]
    if not atoms:
        return _truth(speaker)
    of = [speaker.dice.pick(atoms) for _ in range(speaker.dice.number(1, 3))]
    residue, modulus = speaker.dice.number(0, 2), speaker.dice.number(2, 3)

    def relation(*values: Any) -> bool:
        return sum(len(repr(value)) * 3 + hash(value == 1) for value in values) % modulus != residue

    speaker.problem.relation(relation, *(each.says for each in of))
    return lambda values: relation(*(each.means(values) for each in of))


def _increasing(speaker: Speaker) -> Meaning:
    of, strictly = speaker.several(1, 4, 2), speaker.dice.chance(0.5)
    speaker.problem.increasing([each.says for each in of], strictly=strictly)

    def means(values: Values) -> bool:
        found = [each.means(values) for each in of]
        return all(a < b if strictly else a <= b for a, b in pairwise(found))

    return means


def _lexicographic(speaker: Speaker) -> Meaning:
    first, second = (speaker.several(0, 3, 1 + speaker.dice.number(0, 1)) for _ in range(2))
    strictly = speaker.dice.chance(0.5)
    speaker.problem.lexicographic([e.says for e in first], [e.says for e in second], strictly=strictly)

    def means(values: Values) -> bool:
        one, other = [e.means(values) for e in first], [e.means(values) for e in second]
        return one < other if strictly else one <= other

    return means


def _regular(speaker: Speaker) -> Meaning:
    """Words of an automaton that may have several moves for a state and a value, or none."""
    dice, of = speaker.dice, anything(speaker, 0, 4)
    letters = [value for each in of for value in values_near(speaker, each)] or [0]
    states = ["s", 0, (1, 2), None][: dice.number(1, 4)]
    moves = [(dice.pick(states), dice.pick(letters), dice.pick(states)) for _ in range(dice.number(0, 18))]
    start, accepting = dice.pick(states), dice.some(states, dice.number(0, len(states)))
    speaker.problem.regular([each.says for each in of], moves, start, accepting)

    def ends(state: Any, word: Sequence[Any]) -> bool:
        if not word:
            return state in accepting
        return any(ends(b, word[1:]) for a, letter, b in moves if a == state and letter == word[0])

    return lambda values: ends(start, [each.means(values) for each in of])


def _inverse(speaker: Speaker) -> Meaning:
    here, there = (speaker.several(0, 3, 1 + speaker.dice.number(0, 1)) for _ in range(2))
    base = speaker.dice.number(0, 1)
    speaker.problem.inverse([e.says for e in here], [e.says for e in there], base=base)

    def means(values: Values) -> bool:
        to, back = [e.means(values) - base for e in here], [e.means(values) - base for e in there]
        forward = all(0 <= j < len(back) and back[j] == i for i, j in enumerate(to))
        return forward and all(0 <= i < len(to) and to[i] == j for j, i in enumerate(back))

    return means


def _precedence(speaker: Speaker) -> Meaning:
    of = anything(speaker, 0, 4)
    reached = list(dict.fromkeys(value for each in of for value in values_near(speaker, each)))
    chain = speaker.dice.shuffle(reached)[: speaker.dice.number(0, 3)]
    speaker.problem.precedence([each.says for each in of], chain)

    def means(values: Values) -> bool:
        found = [each.means(values) for each in of]
        first = {value: found.index(value) if value in found else len(found) for value in chain}
        return all(first[b] == len(found) or first[a] < first[b] for a, b in pairwise(chain))

    return means


LISTS: dict[str, Callable[[Speaker], Meaning]] = {
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
