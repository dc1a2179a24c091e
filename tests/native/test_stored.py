"""Stored kernels: the same answers as numba's, never a wrong one, and numba wherever something is odd."""

import json
import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from shutil import copytree
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner
from processes import TESTS, printed, python

from accord import kernels, object_code, stored_kernels
from accord.backends import table
from accord.cli.main import accord
from accord.kernels import kernels_of_package, load
from accord_native.disk_cache import is_ours

pytestmark = pytest.mark.skipif(
    not stored_kernels.is_possible(),
    reason="nothing is stored where nothing is compiled, or every index checked",
)

STORED = {"ACCORD_KERNELS": "stored", "NUMBA_DISABLE_JIT": "0"}
KERNEL = """
import numpy as np
from accord_native.jit import jit

@jit("uint64(uint64[:, ::1], Tuple((int32[::1], float64[::1])), int64, boolean)")
def search(table, lists, number, negative):
    numbers, weights = lists
    for row in range(table.shape[0]):
        for column in range(table.shape[1]):
            table[row, column] += np.uint64(row * 10 + column)
    for each in range(len(numbers)):
        numbers[each] += -number if negative else number
        weights[each] *= 0.5
    return np.uint64(table.sum() + number)

@jit("void(int64[::1], int64)")
def fill(numbers, by):
    for each in range(len(numbers)):
        numbers[each] //= by

@jit("int64(int64)")
def allocates(number):
    return np.arange(number).sum()
"""
USE = """
import numpy as np
from accord import kernels
sys.path.insert(0, {folder!r})
table = np.zeros((2, 3), np.uint64)
lists = np.arange(4, dtype=np.int32), np.ones(4)
end = kernels.load("kernels_of_others")(table, lists, 7, True)
lists = [each.tolist() for each in (table, *lists)]
print(int(end), type(end).__name__, *lists, "numba" in sys.modules)
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A folder with a module of kernels, and what another process stored of them."""
    folder = tmp_path_factory.mktemp("compiled")
    (folder / "kernels_of_others.py").write_text(KERNEL)
    names = ("search", "fill", "allocates")
    code = f"import sys\nsys.path.insert(0, {str(folder)!r})\nfrom accord.kernels import load\n"
    printed("-c", code + f"for name in {names}: load('kernels_of_others', name)", **STORED)
    return folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a module of kernels, which this process can import, and has not."""
    (tmp_path / "kernels_of_others.py").write_text(KERNEL)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(kernels, "_READY", {})
    yield tmp_path
    sys.modules.pop("kernels_of_others", None)


def used(folder, **environment):
    """What another process prints that calls the kernel: its result, and whether numba was imported."""
    code = "import sys\n" + USE.format(folder=str(folder))
    return printed("-c", code, **{**STORED, **environment}).strip()


def stored(folder, name="search"):
    """The files of a kernel."""
    return sorted(folder.rglob(f"kernels_of_others.{name}.*.kernel"))


@pytest.mark.full
def test_a_second_process_calls_what_the_first_compiled_and_imports_no_numba(folder):
    assert used(folder).endswith("True")
    assert len(stored(folder)) == 1
    assert used(folder).endswith("False")
    assert used(folder).startswith("43 int [[0, 1, 2], [10, 11, 12]] [-7, -6, -5, -4] [0.5, 0.5, 0.5, 0.5]")
    assert used(folder, ACCORD_KERNELS="numba").endswith("True")


@pytest.fixture
def kernel(folder, compiled):
    """Load a kernel as another process would: what is stored of it, if anything is."""
    copytree(compiled / "__pycache__", folder / "__pycache__")

    def again(name="search"):
        return stored_kernels.find("kernels_of_others", name, lambda: load("kernels_of_others", name))

    assert isinstance(again(), object_code.LinkedKernel)
    return again


def test_a_result_has_the_type_that_numba_gives(kernel):
    ours, theirs = kernel(), load("kernels_of_others")
    for call in (ours, theirs):
        table, lists = np.ones((2, 2), np.uint64), (np.arange(3, dtype=np.int32), np.ones(3))
        result = call(table, lists, 3, False)
        assert (result, type(result), table.tolist()) == (29, int, [[1, 2], [11, 12]])
        assert (lists[0].tolist(), lists[1].tolist()) == ([3, 4, 5], [0.5] * 3)


@pytest.mark.parametrize(
    "arguments",
    [
        (np.ones((2, 2), np.int64), (np.zeros(1, np.int32), np.zeros(1)), 1, True),
        (np.ones(2, np.uint64), (np.zeros(1, np.int32), np.zeros(1)), 1, True),
        (np.ones((2, 4), np.uint64)[:, ::2], (np.zeros(1, np.int32), np.zeros(1)), 1, True),
        (np.ones((2, 2), np.uint64), (np.zeros(1, np.int32),), 1, True),
        (np.ones((2, 2), np.uint64), 1, True),
        ([[1, 1], [1, 1]], (np.zeros(1, np.int32), np.zeros(1)), 1, True),
        (np.ones((2, 2), np.uint64), [np.zeros(1, np.int32), np.zeros(1)], 1, True),
    ],
)
def test_arguments_of_other_types_are_refused_as_numba_refuses_them(kernel, arguments):
    with pytest.raises(TypeError):
        load("kernels_of_others")(*arguments)
    with pytest.raises(TypeError):
        kernel()(*arguments)


@pytest.mark.parametrize("numbers", [np.ones((2, 2), int), np.ma.array([1, 2], mask=[True, False])])
def test_arrays_of_another_shape_or_class_are_refused_as_numba_refuses_them(kernel, numbers):
    assert refused(kernel("fill"), numbers) == refused(load("kernels_of_others", "fill"), numbers)


def refused(call, numbers):
    """Whether a kernel refuses an array; numba takes a masked one that is like another it has seen."""
    from numba.core.errors import NumbaTypeError

    try:
        call(numbers, 1)
    except (TypeError, NumbaTypeError):
        return True
    return False


def test_an_array_that_may_not_be_written_is_refused(kernel):
    table = np.ones((2, 2), np.uint64)
    table.flags.writeable = False
    with pytest.raises(TypeError):
        kernel()(table, (np.zeros(1, np.int32), np.zeros(1)), 1, True)


def test_an_exception_in_a_kernel_is_one_here(kernel):
    numbers = np.arange(8)
    fill = kernel("fill")
    assert fill(numbers, 2) is None
    assert numbers.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    with pytest.raises(RuntimeError, match="ended with status"):
        fill(numbers, 0)


def test_an_array_that_was_resized_or_given_another_shape_is_read_anew(kernel):
    numbers, fill, search = np.full(4, 8), kernel("fill"), kernel()
    fill(numbers, 2)
    numbers.resize(1000, refcheck=False)  # it has another address
    numbers[:] = 6
    fill(numbers, 3)
    assert set(numbers.tolist()) == {2}
    table, lists = np.zeros((2, 3), np.uint64), (np.zeros(1, np.int32), np.zeros(1))
    search(table, lists, 0, False)
    search(table.reshape(3, 2), lists, 0, False)
    assert table.tolist() == [[0, 2, 12], [21, 31, 33]]


def test_a_number_that_has_no_place_is_left_to_numba(kernel):
    for call in (kernel("fill"), load("kernels_of_others", "fill")):
        with pytest.raises(OverflowError):
            call(np.arange(3), 1 << 70)


def test_a_kernel_that_creates_arrays_is_left_to_numba(kernel, folder):
    assert kernel("allocates") is None
    assert not stored(folder, "allocates")


@pytest.mark.full
def test_numba_compiles_as_before_once_a_kernel_was_linked_without_it(kernel, folder):
    code = "import sys\n" + USE.format(folder=str(folder))
    code += "print(kernels.load('kernels_of_others', 'allocates')(5))"
    assert printed("-c", code, **STORED).splitlines()[-2:] == [
        "43 int [[0, 1, 2], [10, 11, 12]] [-7, -6, -5, -4] [0.5, 0.5, 0.5, 0.5] False", "10"
    ]  # fmt: skip


# -- what is wrong with a file ---------------------------------------------------------------------------


def test_a_damaged_file_is_no_kernel_whatever_became_of_it(kernel, folder):
    (file,) = stored(folder)
    whole, random = file.read_bytes(), np.random.default_rng(7)
    for at in random.integers(0, len(whole), 150).tolist():
        file.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << at % 8)]) + whole[at + 1 :])
        assert kernel() is None, at
    for at in [0, 1, 64, 65, *random.integers(0, len(whole), 50).tolist()]:
        file.write_bytes(whole[:at])
        assert kernel() is None, at
    file.write_bytes(whole)
    assert kernel() is not None


def test_a_damaged_file_is_written_anew(kernel, folder, monkeypatch):
    (file,) = stored(folder)
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    monkeypatch.setenv("ACCORD_KERNELS", "stored")
    table = np.zeros((1, 1), np.uint64)
    assert load("kernels_of_others")(table, (np.zeros(1, np.int32), np.zeros(1)), 7, True) == 7
    assert file.read_bytes() == whole


@pytest.mark.parametrize("part", ["numba", "llvmlite", "processor", "sources", "options"])
def test_what_was_compiled_otherwise_is_not_found(kernel, folder, monkeypatch, part):
    import llvmlite.binding as llvm

    stored_kernels._key.cache_clear()
    version = stored_kernels.version_of
    if part in ("numba", "llvmlite"):
        monkeypatch.setattr(stored_kernels, "version_of", lambda name: "0" if name == part else version(name))
    elif part == "processor":
        monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: "another")
    elif part == "sources":
        monkeypatch.setattr(stored_kernels, "kernel_fingerprint", lambda *_: "another")
    else:
        monkeypatch.setenv("NUMBA_OPT", "1")
    assert kernel() is None
    stored_kernels._key.cache_clear()


def test_changed_sources_are_not_found(kernel, folder):
    stored_kernels._key.cache_clear()
    (folder / "kernels_of_others.py").write_text(KERNEL + "# changed\n")
    assert kernel() is None
    stored_kernels._key.cache_clear()


def test_another_format_is_not_read(kernel, folder):
    (file,) = stored(folder)
    data = file.read_bytes()[2 * stored_kernels.SUM :]
    line, _, code = data.partition(b"\n")
    rest = json.dumps(json.loads(line) | {"format": 0}).encode() + b"\n" + code
    file.write_bytes(stored_kernels._sum(rest) + rest)
    assert kernel() is None


def test_a_folder_that_others_may_write_is_not_used(kernel, folder):
    (file,) = stored(folder)
    mode = file.parent.stat().st_mode
    file.parent.chmod(mode | stat.S_IWOTH)
    assert kernel() is None
    file.parent.chmod(mode)
    assert kernel() is not None


ROOT, US, STRANGER = 0, 1000, 4711


@pytest.mark.parametrize(
    ("folder", "sources", "ours"),  # each its owner, its group and its mode
    [
        ((US, 1, 0o700), (US, 1, 0o755), True),
        ((ROOT, 1, 0o755), (US, 1, 0o755), True),
        ((STRANGER, 1, 0o755), (US, 1, 0o755), False),
        ((STRANGER, 1, 0o755), (STRANGER, 1, 0o755), True),
        ((US, 1, 0o757), (US, 1, 0o757), False),
        ((US, 1, 0o775), (US, 1, 0o755), False),
        ((US, 1, 0o775), (US, 1, 0o775), True),
        ((US, 1, 0o775), (US, 2, 0o775), False),
        ((US, 1, 0o755), (US, 2, 0o775), True),
    ],
)
def test_who_may_write_to_a_folder_may_change_the_sources_too(monkeypatch, folder, sources, ours):
    def place(owner, group, mode):
        status = SimpleNamespace(st_uid=owner, st_gid=group, st_mode=stat.S_IFDIR | mode)
        return SimpleNamespace(stat=lambda: status, mkdir=lambda **_: None)

    monkeypatch.setattr(os, "getuid", lambda: US)
    assert is_ours(place(*folder), place(*sources)) == ours


@pytest.mark.full
def test_a_full_disk_leaves_no_file_and_no_error(folder):
    assert used(folder, ACCORD_KERNELS="numba").endswith("True")  # numba has written its files before
    limited = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))\n"
    code = "import signal, sys\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n" + limited
    answer = printed("-c", code + USE.format(folder=str(folder)), **STORED).strip()
    assert answer.endswith("True")
    assert not stored(folder)
    assert not [*folder.rglob("*.kernel*")]


def test_the_oldest_kernels_for_others_are_removed_when_one_is_stored(kernel, folder):
    (file,) = stored(folder)
    file.unlink()
    old = [file.with_name(f"kernels_of_others.search.{number:016x}.kernel") for number in range(12)]
    for age, each in enumerate(old):
        each.touch()
        os.utime(each, (1_000_000 - age, 1_000_000 - age))
    beside = file.with_name("kernels_of_others.search_more.0.kernel")
    beside.touch()
    stored_kernels.store("kernels_of_others", "search", load("kernels_of_others"))
    assert kernel() is not None
    assert {*stored(folder)} == {file, *old[: stored_kernels.MOST_FILES - 1]}
    assert beside.exists()


def test_doctor_stores_what_it_compiles(kernel, folder, monkeypatch):
    for file in folder.rglob("*.kernel"):
        file.unlink()
    ours = [("kernels_of_others", *each) for each in kernels.kernels_of_module("kernels_of_others")]
    monkeypatch.setattr(kernels, "kernels_of_package", lambda _: iter(ours))
    monkeypatch.setattr(table, "rows", dict)  # no backend need work for it
    assert "stored: " in CliRunner().invoke(accord, ["doctor", "--compile"]).output
    assert [name for name in ("allocates", "fill", "search") if stored(folder, name)] == ["fill", "search"]


@pytest.mark.full
def test_a_cache_that_cannot_be_written_leaves_all_to_numba(folder):
    (folder / "file").touch()
    answer = used(folder, NUMBA_CACHE_DIR=folder / "file" / "cache")
    assert answer.startswith("43 int")
    assert answer.endswith("True")


@pytest.mark.slow
def test_many_processes_at_once_on_an_empty_cache(folder):
    with ThreadPoolExecutor(10) as pool:
        answers = [*pool.map(lambda _: used(folder).rpartition(" ")[0], range(10))]
    assert len({*answers}) == 1
    assert len(stored(folder)) == 1
    assert [file.name for file in folder.rglob("*.kernel*")] == [stored(folder)[0].name]


# -- kernels that a wheel brings -------------------------------------------------------------------------


@pytest.fixture
def prebuilt(kernel, folder, tmp_path, monkeypatch):
    """A folder of prebuilt kernels as of a wheel, with one kernel; this machine has none of its own."""
    monkeypatch.setattr(stored_kernels, "PREBUILT", tmp_path / "prebuilt")
    stored_kernels._prebuilt.cache_clear()
    monkeypatch.setenv("ACCORD_KERNELS", "numba")
    theirs = load("kernels_of_others")
    assert stored_kernels.prebuild("kernels_of_others", "search", theirs, tmp_path / "prebuilt")
    for file in stored(folder / "__pycache__"):
        file.unlink()
    yield kernel
    stored_kernels._prebuilt.cache_clear()


def test_a_prebuilt_kernel_gives_what_numba_gives(prebuilt, tmp_path):
    ours, theirs = prebuilt(), load("kernels_of_others")
    assert isinstance(ours, object_code.LinkedKernel)
    for call in (ours, theirs):
        table, lists = np.ones((40, 30), np.uint64), (np.arange(99, dtype=np.int32), np.ones(99))
        assert call(table, lists, 3, False) == table.sum() + 3
        assert (lists[0].tolist(), set(lists[1].tolist())) == ([*range(3, 102)], {0.5})
    assert {file.parent.name for file in stored(tmp_path / "prebuilt")} == {"x86-64-v2", "x86-64-v3"}


def test_a_prebuilt_kernel_needs_a_processor_that_has_all_that_it_uses(prebuilt, monkeypatch):
    monkeypatch.setattr(stored_kernels, "PROCESSORS", {"x86-64-v3": {"sse3", "an instruction of tomorrow"}})
    stored_kernels._prebuilt.cache_clear()
    assert prebuilt() is None


def test_a_prebuilt_kernel_is_of_the_same_sources_and_without_options(
    prebuilt, folder, tmp_path, monkeypatch
):
    monkeypatch.setenv("NUMBA_OPT", "1")
    stored_kernels._prebuilt.cache_clear()
    assert prebuilt() is None
    monkeypatch.delenv("NUMBA_OPT")
    stored_kernels._prebuilt.cache_clear()
    assert prebuilt() is not None
    monkeypatch.setattr(stored_kernels, "kernel_fingerprint", lambda *_: "another")
    assert prebuilt() is None


def test_a_prebuilt_kernel_of_others_is_not_used_when_their_sources_changed(prebuilt, folder):
    (folder / "kernels_of_others.py").write_text(KERNEL + "# changed\n")
    assert prebuilt() is None


def test_a_damaged_prebuilt_kernel_is_no_kernel(prebuilt, tmp_path):
    for file in stored(tmp_path / "prebuilt"):
        data = file.read_bytes()
        file.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert prebuilt() is None


# -- every kernel ------------------------------------------------------------------------------------------

# called by other kernels only
PARTS = {
    ("accord_native.clues.third", "search_third"),
    ("accord_native.sudoku.board", "choose"),
    ("accord_native.sudoku.board", "settle"),
}
CALLERS = [
    "native",
    *(f"backends/test_{name}.py" for name in ("cells", "layers", "reach", "tiny", "twice")),
    "certify/test_count.py",
    "families/clue_sets",
    "families/freecell/test_replayed.py",
    "runner/test_statistics.py",
]


@pytest.mark.slow
def test_every_kernel_gives_the_same_both_ways(tmp_path):
    """All tests that call kernels pass with each call made both ways, and no kernel is left out."""
    tests = [TESTS / name for name in CALLERS]
    words = ("-p", "both_ways", "-n", "2", "-m", "not slow and not full", "--ignore", __file__)
    done = python("-m", "pytest", "-q", *words, *tests, BOTH_WAYS=tmp_path, PROFILE="fast", within=1500)
    assert done.returncode == 0, done.stdout
    lines = [line.split() for file in tmp_path.iterdir() for line in file.read_text().splitlines()]
    called = {(module, name) for module, name, number in lines if int(number)}
    kernels_of_ours = {(module, name) for module, name, _ in kernels_of_package("accord_native")}
    assert kernels_of_ours - called == PARTS
