"""Write results as JSON; whole numbers beyond 2^53 become strings, since most readers would round them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

EXACT = 1 << 53  # up to here doubles hold every whole number
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
