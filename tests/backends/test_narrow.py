"""Orders in which few items are open at a time: what they save, and that they change no count."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord import Model
from accord.backends.contract import Request
from accord.backends.native import narrow

COUNT = Request("count", solutions=False)


def board(cells, pieces=(), longest=2):
    """A model of straight pieces of up to so many cells, row by row; some of them are used once."""
    names = {cell: f"{cell[0]},{cell[1]}" for cell in sorted(cells)}
    options = []
    for r, c in names:
        for down, right in ((0, 1), (1, 0)):
            line = [(r + step * down, c + step * right) for step in range(longest)]
            for size in range(1 if right else 2, longest + 1):
                if cells.issuperset(line[:size]):
                    options.append([names[cell] for cell in line[:size]])
    once = {f"{r},{c}" for r, c in pieces}
    options = [[*option, "piece"] if option[0] in once and len(option) > 1 else option for option in options]
    items = dict.fromkeys(names.values(), 1) | ({"piece": (0, 1)} if once else {})
    return Model.build(items, options, order=list(names.values()))


def rooms(number, size):
    """Rooms side by side, each with a door of one cell to the next one."""
    cells = {(r, c) for r in range(size) for c in range(number * (size + 1) - 1) if c % (size + 1) != size}
    return cells | {(size - 1, door) for door in range(size, number * (size + 1) - 1, size + 1)}


def test_rooms_are_counted_one_after_the_other():
    """Row by row, layers would meet 33,588,255 states, and memo is not done with 14,000,000 nodes."""
    model = board(rooms(4, 5))
    near = narrow.neighbours(model)
    widths = [narrow.width(near, order) for order in (range(len(near)), narrow.greedy(near))]
    assert widths[0] >= 20
    assert widths[1] <= 7
    for engine, counter, most in (
        ("layers", "states", 2_000),
        ("memo", "nodes", 10_000),
        (None, "states", 2_000),
    ):
        outcome = accord.count(model, engine=engine)
        assert outcome.count == 484_262_287_105_485_706_651_098_000  # as d4 counts
        assert outcome.effort[counter] < most


@settings(max_examples=examples(60), deadline=None)
@given(
    cells=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=2, max_size=14),
    longest=st.integers(2, 3),
    seed=st.integers(0, 99),
)
def test_any_order_gives_the_same_count(cells, longest, seed):
    pieces = random.Random(seed).sample(sorted(cells), len(cells) // 2)
    for once in ((), pieces):
        model = board(cells, once, longest)
        expected = accord.count(model, engine="general", reduce=False).count
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(narrow, "CLEARLY", 0.0)
            own = [accord.count(model, engine=engine, reduce=False).count for engine in ("layers", "memo")]
            patched.setattr(narrow, "CLEARLY", float("inf"))
            again = board(cells, once, longest)
            other = [accord.count(again, engine=engine, reduce=False).count for engine in ("layers", "memo")]
        assert own == other == [expected] * 2


def test_an_order_has_each_item_once_and_a_narrow_board_keeps_its_own():
    model = board(rooms(3, 3))
    other = narrow.narrow_model(model, COUNT)
    assert sorted(other.order.tolist()) == sorted(model.order.tolist())
    assert other.order.tolist() != model.order.tolist()
    for kept in (board(rooms(1, 5)), accord.load("pentomino-6x10").model, accord.load("queens:8").model):
        assert narrow.narrow_model(kept, COUNT) is kept


def test_what_is_saved_stays_in_the_order_of_the_model(tmp_path):
    """A checkpoint may be of a time before there was another order."""
    model = board(rooms(3, 3))
    assert narrow.narrow_model(model, Request("count", save_when=lambda: True)) is model
    assert narrow.narrow_model(model, Request("count", resume={})) is model
    expected = accord.count(model, engine="bitset").count
    for engine in ("layers", "memo"):
        saved = tmp_path / engine
        stopped = accord.count(model, engine=engine, checkpoint=saved, checkpoint_every=0, node_limit=20)
        assert stopped.exact == (engine == "layers")  # whose steps are whole layers
        assert accord.count(model, engine=engine, checkpoint=saved).count == expected
