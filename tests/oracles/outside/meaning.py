"""What the words of problem files mean, in plain Python: from docs/problem-files.md and docs/graphs.md alone.

Python itself evaluates the rules, in these names, with a value in the place of each variable.
"""

from functools import cache
from itertools import pairwise, product

from graph_rules import all_of, circle_free, line, lines, loop, merged, one


class OutsideError(Exception):
    """A place outside its array: no solution, wherever it stands."""


def element(array, place):
    if not 1 <= place <= len(array):
        raise OutsideError
    return [*array][place - 1]


class Array(list):
    """Values in a row: places count from 1, and a slice ends before its last number."""

    def __getitem__(self, place):
        if isinstance(place, slice):
            return [value for at, value in enumerate(self, 1) if place.start <= at < place.stop]
        return super().__getitem__(place - 1)


class Board(dict):
    """Cell -> value; cells count from 1."""

    def __init__(self, values, lattice, domain):
        super().__init__(sorted(values.items()))
        self.lattice, self.domain = lattice, domain

    def __getitem__(self, cell):
        if isinstance(cell[-1], slice):
            return [value for other, value in self.items() if other[:-1] == cell[:-1]]
        return super().__getitem__(cell)

    def _lines(self, of):
        found = {}
        for cell, value in self.items():
            found.setdefault(of(cell), []).append(value)
        return [found[key] for key in sorted(found)]

    cells = property(lambda self: [*self.values()])
    rows = property(lambda self: self._lines(lambda cell: cell[:-1]))
    columns = property(lambda self: self._lines(lambda cell: (*cell[:-2], cell[-1])))
    diagonals = property(
        lambda self: [[v for (r, c), v in self.items() if k in (0, r + c)] if k else
                      [v for (r, c), v in self.items() if r == c] for k in (0, len(self.rows) + 1)]
    )  # fmt: skip

    def neighbours(self, *cell):
        return [value for other, value in self.items() if other in beside(cell, self.lattice)]

    def around(self, *cell):
        return [value for other, value in self.items() if other != cell and touch(cell, other)]

    def regions(self, picture):
        signs = picture.split()
        return {
            sign: [value for (r, c), value in self.items() if signs[r - 1][c - 1] == sign]
            for sign in {*"".join(signs)}
        }


@cache
def pairs(cells, lattice, touching="sides"):
    """The cells that hang together, two by two; of hexagons sides share all corners."""
    corners = touching == "corners" and lattice != "hexagonal"
    return [
        (one, other)
        for one, other in product(cells, cells)
        if one < other and (touch(one, other) if corners else other in beside(one, lattice))
    ]


def touch(one, other):
    return all(abs(a - b) < 2 for a, b in zip(one, other, strict=True))


def beside(cell, lattice):
    """The cells that share a side with one, wherever a board ends."""
    *layer, r, c = cell
    if lattice == "hexagonal":  # each second row lies half a cell to the right
        left = c - r % 2
        near = {(r, c - 1), (r, c + 1), *product((r - 1, r + 1), (left, left + 1))}
    elif lattice == "triangular":  # the first triangle stands on a side, and so on in turn
        near = {(r, c - 1), (r, c + 1), (r - 1 if (r + c) % 2 else r + 1, c)}
    else:
        near = {(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)}
    return {(*layer, *at) for at in near} | {(k + d, r, c) for k in layer for d in (-1, 1)}


class Links(dict):
    """Edge -> whether it is chosen; `alone` are vertices without edges."""

    def __init__(self, values, alone=()):
        super().__init__(values)
        self.vertices = {vertex for edge in self for vertex in edge} | {*alone}
        self.chosen = [edge for edge, value in self.items() if value]

    def __getitem__(self, ends):
        half = len(ends) // 2
        return super().__getitem__(tuple(sorted(ends if half == 1 else (ends[:half], ends[half:]))))

    def at(self, *vertex):
        here = vertex if len(vertex) > 1 else vertex[0]
        return [value for edge, value in self.items() if here in edge]

    def around(self, r, c):
        return [value for edge, value in self.items() if {*edge} <= {*product((r, r + 1), (c, c + 1))}]


# -- functions, and rules on lists -----------------------------------------------------------------------


def count(of, *value):
    return sum(each == value[0] for each in of) if value else sum(map(bool, of))


def implies(one, other):
    return bool(other) or not one


def iff(one, other):
    return bool(one) == bool(other)


def xor(*of):
    return sum(map(bool, of)) % 2 == 1


def different(of, apart=()):
    left = [value for value in of if value not in apart]
    return all(left.count(value) == 1 for value in left)


def table(of, rows):
    return tuple(of) in rows


def forbidden(of, rows):
    return tuple(of) not in rows


def increasing(of, strictly=False):
    return all(a < b or (a == b and not strictly) for a, b in pairwise(of))


def lexicographic(first, second, strictly=False):
    return first < second or (first == second and not strictly)


def regular(of, moves, start, accepting):
    states = {start}
    for value in of:
        states = {after for state, read, after in moves if state in states and read == value}
    return not states.isdisjoint(accepting)


def inverse(here, there, base=1):
    """Each number is a place of the other list, and there stands the place that it came from."""
    both = [(i, j, b) for a, b in ((here, there), (there, here)) for i, j in enumerate(a, base)]
    return all(0 <= j - base < len(back) and back[j - base] == i for i, j, back in both)


def precedence(of, values):
    first = [list(of).index(value) if value in of else len(of) for value in values]
    return all(b == len(of) or a < b for a, b in pairwise(first))


# -- rules on graphs; in which way one is lowered does not matter ----------------------------------------


def connected(of, graph=None, *, where=(True,), touching="sides", how="", **more):
    board = of if graph is None else Board(dict(zip(graph, of, strict=True)), graph.lattice, ())
    wanted = where if isinstance(where, list | tuple) else [where]
    return hang_together(board, {cell for cell in board if board[cell] in wanted}, touching, **more)


def hang_together(board, chosen, touching, *, empty=True, size=None, root=None):
    if not chosen or (root is not None and root not in chosen):
        return not chosen and empty and root is None
    least, most = (1, len(board)) if size is None else (size, size) if isinstance(size, int) else size
    within = [pair for pair in pairs(tuple(board), board.lattice, touching) if chosen.issuperset(pair)]
    return least <= len(chosen) <= most and len(merged(chosen, within)) == 1


def regions(board, *, values=(), sizes=None, roots=None, absent=False, touching="sides", how=""):
    of, roots = sizes if isinstance(sizes, dict) else {}, roots or {}
    for each in {*(values or board.domain), *of, *roots}:
        size = of.get(each) if isinstance(sizes, dict) else sizes
        chosen = {cell for cell in board if board[cell] == each}
        if not hang_together(board, chosen, touching, empty=absent, size=size, root=roots.get(each)):
            return False
    return True


def edges(of, holds, *, empty=False, spanning=False, shortest=0, how=""):
    if not of.chosen:
        return empty
    return len(of.chosen) >= shortest and (not spanning or all_of(of, of.chosen)) and holds(of.chosen)


def single_loop(of, **more):
    return edges(of, loop, **more)


def path(of, *, ends=None, **more):
    return edges(of, lambda e: line(e) is not None and (ends is None or line(e) == {*ends}), **more)


def paths(of, *, ends, **more):
    return edges(of, lambda e: lines(e, ends), **more)


def tree(of, *, empty=False, spanning=True, **more):
    alone = spanning and len(of.vertices) == 1
    return edges(of, lambda e: one(e) and circle_free(e), empty=empty or alone, spanning=spanning, **more)


NAMES = dict(vars())
