"""What drawing small puzzles needs: regions, dominoes, clues that are kept, and an answer to take clues
from.
"""

from kinds.blocks import Block, cells, sides


class Seen:
    """A puzzle while it is made, as its referee reads it."""

    def __init__(self, kind, sizes, lines, letters=()):
        self.block = Block(kind, sizes, [[str(sign) for sign in line] for line in lines], None, letters)

    def answer(self, solutions, draw):
        """A random solution, None if there is none."""
        return next(solutions(self.block, draw), None)


def joined_regions(draw, rows, columns, count, largest=None):
    """A board cut into joined regions, as a grid of names: so many, or more to keep them small."""
    names = {cell: str(at) for at, cell in enumerate(draw.sample(cells(rows, columns), count), 1)}
    while free := [cell for cell in cells(rows, columns) if cell not in names]:
        grown = [
            (cell, names[other])
            for cell in free
            for other in sides(cell)
            if other in names and list(names.values()).count(names[other]) < (largest or rows * columns)
        ]
        cell, name = draw.choice(grown) if grown else (free[0], str(len(set(names.values())) + 1))
        names[cell] = name
    return [[names[row, column] for column in range(columns)] for row in range(rows)]


def in_one_piece(some):
    """Whether each of some cells can be reached from the first, over sides."""
    found = [some[0]]
    for cell in found:  # grows while it is walked
        found += [other for other in sides(cell) if other in some and other not in found]
    return len(found) == len(some)


def paved(draw, rows, columns):
    """Dominoes on a board, in random order, until none has room; all of it where that came out."""
    for _ in range(200):
        free, found = set(cells(rows, columns)), []
        while free:
            # the cell with the fewest free neighbours first, or holes would be many
            cell = min(
                sorted(free), key=lambda one: (sum(other in free for other in sides(one)), draw.random())
            )
            near = [other for other in sides(cell) if other in free]
            free.discard(cell)
            if near:
                found.append([cell, draw.choice(near)])
                free.discard(found[-1][1])
        if len(found) == rows * columns // 2:
            break
    draw.shuffle(found)
    return found


def off_by_one(draw, number, often=0.06):
    """A number, now and then another: of such clues some puzzles have no solution. None becomes 0 or less."""
    return number + draw.choice((-1, 1)) * (draw.random() < often and number > 1)


def some_clues(draw, numbers, often=0.8, off=0.05):
    """Clues at a side: most of the numbers, `-` for those left out."""
    return [str(off_by_one(draw, int(n), off)) if draw.random() < often else "-" for n in numbers]


def counted(board, some, sign):
    """How many of some cells have a sign; cells beyond the board have none."""
    if isinstance(board, dict):
        return sum(board.get(cell) == sign for cell in some)
    return sum(
        0 <= row < len(board) and 0 <= column < len(board[0]) and board[row][column] == sign
        for row, column in some
    )


def named_in_order(solution):
    """A grid of names with 1, 2, 3 for them, as they come in reading order."""
    names = {}
    for line in solution:
        for sign in line:
            names.setdefault(sign, str(len(names) + 1))
    return [[names[sign] for sign in line] for line in solution]


def changed(draw, asked, solution, times):
    """A solution with one cell changed, or with two cells swapped."""
    signs = sorted({sign for row in solution for sign in row})
    for _ in range(times):
        other = [list(row) for row in solution]
        (row, column), (down, right) = draw.choices(asked.cells, k=2)
        if draw.random() < 0.5 and len(signs) > 1:
            other[row][column] = draw.choice([sign for sign in signs if sign != other[row][column]])
        else:
            other[row][column], other[down][right] = other[down][right], other[row][column]
        yield other
