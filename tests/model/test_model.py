"""The model: building, faults, kinds, derived models."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from accord import InputError, Model, RefusedError
from accord.model import Kind
from accord.model.data import with_origin
from accord.model.derive import orbits

KNUTH = {  # the running example of TAOCP 7.2.2.1, (6): its one solution is options 0, 3, 4
    "items": list("abcdefg"),
    "options": [row.split() for row in ("c e", "a d g", "b c f", "a d f", "b g", "d e g")],
}


@pytest.fixture
def knuth():
    return Model.build(**KNUTH)


def test_entries_are_sorted_and_both_ways_agree(knuth):
    by_hand = {(o, "abcdefg".index(name)) for o, row in enumerate(KNUTH["options"]) for name in row}
    start, option, entry = knuth.by_item
    item = np.repeat(np.arange(knuth.items), np.diff(start))
    assert set(zip(option.tolist(), item.tolist(), strict=True)) == by_hand
    assert (knuth.item[entry] == item).all()


def test_only_solution(knuth, oracle):
    assert oracle(knuth) == {(0, 3, 4)}


@pytest.mark.parametrize(
    ("items", "options", "kind"),
    [
        (["a"], [["a"]], Kind.EXACT_COVER),
        ({"a": (0, 1)}, [["a"]], Kind.EXACT_COVER),
        ({"a": 2}, [["a"], ["a"]], Kind.MULTIPLICITIES),
        ({"a": (1, None)}, [["a"], ["a"]], Kind.MULTIPLICITIES),
        ({"a": 1}, [{"a": 2}], Kind.LINEAR),
        ({"a": (0, 1)}, [{"a": "red"}], Kind.COLOURED),
    ],
)
def test_kind(items, options, kind):
    assert Model.build(items, options).kind == kind


def test_every_fault_is_named_at_once():
    with pytest.raises(InputError) as error:
        Model.build(
            {"a": (3, 1), "b": 1},
            {"x": ["a", "a"], "y": {"b": "red"}, "z": {"b": 0}},
        )
    text = str(error.value)
    assert len(error.value.faults) == 4
    for part in ("[3, 1]", "given twice", "a colour", "amount 0"):
        assert part in text


@pytest.mark.parametrize(
    ("items", "options", "said"),
    [
        (["a", "a"], [], "'a': declared twice"),
        (["a"], {"x": ["b"]}, "unknown item 'b'"),
        ({"a": "many"}, [], "expected a whole number"),
        ({"a": (0, None)}, [{"a": 1 << 61}, {"a": 1 << 61}], "beyond 2^62"),
    ],
)
def test_a_fault_in_a_sentence(items, options, said):
    with pytest.raises(InputError, match="item") as error:
        Model.build(items, options)
    assert said in str(error.value)


def test_faults_survive_pickling():
    error = InputError(["one", "two"])
    assert pickle.loads(pickle.dumps(error)).faults == ["one", "two"]


def test_no_bound_is_the_sum_of_positive_amounts():
    model = Model.build({"a": (1, None)}, [{"a": 5}, {"a": -3}, {"a": 2}])
    assert model.high.tolist() == [7]


def test_arrays_cannot_be_changed(knuth):
    with pytest.raises(ValueError, match="read-only"):
        knuth.item[0] = 5


def test_require_keeps_just_the_solutions_that_contain_it(oracle):
    model = Model.build(
        {"a": 1, "b": (0, 1), "c": (1, 2), "d": (0, 1)},
        [
            ["a", "b"],
            ["a", "c"],
            ["b", "c"],
            ["c"],
            {"d": "red"},
            {"d": "blue", "c": 1},
            {"d": "red", "a": 1},
        ],
    )
    for option in range(model.options):
        smaller, kept = model.require([option])
        inside = {tuple(kept[list(row)].tolist()) for row in oracle(smaller)}
        assert inside == {row for row in oracle(model) if option in row}


def test_requiring_an_option_of_secondary_items_forces_it(oracle):
    model = Model.build({"a": (0, 1)}, {"x": ["a"], "y": ["a"], "z": []})
    smaller, kept = model.require([1])
    assert kept.tolist() == [1, 2]
    assert oracle(smaller) == {(0,), (0, 1)}


LETTERS = {"a": {"s": "red"}, "b": {"s": "red"}, "c": {"s": "blue"}, "d": {"s": 1}, "e": {}}
CANCEL = {"more": {"s": 1}, "less": {"s": -1}, "red": {"s": "red"}, "blue": {"s": "blue"}}
WEIGHTS = {"two": {"w": 2}, "also": {"w": 2}, "one": {"w": 1}, "back": {"w": -1}}


@pytest.mark.parametrize(
    ("items", "options", "required", "left"),
    [
        ({"s": (0, 1)}, LETTERS, ["a"], ["a", "b", "e"]),
        ({"s": (0, 1)}, LETTERS, ["c"], ["c", "e"]),
        ({"s": (0, 1)}, LETTERS, ["d"], ["d", "e"]),
        ({"s": (0, 1)}, LETTERS, ["e"], [*LETTERS]),
        ({"s": (0, 1)}, LETTERS, ["a", "b"], ["a", "b", "e"]),
        ({"s": (0, 1)}, CANCEL, ["red"], ["more", "less", "red"]),
        ({"s": (0, 1)}, CANCEL, ["more"], [*CANCEL]),
        ({"w": (0, 3)}, WEIGHTS, ["two"], [*WEIGHTS]),
        ({"w": (0, 2)}, WEIGHTS, ["two"], ["two", "one", "back"]),
        ({"w": (0, 2)}, WEIGHTS, ["two", "one"], ["two", "one", "back"]),
        ({"w": (0, 3)}, dict(list(WEIGHTS.items())[:3]), ["two"], ["two", "one"]),
    ],
)
def test_what_cannot_stand_beside_required_options_goes(items, options, required, left):
    model = Model.build(items, options)
    smaller, kept = model.require([[*options].index(name) for name in required])
    assert [model.names[option] for option in kept] == list(smaller.names) == left
    assert smaller.item_names == (*items, *(f"required {name}" for name in required))


def test_items_of_required_options_that_have_one_name_have_two():
    once, _ = Model.build({}, [[], [], []]).require([0, 1])
    twice, _ = once.require([2])
    assert twice.item_names == ("required ", "required  (2)", "required  (3)")


@pytest.mark.parametrize(
    ("items", "forced"),
    [
        ({"a": 1}, True),
        ({"a": (1, 2)}, True),  # nothing else gives it anything
        ({"a": (0, 1)}, False),
    ],
)
def test_what_an_item_forces_already_needs_no_item_of_its_own(items, forced):
    smaller, _ = Model.build(items, {"x": ["a"], "y": []}).require([0])
    assert smaller.item_names == (("a",) if forced else ("a", "required x"))


def test_quotient_counts_fixed_solutions(oracle):
    items = ["a", "b", "c", "d"]
    options = [["a"], ["b"], ["c"], ["d"], ["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"]]
    model = Model.build(items, options, order=["d", "c", "a", "b"])
    turn_items, turn_options = [1, 0, 3, 2], [1, 0, 3, 2, 4, 5, 7, 6]  # a <-> b, c <-> d
    smaller, _ = model.quotient(turn_items, turn_options)
    assert [smaller.item_names[item] for item in smaller.order] == ["c", "a"]
    assert (
        with_origin(model, None, [[o, 0] for o in range(8)]).quotient(turn_items, turn_options)[0].origin
        is None
    )
    fixed = [row for row in oracle(model) if sorted(turn_options[o] for o in row) == list(row)]
    assert len(oracle(smaller)) == len(fixed) == 5


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Model.build({"a": (0, 1)}, [{"a": "red"}]), "a coloured model has no quotient"),
        (replace(Model.build(["a"], [["a"]]), lazy=object()), "a model with lazy items has no quotient"),
    ],
)
def test_a_quotient_that_would_say_less_is_refused(model, said):
    with pytest.raises(RefusedError, match=said):
        model.quotient([0], [0])


def test_orbits_of_a_permutation():
    assert orbits(np.array([2, 1, 4, 5, 0, 3], np.int32)).tolist() == [0, 1, 0, 2, 0, 2]
    assert len(set(orbits(np.roll(np.arange(1000, dtype=np.int32), 1)).tolist())) == 1


def test_a_hundred_thousand_options_are_built_as_given():
    random = np.random.default_rng(1)
    names = [f"item {i}" for i in range(60)]
    rows = random.permuted(np.tile(np.arange(60), (100_000, 1)), axis=1)[:, :6]
    model = Model.build(names, [[names[i] for i in row] for row in rows])
    assert (model.item.reshape(-1, 6) == np.sort(rows, axis=1)).all()


def test_uncoloured_amounts_that_cancel_out_tolerate_a_colour(oracle):
    options = {"more": {"s": 1}, "less": {"s": -1}, "red": {"s": "red"}, "blue": {"s": "blue"}}
    model = Model.build({"s": (0, 1)}, options)
    solutions = oracle(model)
    assert (0, 1, 2) in solutions
    for option in range(model.options):
        smaller, kept = model.require([option])
        found = {tuple(kept[list(solution)].tolist()) for solution in oracle(smaller)}
        assert found == {solution for solution in solutions if option in solution}


@pytest.mark.parametrize(
    ("demand", "amount", "said"),
    [
        ((1 << 70, None), 1, "demand"),
        (1, 0.5, "amount 0.5"),
        (1, None, "amount None"),
    ],
)
def test_what_is_no_whole_number_is_a_fault(demand, amount, said):
    with pytest.raises(InputError, match=said):
        Model.build({"a": demand}, [{"a": amount}])


@pytest.mark.parametrize(
    ("demand", "value", "said"),
    [
        (1, 0, "option 'o0', item 'a'; option 'o1', item 'a'; option 'o2', item 'a' and 3 more: amount 0; "),
        (1, "red", "and 3 more: a colour; expected the demand [0, 1]"),
        (1, 0.5, "option 0, item 'a'; option 1, item 'a'; option 2, item 'a' and 3 more: amount 0.5; "),
        ((3, 1), 1, "item 'a', demand [3, 1]: expected low <= high"),
        ("many", 1, "item 'a', demand 'many': expected a whole number, "),
    ],
)
def test_a_fault_in_many_places_is_told_once(demand, value, said):
    with pytest.raises(InputError) as error:
        Model.build({"a": demand}, {f"o{o}": {"a": value} for o in range(6)})
    (fault,) = error.value.faults
    assert said in fault


def test_options_without_names_are_told_by_their_numbers():
    with pytest.raises(InputError, match=r"^option 1, item 'a'; option 2, item 'a': amount 0; "):
        Model.build({"a": 1}, [{"a": 1}, {"a": 0}, {"a": 0}])


def test_an_item_that_is_unknown_to_many_options_is_told_once():
    with pytest.raises(InputError) as error:
        Model.build(["a"], {name: ["a", "b"] for name in "xyz"} | {"w": ["c"]})
    assert error.value.faults == [
        "option 'x'; option 'y'; option 'z': unknown item 'b'",
        "option 'w': unknown item 'c'",
    ]


@pytest.mark.parametrize("symmetries", [[[0, 0]], [[1, 0]], []])
def test_other_symmetries_are_permutations_with_the_identity_first(symmetries):
    with pytest.raises(InputError, match="symmetry"):
        Model.build(["a", "b"], [["a"], ["b"]]).with_symmetries(symmetries)


def test_names_are_texts():
    with pytest.raises(InputError, match=r"item \('a', 1\): expected a text as its name"):
        Model.build({("a", 1): 1}, {"x": {("a", 1): 1}})
    with pytest.raises(InputError, match=r"option \('x', 1\): expected a text as its name"):
        Model.build({"a": 1}, {("x", 1): {"a": 1}})


# -- symmetries by names, and what is wanted ---------------------------------------------------------

CORNERS = ["a", "b", "c", "d"]
TURN = dict(zip(CORNERS, "bcda", strict=True))
FLIP = {"a": "b", "b": "a", "c": "d", "d": "c"}


def square(symmetries):
    return Model.build(CORNERS, {x: [x] for x in CORNERS}, symmetries=symmetries)


def test_symmetries_by_names_generate_the_group():
    whole = square([TURN, FLIP])
    assert whole.symmetries.shape == (8, 4)
    assert whole.symmetries[0].tolist() == [0, 1, 2, 3]
    assert {tuple(row) for row in whole.symmetries.tolist()} > {(1, 2, 3, 0), (1, 0, 3, 2)}
    assert square([{"a": "c", "c": "a"}]).symmetries.tolist() == [[0, 1, 2, 3], [2, 1, 0, 3]]
    assert whole.with_symmetries([TURN]).symmetries.shape == (4, 4)
    assert square([[0, 1, 2, 3], [1, 0, 3, 2]]).symmetries.shape == (2, 4)


@pytest.mark.parametrize(
    ("symmetries", "said"),
    [
        ([{"a": "z", "z": "a"}], "symmetry 1: unknown item 'z'"),
        ([TURN, {"a": "b"}], "symmetry 2: expected the same items on both sides, each once"),
        ([{"a": "b", "b": "b"}], "symmetry 1: expected the same items"),
        ([TURN, [0, 1, 2, 3]], "found mappings beside lists of numbers"),
    ],
)
def test_faults_of_symmetries_by_names(symmetries, said):
    with pytest.raises(InputError, match=said):
        square(symmetries)


def test_a_group_that_is_too_large_is_refused_at_once():
    items = [str(i) for i in range(9)]
    turn = dict(zip(items, [*items[1:], items[0]], strict=True))
    with pytest.raises(InputError, match="more than 50,000 elements"):
        Model.build(items, [items], symmetries=[turn, {"0": "1", "1": "0"}])


def test_what_is_maximized_is_negated_within():
    model = Model.build(["a"], {"x": ["a"], "y": ["a"]}, maximize={"x": 3})
    assert model.objective.tolist() == [-3, 0]
    assert model.maximizes
    assert model.restrict([0]).maximizes
    assert model.signed_value(-3) == 3
    assert Model.build(["a"], {"x": ["a"]}, minimize={"x": 3}).signed_value(3) == 3
    with pytest.raises(InputError, match="maximize: unknown name 'z'"):
        Model.build(["a"], {"x": ["a"]}, maximize={"z": 3})
    with pytest.raises(InputError, match="expected one of them"):
        Model.build(["a"], {"x": ["a"]}, maximize={"x": 3}, minimize={})
