"""Faults put into what writes certificates: each checker alone sees every one that changes a count.

A fault shows if a certificate is written with a false count. Both checkers look at it when the fault is out
again. Without a fault, both accept every subject.
"""

from collections.abc import Callable

import pytest
from certificate_faults import BOTH, ELSEWHERE, FAULTS, ROUNDED
from certificates import plainly
from looped import looped

import accord
from accord.certify.count import check, write
from accord.errors import AccordError
from accord_compare.fuzz.faults import FAULTS as HOUSE
from accord_compare.fuzz.faults import instead

pytestmark = pytest.mark.full  # left out of the fast profile

# -- subjects --------------------------------------------------------------------------------------


def box():
    """Multiplicities, an item that may stay empty, and an option that may be added to any solution."""
    return accord.Model.build(
        {"a": (2, 3), "b": (1, 2), "c": (0, 2), "d": 1, "e": (0, 1)},
        [
            {"a": 1, "b": 1}, {"a": 2}, {"b": 1, "c": 1}, {"c": 2, "d": 1}, {"a": 1, "d": 1}, {"c": 1},
            {"b": 1}, {"e": 1},
        ],
    )  # fmt: skip


def square():
    """The four corners of a square, by corners and sides, with its eight symmetries."""
    turn, flip = [1, 2, 3, 0], [1, 0, 3, 2]
    moves = {(0, 1, 2, 3)}
    while (more := moves | {tuple(m[i] for i in a) for m in (turn, flip) for a in moves}) != moves:
        moves = more
    options = [[f"{i}"] for i in range(4)] + [[f"{i}", f"{(i + 1) % 4}"] for i in range(4)]
    return accord.Model.build([f"{i}" for i in range(4)], options, symmetries=sorted(moves))


def long():
    """Dominoes on 2 x 35 cells: more items than a word has bits."""
    cells = [f"{r}.{c}" for c in range(35) for r in range(2)]
    options = [[f"0.{c}", f"1.{c}"] for c in range(35)]
    options += [[f"{r}.{c}", f"{r}.{c + 1}"] for c in range(34) for r in range(2)]
    return accord.Model.build(cells, options)


def pairs():
    """Items that are wanted twice: options that were left matter as long as they fit."""
    gives = [["a"], ["a"], ["a"], ["b"], ["b"], ["b"], ["a", "b"], ["a", "b"]]
    return accord.Model.build({"a": 2, "b": 2}, gives)


def heavy():
    """Amounts that do not fit into 32 bits."""
    much = (1 << 32) + 1
    return accord.Model.build({"a": (much, 2 * much)}, [{"a": much}, {"a": much}, {"a": 3}])


SUBJECTS: dict[str, tuple[Callable[[], accord.Model], bool, int]] = {  # up to symmetry or not, and the count
    "box": (box, False, 30),
    "square": (square, True, 3),
    "langford": (lambda: accord.load("langford:7").model, False, 52),
    "split": (lambda: accord.load("langford:7").model, True, 26),
    "orbits": (lambda: accord.load("queens:5").model, True, 2),
    "queens": (lambda: accord.load("queens:5").model, False, 10),
    "long": (long, False, 14930352),
    "free": (lambda: accord.Model.build({}, {f"o{n}": [] for n in range(70)}), False, 1 << 70),
    "pairs": (pairs, False, 28),
    "heavy": (heavy, False, 5),
}


# -- each is caught --------------------------------------------------------------------------------


def written(subject, kind, path):
    """The claim of a certificate, or None where none is written."""
    make, distinct, _ = SUBJECTS[subject]
    try:
        return write(
            make(), path, kind=kind, distinct=distinct, node_limit=20_000, memory_limit=1 << 26
        ).count
    except (AccordError, AssertionError, ArithmeticError, LookupError, ValueError):
        return None


@looped("name", FAULTS, parts=3)
def test_a_fault_that_changes_the_count_is_caught_by_each_checker_alone(tmp_path, name):
    one, path, shown = FAULTS[name], tmp_path / "wrong.count", []
    for kind in one.kinds:
        for subject in one.subjects:
            right = SUBJECTS[subject][2]
            with instead(ROUNDED, lambda _, total, order: total // order), instead(one.of, one.wrong):
                claim = written(subject, kind, path)
            if claim is None or (claim == right and not one.silent):
                continue
            shown.append((subject, kind))
            assert plainly(path) is None, (subject, kind, claim)
            assert not check(path).proved, (subject, kind, claim)
    assert {kind for _, kind in shown} == set(one.kinds), f"it shows on {shown} only"


@pytest.mark.parametrize("subject", SUBJECTS)
def test_without_a_fault_both_accept(tmp_path, subject):
    make, _, right = SUBJECTS[subject]
    for kind in BOTH if subject not in ("free", "long") else ("graph",):
        path = tmp_path / f"{kind}.count"
        assert written(subject, kind, path) == plainly(path) == check(path, model=make()).count == right


def test_every_known_fault_of_the_house_is_tried_here_or_has_no_place_here():
    tried = {one.house for one in FAULTS.values()} - {""}
    assert tried.isdisjoint(ELSEWHERE)
    assert tried | set(ELSEWHERE) == set(HOUSE)
    assert sum(not one.house and not one.silent for one in FAULTS.values()) >= 10
