"""Groups, parts and Burnside: every method that applies gives the number of classes, found here by hand."""

from dataclasses import replace
from functools import reduce
from itertools import combinations, pairwise, permutations, product
from operator import eq, xor

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from models import queens, queens_items
from profiles import examples

from accord import EngineError, InputError, Model, RefusedError
from accord.runner.api import run, solutions
from accord.symmetry.cut import cut_all
from accord.symmetry.group import _Weights, class_count, group_of
from accord.symmetry.parts import filter_part, least_images, least_of_images, split, whole


def strip(length, pieces):
    """Pieces, each a length, laid side by side on a strip: the mirror image maps the strip onto itself."""
    cells = [f"c{i}" for i in range(length)]
    names = [f"piece {size}{name}" for name, size in pieces]
    options = [
        [*cells[at : at + size], name]
        for name, (_, size) in zip(names, pieces, strict=True)
        for at in range(length - size + 1)
    ]
    model = Model.build([*cells, *names], options, order=cells)
    mirror = [*range(length)[::-1], *range(length, length + len(pieces))]
    return model.with_symmetries([list(range(model.items)), mirror])


def turned_queens(size):
    """n queens with the eight symmetries of the square."""
    model, squares, turns = queens(size), list(product(range(size), range(size))), []
    for flip in (False, True):
        for quarter in range(4):
            permutation = np.zeros(model.items, np.int64)
            for r, c in squares:
                x, y = (c, r) if flip else (r, c)
                for _ in range(quarter):
                    x, y = y, size - 1 - x
                source, target = queens_items(size, r, c), queens_items(size, x, y)
                swapped = (flip + quarter) % 2 == 1
                permutation[source[:2]] = target[1::-1] if swapped else target[:2]
                odd = swapped != flip  # which diagonals become which
                permutation[source[2:]] = target[:1:-1] if odd else target[2:]
            turns.append(permutation)
    return model.with_symmetries(turns)


def classes_by_hand(model, solutions):
    """The number of orbits of a list of solutions, by mapping each through the whole group."""
    group = group_of(model)
    left = {frozenset(row) for row in solutions}
    number = 0
    while left:
        one = left.pop()
        left -= {frozenset(row[list(one)].tolist()) for row in group.options}
        number += 1
    return number


STRIPS = {
    "all different": (6, [("a", 1), ("b", 2), ("c", 3)]),
    "one in the middle": (7, [("a", 3), ("b", 2), ("c", 2)]),
    "equal pieces": (5, [("a", 1), ("b", 2), ("c", 2)]),
    "equal pieces on an axis": (4, [("a", 2), ("b", 2)]),
}


@pytest.mark.parametrize("name", STRIPS)
@pytest.mark.parametrize("method", ["split", "filter", "burnside"])
def test_strips(name, method):
    model = strip(*STRIPS[name])
    everything = [solution.options for solution in solutions(model, backend="plain")]
    distinct = run(model, "count", distinct=True, method=method, backend="plain")
    assert distinct.count == classes_by_hand(model, everything)
    assert distinct.exact


def test_confining_a_piece_to_a_closed_half_is_not_the_same():
    """The small cousin of 402 instead of 368: the piece on the axis brings its mirror images along."""
    model = strip(7, [("a", 3), ("b", 2), ("c", 2)])
    long = model.item_index["piece 3a"]
    half = [o for o in model.options_of(long).tolist() if model.items_of(o)[0] <= 2]
    keep = np.ones(model.options, bool)
    keep[model.options_of(long)] = False
    keep[half] = True
    confined = run(model.restrict(keep), "count", backend="plain").count
    distinct = run(model, "count", distinct=True, backend="plain").count
    on_the_axis, _ = model.require([o for o in half if model.items_of(o)[0] == 2])
    assert confined == distinct + run(on_the_axis, "count", backend="plain").count // 2


@pytest.mark.parametrize(("size", "everything", "distinct"), [(4, 2, 1), (5, 10, 2), (6, 4, 1)])
@pytest.mark.parametrize("method", ["filter", "burnside"])
def test_queens(size, everything, distinct, method):
    model = turned_queens(size)
    assert len(group_of(model)) == 8
    assert run(model, "count", backend="plain").count == everything
    assert run(model, "count", distinct=True, method=method, backend="plain").count == distinct


def test_queens_cannot_be_split():
    with pytest.raises(RefusedError, match="the group moves every primary item"):
        run(turned_queens(4), "count", distinct=True, method="split", backend="plain")


def test_without_a_method_queens_are_filtered():
    assert run(turned_queens(5), "count", distinct=True, backend="plain").method == "filter"


def test_a_restriction_keeps_the_subgroup_that_maps_it_onto_itself():
    model = turned_queens(4)
    corner = model.restrict(np.arange(1, model.options))  # without one corner: the diagonal mirror is left
    assert len(group_of(corner)) == 2
    row = model.restrict(np.arange(2, model.options))  # without two squares of an edge
    assert len(group_of(row)) == 1


@pytest.mark.parametrize(("other", "order"), [((1, 2), 2), ((0, 2), 1), ((1, 1), 1), ((0, 1), 1)])
def test_demands_belong_to_the_symmetry_the_least_and_the_most(other, order):
    model = Model.build({"a": (1, 2), "b": other}, [["a"], ["a"], ["b"], ["b"]])
    assert len(group_of(model.with_symmetries([[0, 1], [1, 0]]))) == order


def test_amounts_and_colours_belong_to_the_symmetry():
    amounts = Model.build({"a": (0, 9), "b": (0, 9)}, [{"a": 2}, {"b": 3}])
    colours = Model.build({"a": (0, 1), "b": (0, 1)}, [{"a": "red"}, {"b": "blue"}])
    for model in (amounts, colours):
        assert len(group_of(model.with_symmetries([[0, 1], [1, 0]]))) == 1


def test_equal_options_map_one_to_one():
    model = Model.build(["a", "b"], [["a"], ["a"], ["b"], ["b"]]).with_symmetries([[0, 1], [1, 0]])
    group = group_of(model)
    assert sorted(group.options[1].tolist()) == [0, 1, 2, 3]
    assert run(model, "count", distinct=True, method="burnside", backend="plain").count == 3
    assert run(model, "count", distinct=True, method="filter", backend="plain").count == 3


def test_options_are_told_apart_whatever_they_give():
    """By weights at first; two that are equal there would be paired in the order in which they stand."""
    swap = [[0, 1], [1, 0]]
    letters = [f"letter {n}" for n in range(200)]
    coloured = [{"a": letter} for letter in letters] + [{"b": letter} for letter in reversed(letters)]
    nothing = [{"a": -1}, {}, {"b": -1}]
    for options in (coloured, nothing, [{"a": 1}, {"a": 2}, {"b": 2}, {"b": 1}]):
        model = Model.build({"a": (0, 1), "b": (0, 1)}, options).with_symmetries(swap)
        assert len(group_of(model)) == 2


def test_weights_that_are_alike_show_no_symmetry(monkeypatch):
    """They only say where an option may go."""

    class Ones:
        def integers(self, low, high, size, dtype):
            return np.ones(size, dtype)

    monkeypatch.setattr(np.random, "default_rng", lambda seed: Ones())
    ring = Model.build("abcd", [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]])
    assert _Weights(ring).moved_options(np.array([1, 0, 2, 3], np.int32)) is None
    assert len(group_of(ring.with_symmetries([[0, 1, 2, 3], [1, 0, 2, 3]]))) == 1


@pytest.mark.parametrize(("weights", "order"), [((1, 1), 2), ((1, 2), 1), ((0, 2), 1)])
def test_weights_of_options_belong_to_the_symmetry(weights, order):
    model = Model.build(
        {"a": 1, "b": 1}, {"x": ["a"], "y": ["b"]}, minimize=dict(zip("xy", weights, strict=True))
    )
    assert len(group_of(model.with_symmetries([[0, 1], [1, 0]]))) == order


def test_where_an_option_goes_is_checked_entry_by_entry():
    options = [["a"], ["b"], {"a": 2}, {"b": 2}, {"a": "red"}, {"b": "red"}, {"a": "blue"}, {"b": "blue"}]
    options += [["a", "b"], []]
    for some in combinations(range(len(options)), 4):
        model = Model.build({"a": (0, 1), "b": (0, 1)}, [options[o] for o in some])
        gives = [
            {(int(model.item[e]), int(model.amount[e]), int(model.colour[e])) for e in range(*ends)}
            for ends in pairwise(model.start)
        ]
        weights = _Weights(model)
        for turn, moved in product(([0, 1], [1, 0]), permutations(range(4))):
            image = [{(turn[item], *rest) for item, *rest in its} for its in gives]
            true = all(image[o] == gives[moved[o]] for o in range(4))
            assert weights._is_exact(np.array(turn, np.int32), np.array(moved, np.int32)) == true


def test_conjugacy_classes_of_the_square():
    sizes = sorted(size for _, size in group_of(turned_queens(4)).classes())
    assert sizes == [1, 1, 2, 2, 2]


def test_more_than_fifty_thousand_elements_are_refused():
    model = Model.build(["a"], [["a"]]).with_symmetries([[0]] * 50_001)
    with pytest.raises(RefusedError, match="50,001 elements"):
        group_of(model)


def alike(pieces, cells, demand=1):
    """Pieces that are all alike, each on a cell or another: any two pieces or cells may be swapped."""
    names, places = [f"p{i}" for i in range(pieces)], [f"c{i}" for i in range(cells)]
    items = {**dict.fromkeys(names, demand), **dict.fromkeys(places, (0, 1))}
    options = [[name, place] for name in names for place in places]
    swaps = [{one: two, two: one} for one, two in (*pairwise(names), *pairwise(places))]
    return Model.build(items, options, symmetries=swaps)


@pytest.mark.parametrize(("pieces", "cells", "classes"), [(2, 4, 2 * 5), (5, 5, 7 * 7), (2, 7, 2 * 15)])
def test_conjugacy_classes_of_symmetric_groups(pieces, cells, classes):
    """As many as partitions of the two numbers; the largest group has 14,400 elements."""
    group = group_of(alike(pieces, cells))
    found = list(group.classes())
    assert len(found) == classes
    assert sum(size for _, size in found) == len(group)
    assert found[0] == (0, 1)


def turned_tetrahedron(swaps):
    """Four corners with the rotations of a tetrahedron, or all its symmetries; those of order three first."""
    rows = [
        row for row in permutations(range(4)) if swaps or sum(a > b for a, b in combinations(row, 2)) % 2 == 0
    ]
    stay = {row: sum(corner == place for place, corner in enumerate(row)) for row in rows}
    rows.sort(key=lambda row: (stay[row] != 4, stay[row] != 1))
    return Model.build("abcd", [[corner] for corner in "abcd"]).with_symmetries(rows)


@pytest.mark.parametrize(
    "model",
    [turned_queens(4), turned_tetrahedron(False), turned_tetrahedron(True)],
    ids=["square", "rotations of a tetrahedron", "tetrahedron"],
)
def test_classes_are_closed_under_conjugation(model):
    """By all elements; a generator of order three moves some of them in threes."""
    group = group_of(model)
    items = [tuple(row) for row in group.items.tolist()]
    conjugates = [{tuple(h[g[i]] for i in np.argsort(h)) for h in map(list, items)} for g in items]
    found = dict(group.classes())
    assert found == {min(items.index(each) for each in some): len(some) for some in conjugates}


@pytest.mark.parametrize(("pieces", "cells", "demand", "count"), [(3, 5, 1, 1), (3, 6, 2, 1), (4, 5, 1, 1)])
def test_a_large_group_counts_as_all_its_elements_do(pieces, cells, demand, count):
    """One of each class, weighted, against Burnside's sum over every element."""
    model = alike(pieces, cells, demand)
    group, everything = group_of(model), [set(each.options) for each in solutions(model, backend="plain")]
    fixed = sum(
        {int(moved[o]) for o in solution} == solution
        for moved in map(group.moved_by, range(len(group)))
        for solution in everything
    )
    assert fixed == len(group) * count
    outcome = run(model, "count", distinct=True, backend="plain")
    assert (outcome.count, outcome.exact) == (count, True)
    assert run(model, "count", distinct=True, method="burnside", backend="plain").count == count


def test_what_is_not_stored_is_the_same(monkeypatch):
    stored = group_of(alike(3, 4))
    assert stored.stored == len(stored) * alike(3, 4).options
    monkeypatch.setattr("accord.symmetry.group.STORED", 10)
    monkeypatch.setattr("accord.symmetry.group.MOST_NUMBERS", 10)
    model = alike(3, 4)
    group = group_of(model)
    assert group.stored == 0
    assert (group.items == stored.items).all()
    assert all((group.moved_by(g) == stored.options[g]).all() for g in range(len(group)))
    with pytest.raises(RefusedError, match="take `method` burnside"):
        group.stabiliser(0)
    outcome = run(model, "count", distinct=True, backend="plain")
    assert (outcome.count, outcome.method) == (1, "burnside")


@pytest.mark.parametrize("keep", [0.7, 0.9, 1.0])
def test_a_restriction_of_a_large_group_keeps_what_each_candidate_says(keep):
    """By testing every candidate alone."""
    model = alike(4, 4)
    model = model.restrict(np.random.default_rng(7).random(model.options) < keep)
    weights = _Weights(model)
    expected = [row.tolist() for row in model.candidates if weights.moved_options(row) is not None]
    assert group_of(model).items.tolist() == expected


@pytest.mark.parametrize("pieces", [2, 3, 50])
def test_cut_parts_are_disjoint_and_miss_nothing(pieces, oracle):
    model = strip(4, [("a", 1), ("b", 1), ("c", 2)])
    parts = [piece.part for piece in cut_all([whole(model)], pieces)]
    found = [tuple(part.options[list(row)].tolist()) for part in parts for row in oracle(part.model)]
    assert sorted(found) == sorted(oracle(model))


def test_split_recurses_by_the_stabiliser_where_the_piece_lies_on_the_axis():
    model = strip(7, [("a", 3), ("b", 2), ("c", 2)])
    parts = split(model, group_of(model), model.item_index["piece 3a"])
    assert {part.root for part in parts} == {model.item_index["piece 3a"]}
    assert len(parts) == 2  # placements off the axis together, the one on it split again
    assert all(part.filter is None for part in parts)


def switches(sizes, generators, order):
    """Of each size a row of switches, one of which is on: the middle one, or one of so many pairs.

    A generator is a set of pairs, numbered through all rows, in each of which it swaps left and right. Every
    row is fixed by the whole group, so it is split on; each pair that is on has a stabiliser of its own.
    """
    pairs = [(row, pair) for row, size in enumerate(sizes) for pair in range(size)]
    items = {f"row {row}": 1 for row in range(len(sizes))}
    items |= {f"{side} {row} {pair}": (0, 1) for row, pair in pairs for side in "lr"}
    options = [[f"row {row}"] for row in range(len(sizes))]
    options += [[f"row {row}", f"{side} {row} {pair}"] for row, pair in pairs for side in "lr"]
    model = Model.build(items, [options[o] for o in order])
    swaps = {reduce(xor, some, 0) for n in range(len(generators) + 1) for some in combinations(generators, n)}
    permutations = []
    for swap in sorted(swaps):  # 0, the identity, first
        permutation = np.arange(model.items)
        for bit, (row, pair) in enumerate(pairs):
            if swap >> bit & 1:
                left, right = (model.item_index[f"{side} {row} {pair}"] for side in "lr")
                permutation[[left, right]] = right, left
        permutations.append(permutation)
    return model.with_symmetries(permutations)


@st.composite
def rows_of_switches(draw):
    sizes = draw(st.lists(st.integers(0, 2), min_size=2, max_size=4).filter(any))
    generators = draw(st.lists(st.integers(1, (1 << sum(sizes)) - 1), min_size=1, max_size=3))
    return sizes, generators, draw(st.permutations(range(len(sizes) + 2 * sum(sizes))))


@settings(max_examples=examples(40), deadline=None)
@given(rows_of_switches())
@example(([1, 1, 1], [0b110, 0b011], [3, 0, 4, 5, 1, 6, 7, 2, 8]))
@example(([1, 1, 1], [0b101, 0b111], [5, 4, 6, 7, 3, 8, 1, 0, 2]))
def test_each_part_is_split_by_what_keeps_all_that_was_chosen_before(given):
    model = switches(*given)
    everything = [solution.options for solution in solutions(model, backend="plain")]
    assert run(model, "count", distinct=True, method="split", backend="plain").count == classes_by_hand(
        model, everything
    )


def test_the_item_with_the_fewest_orbits_is_split_on():
    model = switches([1, 1], [0b10], range(6))  # the pair of the first row stays: three orbits, all fixed
    (_, first), (_, second) = [(row, model.item_index[f"row {row}"]) for row in (0, 1)]
    parts = split(model, group_of(model))
    assert {part.root for part in parts} == {second}
    assert {part.root for part in split(model, group_of(model), first)} == {first}


def test_fixed_solutions_that_do_not_add_up_to_whole_classes_are_our_fault():
    assert class_count(24, 8) == 3
    with pytest.raises(EngineError, match="sum to 25, no multiple of the group's order 8"):
        class_count(25, 8)


def test_of_a_lazy_model_no_symmetry_but_the_identity_is_known():
    swap = [[0, 1], [1, 0]]
    model = replace(Model.build(["a", "b"], [["a"], ["b"]]), lazy=object())
    assert len(group_of(model)) == 1
    assert len(group_of(model.with_symmetries(swap[:1]))) == 1
    with pytest.raises(RefusedError, match="whether a symmetry keeps the lazy items"):
        group_of(model.with_symmetries(swap))


def test_split_ends_in_a_filter_where_no_item_is_left():
    # two options of `a` are each other's mirror images beside a forced pair; `f` alone is fixed, on the axis
    items = ["l", "r", "f"]
    model = Model.build(items, [["l"], ["l"], ["r"], ["r"], ["f"], ["f"]])
    model = model.with_symmetries([[0, 1, 2], [1, 0, 2]])
    parts = split(model, group_of(model))
    assert [part.filter is not None for part in parts] == [True, True]
    assert run(model, "count", distinct=True, method="split", backend="plain").count == 6


@pytest.mark.parametrize(
    ("turns", "number"),
    [
        ([[0, 1, 2, 3], [1, 2, 3, 0]], 2),  # a quarter turn without the half turn
        ([[0, 1, 2, 3], [2, 3, 0, 1], [2, 3, 0, 1]], 3),  # one twice
        ([[0, 1, 2, 3], [1, 2, 3, 0], [1, 0, 2, 3]], 2),  # and one that is no symmetry
    ],
)
def test_symmetries_that_form_no_group_are_a_fault(turns, number):
    dominoes_on_a_ring = [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]]
    model = Model.build("abcd", dominoes_on_a_ring).with_symmetries(turns)
    with pytest.raises(InputError, match=f"of the {len(turns)} candidates, {number} are .* form no group"):
        group_of(model)


@pytest.mark.parametrize(
    "model",
    [
        alike(2, 4),
        turned_queens(5),
        strip(*STRIPS["equal pieces"]),
        switches([1, 2], [0b110, 0b011], range(8)),
    ],
)
@pytest.mark.parametrize("batch", [1, 5, 1000])
def test_the_least_of_all_images_is_found_in_small_batches_and_large_ones(model, batch):
    """Fewer solutions than the group has elements are taken one by one, others element by element."""
    group = group_of(model)
    rows = [sorted(each.options) for each in solutions(model, backend="plain")]
    width = max(map(len, rows)) + 1  # a place of padding
    least = [min(sorted(image[row].tolist()) for image in group.options) for row in rows]
    assert 0 < sum(map(eq, rows, least)) < len(rows)
    for first in range(0, len(rows), batch):
        own, expected = rows[first : first + batch], least[first : first + batch]
        padded = np.array([[*row[::-1], *[-1] * (width - len(row))] for row in own], np.int32)
        assert least_of_images(group, padded).tolist() == list(map(eq, own, expected))
        assert least_images(group, padded).tolist() == [[-1] * (width - len(row)) + row for row in expected]


def test_without_a_symmetry_nothing_is_filtered():
    model = alike(2, 3)
    (part,) = filter_part(model, group_of(model))
    assert part.filter is not None
    model = model.with_symmetries([list(range(model.items))])
    (part,) = filter_part(model, group_of(model))
    assert part.filter is None
