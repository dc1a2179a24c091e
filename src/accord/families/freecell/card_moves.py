"""Convert FreeCell moves to operators of the plan problem and back, replay them, and write them as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from accord.families.freecell import notation, problem
from accord.families.freecell.reading import Form, moves_in
from accord.families.freecell.rules import RuleError, replay
from accord.families.freecell.spec import FreeCell
from accord.families.freecell.start import start
from accord.families.freecell.text import board_text
from accord.planners.contract import Moves, Own, Played
from accord.puzzles.words import describe


def names(spec: FreeCell, moves: Own) -> list[str]:
    """Return the operators of the plan problem that these card moves are."""
    return problem.names_of(*start(spec), moves)


def of_names(spec: FreeCell, operators: Sequence[str]) -> Own:
    """Return the card moves that these operators are."""
    return tuple(problem.moves_of(start(spec)[0], operators))


def check(spec: FreeCell, moves: Own) -> str:
    """Return the fault of a plan, "" for none: an illegal move, or cards that are not home at its end."""
    rules, board = start(spec)
    try:
        end = replay(rules, board, moves)
    except RuleError as error:
        return str(error)
    left = rules.cards - sum(end.home)
    return f"{left} cards are not home at its end" if left else ""


def notation_text(spec: FreeCell, moves: Own, form: str) -> str | tuple[str, ...]:
    """Return a player's moves in that notation: one text, or in English a text a move."""
    found = notation.notation(*start(spec), moves, cast(Form, form))
    return tuple(found) if form == "english" else " ".join(found)


def boards(spec: FreeCell, moves: Own, form: str) -> Iterator[str]:
    """Yield the board, then each move and the board after it."""
    yield from notation.boards(*start(spec), moves, cast(Form, form))


def play(spec: FreeCell, text: str, form: str) -> Played:
    """Play the moves of a text as far as the rules allow; return how the game then stands."""
    rules, board = start(spec)
    moves = moves_in(text)
    game, error = notation.play_notation(rules, board, moves, cast(Form, form))
    made, left = len(game.moves), rules.cards - sum(game.board.home)
    tried = "" if error is None else moves[made]
    why = (
        ""
        if error is None
        else error.why
        if error.tried == describe(tried)
        else f"{error.tried}: {error.why}"
    )
    return Played(
        made,
        len(game.steps),
        board_text(rules, game.board),
        f"{left} card{'s are' if left > 1 else ' is'} not home" if left else "",
        tried,
        why,
    )


MOVES = Moves(names, of_names, check, notation_text, boards, play)
