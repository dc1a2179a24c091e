"""Random problems: variables and rules of every kind, each rule with its meaning in plain Python.

A problem is drawn with its rules stated, so a fault of its model can be stated in terms of its rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations, product
from operator import eq, ge, le, ne
from typing import Any

from accord.problem import Problem, some
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.form import Solution
from accord_compare.fuzz.spoken import Meaning, OutsideError, Speaker, Spoken, Values


@dataclass(frozen=True)
class Drawn:
    """A problem, and what its rules mean."""

    problem: Problem
    domains: dict[str, tuple[Any, ...]]
    rules: list[Meaning]

    def assignments(self) -> Iterator[Values]:
        """All values that the variables may have, right or wrong."""
        for values in product(*self.domains.values()):
            yield dict(zip(self.domains, values, strict=True))

    def holds(self, values: Values) -> bool:
        """Whether values keep all rules, by their meanings."""
        try:
            return all(means(values) for means in self.rules)
        except OutsideError:
            return False

    def fault(self, solutions: Sequence[Solution]) -> str:
        """Return what is wrong with solutions of its model, hidden options and all; empty if nothing is.

        Each of the assignments that keep the rules must come once.
        """
        right = []
        for values in self.assignments():
            kept = self.holds(values)
            if kept != self.problem.holds({self.problem[name]: value for name, value in values.items()}):
                return f"the rules hold otherwise than they mean for {values}: {self}"
            if kept:
                right.append(tuple(values.items()))
        found = Counter(tuple(self.problem.values(solution).items()) for solution in solutions)
        if found == Counter(right):
            return ""
        return f"{len(found)} assignments in {len(solutions)} solutions, expected {len(right)}: {self}"

    def with_few_rules(self) -> Iterator[Drawn]:
        """Yield the problem with some of its rules only, fewest first."""
        for number in range(len(self.rules)):
            for kept in combinations(range(len(self.rules)), number):
                smaller = copy(self.problem)
                smaller.rules = [self.problem.rules[rule] for rule in kept]
                yield replace(self, problem=smaller, rules=[self.rules[rule] for rule in kept])

    def shrunk(self, wrong: Callable[[Drawn], str]) -> str:
        """Return what is wrong with the fewest of its rules with which something is; empty if nothing is."""
        return next(filter(None, map(wrong, self.with_few_rules())), "")

    def __str__(self) -> str:
        domains = ", ".join(f"{name} in {list(domain)}" for name, domain in self.domains.items())
        return "; ".join([domains, *map(str, self.problem.rules)])


def problem(dice: Dice, size: int, *, rules: Sequence[str] = ()) -> Drawn:
    """A problem with up to five rules, of these kinds, or of all; of at most 8 * `size` + 20 assignments.

    Most rules that leave no solution are taken back.
    """
    speaker = Speaker(dice)
    speaker.declare(8 * size + 20)
    names = rules or tuple(RULES)
    drawn = Drawn(speaker.problem, speaker.domains, [])
    for _ in range(dice.number(1, 5)):
        drawn.rules.append(RULES[dice.pick(names)](speaker))
        if not any(map(drawn.holds, drawn.assignments())) and dice.chance(0.85):
            drawn.rules.pop()
            drawn.problem.rules.pop()
    return drawn


# -- the rules, one by one: each is stated to the problem, and its meaning returned -------------------


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


def _anything(speaker: Speaker, low: int, high: int) -> list[Spoken]:
    """Variables of any kind, perhaps twice, and expressions."""
    atoms = [*speaker.integers, *speaker.choices, *speaker.truths]

    def one() -> Spoken:
        return speaker.dice.pick(atoms) if atoms and speaker.dice.chance(0.75) else speaker.number(1)

    return [one() for _ in range(speaker.dice.number(low, high))]


def _values_near(speaker: Speaker, of: Spoken) -> list[Any]:
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
    of, dice = _anything(speaker, 1, 4), speaker.dice
    apart = [dice.pick(_values_near(speaker, dice.pick(of))) for _ in range(dice.pick((0, 0, 1, 2)))]
    speaker.problem.different([each.says for each in of], apart=apart)

    def means(values: Values) -> bool:
        found = [value for value in (each.means(values) for each in of) if value not in apart]
        return all(found.count(value) == 1 for value in found)

    return means


def _rows(speaker: Speaker, of: Sequence[Spoken]) -> list[tuple[Any, ...]]:
    """Rows of a table: any number of them, some twice, some out of reach."""
    reached = [_values_near(speaker, each) for each in of]
    rows = [tuple(map(speaker.dice.pick, reached)) for _ in range(speaker.dice.number(0, 14))]
    return rows + rows[: speaker.dice.number(0, 2)]


def _table(speaker: Speaker) -> Meaning:
    of = _anything(speaker, 1, 4)
    rows = _rows(speaker, of)
    speaker.problem.table([each.says for each in of], rows)
    return lambda values: tuple(each.means(values) for each in of) in rows


def _forbidden(speaker: Speaker) -> Meaning:
    of = _anything(speaker, 1, 4)
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
    dice, of = speaker.dice, _anything(speaker, 0, 4)
    letters = [value for each in of for value in _values_near(speaker, each)] or [0]
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
    of = _anything(speaker, 0, 4)
    reached = list(dict.fromkeys(value for each in of for value in _values_near(speaker, each)))
    chain = speaker.dice.shuffle(reached)[: speaker.dice.number(0, 3)]
    speaker.problem.precedence([each.says for each in of], chain)

    def means(values: Values) -> bool:
        found = [each.means(values) for each in of]
        first = {value: found.index(value) if value in found else len(found) for value in chain}
        return all(first[b] == len(found) or first[a] < first[b] for a, b in pairwise(chain))

    return means


def _constant(number: int) -> Spoken:
    return Spoken(number, lambda _: number)


def _tasks(speaker: Speaker, lists: int) -> list[list[Spoken]]:
    """Lists of numbers of one length: the first has variables mostly, the others numbers from 0 mostly."""
    dice, number = speaker.dice, speaker.dice.number(0, 3)
    numbers = [*speaker.integers, *speaker.integers, speaker.number(1)]

    def amount() -> Spoken:
        return dice.pick(numbers) if dice.chance(0.25) else _constant(dice.number(-dice.chance(0.1), 3))

    return [[dice.pick(numbers) for _ in range(number)]] + [
        [amount() for _ in range(number)] for _ in range(lists - 1)
    ]


def _no_overlap(speaker: Speaker) -> Meaning:
    starts, lengths = _tasks(speaker, 2)
    speaker.problem.no_overlap([e.says for e in starts], [e.says for e in lengths])

    def means(values: Values) -> bool:
        tasks = [(s.means(values), d.means(values)) for s, d in zip(starts, lengths, strict=True)]
        pairs = [(a, b) for i, a in enumerate(tasks) for b in tasks[:i]]
        return all(d >= 0 for _, d in tasks) and not any(
            s + d > other and other + lasts > s for (s, d), (other, lasts) in pairs
        )

    return means


def _cumulative(speaker: Speaker) -> Meaning:
    starts, lengths, demands = _tasks(speaker, 3)
    most = speaker.dice.pick([*speaker.integers, *map(_constant, (1, 2, 3, 4))])
    begun, last, needed = ([each.says for each in some] for some in (starts, lengths, demands))
    speaker.problem.cumulative(begun, last, needed, most.says)

    def means(values: Values) -> bool:
        begins, lasts, needs = ([e.means(values) for e in some] for some in (starts, lengths, demands))
        if min([0, *lasts, *needs, most.means(values)]) < 0:
            return False
        ends = [b + d for b, d in zip(begins, lasts, strict=True)]
        return all(
            sum(n for b, e, n in zip(begins, ends, needs, strict=True) if b <= time < e) <= most.means(values)
            for time in range(min(begins, default=0), max(ends, default=0))
        )

    return means


def _circuit(speaker: Speaker) -> Meaning:
    of, base = _tasks(speaker, 1)[0], speaker.dice.number(0, 1)
    speaker.problem.circuit([e.says for e in of], base=base)

    def means(values: Values) -> bool:
        after = [each.means(values) - base for each in of]
        circles = ((0, *order, 0) for order in permutations(range(1, len(of))))
        return not of or any(all(after[a] == b for a, b in pairwise(circle)) for circle in circles)

    return means


def _cardinality(speaker: Speaker) -> Meaning:
    of, dice = _anything(speaker, 0, 4), speaker.dice
    near = [value for each in of for value in _values_near(speaker, each)] or [1]
    values = list(dict.fromkeys(dice.pick(near) for _ in range(dice.number(0, 3))))
    counts: dict[Any, tuple[Spoken, Spoken]] = {}
    for value in values:
        low, high = dice.number(0, 2), dice.number(0, 3)
        least = _constant(low)
        most = _constant(high) if dice.chance(0.6) else least
        if speaker.integers and dice.chance(0.2):
            least = most = dice.pick(speaker.integers)
        counts[value] = (least, most)
    closed = dice.chance(0.3)
    says = {v: low.says if low is high else (low.says, high.says) for v, (low, high) in counts.items()}
    speaker.problem.cardinality([e.says for e in of], says, closed=closed)

    def means(assigned: Values) -> bool:
        found = [each.means(assigned) for each in of]
        often = all(
            low.means(assigned) <= sum(each == value for each in found) <= high.means(assigned)
            for value, (low, high) in counts.items()
        )
        return often and not (closed and any(each not in counts for each in found))

    return means


def _n_values(speaker: Speaker) -> Meaning:
    of, number = _anything(speaker, 0, 4), speaker.dice.number(0, 4)
    counted = speaker.dice.pick([*speaker.integers, _constant(number)])
    speaker.problem.n_values([e.says for e in of], counted.says)
    return lambda values: len({e.means(values) for e in of}) == counted.means(values)


def _bin_packing(speaker: Speaker) -> Meaning:
    dice, base = speaker.dice, speaker.dice.number(0, 1)
    bins, weights = _tasks(speaker, 2)
    number = dice.number(0, 3)
    most = [dice.pick([*speaker.integers, _constant(n)]) for n in range(1, number + 1)]
    says = [[each.says for each in some] for some in (bins, weights, most)]
    speaker.problem.bin_packing(*says, base=base)

    def means(values: Values) -> bool:
        loads = [0] * number
        for each, weight in zip(bins, weights, strict=True):
            place = each.means(values) - base
            if not 0 <= place < number:
                return False
            loads[place] += weight.means(values)
        return all(load <= each.means(values) for load, each in zip(loads, most, strict=True))

    return means


RULES: dict[str, Callable[[Speaker], Meaning]] = {
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
    "no_overlap": _no_overlap,
    "cumulative": _cumulative,
    "circuit": _circuit,
    "cardinality": _cardinality,
    "n_values": _n_values,
    "bin_packing": _bin_packing,
}
