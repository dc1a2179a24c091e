"""Half-made puzzles with thousands of solutions: engines of two backends count the same.

All are our own. Most are a blank board with one clue or two. The hitori is a Latin square with one number
changed. The country road, the heyawake and the LITS have regions drawn by hand, without numbers. The
galaxies are two random boards of rectangles, one above the other, with 42 and 40 solutions of their own.
"""

import pytest

import accord

#: kind: the puzzle, a second backend, which is the faster one for it, and the number of solutions
HALF_MADE = {
    "country-road": (
        "....../....../....../....../....../......;112233/112233/444555/444555/667788/667788",
        "cpsat",
        3744,
    ),
    "creek": ("...../.2.../...../...../.....", "sat", 3117),
    "fillomino": ("..../.3../..2./....", "sat", 1998),
    "galaxies": (
        "......../00000000/......../1...1.../3....0../..02...0/3...000./......../"
        "23..0.3./....0.../......3./000000../......1./.0....../3.200000/........",
        "cpsat",
        1680,
    ),
    "hashi": ("?.?.?.?/......./?.?.?.?", "cpsat", 23040),
    "heyawake": ("...../...../...../...../.....;11222/11222/33445/33445/66665", "cpsat", 1292),
    "hitori": ("11345/23451/34512/45123/51234", "cpsat", 4173),
    "kuromasu": ("...../.5.../...../...../.....", "cpsat", 2510),
    "lits": ("1112222/1112222/3334444/3334444/3334444", "cpsat", 6696),
    "masyu": ("....../..w.../....../....b./....../......", "cpsat", 8762),
    "numberlink": ("1....1/....../....../....../....../2....2", "cpsat", 4236),
    "nurikabe": ("?...?/...../..?../...../?...?", "cpsat", 1728),
    "nurimisaki": ("....../....../....../....../....../......", "cpsat", 3200),
    "sashigane": ("...../..o../...../...../.....", "cpsat", 1906),
    "shakashaka": ("......./......./..x..../......./......./......./.......", "cpsat", 11475),
    "slant": ("...../.2.../...../...2./.....", "cpsat", 5920),
    "slitherlink": (".3.../...../..0../...../...3.", "cpsat", 6412),
    "tapa": ("...../.?.../...../...3./.....", "cpsat", 3077),
    "yajilin": ("...../...../...../...../...../.....", "cpsat", 2264),
    "yin-yang": ("....../.b..../....../...w../....../......", "sat", 1430),
}

#: kind: puzzles of the size that people publish, and the number of solutions. Each was made by `accord
#: generate KIND --size SIZE --seed 3`; then random clues were left out: all five of the country road, 6 of 76
#: of the slitherlink, 2 of 54 of the masyu.
PUBLISHED_SIZE = {
    "country-road": (
        "........../........../........../........../........../........../........../........../........../.........."
        ";1111223333/4441125667/8441165667/84119666AA/BCDD9EE6AA/BCDD9FF66G/HCCD9FIGGG/HFFFFFIIJJ/HFFFFFFIIJ/KLMMMMNNNN",
        6808,
    ),
    "masyu": (
        ".....w.b.....w..../www...b...w.w....w/w................w/.......w......bb../..bwww...b.w....../........w..w..w.w./"
        "...........b..w..b/w......ww...b...../...w.w.w.......b../.w...........b...w/..w...b...w......./.w..wbw...w....ww./"
        "..b......b...w....",
        2256,
    ),
    "slitherlink": (
        "..2...3.31.3.3..1./.21.....23....3.0./33.11...2....22.0./..2...2......2..1./211.1213.3.1.2..1./....1..3..0......./"
        "2...1...2.....0.02/3.22.13...021.1.2./1..21...13....2.21/..21.22...3.2...2.",
        2496,
    ),
}


@pytest.mark.full
@pytest.mark.parametrize("kind", PUBLISHED_SIZE)
def test_two_backends_count_a_half_made_puzzle_of_published_size_alike(kind):
    text, number = PUBLISHED_SIZE[kind]
    for backend in ("sat", "native"):
        outcome = accord.count(accord.load(f"{kind}:{text}"), backend=backend)
        assert (outcome.status, outcome.count) == ("complete", number), backend


@pytest.mark.full
@pytest.mark.parametrize("kind", HALF_MADE)
def test_two_backends_count_a_half_made_puzzle_alike(kind):
    text, second, number = HALF_MADE[kind]
    for backend in ("native", second):
        outcome = accord.count(accord.load(f"{kind}:{text}"), backend=backend)
        assert (outcome.status, outcome.count) == ("complete", number), backend
