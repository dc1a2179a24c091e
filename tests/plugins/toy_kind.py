"""A page: find the cells with a mine, by numbers of mines around. A row of the table makes it a family."""

from accord.pencil import Board, Flags, Kind, at, family, making, total


def rules(puzzle):
    """A truth for each cell without a number."""
    p = puzzle.problem()
    mine = puzzle.flags(p, [cell for cell in puzzle.cells if cell not in puzzle["board"]])
    for cell, clue in puzzle["board"].items():
        around = [mine[other] for other in puzzle.around(cell) if other in mine]
        p.add(total(around) == clue, words=f"the {clue} at {at(cell)}")
    return p


def make(dice, size, *, share=0.2):
    """Mines in some cells, and numbers in all others.

    Args:
        dice: random numbers.
        size: rows and columns.
        share: of cells with a mine.
    """
    board = [(row, column) for row in range(size[0]) for column in range(size[1])]
    mines = {cell for cell in board if dice.random() < share}
    near = {
        (r, c): sum(max(abs(r - row), abs(c - column)) == 1 for row, column in mines)
        for r, c in board
        if (r, c) not in mines
    }
    return {"board": making.grid(near, size)}


KIND = Kind(
    name="mines",
    rule="Find the cells with a mine. A number is how many mines are around it.",
    source="as in the game of that name",
    parts=(Board("board", "numbers, and . for cells", numbers=(0, 8)),),
    solution=Flags("mine", word="x", sign="*"),
    rules=rules,
    make=make,
    example="1.1/..2/.2.",
)
RECORD = family(KIND)
