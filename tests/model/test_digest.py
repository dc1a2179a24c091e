"""Digests: what must change them, and what must not."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from accord import Model
from accord.model.digest import digest

ITEMS = ["a", "b", "c", "d"]
OPTIONS = [["a"], ["b"], ["a", "b"], ["c", "d"], ["c"], ["d"], ["a"]]
MODEL = Model.build(ITEMS, OPTIONS)
SOLUTIONS = np.array([[2, 3, -1], [0, 1, 3], [1, 3, 6]], np.int32)


def total(model, rows):
    return digest(model, np.array(rows, np.int32)).tolist()


@given(st.permutations(range(len(OPTIONS))), st.permutations(range(3)))
def test_order_of_options_and_solutions_does_not_matter(order, rows):
    if order.index(0) > order.index(6):
        return  # options 0 and 6 are equal; their ordinal follows their order
    model = Model.build(ITEMS[::-1], [OPTIONS[o][::-1] for o in order])
    place = np.append(np.argsort(order), -1)
    assert (
        digest(model, place[SOLUTIONS[rows]].astype(np.int32)).tolist() == digest(MODEL, SOLUTIONS).tolist()
    )


def test_adds_up_over_disjoint_parts():
    whole = digest(MODEL, SOLUTIONS)
    assert (whole == digest(MODEL, SOLUTIONS[:1]) + digest(MODEL, SOLUTIONS[1:])).all()


def test_a_duplicate_changes_it():
    assert total(MODEL, [[0, 1, 3]]) != total(MODEL, [[0, 1, 3], [0, 1, 3]])


def test_sums_of_keys_are_mixed_per_solution():
    # the same eight options in two solutions, paired differently: equal sums without mixing
    model = Model.build(list("abcd"), [["a"], ["b"], ["c"], ["d"]])
    assert total(model, [[0, 1], [2, 3]]) != total(model, [[0, 2], [1, 3]])


def test_duplicate_options_have_different_keys():
    assert len({tuple(key) for key in MODEL.keys.tolist()}) == MODEL.options


def test_hidden_options_do_not_count():
    model = Model.build(["a"], {"x": ["a"], "h": []}, hidden=["h"])
    assert total(model, [[0, 1]]) == total(model, [[0, -1]])


def test_amount_and_colour_belong_to_the_key():
    model = Model.build(
        {"a": (0, 9), "b": (0, 1)}, [{"a": 1}, {"a": 2}, {"b": "red"}, {"b": "blue"}, {"b": 1}]
    )
    assert len({tuple(key) for key in model.keys.tolist()}) == 5
