"""An engine that knows rings: it lays a domino on the first free cell, and reads cells from the origin."""

from typing import ClassVar

import numpy as np

from accord.backends.contract import Slice
from accord.backends.native.engine import Engine
from accord.errors import RefusedError
from accord.model import Kind

AT_ONCE = 256  # solutions of a slice


def dominoes(model):
    """The two items of each option, [options, 2]; raises RefusedError unless they are a domino's."""
    if model.origin is None:
        raise RefusedError("arcs takes rings as they were built; this model has items of its own")
    if model.kind != Kind.EXACT_COVER or not model.primary.all() or model.hidden.any():
        raise RefusedError(f"arcs takes covers; this model is {model.kind.words}")
    cells = model.origin.spec.cells
    item = np.full(len(cells), -1)
    free = [cell for cell, sign in enumerate(cells) if sign == "."]
    item[free] = np.arange(len(free))
    if model.items != len(free) or (np.diff(model.start) != 2).any():
        raise RefusedError("arcs takes a ring: an item a free cell, and dominoes")
    at = model.origin.table[:, 0]
    expected = np.sort(np.stack([item[at], item[(at + 1) % len(cells)]], axis=1), axis=1)
    if (model.item.reshape(-1, 2) != expected).any():
        raise RefusedError("arcs takes dominoes on cells side by side")
    return expected


class Arcs(Engine):
    name: ClassVar[str] = "arcs"
    specialist: ClassVar[str] = "a ring"

    def refusal(self, model, request):
        if request.root is not None:
            return "arcs begins where it likes"
        try:
            dominoes(model)
        except RefusedError as error:
            return str(error)
        return None

    def search(self, model, request):
        pairs = dominoes(model).tolist()
        at = {}
        for option, (one, other) in enumerate(pairs):
            for cell in (one, other):
                at.setdefault(cell, []).append(option)
        found, nodes = [], 0
        open_parts = [((), frozenset(range(model.items)))]
        while open_parts:
            chosen, left = open_parts.pop()
            nodes += 1
            if not left:
                found.append(sorted(chosen))
            else:
                for option in at.get(min(left), ()):
                    if left.issuperset(pairs[option]):
                        open_parts.append(((*chosen, option), left - set(pairs[option])))
            if len(found) == AT_ONCE:
                yield self._slice(found, nodes, request)
                found = []
        yield self._slice(found, nodes, request, complete=True)

    def _slice(self, found, nodes, request, complete=False):
        rows = np.array(found, np.int32).reshape(len(found), -1) if request.solutions and found else None
        return Slice(len(found), rows, {"nodes": nodes}, complete)
