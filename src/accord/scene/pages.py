"""Arrange scenes on pages of paper: a title, rows of boards with captions, page numbers.

A unit is a centimetre. Boards of one width have cells of one size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from accord.arguments.drawing import PAPERS
from accord.errors import UsageError
from accord.scene.shapes import Label, Scene, Shape, by_layer, font_size

MARGIN = 1.5
GAP = 0.6  # between boards
NARROWEST = 1.0  # of the width of a column
LARGEST = (1.2, 1.1, 1.0, 0.9, 0.8)  # how large a cell may be: the first with the fewest pages is taken
TITLE, ROOM = 0.7, 1.4  # the size of the title's font, and its height
CAPTION, BELOW = 0.36, 0.7  # the same of captions
NUMBER = 0.3  # the size of page numbers


@dataclass(frozen=True, slots=True)
class Board:
    """A scene with its caption, as large as it is on the page."""

    scene: Scene
    caption: str
    scale: float

    @property
    def height(self) -> float:
        """The height with the caption."""
        return self.scene.height * self.scale + (BELOW if self.caption else 0.0)


def pages(
    scenes: Sequence[tuple[str, Scene]], paper: str, columns: int | None = None, title: str = ""
) -> list[Scene]:
    """Return the pages for scenes with their captions, a scene for each page, without page numbers.

    Args:
        scenes: of each its caption, and the scene.
        paper: a name of PAPERS.
        columns: boards in each row; None: two, or one where there is only one board.
        title: stands above the boards of each page.

    Raises UsageError for more columns than the paper has room for.
    """
    width, height = PAPERS[paper]
    columns = columns or min(2, len(scenes))
    above = MARGIN + (ROOM if title else 0.0)
    wide = (width - 2 * MARGIN - (columns - 1) * GAP) / columns
    if wide < NARROWEST:
        raise UsageError(f"columns {columns}: too many for the paper {paper}; give fewer, or larger paper")
    tall = height - above - MARGIN
    best: list[list[Sequence[Board]]] = []
    for largest in LARGEST:
        boards = [_fit(caption, scene, wide, tall, largest) for caption, scene in scenes]
        rows = [boards[at : at + columns] for at in range(0, len(boards), columns)]
        some = [*_page_rows(rows, tall)]
        if not best or len(some) < len(best):
            best = some
    return [_page(rows, paper, wide, above, title) for rows in best]


def _page(rows: Sequence[Sequence[Board]], paper: str, wide: float, above: float, title: str) -> Scene:
    """Return a page with these rows of boards in columns so wide, below its title."""
    width, height = PAPERS[paper]
    shapes: list[Shape] = []
    if title:
        size = font_size(title, width - 2 * MARGIN, TITLE)
        shapes.append(Label((width / 2, MARGIN + TITLE / 2), title, size, bold=True, layer="captions"))
    y = above
    for row in rows:
        for column, board in enumerate(row):
            shapes += _board_shapes(board, MARGIN + column * (wide + GAP), y, wide)
        y += max(board.height for board in row) + GAP
    return Scene(width, height, by_layer(shapes), title)


def number_pages(sheets: Sequence[Scene]) -> list[Scene]:
    """Return pages with their numbers at the bottom, if there are several."""
    if len(sheets) < 2:
        return [*sheets]
    found = []
    for number, page in enumerate(sheets, start=1):
        at = page.width / 2, page.height - MARGIN / 2
        label = Label(at, f"{number} / {len(sheets)}", NUMBER, layer="captions")
        found.append(replace(page, shapes=(*page.shapes, label)))
    return found


def _fit(caption: str, scene: Scene, wide: float, tall: float, largest: float) -> Board:
    below = BELOW if caption else 0.0
    return Board(scene, caption, min(largest, wide / scene.width, (tall - below) / scene.height))


def _page_rows(rows: Sequence[Sequence[Board]], tall: float) -> Iterator[list[Sequence[Board]]]:
    """Yield the rows of each page."""
    page: list[Sequence[Board]] = []
    left = tall
    for row in rows:
        height = max(board.height for board in row)
        if page and height > left + 1e-9:
            yield page
            page, left = [], tall
        page.append(row)
        left -= height + GAP
    if page:
        yield page


def _board_shapes(board: Board, x: float, y: float, wide: float) -> Iterator[Shape]:
    scene, scale = board.scene, board.scale
    yield from scene.place(x + (wide - scene.width * scale) / 2, y, scale)
    if board.caption:
        at = x + wide / 2, y + scene.height * scale + BELOW / 2
        yield Label(at, board.caption, font_size(board.caption, wide, CAPTION), layer="captions")
