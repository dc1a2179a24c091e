"""A place outside its array is no solution, wherever it stands: in Python, in a saved file, by each backend.

Brute force knows what each expression means from a lambda beside it, which raises IndexError outside.
"""

from contextlib import suppress
from itertools import product

import pytest

import accord
from accord.model.digest import fingerprint
from accord.problem import Problem, element, every, maximum, total
from accord.problem import some as any_of
from accord.problem.expressions import truth
from accord.problem.lower.passes import lower_by_bits
from accord.runner import integers

BACKENDS = ("native", "sat", "cpsat")


def at(array, place):
    if place < 0:
        raise IndexError
    return array[place]


STATED = {  # what is stated of v and w, 0..2 each; and what it means
    "or": (lambda v, w: truth(True) | (v <= element([v, w], v)), lambda v, w: True | (v <= at([v, w], v))),
    "or behind": (lambda v, w: (v == 0) | True | (w == element([v], w)), lambda _v, w: at([0], w) == 0),
    "and": (lambda v, w: ~(truth(False) & (v <= element([v], w))), lambda v, w: at([v], w) == v),
    "nested": (
        lambda v, w: (w == 1) | (truth(True) & (truth(False) | (v == element([v], w)))),
        lambda v, w: (w == 1) | (v == at([v], w)),
    ),
    "times 0, at least": (
        lambda v, w: 0 * element([v, w], w) >= element([w, v], v) - 1,
        lambda v, w: 0 * at([v, w], w) >= at([w, v], v) - 1,
    ),
    "0 behind what is taken away": (
        lambda v, w: 0 * element([w, v], v) - element([v, w], w) == -1,
        lambda v, w: 0 * at([w, v], v) - at([v, w], w) == -1,
    ),
    "times 0": (lambda v, w: 0 * element([v, w], v) + w == w, lambda v, w: 0 * at([v, w], v) == 0),
    "a sum times 0": (lambda v, w: (element([v], w) + v) * 0 <= 0, lambda v, w: at([v], w) * 0 <= 0),
    "times 0 within": (
        lambda v, w: element([v, w], 0 * element([1], w)) == 1,
        lambda v, w: at([v, w], 0 * at([1], w)) == 1,
    ),
    "a known place": (
        lambda v, w: element([3 * w, element([v], w)], 0 * v) <= 3,
        lambda v, w: [3 * w, at([v], w)][0] <= 3,
    ),
    "a known place outside": (lambda v, w: (v == w) | (element([v, w], 2) == 1), lambda v, w: at([v], 1)),
    "below": (lambda v, w: element([v, w], v - 1) == v, lambda v, w: at([v, w], v - 1) == v),
    "product": (lambda v, w: v * element([w], v) == 0, lambda v, w: v * at([w], v) == 0),
    "among none": (lambda v, w: ~element([v, 1], w).among([]), lambda v, w: at([v, 1], w) in (0, 1, 2)),
    "iff": (
        lambda v, w: (v == 0).iff(element([v, 2], w) == 0),
        lambda v, w: (v == 0) == (at([v, 2], w) == 0),
    ),
}  # fmt: skip


def problem_of(stated, wanted=None):
    problem = Problem()
    v, w = (problem.integer(name, 0, 2) for name in "vw")
    problem.add(stated(v, w))
    if wanted is not None:
        problem.minimize(wanted(v, w))
    return problem


def solutions(meaning):
    found = []
    for v, w in product(range(3), repeat=2):
        try:
            if meaning(v, w):
                found.append((v, w))
        except IndexError:
            continue
    return found


@pytest.mark.parametrize("name", STATED)
def test_it_means_the_same_everywhere(tmp_path, name):
    stated, meaning = STATED[name]
    expected = solutions(meaning)
    problem = problem_of(stated)
    problem.save(tmp_path / "saved.toml")
    saved = accord.load(tmp_path / "saved.toml")
    assert [(v, w) for v, w in product(range(3), repeat=2) if problem.holds({"v": v, "w": w})] == expected
    assert fingerprint(saved.model) == fingerprint(problem.model)
    for asked in (problem, saved):
        assert [accord.count(asked, backend=backend).count for backend in BACKENDS] == [len(expected)] * 3
    accord.save(saved, tmp_path / "again.toml")
    rules = [line for file in ("saved", "again") for line in rules_of(tmp_path / f"{file}.toml")]
    assert rules[0] == rules[1]


def rules_of(path):
    return [line for line in path.read_text("utf-8").splitlines() if line.startswith("rules")]


@pytest.mark.parametrize(
    ("wanted", "value"), [(lambda _v, _w: 3, 3), (lambda v, w: 0 * element([v], w) + 2, 2)]
)
def test_an_objective_that_is_constant_is_saved_and_loaded(tmp_path, wanted, value):
    problem = problem_of(lambda v, w: v != w, wanted)
    problem.save(tmp_path / "saved.toml")
    for asked in (problem, accord.load(tmp_path / "saved.toml")):
        assert accord.best(asked).value == value


# -- what decides a truth leaves no question unasked ------------------------------------------------------

PARTIAL = {  # of v in 0..3 and w in 0..1: an expression without a value for some of them, and its meaning
    "quotient": (lambda v, w: v // w, lambda v, w: v // w),
    "remainder": (lambda v, w: v % (w - 1), lambda v, w: v % (w - 1)),
    "power": (lambda v, w: (v + 1) ** (w - 1), lambda v, w: (v + 1) ** (w - 1) if w else 1 // 0),
    "element": (lambda v, w: element([v, 1, w], v), lambda v, w: at([v, 1, w], v)),
}
DECIDED = {  # which part decides, whatever the truth `t` about such an expression comes to
    "always | t": (lambda t, v, b: (v != 9) | t, lambda t, v, b: True),
    "t | always": (lambda t, v, b: t | (v != 9), lambda t, v, b: True),
    "t | b | always": (lambda t, v, b: t | b | ~(v == 9), lambda t, v, b: True),
    "t | all values": (lambda t, v, b: t | v.among([0, 1, 2, 3]), lambda t, v, b: True),
    "t | values and others": (lambda t, v, b: t | (v == 0) | v.among([1, 2, 3, 9]), lambda t, v, b: True),
    "b | ~b | t": (lambda t, v, b: b | ~b | t, lambda t, v, b: True),
    "never implies t": (lambda t, v, b: (v == 9).implies(t), lambda t, v, b: True),
    "t implies always": (lambda t, v, b: t.implies(v <= 3), lambda t, v, b: True),
    "some": (lambda t, v, b: any_of(b, t, v >= 0), lambda t, v, b: True),
    "not all": (lambda t, v, b: ~every(t, v == 9, b), lambda t, v, b: True),
    "never & t, denied": (lambda t, v, b: ~((v == 9) & t), lambda t, v, b: True),
    "a sum of truths": (lambda t, v, b: total([t, v != 9, b]) >= 1, lambda t, v, b: True),
    "times 0": (lambda t, v, b: 0 * t + v <= 3, lambda t, v, b: True),
    "iff": (lambda t, v, b: (t | (v != 9)).iff(b), lambda t, v, b: b),
    "xor": (lambda t, v, b: (t & (v == 9)) ^ b, lambda t, v, b: b),
    "greatest": (lambda t, v, b: maximum(t, v != 9) >= b, lambda t, v, b: True),
    "product": (lambda t, v, b: t * (v == 9) == 0, lambda t, v, b: True),
    "at a known place": (lambda t, v, b: element([v, t], 0 * v) == v, lambda t, v, b: True),
    "a rule on a list": (lambda t, v, b: (total([t, b]) != 7) & (v >= 0), lambda t, v, b: True),
}  # fmt: skip


@pytest.fixture
def as_it_is(monkeypatch):
    """CP-SAT takes small problems as they are."""
    monkeypatch.setattr(integers, "MANY", -1)


def decided(stated, partial):
    problem = Problem()
    v, w, b = problem.integer("v", 0, 3), problem.integer("w", 0, 1), problem.boolean("b")
    problem.add(stated(partial(v, w) >= 1, v, b))
    return problem


def right_number(meaning, partial):
    number = 0
    for v, w, b in product(range(4), range(2), (False, True)):
        with suppress(IndexError, ZeroDivisionError):
            number += meaning(partial(v, w) >= 1, v, b)
    return number


def counts(problem):
    """How many solutions there are by options, as it is, and by bits if the problem can have bits."""
    yield accord.count(problem.model, backend="native").count
    yield accord.count(problem, backend="cpsat").count
    if not any("**" in str(rule) for rule in problem.rules):  # a wide number has a known exponent
        yield accord.count(lower_by_bits(problem, 1)[0], backend="native").count


@pytest.mark.parametrize("name", DECIDED)
def test_a_part_that_decides_leaves_no_other_part_without_a_value(as_it_is, name):
    stated, meaning = DECIDED[name]
    for expression, value in PARTIAL.values():
        assert {*counts(decided(stated, expression))} == {right_number(meaning, value)}


LISTED = {  # rules on lists, each with a part that may have no value, that hold or are decided without it
    "different": lambda p, e, v: p.different(e + 20, v),
    "table": lambda p, e, v: p.table([e, v], [(n, k) for n in range(-9, 9) for k in range(4)]),
    "forbidden": lambda p, e, v: p.forbidden([e, v], [(50, 1)]),
    "forbidden nothing": lambda p, e, v: p.forbidden([e, v], []),
    "increasing": lambda p, e, v: p.increasing([e - 20, v]),
    "lexicographic": lambda p, e, v: p.lexicographic([v - 9, e], [v, v]),
    "precedence": lambda p, e, v: p.precedence([e, v], [70, 71]),
    "regular": lambda p, e, v: p.regular([e], [("s", n, "s") for n in range(-9, 9)], "s", ["s"]),
    "among": lambda p, e, v: p.among([e, v], [70], 0),
    "cardinality": lambda p, e, v: p.cardinality([e, v], {70: 0}),
    "no_overlap": lambda p, e, v: p.no_overlap([e + 20, v], [1, 1]),
    "cumulative": lambda p, e, v: p.cumulative([e, v], [1, 1], [1, 1], 2),
    "bin_packing": lambda p, e, v: p.bin_packing([0 * e], [1], [1], base=0),
    "n_values": lambda p, e, v: p.n_values([0 * e, 0 * v], 1),
    "knapsack": lambda p, e, v: p.knapsack([0 * e], [1], [1], (0, 9), (0, 9)),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTED)
def test_a_rule_on_a_list_asks_each_part_for_a_value(as_it_is, name):
    for expression, value in PARTIAL.values():
        problem = Problem()
        v, w = problem.integer("v", 0, 3), problem.integer("w", 0, 1)
        LISTED[name](problem, expression(v, w), v)
        assert {*counts(problem)} == {right_number(lambda *_: True, value) // 2}  # without b
