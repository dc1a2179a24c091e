"""Canonical forms and automorphisms of 9x9 grids, against transformations applied one by one."""

from random import Random

import pytest

from accord.errors import InputError, UsageError
from accord.sudoku import Transformation, automorphisms, canonical, canonical_puzzle, equivalent

# the grid with the most automorphisms: every band and stack is a cyclic shift of the others
MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
# grids with 29, 20 and 14 puzzles of 17 clues, published in canonical form
CANONICAL = (
    "123456789456789123798231564234675918815943276967812435379164852582397641641528397",
    "123456789456789123789132564264918357875324691931675248392861475547293816618547932",
    "123456789457189263689237451275613948348975612961842537534798126712364895896521374",
)
# any grid
OTHER = "423197586758264139169385724381542967942671853576938412817426395234859671695713248"
PUZZLE = "003050000000080100000200000000000000810040000000000035070000800002307000000500090"


def transformations(seed, number=20):
    random = Random(seed)
    return [Transformation.random(random) for _ in range(number)]


@pytest.mark.parametrize("grid", [*CANONICAL, MOST_SYMMETRIC])
def test_published_grids_are_their_own_canonical_form(grid):
    least, way = canonical(grid)
    assert least == grid
    assert way.apply(grid) == grid


@pytest.mark.parametrize("grid", [*CANONICAL, MOST_SYMMETRIC, OTHER])
def test_the_canonical_form_is_that_of_every_transformed_grid(grid):
    least, way = canonical(grid)
    assert way.apply(grid) == least
    for turn in transformations(1):
        turned = turn.apply(grid)
        assert turned >= least
        again, back = canonical(turned)
        assert again == least
        assert back.apply(turned) == least
        assert equivalent(grid, turned)


def test_different_classes_are_not_equivalent():
    assert len({canonical(grid)[0] for grid in (*CANONICAL, MOST_SYMMETRIC, OTHER)}) == 5
    assert not equivalent(OTHER, MOST_SYMMETRIC)


def test_no_grid_near_by_is_less():
    """Every grid that has another row on top, or two lines of a band swapped, is no less."""
    least, _ = canonical(OTHER)
    grids = {least}
    lines = [(1, 0, 2), (0, 2, 1), (2, 1, 0), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    for transposed in (False, True):
        for bands in lines:
            for within in lines:
                rows = tuple(3 * band + line for band in bands for line in within)
                for columns in (rows, tuple(range(9))):
                    turned = Transformation(transposed, rows, columns).apply(least)
                    names = [0] * 9
                    for name, digit in enumerate(turned[:9], 1):
                        names[int(digit) - 1] = name
                    grids.add(Transformation(digits=tuple(names)).apply(turned))
    assert len(grids) > 100
    assert min(grids) == least


def test_the_most_symmetric_grid_has_648_automorphisms_which_are_a_group():
    group = automorphisms(MOST_SYMMETRIC)
    assert len(group) == len(set(group)) == 648
    assert group[0] == Transformation()
    assert all(turn.apply(MOST_SYMMETRIC) == MOST_SYMMETRIC for turn in group)
    elements, random = set(group), Random(2)
    for one, other in (random.choices(group, k=2) for _ in range(300)):
        assert one.then(other) in elements
        assert one.inverse in elements


@pytest.mark.parametrize(("grid", "number"), [(MOST_SYMMETRIC, 648), (CANONICAL[0], 1), (OTHER, 1)])
def test_equivalent_grids_have_as_many_automorphisms(grid, number):
    for turn in transformations(3, 3):
        turned = turn.apply(grid)
        group = automorphisms(turned)
        assert len(group) == number
        assert all(each.apply(turned) == turned for each in group)


def test_transformations_are_undone_and_composed():
    random = Random(4)
    for _ in range(50):
        one, other = Transformation.random(random), Transformation.random(random)
        assert one.then(other).apply(PUZZLE) == other.apply(one.apply(PUZZLE))
        assert one.inverse.apply(one.apply(PUZZLE)) == PUZZLE
        assert one.then(one.inverse) == Transformation() == one.inverse.then(one)
        assert one.apply([int(sign) for sign in PUZZLE]) == tuple(map(int, one.apply(PUZZLE)))


def test_a_transformation_does_what_it_says():
    turn = Transformation(True, (1, 0, 2, *range(3, 9)), (*range(6), 8, 7, 6), (2, 1, *range(3, 10)))
    turned = turn.apply(OTHER)
    names = str.maketrans("12", "21")
    for row in range(9):
        for column in range(9):
            old_row, old_column = (1, 0, 2, 3, 4, 5, 6, 7, 8)[row], (0, 1, 2, 3, 4, 5, 8, 7, 6)[column]
            assert turned[9 * row + column] == OTHER[9 * old_column + old_row].translate(names)
    dotted = PUZZLE.replace("0", ".")
    assert turn.apply(dotted) == turn.apply(PUZZLE).replace("0", ".")


def test_puzzles_have_a_canonical_form_too():
    least, way = canonical_puzzle(PUZZLE, CANONICAL[0])
    assert way.apply(PUZZLE) == least
    for turn in transformations(5, 5):
        puzzle, grid = turn.apply(PUZZLE), turn.apply(CANONICAL[0])
        assert canonical_puzzle(puzzle, grid)[0] == least
    # two clues of one digit each, where 648 automorphisms move one grid onto itself
    one = "".join(digit if cell in (0, 40) else "0" for cell, digit in enumerate(MOST_SYMMETRIC))
    forms = {
        canonical_puzzle(turn.apply(one), turn.apply(MOST_SYMMETRIC))[0]
        for turn in [*transformations(6, 3), *automorphisms(MOST_SYMMETRIC)[:3]]
    }
    assert len(forms) == 1


def test_what_is_no_grid_and_no_transformation_is_refused():
    with pytest.raises(InputError, match="finished"):
        canonical(PUZZLE)
    with pytest.raises(InputError, match="clues of the grid"):
        canonical_puzzle(PUZZLE, OTHER)
    with pytest.raises(UsageError, match="those of a band side by side"):
        Transformation(rows=(0, 1, 3, 2, 4, 5, 6, 7, 8))
    with pytest.raises(UsageError, match="some order"):
        Transformation(digits=(1, 1, 3, 4, 5, 6, 7, 8, 9))
    with pytest.raises(InputError, match="81 signs"):
        Transformation().apply("123")
    with pytest.raises(InputError, match="81"):
        Transformation().apply([1, 2, 3])
