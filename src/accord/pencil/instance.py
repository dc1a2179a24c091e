"""A pencil puzzle that was read and checked: cells, lines, regions, and variables on its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeAlias, cast

from accord.problem import Problem, total
from accord.problem.expressions import Boolean, Value, Variable
from accord.problem.graphs import Edges, Graph, dots, grid
from accord.problem.topic import Topic
from accord.puzzles.family import Fault

Cell: TypeAlias = tuple[int, int]  # row, column, from 0
Area: TypeAlias = tuple[Cell, Cell]  # a rectangle: its first and its last cell


def at(cell: Cell) -> str:
    """A cell as people call it, and as its variable is called: `r1c2`."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


LINE = "line"  # the name of edges
CELL, GIVEN = "cell", "given"  # the tags of a rule on one cell, and of what is given there
SQUARE = "square"  # the tag of a square of 2 x 2
BOARDS_KEPT, MOST_KEPT = 16, 2500  # boards whose graph is kept, and the cells of such a board


def line_name(one: Cell, other: Cell) -> str:
    """The name of the truth of an edge, by its ends, in whichever order: `line[1,1,1,2]`."""
    first, second = sorted((one, other))
    return f"{LINE}[{first[0] + 1},{first[1] + 1},{second[0] + 1},{second[1] + 1}]"


def area_name(first: Cell, last: Cell) -> str:
    """The name of the variable of a rectangle, by its first and its last cell: `r1c1-r3c2`."""
    return f"{at(first)}-{at(last)}"


def area_cells(area: Area) -> list[Cell]:
    """The cells of a rectangle, row by row."""
    (top, left), (bottom, right) = area
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def _joined_by_sides(cells: tuple[Cell, ...]) -> Graph:
    """The graph of cells, joined where they share a side."""
    there = set(cells)
    beside = ((cell, ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))) for cell in cells)
    return Graph(cells, tuple((cell, other) for cell, some in beside for other in some if other in there))


@lru_cache(maxsize=BOARDS_KEPT)
def _graph_of_cells(height: int, width: int) -> Graph:
    return _joined_by_sides(Instance("", (height, width), {}).cells)


@lru_cache(maxsize=BOARDS_KEPT)
def _graph_of_sides(height: int, width: int) -> Graph:
    return dots(grid(height, width))


@lru_cache(maxsize=BOARDS_KEPT)
def _neighbours(height: int, width: int) -> dict[Cell, list[Cell]]:  # noqa: ARG001
    """Return what `Instance.near` has found so far on boards of this size."""
    return {}


class Rules(Problem):
    """A problem in which a clue that cannot be is no slip: it has no solution."""

    warnings = ()  # the rules of a kind are ours

    def _refuse_slips(self, found: Iterable[str]) -> None:
        """Take the rule as it is."""


class Line(tuple[Cell, ...]):
    """Some cells, and what a person calls them, such as "row 3"."""

    topic: Topic

    def __new__(cls, name: str, cells: Iterable[Cell], tag: str = "", of: Any = None) -> Line:
        """Return the cells of that name, with the `tag` and `of` of a topic."""
        made = super().__new__(cls, cells)
        made.topic = Topic(name, tag, made, of)
        return made

    @property
    def name(self) -> str:
        """The name by which a person calls it."""
        return self.topic.words


class Instance:
    """A puzzle: `puzzle[KEY]` is what one of its parts says.

    That is an int of a Number, a tuple of them of Numbers, a text of a Reading; of a Side a tuple with None
    where there is no clue; of a Board {cell: number or word} of the cells that are not blank; of Regions
    {label: cells}.
    """

    def __init__(
        self,
        name: str,
        size: tuple[int, int],
        values: Mapping[str, Any],
        printed: Mapping[Cell, str] | None = None,
        holes: Iterable[Cell] = (),
    ):
        self.name = name  # of its kind
        self.height, self.width = size
        self._values = values
        self.printed = printed or {}  # the word that stands in a cell, where one does
        self.holes = frozenset(holes)
        shared = not self.holes and size[0] * size[1] <= MOST_KEPT
        self._near = _neighbours(*size) if shared else {}

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    # -- where -------------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row, without holes."""
        places = ((row, column) for row in range(self.height) for column in range(self.width))
        return tuple(cell for cell in places if cell not in self.holes)

    @cached_property
    def rows(self) -> list[Line]:
        """The rows, from the top."""
        return self._lines("row", self.height, 0)

    @cached_property
    def columns(self) -> list[Line]:
        """The columns, from the left."""
        return self._lines("column", self.width, 1)

    @property
    def lines(self) -> list[Line]:
        """The rows, then the columns."""
        return [*self.rows, *self.columns]

    @property
    def diagonals(self) -> list[Line]:
        """The falling diagonal and the rising one, of a square board."""
        falling = [(n, n) for n in range(self.height)]
        rising = [(self.height - 1 - n, n) for n in range(self.height)]
        return [Line("the falling diagonal", falling), Line("the rising diagonal", rising)]

    def _lines(self, what: str, number: int, axis: int) -> list[Line]:
        found: list[list[Cell]] = [[] for _ in range(number)]
        for cell in self.cells:
            found[cell[axis]].append(cell)
        return [Line(f"{what} {n}", cells, what, n) for n, cells in enumerate(found, start=1)]

    @cached_property
    def squares(self) -> list[Line]:
        """The cells of each square of 2 x 2: two that touch, also at a corner, are in one of them."""
        corners = ((r, c) for r in range(max(1, self.height - 1)) for c in range(max(1, self.width - 1)))
        found = [
            Line(
                f"the square at {at((r, c))}",
                self.inside([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]),
                SQUARE,
            )
            for r, c in corners
        ]
        return [square for square in found if len(square) > 1]

    def regions(self, key: str = "regions", called: str = "region") -> list[Line]:
        """The regions that a part draws, in the order in which they come."""
        return [Line(f"{called} {label}", cells, "region", label) for label, cells in self[key].items()]

    def runs(self, cells: Iterable[Cell], *ways: Cell) -> list[Line]:
        """Cells that follow each other without a gap; `ways` are steps, by default to the right and down."""
        among = sorted(cells)
        members = set(among)
        found = []
        for down, right in ways or ((0, 1), (1, 0)):
            for row, column in among:
                if (row - down, column - right) not in members:
                    run = [*self.ray((row, column), (down, right), members)]
                    found.append(Line(f"{at(run[0])} to {at(run[-1])}", run, "run"))
        return found

    @staticmethod
    def ray(cell: Cell, step: Cell, among: Iterable[Cell]) -> Iterator[Cell]:
        """A cell and those behind it, step by step, as long as they are among these."""
        members = among if isinstance(among, set | frozenset | dict) else set(among)
        while cell in members:
            yield cell
            cell = cell[0] + step[0], cell[1] + step[1]

    def inside(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the places among these that are cells of the board."""
        return [
            (row, column)
            for row, column in cells
            if 0 <= row < self.height and 0 <= column < self.width and (row, column) not in self.holes
        ]

    def near(self, cell: Cell) -> list[Cell]:
        """The cells that share a side with a cell: above, left, right, below."""
        found = self._near.get(cell)
        if found is None:
            row, column = cell
            beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
            found = self._near[cell] = self.inside(beside)
        return [*found]

    def around(self, cell: Cell) -> list[Cell]:
        """The cells that share a side or a corner with a cell."""
        row, column = cell
        steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        return self.inside([(row + down, column + right) for down, right in steps])

    def at_corner(self, corner: Cell) -> list[Cell]:
        """The cells around a corner of cells; (0, 0) is the upper left one of the board."""
        row, column = corner
        return self.inside([(row - 1, column - 1), (row - 1, column), (row, column - 1), corner])

    @property
    def pairs(self) -> list[tuple[Cell, Cell]]:
        """The cells that share a side, two and two, the one above or to the left first."""
        return [*self.graph.edges]  # type: ignore[list-item]

    @staticmethod
    def fault(key: str, cell: Cell, message: str) -> Fault:
        """The fault of a cell of a grid, as in `found 4; expected 0 to 2`."""
        return Fault(f"{key}[{cell[0] + 1}]", f"column {cell[1] + 1}: {message}")

    @cached_property
    def graph(self) -> Graph:
        """The graph of the cells, joined where they share a side: for rules such as `connected`."""
        if self.holes or len(self.cells) > MOST_KEPT:
            return _joined_by_sides(self.cells)
        return _graph_of_cells(self.height, self.width)

    # -- what a page makes of it -------------------------------------------------------------------

    def problem(self) -> Problem:
        """A problem without variables."""
        return Rules(self.name)

    def flags(self, problem: Problem, cells: Iterable[Cell] | None = None) -> dict[Cell, Boolean]:
        """A truth for each of these cells, or for all."""
        return {cell: problem.boolean(at(cell)) for cell in (self.cells if cells is None else cells)}

    def lines_between(self, problem: Problem, cells: Iterable[Cell] | None = None) -> Edges[Boolean]:
        """A truth for each two of these cells, or of all, that share a side: whether a line joins them."""
        if cells is None:
            return problem.edges(self.graph, LINE)
        among = (*sorted(cells),)
        inside = frozenset(among)
        pairs = tuple(edge for edge in self.graph.edges if inside.issuperset(edge))
        return problem.edges(Graph(among, pairs), LINE)

    def sides(self, problem: Problem) -> Edges[Boolean]:
        """A truth for each side of a cell, whether a loop runs along it; `around` has a cell's."""
        make = _graph_of_sides if len(self.cells) <= MOST_KEPT else _graph_of_sides.__wrapped__
        return problem.edges(make(self.height, self.width), LINE)

    def rectangles(self, problem: Problem, areas: Iterable[Area]) -> dict[Area, Boolean]:
        """A truth for each of these rectangles: whether the board is cut so; each cell is in one of them."""
        found = {area: problem.boolean(area_name(*area)) for area in areas}
        over: dict[Cell, list[Boolean]] = {cell: [] for cell in self.cells}
        for area, there in found.items():
            for cell in area_cells(area):
                over[cell].append(there)
        for cell, some in over.items():
            problem.add(total(some) == 1, about=Topic(at(cell), CELL, [cell]))
        return found

    def integers(
        self,
        problem: Problem,
        low: int,
        high: int,
        cells: Iterable[Cell] | None = None,
        given: Mapping[Cell, Any] | None = None,
    ) -> dict[Cell, Variable]:
        """A number for each of these cells, or for all; what is given there is a rule of its own."""
        return self.choices(problem, range(low, high + 1), cells, given)

    def choices(
        self,
        problem: Problem,
        values: Sequence[Value],
        cells: Iterable[Cell] | None = None,
        given: Mapping[Cell, Any] | None = None,
    ) -> dict[Cell, Variable]:
        """A variable with these values for each of these cells, or for all; what is given is a rule."""
        make = problem.integer if all(type(value) is int for value in values) else problem.choice
        found = {}
        for cell in self.cells if cells is None else cells:
            found[cell] = make(at(cell), values=cast(Any, values))
            if given and cell in given:
                words = f"{at(cell)} is given as {given[cell]}"
                problem.add(found[cell] == given[cell], about=Topic(words, GIVEN, [cell], given[cell]))
        return found
