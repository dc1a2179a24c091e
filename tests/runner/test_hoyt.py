"""Hoyt's program of March 2000, reproduced: his counts, his search tree, and the two solutions he printed."""

import pytest

import accord
from accord.render.text import text

# His boards are 6 wide and 10 high; ours is 6 high and 10 wide, so they are read by columns. The last row of
# the first is printed as `aiiiii`; its `a` is a misprint for `z`.
PRINTED = [
    "uuxppp uxxxpp uuxttt yyyytn lywwtn lwwfnn lwffnv llzffv zzzvvv ziiiii",
    "uuxppp uxxxpp uuxttt yyyytn iywwtn iwwfnn iwffnv izzffv izlvvv zzllll",
]


@pytest.mark.parametrize(
    ("name", "variant", "distinct", "count", "tried", "roots"),
    [
        ("pentomino-6x10", None, True, 2339, 2_455_939, 8),
        ("pentomino-4x15", "hoyt", False, 402, 179_081, 7),
        ("pentomino-4x15", "hoyt", True, 402, 179_081, 7),
    ],
)
def test_the_same_tree(name, variant, distinct, count, tried, roots):
    """He counts the pieces tried; we count as nodes also the X that he places by hand. Nothing is pruned."""
    outcome = accord.count(
        accord.load(name, variant),
        distinct=distinct,
        backend="native",
        engine="window",
        root="X",
        reduce=False,
    )
    assert (outcome.count, outcome.exact) == (count, True)
    assert outcome.effort == {"nodes": tried + roots, "roots": roots}


def test_his_printed_solutions_are_among_ours():
    puzzle = accord.load("pentomino-6x10")
    found = {text(puzzle.picture(s.options)) for s in accord.solutions(puzzle, distinct=True, root="X")}
    assert len(found) == 2339
    for printed in PRINTED:
        rows = printed.upper().split()
        assert "\n".join("".join(column) for column in zip(*rows, strict=True)) in found
