"""How commands start: without numba once their kernels are stored, and in little memory."""

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
"""
# the kernel of an engine that takes turns with another may be loaded, and not be needed any more
STORED = "from accord.kernels import load; load('accord_native.sums.search', profile=False)\n"
MEGABYTES = 105  # numba alone takes fifty more


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_whose_kernels_are_stored_imports_no_numba(words):
    code = RUN.format(words=words.split())
    printed("-c", STORED + code)
    megabytes, has_numba = printed("-c", code).split()[-2:]
    assert has_numba == "False"
    assert int(megabytes) < MEGABYTES
