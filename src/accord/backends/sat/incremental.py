"""One CDCL solver that holds a model, finds solutions under assumptions, and takes more clauses in between.

The model's own items are written once. Clauses are only added, so what the solver has learnt stays true. Of a
model with lazy items each solution is first shown to the lazy part, whose questions are answered by one more
solver for each model they are about. An item that the solution breaks becomes a clause, or a few. Where that
takes many conflicts, the solver is given the clauses that the lazy part unfolds to.

Items that are found within a call of the solver save nothing: by an external propagator of cadical195, which
shows each solution to the lazy part, published puzzles of six kinds took 1.0 to 1.7 times as long. A solver
that continues after a clause keeps what it learnt, and few rounds are needed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence

import numpy as np

from accord.backends.contract import Search, Slice
from accord.backends.sat.best import lower_after
from accord.backends.sat.cdcl import Oracle, add, add_clauses, contradiction, lowered_in_slices, write
from accord.backends.sat.engines import Engine
from accord.backends.sat.thread import Pulse, StoppingError
from accord.backends.waiting import finish, in_slices
from accord.model import Kind, Model
from accord.model.data import Unfolds
from accord.model.lazy import Cut, Separation, with_cuts, without_lazy


class Incremental:
    """A model in a solver that is asked again and again."""

    def __init__(self, model: Model, engine: Engine, pulse: Pulse, encoding: str | None = None) -> None:
        self.model, self.engine, self.pulse, self.encoding = model, engine, pulse, encoding
        self.plain, self.separation = model, None
        if Kind.LAZY in model.kind:
            self.plain = without_lazy(model)
            self.separation = Separation(model, Questions(engine, pulse).solve)
        self.oracle = Oracle(engine, pulse)
        self.variables = 0
        self.possible = True  # unless an empty clause was written
        self.cuts: list[Cut] = []  # found so far
        self.unfolds: Unfolds | None = None  # clauses of it may help, once the search is hard
        self.guards = range(0)  # a literal for each group; see `write_guarded`

    @property
    def effort(self) -> dict[str, int]:
        """The counters so far."""
        return self.oracle.effort | (self.separation.effort if self.separation else {})

    def write(self) -> Search:
        """Write the model into the solver, in slices."""
        native = self.engine.native and self.encoding is None
        formula = yield from write(self.plain, self.oracle, native, self.encoding)
        self.variables, self.possible = formula.variables, not contradiction(formula)
        self.unfolds = self.model.lazy if isinstance(self.model.lazy, Unfolds) else None

    def write_guarded(self, group_of: Sequence[int], groups: int) -> Search:
        """Write the model; the demands of a group's items hold only while its literal in `guards` is assumed.

        `group_of` has the number of each item's group, or a negative number for an item that always holds.
        """
        formula = yield from lowered_in_slices(self.plain, False, None, self.pulse, shared=False)
        self.guards = range(formula.variables + 1, formula.variables + 1 + groups)
        self.variables = formula.variables + groups
        group_of_clause = np.asarray(group_of, np.int64)[formula.owner] if len(formula) else formula.owner
        always = group_of_clause < 0
        self.possible = not (always & (np.diff(formula.start) == 0)).any()  # an empty clause that is guarded
        if not self.possible:  # is none
            return
        guard = np.where(always, 0, -(self.guards.start + group_of_clause)).tolist()
        guarded = (
            [*clause, literal] if literal else clause
            for clause, literal in zip(formula.clauses(), guard, strict=True)
        )
        yield from add_clauses(self.oracle, guarded, len(formula))

    @property
    def core(self) -> list[int]:
        """The assumptions that led to the last answer `no solution`: some of them."""
        return list(self.oracle.solver.get_core() or [])

    def find(
        self, assumptions: Sequence[int] = (), slice_now: Callable[[], Slice] | None = None
    ) -> Generator[Slice, None, list[int] | None]:
        """Yield slices, and return the options of a solution under the assumptions; None if there is none.

        Every item of a lazy part that a solution breaks is added, and the search continues.
        """
        tell = slice_now or (lambda: Slice(effort=self.effort, bound=self.pulse.bound))
        while self.possible:
            if not (yield from in_slices(self._solve(assumptions), tell)):
                break
            chosen = self.oracle.model(self.model.options)
            cuts = self.separation.cuts(chosen) if self.separation else []
            if not cuts:
                return chosen
            self.cuts += cuts
            for cut in cuts:
                yield from self.add_cut(cut)
            if self.pulse.due():
                yield tell()
        return None

    def _solve(self, assumptions: Sequence[int]) -> Generator[None, None, bool]:
        """Yield after each slice, and return whether there is a solution."""
        steps = self.oracle.solve(assumptions)
        while True:
            if self.unfolds is not None and self.oracle.conflicts > self.unfolds.hard:
                self._unfold(self.unfolds)
            try:
                yield next(steps)
            except StopIteration as end:
                return bool(end.value)

    def _unfold(self, lazy: Unfolds) -> None:
        """Add the clauses of the lazy part, once."""
        self.unfolds = None
        clauses = [*lazy.unfold(self.model, self.variables)]
        self.possible &= all(clauses)
        if self.possible:
            self.variables = max([self.variables, *(max(map(abs, clause)) for clause in clauses)])
            deque(map(self.oracle.add_clause, clauses), maxlen=0)

    def add_clause(self, literals: Sequence[int]) -> None:
        """Add a clause."""
        if literals:
            self.oracle.add_clause(list(literals))
        else:  # not every solver takes an empty clause
            self.possible = False

    def add_cut(self, cut: Cut) -> Search:
        """Add an item: as a clause where it is one, else as any other item is written."""
        clause = cut.clause
        if clause is not None:
            self.add_clause([o + 1 if chosen else -o - 1 for o, chosen in clause])
        else:
            options = self.model.options
            nothing = Model.from_arrays((), np.zeros(options + 1, np.int64), ())
            yield from self.add_model(with_cuts(nothing, [cut]))

    def add_model(self, model: Model) -> Search:
        """Add the demands of another model on the same options."""
        formula = yield from lower_after(model, self.variables, self.encoding, self.pulse)
        self.variables = formula.variables
        self.possible &= not contradiction(formula)
        if self.possible:
            yield from add(self.oracle, formula)

    def any_of(self, literals: Sequence[int]) -> int:
        """Return a literal that, where it is assumed or true, asks for one of these."""
        if len(literals) == 1:
            return literals[0]
        self.variables += 1
        self.add_clause([-self.variables, *literals])
        return self.variables

    def all_of(self, literals: Sequence[int]) -> int:
        """Return a literal that, where it is assumed or true, asks for all of these."""
        if len(literals) == 1:
            return literals[0]
        self.variables += 1
        for literal in literals:
            self.add_clause([-self.variables, literal])
        return self.variables


class Questions:
    """Solvers for the questions of a lazy part, one a model."""

    def __init__(self, engine: Engine, pulse: Pulse) -> None:
        self.engine, self.pulse = engine, pulse
        self.known: dict[int, tuple[Model, Oracle, bool]] = {}

    def solve(self, model: Model, options: Sequence[int]) -> tuple[int, ...] | None:
        """A solution of the model that contains these options; None if there is none."""
        if id(model) not in self.known:
            oracle = Oracle(self.engine, self.pulse)
            formula = finish(write(model, oracle, self.engine.native, None), self._look)
            self.known[id(model)] = model, oracle, not contradiction(formula)
        _, oracle, possible = self.known[id(model)]
        if not possible or not finish(oracle.solve([o + 1 for o in options]), self._look):
            return None
        return tuple(oracle.model(model.options))

    def _look(self) -> None:
        if self.pulse.stopping.is_set():
            raise StoppingError
