"""Sums before a search: what they refute has no solution, by brute force; boards that colours forbid."""

import time
from itertools import combinations, product
from math import gcd

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.certify.explain import explain
from accord.certify.prove import prove
from accord.certify.sums import FORMAT, WITH_PIECES, Weights, add_up
from accord.errors import RefusedError
from accord.families.packing.spec import Packing
from accord.grids.board import full_board
from accord.grids.colourings import colourings
from accord.grids.lattice import lattice
from accord.grids.polyforms import polyforms
from accord.model import Model
from accord.puzzles.puzzle import Puzzle
from accord.refute.argument import Argument
from accord.refute.imbalance import Coloured, Colouring, Reach, Stock, imbalance
from accord.refute.modulo import arguments
from accord.refute.quick import quick_argument

HEART = """
###.#.#.###.#.#.###
##.......#.......##
#.................#
##...............##
#.................#
...................
#.................#
##...............##
#.................#
##...............##
###.............###
####...........####
###.............###
####...........####
#####.#.....#.#####
########...########
"""

DIAMOND = "\n".join(
    "".join("." if abs(r) + abs(c) <= 5 and (r, c) != (0, 5) else "#" for c in range(-5, 6))
    for r in range(-5, 6)
)
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi"


def drawn(shape):
    cells = {tuple(cell) for cell in shape}
    rows, columns = (range(max(cell[axis] for cell in cells) + 1) for axis in (0, 1))
    return "\n".join("".join("x" if (r, c) in cells else "." for c in columns) for r in rows)


def hexominoes():
    shapes = polyforms(lattice("square"), 6, flipping=True)
    return {sign: drawn(shape).replace("x", sign) for sign, shape in zip(SIGNS, shapes, strict=True)}


def packing(board, pieces, **more):
    return Puzzle(family="packing", spec=Packing(board=board, pieces=pieces, **more))


def certificate(model, found):
    names = model.item_names
    return Weights(
        format=WITH_PIECES if found.pieces else FORMAT,
        modulo=found.modulo,
        weights={names[item]: by for item, by in found.weight.items()},
        **({"pieces": tuple(names[item] for item in found.pieces)} if found.pieces else {}),
    )


# -- boards ----------------------------------------------------------------------------------------------


def test_a_heart_has_more_black_squares_than_35_hexominoes_can_have():
    """Eleven of them cover 4 squares of a colour and 2 of the other, and 24 cover 3 of each."""
    heart = packing(HEART, hexominoes())
    assert heart.model.items == 210 + 35
    began = time.process_time()
    outcome = accord.count(heart)
    assert time.process_time() - began < 1
    assert (outcome.count, outcome.exact, outcome.answer) == (0, True, "impossible")
    assert (outcome.backend, outcome.engine) == ("arithmetic", "colouring")
    assert outcome.chosen == (
        "coloured like a chessboard, the board has 24 more white cells than black; "
        "these pieces can make at most 22"
    )
    found = heart.refutation()
    assert len(found.pieces) == 11
    assert set(found.pieces.values()) == {(-2, 2)}
    assert add_up(heart.model, certificate(heart.model, found)).refuted


def test_a_diamond_is_not_for_three_of_each_tetromino():
    diamond = packing(DIAMOND, "tetrominoes", copies=3)
    why = (
        "coloured like a chessboard, the board has 10 more white cells than black; "
        "these pieces can make at most 6"
    )
    explained = explain(diamond)
    assert (explained.answer, explained.kind, explained.argument) == ("impossible", "colouring", why)
    assert explained.pieces == {"T": (-2, 2)}
    assert explained.seconds < 1
    proved = prove(diamond)
    assert proved.proved
    assert why in proved.statement
    assert proved.pieces == ("T",)
    assert accord.count(diamond, backend="native").count == 0


def test_where_their_number_is_open_pieces_are_counted_by_their_cells():
    """Nine plus signs may weigh 18, but the four that 20 cells are enough for weigh 12."""
    alone, none = ".#.#.#.#.#.", "###########"
    board = "\n".join([alone, none, alone, none, ".#.#.######", "#...#######", "##.###.####"])
    puzzle = packing(board, {"X": ".X.\nXXX\n.X."}, copies=(0, 9))
    coloured = puzzle.record.made.coloured(puzzle.spec, puzzle.model)
    chess = next(each for each in coloured.colourings if "chess" in each.seen())
    found = imbalance(puzzle.model, Stock(puzzle.model, coloured.pieces), coloured.cells, chess)
    assert found.sentence() == (
        "coloured like a chessboard, the board has 18 more black cells than white; "
        "these pieces can make at most 12"
    )
    assert found.holds(puzzle.model)
    assert add_up(puzzle.model, certificate(puzzle.model, found)).refuted


@pytest.mark.parametrize(
    ("board", "pieces", "more", "words"),
    [
        (
            ".......\n.......\n....###",
            "tetrominoes",
            {"copies": (0, 9)},
            "can cover 16 or 20, and nothing between",
        ),
        ("....#\n....#\n....#\n..###\n#####\n.....\n.....", "tetrominoes", {"copies": (0, 9)}, "cut off"),
        ("..........\n" * 10, {"T": "TTT\n.T."}, {"copies": 25}, "as many black cells as white"),
        ("..........\n" * 10, {"T": "TTT\n.T."}, {"copies": 25}, "-2 or 2, and nothing between"),
    ],
)
def test_sentences(board, pieces, more, words):
    found = packing(board, pieces, **more).refutation()
    assert found is not None
    assert words in found.sentence()


def test_what_the_board_may_have_lies_around_what_the_pieces_can_make():
    """It has 0, 2 or 4 more black cells, and the piece makes 1 or 3."""
    model = Model.build({"two": (0, 2), "none": 0, "p": 1}, [["none", "p"], ["two", "none", "p"]])
    cells = np.array([True, True, False])
    colouring = Colouring(np.array([2, 1, 0]), lambda: "seen", ("black", "white"))
    found = imbalance(model, Stock(model, ~cells), cells, colouring)
    assert found.sentence() == (
        "seen, the board has 0 to 4 more black cells than white; these pieces can make none of 3 such numbers"
    )


@pytest.mark.parametrize("name", ["square", "hexagonal", "triangular", "cubic"])
def test_no_two_colourings_are_the_same(name):
    """Only so many are looked at, so none is to be looked at twice."""
    weights = [
        each.weight for each in colourings(full_board([6] * (3 if name == "cubic" else 2), lattice(name)))
    ]
    assert len(weights) > 10
    assert sum(len(np.unique(each)) == 1 for each in weights) == 1
    for one, other in combinations(weights, 2):
        assert not np.array_equal(one, other)
        assert not np.array_equal(one, -other)


@pytest.mark.parametrize(
    "name",
    ["pentomino-6x10", "pentomino-8x8-centre", "soma", "meteor", "queens:8", "langford:8", "dominoes-6x6"],
)
def test_nothing_is_said_of_what_has_solutions(name):
    assert accord.load(name).refutation() is None


def test_an_item_that_nothing_gives_to():
    model = Model.build(["a", "b", "c"], [["a"], ["a", "b"]])
    assert quick_argument(model).sentence() == "c needs something, but no option gives it anything"
    model = Model.build({"a": 3, "b": 1}, [["a"], ["a", "b"]])
    assert quick_argument(model).sentence() == "a demands 3 at least, and all options together give 2"


@pytest.mark.parametrize(
    ("left", "sentence"),
    [
        (5, "no piece can cover r1c6"),  # which stands on a corner
        (
            6,
            "15 cells of the board are of one colour (r2c7, r3c6, r3c8, r4c5, ...); "
            "these pieces cover at least 16 of them",
        ),
    ],
)
def test_a_triangle_is_spoken_of_as_a_board(tmp_path, left, sentence):
    rows = ["#" * (left - row) + "." * (2 * row + 1) + "#" * (5 - row) for row in range(6)]
    keys = 'family = "packing"\nlattice = "triangular"\npieces = "hexiamonds"\ncopies = [0, 1]\n'
    path = tmp_path / "board.toml"
    path.write_text(keys + 'board = """\n' + "\n".join(rows) + '\n"""\n')
    assert accord.load(str(path)).refutation().sentence() == sentence


def test_weights_that_nearly_refute_do_not_hold():
    """Each is false in one point alone, and the model has a solution."""
    one = Model.build(["a"], [["a"]])
    even = Model.build({"a": (1, 3)}, [{"a": 2}])
    colours = Model.build({"p": 1, "q": 1, "s": (0, 1)}, [{"p": 1, "s": "red"}, {"q": 1, "s": "red"}])
    for model, weight, modulo, least, wanted in (
        (one, {0: -1}, 0, -1, -1),  # they allow just what there is
        (even, {0: 1}, 2, 0, 1),  # 3 is odd, but 2 may be given
        (colours, {0: -1, 1: -1, 2: 1}, 0, 0, -1),  # both may give one colour
    ):
        assert accord.count(model, backend="sat").count == 1
        assert not Argument(weight, modulo, least, wanted).holds(model)


# -- who is asked ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "asked"), [("queens:6", {}), ("pentomino-3x20", {"distinct": True}), ("langford:4", {})]
)
def test_a_small_puzzle_with_a_solution_is_not_asked_for_sums(puzzle, asked, monkeypatch):
    expected = accord.count(accord.load(puzzle), **asked)
    looked = []
    monkeypatch.setattr("accord.runner.presolve.reason_of", looked.append)
    monkeypatch.setattr("accord.runner.presolve.SOON", 60)
    found = accord.count(accord.load(puzzle), **asked)
    assert (found.count, found.effort, found.chosen) == (expected.count, expected.effort, expected.chosen)
    assert len(list(accord.solutions(accord.load(puzzle)))) >= found.count > 0
    assert not looked
    monkeypatch.setattr("accord.runner.presolve.SOON", 0)
    assert accord.count(accord.load(puzzle), **asked).effort == expected.effort
    assert len(looked) == 1


def test_sums_answer_where_no_engine_takes_a_small_puzzle(monkeypatch):
    def refuse(*_):
        raise RefusedError("none")

    monkeypatch.setattr("accord.runner.method.choose", refuse)
    assert accord.count(accord.load("langford:5")).backend == "arithmetic"
    with pytest.raises(RefusedError, match="none"):
        accord.count(accord.load("langford:4"))


def test_the_answer_of_sums_does_not_depend_on_how_far_the_search_came(monkeypatch):
    for seconds in (0, 60):
        monkeypatch.setattr("accord.runner.presolve.SOON", seconds)
        found = accord.count(accord.load("langford:5"), distinct=True)
        assert (found.backend, found.count, found.exact, found.effort) == ("arithmetic", 0, True, {})


def test_whoever_names_an_engine_gets_it():
    puzzle = accord.load("langford:5")
    assert accord.count(puzzle).backend == "arithmetic"
    assert accord.unique(puzzle).answer == "impossible"
    assert list(accord.solutions(puzzle)) == []
    for asked in (
        {"backend": "sat"},
        {"engine": "bitset"},
        {"distinct": True, "method": "split"},
        {"stats": True},
    ):
        outcome = accord.count(puzzle, **asked)
        assert (outcome.count, outcome.backend) in {(0, "sat"), (0, "native")}


def test_the_digest_is_that_of_a_search():
    puzzle = accord.load("langford:5")
    found = {
        accord.count(puzzle, with_digest=True, backend=name).digest for name in ("auto", "native", "sat")
    }
    assert len(found) == 1


# -- no false alarms -------------------------------------------------------------------------------------


@st.composite
def covers(draw):
    """Small covers: pieces with bounds, options that lay one each, cells; and weights of the cells."""
    cells, pieces = draw(st.integers(1, 6)), draw(st.integers(0, 3))
    demands = {}
    for i in range(cells):
        low = draw(st.sampled_from([1, 1, 1, 2, 0]))
        demands[f"c{i}"] = (low, low + draw(st.sampled_from([0, 0, 0, 1])))
    for i in range(pieces):
        low = draw(st.integers(0, 2))
        demands[f"p{i}"] = (low, low + draw(st.sampled_from([0, 0, 1])))
    options = []
    for _ in range(draw(st.integers(0, 9))):
        covered = draw(st.lists(st.integers(0, cells - 1), min_size=1, max_size=3, unique=True))
        gives = {f"c{i}": draw(st.sampled_from([1, 1, 1, 2, -1])) for i in covered}
        if pieces and draw(st.integers(0, 5)):
            gives[f"p{draw(st.integers(0, pieces - 1))}"] = 1
        options.append(gives)
    weights = draw(st.lists(st.integers(-2, 2), min_size=cells, max_size=cells))
    return Model.build(demands, options), cells, weights


@settings(max_examples=examples(150))
@given(covers())
def test_what_is_refuted_has_no_solution(oracle, cover):
    model, cells, weights = cover
    is_cell = np.arange(model.items) < cells
    weight = np.pad(np.array(weights, np.int64), (0, model.items - cells))
    for kind in ("difference", "part"):
        colouring = Colouring(weight, lambda: "seen", ("black", "white"), kind)
        found = quick_argument(model, Coloured(is_cell, ~is_cell, [colouring]))
        if found is None:
            continue
        assert not oracle(model)
        assert found.holds(model)
        assert found.sentence()
        assert add_up(model, certificate(model, found)).refuted


@settings(max_examples=examples(150))
@given(covers(), st.integers(0, 11))
def test_an_imbalance_that_does_not_hold_is_seen(oracle, cover, change):
    """Nothing is claimed of a model with solutions, and the checker takes no weights against it."""
    model, cells, weights = cover
    is_cell = np.arange(model.items) < cells
    weights[change % cells] += 1 + change // 6
    weight = np.pad(np.array(weights, np.int64), (0, model.items - cells))
    stock = Stock(model, ~is_cell)
    colouring = Colouring(weight, lambda: "seen", ("black", "white"))
    found = imbalance(model, stock, is_cell, colouring) if stock.plain else None
    if oracle(model):
        assert found is None
        claim = Weights(
            format=WITH_PIECES,
            modulo=0,
            weights={f"c{i}": by for i, by in enumerate(weights)},
            pieces=tuple(model.item_names[cells:]),
        )
        assert not add_up(model, claim).refuted


@settings(max_examples=examples(80))
@given(covers(), st.sampled_from([8, 9, 5, 7]))
def test_elimination_finds_what_there_is(cover, modulo):
    """By trying all weights of the items that demand just one number."""
    model, _, _ = cover
    exact = np.flatnonzero(model.low == model.high)[:4]
    fixed = Model.from_arrays(
        [model.item_names[i] for i in exact],
        np.append(0, np.cumsum([np.isin(model.items_of(o), exact).sum() for o in range(model.options)])),
        np.searchsorted(exact, model.item[np.isin(model.item, exact)]),
        low=model.low[exact],
        high=model.high[exact],
        amount=model.amount[np.isin(model.item, exact)],
    )
    matrix = np.zeros((len(exact), fixed.options), np.int64)
    np.add.at(matrix, (fixed.item, fixed.option_of_entry), fixed.amount)
    there_are = (
        any(
            not (np.array(w) @ matrix % modulo).any() and np.array(w) @ fixed.low % modulo
            for w in product(range(modulo), repeat=len(exact))
        )
        if len(exact) < 4
        else None
    )
    found = [each for each in arguments(fixed, 1e9) if modulo % each.modulo == 0]
    assert all(each.holds(fixed) for each in found)
    if there_are is not None:
        assert bool(found) == there_are


@st.composite
def planted(draw):
    """A model that weights modulo a number refute: its rows, that number, and the model."""
    modulo, rows = draw(st.sampled_from([2, 4, 8, 3, 9, 5, 7])), draw(st.integers(1, 4))
    weights = [1, *(draw(st.integers(0, modulo - 1)) for _ in range(rows - 1))]
    entries = st.lists(st.integers(-3, 3), min_size=rows - 1, max_size=rows - 1)
    columns = draw(st.lists(entries, min_size=rows, max_size=12))
    options = []
    for column in columns:
        first = -np.dot(weights[1:], column) % modulo - draw(st.sampled_from([0, modulo]))
        options.append({f"i{i}": int(by) for i, by in enumerate([first, *column]) if by})
    low = draw(st.lists(st.integers(0, 9), min_size=rows, max_size=rows))
    low[0] += np.dot(weights, low) % modulo == 0
    order = draw(st.permutations(range(rows)))
    demands = {f"i{i}": int(low[i]) for i in order}
    return Model.build(demands, [option for option in options if option]), modulo


def weighed(model, items, modulo):
    """Whether weights of these items alone make an argument, by trying all."""
    matrix = np.zeros((model.items, model.options), np.int64)
    np.add.at(matrix, (model.item, model.option_of_entry), model.amount)
    return any(
        not (np.array(w) @ matrix[items] % modulo).any() and np.array(w) @ model.low[items] % modulo
        for w in product(range(modulo), repeat=len(items))
    )


@settings(max_examples=examples(60))
@given(planted())
def test_planted_weights_are_found_and_none_can_be_spared(plant):
    model, planted_modulo = plant
    found = list(arguments(model, 1e9))
    assert all(each.holds(model) for each in found)
    assert any(gcd(planted_modulo, each.modulo) > 1 for each in found)
    for each in found:
        whole = next(modulo for modulo in (8, 9, 5, 7) if modulo % each.modulo == 0)
        for item in each.items if whole ** (len(each.items) - 1) <= 729 else ():
            assert not weighed(model, [other for other in each.items if other != item], whole)


@given(
    st.lists(
        st.tuples(st.lists(st.integers(-4, 4), min_size=1, max_size=3), st.integers(0, 2), st.integers(0, 2))
    )
)
def test_reach_is_all_sums(stock):
    stock = stock[:4]
    reach, sums = Reach(), {0}
    for values, low, more in stock:
        reach = reach.plus(values, low, low + more)
        sums = {
            one + sum(some)
            for one in sums
            for n in range(low, low + more + 1)
            for some in product(values, repeat=n)
        }
    assert list(reach) == sorted(sums)
    assert list(reach.within(-2, 3)) == [each for each in sorted(sums) if -2 <= each <= 3]
    assert reach.meets(Reach(5)) == (5 in sums)
