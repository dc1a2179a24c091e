"""The places of the arrays of the kernel of unavoidable sets; compiles nothing."""

from __future__ import annotations

TEMPLATES = 9 * 46656  # enough for all templates of all digits
SCRATCH = 320

LOW, HIGH, COVERS, MOVES = range(4)  # of a template
TEMPLATE = 4  # places of one
(
    DIGIT,
    CURSOR,
    STOP,
    TAKEN_LOW,
    TAKEN_HIGH,
    DIFFERS_LOW,
    DIFFERS_HIGH,
    MOVED,
    CELLS,
    WAITING,
    ALLOWED,
) = range(11)  # of a level
LEVEL = 11  # places of one
SETS, LOST, CUT = range(3)  # of what was walked
WALKED = 3  # places of it
