"""Mutants of a list: those of `chosen.toml`, which need not be of the kinds that are drawn."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from areas import ROOT
from mutate import Mutant, mutants

CHOSEN = Path(__file__).with_name("chosen.toml")


def chosen(file: Path = CHOSEN, root: Path = ROOT) -> dict[str, list[Mutant]]:
    """Return area -> its mutants of the list.

    Raises LookupError for a line that is not there, or several times.
    """
    areas: dict[str, list[Mutant]] = {}
    rows = tomllib.loads(file.read_text("utf-8"))["mutant"]
    drawn = {name: mutants(Path(name), root) for name in {row["file"] for row in rows}}
    for row in rows:
        areas.setdefault(row["area"], []).append(_found(row, drawn[row["file"]], root))
    return areas


def _found(row: dict[str, Any], drawn: Sequence[Mutant], root: Path) -> Mutant:
    """The mutant of a row: one that may be drawn, else the change of the whole line."""
    file, line, becomes = row["file"], row["line"], row["becomes"]
    found = [each for each in drawn if (each.line, each.becomes) == (line, becomes)]
    if not found:
        found = [*_of_lines(file, (root / file).read_bytes(), line, becomes)]
    if "place" not in row and len(found) != 1:
        raise LookupError(f"{file}: found {len(found)} times, expected once: {line}")
    return found[row.get("place", 1) - 1]


def _of_lines(file: str, source: bytes, line: str, becomes: str) -> list[Mutant]:
    found, at = [], 0
    for number, each in enumerate(source.splitlines(keepends=True), start=1):
        if each.strip() == line.encode():
            begin = at + len(each) - len(each.lstrip())
            found.append(
                Mutant(file, begin, begin + len(line.encode()), becomes, "line", number, line, becomes)
            )
        at += len(each)
    return found
