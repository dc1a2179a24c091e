"""Shakashaka: some white cells become half black, along a diagonal. All white parts are then rectangles,
upright or on a corner, and a number says how many of the cells at its sides are half black.

Source: Guten, Nikoli "Shakashaka". The text: rows, columns; a grid of walls: `x` or a number. Solutions:
`-` a white cell; nw, ne, se, sw a half black one, by the corner that is black. No reading differs.
"""

from random import Random

from kinds.blocks import cells, place, sides, text
from kinds.making import Seen, off_by_one
from kinds.row import Row, blank

READINGS = {}
SIGNS = ("-", "nw", "ne", "se", "sw")
QUARTERS = "news"  # of a cell: the triangles at its four sides
MIDDLE = {"n": (-1, 0), "e": (0, 1), "w": (0, -1), "s": (1, 0)}
ENDS = {"n": ((0, 0), (0, 2)), "e": ((0, 2), (2, 2)), "w": ((0, 0), (2, 0)), "s": ((2, 0), (2, 2))}


def plain(block, solution):
    """A wall is as the puzzle has it."""
    walls = {(r, c): sign for r, line in enumerate(block.lines) for c, sign in enumerate(line) if sign != "-"}
    return [[walls.get((r, c), sign) for c, sign in enumerate(line)] for r, line in enumerate(solution)]


def choices(block):
    return {(r, c): SIGNS if block.lines[r][c] == "-" else (block.lines[r][c],) for r, c in block.cells}


def white(sign, quarter):
    return sign == "-" or (sign in SIGNS and quarter not in sign)


def parts(board):
    """The white parts, as quarters of cells, and whether a cell that is not filled is beside each."""
    left = {(cell, q) for cell, sign in board.items() if sign for q in QUARTERS if white(sign, q)}
    while left:
        found, is_open = [left.pop()], False
        for (row, column), quarter in found:  # grows while it is walked
            down, right = MIDDLE[quarter]
            other = (row + down, column + right)
            is_open |= other in board and not board[other]
            within = [q for q in QUARTERS if q != quarter and {q, quarter} not in ({"n", "s"}, {"e", "w"})]
            near = [((row, column), q) for q in within]
            near.append((other, {"n": "s", "s": "n", "e": "w", "w": "e"}[quarter]))
            near = [each for each in near if each in left]
            left.difference_update(near)
            found += near
        yield found, is_open


def is_rectangle(part):
    """Whether a part fills the least rectangle around it, upright or turned by half a right angle."""
    points = [(1 + 2 * row, 1 + 2 * column) for (row, column), _ in part]
    points += [(2 * r + down, 2 * c + right) for (r, c), quarter in part for down, right in ENDS[quarter]]
    turned = [(row + column, row - column) for row, column in points]
    for some, unit in ((points, 1), (turned, 2)):
        high, wide = (max(line) - min(line) for line in zip(*some, strict=True))
        if high * wide == len(part) * unit:
            return True
    return False


def beside(board, cell):
    return sum(board.get(other) in SIGNS[1:] for other in sides(cell))


def broken(block, solution):
    rows, columns = block.sizes
    if len(solution) != rows or any(len(row) != columns for row in solution):
        return f"the board is not {rows} rows of {columns} cells"
    solution = plain(block, solution)
    board = {(row, column): solution[row][column] for row, column in block.cells}
    for cell, allowed in choices(block).items():
        if board[cell] not in allowed:
            return f"{place(cell)} is {board[cell]}, but may be {' or '.join(allowed)}"
    for cell, sign in board.items():
        if sign.isdigit() and beside(board, cell) != int(sign):
            return f"not {sign} cells beside {place(cell)} are half black"
    for part, _ in parts(board):
        if not is_rectangle(part):
            return f"the white part at {place(min(part)[0])} is no rectangle"
    return None


def solutions(block, draw=None):
    allowed = {cell: list(signs) for cell, signs in choices(block).items()}
    if draw:
        for signs in allowed.values():
            draw.shuffle(signs)
    board = {cell: signs[0] if len(signs) == 1 else "" for cell, signs in allowed.items()}
    rows, columns = block.sizes
    for _ in filled([cell for cell in board if not board[cell]], board, allowed):
        found = [[board[row, column] for column in range(columns)] for row in range(rows)]
        if broken(block, found) is None:
            yield found


def filled(free, board, allowed):
    """Fill the board in all ways in turn; a part without an unfilled cell beside it has to be a rectangle."""
    if all(is_open or is_rectangle(part) for part, is_open in parts(board)):
        if not free:
            yield
        for sign in allowed[free[0]] if free else ():
            board[free[0]] = sign
            yield from filled(free[1:], board, allowed)
        for cell in free[:1]:
            board[cell] = ""


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (2, 4), (3, 3), (3, 4)))
    for _ in range(4):  # not all walls leave a solution
        grid = [["x"] * columns for _ in range(rows)]
        for row, column in draw.sample(cells(rows, columns), 6):
            grid[row][column] = "-"
        puzzle = Seen("shakashaka", [rows, columns], grid)
        answer = puzzle.answer(solutions, draw)
        if answer:
            break
    puzzle = puzzle.block
    board = {(row, column): answer[row][column] if answer else "-" for row, column in puzzle.cells}
    few = draw.choice((0.4, 0.8))
    for row, column in puzzle.cells:
        if grid[row][column] == "x" and draw.random() < few:
            grid[row][column] = str(min(4, off_by_one(draw, beside(board, (row, column)), 0.15)))
    return text("shakashaka", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("..../..x1/..../.x..", "../..", "0../..."),
    half_made=("......./......./..x..../......./......./......./.......", "cpsat", 11475),
    planted=("rules", "of[other] != WHITE", "of[other] == WHITE"),
    large=("search", {"board": blank(60)}),
    without="0",
    words=lambda make: {"board": make.grid("-", (0, 4), "x")},
)
