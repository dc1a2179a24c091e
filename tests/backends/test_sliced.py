"""Calls of SAT solvers in slices: as large as their work, whatever the clock says, and the same each time."""

import time
from dataclasses import replace
from itertools import islice

import pytest

import accord
from accord.backends.sat import cdcl, engines
from accord.backends.sat.cdcl import FIRST, WORK, Sliced
from accord.backends.waiting import finish


class Noted:
    """A solver that notes budgets, and what each slice took."""

    def __init__(self, solver, seconds=0.0):
        self._solver, self._seconds = solver, seconds
        self.budgets, self.work = [], []

    def __getattr__(self, name):
        return getattr(self._solver, name)

    def conf_budget(self, budget):
        self.budgets.append(budget)
        self._solver.conf_budget(budget)

    def solve_limited(self, **asked):
        before = self._solver.accum_stats()["propagations"]
        time.sleep(self._seconds)
        answer = self._solver.solve_limited(**asked)
        self.work.append(self._solver.accum_stats()["propagations"] - before)
        return answer


def pigeons(holes):
    """Clauses: so many pigeons, and one more, in holes of their own."""
    number = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    apart = ((p, q, hole) for q in range(holes + 1) for p in range(q) for hole in range(holes))
    return [*number, *([-number[p][hole], -number[q][hole]] for p, q, hole in apart)]


def noted(engine, clauses, seconds=0.0, slices=6):
    """A solver that was asked for so many slices, at most."""
    solver = Noted(engines.ENGINES[engine].make(), seconds)
    for clause in clauses:
        solver.add_clause(clause)
    for _ in islice(Sliced(solver).solve(), slices):
        pass
    return solver


@pytest.mark.parametrize("engine", ["cadical195", "glucose4", "maplesat"])
def test_slices_are_the_same_however_long_they_take(engine):
    quick, slow = (noted(engine, pigeons(9), seconds, 6) for seconds in (0.0, 0.03))
    assert len(quick.budgets) == 6
    assert len(set(quick.budgets)) > 1
    assert (quick.budgets, quick.work) == (slow.budgets, slow.work)


def test_slices_aim_at_their_work():
    solver = noted("minisat22", pigeons(10), slices=20)
    assert solver.budgets[0] == FIRST
    assert len(solver.work) == 20
    assert all(WORK / 3 < work < 3 * WORK for work in solver.work[10:])


def test_a_solver_that_counts_no_propagations_has_small_slices_too():
    solver = noted("maplesat", pigeons(10), slices=6)
    assert not any(solver.work)
    assert all(20 <= budget <= WORK / 20 for budget in solver.budgets)


def test_an_answer_is_the_same_whatever_the_slices(monkeypatch):
    for work in (1, 5_000, WORK):
        monkeypatch.setattr(cdcl, "WORK", work)
        solver = Noted(engines.ENGINES["cadical153"].make())
        for clause in pigeons(6):
            solver.add_clause(clause)
        assert finish(Sliced(solver).solve(), lambda: None) is False


def test_solutions_under_one_seed_are_the_same_each_time(monkeypatch):
    make = engines.Engine.make
    found = []
    for seconds in (0.0, 0.02):
        monkeypatch.setattr(engines.Engine, "make", lambda engine, s=seconds: Noted(make(engine), s))
        solution = accord.first(accord.load("queens:24"), backend="sat", engine="cadical195", seed=3)
        found.append((solution.solutions[0].names, solution.effort["conflicts"]))
    assert found[0] == found[1]
    assert found[0][1] > FIRST  # several slices


@pytest.mark.parametrize("engine", [*engines.ENGINES])
def test_what_adds_a_clause_and_reads_a_solution_is_right_of_every_engine(engine):
    row = engines.ENGINES[engine]
    solver = row.make()
    add = row.adder(solver)
    for clause in ([5, -5], [1, 2], [-1], [-2, 3], [-3, -4]):
        add(clause)
    assert finish(Sliced(solver).solve())
    assert cdcl.true_variables(solver.get_model(), 4) == [1, 2]
    assert cdcl.true_variables(solver.get_model(), 2) == [1]
    add([-3])
    assert not finish(Sliced(solver).solve())


@pytest.mark.parametrize("use", ["clauses", "cardinalities"])
def test_usual_engines_add_clauses_without_a_step_of_python(use):
    row = engines.ENGINES[engines.usual(use)]
    solver = row.make()
    assert row.adder(solver) != solver.add_clause
    renamed = replace(row, adds=("no_such_function", row.adds[1]))
    assert renamed.adder(solver) == solver.add_clause
