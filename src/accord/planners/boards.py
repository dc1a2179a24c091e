"""A plan as boards: the one it begins with, then each move and the board after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from accord.planners.planned import Planned
from accord.planners.record import Form

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle


def boards(planned: Planned, puzzle: Puzzle, form: Form = "standard") -> Iterator[str]:
    """Boards and moves in turn, as texts; nothing if there is no plan.

    Those of FreeCell keep columns and cells as a player has them. Of a family that is known to nobody here, a
    board is what changed: the facts that a move brings.
    """
    if planned.plan is None:
        return
    if planned.cards is not None:
        from accord.puzzles import freecell, freecell_notation

        rules, board = freecell.start(puzzle.spec)
        yield from freecell_notation.boards(
            rules, board, planned.cards, "standard" if form == "cards" else form
        )
        return
    from accord.plans.check import replay

    states = replay(puzzle.problem, planned.plan)
    yield _board(puzzle.family, {}, states[0])
    for name, before, state in zip(planned.plan, states, states[1:], strict=False):
        yield name
        yield _board(puzzle.family, before, state)


def _board(family: str, before: dict[str, str], state: dict[str, str]) -> str:
    """A state as text: the board, or the facts that were not there before."""
    if family == "tiles":
        from accord.puzzles.tiles import BLANK, written

        cells = {cell: int(tile) if tile.isdecimal() else BLANK for tile, cell in state.items()}
        rows = sorted({_row_and_column(cell)[0] for cell in cells})
        board = tuple(
            tuple(
                cells[cell] for cell in sorted(cells, key=_row_and_column) if _row_and_column(cell)[0] == row
            )
            for row in rows
        )
        return written(board)
    return "\n".join(f"{name} = {value}" for name, value in state.items() if before.get(name) != value)


def _row_and_column(cell: str) -> tuple[int, int]:
    row, _, column = cell.removeprefix("r").partition("c")
    return int(row), int(column)
