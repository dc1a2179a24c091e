"""Decode the text of a penpa-edit address: `https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`.

What follows `p=` is base64 of a text that is compressed (raw deflate). Frequent words of it are written as
`z` and a sign, and `z` itself as zZ. Its lines, as far as they matter here:

    0   square,COLUMNS,ROWS,..: the shape of cells and the size with all margins; the title is the field 14
    1   the margins; 3 and 4: what the setter drew, and what a solver drew, as JSON
    5   the numbers of the cells of the board, each as the difference from the one before
    17  the tags: what kind of puzzle it is, if the setter says so

The readers of what is drawn are beside this module.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from typing import Any

from accord.puzzles import sites
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.words import describe

PATTERN = r"(?:{host}[?#])?m=[a-z]+&(?:[a-z]+=[^&#\s]*&)*?p="
KEY = "url"  # what faults call it
LONGEST = 4_000_000  # bytes of the text: a board of 200 x 200 full cells has fewer
_WORDS = {
    "9": "qa",
    "Q": "pu_q",
    "A": "pu_a",
    "G": "grid",
    "M": "edit_mode",
    "S": "surface",
    "L": "line",
    "E": "lineE",
    "W": "wall",
    "C": "cage",
    "N": "number",
    "Y": "symbol",
    "P": "special",
    "B": "board",
    "R": "command_redo",
    "U": "command_undo",
    "8": "command_replay",
    "1": "numberS",
    "F": "freeline",
    "2": "freelineE",
    "T": "thermo",
    "3": "arrows",
    "D": "direction",
    "0": "squareframe",
    "5": "polygon",
    "4": "deletelineE",
    "6": "killercages",
    "7": "nobulbthermo",
    "_": "__a",
}
_SHORT = {sign: f'"{word}"' for sign, word in _WORDS.items()} | {"O": "null", "Z": "z"}


def fault(message: str) -> SpecError:
    """Return the error of an address."""
    return SpecError([Fault(KEY, message)])


def lines(text: str) -> list[str]:
    """The lines of an address. Raises SpecError if it cannot be decoded."""
    address = sites.locate(PATTERN, text)
    data = re.split(r"[&#\s]", address.text[address.begin :], maxsplit=1)[0] if address else ""
    plain = inflate(data)
    if not plain:
        found = describe(data[-20:])
        expected = "the whole address, as penpa-edit writes it"
        raise fault(
            f"found {len(data):,} characters behind p=, the last of them {found}; expected {expected}"
        )
    return [re.sub("z(.)", lambda code: _SHORT.get(code[1], code[0]), line) for line in plain.split("\n")]


def inflate(data: str) -> str:
    """The text of base64 that is compressed; empty if it is no such, or is cut off, or too long."""
    stream = zlib.decompressobj(wbits=-15)
    try:
        plain = stream.decompress(b64decode(data + "=" * (-len(data) % 4), validate=True), LONGEST).decode()
    except (ValueError, zlib.error):  # of base64, and of UTF-8, are ValueErrors
        return ""
    return plain if stream.eof else ""


def value(text: list[str], number: int) -> Any:
    """The JSON value of a line; None if there is no such line. Raises SpecError for what is no JSON."""
    if number >= len(text) or not text[number].strip():
        return None
    try:
        return json.loads(text[number])
    except (ValueError, RecursionError):
        raise fault(f"line {number}: found {describe(text[number])}; expected JSON") from None
