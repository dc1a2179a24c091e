"""Find the cuts of a graph rule that a choice of vertices or edges breaks: what several rules share.

Where the choice falls into parts, S is one of them, and a cut says that something between S and the rest is
chosen, where it must be:

    rule         where                                                  the cut
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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from accord.model.data import LazyItem
from accord.problem.graph_rules.lowered import LoweredRule

MOST_CUTS = 64  # of one rule for one solution
LISTED = 6  # names of options that the name of a cut lists


@dataclass(frozen=True)
class Part:
    """A connected part of what is chosen."""

    vertices: set[int]
    places: list[int]  # in the options of the rule


def parts_of_vertices(rule: LoweredRule, taken: list[int]) -> list[Part]:
    """The parts that vertices fall into, the largest first."""
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
        parts.append(Part(set(found), sorted(found)))
    return _largest_first(parts)


def parts_of_edges(rule: LoweredRule, taken: list[int]) -> list[Part]:
    """The parts that edges fall into, the largest first; of a spanning rule, bare vertices too."""
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
    return _largest_first([Part({*some}, its) for some, its in sorted(found, key=_first)])


def _largest_first(parts: list[Part]) -> list[Part]:
    return sorted(parts, key=lambda part: -len(part.vertices))


def _first(part: tuple[list[int], list[int]]) -> int:
    """Return the first vertex of a part."""
    return min(part[0])


def apart(rule: LoweredRule, parts: list[Part]) -> Iterator[LazyItem]:
    """Yield a cut from each part to the main one: one with something always chosen, or else the largest."""
    if len(parts) < 2:
        return
    fixed = set(rule.fixed)
    known = [next((place for place in part.places if place in fixed), None) for part in parts]
    main = next((number for number, place in enumerate(known) if place is not None), 0)
    to = min(parts[main].vertices)
    for number, part in enumerate(parts[: MOST_CUTS + 1]):
        if number != main:
            both = [] if rule.spanning else [which for which in (number, main) if known[which] is None]
            terms = [parts[which].places[0] for which in both]
            yield cut(rule, between(rule, part.vertices, [to]), terms)


def circles_within(rule: LoweredRule, parts: list[Part]) -> Iterator[LazyItem]:
    """Yield a cut of each part with as many edges as vertices."""
    for part in parts:
        if len(part.places) >= len(part.vertices):
            within = [e for e, pair in enumerate(rule.edges) if part.vertices.issuperset(pair)]
            named = [rule.options[edge] for edge in within if rule.options[edge]]
            most = len(part.vertices) - 1 - (len(within) - len(named))
            yield rule.item(f"no circle in {join_names(named)}", dict.fromkeys(named, 1), 0, most)


def between(rule: LoweredRule, part: set[int], others: Iterable[int]) -> list[int]:
    """Return the places that separate a part from others: its border, as far as the others reach it."""
    if not rule.on_vertices:
        far = rule.network.reach(others, part)
        return sorted([edge for vertex in part for other, edge in rule.near[vertex] if far[other]])
    around = {other for vertex in part for other in rule.beside[vertex]} - part
    far = rule.network.reach(others, around)
    return sorted(vertex for vertex in around if any(far[other] for other in rule.beside[vertex]))


def cut(rule: LoweredRule, separating: list[int], where: Sequence[int]) -> LazyItem:
    """Something between is chosen, if all of these places are."""
    named = [rule.options[place] for place in separating]  # none of them is chosen, so all have names
    joined = [rule.options[place] for place in where]
    name = f"{' and '.join(joined) or 'all'} joined by {join_names(named)}"
    gives = dict.fromkeys(named, 1) | dict.fromkeys(joined, -1)
    return rule.item(name, gives, 1 - len(joined), says=rule.joined)


def join_names(names: list[str]) -> str:
    """These names; of many the first ones, their number and a digest, so that others are named otherwise."""
    if len(names) <= LISTED:
        return ", ".join(names) or "nothing"
    mark = blake2b("\0".join(names).encode(), digest_size=4).hexdigest()
    return f"{', '.join(names[:LISTED])}, ... ({len(names)}, {mark})"
