"""Call every kernel both ways: `BOTH_WAYS=FOLDER pytest -p both_ways ...`.

Each call of a loaded kernel runs as numba's own and as stored code, with copies of the same arguments; all
arrays and results must be equal. At the end a file of each process has a line for each kernel that it loaded:
module, name, and the number of calls in which both were equal.
"""

import os
from functools import cache
from pathlib import Path

import numpy as np

from accord import kernels, object_code

LARGE, FEW = 1 << 22, 20  # arguments of so many bytes are compared in the first few calls only

calls = {}  # by module and name: calls in which all was equal


class BothWays:
    """A kernel that is called both ways."""

    def __init__(self, module, name, theirs):
        heading, code, _ = object_code.describe(theirs)
        self._ours = object_code.LinkedKernel(heading, code, refuse)
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


def pytest_configure():
    """From now on kernels that are loaded are called both ways."""

    def find(module, name, variant):
        source, kernel = kernels._compile(module, name, variant)
        wanted = module.startswith("accord_native") and hasattr(kernel, "overloads")
        return source, both(module, kernels.words_of(name, variant), kernel) if wanted else kernel

    kernels._find = find


def pytest_unconfigure():
    lines = [f"{module} {name} {number}\n" for (module, name), number in sorted(calls.items())]
    (Path(os.environ["BOTH_WAYS"]) / str(os.getpid())).write_text("".join(lines))
