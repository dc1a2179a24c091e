"""A count in parts is the count in one go: the same number, the same digest, whoever searched which part."""

import pickle
from dataclasses import replace
from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from joined import joined
from profiles import examples
from random_models import models

import accord
from accord.backends.native.backend import ENGINES
from accord.backends.native.window import first_item
from accord.errors import AccordError, EngineError, RefusedError, StoppedError
from accord.many import parts as module
from accord.many.parts import Counted, in_parts, whole
from accord.model import Model
from accord.runner.limits import Stop
from accord.runner.run import Run


def cut(puzzle, number, **asked):
    return in_parts(Run(puzzle, "count", **asked), number)


def sent(parts, units):
    """What came of these parts, each of which was sent away, as it came and comes back."""
    away = pickle.dumps(parts.search)
    for unit in units:
        piece = pickle.loads(pickle.dumps(parts.piece(unit)))
        for ((number, counted),) in pickle.loads(away)(piece, None):
            assert number == unit
            yield msgspec.json.decode(counted.json(), type=Counted, strict=False)


def counted(puzzle, number, **asked):
    """The outcome of a count that is cut into so many parts."""
    parts = cut(puzzle, number, **asked)
    return whole(parts.header, parts.units, sent(parts, range(parts.units)))


def what(count):
    """What a count came to, or what is wrong with it."""
    try:
        outcome = count()
    except AccordError as error:
        return type(error), str(error)
    return outcome.count, outcome.exact, outcome.status, outcome.answer, outcome.digest, outcome.method


ASKED = st.sampled_from(
    [
        {},
        {"with_digest": True},
        {"distinct": True},
        {"distinct": True, "with_digest": True},
        {"distinct": True, "method": "filter"},
        {"distinct": True, "method": "burnside"},
        {"reduce": False, "with_digest": True},
    ]
)


@settings(max_examples=examples(150))
@given(models(), ASKED, st.integers(1, 9))
def test_random_models_of_all_kinds(model, asked, number):
    """Hidden options that are not determined are seen in parts as they are seen in the whole."""
    asked = {"backend": "native", **asked}
    assert what(lambda: counted(model, number, **asked)) == what(lambda: accord.count(model, **asked))


def tours(vertices):
    """Two edges at each vertex of a complete graph."""
    edges = list(combinations(range(vertices), 2))
    return Model.build(
        {f"v{v}": 2 for v in range(vertices)}, {f"{a}-{b}": [f"v{a}", f"v{b}"] for a, b in edges}
    )


PUZZLES = {
    "queens-8": lambda: accord.load("queens-8"),
    "pentomino-3x20": lambda: accord.load("pentomino-3x20"),
    "pentomino-8x8-centre": lambda: accord.load("pentomino-8x8-centre"),
    "kakuro": lambda: accord.load("kakuro"),
    "magic-square-3x3": lambda: accord.load("magic-square-3x3"),
    "connected": lambda: joined((3, 4, 4, 3), (3, 3, 2, 3, 3)),
    "connected, hidden": lambda: joined((3, 4, 4, 3), (3, 3, 2, 3, 3), hidden=True),
    "tours": lambda: tours(6),
}


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize(
    "asked", [{"with_digest": True}, {"distinct": True, "with_digest": True}, {"distinct": True}]
)
def test_puzzles_of_all_kinds(name, asked):
    puzzle = PUZZLES[name]()
    assert what(lambda: counted(puzzle, 7, **asked)) == what(lambda: accord.count(puzzle, **asked))


@pytest.mark.parametrize("method", ["split", "filter", "burnside"])
@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
def test_distinct_solutions_by_every_method_and_backend(method, backend):
    puzzle, asked = accord.load("pentomino-3x20"), {"distinct": True, "method": method, "backend": backend}
    outcome = counted(puzzle, 5, **asked)
    assert (outcome.count, outcome.backend, outcome.method) == (2, backend, method)
    assert what(lambda: outcome) == what(lambda: accord.count(puzzle, **asked))


@pytest.mark.parametrize("engine", ["window", "bitset", "general", "memo", "layers"])
def test_an_engine_that_is_asked_for_counts_all_parts(engine):
    puzzle = accord.load("dominoes-6x6" if engine == "memo" else "pentomino-3x20")
    outcome = counted(puzzle, 12, engine=engine)
    assert outcome.count == accord.count(puzzle).count
    assert outcome.engine == engine


def test_a_part_that_the_engine_does_not_take_is_for_another_one():
    """As where an option that a part requires leaves nothing that makes a packing."""
    parts = cut(accord.load("queens-8"), 6, engine="bitset")
    asked = replace(parts.search.request, engine="frontier")
    ((_, found),) = next(replace(parts.search, request=asked)(parts.piece(0), None))
    assert found.total == next(iter(parts.count([0])))[1].total > 0


@settings(max_examples=examples(60))
@given(models(), st.sampled_from([engine.name for engine in ENGINES]), st.integers(2, 9))
def test_random_models_with_engines_that_are_asked_for(model, engine, number):
    asked = {"backend": "native", "engine": engine}
    assert what(lambda: counted(model, number, **asked)) == what(lambda: accord.count(model, **asked))


@pytest.mark.full
def test_6x10_all_and_distinct():
    puzzle = accord.load("pentomino-6x10")
    outcome = counted(puzzle, 64)
    assert (outcome.count, outcome.exact, outcome.engine) == (9356, True, "window")
    distinct = counted(puzzle, 64, distinct=True, with_digest=True)
    assert (distinct.count, distinct.digest) == (
        2339,
        accord.count(puzzle, distinct=True, with_digest=True).digest,
    )
    assert distinct.effort["nodes"] < 3_000_000, "about as many as of the whole"


def test_the_same_parts_each_time_and_a_term_says_which():
    puzzle = accord.load("pentomino-3x20")
    one, again = cut(puzzle, 9), cut(puzzle, 9)
    assert one.terms == again.terms
    assert one.units == again.units >= 9
    other, kind = cut(puzzle, 10).terms, cut(puzzle, 9, distinct=True).terms
    assert {name for name in one.terms if one.terms[name] != other[name]} == {"parts", "layout"}
    assert {"distinct", "method"} < {name for name in one.terms if one.terms[name] != kind[name]}


@pytest.mark.full
def test_processes_find_what_one_does_and_the_slowest_holds_up_none():
    parts = cut(accord.load("pentomino-3x20"), 9, with_digest=True)
    here = dict(parts.count(range(parts.units)))
    there = dict(parts.count(reversed(range(parts.units)), workers=2))
    assert {k: (c.total, c.digest, c.effort) for k, c in here.items()} == {
        k: (c.total, c.digest, c.effort) for k, c in there.items()
    }


def test_some_of_the_parts_are_a_lower_bound():
    parts = cut(accord.load("queens-8"), 6, with_digest=True)
    found = [found for _, found in parts.count(range(1, parts.units))]
    outcome = whole(parts.header, parts.units, found, Stop("limit", "5 of 6 parts"))
    assert not outcome.exact
    assert outcome.digest is None
    assert 0 < outcome.count < 92
    assert (outcome.words, outcome.reason) == (f"at least {outcome.count}", "5 of 6 parts")
    assert whole(parts.header, parts.units, []).words == "at least 0"


def test_a_sum_of_burnside_that_lacks_parts_is_rounded_up():
    parts = cut(accord.load("queens-8"), 6, distinct=True, method="burnside")
    found = [found for _, found in parts.count([0])]
    assert whole(parts.header, parts.units, found).count == -(-found[0].total // 8)


def test_statistics_are_added_if_they_are_asked_for():
    puzzle = accord.load("queens-8")
    outcome = counted(puzzle, 6, stats=True, engine="bitset")
    assert outcome.stats["bitset"].total == outcome.effort["nodes"]
    assert counted(puzzle, 6).stats is None


def test_a_part_that_is_left_leaves_nothing():
    class Set:
        def is_set(self):
            return True

    parts = cut(accord.load("one-sided-5x18"), 3, engine="window")
    assert list(parts.search(parts.piece(0), Set())) == []


def test_a_limit_of_memory_ends_the_work():
    parts = cut(accord.load("one-sided-5x18"), 3, engine="layers", memory_limit=1 << 20)
    with pytest.raises(StoppedError):
        list(parts.count([0]))


def test_engines_that_count_without_walking_find_again_what_parts_share():
    parts = cut(accord.load("dominoes-6x6"), 4, engine="memo")
    ((_, found),) = parts.count([0])
    assert (
        "memo counts without walking to each solution, and finds again in each of" in parts.repeats(found)[0]
    )
    walked = cut(accord.load("pentomino-3x20"), 4, engine="window")
    ((_, found),) = walked.count([0])
    assert walked.repeats(found) == ()
    assert cut(accord.load("dominoes-6x6"), 1, engine="memo").repeats(found) == ()


def test_a_model_is_packed_once_however_often_it_is_sent(monkeypatch):
    packed, calls = module.Packed(accord.load("queens-8").model), []
    monkeypatch.setattr(module.pickle, "dumps", lambda value: calls.append(value) or pickle._dumps(value))
    one, two = pickle._dumps(packed), pickle._dumps(packed)
    assert one == two
    assert len(calls) == 1
    assert pickle.loads(one) is pickle.loads(two), "and unpacked once"


def test_what_is_wrong_with_a_solution_is_wrong_with_that_of_a_part():
    loose = Model.build(
        {"a": 1, "b": 1, "h": (0, 1)}, {"x": ["a"], "y": ["a"], "z": ["b"], "w": ["h"]}, hidden=["w"]
    )
    with pytest.raises(EngineError, match="hidden options are not determined"):
        counted(loose, 2, with_digest=True)


def test_what_has_a_limit_of_solutions_is_not_shared():
    with pytest.raises(RefusedError, match="for counting, or for all solutions, without a limit"):
        in_parts(Run(accord.load("queens-8"), "count", limit=5))


def test_parts_begin_where_the_engine_does():
    """Else each would search again what comes before: of this puzzle four times as many nodes in all."""
    puzzle = accord.load("one-sided-5x18")
    parts = cut(puzzle, 20, engine="window").counting.work.parts
    piece = first_item(puzzle.model, Run(puzzle, "count", engine="window").counting.choice.request)
    places = [set(part.options[part.model.options_of(piece)].tolist()) for part in parts]
    assert 40 < sum(map(len, places)) < 60, "but for places that are cut again, each is in one part"
