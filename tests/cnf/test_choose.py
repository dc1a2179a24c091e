"""Which encoding: the smaller one, so long as it is not too large; and what is refused."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

from accord import Model
from accord.cnf import choose, lower
from accord.cnf.choose import MOST_EXCLUSIVE
from accord.cnf.linear import Linear
from accord.errors import RefusedError, UsageError


def test_the_choice_is_by_size():
    def used(items, options):
        return lower(Model.build(items, options)).used

    assert used(["a"], [["a"]] * 30) == {"pairwise": 1}
    assert used(["a"], [["a"]] * (MOST_EXCLUSIVE + 1)) == {"sequential": 1}
    assert used({"a": (1, None)}, [["a"]] * 30) == {}
    assert used({"a": 7}, [["a"]] * 20).keys() <= {"totalizer", "sequential"}
    assert used({"a": 40}, [{"a": amount} for amount in range(1, 10)] * 2) == {"diagram": 1}
    random = np.random.default_rng(1)
    amounts = random.integers(1 << 40, 1 << 41, 40).tolist()
    assert used({"a": (sum(amounts[:20]), sum(amounts[:20]) + 9)}, [{"a": a} for a in amounts]) == {
        "adder": 1
    }
    colours = [{"a": colour} for colour in "rgb" * 200]
    assert lower(Model.build({"a": (0, 1)}, colours)).variables == 603


def ones(number, low, high):
    return Linear([*range(1, number + 1)], [1] * number, low, high, number, [])


@pytest.mark.parametrize("number", [3, 4, 7, 10])
def test_the_size_of_an_encoding_is_known_beforehand(number):
    """Clauses and variables, about: of the sequential counter at most so many."""
    for low, high in combinations_with_replacement(range(2, number - 1), 2):
        for leaves in range(number + 1):
            sums = {n for n in range(leaves + 1) if n <= high and n + number - leaves >= low}
            assert choose._range(ones(number, low, high), leaves) == len(sums) - 1
        for encoding, least, most in (("sequential", 1.0, 4.5), ("totalizer", 0.95, 1.6)):
            formula = lower(Model.build({"a": (low, high)}, [["a"]] * number), encoding=encoding)
            size = len(formula) + formula.variables - number
            assert least < choose._size(ones(number, low, high), encoding) / size < most


@pytest.mark.parametrize(
    ("linear", "wanted", "ways"),
    [
        (ones(20, 7, 7), None, ["sequential", "adder"]),
        (ones(20, 7, 7), "sequential", ["sequential"]),
        (ones(20, 7, 7), "totalizer", ["totalizer"]),
        (ones(20, 7, 7), "diagram", ["diagram"]),
        (ones(20, 7, 7), "adder", ["adder"]),
        (ones(20, 7, 7), "pairwise", ["sequential", "adder"]),
        (ones(200, 2, 3), None, ["sequential", "adder"]),
        (ones(40, 20, 20), None, ["totalizer", "adder"]),
        (ones(8000, 3000, 3000), None, ["adder"]),  # nothing else is begun
        (ones(8000, 3000, 3000), "sequential", []),
        (ones(8000, 3000, 3000), "totalizer", []),
        (ones(8000, 3000, 3000), "adder", ["adder"]),
        (Linear([1, 2, 3], [1, 2, 4], 3, 5, 7, []), None, ["diagram", "adder"]),
        (Linear([1, 2, 3], [1, 2, 4], 3, 5, 7, []), "sequential", ["diagram", "adder"]),
        (Linear([1, 2, 3], [1, 2, 4], 3, 5, 7, []), "totalizer", ["totalizer"]),
    ],
)
def test_which_encodings_are_tried(linear, wanted, ways):
    found = list(choose.linear(linear, wanted))
    assert [name for name, _ in found] == ways
    budgets = {"diagram": 8 * 88 * 3} if wanted not in choose.ENCODINGS[2:] else {}
    if not linear.unit:  # three bits to add up
        assert [budget for _, budget in found] == [budgets.get(name, choose.MOST_OF_ONE) for name in ways]


def test_pairs_are_used_until_there_are_too_many(monkeypatch):
    def most(*sizes):
        return choose.most_exclusive(np.array(sizes, np.int64))

    assert most() == most(10, 300) == MOST_EXCLUSIVE
    monkeypatch.setattr(choose, "MOST_PAIRS", 45 + 45 + 66)
    assert most(12, 10, 10) == most(12, 10, 10, 401) == MOST_EXCLUSIVE
    assert most(10, 12, 10, 2) == 11
    assert most(10, 10, 10, 10) == 9
    assert [choose.at_most_one(n, None, 11) for n in (10, 11, 12)] == ["pairwise", "pairwise", "sequential"]
    assert choose.at_most_one(12, "pairwise", 11) == "pairwise"


def test_colours_exclude_each_other_by_pairs_while_that_is_smaller():
    def by_pairs(*sizes, wanted=None, most=MOST_EXCLUSIVE):
        options = sum(sizes)
        pairs = options * (options - 1) // 2 - sum(size * (size - 1) // 2 for size in sizes)
        return choose.colours_by_pairs(pairs, list(sizes), wanted, most)

    assert by_pairs(1, 1, 1)  # as many pairs either way
    assert by_pairs(2, 2)  # 4 pairs; or 1, and 4 + 4 for two variables
    assert not by_pairs(4, 4)  # 16; or 1 + 6 + 6
    assert by_pairs(3, 4)  # 12; or 1 + 5 + 6
    assert by_pairs(*[1] * 9, most=8) == (36 <= 5 * 9)
    assert not by_pairs(*[1] * 12, most=8)
    assert by_pairs(4, 4, wanted="pairwise")
    assert not by_pairs(1, 1, wanted="adder")


def test_a_formula_that_would_be_too_large_is_refused():
    model = Model.from_arrays(["a"], np.arange(20_001), np.zeros(20_000, np.int64))
    with pytest.raises(RefusedError, match="40,000,000 literals"):
        lower(model, encoding="pairwise")
    assert lower(model).used == {"sequential": 1}
    hostile = Model.build({"a": (3000, 3000)}, [["a"]] * 8000)
    for encoding in ("sequential", "totalizer"):
        with pytest.raises(RefusedError, match=rf"item 'a': the {encoding} encoding of its 8,000 options"):
            lower(hostile, encoding=encoding)
    assert lower(hostile).used == {"adder": 1}


@pytest.mark.parametrize("encoding", ["diagram", "totalizer"])
def test_an_encoding_that_grows_too_large_is_refused(monkeypatch, encoding):
    monkeypatch.setattr(choose, "MOST_OF_ONE", 50_000)
    amounts = np.random.default_rng(1).integers(1 << 40, 1 << 41, 30).tolist()
    model = Model.build({"a": (sum(amounts[:15]), sum(amounts[:15]) + 9)}, [{"a": a} for a in amounts])
    with pytest.raises(
        RefusedError, match=f"the {encoding} encoding of its 30 options takes more than 50,000"
    ):
        lower(model, encoding=encoding)


def test_an_unknown_encoding():
    with pytest.raises(UsageError, match="there are pairwise, "):
        lower(Model.build(["a"], [["a"]]), encoding="binary")
