"""No command is silent for long: what compiles, or takes long without a terminal, is a line on stderr."""

import pytest
from commands import called
from processes import printed
from waiting import wait_until

from accord import kernels
from accord.cli import console as consoles
from accord.cli.console import COMPILING, Console

COMPILED_TWICE = """
from accord import kernels
from accord.cli.console import Console
sys.path.insert(0, {folder!r})
with Console(quiet={quiet}):
    assert kernels.load("compiled_here")(1) == 2
    kernels.load("compiled_there")
    assert kernels.compiling
assert not kernels.compiling
"""
KERNEL = """
from accord_native.jit import jit
@jit("int64(int64)")
def search(x):
    return x + {number}
"""


@pytest.mark.full
def test_compiling_is_said_once_and_what_the_cache_has_is_not_compiled(tmp_path):
    for number, name in enumerate(("compiled_here", "compiled_there"), start=1):
        (tmp_path / f"{name}.py").write_text(KERNEL.format(number=number))
    code = "import sys; sys.stderr = sys.stdout\n" + COMPILED_TWICE
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    first = printed("-c", code.format(folder=str(tmp_path), quiet=False), **cache)
    assert first.splitlines() == [
        COMPILING.format(f"{name}.search") for name in ("compiled_here", "compiled_there")
    ]
    again = printed("-c", code.format(folder=str(tmp_path), quiet=False), **cache)
    assert again == ""


def test_a_quiet_command_says_nothing(capsys):
    with Console(quiet=True):
        for listener in kernels.compiling:
            listener("a kernel")
    assert capsys.readouterr().err == ""


def test_long_work_without_a_terminal_is_said_once(monkeypatch, capsys):
    monkeypatch.setattr(consoles, "SILENT", 0.0)
    said = []

    def lines():
        said.append(capsys.readouterr().err)
        return "".join(said)

    with Console(quiet=False) as console:
        console.show("building the model")
        wait_until(lambda: lines() == "at work: building the model\n", "the line")
        console.show("12 options open")
    assert lines() == "at work: building the model\n"


def test_who_has_said_something_is_not_silent(monkeypatch):
    monkeypatch.setattr(consoles, "SILENT", 0.0)
    with Console(quiet=False) as console:
        console.say("native/bitset")
        console.show("12 so far")
        assert console._soon is None


def test_silent_commands_say_what_they_do(monkeypatch):
    monkeypatch.setattr(consoles, "SILENT", 0.0)
    assert "at work: puzzle 1: " in called("rate", "meteor", "--time-limit", 0.5).stderr
