"""Writing and reading a game: standard and extended notation, English, and boards with the moves between.

    standard   2a     a move is its source and its target: columns 1, 2, ..., cells a to g and k to m, h home.
                      Where both are columns that have two digits somewhere, 1-12. The target card says how
                      many move together; to an empty column it is as many as can, else vN says so (hex)
    extended   34v3   as Freecell Solver writes it: vN wherever more than one card goes to an empty column,
                      and without it only one does
    english           3H from column 2 to cell a

Card moves are written as a player would make them: cards that go one by one through cells and empty columns,
so that they lie in another column as before, are one move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from accord.families.freecell.board import AT_HOME, Board
from accord.families.freecell.rules import HOME, LETTERS, Move, Place, Play, RuleError, replay
from accord.families.freecell.spec import Rules
from accord.families.freecell.text import written
from accord.puzzles.words import found as shown

Form: TypeAlias = Literal["standard", "extended", "english"]
CardMove: TypeAlias = tuple[int, int]

MOST_READINGS = 10_000  # of a text in which it is open how many cards move

_MOVE = re.compile(r"([a-gk-m]|[0-9]*)-?([a-gk-m]|h|[0-9]*)(?:v([0-9a-f]{1,2}))?")


def player_moves(rules: Rules, board: Board, moves: Sequence[CardMove]) -> Iterator[Move]:
    """The moves of a player that these card moves amount to. Raises RuleError."""
    plain = [(int(card), int(destination)) for card, destination in moves]
    replay(rules, board, plain)  # so that what is illegal has its number among the card moves
    play, at = Play(rules, board), 0
    while at < len(plain):
        together = _together(play, plain, at) if rules.sequence == "limited" else None
        if together is None:
            yield play.card(*plain[at])
            at += 1
        else:
            target, count, after = together
            yield play.move(play.place(plain[at][0]), target, count)
            at = after


def notation(rules: Rules, board: Board, moves: Sequence[CardMove], form: Form = "standard") -> list[str]:
    """Card moves in that form, a text a player's move. Raises RuleError."""
    return [written_move(rules, move, form) for move in player_moves(rules, board, moves)]


def boards(rules: Rules, board: Board, moves: Sequence[CardMove], form: Form = "standard") -> Iterator[str]:
    """The board as text, then each move and the board after it, columns and cells as a player has them."""
    play = Play(rules, board)
    yield written(rules, play.board)
    for move in player_moves(rules, board, moves):
        play.move(move.source, move.target, len(move.cards))
        words = written_move(rules, move, "english")
        yield words if form == "english" else f"{written_move(rules, move, form)}  {words}"
        yield written(rules, play.board)


def replay_notation(rules: Rules, board: Board, text: str, form: Form = "standard") -> Play:
    """The game that moves in standard or extended notation make. Raises RuleError at the first illegal one.

    Where standard notation leaves open how many cards go to an empty column, as many as can are tried first,
    then fewer, until the moves after it are legal: some programs mean one card, and do not say so.
    """
    words = text.split()
    play, failed, tries = Play(rules, board), None, 0
    other: list[tuple[Play, list[int]]] = []  # the games before moves that can be read otherwise, and how
    while len(play.moves) < len(words):
        try:
            source, target, counts = _reading(play, words[len(play.moves)], form)
            if len(counts) > 1:
                other.append((play.copy(), counts[1:]))
            play.move(source, target, counts[0])
        except RuleError as error:
            failed = error if failed is None or error.number > failed.number else failed
            tries += 1
            if not other or tries > MOST_READINGS:
                raise failed from None
            play, counts = other.pop()
            if len(counts) > 1:
                other.append((play.copy(), counts[1:]))
            source, target, _ = _reading(play, words[len(play.moves)], form)
            play.move(source, target, counts[0])
    return play


def _reading(play: Play, word: str, form: Form) -> tuple[Place, Place, list[int]]:
    """Where a written move goes from and to, and the numbers of cards that it may mean."""
    source, target, said = _places(play, word)
    if said is not None or not (source.kind == target.kind == "column" and _both_there(play, source, target)):
        return source, target, [1 if said is None else said]
    if play.board.columns[target.at]:
        return source, target, [play.fitting(source, target)]
    if form == "extended":
        return source, target, [1]
    most = play.most(source, target)
    return source, target, [count for count in range(most, 0, -1) if play.may(source, target, count)] or [1]


def written_move(rules: Rules, move: Move, form: Form) -> str:
    """A move in that form."""
    if form == "english":
        return _english(rules, move)
    both = move.source.kind == move.target.kind == "column"
    dash = "-" if both and rules.columns > 10 else ""
    into_empty = both and move.onto is None
    said = into_empty and (len(move.cards) > 1 if form == "extended" else not move.most)
    return f"{move.source}{dash}{move.target}{f'v{len(move.cards):x}' if said else ''}"


def _english(rules: Rules, move: Move) -> str:
    cards = ", ".join(map(rules.name, move.cards))
    if move.target.kind == "home":
        return f"{cards} from {move.source.words} home"
    if move.target.kind == "cell":
        return f"{cards} from {move.source.words} to {move.target.words}"
    if move.onto is None:
        return f"{cards} from {move.source.words} to the empty {move.target.words}"
    return f"{cards} from {move.source.words} onto {rules.name(move.onto)} in {move.target.words}"


def _both_there(play: Play, source: Place, target: Place) -> bool:
    columns = range(play.rules.columns)
    return source.at in columns and target.at in columns and source != target


def _places(play: Play, word: str) -> tuple[Place, Place, int | None]:
    """Where a written move goes from and to, and the number of cards if it is said."""
    number = len(play.moves) + 1
    form = _MOVE.fullmatch(word.lower())
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
        raise RuleError(number, shown(word), f"this is no move; {example}")
    if len(pairs) > 1:
        raise RuleError(number, shown(word), "it can be read in two ways; write a hyphen between, as in 1-12")
    return *pairs[0], int(form[3], 16) if form[3] else None


def _end(play: Play, sign: str) -> Place | None:
    if sign == "h":
        return HOME
    if sign and sign in LETTERS:
        return Place("cell", LETTERS.index(sign))
    if re.fullmatch("[1-9]|[12][0-9]", sign) and (len(sign) == 1 or int(sign) <= play.rules.columns):
        return Place("column", int(sign) - 1)
    return None


def _together(play: Play, moves: Sequence[CardMove], at: int) -> tuple[Place, int, int] | None:
    """The longest run of card moves from `at` on that moves several cards from one column to another.

    Gives the column they come to, how many they are, and the first move after them.
    """
    first = play.place(moves[at][0])
    if first.kind != "column" or moves[at][1] == AT_HOME:
        return None
    trial = Play(play.rules, play.board)
    column = list(trial.board.columns[first.at])
    taken, found = 0, None
    for after, (card, destination) in enumerate(moves[at:], start=at + 1):
        if destination == AT_HOME:
            break
        if card not in column[len(column) - taken :]:
            if taken and not (taken < len(column) and play.rules.built(column[-taken - 1], column[-taken])):
                break
            if column[-taken - 1 :][:1] != [card]:
                break
            taken += 1
        trial.card(card, destination)
        if card == column[-1] and taken > 1:
            target = trial.place(card)
            whole = Play(play.rules, play.board)
            if whole.may(first, target, taken):
                whole.move(first, target, taken)
                found = (target, taken, after) if whole.board == trial.board else found
    return found
