"""Generated sudokus: one solution, minimal where asked, patterns, the same from the same seed; and faults."""

from random import Random

import numpy as np
import pytest

import accord
from accord.arguments.puzzle import SYMMETRIES
from accord.errors import UsageError
from accord.families.sudoku.generate import Filler, Undecided, _grid, generate
from accord.families.sudoku.model import Sudoku, build, layout
from accord.families.sudoku.record import write
from accord.families.sudoku.shape import box_shape
from accord.families.sudoku.spec import shape_of
from accord.families.sudoku.text import givens

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def answer(spec):
    return accord.run(build(spec), "unique", backend="sat").answer


@pytest.mark.parametrize("size", [1, 4, 6, 8, 9, 10, 12, 16])
def test_generated_puzzles_have_one_solution(size):
    for seed in range(1 if size == 16 else 3):
        assert answer(generate(seed, (size, size))) == "unique"


def test_the_largest_grid_is_drawn_by_steps_not_by_nested_calls():
    shape = shape_of(36, None, None, False)
    grid = _grid(Random(8), Filler(shape)).reshape(36, 36)
    whole = set(range(36))
    assert {frozenset(line) for line in [*grid.tolist(), *grid.T.tolist()]} == {frozenset(whole)}
    boxes = grid.reshape(6, 6, 6, 6).swapaxes(1, 2).reshape(36, 36)
    assert {frozenset(box) for box in boxes.tolist()} == {frozenset(whole)}


@pytest.mark.parametrize("keys", [{"box": "2x3"}, {"diagonals": "yes"}, {"boxes": "random"}])
def test_variants_are_generated(keys):
    for seed in range(3):
        spec = generate(seed, (6, 6), **keys)
        assert answer(spec) == "unique"
        assert (spec.box, spec.boxes is None) == (keys.get("box"), "boxes" not in keys)
        assert spec.diagonals == ("diagonals" in keys)


def test_the_seed_decides():
    assert generate(5, (9, 9)) == generate(5, (9, 9))
    assert len({generate(seed, (9, 9)) for seed in range(5)}) == 5
    assert write(generate(1, (4, 4))) == FIRST


FIRST = ".....41..14..3.."


@pytest.mark.full
def test_no_clue_of_a_minimal_puzzle_can_be_left_out():
    for seed in range(2):
        line = write(generate(seed, (9, 9), minimal=True))
        clues = [cell for cell, sign in enumerate(line) if sign != "."]
        for cell in clues:
            assert answer(Sudoku(grid=line[:cell] + "." + line[cell + 1 :])) == "several"


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_patterns_have_the_symmetry_that_was_asked_for(symmetry):
    images = {
        "half-turn": lambda r, c: (8 - r, 8 - c),
        "quarter-turn": lambda r, c: (c, 8 - r),
        "left-right": lambda r, c: (r, 8 - c),
        "top-bottom": lambda r, c: (8 - r, c),
        "diagonal": lambda r, c: (c, r),
    }
    spec = generate(2, (9, 9), symmetry=symmetry)
    given = layout(spec).givens
    assert answer(spec) == "unique"
    assert all(bool(given[r, c]) == bool(given[images[symmetry](r, c)]) for r in range(9) for c in range(9))


def test_clues_are_taken_until_so_many_are_left():
    spec = generate(2, (9, 9), clues=40)
    assert (layout(spec).givens > 0).sum() == 40
    assert answer(spec) == "unique"


@pytest.mark.parametrize(
    ("size", "keys", "message"),
    [
        ((9, 6), {}, "found 6 columns and 9 rows; expected as many"),
        ((100, 100), {}, "expected as many, 1 to 36"),
        ((5, 5), {}, "found 5 rows, whose boxes are not known"),
        ((9, 9), {"symmetry": "round"}, "symmetry: found 'round'; expected one of none"),
        ((9, 9), {"minimal": True, "clues": 20}, "minimal: found it with symmetry, cells"),
        ((16, 16), {"minimal": True}, "minimal: found 16 rows; expected at most 12"),
        ((4, 4), {"clues": 2}, "found no puzzle with 2 in 20 grids; expected more clues"),
        ((9, 9), {"clues": 99}, "clues: found 99; expected a whole number from 0 to 81"),
        ((9, 9), {"diagonals": "perhaps"}, "diagonals: found 'perhaps'; expected yes or no"),
        ((4, 4), {"boxes": "aabb/aabb"}, "found 2 rows; expected 4"),
    ],
)
def test_what_cannot_be_asked_is_told(size, keys, message):
    with pytest.raises(UsageError, match=message):
        generate(0, size, **keys)


def candidates(text):
    given = givens(text).ravel()
    size = int(len(given) ** 0.5)
    return (given[:, None] == 0) | (given[:, None] == np.arange(1, size + 1))


def test_the_filler_finds_what_engines_find_and_can_be_stopped():
    filler = Filler(box_shape(9, 3, 3))
    digits = filler.fill(candidates(HARD), 10**6)
    model = build(Sudoku(grid=HARD))
    engine = accord.first(model, backend="sat").solutions[0]
    assert "".join(str(digit + 1) for digit in digits) == "".join(
        model.names[option][-1] for option in engine.options
    )
    other = candidates(HARD)
    other[1, digits[1]] = False
    assert filler.fill(other, 10**6) is None
    with pytest.raises(Undecided):
        filler.fill(candidates(HARD), 100)


def test_the_filler_draws_grids_at_random_by_the_seed():
    filler, anything = Filler(box_shape(9, 3, 3, True)), np.ones((81, 9), np.bool_)
    drawn = [tuple(filler.fill(anything, 10**6, Random(seed))) for seed in (1, 1, 2, 3)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) == 3
    for digits in drawn:
        assert not box_shape(9, 3, 3, True).clashes(np.array(digits) + 1)


def test_the_filler_sees_grids_that_cannot_be():
    filler = Filler(box_shape(4, 2, 2))
    for clash in (1, 5, 12):
        may = np.ones((16, 4), np.bool_)
        may[[0, clash]] = [True, False, False, False]
        assert filler.fill(may, 10**6) is None
