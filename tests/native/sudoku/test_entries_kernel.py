"""The kernel of entries on single pairs of bands, beside entries by their definition."""

import numpy as np
import pytest
from entry_forms import forms_below, thirds

from accord.families.sudoku.completions import completions
from accord.families.sudoku.entries import list_in_parts, read_bands
from accord_native.sudoku.layout import MOST_THIRDS

PAIRS = {
    # of one class: only with the second band first they become the least two bands
    "one order": "123456789457189263896327145264893571318574926579261438",
    "many symmetries": "123456789456789123789123456231564897564897231897231564",
    "two ties": "123456789457893612986217354214365897368729145579148263",
}


@pytest.mark.parametrize(
    ("name", "case"),
    [
        *(("one order", case) for case in range(4)),
        *(("two ties", case) for case in range(4)),
        pytest.param("many symmetries", 0, marks=pytest.mark.full),
        pytest.param("many symmetries", 1, marks=pytest.mark.full),
    ],
)
def test_bands_3_of_a_pair_are_those_by_definition(name, case):
    bands = PAIRS[name]
    both = read_bands(bands)
    (found,) = list_in_parts(both[:27], both[None, 27:], case)
    assert found.pairs == 1
    assert {"".join(map(str, third.tolist())) for third in found.thirds} == thirds(bands, case)
    assert found.entries == (len(found.thirds) > 0)
    assert (np.diff(found.numbers) > 0).all()
    every = {*forms_below(bands, case).values()}  # up to symmetries of the pair
    assert all(1 <= number <= len(every) for number in found.numbers.tolist())


def test_no_pair_has_more_bands_3_than_the_kernel_makes_space_for():
    # the columns of a box lack the same digits: as many as can be
    assert len(completions(read_bands(PAIRS["many symmetries"]))) == 288 <= MOST_THIRDS
    (found,) = list_in_parts(read_bands(PAIRS["one order"])[:27], np.zeros((0, 27), np.uint8))
    assert (found.pairs, found.entries, len(found.thirds)) == (0, 0, 0)
