"""Lines of keys in a TOML text: one walk remembers the line, and the place, of every key.

tomllib gives values without positions, and msgspec gives key paths; this module joins the two. It runs before
tomllib and bounds the nesting, on which tomllib spends recursion and quadratic time. Where the text is no
TOML the walk just ends: saying what is wrong with the syntax is left to tomllib.

A key path is a tuple of names and of numbers, which count from 1. It is written as in `confine[2].rows[1]`.
In a text of several lines a number is a row, so that `board[3]` is the third row of the board:

    1    board = '''
    2    .....              board[1]
    3    .....              board[2]
    4    ....               board[3]
    5    '''
"""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

DEEPEST = 16  # names and numbers in a key path
LONGEST_BARE = 1000  # characters of a bare key or a number; tomllib cannot read endless ones

_BARE_NAME = re.compile(r"[A-Za-z0-9_-]+")
_PART = re.compile(r'"(?:[^"\\]|\\.)*"|\[[0-9]+\]|[^.\[\]"]+')
_OPENING = re.compile(r"""(?P<quote>"{3}|'{3}|["'])(?:\r?\n)?""")
_ESCAPE = re.compile(r"\\(?:u.{4}|U.{8}|(?P<fold>[ \t]*\r?\n\s*)|.)", re.DOTALL)
_TOKEN = re.compile(
    r'''
    (?P<string> """(?:[^"\\]|\\.|"(?!""))*+"{3,5}
              | \'\'\'(?:[^']|'(?!\'\'))*+'{3,5}
              | (?!"""|\'\'\')(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+') )
  | (?P<skip> [ \t\r\ufeff]++ | \#[^\n]*+ )
  | (?P<newline> \n )
  | (?P<mark> [\[\]{}=,.] )
  | (?P<bare> [^\s\[\]{}=,."'\#]++ )
  | (?P<unclosed> """|\'\'\' )
    ''',
    re.VERBOSE | re.DOTALL,
)


class UnreadableError(Exception):
    """The text cannot be read as TOML within our bounds."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


class _LostError(Exception):
    """The text is no TOML here."""


@dataclass(frozen=True, slots=True)
class Span:
    """The line of a key (or of a table's header), and where its value stands in the text."""

    line: int
    start: int = 0  # text[start:end] is the value; empty for a table that has a header
    end: int = 0
    rows: int = 0  # the line of the first row, if the value is a text of several lines
    last: int = 0  # and of its last


class Places:
    """The spans of all keys of a text, by path. Raises UnreadableError if it is nested too deeply."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: dict[Path, Span] = {}
        self.unclosed: Path | None = None  # the key whose value the end of the text cuts off
        self.twice: tuple[Path, int, int] | None = None  # the first key that is given again, and both lines
        _Walk(text, self).text()

    def line(self, path: Path) -> int:
        """The line of the longest part of `path` that is in the text; 1 if none of it is."""
        for length in range(len(path), 0, -1):
            span = self.spans.get(path[:length])
            if span is None:
                continue
            row = path[length] if length < len(path) else None
            if span.rows and isinstance(row, int):
                return min(span.rows + row - 1, span.last)
            return span.line
        return 1

    def sign(self, path: Path, number: int) -> tuple[int, int] | None:
        """The line and the column, from 1, of a character of the text at `path`, the first one being 0.

        None if no text is there. Behind its last character is where it is closed.
        """
        span = self.spans.get(path)
        opening = _OPENING.match(self.text, span.start, span.end) if span else None
        if span is None or opening is None:
            return None
        quote = opening["quote"]
        at, last = opening.end(), span.end - len(quote)
        while at < last:
            escape = _ESCAPE.match(self.text, at, last) if quote[0] == '"' else None
            if escape and escape["fold"]:  # a line that is continued: no character at all
                at = escape.end()
                continue
            if number == 0:
                break
            number -= 1
            at = escape.end() if escape else at + (2 if self.text.startswith("\r\n", at) else 1)
        return self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)


def join(path: Path) -> str:
    """The path as one word; a name that could be misread is quoted."""
    words = ""
    for part in path:
        if isinstance(part, int):
            words += f"[{part}]"
        else:
            name = part if _BARE_NAME.fullmatch(part) else json.dumps(part, ensure_ascii=False)
            words += f".{name}" if words else name
    return words


def split(words: str) -> Path:
    """The path that `join` wrote."""
    return tuple(
        json.loads(part, strict=False) if part[0] == '"' else int(part[1:-1]) if part[0] == "[" else part
        for part in _PART.findall(words)
    )


class _Walk:
    """A walk over the tokens of a text that fills `places`. Each method starts at its own first token."""

    def __init__(self, text: str, places: Places) -> None:
        self._text = text
        self._places = places
        self._remember = places.spans.setdefault
        self._breaks = [match.start() for match in re.finditer("\n", text)]
        self._elements: dict[Path, int] = {}  # how many [[path]] there were so far
        self._kind, self._start, self._end = "", 0, 0  # the token; a mark is a kind of its own
        self._last_end = 0  # where the one before it ended
        self._next()

    def text(self) -> None:
        """All statements: headers, and keys with their values."""
        table: Path = ()
        unfinished: Path | None = None
        try:
            while self._kind != "end":
                if self._kind == "[":
                    table = self._header()
                elif self._kind != "newline":
                    unfinished = self._key(table)
                    self._value(unfinished)
                    unfinished = None
                if self._kind not in ("newline", "end"):
                    return
                self._next()
        except _LostError:
            if self._kind in ("unclosed", "end"):
                self._places.unclosed = unfinished

    def _header(self) -> Path:
        """`[a.b]` or `[[a.b]]`; the path of the table that it opens."""
        line = self._line()
        self._next()
        many = self._kind == "["
        if many:
            self._next()
        path: Path = ()
        names = self._names()
        for name in names[:-1]:
            path = (*path, name)
            self._remember(path, Span(line))
            if path in self._elements:
                path = (*path, self._elements[path])
        path = (*path, names[-1])
        if many:
            self._remember(path, Span(line))
        else:
            self._see_twice(path, line)
            self._places.spans[path] = Span(line)  # rather than that of a [path.more] above it
        for _ in range(1 + many):
            self._expect("]")
        if many:
            self._elements[path] = self._elements.get(path, 0) + 1
            path = (*path, self._elements[path])
            self._remember(path, Span(line))
        return path

    def _key(self, table: Path) -> Path:
        """`a.b =`; the path of the value that follows."""
        line = self._line()
        path = table
        for name in self._names():
            path = (*path, name)
            self._remember(path, Span(line))
        self._see_twice(path, line)
        self._expect("=")
        return path

    def _see_twice(self, path: Path, line: int) -> None:
        """Remember a key that has a value already; the walk continues, and tomllib refuses it."""
        before = self._places.spans.get(path)
        if before is not None and before.end and self._places.twice is None:
            self._places.twice = path, before.line, line

    def _names(self) -> list[str]:
        """`a."b c".d`, as names."""
        names = [self._name()]
        while self._kind == ".":
            self._next()
            names.append(self._name())
            if len(names) > DEEPEST:
                self._refuse_depth()
        return names

    def _name(self) -> str:
        token = self._text[self._start : self._end]
        if self._kind not in ("bare", "string") or token.startswith(('"""', "'''")):
            raise _LostError
        self._next()
        if token[0] not in "\"'":
            return token
        if token[0] == "'" or "\\" not in token:
            return token[1:-1]
        try:
            return str(tomllib.loads(f"name = {token}")["name"])
        except ValueError:
            raise _LostError from None

    def _value(self, path: Path) -> None:
        """A value of any kind. The span of `path`, whose line is known, gets its place in the text."""
        if len(path) > DEEPEST:
            self._refuse_depth()
        line = self._places.spans[path].line
        start, first_row = self._start, 0
        if self._kind == "[":
            self._array(path)
        elif self._kind == "{":
            self._inline_table(path)
        else:
            first_row = self._row_of_text()
            self._scalar()
        last = self._line(self._last_end - 1)
        self._places.spans[path] = Span(line, start, self._last_end, first_row, last)

    def _array(self, path: Path) -> None:
        """`[1, 2, 3]`, over several lines or not."""
        self._next()
        number = 0
        while not self._is_after_newlines("]"):
            number += 1
            self._remember((*path, number), Span(self._line()))
            self._value((*path, number))
            if not self._is_after_newlines("]"):
                self._expect(",")
        self._next()

    def _inline_table(self, path: Path) -> None:
        """`{ a = 1, b = 2 }`."""
        self._next()
        while self._kind != "}":
            self._value(self._key(path))
            if self._kind != "}":
                self._expect(",")
        self._next()

    def _scalar(self) -> None:
        """A text, a number, a date, true or false: all tokens up to a mark that ends it."""
        if self._kind not in ("bare", "string"):
            raise _LostError
        while self._kind in ("bare", "string") or self._kind == ".":
            self._next()

    def _row_of_text(self) -> int:
        """The line of the first row, if a text of several lines stands here; else 0."""
        token = self._text[self._start : self._start + 5]
        if self._kind != "string" or not token.startswith(('"""', "'''")):
            return 0
        return self._line() + token[3:].startswith(("\n", "\r\n"))

    # -- tokens ------------------------------------------------------------------------------------

    def _next(self) -> None:
        self._last_end = self._end
        while True:
            match = _TOKEN.match(self._text, self._end)
            if match is None:
                self._kind = "end" if self._end == len(self._text) else "stray"
                self._start = self._end
                return
            kind, (self._start, self._end) = str(match.lastgroup), match.span()
            self._kind = match[0] if kind == "mark" else kind
            if self._kind == "bare" and self._end - self._start > LONGEST_BARE:
                raise UnreadableError(
                    self._line(),
                    f"found {self._end - self._start} signs without a break; "
                    f"expected a name or a number of at most {LONGEST_BARE}",
                )
            if self._kind != "skip":
                return

    def _is_after_newlines(self, mark: str) -> bool:
        while self._kind == "newline":
            self._next()
        return self._kind == mark

    def _expect(self, mark: str) -> None:
        if self._kind != mark:
            raise _LostError
        self._next()

    def _line(self, place: int | None = None) -> int:
        return bisect_right(self._breaks, (self._start if place is None else place) - 1) + 1

    def _refuse_depth(self) -> NoReturn:
        raise UnreadableError(self._line(), f"nested too deeply; expected at most {DEEPEST} levels")
