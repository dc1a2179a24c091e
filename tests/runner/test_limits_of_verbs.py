"""Every function that builds, searches or draws takes a limit of time, one of memory, and a cancellation."""

import inspect
import threading
from math import inf
from types import SimpleNamespace

import pytest
from hogs import LIMIT, hold, wait

import accord
from accord.arguments import Arguments, Limited, about
from accord.arguments.puzzle import FingerprintArguments, RateArguments
from accord.errors import StoppedError, UsageError
from accord.generate import Maker
from accord.hints import rating
from accord.puzzles.puzzle import Puzzle
from accord.runner.limits import Limits
from accord.setters.fingerprint import fingerprint_of_many
from accord_compare.harness import engines_of, jobs_of, words_for

LIMITS = {"time_limit", "memory_limit", "cancel"}
TYPES = ["Model", "Outcome", "PlanProblem", "Planned", "Problem", "Puzzle", "Solution"]
TYPES += ["Candidates", "Repair", "Why"]  # results
WITHOUT = {  # and why
    "element": "an expression", "every": "an expression", "maximum": "an expression",
    "minimum": "an expression", "some": "an expression", "total": "an expression",
    "ledger": "reads what was found earlier", "load": "reads; a model is built when it is asked for",
    "save": "writes the words of a puzzle; no model is built",
}  # fmt: skip
WITHOUT_CANCEL = {"compare": "each run is a process of its own, which Ctrl-C ends"}


def is_error(name):
    found = getattr(accord, name)
    return inspect.isclass(found) and issubclass(found, Exception)


def test_every_verb_takes_limits_or_is_listed():
    names = [name for name in accord.__all__ if name not in (*TYPES, *WITHOUT) and not is_error(name)]
    lacking = {name: LIMITS - {*inspect.signature(getattr(accord, name)).parameters} for name in names}
    assert len(names) > 20
    assert {name: each for name, each in lacking.items() if each} == {"compare": {"cancel"}}
    assert {*WITHOUT_CANCEL} == {"compare"}
    assert {*WITHOUT} <= {*accord.__all__}


def test_every_verb_that_is_listed_takes_none():
    assert [name for name in WITHOUT if LIMITS & {*inspect.signature(getattr(accord, name)).parameters}] == []


# What is too large is a part of a puzzle that the verb asks for.
WORK = {
    "run": "model", "count": "model", "first": "model", "best": "model", "unique": "model",
    "candidates": "model", "explain": "model", "film": "model", "fingerprint": "form",
    "frequencies": "model", "hint": "model", "prove": "model", "rate": "model", "sample": "model",
    "solutions": "model", "Population": "model", "why": "clues", "repair": "possible_clues",
    "draw": "picture", "plan": "plan_problem", "Search": "plan_problem",
}  # fmt: skip
PLANS = ("plan", "Search")


def test_every_verb_is_tested_with_what_is_too_large():
    names = [name for name in accord.__all__ if name not in (*TYPES, *WITHOUT) and not is_error(name)]
    assert {*names} == {*WORK} | {"compare"}


def said(verb, work, monkeypatch, **limits):
    """What a verb says that gets work that never ends, within limits."""
    puzzle = accord.load("tiles-8" if verb in PLANS else "sudoku:1...............")
    what = WORK[verb]
    monkeypatch.setattr(Puzzle, what, property(work) if what != "picture" else work)
    try:
        found = getattr(accord, verb)(puzzle, **limits)
        if verb == "solutions":
            found = [*found]
    except StoppedError as error:
        return str(error)
    return found.reason


@pytest.mark.parametrize("verb", WORK)
def test_memory_that_a_verb_takes_is_limited(monkeypatch, verb):
    assert f"it takes more than {LIMIT:,} bytes" in said(verb, hold, monkeypatch, memory_limit=LIMIT)


@pytest.mark.parametrize("verb", WORK)
def test_time_that_a_verb_takes_is_limited(monkeypatch, verb):
    assert said(verb, wait, monkeypatch, time_limit=0.05).startswith("stopped after 0.05 seconds")


def test_memory_is_limited_for_each_of_many_puzzles(monkeypatch):
    named = ("one", accord.load("sudoku:1..............."))
    monkeypatch.setattr(Puzzle, "model", property(hold))
    (rated,) = next(rating(RateArguments(memory_limit=LIMIT), named, None))
    assert f"it takes more than {LIMIT:,} bytes" in rated.reason
    monkeypatch.setattr(Puzzle, "form", property(hold))
    (found,) = next(fingerprint_of_many(FingerprintArguments(memory_limit=LIMIT), named, None))
    assert f"it takes more than {LIMIT:,} bytes" in found.reason


def test_memory_that_a_maker_of_puzzles_takes_is_limited(monkeypatch):
    monkeypatch.setattr(Maker, "_alone", hold)
    with pytest.raises(StoppedError, match=f"it takes more than {LIMIT:,} bytes"):
        next(iter(Maker("sudoku", (4, 4), memory_limit=LIMIT)))


@pytest.mark.parametrize("verb", ["draw", "film", "fingerprint", "hint", "plan", "sample", "why", "compare"])
@pytest.mark.parametrize(
    ("limit", "expected"), [("time_limit", "a number or None"), ("memory_limit", "a whole number or None")]
)
def test_a_limit_of_another_type_is_one_line(verb, limit, expected):
    with pytest.raises(UsageError) as raised:
        getattr(accord, verb)(accord.load("queens:4"), **{limit: "10"})
    assert str(raised.value) == f"{limit.replace('_', ' ')}: found '10'; expected {expected}"


@pytest.mark.parametrize("verb", ["draw", "film", "fingerprint", "hint", "rate", "why"])
def test_what_is_no_limit_is_one_line(verb):
    with pytest.raises(UsageError, match=r"^memory limit 0; expected at least 1 byte$"):
        getattr(accord, verb)(accord.load("queens:4"), memory_limit=0)
    with pytest.raises(UsageError, match=r"^time limit 0; expected more than 0 seconds$"):
        getattr(accord, verb)(accord.load("queens:4"), time_limit=0)


def test_limits_of_a_query():
    cancel = threading.Event()
    limits = Limits.of(Limited(time_limit=2, memory_limit=10**9, cancel=cancel))
    assert (limits.seconds, limits.memory, limits.nodes, limits.cancel) == (2, 10**9, None, cancel)
    assert Limits.of(Limited(time_limit=inf)).seconds is None
    assert Limits.of(Arguments(node_limit=7)).nodes == 7
    assert Limits.of(Limited(cancel=cancel), cancel=None, memory=5).cancel is None


def subclasses(of):
    for each in of.__subclasses__():
        yield each
        yield from subclasses(each)


def test_limits_come_last_among_arguments():
    for struct in subclasses(Limited):
        names = [name for name in about(struct) if name in {*about(Limited), "show"}]
        assert [*about(struct)][-len(names) :] == names


def test_a_comparison_has_its_memory_limit_in_bytes():
    with pytest.raises(
        UsageError, match=r"^memory limit 512; expected at least 1,048,576 bytes, which are 1M$"
    ):
        accord.compare(accord.load("queens:4"), memory_limit=512)
    job = jobs_of("queens:4", accord.load("queens:4"), engines_of(["native"]), memory_limit=2 << 30)[0]
    assert job.memory_limit == 2 << 10  # in MiB, as ledgers have it
    assert words_for([job])[-2:] == ["--memory-limit", "2048M"]


@pytest.mark.parametrize("ask", ["frequencies", "sample", "nth"])
def test_the_memory_of_a_population_is_limited_in_all_that_is_asked_later(monkeypatch, ask):
    population = accord.Population(accord.load("queens:4"), memory_limit=LIMIT)
    monkeypatch.setattr(population, "_numbered", SimpleNamespace(frequencies=hold, solution=hold))
    with pytest.raises(StoppedError, match=f"it takes more than {LIMIT:,} bytes"):
        getattr(population, ask)(*([1] if ask == "nth" else []))


METHODS = {  # that take no limits: a verb that calls them does so within its own
    "Model": "build from_arrays restrict require quotient verify with_symmetries",
    "PlanProblem": "build fact_set facts fact_name is_goal broken",
    "Population": "sample draw nth frequencies",  # but those of the population hold
    "Problem": "minimize maximize symmetry holds objective_values save "
    "known_by rules_of topics_of values costs copy",
    "Puzzle": "refutation values picture draw notebook_svg with_variant",
    "Search": "close",
}


@pytest.mark.parametrize("name", METHODS)
def test_a_method_takes_limits_or_is_listed(name):
    struct = getattr(accord, name)
    methods = {each: getattr(struct, each) for each in vars(struct) if each[0] != "_"}
    own = {
        each
        for each, method in methods.items()
        if callable(method) and not LIMITS & {*inspect.signature(method).parameters}
    }
    assert own == {*METHODS[name].split()}
