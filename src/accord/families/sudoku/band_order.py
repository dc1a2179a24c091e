"""The order of the classes of bands: by their valid band puzzles of 6 clues, the fewest first.

A class with few of them leaves few choices of clues. A search that begins with such bands is cheaper, so
entries (`accord.families.sudoku.entries`) have them as bands 1 and 2.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from accord.families.sudoku.band_classes import CLASSES, class_numbered, numbers, read_band

Digits = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.int64]

# the classes, the fewest puzzles first
ORDER = (
    224, 237, 1, 413, 254, 307, 225, 33, 48, 219, 101, 240, 45, 67, 247, 105, 104, 83, 183, 100, 133, 289,
    238, 4, 415, 140, 72, 93, 116, 122, 54, 2, 412, 414, 220, 74, 223, 232, 233, 84, 32, 115, 109, 302,
    259, 152, 218, 226, 230, 253, 309, 241, 252, 305, 16, 222, 229, 160, 294, 39, 46, 124, 217, 260, 171,
    8, 92, 196, 228, 137, 119, 35, 49, 135, 136, 59, 62, 47, 127, 187, 192, 245, 193, 239, 88, 148, 213,
    293, 256, 306, 57, 90, 36, 94, 51, 149, 314, 44, 66, 112, 231, 221, 234, 69, 287, 82, 131, 95, 71, 98,
    87, 132, 91, 97, 114, 81, 58, 108, 110, 235, 102, 151, 242, 246, 282, 75, 129, 227, 189, 77, 103, 99,
    42, 9, 416, 236, 60, 138, 182, 111, 214, 78, 126, 43, 188, 195, 295, 113, 76, 202, 96, 79, 167, 175,
    63, 86, 303, 250, 284, 298, 324, 327, 52, 3, 398, 80, 191, 291, 272, 38, 174, 275, 249, 269, 41, 286,
    186, 198, 266, 73, 34, 123, 55, 37, 10, 411, 64, 310, 243, 6, 410, 141, 161, 163, 264, 268, 106, 267,
    290, 278, 172, 203, 280, 255, 304, 271, 18, 21, 397, 400, 402, 406, 5, 393, 403, 12, 283, 157, 244,
    292, 85, 251, 308, 117, 128, 144, 61, 158, 336, 204, 53, 121, 274, 70, 205, 257, 139, 164, 134, 323,
    335, 159, 347, 331, 337, 156, 19, 395, 409, 13, 299, 297, 190, 326, 56, 68, 125, 332, 89, 208, 142,
    150, 146, 277, 288, 216, 317, 258, 300, 263, 346, 261, 281, 15, 166, 14, 173, 330, 147, 197, 65, 130,
    184, 153, 325, 178, 279, 40, 181, 320, 341, 362, 372, 118, 107, 215, 318, 360, 313, 377, 50, 154, 301,
    344, 262, 285, 194, 23, 408, 334, 120, 180, 375, 367, 370, 312, 339, 379, 11, 407, 210, 270, 329, 212,
    343, 265, 143, 179, 248, 145, 200, 169, 177, 342, 316, 338, 333, 373, 185, 311, 392, 162, 207, 340,
    276, 322, 209, 7, 296, 328, 391, 168, 170, 387, 199, 20, 399, 206, 155, 22, 24, 405, 273, 315, 176,
    350, 211, 201, 371, 384, 388, 321, 319, 27, 30, 348, 404, 368, 374, 376, 165, 363, 359, 356, 349, 365,
    17, 345, 380, 361, 357, 25, 385, 394, 28, 401, 366, 353, 378, 354, 26, 381, 364, 369, 355, 386, 396,
    389, 390, 351, 358, 383, 352, 382, 31, 29,
)  # fmt: skip


@cache
def rank_by_class() -> Indices:
    """Return the rank of each class by its number; place 0 is unused."""
    rank = np.zeros(CLASSES + 1, np.int64)
    rank[[*ORDER]] = np.arange(CLASSES)
    return rank


@cache
def canonical_by_rank() -> Digits:
    """Return the canonical band of each rank, a row each."""
    return np.array([read_band(class_numbered(number).band) for number in ORDER])


def ranks(bands: Digits) -> Indices:
    """Return the ranks of bands, each a row of 27 digits: 0 has the fewest puzzles of 6 clues."""
    return rank_by_class()[numbers(bands)] if len(bands) else np.zeros(0, np.int64)
