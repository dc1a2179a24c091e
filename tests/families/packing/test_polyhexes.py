"""Why 3,665,348 is in print for the polyhexes of one to four hexagons in 4 x 10, and we count 7,404,530."""

import numpy as np

import accord


def axial(name):
    """(q, r) of the cell r1c1, r1c2, ...: see `accord.grids.lattice`."""
    row, place = (int(part) - 1 for part in name[1:].split("c"))
    return (2 * place + row % 2 - row) // 2, row


def moved(cells):
    left, top = (min(numbers) for numbers in zip(*cells, strict=True))
    return tuple(sorted((q - left, r - top) for q, r in cells))


def turned(cells):
    """The six rotations, a sixth of a turn apart."""
    shapes = []
    for _ in range(6):
        shapes.append(moved(cells))
        cells = [(-r, q + r) for q, r in cells]
    return shapes


def test_it_is_the_number_with_one_side_of_the_pistol_up():
    """Half of its rotations are enough: the board is its own half turn, but not its own mirror image."""
    puzzle = accord.load("polyhexes-4x10")
    model = puzzle.model
    pistol = model.item_index["P"]
    shape = {}
    for option in model.options_of(pistol).tolist():
        cells = [axial(model.item_names[item]) for item in model.items_of(option) if item != pistol]
        shape[option] = moved(cells)
    one = next(iter(shape.values()))
    counts = []
    for side in (turned(one), turned([(r, q) for q, r in one])):
        keep = np.ones(model.options, np.bool_)
        keep[[option for option, cells in shape.items() if cells not in side[:3]]] = False
        counts.append(accord.count(model.restrict(keep), backend="native").count)
    assert sorted(counts) == [3_665_348, 3_739_182]
    assert sum(counts) == puzzle.counts["distinct"].count == 7_404_530
