"""Helpers of all format readers: size limits, places of errors, and names in comments.

Formats differ in what a name may be, so true names travel in comment lines, as JSON texts:

    accord item #1 = "row 1"
    accord option 12 = "queen on b4"
    accord auxiliary = 65..90

Comments are never needed: without them options and items are called by their numbers. Auxiliary variables are
those that a writer of ours added: they become hidden options. Comments in which other programs state what
changes the answer, such as a projection or weights, are refused (`STATEMENTS`).

Long texts of whole numbers, such as clauses with a 0 behind each, are read fast, some lines at a time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from accord.errors import InputError
from accord.model import Model
from accord.model.data import Flags

LARGEST = 32_000_000  # bytes of a text
MOST = 1_000_000  # items, options, variables or clauses
MOST_FAULTS = 200
LARGEST_NUMBER = 1 << 62  # amounts and demands stay below it, as in every model
SHOWN = 40  # characters of a found text that a message shows
AT_ONCE = 1 << 20  # bytes turned into numbers in one go

_NUMBER = re.compile(r"[+-]?[0-9]{1,19}")
_NUMBERS = r"(?:\s+[-+~]?x?[0-9][0-9./eE+-]*)*[\s;]*"  # to the end of a line
_ENDED = r"(?:\s+[-+~]?x?[0-9][0-9./eE+-]*)*\s+0[\s;]*"  # with a last 0, which prose lacks
STATEMENTS = {  # in comments, behind the mark; and what they state
    r"\s+(?:p\s+show|ind|proj|projected)" + _NUMBERS: "over which variables to count",
    r"\s+show" + _ENDED: "over which variables to count",
    r"r" + _NUMBERS: "over which variables to count",  # `cr 1 2 0`
    r"\s+p\s+weight" + _NUMBERS: "weights of literals",
    r"\s+weights?" + _ENDED: "weights of literals",
    r"\s+weights(?:\s+[0-9][0-9.eE+-]*){2,}\s*": "weights of literals",
    r"\s+t\s+(?:w|p|pw|wp)mc\s*": "another task than to count all assignments",
    r"\s+max" + _ENDED: "for which variables the count is to be greatest",
    r"\s+MUST\s+MULTIPLY\s+BY.*": "a factor of the count",
    r"\s+p\s+(?!cnf\b)[a-z]\w*" + _NUMBERS + r"(?<=\s0)\s*": "a property of the formula",
}
_STATEMENTS = [(re.compile(pattern), what) for pattern, what in STATEMENTS.items()]
_NOTE = re.compile(r'\s*accord (\w+) (\S+) = (".*")\s*')
_AUXILIARY = re.compile(r"\s*accord auxiliary = ([0-9]{1,8})\.\.([0-9]{1,8})\s*")
_LIKE_NOTE = re.compile(r"\s*accord \w+( \S+)? = .*")
_COMMENT = re.compile(rb"^[ \t]*c[^\n]*", re.MULTILINE)
_WORD = re.compile(r"[^ \t\r\f\v]+")


class Source:
    """A text, and the faults found in it so far."""

    def __init__(self, data: bytes, name: str, largest: int | None = None) -> None:
        """Raises InputError if the text has more than `largest` bytes (None: LARGEST), or is no UTF-8."""
        self.name = name
        self.faults: list[str] = []
        largest = LARGEST if largest is None else largest
        if len(data) > largest:
            raise InputError([f"{name}: found more than {largest:,} bytes; expected a smaller file"])
        try:
            self.text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            found = f"found the byte 0x{data[error.start]:02x}; expected UTF-8"
            raise InputError([f"{name}:{line}: {found}; save it as UTF-8"]) from None

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines with their numbers, from 1."""
        return enumerate(self.text.split("\n"), start=1)

    def fault(self, line: int, message: str) -> None:
        """Note a fault. Raises InputError when there are more than anyone would read."""
        self.faults.append(f"{self.name}:{line}: {message}")
        if len(self.faults) >= MOST_FAULTS:
            self.check()

    def refuse(self, line: int, message: str) -> NoReturn:
        """Raise InputError with the faults and a last one."""
        raise InputError([*self.faults, f"{self.name}:{line}: {message}"])

    def check(self) -> None:
        """Raise InputError with the faults, if there are any."""
        if self.faults:
            raise InputError(self.faults)

    def model(self, item_names: Iterable[str], start: Any, item: Any, **more: Any) -> Model:
        """The model of these arrays, if there was no fault. Raises InputError."""
        from accord.model import Model

        self.check()
        try:
            return Model.from_arrays(item_names, start, item, **more)
        except InputError as error:
            raise InputError([f"{self.name}: {fault}" for fault in error.faults]) from None


class Notes:
    """The true names that the comments of a text hold, by kind and by what the text calls them."""

    def __init__(self, source: Source) -> None:
        self.names: dict[str, dict[str, str]] = {}
        self.auxiliary = (0, 0)  # the first and the last one
        self._source = source
        self._auxiliary_line = 0
        self._stated = set[str]()

    def read(self, line: int, comment: str) -> None:
        """Take a comment line, without its mark, if it holds a note; others say nothing to us.

        One that looks like a note and cannot be read is a fault: it might say which variables are auxiliary.
        """
        if auxiliary := _AUXILIARY.fullmatch(comment):
            if self._auxiliary_line:
                self._source.fault(line, "found auxiliary variables twice; expected them in one comment")
            self.auxiliary, self._auxiliary_line = (int(auxiliary[1]), int(auxiliary[2])), line
            return
        found = _NOTE.fullmatch(comment)
        name = _name(found[3]) if found else None
        if found and name is not None:
            self.names.setdefault(found[1], {})[found[2]] = name
        elif _LIKE_NOTE.fullmatch(comment):
            expected = 'expected accord KIND KEY = "NAME", or accord auxiliary = FIRST..LAST'
            self._source.fault(line, f"found the comment {quote(comment.strip())}; {expected}")

    def refuse_statement(self, line: int, comment: str, mark: str) -> None:
        """Note a fault if a comment states what changes the answer; of each kind the first one is named.

        `comment` is what follows the mark.
        """
        what = next((what for pattern, what in _STATEMENTS if pattern.fullmatch(comment)), None)
        if what is not None and what not in self._stated:
            self._stated.add(what)
            found = f"found {quote((mark + comment).strip())}, which states {what}"
            self._source.fault(line, f"{found} and is not read; delete such lines to count all assignments")

    def of(self, kind: str, keys: Sequence[str], prefix: str = "") -> list[str]:
        """The true names of these; those without one keep theirs, with a prefix."""
        known = self.names.get(kind, {})
        return [known.get(key, prefix + key) for key in keys]

    def hidden(self, variables: int) -> Flags:
        """Which of so many variables are auxiliary."""
        hidden = np.zeros(variables, np.bool_)
        first, last = self.auxiliary
        if self._auxiliary_line and not 1 <= first <= last <= variables:
            found = f"found the auxiliary variables {first}..{last}"
            self._source.fault(self._auxiliary_line, f"{found}; expected some of 1..{variables}")
        hidden[max(0, first - 1) : last] = True
        return hidden

    def has(self, kind: str) -> bool:
        """Whether anything of that kind was named."""
        return kind in self.names


def _name(text: str) -> str | None:
    """The name that a JSON text states; None if it is none, or half a character."""
    try:
        name = json.loads(text)
        name.encode()
    except (ValueError, AttributeError):
        return None
    return str(name)


def note(kind: str, key: object, name: str) -> str:
    """A comment line, without its mark, that keeps a name."""
    return f"accord {kind} {key} = {json.dumps(name)}"


def auxiliary(options: int, variables: int) -> list[str]:
    """The comment line, if there is need of one, that tells which variables a writer added to the options."""
    return [f"accord auxiliary = {options + 1}..{variables}"] if variables > options else []


def words(line: str) -> list[str]:
    """The words of a line. Blanks are C's; others, such as a no-break space, may be in names."""
    return _WORD.findall(line)


def number(word: str) -> int | None:
    """A whole number below 2^62 in size, or None."""
    value = int(word) if _NUMBER.fullmatch(word) else LARGEST_NUMBER
    return value if abs(value) < LARGEST_NUMBER else None


def quote(word: str) -> str:
    """A found text as a message shows it: short, on one line."""
    return repr(word) if len(word) <= SHOWN else f"{word[:SHOWN]!r}..."


def label(model: Model, option: int) -> str:
    """Return the label of an option on one line: its name, else what it gives, else its number."""
    if model.names:
        name = model.names[option]
    else:
        entries = range(model.start[option], model.start[option + 1])
        name = " ".join(
            model.item_names[model.item[e]]
            + (f":{model.colours[model.colour[e]]}" if model.colour[e] else "")
            for e in entries
        )
    return " ".join(name.split()) or f"option {option + 1}"


def option_names(model: Model) -> list[str]:
    """The names of the options, all different: their own, or labels."""
    return list(model.names) or different(label(model, o) for o in range(model.options))


def different(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """The names; an empty one, or one that is taken already, gets a number."""
    seen = {"", *taken}
    counters: dict[str, int] = {}
    result = []
    for name in names:
        new = name
        while new in seen:
            counters[name] = counters.get(name, 1) + 1
            new = f"{name} {counters[name]}".strip()
        seen.add(new)
        result.append(new)
    return result


def one_line(title: str) -> str:
    """A title as a comment can hold it: printable ASCII on one line, which no reader takes for a note."""
    line = " ".join(title.encode("ascii", "replace").decode().split())
    return f"title: {line}" if line.startswith(("accord ", "#")) else line


def pieces(data: bytes, begin: int = 0) -> Iterator[bytes]:
    """The text from `begin` on in pieces of whole lines."""
    while begin < len(data):
        end = data.find(b"\n", begin + AT_ONCE) + 1 or len(data)
        yield data[begin:end]
        begin = end


def without_comments(text: bytes) -> bytes:
    """The text with lines that begin with `c` made empty; so the others keep their numbers."""
    return _COMMENT.sub(b"", text)


def integers(text: bytes) -> npt.NDArray[np.int64]:
    """The whole numbers of a text that has nothing else in it, else ValueError."""
    if text.translate(None, b"0123456789-+ \t\r\n"):
        raise ValueError
    try:
        return np.array(list(map(int, text.split())), np.int64)
    except OverflowError:
        raise ValueError from None
