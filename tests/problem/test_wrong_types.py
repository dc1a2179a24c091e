"""Each argument of each method of a Problem, replaced by a wrong one: a sentence or an answer."""

import inspect
from itertools import count

import pytest
from looped import looped

import accord
from accord.errors import AccordError, UsageError
from accord.problem import Problem
from accord.problem.global_rules import statements
from accord.problem.graph_rules.base import STATED
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.expressions import Generator
from accord_compare.fuzz.rules import Drawing

WRONG = (
    None, "text", 1.5, -1, [], {}, [None], [[1, 2], None], {"a": None}, object(), (1, 2, 3), True, [[[]]],
    float("inf"), b"x", {1, 2}, 1 << 20_000,
)  # fmt: skip
HUGE = {"integer", "integers", "add"}  # methods that take numbers as they are get one of 6,000 digits as well
GRAPHS = {"graph": None, "shortest": 1, "spanning": False, "how": "auto", "levels": None}


def declared():
    p = Problem("all")
    x, c, b = p.integers(3, 0, 2), p.choices(2, ["a", "b"], name="c"), p.booleans(2, name="b")
    g = p.board(2, 2, name="g")
    return p, {
        "x": x,
        "c": c,
        "b": b,
        "g": g,
        "e": p.edges(g, "e"),
        "labels": dict(zip(g, [*x, 1], strict=True)),
    }


LISTS = statements(Problem)  # these draw calls of their own
# of each other method: what is given by position, where a name of `declared` stands for that, and by keyword
CALLS = {
    "integer": (("n", 0, 3), {"values": None}),
    "choice": (("n", ["a"]), {}),
    "boolean": (("n",), {}),
    "integers": ((2, 0, 1), {"name": "q", "values": None}),
    "choices": ((2, ["a"]), {"name": "q"}),
    "booleans": ((2,), {"name": "q"}),
    "board": ((2, 2, 0, 1), {"name": "q", "values": None, "lattice": "square"}),
    "edges": (([("a", "b")], "q"), {}),
    "__getitem__": (("x[1]",), {}),
    "add": (("b",), {}),
    "connected": (("g",), {"where": None, "size": None, "root": None, "touching": "sides", "levels": None}),
    "single_loop": (("e",), {**GRAPHS, "empty": True}),
    "path": (("e",), {**GRAPHS, "ends": None, "empty": False}),
    "paths": (("e",), {**GRAPHS, "ends": [((0, 0), (1, 1))]}),
    "tree": (("e",), {**GRAPHS, "empty": False}),
    "forest": (("e",), {"graph": None}),
    "components": (("g",), {"graph": None, "where": None, "size": 1, "touching": "sides"}),
    "regions": (("labels",), {"values": (0, 1, 2), "sizes": None, "roots": None, "absent": True}),
    "minimize": (("x",), {}),
    "maximize": (("x",), {}),
    "symmetry": (("g",), {"values": [0, 1], "of": []}),
    "holds": (({},), {}),
    "objective_values": (({},), {}),
    "values": (([0],), {}),
    "costs": ((), {"bits": False}),
}


def call_of(name):
    """A right call of a graph rule that is not above: with the edges `e`, or else the board `g`."""
    p, parts = declared()
    try:
        getattr(p, name)(parts["e"])
    except UsageError:
        return ("g",), {}
    return ("e",), {}


CALLS |= {name: call_of(name) for name in STATED.keys() - CALLS.keys()}
FREE = {
    "model",
    "options",
    "rules",
    "rule_of",
    "rule_numbers",
    "copy",
    "has_deduced",
    "known_by",
    "roles",
    "option_roles",
    "rules_of",
    "save",
    "state",
    "stated_model",
    "topic_of",
    "topics_of",
    "warnings",
}


def test_every_public_method_is_called():
    public = {name for name, _ in inspect.getmembers(Problem) if not name.startswith("_")}
    assert public - FREE == {*CALLS, *LISTS} - {"__getitem__"}


@pytest.mark.parametrize(
    "path", [None, 1.5, True, -1, b"x", [], {}, object()], ids=lambda path: type(path).__name__
)
def test_what_is_no_path_is_no_file(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="expected the path of a file"):
        declared()[0].save(path)
    assert [*tmp_path.iterdir()] == []


class Place:
    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return str(self.path)


def test_a_path_of_any_type_is_that_of_a_file(tmp_path):
    for save in (accord.save, Problem.save):
        file = tmp_path / f"{save.__module__}.toml"
        save(declared()[0], Place(file))
        assert 'title = "all"' in file.read_text("utf-8")


def call(method):
    """A problem, and a right call of one of its methods: what is given by position and by keyword."""
    if method in LISTS:
        return next(filter(None, (_drawn_call(method, seed) for seed in count())))
    p, parts = declared()
    given, named = CALLS[method]
    listed = [parts[each] if isinstance(each, str) and each in parts else each for each in given]
    listed = [*listed[0]] if method in ("minimize", "maximize") else listed
    return p, listed, {**named, **_defaults(method, "words")}


def _drawn_call(method, seed):
    """A random call that is no slip, in which no list is empty."""
    generator = Generator(Dice(seed, 8))
    generator.declare(200)
    given, named = LISTS[method].random(Drawing(generator))
    try:
        getattr(generator.problem.copy(), method)(*given, **named)
    except UsageError:
        return None
    keywords = {**_defaults(method), **named}
    full = all(len(each) > 0 for each in given if isinstance(each, list | dict))
    return (generator.problem, [*given], keywords) if given and full else None


def _defaults(method, *names):
    """The keywords of a method, or some of them, with their defaults."""
    found = inspect.signature(getattr(Problem, method)).parameters.values()
    return {
        each.name: each.default
        for each in found
        if each.kind is each.KEYWORD_ONLY and (not names or each.name in names)
    }


@looped("method", [*CALLS, *LISTS])
def test_a_wrong_argument_is_a_sentence_or_an_answer(method):
    _, given, named = call(method)
    for slot in (*range(len(given)), *named):
        for wrong in WRONG:
            if isinstance(wrong, int) and wrong > 1 << 9000 and method not in HUGE:
                continue
            p, listed, keywords = call(method)
            if isinstance(slot, int):
                listed[slot] = wrong
            else:
                keywords[slot] = wrong
            _ask(p, method, listed, keywords, f"{method}({slot}={type(wrong).__name__})")


def _ask(p, method, listed, keywords, called):
    told = ""
    try:
        found = getattr(p, method)(*listed, **keywords)
        list(found if method == "costs" else ())
        assert accord.first(p, backend="sat", time_limit=5).status == "complete", called
        str([rule.words for rule in p.rules])
    except AccordError as error:
        told = str(error)
    except Exception as error:
        error.add_note(called)
        raise
    assert len(told) < 400, called
    assert "\n" not in told, called
