"""Enumerate covers by a walk in which a SAT solver only propagates; it adds no blocking clauses.

At a node some options are assumed, and the solver has answered with all that follows: which options are
chosen, which are closed. The walk picks an item with the fewest open options and assumes each of them in
turn. The children of a node cover all that is possible there and exclude each other, so a finished walk has
seen every solution once. No clause is added for a solution, and none is learnt.

An option that would leave some item none is not put to the solver: that item's own clause would be false.
This and which item is next are worked out on sets of options (see `problem`), a few dozen operations on
ints a node; all that follows from a choice is the solver's word. Once all items that want something have it,
options that only secondary items share, or that no item has, are taken and left in turn.

A worked example: items a and b want one each; option 0 gives to a, 1 to b, 2 to both. Nothing follows at
first, and a has 0 and 2 open. Assume 0: then 2 is closed, so 1 is chosen: options 0 and 1 are a solution.
Assume 2: then 0 and 1 are closed, and option 2 alone is a solution. Nothing else can give to a.

Ask a CDCL solver, during a walk, which subtrees hold no solution; asks only where it saves time.

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
from typing import Any, TypeAlias

from accord.backends.contract import UNLIMITED, Request, Search, Slice
from accord.backends.sat.engines import Engine
from accord.backends.sat.problem import Cover, Problem, members, members_to_set
from accord.backends.sat.thread import Pulse
from accord.model import Model
from accord.model.arrays import pad_rows

SMALLER = 0.4  # a problem with less than this share of its options open is written anew ...
LARGE = 300  # ... if at least so many are, or ...
WORTH = 40  # ... once so many calls of the solver were made below the node: else it costs more than it saves


# A consistent node whose cases are under way; a plain tuple, since one is made for every second call:
#   problem    Problem
#   assumed    list of int   literals, the guard among them
#   open       int           options that may be chosen beside the chosen ones, and those
#   chosen     int           since the problem was written
#   wants      list of int   for each item that wants an option, the set of those that give to it
#   cases      int           options to be assumed, one after the other
#   kind       int           ONE_OF: exactly one of the cases holds. FIRST: at least one does, so that the
#                            first to hold is assumed, and those before it are closed. EITHER: there is one
#                            case, and the other is that it is closed
#   since      int           calls of the solver when the node was made; fewer if it is large
Node: TypeAlias = tuple[Problem, list[int], int, int, list[int], int, int, int]
KIND = 6  # its place in a node
ONE_OF, FIRST, EITHER = range(3)


class Propagation:
    """The common part of the walks: a guide, the findings, and the effort."""

    def __init__(
        self, model: Model, engine: Engine, pulse: Pulse, request: Request, native: bool, encoding: str | None
    ) -> None:
        self.model, self.engine, self.pulse, self.native = model, engine, pulse, native
        self.solutions = request.solutions
        self.guide = Guide(model, engine, pulse, native=native, encoding=encoding)
        self.found = 0
        self.handed = 0  # of the solutions that were found
        self.rows: list[list[int]] = []
        self.nodes = 0  # options assumed, or seen to leave an item none
        self.propagations = 0  # calls of the solver

    def slice(self, complete: bool = False) -> Slice:
        """The slice of the findings since the last one."""
        count, self.handed = self.found - self.handed, self.found
        rows, self.rows = self.rows, []
        effort = {"nodes": self.nodes, "propagations": self.propagations}
        return Slice(count, pad_rows(rows) if rows else None, effort, complete)


class Walk(Propagation):
    """One walk over a model whose amounts are all 1, without colours."""

    def __init__(self, model: Model, engine: Engine, pulse: Pulse, request: Request, *, native: bool) -> None:
        super().__init__(model, engine, pulse, request, native, None if native else "pairwise")
        self.root = request.root  # the item to begin with
        self.path: list[Node] = []
        self.trail: list[int] = []  # the last answer: literals that are assumed, or that follow

    def search(self) -> Search:
        """Walk; see `accord.backends.contract`."""
        cover = Cover(self.model, self.engine, self.native)
        self.keep, self.kept = cover.keep, cover.kept
        problem = Problem(cover, cover.everything, [])
        for _ in problem.encode():
            if self.pulse.due():
                yield self.slice()
        wants = [cover.gives[item] for item in problem.wants]
        if self.ask(problem, [problem.guard]):
            self.enter(problem, [problem.guard], cover.everything, 0, wants, self.root)
        turn, path, guide, watches = -1, self.path, self.guide, self.guide.watches
        until = self.pulse.quantum(UNLIMITED, 0)
        while path:
            if self.nodes >= until:
                yield self.slice()
                until = self.nodes + self.pulse.quantum(UNLIMITED, self.nodes)
            turn += 1
            if not turn & 15 and self.pulse.due():
                yield self.slice()
                if guide.due(self.propagations):
                    for _ in guide.write():
                        yield self.slice()
            if watches and watches[-1][0] >= len(path):
                guide.left(len(path), self.found)
            node = path.pop()
            if node[KIND] == EITHER:
                self.either(node)
            else:
                self.one_of(node)
        yield self.slice(complete=True)

    def ask(self, problem: Problem, assumed: list[int]) -> bool:
        """Whether the solver sees no contradiction; what follows is then the trail."""
        self.propagations += 1
        consistent, self.trail = problem.propagate(assumed)
        return consistent

    def one_of(self, node: Node) -> None:
        """Assume the cases of an item until one leads on."""
        problem, assumed, open_set, chosen, wants, cases, kind, since = node
        if self.native and self.propagations - since >= WORTH:
            problem, assumed, open_set, chosen, wants, cases, kind, since = smaller(node)
        kept, variable, propagate = self.kept, problem.variable, problem.propagate
        while cases:
            least = cases & -cases
            cases ^= least
            option = least.bit_length() - 1
            self.nodes += 1
            left = open_set & (kept[option] or self.keep(option))
            more = [*assumed, variable[option]]
            if kind == FIRST:
                assumed = [*assumed, -variable[option]]
                open_set ^= least
            if not all(map(left.__and__, wants)):
                continue
            self.propagations += 1
            consistent, self.trail = propagate(more)
            if not consistent:
                continue
            if cases:
                self.path.append((problem, assumed, open_set, chosen, wants, cases, kind, since))
            self.enter(problem, more, left, chosen, wants)
            return

    def either(self, node: Node) -> None:
        """Leave an option, and take it."""
        problem, assumed, open_set, chosen, wants, option, _, _ = node
        variable = problem.variable[option.bit_length() - 1]
        self.nodes += 1
        for more, left in [(-variable, open_set ^ option), (variable, open_set)]:
            if self.ask(problem, [*assumed, more]):
                self.enter(problem, [*assumed, more], left, chosen, wants)

    def enter(
        self,
        problem: Problem,
        assumed: list[int],
        open_set: int,
        chosen: int,
        wants: list[int],
        root: int | None = None,
    ) -> None:
        """Note a solution, or go down to the cases of an item with the fewest open options."""
        size, options = problem.guard, problem.options
        taken = [options[literal - 1] for literal in self.trail if 0 < literal < size]
        if len(self.trail) == size:
            self.found += 1
            if self.solutions:
                self.rows.append(sorted(problem.chosen + taken))
            return
        kept = self.kept
        for option in taken:
            open_set &= kept[option] or self.keep(option)
            chosen |= 1 << option
        wants = [gives for gives in wants if not gives & chosen]
        kind, cases = (ONE_OF if wants else EITHER), 0
        if wants:
            open_of = list(map(open_set.__and__, wants))
            sizes = list(map(int.bit_count, open_of))
            cases = open_of[sizes.index(min(sizes))]
            if root in problem.wants and problem.cover.gives[root] in wants:
                cases = problem.cover.gives[root] & open_set
        if problem.several:
            open_set, cases, kind = several(problem, open_set, chosen, cases, kind, root)
        if kind == EITHER:
            self.any_option(problem, assumed, open_set & ~chosen, chosen)
            return
        guide = self.guide
        if guide.solver is not None:
            left = (open_set ^ chosen).bit_count()
            if guide.wants(left, len(self.path), self.found) and self.close_below(problem, chosen, left):
                return
        since = self.propagations - (WORTH if open_set.bit_count() >= LARGE else 0)
        self.path.append((problem, assumed, open_set, chosen, wants, cases, kind, since))

    def close_below(self, problem: Problem, chosen: int, left: int) -> bool:
        """Whether the guide says that there is no solution here; then leave whatever else it has closed."""
        together = self.guide.core(left, problem.before | chosen)
        if together is None:
            return False
        while self.path:
            above, _, _, taken, *_ = self.path[-1]
            if together & ~(above.before | taken):
                break
            self.path.pop()
        return True

    def any_option(self, problem: Problem, assumed: list[int], rest: int, chosen: int) -> None:
        """Go down to a node where no item wants anything: an option that is open is taken, or left."""
        for literal in self.trail:
            if literal < 0:
                rest &= ~(1 << problem.options[-literal - 1])
        self.path.append((problem, assumed, rest | chosen, chosen, [], rest & -rest, EITHER, 0))


def smaller(node: Node) -> Node:
    """Return a node in a problem of its own if few enough options are open, else the node."""
    problem, _, open_set, chosen, wants, cases, kind, since = node
    left = open_set & ~chosen
    if left.bit_count() >= SMALLER * problem.guard:
        return node
    cover = problem.cover
    less = Problem(cover, left, problem.chosen + members(chosen, cover.options))
    for _ in less.encode():
        pass
    return less, [less.guard], left, 0, wants, cases, kind, since


def several(
    problem: Problem, open_set: int, chosen: int, cases: int, kind: int, root: int | None
) -> tuple[int, int, int]:
    """The open options, cases and kind of a node, where there are demands beyond one of many.

    The first of k options that an item still wants is not among its last k - 1.
    """
    unmet = []
    for gives, low, high in problem.several:
        given = (gives & chosen).bit_count()
        if given >= high:
            open_set &= ~gives | chosen
        if given < low:
            unmet.append((gives, low - given))
    cases &= open_set
    fewest = cases.bit_count() if kind == ONE_OF else open_set.bit_length() + 1
    first = problem.cover.gives[root] & open_set if root in problem.cover.several else -1
    for gives, missing in unmet:
        left = gives & open_set & ~chosen
        number = -1 if gives & open_set == first else left.bit_count() - missing + 1
        if number < fewest:
            kind, fewest, cases = FIRST, number, left
            for _ in range(missing - 1):
                cases ^= 1 << cases.bit_length() >> 1
    return open_set, cases, kind


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
