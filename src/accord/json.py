"""Write results as JSON; whole numbers beyond 2^53 become strings, since most readers would round them.

A line that is read again has a check: a digest of the rest of the line, as its last key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

EXACT = 1 << 53  # up to here doubles hold every whole number
_CHECK = re.compile(rb',"check":"([0-9a-f]{16})"}$')  # at the end of a line
_LONG = re.compile(rb"[:,\[]-?[0-9]{16}")  # a number that may be beyond, or a text that looks like one


def lines(values: Sequence[Any]) -> str:
    """Values as lines of JSON, each with its end: what `encode` gives of them, in one go."""
    import msgspec

    text = msgspec.json.Encoder().encode_lines(values)
    if _LONG.search(text):
        return "".join(f"{encode(value)}\n" for value in values)
    return text.decode()


def encode(value: Any) -> str:
    """A value as one line of JSON."""
    import msgspec

    line = msgspec.json.encode(value)
    if _LONG.search(line):
        line = msgspec.json.encode(_safe(msgspec.to_builtins(value)))
    return line.decode()


def with_check(line: bytes) -> bytes:
    """Return a line of JSON, an object with a key at least, with its check; it may end with a newline."""
    text = line.rstrip(b"\n")
    return b'%b,"check":"%b"}%b' % (text[:-1], _digest(text), line[len(text) :])


def without_check(line: bytes) -> bytes:
    """Return a line as it was before it had a check; lines of files that are older have none.

    Raises ValueError if the check is of another line.
    """
    text = line.rstrip(b"\n")
    found = _CHECK.search(text)
    if found is None:
        return line
    rest = text[: found.start()] + b"}"
    if found[1] != _digest(rest):
        raise ValueError("the check at its end is of another line")
    return rest + line[len(text) :]


def _digest(line: bytes) -> bytes:
    return blake2b(line, digest_size=8).hexdigest().encode()


def _safe(value: Any) -> Any:
    """Return the value with texts for large numbers."""
    match value:
        case dict():
            return {name: _safe(part) for name, part in value.items()}
        case list() | tuple():
            return [_safe(part) for part in value]
        case int() if abs(value) > EXACT:
            return str(value)
    return value
