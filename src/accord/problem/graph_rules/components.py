"""Components: the chosen vertices that hang together are as many as a size says, in each part.

`components(x, where=value, size=n)`: each connected part of the cells that have this value has so many cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from typing import Any, Self

import numpy as np

from accord.model.arrays import least_connected
from accord.model.build import UNBOUNDED
from accord.model.data import LazyItem
from accord.problem.graph_rules import follows
from accord.problem.graph_rules.base import GraphRule, states_rules
from accord.problem.graph_rules.lowered import LoweredRule, OnVertices, Places
from accord.problem.graph_rules.meaning import parts
from accord.problem.graph_rules.separation import MOST_CUTS, Part, cut, join_names, parts_of_vertices
from accord.problem.graphs.flags import Size, flags_of, size_of, truths_where
from accord.problem.graphs.graph import Touching, Vertex, graph_of
from accord.problem.lower.linear_form import LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.roles import Seen

MOST_STARTS = 3  # vertices of a component for which there is a cut each


class LoweredComponents(OnVertices):
    """The rule on options."""

    name = "components"
    limits_parts = True

    @property
    def needs_cuts(self) -> bool:
        """Whether neighbours do not say all about the sizes."""
        all_may = self.most >= len(self.options) or not self.most
        return self.least > 2 or (self.most > 1 and not all_may)

    @classmethod
    def narrowing(cls, rules: Sequence[Self]) -> Callable[[Sequence[Sequence[int]]], Places]:
        """Return what leaves of the choices only the components of a wrong size."""
        return _Sizes(rules).wrong

    def find_cuts(self, taken: list[int]) -> Iterator[LazyItem]:
        """Yield cuts of parts that are too small, or too large."""
        return islice(_sizes(self, parts_of_vertices(self, taken)), MOST_CUTS)

    def derives(self, gives: Mapping[int, int], low: int, high: int | None) -> bool:
        """Whether some vertices are too many for a part, or one is in too small a part."""
        if high is not None:
            return low <= 0 and follows.is_too_large(self, gives, high)
        return follows.is_too_small(self, gives, low) or (
            not gives and follows.is_too_large(self, gives, -low)
        )

    @property
    def ranges(self) -> bool:
        """Whether there are several sizes."""
        return self.least < self.most


class Components(GraphRule):
    """The rule as it is stated."""

    lowered = LoweredComponents
    function_name = "components"

    def hint(self, seen: Seen) -> str | None:
        """Return that vertices are too many for a component, or one is in too small a component."""
        if seen.step.rule != "bounds" or not seen.is_lazy:
            return super().hint(seen)
        inside = [seen.place_of(option) for option, amount in seen.gives.items() if amount < 0]
        if not inside:
            return f"otherwise {self.words} would be too large, so {seen.verdict}"
        if not any(forced.chosen for forced in seen.step.forced):
            return f"at {inside[0]} {self.words} would be too small, so {seen.verdict}"
        return f"from {inside[0]} {self.words} can grow only there, so {seen.verdict}"

    def accepts(self, chosen: Iterable[Vertex]) -> bool:
        """Whether each part of these vertices has a size."""
        low, high = self.size or (1, len(self.flags))
        return all(low <= len(part) <= high for part in parts(set(chosen), self.graph.edges))

    def write_local(
        self, writer: ModelWriter, rule: LoweredRule, known: list[LinearForm], forms: Sequence[LinearForm]
    ) -> None:
        """Write what a vertex needs of its neighbours; cuts say the rest.

        Where all have two or more, a chosen vertex has a chosen neighbour; where they have one, none.
        """
        del forms
        low, high = self.size or (1, len(known))
        if 1 < low <= high and _write_neighbours(writer, self.words, rule, known):
            return
        for vertex, there in enumerate(known):
            name = f"{self.words}: {rule.options[vertex] or f'number {vertex + 1}'}"
            if low > high:
                writer.at_most(f"{name} is in none", there, 0)
            elif low > 1:
                near = [known[other] for other, _ in rule.near[vertex]]
                writer.at_least(f"{name} has a neighbour", sum_of((*near, there), (*[1] * len(near), -1)), 0)
            elif high == 1:
                for other in (other for other, _ in rule.near[vertex] if other > vertex):
                    writer.at_most(
                        f"{name} is not beside {rule.options[other]}", sum_of((there, known[other])), 1
                    )


@states_rules
def components(
    flags: Any,
    graph: Any = None,
    *,
    where: Any = None,
    size: Size = None,
    touching: Touching = "sides",
    words: str = "",
) -> Components:
    """Return the rule that each connected part of the chosen vertices has a `size`; see `connected`."""
    over = graph_of(flags if graph is None else graph, touching)
    found = flags_of(flags if where is None else truths_where(flags, where), over.vertices)
    return Components(over, found, empty=True, size=size_of(size), how="cuts", called=words)


def _write_neighbours(writer: ModelWriter, words: str, rule: LoweredRule, known: list[LinearForm]) -> bool:
    """Write that each vertex has a neighbour, at once; False, and nothing, where one is always chosen.

    False as well where the model would grow too large.
    """
    if not all(form.terms for form in known):
        return False
    option = [next(iter(form.terms)) for form in known]  # each is an option of its own
    near = [[option[other] for other in some] for some in rule.beside]
    entries = [each for here, some in zip(option, near, strict=True) for each in (*some, here)]
    amounts = [each for some in near for each in ((*[1] * len(some), -1) if some else (1,))]
    return writer.rows(
        [f"{words}: {name} has a neighbour" for name in rule.options],
        [writer.rule] * len(option),
        entries,
        amounts,
        [len(some) + 1 for some in near],
        [0] * len(option),
        [UNBOUNDED if some else 0 for some in near],
    )


def _sizes(rule: LoweredRule, parts: list[Part]) -> Iterator[LazyItem]:
    """Yield cuts of parts that are too small, or too large."""
    fixed = set(rule.fixed)
    for part in parts:
        if len(part.vertices) < rule.least:
            border = sorted({other for v in part.vertices for other, _ in rule.near[v]} - part.vertices)
            sure = [vertex for vertex in part.places if vertex in fixed]
            if sure:
                yield cut(rule, border, [])
            for vertex in part.places[:MOST_STARTS] if not sure else ():
                yield cut(rule, border, [vertex])
        elif rule.most and len(part.vertices) > rule.most:
            for start in part.places[:: -(-len(part.places) // MOST_STARTS)]:
                yield _too_large(rule, part, start)


def _too_large(rule: LoweredRule, part: Part, start: int) -> LazyItem:
    """Return the cut of the vertices around one, as many as a component may not have."""
    found = [start]
    for vertex in found:  # grows while it is walked
        new = [other for other, _ in rule.near[vertex] if other in part.vertices and other not in found]
        found += dict.fromkeys(new)
    named = [rule.options[vertex] for vertex in found[: rule.most + 1] if rule.options[vertex]]
    name = f"at most {rule.most} of {join_names(named)}"
    if not named:
        return rule.item(name, {}, 1)
    return rule.item(name, dict.fromkeys(named, 1), 0, len(named) - 1)


class _Sizes:
    """The vertices of several rules, numbered through, and the sizes that their components may have.

    Most components have a right size, and only the others need a walk in Python. A fillomino of 1,350 cells
    has 150 rules, and they see 70 solutions until one is true.
    """

    def __init__(self, rules: Sequence[LoweredRule]) -> None:
        lengths = [rule.vertices for rule in rules]
        *self._first, self._vertices = accumulate(lengths, initial=0)
        edges = [np.array(rule.edges, np.int64).reshape(-1, 2) for rule in rules]
        pairs = np.concatenate([some + at for some, at in zip(edges, self._first, strict=True)])
        self._pairs = np.ascontiguousarray(pairs.T)
        self._least = np.repeat([rule.least for rule in rules], lengths)
        self._most = np.repeat([rule.most or rule.vertices for rule in rules], lengths)

    def wrong(self, taken: Sequence[Sequence[int]]) -> list[list[int]]:
        """Return by rule which of the vertices taken are in components that are too small or too large."""
        numbers = [at + vertex for at, some in zip(self._first, taken, strict=True) for vertex in some]
        there = np.array(numbers, np.int64)
        is_taken = np.zeros(self._vertices, np.bool_)
        is_taken[there] = True
        pairs = self._pairs[:, is_taken[self._pairs[0]] & is_taken[self._pairs[1]]]
        edge = np.tile(np.arange(pairs.shape[1]), 2)
        part = least_connected(edge, pairs.ravel(), pairs.shape[1], self._vertices)[there]
        size = np.bincount(part, minlength=self._vertices)[part]
        wrong = np.sort(there[(size < self._least[there]) | (size > self._most[there])])
        by_rule = np.split(wrong, np.searchsorted(wrong, self._first[1:]))
        return [(some - at).tolist() for some, at in zip(by_rule, self._first, strict=True)]
