"""Statistics of a search: they add up to its effort, and say of the tree what its solutions show."""

import json
from collections import Counter

import numpy as np
import pytest
from commands import called

import accord
from accord import Model, UsageError
from accord.backends.contract import Request
from accord.backends.native import walks
from accord.backends.native.backend import Native
from accord.backends.statistics import Branching, Stage, Statistics, together
from accord.cli.statistics import lines
from accord.runner.run import Run

MASKS = [[f"c{n}" for n in range(8) if m >> n & 1] for m in range(1, 256) if 2 <= m.bit_count() <= 5]
WIDE = Model.build([f"c{n}" for n in range(8)], MASKS, order=[f"c{n}" for n in range(8)])
SPARE = Model.build(  # secondary items, colours, and options that no item needs
    {"a": 1, "b": 1, "s": (0, 1), "t": (0, 1)},
    {
        "0": {"a": 1, "b": 1}, "1": {"a": 1, "s": "red"}, "2": {"b": 1, "s": "red"},
        "3": {"b": 1, "s": "blue"}, "4": {"s": "red"}, "5": {"t": 1}, "6": {"a": 1, "t": 1},
    },
)  # fmt: skip
OTHERS = "; window, bitset, cells and sums do"
TREES = [
    ("langford:8", "window"),
    ("pentomino-3x20", "window"),
    ("soma", "window"),
    (WIDE, "window"),
    ("langford:8", "bitset"),
    ("queens:7", "bitset"),
    ("pentomino-3x20", "bitset"),
    (SPARE, "bitset"),
    ("langford:8", "cells"),
    ("queens:7", "cells"),
    (WIDE, "cells"),
    (SPARE, "cells"),
]


def model_of(puzzle):
    return puzzle if isinstance(puzzle, Model) else accord.load(puzzle).model


def searched(model, engine, **more):
    """Solutions as options in the order in which they were placed, the last effort, the last statistics."""
    rows, effort, stats = [], {}, {}
    for step in Native().search(model, Request("all", engine=engine, stats=True, **more)):
        for row in () if step.solutions is None else step.solutions:
            row = tuple(row[row >= 0].tolist())
            rows.append(row[-1:] + row[:-1] if engine == "window" and rooted(model, more) else row)
        effort, stats = step.effort or effort, step.stats or stats
    return rows, effort, stats[engine]


def rooted(model, more):
    """Whether a window search begins with a piece, which it writes behind all others."""
    return "limit" not in more and len(model.order) < model.items


@pytest.mark.parametrize(("puzzle", "engine"), TREES)
def test_what_led_to_solutions_is_what_they_begin_with(puzzle, engine):
    rows, effort, stats = searched(model_of(puzzle), engine)
    begun = Counter(len(some) for some in {row[:depth] for row in rows for depth in range(1, len(row) + 1)})
    ended = Counter(map(len, rows))
    depths = range(len(stats.nodes))
    assert stats.fruitful == tuple(begun[depth] for depth in depths)
    assert stats.solutions == tuple(ended[depth] for depth in depths)
    assert sum(stats.nodes) == stats.total == effort["nodes"]
    assert stats.share == pytest.approx(sum(begun.values()) / effort["nodes"])


@pytest.mark.parametrize(("puzzle", "engine"), [tree for tree in TREES if tree[0] is not SPARE])
def test_a_node_is_a_solution_or_a_dead_end_or_branches_once(puzzle, engine):
    _, _, stats = searched(model_of(puzzle), engine)
    branched = sum(item.branched for item in stats.items.values())
    assert branched == 1 + sum(stats.nodes) - sum(stats.dead_ends) - sum(stats.solutions)
    assert sum(item.tried for item in stats.items.values()) == sum(stats.nodes)


def first_empty(model):
    """The tree of a search that fills the first empty item of the order, by depth and by item."""
    given = [frozenset(model.items_of(option).tolist()) for option in range(model.options)]
    nodes, dead, solved, led = Counter(), Counter(), Counter(), Counter()
    branched, tried = Counter(), Counter()

    def walk(taken, depth):
        empty = next((item for item in model.order.tolist() if item not in taken), None)
        if empty is None:
            found = taken >= set(np.flatnonzero(model.primary).tolist())
            (solved if found else dead)[depth] += 1
            led[depth] += found
            return found
        fitting = [more for more in given if empty in more and not more & taken]
        branched[empty] += bool(fitting)
        dead[depth] += not fitting
        found = False
        for more in fitting:
            nodes[depth + 1] += 1
            tried[empty] += 1
            found |= walk(taken | more, depth + 1)
        led[depth] += found
        return found

    walk(frozenset(), 0)
    items = {model.item_names[i]: Branching(branched[i], tried[i]) for i in sorted(branched) if tried[i]}
    led[0] = 0
    return [
        tuple(each[depth] for depth in range(max(nodes) + 1)) for each in (nodes, dead, solved, led)
    ], items


@pytest.mark.parametrize("puzzle", ["langford:7", WIDE])
def test_the_window_search_has_the_tree_of_a_plain_one(puzzle):
    model = model_of(puzzle)
    depths, items = first_empty(model)
    _, _, stats = searched(model, "window", limit=10**9)  # with a limit no piece goes first
    assert [stats.nodes, stats.dead_ends, stats.solutions, stats.fruitful] == depths
    assert stats.items == items


def test_decisions_count_for_each_item_of_their_option():
    rows, effort, stats = searched(accord.load("queens:7").model, "sums")
    assert sum(stats.nodes) == effort["nodes"] == sum(stats.items[f"r{n}"].tried for n in range(1, 8))
    assert (sum(stats.solutions), len(rows)) == (40, 40)
    assert sum(stats.dead_ends) == stats.counters["conflicts"] > 0
    assert not any(item.branched for item in stats.items.values())
    deduced = accord.count(accord.load("aquarium-6x6"), engine="sums", stats=True).stats["sums"]
    assert (deduced.nodes, deduced.solutions, deduced.share) == ((0,), (1,), None)


@pytest.mark.parametrize("engine", ["window", "bitset", "cells", "sums"])
def test_they_are_the_same_however_the_search_is_sliced(monkeypatch, engine):
    model = accord.load("langford:7").model
    whole = searched(model, engine)
    monkeypatch.setattr(walks, "FIRST_BUDGET", 7)
    monkeypatch.setattr(walks, "LARGEST_BUDGET", 7)
    assert searched(model, engine)[2] == whole[2]
    assert searched(model, engine, solutions=False)[2] == whole[2]


@pytest.mark.parametrize(("engine", "distinct"), [("window", True), ("window", False), ("bitset", False)])
def test_a_run_that_goes_on_from_a_checkpoint_keeps_them(tmp_path, monkeypatch, engine, distinct):
    asked = {"puzzle": accord.load("pentomino-3x20"), "task": "count", "engine": engine, "stats": True}
    asked["distinct"] = distinct
    whole = accord.run(**asked)
    monkeypatch.setattr("accord.backends.native.window.ROOTS_AT_ONCE", 5)  # several walks
    monkeypatch.setattr(walks, "FIRST_BUDGET", 200)
    monkeypatch.setattr(walks, "LARGEST_BUDGET", 200)
    asked |= {"checkpoint": tmp_path / "checkpoint", "checkpoint_every": 0.0}
    for slices in (9, 2):
        run = Run(**asked)
        steps = iter(run)
        for _ in range(slices):
            next(steps)
        steps.close()
        assert 0 < run.outcome.effort["nodes"] < whole.effort["nodes"]
    again = accord.run(**asked)
    assert (again.stats, again.effort["nodes"]) == (whole.stats, whole.effort["nodes"])
    with pytest.raises(UsageError, match="its stats is True, this run's is False"):
        accord.run(**asked | {"stats": False})


@pytest.mark.parametrize("engine", ["window", "bitset", "cells", "sums"])
def test_of_a_search_that_was_cut_they_are_of_what_was_searched(engine):
    outcome = accord.count(accord.load("langford:8"), engine=engine, node_limit=300, stats=True)
    assert outcome.status == "limit"
    assert outcome.stats[engine].total == outcome.effort["nodes"] >= 300
    assert sum(outcome.stats[engine].solutions) == outcome.count


def test_parts_passes_and_turns_are_added_up(monkeypatch):
    parts = accord.count(accord.load("pentomino-6x10"), distinct=True, stats=True)
    assert (parts.effort["nodes"], sum(parts.stats["window"].solutions)) == (2058362, 2339)
    assert parts.stats["window"].total == 2058362
    lazy = accord.run(accord.load("clues-6x6"), "first", engine="bitset", stats=True)
    assert lazy.effort["rounds"] > 1
    assert lazy.stats["bitset"].total == lazy.effort["nodes"]
    monkeypatch.setattr("accord.backends.native.backend.ALONE", 0.0)
    monkeypatch.setattr(walks, "FIRST_BUDGET", 7)
    monkeypatch.setattr(walks, "LARGEST_BUDGET", 7)
    accord.unique(accord.load("langford:6"), engine="sums", stats=True)  # so that its kernel is there
    turns = accord.unique(accord.load("langford:6"), backend="native", stats=True)
    assert (set(turns.stats), turns.answer) == ({"window", "sums"}, "impossible")
    assert sum(each.total for each in turns.stats.values()) == turns.effort["nodes"]


def test_where_they_are_wanted_an_engine_is_taken_that_keeps_them():
    puzzle = accord.load("dominoes-8x8")
    assert accord.count(puzzle).engine == "layers"
    outcome = accord.count(accord.load("sudoku:" + "123456789" + "." * 72), stats=True, node_limit=1000)
    assert list(outcome.stats) == [outcome.engine]
    assert outcome.stats[outcome.engine].total == outcome.effort["nodes"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"backend": "cpsat"}, "cpsat/cp-sat keeps no statistics of its search"),
        ({"engine": "general"}, "native/general keeps no statistics of its search" + OTHERS),
    ],
)
def test_an_engine_that_keeps_none_is_told(more, sentence):
    outcome = accord.count(accord.load("queens:6"), stats=True, **more)
    assert (outcome.count, outcome.stats, outcome.warnings) == (4, None, (sentence,))
    silent = accord.count(accord.load("queens:6"), **more)
    assert (silent.stats, silent.warnings) == (None, ())


def test_they_are_of_one_thread():
    with pytest.raises(UsageError, match="`stats` are of one search in one thread; leave `workers` out"):
        accord.count(accord.load("queens:6"), stats=True, workers=2)
    refused = called("count", "queens:6", "--stats", "--workers", 2)
    assert "--stats are of one search in one thread; leave --workers out" in refused.stderr


def test_they_are_told_on_the_line_and_in_json():
    words = ["count", "pentomino-3x20", "--engine", "window", "--stats"]
    stats = json.loads(called(*words, "--json").stdout)["stats"]["window"]
    told = called(*words).stderr
    assert (
        f"statistics of window: {sum(stats['nodes']):,} nodes, {stats['share']:.3%} led to a solution" in told
    )
    (row,) = [line.split() for line in told.splitlines() if line.split()[:1] == ["12"]]
    assert row == [
        "12",
        *(f"{stats[name][12]:,}" for name in ("nodes", "dead_ends", "fruitful", "solutions")),
    ]
    most = max(stats["items"].items(), key=lambda pair: pair[1]["tried"])
    assert f"{most[0]} {most[1]['branched']:,} {most[1]['tried']:,}" in " ".join(told.split())
    assert "items more, which --json has" in told
    assert called(*words, "--quiet").stderr == ""
    assert json.loads(called("count", "queens:6", "--json").stdout)["stats"] is None


def test_statistics_of_two_searches_are_added_up():
    one = Statistics(
        nodes=(0, 2), dead_ends=(0, 1), solutions=(0, 1), fruitful=(0, 1), items={"a": Branching(1, 2)}
    )
    other = Statistics(
        nodes=(0, 1, 5), dead_ends=(0, 0, 5), solutions=(0, 0, 0), fruitful=(0, 0, 0), counters={"probes": 3},
        items={"a": Branching(1, 1), "b": Branching(1, 5)},
    )  # fmt: skip
    both = one.plus(other)
    assert (both.nodes, both.dead_ends, both.fruitful, both.share) == ((0, 3, 5), (0, 1, 5), (0, 1, 0), 0.125)
    assert both.items == {"a": Branching(2, 3), "b": Branching(1, 5)}
    assert both.counters == {"probes": 3}
    assert together({"x": one}, {"y": other}, {"x": other}) == {"x": both, "y": other}


def test_stages_are_a_table_of_their_own():
    stages = (Stage("rows first", {"nodes": 1200, "kept": 3}), Stage("columns", {"nodes": 7}))
    assert list(lines("plan", Statistics(stages=stages))) == [
        "statistics of plan: 1,207 nodes",
        "  run         nodes  kept",
        "  rows first  1,200     3",
        "  columns         7     0",
    ]
