"""Draw playing cards as a scene: single places in a row, and overlapping columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accord.scene.palette import GRID
from accord.scene.shapes import INK, PAPER, Area, Label, Scene, Shape, frame, framed_scene

WIDTH, HEIGHT = 1.0, 1.4
STEP = 1.15  # from a column to the next
VISIBLE = 0.42  # of a card that is covered
MARGIN = 0.3
RED = "#BB1122"
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RED_SUITS = "DH"


def table(
    left: Sequence[str], right: Sequence[str], columns: Sequence[Sequence[str]], title: str = ""
) -> Scene:
    """A table of cards such as `TD`: two groups of places above, "" for an empty one; columns, the top last.

    An empty place on the right may name its suit, as in `D`.
    """
    wide = max(len(left) + len(right) + 1, len(columns), 1)
    deep = max((len(column) for column in columns), default=0)
    shapes: list[Shape] = []
    for number, card in enumerate(left):
        shapes += _card(card, number * STEP, 0.0)
    for number, card in enumerate(right):
        shapes += _card(card, (wide - len(right) + number) * STEP, 0.0)
    below = HEIGHT + 0.35
    for number, column in enumerate(columns):
        for turn, card in enumerate(column or [""]):
            shapes += _card(card, number * STEP, below + turn * VISIBLE)
    height = below + HEIGHT + VISIBLE * max(deep - 1, 0)
    return framed_scene(shapes, wide * STEP - (STEP - WIDTH), height, MARGIN, title)


def _card(card: str, x: float, y: float) -> Iterator[Shape]:
    ring = frame(x, y, x + WIDTH, y + HEIGHT)
    if len(card) < 2:
        yield Area((ring,), fill="#EEEEEE", line=GRID, width=0.03)
        if card:
            yield Label((x + WIDTH / 2, y + HEIGHT / 2), SUITS[card], size=0.6, ink=GRID)
        return
    rank, suit = card[:-1], card[-1]
    ink = RED if suit in RED_SUITS else INK
    shown = f"{'10' if rank == 'T' else rank}{SUITS[suit]}"
    yield Area((ring,), fill=PAPER, line=INK, width=0.04)
    yield Label((x + 0.08, y + 0.22), shown, size=0.34, ink=ink, bold=True, anchor="start")
    yield Label((x + WIDTH / 2, y + 0.9), SUITS[suit], size=0.7, ink=ink)
