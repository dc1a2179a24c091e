"""Write and read FreeCell games: standard and extended notation, English, and boards between moves.

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

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from accord.families.freecell.board import AT_HOME, Board
from accord.families.freecell.position import Place
from accord.families.freecell.reading import Form, moves_in, reading
from accord.families.freecell.rules import Move, Play, RuleError, replay
from accord.families.freecell.spec import Rules
from accord.families.freecell.text import board_text

CardMove: TypeAlias = tuple[int, int]

MOST_READINGS = 10_000  # of a text in which it is open how many cards move


def player_moves(rules: Rules, board: Board, moves: Sequence[CardMove]) -> Iterator[Move]:
    """Yield the player's moves that these card moves amount to. Raises RuleError."""
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
    """Return card moves in that form, a text a player's move. Raises RuleError."""
    return [written_move(rules, move, form) for move in player_moves(rules, board, moves)]


def boards(rules: Rules, board: Board, moves: Sequence[CardMove], form: Form = "standard") -> Iterator[str]:
    """Yield the board as text, then each move and the board after it; columns and cells stay in order."""
    play = Play(rules, board)
    yield board_text(rules, play.board)
    for move in player_moves(rules, board, moves):
        play.move(move.source, move.target, len(move.cards))
        words = written_move(rules, move, "english")
        yield words if form == "english" else f"{written_move(rules, move, form)}  {words}"
        yield board_text(rules, play.board)


def replay_notation(rules: Rules, board: Board, text: str, form: Form = "standard") -> Play:
    """Return the game that the moves of a text make. Raises RuleError at the first illegal one."""
    play, error = play_notation(rules, board, moves_in(text), form)
    if error is not None:
        raise error
    return play


def play_notation(
    rules: Rules, board: Board, moves: Sequence[str], form: Form = "standard"
) -> tuple[Play, RuleError | None]:
    """Play written moves as far as they are legal; return the game, and the fault of the next move.

    Where standard notation leaves open how many cards go to an empty column, as many as can are tried first,
    then fewer, until the moves after it are legal: some programs mean one card, and do not say so. Of games
    that end too early, the longest is given.
    """
    play, tries = Play(rules, board), 0
    longest: tuple[Play, RuleError] | None = None
    other: list[tuple[Play, list[int]]] = []  # the games before moves that can be read otherwise, and how
    while len(play.moves) < len(moves):
        try:
            source, target, counts = reading(play, moves[len(play.moves)], form)
            if len(counts) > 1:
                other.append((play.copy(), counts[1:]))
            play.move(source, target, counts[0])
        except RuleError as error:
            if longest is None or error.number > longest[1].number:
                longest = play, error
            tries += 1
            if not other or tries > MOST_READINGS:
                return longest
            play, counts = other.pop()
            if len(counts) > 1:
                other.append((play.copy(), counts[1:]))
            source, target, _ = reading(play, moves[len(play.moves)], form)
            play.move(source, target, counts[0])
    return play, None


def written_move(rules: Rules, move: Move, form: Form) -> str:
    """Return a move in that form."""
    if form == "english":
        return _english(rules, move)
    both = move.source.kind == move.target.kind == "column"
    dash = "-" if both and rules.columns > 10 else ""
    into_empty = both and move.onto is None
    counted = into_empty and (len(move.cards) > 1 if form == "extended" else not move.most)
    return f"{move.source}{dash}{move.target}{f'v{len(move.cards):x}' if counted else ''}"


def _english(rules: Rules, move: Move) -> str:
    cards = ", ".join(map(rules.name, move.cards))
    if move.target.kind == "home":
        return f"{cards} from {move.source.words} home"
    if move.target.kind == "cell":
        return f"{cards} from {move.source.words} to {move.target.words}"
    if move.onto is None:
        return f"{cards} from {move.source.words} to the empty {move.target.words}"
    return f"{cards} from {move.source.words} onto {rules.name(move.onto)} in {move.target.words}"


def _together(play: Play, moves: Sequence[CardMove], at: int) -> tuple[Place, int, int] | None:
    """Find the longest run of card moves from `at` on that moves several cards from one column to another.

    Returns the column they come to, their number, and the first move after them; None if there is none.
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
            if taken and not (
                taken < len(column) and play.rules.may_build(column[-taken - 1], column[-taken])
            ):
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
