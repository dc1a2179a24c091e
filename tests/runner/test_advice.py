"""Where a limit stops a walk, and where a problem is refused, a line names engines that do better."""

import pytest
from commands import called

import accord
from accord import Problem, RefusedError
from accord.backends import table
from accord.runner.choose import counters
from accord.runner.query import ask
from accord.runner.work import work_of

COUNT = "engines that count without walking to each solution may end: "


def advice(outcome):
    return [each.removeprefix(COUNT).split(", ") for each in outcome.warnings if each.startswith(COUNT)]


def test_a_walk_that_is_stopped_names_engines_that_count_without_walking():
    dominoes = accord.load("dominoes-8x8")
    for more in ({"engine": "general"}, {"backend": "sat"}, {"engine": "bitset"}):
        stopped = accord.count(dominoes, node_limit=500, **more)
        assert not stopped.exact
        (names,) = advice(stopped)
        assert names[:2] == ["native/layers", "native/memo"]
    backend, _, engine = names[0].partition("/")
    assert accord.count(dominoes, backend=backend, engine=engine).count == 12_988_816
    queens = accord.count(accord.load("queens:12"), engine="bitset", node_limit=500)
    assert advice(queens)[0][0] == "native/memo"


def test_each_engine_that_is_named_counts_the_model():
    model = accord.load("dominoes-6x6").model
    asked = ask("count", {})
    names = counters([model], asked.request(work_of(model, distinct=False, method=None, root=None), None))
    assert {"native/layers", "native/memo"} <= {*names}
    for name in names:
        backend, _, engine = name.partition("/")
        assert accord.count(model, backend=backend, engine=engine or None).count == 6728


def test_there_is_no_advice_where_none_would_help():
    dominoes = accord.load("dominoes-8x8")
    ended = accord.count(accord.load("dominoes-6x6"), engine="general")
    for outcome in (
        ended,
        accord.count(dominoes, engine="general", limit=3),  # enough were found
        accord.count(dominoes, engine="general", node_limit=500, with_digest=True),  # each is walked to
        accord.count(dominoes, engine="memo", node_limit=5),  # it does not walk
        accord.run(dominoes, "all", engine="general", node_limit=500),
    ):
        assert advice(outcome) == []


def test_a_backend_that_tried_its_own_engines_names_those_of_others():
    outcome = accord.count(accord.load("queens:15"), backend="native", node_limit=500)
    assert not any(name.startswith("native") for names in advice(outcome) for name in names)


def test_a_broken_backend_is_passed_over(monkeypatch):
    row = table.Row("broken", "no_such_module:Backend", "", "none")
    monkeypatch.setattr(table, "rows", lambda: {each.name: each for each in (*table.OURS, row)})
    outcome = accord.count(accord.load("dominoes-8x8"), engine="general", node_limit=500)
    assert advice(outcome) == [["native/layers", "native/memo"]]


def test_where_nothing_was_found_backends_that_learn_are_named():
    outcome = accord.first(accord.load("langford:14"), engine="general", node_limit=100)
    assert (outcome.answer, outcome.warnings) == (
        "undecided",
        ("native has found no solution; cpsat and sat learn, and may end sooner",),
    )


def test_a_refusal_of_wide_integers_names_the_backend_that_takes_them():
    p = Problem()
    a, b, c = p.integers(3, 0, 900)
    p.add(a // 7 * b == c + a * b, a + b > 1000)
    with pytest.raises(RefusedError, match=r"at most 250,000 are possible; .*; backend cpsat takes it$"):
        accord.count(p, backend="native")


def test_the_command_prints_the_advice():
    done = called("count", "dominoes-8x8", "--engine", "general", "--node-limit", "500")
    assert done.returncode == 5
    assert f"{COUNT}native/layers, native/memo" in done.stderr
