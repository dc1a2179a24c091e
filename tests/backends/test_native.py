"""The native backend: known counts, agreement with brute force and between kernels, resumption, refusals."""

import itertools
import re
import threading
from contextlib import nullcontext

import numpy as np
import pytest
import searches
from brute_force import grown
from hypothesis import given, settings
from hypothesis import strategies as st
from models import exact, langford, queens
from processes import printed
from profiles import examples
from random_models import covers, many_kinds, packings
from searches import a_node_and_a_solution_at_a_time
from waiting import wait_until

import accord
from accord.backends.contract import Request
from accord.backends.native import Native, engine, window, window_tables
from accord.model import Model

PENTOMINOES = {
    "F": ".XX/XX./.X.", "I": "XXXXX", "L": "XXXX/X...", "N": "XX../.XXX", "P": "XX/XX/X.", "T": "XXX/.X./.X.",
    "U": "X.X/XXX", "V": "X../X../XXX", "W": "X../XX./.XX", "X": ".X./XXX/.X.",
    "Y": ".X../XXXX", "Z": "XX./.X./.XX",
}  # fmt: skip
DOMINO = {"D": "XX"}
METEOR = (
    "E E E SE,SE SW W SW,W W SW SE,E E SW SE,NW W NW SE SW,"
    "E E NE W,NW NE NE W,NE SE E NE,SE SE E SE,E NW NW NW"
)


def read(text):
    return [(r, c) for r, line in enumerate(text.split("/")) for c, sign in enumerate(line) if sign == "X"]


def turned(cells, flipping):
    """The different orientations of a polyomino, as sorted cells from (0, 0) on."""
    found = set()
    for mirror in (1, -1) if flipping else (1,):
        shape = [(r, mirror * c) for r, c in cells]
        for _ in range(4):
            shape = [(c, -r) for r, c in shape]
            top, left = min(r for r, _ in shape), min(c for _, c in shape)
            found.add(tuple(sorted((r - top, c - left) for r, c in shape)))
    return sorted(found)


def packing(rows, columns, pieces, *, holes=(), flipping=True, allowed=lambda name, cells: True, named=True):
    """A board numbered row by row, and pieces that all must be used; unless named, any number of each."""
    board = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in set(holes)]
    number = {cell: i for i, cell in enumerate(board)}
    options = []
    for piece, (name, text) in enumerate(pieces.items()):
        for shape, (row, column) in itertools.product(turned(read(text), flipping), board):
            left = shape[0][1]  # of its first cell, which is laid on the board's
            cells = [(row + r, column + c - left) for r, c in shape]
            if number.keys() >= set(cells) and allowed(name, cells):
                options.append([number[cell] for cell in cells] + ([len(board) + piece] if named else []))
    return exact(len(board) + (len(pieces) if named else 0), options, range(len(board)))


def centre_of_x(rows, columns):
    """Keeps X's centre in the given rows and columns, counted from 0."""

    def allowed(name, cells):
        row, column = sorted(cells)[2]
        return name != "X" or (row in rows and column in columns)

    return allowed


def one_sided():
    found = {}
    for name, text in PENTOMINOES.items():
        found[name] = text
        mirrored = "/".join(line[::-1] for line in text.split("/"))
        if turned(read(text), False) != turned(read(mirrored), False):
            found[f"{name}'"] = mirrored
    return found


def meteor():
    steps = {"E": (1, 0), "W": (-1, 0), "SE": (0, 1), "NW": (0, -1), "SW": (-1, 1), "NE": (1, -1)}
    number = {(c - r // 2, r): 5 * r + c for r in range(10) for c in range(5)}
    options = []
    for piece, walk in enumerate(METEOR.split(",")):
        shape = {(0, 0)}
        at = (0, 0)
        for step in walk.split():
            at = (at[0] + steps[step][0], at[1] + steps[step][1])
            shape.add(at)
        placed = set()
        for mirrored in (shape, {(-q - r, r) for q, r in shape}):
            for _ in range(6):
                mirrored = {(-r, q + r) for q, r in mirrored}
                for q0, r0 in itertools.product(range(-9, 15), range(-9, 19)):
                    cells = {(q + q0, r + r0) for q, r in mirrored}
                    if cells <= number.keys():
                        placed.add(tuple(sorted(number[cell] for cell in cells)))
        options += [[*cells, 50 + piece] for cells in sorted(placed)]
    return exact(60, options, range(50))


# -- known counts ----------------------------------------------------------------------------------


def searched(model, engine=None, root=None, *, solutions=True, **more):
    """A whole search by the native backend; without solutions it is asked to count."""
    task = "all" if solutions else "count"
    return searches.searched(Native(), model, task, solutions=solutions, engine=engine, root=root, **more)


def test_pentominoes_with_the_centre_of_x_in_one_quadrant():
    model = packing(10, 6, PENTOMINOES, allowed=centre_of_x(range(1, 5), range(1, 3)))
    assert searched(model, root=69, solutions=False) == (2339, set(), {"nodes": 2_455_947, "roots": 8})
    count, found, _ = searched(model, "window", 69)
    assert (count, len(found)) == (2339, 2339)
    assert searched(model, "bitset", 69)[1] == found


def test_pentominoes_4x15_with_the_centre_of_x_in_the_closed_quadrant():
    model = packing(15, 4, PENTOMINOES, allowed=centre_of_x(range(1, 8), range(1, 2)))
    assert searched(model, root=69)[::2] == (402, {"nodes": 179_088, "roots": 7})


def test_pentominoes_6x10_with_x_first_unless_any_solution_will_do():
    model = packing(10, 6, PENTOMINOES)
    x_first = (9356, set(), {"nodes": 9_830_492, "roots": 32})
    assert searched(model, solutions=False) == x_first
    assert searched(model, root=69, solutions=False) == x_first
    nothing_first = (9356, set(), {"nodes": 25_848_915, "roots": 0})
    assert searched(model, solutions=False, limit=10_000) == nothing_first


@pytest.mark.parametrize(
    ("model", "engine", "count"),
    [
        (packing(20, 3, PENTOMINOES), "window", 8),
        (packing(8, 8, PENTOMINOES, holes=[(3, 3), (3, 4), (4, 3), (4, 4)]), "window", 520),
        (packing(30, 3, one_sided(), flipping=False), "window", 184),
        (packing(8, 8, DOMINO, named=False), "window", 12_988_816),
        (meteor(), "window", 2098),
        (langford(8), "window", 300),
        (langford(8), "bitset", 300),
        (queens(8), "bitset", 92),
        (queens(10), "bitset", 724),
    ],
    ids=["3x20", "8x8", "3x30", "dominoes", "meteor", "langford", "langford-bitset", "queens-8", "queens-10"],
)
def test_known_counts(model, engine, count):
    assert Native().choice(model, Request("count", engine=engine))[0] == engine
    assert searched(model, engine, solutions=False)[0] == count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "engine", "count"),
    [
        (packing(8, 8, PENTOMINOES, holes=[(0, 0), (0, 7), (7, 0), (7, 7)]), "window", 17_360),
        (packing(10, 6, PENTOMINOES), "bitset", 9356),
        (langford(11), "bitset", 35_584),
        (queens(12), "bitset", 14_200),
    ],
    ids=["8x8", "6x10", "langford", "queens"],
)
def test_more_known_counts(model, engine, count):
    assert searched(model, engine, solutions=False)[0] == count


# -- agreement -------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=[False, True], ids=["at ease", "a node and a solution at a time"])
def pace(request):
    with a_node_and_a_solution_at_a_time() if request.param else nullcontext() as patch:
        if patch:
            patch.setattr(window, "ROOTS_AT_ONCE", 1)
        yield


@pytest.fixture(scope="module", params=[64, 0], ids=["narrow", "wide"])
def kernel(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(window_tables, "NARROW", request.param)
        yield


@given(model=covers(), data=st.data())
@settings(max_examples=examples(80))
def test_bitset_agrees_with_brute_force(pace, model, data):
    truth = grown(model)
    root = data.draw(st.none() | st.sampled_from(np.flatnonzero(model.low).tolist() or [None]))
    count, found, effort = searched(model, "bitset", root)
    assert (count, found) == (len(truth), truth)
    assert searched(model, "bitset", root, solutions=False)[::2] == (count, effort)


@given(model=packings(), data=st.data())
@settings(max_examples=examples(80))
def test_window_agrees_with_brute_force(pace, kernel, model, data):
    truth = grown(model)
    root = data.draw(st.none() | st.sampled_from(range(model.items)))
    count, found, effort = searched(model, "window", root)
    assert (count, found) == (len(truth), truth)
    assert searched(model, "window", root, solutions=False)[::2] == (count, effort)
    assert searched(model, "window", root, limit=1000)[1] == truth


@pytest.mark.parametrize("seed", range(6))
def test_kernels_agree_where_cells_differ_in_kind(seed):
    model = many_kinds(seed)
    lowered = window_tables.lower(model)
    assert lowered.words == 2
    assert len(lowered.tables) > 4096, "one kind of cells is not what is tested here"
    count, found, _ = searched(model, "window")
    assert count > 0
    assert searched(model, "bitset")[1] == found
    assert searched(model, "window", 7)[1] == found


@pytest.mark.slow
def test_window_walks_through_what_layers_count():
    outcome = accord.count(accord.load("one-sided-5x18"), backend="native", engine="window", workers=2)
    assert (outcome.count, outcome.exact) == (2_746_512, True)


def test_splitting_on_any_item_gives_the_same_solutions():
    model = packing(5, 5, {name: PENTOMINOES[name] for name in "FILUY"})
    _, found, _ = searched(model, "bitset")
    assert len(found) == 48
    for root in range(model.items):
        assert searched(model, "window", root)[1] == found


@pytest.mark.parametrize("long", [37, 38, 64, 65, 127, 128])
def test_long_runs_of_occupied_cells_are_jumped_over(long):
    cells = 3 * long
    straight = [
        [*range(at, at + long), cells + piece] for piece in range(3) for at in range(cells - long + 1)
    ]
    model = exact(cells + 3, straight, range(cells))
    for root in (None, cells, cells + 2):
        assert searched(model, "window", root)[0] == 6


def test_a_root_that_covers_the_board():
    assert searched(exact(3, [[0, 1, 2], [0], [1, 2]], range(3)), "window", 0)[0] == 2
    whole_board_but_a_piece_is_left = exact(3, [[0, 1], [0, 1, 2]], range(2))
    assert searched(whole_board_but_a_piece_is_left, "window", 0)[1] == {(1,)}


# -- edges -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", [None, "bitset"])
def test_nothing_at_all_has_one_solution(engine):
    assert searched(exact(0, []), engine)[:2] == (1, {()})
    assert searched(exact(2, [], low=0), engine)[:2] == (1, {()})


@pytest.mark.parametrize("engine", ["window", "bitset"])
def test_an_item_without_options_has_none(engine):
    assert searched(exact(2, [[0]], range(2)), engine)[::2] == (0, {"nodes": 0, "roots": 0})
    assert searched(exact(1, [], range(1)), engine)[0] == 0


def test_options_in_no_item_double_the_count():
    assert searched(exact(1, [[0], [], [], []]), "bitset")[0] == 8


def test_a_limit_stops_the_kernel_at_that_solution():
    steps = Native().search(langford(8), Request("first", limit=2, engine="bitset"))
    found = []  # in one slice, unless the machine was busy in the first one
    for step in steps:
        found += [step.effort.get("nodes")] * step.count
        if len(found) >= 2:
            break
    assert len(found) == 2
    assert found[-1] < 200


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("engine", ["window", "layers", None])
def test_a_search_yields_often_and_leaves_no_thread(engine, workers):
    request = Request("count", solutions=False, engine=engine, workers=workers)
    before = set(threading.enumerate())
    steps = Native().search(packing(15, 6, one_sided(), flipping=False), request)
    done = []
    for step in steps:
        assert not step.complete
        done.append(sum(step.effort.values()))
        # without a name, effort is held back until an engine is chosen
        if len(done) >= 10 and (engine is None or done[-1]):
            break
    steps.close()
    if engine is not None:
        assert done == sorted(done)
    # what is compiled when the search is closed is left to itself
    wait_until(lambda: set(threading.enumerate()) <= before, "its threads end")


@pytest.mark.parametrize(
    ("model", "request_", "said"),
    [
        (exact(2, [[0], [1]], low=[1, 0]), {"engine": "window"}, r"demands of \[1, 1\]; item 'i1'"),
        (exact(2, [[0], [1]]), {"engine": "window"}, "this model has none"),
        (exact(2, [[0], [1]], [0]), {"engine": "window"}, "option 'i1' has none"),
        (exact(3, [[0, 1, 2]], [0]), {"engine": "window"}, "has 2"),
        (exact(129, [[0, 128]], range(129)), {"engine": "window"}, "sees 128 items .* spans 129"),
        (exact(1, [[0]] * 129, [0]), {"engine": "window"}, "128 orientations .* there are 129"),
        (Model.build({"a": 2}, [["a"]] * 2), {"engine": "cells"}, r"'a' has \[2, 2\] \(general takes any\)"),
        (Model.build({"a": (-2, -1)}, [["a"]]), {"engine": "bitset"}, r"0 or more; item 'a' has \[-2, -1\]"),
        (Model.build({"a": (0, 1)}, [{"a": 2}]), {"engine": "bitset"}, r"gives 2 \(general takes any\)"),
        (exact(1, [[0]] * 20_001), {"engine": "bitset"}, "up to 20,000 options; there are 20,001"),
        (exact(2, [[0], [1]], low=[1, 0]), {"root": 1}, r"'i1' has \[0, 1\]"),
    ],
)  # fmt: skip
def test_refusals_name_the_test_and_the_numbers(model, request_, said):
    assert re.search(said, Native().refusal(model, Request("count", **request_)))


def test_choice_says_why():
    place = "every option is a piece at a place"
    assert Native().choice(langford(3), Request("count")) == ("window", f"{place}; i8 goes first")
    assert Native().choice(langford(3), Request("first", limit=1)) == ("window", place)
    assert Native().choice(queens(4), Request("count")) == ("bitset", "all amounts are 1")


def test_what_takes_long_is_waited_for_with_slices():
    told, results = threading.Event(), []

    def waiting():
        results.append((yield from engine.wait_for(told.wait)))

    for number, step in enumerate(waiting(), start=1):
        assert (step.count, step.complete, results) == (0, False, [])
        if number == 3:
            told.set()
    assert results == [True]


def test_nothing_is_compiled_to_refuse_or_to_choose():
    code = (
        "import sys; from accord.backends.native import Native; from accord.backends.contract import Request;"
        "from accord import Model; m = Model.build(['a'], [['a']], order=['a']);"
        "assert Native().choice(m, Request('count'))[0] == 'window';"
        "assert not {'numba', 'llvmlite'} & sys.modules.keys()"
    )
    printed("-c", code)
