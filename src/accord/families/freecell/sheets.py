"""Sheets of a deal: the game, the number of the deal, and the board, a line for each column."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from accord.families.freecell.spec import ALIASES, GAMES, FreeCell
from accord.families.freecell.start import start
from accord.families.freecell.text import board_text
from accord.puzzles.sheets import Editing, Sheet, Words

CARDS = "cards, the deepest first, such as 4H 10C; or what is home, and in the cells"
GAME = tuple((name, name.replace("_", " ")) for name in GAMES)


def sheets(spec: FreeCell) -> list[Sheet]:
    """Return the sheets of a deal. Raises SpecError with every fault."""
    lines = [[line] for line in board_text(*start(spec)).split("\n")]
    deal = "" if spec.deal is None else str(spec.deal)
    game = ALIASES.get(spec.game, spec.game)
    about = "Microsoft's number, or pysol: and a seed; empty for a board of your own"
    return [
        Sheet(key="game", about="the game", on="whole", words=[[game]], choices=GAME),
        Sheet(key="deal", about=about, on="whole", words=[[deal]], free="a number"),
        Sheet(key="board", about="the board", on="whole", words=lines, free=CARDS),
    ]


def with_words(spec: FreeCell, words: Mapping[str, Words]) -> FreeCell:
    """Return the spec of another game, deal or board. Raises SpecError with every fault."""
    known = {sheet.key: sheet.words for sheet in sheets(spec)}
    changed = {key for key, rows in words.items() if [[*row] for row in rows] != known[key]}
    found = structs.replace(spec, game=words["game"][0][0])
    deal = words["deal"][0][0].strip()
    if "board" in changed or not deal:
        found = structs.replace(found, deal=None, board=tuple(line for (line,) in words["board"]))
    elif "deal" in changed:
        found = structs.replace(found, deal=int(deal) if deal.isdecimal() else deal, board=None)
    start(found)
    return found


EDITING = Editing(sheets, with_words)
