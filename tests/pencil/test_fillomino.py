"""Fillomino: which numbers a cell can have; no solution is lost, and few numbers are too many."""

from random import Random

import pytest

from accord.families.fillomino import fill, left_over, numbers
from accord.pencil import Instance
from accord.pencil.boards import parts


def puzzle(text):
    rows = text.split("/")
    board = {(r, c): int(sign) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "."}
    return Instance("fillomino", (len(rows), len(rows[0])), {"board": board})


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("3.....", 3),  # cells beside the region of the 3
        ("3.3...", 3),  # one region may have both
        ("3...3.", 0),  # no region has both
        ("5..5....", 3),
        ("4.4.4...", 0),  # each two are near enough, all three are not: two regions
        ("4..4..4......", 5),  # the one in the middle is with one of the others
        ("3.3/.../3.3", 3),  # two are near enough, three are not: 3/2 four times
        ("2.12....", 3),  # the 1 is between them
    ],
)
def test_cells_that_are_left_for_regions_without_a_number(text, left):
    assert left_over(puzzle(text)) == left


def test_no_number_of_a_solution_is_dropped():
    dice, looked = Random(3), 0
    while looked < 150:
        size = dice.randint(1, 6), dice.randint(1, 6)
        blank = Instance("fillomino", size, {})
        found = fill(dice, blank, dice.randint(2, 8))
        if found is None:
            continue
        regions = [
            group
            for number in {*found.values()}
            for group in parts([cell for cell in found if found[cell] == number])
        ]
        assert all(len(group) == found[group[0]] for group in regions)
        given = [each for group in regions if dice.random() < 0.6
                 for each in dice.sample(group, dice.randint(1, len(group)))]  # fmt: skip
        one = Instance("fillomino", size, {"board": {cell: found[cell] for cell in sorted(given)}})
        can_be = numbers(one)
        assert all(found[cell] in can_be[cell] for cell in found)
        without = sum(len(group) for group in regions if not {*group} & {*given})
        assert left_over(one) >= without
        looked += 1
