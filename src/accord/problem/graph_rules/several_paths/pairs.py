"""Lower paths between several pairs of ends: the path of each vertex, as a number in binary digits.

The cuts of a graph rule would say all of this, but there are too many of them: pairs of ends that do not
belong together. So each visited vertex has the number of its path, in hidden digits that chosen edges hand on
from end to end. Digits of a vertex that is not visited are 0. So the chosen edges determine them.

Four digits for 15 paths are a quarter of the options that a truth for each vertex and path would take.
`sides` has those, with more, for searches that are hard.

Unfold paths between pairs of ends to clauses: the path of each vertex, and the side that each face is on.

A solver does not see soon that a line separates the ends of a pair: it has to try all ways on one side.
That an inner vertex has an even number of edges is a parity argument, and clauses prove those slowly. So the
parity is written out. A path and one fixed way between its ends are together an even set of edges. Such a set
is the border of exactly one set of faces. A variable for each face says whether it is in that set. Two faces
beside an edge differ if the edge is on the path, or on the fixed way, and not on both. Around an area that
the path cannot leave, unit propagation leads from face to face to a contradiction.

    on[v, k]    vertex v is on path k
    in[f, k]    face f is between path k and a fixed way

Measured on published puzzles of Numberlink with 15 x 15 cells, by cadical195: 16,000 conflicts in place of
137,000; 19,000 in place of more than 300,000. So a solver gets them only once its search is hard.

State what holds of paths between given ends in the only solution of most puzzles that people publish.

They make no *turn*: three edges of a circle of four, there and back. A path with a turn could take the fourth
edge instead, and leave out two vertices. So no only solution has a turn where vertices may be left out. Where
all vertices are visited, few puzzles have one.

They visit all vertices, even if some may be left out: where two beside each other are left out, a path beside
them could take a turn. Puzzles with a single vertex left out are rare.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from accord.grids.regions import Joined
from accord.model.data import Indices, LazyItem
from accord.problem.graph_rules.lowered import LoweredRule
from accord.problem.graphs.network import network
from accord.problem.lower.linear_form import TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.roles import Says

CLOSED, CHOSEN = -2, -1  # in place of an option
ONE_PATH = Says("a line joins cells of one number only")


def write_pairs(
    writer: ModelWriter,
    names: Sequence[str],
    rule: LoweredRule,
    known: Sequence[LinearForm],
    visited: Sequence[LinearForm],
) -> None:
    """Write that chosen edges stay on one path, from an end to the end that belongs to it.

    Args:
        writer: where to.
        names: of the vertices.
        rule: the rule, with two pairs of ends or more.
        known: whether each edge is chosen.
        visited: whether each vertex is visited.
    """
    words = rule.words
    path_of = {vertex: place // 2 for place, vertex in enumerate(rule.ends)}
    width = (len(rule.ends) // 2 - 1).bit_length()
    digits = np.empty((rule.vertices, width), np.int32)  # options, or CLOSED or CHOSEN
    for vertex, there in enumerate(visited):
        if vertex in path_of:
            bits = path_of[vertex] >> np.arange(width) & 1
            digits[vertex] = np.where(bits, CHOSEN, CLOSED)
            continue
        titles = [f"{words}: digit {digit + 1} of the path of {names[vertex]}" for digit in range(width)]
        numbers = writer.options(titles, hidden=True)
        digits[vertex] = numbers
        for title, number in zip(titles, numbers if there is not TRUE else (), strict=False):
            name = f"{title} if it is visited"
            writer.at_most(name, sum_of((LinearForm({number: 1}), there), (1, -1)), 0)
    edges = np.array([next(iter(chosen.terms), CHOSEN) for chosen in known], np.int32)
    both = np.array(rule.edges, np.int32).reshape(-1, 2)
    both, edges = np.concatenate([both, both[:, ::-1]]), np.tile(edges, 2)
    options = np.dstack([digits[both[:, 0]], digits[both[:, 1]], np.repeat(edges[:, None], width, axis=1)])
    titles = [
        f"{words}: digit {digit} from {names[one]} to {names[other]}"
        for one, other in both.tolist()
        for digit in range(1, width + 1)
    ]
    options = options.reshape(-1, 3)
    with writer.saying(ONE_PATH):
        for some in _of_one_form(options):
            _at_most_one(writer, [titles[place] for place in some.tolist()], options[some])


def _of_one_form(options: Indices) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the rows that are alike in where CLOSED and CHOSEN stand."""
    keys = np.minimum(options, 0) @ np.array([1, 3, 9])
    for key in np.unique(keys):
        yield np.flatnonzero(keys == key)


def _at_most_one(writer: ModelWriter, names: Sequence[str], options: Indices) -> None:
    """Write for each row: a digit, less another digit, and an edge are at most 1; all are alike."""
    amounts, here = np.array([1, -1, 1]), options[0]
    most = 1 - int(amounts[here == CHOSEN].sum())
    if most < int(amounts[(here >= 0) & (amounts > 0)].sum()):
        writer.rows_at_most(names, options[:, here >= 0], amounts[here >= 0].tolist(), most)


MOST_CLAUSES = 400_000  # of one rule, about
BOARDS = 16  # graphs whose circles are kept
AN_EDGE = 16  # clauses of an edge and a path, about


def sides(rule: LoweredRule, option: Mapping[str, int], variables: Iterator[int]) -> Iterator[list[int]]:
    """Yield clauses that each true solution meets, of a rule with several paths on a planar board.

    Args:
        rule: of the model.
        option: its options, by name; option o is variable o + 1.
        variables: numbers that are not in use.
    """
    pairs = len(rule.ends) // 2
    if pairs < 2 or AN_EDGE * pairs * len(rule.edges) > MOST_CLAUSES:
        return
    chosen = [option.get(name) for name in rule.options]
    if any(place is None and name for place, name in zip(chosen, rule.options, strict=True)):
        return  # a part of the model, which has fewer options
    if beside := faces(rule):
        known = [0 if place is None else place + 1 for place in chosen]
        yield from _unfold(rule, beside, known, variables)


def _unfold(
    rule: LoweredRule, beside: Sequence[Sequence[int]], chosen: Sequence[int], variables: Iterator[int]
) -> Iterator[list[int]]:
    """Yield the clauses of one rule; `chosen` has the variable of each edge, 0 where it is always chosen."""
    count_of_faces = max((face for some in beside for face in some), default=-1) + 1
    on: list[list[int]] = [[] for _ in range(rule.vertices)]
    for number in range(len(rule.ends) // 2):
        pair = rule.ends[2 * number : 2 * number + 2]
        for vertex in range(rule.vertices):
            on[vertex].append(next(variables))
            if vertex in rule.ends:
                yield [on[vertex][-1] if vertex in pair else -on[vertex][-1]]
        within = [next(variables) for _ in range(count_of_faces)]
        fixed = _way(rule, pair)
        for edge, (one, other) in enumerate(rule.edges):
            some, here, there = [within[face] for face in beside[edge]], on[one][-1], on[other][-1]
            not_chosen = [-chosen[edge]] if chosen[edge] else []
            yield [*not_chosen, -here, there]
            yield [*not_chosen, here, -there]
            differ = int(edge in fixed)
            for holds in ([chosen[edge]] if chosen[edge] else None, [here], [there]):
                if holds is not None:
                    yield from _parity(some, differ, holds)
            yield from _parity(some, 1 - differ, [*not_chosen, -here])
    for some in on:
        yield from ([-one, -other] for place, one in enumerate(some) for other in some[:place])
    if rule.spanning:
        yield from on


def _parity(faces: Sequence[int], parity: int, unless: Sequence[int]) -> Iterator[list[int]]:
    """Yield clauses: the number of true faces has a parity, unless one of these literals is true."""
    for chosen in product((0, 1), repeat=len(faces)):
        if sum(chosen) % 2 != parity:
            yield [*unless, *(-face if there else face for face, there in zip(faces, chosen, strict=True))]


@lru_cache(maxsize=BOARDS)
def circles(vertices: int, edges: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """Return the circles of four edges of a graph, each as the edges, ascending."""
    near = network(vertices, edges).near
    edge_of = {pair: edge for edge, (u, v) in enumerate(edges) for pair in ((u, v), (v, u))}
    found: set[tuple[int, ...]] = set()
    for edge, (one, other) in enumerate(edges):
        for close, first in near[one]:
            for far, last in near[other]:
                across = edge_of.get((close, far))
                if close != other and far != one and across is not None:
                    found.add(tuple(sorted((edge, first, last, across))))
    return tuple(sorted(found))


def faces(rule: LoweredRule) -> list[list[int]]:
    """Return the faces beside each edge, by number; nothing if circles of four edges are not all faces.

    They are if there are as many as the graph has independent circles, and no set of them is without a
    border. Then each even set of edges is the border of one set of faces.
    """
    found = circles(rule.vertices, rule.edges)
    beside: list[list[int]] = [[] for _ in rule.edges]
    connected, adjacent = Joined(rule.vertices), Joined(len(found))
    for pair in rule.edges:
        connected.join(*pair)
    for face, circle in enumerate(found):
        for edge in circle:
            beside[edge].append(face)
            adjacent.join(face, beside[edge][0])
    parts = sum(connected.find(vertex) == vertex for vertex in range(rule.vertices))
    bordered = {adjacent.find(some[0]) for some in beside if len(some) == 1}
    areas = sum(adjacent.find(face) == face for face in range(len(found)))
    flat = len(found) == len(rule.edges) - rule.vertices + parts and max(map(len, beside), default=0) <= 2
    return beside if flat and len(bordered) == areas else []


def _way(rule: LoweredRule, pair: Sequence[int]) -> set[int]:
    """Return the edges of a shortest way from the first of a pair to the last; none if there is no way."""
    start, end = pair
    before = {start: (start, -1)}
    queue = [start]
    for vertex in queue:  # grows while it is walked
        for other, edge in rule.near[vertex]:
            if other not in before:
                before[other] = vertex, edge
                queue.append(other)
    way = set()
    while end != start and end in before:
        end, edge = before[end]
        way.add(edge)
    return way


TURN = 3  # edges of a circle of four
EDGES = 2  # of a path, at a vertex that is no end
NO_TURN = Says("no line turns back at once")
ALL_VISITED = Says("no cell is left over")


def without_turns(rule: LoweredRule) -> Iterator[LazyItem]:
    """Yield an item for each circle of four edges of a rule with ends: no path turns there."""
    for circle in circles(rule.vertices, rule.edges) if rule.ends else ():
        named = [rule.options[edge] for edge in circle if rule.options[edge]]
        most = TURN - 1 - (len(circle) - len(named))
        yield rule.item(f"no turn by {', '.join(named)}", dict.fromkeys(named, 1), 0, most, NO_TURN)


def visits(rule: LoweredRule) -> Iterator[LazyItem]:
    """Yield an item for each vertex that paths may leave out: it is visited."""
    for vertex, near in enumerate(rule.near) if rule.ends and not rule.spanning else ():
        named = [rule.options[edge] for _, edge in near if rule.options[edge]]
        if vertex not in rule.ends:
            name, least = f"visited by {', '.join(named) or 'nothing'}", EDGES - (len(near) - len(named))
            yield rule.item(name, dict.fromkeys(named, 1), least, says=ALL_VISITED)
