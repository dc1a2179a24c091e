"""Canonical forms: equal for graphs and models that differ in order only, different for all others."""

import random
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.errors import RefusedError
from accord.symmetry import canonical
from accord.symmetry.canonical import Graph, canonical_form, model_form


def graph(vertices, edges, colours=None, kinds=None):
    ends = np.array([*edges], np.int64).reshape(-1, 2).T
    return Graph(colours or [0] * vertices, *ends, kinds or [0] * ends.shape[1])


@pytest.mark.parametrize(
    ("vertices", "classes"), [(1, 1), (2, 2), (3, 4), (4, 11), pytest.param(5, 34, marks=pytest.mark.full)]
)
def test_graphs_have_as_many_forms_as_there_are_graphs(vertices, classes):
    """OEIS A000088: graphs on so many unlabelled vertices."""
    pairs = [*combinations(range(vertices), 2)]
    some = ([pair for pair, there in zip(pairs, chosen, strict=True) if there] for chosen in product(
        (False, True), repeat=len(pairs)
    ))  # fmt: skip
    assert len({canonical_form(graph(vertices, edges)) for edges in some}) == classes


def torus(steps):
    """The graph of a 4 x 4 torus whose vertices are joined by these steps."""
    cells = [*product(range(4), repeat=2)]
    joined = {
        frozenset((4 * r + c, 4 * ((r + down) % 4) + (c + right) % 4))
        for r, c in cells
        for down, right in steps
    }
    return [tuple(sorted(pair)) for pair in joined]


ROOK = torus([(0, 1), (0, 2), (1, 0), (2, 0)])
SHRIKHANDE = torus([(0, 1), (1, 0), (1, 1)])  # S. S. Shrikhande, 1959: the same parameters (16, 6, 2, 2)


def test_graphs_that_look_alike_from_each_vertex_are_told_apart():
    assert len(ROOK) == len(SHRIKHANDE) == 48
    forms = [canonical_form(graph(16, edges)) for edges in (ROOK, SHRIKHANDE)]
    assert forms[0] != forms[1]
    for edges, form in zip((ROOK, SHRIKHANDE), forms, strict=True):
        order = np.random.default_rng(5).permutation(16)
        assert canonical_form(graph(16, [(order[a], order[b]) for a, b in edges])) == form


@pytest.mark.full
def test_random_cubic_graphs_are_of_as_many_classes_as_are_known():
    """OEIS A002851: connected cubic graphs of 8 and 10 vertices."""
    dice = random.Random(7)
    for vertices, classes, draws in ((8, 5, 150), (10, 19, 10_000)):
        found = (cubic(vertices, dice) for _ in range(draws))
        assert len({canonical_form(graph(vertices, edges)) for edges in found if edges}) == classes


def cubic(vertices, dice):
    """The edges of a random connected graph in which each vertex has three; none if that did not work out."""
    ends = dice.sample(range(3 * vertices), 3 * vertices)
    edges = {tuple(sorted((ends[n] // 3, ends[n + 1] // 3))) for n in range(0, len(ends), 2)}
    reached, todo = {0}, [0]
    for at in todo:
        near = {end for edge in edges if at in edge for end in edge} - reached
        reached |= near
        todo += near
    whole = len(edges) == 3 * vertices // 2 and all(a != b for a, b in edges) and len(reached) == vertices
    return sorted(edges) if whole else []


def test_vertices_with_the_same_neighbours_are_not_searched():
    assert canonical_form(graph(3000, [])) != canonical_form(graph(3001, []))
    star = [(0, leaf) for leaf in range(1, 2000)]
    moved = [(700, leaf) for leaf in range(2000) if leaf != 700]
    assert canonical_form(graph(2000, star)) == canonical_form(graph(2000, moved))
    pairs = [(n, n + 1) for n in range(0, 2000, 2)]
    with pytest.raises(RefusedError, match="there are too many symmetries"):  # and no traceback
        canonical_form(graph(2000, pairs))


@st.composite
def graphs(draw):
    vertices = draw(st.integers(1, 8))
    pairs = [*combinations(range(vertices), 2)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    colours = draw(st.lists(st.integers(0, 2), min_size=vertices, max_size=vertices))
    kinds = draw(st.lists(st.integers(0, 1), min_size=len(edges), max_size=len(edges)))
    return vertices, edges, colours, kinds


@given(graphs(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_an_order_changes_nothing_and_a_colour_or_a_kind_does(made, random):
    vertices, edges, colours, kinds = made
    form = canonical_form(graph(*made))
    new = random.sample(range(vertices), vertices)
    old = sorted(range(vertices), key=new.__getitem__)
    shuffled = random.sample(range(len(edges)), len(edges))
    moved = [tuple(random.sample([new[end] for end in edges[e]], 2)) for e in shuffled]
    again = graph(vertices, moved, [colours[v] for v in old], [kinds[e] for e in shuffled])
    assert canonical_form(again) == form
    assert canonical_form(graph(vertices, edges, [9, *colours[1:]], kinds)) != form
    if edges:
        assert canonical_form(graph(vertices, edges, colours, [9, *kinds[1:]])) != form
        assert canonical_form(graph(vertices, edges[1:], colours, kinds[1:])) != form


def build(items, options, order):
    names = {name: f"new {number}" for number, name in enumerate(items)}
    return accord.Model.build(
        {names[name]: items[name] for name in order(items)},
        {
            f"o{n}": {names[item]: options[key][item] for item in order(options[key])}
            for n, key in enumerate(order(options))
        },
    )


def test_a_model_has_its_form_in_any_order_and_another_one_if_anything_else_changes():
    items = {"a": (1, 1), "b": (0, 1), "c": (2, 3)}
    options = {"x": {"a": 1, "b": "red"}, "y": {"b": "red", "c": 2}, "z": {"b": "blue", "c": 1}}
    form = model_form(build(items, options, list))
    assert model_form(build(items, options, lambda some: [*some][::-1])) == form
    renamed = {**options, "z": {"b": "green", "c": 1}}
    assert model_form(build(items, renamed, list)) == form
    for other in (
        ({**items, "c": (2, 4)}, options),
        (items, {**options, "y": {"b": "red", "c": 1}}),
        (items, {**options, "z": {"b": "red", "c": 1}}),
        (items, {**options, "z": {"b": 1, "c": 1}}),
    ):
        assert model_form(build(*other, list)) != form


def test_lazy_models_and_searches_that_take_too_long_are_refused(monkeypatch):
    with pytest.raises(RefusedError, match="lazy constraints"):
        model_form(accord.load("hitori-6").model)
    monkeypatch.setattr(canonical, "MOST_NODES", 5)
    with pytest.raises(RefusedError, match="in 5 steps; there are too many symmetries"):
        canonical_form(graph(16, ROOK))
    monkeypatch.setattr(canonical, "MOST_ENTRIES", 5)
    with pytest.raises(RefusedError, match="has 256 entries; expected 5 at most"):
        model_form(accord.load("queens:8").model)


@pytest.mark.parametrize(("name", "nodes"), [("queens-11-torus", 12), ("pentomino-torus-5x5", 7)])
def test_a_vertex_that_tells_most_others_apart_is_tried_first(name, nodes):
    """With vertices of the smallest colour, 20,000 steps were not enough."""
    search = canonical._Search(canonical.model_graph(accord.load(name).model))
    search.form()
    assert search.nodes == nodes
