"""Random cases beside brute force that knows only the pages of the project; and faults that it must find."""

import pytest
from outside.campaign import difference, found
from outside.planted import PLANTED

SEED, FAULTS = 11, 5
CASES = {"problems": 3000, "packings": 1000}
SLICES = [(part, first, first + 100) for part in CASES for first in range(0, CASES[part], 100)]
MOST = 300  # cases, after which a fault counts as missed


@pytest.mark.full
@pytest.mark.parametrize(("part", "cases"), [("problems", 8), ("packings", 20)])
def test_a_few_cases_are_as_brute_force_says(part, cases):
    assert [says for number in range(cases) if (says := difference(part, SEED, number, quick=True))] == []


@pytest.mark.slow
@pytest.mark.parametrize(("part", "first", "last"), SLICES)
def test_all_cases_are_as_brute_force_says(part, first, last):
    assert [says for number in range(first, last) if (says := difference(part, SEED, number))] == []


@pytest.mark.slow
def test_nine_of_ten_planted_faults_are_found():
    missed = [PLANTED[fault] for fault in range(len(PLANTED)) if not found(fault, FAULTS, MOST)]
    assert 10 * len(missed) <= len(PLANTED), missed
