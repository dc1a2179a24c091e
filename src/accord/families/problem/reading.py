"""Read a problem file into a Problem: data, variables, rules, objective, symmetries; errors have places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from keyword import iskeyword
from typing import Any, TypeVar

from accord.errors import UsageError
from accord.families.problem.clues import drawing_faults
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
from accord.families.problem.spec import Cells, Declared, Domain, Line, Tree, WrongError, lines_of
from accord.problem import Expression, Problem
from accord.problem.arrays import Array
from accord.problem.expressions import MOST_VALUES, Truth
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
