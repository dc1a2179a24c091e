"""The brute force of referees: it misses nothing, and what it is given to try is drawn well."""

from itertools import islice, product
from random import Random

import pytest
from kinds import KINDS, of
from kinds.blocks import block, read
from kinds.making import changed


def board(text):
    return [row.split() for row in text.split("|" if "|" in text else "/")]


#: kind: small puzzles, and how many solutions each has
TINY = {
    "akari": [("3 3/- - -/- 2 -/- - x", 3), ("2 3/- 1 -/- - -", 2), ("1 3/- 2 -", 1), ("2 2/- -/x -", 2)],
    "battleship": [
        ("2 2 1/1 -/- -/- -/- -", 2),
        ("1 4 1 1/- - - -/-/- - - -", 2),
        ("1 3 2/- - -/2/- - -", 1),
        ("2 2 0 1/- -/- 2/- x/- -", 1),
    ],
    "binairo": [("2 4/- - - -/- - - -", 6), ("2 4/1 2 - -/- 1 - -", 2), ("2 2/1 1/- -", 0)],
    "country-road": [
        ("2 2/- -/- -/1 1/2 2", 1),
        ("2 3/- - -/- - -/1 1 1/1 1 1", 3),
        ("2 3/- - 2/- - -/1 1 2/1 1 2", 2),
        ("2 2/1 -/- -/1 1/2 2", 0),
    ],
    "creek": [
        ("2 2/1 - 1/- 2 -/- - -", 1),
        ("2 3/- - - -/- 3 - -/- 2 ? -", 4),
        ("1 3/1 - - 1/- 2 0 -", 0),
        ("2 2/- - -/- - -/- - -", 14),
        ("3 3/- - - -/- 1 3 -/- 2 - -/- - - -", 2),
    ],
    "dominosa": [("2 3/0 0 1/0 1 1", 3), ("2 3/0 0 1/1 1 0", 1), ("3 2/0 0/0 0/1 1", 0)],
    "fillomino": [("2 2/- -/- -", 5), ("2 3/- 2 -/3 - -", 3), ("1 3/2 - 2", 0), ("2 2/4 -/- -", 1)],
    "heyawake": [
        ("2 3/1 - -/- - -/1 2 3/1 2 3", 2),
        ("3 3/2 - -/- - -/- - -/1 1 1/1 2 2/1 2 2", 12),
        ("1 3/2 - -/1 1 1", 1),
        ("2 2/2 -/- -/1 2/1 2", 0),
    ],
    "galaxies": [
        ("2 3/2 1 -/- 1 -", 1),
        ("3 3/- - -/- 0 -/- - -", 1),
        ("2 3/0 2 -/0 - 0", 0),
        ("1 5/0 - 0 - 0", 1),
    ],
    "hashi": [
        ("3 3/2 - 2/- - -/2 - 2", 1),
        ("1 3/? - ?", 2),
        ("1 5/1 - 2 - 1", 1),
        ("1 3/1 - 2", 0),
        ("1 2/1 1", 0),
    ],
    "hitori": [
        ("3 3/1 1 2/2 3 1/2 1 3", 2),
        ("2 2/1 2/2 1", 5),
        ("2 2/1 1/1 1", 0),
        ("2 3/1 1 2/2 3 2", 1),
        ("1 3/1 2 1", 3),
    ],
    "kakurasu": [("2 3/1 2 -/4 -", 2), ("2 3/1 2 -/3 -", 0), ("2 3/- - -/3 3", 4), ("2 2/- -/- -", 16)],
    "kakuro": [("3 3/- 4, 3,/,3 0 0/,4 0 0", 1), ("3 3/- 5, -/,3 0 0/- 0 -", 2), ("2 3/- - -/,18 0 0", 0)],
    "killer-sudoku": [
        ("2 2/- -/- -/1 1/2 2", 2),
        ("2 2/1 -/- -/1 2/2 2", 0),
        ("2 2/1 3/- -/1 2/3 2", 1),
        ("2 2 D/- -/- -/1 1/1 1", 0),
    ],
    "kuromasu": [
        ("3 3/- 3 -/- - -/3 - -", 2),
        ("2 3/- 2 -/- - -", 1),
        ("2 2/2 -/- 4", 0),
        ("2 3/- ? -/2 - -", 2),
        ("1 1/-", 2),
    ],
    "lits": [
        ("3 4/1 1 1 2/1 2 2 2/1 1 2 2", 1),
        ("2 5/1 1 1 1 1/1 1 1 1 1", 28),
        ("2 4/1 1 1 1/2 2 2 2", 0),
        ("3 4/1 1 1 2/1 1 2 2/1 2 2 2", 10),
    ],
    "magnets": [("2 3/- - -/- - -/- -/- -/1 1 2/3 3 2", 15), ("2 3/1 - -/- - -/- -/- 0/1 1 @/2 2 @", 1)],
    "masyu": [("2 3/- - -/- - -", 3), ("2 3/- w -/- - -", 1), ("3 2/- b/- -/- -", 0), ("2 2/w -/- -", 0)],
    "mosaic": [("2 3/- 3 -/- - -", 20), ("3 3/- - -/- 9 -/- - -", 1), ("2 2/1 2/- -", 0)],
    "norinori": [("2 4/- - - -/- - - -/1 1 2 2/1 1 2 2", 9), ("1 3/- - -/1 1 2", 0)],
    "nurikabe": [
        ("3 3/- 3 -/- - -/3 - -", 1),
        ("2 2/? -/- -", 7),
        ("2 3/1 - 2/- - -", 1),
        ("3 3/1 - 1/- - -/- - -", 0),
        ("1 3/- - 1", 1),
    ],
    "nurimisaki": [
        ("1 3/? - ?", 1),
        ("2 3/- - -/- - -", 2),
        ("2 3/? - ?/- - -", 2),
        ("1 4/2 ? - -", 1),
        ("3 3/3 - -/- - -/- - -", 0),
    ],
    "numberlink": [
        ("2 3/1 - 1/2 - 2", 1),
        ("2 3/1 - -/1 - -", 1),
        ("2 3/1 - 1/- - -", 0),
        ("2 2/1 2/2 1", 0),
    ],
    "sashigane": [("2 3/- - -/- - -", 2), ("2 3/o - -/- - -", 1), ("2 3/4 - -/- - -", 0), ("2 2/- -/- -", 0)],
    "shakashaka": [("2 2/- -/- -", 2), ("2 3/- - x/- - 1", 1), ("2 2/- -/- 1", 0), ("2 3/- - 1/- - -", 1)],
    "shikaku": [("2 3/2 - 4/- - -", 1), ("2 2/2 -/- 2", 2), ("2 3/- 3 -/- 3 -", 1), ("2 2/2 -/- 1", 0)],
    "skyscrapers": [
        ("2 2 2/- -/- -/- -/- -/- -/- -", 2),
        ("3 3 3/- - -/- - -/- - -/- - -/1 - -/- 3 -/- - -", 1),
        ("3 3 2/2 - -/- - -/- - -/- - -/0 - -/- - -/- - -", 2),
        ("3 3 1 D/- - -/- - -/- - -/- - -/- - -/- - -/- - -", 0),
        ("4 4 1 D/- - - -/- - - -/- - - -/- - - -/- - - -/- - - -/- - - -/- - - -", 8),
    ],
    "slitherlink": [("2 2/- -/- -", 13), ("2 2/2 -/- 2", 3), ("1 3/3 - 3", 1), ("2 2/0 0/0 0", 0)],
    "slant": [
        ("2 2/- - -/- - -/- - -", 15),
        ("2 2/1 - -/- 4 -/- - -", 1),
        ("2 2/- - -/- 0 -/- - -", 0),
        ("1 2/- - -/- - -", 4),
    ],
    "star-battle": [
        ("3 3 1/1 2 3/1 2 3/1 2 3", 0),
        ("1 1 1/1", 1),
        ("2 2 0/1 1/2 2", 1),
        ("4 4 1/1 1 2 2/1 1 2 @/3 3 4 4/3 3 4 4", 1),
    ],
    "suguru": [("2 2/- 2/- -/1 1/1 1", 6), ("1 3/- - -/1 1 2", 1), ("2 3/- - -/- - -/1 1 2/1 1 2", 8)],
    "yajilin": [("2 2/- -/- -", 1), ("2 3/- - ?/- - -", 1), ("2 3/- - -/- - 1n", 1), ("2 3/- ? -/- - -", 0)],
    "tapa": [
        ("2 2/? -/- -", 7),
        ("3 3/- - -/- 8 -/- - -", 1),
        ("2 3/- 21 -/- - -", 0),
        ("2 4/- 3? - -/- - - -", 0),
        ("2 3/- 4 -/- - -", 2),
    ],
    "tents": [
        ("3 3/- - -/- - -/- x -/- - -/- x -", 4),
        ("1 3/- - -/-/x - x", 0),
        ("1 4/- - - -/-/- x x -", 1),
    ],
    "yin-yang": [("2 3/- w -/- - -", 9), ("2 2/- -/- -", 12), ("1 3/b - b", 1), ("1 3/b w b", 0)],
}


#: all kinds; those whose brute force takes seconds are left out of the fast profile
MARKED = [pytest.param(kind, marks=[pytest.mark.full] * (kind == "shakashaka")) for kind in KINDS]


def without_pruning(kind, asked):
    """All solutions of a board, each way to fill it asked as a whole."""
    referee = of(kind)
    if hasattr(referee, "choices"):
        signs = referee.choices(asked)
        ways = (dict(zip(signs, way, strict=True)) for way in product(*signs.values()))
    else:
        ways = (dict(zip(asked.cells, way, strict=True)) for way in names(len(asked.cells)))
    rows, columns = asked.sizes[:2]
    for way in ways:
        found = [[way[row, column] for column in range(columns)] for row in range(rows)]
        if referee.broken(asked, found) is None:
            yield found


def names(length):
    """All ways to give names to so many cells: each is an old one or the next."""
    ways = [()]
    for _ in range(length):
        ways = [(*way, name) for way in ways for name in range(1, max(way, default=0) + 2)]
    return [tuple(map(str, way)) for way in ways]


@pytest.mark.parametrize(("kind", "puzzle", "count"), [(k, *case) for k in KINDS for case in TINY[k]])
def test_brute_force_misses_nothing_that_asking_whole_boards_finds(kind, puzzle, count):
    asked = block("", board(puzzle))
    found = list(of(kind).solutions(asked))
    assert sorted(found) == sorted(without_pruning(kind, asked))
    assert len(found) == count


@pytest.mark.parametrize("kind", MARKED)
def test_small_puzzles_are_drawn_anew_by_each_seed_with_none_one_or_several_solutions(kind):
    referee = of(kind)
    texts = [referee.small(seed) for seed in range(30)]
    assert referee.small(7) == texts[7]
    assert len(set(texts)) > 20
    blocks = [one for text in texts for one in read(text)]
    assert len(blocks) == 30
    assert {min(2, len(list(islice(referee.solutions(one), 2)))) for one in blocks} == {0, 1, 2}


@pytest.mark.parametrize("kind", MARKED)
def test_a_changed_solution_of_a_small_puzzle_is_right_only_where_it_is_another(kind):
    referee, draw = of(kind), Random(kind)
    for seed in range(12):
        (asked,) = read(referee.small(seed))
        found = list(islice(referee.solutions(asked), 400))
        for solution in found[:2] if len(found) < 400 else ():
            for other in changed(draw, asked, solution, 12):
                right = referee.broken(asked, other) is None
                assert right == (referee.plain(asked, other) in found), (asked, other)
