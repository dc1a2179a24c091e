"""Reduction: no option of a solution is dropped, by brute force; what is dropped on known boards."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from models import strip
from profiles import examples

from accord.backends.contract import Request
from accord.backends.native import Native
from accord.model import Model, reduce, regions
from accord.model.reduce import in_bounds, reduction, supported_options
from accord.model.regions import fillable
from accord.puzzles.loader import load

PLENTY = 1 << 40
RULES = (in_bounds, supported_options, fillable)


def kept_by(rule, model):
    return np.flatnonzero(rule(model, PLENTY)[0]).tolist()


def kept(model):
    return np.flatnonzero(reduction(model)).tolist()


def names_of(model, options):
    return {model.option_name(o) for o in options}


# -- small facts -----------------------------------------------------------------------------------


def test_the_worked_examples():
    items = {"cup 1": 1, "cup 2": 1, "small lid": (0, 1), "large lid": (0, 1)}
    model = Model.build(items, [["cup 1", "small lid"], ["cup 1", "large lid"], ["cup 2", "large lid"]])
    assert kept(model) == [0, 2]
    model = strip(5, 2, 2, 1)
    assert names_of(model, kept_by(fillable, model)) == names_of(model, range(model.options)) - {
        "2 at 1",
        "2 at 3",
    }


def test_sums_that_cannot_be_reached():
    model = Model.build({"a": (3, 5)}, [{"a": 1}, {"a": 2}, {"a": 6}, {"a": -4}, {"a": -1}])
    assert kept_by(in_bounds, model) == [0, 1, 2, 3, 4]
    assert kept_by(in_bounds, model.restrict([0, 1, 2, 4])) == [0, 1, 2, 3]
    assert kept_by(in_bounds, model.restrict([0, 1, 2])) == [0, 1]
    assert kept_by(in_bounds, model.restrict([0, 1, 4])) == [0, 1]
    assert kept_by(in_bounds, model.restrict([0])) == []


def test_an_item_that_no_option_gives_enough_is_seen_by_sums():
    for demand, rule in itertools.product([(1, 1), (2, 3), (-3, -2)], (in_bounds, reduction)):
        model = Model.build({"a": (0, 1), "b": demand}, [["a"], []])
        keep = rule(model, PLENTY)
        assert not (keep[0] if isinstance(keep, tuple) else keep).any()


def test_a_model_that_is_impossible_keeps_nothing():
    assert not reduction(Model.build(["a", "b"], [["a"], ["a"]])).any()
    assert not reduction(Model.build({"a": 3}, [["a"], ["a"]])).any()
    assert not reduction(strip(6, 4, number=None)).any()


def test_models_without_options_or_items():
    assert reduction(Model.build(["a"], [])).tolist() == []
    assert reduction(Model.build([], {"x": [], "y": []})).tolist() == [True, True]


def test_equal_colours_stand_beside_each_other_and_others_do_not():
    items = {"across": 1, "down": 1, "square": (0, 1), "corner": (0, 1)}
    options = [
        {"across": 1, "square": "A", "corner": "X"},
        {"across": 1, "square": "B", "corner": "Y"},
        {"across": 1, "square": 1},
        {"down": 1, "square": "A"},
        {"down": 1, "square": "C"},
        {"down": 1},
    ]
    assert kept(Model.build(items, options)) == [0, 1, 2, 3, 5]
    assert kept(Model.build(items, options[:5])) == [0, 3]


def test_an_uncoloured_item_with_negative_amounts_forbids_nothing():
    items = {"a": 1, "b": 1, "s": (0, 1)}
    assert kept(Model.build(items, [{"a": 1, "s": 1}, {"b": 1, "s": 1}])) == []
    assert kept(Model.build(items, [{"a": 1, "s": 1}, {"b": 1, "s": 1}, {"s": -1}])) == [0, 1, 2]


def test_amounts_of_which_any_two_are_too_much_stand_alone():
    items = {"a": 1, "b": 1, "weight": (0, 9)}
    heavy = [{"a": 1, "weight": 5}, {"b": 1, "weight": 5}]
    assert kept(Model.build(items, heavy)) == []
    assert kept(Model.build(items, [*heavy, {"b": 1, "weight": 4}])) == [0, 1, 2]  # pairs are not looked at


@pytest.mark.parametrize(
    ("model", "dropped"),
    [
        (strip(7, 3, 4), {"0 at 1", "0 at 2", "0 at 3", "1 at 1", "1 at 2"}),
        (strip(7, 3, 4, number=None), {"0 at 1", "0 at 2", "0 at 3", "1 at 1", "1 at 2"}),
        (strip(6, 2, 2, 2), {f"{i} at {c}" for i in range(3) for c in (1, 3)}),
        (strip(6, 2, 2, number=2), {f"{i} at {c}" for i in range(2) for c in (1, 3)}),
        (strip(6, 1, 2, number=None), set()),
    ],
)
def test_regions_of_a_strip(model, dropped):
    everything = names_of(model, range(model.options))
    assert everything - names_of(model, kept_by(fillable, model)) == dropped


def sums_of(pieces):
    """What some of these lengths can add up to."""
    found = {0}
    for piece in pieces:
        found |= {piece + other for other in found}
    return found


@settings(max_examples=examples(80))
@given(
    st.integers(2, 9), st.lists(st.integers(1, 6), min_size=1, max_size=6), st.sampled_from([1, 1, 2, None])
)
@example(7, [1, 2, 4], 1)
@example(9, [1, 2, 3, 4, 5, 6], 1)
def test_on_a_strip_the_rule_is_what_it_says(cells, lengths, number):
    """What is left on each side of a bar, and on both together, is a sum of other bars that fit at all.

    Where a bar may lie is known by the graph; bars that mostly lie together do not tell their cells apart.
    """
    bars = [length for length in lengths if length <= cells] * (number or cells)
    model = strip(cells, *lengths, number=number)
    fitting = set()
    for i, length in enumerate(lengths):
        if length > cells:
            continue
        others = sums_of([bar for k, bar in enumerate(bars) if number is None or k != bars.index(length)])
        for first in range(cells - length + 1):
            if {first, cells - length - first, cells - length} <= others:
                fitting.add(f"{i} at {first}")
    found = names_of(model, kept_by(fillable, model))
    assert fitting <= found
    if edges_of(model) == set(itertools.pairwise(range(cells))):
        assert fitting == found
    else:
        assert 2 not in lengths or cells < 3


def test_a_piece_may_be_the_first_of_all_items():
    """And is then not taken for none, of which there is any number."""
    model = strip(5, 2, 1)
    cells = model.item_names[:5]
    options = [[model.item_names[i] for i in model.items_of(o)] for o in range(model.options)]
    pieces = dict.fromkeys(model.item_names[5:], (0, 1))
    turned = Model.build(pieces | dict.fromkeys(cells, 1), options, order=cells)
    assert model.item_index["bar 0"] == 5
    assert turned.item_index["bar 0"] == 0
    assert kept_by(fillable, turned) == kept_by(fillable, model) == []


def test_a_piece_that_is_used_up_fills_no_region():
    once, often = strip(8, 2, 3, 3), strip(8, 2, 3, 3, number=3)
    assert "1 at 2" in names_of(once, kept_by(fillable, once))  # the bar of 2 at 0, of 3 at 5
    assert "0 at 2" not in names_of(once, kept_by(fillable, once))
    assert "0 at 2" in names_of(often, kept_by(fillable, often))  # the bar of 2 three times


def test_amounts_say_how_often_a_piece_can_be_used(oracle):
    cells = [str(c) for c in range(6)]
    bars = [{cells[c]: 1, cells[c + 1]: 1, "wood": 2} for c in range(5)]
    rows = [*bars, {"0": 1, "wood": 3}]
    enough = Model.build({**dict.fromkeys(cells, 1), "wood": (0, 6)}, rows, order=cells)
    assert kept_by(fillable, enough) == [0, 1, 2, 3, 4]  # a single cell may take as little as a bar
    assert kept(enough) == [0, 2, 4]
    assert oracle(enough) == {(0, 2, 4)}
    assert (
        kept_by(fillable, Model.build({**dict.fromkeys(cells, 1), "wood": (0, 5)}, rows, order=cells)) == []
    )


def test_cells_that_are_covered_twice_and_once_taken_back_are_no_cells(oracle):
    cells = [str(c) for c in range(4)]
    rows = [{"0": 2, "1": 1, "two": 1}, {"0": -1, "2": 1, "3": 1, "three": 1}]
    model = Model.build({**dict.fromkeys(cells, 1), "two": (0, 1), "three": (0, 1)}, rows, order=cells)
    assert oracle(model) == {(0, 1)}
    assert kept(model) == [0, 1]


def test_the_amount_of_a_colour_is_nothing():
    model = Model.from_arrays(["a"], [0, 1], [0], low=0, amount=5, colour=1, colours=["", "red"])
    assert kept(model) == [0]


def test_a_piece_that_can_be_given_back_is_without_limit(oracle):
    cells = [str(c) for c in range(4)]
    rows = [{"0": 1, "1": 1, "wood": 1}, {"2": 1, "3": 1, "wood": 1}, {"wood": -1}]
    model = Model.build({**dict.fromkeys(cells, 1), "wood": (0, 1)}, rows, order=cells)
    assert oracle(model) == {(0, 1, 2)}
    assert kept(model) == [0, 1, 2]
    assert kept(model.restrict([0, 1])) == []


def test_demands_below_nothing(oracle):
    demands = [1, 1, 1, -3]
    items, entries = ["a", "b", "c", "debt"], [0, 3, 1, 3, 2, 3]
    model = Model.from_arrays(items, [0, 2, 4, 6], entries, low=demands, high=demands, amount=[1, -1] * 3)
    assert oracle(model) == {(0, 1, 2)}
    assert kept(model) == [0, 1, 2]


def rolled(model, places, order=None):
    """The same model, every option so many places later; and perhaps with another order."""
    names = model.item_names
    options = [
        {names[model.item[e]]: model.colours[model.colour[e]] or int(model.amount[e]) for e in range(*ends)}
        for ends in itertools.pairwise(model.start)
    ]
    items = {name: (int(model.low[i]), int(model.high[i])) for i, name in enumerate(names)}
    order = [names[i] for i in model.order] if order is None else order
    return Model.build(items, options[-places:] + options[:-places], order=order)


# -- brute force on random models --------------------------------------------------------------------


@st.composite
def general_models(draw):
    """A solution with any amounts and colours, demands that are met just or nearly so, and more options."""
    names = [f"i{i}" for i in range(draw(st.integers(1, 6)))]
    colours = {name: draw(st.sampled_from(["red", "blue", "", "", "", "", "", ""])) for name in names}
    amounts = st.sampled_from([1, 1, 1, 1, 1, 1, 2, 3, -1])
    planted = [{} for _ in range(draw(st.integers(1, 4)))]
    items = {}
    for name in names:
        givers = draw(
            st.sets(st.integers(0, len(planted) - 1), max_size=draw(st.sampled_from([0, 1, 1, 1, 3])))
        )
        for giver in givers:
            planted[giver][name] = colours[name] or draw(amounts)
        total = 0 if colours[name] else sum(planted[giver][name] for giver in givers)
        low, high = total - draw(st.sampled_from([0, 0, 1])), total + draw(st.sampled_from([0, 0, 1]))
        items[name] = (0, 1) if colours[name] else (min(low, max(high, 0)), max(high, 0))
    others = []
    for _ in range(draw(st.integers(0, 6))):
        given = draw(st.sets(st.sampled_from(names), max_size=3))
        other = st.sampled_from(["red", "blue", "green", 1])
        others.append({name: draw(other if colours[name] else amounts) for name in sorted(given)})
    return Model.build(items, draw(st.permutations(planted + others)), order=draw(st.permutations(names)))


@st.composite
def boards(draw):
    """Bars and bends on a small board, cut out of it in one way and in others; pieces with any demand."""
    rows, columns = draw(st.sampled_from([(1, 6), (1, 8), (2, 4), (3, 3), (2, 5)]))
    cells = list(itertools.product(range(rows), range(columns)))
    near = {c: [d for d in cells if abs(c[0] - d[0]) + abs(c[1] - d[1]) == 1] for c in cells}

    def shape(free):
        found = [draw(st.sampled_from(sorted(free)))]
        for _ in range(draw(st.integers(0, 3))):
            edge = sorted({d for c in found for d in near[c] if d in free} - set(found))
            if edge:
                found.append(draw(st.sampled_from(edge)))
        return found

    planted, free = [], set(cells)
    while free:
        planted.append(shape(free))
        free -= set(planted[-1])
    shapes = planted + [shape(set(cells)) for _ in range(draw(st.integers(0, 12 - len(planted))))]
    pieces = [f"p{i}" for i in range(draw(st.integers(1, 4)))]
    options, used = [], dict.fromkeys(pieces, 0)
    for i, placed in enumerate(shapes):
        option = {f"{r} {c}": 1 for r, c in placed}
        amount = draw(st.sampled_from([1, 1, 1, 2]))
        others = draw(st.sampled_from([0, 1, 1, 1, 1, 2]))
        for piece in draw(st.permutations(pieces))[:others]:
            option[piece] = amount
            used[piece] += amount if i < len(planted) else 0
        options.append(option)
    items = {f"{r} {c}": (1, 1) for r, c in cells}
    items |= {piece: (0, used[piece] + draw(st.sampled_from([0, 0, 0, 1]))) for piece in pieces}
    order = [f"{r} {c}" for r, c in cells]
    return Model.build(items, draw(st.permutations(options)), order=order)


def agrees_with_brute_force(model, oracle):
    solutions = oracle(model)
    needed = {o for solution in solutions for o in solution}
    for rule in RULES:
        assert needed <= set(kept_by(rule, model)), rule.__name__
    keep, lightly = reduction(model), reduction(model, lightly=True)
    smaller, places = model.restrict(keep), np.flatnonzero(keep).tolist()
    assert {tuple(places[o] for o in solution) for solution in oracle(smaller)} == solutions
    assert reduction(smaller).all()
    assert (keep <= lightly).all()  # what is kept by all rules is kept by fewer


@settings(max_examples=examples(80))
@given(general_models())
def test_general_models_keep_their_solutions(oracle, model):
    agrees_with_brute_force(model, oracle)


@settings(max_examples=examples(70))
@given(boards())
def test_boards_keep_their_solutions(oracle, model):
    agrees_with_brute_force(model, oracle)


CUPS = Model.build(
    {"cup 1": 1, "cup 2": 1, "small lid": (0, 1), "large lid": (0, 1), "more": (0, 1)},
    [["cup 1", "small lid"], ["cup 1", "large lid"], ["cup 2", "large lid"], {"more": -1}],
)


@settings(max_examples=examples(40))
@given(general_models() | boards(), st.integers(1, 8), st.sampled_from([1, 16]))
@example(CUPS, 1, 1)
@example(CUPS, 2, 1)
@example(CUPS, 3, 16)
def test_the_place_of_an_option_is_no_matter(model, places, witnesses):
    """Nor is it, how many options of an item are asked before all are."""
    places %= max(1, model.options)
    with pytest.MonkeyPatch.context() as patch:
        for rule in (*RULES, lambda model, _: (reduction(model),)):
            keep = rule(model, PLENTY)[0].tolist()
            patch.setattr(reduce, "WITNESSES", witnesses)
            assert rule(rolled(model, places), PLENTY)[0].tolist() == keep[-places:] + keep[:-places]
            patch.undo()


@settings(max_examples=examples(40))
@given(boards(), st.randoms(use_true_random=False))
def test_the_order_of_cells_is_no_matter_to_soundness(oracle, model, random):
    """Nor are other items in the order, or cells that are missing in it."""
    order = random.sample(model.item_names, random.randint(0, model.items))
    agrees_with_brute_force(rolled(model, 0, order), oracle)


# -- the library -----------------------------------------------------------------------------------


def in_a_solution(model):
    """A mask of the options of all solutions, found by a search of the whole model."""
    found = np.zeros(model.options, np.bool_)
    for step in Native().search(model, Request("all")):
        if step.solutions is not None:
            found[step.solutions[step.solutions >= 0]] = True
    assert step.complete
    return found


@pytest.mark.parametrize(
    ("name", "options", "reduced"),
    [
        ("pentomino-3x20", 1236, 722),
        ("pentomino-4x15", 1696, 1442),
        ("pentomino-5x12", 1936, 1792),
        ("pentomino-6x10", 2056, 1912),
        ("pentomino-8x8-centre", 1568, 1416),
        ("meteor", 2596, 2078),
        ("soma", 688, 688),
        ("langford-8", 84, 84),
        ("queens-8", 64, 64),
    ],
)
def test_the_library_keeps_what_is_in_a_solution(name, options, reduced):
    model = load(name).model
    keep = reduction(model)
    assert (model.options, int(keep.sum())) == (options, reduced)
    assert keep[in_a_solution(model)].all()
    assert reduction(model.restrict(keep)).all()


@pytest.mark.parametrize(
    ("name", "kept"),
    [("pentomino-8x8-centre", 1416), ("meteor", 2078), ("sudoku-17", 593), ("shikaku-17x17", 261)],
)
def test_pairs_are_looked_at_where_a_board_asks_for_it(name, kept):
    model = load(name).model
    assert reduction(model, lightly=True).sum() == len(model.lightly_reduced[1]) == kept
    assert reduction(model).sum() == len(model.reduced[1]) <= kept


@pytest.mark.parametrize("name", ["one-sided-3x30", "one-sided-6x15", "pentacubes-3x4x5", "dominoes-8x8"])
def test_nothing_is_dropped_twice(name):
    model = load(name).model
    assert reduction(model.restrict(reduction(model))).all()


def edges_of(model):
    placements = regions._placements(model, regions._is_cell(model))
    return {tuple(edge) for edge in regions._graph(placements).tolist()}


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("pentomino-6x10", lambda r, c: (r, c)),
        ("pentomino-8x8-corners", lambda r, c: (r, c)),
        ("one-sided-6x15", lambda r, c: (r, c)),
        ("pentacubes-2x5x6", lambda layer, r, c: (layer, r, c)),
        ("pentacubes-3x4x5", lambda layer, r, c: (layer, r, c)),
        ("soma", lambda layer, r, c: (layer, r, c)),
        ("meteor", lambda r, c: (r, c - r // 2, r + c - r // 2)),  # steps change two of three by one
    ],
)
def test_the_graph_is_the_lattice(name, place):
    model = load(name).model
    at = []
    for i in model.order:
        numbers = model.item_names[i].translate(str.maketrans("lrc", "   ")).split()
        at.append(place(*(int(n) - 1 for n in numbers)))
    step = 2 if name == "meteor" else 1
    lattice = {
        (a, b)
        for (a, p), (b, q) in itertools.combinations(enumerate(at), 2)
        if sum(abs(x - y) for x, y in zip(p, q, strict=True)) == step
    }
    assert edges_of(model) == lattice
