"""Fingerprints: twins of every family have the same one, and known numbers of classes come out."""

import json
import random
from collections import Counter
from dataclasses import replace

import pytest
from commands import called

import accord
from accord.errors import RefusedError, StoppedError, UsageError
from accord.families.freecell.spec import FreeCell
from accord.families.latin import Latin
from accord.families.packing.spec import Packing
from accord.families.sudoku.spec import Sudoku
from accord.families.tiles import Tiles, plan_problem
from accord.puzzles.family import Made
from accord.puzzles.puzzle import Puzzle
from accord.sudoku import Transformation, canonical_puzzle

SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def fingerprints(family, specs):
    return [accord.fingerprint(Puzzle(family=family, spec=spec, name="one")) for spec in specs]


def grids(name):
    """The solutions of a puzzle as rows."""
    puzzle = accord.load(name)
    for solution in accord.solutions(puzzle):
        signs = puzzle.picture(solution).signs
        rows = {row for _, row, _ in signs}
        yield "\n".join(
            "".join(signs[place] for place in sorted(signs) if place[1] == row) for row in sorted(rows)
        )


# -- sudoku and latin squares ----------------------------------------------------------------------


def test_a_sudoku_is_the_twin_of_all_its_transformations():
    dice = random.Random(3)
    ways = [Transformation(), *(Transformation.random(dice) for _ in range(5))]
    turned = [way.apply(SEVENTEEN) for way in ways]
    assert len({*fingerprints("sudoku", [Sudoku(grid=each) for each in turned])}) == 1
    moved = SEVENTEEN.replace("0" * 10, "0" * 9 + "4", 1)
    assert fingerprints("sudoku", [Sudoku(grid=moved)]) != fingerprints("sudoku", [Sudoku(grid=SEVENTEEN)])


def test_twins_are_those_of_the_canonical_form_of_the_solution():
    """By the kernel of `accord.sudoku`, which takes the solution into account, and another algorithm."""
    dice = random.Random(5)
    grid = next(grids(f"sudoku:{SEVENTEEN}")).replace("\n", "")
    cells = [n for n, digit in enumerate(SEVENTEEN) if digit == "0"]
    puzzles = []
    for cell in dice.sample(cells, 4):  # a clue more is unique as well
        more = SEVENTEEN[:cell] + grid[cell] + SEVENTEEN[cell + 1 :]
        way = Transformation.random(dice)
        puzzles += [(more, grid), (way.apply(more), way.apply(grid))]
    ours = fingerprints("sudoku", [Sudoku(grid=puzzle) for puzzle, _ in puzzles])
    theirs = [canonical_puzzle(*each)[0] for each in puzzles]
    assert [ours.index(each) for each in ours] == [theirs.index(each) for each in theirs]
    assert len({*ours}) == 4


def test_all_sudoku_grids_of_four_rows_are_of_two_classes():
    """With the first row and the first column fixed; of all 288 see below."""
    found = Counter(
        fingerprints(
            "sudoku", [Sudoku(grid=each) for each in grids("sudoku:1234" + "3..." + "2..." + "4...")]
        )
    )
    assert len(found) == 2


@pytest.mark.full
def test_the_classes_have_96_and_192_grids():
    """L. Taalman, "Taking Sudoku seriously", College Math. J. 38 (2007): two essentially different grids."""
    found = Counter(fingerprints("sudoku", [Sudoku(grid=each) for each in grids("sudoku:" + "." * 16)]))
    assert sorted(found.values()) == [96, 192]


@pytest.mark.parametrize(("order", "classes"), [(3, 1), (4, 2), pytest.param(5, 2, marks=pytest.mark.full)])
def test_latin_squares_have_as_many_main_classes_as_are_known(order, classes):
    """OEIS A003090: rows, columns and signs change places, and each other's."""
    squares = [Latin(board=each) for each in grids(f"latin:{order},reduced")]
    assert len({*fingerprints("latin", squares)}) == classes


def test_given_signs_of_a_pair_of_latin_squares_count():
    boards = [
        "1...\n....\n....\n....",
        "....\n....\n.4..\n....",
        "12..\n....\n....\n....",
        "1...\n.2..\n....\n....",
    ]
    one, twin, two, others = fingerprints("latin", [Latin(board=each, orthogonal=True) for each in boards])
    assert one == twin
    assert len({one, two, others}) == 3


def test_boxes_and_diagonals_of_a_sudoku_allow_fewer_changes():
    def sudoku(grid, **more):
        return Sudoku(grid=grid, **more)

    one, moved = "1" + "." * 15, "." * 4 + "1" + "." * 11
    a, b, c, d = fingerprints(
        "sudoku", [sudoku(one), sudoku(moved), sudoku(one, diagonals=True), sudoku(moved, diagonals=True)]
    )
    assert a == b
    assert c != d  # a corner is on a diagonal, the cell below it is not
    jigsaw = ("AABB", "ACCB", "ACDB", "DDDC")
    boxes = [jigsaw, tuple("".join(row) for row in zip(*jigsaw, strict=True))]
    transposed = fingerprints("sudoku", [sudoku("." * 16, boxes=each) for each in boxes])
    assert transposed[0] == transposed[1] != a


# -- packings, problems and matrices ----------------------------------------------------------------


def packing(board, **more):
    """The fingerprint of a board with pieces, drawn with X."""
    pieces = {name: text.replace("X", name) for name, text in more.pop("pieces").items()}
    (found,) = fingerprints("packing", [Packing(board="\n".join(board), pieces=pieces, **more)])
    return found


def test_a_packing_is_turned_and_its_pieces_have_other_names():
    long, bent, twin = "XX.\n.XX", "X.\nXX\nX.", ".XX\nXX."
    board = ["....", "...#", "#.##"]
    first = packing(board, pieces={"A": long, "B": bent})
    assert packing([*map("".join, zip(*board, strict=True))], pieces={"A": long, "B": bent}) == first
    assert packing(board[::-1], pieces={"Q": bent, "R": long}) == first
    assert packing(["....", "...#", ".###"], pieces={"A": long, "B": bent}) != first
    assert packing(board, pieces={"A": long, "B": "XXX\nX.."}) != first
    one_sided = packing(board, flipping=False, pieces={"A": long, "B": bent})
    assert one_sided != first
    mirrored = [row[::-1] for row in board]
    assert packing(mirrored, flipping=False, pieces={"A": twin, "B": bent}) == one_sided
    assert packing(mirrored, flipping=False, pieces={"A": long, "B": bent}) != one_sided


def test_hexagons_have_the_symmetries_of_their_own_lattice():
    """A piece is turned by 60 degrees around the middle; there it lies otherwise."""
    boards = [["# A A", " . . .", "# . ."], ["# . A", " . . A", "# . ."], ["# . .", " . A A", "# . ."]]
    pieces = {"A": "X X", "B": ". X X\n X X X"}
    one, twin, other = (packing(board, lattice="hexagonal", pieces=pieces) for board in boards)
    assert one == twin != other


def test_pieces_that_lie_on_the_board_count():
    pieces = {"A": "XX", "B": "XXX", "C": "XX\nX."}
    boards = [["AA..", "...."], ["....", "..AA"], [".AA.", "...."], ["....", "...."]]
    found = [packing(board, pieces=pieces) for board in boards]
    assert found[0] == found[1]
    assert len({*found}) == 3


def test_a_problem_has_no_names_and_no_order():
    def problem(names, order):
        p = accord.Problem("p")
        cells = {name: p.integer(name, 1, 3) for name in (names[n] for n in order)}
        a, b, c = (cells[name] for name in names)
        for rule in [p.add(a < b), p.add(b != c)][::-1]:
            assert rule is None
        return accord.fingerprint(p)

    assert problem("abc", (0, 1, 2)) == problem("xyz", (2, 0, 1)) == problem("zyx", (1, 2, 0))
    assert len({accord.fingerprint(accord.load(f"queens:{size}")) for size in (5, 6, "5x6", "6x5")}) == 3


def test_puzzles_of_the_library_are_twins_only_where_the_rules_are_the_same():
    """Not all, which takes a minute."""
    names = [
        "pentomino-6x10",
        "pentomino-4x15",
        "soma",
        "akari-10x10",
        "akari-18x10",
        "sudoku-17",
        "queens-8",
    ]
    assert len({accord.fingerprint(accord.load(name)) for name in names}) == len(names)
    rotations = accord.load("soma", variant="rotations")  # which says what counts as the same solution
    assert accord.fingerprint(rotations) == accord.fingerprint(accord.load("soma"))


def test_families_are_never_twins():
    board = next(grids("latin:4,reduced"))
    assert fingerprints("latin", [Latin(board=board)]) != fingerprints("sudoku", [Sudoku(grid=board)])


# -- puzzles of moves -------------------------------------------------------------------------------


def freecell(columns, names, **more):
    """The fingerprint of columns, deepest card first, with other names of suits."""
    rows = [" ".join(card[0] + names[card[1]] for card in column) for column in columns]
    return fingerprints("freecell", [FreeCell(board="\n".join(rows), ranks=3, columns=3, **more)])[0]


def test_suits_of_a_game_that_the_rules_treat_alike_change_places_and_so_do_columns():
    columns = [["3H", "AS", "2C", "3D"], ["2D", "AC", "3S", "AH"], ["2H", "3C", "AD", "2S"]]
    usual = dict(zip("CDHS", "CDHS", strict=True))
    red, crossed = usual | {"H": "D", "D": "H"}, usual | {"H": "S", "S": "H"}
    both = dict(zip("CDHS", "HSCD", strict=True))
    first = freecell(columns, usual)
    assert freecell(columns[::-1], red) == freecell(columns, both) == first
    assert freecell(columns, crossed) != first
    assert freecell([columns[0][::-1], *columns[1:]], usual) != first
    by_suit = freecell(columns, usual, build="suit")
    assert freecell(columns, crossed, build="suit") == by_suit != first
    assert len({accord.fingerprint(accord.load(f"freecell:{deal}")) for deal in range(1, 20)}) == 19


def test_tiles_are_turned_with_their_goal_and_have_other_numbers():
    board, goal = [[1, 2, 3], [".", 4, 5]], [[1, 2, 3], [4, 5, "."]]
    new = {1: 5, 2: 3, 3: 1, 4: 2, 5: 4, ".": "."}

    def tiles(*boards):
        drawn = ["\n".join(" ".join(map(str, row)) for row in rows) for rows in boards]
        return fingerprints("tiles", [Tiles(board=drawn[0], goal=drawn[1])])[0]

    twin = [[[new[tile] for tile in row][::-1] for row in rows] for rows in (board, goal)]
    transposed = [[*zip(*rows, strict=True)] for rows in (board, goal)]
    assert tiles(board, goal) == tiles(*twin) == tiles(*transposed)
    assert tiles(board, goal) != tiles(board, twin[1])
    assert tiles(board, goal) == tiles(goal, board)  # by a reflection
    assert tiles(board, goal) != tiles([board[0], [".", 5, 4]], goal)


# -- what is refused; the command -------------------------------------------------------------------


def test_what_has_no_fingerprint_is_refused_in_words():
    with pytest.raises(RefusedError, match="hitori-6: the model has lazy constraints, which have no"):
        accord.fingerprint(accord.load("hitori-6"))
    record = replace(accord.load("tiles-8").record, made=Made(plan=plan_problem))
    with pytest.raises(UsageError, match="eight: puzzles of moves of tiles have no fingerprint"):
        accord.fingerprint(Puzzle(family=record, spec=accord.load("tiles-8").spec, name="eight"))
    with pytest.raises(StoppedError, match=r"stopped after 0.2 seconds, while the canonical form"):
        accord.fingerprint(accord.load("sudoku:" + "." * 256), time_limit=0.2)


@pytest.fixture
def book(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    twin = Transformation.random(random.Random(3)).apply(SEVENTEEN)
    other = SEVENTEEN.replace("407", "401")
    (tmp_path / "book.txt").write_text("\n".join([SEVENTEEN, other, twin, "12", twin]) + "\n")
    return tmp_path


def test_the_command_marks_twins_and_says_how_many_are_different(book):
    done = called("fingerprint", "book.txt", "queens:5")
    first, second, third, fifth, queens = done.stdout.splitlines()
    mark = accord.fingerprint(accord.load(f"sudoku:{SEVENTEEN}"))
    assert first == f"{mark}  book.txt:1"
    assert third == f"{mark}  book.txt:3  twin of book.txt:1"
    assert fifth == f"{mark}  book.txt:5  twin of book.txt:1"
    assert "twin" not in second + queens
    assert "found 2 characters" in done.stderr or "book.txt:4" in done.stderr
    assert "6 puzzles, 3 different, 1 without fingerprint" in done.stderr
    assert done.returncode == 3


def test_shards_merge_to_the_same_lines(book):
    whole = called("fingerprint", "book.txt", "--json").stdout
    for shard in "12":
        called("fingerprint", "book.txt", "--shard", f"{shard}/2", "-o", shard)
    assert called("merge", "2", "1", "--json").stdout == whole
    assert json.loads(whole.splitlines()[2])["twin_of"] == "book.txt:1"
    assert called("fingerprint", "queens:5").stdout.split()[1:] == ["queens:5"]
    assert called("fingerprint", "freecell:1-3").stderr == "3 puzzles, 3 different\n"
    assert "is for the results of many" in called("fingerprint", "queens:5", "-o", "x").stderr


def test_a_limit_ends_a_puzzle_and_not_the_others():
    done = called("fingerprint", "sudoku:" + "." * 256, "queens:5", "--time-limit", 0.3)
    late, queens = done.stdout.splitlines()
    assert late.startswith("stopped after 0.3 seconds")
    assert queens.endswith("queens:5")
    assert done.returncode == 5
