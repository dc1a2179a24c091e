"""Packings on triangles, on edges and on joined boards: placements by brute force, and counts from books."""

from itertools import combinations

import msgspec
import numpy as np
import pytest
from brute_force import packed

import accord
from accord.families.packing.placements import placements
from accord.families.packing.record import RECORD as PACKING
from accord.families.packing.spec import board_of
from accord.grids.board import full_board, read
from accord.grids.lattice import lattice
from accord.grids.polyforms import canonical, polyforms
from accord.grids.sets import Piece
from accord.puzzles.family import SpecError
from accord.render.text import text
from accord.scene.board import scene_of
from accord.symmetry.group import group_of


def spec(**keys):
    return msgspec.convert(keys, PACKING.spec)


def model(**keys):
    return PACKING.made.model(spec(**keys))


def puzzle(**keys):
    return accord.Puzzle(family=PACKING, spec=spec(**keys))


def counts(distinct=False, **keys):
    return {accord.count(puzzle(**keys), distinct=distinct, backend=name).count for name in ("native", "sat")}


JOINED = [
    ("square", "cylinder", [3, 4], 4),
    ("square", "torus", [3, 4], 4),
    ("square", "moebius", [3, 4], 4),
    ("square", "klein", [3, 4], 4),
    ("square", "moebius", [2, 2], 3),
    ("hexagonal", "torus", [2, 4], 3),
    ("hexagonal", "moebius", [3, 3], 3),
    ("triangular", "torus", [2, 6], 4),
    ("triangular", "moebius", [3, 5], 4),
    ("edges", "torus", [2, 2], 3),
    ("edges", "moebius", [1, 3], 3),
]


@pytest.mark.parametrize(("name", "wrap", "size", "cells"), JOINED)
def test_placements_are_all_sets_of_cells_of_that_shape(name, wrap, size, cells):
    """Cells lie as a polyform does if some way to unroll them gives its shape."""
    grid = lattice(name)
    board = full_board(size, grid, wrap)
    by_form = {}
    for chosen in combinations(range(len(board.cells)), cells):
        forms = {canonical(shape, grid, flipping=True) for shape in board.shapes_of(chosen)}
        for form in forms:
            by_form.setdefault(form, []).append(list(chosen))
    for shape in polyforms(grid, cells, flipping=True):
        found = placements(Piece("X", shape), board, flipping=True).tolist()
        assert found == by_form.get(shape, [])


@pytest.mark.parametrize(("name", "wrap", "size", "cells"), JOINED)
def test_isometries_map_placements_to_placements(name, wrap, size, cells):
    grid = lattice(name)
    board = full_board(size, grid, wrap)
    for shape in polyforms(grid, cells, flipping=True):
        found = placements(Piece("X", shape), board, flipping=True)
        for isometry in board.isometries():
            moved = np.sort(isometry.permutation[found], axis=1)
            assert sorted(moved.tolist()) == found.tolist()


def test_turned_pieces_stay_turned_on_a_cylinder_and_not_on_a_strip():
    keys = {"size": [4, 8], "pieces": {"L": "L.\nL.\nLL"}, "flipping": False, "copies": 8}
    assert len(group_of(model(**keys, wrap="cylinder"))) == 16  # shifts and half turns; no twin to flip to
    keys["flipping"] = True
    assert len(group_of(model(**keys, wrap="moebius"))) == 32


KNOWN = [  # keys, all, distinct
    ({"lattice": "triangular", "board": "##.##\n#...#\n.....", "pieces": "triamonds", "copies": 3}, 2, 1),
    ({"wrap": "torus", "size": [4, 4], "pieces": "dominoes", "copies": "any"}, 272, None),
    ({"wrap": "cylinder", "size": [4, 5], "pieces": "tetrominoes"}, 140, 7),  # E. Timmermans: seven
    (
        {"size": [2, 3], "pieces": "fixed dominoes", "flipping": False, "turning": False, "copies": "any"},
        3,
        2,
    ),
    ({"lattice": "edges", "size": [1, 1], "pieces": "V distick", "copies": 2}, 2, 1),
]


@pytest.mark.parametrize(("keys", "every", "distinct"), KNOWN)
def test_known_counts(keys, every, distinct):
    assert sum(1 for _ in packed(model(**keys))) == every
    assert counts(**keys) == {every}
    if distinct is not None:
        assert counts(distinct=True, **keys) == {distinct}


def rotations_of_a_ring(columns):
    return {"wrap": "cylinder", "size": [1, columns], "pieces": {"I": "I" * columns}}


def test_a_piece_that_meets_itself_does_not_fit_and_a_ring_is_one_placement():
    assert model(**rotations_of_a_ring(5)).options == 1
    with pytest.raises(SpecError, match="the piece I fits nowhere"):
        model(wrap="cylinder", size=[2, 5], pieces={"I": "IIIIII", "m": "m"}, copies={"m": "any"})


PLUS = "+.+.+\n. . .\n+.+.+\n. . .\n+.+.+"  # two by two squares


@pytest.mark.parametrize("wrap", [None, "cylinder", "torus"])
def test_pieces_do_not_cross_unless_they_may(wrap):
    """Counted by trying: no two pieces go straight through one point in different directions."""
    keys = {
        "lattice": "edges",
        "size": [2, 2] if wrap is None else [2, 4],
        "pieces": "disticks",
        "copies": "any",
    }
    keys |= {"wrap": wrap} if wrap else {}
    may, may_not = model(**keys, crossing=True), model(**keys)
    board = full_board(keys["size"], lattice("edges"), wrap)
    places = {name: tuple(place[1:]) for name, place in zip(board.names, board.place_tuples, strict=True)}
    rows, columns = (board.wrap.rows, board.wrap.columns) if wrap else (99, 99)

    def passes(option):
        """The points that a piece goes through, and how."""
        cells = {places[may.item_names[item]] for item in may.items_of(option).tolist()}
        for row, column in cells:
            down, right = (1, 0) if row % 2 else (0, 1)
            if ((row + 2 * down) % rows, (column + 2 * right) % columns) in cells:
                yield ((row + down) % rows, (column + right) % columns), down

    through = [set(passes(option)) for option in range(may.options)]
    kept = 0
    for chosen in packed(may):
        points = [point for option in chosen for point in through[option]]
        kept += all((at, 1 - way) not in points for at, way in points)
    assert accord.count(may_not, backend="native").count == kept
    if wrap is None:
        assert kept < sum(1 for _ in packed(may))


def test_a_solution_of_each_lattice_is_read_back():
    for keys in (
        {"lattice": "triangular", "size": [4, 9], "pieces": "hexiamonds", "copies": [0, 1]},
        {"lattice": "edges", "size": [2, 3], "pieces": "polysticks 1-3", "copies": [0, 3]},
        {"wrap": "cylinder", "size": [4, 5], "pieces": "tetrominoes"},
        {"size": [6, 7], "pieces": "heptominoes", "copies": [0, 1]},
        {"lattice": "hexagonal", "size": [4, 6], "pieces": "hexahexes", "copies": [0, 1]},
    ):
        asked = puzzle(**keys)
        (found,) = accord.solutions(asked, limit=1)
        drawn = text(asked.picture(found.options))
        board = read(drawn, lattice(asked.spec.lattice), asked.spec.wrap)
        assert dict(zip(board.place_tuples, board.signs, strict=True)) == asked.picture(found.options).signs
        same = {key: keys[key] for key in ("lattice", "wrap") if key in keys}
        assert accord.count(puzzle(board=drawn, **same), limit=1).count == 1


def automorphisms(near):
    """Every map of a board onto itself that keeps neighbours, by trying."""
    order = [0]
    for cell in order:
        order += [other for other in near[cell] if other not in order]
    maps = [{}]
    for cell in order:
        maps = [
            {**to, cell: image}
            for to in maps
            for image in set(range(len(near))) - set(to.values())
            if all((other in near[cell]) == (to[other] in near[image]) for other in to)
        ]
    return maps


@pytest.mark.full
@pytest.mark.parametrize(
    ("wrap", "size"), [("cylinder", [4, 5]), ("torus", [4, 5]), ("moebius", [3, 6]), ("klein", [4, 5])]
)
def test_classes_are_those_under_every_map_that_keeps_neighbours(wrap, size):
    """Dominoes and two straight trominoes: each method finds as many classes as trying does."""
    cells = size[0] * size[1]
    copies = {"d": (cells - 6) // 2, "t": 2}
    keys = {"wrap": wrap, "size": size, "pieces": {"d": "dd", "t": "ttt"}, "copies": copies}
    found = model(**keys)
    board = full_board(size, lattice("square"), wrap)
    maps = automorphisms(board.neighbours)
    assert len(maps) == len(group_of(found))

    def cells_of(chosen):
        return [[item for item in found.items_of(option).tolist() if item < cells] for option in chosen]

    solutions = [cells_of(chosen) for chosen in packed(found)]
    classes, seen = 0, set()
    for each in solutions:
        if frozenset(map(frozenset, each)) not in seen:
            classes += 1
            seen |= {frozenset(frozenset(to[c] for c in piece) for piece in each) for to in maps}
    asked = puzzle(**keys)
    assert accord.count(asked).count == len(solutions)
    for method in ("burnside", "filter"):
        assert accord.count(asked, distinct=True, method=method).count == classes


HOLES = [  # boards with holes at the sides that are joined
    {"wrap": "cylinder", "board": "..#\n..#"},
    {"wrap": "torus", "board": "...\n...\n###"},
    {"wrap": "klein", "lattice": "edges", "size": [2, 2]},
    {"wrap": "cylinder", "lattice": "edges", "board": "+.+.+\n# . #\n+.+#+".replace(" #", "")},
    {"wrap": "moebius", "lattice": "hexagonal", "board": ". . #\n . . #\n. . #"},
    {"lattice": "edges", "board": "+.+#+\n. . #\n+.+#+"},
]


@pytest.mark.parametrize("keys", HOLES)
def test_a_printed_board_has_the_holes_at_its_sides(keys):
    """Else it would be read as a smaller one, whose sides are joined elsewhere."""
    name = keys.get("lattice", "square")
    asked = puzzle(**keys, pieces={"I": "+I+" if name == "edges" else "I"}, copies="any")
    board, again = board_of(asked.spec), read(text(asked.picture()), lattice(name), keys.get("wrap"))
    assert np.array_equal(again.cells, board.cells)
    assert again.outline == board.outline
    assert again.neighbours == board.neighbours


def test_arrows_stand_at_the_sides_that_are_joined_though_there_are_holes():
    wide, narrow = (
        scene_of(puzzle(wrap="cylinder", board=board, pieces="dominoes", copies="any").picture()).width
        for board in ("...#\n...#", "....\n....")
    )
    assert wide == narrow


def test_edges_that_all_lie_are_a_joined_board():
    """No turn keeps them that makes them stand."""
    keys = {"lattice": "edges", "wrap": "torus", "board": "+.+.\n# #", "pieces": "monosticks", "copies": 2}
    assert counts(**keys) == {1}
    assert len(group_of(model(**keys))) == 2


def test_a_reflection_takes_a_piece_to_its_twin_on_the_same_cells():
    """On a tube both trominoes cover these three cells. Though there may be any number, they are two."""
    keys = {"wrap": "cylinder", "board": "..\n#.", "flipping": False, "turning": False, "copies": "any"}
    keys["pieces"] = {"M": "M", "P": "PP\n.P", "Q": "QQ\nQ."}
    assert counts(**keys) == {3}
    assert counts(distinct=True, **keys) == {2}
    for method in ("filter", "burnside"):
        assert accord.count(puzzle(**keys), distinct=True, method=method).count == 2


def test_a_reflection_is_a_symmetry_where_a_piece_lies_as_its_mirror_image_does():
    """An L that goes all the way around a torus does: all solutions are alike then, and two up to turns."""
    keys = {"wrap": "torus", "pieces": {"L": "LLL\nL.."}, "copies": 2, "flipping": False}
    small = {**keys, "size": [3, 3], "empty": 1}
    found = model(**small)
    maps = automorphisms(full_board([3, 3], lattice("square"), "torus").neighbours)
    placements = {frozenset(found.items_of(option)[:4].tolist()) for option in range(36)}
    assert len(maps) == len(group_of(found)) == 72
    assert all({frozenset(map(to.get, cells)) for cells in placements} == placements for to in maps)
    assert counts(**small) == {36}
    for method in ("filter", "burnside", "split"):
        asked = (puzzle(**small), puzzle(**small, symmetry="rotations"))
        assert [accord.count(each, distinct=True, method=method).count for each in asked] == [1, 2]
    assert len(group_of(model(**keys, size=[4, 4], empty=8))) == 64  # shifts and turns


def test_pieces_that_lie_alike_and_are_not_as_many_are_told_apart_by_their_shapes():
    keys = {"wrap": "cylinder", "board": "..\n#.", "flipping": False, "turning": False}
    keys |= {"pieces": {"M": "M", "P": "PP\n.P", "Q": "QQ\nQ."}, "copies": {"M": 1, "P": [0, 1], "Q": [0, 2]}}
    keys |= {"empty": [0, 2], "board": "++\n#+"}
    assert len(group_of(model(**keys))) == 1
    assert counts(distinct=True, **keys) == counts(**keys)


@pytest.mark.parametrize("wrap", ["moebius", "klein"])
def test_rotations_are_not_told_from_reflections_where_there_is_a_twist(wrap):
    keys = {"lattice": "triangular", "size": [2, 6], "pieces": "moniamonds", "copies": 12}
    assert len(group_of(model(**keys, wrap="cylinder", symmetry="rotations"))) == 6
    with pytest.raises(SpecError, match=f"symmetry: wrap = '{wrap}' flips what goes around"):
        model(**keys, wrap=wrap, symmetry="rotations")


def test_a_piece_in_two_parts_lies_on_a_joined_board():
    keys = {"wrap": "torus", "pieces": {"P": "P.P", "M": "M"}, "copies": {"P": [0, 1], "M": "any"}}
    assert counts(board="...\n...", **keys) == {7}
    assert counts(board="PMP\n...", **keys) == {1}


def test_a_board_on_which_nothing_fits_may_stay_empty():
    keys = {"pieces": "pentominoes", "copies": [0, 1]}
    assert counts(board="+++", **keys) == {1}
    with pytest.raises(SpecError, match="the piece I fits nowhere"):
        model(board="++.", **keys)


@pytest.mark.full
def test_more_placements_than_memory_should_be_taken_for_are_refused():
    with pytest.raises(SpecError, match="pieces: found more than 16,000,000 cells in all the ways to lay"):
        model(lattice="cubic", size=[20, 20, 20], pieces="free hexacubes", copies="any")
