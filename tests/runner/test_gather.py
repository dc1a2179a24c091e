"""What general code does with a lazy model beside proofs: explanations, hints, ratings."""

import json
from collections import Counter
from itertools import product
from random import Random
from threading import Event

import numpy as np
import pytest
from commands import called
from joined import joined, solutions, written

import accord
from accord.certify.explain import explain
from accord.deduce import Contradiction, Reasoner, rating, words
from accord.deduce.reason import never
from accord.errors import EngineError, StoppedError
from accord.model.lazy import Cut, LazyItem, Noted, without_lazy
from accord.problem.graphs import grid
from accord.runner.gather import Seeking, different, gathering, seeking, separation_of
from accord.runner.limits import Limits

UNIQUE = ((1, 2, 2), (1, 2, 2))  # five solutions, of which one is connected
IMPOSSIBLE = ((2, 2, 2), (2, 2, 2))  # six, and none
SEVERAL = ((1, 3, 1), (1, 2, 2))  # two, and both are


def ended(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


# -- items that come up ---------------------------------------------------------------------------------


def test_what_comes_up_is_enough():
    """The plain model with the items found has the solutions of the lazy one, where it has none or one."""
    from accord.certify.cuts import formula_model

    for down, across in product(product(range(1, 3), repeat=3), repeat=2):
        model = joined(down, across)
        run, items = ended(gathering(model, "unique", Limits()))
        true = solutions(model)
        assert len(run.solutions) == min(2, len(true))
        if len(true) < 2:
            assert accord.count(formula_model(model, items), backend="native").count == len(true)


def test_each_demand_is_noted_once():
    one, same, other = LazyItem("a", {"x": 1}, 1), LazyItem("b", {"x": 1}, 1), LazyItem("a", {"x": 1}, 1, 1)
    assert [item.low for item in different([one, same, other])] == [1, 1]
    noted = Noted(joined(*UNIQUE).lazy)
    assert noted.token == joined(*UNIQUE).lazy.token
    assert noted.violations(["r1c1", "r3c3"], None) == noted.found
    assert len(noted.found) == 2


# -- explanations ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [False, True])
def test_a_reason_has_items_of_both_kinds(hidden):
    model = joined(*IMPOSSIBLE, hidden=hidden)
    found = explain(model)
    assert (found.answer, found.irreducible) == ("impossible", True)
    assert found.confirmed
    own = [reason.item for reason in found.items if reason.item in model.item_index]
    cuts = [reason.item for reason in found.items if reason.item not in model.item_index]
    assert own == [model.item_names[item] for item in found.indices]
    assert cuts
    assert all(name.startswith("from r") for name in cuts)
    assert accord.count(without_lazy(model)).count == 6  # so its own items are no reason


def test_a_true_solution_is_no_reason():
    model = joined(*UNIQUE)
    found = explain(model)
    assert (found.answer, [frozenset(found.solution)]) == ("solvable", solutions(model))


def test_a_reason_that_would_need_a_lie_is_none():
    with pytest.raises(EngineError, match="gave 'a lie'"):
        explain(joined(*UNIQUE, lies="r3c2"))


def test_an_explanation_that_is_stopped_says_so():
    cancel = Event()
    cancel.set()
    found = explain(joined(*IMPOSSIBLE), cancel=cancel)
    assert (found.answer, found.status, found.items) == ("undecided", "cancelled", ())


# -- hints and ratings ----------------------------------------------------------------------------------


def test_hints_are_true_and_solve_what_has_one_solution():
    solved = 0
    for down, across in product([(1, 2, 2), (2, 2, 1), (2, 1, 1), (2, 2, 3)], repeat=2):
        model = joined(down, across)
        true = [frozenset(map(model.names.index, solution)) for solution in solutions(model)]
        person = Reasoner(model, seek=seeking(model, never))
        try:
            for step in person.steps():
                assert all(solution.issuperset(step.chosen) for solution in true)
                assert all(solution.isdisjoint(step.closed) for solution in true)
        except Contradiction:
            assert not true
            continue
        assert person.solved == (len(true) == 1)
        solved += person.solved and accord.count(without_lazy(model)).count > 1
    assert solved >= 4  # by lazy items alone


def paths(draw, spanning):
    """Random paths on a small board, which may have to visit all cells."""
    graph = grid(*draw.choice([(3, 3), (3, 4), (4, 4)]))
    cells = draw.sample(graph.vertices, 4)
    p = accord.Problem("paths")
    p.paths(p.edges(graph), ends=[cells[:2], cells[2:]], spanning=spanning)
    return p


@pytest.mark.parametrize(("spanning", "kind"), [(True, ": no turn by "), (False, ": visited by ")])
def test_hints_expect_only_what_holds_in_all_solutions(spanning, kind):
    """Of random boards: there is one solution without a turn, or that visits all; another one; or several."""
    draw, met = Random(4), Counter()
    for _ in range(100):
        p = paths(draw, spanning)
        true = [frozenset(each.options) for each in accord.run(p, "all", backend="sat").solutions]
        if not true or met[len(true) > 1] > 5:
            continue
        model, seek = p.model, seeking(p.model, never)
        items = [item for some in model.lazy.expectations() for item in some if kind in item.name]
        cuts = [separation_of(model).cut(item) for item in items]
        person = Reasoner(model, seek=seek)
        for step in person.steps():
            assert all(solution.issuperset(step.chosen) for solution in true)
            assert all(solution.isdisjoint(step.closed) for solution in true)
        assert person.solved == (len(true) == 1)
        expects = any(kind in name for name in person.model.item_names)
        holds = all(cut.is_met(solution) for solution in true for cut in cuts)
        assert not expects or (len(true) == 1 and holds)
        met[len(true) > 1] += 1
        met["expects"] += expects
        met["other"] += len(true) == 1 and not holds
    assert min(met[key] for key in (True, False, "other")) > 2
    assert met["expects"]


def test_a_hint_tells_a_lazy_item_in_its_own_words():
    model = joined(*UNIQUE)
    person = Reasoner(model, seek=seeking(model, never))
    told = [words(person.model, step) for step in person.steps()]
    assert any("from r1c1 to r2c2, out of r1c1 could not be met" in sentence for sentence in told)


def test_an_item_is_no_step_by_itself():
    """What a new item says of two options takes a step, and does not happen silently."""
    model = joined((1, 1), (1, 1))
    pair = Cut("together", (0, 3), (1, -1), 0, 0)

    def seek(chosen, closed):
        return [] if asked else asked.append(1) or [pair, Cut("one", (0,), (1,), 1, None)]

    asked = []
    steps = list(Reasoner(model, seek=seek).steps())
    assert (steps[0].items, steps[0].chosen) == ((model.items + 1,), (0,))
    assert [step.chosen for step in steps] == [(0,), (3,)]


def test_whoever_has_both_solutions_asks_no_more():
    model = joined(*SEVERAL)
    seek = Seeking(model, never)
    assert seek((), ()) == []
    one, other = (sorted(map(model.names.index, solution)) for solution in solutions(model))
    both = np.intersect1d(one, other).tolist()
    assert seek(both, ()) == []
    assert {frozenset(one), frozenset(other)} == set(seek._true)


def test_ratings():
    model = joined(*UNIQUE)
    found = rating(model, seek=seeking(model, never))
    assert (found.level, found.open) == ("lookahead", 0)
    assert rating(without_lazy(model)).level == "search"
    nothing = joined(*IMPOSSIBLE)
    assert rating(nothing, seek=seeking(nothing, never)).level == "impossible"
    several = joined(*SEVERAL)
    assert rating(several, seek=seeking(several, never)).level == "search"


def test_a_hint_rests_on_no_lie():
    model = joined(*UNIQUE, lies="r3c2")
    with pytest.raises(EngineError, match="gave 'a lie'"):
        list(Reasoner(model, seek=seeking(model, never)).steps())


def test_a_hint_can_be_stopped():
    model = joined(*UNIQUE)
    with pytest.raises(StoppedError, match="before the next step"):
        Seeking(model, lambda: True)((), ())


def test_on_the_command_line(tmp_path, monkeypatch):
    named = written(joined(*UNIQUE), tmp_path, monkeypatch)
    hints = called("hint", named, "--all", "--json")
    told = [json.loads(line) for line in hints.stdout.splitlines()]
    assert "solved after 9 hints" in hints.stderr
    assert any(item.startswith("from r") for hint in told for item in hint["items"])
    drawn = called("hint", named, "--after", "1")
    assert drawn.stdout.startswith("2. lookahead: were ")

    rated = called("rate", named)
    assert ": hard, score 62 (2 bounds, 3 lookahead)\n  first by " in rated.stdout

    named = written(joined(*IMPOSSIBLE), tmp_path, monkeypatch)
    why = called("explain", named)
    assert why.returncode == 0
    assert "at least -1: from r" in why.stdout
