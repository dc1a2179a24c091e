"""TOML as it is written: keys, values on a line, lists of several lines. What is read is in `document`.

>>> text({"count": 2, "source": "by hand", "checked": ["sat"]})
'{ count = 2, source = "by hand", checked = ["sat"] }'
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from accord.puzzles.locate import LONGEST_BARE

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def text(value: object) -> str:
    """A value on one line: a truth, a number, a string, a list, or a table."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):  # as in JSON, but that TOML forbids the bare character 127
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {text(each)}" for name, each in value.items()) + " }"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(text, value))}]"
    return str(value)


def key(name: str) -> str:
    """A key, in quotes where it needs them."""
    return name if len(name) <= LONGEST_BARE and _BARE.fullmatch(name) else text(name)


def block(texts: Sequence[str], in_line: int = 1, indent: str = "    ") -> str:
    """A list of values that are texts already, of several lines with so many each."""
    lines = (", ".join(texts[at : at + in_line]) for at in range(0, len(texts), in_line))
    return "[\n" + "".join(f"{indent}{line},\n" for line in lines) + "]"
