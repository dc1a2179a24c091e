"""Searching parts one after the other, in this process; `workers` does the same in several processes.

Both are generators of (index of the part, slice); the effort of a slice is that of its part so far.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from accord.backends.contract import Allowance, Backend, Request, Slice, State, placed
from accord.errors import EngineError
from accord.runner import lazy
from accord.runner.portfolio import search as relieved
from accord.symmetry.parts import Part

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
    """Search the parts in order, but those that are finished. The last slice of each is complete.

    `nodes` may be placed in all of them together. With `relief` another backend helps after a while;
    see `accord.runner.portfolio`.
    """
    for index, part in enumerate(parts):
        if index not in finished:
            spent, resume = 0, (states or {}).get(index)
            for step in complete_search(backend, part, replace(request, resume=resume, nodes=nodes), relief):
                spent = placed(step.effort)[0] if step.effort else spent
                yield index, step
            nodes = None if nodes is None else nodes.after(spent)


def complete_search(
    backend: Backend, part: Part, request: Request, relief: bool = False
) -> Generator[Slice, None, None]:
    """One part's slices. Raises EngineError if the engine ends without having seen the whole space."""
    hint = tuple(np.flatnonzero(np.isin(part.options, request.hint)).tolist()) if request.hint else ()
    request = replace(request, root=part.root, hint=hint)
    alone = not relief or request.nodes is not None or request.save_when is not None
    search = (lazy.search if alone else relieved)(backend, part.model, request)
    with closing(search) as steps:
        for step in steps:
            yield step
            if step.complete:
                return
    raise EngineError(f"backend {backend.name} ended without saying that its search was complete")
