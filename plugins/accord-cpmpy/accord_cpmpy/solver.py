"""Accord as a solver of CPMpy: `model.solve(solver="accord")`, `"accord:sat"`, `"accord:native/sums"`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from time import monotonic
from typing import Any, ClassVar, Literal

import cpmpy
from cpmpy.exceptions import NotSupportedError
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus

import accord
from accord import Outcome
from accord.backends import table
from accord_cpmpy.counting import INSTANT, assignments, walk
from accord_cpmpy.lowering import Lowering

NAME = "accord"


class CPM_accord(SolverInterface):  # noqa: N801 (as all solvers of CPMpy)
    """Interface to Accord. The subsolver is a backend, or a backend and an engine: `sat`, `native/sums`.

    Keywords of `solve` and `solveAll` are arguments of `accord.run`, such as `seed` and `workers`. A time
    limit is for the lowering of what was added since the last question, too.
    """

    supported_global_constraints: ClassVar[frozenset[str]] = frozenset()
    supported_reified_global_constraints: ClassVar[frozenset[str]] = frozenset()

    @staticmethod
    def supported() -> bool:
        """Whether it can be used: it can, where this is imported."""
        return True

    @classmethod
    def version(cls) -> str:
        """The version of Accord."""
        return version(NAME)

    @staticmethod
    def solvernames(installed: bool = True) -> list[str]:
        """The backends; with `installed`, those that can be used here."""
        return [row.name for row in table.rows().values() if not installed or table.is_installed(row.name)]

    @classmethod
    def solverversion(cls, subsolver: str) -> str | None:
        """The version of what a backend asks, if it is installed."""
        if subsolver not in cls.solvernames():
            return None
        return ", ".join(f"{name} {number}" for name, number in table.backend(subsolver).versions().items())

    def __init__(self, cpm_model: cpmpy.Model | None = None, subsolver: str | None = None) -> None:
        self._lowering = Lowering()
        self._expression: Any = None  # the objective
        backend, _, engine = (subsolver or "auto").partition("/")
        self._spent = 0.0  # seconds of lowering that no question has paid for
        self._chosen: dict[str, Any] = {"backend": backend, "engine": engine or None}
        super().__init__(name=f"{NAME}:{subsolver}" if subsolver else NAME, cpm_model=cpm_model)

    @property
    def native_model(self) -> accord.Model:
        """The model that Accord solves; no matter whether CPMpy's auxiliaries are determined."""
        return self._lowering.model()

    def add(self, cpm_expr: Any) -> CPM_accord:
        """Lower constraints. Raises accord.InputError for what CPMpy cannot make linear."""
        with self._charge():
            self._lowering.add(cpm_expr)
        self.user_vars.update(self._lowering.variables.values())
        return self

    __add__ = add

    def objective(self, expr: Any, minimize: bool = True) -> None:
        """Lower an objective, which takes the place of the one before."""
        with self._charge():
            self._lowering.objective(expr, minimize=minimize)
        self._expression = expr
        self.user_vars.update(self._lowering.variables.values())

    def has_objective(self) -> bool:
        """Whether there is an objective."""
        return self._expression is not None

    def solve(self, time_limit: float | None = None, **more: Any) -> bool:
        """Look for a solution, the best one where there is an objective, and set the variables' values.

        Raises what `accord.run` raises.
        """
        task: Literal["best", "first"] = "best" if self.has_objective() else "first"
        model = self._model()
        outcome = accord.run(model, task, time_limit=self._left(time_limit), **self._chosen, **more)
        found = outcome.solutions[0].names if outcome.solutions else None
        self._set(found)
        self.objective_value_ = None
        if found is not None and self.has_objective():
            self.objective_value_ = int(self._expression.value())
            assert outcome.value == self.objective_value_, "the objective was lowered wrongly"
        best = outcome.answer == "best"
        return self._end(outcome, int(found is not None), ExitStatus.OPTIMAL if best else ExitStatus.FEASIBLE)

    def solveAll(  # noqa: N802 (CPMpy's word)
        self,
        display: Any = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,  # noqa: ARG002 (CPMpy's)
        **more: Any,
    ) -> int:
        """Walk through all solutions and show each: how many there are, by the values of the variables.

        The status is OPTIMAL if these are all. Raises NotSupportedError if there is an objective.
        """
        if self.has_objective():
            raise NotSupportedError("Accord finds one best solution, not all; leave the objective out")
        model = self._model()
        run = walk(model, time_limit=self._left(time_limit), **self._chosen, **more)
        number = 0
        self._set(None)
        with closing(assignments(run, model)) as found:
            for chosen in found:
                number += 1
                self._set(chosen)
                self.print_display(display)
                if number == solution_limit:
                    break
        every = run.outcome.exact
        self._end(run.outcome, number, ExitStatus.OPTIMAL if every else ExitStatus.FEASIBLE)
        return number

    @contextmanager
    def _charge(self) -> Iterator[None]:
        """The next question pays for what is done here."""
        begun = monotonic()
        try:
            yield
        finally:
            self._spent += monotonic() - begun

    def _model(self) -> accord.Model:
        """The model of a question."""
        with self._charge():
            return self._lowering.model()

    def _left(self, time_limit: float | None) -> float | None:
        """What a question has left of its limit."""
        spent, self._spent = self._spent, 0.0
        return None if time_limit is None else max(INSTANT, time_limit - spent)

    def _set(self, chosen: tuple[str, ...] | None) -> None:
        """Give the variables the values of a solution; None: no values."""
        values = {} if chosen is None else self._lowering.values(chosen)
        for name, variable in self._lowering.variables.items():
            variable._value = values.get(name)

    def _end(self, outcome: Outcome, found: int, status: ExitStatus) -> bool:
        """Note how a run ended; whether it found anything."""
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.solve_time = outcome.seconds.total
        none = ExitStatus.UNSATISFIABLE if outcome.exact else ExitStatus.UNKNOWN
        self.cpm_status.exitstatus = status if found else none
        return bool(found)


def register() -> None:
    """Make `accord` a solver of CPMpy by name, beside its own; calling it again changes nothing.

    CPMpy has no door for solvers of others, so its table is read through a function that adds a row.
    """
    lookup = cpmpy.SolverLookup
    ours = lookup.base_solvers
    if any(name == NAME for name, _ in ours()):
        return
    lookup.base_solvers = classmethod(lambda _: [*ours(), (NAME, CPM_accord)])
