"""Counts of small boards against every filling tried, by the rules as people know them."""

from itertools import combinations, permutations, product
from random import Random

import pytest

import accord
from accord.pencil.boards import parts

BACKENDS = ("native", "cpsat", "sat")


def counts(text):
    return {accord.count(accord.load(text), backend=backend).count for backend in BACKENDS}


def touch(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def beside(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def cells(rows):
    return [(r, c) for r, row in enumerate(rows) for c in range(len(row))]


def subsets(some):
    return (set(each) for size in range(len(some) + 1) for each in combinations(some, size))


def grown(dice, size, number):
    """Labels of regions that grow from random cells."""
    places = [*product(range(size), repeat=2)]
    label = {cell: n for n, cell in enumerate(dice.sample(places, number))}
    while len(label) < len(places):
        cell = dice.choice([c for c in places if c not in label and any(beside(c, o) for o in label)])
        label[cell] = label[dice.choice(sorted(o for o in label if beside(cell, o)))]
    return ["".join("abcdefgh"[label[r, c]] for c in range(size)) for r in range(size)]


@pytest.mark.parametrize("seed", range(4))
def test_star_battles(seed):
    dice = Random(seed)
    size = 4 if seed % 2 else 5
    rows = grown(dice, size, size)
    found = 0
    for columns in permutations(range(size)):
        stars = [*enumerate(columns)]
        apart = not any(touch(one, other) for one, other in combinations(stars, 2))
        found += apart and len({rows[r][c] for r, c in stars}) == size
    assert counts(f"star-battle:{'/'.join(rows)}") == {found}


def test_star_battles_with_two_stars():
    assert counts("star-battle:stars=2;" + "/".join(["a" * 8] * 8)) == {
        0
    }  # one region, and not 16 stars in it


def lit_by(rows, lamps):
    """How many lamps each cell without a wall sees, itself among them."""
    seen = {}
    for r, c in cells(rows):
        if rows[r][c] == ".":
            seen[r, c] = (r, c) in lamps
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                row, column = r + down, c + right
                while (row, column) in set(cells(rows)) and rows[row][column] == ".":
                    seen[r, c] += (row, column) in lamps
                    row, column = row + down, column + right
    return seen


@pytest.mark.parametrize("seed", range(6))
def test_akari(seed):
    dice = Random(seed)
    rows = ["".join(dice.choice("......x1x20") for _ in range(4)) for _ in range(3)]
    free = [(r, c) for r, c in cells(rows) if rows[r][c] == "."]
    for r, c in cells(rows):  # a number that cannot be is a fault
        near = sum(beside((r, c), cell) for cell in free)
        if rows[r][c].isdigit() and int(rows[r][c]) > near:
            rows[r] = rows[r][:c] + "x" + rows[r][c + 1 :]
    found = 0
    for lamps in subsets(free):
        seen = lit_by(rows, lamps)
        right = all(number == 1 if cell in lamps else number >= 1 for cell, number in seen.items())
        found += right and all(
            int(rows[r][c]) == sum(beside((r, c), lamp) for lamp in lamps)
            for r, c in cells(rows)
            if rows[r][c].isdigit()
        )
    assert counts(f"akari:{'/'.join(rows)}") == {found}


def paired(tents, trees):
    """Whether each tent can have a tree of its own."""
    return len(tents) == len(trees) and any(
        all(beside(tent, tree) for tent, tree in zip(tents, order, strict=True))
        for order in permutations(trees)
    )


def tents_of(rows, columns_asked, rows_asked):
    trees = [(r, c) for r, c in cells(rows) if rows[r][c] == "x"]
    free = [cell for cell in cells(rows) if cell not in trees and any(beside(cell, tree) for tree in trees)]
    for tents in combinations(free, len(trees)):
        sums = (
            all(clue in ("?", sum(c == n for _, c in tents)) for n, clue in enumerate(columns_asked)),
            all(clue in ("?", sum(r == n for r, _ in tents)) for n, clue in enumerate(rows_asked)),
        )
        if all(sums) and not any(touch(*pair) for pair in combinations(tents, 2)) and paired(tents, trees):
            yield tents


@pytest.mark.parametrize("seed", range(6))
def test_tents(seed):
    dice = Random(seed)
    trees = dice.sample([*product(range(4), repeat=2)], 3)
    rows = ["".join("x" if (r, c) in trees else "." for c in range(4)) for r in range(4)]
    asked = [dice.choice("???01") for _ in range(8)]
    known = [clue if clue == "?" else int(clue) for clue in asked]
    found = len([*tents_of(rows, known[:4], known[4:])])
    assert counts(f"tents:{'_'.join(asked[:4])};{'_'.join(asked[4:])};{'/'.join(rows)}") == {found}


@pytest.mark.parametrize("rows", [[".x.", "x.x", ".x."], [".x.x.", "x...x", ".....", "x...x", ".x.x."]])
def test_tents_around_a_ring_of_trees_are_one_solution(rows):
    asked = ["?"] * len(rows)
    found = len([*tents_of(rows, asked, asked)])
    assert found >= 1
    assert counts(f"tents:{'_'.join(asked)};{'_'.join(asked)};{'/'.join(rows)}") == {found}


@pytest.mark.parametrize(("size", "count"), [(3, 0), (4, 48), (5, 960)])
def test_skyscrapers_with_diagonals_and_without_clues_are_diagonal_latin_squares(size, count):
    """OEIS A274806."""
    rows = "/".join(["." * size] * size)
    assert counts(f"skyscrapers:diagonals=D;;;;;{rows}") == {count}


def test_a_killer_sudoku_of_single_cells_with_diagonals_is_a_sudoku_with_diagonals():
    alone = "/".join(["abcd", "efgh", "ijkl", "mnop"])
    blank = "/".join(["...."] * 4)
    sudokus = counts(f"sudoku:x:{'.' * 16}")
    assert counts(f"killer-sudoku:diagonals=D;{blank};{alone}") == sudokus
    assert sudokus == {48}


def test_a_star_battle_has_no_stars_in_holes():
    assert counts("star-battle:1122/112@/3344/3344") == {1}


@pytest.mark.parametrize("text", ["?..?/..../..../?..?", "?.?./..../.?../...?", "?.../..?./.?../...?"])
def test_islands_of_any_size_with_numbers_at_the_border(text):
    """The rule that two of them share no corner loses no solution."""
    board = text.split("/")
    numbers = {cell for cell in cells(board) if board[cell[0]][cell[1]] == "?"}
    squares = [{(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for r in range(3) for c in range(3)]
    found = 0
    for land in subsets([cell for cell in cells(board) if cell not in numbers]):
        sea = {*cells(board)} - land - numbers
        islands = [*parts(land | numbers)]
        one_each = all(len(numbers.intersection(island)) == 1 for island in islands)
        found += one_each and len([*parts(sea)]) <= 1 and not any(map(sea.issuperset, squares))
    assert found > 0
    assert counts(f"nurikabe:{text}") == {found}


def test_the_cells_in_sight_of_a_number_take_items_in_proportion_to_their_number():
    models = [accord.load("kuromasu:" + "_".join([str(n), *["."] * (n - 1)])).model for n in (30, 40, 50)]
    few, more, most = (len(model.item) for model in models)
    assert most - more == more - few > 0
    assert [int(model.hidden.sum()) for model in models] == [58, 78, 98]  # one for each white cell, too


@pytest.mark.parametrize("text", ["...../b....", "..../w.b./....", "...b/.w../..../b..w", ".../..b/.../w.."])
def test_circles_of_each_colour_hang_together_and_are_one_run_at_the_border(text):
    """That follows: no solution is lost by stating it."""
    board = text.split("/")
    every = {*cells(board)}
    given = {colour: {(r, c) for r, c in every if board[r][c] == colour} for colour in "bw"}
    squares = [{(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for r, c in every if (r + 1, c + 1) in every]
    found = 0
    for more in subsets(sorted(every - given["b"] - given["w"])):
        black = more | given["b"]
        mixed = all(square & black and square - black for square in squares)
        found += mixed and all(len([*parts(each)]) <= 1 for each in (black, every - black))
    assert found > 0
    assert counts(f"yin-yang:{text}") == {found}
