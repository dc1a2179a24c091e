"""How commands start: without numba once their kernels are stored, with few imports, and in little memory."""

import os

import pytest
from processes import printed

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled"),
]

COMMANDS = [
    "count meteor",
    "count pentomino-6x10 --distinct",
    "solve akari-10x10 --unique",
    "plan freecell:17",
    "hint sudoku-17",
]
RUN = """
import sys
from pathlib import Path
from accord.cli.main import accord
try:
    accord({words!r})
except SystemExit as end:
    assert not end.code, end.code
print()
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(int(status["VmHWM"].split()[0]) >> 10, "numba" in sys.modules)
print(*sorted({needless!r} & set(sys.modules)))
"""
# the kernel of an engine that takes turns with another may be loaded, and not be needed any more
STORED = "from accord.kernels import load; load('accord_native.sums.search', profile=False)\n"
NEEDLESS = {  # what takes long to import, and a command has no use for
    "list": {"ctypes", "msgspec", "numpy", "accord.puzzles.document"},
    "show meteor": {"concurrent.futures", "multiprocessing", "numpy.ma"},
    "hint sudoku-17": {"accord.backends.native", "multiprocessing", "numpy.ma"},
}
LESS = 30  # megabytes that numba takes, at least


def ran(words, **settings):
    """The most megabytes that a command took, and whether it imported numba.

    How much of libraries counts as memory depends on how the system keeps their files.
    """
    code = RUN.format(words=words.split(), needless=set())
    megabytes, has_numba = printed("-c", code, **settings).split()[-2:]
    return int(megabytes), has_numba == "True"


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_whose_kernels_are_stored_imports_no_numba(words):
    printed("-c", STORED + RUN.format(words=words.split(), needless=set()))
    assert not ran(words)[1]


@pytest.mark.parametrize("words", NEEDLESS)
def test_a_command_imports_nothing_that_takes_long_and_is_not_needed(words):
    code = RUN.format(words=words.split(), needless=NEEDLESS[words])
    assert printed("-c", code).splitlines()[-1] == ""


def test_without_numba_a_command_takes_less_memory():
    ran("count meteor")
    with_numba = ran("count meteor", ACCORD_KERNELS="numba")
    assert with_numba[1]
    assert ran("count meteor")[0] < with_numba[0] - LESS
