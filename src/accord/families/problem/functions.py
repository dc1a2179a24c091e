"""The functions that problem files may call in rules, from a parsed tree to an expression or a rule.

A function has its name here without `_` in files; a method of a board or a table has a dot before it. `RULES`
are the methods of `Problem` that state rules on lists.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

from accord.errors import UsageError
from accord.families.problem.graphs import graph_rules
from accord.families.problem.meaning import Meaning
from accord.families.problem.operators import compare, describe, file_vertex, number, vertex
from accord.families.problem.operators import place as place_of
from accord.problem.arrays import Array, Board
from accord.problem.expressions import Constant, Expression, logic, truth
from accord.problem.functions import element, every, maximum, minimum, some, total
from accord.problem.global_rules import statements
from accord.problem.graph_rules.base import STATED, GraphRule
from accord.problem.graphs.graph import Edges
from accord.problem.problem import Problem

RULES = tuple(name for name, method in statements(Problem).items() if method.in_files)


@dataclass(frozen=True)
class CalledRule:
    """A rule that was called: a method of Problem, and its arguments."""

    method: str
    given: tuple[Any, ...]
    keywords: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"the rule {self.method}(...)"

    def state(self, problem: Problem, words: str = "") -> None:
        """State it; a rule without words of its own gets these. Raises UsageError."""
        first = len(problem.rules)
        named = {"words": words} if self.method == "add" else {}  # its errors begin with them
        getattr(problem, self.method)(*self.given, **{**named, **self.keywords})
        if words and "words" not in self.keywords:
            rules = problem.rules[first:]
            problem.rules[first:] = [each if each.called else replace(each, called=words) for each in rules]


def _rule(name: str, method: str, _reader: Meaning, *given: Any, **keywords: Any) -> CalledRule:
    called = partial(getattr(Problem, method), None)
    _bind(name, called, given, keywords)
    usual = {"base": 1} if "base" in inspect.signature(called).parameters else {}  # files count from 1
    return CalledRule(method, given, {**usual, **keywords})


def _graph_rule(name: str, reader: Meaning, *given: Any, **keywords: Any) -> list[GraphRule]:
    arguments = _bind(name, STATED[name], given, keywords)
    rules = graph_rules(name, reader.as_list, arguments)
    reader.charge(sum(len(rule.flags) + len(rule.graph.edges) for rule in rules))
    return rules


def _function(name: str, function: Callable[..., Any], reader: Meaning, *given: Any, **keywords: Any) -> Any:
    _bind(name, partial(function, reader), given, keywords)
    return function(reader, *given, **keywords)


def _bind(
    name: str, function: Callable[..., Any], given: Iterable[Any], keywords: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the arguments of a function by name. Raises UsageError if they do not fit."""
    try:
        return inspect.signature(function).bind(*given, **keywords).arguments
    except TypeError as error:
        raise UsageError(f"{name}(...): {error}") from None


# -- values ----------------------------------------------------------------------------------------


def _several(reader: Meaning, given: tuple[Any, ...]) -> list[Any]:
    """Return values that were given one by one, or as one list."""
    if len(given) == 1 and not isinstance(given[0], Expression | int | str):
        return reader.as_list(given[0])
    return list(given)


def _extreme(reader: Meaning, given: tuple[Any, ...], known: Any, unknown: Any) -> Any:
    values = [number(each) for each in _several(reader, given)]
    if not values:
        raise UsageError("found an empty list; expected numbers or expressions")
    return unknown(values) if any(isinstance(each, Expression) for each in values) else known(values)


def _min(reader: Meaning, *of: Any) -> Any:
    return _extreme(reader, of, min, minimum)


def _max(reader: Meaning, *of: Any) -> Any:
    return _extreme(reader, of, max, maximum)


def _abs(_reader: Meaning, of: Any) -> Any:
    return abs(number(of))


def _sum(reader: Meaning, of: Any) -> Any:
    values = [number(each) for each in reader.as_list(of)]
    return total(values) if any(isinstance(each, Expression) for each in values) else sum(values)


def _count(reader: Meaning, of: Any, value: Any = True) -> Any:
    members = reader.as_list(of)
    if value is True:
        return _sum(reader, [truth(each) for each in members])
    return _sum(reader, [compare("Eq", each, value, reader.as_list) for each in members])


def _join(reader: Meaning, of: Any, decides: bool) -> Any:
    members = reader.as_list(of)
    truths = [truth(each) for each in members]
    if all(isinstance(each, bool) for each in members):
        return any(members) if decides else all(members)
    return some(truths) if decides else every(truths)


def _all(reader: Meaning, of: Any) -> Any:
    return _join(reader, of, False)


def _any(reader: Meaning, of: Any) -> Any:
    return _join(reader, of, True)


def _implies(_reader: Meaning, one: Any, other: Any) -> Any:
    return truth(one).implies(truth(other))


def _iff(_reader: Meaning, one: Any, other: Any) -> Any:
    return truth(one).iff(truth(other))


def _xor(reader: Meaning, *of: Any) -> Any:
    return logic("xor", _several(reader, of))


def _element(reader: Meaning, of: Any, place: Any) -> Any:
    """Return `of[place]`; at a known place outside of the list there is no solution, instead of an error."""
    if isinstance(of, Board):
        return place_of(of, [place], reader.as_list)
    members = reader.as_list(of)
    if type(place) is not int:
        return place_of(members, [place], reader.as_list)
    found = element(members, place - 1)
    return found.value if isinstance(found, Constant) else found


# -- lists -----------------------------------------------------------------------------------------


def _len(reader: Meaning, of: Any) -> int:
    if isinstance(of, str | range):
        return len(of)
    return len(reader.as_list(of))


def _range(_reader: Meaning, first: Any, last: Any = None, step: Any = 1) -> range:
    ends = [first, first if last is None else last, step]
    if any(type(end) is not int for end in ends) or not step:
        raise UsageError(f"found range of {', '.join(map(describe, ends))}; expected whole numbers")
    return range(first, last, step) if last is not None else range(first)


def _zip(reader: Meaning, *of: Any) -> list[tuple[Any, ...]]:
    return list(zip(*(reader.as_list(each) for each in of), strict=False))


def _enumerate(reader: Meaning, of: Any, start: Any = 1) -> list[tuple[Any, Any]]:
    return list(enumerate(reader.as_list(of), start))


def _pairs(reader: Meaning, of: Any) -> list[tuple[Any, Any]]:
    members = reader.as_list(of)
    reader.charge(len(members) ** 2)
    return list(combinations(members, 2))


def _reversed(reader: Meaning, of: Any) -> list[Any]:
    return reader.as_list(of)[::-1]


# -- boards and tables -----------------------------------------------------------------------------


def _cell(of: Any, at: tuple[Any, ...], what: str) -> list[int]:
    """Return a cell as a board counts it, from 0."""
    numbers = at[0] if len(at) == 1 and isinstance(at[0], tuple) else at
    if not isinstance(of, Board) or not all(type(each) is int for each in numbers):
        raise UsageError(f"found .{what} of {describe(of)}; expected a board and the numbers of a cell")
    cell = [each - 1 for each in numbers]
    if len(cell) != len(of.ends) or not all(0 <= n < end for n, end in zip(cell, of.ends, strict=True)):
        raise UsageError(f"{of.name} has no cell [{', '.join(map(str, numbers))}]")
    return cell


def _neighbours(_reader: Meaning, of: Any, *cell: Any) -> Array[Any]:
    return of.neighbours(*_cell(of, cell, "neighbours"))


def _around(_reader: Meaning, of: Any, *cell: Any) -> Sequence[Any]:
    if isinstance(of, Edges):
        around = of.around(vertex(cell[0] if len(cell) == 1 else cell))
        if not around:
            raise UsageError(f"{of.name} has no cell {list(cell)} with edges around it")
        return around
    found = _cell(of, cell, "around")
    if len(found) != 2:
        raise UsageError("found a board that is not square; only these have cells around a cell")
    return of.around(*found)


def _at(_reader: Meaning, of: Any, *at: Any) -> Sequence[Any]:
    if not isinstance(of, Edges):
        raise UsageError(f"found .at of {describe(of)}; expected edges, and a vertex")
    return of.at(vertex(at[0] if len(at) == 1 else at))


def _regions(_reader: Meaning, of: Any, picture: Any) -> dict[str, Array[Any]]:
    text = picture.text if isinstance(picture, DataPicture) else picture
    if not isinstance(of, Board) or not isinstance(text, str):
        raise UsageError(f"found .regions of {describe(of)}; expected a board, and a picture of its regions")
    return of.regions(text)


def _items(reader: Meaning, of: Any) -> list[tuple[Any, Any]]:
    return list(_table(reader, of).items())


def _keys(reader: Meaning, of: Any) -> list[Any]:
    return list(_table(reader, of))


def _values(reader: Meaning, of: Any) -> list[Any]:
    return list(_table(reader, of).values())


def _table(reader: Meaning, of: Any) -> Mapping[Any, Any]:
    """Return a table as places and values; cells count from 1."""
    if not isinstance(of, Mapping):
        raise UsageError(f"found {describe(of)}; expected a table, a picture, a board or edges")
    reader.charge(len(of))
    if isinstance(of, Edges):
        return {(file_vertex(one), file_vertex(other)): each for (one, other), each in of.items()}
    if isinstance(of, Board):
        return {tuple(n + 1 for n in cell): each for cell, each in of.items()}
    return of


class DataPicture(dict[tuple[int, int], Any]):
    """A picture of data: (row, column), from 1 -> its sign; a digit is a number."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            ((row, column), int(sign) if sign in "0123456789" else sign)
            for row, line in enumerate(text.split(), start=1)
            for column, sign in enumerate(line, start=1)
        )


_VALUES = (
    _min, _max, _abs, _sum, _count, _all, _any, _implies, _iff, _xor, _element,
    _len, _range, _zip, _enumerate, _pairs, _reversed,
)  # fmt: skip
_METHODS = (_neighbours, _around, _at, _regions, _items, _keys, _values)


def graph_functions() -> dict[str, Callable[..., Any]]:
    """The functions that state graph rules, of any module that was imported."""
    return {name: partial(_graph_rule, name) for name in STATED}


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: partial(_rule, name, name) for name in RULES},
    "holds": partial(_rule, "holds", "add"),
    **graph_functions(),
    **{each.__name__[1:]: partial(_function, each.__name__[1:], each) for each in _VALUES},
    **{f".{each.__name__[1:]}": partial(_function, each.__name__[1:], each) for each in _METHODS},
}
SYMMETRY: dict[str, Callable[..., Any]] = {**FUNCTIONS, "symmetry": partial(_rule, "symmetry", "symmetry")}
