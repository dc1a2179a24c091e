"""Search a run's parts in turn, and sieve solutions: verify, drop symmetric ones, refuse repeated ones.

A search of parts is a generator of (index of the part, slice); a slice has the effort of its part so far.

A count of solutions with hidden options is one of visible solutions only if the visible options determine the
hidden ones. Where every solution is walked to, the sieve sees one that comes twice. Where solutions are only
counted, `check_determined` walks to the first ones beforehand: so many that a small model is seen whole, and
so few nodes that it costs a fraction of a second. It drops what it finds; the count begins anew. A backend
whose counts see it themselves is not asked for any.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from accord.backends.contract import Allowance, Backend, Request, Slice, State, node_counter
from accord.errors import EngineError, SpentError
from accord.model import Model
from accord.model.model import Indices
from accord.runner import lazy
from accord.runner.portfolio import search as search_with_helper
from accord.symmetry.group import Group
from accord.symmetry.parts import Part, least_images, least_of_images


class Sieve:
    """Turns slices of an engine into solutions of the whole model: verified, led back, and filtered.

    Raises EngineError for what no engine may do: a false solution, a wrong number of them, one given twice.
    """

    def __init__(
        self, model: Model, backend: str, *, walks: bool, only_counts: bool, group: Group | None = None
    ) -> None:
        self._model = model
        self._backend = backend
        self._walks = walks  # solutions were asked for
        self._only_counts = only_counts  # but they are none of the whole model
        self._group = group  # of each class its least solution is wanted, whichever a part has
        self._seen: set[bytes] = set()  # visible solutions, where some options are hidden

    def sift(self, part: Part, step: Slice) -> tuple[int, Indices]:
        """How many solutions of a slice are left, and which: [number, width], in the whole model."""
        count, solutions = step.count, step.solutions
        if self._walks and count != (0 if solutions is None else len(solutions)):
            raise EngineError(f"backend {self._backend} counted {count} solutions but gave others")
        if solutions is None:
            return count, np.zeros((0, 0), np.int32)
        if self._only_counts:
            return count, solutions[:0]
        solutions = part.of_whole(solutions)
        self._model.verify(solutions)
        self._refuse_repeats(solutions)
        if part.filter is not None:
            solutions = solutions[least_of_images(part.filter, solutions)]
        if self._group is not None:
            solutions = least_images(self._group, solutions)
        return len(solutions), solutions

    def _refuse_repeats(self, solutions: Indices) -> None:
        """Hidden options are determined by the visible ones, so no visible solution may come twice.

        Only solutions of this run are compared: a checkpoint does not hold the ones that it counts.
        """
        if not self._model.has_hidden:
            return
        for row in np.sort(self._model.without_hidden(solutions), axis=1):
            visible = row[row >= 0].tobytes()
            if visible in self._seen:
                raise EngineError("one visible solution came twice: hidden options are not determined")
            self._seen.add(visible)


Steps: TypeAlias = Generator[tuple[int, Slice], None, None]


def one_by_one(
    backend: Backend,
    parts: Sequence[Part],
    request: Request,
    finished: Collection[int] = (),
    states: Mapping[int, State] | None = None,
    nodes: Allowance | None = None,
    relief: bool = False,
) -> Steps:
    """Search the parts in order, without the finished ones. The last slice of each is complete.

    `nodes` may be placed in all of them together. With `relief` another backend helps after a while;
    see `accord.runner.portfolio`.
    """
    for index, part in enumerate(parts):
        if index not in finished:
            spent, resume = 0, (states or {}).get(index)
            asked = replace(request, resume=resume, nodes=nodes)
            with closing(complete_search(backend, part, asked, relief)) as steps:
                for step in steps:
                    spent = node_counter(step.effort)[0] if step.effort else spent
                    yield index, step
            nodes = None if nodes is None else nodes.after(spent)


def complete_search(
    backend: Backend, part: Part, request: Request, relief: bool = False
) -> Generator[Slice, None, None]:
    """One part's slices. Raises EngineError if the engine ends without having seen the whole space."""
    ranks = tuple(request.ranks[option] for option in part.options.tolist()) if request.ranks else ()
    request = replace(request, root=part.root, hint=part.own(request.hint), ranks=ranks)
    alone = not relief or request.nodes is not None or request.save_when is not None
    search = (lazy.search if alone else search_with_helper)(backend, part.model, request)
    with closing(search) as steps:
        for step in steps:
            yield step
            if step.complete:
                return
    raise EngineError(f"backend {backend.name} ended without saying that its search was complete")


MOST_SOLUTIONS = 2_000
MOST_NODES = 20_000  # or what stands for them


def check_determined(
    steps: Steps,
    backend: Backend,
    model: Model,
    parts: Sequence[Part],
    request: Request,
    finished: Collection[int] = (),
) -> Steps:
    """The steps of a count, after empty ones while the first solutions are walked to.

    Raises EngineError if a visible solution comes twice.
    """
    with closing(steps):
        if model.has_hidden and not request.solutions and not backend.determines:
            yield from _walk_to_first(backend, model, parts, request, finished)
        yield from steps


def _walk_to_first(
    backend: Backend, model: Model, parts: Sequence[Part], request: Request, finished: Collection[int]
) -> Steps:
    sieve, solutions, nodes = Sieve(model, backend.name, walks=True, only_counts=False), 0, 0
    walks = replace(request, task="all", solutions=True, workers=1, save_when=None, resume=None)
    allowance = Allowance(lambda spent: MOST_NODES - spent)
    for index, part in enumerate(parts):
        by_name = lazy.refusal(backend, part.model, walks) is None
        asked = replace(walks, engine=walks.engine if by_name else None, nodes=allowance.after(nodes))
        if index in finished or lazy.refusal(backend, part.model, asked) is not None:
            continue
        spent = 0
        with suppress(SpentError), closing(complete_search(backend, part, asked)) as search:
            for step in search:
                spent = node_counter(step.effort)[0] if step.effort else spent
                solutions += sieve.sift(part, step)[0]
                yield index, Slice()
                if solutions >= MOST_SOLUTIONS or nodes + spent >= MOST_NODES:
                    return
        nodes += spent
