"""Entries of all classes: none fails, and each has the bands 3 that it has by definition."""

from itertools import islice
from random import Random

import numpy as np
import pytest
from commands import ran
from entry_forms import forms_below, thirds

from accord.families.sudoku.completions import SecondBands
from accord.families.sudoku.entries import entries_of_chunk, entry
from accord.sudoku import clue_puzzles

CASES = (0, 1, 2, 3)
FIRST, CHUNKS = 500, 40  # entries of a class, looked for in so many chunks: some classes have nearly none
TURNED = {0: (0, 1, 2), 3: (0, 1, 2), 2: (0, 2, 1), 1: (1, 2, 0)}


def first_entries(number, case):
    """The first entries of a class in the list of a case."""
    bands = SecondBands(number)
    found = (each for chunk in range(CHUNKS) for each in entries_of_chunk(bands, chunk, case))
    return islice(found, FIRST)


def random_entry(random):
    """A random entry of a random class and case."""
    while True:
        bands, case = SecondBands(random.randint(1, 416)), random.choice(CASES)
        found = [*entries_of_chunk(bands, random.randrange(len(bands)), case)]
        if found:
            return random.choice(found)


def check(found):
    """Compare an entry with its definition: all grids, and which of them are their own forms."""
    assert {*found.thirds} == thirds(found.bands, found.case), found
    every = entry(found.bands, found.case)
    assert tuple(every.thirds[number - 1] for number in found.numbers) == found.thirds, found
    assert len(every.thirds) == len({*forms_below(found.bands, found.case).values()}), found


@pytest.mark.parametrize("seed", [1, 2])
def test_bands_3_of_a_random_entry(seed):
    check(random_entry(Random(seed)))


@pytest.mark.parametrize("case", CASES)
def test_the_first_entries_of_some_classes(case):
    for number in (1, 200, 350):  # in each there was one that failed
        for found in islice(first_entries(number, case), 100):
            assert found.thirds
            assert len(found.thirds) == len(found.numbers) == len({*found.numbers})


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_bands_3_of_random_entries(part):
    random = Random(100 + part)
    for _ in range(250):
        check(random_entry(random))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_first_entries_of_each_class(case):
    numbers = 0
    for number in range(1, 417):
        for found in first_entries(number, case):
            every = entry(found.bands, case) if numbers % 97 == 0 else None
            assert every is None or {*found.thirds} <= {*every.thirds}
            numbers += 1
    assert numbers > 10_000


@pytest.mark.slow
def test_clue_sets_of_random_entries():
    random = Random(5)
    for _ in range(20):
        found = random_entry(random)
        number = random.randrange(len(found.thirds))
        line = f"{found.bands}:{found.numbers[number]}:{found.case}".removesuffix(":0")
        _, (record,) = ran("clues", "--entry", line, "--json")
        assert record["exhaustive"], line
        own = [each for each in clue_puzzles(found.grids[number]).puzzles if of_case(each, found.case)]
        assert sorted(record["puzzles"]) == sorted(own), line


def of_case(puzzle, case):
    """Whether a puzzle of 17 clues, with its bands in the order of a case, is one of this case."""
    clues = np.array([27 - puzzle[at : at + 27].count(".") for at in (0, 27, 54)])
    one, _, three = clues[np.argsort(TURNED[case])]  # bands of the entry form
    of = 3 if three >= 6 else 2 if one <= 6 else 1
    return case in (0, of)
