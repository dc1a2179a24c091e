"""Ratings against the levels that puzzles were made for, by Spearman's rank correlation.

The levels are those of Simon Tatham's generators, 20 puzzles each, and of aquariums of puzzle-aquarium.com
in a folder of yours; CONTRIBUTING.md has both. The figures stand in docs/howto/difficulty.md.
"""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import correlation

import pytest
import tatham

import accord
from accord.puzzles.loader import read

EACH = 20
GAMES = {  # of each family the game, its parameters, and its levels from easy to hard; the figure
    "akari": ("lightup", "10x10b20s4d", "012", 0.76),
    "binairo": ("unruly", "10x10d", "ten", 0.83),
    "dominosa": ("dominosa", "6d", "tbhe", 0.68),
    "killer-sudoku": ("solo", "3x3kd", "tbia", 0.25),
    "magnets": ("magnets", "8x7d", "et", 0.26),
    "skyscrapers": ("towers", "6d", "ehxu", 0.63),
    "sudoku": ("solo", "3x3d", "tbiaeu", 0.88),
    "tents": ("tents", "10x10d", "et", 0.62),
}
AQUARIUMS = {"6x6": 0.91, "10x10": 0.85, "15x15": 0.74}


def ranks(values):
    """The rank of each value; of equal ones the mean of theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def spearman(some):
    """The correlation of pairs (level, score) by rank."""
    levels, scores = zip(*some, strict=True)
    return round(correlation(ranks(levels), ranks(scores)), 2)


def named(family, made):
    """A puzzle by the ID of a game; of a sudoku by its line."""
    if family != "sudoku":
        return f"{family}:{made}"
    words = re.findall(r"[a-z]|[0-9]+", made.partition(":")[2])
    return "sudoku:" + "".join("." * (ord(word) - 96) if word.isalpha() else word for word in words)


def scored(family, path, parameters, levels):
    """The level and the score of so many puzzles for each level."""
    asked = [(n, f"{parameters}{level}#{seed}") for n, level in enumerate(levels) for seed in range(EACH)]
    with ThreadPoolExecutor(2) as pool:
        ids = list(pool.map(lambda one: tatham.made(path, one[1], 1)[0], asked))
    for (level, _), made in zip(asked, ids, strict=True):
        found = accord.rate(accord.load(named(family, made)))
        assert found.rating != "impossible"
        yield level, found.score


@pytest.mark.slow
@pytest.mark.parametrize("family", GAMES)
def test_scores_follow_the_levels_of_generators(family):
    game, parameters, levels, figure = GAMES[family]
    path = tatham.program(game)
    if path is None:
        pytest.skip("needs Simon Tatham's programs; see CONTRIBUTING.md")
    assert spearman(list(scored(family, path, parameters, levels))) == figure


@pytest.mark.slow
@pytest.mark.skipif("ACCORD_DATA" not in os.environ, reason="needs ACCORD_DATA=FOLDER; see CONTRIBUTING.md")
@pytest.mark.parametrize("size", AQUARIUMS)
def test_scores_follow_the_levels_of_a_site(size):
    found = []
    for name, puzzle in read(Path(os.environ["ACCORD_DATA"]) / "aquarium-real.txt"):
        level = re.search(f"{size}_(easy|normal|hard)_", name)
        if level:
            found.append((("easy", "normal", "hard").index(level[1]), accord.rate(puzzle).score))
    assert len(found) > 5
    assert spearman(found) == AQUARIUMS[size]
