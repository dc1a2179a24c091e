"""Read a problem file into a Problem: data, variables, rules, objective, symmetries; errors have places.

Read the clues and regions of drawings from the data of a problem file.

`[drawing]` names the data: the signs in cells, the regions, the clues beside the board. Without it the first
picture that fits a board has its clues.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from keyword import iskeyword
from typing import Any, TypeVar

from accord.errors import UsageError
from accord.families.problem.functions import (
    FUNCTIONS,
    RULES,
    SYMMETRY,
    CalledRule,
    DataPicture,
    graph_functions,
)
from accord.families.problem.graphs import graph_in
from accord.families.problem.meaning import LARGEST, STEPS, Meaning
from accord.families.problem.operators import describe
from accord.families.problem.spec import (
    SIDES,
    Cells,
    Declared,
    Domain,
    Drawing,
    Line,
    Tree,
    WrongError,
    lines_of,
)
from accord.grids.board import Board as Grid
from accord.picture import EMPTY, HOLE, Place
from accord.problem import Board, Expression, Problem
from accord.problem.arrays import Array
from accord.problem.domains import cells_of
from accord.problem.expressions import MOST_VALUES, Boolean, Truth
from accord.problem.rules import Rule
from accord.puzzles.family import Fault, Faults
from accord.puzzles.locate import join
from accord.puzzles.words import describe as shown

T = TypeVar("T")

MOST_OPTIONS = 2_000_000  # values of all variables together
LONGEST = 100_000  # variables of an array
_NAME = re.compile(r"[^\W\d]\w*")
_ONE = re.compile(r"([^\W\d]\w*)\[([1-9][0-9]{0,6}(?:,[1-9][0-9]{0,6}){0,2})\]")  # a variable called `x[1,2]`


class Reading:
    """A problem while it is read. Raises SpecError with every fault."""

    def __init__(self, spec: Declared) -> None:
        self.problem = Problem()
        self._faults = Faults()
        self._names: dict[str, Any] = {}
        self._reader = Meaning(self._names, {**FUNCTIONS, **graph_functions()})
        self._options = 0
        for name, value in spec.data.items():
            path = ("data", name)
            self._try(join(path), None, self._add_name, name, self._datum(value, path))
        for names, kind in spec.variables.items():
            self._variables(names, kind)
        self._faults.end()
        for line in self._lines("rules", spec.rules):
            self._try("rules", line.at, self._rule, line)
        for key, text in (("minimize", spec.minimize), ("maximize", spec.maximize)):
            lines = list(self._lines(key, text))
            if lines:
                self._try(key, lines[0].at, self._objective, key, lines)
        self._reader.functions = SYMMETRY
        for line in self._lines("symmetries", spec.symmetries):
            self._try("symmetries", line.at, self._symmetry, line)
        self._faults += drawing_faults(spec, self.problem)
        self._faults.end()

    def _try(self, key: str, at: int | None, function: Callable[..., T], *given: Any) -> T | None:
        """Return the result of a function; record its fault, at `at` unless the fault has a place."""
        if self._reader.steps > STEPS:
            return None  # that is a fault already
        try:
            return function(*given)
        except WrongError as error:
            self._faults.append(Fault(key, str(error), error.at))
        except UsageError as error:
            self._faults.append(Fault(key, str(error), at))
        return None

    def _lines(self, key: str, text: str) -> Iterator[Line]:
        """Yield the lines of a text; none if brackets do not match."""
        yield from self._try(key, 0, lambda: list(lines_of(text))) or ()

    # -- data and variables ------------------------------------------------------------------------

    def _free(self, name: str) -> None:
        """Raise UsageError if a name cannot be given to what is declared."""
        if name in FUNCTIONS:
            raise UsageError(f"{name} is a function; take another name")
        if not valid_name(name):
            raise UsageError(
                f"found the name {shown(name)}; expected a letter, and letters, digits and _ behind it"
            )
        if name in self._names:
            raise UsageError(f"found the name {name} twice; expected it once")

    def _add_name(self, name: str, value: Any) -> None:
        self._free(name)
        self._names[name] = value

    def _datum(self, value: Any, path: tuple[str | int, ...]) -> Any:
        """Return a value of the data; a text of several lines as a picture."""
        match value:
            case str():
                return DataPicture(value) if "\n" in value else value
            case bool():
                return value
            case int() if abs(value) < LARGEST:
                return value
            case list():
                return [self._datum(each, (*path, number)) for number, each in enumerate(value, start=1)]
            case dict():
                return {key: self._datum(each, (*path, key)) for key, each in value.items()}
        self._faults.add(join(path), f"found {shown(value)}; expected whole numbers, texts, lists, tables")
        return 0

    def _variables(self, names: str, kind: str | list[int | str] | Cells) -> None:
        """Declare variables that are alike."""
        path: tuple[str, ...] = ("variables", names)
        cells = kind if isinstance(kind, Cells) else Cells(values=kind)
        at_values = (*path, "values") if isinstance(kind, Cells) else path
        if not names.split():
            self._faults.add(join(path), "found no name; expected one or several, with blanks between them")
        domain = self._try(join(at_values), 0, self._domain, cells.values)
        for name in names.split() if domain is not None else ():
            self._try(join(path), None, self._variable, name, cells, domain)

    def _domain(self, values: Domain) -> Sequence[Any]:
        """Return the values, of one part as a range; none for a truth. Raises UsageError and WrongError."""
        if isinstance(values, list):
            if not values:
                raise UsageError("found no values; expected at least one")
            return values
        if values.strip() == "boolean":
            return []
        domain: list[int] = []
        at = 0
        for part in values.split(","):
            first, last = self._ends(part, at)
            if first > last:
                raise WrongError(at, f"found the domain {first} to {last}, which is empty")
            if "," not in values:
                return range(first, last + 1)
            if last - first >= MOST_VALUES:
                raise WrongError(
                    at, f"found {last - first + 1:,} values; at most {MOST_VALUES:,} are possible"
                )
            domain += range(first, last + 1)
            at += len(part) + 1
        return domain

    def _ends(self, part: str, at: int) -> tuple[int, int]:
        """Return both numbers of `1..n`, or the one number twice."""
        ends: list[int] = []
        for text in part.split("..", 1):
            line = Line(text, at).strip()
            at += len(text) + 2
            end = self._reader.of(Tree(line)) if line.text else None
            if type(end) is not int:
                what = f"{shown(text)}; expected numbers, as in 1..9 or 2, 3, 5, or boolean"
                raise WrongError(line.at, f"found {what}")
            ends.append(end)
        return ends[0], ends[-1]

    def _variable(self, name: str, cells: Cells, domain: Sequence[Any]) -> None:
        """Declare a variable, an array or a board of that name."""
        problem = self.problem
        one = _ONE.fullmatch(name)
        if one and cells.board is None and cells.array is None:
            at = tuple(map(int, one[2].split(",")))
            self._check_size(1, domain, name)
            scattered = self._names.setdefault(one[1], Scattered())
            if not isinstance(scattered, Scattered):
                raise UsageError(f"{one[1]} is declared already; take another name")
            scattered[at if len(at) > 1 else at[0]] = _single(problem, name, domain)
            return
        self._free(name)
        if cells.board is not None and cells.array is not None:
            raise UsageError("found a board and an array; expected one of them")
        made: Any
        if cells.edges is not None:
            if domain:
                raise UsageError("found edges with values; expected truths: an edge is chosen or not")
            graph = graph_in(cells)
            self._check_size(len(graph.edges), domain, name)
            made = problem.edges(graph, name)
        elif cells.board is not None:
            made = problem.board(cells.board, values=domain or None, name=name, lattice=cells.lattice)
            self._check_size(len(made), domain, name)
        elif cells.array is not None:
            if not 1 <= cells.array <= LONGEST:
                raise UsageError(f"found an array of {cells.array:,}; expected 1 to {LONGEST:,}")
            self._check_size(cells.array, domain, name)
            made = Array(_single(problem, f"{name}[{number + 1}]", domain) for number in range(cells.array))
        else:
            self._check_size(1, domain, name)
            made = _single(problem, name, domain)
        self._names[name] = made

    def _check_size(self, number: int, domain: Sequence[Any], name: str) -> None:
        """Raise UsageError if so many variables more, or values that are listed, are too many."""
        self._options += number * (max(len(domain), 1) if type(domain) is list else 1)
        if self._options > MOST_OPTIONS:
            raise UsageError(
                f"with {name} the variables have {self._options:,} values together; at most "
                f"{MOST_OPTIONS:,} are possible"
            )

    # -- rules, objective, symmetries --------------------------------------------------------------

    def _rule(self, line: Line) -> None:
        """State the rules of a line."""
        tree = Tree(line)
        for value, words in self._reader.each(tree):
            self._state(value, words)
            rule = self.problem.rules[-1] if self.problem.rules else None
            if not words and rule and not rule.called and _flat(value):
                source = tree.source(tree.body)
                if source != str(rule):
                    self.problem.rules[-1] = replace(rule, called=source)

    def _state(self, value: Any, words: str) -> None:
        """State a rule, or several in a list. Raises UsageError."""
        if isinstance(value, CalledRule):
            if value.method not in RULES and value.method != "add":
                raise UsageError(f"found {value}; expected a rule")
            value.state(self.problem, words)
        elif isinstance(value, Truth | bool):
            self.problem.add(value, words=words)
        elif isinstance(value, Rule):
            self.problem.state(replace(value, called=value.called or words))
        elif isinstance(value, list | tuple):
            for each in value:
                self._state(each, words)
        else:
            raise UsageError(
                f"found {describe(value)}; expected a rule: a comparison, a truth or a call such as "
                "different(...)"
            )

    def _objective(self, key: str, lines: Sequence[Line]) -> None:
        """State the objectives, one a line, in turn."""
        values = [self._reader.of(Tree(line)) for line in lines]
        for value in values:
            if not isinstance(value, Expression | int):
                raise UsageError(f"found {describe(value)}; expected an expression of variables")
        getattr(self.problem, key)(*values)

    def _symmetry(self, line: Line) -> None:
        said = self._reader.of(Tree(line, call="symmetry"))
        if not isinstance(said, CalledRule) or said.method != "symmetry":
            raise UsageError("expected what symmetry(...) takes: a board, {x: y, y: x}, or values=[...]")
        said.state(self.problem)


class Scattered(dict[Any, Any]):
    """Variables that are declared one by one under names such as `x[3]`, by their places."""


def valid_name(name: str, *, single: bool = False) -> bool:
    """Whether rules can use that name; for a single variable also `x[1,2]`."""
    one = _ONE.fullmatch(name) if single else None
    name = one[1] if one else name
    return bool(_NAME.fullmatch(name)) and not iskeyword(name) and name not in FUNCTIONS


def _single(problem: Problem, name: str, domain: Sequence[Any]) -> Any:
    return problem.choice(name, domain) if domain else problem.boolean(name)


def _flat(value: Any) -> bool:
    """Whether a value is one rule."""
    return not isinstance(value, list | tuple)


def drawing_of(spec: object) -> Drawing:
    """Return what a spec states about drawings; nothing for a Problem of Python."""
    return spec.drawing if isinstance(spec, Declared) else Drawing()


def data_signs(spec: object, name: str) -> dict[tuple[int, int], str]:
    """Return the signs of a picture of the data, or of a list of rows, by row and column from 0."""
    value = spec.data.get(name) if isinstance(spec, Declared) else None
    if isinstance(value, str) and "\n" in value:
        return {(r, c): sign for r, row in enumerate(value.split()) for c, sign in enumerate(row)}
    if isinstance(value, list) and all(isinstance(row, list) for row in value):
        return {(r, c): str(sign) for r, row in enumerate(value) for c, sign in enumerate(row)}
    return {}


def board_signs(spec: object, cells: Collection[Any], key: str) -> dict[Any, str]:
    """Return the signs for the cells of a board that a key of `[drawing]` names; none if they do not fit.

    Without a name, clues are the first picture of the data that fits and has no other use.
    """
    drawing = drawing_of(spec)
    names = [getattr(drawing, key)] if getattr(drawing, key) else []
    if not names and key == "clues" and isinstance(spec, Declared):
        names = [name for name, value in spec.data.items() if isinstance(value, str)]
        names = [name for name in names if name != drawing.regions]
    for name in names:
        signs = data_signs(spec, name)
        if signs and {*cells} == {cell for cell, sign in signs.items() if cell in cells or sign != HOLE}:
            return {
                cell: signs[cell] for cell in cells if key == "regions" or signs[cell] not in (EMPTY, HOLE)
            }
    return {}


def side_clues(spec: object, side: str, grid: Grid) -> tuple[str, ...]:
    """Return the clues on a side of a board; none if there are not as many as rows or columns."""
    value = spec.data.get(getattr(drawing_of(spec), side)) if isinstance(spec, Declared) else None
    rows, columns = ends(grid)
    if not isinstance(value, list) or len(value) != (columns if side in ("top", "bottom") else rows):
        return ()
    between = "\n" if side in ("top", "bottom") else " "
    return tuple(
        between.join(map(str, clue)) if isinstance(clue, list) else "" if clue == EMPTY else str(clue)
        for clue in value
    )


def region_numbers(spec: object, places: Mapping[Any, Place]) -> dict[Place, int]:
    """Return the number of the region of each place; nothing if no regions are stated."""
    signs = board_signs(spec, places, "regions")
    number = {sign: n for n, sign in enumerate(dict.fromkeys(signs.values()), start=1)}
    return {places[cell]: number[sign] for cell, sign in signs.items()}


def drawing_faults(spec: Declared, problem: Problem) -> Iterator[Fault]:
    """Yield what is wrong with `[drawing]`."""
    drawing = spec.drawing
    grids = [board.grid for board in problem.boards.values()]
    grids += [grid for each in problem.links.values() if (grid := each.graph.dots_of or each.graph.board)]
    squares = [grid for grid in grids if grid.lattice.name == "square"]
    for key in ("clues", "regions", *SIDES):
        name = getattr(drawing, key)
        if not name:
            continue
        if name not in spec.data:
            known = ", ".join(spec.data) or "none"
            yield Fault(f"drawing.{key}", f"found {shown(name)}; expected a name of the data: {known}")
        elif key in SIDES and not any(side_clues(spec, key, grid) for grid in squares):
            of = "column" if key in ("top", "bottom") else "row"
            yield Fault(f"drawing.{key}", f"{name} is no list with a clue for each {of} of a square board")
        elif key not in SIDES:
            of = "square board" if key == "regions" else "board"
            if not any(
                board_signs(spec, cells_at(grid), key) for grid in (grids if key == "clues" else squares)
            ):
                yield Fault(
                    f"drawing.{key}", f"{name} is no picture of a {of}: a sign for each cell, # for none"
                )
    if drawing.figure and not any(map(is_truths, problem.boards.values())):
        yield Fault("drawing.figure", "there is no board of truths; figures are for its true cells")


def cells_at(grid: Grid) -> dict[Any, Place]:
    """Return the place of each cell of a board in a picture."""
    return dict(zip(cells_of(grid), grid.place_tuples, strict=True))


def ends(grid: Grid) -> tuple[int, int]:
    """Return the number of rows and of columns of a flat board."""
    _, rows, columns = (max(numbers) + 1 for numbers in zip(*grid.place_tuples, strict=True))
    return rows, columns


def is_truths(board: Board[Any]) -> bool:
    """Whether the variables of a board are true or false."""
    return isinstance(board.cells[0], Boolean)
