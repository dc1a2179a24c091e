"""Values as TOML has them, for model files that are written; tomllib reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from accord.puzzles.locate import LONGEST_BARE

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def string(text: str) -> str:
    """A text: that of JSON, but that TOML forbids the bare character 127."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    """A name as it stands before `=`."""
    return name if len(name) <= LONGEST_BARE and _BARE.fullmatch(name) else string(name)


def value(given: object, *, rows: bool = False) -> str:
    """A truth value, a number, a text, a list or a table. `rows`: texts and lists in one have a line each."""
    match given:
        case bool():
            return str(given).lower()
        case str():
            return string(given)
        case Mapping():
            return "{ " + ", ".join(f"{key(name)} = {value(part)}" for name, part in given.items()) + " }"
        case Sequence():
            parts = [value(part, rows=rows) for part in given]
            if rows and any(isinstance(part, Sequence) for part in given):
                return "[\n" + "".join(f"    {part},\n" for part in parts) + "]"
            return f"[{', '.join(parts)}]"
    return str(given)
