"""The model-file keys of a problem, and its rules parsed into trees with line numbers.

A rule is read as a tree of Python's `ast`; nothing is executed. A line continues while a bracket is open; the
text behind `#` is not read. Each fault knows its character.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec

LONGEST = 200_000  # characters of a line
DEEPEST = 60  # parts of a tree within each other

_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')|(?P<comment>\#[^\n]*+)
    |(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>\n)|(?P<control>[\x00-\x08\x0b-\x1f\x7f])""",
    re.VERBOSE,
)

Domain: TypeAlias = str | list[int | str]  # "1..9", "boolean", or the values one by one


class Cells(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, omit_defaults=True):
    """Several variables alike: on the cells of a board, on the edges of a graph, or in a row."""

    board: str | list[int] | None = None  # a picture, '.' for a cell and '#' for none; or its size
    edges: Literal["cells", "dots"] | list[list[str | int | list[int]]] | None = None  # between the cells of
    # the board, or around them, from dot to dot; or one by one, and a vertex alone as a list of one
    array: int | None = None  # how many
    values: Domain = "boolean"
    lattice: Literal["square", "hexagonal", "triangular", "cubic", "edges"] = "square"


SIDES = ("top", "left", "bottom", "right")


class Drawing(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, omit_defaults=True):
    """Names of the data that drawings show beside the values, and a figure."""

    clues: str = ""  # a picture, or a list of rows: the signs in the cells; "." for none
    regions: str = ""  # a picture: cells of different signs have a wall between them
    top: str = ""  # a list: the clues above the columns
    left: str = ""  # and to the left of the rows
    bottom: str = ""
    right: str = ""
    figure: Literal["", "lamp", "queen", "star", "tent", "tree"] = ""  # of true cells; else they are black


class Declared(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, dict=True):
    """The spec: variables by name, and rules for them."""

    data: dict[str, Any] = {}  # numbers, texts, lists and tables for the rules; a text of lines is a picture
    variables: dict[str, str | list[int | str] | Cells]
    rules: str  # one a line
    minimize: str = ""
    maximize: str = ""
    symmetries: str = ""  # one a line: what `Problem.symmetry` takes
    drawing: Drawing = Drawing()


class WrongError(Exception):
    """A fault, and the character of the text where it is."""

    def __init__(self, at: int, message: str) -> None:
        self.at = at
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Line:
    """A line, or several in brackets; `at` is where it begins in the whole text."""

    text: str
    at: int = 0

    def strip(self) -> Line:
        """Return the line without blanks around it."""
        return Line(self.text.strip(), self.at + len(self.text) - len(self.text.lstrip()))


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines of a text that are not empty. Raises WrongError for brackets that do not match."""
    opened: list[int] = []
    start = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "control":
                raise WrongError(token.start(), f"found the character {token[0]!r}; expected text")
            case "open":
                opened.append(token.start())
            case "close" if not opened:
                raise WrongError(token.start(), f"found {token[0]}, and no bracket that it closes")
            case "close":
                opened.pop()
            case "end" if not opened:
                yield from _line(text, start, token.start())
                start = token.end()
    if opened:
        raise WrongError(opened[0], f"found {text[opened[0]]}, which is never closed; close it")
    yield from _line(text, start, len(text))


def _line(text: str, start: int, end: int) -> Iterator[Line]:
    line = Line(text[start:end], start).strip()
    if any(row and row[0] != "#" for row in map(str.strip, line.text.split("\n"))):
        yield line


class Tree:
    """The tree of a line; it knows where its nodes stand. Raises WrongError if the line is no expression.

    With `call` the line is what stands in the parentheses of a call of that name.
    """

    def __init__(self, line: Line, call: str = "") -> None:
        if len(line.text) > LONGEST:
            raise WrongError(line.at, f"found {len(line.text):,} characters; expected at most {LONGEST:,}")
        self._source = f"{call}({line.text}\n)"
        self._shift = line.at - len(call) - 1
        self._first, self._last = line.at, line.at + max(len(line.text) - 1, 0)
        self._starts = [0, *(match.end() for match in re.finditer("\n", self._source))]
        self.body = self._parse()
        self._bound()

    def at(self, node: ast.AST) -> int:
        """Return where a node begins in the whole text."""
        return self._at(getattr(node, "lineno", 1), getattr(node, "col_offset", 0))

    def source(self, node: ast.AST) -> str:
        """Return the text of a node, in one line."""
        found = ast.get_source_segment(self._source, node) or ""
        return " ".join(found.split()) if "\n" in found else found

    def _at(self, row: int, column: int) -> int:
        """Return the place of a row, from 1, and a column, in bytes of UTF-8."""
        start = self._starts[min(row, len(self._starts)) - 1]
        end = self._source.find("\n", start)
        before = self._source[start:end].encode()[:column].decode(errors="ignore")
        return max(self._first, min(start + len(before) + self._shift, self._last))

    def _parse(self) -> ast.expr:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # such as of "\d": what is wrong is said by us
                return ast.parse(self._source, mode="eval").body
        except SyntaxError as error:
            row, column = error.lineno or 1, (error.offset or 1) - 1
            words = self._source.split("\n")[min(row, len(self._starts)) - 1][:column]
            message = re.split(r"\. Perhaps|: value has", error.msg or "invalid syntax")[0]
            if self._source.split("\n")[min(row, len(self._starts)) - 1][column:].startswith(";"):
                message = "found ';'; write each rule in a line of its own, or a comma"
            raise WrongError(
                self._at(row, len(words.encode())), f"{message}; expected an expression as in Python"
            ) from None
        except (ValueError, MemoryError, RecursionError, OverflowError):
            raise WrongError(self._first, "found more than can be read; write it shorter") from None

    def _bound(self) -> None:
        """Raise WrongError if it is nested too deeply: all that walks over it calls itself."""
        stack: list[tuple[ast.AST, int]] = [(self.body, 1)]
        while stack:
            node, depth = stack.pop()
            if depth > DEEPEST:
                raise WrongError(
                    self.at(node),
                    f"found more than {DEEPEST} parts within each other; write long sums as sum([...])",
                )
            stack += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
