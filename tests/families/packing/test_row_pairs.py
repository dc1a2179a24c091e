"""The placements of the Meteor contest by pair of rows, after the rule of a Smalltalk program for it (2012).

The program fills the board two rows at a time, and prints how many placements begin in each pair: 487, 600,
594, 326 and 19. It drops a placement that takes two cells at the left or right edge with a gap between them,
that reaches from edge to edge and cuts off what fives cannot fill, or that does so at the first or last row
of the board. Of the piece with the most placements it takes three turns in a row of each of its two faces, as
the board may be turned.
"""

from collections import Counter
from itertools import combinations, pairwise

import accord

ROWS, COLUMNS, SIZE = 10, 5, 5
PUBLISHED = [487, 600, 594, 326, 19]
HALVED = "5"


def placements():
    """(piece, cells as (row, column)) of each option."""
    model = accord.load("meteor").model
    places = {f"r{row + 1}c{column + 1}": (row, column) for row in range(ROWS) for column in range(COLUMNS)}
    for option in range(model.options):
        names = [model.item_names[item] for item in model.items_of(option)]
        yield names[-1], frozenset(places[name] for name in names[:-1])


def beside(row, column):
    left = column - 1 + row % 2  # in the rows above and below
    yield from ((row, column - 1), (row, column + 1))
    yield from ((row + step, column) for step in (-1, 1) for column in (left, left + 1))


def regions(free):
    """The connected parts of some cells."""
    free = set(free)
    while free:
        part, front = set(), {free.pop()}
        while front:
            part |= front
            front = {cell for one in front for cell in beside(*one)} & free
            free -= front
        yield part


def cut_off(cells, rows, end):
    """Whether among some rows a region that does not reach the row `end` cannot be filled by fives."""
    free = {(row, column) for row in rows for column in range(COLUMNS)} - cells
    return any(len(part) % SIZE for part in regions(free) if all(row != end for row, _ in part))


def dropped(cells):
    rows = [row for row, _ in cells]
    first = min(rows) // 2 * 2
    edges = [sorted(row for row, column in cells if column == edge) for edge in (0, COLUMNS - 1)]
    if any(b - a > 1 for edge in edges for a, b in pairwise(edge)):
        return True
    if all(edges) and cut_off(cells, range(first, first + 8), first + 7):
        return True
    return (min(rows) == 0 and cut_off(cells, range(8), 7)) or (
        max(rows) == ROWS - 1 and cut_off(cells, range(1, ROWS), 1)
    )


def turned(cells, times):
    """A piece wherever it lies, after so many sixths of a turn."""
    axial = [(column - (row - row % 2) // 2, row) for row, column in cells]
    for _ in range(times):
        axial = [(-r, q + r) for q, r in axial]
    least = [min(numbers) for numbers in zip(*axial, strict=True)]
    return frozenset((q - least[0], r - least[1]) for q, r in axial)


def by_pair(kept):
    counts = Counter(min(row for row, _ in cells) // 2 for cells in kept)
    return [counts[pair] for pair in range(ROWS // 2)]


def test_our_placements_make_the_published_numbers():
    kept = [(piece, cells) for piece, cells in placements() if not dropped(cells)]
    most = Counter(piece for piece, cells in kept if min(row for row, _ in cells) // 2 == 1)
    assert most[HALVED] == max(most.values())
    faces = {frozenset(turned(cells, n) for n in range(6)): cells for piece, cells in kept if piece == HALVED}
    assert len(faces) == 2
    halves = [[{turned(cells, n + t) for t in range(3)} for n in range(6)] for cells in faces.values()]
    found = {
        tuple(by_pair([c for p, c in kept if p != HALVED or turned(c, 0) in one | other]))
        for one in halves[0]
        for other in halves[1]
    }
    assert tuple(PUBLISHED) in found
    assert all(a[1:3] == b[1:3] for a, b in combinations(found, 2))  # in the middle each half has as many
