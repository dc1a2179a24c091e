"""Find the clues that a puzzle does not need for its one solution, with one solver for all questions.

The solver has each clue under a guard, and a clause that asks for another solution. An answer `none` names
guards that led to it: the clues beside them are not needed, as long as these stay. So only a clue among them
is asked about, and most clues that go cost no question. The clues that are left depend on no engine: each was
tried in its turn, and left out where the others had one solution.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from accord.backends.contract import Search, Slice
from accord.backends.sat.thread import Pulse, in_thread
from accord.pencil.clues import clues, stated_clues
from accord.pencil.kind import Kind
from accord.pencil.other_solution import HardError, within_conflicts
from accord.puzzles.clues import Clues
from accord.setters.guarded import Guarded

Place = tuple[str, int, int]  # of a clue: its part, its row and its column there


def needed_places(kind: Kind, spec: Any, groups: Sequence[Sequence[Place]]) -> set[Place] | None:
    """Return where clues stay when groups of others are left out; None if the puzzle has several solutions.

    Args:
        kind: of the puzzle; its `clues` have the parts whose clues may go.
        spec: of the puzzle.
        groups: clues that go together, in the order in which they are tried.
    """
    places = [(each.key, each.row, each.column) for each in stated_clues(kind, spec)]
    number = {place: n for n, place in enumerate(places)}
    search = _Search(clues(kind, spec), [{number[place] for place in group} for group in groups])
    for _ in in_thread(search.run):
        pass
    return {places[n] for n in search.left} if search.is_unique else None


@dataclass(eq=False)
class _Search:
    """The search, in a thread of its own."""

    clues: Clues
    groups: Sequence[set[int]]
    is_unique: bool = False
    left: set[int] = field(default_factory=set)  # the clues that stay

    def run(self, pulse: Pulse) -> Search:
        """Leave out one group after the other."""
        self.left = {*range(len(self.clues.clues))}
        solver = Guarded(self.clues.model, self.clues.of_item, len(self.left), pulse)
        yield from solver.write()
        solution = yield from solver.ask(self.left, [])
        if solution is not None:
            chosen = {*solution}
            others = [-o - 1 if o in chosen else o + 1 for o in self.clues.decides]
            yield from self._leave_out(solver, solver.solver.any_of(others))
        yield Slice(complete=True)

    def _leave_out(self, solver: Guarded, other: int) -> Search:
        self.is_unique = yield from _has_none(solver, self.left, other)
        for group in self.groups if self.is_unique else ():
            rest = self.left - group
            if solver.led.isdisjoint(group) or (yield from _has_none(solver, rest, other)):
                self.left = rest


def _has_none(solver: Guarded, some: Collection[int], other: int) -> Generator[Slice, None, bool]:
    """Return whether these clues leave no other solution; false if that takes too long."""
    try:
        return (yield from within_conflicts(solver.ask(sorted(some), [other]), solver.solver.oracle)) is None
    except HardError:
        return False
