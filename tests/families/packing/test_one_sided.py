"""One-sided pentominoes in rectangles: model files against a plain program, and against Burnside's lemma."""

import one_sided
import pytest

import accord
from accord.symmetry.group import burnside_terms, group_of

PLAIN = [
    pytest.param(3, 30),
    pytest.param(5, 18, marks=pytest.mark.slow),  # half a minute
    pytest.param(6, 15, marks=pytest.mark.slow),  # some two minutes
]


@pytest.mark.full
@pytest.mark.parametrize(("high", "wide"), PLAIN)
def test_a_plain_program_counts_the_same(high, wide):
    assert one_sided.count(high, wide) == accord.load(f"one-sided-{high}x{wide}").counts["all"].count


@pytest.mark.parametrize("size", ["3x30", "5x18", "6x15", "9x10"])
def test_no_solution_is_symmetric(size):
    model = accord.load(f"one-sided-{size}").model
    of_group = burnside_terms(model, group_of(model))
    assert sum(term.weight for term in of_group) == 4
    assert [accord.count(term.model).count for term in of_group[1:]] == [0, 0, 0]


def test_four_solutions_a_class_are_184_for_the_narrowest():
    counts = accord.load("one-sided-3x30").counts
    assert (counts["all"].count, counts["distinct"].count) == (184, 46)


def moved(cells):
    """Cells shifted so that they touch both axes."""
    top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
    return frozenset((r - top, c - left) for r, c in cells)


def test_its_pieces_are_the_eighteen_in_63_ways():
    fixed = {frozenset({(0, 0)})}  # grown by a square four times
    for _ in range(4):
        fixed = {
            moved({*cells, (r + down, c + across)})
            for cells in fixed
            for r, c in cells
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + down, c + across) not in cells
        }
    assert len(fixed) == 63
    pieces = one_sided.shapes()
    assert len(pieces) == 18
    assert sorted(map(sorted, fixed)) == sorted(sorted(way) for ways in pieces.values() for way in ways)
