"""`accord.Search`: limits that are raised, several searches at once, and what cannot be asked."""

import threading
from dataclasses import replace

import pytest
from hypothesis import given, settings
from plan_problems import problems
from waiting import Clock

import accord
from accord.errors import EngineError, InputError, RefusedError, UsageError
from accord.planners import generic, horizon, replay
from accord.planners.contract import Progress
from accord.plans import explicit
from accord.plans.problem import Operator, PlanProblem
from accord.runner import limits


def tiles(seed, size="3x3"):
    return accord.load(f"tiles:{size}:seed={seed}")


def test_a_limit_is_raised():
    alone = accord.plan(tiles(5), mode="optimal")
    with accord.Search(tiles(5), mode="optimal", state_limit=20) as search:
        planned = search.run()
        assert (planned.answer, planned.status, planned.limit) == ("gave-up", "limit", "states")
        assert planned.effort["states"] >= 20
        assert planned.bound <= alone.moves
        while planned.limit == "states":
            planned = search.run(state_limit=3 * search.effort["states"])
    assert (planned.answer, planned.plan, planned.effort) == ("shortest", alone.plan, alone.effort)
    assert search.planned == planned  # what is known stays
    with pytest.raises(UsageError, match="closed"):
        search.run()


def test_an_answer_is_given_again():
    with accord.Search(tiles(5), mode="optimal") as search:
        assert replaced(search.run()) == replaced(search.run())


def test_a_search_is_one_threads_at_a_time(monkeypatch):
    """Another thread is refused, and cannot free what is in use; the answer is the right one."""
    alone = accord.plan(tiles(5), mode="optimal")
    search, said = accord.Search(tiles(5), mode="optimal"), []
    inside, go_on = threading.Event(), threading.Event()
    steps = generic.Generic.steps

    def slow(self):
        inside.set()
        go_on.wait(10)
        yield from steps(self)

    monkeypatch.setattr(generic.Generic, "steps", slow)
    thread = threading.Thread(target=lambda: said.append(search.run()))
    thread.start()
    inside.wait()
    assert (search.planned.answer, search.planned.status) == ("gave-up", "cancelled")
    for call in (search.run, search.close):
        with pytest.raises(UsageError, match="under way in another thread"):
            call()
    go_on.set()
    thread.join()
    assert replaced(said[0]) == replaced(alone)
    search.close()


def test_a_search_that_was_broken_off_is_not_gone_on_with(monkeypatch):
    """A state was taken from the queue and its successors were lost: "impossible" would be a lie."""
    search = accord.Search(tiles(2, "2x3"), mode="impossible")
    of, calls = explicit.Successors.of, []

    def interrupted(self, state):
        calls.append(state)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return of(self, state)

    monkeypatch.setattr(explicit.Successors, "of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert (search.planned.status, search.planned.answer) == ("cancelled", "gave-up")
    with pytest.raises(UsageError, match="ended by an error"):
        search.run()
    search.close()


def test_a_plan_that_is_none_is_none_the_second_time_too(monkeypatch):
    search, plan = accord.Search(tiles(5), mode="optimal"), ("left", "no such move")
    progress = Progress({"states": 1}, "shortest", plan)
    monkeypatch.setattr(generic.Generic, "steps", lambda _: iter([progress]))
    for error in (EngineError, UsageError):
        with pytest.raises(error):
            search.run()
        assert (search.planned.answer, search.planned.plan) == ("gave-up", None)
        assert (search.planned.status, search.planned.moves) == ("failed", None)


def replaced(planned):
    return planned.answer, planned.plan, planned.effort, planned.bound


@pytest.mark.parametrize("backend", ["native", "sat"])
def test_searches_in_turn_and_in_threads(backend):
    size = "2x3" if backend == "native" else "2x2"
    puzzles = [tiles(2, size), tiles(3, size)]
    alone = [accord.plan(puzzle, mode="optimal", backend=backend).plan for puzzle in puzzles]
    searches = [accord.Search(puzzle, mode="optimal", backend=backend, state_limit=10) for puzzle in puzzles]
    known = [search.run() for search in searches]
    limit = 10
    while any(planned.limit == "states" for planned in known):
        limit *= 4
        known = [search.run(state_limit=limit) for search in searches]
    assert [planned.plan for planned in known] == alone
    found = {}

    def run(i):
        found[i] = accord.plan(puzzles[i], mode="optimal", backend=backend).plan

    threads = [threading.Thread(target=run, args=(i,)) for i in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[0], found[1]] == alone


def test_memory_runs_out():
    with accord.Search(tiles(5), mode="optimal", memory_limit=100_000) as search:
        planned = search.run()
        assert (planned.answer, planned.limit, planned.status) == ("gave-up", "memory", "limit")
        assert planned.reason == "stopped at the memory limit"
        assert 100 < planned.effort["states"] < 250


def test_a_horizon_that_is_too_large_leaves_what_is_known(monkeypatch):
    def small(problem, steps):
        if steps > 10:
            raise InputError([f"horizon {steps}: too many options"])
        return unrolling(problem, steps)

    unrolling = horizon.unrolling
    monkeypatch.setattr(horizon, "unrolling", small)
    odd = accord.load("tiles:2x2:2,1,3,.").plan_problem
    planned = accord.plan(odd, mode="optimal", backend="sat")
    assert (planned.answer, planned.limit, planned.no_at, planned.bound) == ("gave-up", "memory", 10, 11)
    assert "too many options" in planned.reason


@pytest.mark.parametrize("backend", ["cpsat", "sat"])
def test_unrolling_is_stopped_and_gone_on_with(monkeypatch, backend):
    stop, yields = threading.Event(), []

    def watched(problem, steps, unrolling=horizon.unrolling):
        for model in unrolling(problem, steps):
            yields.append(model)
            if len(yields) == 3:
                stop.set()
            yield model

    monkeypatch.setattr(horizon, "unrolling", watched)
    with accord.Search(accord.load("tiles-8", variant="easy"), mode="optimal", backend=backend) as search:
        planned = search.run(cancel=stop)
        assert (planned.answer, planned.status, yields) == ("gave-up", "cancelled", [None] * 3)
        assert search.run().words == "shortest plan: 8 moves"


@pytest.mark.full
def test_cancel_and_time(monkeypatch):
    stop = threading.Event()
    stop.set()
    puzzle = accord.load("tiles-8", variant="impossible")
    with accord.Search(puzzle, mode="impossible") as search:
        with monkeypatch.context() as patched:  # slices of a hundred states, which take a second each
            patched.setattr(explicit, "monotonic", Clock(step=explicit.SLICE / 100))
            planned = search.run(cancel=stop)
            assert (planned.status, planned.answer, planned.effort) == ("cancelled", "gave-up", {"states": 0})
            patched.setattr(limits, "monotonic", Clock(step=1.0))
            before = search.run(time_limit=1.5).effort["states"]
            planned = search.run(time_limit=1.5)
        assert (planned.status, planned.answer) == ("time", "gave-up")
        assert 0 < before < planned.effort["states"] < 500
        planned = search.run()
    assert (planned.answer, planned.effort["states"]) == ("impossible", 181_440)


def test_the_largest_plan_that_is_looked_for():
    planned = accord.plan(tiles(5), mode="optimal", largest=21)
    assert (planned.answer, planned.status, planned.limit) == ("gave-up", "limit", "moves")
    assert planned.reason == "no plan up to 21 moves"
    assert accord.plan(tiles(5), mode="optimal", largest=22).moves == 22
    for backend in ("cpsat", "sat"):
        short = accord.plan(tiles(2, "2x2"), mode="optimal", backend=backend, largest=2)
        assert (short.answer, short.reason) == ("gave-up", "no plan up to 2 moves")


@pytest.mark.parametrize("backend", ["cpsat", "sat"])
def test_horizons(backend):
    shortest = accord.plan(tiles(4, "2x3"), mode="optimal")
    planned = accord.plan(tiles(4, "2x3"), mode="optimal", backend=backend)
    assert (planned.answer, planned.moves) == ("shortest", shortest.moves)
    assert (planned.no_at, planned.yes_at, planned.bound) == (planned.moves - 1, planned.moves, planned.moves)
    assert planned.effort["states"] >= 0
    home = accord.plan(accord.load("tiles:2x2:1,2,3,."), mode="optimal", backend=backend)
    assert (home.answer, home.moves, home.yes_at, home.no_at) == ("shortest", 0, 0, None)


@pytest.mark.parametrize("backend", ["cpsat", "sat"])
@pytest.mark.parametrize("start", [0, 9, 40])
def test_horizons_from_above(backend, start):
    """A plan at the first horizon may be longer than the shortest; it goes down from there."""
    puzzle = tiles(4, "2x2")
    shortest = accord.plan(puzzle, mode="optimal")
    options = {"start": str(start)}
    planned = accord.plan(puzzle, mode="optimal", backend=backend, options=options, largest=20)
    known = planned.answer, planned.moves, planned.no_at, planned.yes_at, planned.bound
    moves = shortest.moves
    assert known == ("shortest", moves, moves - 1, moves, moves)
    odd = accord.load("tiles:2x2:2,1,3,.")
    none = accord.plan(odd, mode="optimal", backend=backend, options=options, largest=12)
    assert (none.answer, none.status, none.no_at, none.bound) == ("gave-up", "limit", 12, 13)
    for wrong, message in (({"start": "-1"}, "found start='-1'"), ({"begin": "1"}, "there is start")):
        with pytest.raises(UsageError, match=message):
            accord.plan(puzzle, mode="optimal", backend=backend, options=wrong)


@settings(max_examples=15)
@given(problem=problems())
def test_all_agree_on_random_problems(problem):
    star = accord.plan(problem, engine="a-star", mode="optimal")
    wide = accord.plan(problem, engine="breadth-first", mode="impossible")
    assert (star.answer, star.moves) == (wide.answer, wide.moves)
    for backend in ("sat", "cpsat"):
        planned = accord.plan(problem, mode="optimal", backend=backend, largest=6)
        if star.moves is None or star.moves > 6:
            assert (planned.answer, planned.reason) == ("gave-up", "no plan up to 6 moves")
        else:
            assert (planned.answer, planned.moves) == ("shortest", star.moves)


# -- faults --------------------------------------------------------------------------------------------


def without(problem, number, name):
    operator = problem.operators[number]
    fewer = {key: value for key, value in operator.preconditions.items() if key != name}
    changed = (
        *problem.operators[:number],
        replace(operator, preconditions=fewer),
        *problem.operators[number + 1 :],
    )
    return replace(problem, operators=changed, invariants=(), bound=None)


@pytest.mark.full
def test_a_precondition_dropped_in_an_engine_is_caught(monkeypatch):
    """Wherever that gives a plan that is none, it is not shown."""
    puzzle = accord.load("freecell:1,ranks=2,columns=3,cells=1").plan_problem
    star, unrolling = generic.AStar, horizon.unrolling
    problem, right = puzzle, accord.plan(puzzle, mode="optimal")
    caught = []
    for number, operator in list(enumerate(problem.operators))[::3]:
        for name in operator.preconditions:
            wrong = without(problem, number, name)
            monkeypatch.setattr(generic, "AStar", lambda _, bound, wrong=wrong: star(wrong, bound))
            try:
                planned = accord.plan(puzzle, mode="optimal", options={"bound": "blind"})
                assert planned.moves is None or planned.moves >= right.moves
            except EngineError as error:
                caught.append((wrong, str(error)))
    assert len(caught) >= 3
    assert all("gave a plan that is none: step" in message for _, message in caught)
    caught_by_horizon = 0
    for wrong, _ in caught[:5]:  # sat may still come upon one of the shortest plans that are true
        monkeypatch.setattr(horizon, "unrolling", lambda _, steps, wrong=wrong: unrolling(wrong, steps))
        try:
            accord.plan(replace(problem, bound=None), mode="optimal", backend="sat")
        except EngineError:
            caught_by_horizon += 1
    assert caught_by_horizon


def test_a_bound_that_is_too_large_is_caught():
    problem = replace(tiles(2, "2x2").plan_problem, bound=lambda _: 20)
    with pytest.raises(EngineError, match="was to have fewer"):
        accord.plan(problem, mode="optimal", backend="sat")


def test_both_checkers_of_freecell_are_asked(monkeypatch):
    puzzle = accord.load("freecell:1,ranks=2,columns=4,cells=1")
    planned = accord.plan(puzzle, mode="optimal", engine="a-star")
    assert len(planned.cards) == planned.moves
    monkeypatch.setattr(replay.check, "replay", lambda *_: [])
    short = planned.plan[:-1]
    with pytest.raises(EngineError, match="not home at its end"):
        replay.check_plan(accord.Search(puzzle, mode="optimal", engine="a-star").asked, short)


# -- what cannot be asked ----------------------------------------------------------------------------


def test_what_cannot_be_asked():
    costly = PlanProblem.build(
        {"x": ["a", "b"]}, [Operator("o", {"x": "a"}, {"x": "b"}, 3)], {"x": "a"}, {"x": "b"}
    )
    for backend in ("sat", "cpsat"):
        with pytest.raises(RefusedError, match="cost more or less than 1"):
            accord.plan(costly, mode="optimal", backend=backend)
    with pytest.raises(RefusedError, match="counts steps"):
        accord.plan(costly, engine="breadth-first", mode="optimal")
    assert (accord.plan(costly).cost, accord.plan(costly).moves) == (3, 1)
    for more, message in (
        ({"mode": "quick"}, "unknown mode"),
        ({"mode": "impossible", "backend": "sat"}, "no planner for the mode impossible; there is optimal"),
        ({"backend": "prolog"}, "unknown backend 'prolog'; there are auto, native"),
        ({"engine": "bfs"}, "unknown engine 'bfs'; there are a-star, breadth-first"),
        ({"options": {"bound": "best"}}, "unknown bound"),
        ({"options": {"depth": "1"}}, "unknown option"),
        ({"options": {"bound": "family"}}, "no bound of its own"),
        ({"state_limit": 0}, "state limit 0; expected at least 1"),
        ({"largest": -1}, "largest -1"),
        ({"largest": "x"}, "largest: found .x.; expected a whole number"),
        ({"states": 3}, "unknown argument 'states'"),
    ):
        with pytest.raises(UsageError, match=message):
            accord.plan(costly, **more)
    with pytest.raises(UsageError, match="is a text"):
        accord.plan("tiles-8")
    with pytest.raises(UsageError, match="is a model"):
        accord.plan(accord.load("queens:8"))
    with pytest.raises((RefusedError, InputError), match="sequences move at once"):
        accord.plan(accord.load("relaxed_freecell:1"), mode="optimal", backend="sat")
