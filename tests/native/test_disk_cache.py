"""Kernels on disk: what is damaged is made anew, whatever became of the file."""

import os
import sys
from importlib import import_module

import pytest

from accord.kernels import load

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled, so nothing is kept"
)

KERNEL = """
from accord_native.jit import jit

@jit("int64(int64)")
def search(x):
    return x * 7
"""
DAMAGE = {
    "cut": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "zeros": lambda data: bytes(len(data)),
    "a bit": lambda data: data[:20] + bytes([data[20] ^ 4]) + data[21:],
    "more": lambda data: data + b"more",
}


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    """Load a kernel of others as a process would that begins: it, and whether it came from the disk."""
    load("accord_native.cover.bitset")  # so that numba was imported under the lock
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)  # `make boundscheck` names another
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "kept_on_disk.py").write_text(KERNEL)

    def loaded():
        sys.modules.pop("kept_on_disk", None)
        search = import_module("kept_on_disk").search
        return search(6), sum(search.stats.cache_hits.values())

    yield loaded
    sys.modules.pop("kept_on_disk", None)


@pytest.mark.full
def test_what_is_damaged_is_dropped_before_it_is_read(kernel, tmp_path):
    assert kernel() == (42, 0)
    assert kernel() == (42, 1)
    for suffix in (".nbi", ".nbc", ".sums"):
        for damage in DAMAGE.values():
            (file,) = tmp_path.rglob(f"kept_on_disk*{suffix}")
            file.write_bytes(damage(file.read_bytes()))
            assert kernel() == (42, 0)
            assert kernel() == (42, 1)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc", ".sums"])
def test_what_is_gone_is_made_anew(kernel, tmp_path, suffix):
    kernel()
    (file,) = tmp_path.rglob(f"kept_on_disk*{suffix}")
    file.unlink()
    assert kernel() == (42, 0)
    assert kernel() == (42, 1)


def test_files_of_other_kernels_stay(kernel, tmp_path):
    kernel()
    (index,) = tmp_path.rglob("kept_on_disk*.nbi")
    other = index.with_name("kept_on_disk.search_of_another_version-3.py311.nbi")
    other.write_bytes(b"")
    index.write_bytes(b"")
    assert kernel() == (42, 0)
    assert other.exists()
