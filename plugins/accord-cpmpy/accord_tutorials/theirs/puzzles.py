"""Puzzles: zebra, send-more, sudoku, agatha, australia, marriages."""

from __future__ import annotations

from typing import Any

import cpmpy as cp
import numpy as np

from accord_tutorials.data import BORDERS, OF_MEN, OF_WOMEN, STATES, SUDOKU


def zebra() -> Any:
    """Five houses; who owns the zebra."""
    m = cp.Model()
    _yellow, green, red, white, blue = colours = cp.intvar(0, 4, shape=5)
    italy, spain, japan, england, norway = nations = cp.intvar(0, 4, shape=5)
    painter, sculptor, diplomat, _pianist, doctor = jobs = cp.intvar(0, 4, shape=5)
    _cat, zebra, _bear, snails, horse = pets = cp.intvar(0, 4, shape=5)
    milk, _water, _tea, coffee, _juice = drinks = cp.intvar(0, 4, shape=5)
    for each in [colours, nations, jobs, pets, drinks]:
        m += cp.AllDifferent(each)
    m += [
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
        (horse == diplomat - 1) | (horse == diplomat + 1),
        (italy == red) | (italy == white) | (italy == green),
    ]
    return m, [*colours, *nations, *jobs, *pets, *drinks]


def send_more() -> Any:
    """SEND + MORE == MONEY."""
    s, e, n, d, m, o, r, y = letters = cp.intvar(0, 9, shape=8)
    model = cp.Model(cp.AllDifferent(letters))
    model += cp.sum([s, e, n, d] * np.flip(10 ** np.arange(4))) + cp.sum(
        [m, o, r, e] * np.flip(10 ** np.arange(4))
    ) == cp.sum([m, o, n, e, y] * np.flip(10 ** np.arange(5)))
    model += [s > 0, m > 0]
    return model, letters


def sudoku(clues: str = SUDOKU) -> Any:
    """A sudoku, 0 for an empty cell."""
    given = np.array(list(map(int, clues))).reshape(9, 9)
    x = cp.intvar(1, 9, shape=(9, 9))
    m = cp.Model([cp.AllDifferent(some) for some in [*x, *x.T]])
    for r, c in [(r, c) for r in (0, 3, 6) for c in (0, 3, 6)]:
        m += cp.AllDifferent(x[r : r + 3, c : c + 3])
    m += x[given != 0] == given[given != 0]
    return m, x


def agatha() -> Any:
    """Who killed Agatha: she herself, the butler or Charles."""
    m = cp.Model()
    agatha, butler, charles = everybody = range(3)
    killer = cp.intvar(0, 2)
    hates, richer = cp.boolvar((3, 3)), cp.boolvar((3, 3))
    m += [hates[killer, agatha] == 1, richer[killer, agatha] == 0]
    m += [~richer[i, i] for i in everybody]
    m += [richer[i, j] == ~richer[j, i] for i in everybody for j in everybody if i != j]
    m += [hates[agatha, i].implies(~hates[charles, i]) for i in everybody]
    m += [hates[agatha, agatha], hates[agatha, charles], ~hates[agatha, butler]]
    m += [(~richer[i, agatha]).implies(hates[butler, i]) for i in everybody]
    m += [hates[agatha, i].implies(hates[butler, i]) for i in everybody]
    m += [cp.sum(row) <= 2 for row in hates]
    return m, [killer, *hates.flat, *richer.flat]


def australia() -> Any:
    """Three colours for Australia."""
    colour = dict(zip(STATES, cp.intvar(1, 3, shape=len(STATES)), strict=True))
    m = cp.Model([colour[one] != colour[other] for one, other in BORDERS])
    return m, list(colour.values())


def marriages(
    men: tuple[tuple[int, ...], ...] = OF_MEN, women: tuple[tuple[int, ...], ...] = OF_WOMEN
) -> Any:
    """Stable marriages."""
    model, n = cp.Model(), len(men)
    wife, husband = cp.intvar(0, n - 1, shape=n), cp.intvar(0, n - 1, shape=n)
    model += cp.Inverse(wife, husband)
    of_men, of_women = cp.cpm_array(men), cp.cpm_array(women)
    for m, w in [(m, w) for m in range(n) for w in range(n)]:
        model += (of_men[m, wife[m]] > men[m][w]).implies(of_women[w, husband[w]] < women[w][m])
        model += (of_women[w, husband[w]] > women[w][m]).implies(of_men[m, wife[m]] < men[m][w])
    return model, [*wife, *husband]
