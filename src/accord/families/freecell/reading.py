"""Parse one FreeCell move in any of the notations, and find the legal move on a board that it means.

    2a, 34, 34v2, 5h, 1-12          standard and extended notation; where it is open how many cards go to an
                                    empty column, all numbers that the rules allow, the largest first
    3H from column 2 to cell a      English; what the words say of cards has to be so
    3H: 4S -> cell                  an operator of the plan problem

Suits are letters or signs.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from accord.errors import InputError
from accord.families.freecell import problem
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE
from accord.families.freecell.position import HOME, LETTERS, Place
from accord.families.freecell.rules import Play, RuleError
from accord.families.freecell.spec import with_letters
from accord.puzzles.words import describe

Form: TypeAlias = Literal["standard", "extended", "english"]

_ARROW, _FROM = "->", " from "
_CARD = "(?:10|[A2-9TJQK])[CDHS]"
_SHORT = re.compile(r"([a-gk-m]|[0-9]*)-?([a-gk-m]|h|[0-9]*)(?:v([0-9a-f]{1,2}))?")
_ENGLISH = re.compile(
    rf"(?:[^\s,]+ +)?(?P<cards>{_CARD}(?:, *{_CARD})*) from (?P<source>column [0-9]+|cell [a-gk-m]) "
    rf"(?:home|to (?:the empty )?(?P<target>column [0-9]+|cell [a-gk-m])|onto (?P<onto>{_CARD}) in "
    rf"(?P<column>column [0-9]+))",
    re.IGNORECASE,
)


class Reading(NamedTuple):
    """A move as read: its source and target, and the numbers of cards it may mean, the likeliest first."""

    source: Place
    target: Place
    counts: list[int]


def moves_in(text: str) -> list[str]:
    """Split a text into moves: notation has blanks between them, other forms a line end or a `;`."""
    lines = [line.strip() for line in re.split(r"[\n;]", text)]
    return [
        move
        for line in lines
        for move in ([line] if _ARROW in line or _FROM in line else line.split())
    ]  # fmt: skip


def reading(play: Play, move: str, form: Form) -> Reading:
    """Read a move of that game; `form` says how bare notation is read. Raises RuleError."""
    if _ARROW in move:
        return _operator(play, move)
    if _FROM in move:
        return _english(play, move)
    source, target, said = _places(play, move)
    if said is not None or not (source.kind == target.kind == "column" and _both_there(play, source, target)):
        return Reading(source, target, [1 if said is None else said])
    if play.board.columns[target.at]:
        return Reading(source, target, [play.fitting(source, target)])
    if form == "extended":
        return Reading(source, target, [1])
    most = play.most(source, target)
    legal = [count for count in range(most, 0, -1) if play.may(source, target, count)]
    return Reading(source, target, legal or [1])


# -- operators and English ---------------------------------------------------------------------------


def _operator(play: Play, move: str) -> Reading:
    """Read an operator: one card, what it lies on, and what it is to lie on."""
    number, name = len(play.moves) + 1, play.rules.name
    text = with_letters(move).replace("10", "T")
    try:
        ((card, destination),) = problem.moves_of(play.rules, [text])
    except InputError as error:
        raise RuleError(number, describe(move), str(error)) from None
    lies = problem.place(play.rules, _below(play, card))
    said = text.partition(": ")[2].partition(f" {_ARROW} ")[0]
    if said != lies:
        raise RuleError(number, describe(move), f"{name(card)} lies on {lies}, and not on {said}")
    return Reading(*play.places(card, destination))


def _below(play: Play, card: int) -> int:
    """Return what a card that is not home lies on."""
    place = play.place(card)
    if place.kind == "cell":
        return IN_CELL
    if place.kind == "home":
        return AT_HOME
    column = play.board.columns[place.at]
    at = column.index(card)
    return column[at - 1] if at else ON_TABLE


def _english(play: Play, move: str) -> Reading:
    """Read a move in English; the cards that it names must lie where it says."""
    number = len(play.moves) + 1
    found = _ENGLISH.fullmatch(with_letters(move))
    if found is None:
        raise RuleError(
            number, describe(move), "this is no move; expected such as 3H from column 2 to cell a"
        )
    cards = [_name(card) for card in re.split(", *", found["cards"])]
    source = _place_of(found["source"])
    target = _place_of(found["target"] or found["column"]) if found["target"] or found["column"] else HOME
    for place, names in ((source, cards), (target, [_name(found["onto"])] if found["onto"] else [])):
        there = [play.rules.name(card) for card in _cards_at(play, place)[-len(names) or None :]]
        if names and there != names:
            raise RuleError(
                number, describe(move), f"{place.words} ends with {', '.join(there) or 'no card'}"
            )
    return Reading(source, target, [len(cards)])


def _cards_at(play: Play, place: Place) -> list[int]:
    """Return the cards of a column or a cell, the deepest first."""
    places: list[list[int]] = (
        play.board.columns
        if place.kind == "column"
        else [[] if card is None else [card] for card in play.board.cells]
    )
    return places[place.at] if 0 <= place.at < len(places) else []


def _name(card: str) -> str:
    return card.upper().replace("10", "T")


def _place_of(words: str) -> Place:
    kind, sign = words.lower().split()
    return Place(kind, int(sign) - 1 if kind == "column" else LETTERS.index(sign))


# -- standard and extended notation ------------------------------------------------------------------


def _both_there(play: Play, source: Place, target: Place) -> bool:
    columns = range(play.rules.columns)
    return source.at in columns and target.at in columns and source != target


def _places(play: Play, word: str) -> tuple[Place, Place, int | None]:
    """Return the source and the target of a written move, and the number of cards if it has one."""
    number = len(play.moves) + 1
    form = _SHORT.fullmatch(word.lower())
    splits = []
    if form:
        digits = form[1] + form[2]
        if "-" not in word and digits.isdigit():
            splits = [(digits[:at], digits[at:]) for at in range(1, len(digits))]
        else:
            splits = [(form[1], form[2])]
    ends = [(_end(play, one), _end(play, other)) for one, other in splits]
    pairs = [(one, other) for one, other in ends if one is not None and other is not None]
    if form is None or not pairs:
        example = "expected a source and a target, such as 2a, 34, ah or 34v2"
        raise RuleError(number, describe(word), f"this is no move; {example}")
    if len(pairs) > 1:
        raise RuleError(
            number, describe(word), "it can be read in two ways; write a hyphen between, as in 1-12"
        )
    return *pairs[0], int(form[3], 16) if form[3] else None


def _end(play: Play, sign: str) -> Place | None:
    if sign == "h":
        return HOME
    if sign and sign in LETTERS:
        return Place("cell", LETTERS.index(sign))
    if re.fullmatch("[1-9]|[12][0-9]", sign) and (len(sign) == 1 or int(sign) <= play.rules.columns):
        return Place("column", int(sign) - 1)
    return None
