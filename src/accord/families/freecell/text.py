"""Read and write FreeCell boards as text, in the format of Freecell Solver, mid-play too.

    Foundations: H-0 C-2 D-0 S-A     the highest card home in each suit, 0 for none; a suit that is not
    Freecells: 3H - KC -             named has none. The cells from a on, - for an empty one
    4C 2C 9C 8C QS 4S 2H             a line for each column, the deepest card first: 10 or T, and of the suit
    : 5H QH 3C AC 3H 4H QD           its letter or its sign. A colon may stand before it, as some print it

Both headings may be left out, and cells and columns at the end that are empty. An empty line is an empty
column, unless it comes before everything else, or colons are used; then `:` is one. Lines that begin with #
are comments. Every card must be there once, home cards counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from accord.families.freecell.board import Board, empty
from accord.families.freecell.spec import RANKS, RED, SIGNS, SUITS, Rules, with_letters
from accord.puzzles.family import Fault, Faults
from accord.puzzles.words import describe

LONGEST_LINE, MOST_LINES = 1000, 100
FOUNDATIONS = "HCDS"  # the order in which they are written

_HEADING = re.compile(r"\s*(foundations?|founds?|decks?|freecells?|fc)\s*:(.*)", re.IGNORECASE)
_CARD = re.compile(r"(10|[1-9ATJQK])([CDHS])", re.IGNORECASE)
_HOME = re.compile(r"([CDHS])-(10|[0-9ATJQK])", re.IGNORECASE)
_INKED = re.compile(r"[A2-9TJQK]([CDHS])[,:]?|([CDHS])-[0A2-9TJQK]")


@dataclass
class _Reading:
    """The lines as read: cards by place as (rank, suit, number of the line)."""

    columns: list[list[tuple[int, int, int]]] = field(default_factory=list)
    cells: list[tuple[int, int, int] | None] = field(default_factory=list)
    home: list[tuple[int, int, int]] = field(default_factory=list)  # number of cards home, suit, line
    lines: list[int] = field(default_factory=list)  # the number of each column's line
    cells_line: int = 0
    faults: Faults = field(default_factory=Faults)


def read(text: str | Sequence[str], rules: Rules, *, infer_ranks: bool = False) -> tuple[Rules, Board]:
    """Return the rules and the board of lines. Raises SpecError with every fault; keys are `board[LINE]`.

    Args:
        text: the lines.
        rules: how many columns, cells and ranks there are.
        infer_ranks: take the highest rank that is seen for the deck's highest.
    """
    reading = _read(text.split("\n") if isinstance(text, str) else list(text))
    if not reading.faults and infer_ranks:
        cards = [card for column in reading.columns for card in column]
        cards += [card for card in reading.cells if card is not None]
        seen = [rank + 1 for rank, _, _ in cards] + [number for number, _, _ in reading.home]
        rules = replace(rules, ranks=max((1, *seen)))
    reading.faults.end()
    Faults([*_size_faults(reading, rules), *_deck_faults(reading, rules)]).end()
    return rules, _board(reading, rules)


def board_text(rules: Rules, board: Board, *, headings: bool = True) -> str:
    """Return the lines of a board, without a line end at the end; `read` gives the board back."""
    lines = []
    if headings or any(board.home):
        homes = [(sign, board.home[SUITS.index(sign)]) for sign in FOUNDATIONS]
        tops = (f"{sign}-{RANKS[home - 1] if home else 0}" for sign, home in homes)
        lines.append(f"Foundations: {' '.join(tops)}")
    if rules.cells and (headings or any(card is not None for card in board.cells)):
        cells = ("-" if card is None else rules.name(card) for card in board.cells)
        lines.append(f"Freecells: {' '.join(cells)}")
    colon = ": " if not all(board.columns) else ""
    lines += [(colon + " ".join(map(rules.name, column))).rstrip() for column in board.columns]
    return "\n".join(lines)


def ink_suit(word: str) -> tuple[str, str]:
    """Return a word of a board or a move with the sign of its suit, and the colour of that suit."""
    card = _INKED.fullmatch(word)
    if card is None:
        return word, ""
    at = card.start(card.lastindex or 0)
    suit = SUITS.index(word[at])
    return word[:at] + SIGNS[suit] + word[at + 1 :], "red" if suit in RED else ""


def _read(lines: list[str]) -> _Reading:
    reading = _Reading()
    if len(lines) > MOST_LINES:
        message = f"found {len(lines)} lines; expected a line a column, at most {MOST_LINES}"
        reading.faults.add("board", message)
        return reading
    while lines and not lines[-1].strip():
        lines.pop()
    colons = any(line.lstrip().startswith(":") for line in lines)
    seen = set[str]()
    begun = False
    for number, line in enumerate(lines, start=1):
        comment = line.lstrip().startswith("#")
        begun = begun or bool(line.strip() and not comment)
        heading = _HEADING.match(line)
        if len(line) > LONGEST_LINE:
            message = f"found {len(line):,} characters; expected at most {LONGEST_LINE:,}"
            reading.faults.add(f"board[{number}]", message)
        elif comment or not begun or (colons and not line.strip()):
            continue
        elif heading:
            what = "cells" if heading[1].lower()[:2] in ("fr", "fc") else "foundations"
            if what in seen:
                reading.faults.add(f"board[{number}]", f"found the {what} twice; expected one line")
            seen.add(what)
            if what == "cells":
                reading.cells_line = number
                reading.cells = list(_cells(heading[2], number, reading.faults))
            else:
                reading.home += _homes(heading[2], number, reading.faults)
        else:
            words = line.strip().removeprefix(":").split()
            reading.lines.append(number)
            reading.columns.append([card for word in words for card in _card(word, number, reading.faults)])
    return reading


def _card(word: str, number: int, faults: Faults) -> Iterator[tuple[int, int, int]]:
    card = _CARD.fullmatch(with_letters(word))
    if card:
        yield _rank(card[1]), SUITS.index(card[2].upper()), number
    else:
        message = f"found {describe(word)}; expected a card such as 7H or 10S, of the suits C, D, H and S"
        faults.add(f"board[{number}]", message)


def _rank(sign: str) -> int:
    return {"10": 9, "1": 0}[sign] if sign in ("10", "1") else RANKS.index(sign.upper())


def _cells(words: str, number: int, faults: Faults) -> Iterator[tuple[int, int, int] | None]:
    for word in words.split():
        if word in ("-", "*"):
            yield None
        else:
            yield from _card(word, number, faults)


def _homes(words: str, number: int, faults: Faults) -> Iterator[tuple[int, int, int]]:
    for word in words.split():
        entry = _HOME.fullmatch(with_letters(word))
        if entry:
            yield 0 if entry[2] == "0" else _rank(entry[2]) + 1, SUITS.index(entry[1].upper()), number
        elif word != "-":
            message = (
                f"found {describe(word)}; expected a suit and its highest card at home, such as H-7 or H-0"
            )
            faults.add(f"board[{number}]", message)


def _size_faults(reading: _Reading, rules: Rules) -> Iterator[Fault]:
    """Yield faults for more columns, cells, foundations or ranks than the game has."""
    if len(reading.columns) > rules.columns:
        key = f"board[{reading.lines[rules.columns]}]"
        message = f"found {len(reading.columns)} columns; expected at most {rules.columns}"
        yield Fault(key, f"{message}; if the game has more, say columns = {len(reading.columns)}")
    if len(reading.cells) > rules.cells:
        key = f"board[{reading.cells_line}]"
        message = f"found {len(reading.cells)} cells; expected at most {rules.cells}"
        yield Fault(key, f"{message}; if the game has more, say cells = {len(reading.cells)}")
    entries = [suit for _, suit, _ in reading.home]
    for at, (home, suit, number) in enumerate(reading.home):
        if suit in entries[:at]:
            found = f"found {SUITS[suit]} {entries[: at + 1].count(suit)} times"
            yield Fault(f"board[{number}]", f"{found}; expected it once")
        if home > rules.ranks:
            highest = RANKS[rules.ranks - 1]
            found = f"{SUITS[suit]}-{RANKS[home - 1]}"
            yield Fault(f"board[{number}]", f"found {found}; expected ranks up to {highest}")


def _deck_faults(reading: _Reading, rules: Rules) -> Iterator[Fault]:
    """Yield faults for cards that are there twice, and for missing ones."""
    places: dict[tuple[int, int], list[str]] = {}
    for home, suit, number in reading.home:
        for rank in range(min(home, rules.ranks)):
            places.setdefault((rank, suit), []).append(f"at home in line {number}")
    listed = [*reading.columns, [card for card in reading.cells if card is not None]]
    for rank, suit, number in sorted((card for cards in listed for card in cards), key=lambda card: card[2]):
        name = RANKS[rank] + SUITS[suit]
        there = places.setdefault((rank, suit), [])
        if rank >= rules.ranks:
            yield Fault(f"board[{number}]", f"found {name}; expected ranks up to {RANKS[rules.ranks - 1]}")
        elif there:
            often = f"{name} is there {_times(len(there) + 1)}: {' and '.join(there)} and line {number}"
            yield Fault(f"board[{number}]", f"{often}; expected every card once")
        there.append(f"line {number}")
    every = (divmod(card, 4) for card in range(rules.cards))
    names = [RANKS[rank] + SUITS[suit] for rank, suit in every if (rank, suit) not in places]
    if names:
        more = f" and {len(names) - 8} more are" if len(names) > 8 else " are" if len(names) > 1 else " is"
        yield Fault(
            "board",
            f"{', '.join(names[:8])}{more} missing; expected every card of {_deck(rules)}, in a column, in a "
            "cell or at home as Foundations says",
        )


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


def _deck(rules: Rules) -> str:
    return "the deck" + ("" if rules.ranks == 13 else f" from A to {RANKS[rules.ranks - 1]}")


def _board(reading: _Reading, rules: Rules) -> Board:
    board = empty(rules)
    for home, suit, _ in reading.home:
        board.home[suit] = home
    for cell, parked in enumerate(reading.cells):
        board.cells[cell] = None if parked is None else 4 * parked[0] + parked[1]
    for column, cards in zip(board.columns, reading.columns, strict=False):
        column += [4 * rank + suit for rank, suit, _ in cards]
    return board
