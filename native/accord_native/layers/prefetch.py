"""Asking for a row of a table before it is needed, for kernels; does nothing where nothing is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic

if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def prefetch(table: npt.NDArray[np.uint64], row: np.uint64) -> None:
        """Begin to load a row, to write to it soon."""

else:

    @intrinsic
    def prefetch(_typing: Any, table: Any, _row: Any) -> Any:
        """Begin to load a row, to write to it soon."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            of_array = signature.args[0]
            array = context.make_array(of_array)(context, builder, arguments[0])
            first = ir.Constant(ir.IntType(64), 0)
            pointer = cgutils.get_item_pointer(  # type: ignore[no-untyped-call]
                context, builder, of_array, array, [arguments[1], first], wraparound=False, boundscheck=False
            )
            number = ir.IntType(32)
            function = builder.module.declare_intrinsic(
                "llvm.prefetch",
                [cgutils.voidptr_t],
                ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number]),
            )
            to_write, keep_in_all_caches, data = number(1), number(3), number(1)
            address = builder.bitcast(pointer, cgutils.voidptr_t)
            builder.call(function, [address, to_write, keep_in_all_caches, data])
            return context.get_dummy_value()

        return types.void(table, types.uint64), generate
