"""Single instructions on 64-bit words, for kernels; plain Python where nothing is compiled.

    count_trailing_zeros(0b1000) = 3        count_trailing_zeros(0) = 64
    population_count(0b1011) = 3

Both take and return uint64: an index of a signed type would make numba check for negative ones.

    prefetch(array, index)

asks the machine for the first of array[index], and waits for nothing. What a search reads in places that it
cannot guess takes longer to come than all that it does with it; a dozen that are asked for together come in
the time of one. It changes no result.
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

    def prefetch(array: Any, index: np.uint64) -> None:
        """Ask for an entry of an array that is soon to be read."""

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

    @intrinsic
    def prefetch(_typing: Any, array: Any, _index: Any) -> Any:
        """Ask for an entry of an array that is soon to be read."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = context.make_array(signature.args[0])(context, builder, arguments[0])
            step = builder.extract_value(made.strides, 0)
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            entry = builder.gep(builder.bitcast(made.data, byte), [builder.mul(arguments[1], step)])
            takes = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            ask = builder.module.declare_intrinsic("llvm.prefetch", [byte], takes)
            for_reading, near, data = (ir.Constant(number, value) for value in (0, 3, 1))
            builder.call(ask, [entry, for_reading, near, data])
            return context.get_dummy_value()

        return types.void(array, types.uint64), generate
