"""Packing: placements against brute force, known counts, groups, what is refused, and pictures fed back."""

from itertools import combinations

import msgspec
import numpy as np
import pytest
from brute_force import packed
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import looped
from profiles import examples

import accord
from accord.families.packing.placements import placements
from accord.families.packing.record import RECORD as PACKING
from accord.grids import sets
from accord.grids.board import full_board
from accord.grids.lattice import lattice
from accord.grids.polyforms import canonical, normalise, polyforms
from accord.grids.sets import Piece
from accord.puzzles.family import SpecError
from accord.render.text import contest, text
from accord.symmetry.group import group_of

METEOR = """
0 0 0 0 1
 2 2 2 0 1
2 6 6 1 1
 2 6 1 5 5
8 6 5 5 5
 8 6 3 3 3
4 8 8 9 3
 4 4 8 9 3
4 7 4 7 9
 7 7 7 9 9
"""
CENTRE = "........\n" * 3 + "...##...\n" * 2 + "........\n" * 3
CORNERS = "#......#\n" + "........\n" * 6 + "#......#"
SOMA = {"lattice": "cubic", "size": [3, 3, 3], "pieces": "soma", "flipping": False}


def spec(**keys):
    return msgspec.convert(keys, PACKING.spec)


def model(**keys):
    return PACKING.made.model(spec(**keys))


def count(**keys):
    return sum(1 for _ in packed(model(**keys)))


# -- placements ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size", "cells"),
    [
        ("square", [3, 4], 4),
        ("square", [4, 4], 3),
        ("hexagonal", [3, 4], 4),
        ("cubic", [2, 2, 3], 4),
        ("triangular", [3, 5], 4),
        ("edges", [2, 2], 3),
    ],
)
@pytest.mark.parametrize("flipping", [True, False])
def test_placements_are_all_sets_of_cells_of_that_shape(name, size, cells, flipping):
    grid = lattice(name)
    board = full_board(size, grid)
    by_form = {}
    for chosen in combinations(range(len(board.cells)), cells):
        form = canonical(normalise(board.cells[list(chosen)].tolist(), grid), grid, flipping=flipping)
        by_form.setdefault(form, []).append(list(chosen))
    for shape in polyforms(grid, cells, flipping=flipping):
        found = placements(Piece("X", shape), board, flipping=flipping).tolist()
        assert found == by_form.get(shape, [])


OPTIONS = [  # keys of the spec, options, elements of the group
    ({"size": [6, 10], "pieces": "pentominoes"}, 2056, 4),
    ({"size": [10, 6], "pieces": "pentominoes"}, 2056, 4),
    ({"size": [6, 10], "pieces": "pentominoes", "symmetry": "rotations"}, 2056, 2),
    ({"size": [6, 10], "pieces": "pentominoes", "symmetry": "none"}, 2056, 1),
    ({"board": CENTRE, "pieces": "pentominoes"}, 1568, 8),
    ({"board": METEOR, "lattice": "hexagonal"}, 2596, 2),
    ({"size": [3, 30], "pieces": "one-sided pentominoes", "flipping": False}, 1936, 4),
    ({"size": [6, 10], "pieces": "pentominoes", "flipping": False}, None, 2),
    (SOMA, 688, 48),
    ({**SOMA, "symmetry": "rotations"}, 688, 24),
    ({"lattice": "cubic", "size": [3, 4, 5], "pieces": "pentacubes"}, 2440, 8),
    ({"lattice": "cubic", "size": [1, 6, 10], "pieces": "pentacubes"}, 2056, 4),
    ({"size": [8, 8], "pieces": "dominoes", "copies": "any"}, 112, 8),
    (
        {
            "size": [6, 10],
            "pieces": "pentominoes",
            "confine": {"piece": "X", "rows": [1, 3], "columns": [1, 5]},
        },
        2032,
        1,
    ),
    ({"size": [6, 10], "pieces": "pentominoes", "confine": {"piece": "X", "rows": [3, 4]}}, 2040, 4),
    ({"size": [6, 10], "pieces": "pentominoes", "confine": {"piece": "X", "rows": [1, 3]}}, 2040, 2),
]


@pytest.mark.parametrize(("keys", "options", "elements"), OPTIONS)
def test_options_and_groups(keys, options, elements):
    found = model(**keys)
    assert options in (None, found.options)
    assert len(group_of(found)) == elements


def test_options_of_the_meteor_pieces():
    found = model(board=METEOR, lattice="hexagonal")
    each = [len(found.options_of(found.item_index[sign])) for sign in "0123456789"]
    assert each == [208, 254, 258, 274, 274, 298, 272, 284, 220, 254]
    assert sum(each) == found.options == 2596


def test_items_are_cells_then_pieces_and_options_are_sorted():
    found = model(size=[6, 10], pieces="pentominoes")
    assert found.item_names[:7] == ("r1c1", "r2c1", "r3c1", "r4c1", "r5c1", "r6c1", "r1c2")
    assert "".join(found.item_names[60:]) == "FILNPTUVWXYZ"
    assert np.array_equal(found.order, np.arange(60))
    rows = [found.items_of(option).tolist() for option in range(found.options)]
    assert rows == sorted(rows, key=lambda row: (row[-1], row))
    first_x = found.options_of(found.item_index["X"])[0]
    assert found.option_name(first_x) == "r2c1 r1c2 r2c2 r3c2 r2c3 X"


# -- counts ----------------------------------------------------------------------------------------

COUNTS = [
    (8, {"size": [3, 20], "pieces": "pentominoes"}),
    (6728, {"size": [6, 6], "pieces": "dominoes", "copies": "any"}),
    (6728, {"size": [6, 6], "pieces": "dominoes", "copies": 18}),
    (36, {"board": "AABB\nCCDD\nEEFF\nGGHH"}),
    (18, {"size": [3, 3], "pieces": {"m": "m", "d": "dd"}, "copies": {"d": 4}}),
    (131, {"size": [3, 3], "pieces": {"m": "m", "d": "dd"}, "copies": "any"}),  # OEIS A028420
    (10012, {"size": [4, 4], "pieces": {"m": "m", "d": "dd"}, "copies": "any"}),
    (0, {"size": [4, 5], "pieces": "tetrominoes"}),
]


@pytest.mark.parametrize(("known", "keys"), COUNTS)
def test_known_counts(known, keys):
    assert count(**keys) == known


@pytest.mark.slow
@pytest.mark.parametrize(
    ("known", "keys"),
    [
        (402, {"confine": {"piece": "X", "rows": [1, 2], "columns": [1, 8]}}),
        (334, {"confine": {"piece": "X", "rows": [1, 2], "columns": [1, 7]}}),
        (1472, {}),
    ],
)
def test_pentominoes_4x15(known, keys):
    assert count(size=[4, 15], pieces="pentominoes", **keys) == known


@pytest.mark.slow
@pytest.mark.parametrize(
    ("known", "keys"),
    [
        (11520, SOMA),
        (184, {"size": [3, 30], "pieces": "one-sided pentominoes", "flipping": False}),
        (96, {"lattice": "cubic", "size": [2, 3, 10], "pieces": "pentacubes"}),
    ],
)
def test_large_known_counts(known, keys):
    assert count(**keys) == known


@pytest.mark.slow
def test_the_report_of_the_meteor_contest():
    asked = spec(board=METEOR, lattice="hexagonal")
    found = PACKING.made.model(asked)
    report = contest([PACKING.shown.picture(asked, found, chosen) for chosen in packed(found)])
    count, smallest, largest = report.split("\n\n")
    assert count == "2098 solutions found"
    assert smallest.split() == METEOR.split()  # the contest's own example of its smallest solution
    assert "".join(largest.split()) == "99998966856688568255777257472014220144031400311333"
    assert all(row.endswith(" ") for row in report.splitlines()[2:] if row)


# -- confining -------------------------------------------------------------------------------------


@given(
    rows=st.tuples(st.integers(1, 5), st.integers(1, 5)),
    columns=st.tuples(st.integers(1, 6), st.integers(1, 6)),
)
@settings(max_examples=examples(30))
def test_confining_all_cells_is_placing_on_the_smaller_board(rows, columns):
    rows, columns = sorted(rows), sorted(columns)
    size = [rows[1] - rows[0] + 1, columns[1] - columns[0] + 1]
    keys = {"size": [5, 6], "pieces": "pentominoes", "copies": "any"}
    piece = next(piece for piece in sets.pieces("pentominoes") if piece.name == "P")
    wanted = len(placements(piece, full_board(size, lattice("square")), flipping=True))
    everywhere = model(**keys).options
    of_p = len(placements(piece, full_board([5, 6], lattice("square")), flipping=True))
    confine = {"piece": "P", "rows": rows, "columns": columns, "cells": "all"}
    if wanted:
        assert model(**keys, confine=confine).options == everywhere - of_p + wanted
    else:
        with pytest.raises(SpecError, match="leaves no place for the piece P"):
            model(**keys, confine=confine)


def test_confinements_of_one_piece_add_up():
    both = [{"piece": "X", "rows": [1, 3]}, {"piece": "X", "columns": [1, 5]}]
    one = {"piece": "X", "rows": [1, 3], "columns": [1, 5]}
    keys = {"size": [6, 10], "pieces": "pentominoes"}
    assert model(**keys, confine=both).options == model(**keys, confine=one).options


def test_confining_layers():
    keys = {"lattice": "cubic", "size": [3, 4, 5], "pieces": "pentacubes"}
    found = model(**keys, confine={"piece": "X", "layers": [2, 2], "cells": "all"})
    assert [found.item_names[i][:2] for i in found.items_of(found.options_of(found.item_index["X"])[0])][
        :5
    ] == ["l2"] * 5


# -- what is refused -------------------------------------------------------------------------------

PENTOMINOES = {"size": [6, 10], "pieces": "pentominoes"}
FAULTY = [  # keys of the spec, (key of the fault, what is said)
    ({**PENTOMINOES, "lattice": "round"}, [("lattice", "unknown lattice 'round'; there are square")]),
    ({**PENTOMINOES, "lattice": "triangular"}, [("lattice", "needs 'square'")]),
    ({**PENTOMINOES, "wrap": "sphere"}, [("wrap", "unknown wrap 'sphere'; there are cylinder, torus")]),
    ({**PENTOMINOES, "wrap": "moebius", "flipping": False}, [("flipping", "set flipping = true")]),
    ({**PENTOMINOES, "turning": False}, [("flipping", "set flipping = false")]),
    ({**PENTOMINOES, "crossing": True}, [("crossing", "pieces of the lattice square never cross")]),
    (
        {"size": [6, 3], "pieces": "fixed trominoes", "flipping": False},
        [("turning", "set turning = false")],
    ),
    (
        {"lattice": "hexagonal", "size": [3, 4], "wrap": "torus", "pieces": "trihexes"},
        [
            (
                "size",
                "found 3 rows and 4 columns; as a torus the lattice hexagonal needs an even number of rows",
            )
        ],
    ),
    (
        {"size": [33, 32], "wrap": "torus", "pieces": "dominoes"},
        [("size", "at most 1024 if sides are joined")],
    ),
    ({"pieces": "pentominoes"}, [("board", "neither a board nor a size")]),
    ({**PENTOMINOES, "board": "."}, [("board", "a board and a size")]),
    (
        {"board": "...\n..\n", "pieces": "hexamino"},
        [("board[2]", "found 2 cells"), ("pieces", "unknown set")],
    ),
    ({"size": [6, 10]}, [("pieces", "missing")]),
    ({"size": [6, 10, 1], "pieces": "pentominoes"}, [("size", "expected [rows, columns]")]),
    ({"size": [6, 11], "pieces": "pentominoes"}, [("pieces", "cover 60 cells; the board has 66")]),
    ({"size": [6, 9], "pieces": "pentominoes"}, [("pieces", "cover 60 cells; the board has 54")]),
    (
        {"size": [3, 3, 3], "pieces": "soma", "flipping": False},
        [("lattice", "needs 'cubic'"), ("size", "expected")],
    ),
    ({**SOMA, "flipping": True}, [("flipping", "set flipping = false")]),
    (
        {"size": [1, 60], "pieces": "pentominoes"},
        [("pieces", f"the piece {p} fits nowhere") for p in "FLNPTUVWXYZ"],
    ),
    (
        {"board": "AA", "copies": 2},
        [("copies", "drawn solved")],
    ),
    (
        {"board": "DD..\n....", "pieces": "dominoes", "copies": [2, 3]},
        [("pieces", "cover at most 6 cells; the board has 8")],
    ),
    (
        {"board": "DD..\n....", "pieces": "dominoes", "copies": [5, 6]},
        [("pieces", "cover at least 10 cells; the board has 8")],
    ),
    ({**PENTOMINOES, "copies": [2, 1]}, [("copies", "found [2, 1]; expected [least, most]")]),
    ({**PENTOMINOES, "copies": {"X": [0, 0]}}, [("copies.X", "found [0, 0]; expected [least, most]")]),
    (
        {"board": "DD.a\n....", "pieces": "dominoes", "copies": "any"},
        [("board", "found a on 1 cells, another shape than any piece")],
    ),
    (
        {"board": "IIbb\naa..\n....", "pieces": "dominoes", "copies": {"I": [1, 2]}},
        [("pieces", "cover at most 4 cells")],
    ),
    (
        {"board": "IIbb\naa..", "pieces": {"I": "II", "s": "s"}, "copies": {"I": [0, 2], "s": "any"}},
        [("board", "found 3 of the piece I; expected at most 2")],
    ),
    (
        {"board": "I..\n...", "pieces": {"I": "III"}, "copies": 2},
        [("board", "found I on 1 cells, another shape than the piece I")],
    ),
    (
        {
            "board": "III\n...",
            "pieces": {"I": "III"},
            "copies": 2,
            "confine": {"piece": "I", "rows": [2, 2], "cells": "all"},
        },
        [("board", "found the piece I where `confine` does not allow it")],
    ),
    ({"size": [1, 2], "pieces": {}}, [("pieces", "no pieces")]),
    ({"size": [1, 2], "pieces": {"AB": "AB"}}, [("pieces.AB", "expected one letter or digit")]),
    ({"size": [1, 2], "pieces": {"A": "BB"}}, [("pieces.A", "found 'B'; expected 'A'")]),
    ({"size": [1, 2], "pieces": {"A": ".."}}, [("pieces.A", "found no cells")]),
    (
        {"size": [1, 4], "pieces": {"A": "AA", "B": "B\nB"}},
        [("pieces.B", "same piece as A, turned or flipped")],
    ),
    ({"size": [1, 2], "pieces": {"A": "A\n\nA"}}, [("pieces.A[3]", "a second layer")]),
    ({**PENTOMINOES, "copies": 0}, [("copies", "found 0; expected 1 or more")]),
    ({**PENTOMINOES, "copies": {"Q": 1, "X": -1}}, [("copies.Q", "unknown piece"), ("copies.X", "found -1")]),
    ({**PENTOMINOES, "confine": {"piece": "Q", "rows": [1, 1]}}, [("confine.piece", "unknown piece 'Q'")]),
    ({**PENTOMINOES, "confine": {"piece": "X"}}, [("confine", "found no range")]),
    ({**PENTOMINOES, "confine": {"piece": "X", "rows": [0, 7]}}, [("confine.rows", "within 1 to 6")]),
    ({**PENTOMINOES, "confine": {"piece": "X", "rows": [3, 2]}}, [("confine.rows", "[first, last]")]),
    ({**PENTOMINOES, "confine": {"piece": "X", "rows": [1, 1]}}, [("confine", "leaves no place")]),
    ({**PENTOMINOES, "confine": {"piece": "U", "rows": [1, 3]}}, [("confine", 'cells = "all"')]),
    (
        {**PENTOMINOES, "confine": [{"piece": "X", "rows": [1, 3]}, {"piece": "Q", "rows": [1, 3]}]},
        [("confine[2].piece", "unknown piece 'Q'")],
    ),
    (
        {"board": METEOR, "lattice": "hexagonal", "confine": {"piece": "0", "rows": [1, 3]}},
        [("confine", 'cells = "all"')],
    ),
]


@looped(("keys", "faults"), FAULTY)
def test_faults(keys, faults):
    with pytest.raises(SpecError) as caught:
        model(**keys)
    found = sorted(caught.value.faults, key=lambda fault: fault.key)
    assert [fault.key for fault in found] == [key for key, _ in faults]
    for fault, (_, words) in zip(found, faults, strict=True):
        assert words in fault.message


@pytest.mark.parametrize(
    "keys",
    [{"colour": 1}, {"confine": {"piece": "X", "row": [1, 2]}}, {"copies": "many"}, {"symmetry": "some"}],
)
def test_unknown_keys_and_words(keys):
    with pytest.raises(msgspec.ValidationError):
        spec(**keys)


# -- solved boards and pictures --------------------------------------------------------------------

SOLVABLE = [
    {"size": [3, 20], "pieces": "pentominoes"},
    {"board": CORNERS, "pieces": "pentominoes"},
    {"board": METEOR, "lattice": "hexagonal"},
    {"size": [3, 30], "pieces": "one-sided pentominoes", "flipping": False},
    SOMA,
]


@pytest.mark.parametrize("keys", SOLVABLE)
def test_a_solution_is_a_board_that_declares_the_same_puzzle(keys):
    asked = spec(**keys)
    first = PACKING.made.model(asked)
    picture = PACKING.shown.picture(asked, first, next(packed(first)))
    drawn = text(picture)
    again = PACKING.made.model(
        spec(board=drawn, lattice=asked.lattice, flipping=asked.flipping, symmetry=asked.symmetry)
    )
    assert sorted(again.item_names) == sorted(first.item_names)
    assert np.array_equal(np.sort(again.keys, axis=0), np.sort(first.keys, axis=0))
    assert len(group_of(again)) == len(group_of(first))


TILES = {"pieces": {"L": "L.\nLL", "I": "III", "o": "o"}, "size": [3, 4]}


def test_ranges_of_copies_are_the_sum_of_their_numbers(backend_name):
    """With from 1 to 3 L and up to 1 I, there are as many packings as with each pair of numbers."""
    ranged = {"L": [1, 3], "I": [0, 1], "o": [0, 12]}
    found = model(**TILES, copies=ranged)
    each = 0
    for number in range(1, 4):
        for single in ({"I": 1}, {}):
            ones = 12 - 3 * number - 3 * len(single)
            exact = {"L": number, **single, "o": ones}
            pieces = {name: TILES["pieces"][name] for name, k in exact.items() if k}
            if ones >= 0:
                keys = {
                    "pieces": pieces,
                    "size": TILES["size"],
                    "copies": {n: k for n, k in exact.items() if k},
                }
                each += accord.count(model(**keys), backend=backend_name).count
    assert accord.count(found, backend=backend_name).count == each > 0


def test_a_board_with_pieces_on_it_has_the_solutions_that_have_them(backend_name):
    size = {"size": [4, 5], "pieces": {"L": "L.\nL.\nLL", "I": "IIII"}, "copies": {"L": 4}}
    size["copies"]["I"] = 1
    whole = spec(**size)
    found = PACKING.made.model(whole)
    boards = {text(PACKING.shown.picture(whole, found, options)) for options in packed(found)}
    cells = {k for k in size if k != "size"}
    half = spec(board="IIII.\n.....\n.....\n.....", **{k: size[k] for k in cells})
    left = PACKING.made.model(half)
    having = [
        options for options in packed(found)
        if "r1c1 r1c2 r1c3 r1c4 I" in [found.option_name(option) for option in options]
    ]  # fmt: skip
    assert 0 < len(having) < len(boards)
    assert accord.count(left, backend=backend_name).count == len(having)
    assert text(PACKING.shown.picture(half, left, None)) == half.board
    assert [left.option_name(option) for option in PACKING.made.given(half, left)] == [
        "r1c1 r1c2 r1c3 r1c4 I"
    ]


def test_placed_pieces_of_one_kind_have_signs_of_their_own():
    half = spec(board="DDb.\n..b.\n....", pieces="dominoes", copies="any")
    found = PACKING.made.model(half)
    placed = [found.option_name(option) for option in PACKING.made.given(half, found)]
    assert placed == ["r1c1 r1c2", "r1c3 r2c3"]
    assert all(set(placed) <= {found.option_name(o) for o in options} for options in packed(found))
    assert len(group_of(found)) == 1


def test_equal_pieces_of_a_solved_board_are_one_piece_with_copies():
    found = model(board="AABB\nCCDD")
    assert found.item_names[8:] == ("A",)
    assert found.low[8] == found.high[8] == 4


def test_twins_are_one_piece_if_pieces_may_be_flipped():
    assert model(board="AAB\nABB").item_names[6:] == ("A",)
    twins = "AAABBB\nAxxxxB"
    assert model(board=twins).item_names[12:] == ("A", "x")
    assert model(board=twins, flipping=False).item_names[12:] == ("A", "B", "x")


@pytest.mark.parametrize(
    ("pieces", "size", "expected"), [("dicubes", [2, 2, 2], 9), ("tricubes", [2, 2, 3], 73)]
)
def test_one_sided_pieces_without_twins_may_be_flipped(pieces, size, expected):
    for flipping in (True, False):
        asked = {"lattice": "cubic", "size": size, "pieces": pieces, "copies": "any"}
        assert count(**asked, flipping=flipping) == expected


def test_every_placed_piece_has_its_own_sign_where_pieces_repeat():
    asked = spec(size=[6, 6], pieces="dominoes", copies="any")
    found = PACKING.made.model(asked)
    signs = list(PACKING.shown.picture(asked, found, next(packed(found))).signs.values())
    assert sorted(signs) == sorted("abcdefghijklmnopqr" * 2)


def test_neighbours_differ_where_signs_run_out():
    asked = spec(size=[14, 14], pieces="dominoes", copies="any")
    found = PACKING.made.model(asked)
    chosen = next(packed(found))
    picture = PACKING.shown.picture(asked, found, chosen)
    piece = {item: option for option in chosen for item in found.items_of(option).tolist()}
    board = full_board([14, 14], lattice("square"))
    for cell, near in enumerate(board.neighbours):
        for other in near:
            same = picture.signs[board.place_tuples[cell]] == picture.signs[board.place_tuples[other]]
            assert same == (piece[cell] == piece[other])


def test_a_picture_of_nothing_and_of_a_part():
    asked = spec(board=CENTRE, pieces="pentominoes")
    found = PACKING.made.model(asked)
    assert text(PACKING.shown.picture(asked, found, None)) == CENTRE.rstrip("\n")
    first_x = int(found.options_of(found.item_index["X"])[0])
    assert text(PACKING.shown.picture(asked, found, [first_x])).startswith(
        ".X......\nXXX.....\n.X......\n...##..."
    )
