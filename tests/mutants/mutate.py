"""Mutants of a source: one change each, of what the code does.

    kind        changes
    ----------  ---------------------------------------------------------------------------
    comparison  < to >= and to <=, == to !=, in to not in, is to is not, and the like
    arithmetic  + to -, * to //, << to >>, & to |, and the like, in assignments too
    logic       one and to or, one or to and; not, ~ and - left out
    constant    n to n + 1, True to False
    name        min to max, any to all, minimum to maximum, and back
    condition   of an if, a conditional expression or a comprehension: True or False; of a while: False
    jump        continue to break, and back
    statement   left out: a call, a raise, a yield, a change of an attribute, of an element, or in place
    return      without its value

Wording is not behaviour: docstrings, texts, annotations and what is raised stay, and so do functions that
return an error. So do decorators, assertions, the `strict` of zip, and what stands outside functions and
classes: the named limits of a module.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

SWAPPED = {
    ast.Lt: (">=", "<="), ast.GtE: ("<", ">"), ast.Gt: ("<=", ">="), ast.LtE: (">", "<"),
    ast.Eq: ("!=",), ast.NotEq: ("==",), ast.In: ("not in",), ast.NotIn: ("in",),
    ast.Is: ("is not",), ast.IsNot: ("is",),
    ast.Add: ("-",), ast.Sub: ("+",), ast.Mult: ("//",), ast.FloorDiv: ("*",), ast.Div: ("*",),
    ast.Mod: ("//",), ast.Pow: ("*",), ast.LShift: (">>",), ast.RShift: ("<<",),
    ast.BitAnd: ("|",), ast.BitOr: ("&",), ast.BitXor: ("|",),
    ast.And: ("or",), ast.Or: ("and",),
}  # fmt: skip
NAMES = {"min": "max", "any": "all", "minimum": "maximum", "argmin": "argmax"}
NAMES |= {other: name for name, other in NAMES.items()}
OPERATOR = re.compile(rb"not\s+in\b|is\s+not\b|in\b|is\b|and\b|or\b|[-+*/%&|^<>=!@]+")

Change: TypeAlias = tuple[int, int, str, str]  # from byte, to byte, what stands there then, kind


@dataclass(frozen=True, order=True)
class Mutant:
    """A change of one place of a file. `becomes` is what its first line is then."""

    file: str
    begin: int
    end: int
    text: str
    kind: str
    number: int
    line: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.file}:{self.number}: {self.line}  ->  {self.becomes}"

    def apply(self, source: bytes) -> bytes:
        """The source with the change."""
        return source[: self.begin] + self.text.encode() + source[self.end :]


def mutants(file: Path, root: Path) -> list[Mutant]:
    """All mutants of a file, by their places."""
    source = (root / file).read_bytes()
    found = []
    for begin, end, text, kind in sorted(set(_Places(source).changes())):
        number = source.count(b"\n", 0, begin) + 1
        first = source.rfind(b"\n", 0, begin) + 1
        changed = source[:begin] + text.encode() + source[end:]
        line, becomes = (each[first:].partition(b"\n")[0].decode().strip() for each in (source, changed))
        found.append(Mutant(file.as_posix(), begin, end, text, kind, number, line, becomes))
    return found


class _Places:
    """Where a source can be changed, and to what."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in lines:
            self.starts.append(self.starts[-1] + len(line))

    def changes(self) -> Iterator[Change]:
        """All changes, in no order."""
        for node in ast.parse(self.source).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield from self._of(node)

    def _of(self, node: ast.AST) -> Iterator[Change]:
        yield from self._here(node)
        for child in _children(node):
            yield from self._of(child)

    def _here(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Compare(left, operators, others):
                for before, operator, after in zip([left, *others], operators, others, strict=False):
                    yield from self._operator(before, operator, after, "comparison")
            case ast.BinOp(left, operator, right) if not _is_text(left) and not _is_text(right):
                yield from self._operator(left, operator, right, "arithmetic")
            case ast.AugAssign(target, operator, value) if not _is_text(value):
                yield from self._operator(target, operator, value, "arithmetic", "=")
            case ast.BoolOp(operator, values):
                for before, after in pairwise(values):
                    yield from self._operator(before, operator, after, "logic")
            case ast.UnaryOp(ast.Not() | ast.Invert() | ast.USub(), operand):
                between = self.source[self._begin(node) : self._begin(operand)]
                if b"(" not in between:
                    yield self._begin(node), self._begin(operand), "", "logic"
            case ast.Constant(bool() as value):
                yield *self._span(node), str(not value), "constant"
            case ast.Constant(int() | float() as value):
                yield *self._span(node), repr(value + 1), "constant"
            case ast.Name(name) | ast.Attribute(attr=name) if name in NAMES:
                yield self._end(node) - len(name), self._end(node), NAMES[name], "name"
            case ast.comprehension(ifs=conditions):
                for condition in conditions:
                    yield from self._forced(condition, "True", "False")
            case ast.Continue():
                yield *self._span(node), "break", "jump"
            case ast.Break():
                yield *self._span(node), "continue", "jump"
            case ast.Return(ast.expr() as value) if not _is_none(value):
                yield *self._span(node), "return", "return"
        match node:
            case ast.If(test) | ast.IfExp(test):
                yield from self._forced(test, "True", "False")
            case ast.While(test) if not isinstance(test, ast.Constant):
                yield from self._forced(test, "False")
            case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise() | ast.AugAssign():
                yield *self._span(node), "pass", "statement"
            case ast.Assign([ast.Attribute() | ast.Subscript()]):
                yield *self._span(node), "pass", "statement"

    def _operator(
        self, before: ast.expr, operator: ast.AST, after: ast.expr, kind: str, behind: str = ""
    ) -> Iterator[Change]:
        """The operator that stands between two expressions, and perhaps brackets of theirs."""
        begin = self._end(before)
        place = OPERATOR.search(self.source, begin, self._begin(after))
        assert place, f"no operator behind byte {begin}"
        for text in SWAPPED.get(type(operator), ()):
            yield place.start(), place.end(), text + behind, kind

    def _forced(self, test: ast.expr, *values: str) -> Iterator[Change]:
        for value in values:
            yield *self._span(test), value, "condition"

    def _begin(self, node: ast.AST) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.AST) -> int:
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return self._begin(node), self._end(node)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node is behaviour."""
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr):
        return
    if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns).endswith("Error"):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            is_assertion = isinstance(child, ast.keyword) and child.arg == "strict"
            if isinstance(child, ast.AST) and not is_assertion:
                yield child


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
