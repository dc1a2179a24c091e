"""Entries by their definition: all arrangements of a band, all orders of bands, no table of ways.

Shares with the product the list of ranks alone. A grid is a text of 81 digits, a band one of 27.

    bands_below(bands)       all bands 3 of bands 1 and 2, their rows in order
    forms_below(bands, case) of each of them the least that a symmetry of bands 1 and 2 makes of it
    form(grid, case)         the form of a grid in the list of a case
    thirds(bands, case)      the bands 3 of an entry: with them the grid is its own form
"""

from functools import cache, lru_cache
from itertools import permutations, product

import numpy as np

from accord.families.sudoku.entries import ORDER
from accord.sudoku import band_classes

COLUMNS = np.array([
    [3 * box + column for box, order in zip(boxes, orders, strict=True) for column in order]
    for boxes in permutations(range(3)) for orders in product(permutations(range(3)), repeat=3)
])  # fmt: skip
PLACES = 10 ** np.arange(8, -1, -1)
ROLES = {0: (0, 1, 2), 1: (1, 2, 0), 2: (0, 2, 1), 3: (0, 1, 2)}  # of each case the bands of the entry form


@lru_cache(maxsize=50_000)
def least_ways(band):
    """Return the least rows 2 and 3 of a band whose row 1 becomes 123456789, and the ways there."""
    rows, found = digits(band), []
    for order in permutations(range(3)):
        board = rows[list(order)][:, COLUMNS]
        names = np.zeros((len(COLUMNS), 10), np.int64)
        np.put_along_axis(names, board[0], np.arange(1, 10)[None], axis=1)
        second, third = (np.take_along_axis(names, board[row], axis=1) @ PLACES for row in (1, 2))
        keys = second * 10**9 + third
        found += [(int(keys[way]), COLUMNS[way], names[way]) for way in np.flatnonzero(keys == keys.min())]
    least = min(key for key, _, _ in found)
    return f"123456789{least:018d}", [(columns, names) for key, columns, names in found if key == least]


def rank(band):
    """Return the rank of a band."""
    return rank_of_least()[least_ways(band)[0]]


@cache
def rank_of_least():
    """Return the rank of each canonical band."""
    least = sorted(each.band for each in band_classes())
    assert len({*least}) == len(ORDER) == 416
    return {least[number - 1]: at for at, number in enumerate(ORDER)}


def digits(text):
    """Return rows of nine digits."""
    return np.array([*map(int, text)]).reshape(-1, 9)


def images(bands):
    """Yield these bands in this order in all ways that make the first one least; their rows are in order."""
    least, ways = least_ways(bands[0])
    for columns, names in ways:
        others = [np.sort(names[digits(band)[:, columns]] @ PLACES) for band in bands[1:]]
        yield least + "".join(f"{row:09d}" for rows in others for row in rows.tolist())


def form(grid, case=0):
    """Return the least of all equivalent grids, by ranks and digits; then with its bands in their roles."""
    board = digits(grid)
    sides = [["".join(map(str, each)) for each in side.reshape(3, 27).tolist()] for side in (board, board.T)]
    ranked = []
    for side in sides:
        for bands in permutations(side):
            ranks = [rank(band) for band in bands]
            if ranks == sorted(ranks):
                ranked.append((ranks[:2], bands))
    first = min(ranks[0] for ranks, _ in ranked)
    assert first == min(rank(band) for side in sides for band in side)
    best = min(ranks for ranks, _ in ranked)
    found = min(image for ranks, bands in ranked if ranks == best for image in images(bands))
    bands = [found[at : at + 27] for at in (0, 27, 54)]
    return min(images([bands[role] for role in ROLES[case]]))


def thirds(bands, case=0):
    """Return the bands 3 with which the grid is its own form in the list of a case."""
    return {third for third in bands_below(bands) if may_be_form(bands + third, case) and
            form(bands + third, case) == bands + third}  # fmt: skip


def may_be_form(grid, case):
    """Whether the ranks of a grid's bands are in the order of the case, and no stack has a lower one."""
    ranks = dict(zip(ROLES[case], (rank(grid[at : at + 27]) for at in (0, 27, 54)), strict=True))
    if not ranks[0] <= ranks[1] <= ranks[2]:
        return False
    turned = "".join(grid[9 * row + column] for column in range(9) for row in range(9))
    return all(rank(turned[at : at + 27]) >= ranks[0] for at in (0, 27, 54))


def forms_below(bands, case=0):
    """Return of each band 3 the least that a way to the least form of bands 1 and 2 makes of it."""
    pair = [bands[:27], bands[27:]]
    orders = [pair, pair[::-1]] if case in (0, 3) else [pair]
    of_ranks = [[rank(band) for band in order] for order in orders]
    chosen = [order for order, ranks in zip(orders, of_ranks, strict=True) if ranks == min(of_ranks)]
    return {
        third: min(image for order in chosen for image in images([*order, third]))
        for third in bands_below(bands)
    }


def bands_below(bands):
    """Return all bands 3 of bands 1 and 2, by filling three rows one after the other."""
    lacks = [{*"123456789"} - {bands[place] for place in range(column, 54, 9)} for column in range(9)]
    return {
        "".join(sorted(three, key=lambda row: row[0])[k][c] for k in range(3) for c in range(9))
        for three in _triples(list(_rows_of(lacks)))
    }


def _rows_of(lacks, row=""):
    if len(row) == 9:
        yield row
        return
    for digit in lacks[len(row)] - {*row}:
        yield from _rows_of(lacks, row + digit)


def _triples(rows):
    for i, one in enumerate(rows):
        for j, two in enumerate(rows[:i]):
            if all(a != b for a, b in zip(one, two, strict=True)):
                for three in rows[:j]:
                    if all(c not in (a, b) for a, b, c in zip(one, two, three, strict=True)):
                        yield one, two, three
