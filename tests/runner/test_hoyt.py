"""Hoyt's program of March 2000, reproduced: his counts, his search tree, and the two solutions he printed."""

import json

import pytest
from commands import called

import accord
from accord.errors import RefusedError, UsageError
from accord.families.packing.record import growing_ranks
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


PLACES = {  # the squares that his program tests from the first one, A: right of it and below, in ours along
    letter: (number - 3 * bool(row) + (row == 2) + 2 * (row == 3) + 3 * (row == 4), row)
    for row, letters in enumerate(("ABCDE", "FGHIJKL", "OPQRS", "XYZ", "a"))
    for number, letter in enumerate(letters)
}
ORDER = (  # of the leaves of his tree that lie on our board from r4c3 on
    "ABCIH ABCIJ ABCIK ABCIQ ABCJK ABCJR ABCKS ABIHG ABIHJ ABIHP ABIHQ ABIJK ABIJQ ABIJR ABIQP ABIQR ABIQY "
    "ABJKR ABJKS ABJRQ ABJRS ABJRZ AIHGF AIHGJ AIHGO AIHGP AIHGQ AIHJK AIHJP AIHJR AIHPO AIHPQ AIHPX AIHQR "
    "AIHQY AIJKC AIJKQ AIJKR AIJKS AIJQP AIJQR AIJQY AIJRS AIJRZ AIQPO AIQPR AIQPX AIQPY AIQRS AIQRY AIQRZ "
    "AIQYX AIQYZ AIQYa"
)


def test_placements_at_a_cell_come_as_in_his_tree():
    puzzle = accord.load("pentomino-6x10")
    model, rank = puzzle.model, growing_ranks(puzzle.spec, puzzle.model)
    of = {
        frozenset(model.item_names[item] for item in model.items_of(o).tolist()[:5]): o for o in range(2056)
    }
    found = []
    words = ORDER.split()
    for word in words:
        cells = frozenset(f"r{4 + PLACES[letter][0]}c{3 + PLACES[letter][1]}" for letter in word)
        found.append(rank[of[cells]])
    assert found == sorted(found)
    first = model.item_names.index("r4c3")
    begun = [o for o in range(model.options) if int(model.items_of(o)[0]) == first]
    assert len(begun) == len(words) + 1  # and the X, which he places by hand


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
    with pytest.raises(RefusedError, match="needs all placements of a packing; with `distinct`"):
        accord.count(accord.load("pentomino-3x20"), order="hoyt", distinct=True)
    with pytest.raises(RefusedError, match="bitset has an order of its own; the engine window has `order`"):
        accord.count(puzzle, order="hoyt", engine="bitset")
    with pytest.raises(UsageError, match="unknown order 'hoy'"):
        accord.count(puzzle, order="hoy")
