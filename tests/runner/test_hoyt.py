"""Hoyt's program of March 2000, reproduced: his counts, his search tree, and the two solutions he printed."""

import json

import pytest
from commands import called

import accord
from accord.errors import RefusedError, UsageError
from accord.families.packing.growing import growing_ranks
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


def test_his_order_and_how_many_he_tried_before_each_solution():
    """He prints 6846 and 6864; our nodes have X as well, at its places so far."""
    puzzle = accord.load("pentomino-6x10")
    found = accord.solutions(puzzle, distinct=True, root="X", reduce=False, order="hoyt", limit=2)
    for solution, printed, tried in zip(found, PRINTED, (6_846, 6_864), strict=True):
        rows = printed.upper().split()
        assert text(puzzle.picture(solution.options)) == "\n".join(map("".join, zip(*rows, strict=True)))
        assert solution.effort == {"nodes": tried + 2, "roots": 2}


def test_his_order_in_the_command():
    asked = ["--distinct", "--root", "X", "--no-reduce", "--order", "hoyt", "-n", "2", "-q"]
    lines = called("solve", "pentomino-6x10", *asked).stdout.splitlines()
    assert [line for line in lines if "tried" in line] == [
        "solution 1, 6,846 tried",
        "solution 2, 6,864 tried",
    ]
    records = called("solve", "pentomino-6x10", *asked, "--jsonl").stdout.splitlines()
    assert [json.loads(line)["effort"]["nodes"] for line in records[:2]] == [6_848, 6_866]


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("tetrominoes-torus-4x5", {}),  # joined sides
        ("tetrahexes-4x7", {}),  # hexagons
        ("tetrahexes-4x7", {"distinct": True}),
        ("tetrahexes-4x7", {"root": "W"}),
        ("soma", {"limit": 20}),  # a box
        ("dominoes-6x6", {"limit": 50}),  # no pieces
    ],
)
def test_the_order_finds_each_solution_once(name, more):
    puzzle = accord.load(name)
    ordered = [solution.options for solution in accord.solutions(puzzle, order="hoyt", **more)]
    assert len({*ordered}) == len(ordered)
    if "limit" not in more:
        assert {*ordered} == {solution.options for solution in accord.solutions(puzzle, **more)}
    else:
        assert len(ordered) == more["limit"]


def test_a_placement_grows_from_its_first_cell():
    """A B C D E before A B C D I, as in the string of his program."""
    puzzle = accord.load("pentomino-6x10")
    rank = growing_ranks(puzzle.spec, puzzle.model)
    cells = {
        frozenset(puzzle.model.item_names[item] for item in puzzle.model.items_of(option).tolist()[:5]): place
        for option, place in enumerate(rank)
    }
    his = ["r1c1 r2c1 r3c1 r4c1 r5c1", "r1c1 r2c1 r3c1 r4c1 r1c2", "r1c1 r2c1 r3c1 r4c1 r2c2"]
    his += ["r1c1 r2c1 r3c1 r1c2 r1c3", "r1c1 r2c1 r1c2 r2c2 r3c2", "r1c1 r1c2 r1c3 r1c4 r1c5"]
    found = [cells[frozenset(each.split())] for each in his if frozenset(each.split()) in cells]
    assert found == sorted(found)
    assert len(found) >= 4


def test_the_order_ends_at_limits_and_is_of_packings_only():
    puzzle = accord.load("pentomino-6x10")
    outcome = accord.count(puzzle, order="hoyt", node_limit=1_000)
    assert (outcome.exact, outcome.limit) == (False, "nodes")
    assert 1_000 <= outcome.effort["nodes"] <= 1_010
    assert outcome.engine == "window"
    with pytest.raises(RefusedError, match="the order hoyt is of the placements of a packing"):
        accord.count(accord.load("queens:4"), order="hoyt")
    with pytest.raises(RefusedError, match="the order hoyt is of the placements of a packing"):
        accord.count(puzzle.model, order="hoyt")
    with pytest.raises(RefusedError, match="bitset has an order of its own; the engine window has `order`"):
        accord.count(puzzle, order="hoyt", engine="bitset")
    with pytest.raises(UsageError, match="unknown order 'hoy'"):
        accord.count(puzzle, order="hoy")
