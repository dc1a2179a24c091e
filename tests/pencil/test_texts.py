"""Puzzles of a kind as text: what is read, and what is wrong with it, each in its place and on one line."""

from io import BytesIO

import pytest
from looped import looped

import accord
from accord.errors import InputError, UsageError
from accord.pencil import Instance, Rectangles, kind
from accord.puzzles import blocks

WRONG = {  # a puzzle in one line -> its faults
    "star-battle:1111/1222/3324/334": ["regions[4]: found 3 cells; expected 4"],
    "star-battle:stars=x;11/22": ["stars: found 'x'; expected 1 to 99"],
    "star-battle:stars=0;11/22": ["stars: found '0'; expected 1 to 99"],
    "star-battle:": ["regions: found nothing; expected the rows of a grid"],
    "star-battle:11/22;3": ["text: found '3' behind the last part; expected stars=..., regions"],
    "norinori:1@/22": [
        "regions[1]: found '@' in column 2; expected the label of a region; "
        "a board with holes is a variant that is not known"
    ],
    "star-battle:1-/22": [
        "regions[1]: found '-' in column 2; expected the label of a region, or @ for no cell"
    ],
    "skyscrapers:diagonals=X;-_-;-_-;-_-;-_-": ["diagonals: found 'X'; expected D"],
    "star-battle:12/22/11": [
        "regions[3]: found region '1' in parts that do not touch, at row 1, column 1 and at row 3, column 1; "
        "expected one part"
    ],
    "akari:.5./...": ["board[1]: found '5' in column 2; expected x (a wall), a number 0 to 4, - for none"],
    "akari:.4./...": ["board[1]: column 2: found 4; expected 0 to 3, the free cells beside it"],
    "akari:" + "/".join(["." * 201] * 201): [
        "board: found more than 200 rows and more than 200 columns; expected 1 to 200 of each"
    ],
    "tents:1_0;1_0_1;x../.x./...": ["columns: found 2 clues; expected 3, one a column of the board"],
    "tents:1_9_1;1_a_1;x../.x./...": [
        "columns[2]: found '9'; expected 0 to 3, or ? for none",
        "rows[2]: found 'a'; expected 0 to 3, or ? for none",
    ],
    "binairo:.1./...": ["board: found 3 columns; expected an even number of them"],
    "binairo:.1/.3": ["board[2]: found '3' in column 2; expected a number 1 to 2, - for none"],
    "binairo:lines=equal;.1/.2": ["lines: found 'equal'; expected one of any, different"],
    "kakuro:-_4,_6,/,3_0_0/,7_0_q": [
        "board[3]: found 'q' in column 3; expected 0 (a cell), sums such as 12,7 or 12, or ,7, - for none"
    ],
    "kakuro:-_4,_6,/,20_0_0/,7_0_0": ["board[2]: column 1: found 20 for r2c2 to r2c3; expected 3 to 17"],
    "kakuro:digits=repeated;-_4,_6,/,20_0_0/,7_0_0": [
        "board[2]: column 1: found 20 for r2c2 to r2c3; expected 2 to 18"
    ],
    "kakuro:-_4,_6,/,3_0_0/,7_0": ["board[3]: found 2 cells; expected 3"],
    "kakuro:-_10,/,3_0/,7_0/,5_5,": [
        "board[4]: column 1: found 5; expected no sum, since no cell is to the right",
        "board[4]: column 2: found 5; expected no sum, since no cell is below",
    ],
    "killer-sudoku:3_._./..._._./4_._.;112/122/333": [
        "sums[2]: found '...' in column 1; expected a number 1 to 9999, - for none"
    ],
    "killer-sudoku:3.../....;1111/2222": [
        "cages: found 2 rows and 4 columns; expected as many of both, up to 16"
    ],
    f"killer-sudoku:{'/'.join(['.' * 14] * 14)};{'/'.join(14 * sign for sign in 'abcdefghijklmn')}": [
        "cages: found 14 rows, whose boxes are not known; expected 4, 6, 8, 9, 10, 12, 15 or 16"
    ],
    "killer-sudoku:...3/..../..../....;1111/2222/3333/4444": [
        "sums[1]: column 4: found 3 for 4 cells; expected 10 to 10"
    ],
    "killer-sudoku:3..3/..../..../....;1111/2222/3333/4444": [
        "sums[1]: column 4: found a second sum in a cage; expected one",
        "sums[1]: column 1: found 3 for 4 cells; expected 10 to 10",
    ],
    "skyscrapers:2_1;1_2;2_1;1_0": ["right[2]: found '0'; expected 1 to 2, or ? for none"],
    "skyscrapers:2_1_1;1_2_1;2_1;1_2": ["board: found 2 rows and 3 columns; expected as many"],
    "skyscrapers:tallest=3;2_1;1_2;2_1;1_2": [
        "tallest: found 3; expected 1 to 2, as many as there are columns"
    ],
    "skyscrapers:tallest=1;2_1;1_1;1_1;1_1;.2/..": [
        "top[1]: found 2; expected 1 to 1, the largest height",
        "board[1]: column 2: found 2; expected 0 to 1",
    ],
    "magnets:1_1_0;0_3_1;;;.x./...;11@/22@": ["minus_columns[2]: found '3'; expected 0 to 1, or ? for none"],
    "magnets:1_1_0;0_1_1;;;.x./..+;11@/22@": [
        "given[2]: column 3: found +; expected x, since there is no cell"
    ],
    "magnets:1_1_0;0_1_1;;;...;111": ["regions[1]: found region 1 with 3 cells; expected two cells"],
    "magnets:;;;;q./..;11/22": [
        "given[1]: found 'q' in column 1; expected + (a pole), - (a pole), x (blank), . for none"
    ],
    "dominosa:0011/2012/0213": ["board[3]: column 4: found 3; expected a number 0 to 2"],
    "dominosa:0011/20.2/0212": ["board[2]: found '.' in column 3; expected a number 0 to 35"],
    "hitori:4124341222234324": [
        "board: found one row of 16 cells; expected rows with / between them, or / behind a board of one "
        "row: is it 4 rows?"
    ],
    "norinori:1111222233334444": [
        "regions: found one row of 16 cells; expected rows with / between them, or / behind a board of one "
        "row: is it 4 rows?"
    ],
    "dominosa:001/201/111": [
        "board: found 3 rows and 3 columns; expected as many cells as a set has, such as 7 and 8"
    ],
    "dominosa:0011/2022/0212": [
        "board: found the number 1 3 times; expected 4",
        "board: found the number 2 5 times; expected 4",
    ],
    "tents:1_0_1": [
        "rows: found nothing; expected a clue for each, ? for none",
        "board: found nothing; expected the rows of a grid",
    ],
}


@looped("text", WRONG)
def test_what_is_wrong_with_a_line(text):
    with pytest.raises(InputError) as caught:
        assert accord.load(text).model
    assert [fault.partition(": ")[2] for fault in caught.value.faults] == WRONG[text]
    assert all(len(fault) < 400 for fault in caught.value.faults)


BLOCKS = """family tents
puzzle a
3 3
1 0 1
1 0 1
x - -
- x
- - -
end
puzzle b
3 3
1 0 1
1 0 1
x - -
- x -
end
puzzle c
3 3 4
1 0 1
1 0 1
x - -
- x -
- - -
end
family star-battle
puzzle d
2 2
1 1
2 2
solution
2 2
- 7
- -
end
puzzle e
2 2 0
1 1
2 2
end
puzzle f
2 2 1
1 1
2 2
solution
2 2
x -
- -
end
"""


def test_what_is_wrong_with_blocks_has_its_line():
    found = dict(blocks.puzzles(BytesIO(BLOCKS.encode())))
    assert {name: each.faults for name, each in found.items() if isinstance(each, InputError)} == {
        "a": ["<stream>:7: a: board[2]: found 2 cells; expected 3"],
        "b": ["<stream>:16: b: board[3]: found the end of the problem; expected a line more"],
        "c": ["<stream>:18: c: sizes: found 4 behind the numbers; expected no number more"],
        "d": ["<stream>:32: d: solution[1]: found '7'; expected x or -"],
        "e": ["<stream>:36: e: stars: found '0'; expected 1 to 99"],
    }
    assert found["f"].stated == (("x", "-"), ("-", "-"))


def test_what_a_model_file_says_wrong_has_its_line(tmp_path):
    path = tmp_path / "some.toml"
    path.write_text(
        'family = "tents"\ntitle = "t"\ncolumns = [1, 0, 1]\nrows = [1, 7, 1]\n'
        'board = """\nx..\n.x.\n..k\n"""\n'
    )
    with pytest.raises(InputError) as caught:
        assert accord.load(path).model
    assert [fault.removeprefix(f"{path}:") for fault in caught.value.faults] == [
        "4: rows[2]: found '7'; expected 0 to 3, or ? for none",
        "8: board[3]: found 'k' in column 3; expected x (a tree), - for none",
    ]


@pytest.mark.parametrize("walls", ["x", "-", "2"])
def test_what_a_solution_has_where_nothing_is_asked_is_as_in_the_file(walls):
    text = f"family akari\npuzzle a\n2 2\n2 -\n- -\nsolution\n2 2\n{walls} o\no -\nend\n"
    ((_, puzzle),) = blocks.puzzles(BytesIO(text.encode()))
    outcome = accord.unique(accord.load("akari:2./.."))
    stated = puzzle.record.texts.block.solution
    found = {stated.rows(puzzle, solution.options) for solution in outcome.solutions}
    assert {row[0][0] for row in found} == {walls}
    chosen, closed = stated.options(puzzle, puzzle.stated)
    assert len(chosen) + len(closed) == 3


def test_a_board_of_one_column_and_long_words_is_read_back():
    record = accord.load("star-battle:1/2").record
    spec = record.spec(regions=("10 ", "11 "))
    assert record.texts.emit(spec) == "10_/11_"
    assert record.texts.parse("10_/11_") == spec


def test_rectangles_have_the_names_of_the_file_or_are_numbered_by_columns():
    puzzle = Instance("cut", (2, 3), {})
    known = {"r1c1-r1c2": True, "r1c3-r2c3": True, "r2c1-r2c2": True, "r1c1-r2c1": False}
    solution = Rectangles()
    assert solution.rows(puzzle, known, ()) == (("1", "1", "3"), ("2", "2", "3"))
    stated = (("7", "7", "0"), ("12", "12", "0"))
    assert solution.rows(puzzle, known, stated) == stated
    assert solution.rows(puzzle, known, (("7", "7", "0"), ("7", "7", "0"))) != stated
    assert solution.rows(puzzle, known, (("1", "2", "3"), ("4", "4", "3")))[0] == ("1", "1", "3")
    variables = {name: {True: n, False: None} for n, name in enumerate(known)}
    assert [*solution.says(puzzle, variables, stated)] == [
        ("r1c1-r1c2", True), ("r1c3-r2c3", True), ("r2c1-r2c2", True),
    ]  # fmt: skip
    with pytest.raises(UsageError, match="region 7: found what can be no rectangle, at r1c1"):
        [*solution.says(puzzle, variables, (("7", "7", "0"), ("7", "0", "0")))]


def test_a_puzzle_is_read_and_modelled_once_whatever_is_asked_of_it(monkeypatch):
    """Until it is dropped, however many others come between; an equal one is another puzzle."""
    made = []
    for name in ("_read", "Instance"):
        own = getattr(kind, name)
        monkeypatch.setattr(kind, name, lambda *given, own=own, name=name: made.append(name) or own(*given))
    puzzles = [accord.load("akari:2./..") for _ in range(40)]
    text = "family akari\npuzzle a\n2 2\n2 -\n- -\nsolution\n2 2\nx o\no -\nend\n"
    puzzles += dict(blocks.puzzles(BytesIO(text.encode()))).values()
    problems = [kind.problem(puzzle.record.made.model.args[0], puzzle.spec) for puzzle in puzzles]
    for puzzle, problem in zip(puzzles, problems, strict=True):
        (solution,) = accord.unique(puzzle).solutions
        assert puzzle.picture(solution) != puzzle.picture()
        assert puzzle.record.texts.emit(puzzle.spec) == "2./.."
        assert puzzle.spec == puzzles[0].spec
        assert kind.problem(puzzle.record.made.model.args[0], puzzle.spec) is problem
    assert made == ["_read", "Instance"] * 41


@pytest.mark.parametrize(
    "text", ["norinori:1111222233334444/", "yin-yang:b......................../", "akari:" + "." * 15]
)
def test_a_board_of_one_row_is_read_if_that_is_stated_or_clear(text):
    puzzle = accord.load(text)
    family, _, given = text.partition(":")
    assert puzzle.record.texts.emit(puzzle.spec) == given
    assert accord.count(accord.load(f"{family}:{puzzle.record.texts.emit(puzzle.spec)}")).count >= 0


def test_a_number_on_a_board_of_one_cell_is_a_fault_in_words():
    with pytest.raises(InputError, match="found 2; expected no number on a board of one cell"):
        accord.load("nurimisaki:2")
