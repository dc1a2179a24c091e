"""Names of array types for kernels' signatures, and constants of bit words; compiles nothing.

A number that is added to a word must be a word itself: numba makes a float of a word and a signed number.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt

Bytes: TypeAlias = npt.NDArray[np.uint8]
Halves: TypeAlias = npt.NDArray[np.uint32]
Words: TypeAlias = npt.NDArray[np.uint64]
Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Options: TypeAlias = npt.NDArray[np.int32]  # of a solution, or of several as rows; padded with -1
Numbers: TypeAlias = npt.NDArray[np.int32]  # of a proof: literals, and ids of clauses
# of two dimensions, and of three; signatures are made of annotations
ByteRows: TypeAlias = Annotated[Bytes, 2]
HalfRows: TypeAlias = Annotated[Halves, 2]
WordRows: TypeAlias = Annotated[Words, 2]
WordBlocks: TypeAlias = Annotated[Words, 3]
OptionRows: TypeAlias = Annotated[Options, 2]

ZERO, ONE, TWO, THREE, FOUR, SEVEN, NINE = (np.uint64(n) for n in (0, 1, 2, 3, 4, 7, 9))
WORD_BITS = np.uint64(6)  # a bit's number, shifted down by so much, is its word's
PLENTY = np.uint64(1 << 63)  # more than there can be of anything
