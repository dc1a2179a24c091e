"""Puzzles: zebra, send-more, sudoku, agatha, australia, marriages."""

from __future__ import annotations

from accord.problem import Problem
from accord_tutorials.data import BORDERS, OF_MEN, OF_WOMEN, STATES, SUDOKU


def zebra() -> Problem:
    """Five houses; who owns the zebra."""
    p = Problem("zebra")
    _yellow, green, red, white, blue = colours = p.integers(5, 0, 4, name="colour")
    italy, spain, japan, england, norway = nations = p.integers(5, 0, 4, name="nation")
    painter, sculptor, diplomat, _pianist, doctor = jobs = p.integers(5, 0, 4, name="job")
    _cat, zebra, _bear, snails, horse = pets = p.integers(5, 0, 4, name="pet")
    milk, _water, _tea, coffee, _juice = drinks = p.integers(5, 0, 4, name="drink")
    for each in [colours, nations, jobs, pets, drinks]:
        p.different(each)
    p.add(
        painter == horse,
        diplomat == coffee,
        white == milk,
        spain == painter,
        england == red,
        snails == sculptor,
        green + 1 == red,
        blue + 1 == norway,
        doctor == milk,
        japan == diplomat,
        norway == zebra,
        abs(green - white) == 1,
        abs(horse - diplomat) == 1,
        (italy == red) | (italy == white) | (italy == green),
    )
    return p


def send_more() -> Problem:
    """SEND + MORE == MONEY."""
    p = Problem("send-more")
    s, e, n, d, m, o, r, y = p.integers(8, 0, 9)
    p.different(s, e, n, d, m, o, r, y)
    p.add(
        1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
        == 10000 * m + 1000 * o + 100 * n + 10 * e + y
    )
    p.add(s > 0, m > 0)
    return p


def sudoku(clues: str = SUDOKU) -> Problem:
    """A sudoku, 0 for an empty cell."""
    p = Problem("sudoku")
    x = p.board(9, 9, 1, 9)
    for some in [*x.rows, *x.columns]:
        p.different(some)
    for r, c in [(r, c) for r in (0, 3, 6) for c in (0, 3, 6)]:
        p.different(x[r : r + 3, c : c + 3])
    p.add(cell == int(clue) for cell, clue in zip(x.cells, clues, strict=True) if clue != "0")
    return p


def agatha() -> Problem:
    """Who killed Agatha: she herself, the butler or Charles."""
    p = Problem("agatha")
    agatha, butler, charles = everybody = range(3)
    killer = p.integer("killer", 0, 2)
    hates, richer = p.board(3, 3, name="hates"), p.board(3, 3, name="richer")
    p.add((killer == i).implies(hates[i, agatha] & ~richer[i, agatha]) for i in everybody)
    p.add(~richer[i, i] for i in everybody)
    p.add(richer[i, j].iff(~richer[j, i]) for i in everybody for j in everybody if i != j)
    p.add(hates[agatha, i].implies(~hates[charles, i]) for i in everybody)
    p.add(hates[agatha, agatha], hates[agatha, charles], ~hates[agatha, butler])
    p.add(richer[i, agatha] | hates[butler, i] for i in everybody)
    p.add(hates[agatha, i].implies(hates[butler, i]) for i in everybody)
    p.add(sum(row) <= 2 for row in hates.rows)
    return p


def australia() -> Problem:
    """Three colours for Australia."""
    p = Problem("australia")
    colour = p.choices(STATES, ["red", "green", "blue"])
    p.add(colour[one] != colour[other] for one, other in BORDERS)
    return p


def marriages(
    men: tuple[tuple[int, ...], ...] = OF_MEN, women: tuple[tuple[int, ...], ...] = OF_WOMEN
) -> Problem:
    """Stable marriages."""
    p, n = Problem("marriages"), len(men)
    wife, husband = p.integers(n, 0, n - 1, name="wife"), p.integers(n, 0, n - 1, name="husband")
    p.inverse(wife, husband)
    for m, w in [(m, w) for m in range(n) for w in range(n)]:
        dearer = wife[m].among(o for o in range(n) if men[m][o] <= men[m][w])
        p.add(dearer | husband[w].among(o for o in range(n) if women[w][o] < women[w][m]))
    return p
