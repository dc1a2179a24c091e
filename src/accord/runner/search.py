"""Searching parts one after the other, in this process; `workers` does the same in several processes.

Both are generators of (index of the part, slice), with the efforts of all parts added up in every slice.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TypeAlias

from accord.backends.contract import Backend, Request, Slice
from accord.errors import EngineError
from accord.symmetry.parts import Part

Steps: TypeAlias = Generator[tuple[int, Slice], None, None]


def one_by_one(backend: Backend, parts: Sequence[Part], request: Request) -> Steps:
    """Search the parts in order. The last slice of each is complete, or the whole search has failed."""
    before: Mapping[str, int] = {}
    for index, part in enumerate(parts):
        total = before
        for step in complete_search(backend, part, request):
            total = added([before, step.effort])
            yield index, replace(step, effort=total)
        before = total


def added(efforts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Efforts of several searches, counter by counter; a counter at zero stays."""
    total: dict[str, int] = {}
    for effort in efforts:
        for name, value in effort.items():
            total[name] = total.get(name, 0) + value
    return total


def complete_search(backend: Backend, part: Part, request: Request) -> Generator[Slice, None, None]:
    """One part's slices. Raises EngineError if the engine ends without having seen the whole space."""
    with closing(backend.search(part.model, replace(request, root=part.root))) as search:
        for step in search:
            yield step
            if step.complete:
                return
    raise EngineError(f"backend {backend.name} ended without saying that its search was complete")
