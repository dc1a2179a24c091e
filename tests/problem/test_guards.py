"""A guard that does not guard: an expression without a value makes no solution, and a writer is warned."""

import pytest

import accord
from accord.problem import Problem, element


def stated(state):
    p = Problem("guard")
    state(p, p.integer("d", 1, 2), p.integer("e", values=[0, 5]), p.integer("f", 3, 4))
    return p


WARNED = {
    "or": lambda p, d, e, f: p.add((d % e == f) | (e == 0)),
    "behind": lambda p, d, e, f: p.add((e <= 0) | (d // e == 0)),
    "implies": lambda p, d, e, f: p.add((e != 0).implies(d % e == f)),
    "inside": lambda p, d, e, f: p.add((f == 3) & ((d % e == f) | (e == 0))),
    "not and": lambda p, d, e, f: p.add(~((d % e != f) & (e != 0))),
    "element": lambda p, d, e, f: p.add((element([d, f], e) == 3) | (e == 5)),
    "power": lambda p, d, e, f: p.add((2 ** (e - 1) == d) | (e == 0)),
}
SILENT = {
    "and": lambda p, d, e, f: p.add((d % e == f) & (e != 0)),
    "another case": lambda p, d, e, f: p.add((d % e == f) | (e == 5)),
    "another variable": lambda p, d, e, f: p.add((d % e == f) | (d == 2)),
    "never 0": lambda p, d, e, f: p.add((d % f == 1) | (f == 3)),
    "a place inside": lambda p, d, e, f: p.add((element([1, 2, 3], d) == 3) | (d == 1)),
    "no guard": lambda p, d, e, f: p.add(d % e == f),
}


@pytest.mark.parametrize("kind", WARNED)
def test_a_guard_that_loses_solutions_is_warned_of(kind):
    p = stated(WARNED[kind])
    (warning,) = p.warnings
    assert "has no value in some cases of" in warning
    assert warning in accord.count(p, backend="native").warnings


@pytest.mark.parametrize("kind", SILENT)
def test_other_rules_are_not_warned_of(kind):
    assert stated(SILENT[kind]).warnings == ()


def test_the_advice_of_the_warning_counts_them():
    p = stated(WARNED["or"])
    assert accord.count(p, backend="native").count == 0
    assert p.warnings == (
        "(d % e) == f or e == 0: `d % e` has no value in some cases of `e == 0`; these are no solutions; to "
        "count them, put an expression that is never 0 in place of `e`",
    )
    mended = stated(lambda p, d, e, f: p.add((d % accord.maximum(e, 1) == f) | (e == 0)))
    assert mended.warnings == ()
    assert accord.count(mended, backend="native").count == 4


def test_several_rules_are_one_warning():
    p = stated(lambda p, d, e, f: p.add([(d % e == n) | (e == 0) for n in range(3)]))
    (warning,) = p.warnings
    assert warning.endswith("; so do 2 other rules")
