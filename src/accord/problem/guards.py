"""Find guards that do not guard: `(d % e == f) | (e == 0)` has no solution with e == 0.

An expression without a value, as d % 0, makes no solution, wherever it stands; CPMpy and MiniZinc take such a
comparison for false. So who allows the case by another part of a disjunction loses solutions, and is warned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from accord.problem.bounds import Bounds
from accord.problem.evaluate import OUTSIDE, apply_or_outside, atoms_of, known_value
from accord.problem.expressions import Atom, Call, Expression, Logic, has_partial, is_partial
from accord.problem.rules import Holds, Rule

CASES = 10_000  # values of a divisor, a place or an exponent together that are looked at
NEEDED = {
    "element": "is always a place",
    "quotient": "is never 0",
    "remainder": "is never 0",
    "power": "is never below 0",
}


def lost_by_guards(rules: Iterable[Rule]) -> Iterator[str]:
    """Yield a sentence for each rule that allows a case in which a part of it has no value."""
    for rule in rules:
        found = next(_guards(rule.truth), None) if isinstance(rule, Holds) else None
        if found is not None:
            call, guard = found
            yield (
                f"{rule.words}: `{call}` has no value in some cases of `{guard}`; these are no solutions; to "
                f"count them, put an expression that {NEEDED[call.function]} in place of `{call.of[-1]}`"
            )


def _guards(of: Expression, holds: bool = True) -> Iterator[tuple[Call, Expression]]:
    """Yield calls that may have no value, each with a part beside it that holds in such a case."""
    if not isinstance(of, Logic):
        return
    if of.connective == "not":
        yield from _guards(of.of[0], not holds)
        return
    if of.connective == ("or" if holds else "and"):
        parts = [part if holds else ~part for part in of.of]
        for part in parts:
            for call in _partial_calls(part):
                others = (other for other in parts if other is not part and not has_partial(other))
                yield from ((call, other) for other in others if _allows(other, call))
    for part in of.of:
        yield from _guards(part, holds)


def _partial_calls(of: Expression) -> Iterator[Call]:
    if has_partial(of):
        if is_partial(of):
            yield of
        for part in of.parts:
            yield from _partial_calls(part)


def _allows(guard: Expression, call: Call) -> bool:
    """Whether a part that is about the same variables holds where a call has no value."""
    last = call.of[-1]
    atoms = list(dict.fromkeys(atoms_of(last)))
    about = {*atoms_of(guard)}
    if not about or not about <= {*atoms} or has_partial(last):
        return False
    if prod(len(atom.values) for atom in atoms) > CASES:
        return _may_be_outside(call)
    return any(
        known_value(guard, case) == 1 and _is_outside(call, known_value(last, case)) for case in _cases(atoms)
    )


def _cases(atoms: Sequence[Atom]) -> Iterator[dict[Atom, object]]:
    return (dict(zip(atoms, values, strict=True)) for values in product(*(atom.values for atom in atoms)))


def _is_outside(call: Call, last: object) -> bool:
    """Whether a call has no value where its last part is this number."""
    array = range(len(call.of) - 1) if call.function == "element" else [1]
    return apply_or_outside(call.function, [*array, last]) is OUTSIDE


def _may_be_outside(call: Call) -> bool:
    """Whether the last part of a call reaches a number with which it has no value."""
    low, high = Bounds()(call.of[-1])
    if call.function == "element":
        return low < 0 or high >= len(call.of) - 1
    return low < 0 if call.function == "power" else low <= 0 <= high
