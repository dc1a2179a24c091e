"""The table of families: a name and where its record lives. Imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from accord.names import unknown
from accord.puzzles.family import Family

FAMILIES = {
    "aquarium": "accord.puzzles.aquarium:AQUARIUM",
    "clue-sets": "accord.puzzles.clue_sets:CLUE_SETS",
    "cover": "accord.puzzles.cover:COVER",
    "freecell": "accord.puzzles.freecell:FREECELL",
    "langford": "accord.puzzles.langford:LANGFORD",
    "nonogram": "accord.puzzles.nonogram:NONOGRAM",
    "packing": "accord.puzzles.packing:PACKING",
    "queens": "accord.puzzles.queens:QUEENS",
    "sudoku": "accord.puzzles.sudoku:SUDOKU",
    "thermometers": "accord.puzzles.thermometers:THERMOMETERS",
    "tiles": "accord.puzzles.tiles:TILES",
}

SEVERAL = ("aquarium", "sudoku")  # families with files of many puzzles

GAMES = (  # of the family freecell: names that stand before `:` as those of families do
    "bakers_dozen",
    "bakers_game",
    "beleaguered_castle",
    "citadel",
    "der_katz",
    "der_katzenschwanz",
    "die_schlange",
    "eight_off",
    "fan",
    "forecell",
    "kings_only_bakers_game",
    "ko_bakers_game",
    "relaxed_freecell",
    "relaxed_seahaven",
    "relaxed_seahaven_towers",
    "seahaven",
    "seahaven_towers",
    "streets_and_alleys",
)

RECOGNISED = ("freecell",)  # families with files that hold a puzzle as plain text


def of_text(name: str) -> tuple[str, str] | None:
    """The family of FAMILY:TEXT, and the text; of GAME:TEXT the text is all of it. None if it is neither."""
    head, colon, text = name.partition(":")
    if not colon:
        return None
    if head in GAMES:
        return "freecell", name
    return (head, text) if head in FAMILIES else None


def family(name: str) -> Family:
    """The family of that name. Raises UsageError if there is none."""
    if name not in FAMILIES:
        raise unknown("family", name, FAMILIES)
    module, _, attribute = FAMILIES[name].partition(":")
    return cast(Family, getattr(import_module(module), attribute))
