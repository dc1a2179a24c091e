"""The variables of a problem, by name: numbers, choices and truths; arrays and boards of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, overload

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError, unknown
from accord.problem import domains
from accord.problem.arrays import Array, Board
from accord.problem.domains import cells_of, grid_of
from accord.problem.expressions import (
    MOST_VALUES,
    Atom,
    Boolean,
    Expression,
    Value,
    Variable,
    refuse_long,
    whole_number,
)
from accord.problem.graphs.graph import Edges, edges, graph_of
from accord.problem.notation import brief


class Variables:
    """The variables of a problem, and the methods that add them."""

    def __init__(self) -> None:
        self.variables: list[Atom] = []
        self.boards: dict[str, Board[Any]] = {}  # of variables, by name
        self.links: dict[str, Edges[Boolean]] = {}  # the edges of graphs, by name
        self._by_name: dict[str, Atom] = {}
        self._own: set[Expression] = set()  # the variables once more

    def _invalidate(self) -> None:
        """Forget what was derived; called when more was added."""

    def integer(
        self,
        name: str,
        low: int | None = None,
        high: int | None = None,
        *,
        values: Iterable[int] | None = None,
    ) -> Variable:
        """Add a number from `low` to `high`, or one of `values`."""
        return self._variable(name, domains.numbers(name, low, high, values))

    def choice(self, name: str, values: Iterable[Hashable]) -> Variable:
        """Add a variable with one of these values, of any kind that can be a key."""
        return self._variable(name, domains.choices(name, values))

    def boolean(self, name: str) -> Boolean:
        """Add a variable that is true or false."""
        made = Boolean(name, len(self.variables))
        self._take(name, made)
        return made

    @overload
    def integers(
        self,
        names: int,
        low: int | None = None,
        high: int | None = None,
        *,
        values: Iterable[int] | None = None,
        name: str = "x",
    ) -> Array[Variable]: ...
    @overload
    def integers(
        self,
        names: Iterable[str],
        low: int | None = None,
        high: int | None = None,
        *,
        values: Iterable[int] | None = None,
        name: str = "x",
    ) -> dict[str, Variable]: ...
    def integers(
        self,
        names: int | Iterable[str],
        low: int | None = None,
        high: int | None = None,
        *,
        values: Iterable[int] | None = None,
        name: str = "x",
    ) -> Array[Variable] | dict[str, Variable]:
        """Add numbers: a variable for each name, or for a number of them, called `x[1]`, ..."""
        domain = domains.numbers(name, low, high, values)
        return self._several(names, name, lambda each: self._variable(each, domain))

    @overload
    def choices(self, names: int, values: Iterable[Hashable], *, name: str = "x") -> Array[Variable]: ...
    @overload
    def choices(
        self, names: Iterable[str], values: Iterable[Hashable], *, name: str = "x"
    ) -> dict[str, Variable]: ...
    def choices(
        self, names: int | Iterable[str], values: Iterable[Hashable], *, name: str = "x"
    ) -> Array[Variable] | dict[str, Variable]:
        """Add choices: a variable for each name, or for a number of them, called `x[1]`, ..."""
        domain = domains.choices(name, values)
        return self._several(names, name, lambda each: self._variable(each, domain))

    @overload
    def booleans(self, names: int, *, name: str = "x") -> Array[Boolean]: ...
    @overload
    def booleans(self, names: Iterable[str], *, name: str = "x") -> dict[str, Boolean]: ...
    def booleans(self, names: int | Iterable[str], *, name: str = "x") -> Array[Boolean] | dict[str, Boolean]:
        """Add truths: a variable for each name, or for a number of them, called `x[1]`, ..."""
        return self._several(names, name, self.boolean)

    def board(
        self,
        rows: int | Sequence[int] | str,
        columns: int | None = None,
        low: int | None = None,
        high: int | None = None,
        *,
        values: Iterable[Hashable] | None = None,
        name: str = "x",
        lattice: str = "square",
    ) -> Board[Any]:
        """Add a variable for each cell of a board: a number, one of `values`, or by default a truth.

        Args:
            rows: the number of rows; or the size of a board of any lattice; or a picture, '.' for a cell, '#'
                for none.
            columns: the number of columns.
            low: the least number.
            high: the greatest number.
            values: the values of a cell, in place of numbers.
            name: the name of the board; cells are called `x[1,1]`, counted from 1.
            lattice: square, hexagonal, cubic, triangular or edges.
        """
        if isinstance(rows, int) and columns is None:
            raise UsageError(f"{name}: found {rows} rows and no columns; expected both, a size, or a picture")
        grid = grid_of([rows, columns or 0] if isinstance(rows, int) else rows, lattice)
        self._free(name)
        domain: Sequence[Value] = ()
        if values is not None and low is None and high is None:
            domain = domains.choices(name, values)
        elif low is not None or high is not None:
            domain = domains.numbers(name, low, high, values)
        found = {}
        for cell in sorted(cells_of(grid)):
            called = f"{name}[{','.join(str(n + 1) for n in cell)}]"
            found[cell] = self._variable(called, domain) if domain else self.boolean(called)
        self.boards[name] = Board(name, grid, found)
        return self.boards[name]

    def __getitem__(self, name: str) -> Atom:
        """The variable of a name. Raises UsageError if there is none."""
        refuse_other_types(name=(name, str))
        if name not in self._by_name:
            raise unknown("variable", name, self._by_name)
        return self._by_name[name]

    def edges(self, graph: Any, name: str = "edge") -> Edges[Boolean]:
        """Add a truth for each edge of a graph, or of a board: `edges[one, other]`.

        Edges between cells are called `edge[1,1,1,2]`, counted from 1, others `edge["a","b"]`.
        """
        self._free(name)
        self.links[name] = edges(name, graph_of(graph), self.boolean)
        return self.links[name]

    def _free(self, name: str) -> None:
        """Raise UsageError if a board, or edges, have this name, or it is no text."""
        refuse_other_types(name=(name, str))
        if name in self.boards or name in self.links:
            what = "a board" if name in self.boards else "edges"
            raise UsageError(f"found {what} called {name!r} already; give the new one another `name`")

    def _several(self, names: int | Iterable[str], name: str, make: Callable[[str], Any]) -> Any:
        refuse_other_types(name=(name, str))
        if isinstance(names, int):
            if not 0 <= refuse_long(names) <= MOST_VALUES:
                raise UsageError(f"{name}: found {names:,} variables; expected 0 to {MOST_VALUES:,}")
            return Array(make(f"{name}[{number + 1}]") for number in range(names))
        if isinstance(names, str) or not isinstance(names, Iterable):
            raise UsageError(f"found {brief(names)} in the place of a list of names")
        listed = [*islice(names, MOST_VALUES + 1)]
        if len(listed) > MOST_VALUES:
            raise UsageError(f"{name}: found more than {MOST_VALUES:,} names, which is the most there may be")
        return {each: make(each) for each in listed}

    def _variable(self, name: str, values: Sequence[Value]) -> Variable:
        made = Variable(name, values, len(self.variables))
        self._take(name, made)
        return made

    def _take(self, name: str, atom: Atom) -> None:
        if not isinstance(name, str) or not name:
            raise UsageError(f"found {brief(name)} as the name of a variable; expected a text")
        if name in self._by_name:
            raise UsageError(f"there is a variable called {name!r} already")
        self.variables.append(atom)
        self._own.add(atom)
        self._by_name[name] = atom
        self._invalidate()


class ValueOptions(Mapping[Value, int]):
    """The option of each value of a variable: they follow each other, as the values do."""

    def __init__(self, values: Sequence[Value], first: int) -> None:
        self._values, self._first = values, first
        self._known = {} if type(values) is range else dict(zip(values, count(first), strict=False))

    def __getitem__(self, value: Value) -> int:
        if type(self._values) is not range:
            return self._known[value]
        number = whole_number(value)
        if number is None or number not in self._values:
            raise KeyError(value)
        return self._first + self._values.index(number)

    def __iter__(self) -> Iterator[Value]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def values_among(self, options: Sequence[int]) -> Sequence[Value]:
        """The values whose options are among these, which ascend; no value is looked at one by one."""
        at, end = (bisect_left(options, self._first + number) for number in (0, len(self._values)))
        return [self._values[option - self._first] for option in options[at:end]]


def values_in(variables: Mapping[str, Mapping[Any, int | None]], chosen: Iterable[int]) -> dict[str, Any]:
    """The value of each variable, by name, where these options were chosen; of some options, as many.

    `variables` has the option of each value; None where no other value's option is chosen.
    """
    options, found = sorted(chosen), dict[str, Any]()
    known = set(options)
    for name, of in variables.items():
        if isinstance(of, ValueOptions):
            found.update((name, value) for value in of.values_among(options))
            continue
        for value, option in of.items():
            if option in known or (option is None and known.isdisjoint(of.values())):
                found[name] = value
    return found
