"""Digests: what must change them, and what must not."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from accord import Model
from accord.model.arrays import mix_bits
from accord.model.digest import digest, fingerprint, hexadecimal, lanes

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


@given(st.tuples(*[st.integers(0, 2**64 - 1)] * 2))
@example((2**64 - 1, 2**64 - 1))
@example((1 << 60, 1 << 60))
def test_digits_and_lanes_are_a_round_trip(both):
    digits = hexadecimal(np.array(both, np.uint64))
    assert len(digits) == 32
    assert tuple(lanes(digits).tolist()) == both


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


def finalised(z):
    """The finaliser of splitmix64 (Steele, Lea and Flood, 2014), on a Python integer."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        z = (z ^ z >> shift) * factor % 2**64
    return z


GOLDEN = 0x9E3779B97F4A7C15  # what splitmix64 adds to its state for each number


def test_the_finaliser_is_that_of_splitmix64():
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]  # of the seed 1234567
    states = [(1234567 + n * GOLDEN) % 2**64 for n in (1, 2, 3)]
    assert [finalised(state) for state in states] == published
    assert mix_bits(np.array(states, np.uint64)).tolist() == published


def test_a_digest_is_what_the_docstring_says():
    lanes = [0, 0]
    for row in SOLUTIONS.tolist():
        keys = [MODEL.keys[option].tolist() for option in row if option >= 0]
        first, second = (sum(key[lane] for key in keys) % 2**64 for lane in (0, 1))
        first = finalised(first ^ finalised((second + GOLDEN) % 2**64))
        second = finalised(second ^ first)
        lanes = [(lanes[0] + first) % 2**64, (lanes[1] + second) % 2**64]
    assert total(MODEL, SOLUTIONS) == lanes
    assert hexadecimal(digest(MODEL, SOLUTIONS)) == f"{lanes[0]:016x}{lanes[1]:016x}"
    assert hexadecimal(np.array([1, 255], np.uint64)) == "0" * 15 + "1" + "0" * 14 + "ff"


@dataclass(frozen=True)
class Silent:
    token: str

    def violations(self, chosen, solve):
        return []


FULL = Model.build(
    {"a": (1, 2), "b": (0, 1)},
    {"x": {"a": 1}, "y": {"a": 2, "b": "red"}, "z": {"b": "blue"}},
    order=["a"],
    hidden=["z"],
    minimize={"x": 3},
)
CHANGED = {
    "as it was": {},
    "an item's name": {"item_names": ("a", "c")},
    "the same letters in other names": {"item_names": ("ab", "")},
    "an option's name": {"names": ("x", "y", "w")},
    "no names": {"names": ()},
    "a colour's name": {"colours": ("", "red", "green")},
    "least": {"low": np.array([0, 0])},
    "most": {"high": np.array([1, 1])},
    "where options begin": {"start": np.array([0, 2, 3, 4])},
    "item": {"item": np.array([0, 0, 1, 0], np.int32)},
    "amount": {"amount": np.array([1, 1, 1, 1])},
    "colour": {"colour": np.array([0, 0, 2, 2], np.int32)},
    "order": {"order": np.array([1], np.int32)},
    "a longer order": {"order": np.array([0, 1], np.int32)},
    "symmetries": {"symmetries": np.array([[0, 1], [1, 0]], np.int32)},
    "hidden": {"hidden": np.array([False, True, True])},
    "weights": {"objective": np.array([3, 0, 1])},
    "no weights": {"objective": np.zeros(0, np.int64)},
    "a lazy part": {"lazy": Silent("one")},
    "another lazy part": {"lazy": Silent("two")},
}


def test_a_fingerprint_tells_any_two_models_apart():
    prints = {change: fingerprint(replace(FULL, **fields)) for change, fields in CHANGED.items()}
    assert len(set(prints.values())) == len(CHANGED)
    assert fingerprint(replace(FULL, family="cover")) == prints["as it was"], "the family says nothing of it"
    assert all(len(text) == 32 for text in prints.values())


@pytest.mark.parametrize("field", ["item_names", "names", "colours"])
def test_names_do_not_run_into_each_other(field):
    pairs = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", "")]
    assert len({fingerprint(replace(FULL, **{field: names})) for names in pairs}) == len(pairs)
