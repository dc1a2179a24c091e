"""Enforce connectivity by cuts: clauses added when a solution violates a graph rule.

What is local about a rule (a loop has two edges at a vertex or none) is written as ordinary items, see
`lower`. Left is that all of it hangs together. Where a solution falls into parts, S is one of them, and a cut
says that something between S and the rest is chosen, where it must be:

    kind         where                                                  the cut
    -----------  -----------------------------------------------------  ------------------------------------
    connected    vertices s in S and t elsewhere are chosen             {between: 1, s: -1, t: -1} >= -1
    others       edges e in S and f elsewhere are                       {between: 1, e: -1, f: -1} >= -1
    path         S has a start without its end                          {between: 1} >= 1
    path         S has no end at all, and e in S is chosen              {between: 1, e: -1} >= 0
    path, tree   S is k vertices with a circle: no circle in it         {edges within: 1} <= k - 1
    forest       C is a circle of k edges                               {edges of C: 1} <= k - 1
    components   S is too small, and s in it is chosen                  {between: 1, s: -1} >= 0
    components   T in S is connected, and has one vertex too many       {T: 1} <= |T| - 1

The other side is the largest part, or one with something that is always chosen. A cut for each other part
was measured to be better than one at a time, and more than that to be no better. `between` is as little of
the border of S as still separates it from the other side. Where s, t, e or f are always chosen, as vertices
are where a rule is spanning, they are left out and the demand grows instead. `follows` derives a cut again,
from the graph alone. A loop comes back, so two edges between are chosen: a cut says one, which is a clause,
and was measured to be faster, since the demands at the vertices say the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import count, islice
from typing import Literal, TypeAlias

from accord.grids.regions import Joined
from accord.model.data import LazyItem, ModelData, Solve
from accord.problem.graphs.follows import follows
from accord.problem.graphs.layers import layers
from accord.problem.graphs.network import Network, network
from accord.problem.graphs.sides import sides
from accord.problem.graphs.sizes import Sizes
from accord.problem.graphs.turns import visits, without_turns

__all__ = ["GraphCuts", "Kind", "Rule"]

Kind: TypeAlias = Literal["connected", "components", "loop", "path", "tree", "forest"]

ON_VERTICES = ("connected", "components")  # kinds whose options are of vertices; those of others are of edges

MOST_CUTS = 64  # of one rule for one solution
MOST_STARTS = 3  # vertices of a component for which there is a cut each
HARD, HARD_PATHS = 1_000, 50_000  # conflicts, after which clauses of `unfold` save time
LISTED = 6  # names of options that the name of a cut lists


@dataclass(frozen=True)
class Rule:
    """A graph that must hang together. Vertices are numbered from 0.

    An edge is a pair, and none is there twice.
    """

    words: str  # the statement, as the items of the model name it
    kind: Kind
    vertices: int
    edges: tuple[tuple[int, int], ...]
    options: tuple[str, ...]  # of each vertex where kind is on vertices, else of each edge; no two the same;
    # "" where it is always chosen
    fixed: tuple[int, ...] = ()  # places in `options` that are always chosen, all of those with "" among them
    ends: tuple[int, ...] = ()  # of paths: a start, its end, the next start, ...; none: one path, free ends
    empty: bool = False  # whether nothing at all may be chosen
    spanning: bool = False  # of edges: whether every vertex is visited
    shortest: int = 0  # of edges: the fewest
    most: int = 0  # of vertices, or of each component: how many at most, if that is said
    least: int = 1  # of each component: how many at least

    @cached_property
    def network(self) -> Network:
        """The graph, as it is walked."""
        return network(self.vertices, self.edges)

    @property
    def near(self) -> Sequence[Sequence[tuple[int, int]]]:
        """For each vertex, its neighbours and the edges to them."""
        return self.network.near

    @property
    def beside(self) -> Sequence[Sequence[int]]:
        """For each vertex, its neighbours."""
        return self.network.beside

    @cached_property
    def always(self) -> list[int]:
        """The places in `options` without a name, which are always chosen."""
        return [place for place, name in enumerate(self.options) if not name]

    @property
    def on_vertices(self) -> bool:
        """Whether its options are of vertices."""
        return self.kind in ON_VERTICES

    @cached_property
    def shape(self) -> tuple[object, ...]:
        """The properties of the rule other than its options."""
        return (self.kind, self.vertices, self.empty, self.spanning, self.shortest, self.most, self.least)


@dataclass(frozen=True)
class GraphCuts:
    """The lazy part of a model with graph rules; see `accord.model.data.Lazy`."""

    rules: tuple[Rule, ...]

    @cached_property
    def token(self) -> str:
        """A digest of all it knows: equal for equal rules only."""
        return f"graphs {blake2b(repr(self.rules).encode(), digest_size=16).hexdigest()}"

    @property
    def decisive(self) -> bool:
        """Whether the cuts decide most of a search: those of every rule but `connected`."""
        return any(rule.kind != "connected" for rule in self.rules)

    def violations(self, chosen: Sequence[str], solve: Solve) -> Sequence[LazyItem]:  # noqa: ARG002
        """Cuts that a solution breaks; none if all is connected that must be. Asks nothing of `solve`."""
        taken = [[*rule.always] for rule in self.rules]
        for name in chosen:
            for number, place in self._places.get(name, ()):
                taken[number].append(place)
        sized = self._components
        if sized:
            wrong = self._component_sizes.wrong([taken[number] for number in sized])
            for number, some in zip(sized, wrong, strict=True):
                taken[number] = some
        pairs = zip(self.rules, taken, strict=True)
        return [item for rule, places in pairs for item in _find_cuts(rule, sorted(places))]

    @cached_property
    def _components(self) -> list[int]:
        """The rules on components, by number."""
        return [number for number, rule in enumerate(self.rules) if rule.kind == "components"]

    @cached_property
    def _component_sizes(self) -> Sizes:
        return Sizes([self.rules[number] for number in self._components])

    @cached_property
    def _places(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """For the name of each option, the rules that it is in, by number, and its place there."""
        found: dict[str, list[tuple[int, int]]] = {}
        for number, rule in enumerate(self.rules):
            for place, name in enumerate(rule.options):
                if name:
                    found.setdefault(name, []).append((number, place))
        return found

    def follows(self, item: LazyItem) -> bool:
        """Whether an item holds for every true solution, as far as that is derived from one rule's graph."""
        return any(follows(rule, item) for rule in self.rules)

    @property
    def hard(self) -> int:
        """After how many conflicts `unfold` was measured to save time."""
        return HARD_PATHS if any(len(rule.ends) > 2 for rule in self.rules) else HARD

    def unfold(self, model: ModelData, variables: int) -> Iterator[list[int]]:
        """Yield clauses that each true solution of a model meets; see `layers` and `sides`."""
        option = {model.option_name(o): o for o in range(model.options)}
        unused = count(variables + 1)
        yield from layers(self.rules, model, option, unused)
        yield from sides(self.rules, option, unused)

    def expectations(self) -> list[list[LazyItem]]:
        """Return lists of items that the only solution of most models meets; see `turns`."""
        return [[item for rule in self.rules for item in each(rule)] for each in (without_turns, visits)]

    def keeps(self, renamed: Mapping[str, str]) -> bool:
        """Whether a renaming of options maps the rules onto themselves.

        An option that is not renamed keeps its name. False where that is not seen: for the names alone tell
        vertices and edges apart.
        """
        before = Counter(_signature(rule, {}) for rule in self.rules)
        return before == Counter(_signature(rule, renamed) for rule in self.rules)


# -- renaming --------------------------------------------------------------------------------------


def _signature(rule: Rule, renamed: Mapping[str, str]) -> object:
    """Return a key of a rule with its options renamed; equal for rules that mean the same."""
    names = [renamed.get(name, name) if name else f"\0{place}" for place, name in enumerate(rule.options)]
    fixed = frozenset(names[place] for place in rule.fixed)
    if rule.on_vertices:
        pairs = Counter(frozenset((names[one], names[other])) for one, other in rule.edges)
        return rule.shape, frozenset(names), fixed, frozenset(pairs.items())
    at = [frozenset(names[edge] for _, edge in near) for near in rule.near]
    pairs_of_ends = zip(rule.ends[::2], rule.ends[1::2], strict=True)
    ends = Counter(frozenset(Counter((at[start], at[end])).items()) for start, end in pairs_of_ends)
    return rule.shape, fixed, frozenset(Counter(at).items()), frozenset(ends.items())


# -- separation ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Part:
    """A connected part of what is chosen."""

    vertices: set[int]
    places: list[int]  # in the options of the rule


def _find_cuts(rule: Rule, taken: list[int]) -> Iterator[LazyItem]:
    parts = _parts(rule, taken)
    if rule.kind == "components":
        yield from islice(_sizes(rule, parts), MOST_CUTS)
    elif rule.kind == "forest":
        yield from islice(_short_circles(rule, taken), MOST_CUTS)
    elif rule.kind in ("path", "tree"):
        yield from islice(_circles(rule, parts), MOST_CUTS)
    if rule.ends:
        yield from islice(_to_ends(rule, parts), MOST_CUTS)
    elif len(parts) > 1 and rule.kind not in ("components", "forest"):
        yield from _apart(rule, parts)


def _parts(rule: Rule, taken: list[int]) -> list[_Part]:
    """The parts that a choice falls into, the largest first; of a spanning rule, bare vertices too."""
    parts = _parts_of_vertices(rule, taken) if rule.on_vertices else _parts_of_edges(rule, taken)
    return sorted(parts, key=lambda part: -len(part.vertices))


def _parts_of_vertices(rule: Rule, taken: list[int]) -> list[_Part]:
    parts, left, beside = [], set(taken), rule.beside
    for first in taken:
        if first not in left:
            continue
        left.discard(first)
        found = [first]
        for vertex in found:  # grows while it is walked
            for other in beside[vertex]:
                if other in left:
                    left.discard(other)
                    found.append(other)
        parts.append(_Part(set(found), sorted(found)))
    return parts


def _parts_of_edges(rule: Rule, taken: list[int]) -> list[_Part]:
    number_of = [-1] * rule.vertices  # of each vertex, the number of its part so far
    members: list[list[int]] = []  # of each part; none of one that was joined to another
    for edge in taken:
        one, other = rule.edges[edge]
        here, there = number_of[one], number_of[other]
        if here < 0 and there < 0:
            number_of[one] = number_of[other] = len(members)
            members.append([one, other])
        elif here < 0:
            number_of[one] = there
            members[there].append(one)
        elif there < 0:
            number_of[other] = here
            members[here].append(other)
        elif here != there:
            if len(members[here]) < len(members[there]):
                here, there = there, here
            for vertex in members[there]:
                number_of[vertex] = here
            members[here] += members[there]
            members[there] = []
    places: list[list[int]] = [[] for _ in members]
    for edge in taken:
        places[number_of[rule.edges[edge][0]]].append(edge)
    bare = [vertex for vertex in range(rule.vertices) if number_of[vertex] < 0] if rule.spanning else []
    found = [(some, its) for some, its in zip(members, places, strict=True) if some]
    found += [([vertex], []) for vertex in bare]
    return [_Part({*some}, its) for some, its in sorted(found, key=_first)]


def _first(part: tuple[list[int], list[int]]) -> int:
    """Return the first vertex of a part."""
    return min(part[0])


def _apart(rule: Rule, parts: list[_Part]) -> Iterator[LazyItem]:
    """Yield a cut from each part to the main one: one with something always chosen, or else the largest."""
    fixed = set(rule.fixed)
    known = [next((place for place in part.places if place in fixed), None) for part in parts]
    main = next((number for number, place in enumerate(known) if place is not None), 0)
    to = min(parts[main].vertices)
    for number, part in enumerate(parts[: MOST_CUTS + 1]):
        if number != main:
            both = [] if rule.spanning else [which for which in (number, main) if known[which] is None]
            terms = [parts[which].places[0] for which in both]
            yield _cut(rule, _between(rule, part.vertices, [to]), terms)


def _to_ends(rule: Rule, parts: list[_Part]) -> Iterator[LazyItem]:
    """Paths between given ends: each start is joined to its end, and nothing lies apart from them."""
    partner = dict(zip(rule.ends, _partners(rule.ends), strict=True))
    for part in parts:
        ends = [vertex for vertex in rule.ends if vertex in part.vertices]
        alone = [vertex for vertex in ends if partner[vertex] not in part.vertices]
        if alone:
            yield _cut(rule, _between(rule, part.vertices, [partner[alone[0]]]), [])
        elif not ends:
            between = _between(rule, part.vertices, rule.ends)
            known = rule.spanning or not set(rule.fixed).isdisjoint(part.places)
            yield _cut(rule, between, [] if known else part.places[:1])


def _circles(rule: Rule, parts: list[_Part]) -> Iterator[LazyItem]:
    """No part has as many edges as vertices."""
    for part in parts:
        if len(part.places) >= len(part.vertices):
            within = [e for e, pair in enumerate(rule.edges) if part.vertices.issuperset(pair)]
            named = [rule.options[edge] for edge in within if rule.options[edge]]
            most = len(part.vertices) - 1 - (len(within) - len(named))
            name = f"{rule.words}: no circle in {_join_names(named)}"
            yield LazyItem(name, dict.fromkeys(named, 1), 0, most)


def _short_circles(rule: Rule, taken: Iterable[int]) -> Iterator[LazyItem]:
    """Yield a cut for a circle through each edge that closes one, if edges are taken one after the other."""
    forest = Joined(rule.vertices)
    near: dict[int, list[tuple[int, int]]] = {}
    for edge in taken:
        one, other = rule.edges[edge]
        if forest.find(one) == forest.find(other):
            way = _way(near, one, other)
            named = [rule.options[each] for each in (*way, edge) if rule.options[each]]
            name = f"{rule.words}: no circle of {_join_names(named)}"
            if named:
                yield LazyItem(name, dict.fromkeys(named, 1), 0, len(named) - 1)
            else:
                yield LazyItem(name, {}, 1)
        else:
            forest.join(one, other)
            near.setdefault(one, []).append((other, edge))
            near.setdefault(other, []).append((one, edge))


def _way(near: Mapping[int, Sequence[tuple[int, int]]], start: int, end: int) -> list[int]:
    """Return the edges of the way from one vertex to another in a forest."""
    before: dict[int, tuple[int, int]] = {start: (start, -1)}
    found = [start]
    for vertex in found:  # grows while it is walked
        for other, edge in near[vertex]:
            if other not in before:
                before[other] = vertex, edge
                found.append(other)
    way = []
    while end != start:
        end, edge = before[end]
        way.append(edge)
    return way


def _sizes(rule: Rule, parts: list[_Part]) -> Iterator[LazyItem]:
    """Yield cuts of parts that are too small, or too large."""
    fixed = set(rule.fixed)
    for part in parts:
        if len(part.vertices) < rule.least:
            border = sorted({other for v in part.vertices for other, _ in rule.near[v]} - part.vertices)
            sure = [vertex for vertex in part.places if vertex in fixed]
            if sure:
                yield _cut(rule, border, [])
            for vertex in part.places[:MOST_STARTS] if not sure else ():
                yield _cut(rule, border, [vertex])
        elif rule.most and len(part.vertices) > rule.most:
            for start in part.places[:: -(-len(part.places) // MOST_STARTS)]:
                yield _too_large(rule, part, start)


def _too_large(rule: Rule, part: _Part, start: int) -> LazyItem:
    """Return the cut of the vertices around one, as many as a component may not have."""
    found = [start]
    for vertex in found:  # grows while it is walked
        new = [other for other, _ in rule.near[vertex] if other in part.vertices and other not in found]
        found += dict.fromkeys(new)
    named = [rule.options[vertex] for vertex in found[: rule.most + 1] if rule.options[vertex]]
    name = f"{rule.words}: at most {rule.most} of {_join_names(named)}"
    return LazyItem(name, dict.fromkeys(named, 1), 0, len(named) - 1) if named else LazyItem(name, {}, 1)


def _between(rule: Rule, part: set[int], others: Iterable[int]) -> list[int]:
    """Return the places that separate a part from others: its border, as far as the others reach it."""
    if not rule.on_vertices:
        far = rule.network.reach(others, part)
        return sorted([edge for vertex in part for other, edge in rule.near[vertex] if far[other]])
    around = {other for vertex in part for other in rule.beside[vertex]} - part
    far = rule.network.reach(others, around)
    return sorted(vertex for vertex in around if any(far[other] for other in rule.beside[vertex]))


def _cut(rule: Rule, between: list[int], where: Sequence[int]) -> LazyItem:
    """Something between is chosen, if all of these places are."""
    named = [rule.options[place] for place in between]  # none of them is chosen, so all have names
    joined = [rule.options[place] for place in where]
    name = f"{rule.words}: {' and '.join(joined) or 'all'} joined by {_join_names(named)}"
    return LazyItem(name, dict.fromkeys(named, 1) | dict.fromkeys(joined, -1), 1 - len(joined))


def _join_names(names: list[str]) -> str:
    """These names; of many the first ones, their number and a digest, so that others are named otherwise."""
    if len(names) <= LISTED:
        return ", ".join(names) or "nothing"
    mark = blake2b("\0".join(names).encode(), digest_size=4).hexdigest()
    return f"{', '.join(names[:LISTED])}, ... ({len(names)}, {mark})"


def _partners(ends: Sequence[int]) -> list[int]:
    return [ends[number ^ 1] for number in range(len(ends))]
