"""Search the fewest clues to change, leave out or add so that a puzzle has one solution.

A choice of clues and a solution S that meets them is a repair if no other solution meets them. One solver
holds the rules and every possible clue under a guard, a literal that is true where the clue is chosen:

    propose   with at most k changes, a choice of clues and a solution that meets it
    check     under these clues, another solution T; if there is none, the choice is a repair
    learn     T: from now on a proposal has T as its solution, or a clue that T does not meet

T meets some clues and breaks others, so what is learnt excludes many choices at once. k rises from 0 when no
proposal is left: a lower bound. In turn k is one less than what the best repair has, which falls with each
better one. The first comes soon: to a proposal, add clues that S meets and T breaks, until there is no T.

(This is the counterexample-guided synthesis of Solar-Lezama, 2006.)
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from pysat.card import CardEnc, EncType, ITotalizer

from accord.backends.contract import Search, Slice
from accord.backends.sat.thread import Pulse
from accord.errors import EngineError
from accord.model.arrays import totals
from accord.puzzles.clues import PossibleClues
from accord.setters.guarded import Guarded


class MetClues:
    """The possible clues, and the solver that holds them under guards."""

    def __init__(self, possible: PossibleClues, solver: Guarded) -> None:
        self._possible, self._solver = possible, solver
        self._of_item = np.asarray(possible.of_item, np.int64)
        self._decides = frozenset(possible.decides)
        model = possible.model
        decides = np.zeros(model.options, np.bool_)
        decides[list(possible.decides)] = True
        clues = self._of_item[model.item[~decides[model.option_of_entry]]]
        self._with_options = frozenset(clues[clues >= 0].tolist())  # of their own

    def which(self, solution: list[int], some: Collection[int]) -> Generator[Slice, None, set[int]]:
        """Return which of some clues a solution meets: by arithmetic, else by asking."""
        model = self._possible.model
        chosen = np.zeros(model.options, np.bool_)
        chosen[solution] = True
        given = totals(model.item, model.amount * chosen[model.option_of_entry], model.items)
        broken = {*self._of_item[(given < model.low) | (given > model.high)].tolist()}
        asked = {number for number in some if number in self._with_options}
        met = {*some} - asked - broken
        return met | (yield from self._ask(solution, asked)) if asked else met

    def _ask(self, solution: list[int], some: set[int]) -> Generator[Slice, None, set[int]]:
        """Return which clues a solution meets: ask for one that is not known yet, until there is none."""
        solver = self._solver.solver
        fixed = [-literal for literal in self.contrary(solution)]
        unknown, met = set(some), set[int]()
        solver.oracle.solver.set_phases([solver.guards[number] for number in some])  # many at once
        while unknown:
            one = solver.any_of([solver.guards[number] for number in sorted(unknown)])
            if (yield from self._solver.ask((), [*fixed, one])) is None:
                break
            found = self._solver.chosen_groups() & unknown
            met |= found
            unknown -= found
        return met

    def contrary(self, solution: Iterable[int]) -> list[int]:
        """Return the literals of which another solution has one."""
        chosen = {*solution}
        return [-option - 1 if option in chosen else option + 1 for option in self._possible.decides]

    def deciding(self, solution: Iterable[int]) -> list[int]:
        """Return the options of a solution that tell it from others."""
        return sorted(self._decides.intersection(solution))


Chosen = frozenset[int]  # numbers of clues
FIRST_BOUND = 4  # changes that the first counter of changes can count


@dataclass(eq=False)
class RepairSearch:
    """The search, in a thread of its own; its findings are right at any time."""

    possible: PossibleClues
    best: Chosen | None = None  # the clues of the repair with the fewest changes so far
    at_least: int = 0  # changes
    is_over: bool = False
    has_solution: bool = True  # the rules alone have one
    proposals: int = 0
    counterexamples: int = 0
    needless: set[int] = field(default_factory=set)  # clues of the repair that can all be left out as well

    def __post_init__(self) -> None:
        clues = self.possible.clues
        self.stated = frozenset(number for number, clue in enumerate(clues) if clue.is_stated)
        self.at_spot: dict[int, list[int]] = {}
        for number, clue in enumerate(clues):
            self.at_spot.setdefault(clue.spot, []).append(number)
        self._stated_at = {clues[number].spot: number for number in self.stated}

    # -- changes -----------------------------------------------------------------------------------

    def cost(self, chosen: Iterable[int]) -> int:
        """Return the number of spots that do not have the clue that the puzzle states."""
        return len(self.changed_spots(chosen))

    def changed_spots(self, chosen: Iterable[int]) -> list[int]:
        """Return the spots that have another clue than stated, one that is not stated, or none any more."""
        now = {self.possible.clues[number].spot: number for number in chosen}
        return sorted(spot for spot in {*now, *self._stated_at} if now.get(spot) != self._stated_at.get(spot))

    # -- the search --------------------------------------------------------------------------------

    def run(self, pulse: Pulse) -> Search:
        """Propose, check and learn until a repair has as few changes as is possible."""
        possible = self.possible
        self.solver = Guarded(possible.model, possible.of_item, len(possible.clues), pulse)
        yield from self.solver.write()
        self._met = MetClues(possible, self.solver)
        self._count_changes()
        if (yield from self.solver.ask((), [])) is None:
            self.has_solution, self.is_over = False, True
            yield Slice(complete=True)
            return
        while not self._is_proved:
            bound = self._bound()
            proposal = yield from self._propose(bound)
            if proposal is None:
                if self._unbounded:  # no number of changes helps
                    break
                self.at_least = bound + 1
                continue
            chosen, solution = proposal
            if (yield from self._check(chosen, solution)) is None:
                self._note(chosen)
            elif self.best is None or self.proposals & (self.proposals - 1) == 0:
                yield from self._complete(chosen, solution)
            yield Slice(effort=self.effort)
        if self.best is not None:
            yield from self._find_needless()
        self.is_over = True
        yield Slice(complete=True)

    @property
    def effort(self) -> dict[str, int]:
        """The counters so far."""
        calls = self.solver.calls if hasattr(self, "solver") else 0
        return {"proposals": self.proposals, "counterexamples": self.counterexamples, "calls": calls}

    @property
    def _is_proved(self) -> bool:
        return self.best is not None and self.cost(self.best) <= self.at_least

    def _note(self, chosen: Chosen) -> None:
        if self.best is None or self.cost(chosen) < self.cost(self.best):
            self.best = chosen

    def _bound(self) -> int:
        """Return how many changes the next proposal may have: the fewest, or fewer than the best."""
        if self.best is None or self.proposals % 2 == 0:
            return self.at_least
        return self.cost(self.best) - 1

    def _propose(self, bound: int) -> Generator[Slice, None, tuple[Chosen, list[int]] | None]:
        """Return clues within a bound and a solution that meets them; None if there is nothing left."""
        self.proposals += 1
        few = self._at_most(bound)
        found = yield from self.solver.ask((), [self._learning, *few])
        if found is None:
            self._unbounded = not {*few} & {*self.solver.solver.core}
            return None
        chosen, solution = self.solver.chosen_groups(), self._met.deciding(found)
        return (yield from self._with_free_clues(chosen, solution)), solution

    def _with_free_clues(self, chosen: Chosen, solution: list[int]) -> Generator[Slice, None, Chosen]:
        """Return the clues, and one that the solution meets in each spot whose stated clue is gone."""
        taken = {self.possible.clues[number].spot for number in chosen}
        spots = [spot for spot in self._stated_at if spot not in taken]
        some = [number for spot in spots for number in self.at_spot[spot]]
        met = yield from self._met.which(solution, some)
        first: dict[int, int] = {}
        for number in sorted(met, key=lambda number: not self.possible.clues[number].is_stated):
            first.setdefault(self.possible.clues[number].spot, number)
        return chosen | {*first.values()}

    def _check(self, chosen: Chosen, solution: list[int]) -> Generator[Slice, None, list[int] | None]:
        """Return another solution that meets these clues, and learn it; None if there is none."""
        solver = self.solver.solver
        solver.oracle.prefer(self.possible.model.options, solution)  # the nearer, the more is learnt
        other = yield from self.solver.ask(sorted(chosen), [solver.any_of(self._met.contrary(solution))])
        if other is None:
            return None
        other = self._met.deciding(other)
        yield from self._learn(other)
        return other

    def _learn(self, other: list[int]) -> Search:
        """Demand that a proposal has this solution, or a clue that it does not meet."""
        self.counterexamples += 1
        met = yield from self._met.which(other, range(len(self.possible.clues)))
        solver = self.solver.solver
        same = solver.all_of([-literal for literal in self._met.contrary(other)])
        guards = solver.guards
        broken = [guards[number] for number in range(len(guards)) if number not in met]
        solver.add_clause([-self._learning, same, *broken])

    def _complete(self, chosen: Chosen, solution: list[int]) -> Search:
        """Add clues that the solution meets until there is no other, then drop clues that are not needed."""
        taken = {self.possible.clues[number].spot for number in chosen}
        spots = [spot for spot in self.at_spot if spot not in taken]
        met = yield from self._met.which(
            solution, [number for spot in spots for number in self.at_spot[spot]]
        )
        added: list[int] = []
        others: list[
            set[int]
        ] = []  # the clues that each counterexample breaks, of those that the solution meets
        while True:
            if self.best is not None and self.cost(chosen.union(added)) >= self.cost(self.best):
                return
            other = yield from self._check(chosen.union(added), solution)
            if other is None:
                break
            kept = yield from self._met.which(other, sorted(met))
            others.append(met - kept)
            if not others[-1]:
                return  # no clue tells the two apart
            added = _hitting_set(others)
            yield Slice(effort=self.effort)
        for number in list(added):
            rest = chosen.union(added) - {number}
            if (yield from self._check(rest, solution)) is None:
                added.remove(number)
        self._note(chosen.union(added))

    def _find_needless(self) -> Search:
        """Find changed clues that can as well be left out, all of them together."""
        assert self.best is not None
        solution = yield from self.solver.ask(sorted(self.best), [])
        assert solution is not None
        other = self.solver.solver.any_of(self._met.contrary(self._met.deciding(solution)))
        if (yield from self.solver.ask(sorted(self.best), [other])) is not None:
            raise EngineError("a repair has two solutions")
        for number in sorted(self.best - self.stated):
            spot = self.possible.clues[number].spot
            rest = sorted(self.best - self.needless - {number})
            if spot in self._stated_at and (yield from self.solver.ask(rest, [other])) is None:
                self.needless.add(number)

    # -- literals ----------------------------------------------------------------------------------

    def _count_changes(self) -> None:
        """Write that a spot has one clue at most, and literals for the number of changes."""
        solver = self.solver.solver
        self._changes: list[int] = []
        for spot, numbers in self.at_spot.items():
            guards = [solver.guards[number] for number in numbers]
            if len(guards) > 1:
                self._write(CardEnc.atmost(guards, 1, top_id=solver.variables, encoding=EncType.ladder))
            stated = self._stated_at.get(spot)
            if stated is not None:
                self._changes.append(-solver.guards[stated])
            else:
                solver.variables += 1
                self._changes.append(solver.variables)
                for guard in guards:
                    solver.add_clause([-guard, solver.variables])
        solver.variables += 1
        self._learning = solver.variables
        self._unbounded = False
        self._totalizer: ITotalizer | None = None

    def _write(self, formula: object) -> None:
        solver = self.solver.solver
        for clause in formula.clauses:  # type: ignore[attr-defined]
            solver.add_clause(clause)
        solver.variables = max(solver.variables, formula.nv)  # type: ignore[attr-defined]

    def _at_most(self, bound: int) -> list[int]:
        """Return assumptions: at most so many changes."""
        solver = self.solver.solver
        if bound >= len(self._changes):
            return []
        if self._totalizer is None or self._totalizer.ubound <= bound:
            wanted = min(len(self._changes), max(FIRST_BOUND, 2 * bound))
            self._totalizer = ITotalizer(self._changes, wanted, top_id=solver.variables)
            self._write(self._totalizer.cnf)
            solver.variables = max(solver.variables, self._totalizer.top_id)
        return [-self._totalizer.rhs[bound]]


def _hitting_set(sets: Sequence[set[int]]) -> list[int]:
    """Return numbers of which each set has one: always the one that most of the other sets have."""
    found: list[int] = []
    left = list(sets)
    while left:
        counts: dict[int, int] = {}
        for some in left:
            for number in some:
                counts[number] = counts.get(number, 0) + 1
        best = max(sorted(counts), key=counts.__getitem__)
        found.append(best)
        left = [some for some in left if best not in some]
    return found
