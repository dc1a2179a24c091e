"""Tents: a tent is put at a side of each tree, so that trees and tents make pairs, each of a tree and a
tent at one of its sides. Tents do not touch, not even by a corner; the number at a column or row counts its
tents.

Source: Léon Balmaekers 1989; in these words Tatham's "Tents". The text: rows, columns; the numbers of the
columns, those of the rows (`-` where there is none); a grid with `x` for a tree. Solutions: `o` a tent, `x`
a tree (or `-`). A solution is where the tents are: one way to pair them is enough, and several are still
one solution. A tent may be beside other trees as well.
"""

from random import Random

from kinds.blocks import around, cells, lines_of, place, sides, text
from kinds.making import counted, some_clues
from kinds.referee import Rule, referee
from kinds.row import Row

READINGS = {}


def plain(block, solution):
    """With the trees as the puzzle has them, also where a solution only has the tents."""
    return [
        [given if given == "x" and sign == "-" else sign for sign, given in zip(*both, strict=True)]
        for both in zip(solution, block.lines[2:], strict=True)
    ]


def choices(block):
    grid = block.lines[2:]
    return {(row, column): ("x",) if grid[row][column] == "x" else ("-", "o") for row, column in block.cells}


def rules(block):
    rows, columns = block.sizes
    numbers = block.lines[1] + block.lines[0]
    for (called, some), number in zip(lines_of(rows, columns), numbers, strict=True):
        if number != "-":
            words = f"{called} has not {number} tents"
            yield Rule(words, some, lambda signs, tents=int(number): signs.count("o") == tents)
    for cell in block.cells:
        for other in around(cell):
            if cell < other and other in block.cells:
                words = f"the tents at {place(cell)} and {place(other)} touch"
                yield Rule(words, [cell, other], lambda signs: signs != ["o", "o"])
        some = [other for other in sides(cell) if other in block.cells]
        words = f"the tent at {place(cell)} has no tree at its sides"
        yield Rule(words, [cell, *some], lambda signs: signs[0] != "o" or "x" in signs)
        words = f"the tree at {place(cell)} has no tent at its sides"
        yield Rule(words, [cell, *some], lambda signs: signs[0] != "x" or "o" in signs)
    yield Rule(
        "trees and tents do not make pairs",
        block.cells,
        lambda signs: paired(dict(zip(block.cells, signs, strict=True))),
    )


def paired(board):
    """Whether each tree can have a tent of its own at a side, with no tent left over."""
    trees = [cell for cell, sign in board.items() if sign == "x"]
    tree_of = {}

    def find(tree, tried):
        for tent in sides(tree):
            if board.get(tent) == "o" and tent not in tried:
                tried.add(tent)
                if tent not in tree_of or find(tree_of[tent], tried):
                    tree_of[tent] = tree
                    return True
        return False

    return all(find(tree, set()) for tree in trees) and len(trees) == list(board.values()).count("o")


broken, solutions, plain = referee(choices, rules, plain)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((3, 4), (4, 4), (4, 5), (5, 5)))
    board = dict.fromkeys(cells(rows, columns), "-")
    for cell in draw.sample(list(board), len(board)):
        free = [one for one in sides(cell) if board.get(one) == "-"]
        alone = not counted(board, around(cell), "o")
        if board[cell] == "-" and free and alone and draw.random() < 0.8:
            board[cell], board[draw.choice(free)] = "o", "x"
    lines = lines_of(rows, columns)
    tents = [str([board[cell] for cell in some].count("o")) for _, some in lines]
    tents = some_clues(draw, tents, draw.choice((0.5, 0.7, 1, 1)))
    grid = [["x" if board[row, c] == "x" else "-" for c in range(columns)] for row in range(rows)]
    return text("tents", f"small-{seed}", [rows, columns], [tents[rows:], tents[:rows], *grid])


ROW = Row(
    texts=("0_2_0_1;1_1_1_0;x..x/..../..x./....", "-_-_-;-_-_-;.../.x./...", "0_0_0;0_0_0;.../.x./..."),
    planted=("rules", "for ring in rings(beside)", "for ring in ()"),
    large=(
        "search",
        {"columns": ["?"] * 60, "rows": ["?"] * 60, "board": "\n".join(["x..." * 15, "." * 60] * 30)},
    ),
    without="0",
    also=(  # rings of trees: around them, trees and tents make pairs in two ways
        "3 3/- - -/- - -/- x -/x - x/- x -",
        "5 5/- - - - -/- - - - -/- x - x -/x - - - x/- - - - -/x - - - x/- x - x -",
    ),
    words=lambda make: {
        "columns": make.clues(make.wide, 99, known=make.game),
        "rows": make.clues(make.high, 99, known=make.game),
        "board": make.grid(*"-x"),
    },
)
