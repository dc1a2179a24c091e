"""What a run and a part of a shared count have in common: slices pass the sieve and are added to the tally.

    for index, step in counting.steps(request):
        count, solutions = counting.passed(index, step)
        counting.add(index, count, solutions)

Limits, and whatever else ends a search early, are up to the loop of who counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from accord.backends.contract import Allowance, Request, Slice, State
from accord.model.digest import digest
from accord.runner.choose import Choice
from accord.runner.determined import checked
from accord.runner.search import Steps, one_by_one
from accord.runner.sieve import Sieve
from accord.runner.tally import Tally
from accord.runner.work import Work
from accord.symmetry.group import group_of

if TYPE_CHECKING:
    from accord.model.model import Indices, Model

NOTHING: Mapping[int, State] = {}


@dataclass(eq=False)
class Counting:
    """Some work, who does it, and what is known so far."""

    model: Model  # the whole, whose solutions are verified
    work: Work
    choice: Choice
    tally: Tally
    digests: bool = False  # whether the digest is wanted of what passes

    def __post_init__(self) -> None:
        name, walks = self.choice.backend.name, self.choice.request.solutions
        group = group_of(self.model) if self.work.least and walks else None
        self._sieve = Sieve(self.model, name, walks=walks, only_counts=self.work.only_counts, group=group)

    def steps(
        self,
        request: Request,
        nodes: Allowance | None = None,
        states: Mapping[int, State] = NOTHING,
        workers: int = 1,
    ) -> Steps:
        """Slices of the parts that are not finished: (index of the part, slice).

        Args:
            request: what the backend is asked.
            nodes: how many may be placed in all parts together.
            states: of parts under way, to go on from.
            workers: worker processes; 1: this process.
        """
        backend, parts, finished = self.choice.backend, self.work.parts, frozenset(self.tally.finished)
        if workers > 1:
            from accord.runner.workers import in_parallel  # only now: it imports much

            # a worker process has no part of the checkpoint: that is written when a part is finished
            request = replace(request, save_when=None)
            steps = in_parallel(backend.name, parts, request, workers, finished, nodes)
        else:
            steps = one_by_one(backend, parts, request, finished, states, nodes, self.choice.relief)
        if self.work.only_counts:  # of solutions that are none of the whole model
            return steps
        return checked(steps, backend, self.model, parts, request, finished)

    def passed(self, index: int, step: Slice) -> tuple[int, Indices]:
        """Note what a slice tells of its part; how many solutions of it pass the sieve, and which."""
        sums = self.tally.part(index)
        if step.effort:
            sums.effort = dict(step.effort)
        if step.estimate:
            sums.estimate = dict(step.estimate)
        if step.stats:
            sums.stats = step.stats
        if step.done is not None:
            self.tally.fraction[index] = step.done
        return self._sieve.passed(self.work.parts[index], step)

    def add(self, index: int, count: int, solutions: Indices) -> None:
        """Add solutions of a part: how many, and if they are known, which."""
        sums = self.tally.part(index)
        if self.digests and len(solutions):
            sums.digest = sums.digest + digest(self.model, solutions)
        sums.total += self.work.weights[index] * count
