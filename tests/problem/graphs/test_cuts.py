"""Cuts: broken by what they are made for, met by all that is true, and derived again from the graph."""

import pickle
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from graph_rules import GRAPHS, KINDS, right
from looped import looped

from accord.model.data import LazyItem
from accord.problem.graph_rules.cuts import GraphCuts, lazy_of
from accord.problem.graph_rules.loop import LoweredLoop
from accord.problem.graph_rules.tree import LoweredTree
from accord.problem.graphs.graph import edge_name, grid, vertex_name
from accord.problem.lower.linear_form import TRUE, LinearForm
from accord.problem.lower.model_writer import ModelWriter

CASES = [(graph, kind) for graph in GRAPHS for kind in KINDS]


def cuts_of(graph, kind, known=()):
    """The lazy part of a rule, and what its flags are of; those in `known` are always chosen."""
    sheet = ModelWriter()
    rule = KINDS[kind][0](graph, how="cuts")
    truths = [
        TRUE if n in known else LinearForm({sheet.option(name_of(each, kind)): 1})
        for n, each in enumerate(rule.of)
    ]
    rule.write(sheet, truths)
    return lazy_of(sheet), rule.of


def name_of(each, kind):
    return vertex_name(each) if kind.startswith("connected") else edge_name(each)


def names(chosen, kind):
    return {name_of(each, kind) for each in chosen}


def given(item, chosen):
    return sum(amount for name, amount in item.gives.items() if name in chosen)


def met(item, chosen):
    return item.low <= given(item, chosen) and (item.high is None or given(item, chosen) <= item.high)


def every(of):
    return [chosen for size in range(len(of) + 1) for chosen in combinations(of, size)]


@looped(("graph", "kind"), CASES)
@pytest.mark.parametrize("known", [(), (0,), (1, 3)])
def test_cuts_are_broken_where_they_are_made_and_hold_for_all_that_is_true(graph, kind, known):
    lazy, of = cuts_of(GRAPHS[graph], kind, known)
    if lazy is None:
        pytest.skip("fewer than two can be chosen")
    always = {of[n] for n in known if n < len(of)}
    true = [names(chosen, kind) for chosen in right(GRAPHS[graph], kind) if always <= chosen]
    seen = {}
    for chosen in every(of):
        if always <= set(chosen):
            there = names(chosen, kind)
            for item in lazy.violations(sorted(there), None):
                assert not met(item, there)
                seen[item.name] = item
    for item in seen.values():
        assert lazy.follows(item)
        assert all(met(item, there) for there in true)


@looped(("graph", "kind"), CASES)
@pytest.mark.parametrize("known", [(), (0,)])
def test_what_follows_holds_for_all_that_is_true(graph, kind, known):
    """Items made at random, and cuts with a change: whatever is accepted is true."""
    lazy, of = cuts_of(GRAPHS[graph], kind, known)
    if lazy is None:
        pytest.skip("fewer than two can be chosen")
    always = {of[n] for n in known if n < len(of)}
    true = [names(chosen, kind) for chosen in right(GRAPHS[graph], kind) if always <= chosen]
    draw, options = Random(graph + kind), sorted(names(set(of) - always, kind))
    cuts = [
        item
        for chosen in every(of)[:: max(1, 2 ** len(of) // 60)]
        for item in lazy.violations([*names(chosen, kind)], None)
    ]
    for _ in range(400):
        cut = draw.choice(cuts) if cuts and draw.random() < 0.7 else LazyItem("any", {}, 0)
        gives = dict(cut.gives)
        for _ in range(draw.randint(1, 4)):
            gives[draw.choice(options)] = draw.choice((-3, -2, -1, 0, 1, 1, 2))
        low, high = cut.low + draw.choice((-1, 0, 0, 1)), cut.high
        if high is not None or draw.random() < 0.1:
            high = (high or 0) + draw.choice((-1, 0, 1, 2))
        item = LazyItem("changed", gives, low, high)
        if lazy.follows(item):
            assert all(met(item, there) for there in true), item


CHANGES = {
    "more is demanded": lambda item, other: LazyItem("", item.gives, item.low + 1, item.high),
    "less is between": lambda item, other: LazyItem("", without(item, 1), item.low, item.high),
    "less is allowed": lambda item, other: LazyItem(
        "", item.gives | dict.fromkeys(other[:1], -2), item.low, item.high
    ),
    "a stranger": lambda item, other: LazyItem("", {**item.gives, "no option": 1}, item.low, item.high),
    "a bound above": lambda item, other: LazyItem("", item.gives, item.low, 0),
}


def without(item, amount):
    first = next(name for name, its in item.gives.items() if its == amount)
    return {name: its for name, its in item.gives.items() if name != first}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", ["connected", "loop", "path"])
def test_a_corrupted_cut_is_rejected(kind, change):
    graph = grid(5, 5)
    lazy, of = cuts_of(graph, kind)
    if kind == "connected":
        chosen = {vertex_name(cell) for cell in ((0, 0), (4, 4))}
    else:
        chosen = {edge_name(edge) for at in ((0, 0), (3, 3)) for edge in square(*at)}
    cuts = [item for item in lazy.violations(sorted(chosen), None) if item.high is None]
    assert len(cuts) == 1
    for item in cuts:
        assert lazy.follows(item)
        others = [name_of(each, kind) for each in of if name_of(each, kind) not in item.gives]
        assert not lazy.follows(CHANGES[change](item, others))


def square(r, c):
    return [
        ((r, c), (r, c + 1)),
        ((r, c), (r + 1, c)),
        ((r, c + 1), (r + 1, c + 1)),
        ((r + 1, c), (r + 1, c + 1)),
    ]


# -- renaming, and being data ----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["connected", "loop", "path", "tree", "path between"])
def test_turns_of_a_board_keep_its_rules_and_others_do_not(kind):
    graph = grid(3, 3)
    lazy, of = cuts_of(graph, kind)

    def renamed(move):
        def moved(each):
            return move(each) if kind == "connected" else graph.edge(move(each[0]), move(each[1]))

        return {name_of(each, kind): name_of(moved(each), kind) for each in of}

    half, quarter = renamed(lambda at: (2 - at[0], 2 - at[1])), renamed(lambda at: (at[1], 2 - at[0]))
    assert lazy.keeps(half)
    assert lazy.keeps(quarter) == (kind != "path between")
    assert lazy.keeps({})
    first, last = (name_of(of[n], kind) for n in (0, -1))
    assert not lazy.keeps({first: last, last: first})


def test_what_two_rules_say_otherwise_of_equal_graphs_is_seen():
    triangle = LoweredLoop("one", 3, ((0, 1), (0, 2), (1, 2)), ("x", "y", "z"))
    swap = {"x": "y", "y": "x"}
    assert GraphCuts((triangle,)).keeps(swap)
    assert not GraphCuts((replace(triangle, fixed=(0,)),)).keeps(swap)
    names = ("u", "v", "w")
    exchange = dict(zip((*triangle.options, *names), (*names, *triangle.options), strict=True))
    assert GraphCuts((triangle, replace(triangle, options=names))).keeps(exchange)
    tree = LoweredTree("one", 3, triangle.edges, names)
    assert not GraphCuts((triangle, tree)).keeps(exchange)
    for other in ({"empty": True}, {"spanning": True}, {"shortest": 4}, {"vertices": 4}):
        assert not GraphCuts((triangle, replace(triangle, options=names, **other))).keeps(exchange)


def test_rules_are_data():
    lazy, _ = cuts_of(grid(3, 3), "path between")
    again = pickle.loads(pickle.dumps(lazy))
    other, _ = cuts_of(grid(3, 3), "path")
    assert again == lazy
    assert again.token == lazy.token != other.token
    assert GraphCuts(()).token != lazy.token
