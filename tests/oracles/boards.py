"""The slow checkers of puzzles on boards: what their rules allow, by trying everything there is."""

from functools import lru_cache
from itertools import product

from accord.families.sudoku.model import layout


@lru_cache
def sudoku_grids(spec):
    """All solutions as lines: cell by cell, each digit that its row, column, box and diagonals lack."""
    found = layout(spec)
    size, box, given = found.shape.size, found.shape.box.tolist(), found.givens.tolist()
    board = [[0] * size for _ in range(size)]
    done = []

    def allowed(r, c, d):
        for r2, c2 in ((r2, c2) for r2 in range(size) for c2 in range(size)):
            if board[r2][c2] == d and (
                r2 == r
                or c2 == c
                or box[r2][c2] == box[r][c]
                or (spec.diagonals and r2 == c2 and r == c)
                or (spec.diagonals and r2 + c2 == r + c == size - 1)
            ):
                return False
        return True

    def fill(cell):
        if cell == size * size:
            done.append("".join(str(d) for row in board for d in row))
            return
        r, c = divmod(cell, size)
        for d in [given[r][c]] if given[r][c] else range(1, size + 1):
            if allowed(r, c, d):
                board[r][c] = d
                fill(cell + 1)
                board[r][c] = 0

    fill(0)
    return set(done)


def chains(board):
    """The cells of each thermometer from its bulb, read from the picture by walking it."""
    ahead = {">": (0, 1), "v": (1, 0), "<": (0, -1), "^": (-1, 0)}
    sign_at = {(r, c): sign for r, row in enumerate(board) for c, sign in enumerate(row)}
    found = []
    for place in [place for place, sign in sign_at.items() if sign == "o"]:
        chain = [place]
        while True:
            r, c = chain[-1]
            following = [
                (r + d, c + e) for sign, (d, e) in ahead.items() if sign_at.get((r + d, c + e)) == sign
            ]
            if not following:
                break
            chain += following
        found.append(chain)
    return found


def thermometer_fillings(spec):
    """Every set of full cells that the rule allows: every level of every thermometer, tried one by one."""
    every = chains(spec.board)
    found = set()
    for levels in product(*(range(len(chain) + 1) for chain in every)):
        full = {place for chain, level in zip(every, levels, strict=True) for place in chain[:level]}
        sums = [sum(c == i for _, c in full) for i in range(len(spec.columns))]
        sums += [sum(r == i for r, _ in full) for i in range(len(spec.rows))]
        clues = (*spec.columns, *spec.rows)
        if all(clue in (total, "?", "-") for clue, total in zip(clues, sums, strict=True)):
            found.add(frozenset(full))
    return found


def shown_by(cells):
    """The runs of a line, counted cell by cell."""
    return [len(run) for run in "".join("#" if ink else " " for ink in cells).split()]


def nonogram_pictures(spec):
    """Every picture that shows the runs, of all there are."""
    height, width = len(spec.rows), len(spec.columns)
    found = set()
    for ink in product((False, True), repeat=height * width):
        board = [ink[width * r : width * r + width] for r in range(height)]
        lines = zip((*spec.rows, *spec.columns), (*board, *zip(*board, strict=True)), strict=True)
        if all(runs == "?" or [run for run in runs if run] == shown_by(line) for runs, line in lines):
            found.add(ink)
    return found


def water_may_stand(tank, water, reading):
    """Whether water may stand like this, straight from the reading's words."""
    height, width = tank.shape
    cells = list(product(range(height), range(width)))

    def neighbours(cell, steps):
        for down, right in steps:
            other = (cell[0] + down, cell[1] + right)
            if 0 <= other[0] < height and 0 <= other[1] < width and tank[other] == tank[cell]:
                yield other

    if reading == "region":
        top = {t: min((r for r, c in water if tank[r, c] == t), default=height) for t in set(tank.flat)}
        return all((cell in water) == (cell[0] >= top[tank[cell]]) for cell in cells)
    beside_and_below = ((0, -1), (0, 1), (1, 0))
    if not all(other in water for cell in water for other in neighbours(cell, beside_and_below)):
        return False
    if reading == "adjacent":
        return True
    left = set(water)  # one pool after the other: no air above a cell that lies below the pool's surface
    while left:
        pool, new = set(), [left.pop()]
        while new:
            pool.add(cell := new.pop())
            found = [o for o in neighbours(cell, (*beside_and_below, (-1, 0))) if o in left]
            left -= set(found)
            new += found
        surface = min(row for row, _ in pool)
        for cell in pool:
            if cell[0] > surface and any(above not in water for above in neighbours(cell, ((-1, 0),))):
                return False
    return True
