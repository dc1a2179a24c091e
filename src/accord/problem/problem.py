"""The problem: variables, rules, what is wanted, and what is symmetric. Its model is made on first use.

    >>> from accord.problem import Problem
    >>> p = Problem("map")
    >>> colour = p.choices(["WA", "NT", "SA"], ["red", "green", "blue"])
    >>> p.add(colour["WA"] != colour["NT"], colour["WA"] != colour["SA"], colour["NT"] != colour["SA"])
    >>> len(p.variables), len(p.rules)
    (3, 3)

Methods that begin with a noun of the field (`different`, `table`, `regular`, ...) state a rule; `add` states
truths. Each takes `words`, by which explanations know the rule; without them it is known by its text.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from accord.errors import UsageError
from accord.model import Model
from accord.names import unknown
from accord.problem.arrays import Array, Board, cells_of, grid_of
from accord.problem.evaluate import OutsideError, atoms_of, value_of
from accord.problem.expressions import (
    Atom,
    Boolean,
    Expression,
    Logic,
    Member,
    Value,
    Variable,
    expression,
    numeric,
    text,
    told,
    truth,
    values_of,
)
from accord.problem.graphs import rules as graph_rules
from accord.problem.graphs.graph import Edges, edges, graph_of
from accord.problem.lower.choices import TUPLES
from accord.problem.rules import (
    Different,
    Holds,
    Inverse,
    Lexicographic,
    Ordered,
    Precedence,
    Regular,
    Rule,
    Table,
)

if TYPE_CHECKING:
    from accord.problem.lower.lowered import Cost

LARGEST = 1 << 40  # numbers of a domain stay below this
MOST_VALUES = 1_000_000  # of a variable, and variables
MOST_OPTIONS = 10_000_000  # values of all variables


@dataclass(frozen=True, eq=False)
class Symmetry:
    """Where variables and values go; those not listed stay. Values of `of` only, if there are any."""

    variables: Mapping[Atom, Atom] = field(default_factory=dict)
    values: Mapping[Value, Value] = field(default_factory=dict)
    of: frozenset[Atom] = frozenset()

    def touches(self, atom: Atom) -> bool:
        """Whether it moves the values of a variable."""
        return not isinstance(atom, Boolean) and (not self.of or atom in self.of)


class Problem:
    """A puzzle in variables and rules. It holds data only: it can be pickled, and so be sent to workers."""

    def __init__(self, name: str = "", *, title: str = "", rule: str = "") -> None:
        self.name, self.title, self.rule = name, title, rule
        self.variables: list[Atom] = []
        self.rules: list[Rule] = []
        self.boards: dict[str, Board[Any]] = {}  # of variables, by name
        self.symmetries: list[Symmetry] = []
        self.objective: Expression | None = None
        self.maximizes = False
        self._by_name: dict[str, Atom] = {}
        self._lowered: tuple[Model, Sequence[int | None]] | None = None
        self._options = 0  # values of all variables

    def __repr__(self) -> str:
        name = self.name or "without a name"
        return f"<Problem {name}: {len(self.variables)} variables, {len(self.rules)} rules>"

    # -- variables ---------------------------------------------------------------------------------

    def integer(
        self,
        name: str,
        low: int | None = None,
        high: int | None = None,
        *,
        values: Iterable[int] | None = None,
    ) -> Variable:
        """A number from `low` to `high`, or one of `values`."""
        return self._variable(name, _domain(name, low, high, values))

    def choice(self, name: str, values: Iterable[Hashable]) -> Variable:
        """One of these values, of any kind that can be a key."""
        return self._variable(name, _choices(name, values))

    def boolean(self, name: str) -> Boolean:
        """True or false."""
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
        """Numbers: name -> variable; or where `names` is a number, an array of so many, called `x[1]`, ..."""
        domain = _domain(name, low, high, values)
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
        """Choices: name -> variable; or where `names` is a number, an array of so many, called `x[1]`, ..."""
        domain = _choices(name, values)
        return self._several(names, name, lambda each: self._variable(each, domain))

    @overload
    def booleans(self, names: int, *, name: str = "x") -> Array[Boolean]: ...
    @overload
    def booleans(self, names: Iterable[str], *, name: str = "x") -> dict[str, Boolean]: ...
    def booleans(self, names: int | Iterable[str], *, name: str = "x") -> Array[Boolean] | dict[str, Boolean]:
        """Truths: name -> variable; or where `names` is a number, an array of so many, called `x[1]`, ..."""
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
        """A variable on each cell of a board: numbers from `low` to `high`, `values`, or without both truths.

        Args:
            rows: how many; or the size of a board of any lattice; or a picture, '.' for a cell, '#' for none.
            columns: how many.
            low: the least number.
            high: the greatest number.
            values: what a cell may be, in place of numbers.
            name: that of the board; cells are called `x[1,1]`, counted from 1.
            lattice: square, hexagonal or cubic.
        """
        if isinstance(rows, int) and columns is None:
            raise UsageError(f"{name}: found {rows} rows and no columns; expected both, a size, or a picture")
        grid = grid_of([rows, columns or 0] if isinstance(rows, int) else rows, lattice)
        if name in self.boards:
            raise UsageError(f"there is a board called {name!r} already; give the new one another `name`")
        domain: tuple[Value, ...] = ()
        if values is not None and low is None and high is None:
            domain = _choices(name, values)
        elif low is not None or high is not None:
            domain = _domain(name, low, high, values)
        found = {}
        for cell in sorted(cells_of(grid)):
            called = f"{name}[{','.join(str(n + 1) for n in cell)}]"
            found[cell] = self._variable(called, domain) if domain else self.boolean(called)
        self.boards[name] = Board(name, grid, found)
        return self.boards[name]

    def __getitem__(self, name: str) -> Atom:
        """The variable of a name. Raises UsageError if there is none."""
        if name not in self._by_name:
            raise unknown("variable", name, self._by_name)
        return self._by_name[name]

    def _several(self, names: int | Iterable[str], name: str, make: Callable[[str], Any]) -> Any:
        if isinstance(names, int):
            if not 0 <= names <= MOST_VALUES:
                raise UsageError(f"{name}: found {names:,} variables; expected 0 to {MOST_VALUES:,}")
            return Array(make(f"{name}[{number + 1}]") for number in range(names))
        if isinstance(names, str) or not isinstance(names, Iterable):
            raise UsageError(f"found {told(names)} in the place of a list of names")
        return {each: make(each) for each in names}

    def _variable(self, name: str, values: tuple[Value, ...]) -> Variable:
        made = Variable(name, values, len(self.variables))
        self._take(name, made)
        return made

    def _take(self, name: str, atom: Atom) -> None:
        if not isinstance(name, str) or not name:
            raise UsageError(f"found {told(name)} as the name of a variable; expected a text")
        if name in self._by_name:
            raise UsageError(f"there is a variable called {name!r} already")
        self._options += len(atom.values)
        if self._options > MOST_OPTIONS:
            raise UsageError(f"{name}: with it the variables have more than {MOST_OPTIONS:,} values in all")
        self.variables.append(atom)
        self._by_name[name] = atom
        self._lowered = None

    # -- rules -------------------------------------------------------------------------------------

    def state(self, rule: Rule) -> None:
        """State a rule. Raises UsageError if it speaks of variables of another problem."""
        self._refuse_strangers(rule, rule.parts)
        self.rules.append(rule)
        self._lowered = None

    def _refuse_strangers(self, what: Rule | str, parts: Iterable[Expression]) -> None:
        for part in parts:
            for atom in atoms_of(part):
                if not self._owns(atom):
                    words = what if isinstance(what, str) else what.words
                    raise UsageError(f"{words}: {atom} is no variable of this problem")

    def add(self, *truths: Any, words: str = "") -> None:
        """These truths hold. A list of truths may stand for its members."""
        for each in truths:
            if isinstance(each, Iterable) and not isinstance(each, Expression | str | Mapping):
                self.add(*each, words=words)
            else:
                rule = Holds(truth(each), called=words)
                _refuse_never(rule.truth, rule)
                self.state(rule)

    def different(self, *of: Any, apart: Iterable[Value] = (), words: str = "") -> None:
        """All have different values; those that have one of `apart` may share it."""
        label = of[0].label if len(of) == 1 and isinstance(of[0], Array) else ""
        called = words or (f"{label}: all different" if label else "")
        self.state(Different(_list(of), values_of(apart), called=called))

    def table(self, of: Iterable[Any], rows: Iterable[Sequence[Value]], *, words: str = "") -> None:
        """The values, in this order, are one of the rows."""
        self._table(of, rows, False, words)

    def forbidden(self, of: Iterable[Any], rows: Iterable[Sequence[Value]], *, words: str = "") -> None:
        """The values, in this order, are none of the rows."""
        self._table(of, rows, True, words)

    def _table(self, of: Iterable[Any], rows: Iterable[Sequence[Value]], forbidden: bool, words: str) -> None:
        columns = _list((of,))
        found = set()
        for number, given in enumerate(_rows(rows, "the table"), start=1):
            row = values_of(given)
            if len(row) != len(columns):
                raise UsageError(
                    f"row {number} of the table has {len(row)} values for {len(columns)} expressions"
                )
            found.add(row)
            if number > TUPLES:
                raise UsageError(f"the table has more than {TUPLES:,} rows, which is the most there may be")
        self.state(Table(columns, frozenset(found), forbidden, called=words))

    def relation(self, holds: Callable[..., object], *of: Any, words: str = "") -> None:
        """The values of two or three variables are such that a function of them is true.

        The function is asked now, once for each combination, and not kept. Raises UsageError above 1,000,000.
        """
        if not callable(holds):
            raise UsageError(f"found {told(holds)} in the place of a relation; expected a function of values")
        columns = _list(of)
        domains = [_values(each) for each in columns]
        size = prod(map(len, domains))
        if size > TUPLES:
            raise UsageError(
                f"the relation would be asked of {size:,} combinations of values; at most {TUPLES:,} are "
                "possible"
            )
        rows = frozenset(row for row in product(*domains) if holds(*row))
        name = getattr(holds, "__name__", "")
        called = words or ("" if name in ("", "<lambda>") else f"{name}({', '.join(map(str, columns))})")
        self.state(Table(columns, rows, called=called))

    def increasing(self, *of: Any, strictly: bool = False, words: str = "") -> None:
        """Each is at most the next one; less if `strictly`."""
        self.state(Ordered(_numbers(of), strictly, called=words))

    def lexicographic(
        self, first: Iterable[Any], second: Iterable[Any], *, strictly: bool = False, words: str = ""
    ) -> None:
        """The first list, read as a word, comes before the second, or is the same unless `strictly`."""
        self.state(Lexicographic(_numbers((first,)), _numbers((second,)), strictly, called=words))

    def regular(
        self,
        of: Iterable[Any],
        moves: Iterable[Sequence[Value]],
        start: Value,
        accepting: Iterable[Value],
        *,
        words: str = "",
    ) -> None:
        """The values, read as a word, take an automaton from `start` to one of `accepting`.

        Args:
            of: the places of the word.
            moves: (state, value, next state) each; several next states are fine, none means that it fails.
            start: the state before the first value.
            accepting: the states in which the word may end.
            words: of the rule.
        """
        found = tuple(values_of(move) for move in _rows(moves, "the moves of an automaton"))
        if any(len(move) != 3 for move in found):
            raise UsageError("a move of an automaton has three parts: state, value, next state")
        triples = tuple((state, value, after) for state, value, after in found)
        self.state(Regular(_list((of,)), triples, start, values_of(accepting), called=words))

    def inverse(self, here: Iterable[Any], there: Iterable[Any], *, base: int = 0, words: str = "") -> None:
        """here[i] == j exactly where there[j] == i; places count from `base`."""
        self.state(Inverse(_numbers((here,)), _numbers((there,)), base, called=words))

    def precedence(self, of: Iterable[Any], chain: Iterable[Value], *, words: str = "") -> None:
        """Each value of `chain` first stands behind the first of the value before it, or nowhere."""
        self.state(Precedence(_list((of,)), values_of(chain), called=words))

    # -- graphs ------------------------------------------------------------------------------------

    def edges(self, graph: Any) -> Edges[Boolean]:
        """A Boolean for each edge of a graph, or of what has one, such as a board: `edges[one, other]`."""
        return edges(graph_of(graph), self.boolean)

    def connected(self, flags: Any, graph: Any = None, **conventions: Any) -> None:
        """The vertices with a true flag hang together; see `accord.problem.graphs.rules.connected`."""
        self.state(graph_rules.connected(flags, graph, **conventions))

    def single_loop(self, flags: Any, graph: Any = None, **conventions: Any) -> None:
        """The chosen edges are one circle; see `accord.problem.graphs.rules.single_loop`."""
        self.state(graph_rules.single_loop(flags, graph, **conventions))

    def path(self, flags: Any, graph: Any = None, ends: Any = None, **conventions: Any) -> None:
        """The chosen edges are one path; see `accord.problem.graphs.rules.path`."""
        self.state(graph_rules.path(flags, graph, ends, **conventions))

    def paths(self, flags: Any, graph: Any = None, ends: Any = (), **conventions: Any) -> None:
        """The chosen edges are a path for each pair of ends; see `accord.problem.graphs.rules.paths`."""
        self.state(graph_rules.paths(flags, graph, ends, **conventions))

    def tree(self, flags: Any, graph: Any = None, **conventions: Any) -> None:
        """The chosen edges hang together without a circle; see `accord.problem.graphs.rules.tree`."""
        self.state(graph_rules.tree(flags, graph, **conventions))

    def regions(self, labels: Any, graph: Any = None, **conventions: Any) -> None:
        """The vertices of each label hang together; see `accord.problem.graphs.rules.regions`."""
        for rule in graph_rules.regions(labels, graph, **conventions):
            self.state(rule)

    # -- what is wanted, and what is symmetric -----------------------------------------------------

    def minimize(self, objective: Any) -> None:
        """What `best` makes as small as can be."""
        self._want(objective, False)

    def maximize(self, objective: Any) -> None:
        """What `best` makes as great as can be."""
        self._want(objective, True)

    def _want(self, objective: Any, maximizes: bool) -> None:
        if self.objective is not None:
            raise UsageError("the problem has an objective already")
        wanted = numeric(expression(objective))
        self._refuse_strangers("the objective", (wanted,))
        self.objective, self.maximizes = wanted, maximizes
        self._lowered = None

    def symmetry(
        self,
        variables: Mapping[Any, Any] | Board[Any] | None = None,
        *,
        values: Mapping[Any, Any] | Sequence[Any] | None = None,
        of: Iterable[Any] = (),
    ) -> None:
        """Solutions that differ by this only are one, where distinct ones are counted.

        What is stated is checked when they are counted. State it for generators; the group follows.

        Args:
            variables: variable -> the one to which it goes; or a board, for all its turns and reflections.
            values: value -> the one to which it goes; or a list of values that are interchangeable.
            of: the variables whose values these are; all, if none are named.
        """
        only = frozenset(of)
        moves: Sequence[Mapping[Any, Any]] = [{}]
        if isinstance(variables, Board):
            moves = isometries(variables)
        elif variables is not None:
            moves = [_permutation("variables", variables)]
        maps: Sequence[Mapping[Any, Any]] = [{}]
        if isinstance(values, Mapping):
            maps = [_permutation("values", values)]
        elif values is not None:
            some = values_of(values)
            if len(set(some)) < 2:
                raise UsageError(f"a symmetry: found the values {list(some)}; expected two or more")
            maps = [dict(zip(some, [*some[1:], some[0]], strict=True))] + (
                [{some[0]: some[1], some[1]: some[0]}] if len(some) > 2 else []
            )
        for move, value in product(moves, maps):
            self._move(Symmetry(move, value, only))
        self._lowered = None

    def _move(self, symmetry: Symmetry) -> None:
        """Take a symmetry. Raises UsageError if it takes a variable to a value that there is not."""
        for atom in (*symmetry.variables, *symmetry.of):
            if not self._owns(atom):
                raise UsageError(f"a symmetry: found {told(atom)}; expected variables of this problem")
        for atom in self.variables:
            to = symmetry.variables.get(atom, atom)
            values = symmetry.values if symmetry.touches(atom) else {}
            kinds = isinstance(atom, Boolean) == isinstance(to, Boolean)
            for value in atom.values if to is not atom or values else ():
                if not kinds or values.get(value, value) not in to.values:
                    there = text(values.get(value, value))
                    raise UsageError(
                        f"a symmetry takes {atom} = {text(value)} to {to} = {there}; {to} has no such value"
                    )
        self.symmetries.append(symmetry)

    def _owns(self, atom: object) -> bool:
        if not isinstance(atom, Variable | Boolean):
            return False
        return atom.number < len(self.variables) and self.variables[atom.number] is atom

    # -- what it says ------------------------------------------------------------------------------

    def holds(self, values: Mapping[Atom, Value]) -> bool:
        """Whether values of all variables keep every rule: what the rules mean, without a model."""
        try:
            if self.objective is not None:
                value_of(self.objective, values)
            return all(rule.holds(values) for rule in self.rules)
        except OutsideError:
            return False

    def save(self, path: str | Path) -> None:
        """Write it as a model file, which `accord.load` reads.

        Raises RefusedError for what a file cannot say, such as values that are tuples, and InputError if it
        cannot be written.
        """
        import_module("accord.puzzles.saved").save(self, path)  # a floor above, and so not by a statement

    @property
    def model(self) -> Model:
        """The model; made on first use, and again after more was said.

        Raises RefusedError where a rule grows too large, InputError for symmetries that are none.
        """
        return self._made[0]

    @property
    def rule_of(self) -> Sequence[str | None]:
        """For each item of the model, the words of the rule that it belongs to; None if it is of no rule."""
        words = [rule.words for rule in self.rules]
        return [None if number is None else words[number] for number in self._made[1]]

    @property
    def _made(self) -> tuple[Model, Sequence[int | None]]:
        if self._lowered is None:
            from accord.problem.lower.lowered import lowered  # the passes are imported only now

            self._lowered = lowered(self)
        return self._lowered

    @property
    def options(self) -> dict[str, dict[Value, int | None]]:
        """For each variable, by name, the option of each value; None for False, which has none."""
        found: dict[str, dict[Value, int | None]] = {}
        at = 0
        for atom in self.variables:  # options of variables come first, in their order
            if isinstance(atom, Boolean):
                found[atom.name] = {True: at, False: None}
                at += 1
            else:
                found[atom.name] = dict(zip(atom.values, count(at), strict=False))
                at += len(atom.values)
        return found

    def values(self, options: Iterable[int]) -> dict[str, Any]:
        """The value of each variable in a solution, by name."""
        chosen = set(options)
        return {
            name: next(value for value, option in of.items() if option is None or option in chosen)
            for name, of in self.options.items()
        }

    def costs(self) -> Iterator[Cost]:
        """What its variables, each of its rules, and its objective add to the model, one after the other.

        Raises RefusedError where a rule grows too large: what comes before it was told.
        """
        from accord.problem.lower.lowered import costs

        return costs(self)

    def copy(self) -> Problem:
        """The problem as it is now: what is said of one later is not said of the other."""
        other = copy(self)
        other.variables, other.rules, other.symmetries = [*self.variables], [*self.rules], [*self.symmetries]
        other.boards, other._by_name = dict(self.boards), dict(self._by_name)
        return other


def _domain(name: str, low: int | None, high: int | None, values: Iterable[Any] | None) -> tuple[Value, ...]:
    """The numbers of a domain. Raises UsageError."""
    if values is not None:
        if low is not None or high is not None:
            raise UsageError(f"{name}: found bounds and values; expected one of them")
        found: tuple[Any, ...] = values_of(values, f"{name}: ")
        strange = next(
            (value for value in found if isinstance(value, bool) or not hasattr(value, "__index__")), None
        )
        if strange is not None:
            raise UsageError(
                f"{name}: found the value {told(strange)}; expected whole numbers, or make it a choice"
            )
        return _bounded(name, tuple(dict.fromkeys(int(value) for value in found)))
    if low is None or high is None:
        raise UsageError(f"{name}: expected the least and the greatest number, or `values`")
    strange = next((end for end in (low, high) if not hasattr(end, "__index__")), None)
    if strange is not None:
        raise UsageError(f"{name}: found {told(strange)} as an end of the domain; expected whole numbers")
    if high < low:
        raise UsageError(f"{name}: found the domain {low} to {high}, which is empty")
    if high - low >= MOST_VALUES:
        raise UsageError(f"{name}: found {high - low + 1:,} values; at most {MOST_VALUES:,} are possible")
    return _bounded(name, tuple(range(low, high + 1)))


def _choices(name: str, values: Iterable[Hashable]) -> tuple[Value, ...]:
    return _bounded(name, tuple(dict.fromkeys(values_of(values, f"{name}: "))))


def _bounded(name: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    if not values:
        raise UsageError(f"{name}: found no values; expected at least one")
    if len(values) > MOST_VALUES:
        raise UsageError(f"{name}: found {len(values):,} values; at most {MOST_VALUES:,} are possible")
    large = next((value for value in values if type(value) is int and abs(value) >= LARGEST), None)
    if large is not None:
        raise UsageError(f"{name}: found the number {large:,}; expected numbers below 2^40")
    return values


def _refuse_never(of: Expression, rule: Rule) -> None:
    """Raise UsageError where a rule is that a variable has values of which it can have none."""
    if isinstance(of, Logic) and of.connective == "and":
        for part in of.of:
            _refuse_never(part, rule)
    if not isinstance(of, Member) or not isinstance(of.of, Variable | Boolean):
        return
    if not any(value in of.of.values for value in of.values):
        wanted, known = (", ".join(map(text, values)) for values in (of.values, of.of.values[:12]))
        more = ", ..." if len(of.of.values) > 12 else ""
        raise UsageError(
            f"{rule.words}: {of.of} is never {wanted or 'one of no values'}; its values are {known}{more}"
        )


def _list(of: Sequence[Any]) -> tuple[Expression, ...]:
    """Expressions, given one by one or as one list."""
    given = of[0] if len(of) == 1 and not isinstance(of[0], Expression) else of
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise UsageError(f"found {told(given)}; expected expressions, or a list of them")
    return tuple(expression(each) for each in given)


def _numbers(of: Sequence[Any]) -> tuple[Expression, ...]:
    """The same of numbers only."""
    return tuple(map(numeric, _list(of)))


def _rows(given: Any, what: str) -> Iterable[Any]:
    if not isinstance(given, Iterable):
        raise UsageError(f"found {told(given)} in the place of {what}; expected a list of lists")
    return given


def _values(of: Expression) -> Sequence[Value]:
    if isinstance(of, Variable):
        return of.values
    if isinstance(of, Boolean):
        return (0, 1)
    raise UsageError(f"`{of}`: a relation is of variables; name what is computed by a variable of its own")


def _permutation(what: str, of: Mapping[Any, Any]) -> Mapping[Any, Any]:
    if not isinstance(of, Mapping):
        raise UsageError(f"a symmetry of {what}: found {told(of)}; expected where each goes: {{from: to}}")
    if {id(each) if isinstance(each, Expression) else each for each in of} != {
        id(each) if isinstance(each, Expression) else each for each in of.values()
    }:
        raise UsageError(f"a symmetry of {what}: expected the same {what} on both sides")
    return of


def isometries(board: Board[Any]) -> Sequence[Mapping[Any, Any]]:
    """The isometries of a board, as permutations of its variables, without the identity."""
    cells = cells_of(board.grid)
    return [
        {board[cell]: board[cells[to]] for cell, to in zip(cells, each.permutation.tolist(), strict=True)}
        for each in board.grid.isometries()
    ][1:]
