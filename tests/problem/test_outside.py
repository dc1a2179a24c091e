"""A place outside its array is no solution, wherever it stands: in Python, in a saved file, by each backend.

Brute force knows what each expression means from a lambda beside it, which raises IndexError outside.
"""

from itertools import product

import pytest

import accord
from accord.model.digest import fingerprint
from accord.problem import Problem, element
from accord.problem.expressions import truth

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
