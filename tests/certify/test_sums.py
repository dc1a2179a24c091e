"""The checker of weights: what it refutes has no solution; what is no certificate is told with its place."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.certify.sums import FORMAT, Weights, add_up, read, write
from accord.certify.weights import argument
from accord.errors import InputError
from accord.model import Model


@st.composite
def questions(draw):
    """A small model, and weights of some of its items."""
    items = draw(st.integers(1, 4))
    names = [f"i{i}" for i in range(items)]
    demands = {}
    for name in names:
        low = draw(st.integers(-1, 3))
        demands[name] = (low, low + draw(st.sampled_from([0, 0, 1, 2])))
    options = draw(st.lists(st.lists(st.integers(-1, 2), min_size=items, max_size=items), max_size=6))
    gives = [{name: by for name, by in zip(names, row, strict=True) if by} for row in options]
    weights = {name: draw(st.integers(-3, 3)) for name in names if draw(st.booleans())}
    return Model.build(demands, gives), certificate(draw(st.sampled_from([0, 2, 3, 4, 6])), weights)


def certificate(modulo, weights):
    return Weights(format=FORMAT, modulo=modulo, weights=weights)


@settings(max_examples=examples(200))
@given(questions())
def test_what_is_refuted_has_no_solution(oracle, question):
    model, weights = question
    if add_up(model, weights).refuted:
        assert not oracle(model)


@settings(max_examples=examples(150))
@given(questions())
def test_what_those_who_look_find_is_taken(question):
    model, _ = question
    found = argument(model)
    if found is not None:
        weights = {model.item_names[item]: by for item, by in found.weight.items()}
        assert add_up(model, certificate(found.modulo, weights)).refuted


@pytest.mark.parametrize(
    ("demands", "options", "modulo", "weights", "refuted"),
    [
        # three squares are wanted of one colour and one of the other; an option has one of each
        ({"a": 3, "b": 1}, [["a", "b"]] * 3, 0, {"a": -1, "b": 1}, True),
        ({"a": 3, "b": 1}, [["a", "b"]] * 3, 0, {"a": 1, "b": -1}, False),
        ({"a": 1, "b": 1}, [["a", "b"]] * 3, 0, {"a": -1, "b": 1}, False),
        # low, where the weight is below 0, and high, where it is above
        ({"a": (2, 3), "b": (0, 1)}, [["a", "b"]] * 3, 0, {"a": -1, "b": 1}, True),
        ({"a": (1, 3), "b": (0, 1)}, [["a", "b"]] * 3, 0, {"a": -1, "b": 1}, False),
        ({"a": (2, 3), "b": (0, 2)}, [["a", "b"]] * 3, 0, {"a": -1, "b": 1}, False),
        # options below 0 count as often as they are there
        ({"a": 3}, [["a"]] * 2, 0, {"a": -1}, True),
        ({"a": 2}, [["a"]] * 2, 0, {"a": -1}, False),
        ({"a": 3}, [{"a": 2}] * 2, 2, {"a": 1}, True),
        ({"a": 3}, [{"a": 2}, {"a": 1}], 2, {"a": 1}, False),
        ({"a": 4}, [{"a": 2}] * 2, 2, {"a": 1}, False),
        ({"a": (3, 4)}, [{"a": 2}] * 2, 2, {"a": 1}, False),
        ({"a": 2}, [{"a": 2}] * 2, 4, {"a": 2}, False),
        ({"a": 3}, [{"a": 2}] * 2, 4, {"a": 2}, True),
        ({"a": 1}, [["a"]], 0, {}, False),
    ],
)
def test_sums(demands, options, modulo, weights, refuted):
    assert add_up(Model.build(demands, options), certificate(modulo, weights)).refuted == refuted


def test_a_weight_beyond_machine_words_is_added_exactly():
    model = Model.build({"a": 3, "b": 1}, [["a", "b"]] * 3)
    large = 2**63 - 1
    assert add_up(model, certificate(0, {"a": -large, "b": large})).refuted
    assert not add_up(model, certificate(0, {"a": large, "b": -large})).refuted


def test_colours_cannot_be_added():
    model = Model.build({"a": 1, "c": (0, 1)}, [{"a": 1, "c": "red"}])
    with pytest.raises(InputError, match=r"w\.json: weights: found 'c', whose options have colours"):
        add_up(model, certificate(0, {"c": 1}), "w.json")


def test_a_certificate_comes_back_as_it_was_written():
    found = argument(accord.load("langford:9").model)
    names = accord.load("langford:9").model.item_names
    one = certificate(found.modulo, {names[item]: by for item, by in found.weight.items()})
    assert read(write(one).encode(), "w.json") == one


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "accord-weights-2"}, "w.json: format: found 'accord-weights-2'"),
        ({"modulo": 1}, "w.json: modulo: found 1; expected 0, or at least 2"),
        ({"modulo": -2}, "w.json: modulo: found -2"),
        ({"weights": {"a": 0.5}}, "w.json: found no weights: Expected `int`"),
        ({"weights": 3}, "w.json: found no weights: Expected `object`"),
        ({"more": 3}, "w.json: found no weights: Object contains unknown field `more`"),
    ],
)
def test_what_is_no_certificate_is_told(change, said):
    given = {"format": FORMAT, "modulo": 0, "weights": {"a": 1}} | change
    with pytest.raises(InputError) as error:
        read(json.dumps(given).encode(), "w.json")
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"{}", b"\xff{", b"null", b'{"format":"accord-weights-1"}']
)
def test_a_damaged_text_is_a_fault(data):
    with pytest.raises(InputError, match=r"w\.json: found no weights"):
        read(data, "w.json")
