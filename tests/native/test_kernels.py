"""The kernels by themselves: their worked examples; compiling, caching, and running without compiling."""

import shutil
import sys
from itertools import combinations
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any, TypeVar

import numpy as np
import pytest
from arrays import rows_of, words
from numba import njit, types
from numpy.typing import NDArray
from processes import printed

import accord_native
from accord_native import bits
from accord_native.cover import layout as cover
from accord_native.cover.bitset import search as bitset
from accord_native.jit import signature_of
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, STATE, WRITTEN
from accord_native.window import layout as window
from accord_native.window.search import search as window_search

BUDGET = np.uint64(1000)
WINDOW_KERNELS = [(window_search.variant(), 1), (window_search.variant(wide=True), 2)]


def dominoes(width):
    """The example of `accord_native.window.layout` as its arrays: dominoes on a board of 2 x 2."""
    across, standing = 0b11, 0b101
    tables = np.zeros((4, 512, width), np.uint64)
    for pattern in range(512):  # bit 0 of a pattern is cell 1, bit 1 cell 2
        tables[0, pattern, 0] = (pattern & 1) | (pattern & 2)
    full = 2**64 - 1
    exists = [0b11, 0b10, 0b01, 0b00]
    cell = np.zeros((4 + window.padding(window.SHORT), 2 + width), np.uint64)
    cell[:, 1] = np.arange(len(cell), dtype=np.uint64) << window.CELL
    cell[:4, 2] = exists
    orientation = np.full((64 * width, 1 + width), full, np.uint64)
    orientation[:2, 0] = across, standing
    filled = np.full((1, len(cell)), full, np.uint64)
    filled[0, :4] = [full << 4 & full, full << 3 & full, full << 2 & full, full << 1 & full]
    none = [0] * (width - 1)
    start = words([filled[0, 0], 0, 0b11, *none, 0b11, *none])
    option_at = np.full((4, 64 * width), -1, np.int32)
    option_at[0, :2], option_at[1, 1], option_at[2, 0] = (10, 11), 12, 13
    levels, stride = 3, 64 * 2 * width + 2
    rows = np.zeros((levels * stride, 3 + width), np.uint64)
    placed = np.zeros((1, 0), np.int32)
    pieced = np.zeros(width, np.uint64)
    arrays = [tables.ravel(), cell, orientation, pieced, filled, start, placed, option_at, rows]
    return [*arrays, np.zeros(levels, np.uint64), np.zeros(STATE, np.uint64)]


@pytest.mark.parametrize(("kernel", "width"), WINDOW_KERNELS)
def test_window_example(kernel, width):
    arrays, output = dominoes(width), np.zeros((5, 3), np.int32)
    assert kernel(*arrays, output, BUDGET) == DONE
    state = arrays[-1]
    assert (state[SOLUTIONS], state[NODES], state[WRITTEN]) == (2, 4, 2)
    assert set(rows_of(output[:2])) == {(10, 13), (11, 12)}


@pytest.mark.parametrize(("kernel", "width"), WINDOW_KERNELS)
def test_window_pauses_and_goes_on(kernel, width):
    arrays, output = dominoes(width), np.zeros((1, 3), np.int32)
    assert kernel(*arrays, output, np.uint64(1)) == PAUSED
    assert kernel(*arrays, output, BUDGET) == FULL
    first = set(rows_of(output))
    assert kernel(*arrays, output, BUDGET) == FULL
    assert first | set(rows_of(output)) == {(10, 13), (11, 12)}
    assert kernel(*arrays, output, BUDGET) == DONE
    assert arrays[-1][WRITTEN] == 0
    assert arrays[-1][NODES] == 4


def small_cover():
    """Primary items a b, a secondary s; options a b, a s, b, b s, s: the arrays of `cover.bitset`."""
    members = words([0b00011], [0b01101])
    beside = words([0b10000], [0b00100], [0b10010], [0b00000], [0b00101])
    start, item = words(0, 2, 3, 4, 5, 5), words(0, 1, 0, 1, 1)
    alive, branch = np.zeros((4, 1), np.uint64), np.zeros((4, cover.BITSET_BRANCH), np.uint64)
    alive[0, 0], branch[0, cover.UNMET] = 0b11111, 2
    given = [members, words(0, 0, 0), words(1, 1, 1), beside, start, item, words(1, 1), words(0, 0)]
    state = np.zeros(cover.BITSET_STATES, np.uint64)
    return [*given, alive, words(0, 0), words(0, 1), words(0, 1), branch, state]


@pytest.mark.parametrize("root", [2, 0, 1])
def test_bitset_example(root):
    arrays, output = small_cover(), np.zeros((5, 3), np.int32)
    assert bitset.variant()(*arrays, np.uint64(root), output, BUDGET) == DONE
    assert arrays[-1][SOLUTIONS] == 3
    assert root == 1 or arrays[-1][NODES] == 4
    assert set(rows_of(output[:3])) == {(0,), (0, 4), (1, 2)}


def test_bitset_pauses_and_goes_on():
    arrays, output, found = small_cover(), np.zeros((1, 3), np.int32), []
    ends = []
    while not ends or ends[-1] != DONE:
        ends.append(bitset.variant()(*arrays, np.uint64(2), output, np.uint64(1)))
        found += [set(rows_of(output))] if ends[-1] == FULL else []
    assert set.union(*found) == {(0,), (0, 4), (1, 2)}
    assert len(found) == 3
    assert PAUSED in ends


def free_options(number):
    """One item with one option, and so many more in no primary item: each may stand beside every other."""
    options, row_words = 1 + number, -(-(1 + number) // 64)

    def row(members):
        return [sum(1 << o % 64 for o in members if o // 64 == word) for word in range(row_words)]

    some = range(options)
    alive = np.zeros((options + 2, row_words), np.uint64)
    branch = np.zeros((options + 2, cover.BITSET_BRANCH), np.uint64)
    alive[0], branch[0, cover.UNMET] = row(some), 1
    given = [
        words(row([0])), words(0, 0), words(1, row_words), words(*(row(set(some) - {o}) for o in some)),
        words(0, *[1] * options), words(0), words(1), words(0),
    ]  # fmt: skip
    state = np.zeros(cover.BITSET_STATES, np.uint64)
    return [*given, alive, words(0), words(0), words(0), branch, state]


@pytest.mark.parametrize("number", [5, 66, 130])
def test_bitset_has_each_set_of_free_options_once_across_words(number):
    """Of many free options only some are left alive: in the first word, the last, and one between."""
    arrays = free_options(number)
    left = sorted({1, 2, 3, number // 2, number - 1, number})
    for option in set(range(1, number + 1)) - set(left):
        arrays[8][0, option >> 6] &= ~np.uint64(1 << (option & 63))
    output = np.zeros((200, number + 1), np.int32)
    assert bitset.variant()(*arrays, np.uint64(1), output, BUDGET) == DONE
    found = [tuple(option for option in row if option >= 0) for row in output.tolist()]
    found = found[: int(arrays[-1][WRITTEN])]
    assert sorted(found) == sorted((0, *some) for n in range(len(left) + 1) for some in combinations(left, n))
    assert arrays[-1][SOLUTIONS] == 2 ** len(left) == arrays[-1][NODES]


def test_bits():
    @njit
    def both(word):
        return bits.count_trailing_zeros(word), bits.population_count(word)

    for word in (1, 0b1000, 0b1011, 2**63, 2**64 - 1):
        assert both(np.uint64(word)) == ((word & -word).bit_length() - 1, word.bit_count())
    assert both(np.uint64(0)) == (64, 0)


# -- in a process of its own -----------------------------------------------------------------------

SMALL_SEARCHES = """
from accord import Model
from accord.backends.contract import Request
from accord.backends.native import Native

def searched(model, engine):
    asked = [Request("all", engine=engine, stats=stats) for stats in (False, True)]
    count, told = (sum(step.count for step in Native().search(model, request)) for request in asked)
    assert count == told
    return count

pairs = [(i, i + k + 1, 14 + k - 1) for k in range(1, 8) for i in range(14 - k - 1)]
items = [f"i{n}" for n in range(21)]
langford = Model.build(items, [[items[n] for n in pair] for pair in pairs], order=items[:14])
masks = [[f"c{n}" for n in range(8) if m >> n & 1] for m in range(1, 256) if 2 <= m.bit_count() <= 5]
wide = Model.build([f"c{n}" for n in range(8)], masks, order=[f"c{n}" for n in range(8)])
assert [searched(langford, engine) for engine in ENGINES] == [52] * len(ENGINES)
assert [searched(wide, engine) for engine in ENGINES] == [686] * len(ENGINES)
"""


@pytest.mark.slow
def test_without_compiling_everything_runs_and_nothing_overflows():
    code = "ENGINES = ['window', 'bitset', 'cells', 'general']" + SMALL_SEARCHES
    printed("-W", "error", "-c", code, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_no_index_is_out_of_bounds(tmp_path):
    code = "ENGINES = ['window', 'bitset', 'cells', 'general']" + SMALL_SEARCHES
    printed("-c", code, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=tmp_path)
    assert list(tmp_path.rglob("*.nbc"))


@pytest.mark.slow
def test_where_no_cache_can_be_written_kernels_are_compiled_all_the_same(tmp_path):
    copy = copied(tmp_path)
    (copy / "__pycache__").write_text("in the way")
    nowhere = str(copy / "__pycache__")
    code = (
        "import numba, accord_native; assert accord_native.__file__.startswith(HERE)\n"
        "try: numba.njit('int64(int64)', cache=True)(compile_me)\n"
        "except RuntimeError as error: assert 'no locator' in str(error)\n"
        "else: raise AssertionError('this place can be written')\n"
        "import accord_native.cover.bitset, numba.core.dispatcher\n"
        "assert accord_native.cover.bitset.search.variant().signatures\n"
    )
    code = f"HERE = {str(tmp_path)!r}\nfrom accord_native.trial import compile_me\n" + code
    (copy / "trial.py").write_text("def compile_me(x):\n    return x\n")
    printed("-c", code, path=[tmp_path], HOME=nowhere, XDG_CACHE_HOME=nowhere, NUMBA_CACHE_DIR="")


@pytest.mark.slow
@pytest.mark.parametrize("changed", ["progress.py", "cover/layout.py", "freecell/fast/layout.py"])
def test_a_cached_kernel_is_not_used_once_any_file_here_has_changed(changed, tmp_path):
    copy, cache = copied(tmp_path), tmp_path / "cache"
    cached = []
    for further in ("", "", "UNUSED = 1\n"):
        append(copy / changed, further)
        printed("-c", "import accord_native.cover.general", path=[tmp_path], NUMBA_CACHE_DIR=cache)
        cached.append(len(list(cache.rglob("*.nbi"))))
    assert cached == [1, 1, 2]


STRANGE = """
from accord_native.bits import population_count
from accord_native.jit import jit
from {package}.deep.layout import STEP

@jit("uint64(uint64)")
def search(word):
    return population_count(word) + STEP
"""
ASKED = """
import numpy as np
from accord.kernels import load
print(load("{package}.deep.kernel")(np.uint64(7)))
"""


def copied(folder):
    ignore = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(Path(accord_native.__file__).parent, folder / "accord_native", ignore=ignore))


def append(file, text):
    with file.open("a") as open_file:
        open_file.write(text)


def strange(folder, package):
    """A package of others with a kernel: the number of bits, and a constant of another file."""
    deep = folder / package / "deep"
    deep.mkdir(parents=True)
    for init in (deep.parent / "__init__.py", deep / "__init__.py"):
        init.touch()
    (deep / "layout.py").write_text("import numpy as np\n\nSTEP = np.uint64(1)\n")
    (deep / "kernel.py").write_text(STRANGE.format(package=package))
    return deep


@pytest.mark.slow
def test_kernels_of_others_are_compiled_anew_when_their_sources_change_or_ours(tmp_path):
    ours, cache = copied(tmp_path), tmp_path / "cache"
    mine, theirs = strange(tmp_path, "mine"), strange(tmp_path, "theirs")
    told, cached = [], []
    for file, text in (
        (mine / "layout.py", ""),
        (mine / "layout.py", ""),
        (mine / "layout.py", "STEP = np.uint64(2)\n"),
        (theirs / "layout.py", "STEP = np.uint64(3)\n"),
        (ours / "cover" / "layout.py", "UNUSED = 1\n"),
    ):
        append(file, text)
        told.append(int(printed("-c", ASKED.format(package="mine"), path=[tmp_path], NUMBA_CACHE_DIR=cache)))
        cached.append(len(list(cache.rglob("*.nbi"))))
    assert told == [4, 4, 5, 5, 5]
    assert cached == [1, 1, 2, 2, 3]  # what we changed may be inlined there, what a third one did is not
    asked = ASKED.format(package="theirs")
    assert printed("-c", asked, path=[tmp_path], NUMBA_CACHE_DIR=cache) == "6\n"


class Alias:
    """What `type NAME[PARAMETERS] = VALUE` makes on Python 3.12 and later, as far as annotations show it."""

    def __init__(self, value, *parameters):
        self.__value__, self.__type_params__ = value, parameters

    def __getitem__(self, arguments):
        return GenericAlias(self, arguments)


Scalar, Shape = TypeVar("Scalar"), TypeVar("Shape")
GENERIC = np.ndarray[tuple[Any, ...], np.dtype[Scalar]]  # NDArray up to numpy 2.4, and on Python 3.11
SWAPPED = Alias(np.ndarray[Shape, np.dtype[Scalar]], Scalar, Shape)


@pytest.mark.parametrize(
    "words",
    [
        GENERIC[np.uint64],
        Alias(GENERIC, Scalar)[np.uint64],
        Alias(Alias(GENERIC, Scalar)[np.uint64]),
        SWAPPED[np.uint64, tuple[int]],
        NDArray[np.uint64],
    ],
)
def test_arrays_are_annotated_in_any_form(words):
    def kernel(row: words, rows: Annotated[words, 2], budget: np.uint64) -> None: ...

    kernel.__annotations__ |= {"row": words, "rows": Annotated[words, 2]}
    taken = types.void(types.uint64[::1], types.Array(types.uint64, 2, "C"), types.uint64)
    assert signature_of(kernel) == taken


@pytest.mark.skipif(sys.version_info < (3, 12), reason="there is no statement `type` before Python 3.12")
def test_a_type_statement_is_an_annotation():
    names = {"np": np, "Any": Any}
    exec("type Words[T] = np.ndarray[Any, np.dtype[T]]\ndef kernel(row: Words[np.int32]) -> None: ...", names)
    assert signature_of(names["kernel"]) == types.void(types.int32[::1])
