"""The report of the Meteor contest: how many solutions, then the smallest and the largest.

Solutions are compared as lines of signs. Each sign is followed by a blank, every second row is indented by
one, and each part ends with a blank line; the newline at the very end is left to whoever prints the report.

    2098 solutions found

    0 0 0 0 1
     2 2 2 0 1
    2 6 6 1 1
    ...
"""

from __future__ import annotations

from collections.abc import Sequence

from accord.picture import Picture, first_column
from accord.render.text import line, rows


def contest(pictures: Sequence[Picture]) -> str:
    """The report on these solutions, which must be all there are."""
    parts = [f"{len(pictures)} solutions found\n"]
    if pictures:
        parts += [_board(min(pictures, key=line)), _board(max(pictures, key=line))]
    return "\n".join(parts)


def _board(picture: Picture) -> str:
    return "".join(
        " " * first_column(picture.lattice, row) + "".join(f"{sign} " for sign in signs) + "\n"
        for layer in rows(picture)
        for row, signs in enumerate(layer)
    )
