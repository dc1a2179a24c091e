"""The memo engine: known counts, brute force, other engines, tables of any size, resumption, refusals."""

import itertools
import re
from contextlib import contextmanager
from math import comb

import numpy as np
import pytest
from brute_force import grown
from hypothesis import given, settings
from hypothesis import strategies as st
from models import exact, langford, queens
from processes import printed
from profiles import examples
from random_models import covers

from accord.backends.contract import Request
from accord.backends.native import memo
from accord.backends.native.bitset import Bitset
from accord.backends.native.memo import Memo
from accord.model import Model

COUNT = Request("count", solutions=False)


def tiling(rows, columns, *shapes):
    """Any number of each shape, given as cells, on a board numbered row by row."""
    options = [
        [columns * (row + r) + column + c for r, c in shape]
        for shape, row, column in itertools.product(shapes, range(rows), range(columns))
        if all(row + r < rows and 0 <= column + c < columns for r, c in shape)
    ]
    return exact(rows * columns, options, range(rows * columns))


MONOMINO = [(0, 0)]
DOMINOES = [(0, 0), (0, 1)], [(0, 0), (1, 0)]
TROMINOES = (
    [(0, 0), (0, 1), (1, 0)],
    [(0, 0), (0, 1), (1, 1)],
    [(0, 0), (1, 0), (1, 1)],
    [(0, 0), (1, 0), (1, -1)],
)


def counted(model, request=COUNT, engine=Memo):
    """The count, the effort, and the states of a whole search."""
    assert engine().refusal(model, request) is None
    count, steps = 0, list(engine().search(model, request))
    for step in steps:
        assert step.solutions is None
        count += step.count
    assert [step.complete for step in steps] == [False] * (len(steps) - 1) + [True]
    return count, dict(steps[-1].effort), [step.state for step in steps if step.state is not None]


PACES = ("at ease", "one node at a time", "order only", "fewest only")


@contextmanager
def paced(pace):
    """One of PACES; all but the first with tables that begin with a single row."""
    with pytest.MonkeyPatch.context() as patch:
        if pace != "at ease":
            patch.setattr(memo, "HEAD_START", 0)
            patch.setattr(memo, "TURN_NANOSECONDS", 1)
            patch.setattr(memo, "FEWEST_ROWS", 1)
        for rule in ("order", "fewest"):
            if pace == f"{rule} only":
                patch.setattr(memo, "ENOUGH", dict.fromkeys(memo.ENOUGH, memo.ENOUGH[rule]))
        yield


# -- known counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "count"),
    [
        (tiling(8, 8, *DOMINOES), 12_988_816),
        (tiling(10, 10, *DOMINOES), 258_584_046_368),
        (tiling(9, 9, MONOMINO, *DOMINOES), 10_185_111_919_160_666_118_608),  # more than 2 ** 73
        (tiling(9, 6, *TROMINOES), 4312),
        (tiling(12, 9, *TROMINOES), 467_966_840),
        (langford(8), 300),
        (langford(10), 0),
        (langford(11), 35_584),
        (queens(8), 92),
        (queens(10), 724),
    ],
    ids=["8x8", "10x10", "overflow", "6x9", "9x12", "langford 8", "10", "11", "queens 8", "10"],
)
def test_known_counts(model, count):
    found, effort, _ = counted(model)
    assert found == count
    assert effort.keys() == {"nodes", "hits", "memo_rows"}
    assert effort["nodes"] < 1_000_000


def test_the_same_search_again_takes_the_same_nodes():
    assert counted(langford(8)) == counted(langford(8))


def test_secondary_items_that_no_longer_matter_are_forgotten():
    rows, columns = 40, 6  # one sign a row, none right below another: 6 * 5 ** 39
    free = rows * columns
    options = [
        [r, rows + columns * r + c] + ([rows + columns * (r - 1) + c] if r else [])
        for r, c in itertools.product(range(rows), range(columns))
    ]
    model = exact(rows + free, options, range(rows), low=[1] * rows + [0] * free)
    count, effort, _ = counted(model)
    assert count == 6 * 5**39
    assert effort["nodes"] < 10_000


# -- options without primary items -----------------------------------------------------------------


def test_options_in_no_item_double_the_count():
    assert counted(exact(1, [[0], [], [], []]))[0] == 8
    assert counted(exact(0, [[]] * 70))[0] == 2**70
    assert counted(exact(4, [[]] * 70 + [[0], [1, 2], [0, 1, 2], [3]]))[0] == 2**71


def test_options_of_secondary_items_only():
    assert counted(exact(130, [[i] for i in range(130)], low=0))[0] == 2**130
    path = exact(39, [[i, i + 1] for i in range(38)], low=0)  # matchings of a path
    assert counted(path)[0] == 102_334_155 == sum(comb(39 - k, k) for k in range(20))


@pytest.mark.parametrize("low", [0, 1])
def test_nothing_at_all(low):
    assert counted(exact(0, []))[0] == 1
    assert counted(exact(2, [], low=low))[0] == 1 - low
    assert counted(exact(2, [[0]], low=low))[0] == 2 * (1 - low)


def test_the_model_with_primary_items_only_where_needed():
    model = exact(4, [[0, 1], [1, 2], [], [3]], [1, 0], low=[1, 0, 0, 0])
    covering, factor = memo.with_primary_items(model)
    assert factor == 2
    assert covering.primary.tolist() == [True] * 4
    assert [covering.items_of(o).tolist() for o in range(covering.options)] == [
        [0, 1],
        [1, 2],
        [3],
        [1],
        [2],
        [3],
    ]
    assert memo.in_order(covering).tolist() == [1, 0, 2, 3]
    untouched = queens(4)
    assert memo.with_primary_items(untouched) == (untouched, 1)


# -- brute force, and other engines ----------------------------------------------------------------


@pytest.mark.parametrize("pace", PACES)
@given(model=covers(most=14, ordered=True), memory=st.sampled_from([None, 0, 200]))
@settings(max_examples=examples(100))
def test_memo_agrees_with_brute_force(pace, model, memory):
    with paced(pace):
        assert counted(model, Request("count", False, memory_limit=memory))[0] == len(grown(model))


@pytest.mark.parametrize("pace", PACES)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15)
def test_memo_agrees_with_bitset_where_shapes_repeat(pace, seed):
    random = np.random.default_rng(seed)
    items, secondary = int(random.integers(12, 20)), int(random.integers(0, 5))
    options = []
    for shape in random.choice(np.arange(1, 5), (3, 2)).cumsum(axis=1).tolist():
        for at in range(items - shape[-1]):
            extra = [items + int(random.integers(secondary))] if secondary and random.random() < 0.2 else []
            options.append([at, *(at + step for step in shape), *extra])
    options += [[int(item)] for item in random.choice(items, items // 2, replace=False)]
    order = random.permutation(items) if random.random() < 0.5 else range(items)
    model = exact(items + secondary, options, order, [1] * items + [0] * secondary)
    with paced(pace):
        assert counted(model)[0] == counted(model, engine=Bitset)[0]


def test_items_in_many_words():
    paths = [[i, i + 1] for i in range(199)]
    model = exact(200, paths + [[i] for i in range(200)], reversed(range(200)))
    a, b = 1, 1
    for _ in range(199):
        a, b = b, a + b
    assert counted(model)[0] == b > 2**64


# -- tables ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [1, 2, 4, 64, 1 << 14])
def test_any_size_of_the_table_gives_the_same_count(monkeypatch, rows):
    monkeypatch.setattr(memo, "FEWEST_ROWS", rows)
    assert counted(tiling(6, 6, *DOMINOES), Request("count", False, memory_limit=4 * 16 * rows))[0] == 6728
    count, effort, _ = counted(tiling(6, 6, MONOMINO, *DOMINOES))
    assert count == 2_989_126_727
    assert effort["memo_rows"] > 100, "without a limit it grows"


def test_the_memory_limit_is_kept():
    _, effort, _ = counted(langford(11), Request("count", False, memory_limit=1 << 16))
    assert effort["memo_rows"] <= 2 * (1 << 14) // 16
    assert counted(langford(11))[1]["memo_rows"] > 10_000


def test_counts_that_are_moved_stay_what_they_are():
    random = np.random.default_rng(0)
    hashes = random.integers(0, 1 << 64, 128, np.uint64)
    keys = [(1 << 127) + 5, 3, 7 << 60, 1 << 64]
    old = np.array([[key % 2**64, key >> 64, 10 + key % 7] for key in keys] + [[0, 0, 0]], np.uint64)
    table = np.zeros((1 << 20, 4), np.uint64)
    assert list(memo.move_rows(old, table, hashes)) == [4]
    for key, row in zip(keys, old, strict=False):
        hashed = np.bitwise_xor.reduce([hashes[bit] for bit in range(128) if key >> bit & 1])
        assert table[int(hashed) % (1 << 20)].tolist() == [*row.tolist(), 0]
    one = np.zeros((1, 3), np.uint64)
    assert list(memo.move_rows(old, one, hashes)) == [1]
    assert one[0].tolist() in old[:4].tolist()


# -- slices and states -----------------------------------------------------------------------------


def test_a_search_resumes_from_any_state(monkeypatch):
    monkeypatch.setattr(memo, "HEAD_START", 0)
    monkeypatch.setattr(memo, "SHORTEST_TURN", 50)
    for model, count in ((langford(7), 52), (tiling(8, 7, *DOMINOES), 1_292_697), (queens(7), 40)):
        states = counted(model, Request("count", False, save_when=lambda: True))[2]
        assert len(states) > 2
        for state in states:
            assert counted(model, Request("count", False, resume=state))[0] == count


@pytest.mark.full
def test_a_state_at_every_node_with_several_lanes(monkeypatch):
    monkeypatch.setattr(memo, "HEAD_START", 0)
    monkeypatch.setattr(memo, "TURN_NANOSECONDS", 1)
    cells = 30
    options = [[i] for i in range(cells) for _ in range(9)] + [[i, i + 1] for i in range(cells - 1)]
    model = exact(cells, options, range(cells))
    count, effort, states = counted(model, Request("count", False, save_when=lambda: True))
    assert count > 9**cells > 2**90
    assert len(states) == effort["nodes"]
    assert len(states) < 2000
    assert {state["order.total"].shape[1] for state in states} == {1, 2}
    for state in states[:: len(states) // 5]:
        assert counted(model, Request("count", False, resume=state))[0] == count


def test_a_rule_that_is_out_of_the_race_stays_out(monkeypatch):
    monkeypatch.setattr(memo, "FORECAST_NODES", 100)
    monkeypatch.setattr(memo, "HEAD_START", 0)
    monkeypatch.setattr(memo, "SHORTEST_TURN", 200)
    count, effort, states = counted(queens(9), Request("count", False, save_when=lambda: True))
    assert count == 352
    assert not states[-1]["undecided"][0]
    assert counted(queens(9), Request("count", False, resume=states[-1]))[0] == 352
    assert states[-1]["order.stack"][3] < effort["nodes"] / 2


def test_progress_grows_and_closing_stops():
    steps = Memo().search(queens(12), COUNT)
    done = []
    while len(done) < 10 or not done[-1]:
        step = next(steps)
        assert not step.complete
        done += [] if step.done is None else [step.done]
    steps.close()
    assert done == sorted(done)
    assert 0 < done[-1] < 1


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "more", "said"),
    [
        (exact(1, [[0]]), {"solutions": True}, "memo only counts; .*bitset does"),
        (exact(1, [[0]]), {"limit": 1000}, "cannot stop at 1,000"),
        (
            Model.build({"a": 2}, [["a"], ["a"]]),
            {},
            r"takes demands of .*; item 'a' has \[2, 2\]",
        ),
        (Model.build({"a": (0, 1)}, [{"a": 2}]), {}, "an option gives 2"),
        (Model.build({"a": (0, 1)}, [{"a": "red"}]), {}, "does not know colours"),
        (exact(1, [[0]] * 20_001), {}, "up to 20,000 options; there are 20,001"),
        (exact(1, [[0]] * 20_000, low=0), {}, "up to 20,000 options; there are 20,001, with one more for"),
        (exact(1025, [[0]]), {}, "up to 1,024 items; there are 1,025"),
    ],
)
def test_refusals_name_the_test_and_the_numbers(model, more, said):
    request = Request(**{"task": "count", "solutions": False} | more)
    assert re.search(said, Memo().refusal(model, request))


def test_nothing_is_compiled_to_refuse():
    code = (
        "import sys; from accord.backends.native.memo import Memo;"
        "from accord.backends.contract import Request;"
        "from accord import Model; m = Model.build(['a'], [['a']]);"
        "assert Memo().refusal(m, Request('count', False)) is None;"
        "assert not {'numba', 'llvmlite'} & sys.modules.keys()"
    )
    printed("-c", code)
