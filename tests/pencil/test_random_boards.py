"""Random boards: both colours connected, and annealing until a puzzle has one solution."""

import pytest
from pencil_kinds import kind_of

from accord.pencil import making, shading
from accord.pencil.boards import is_connected
from accord.pencil.instance import Instance
from accord.pencil.other_solution import anneal, open_variables


@pytest.mark.parametrize("size", [(1, 4), (4, 4), (8, 9)])
def test_both_colours_are_connected_and_mixed(size):
    blank = Instance("yin-yang", size, {})
    found = [shading.draw_both_connected(making.Dice(seed), blank) for seed in range(8)]
    shaded = [each for each in found if each is not None]
    assert len(shaded) >= 6
    assert size == (1, 4) or len({frozenset(each) for each in shaded}) == len(shaded)  # no two alike
    for each in shaded:
        assert shading.is_mixed(blank, each)
        assert is_connected(each)


def test_annealing_ends_with_one_solution():
    """A slitherlink states more and more columns of numbers, until there is one loop."""
    kind = kind_of("slitherlink")
    full = ("3222", "2232", "3222")
    dice = making.Dice(1)
    values = making.random_solution(kind.problem(board=full), dice)

    def made(columns):
        board = tuple("".join(n if c in columns else "-" for c, n in enumerate(row)) for row in full)
        return kind.problem(board=board), values

    seen = []

    def change(columns, names):
        seen.append((columns, names))
        return columns | {dice.randrange(4)}

    found = anneal(making.Dice(2), frozenset(), change, made, 50)
    assert found is not None
    assert open_variables(*made(found)) == set()
    assert all(open_variables(*made(columns)) == names != set() for columns, names in seen)
    assert anneal(making.Dice(2), frozenset(), lambda columns, names: columns, made, 3) is None
