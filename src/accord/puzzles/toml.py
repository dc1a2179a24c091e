"""Write model files as TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from accord.puzzles.locate import LONGEST_BARE

_LITERAL = re.compile(r"""(?=[^\n]*\n)(?=(?s:.)*["\\])(?:(?!''')[^\x00-\x08\x0b-\x1f\x7f])*(?<!')""")
# lines that are better read without escapes
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def string(text: str) -> str:
    """A text as in JSON, but TOML forbids the bare character 127."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    """A name as it stands before `=`."""
    return name if len(name) <= LONGEST_BARE and _BARE.fullmatch(name) else string(name)


def value(given: object, *, rows: bool = False) -> str:
    """A truth value, a number, a text, a list or a table.

    With `rows` the lines of a text have a line each; so have lists and tables in a list, and the texts of a
    tuple, which are a picture.
    """
    match given:
        case bool():
            return str(given).lower()
        case str() if rows and _LITERAL.fullmatch(given):
            return f"'''\n{given}'''"
        case str() if rows and "\n" in given:
            return '"""\n' + "\n".join(string(line)[1:-1] for line in given.split("\n")) + '"""'
        case str():
            return string(given)
        case msgspec.Struct():
            parts = msgspec.to_builtins(given)
            return value({name: part for name, part in parts.items() if part is not None})
        case Mapping():
            return "{ " + ", ".join(f"{key(name)} = {value(part)}" for name, part in given.items()) + " }"
        case Sequence():
            listed = [value(part) for part in given]
            picture = isinstance(given, tuple) and all(isinstance(part, str) for part in given)
            lists = any(isinstance(part, list | tuple | Mapping) for part in given)
            if rows and given and (picture or lists):
                return "[\n" + "".join(f"    {part},\n" for part in listed) + "]"
            return f"[{', '.join(listed)}]"
    return str(given)


def model_file(
    family: str, spec: msgspec.Struct, *, title: str, rule: str = "", counts: Mapping[str, Any] | None = None
) -> str:
    """A model file, without a newline at its end: what is not as by default, the tables behind all else.

    `counts` are tables by "all" and "distinct".
    """
    given = {"family": family, "title": title} | ({"rule": rule} if rule else {})
    lines = [f"{name} = {value(text, rows=True)}" for name, text in given.items()] + [""]
    tables: dict[str, Mapping[str, Any]] = {}
    for field in msgspec.structs.fields(spec):
        usual = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        part = getattr(spec, field.name)
        if part == usual:
            continue
        if isinstance(part, Mapping):
            tables[field.encode_name] = part
        else:
            lines.append(f"{field.encode_name} = {value(part, rows=True)}")
    for name, table in (tables | ({"counts": counts} if counts else {})).items():
        lines += ["", f"[{name}]"]
        lines += [f"{key(each)} = {value(part, rows=isinstance(part, str))}" for each, part in table.items()]
    return "\n".join(lines)
