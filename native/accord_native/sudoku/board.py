"""The board of the 9x9 sudoku kernels: nine digits beside each other, each as three words of 27 cells.

A board has for each digit and each band (three rows) a word with a bit for each cell where the digit may
still stand: bit 9 * row + column of the band's 27 cells. The nine digits are the lanes of loops in which all
is bitwise, so that a compiler makes vector instructions of them. `settle` removes what cannot be:

- a cell with a single digit left removes this from the rest of its row; two such cells in a row clash (in a
  column or a box they do by what follows);
- three by three *minirows* (a row's cells in a box) of a digit in a band: it stands in three of them, one in
  each row and one in each box. A minirow is kept if the two rows and the two boxes beside it can be matched.
  That is all that rows and boxes of a band can say of each other: pointing, claiming, hidden boxes;
- three by three *columns* of a digit in a stack, in the same way: one in each band;
- a row with one minirow left that has one cell left, and a column with one band left that has one cell left,
  are hidden singles: the cell loses all other digits.

Matchings of nine bits are found for all nine 3x3 matrices of a digit at once, packed into one word:

    m    bit 9 * row + 3 * box + band        minirows: box is what turns within a group of nine
    p    bit 9 * band + 3 * stack + column   columns: column turns within a group of three

    name     shape           dtype   meaning
    -------  --------------  ------  ---------------------------------------------------------------------
    board    LEVELS, WIDTH   uint32  row 0 is the board under way, at band * LANES + digit - 1; behind BOARD
                                     are cells found as hidden singles. Row l > 0 waits to be tried
    LANES                    16      digits 0..8 and empty lanes, so that vectors are full

`choose` takes one of the cells with the fewest digits, two if there are any, and of these the one that
sees most others of them: there the most is decided at once. On 17-clue puzzles this halves the guesses
against any such cell.

The idea of bands and bit-sliced counting is common ground of fast solvers (T. Dillon's tdoku, M. Dobrichev's
fsss2); matching packed 3x3 matrices by rotations instead of by tables is ours.

Example: a digit has cells in the minirows 100 of a band's first row (box 1 first), and 111 of the other two.
The matching leaves 100, 011, 011.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.jit import jit
from accord_native.sudoku.layout import BOARD, CONTRADICTION, LANES, OPEN, SOLVED, WIDTH, Board, Half

NONE, ONE = np.uint32(0), np.uint32(1)
B1, B2, B3, B6, B9, B18, B27 = (np.uint32(n) for n in (1, 2, 3, 6, 9, 18, 27))  # shifts
ALL = np.uint32((1 << 27) - 1)
ROW = np.uint32(0o777)  # the first nine bits
FIRST, LAST = np.uint32(0o111111111), np.uint32(0o444444444)  # of each group of three
FIRST_TWO, LAST_TWO = np.uint32(0o333333333), np.uint32(0o666666666)
LEFT, RIGHT = np.uint32(0o007007007), np.uint32(0o700700700)  # group of each nine
LEFT_TWO, RIGHT_TWO = np.uint32(0o077077077), np.uint32(0o770770770)

COLUMN = np.array([0o1001001 << cell % 9 for cell in range(27)], np.uint32)  # within a band
BESIDE = np.array([0o777 << cell // 9 * 9 | 0o7007007 << cell % 9 // 3 * 3 for cell in range(27)], np.uint32)


# numba makes 64 bits of a sum of 32-bit words, and halves the lanes of a vector: hence every `Half`


@register_jitable
def _minirows(x: Half) -> Half:
    """The first bit of each minirow: whether it has a cell."""
    return Half(Half(x | Half(x >> B1) | Half(x >> B2)) & FIRST)


@register_jitable
def _minirows_filled(x: Half) -> Half:
    """From the first bit of each minirow, all three."""
    return Half(Half(x << B3) - x)


@register_jitable
def _columns(x: Half) -> Half:
    """Nine bits: whether a column has a cell in the band."""
    return Half(Half(x | Half(x >> B9) | Half(x >> B18)) & ROW)


@register_jitable
def _columns_filled(x: Half) -> Half:
    return Half(x | Half(x << B9) | Half(x << B18))


@register_jitable
def _pack(x: Half, y: Half, z: Half, shift: Half) -> Half:
    return Half(x | Half(y << shift) | Half(z << Half(shift + shift)))


@register_jitable
def _boxes_turned(m: Half) -> tuple[Half, Half]:
    """Each minirow from the next box, and from the one after; likewise the next three."""
    one = Half(Half(Half(m >> B3) & LEFT_TWO) | Half(Half(m << B6) & RIGHT))
    two = Half(Half(Half(m >> B6) & LEFT) | Half(Half(m << B3) & RIGHT_TWO))
    return one, two


@register_jitable
def _columns_turned(p: Half) -> tuple[Half, Half]:
    one = Half(Half(Half(p >> B1) & FIRST_TWO) | Half(Half(p << B2) & LAST))
    two = Half(Half(Half(p >> B2) & FIRST) | Half(Half(p << B1) & LAST_TWO))
    return one, two


@register_jitable
def _rows_turned(x: Half) -> tuple[Half, Half]:
    """From the next group of nine, and from the one after; bits above the 27th mean nothing."""
    return Half(Half(x >> B9) | Half(x << B18)), Half(Half(x >> B18) | Half(x << B9))


@register_jitable
def _match(x: Half, one: Half, two: Half) -> Half:
    """The bits of 3x3 matrices beside which the other two rows and columns can be matched."""
    one_next, one_after = _rows_turned(one)
    two_next, two_after = _rows_turned(two)
    return Half(x & Half(Half(one_next & two_after) | Half(one_after & two_next)))


@register_jitable
def _once(x: Half, y: Half, z: Half) -> Half:
    return Half(Half(x ^ y ^ z) & ~Half(x & y & z))


@register_jitable
def _twice(x: Half, y: Half, z: Half) -> Half:
    return Half(Half(x & y) | Half(z & Half(x | y)))


@register_jitable
def _alone_in_row(x: Half, rows: Half) -> Half:
    """The cells that are alone in a minirow which is alone in its row (`rows`)."""
    return _minirows_filled(Half(rows & _once(x, Half(x >> B1), Half(x >> B2)) & FIRST))


@register_jitable
def _alone_in_column(x: Half, columns: Half) -> Half:
    return _columns_filled(Half(columns & _once(x, Half(x >> B9), Half(x >> B18)) & ROW))


@jit()
def settle(board: Board) -> np.uint64:
    """Remove what cannot be, until nothing changes; CONTRADICTION, OPEN or SOLVED."""
    while True:
        one0 = one1 = one2 = two0 = two1 = two2 = NONE  # cells with a digit, with two digits, of each band
        for d in range(9):
            x0, x1, x2 = board[0, d], board[0, d + LANES], board[0, d + 2 * LANES]
            two0, one0 = Half(two0 | Half(one0 & x0)), Half(one0 | x0)
            two1, one1 = Half(two1 | Half(one1 & x1)), Half(one1 | x1)
            two2, one2 = Half(two2 | Half(one2 & x2)), Half(one2 | x2)
        if Half(one0 & one1 & one2) != ALL:
            return CONTRADICTION
        only0, only1, only2 = Half(ALL & ~two0), Half(ALL & ~two1), Half(ALL & ~two2)
        single0 = single1 = single2 = changed = clash = NONE
        filled = ~NONE
        for d in range(LANES):
            y0, y1, y2 = board[0, d], board[0, d + LANES], board[0, d + 2 * LANES]
            # rows in which a cell has only this digit
            s0, s1, s2 = Half(y0 & only0), Half(y1 & only1), Half(y2 & only2)
            clash = Half(
                clash
                | Half(
                    Half(
                        _twice(s0, Half(s0 >> B1), Half(s0 >> B2))
                        | _twice(s1, Half(s1 >> B1), Half(s1 >> B2))
                        | _twice(s2, Half(s2 >> B1), Half(s2 >> B2))
                    )
                    & FIRST
                )
            )
            m = _pack(_minirows(s0), _minirows(s1), _minirows(s2), B1)
            clash = Half(clash | Half(_twice(m, Half(m >> B3), Half(m >> B6)) & LEFT))
            m = Half(Half(m | Half(m >> B3) | Half(m >> B6)) & LEFT)
            m = Half(m | Half(m << B3) | Half(m << B6))
            x0 = Half(y0 & Half(s0 | ~_minirows_filled(Half(m & FIRST))))
            x1 = Half(y1 & Half(s1 | ~_minirows_filled(Half(Half(m >> B1) & FIRST))))
            x2 = Half(y2 & Half(s2 | ~_minirows_filled(Half(Half(m >> B2) & FIRST))))
            # minirows
            m = _pack(_minirows(x0), _minirows(x1), _minirows(x2), B1)
            one, two = _boxes_turned(m)
            m = _match(m, one, two)
            x0 = Half(x0 & _minirows_filled(Half(m & FIRST)))
            x1 = Half(x1 & _minirows_filled(Half(Half(m >> B1) & FIRST)))
            x2 = Half(x2 & _minirows_filled(Half(Half(m >> B2) & FIRST)))
            # columns
            p = _pack(_columns(x0), _columns(x1), _columns(x2), B9)
            one, two = _columns_turned(p)
            p = _match(p, one, two)
            x0 = Half(x0 & _columns_filled(Half(p & ROW)))
            x1 = Half(x1 & _columns_filled(Half(Half(p >> B9) & ROW)))
            x2 = Half(x2 & _columns_filled(Half(Half(p >> B18) & ROW)))
            # hidden singles
            one, two = _boxes_turned(m)
            m = Half(m & ~Half(one | two))
            one, two = _rows_turned(p)
            p = Half(p & ~Half(one | two))
            s0 = Half(x0 & Half(_alone_in_row(x0, m) | _alone_in_column(x0, p)))
            s1 = Half(x1 & Half(_alone_in_row(x1, Half(m >> B1)) | _alone_in_column(x1, Half(p >> B9))))
            s2 = Half(x2 & Half(_alone_in_row(x2, Half(m >> B2)) | _alone_in_column(x2, Half(p >> B18))))
            single0, single1, single2 = Half(single0 | s0), Half(single1 | s1), Half(single2 | s2)
            changed = Half(changed | Half(Half(y0 ^ x0) | Half(y1 ^ x1) | Half(y2 ^ x2)))
            board[0, d], board[0, d + LANES], board[0, d + 2 * LANES] = x0, x1, x2
            board[0, d + BOARD], board[0, d + BOARD + LANES], board[0, d + BOARD + 2 * LANES] = s0, s1, s2
        if clash != NONE:
            return CONTRADICTION
        for d in range(9):
            x0, x1, x2 = board[0, d], board[0, d + LANES], board[0, d + 2 * LANES]
            s0 = board[0, d + BOARD]
            s1 = board[0, d + BOARD + LANES]
            s2 = board[0, d + BOARD + 2 * LANES]
            y0, y1 = Half(x0 & Half(s0 | ~single0)), Half(x1 & Half(s1 | ~single1))
            y2 = Half(x2 & Half(s2 | ~single2))
            # bit 27 is lost where a band has no cell
            filled = Half(filled & Half(Half(y0 + ALL) & Half(y1 + ALL) & Half(y2 + ALL)))
            changed = Half(changed | Half(Half(y0 ^ x0) | Half(y1 ^ x1) | Half(y2 ^ x2)))
            board[0, d], board[0, d + LANES], board[0, d + 2 * LANES] = y0, y1, y2
        if Half(filled >> B27) & ONE == NONE:
            return CONTRADICTION
        if changed == NONE:
            return SOLVED if Half(two0 | two1 | two2) == NONE else OPEN


@register_jitable
def _population(x: Half) -> np.uint64:
    return population_count(np.uint64(x))


@jit()
def choose(board: Board) -> np.uint64:
    """The cell of an open board to try digits in; 0..80."""
    a0 = a1 = a2 = b0 = b1 = b2 = c0 = c1 = c2 = e0 = e1 = e2 = NONE  # cells with 1, 2, 3, 4 digits at least
    for d in range(9):
        x0, x1, x2 = board[0, d], board[0, d + LANES], board[0, d + 2 * LANES]
        e0, e1, e2 = Half(e0 | Half(c0 & x0)), Half(e1 | Half(c1 & x1)), Half(e2 | Half(c2 & x2))
        c0, c1, c2 = Half(c0 | Half(b0 & x0)), Half(c1 | Half(b1 & x1)), Half(c2 | Half(b2 & x2))
        b0, b1, b2 = Half(b0 | Half(a0 & x0)), Half(b1 | Half(a1 & x1)), Half(b2 | Half(a2 & x2))
        a0, a1, a2 = Half(a0 | x0), Half(a1 | x1), Half(a2 | x2)
    f0, f1, f2 = Half(b0 & ~c0), Half(b1 & ~c1), Half(b2 & ~c2)
    if Half(f0 | f1 | f2) == NONE:
        f0, f1, f2 = Half(c0 & ~e0), Half(c1 & ~e1), Half(c2 & ~e2)
        if Half(f0 | f1 | f2) == NONE:
            f0, f1, f2 = e0, e1, e2
    most, chosen = np.uint64(0), np.uint64(0)
    for band in range(3):
        here = f0 if band == 0 else f1 if band == 1 else f2
        left = here
        while left != NONE:
            cell = count_trailing_zeros(np.uint64(left))
            left = Half(left & Half(left - ONE))
            column = COLUMN[cell]
            sees = _population(Half(here & BESIDE[cell])) + _population(Half(f0 & column))
            sees += _population(Half(f1 & column)) + _population(Half(f2 & column))
            if sees > most:
                most, chosen = sees, cell + np.uint64(27 * band)
    return chosen


@register_jitable
def lowest(board: Board, cell: np.uint64) -> np.uint64:
    """The lowest digit, from 0, that a cell can have."""
    lane, bit = cell // np.uint64(27) * np.uint64(LANES), Half(ONE << Half(cell % np.uint64(27)))
    d = np.uint64(0)
    while Half(board[0, lane + d] & bit) == NONE:
        d += np.uint64(1)
    return d


@register_jitable
def branch(board: Board, level: np.uint64, cell: np.uint64, d: np.uint64) -> None:
    """Give the cell a digit it can have; the board on which it has it not waits at `level`."""
    lane, bit = cell // np.uint64(27) * np.uint64(LANES), Half(ONE << Half(cell % np.uint64(27)))
    for at in range(BOARD):
        board[level, at] = board[0, at]
    board[level, lane + d] &= ~bit
    for other in range(9):
        board[0, lane + np.uint64(other)] &= ~bit
    board[0, lane + d] |= bit


@register_jitable
def bring_back(board: Board, level: np.uint64) -> None:
    """Make the board that waits at `level` the one under way."""
    for at in range(BOARD):
        board[0, at] = board[level, at]


@register_jitable
def begin(grid: npt.NDArray[np.uint8], free0: Half, free1: Half, free2: Half, board: Board) -> None:
    """The board of a grid's digits; cells of the three `free` words may have any, cells with 0 none else."""
    for at in range(WIDTH):
        board[0, at] = NONE
    for at in range(27):
        bit = Half(ONE << Half(at))
        x, y, z = np.uint64(grid[at]), np.uint64(grid[at + 27]), np.uint64(grid[at + 54])
        if x:
            board[0, x - np.uint64(1)] |= bit
        if y:
            board[0, y + np.uint64(LANES - 1)] |= bit
        if z:
            board[0, z + np.uint64(2 * LANES - 1)] |= bit
    for d in range(9):
        board[0, d] |= free0
        board[0, d + LANES] |= free1
        board[0, d + 2 * LANES] |= free2


@register_jitable
def unset(grid: npt.NDArray[np.uint8], first: np.uint64) -> Half:
    """A bit for each of 27 cells that is 0."""
    free = NONE
    for at in range(27):
        if grid[first + np.uint64(at)] == 0:
            free = Half(free | Half(ONE << Half(at)))
    return free
