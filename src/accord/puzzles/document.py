"""Parse a TOML document from bytes, and remember the line of every key.

Nothing here knows what a model file should hold. A file is bounded in size and nesting before it is parsed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from accord.errors import InputError
from accord.puzzles.locate import Places, UnreadableError, join, split

if TYPE_CHECKING:
    from accord.puzzles.family import Fault

LARGEST = 1_000_000  # bytes
_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Document:
    """The tables of a text, under the name by which the user knows it."""

    name: str
    values: dict[str, Any]
    places: Places

    def lines(self, faults: Iterable[Fault]) -> list[str]:
        """The messages of these faults, `FILE:LINE: key: message`, in the order of their lines.

        It is `FILE:LINE:COLUMN: key: message` where a fault says at which character of a text it is.
        """
        placed = sorted(((self._place(fault), fault) for fault in faults), key=itemgetter(0))
        return [
            f"{self.name}:{':'.join(map(str, place))}: {f'{fault.key}: ' if fault.key else ''}{fault.message}"
            for place, fault in placed
        ]

    def _place(self, fault: Fault) -> tuple[int, ...]:
        path = split(fault.key)
        return (fault.at is not None and self.places.sign(path, fault.at)) or (self.places.line(path),)


def read(data: bytes, name: str) -> Document:
    """The document of these bytes. Raises InputError with the one fault that keeps it from being read."""

    def fault(line: int, message: str) -> InputError:
        return InputError([f"{name}:{line}: {message}"])

    if len(data) > LARGEST:
        raise InputError(
            [f"{name}: found more than {LARGEST:,} bytes; expected a model file, which is smaller"]
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fault(
            line, f"found the byte 0x{data[error.start]:02x}; expected UTF-8; save it as UTF-8"
        ) from None
    if not text.strip():
        raise fault(1, 'found an empty file; expected a model file, which begins as in family = "packing"')
    try:
        places = Places(text)
        return Document(name, tomllib.loads(text), places)
    except UnreadableError as error:
        raise fault(error.line, str(error)) from None
    except ValueError as error:  # TOMLDecodeError, or a number that int refuses
        raise fault(*_syntax(str(error), text, places)) from None


def _syntax(message: str, text: str, places: Places) -> tuple[int, str]:
    """The line and the wording of a syntax error, from what tomllib says."""
    position = _POSITION.search(message)
    reason = _POSITION.sub("", message)
    if places.twice and reason.startswith(("Cannot overwrite", "Cannot declare")):
        path, first, line = places.twice
        return line, f"{join(path)}: found this key again, which line {first} has; keep one of the two"
    if position and position[1]:
        return int(position[1]), f"column {position[2]}: {reason}; expected a model file, which is TOML"
    if places.unclosed:
        key = join(places.unclosed)
        return places.line(places.unclosed), f"{key}: the file ends within this value; close it"
    return text.rstrip().count("\n") + 1, f"the file ends too early: {reason}"
