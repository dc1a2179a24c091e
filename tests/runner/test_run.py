"""Runs: limits, time, cancelling, verification, workers, and engines that break their contract."""

import pytest
from waiting import Clock, Later

import accord
from accord import EngineError, MissingBackendError, Model, UsageError
from accord.backends import table
from accord.runner import api, limits, workers
from accord.runner.run import Run

THREE_OF_A_KIND = Model.build(["a", "b"], {"a1": ["a"], "a2": ["a"], "a3": ["a"], "b1": ["b"], "b2": ["b"]})
NONE = Model.build(["a", "b"], [["a"]])
ONE = Model.build(["a", "b"], {"both": ["a", "b"], "half": ["a"]})


def test_count_and_answer():
    outcome = accord.count(THREE_OF_A_KIND, backend="plain")
    assert (outcome.count, outcome.exact, outcome.status, outcome.answer) == (6, True, "complete", "several")
    assert outcome.words == "6"
    assert accord.count(NONE, backend="plain").answer == "impossible"
    assert accord.count(ONE, backend="plain").answer == "unique"


def test_first_gives_one_witness_and_claims_no_more():
    outcome = accord.first(THREE_OF_A_KIND, backend="plain")
    assert (outcome.answer, outcome.status, outcome.count, outcome.exact) == ("solved", "complete", 1, False)
    assert len(outcome.solutions) == 1
    assert accord.first(NONE, backend="plain").answer == "impossible"


def test_unique_gives_both_witnesses_and_where_they_differ():
    outcome = accord.unique(THREE_OF_A_KIND, backend="plain")
    assert (outcome.answer, outcome.count, outcome.exact) == ("several", 2, False)
    one, other = (set(solution.names) for solution in outcome.solutions)
    assert set(outcome.difference) == one ^ other != set()
    assert accord.unique(ONE, backend="plain").answer == "unique"


def test_a_limit_is_no_count():
    outcome = accord.count(THREE_OF_A_KIND, backend="plain", limit=4, with_digest=True)
    assert (outcome.count, outcome.exact, outcome.status) == (4, False, "limit")
    assert outcome.words == "at least 4"
    assert outcome.digest is None
    assert accord.count(THREE_OF_A_KIND, backend="plain", limit=7).exact


def test_a_limit_within_the_last_slice_is_no_count_either():
    outcome = accord.count(THREE_OF_A_KIND, backend="hasty", limit=4)
    assert (outcome.count, outcome.exact, outcome.status) == (4, False, "limit")
    assert accord.count(THREE_OF_A_KIND, backend="hasty", limit=6).exact


def test_digest_only_of_a_whole_walk():
    whole = accord.count(THREE_OF_A_KIND, backend="plain", with_digest=True)
    parts = accord.count(THREE_OF_A_KIND, backend="plain", with_digest=True, workers=2)
    assert whole.digest == parts.digest is not None
    assert accord.count(THREE_OF_A_KIND, backend="plain").digest is None


def test_time_ends_a_run_as_partial_at_the_first_slice_after_it(monkeypatch):
    slices, clock = [], Clock()
    search = table.backend("endless").__class__.search

    def a_second_each(self, model, request):
        for step in search(self, model, request):
            assert len(slices) < 100, "the run does not look at the time"
            clock.now += 1
            slices.append(step)
            yield step

    monkeypatch.setattr(table.backend("endless").__class__, "search", a_second_each)
    monkeypatch.setattr(limits, "monotonic", clock)
    outcome = accord.count(ONE, backend="endless", time_limit=2.5)
    assert (outcome.status, outcome.exact, outcome.answer) == ("time", False, "undecided")
    assert outcome.reason == "stopped after 2.5 seconds"
    assert len(slices) == 3


def test_cancel_ends_a_run_as_partial():
    cancel = Later(3)
    outcome = accord.count(ONE, backend="endless", cancel=cancel)
    assert (outcome.status, outcome.exact, cancel.asked) == ("cancelled", False, 4)


def test_leaving_the_loop_stops_the_engine(monkeypatch):
    closed = []
    search = table.backend("plain").__class__.search

    def watched(self, model, request):
        try:
            yield from search(self, model, request)
        finally:
            closed.append(True)

    monkeypatch.setattr(table.backend("plain").__class__, "search", watched)
    for solution in accord.solutions(THREE_OF_A_KIND, backend="plain"):
        assert solution.number == 1
        break
    assert closed == [True]


def test_solutions_carry_number_and_effort():
    found = list(accord.solutions(THREE_OF_A_KIND, backend="plain", limit=3))
    assert [solution.number for solution in found] == [1, 2, 3]
    assert [solution.effort["nodes"] for solution in found] == [1, 2, 3]


def test_a_false_solution_never_leaves():
    with pytest.raises(EngineError, match="false solution"):
        accord.first(ONE, backend="forger")


def test_a_solution_that_is_counted_but_not_given_is_a_fault():
    with pytest.raises(EngineError, match="counted 1 solutions but gave others"):
        accord.count(ONE, backend="miser", with_digest=True)
    assert accord.count(ONE, backend="miser").count == 1


def test_an_engine_that_just_ends_has_failed():
    with pytest.raises(EngineError, match="without saying that its search was complete"):
        accord.count(ONE, backend="quitter")


def test_a_dead_worker_is_a_failed_run_not_a_count():
    outcome = accord.count(THREE_OF_A_KIND, backend="mortal", workers=2)
    assert (outcome.status, outcome.exact) == ("failed", False)
    assert "-9" in outcome.reason


def test_a_worker_that_dies_before_its_first_part_is_a_failed_run(monkeypatch):
    start = workers._start

    def stillborn(*arguments):
        worker = start(*arguments)
        worker.process.kill()
        worker.process.join()
        return worker

    monkeypatch.setattr(workers, "_start", stillborn)
    outcome = accord.count(THREE_OF_A_KIND, backend="plain", workers=2)
    assert (outcome.status, outcome.exact) == ("failed", False)
    assert "-9" in outcome.reason


def test_workers_add_up():
    outcome = accord.count(THREE_OF_A_KIND, backend="plain", workers=2)
    assert (outcome.count, outcome.exact, outcome.effort["nodes"]) == (6, True, 6)


def test_hidden_options_must_be_determined():
    model = Model.build(["a"], {"x": ["a"], "h": []}, hidden=["h"])
    with pytest.raises(EngineError, match="came twice"):
        list(accord.solutions(model, backend="plain"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"task": "guess"}, "unknown task"),
        ({"limit": 0}, "at least 1"),
        ({"time_limit": 0}, "more than 0"),
        ({"workers": 0}, "expected 1 to 1,024"),
        ({"backend": "magic"}, "unknown backend 'magic'; there are auto, native"),
        ({"engine": "turbo"}, "it has recursive"),
        ({"root": "z"}, "no item of this puzzle; items are a, b"),
        ({"method": "split"}, "needs `distinct`"),
        ({"distinct": True, "method": "guess"}, "there are split, filter, burnside"),
        ({"distinct": True, "method": "burnside", "limit": 3}, "burnside only counts"),
    ],
)
def test_usage_errors(arguments, said):
    asked = {"task": "count", "backend": "plain", **arguments}
    with pytest.raises(UsageError, match=said):
        accord.run(ONE, **asked)


def test_a_missing_backend_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(table, "is_installed", lambda name: name == "plain")
    with pytest.raises(MissingBackendError, match="pip install python-sat"):
        accord.count(ONE, backend="sat")


def test_auto_falls_back_and_says_so(monkeypatch):
    monkeypatch.setattr(table, "is_installed", lambda name: name == "plain")
    outcome = accord.count(ONE)
    assert outcome.backend == "plain"
    assert "native is not installed" in outcome.chosen


def test_outcome_before_the_run_claims_nothing():
    outcome = Run(ONE, "count", backend="plain").outcome
    assert (outcome.status, outcome.count, outcome.exact) == ("cancelled", 0, False)


def test_what_a_process_said_is_read_back():
    import msgspec

    from accord.planners.planned import Planned
    from accord.runner.outcome import Outcome

    outcome = accord.first(accord.load("queens:6"), backend="plain")
    assert msgspec.json.decode(outcome.json(), type=Outcome) == outcome
    assert outcome.solutions[0].puzzle is not None
    planned = accord.plan(accord.load("tiles-8"), mode="optimal", state_limit=10)
    assert msgspec.json.decode(planned.json(), type=Planned) == planned


def test_outcome_as_json_has_the_public_keys():
    import msgspec

    keys = set(msgspec.json.decode(accord.count(ONE, backend="plain").json()))
    assert keys >= {
        "schema", "puzzle", "variant", "task", "distinct", "backend", "engine", "status", "answer",
        "count", "exact", "effort", "seconds", "digest", "versions",
    }  # fmt: skip


# -- from Python -----------------------------------------------------------------------------------------


def test_all_gives_the_solutions_up_to_a_bound(monkeypatch):
    outcome = accord.run(THREE_OF_A_KIND, "all", backend="plain")
    assert [solution.number for solution in outcome.solutions] == [1, 2, 3, 4, 5, 6]
    assert list(outcome.solutions) == list(accord.solutions(THREE_OF_A_KIND, backend="plain"))
    assert outcome.warnings == accord.count(THREE_OF_A_KIND, backend="plain").warnings
    assert accord.count(THREE_OF_A_KIND, backend="plain").solutions == ()
    monkeypatch.setattr(api, "KEPT", 4)
    outcome = accord.run(THREE_OF_A_KIND, "all", backend="plain")
    assert (len(outcome.solutions), outcome.count, outcome.exact) == (4, 6, True)
    assert outcome.warnings[-1] == "solutions has 4 of 6; accord.solutions walks through all"


def test_solutions_and_outcomes_print_as_words():
    outcome = accord.run(THREE_OF_A_KIND, "all", limit=2, backend="plain")
    (first, _) = outcome.solutions
    assert str(first) == f"solution 1: {', '.join(first.names)}"
    what, who, why = str(outcome).splitlines()
    assert what.startswith("a model, all: at least 2 solutions, several, ")
    assert (who, why) == (outcome.who, f"partial: {outcome.reason}")
    assert repr(first).startswith("Solution(number=1, options=(")
