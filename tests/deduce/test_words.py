"""A step in words: the numbers are those of the item, and each way to be forced has its sentence."""

import pytest

from accord.deduce import Reasoner, words
from accord.model import Model


def said(items, options, chosen="", closed=""):
    """The sentence of the first step, from what is known."""
    model = Model.build(items, options)
    known = [[list(options).index(name) for name in names] for names in (chosen, closed)]
    return words(model, next(Reasoner(model, *known).steps()))


def row(*amounts):
    return {name: {"row": amount} for name, amount in zip("abcdefghi", amounts, strict=False)}


@pytest.mark.parametrize(
    ("demand", "options", "known", "sentence"),
    [
        (3, row(1, 1, 1), {}, "it needs 3 more, and only 3 are left, so a, b, c are chosen"),
        ((1, 1), row(1, 1, 1), {"closed": "bc"}, "nothing else is left, so a is chosen"),
        (0, row(1, 1), {}, "it has 0 already, and takes no more, so a, b are closed"),
        ((0, 3), row(2, 1, 1), {"chosen": "ab"}, "it has 3 already, and takes no more, so c is closed"),
        ((3, 9), row(3, 1, 1), {}, "it needs at least 3 more, and 5 are left, so a is chosen"),
        ((3, 9), row(3, 2, -2), {}, "it needs at least 3 more, and 5 are left, so a is chosen"),
        (
            (5, 9),
            row(3, 1, 1, 1),
            {"chosen": "b"},
            "it needs at least 4 more, and 5 are left, so a is chosen",
        ),
        ((2, 2), row(2, 1), {}, "it needs 2 more, and 3 are left, so a is chosen"),
        ((0, 2), row(3, 1, 1), {}, "it takes at most 2 more, and this gives 3, so a is closed"),
        ((0, 3), row(3, 1, 1), {"chosen": "b"}, "it takes at most 2 more, and this gives 3, so a is closed"),
        ((0, 3), row(5, 4, 1), {}, "it takes at most 3 more, and each gives at least 4, so a, b are closed"),
        (
            (4, 4),
            row(3, 2, 2),
            {},
            "it needs 4 more, and of the ways to reach that none has the contrary, so b, c are chosen and a "
            "is closed",
        ),
        (
            0,
            row(*[1] * 9),
            {},
            "it has 0 already, and takes no more, so a, b, c, d, e, f and 3 more are closed",
        ),
        (
            (10, 11),
            row(4, 4, 7, 9),
            {},
            "it needs at least 10 more, and of the ways to reach that none has the contrary, so c is chosen "
            "and d is closed",
        ),
        (
            (1000, 2000),
            row(1000, 1, 1),
            {},
            "it needs at least 1,000 more, and 1,002 are left, so a is chosen",
        ),
        (1, row(1, -1), {}, "nothing else is left, so a is chosen and b is closed"),
    ],
)
def test_what_an_item_lacks_and_what_it_can_take(demand, options, known, sentence):
    assert said({"row": demand}, options, **known) == f"row: {sentence}"


def test_all_ways_that_are_left_exclude_the_same():
    options = {"left": ["one", "cell"], "right": ["one", "cell"], "other": ["cell", "more"], "free": ["more"]}
    model = Model.build({"one": 1, "cell": (0, 1), "more": 1}, options)
    step = next(Reasoner(model).steps())
    assert words(model, step) == ("one: each of the ways that are left excludes the same, so other is closed")


def test_what_could_not_be_met_otherwise():
    """With x both p and q are closed; then r must take from t what s needs."""
    items = {"a": 1, "b": 1, "c": 1, "ab": (0, 1), "bc": (0, 1), "ca": (0, 1)}
    options = {
        "x": ["a", "ab"], "x2": ["a"],
        "p": ["b", "ab"], "q": ["b", "bc"],
        "r": ["c", "bc"], "s": ["c", "ab"],
    }  # fmt: skip
    model = Model.build(items, options)
    steps = list(Reasoner(model).steps())
    assert words(model, steps[0]) == "were x chosen, c could not be met (by way of b), so it is closed"
    assert steps[0].closed == (0,)


def test_so_it_is_where_something_has_to_be_chosen():
    items = {"a": 1, "b": (1, 2), "c": (1, 2), "bc": (0, 1)}
    options = {"x": ["b", "c"], "y": ["b", "bc"], "z": ["c", "bc"], "w": ["a"]}
    model = Model.build(items, options)
    sentences = [words(model, step) for step in Reasoner(model).steps()]
    assert "were x closed, c could not be met (by way of b), so it is chosen" in sentences
