"""Each argument of each public function, replaced by a wrong one: a sentence or an answer."""

import inspect
import typing
from itertools import islice

import numpy as np
import pytest
from looped import looped

import accord
from accord.arguments import Arguments, commands, drawing, field, plan, proof, puzzle, run
from accord.arguments.field import Query, about, query_of
from accord.errors import AccordError, UsageError

WRONG = (object(), "text", 1.5, -1, [None], {"a": None}, (1, 2, 3), b"x")
EXPRESSIONS = ("minimum", "maximum", "element", "every", "some", "total")
CLASSES = {name for name in accord.__all__ if inspect.isclass(getattr(accord, name))}
FUNCTIONS = sorted({*accord.__all__} - CLASSES - {"compare", "ledger", "load", "save", *EXPRESSIONS})
OF_SUDOKU = ("candidates", "hint", "rate", "film", "prove", "fingerprint", "repair", "why")
STRUCTS = [
    each
    for module in (commands, drawing, field, plan, proof, puzzle, run)
    for each in vars(module).values()
    if inspect.isclass(each) and issubclass(each, Query) and each.__module__ == module.__name__
]


def tiny():
    p = accord.Problem("tiny")
    x = p.integers(2, 0, 2)
    p.add(x[0] < x[1], words="less")
    return p


def answered(function, *given, **named):
    found = function(*given, **named)
    return [*islice(found, 3)] if inspect.isgenerator(found) else found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_wrong_argument_is_a_sentence_or_an_answer(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    function = getattr(accord, name)
    sudoku = accord.load("sudoku:1234341221434321")
    for slot in list(inspect.signature(function).parameters)[1:]:
        for wrong in WRONG:
            told = ""
            try:
                answered(function, sudoku if name in OF_SUDOKU else tiny(), **{slot: wrong})
            except AccordError as error:
                told = str(error)
            except Exception as error:
                error.add_note(f"{name}({slot}={wrong!r})")
                raise
            assert "\n" not in told, f"{name}({slot}={wrong!r})"
    for wrong in WRONG:
        with pytest.raises(UsageError):
            answered(function, wrong)


@looped("struct", STRUCTS)
def test_no_argument_takes_what_is_of_none_of_its_types(struct):
    nothing = object()
    needed = {
        name: "x" for name, each in inspect.signature(struct).parameters.items() if each.default is each.empty
    }
    for name in {*about(struct)} - {"start"}:  # of which the run itself says what it may be
        with pytest.raises(UsageError, match=rf"{name.replace('_', ' ')}: found <object .*; expected "):
            struct(**needed | {name: nothing})


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"time_limit": "10"}, "time limit: found '10'; expected a number or None"),
        ({"memory_limit": "2G"}, "memory limit: found '2G'; expected a whole number or None"),
        ({"limit": 1.5}, "limit: found 1.5; expected a whole number or None"),
        ({"limit": float("inf")}, "limit: found inf; expected a whole number or None"),
        ({"limit": True}, "limit: found True; expected a whole number or None"),
        ({"distinct": 2}, "distinct: found 2; expected True or False"),
        ({"backend": None}, "backend: found None; expected a text"),
        ({"cancel": True}, "cancel: found True; expected an object with is_set() or None"),
    ],
)
def test_a_wrong_type_is_said_with_what_is_expected(named, message):
    with pytest.raises(UsageError) as caught:
        accord.count(tiny(), **named)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"memory_limit": 1e9}, 1_000_000_000),
        ({"node_limit": np.float64(1e6)}, 1_000_000),
        ({"limit": 1e3}, 1000),
        ({"workers": 2.0}, 2),
        ({"seed": np.int64(5)}, 5),
        ({"seed": None}, 0),
        ({"distinct": np.bool_(True)}, True),
        ({"reduce": 0}, False),
        ({"reduce": 1}, True),
    ],
    ids=str,
)
def test_a_value_that_equals_one_of_the_type_is_that(given, meant):
    ((name, _),) = given.items()
    found = getattr(query_of(Arguments, given), name)
    assert (type(found), found) == (type(meant), meant)
    assert accord.count(tiny(), **given).count == 3


def test_so_it_is_for_samples_and_films():
    assert accord.sample(tiny(), 2.0, seed=np.int64(5)) == accord.sample(tiny(), 2, seed=5)
    assert accord.sample(tiny(), 2, seed=None) == accord.sample(tiny(), 2)
    puzzle = accord.load("sudoku:1234341221434321")
    assert len(accord.film(puzzle, limit=2.0, reduce=0).frames) == len(
        accord.film(puzzle, limit=2, reduce=False).frames
    )


@pytest.mark.parametrize("name", ["jobs", "time_limit", "memory_limit", "engines", "show", "distinct"])
def test_compare_takes_no_other_types(name):
    for wrong in (object(), {"a": 1.5}, -1.5):
        if not (name == "time_limit" and wrong == -1.5):
            with pytest.raises(UsageError, match="found "):
                accord.compare(tiny(), **{name: [wrong] if name == "engines" else wrong})


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_functions_of_expressions_take_no_other_types(name):
    for wrong in (None, 1.5, object(), "text", b"x", [[1], 2], [object()]):
        given = (wrong, 0) if name == "element" else (wrong,)
        try:
            found = getattr(accord, name)(*given)
        except UsageError as error:
            assert "\n" not in str(error)  # noqa: PT017
        else:
            assert typing.cast("object", found) is not None
