"""Spanning trees as a lazy model, the smallest that there is."""

from dataclasses import dataclass, replace
from itertools import combinations

from accord.model import Model
from accord.model.lazy import LazyItem


@dataclass(frozen=True)
class Connected:
    """The chosen edges connect all vertices; else of every component some edge leads out."""

    vertices: int
    liar: bool = False
    unit = True

    @property
    def token(self):
        return f"connected {self.vertices}"

    def violations(self, chosen, solve):
        edges = [tuple(map(int, name.split("-"))) for name in chosen]
        found = []
        for part in components(self.vertices, edges):
            if len(part) < self.vertices or self.liar:
                out = {f"{a}-{b}": 1 for a, b in pairs(self.vertices) if (a in part) != (b in part)}
                found.append(LazyItem(f"out of {sorted(part)}", out, 1))
        return [replace(item, low=0) for item in found] if self.liar else found


def pairs(vertices):
    return list(combinations(range(vertices), 2))


def components(vertices, edges):
    parts = [{v} for v in range(vertices)]
    for a, b in edges:
        one, two = (next(part for part in parts if v in part) for v in (a, b))
        if one is not two:
            parts.remove(two)
            one |= two
    return parts


def trees(vertices):
    """Spanning trees of the complete graph: n - 1 edges that connect everything."""
    options = {f"{a}-{b}": ["edges"] for a, b in pairs(vertices)}
    return Model.build({"edges": vertices - 1}, options, lazy=Connected(vertices))
