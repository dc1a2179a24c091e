"""Ask a CDCL solver, during a walk, which subtrees hold no solution; asks only where it saves time.

At a node a second solver of the same kind is asked, for some conflicts at most, whether the options chosen
so far are part of a solution. If not, the node is left; and so is each node above it that has all options of
the core, which is the part of the assumptions that cannot be. Nothing is forbidden, and an answer that does
not come in time closes nothing: so the walk meets the same solutions as without.

Whether it pays is measured, for nodes with about as many open options (a band of them) together:

- some nodes are watched: how many hold no solution, and how many seconds the walk spends in those;
- if that is worth it, some nodes are put to the solver: how many it closes, and how many seconds that takes;
- as long as what is closed would have taken longer than the answers do, all nodes of the band are put to it,
  but for some that are watched. Else the band rests, twice as long each time.

What is spent on finding this out is a small share of the run.
"""

from __future__ import annotations

from math import log2
from time import thread_time
from typing import Any

from accord.backends.contract import Search
from accord.backends.sat.engines import Engine
from accord.backends.sat.problem import members, members_to_set
from accord.backends.sat.thread import Pulse
from accord.model import Model

START = 2000  # calls of the walk before there is a guide
WATCHED = 8  # nodes of a band before it is judged
TRIED = 4  # nodes of a band that are put to the solver before that is judged
REST = 32  # nodes of a band that is left alone for the first time
CONTROL = 16  # one of so many nodes is watched where the others are put to the solver
SHARE = 0.02  # of the run, for bands of which it is not known whether they pay
LEAST, MOST = 10, 2000  # conflicts
MARGIN = 1.5  # what an answer saves is only an estimate
CONFLICT = 5e-5  # seconds, to begin with
CHEAPEST = 5e-5  # seconds: no answer takes less


class Band:
    """Nodes with about as many open options, and the findings about them."""

    __slots__ = ("asked", "closed", "dead", "pause", "rest", "seconds", "spent", "turn", "watched")

    def __init__(self) -> None:
        self.watched = 0
        self.dead = 0  # of the watched, those without a solution ...
        self.spent = 0.0  # ... and the seconds in them
        self.asked = 0
        self.closed = 0
        self.seconds = 0.0
        self.rest = 0  # nodes until it is looked at again
        self.pause = REST
        self.turn = 0

    @property
    def worth(self) -> float:
        """The seconds that the walk spends in a node without a solution."""
        return self.spent / self.dead if self.dead else 0.0

    @property
    def pays(self) -> bool:
        """Whether what was closed would have taken clearly longer than the answers did."""
        return self.closed * self.worth > MARGIN * self.seconds

    def leave(self) -> None:
        """Let it rest; what was measured counts half from now on."""
        self.rest, self.pause = self.pause, 2 * self.pause
        self.watched = self.dead = self.asked = self.closed = 0
        self.spent = self.seconds = 0.0


class Guide:
    """A solver that a walk can ask, and when it does."""

    def __init__(
        self, model: Model, engine: Engine, pulse: Pulse, *, native: bool, encoding: str | None
    ) -> None:
        self.model, self.engine, self.pulse = model, engine, pulse
        self.native, self.encoding = native, encoding
        self.solver: Any = None  # until it is written
        self.began = thread_time()
        self.late = False  # it was written, or is not wanted
        self.watches: list[tuple[int, Band, float, int]] = []  # depth, band, and the time and solutions then
        self.exploring = 0.0  # seconds
        self.seconds, self.conflicts = CONFLICT, 1  # of all answers

    def due(self, calls: int) -> bool:
        """Whether it is time to write it: small searches are over before."""
        return not self.late and calls > START

    def write(self) -> Search:
        """Get the solver ready."""
        from accord.backends.sat.cdcl import Oracle, add, contradiction, lowered_in_slices

        self.late = True
        shared: dict[int, Band] = {}
        self.bands = [shared.setdefault(int(4 * log2(n + 1)), Band()) for n in range(self.model.options + 1)]
        formula = yield from lowered_in_slices(self.model, self.native, self.encoding, self.pulse)
        oracle = Oracle(self.engine, self.pulse)
        yield from add(oracle, formula)
        if not contradiction(formula):
            self.solver = oracle.solver

    def wants(self, size: int, depth: int, found: int) -> bool:
        """Whether to ask about a node with so many open options; if not, it may be watched."""
        band = self.bands[size]
        if band.rest:
            band.rest -= 1
            return False
        if band.watched >= WATCHED:
            if band.asked >= TRIED:
                if band.pays:
                    band.turn += 1
                    if band.turn % CONTROL:
                        return True
                else:
                    band.leave()
                    return False
            elif band.worth < CHEAPEST:
                band.leave()
                return False
            elif self.exploring < SHARE * (thread_time() - self.began):
                return True
        self.watches.append((depth, band, thread_time(), found))
        return False

    def left(self, length: int, found: int) -> None:
        """The path has become so short: watched nodes that were at least as deep are done."""
        now = thread_time()
        while self.watches and self.watches[-1][0] >= length:
            _, band, began, before = self.watches.pop()
            band.watched += 1
            if found == before:
                band.dead += 1
                band.spent += now - began

    def core(self, size: int, chosen: int) -> int | None:
        """Options of a set of chosen ones that no solution has together; None if that is not known."""
        band = self.bands[size]
        began = thread_time()
        per_conflict = self.seconds / self.conflicts
        self.solver.conf_budget(int(min(MOST, max(LEAST, 2 * band.worth / per_conflict))))
        literals = [option + 1 for option in members(chosen, self.model.options)]
        closed = self.solver.solve_limited(assumptions=literals) is False
        core = None
        if closed:
            core = members_to_set(
                [literal - 1 for literal in self.solver.get_core() or ()], self.model.options
            )
        self.conflicts = 1 + self.solver.accum_stats()["conflicts"]
        seconds = thread_time() - began
        if band.asked < TRIED:
            self.exploring += seconds
        self.seconds += seconds
        band.seconds += seconds
        band.asked += 1
        band.closed += closed
        return core
