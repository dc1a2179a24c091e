"""Cutting: disjoint parts that miss nothing, of any model into any number; as even as estimates make them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from models import queens
from profiles import examples

import accord
from accord import Model
from accord.backends import table
from accord.backends.contract import Request
from accord.model.data import Kind
from accord.model.reduce import reduction
from accord.symmetry import cut as cutting
from accord.symmetry.cut import cut_all
from accord.symmetry.estimate import Tree, spread
from accord.symmetry.group import group_of
from accord.symmetry.parts import can_split, filter_part, whole

COLOURS = ["red", "blue", "green"]


def cut(part, pieces):
    """The part in disjoint ones, the largest first."""
    return [piece.part for piece in cut_all([part], pieces)]


@st.composite
def models(draw):
    """Small models of every kind: any demands, amounts of either sign, colours, hidden and free options."""
    items, coloured = {}, []
    for i in range(draw(st.integers(0, 5))):
        what = draw(st.sampled_from(["primary", "primary", "secondary", "coloured", "any"]))
        low = draw(st.integers(0, 3))
        items[f"i{i}"] = {"primary": 1, "any": (low, low + draw(st.integers(0, 3)))}.get(what, (0, 1))
        if what == "coloured":
            coloured.append(f"i{i}")
    plain = draw(st.booleans())  # no amounts but 1
    options = []
    for _ in range(draw(st.integers(0, 9))):
        gives = {}
        for item in items:
            if draw(st.booleans()):
                amount = 1 if plain else draw(st.sampled_from([1, 1, 1, 2, -1]))
                colour = st.sampled_from(COLOURS) if item in coloured else st.just(amount)
                gives[item] = draw(colour) if draw(st.booleans()) else amount
        options.append(gives)
    return Model.build(items, options)


def solutions_of(parts, oracle):
    """Of all parts, in options of the whole."""
    return [tuple(sorted(part.options[list(row)].tolist())) for part in parts for row in oracle(part.model)]


@settings(max_examples=examples(80))
@given(models(), st.integers(1, 20))
def test_parts_are_disjoint_and_miss_nothing(oracle, model, pieces):
    parts = cut(whole(model), pieces)
    assert 1 <= len(parts) <= pieces
    found = solutions_of(parts, oracle)
    assert sorted(found) == sorted(oracle(model))


@settings(max_examples=examples(50))
@given(models(), st.integers(2, 20))
def test_no_effort_for_estimates_cuts_as_well(oracle, model, pieces):
    parts = [piece.part for piece in cut_all([whole(model)], pieces, effort=0)]
    assert sorted(solutions_of(parts, oracle)) == sorted(oracle(model))


@settings(max_examples=examples(40))
@given(models(), st.integers(2, 100))
def test_the_last_cut_leaves_a_solution_a_part(oracle, model, pieces):
    """Cut as far as it goes, no part has two solutions; till then, who asks for more parts gets more.

    There may be fewer than were asked for: a group of options is counted as a part, and then seen to be
    impossible.
    """
    parts = cut(whole(model), pieces)
    most = max(len(oracle(part.model)) for part in parts)
    more = pieces + model.options + 1
    assert most <= 1 or len(parts) >= pieces or len(cut(whole(model), more)) > len(parts)


@settings(max_examples=examples(80))
@given(models(), st.data(), st.integers(2, 20))
def test_solutions_that_differ_in_hidden_options_alone_stay_together(oracle, model, data, pieces):
    """So whoever searches a part alone sees that its hidden options are not determined."""
    hidden = data.draw(st.lists(st.booleans(), min_size=model.options, max_size=model.options))
    model = replace(model, hidden=np.array(hidden, np.bool_))
    seen = [
        {tuple(o for o in solution if not model.hidden[o]) for solution in solutions_of([part], oracle)}
        for part in cut(whole(model), pieces)
    ]
    assert sum(map(len, seen)) == len(set().union(*seen)), "no visible solution is in two parts"


@settings(max_examples=examples(30))
@given(models(), st.integers(1, 20))
def test_the_same_parts_each_time(model, pieces):
    one, other = cut_all([whole(model)], pieces), cut_all([whole(model.restrict(slice_of(model)))], pieces)
    assert [piece.size for piece in one] == [piece.size for piece in other]
    assert [piece.part.options.tolist() for piece in one] == [piece.part.options.tolist() for piece in other]


def slice_of(model):
    return np.ones(model.options, np.bool_)


def test_every_kind_is_drawn():
    kinds, found = Kind.MULTIPLICITIES | Kind.LINEAR | Kind.COLOURED, Kind.EXACT_COVER

    @settings(max_examples=examples(100), derandomize=True)
    @given(models())
    def draw(model):
        nonlocal found
        found |= model.kind

    draw()
    assert found & kinds == kinds


def needed_by_hand(model):
    """The options without which some item cannot come into its demand."""
    found = []
    for option in range(model.options):
        left = model.restrict(np.arange(model.options) != option)
        if ((left.most < left.low) | (left.least > left.high)).any():
            found.append(option)
    return found


DEBTS = Model.from_arrays(["a"], [0, 1, 2, 3], [0, 0, 0], low=-3, high=-2, amount=[-1, -1, -1])


@settings(max_examples=examples(100))
@given(models())
@example(DEBTS)
@example(DEBTS.restrict([0, 1]))
def test_what_sums_force_is_what_cannot_be_left_out(model):
    possible = not ((model.most < model.low) | (model.least > model.high)).any()
    if possible:
        assert np.flatnonzero(cutting._forced_mask(model)).tolist() == needed_by_hand(model)


@pytest.mark.parametrize("model", [Model.build({"a": 3}, [["a"]] * 2), DEBTS.restrict([0])])
def test_what_sums_exclude_is_no_piece(model):
    assert cutting._possible(cutting.Piece(whole(model), 0, 1.0)) is None
    assert cutting._possible(cutting.Piece(whole(DEBTS), 0, 1.0)).part.options.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("demand", "amounts", "splits"),
    [
        (1, [1, 1], True),
        (1, [1], False),  # there is no choice
        (1, [1, 1, 2], False),  # one of them cannot be chosen at all
        (1, [1, 2, -1], False),  # two of them may be
        ((0, 1), [1, 1], False),
        (2, [1, 1, 1], False),
    ],
)
def test_an_item_splits_where_exactly_one_of_its_options_is_in_a_solution(demand, amounts, splits):
    model = Model.build({"a": demand}, [{"a": amount} for amount in amounts])
    assert can_split(model).tolist() == [splits]


def test_of_options_that_are_chosen_or_not_the_most_even_one_is_cut_on(monkeypatch):
    given = [1.0, 5.0, 9.0, 6.0], [9.0, 6.0, 1.0, 6.0]  # with each, and without
    monkeypatch.setattr(cutting._Cutting, "_sizes", lambda *_: given[0] + given[1])
    ((size, _, fork),) = cutting._Cutting([whole(Model.build([], [[]] * 4))], 0).heap
    assert (fork.option, fork.size_with, fork.size_without, -size) == (1, 5.0, 6.0, 11.0)


def test_a_model_without_solutions_stays_one_part():
    model = Model.build(["a", "b"], [["a"], ["a"]])
    (part,) = cut(whole(model), 8)
    assert (part.model.options, part.model.items) == (0, 2)
    assert accord.count(part.model, backend="plain").count == 0


def test_free_options_are_cut_in_halves():
    model = Model.build(["a"], [["a"], [], [], []])
    parts = cut(whole(model), 8)
    assert len(parts) == 8
    assert [accord.count(part.model, backend="plain").count for part in parts] == [1] * 8


def test_a_group_that_turns_out_impossible_counts_for_nothing():
    """Beside the first two some item has no option left, which is seen only once they stand alone."""
    blocked = {f"p{k}": (0, 1) for k in range(4)}
    items = {"a": 1, "q": 1, "r": 1, **blocked}
    options = [["a", "p0", "p1"], ["a", "p2", "p3"], ["a"], ["a"], ["a"]]
    options += [["q", "p0"], ["q", "p1"], ["r", "p2"], ["r", "p3"]]
    model = Model.build(items, options)
    singles = [[first, q, r] for first in (2, 3, 4) for q in (5, 6) for r in (7, 8)]
    for pieces in range(6, 14):  # without estimates all are taken to be of one size
        parts = [piece.part for piece in cut_all([whole(model, model.item_index["a"])], pieces, effort=0)]
        assert min(pieces, 12) - 2 <= len(parts) <= 12
    assert sorted(part.options.tolist() for part in parts) == singles


def test_three_of_five_are_cut_by_the_first():
    model = Model.build({"a": 3}, [["a"]] * 5)
    for pieces in (2, 4, 9, 10, 50):
        parts = cut(whole(model), pieces)
        assert len(parts) == min(pieces, 10)
        assert sum(accord.count(part.model, backend="plain").count for part in parts) == 10


def test_the_root_is_cut_first_and_stays():
    model = Model.build(["a", "b"], [["a"]] * 3 + [["b"]] * 2)
    parts = cut(whole(model, model.item_index["a"]), 3)
    assert {part.root for part in parts} == {0}
    assert sorted(len(part.model.options_of(0)) for part in parts) == [1, 1, 1]
    assert {len(part.model.options_of(1)) for part in parts} == {2}
    deeper = cut(whole(model, model.item_index["a"]), 6)
    assert {part.root for part in deeper} == {0}
    assert {part.model.options for part in deeper} == {2}


def test_solutions_of_a_part_are_told_in_options_of_the_whole():
    part = whole(Model.build(["a"], [["a"]] * 5)).restrict(np.array([False, True, False, True, True]))
    assert part.options.tolist() == [1, 3, 4]
    deeper = part.restrict(np.array([True, False, True]))
    assert deeper.options.tolist() == [1, 4]
    rows = np.array([[1, 0], [0, -1], [-1, -1]], np.int32)
    assert deeper.of_whole(rows).tolist() == [[4, 1], [1, -1], [-1, -1]]


def test_the_filter_stays():
    model = Model.build("abc", [["a"], ["a"], ["b"], ["b"], ["c"]]).with_symmetries([[0, 1, 2], [1, 0, 2]])
    (part,) = filter_part(model, group_of(model))
    assert {piece.filter for piece in cut(part, 4)} == {part.filter}


@pytest.mark.parametrize("model", [queens(5), Model.build(["a"], [["a"]] * 7)])
def test_parts_that_are_not_estimated_are_of_one_size(model):
    """So none of them is cut before another because it has fewer options."""
    assert cutting._Cutting([whole(model)], 0).size == pytest.approx(cutting.UNKNOWN)


def test_many_parts_are_cut_where_one_is_much_larger():
    small = [whole(Model.build(["a"], [["a"]] * 2))] * 6
    large = whole(accord.load("queens-8").model)
    pieces = cut_all([*small, large], 4)
    assert 9 <= len(pieces) <= 10
    assert [piece.source for piece in pieces][-6:].count(6) == 0
    assert sorted(piece.source for piece in pieces if piece.source < 6) == list(range(6))
    assert sum(accord.count(piece.part.model).count for piece in pieces if piece.source == 6) == 92


def test_sizes_of_all_parts_are_added_up():
    parts = [whole(accord.load(name).model) for name in ("queens-8", "langford-8")]
    parts += [whole(Model.build(["a"], [["a"]] * n)) for n in (1, 5)]  # the first cannot be cut
    sizes = [cutting._Cutting([part], cutting.EFFORT).size for part in parts]
    together = cutting._Cutting(parts, cutting.EFFORT)
    assert together.number == len(parts)
    assert sizes[0] > 100
    assert sizes[3] == 5
    assert together.size == pytest.approx(sum(sizes), rel=0.01)
    assert together.largest == pytest.approx(max(sizes), rel=0.01)


@pytest.mark.parametrize("pieces", [2, 16])
def test_as_many_as_wanted_and_the_largest_first(pieces):
    pieces_of = cut_all([whole(accord.load("pentomino-3x20").model)], pieces)
    assert len(pieces_of) == pieces
    sizes = [piece.size for piece in pieces_of]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(accord.count(piece.part.model).count for piece in pieces_of) == 8


def nodes_below(model, chosen=()):
    """A search for the item with the fewest ways, by hand; the root included."""
    rest = model
    if chosen:
        rest, kept = model.require(list(chosen))
        done = {int(kept.tolist().index(o)) for o in chosen}
    else:
        done = set()
    waiting = [
        item for item in np.flatnonzero(rest.low >= 1) if not any(item in rest.items_of(o) for o in done)
    ]
    if not waiting:
        return 1
    options = min((rest.options_of(item) for item in waiting), key=len)
    ours = range(model.options) if not chosen else kept.tolist()
    return 1 + sum(nodes_below(model, (*chosen, int(ours[o]))) for o in options)


def test_a_search_as_small_as_the_sample_is_counted():
    model = queens(5)
    tree = Tree(model)
    assert tree.sizes(tree.root(), 1 << 40) == [nodes_below(model)]


def test_draws_are_even_and_within_their_stretch():
    sizes = np.array([3, 0, 1000, 8, 5000])
    drawn = spread(sizes, 8, seed=3)
    ends = np.cumsum(sizes)
    stretch = np.searchsorted(ends, drawn, side="right")
    assert np.bincount(stretch, minlength=5).tolist() == [3, 0, 8, 8, 8]
    assert (np.diff(drawn) > 0).all()
    assert drawn[:3].tolist() == [0, 1, 2]
    within = drawn[3:11] - 3
    assert (within // 125).tolist() == list(range(8))
    assert spread(sizes, 8, 3).tolist() == drawn.tolist() != spread(sizes, 8, 4).tolist()
    assert drawn.tolist() == [
        0, 1, 2, 112, 226, 293, 484, 627, 710, 802, 929, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1375,
        1799, 2768, 3342, 4113, 4573, 5203, 5635,
    ], "another machine would resume with other parts"  # fmt: skip


def makespan(sizes, workers):
    ends = [0] * workers
    for size in sizes:
        ends[ends.index(min(ends))] += size
    return max(ends)


def true_sizes(pieces):
    native, sizes, total = table.backend("native"), [], 0
    for piece in pieces:
        for step in native.search(piece.part.model, Request("count", solutions=False, engine="bitset")):
            total += step.count
        sizes.append(step.effort["nodes"])
    return sizes, total


@pytest.mark.parametrize(("puzzle", "count"), [("soma", 11520), ("queens-12", 14200)])
def test_parts_are_even(puzzle, count):
    model = accord.load(puzzle).model
    part = whole(model).restrict(reduction(model))
    for pieces, workers, most in ((8, 2, 1.1), (16, 4, 1.15)):
        sizes, total = true_sizes(cut_all([part], pieces))
        assert (len(sizes), total) == (pieces, count)
        assert makespan(sizes, workers) < most * sum(sizes) / workers
        assert max(sizes) < 2.5 * sum(sizes) / pieces


def test_no_search_is_repeated_by_cutting():
    model = accord.load("soma").model
    part = whole(model).restrict(reduction(model))
    (once,), _ = true_sizes(cut_all([part], 1))
    sizes, _ = true_sizes(cut_all([part], 16))
    assert sum(sizes) < 1.1 * once


LARGE = ["queens-12", "soma", "pentomino-3x20", "langford:8"]


@pytest.mark.parametrize("name", LARGE)
def test_estimates_of_large_searches_are_near(name):
    """Of the whole and of each part, beside the nodes that the bitset engine then has there."""
    part = whole(accord.load(name).model)
    tree = Tree(part.model)
    (estimate,) = tree.sizes(tree.root(), 1 << 30)
    (nodes,), _ = true_sizes(cut_all([part], 1))
    assert 0.8 < estimate / nodes < 1.25
    pieces = cut_all([part], 8)
    for piece, nodes in zip(pieces, true_sizes(pieces)[0], strict=True):
        assert 2 / 3 < piece.size / nodes < 3 / 2


@pytest.mark.parametrize(
    ("name", "pieces", "most"),
    [
        ("pentomino-6x10", 16, cutting.EFFORT),
        ("meteor", 16, cutting.EFFORT),
        ("soma", 16, cutting.EFFORT),
        ("queens-12", 200, 10_000_000),  # a hundred parts are estimated, of which the first would take all
    ],
)
def test_cutting_looks_at_no_more_than_it_may(name, pieces, most, monkeypatch):
    """In words looked at, which do not depend on the machine; as many parts all the same."""
    trees = []

    class Watched(Tree):
        def __init__(self, model):
            super().__init__(model)
            trees.append(self)

    monkeypatch.setattr(cutting, "Tree", Watched)
    part, spent = whole(accord.load(name).model), []
    for effort in (most // 10, most // 3, most):
        trees.clear()
        assert len(cut_all([part], pieces, effort)) == pieces
        spent.append(sum(tree.spent for tree in trees))
        assert spent[-1] <= effort
    assert 0 < spent[0] < spent[-1]


def test_large_models_are_cut_without_estimates(monkeypatch):
    class Large(Tree):
        def __init__(self, model):
            raise AssertionError("it is too large to be looked at")

        too_large = staticmethod(lambda model: True)

    model = queens(30)
    assert not Tree.too_large(model)
    assert Tree.too_large(queens(140))
    monkeypatch.setattr(cutting, "Tree", Large)
    parts = cut(whole(model), 70)
    assert len(parts) == 70


@pytest.mark.parametrize(("model", "parts"), [(queens(5), 5), (Model.build([], [[]] * 4), 2 * 4)])
def test_no_tree_is_made_where_it_would_take_more_than_its_share(model, parts, monkeypatch):
    """As many words as parts, of an item's options or with and without each of some, times options."""
    made = []
    monkeypatch.setattr(
        cutting, "Tree", type("Made", (Tree,), {"__init__": lambda self, model: made.append(model)})
    )
    monkeypatch.setattr(cutting.Tree, "descents", 1 << 40, raising=False)
    words = parts * model.options
    for share, trees in ((words - 1, 0), (words, 1)):
        made.clear()
        cutting._Cutting([whole(model)], cutting.SHARE * share)
        assert len(made) == trees
