"""Kakuro: digits 1 to 9 are put into the cells, so that the cells of each run add up to the number before
it, and no digit is twice in a run.

Source: Nikoli, "Kakuro" (Kasan Kurosu). The text: rows, columns; a grid with `0` for a cell, and for blocks
`-` or `down,across`, the sums of the runs that begin below and to the right, either of which may be
missing: a run without a sum only has different digits. Solutions: digits, `-` at blocks. Reading
`repeated`: a run may repeat a digit.
"""

from random import Random

from kinds.blocks import place, runs, text
from kinds.making import Seen, off_by_one
from kinds.referee import Rule, different, referee
from kinds.row import Row, crossword

READINGS = {"repeated": {"digits": "repeated"}}


def empty(block):
    return [(row, column) for row, column in block.cells if block.lines[row][column] == "0"]


def choices(block):
    some = set(empty(block))
    return {cell: tuple("123456789") if cell in some else ("-",) for cell in block.cells}


def rules(block, repeated=False):
    for run in runs(empty(block)):
        (row, column), down = run[0], len(run) > 1 and run[0][1] == run[1][1]
        if len(run) > 1:
            called = f"the run {'down' if down else 'across'} from {place(run[0])}"
            if not repeated:
                yield from different(f"{called} repeats a digit", run)
    for row, column in block.cells:
        for down, right, sign in clues(block.lines[row][column]):
            run = run_from(block, row + down, column + right, down, right)
            called = f"the run {'down' if down else 'across'} from {place((row + down, column + right))}"
            words = f"{called} does not add up to {sign}"
            yield Rule(words, run, lambda signs, total=int(sign): sum(map(int, signs)) == total)


def clues(sign):
    """The sums of a block: down or across, and how much."""
    if "," in sign:
        for step, clue in zip(((1, 0), (0, 1)), sign.split(","), strict=True):
            if clue:
                yield *step, clue


def run_from(block, row, column, down, right):
    run = []
    while (row, column) in block.cells and block.lines[row][column] == "0":
        run.append((row, column))
        row, column = row + down, column + right
    return run


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((3, 3), (3, 4), (4, 3), (4, 4)))
    grid = [
        ["0" if row and column and draw.random() < 0.75 else "-" for column in range(columns)]
        for row in range(rows)
    ]
    answer = Seen("kakuro", [rows, columns], grid).answer(solutions, draw)
    board = Seen("kakuro", [rows, columns], grid).block
    for row, column in board.cells:
        if grid[row][column] != "0":
            sums = []
            for down, right in ((1, 0), (0, 1)):
                run = run_from(board, row + down, column + right, down, right)
                total = sum(int(answer[r][c]) for r, c in run)
                low = (
                    draw.random() < 0.9 and run
                )  # few are left out, or there would be thousands of solutions
                sums.append(str(off_by_one(draw, total)) if low else "")
            grid[row][column] = ",".join(sums) if any(sums) else "-"
    return text("kakuro", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("-_4,_6,/,3_0_0/,7_0_0", "-_5,_5,/,5_0_0/,5_0_0", "-_3,_3,/,4_0_0/,4_0_0"),
    planted=("pencil.sums:add_up", "if not repeated:", "if len(line) > 2:"),
    large=("search", {"board": crossword(40)}),
    without="3",
    symmetric=True,
    words=lambda make: {"board": make.sums()},
)
