"""Single instructions on 64-bit words, for kernels; plain Python where nothing is compiled.

    count_trailing_zeros(0b1000) = 3        count_trailing_zeros(0) = 64
    population_count(0b1011) = 3

Both take and return uint64: an index of a signed type would make numba check for negative ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import config, types
from numba.extending import intrinsic

if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def count_trailing_zeros(word: np.uint64) -> np.uint64:
        """The index of the lowest bit that is set; 64 if none is."""
        bits = int(word)
        return np.uint64((bits & -bits).bit_length() - 1 if bits else 64)

    def population_count(word: np.uint64) -> np.uint64:
        """How many bits are set."""
        return np.uint64(int(word).bit_count())

else:

    @intrinsic
    def count_trailing_zeros(_typing: Any, _word: Any) -> Any:
        """The index of the lowest bit that is set; 64 if none is."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            zero_is_defined = ir.Constant(ir.IntType(1), 0)
            return builder.cttz(arguments[0], zero_is_defined)

        return types.uint64(types.uint64), generate

    @intrinsic
    def population_count(_typing: Any, _word: Any) -> Any:
        """How many bits are set."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), generate
