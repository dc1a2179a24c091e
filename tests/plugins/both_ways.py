"""Call every kernel both ways: `BOTH_WAYS=FOLDER pytest -p both_ways ...`.

Each call of a loaded kernel runs as numba's own and as stored code, with copies of the same arguments; all
arrays and results must be equal. At the end a file of each process has a line for each kernel that it loaded:
module, name, and the number of calls in which both were equal.
"""

import os
import sys
from functools import cache
from pathlib import Path

import numpy as np

from accord import kernels, object_code
from accord.kernels import kernels_of_package
from accord_native.jit import Variants

LARGE, FEW = 1 << 22, 20  # arguments of so many bytes are compared in the first few calls only

calls = {}  # by module and name: calls in which all was equal


class BothWays:
    """A kernel that is called both ways."""

    def __init__(self, module, name, theirs):
        heading, code, _ = object_code.describe(theirs)
        caller = object_code.compile_code(object_code.make_caller(heading))
        self._ours = object_code.LinkedKernel(heading, (code, caller), refuse)
        self._theirs, self._key, self._large = theirs, (module, name), 0
        calls.setdefault(self._key, 0)

    def __getattr__(self, name):
        return getattr(self._theirs, name)

    def __call__(self, *arguments):
        size = sum(array.nbytes for array in arrays_of(arguments))
        self._large += size > LARGE
        if size > LARGE and self._large > FEW:
            return self._theirs(*arguments)
        copies = copied(arguments, {})
        result, again = self._theirs(*arguments), self._ours(*copies)
        assert (result, type(result)) == (again, type(again)), self._key
        for number, (one, other) in enumerate(zip(arrays_of(arguments), arrays_of(copies), strict=True)):
            assert one.tobytes() == other.tobytes(), (*self._key, number)
        calls[self._key] += 1
        return result


def refuse():
    raise AssertionError("a stored kernel refused its arguments")


def arrays_of(arguments):
    """The arrays among arguments, also within tuples."""
    for each in arguments:
        if isinstance(each, np.ndarray):
            yield each
        elif isinstance(each, tuple):
            yield from arrays_of(each)


def copied(arguments, owners):
    """Arguments with copies of their arrays; those that share memory do so in the copies, too."""
    found = []
    for each in arguments:
        if isinstance(each, np.ndarray):
            owner = each.base if isinstance(each.base, np.ndarray) else each
            if id(owner) not in owners:
                owners[id(owner)] = owner, owner.copy(order="K")
            copy, begin = owners[id(owner)][1], each.ctypes.data - owner.ctypes.data
            found.append(np.ndarray(each.shape, each.dtype, copy, begin, each.strides))
        elif isinstance(each, tuple):
            inner = copied(each, owners)
            found.append(type(each)(*inner) if hasattr(each, "_fields") else tuple(inner))
        else:
            found.append(each)
    return found


@cache
def both(module, name, theirs):
    return BothWays(module, name, theirs)


def pytest_collection_finish(session):
    """From now on kernels are called both ways: those that are loaded, and those that a test imported."""
    ours = {id(kernel): (module, name) for module, name, kernel in kernels_of_package("accord_native")}

    def wrapped(kernel):
        return both(*ours[id(kernel)], kernel) if id(kernel) in ours else kernel

    def find(module, name, variant):
        source, kernel = kernels._compile(module, name, variant)
        return source, wrapped(kernel)

    kernels._find = find
    variant = Variants.variant
    Variants.variant = lambda self, **parameters: wrapped(variant(self, **parameters))
    native = [module for name, module in sys.modules.items() if name.startswith("accord_native.")]
    for module in {*native, *(item.module for item in session.items)}:
        for name, value in list(vars(module).items()):
            if id(value) in ours:
                setattr(module, name, wrapped(value))


def pytest_unconfigure():
    lines = [f"{module} {name} {number}\n" for (module, name), number in sorted(calls.items())]
    (Path(os.environ["BOTH_WAYS"]) / str(os.getpid())).write_text("".join(lines))
