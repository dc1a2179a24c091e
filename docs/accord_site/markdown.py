"""Markdown from code: tables, signatures, and docstrings as paragraphs and lists."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

SECTION = re.compile(r"^(Args|Raises|Returns|Yields|Attributes|Arguments of [\w ]+):$")
ENTRY = re.compile(r"^    (\*{0,2}[\w.=]+(?:, \w+)*): (.*)$")
ANNOTATION = re.compile(r"(: |-> )'([^']*)'")  # one that is a text
FUNCTION = re.compile(r"<function \w+ at 0x[0-9a-f]+>")  # a default; its address differs from run to run
MODULES = re.compile(r"\b(?:\w+\.)+(?=[A-Za-z_])")


def cell(text: object) -> str:
    """Return a text as one cell of a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table without the columns that are empty, or nothing if it has no rows."""
    rows = [[*map(str, row)] for row in rows]
    used = [at for at in range(len(headings)) if any(row[at] for row in rows)]
    headings, rows = [headings[at] for at in used], [[row[at] for at in used] for row in rows]
    lines = [f"| {' | '.join(map(cell, row))} |" for row in rows]
    if not lines:
        return ""
    return "\n".join([f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}", *lines, ""])


def code(text: object) -> str:
    """Return a text as code, or nothing for an empty one."""
    return f"`{text}`" if str(text) else ""


def signature(function: Callable[..., Any], name: str, *, brief: bool = False) -> str:
    """Return a signature as Sphinx reads it, without the modules of types, and without `self`.

    Args:
        function: what has the signature.
        name: the name in front of it.
        brief: whether all keywords are one `**keywords`.
    """
    found = inspect.signature(function)
    given = [each for each in found.parameters.values() if each.name not in ("self", "_reader")]
    if brief:
        given = [each for each in given if each.kind is not each.KEYWORD_ONLY]
        given.append(inspect.Parameter("keywords", inspect.Parameter.VAR_KEYWORD))
    text = FUNCTION.sub("...", ANNOTATION.sub(r"\1\2", str(found.replace(parameters=given))))
    return name + MODULES.sub("", text).replace("[...]", "")


def first_line(of: object) -> str:
    """Return the first line of a docstring."""
    return (inspect.getdoc(of) or "").partition("\n")[0]


def example(of: object) -> str:
    """Return the example of a docstring as a block of code; "" if it has none."""
    _, begun, rest = (inspect.getdoc(of) or "").partition("\n>>> ")
    return f"```python\n>>> {rest}\n\n```" if begun else ""


def prose(of: object, links: dict[str, str] | None = None) -> str:
    """Return a docstring as Markdown, without its example.

    Args:
        of: what has the docstring.
        links: headings of sections -> the page that has the same as a table, which is linked in their place.
    """
    parts: list[str] = []
    entries: list[str] | None = None
    for line in (inspect.getdoc(of) or "").partition("\n>>> ")[0].splitlines():
        section = SECTION.match(line)
        if section:
            place = (links or {}).get(section[1])
            heading = {"Args": "Arguments"}.get(section[1], section[1])
            parts += [
                f"\nThe keywords are the [{heading[:1].lower()}{heading[1:]}]({place}).\n"
                if place
                else f"\n**{heading}**\n"
            ]
            entries = None if place is None else []
            continue
        entry = ENTRY.match(line)
        if entries is not None and (line.startswith("    ") or not line):
            continue  # they stand in the table that is linked
        entries = None
        if entry:
            name = entry[1] if entry[1].startswith("accord.") else entry[1].partition("=")[0]
            parts.append(f"- `{name}`: {entry[2]}")
        elif line.startswith("        ") and parts and parts[-1].startswith("- "):
            parts[-1] += f" {line.strip()}"
        else:
            parts.append(line.strip() if line.startswith("    ") else line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).strip() + "\n"
