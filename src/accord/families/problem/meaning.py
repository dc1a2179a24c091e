"""Evaluate the parsed expressions of a problem file: only names in fixed tables are allowed.

    text                    meaning
    ----------------------  --------------------------------------------------------------------------
    3, "red", [1, 2]        numbers, texts, lists; True and False
    + - * // % **           of numbers; of expressions + - *
    == != < <= > >= in      truths; of constants, what they are; 1 <= x <= 3 is two truths
    and or not ^ >>         of truths; >> is "implies"
    a[2], b[1, :]           places count from 1; where a place is an expression, an element
    board.rows, .around()   what `Board` and `Edges` have
    [... for i in ... if]   loops over what is constant

The work is bounded: each node that is read, each turn of a loop and each part of an expression is a step.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from accord.errors import UsageError, no_such
from accord.families.problem import operators
from accord.families.problem.operators import describe
from accord.families.problem.spec import DEEPEST, Tree, WrongError
from accord.problem.arrays import Array, Board
from accord.problem.expressions import MOST_BITS, Expression, Truth, logic, truth
from accord.problem.functions import every
from accord.problem.graphs.graph import Edges
from accord.problem.notation import brief

STEPS = 2_000_000  # of a whole file
LARGEST = 1 << MOST_BITS  # numbers stay below this
MOST_LOOPS = 6  # within each other, in one list

Scope: TypeAlias = dict[str, Any]  # the names of loops
Function: TypeAlias = Callable[..., Any]

PROPERTIES = ("cells", "rows", "columns", "diagonals")  # of boards
METHODS = ("neighbours", "around", "at", "regions", "items", "keys", "values")
REFUSED = {
    "Lambda": "a lambda",
    "JoinedStr": "an f-string",
    "NamedExpr": "`:=`",
    "Set": "a set",
    "SetComp": "a set",
    "DictComp": "a table in a loop",
    "Await": "`await`",
    "Yield": "`yield`",
    "YieldFrom": "`yield`",
}


class Meaning:
    """The evaluator of the trees of one file, with the `names` declared there and the known `functions`."""

    def __init__(self, names: Mapping[str, Any], functions: Mapping[str, Function]) -> None:
        self.names, self.functions = names, functions
        self.steps = 0
        self._measured: dict[int, tuple[Expression, int, int]] = {}  # with it, so that its id stays its own
        self._tree: Tree

    def of(self, tree: Tree) -> Any:
        """Return the value of a tree. Raises WrongError."""
        self._tree = tree
        return self.value(tree.body, {})

    def each(self, tree: Tree) -> Iterator[tuple[Any, str]]:
        """Yield the value of a line, or one for each turn of its loop, with words that name the turn."""
        self._tree = tree
        body = tree.body
        if not isinstance(body, ast.GeneratorExp):
            yield self.value(body, {}), ""
            return
        used = {node.id for node in ast.walk(body.elt) if isinstance(node, ast.Name)}
        source = tree.source(body.elt)
        for scope in self._turns(body, {}):
            turn = (_turn_text(name, value) for name, value in scope.items() if name in used)
            words = ", ".join(filter(None, turn))
            yield self.value(body.elt, scope), f"{words}: {source}" if words else source

    def value(self, node: ast.AST, scope: Scope) -> Any:
        """Return the value of a node; `scope` has the names of the loops around it."""
        kind = type(node).__name__
        read = _READ.get(kind)
        if read is None:
            raise self.wrong(node, f"found {REFUSED.get(kind, kind)}; expected {_EXPECTED}")
        self.charge(1, node)
        try:
            found = read(self, node, scope)
        except UsageError as error:
            raise self.wrong(node, str(error)) from None
        if isinstance(found, Expression):
            size, depth = self._measure(found)
            self.charge(size, node)
            if depth > DEEPEST:
                raise self.wrong(node, f"found an expression of more than {DEEPEST} parts within each other")
        elif type(found) is int and abs(found) >= LARGEST:
            raise self.wrong(node, f"found a number of more than {MOST_BITS:,} bits; expected a smaller one")
        return found

    # -- bounds ------------------------------------------------------------------------------------

    def wrong(self, node: ast.AST, message: str) -> WrongError:
        """Return the error of a node."""
        return WrongError(self._tree.at(node), message)

    def charge(self, steps: int, node: ast.AST | None = None) -> None:
        """Count steps. Raises WrongError if they are too many."""
        self.steps += steps
        if self.steps > STEPS:
            message = f"found more than {STEPS:,} steps; expected loops and sums that are smaller"
            raise self.wrong(node, message) if node else UsageError(message)

    def as_list(self, of: Any) -> list[Any]:
        """Return the members of a list, a range, or another collection. Raises UsageError."""
        if isinstance(of, Board):
            raise UsageError(f"found {describe(of)}; expected a list, as {of.name}.cells is one")
        if isinstance(of, Edges):
            raise UsageError(f"found {describe(of)}; expected a list, as {of.name}.values() is one")
        if isinstance(of, Expression) or not isinstance(of, Sequence | Mapping):
            raise UsageError(f"found {describe(of)}; expected a list")
        self.charge(len(of))
        return list(of)

    def _measure(self, of: Expression) -> tuple[int, int]:
        """Return the number of nodes of an expression, shared ones counted each time, and its depth."""
        if id(of) not in self._measured:
            parts = [self._measure(part) for part in of.parts]
            size, depth = (
                1 + sum(size for size, _ in parts),
                1 + max((depth for _, depth in parts), default=0),
            )
            self._measured[id(of)] = (of, size, depth)
        return self._measured[id(of)][1:]

    # -- constants, names, lists -------------------------------------------------------------------

    def _constant(self, node: ast.Constant, _scope: Scope) -> Any:
        if type(node.value) not in (int, str, bool):
            raise self.wrong(node, f"found {brief(node.value)}; expected a whole number or a text")
        return node.value

    def _name(self, node: ast.Name, scope: Scope) -> Any:
        if node.id in scope:
            return scope[node.id]
        if node.id in self.names:
            return self.names[node.id]
        if node.id in self.functions:
            raise self.wrong(node, f"found the function {node.id} alone; expected {node.id}(...)")
        raise self.wrong(node, no_such("name", node.id, [*scope, *self.names]))

    def _list(self, node: ast.List | ast.Tuple, scope: Scope) -> Any:
        found = self._parts(node.elts, scope)
        return found if isinstance(node, ast.List) else tuple(found)

    def _parts(self, nodes: Iterable[ast.expr], scope: Scope) -> list[Any]:
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found += self._members(node.value, scope)
            else:
                found.append(self.value(node, scope))
        return found

    def _members(self, node: ast.expr, scope: Scope) -> list[Any]:
        try:
            return self.as_list(self.value(node, scope))
        except UsageError as error:
            raise self.wrong(node, str(error)) from None

    def _table(self, node: ast.Dict, scope: Scope) -> Any:
        if None in node.keys:
            raise self.wrong(node, f"found **; expected {_EXPECTED}")
        keys = [self.value(key, scope) for key in node.keys if key]
        try:
            return dict(zip(keys, (self.value(value, scope) for value in node.values), strict=True))
        except TypeError:  # a list, or a tuple of lists
            raise self.wrong(
                node, "found a list as a key of a table; expected numbers, texts or cells"
            ) from None

    def _loop(self, node: ast.ListComp | ast.GeneratorExp, scope: Scope) -> Any:
        return [self.value(node.elt, inner) for inner in self._turns(node, scope)]

    def _turns(self, node: ast.ListComp | ast.GeneratorExp, scope: Scope, number: int = 0) -> Iterator[Scope]:
        """Yield the names of loops, turn by turn."""
        if number == len(node.generators):
            yield scope
            return
        if number == MOST_LOOPS:
            raise self.wrong(node, f"found more than {MOST_LOOPS} loops in one list")
        loop = node.generators[number]
        if loop.is_async:
            raise self.wrong(node, "found `async`; expected a loop without")
        for each in self._members(loop.iter, scope):
            inner = scope | dict(self._bound(loop.target, each))
            if all(self._condition(test, inner) for test in loop.ifs):
                yield from self._turns(node, inner, number + 1)

    def _bound(self, target: ast.expr, value: Any) -> Iterator[tuple[str, Any]]:
        """Yield the names that a loop gives in one turn, with their values."""
        if isinstance(target, ast.Name):
            if target.id in self.names or target.id in self.functions:
                raise self.wrong(target, f"the name {target.id} is taken; give the loop another one")
            yield target.id, value
        elif isinstance(target, ast.Tuple):
            if not isinstance(value, Sequence) or len(value) != len(target.elts):
                raise self.wrong(target, f"found {describe(value)} for {len(target.elts)} names")
            for part, each in zip(target.elts, value, strict=True):
                yield from self._bound(part, each)
        else:
            raise self.wrong(target, "expected the name of a loop")

    def _condition(self, node: ast.expr, scope: Scope) -> bool:
        """Whether a condition holds, which must not depend on variables."""
        found = self.value(node, scope)
        if isinstance(found, Expression):
            raise self.wrong(node, f"`{found}` is not known before the puzzle is solved; expected constants")
        return bool(found)

    def _either(self, node: ast.IfExp, scope: Scope) -> Any:
        return self.value(node.body if self._condition(node.test, scope) else node.orelse, scope)

    # -- operators ---------------------------------------------------------------------------------

    def _unary(self, node: ast.UnaryOp, scope: Scope) -> Any:
        return operators.unary(type(node.op).__name__, self.value(node.operand, scope))

    def _binary(self, node: ast.BinOp, scope: Scope) -> Any:
        one, other = self.value(node.left, scope), self.value(node.right, scope)
        return operators.binary(type(node.op).__name__, one, other, self.as_list)

    def _logic(self, node: ast.BoolOp, scope: Scope) -> Any:
        """Return `and` or `or` of truths; as in Python, the rest is not evaluated where constants decide."""
        decides = isinstance(node.op, ast.Or)
        found: list[Truth] = []
        for part in node.values:
            each = self.value(part, scope)
            if not isinstance(each, bool | Truth):
                raise self.wrong(part, f"found {describe(each)}; expected a truth")
            if each is decides and not found:
                return decides
            if found or not isinstance(each, bool):
                found.append(truth(each))
        return logic("or" if decides else "and", found) if found else not decides

    def _compare(self, node: ast.Compare, scope: Scope) -> Any:
        values = self._parts((node.left, *node.comparators), scope)
        found = [
            operators.compare(type(operator).__name__, one, other, self.as_list)
            for operator, one, other in zip(node.ops, values, values[1:], strict=False)
        ]
        if all(isinstance(each, bool) for each in found):
            return all(found)
        return every([each for each in found if each is not True])

    # -- places ------------------------------------------------------------------------------------

    def _place(self, node: ast.Subscript, scope: Scope) -> Any:
        of = self.value(node.value, scope)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        at = [
            self._slice(part, scope) if isinstance(part, ast.Slice) else self.value(part, scope)
            for part in parts
        ]
        return operators.place(of, at, self.as_list)

    def _slice(self, node: ast.Slice, scope: Scope) -> slice:
        ends = [
            None if end is None else self.value(end, scope) for end in (node.lower, node.upper, node.step)
        ]
        if any(end is not None and (type(end) is not int or end < 1) for end in ends):
            raise self.wrong(node, "expected numbers from 1, as in a[2:5], which has the places 2, 3 and 4")
        first, last, step = ends
        return slice(first and first - 1, last and last - 1, step)

    # -- attributes and calls ----------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Any:
        if node.attr in METHODS:
            raise self.wrong(node, f"found .{node.attr} alone; expected .{node.attr}(...)")
        self._known_attribute(node)
        of = self.value(node.value, scope)
        if not isinstance(of, Board):
            raise self.wrong(node, f"found .{node.attr} of {describe(of)}; expected a board")
        return getattr(of, node.attr)

    def _known_attribute(self, node: ast.Attribute) -> None:
        if node.attr not in (*PROPERTIES, *METHODS):
            raise self.wrong(
                node, f"found .{node.attr}; expected one of {', '.join((*PROPERTIES, *METHODS))}"
            )

    def _call(self, node: ast.Call, scope: Scope) -> Any:
        if isinstance(node.func, ast.Attribute):
            self._known_attribute(node.func)
            of = self.value(node.func.value, scope)
            name = f".{node.func.attr}"
            function = self.functions.get(name)
            given = [of]
        elif isinstance(node.func, ast.Name):
            name, given = node.func.id, []
            function = self.functions.get(name)
            if function is None:
                raise self.wrong(node, no_such("function", name, [f for f in self.functions if f[0] != "."]))
        else:
            raise self.wrong(node, "found a call of something that is no function")
        if function is None:
            raise self.wrong(node, f"found {name}(...); expected {name} alone")
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.wrong(node, "found **; expected NAME=VALUE")
        arguments = [*given, *self._parts(node.args, scope)]
        keywords = {str(each.arg): self.value(each.value, scope) for each in node.keywords}
        return function(self, *arguments, **keywords)


_EXPECTED = "numbers, texts, lists, loops, variables, operators and calls of known functions"
_READ: dict[str, Callable[..., Any]] = {
    "Constant": Meaning._constant,
    "Name": Meaning._name,
    "List": Meaning._list,
    "Tuple": Meaning._list,
    "Dict": Meaning._table,
    "ListComp": Meaning._loop,
    "GeneratorExp": Meaning._loop,
    "IfExp": Meaning._either,
    "UnaryOp": Meaning._unary,
    "BinOp": Meaning._binary,
    "BoolOp": Meaning._logic,
    "Compare": Meaning._compare,
    "Subscript": Meaning._place,
    "Attribute": Meaning._attribute,
    "Call": Meaning._call,
}


def _turn_text(name: str, value: Any) -> str:
    """Return the value of a loop's name in one turn, in words."""
    if isinstance(value, Array):
        return value.label
    return f"{name} = {value}" if isinstance(value, int | str | Expression | tuple) else ""
