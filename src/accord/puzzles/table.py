"""The table of families: a name and where its record lives. Imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from accord.errors import UsageError
from accord.puzzles.family import Family

FAMILIES = {
    "aquarium": "accord.puzzles.aquarium:AQUARIUM",
    "cover": "accord.puzzles.cover:COVER",
    "langford": "accord.puzzles.langford:LANGFORD",
    "nonogram": "accord.puzzles.nonogram:NONOGRAM",
    "packing": "accord.puzzles.packing:PACKING",
    "queens": "accord.puzzles.queens:QUEENS",
    "thermometers": "accord.puzzles.thermometers:THERMOMETERS",
}

SEVERAL = ("aquarium",)  # families with files of many puzzles


def family(name: str) -> Family:
    """The family of that name. Raises UsageError if there is none."""
    if name not in FAMILIES:
        raise UsageError(f"unknown family {name!r}; there are {', '.join(FAMILIES)}")
    module, _, attribute = FAMILIES[name].partition(":")
    return cast(Family, getattr(import_module(module), attribute))
