"""The model-file keys of FreeCell and its relatives: free cells, columns, decks, and named games.

A game is a setting of six knobs. Every knob can be turned by itself in a model file, or behind the deal in
the text form, so `freecell` with `fill = "kings"` is a game too, though it has no name:

    columns   1 to 20
    cells     0 to 10
    ranks     1 to 13: ace up to that many; the highest rank of the deck counts as its king
    build     what a card in a column lies on: the next higher rank of the other colour (`alternate`), of the
              same suit (`suit`), or of any suit (`rank`)
    sequence  cards that are built on each other move together, as many as could move one by one through free
              cells and empty columns (`limited`), or all of them at once (`unlimited`)
    fill      who may go to an empty column: `any` card, `kings` only, or `none`

Settings and names are as in Freecell Solver (S. Fish), deals as in `pysol_cards`.
There is one deck. A card is a number: rank * 4 + suit, suits in the order clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from accord.errors import did_you_mean
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Fault, Faults
from accord.puzzles.words import describe

RANKS, SUITS = "A23456789TJQK", "CDHS"
RED = (1, 2)  # the suits that are
SIGNS = "\u2663\u2666\u2665\u2660"  # of the suits, as people know them; other programs print them hollow
_LETTERS = str.maketrans(SIGNS + "\u2667\u2662\u2661\u2664", 2 * SUITS, "\ufe0e\ufe0f")

Build: TypeAlias = Literal["alternate", "suit", "rank"]
Moving: TypeAlias = Literal["limited", "unlimited"]
Fill: TypeAlias = Literal["any", "kings", "none"]

BOUNDS = {"columns": (1, 20), "cells": (0, 10), "ranks": (1, 13)}
CHOICES = {"build": get_args(Build), "sequence": get_args(Moving), "fill": get_args(Fill)}


@dataclass(frozen=True, slots=True)
class Rules:
    """The knobs, and what follows from them about cards."""

    columns: int = 8
    cells: int = 4
    ranks: int = 13
    build: Build = "alternate"
    sequence: Moving = "limited"
    fill: Fill = "any"

    @property
    def cards(self) -> int:
        """The number of cards; they are numbered from 0."""
        return 4 * self.ranks

    @property
    def codes(self) -> tuple[int, int, int, int, int, int]:
        """The knobs as kernels take them: cells, columns, ranks, build, fill, sequence."""
        build, moving, fill = (
            CHOICES[key].index(getattr(self, key)) for key in ("build", "sequence", "fill")
        )
        return self.cells, self.columns, self.ranks, build, fill, moving

    def rank(self, card: int) -> int:
        """Return the rank of a card: 0 for an ace."""
        return card // 4

    def may_build(self, lower: int, upper: int) -> bool:
        """Whether the upper card may be put on the lower one, in a column."""
        if self.rank(upper) + 1 != self.rank(lower):
            return False
        if self.build == "suit":
            return upper % 4 == lower % 4
        return self.build == "rank" or (upper % 4 in RED) != (lower % 4 in RED)

    def may_fill(self, card: int) -> bool:
        """Whether a card may go to an empty column."""
        return self.fill == "any" or (self.fill == "kings" and self.rank(card) == self.ranks - 1)

    def name(self, card: int) -> str:
        """Return the rank and suit of a card, as in 7H."""
        return RANKS[self.rank(card)] + SUITS[card % 4]


@dataclass(frozen=True, slots=True)
class Game:
    """A setting of the knobs that has a name."""

    rules: Rules
    filled: tuple[int, ...] = ()  # the cells that the deal fills, with the cards that are left at its end
    whole: bool = False  # dealt in a way of its own, so with the game's own columns and deck only


GAMES = {
    "freecell": Game(Rules()),
    "bakers_game": Game(Rules(build="suit")),
    "ko_bakers_game": Game(Rules(build="suit", fill="kings")),
    "relaxed_freecell": Game(Rules(sequence="unlimited")),
    "forecell": Game(Rules(fill="kings"), filled=(0, 1, 2, 3)),
    "eight_off": Game(Rules(cells=8, build="suit", fill="kings"), filled=(0, 2, 4, 6)),
    "seahaven_towers": Game(Rules(columns=10, build="suit", fill="kings"), filled=(1, 2)),
    "relaxed_seahaven": Game(
        Rules(columns=10, build="suit", sequence="unlimited", fill="kings"), filled=(1, 2)
    ),
    "streets_and_alleys": Game(Rules(cells=0, build="rank")),
    "beleaguered_castle": Game(Rules(cells=0, build="rank"), whole=True),
    "citadel": Game(Rules(cells=0, build="rank"), whole=True),
    "bakers_dozen": Game(Rules(columns=13, cells=0, build="rank", fill="none"), whole=True),
    "fan": Game(Rules(columns=18, cells=0, build="suit", fill="kings"), whole=True),
}
ALIASES = {
    "seahaven": "seahaven_towers",
    "relaxed_seahaven_towers": "relaxed_seahaven",
    "kings_only_bakers_game": "ko_bakers_game",
}

MICROSOFT_MOST = (1 << 33) - 1  # the deals of FreeCell Pro, which begin with Microsoft's
PYSOL_MOST = 10**20
LONGEST = 10_000  # characters of a text; a board has fewer
_BOARD = re.compile(
    r"\s*(:|(foundations?|founds?|decks?|freecells?|fc)\s*:|(10|[1-9atjqk])[cdhs](\s|/|,|$))", re.IGNORECASE
)


class FreeCell(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: a game, a deal or a board, and the knobs that are turned; None leaves one as in the game."""

    game: str = "freecell"  # the game, such as bakers_game
    deal: int | str | None = None  # Microsoft's number, or "pysol:" and a seed of PySolFC
    board: str | tuple[str, ...] | None = None  # a board instead of a deal
    columns: int | None = None  # number of columns, if not as in the game
    cells: int | None = None  # number of free cells
    ranks: int | None = None  # highest rank
    build: Build | None = None  # which card may lie on another
    sequence: Moving | None = None  # how many cards move together
    fill: Fill | None = None  # which cards may move to an empty column


def rules_of(spec: FreeCell) -> Rules:
    """Return the game's knobs as the spec changes them. Raises SpecError with every fault."""
    Faults(_faults(spec)).end()
    turned = {key: getattr(spec, key) for key in (*BOUNDS, *CHOICES) if getattr(spec, key) is not None}
    return replace(game_of(spec).rules, **turned)


def game_of(spec: FreeCell) -> Game:
    """Return the game of a spec without faults."""
    return GAMES[ALIASES.get(spec.game, spec.game)]


def number_of(spec: FreeCell) -> tuple[str, int]:
    """Return the source of the deal, `microsoft` or `pysol`, and its number. Raises SpecError."""
    text = str(spec.deal)
    kind, digits = ("pysol", text[6:]) if text.startswith("pysol:") else ("microsoft", text)
    most = PYSOL_MOST if kind == "pysol" else MICROSOFT_MOST
    if not re.fullmatch("[0-9]{1,21}", digits) or not 1 <= int(digits) <= most:
        message = f"found {describe(spec.deal)}; expected a number from 1 to {most}"
        if kind == "microsoft":
            message += ", or a seed of PySolFC as in pysol:12345"
        raise spec_error("deal", message)
    return kind, int(digits)


def parse(text: str) -> FreeCell:
    """Parse the text after `freecell:`: a deal or a board, and knobs. Raises SpecError.

    `11982`, `pysol:12345678901234567890`, `bakers_game:1`, `5,ranks=5,columns=4,cells=1`, or the lines of a
    board (see `text`) with `/` or line ends between them: `2S/AS 2C,ranks=2,cells=1`.
    """
    if len(text) > LONGEST:
        raise spec_error("board", f"found {len(text):,} characters; expected at most {LONGEST:,}")
    game, colon, rest = text.partition(":")
    named = bool(colon) and game in GAMES | ALIASES
    head, *knobs = (rest if named else text).split(",")
    values: dict[str, Any] = {"game": game if named else "freecell"}
    if re.fullmatch(r"\s*(pysol:)?[-+0-9]*\s*", head):
        digits = head.strip()
        values["deal"] = int(digits) if re.fullmatch("[0-9]{1,18}", digits) else digits
    elif begins_as_board(head):
        values["board"] = head.replace("/", "\n")
    else:
        message = (
            f"found {describe(head)}; expected a deal's number as in freecell:1, or the lines of a board"
        )
        raise spec_error("deal", message + did_you_mean(game, GAMES | ALIASES))
    faults = Faults()
    for knob in knobs:
        key, _, value = (part.strip() for part in knob.partition("="))
        whole = key in BOUNDS and re.fullmatch("[0-9]{1,3}", value)
        if (whole or value in CHOICES.get(key, ())) and key not in values:
            values[key] = int(value) if whole else value
        else:
            faults.append(_knob_fault(key, value, key in values))
    faults.end()
    return FreeCell(**values)


def with_letters(text: str) -> str:
    """Return a text with letters in place of the signs of suits."""
    return text.translate(_LETTERS)


def begins_as_board(text: str) -> bool:
    """Whether a text has a board, by its first line that is neither empty nor a comment."""
    lines = (line for line in text.replace("/", "\n").split("\n") if line.strip() and line.strip()[0] != "#")
    return bool(_BOARD.match(with_letters(next(lines, ""))))


def _knob_fault(key: str, value: str, again: bool) -> Fault:
    if again:
        return Fault(key, "found twice; expected once")
    if key in BOUNDS:
        low, high = BOUNDS[key]
        return Fault(key, f"found {describe(value)}; expected {low} to {high}")
    if key in CHOICES:
        return Fault(key, f"found {describe(value)}; expected one of {', '.join(CHOICES[key])}")
    keys = (*BOUNDS, *CHOICES)
    message = f"found an unknown knob; expected one of {', '.join(keys)}, as in cells=2"
    return Fault(key[:40] or "knobs", message + did_you_mean(key, keys))


def _faults(spec: FreeCell) -> Iterator[Fault]:
    """Yield the faults of a spec that do not depend on the cards."""
    if spec.game not in GAMES | ALIASES:
        hint = did_you_mean(spec.game, GAMES | ALIASES)
        yield Fault("game", f"found {describe(spec.game)}; expected one of {', '.join(GAMES)}{hint}")
    for key, (low, high) in BOUNDS.items():
        value = getattr(spec, key)
        if value is not None and not low <= value <= high:
            yield Fault(key, f"found {describe(value)}; expected {low} to {high}")
    if (spec.deal is None) == (spec.board is None):
        what = "neither a deal nor" if spec.deal is None else "both a deal and"
        yield Fault("deal", f"found {what} a board; expected one of them")
