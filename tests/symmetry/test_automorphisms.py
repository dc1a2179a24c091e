"""Automorphisms of a matrix: those that brute force finds, and no others; their number is always told."""

from itertools import permutations

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.cli.search import count
from accord.errors import MissingBackendError, RefusedError, UsageError
from accord.model import Model
from accord.symmetry import automorphisms as module
from accord.symmetry.group import _Weights, group_of, moved_options


@pytest.fixture(autouse=True)
def _igraph(request):
    if "without" not in request.node.name:
        pytest.importorskip("igraph")


@st.composite
def models(draw):
    """Few items, with demands, amounts, colours, equal options, hidden ones, values."""
    items = draw(st.integers(1, 5))
    demands = {f"i{i}": draw(st.sampled_from([(1, 1), (1, 1), (0, 1), (0, 2)])) for i in range(items)}
    rich, coloured = draw(st.booleans()), draw(st.booleans())
    if coloured:
        demands = dict.fromkeys(demands, (0, 1))
    options = {}
    for o in range(draw(st.integers(0, 7))):
        chosen = draw(st.lists(st.integers(0, items - 1), min_size=1, max_size=3, unique=True))
        gives = st.sampled_from(["red", "blue"]) if coloured else st.sampled_from([1, 1, 2] if rich else [1])
        options[f"o{o}"] = {f"i{i}": draw(gives) for i in chosen}
    worth = {name: draw(st.integers(0, 1)) for name in options} if draw(st.booleans()) else None
    return Model.build(demands, options, minimize=worth)


@settings(max_examples=examples(100))
@given(models())
def test_they_are_those_of_brute_force(model):
    weights = _Weights(model)
    rows = [np.array(row, np.int32) for row in permutations(range(model.items))]
    expected = [row.tolist() for row in rows if weights.moved_options(row) is not None]
    found = module.with_automorphisms(model)
    assert group_of(found).items.tolist() == expected
    assert len(found.symmetries) == len(expected)


def test_equal_options_of_unequal_worth_move_to_those_of_the_same_worth():
    worth = {"left": 0, "left dear": 1, "right dear": 1, "right": 0}
    model = Model.build(["a", "b"], {name: ["ab"["right" in name]] for name in worth}, minimize=worth)
    swapped = moved_options(model, np.array([1, 0], np.int32))
    assert [model.option_name(option) for option in swapped] == ["right", "right dear", "left dear", "left"]


@pytest.mark.parametrize(
    ("name", "order"),
    [("queens:6", 8), ("langford:7", 2), ("pentomino-6x10", 4), ("soma", 48), ("meteor", 2)],
)
def test_what_is_declared_is_all_there_is(name, order):
    model = accord.load(name).model
    found = module.with_automorphisms(model)
    assert len(group_of(found)) == order
    assert group_of(found).items.tolist() == sorted(group_of(model).items.tolist())


def test_a_torus_that_says_nothing_of_its_symmetries():
    """Queens on a torus of 5: 10 solutions, moved onto each other by shifts and isometries."""
    squares = [(r, c) for r in range(5) for c in range(5)]
    options = [[f"r{r}", f"c{c}", f"s{(r + c) % 5}", f"d{(r - c) % 5}"] for r, c in squares]
    model = Model.build([f"{kind}{n}" for kind in "rcsd" for n in range(5)], options)
    assert accord.count(model).count == 10
    assert accord.count(model, distinct=True).count == 10
    outcome = accord.count(model, distinct=True, symmetries="found")
    order = len(group_of(module.with_automorphisms(model)))
    assert order % 200 == 0
    assert outcome.symmetries == (
        f"symmetries found in the matrix: a group of {order:,} elements; none are declared"
    )
    assert outcome.count == 1
    burnside = accord.count(model, distinct=True, symmetries="found", method="burnside")
    assert burnside.count == outcome.count


def test_a_group_that_is_too_large_is_told():
    model = Model.build([f"i{i}" for i in range(12)], [[f"i{i}"] for i in range(12)])
    with pytest.raises(RefusedError, match="the matrix has 479,001,600 automorphisms; at most 50,000"):
        accord.count(model, distinct=True, symmetries="found")


def test_a_group_as_large_as_can_be_handled_is(monkeypatch):
    model = Model.build([f"i{i}" for i in range(4)], [[f"i{i}"] for i in range(4)])
    monkeypatch.setattr(module, "MOST_ELEMENTS", 24)
    assert len(group_of(module.with_automorphisms(model))) == 24
    monkeypatch.setattr(module, "MOST_NUMBERS", 4 * 24)
    assert len(group_of(module.with_automorphisms(model))) == 24
    for name, most in (("MOST_NUMBERS", 4 * 24 - 1), ("MOST_ELEMENTS", 23)):
        monkeypatch.setattr(module, name, most)
        with pytest.raises(RefusedError, match="the matrix has 24 automorphisms; at most 23 can"):
            module.with_automorphisms(model)


def test_the_command_tells_the_order_and_holds_nothing_against_the_file():
    done = CliRunner().invoke(count, ["petersen", "--distinct", "--symmetries", "found"])
    assert done.exit_code == 0
    assert "a group of 720 elements; that of the declared ones has 6" in done.stderr
    assert done.stdout == "1\n"


def test_without_distinct_or_igraph(monkeypatch):
    with pytest.raises(UsageError, match="needs `distinct`"):
        accord.count(accord.load("queens:4"), symmetries="found")

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(module, "import_module", missing)
    with pytest.raises(MissingBackendError, match="pip install 'accord"):
        accord.count(accord.load("queens:4"), distinct=True, symmetries="found")


def test_a_group_beyond_all_floats_is_refused_in_a_sentence():
    model = Model.build({f"i{n}": 1 for n in range(200)}, {f"o{n}": [f"i{n}"] for n in range(200)})
    with pytest.raises(RefusedError, match=r"the matrix has 7\.9e\+374 automorphisms; at most"):
        module.with_automorphisms(model)
