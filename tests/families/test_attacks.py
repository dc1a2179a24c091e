"""Men on boards, cylinders and tori: placements by trying, numbers of the OEIS, and engines that agree."""

from itertools import combinations, product

import pytest
from commands import called
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.errors import InputError
from accord.families.attacks import MEN
from accord.families.queens import RECORD, Queens
from accord.puzzles.family import SpecError

STRAIGHT, DIAGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
MOVES = {  # of each man: directions in which it rides, and steps
    "queen": (STRAIGHT + DIAGONAL, []),
    "rook": (STRAIGHT, []),
    "bishop": (DIAGONAL, []),
    "knight": ([], KNIGHT),
    "king": ([], STRAIGHT + DIAGONAL),
    "amazon": (STRAIGHT + DIAGONAL, KNIGHT),
    "chancellor": (STRAIGHT, KNIGHT),
    "archbishop": (DIAGONAL, KNIGHT),
}


def glued(rows, columns, surface, row, column):
    """A square after a step; None beside the board."""
    if surface == "torus":
        row %= rows
    if surface != "plain":
        column %= columns
    return (row, column) if 0 <= row < rows and 0 <= column < columns else None


def attacked(rows, columns, surface, man, row, column):
    """The squares that a man attacks on an empty board."""
    found = set()
    rides, steps = MOVES[man]
    for by, to in rides:
        for times in range(1, rows * columns + 1):
            found.add(glued(rows, columns, surface, row + times * by, column + times * to))
    found |= {glued(rows, columns, surface, row + by, column + to) for by, to in steps}
    return found - {None, (row, column)}


def placements(rows, columns, surface, man, number):
    """All sets of so many squares on which such men do not attack each other."""
    squares = [*product(range(rows), range(columns))]
    danger = {square: attacked(rows, columns, surface, man, *square) for square in squares}
    sizes = range(len(squares) + 1) if number == "any" else [number]
    return [
        frozenset(some)
        for size in sizes
        for some in combinations(squares, size)
        if not any(other in danger[one] for one, other in combinations(some, 2))
    ]


def classes(rows, columns, surface, found):
    """How many there are up to the isometries of the board, written out square by square."""

    def moves(row, column):
        across = range(columns if surface != "plain" else 1)
        down = range(rows if surface == "torus" else 1)
        for by, to, up, left in product(down, across, (False, True), (False, True)):
            r = ((rows - 1 - row if up else row) + by) % rows
            c = ((columns - 1 - column if left else column) + to) % columns
            yield r, c
            if rows == columns and surface != "cylinder":
                yield c, r

    return len({min(tuple(sorted(image)) for image in _images(some, moves)) for some in found})


def _images(some, moves):
    return zip(*(moves(*square) for square in some), strict=True) if some else [()]


boards = st.tuples(st.integers(1, 4), st.integers(1, 4)).filter(lambda sides: sides[0] * sides[1] <= 12)


@given(boards, st.sampled_from(["plain", "cylinder", "torus"]), st.sampled_from([*MEN]), st.data())
@settings(max_examples=25, deadline=None)
def test_counts_by_trying(sides, surface, man, data):
    number = data.draw(st.integers(0, min(5, sides[0] * sides[1])) | st.just("any"))
    puzzle = accord.Puzzle(
        family=RECORD, spec=Queens(size=sides, board=surface, piece=man, pieces=number), name="men"
    )
    found = placements(*sides, surface, man, number)
    told = accord.solutions(puzzle, backend="native")
    assert sorted(sorted(divmod(option, sides[1]) for option in each.options) for each in told) == sorted(
        sorted(some) for some in found
    )
    assert accord.count(puzzle, distinct=True, backend="native").count == classes(*sides, surface, found)


KNOWN = {  # text: the number of the OEIS
    "queens:1,torus": 1,  # A007705: 2n + 1 queens
    "queens:3,torus": 0,
    "queens:5,torus": 10,
    "queens:7,torus": 28,
    "queens:9,torus": 0,
    "queens:11,torus": 88,
    "queens:3,bishop": 26,  # A002465
    "queens:4,bishop": 260,
    "queens:5,bishop": 3368,
    "queens:6,rook": 720,  # A000142
    "queens:2,king,any": 5,  # A063443
    "queens:4,king,any": 314,
    "queens:5,king,any": 6427,
    "queens:9,amazon": 0,  # A051223
    "queens:10,amazon": 4,
}


@pytest.mark.parametrize("name", KNOWN)
def test_numbers_of_the_oeis_by_two_backends(name):
    puzzle = accord.load(name)
    assert accord.count(puzzle, backend="native").count == KNOWN[name]
    assert KNOWN[name] > 1000 or accord.count(puzzle, backend="sat").count == KNOWN[name]


@pytest.mark.parametrize(("name", "count"), [("queens:13,torus", 4524), ("queens:11,amazon", 44)])
def test_larger_numbers_of_the_oeis(name, count):
    assert accord.count(accord.load(name), backend="native").count == count


def test_distinct_ones():
    texts = ("5,torus", "7,torus", "11,torus", "10,amazon", "4x6")
    found = [accord.count(accord.load(f"queens:{text}"), distinct=True).count for text in texts]
    assert found[:4] == [1, 1, 2, 1]
    assert found[4] == classes(4, 6, "plain", placements(4, 6, "plain", "queen", 4))


def test_queens_on_a_cylinder_are_queens_on_a_torus():
    # D. A. Klarner, The problem of reflecting queens, American Mathematical Monthly, 1967
    for n in (5, 6, 7, 8):
        counts = {accord.count(accord.load(f"queens:{n},{board}")).count for board in ("cylinder", "torus")}
        assert len(counts) == 1


def test_the_most_men():
    # kings: one in each block of 2 x 2; knights: on the squares of one colour; bishops: 2n - 2
    most = {"5,king": 9, "5,knight": 13, "5,bishop": 8, "4x7,rook": 4, "7,torus,queen": 7, "6,torus,queen": 4}
    for text, value in most.items():
        assert accord.best(accord.load(f"queens:{text},most"), backend="sat").value == value


def test_a_rectangle_has_a_queen_a_row():
    model = accord.load("queens:4x6").model
    assert [model.item_names[item] for item in model.low.nonzero()[0]] == ["r1", "r2", "r3", "r4"]
    assert "men" in accord.load("queens:4x6,3").model.item_names
    assert not accord.load("queens:4x6,any").model.low.any()
    assert accord.count(accord.load("queens:3x5,rook,4")).count == 0


def test_pictures_and_hints_name_the_piece():
    puzzle = accord.load("queens:3x2,archbishop,3")
    assert str(puzzle.picture([0, 2, 4])) == "H.\nH.\nH."
    done = called("hint", "queens:4,torus,rook", "--known", "R.../.R../..R./....")
    assert "row 4 has one square left for its rook: r4c4" in done.stdout
    done = called("hint", "queens:2,king,1", "--known", ".x/xx", "--all")
    assert "r1c1" in done.stdout
    done = called("show", "queens:13,torus")
    assert "symmetries  1352" in done.stdout  # 8 * 13 * 13


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0x4", r"size: found 0; expected 1 to 1000"),
        ("101,knight", r"size: found 101; expected 1 to 100$"),
        ("8x8x8", r"size: found '8x8'; expected a whole number, as in queens:8"),
        ("8,queens", r"pieces: found 'queens'; expected a whole number"),
        ("8,torus,cylinder", r"board: found 'torus' and 'cylinder'; expected one of them"),
        ("8,any,3", r"pieces: found 'any' and '3'; expected one of them"),
        ("8,9999999", r"pieces: found 9999999; expected 0 to 1,000,000, 'any' or 'most'"),
    ],
)
def test_what_is_refused(text, said):
    with pytest.raises(SpecError, match=said):
        RECORD.texts.parse(text)


def test_what_a_file_may_not_say(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text('family = "queens"\nsize = [4, 5, 6]\npiece = "pawn"\nboard = "sphere"\npieces = "all"\n')
    with pytest.raises(InputError) as error:
        accord.load(str(path))
    faults = str(error.value).split("\n")
    assert [fault.removeprefix(f"{path}:").partition(":")[0] for fault in faults] == ["2", "3", "4", "5"]
    assert "expected one of 'queen', 'rook'" in faults[1]
