"""Every command that works on puzzles has --time-limit and --memory-limit, and they hold for all it does."""

import click
import pytest
from commands import called
from hogs import LIMIT, hold, wait

from accord.cli.main import accord
from accord.families.sudoku import sets
from accord.puzzles.puzzle import Puzzle

WITHOUT = {  # and why
    "bench": "runs a fixed list, each program within limits of its own",
    "cluster": "starts workers; the limits come with the work",
    "completion": "prints a script",
    "doctor": "tests what is installed, each part within a limit of its own",
    "families": "lists what families say",
    "fuzz": "has --minutes",
    "help": "prints texts",
    "list": "lists what files say",
    "version": "prints the version",
}
LIMITS = {"--time-limit", "--memory-limit"}


NAMES = accord.list_commands(click.Context(accord))


@pytest.mark.parametrize("name", NAMES)
def test_a_command_has_both_limits_or_is_listed(name):
    with click.Context(accord) as context:
        params = accord.get_command(context, name).params
    has = {each: param for param in params for each in param.opts if each in LIMITS}
    assert {*has} == (set() if name in WITHOUT else LIMITS)
    if has:
        assert [has[each].metavar for each in sorted(LIMITS)] == ["SIZE", "TIME"]


def test_each_command_that_is_listed_is_one():
    assert {*WITHOUT} < {*NAMES}


SUDOKU = "sudoku:1..............."
GRID = "123456789456789123798231564234675918815943276967812435379164852582397641641528397"
DRAWN = "draw -o {folder}/a.svg"
# What is too large is a part of a puzzle that the command asks for.
WORK = {
    f"count {SUDOKU}": "model",
    f"solve {SUDOKU}": "model",
    f"sample {SUDOKU}": "model",
    f"hint {SUDOKU}": "model",
    f"rate {SUDOKU}": "model",
    f"fingerprint {SUDOKU}": "form",
    f"why {SUDOKU}": "clues",
    f"repair {SUDOKU}": "possible_clues",
    f"explain {SUDOKU}": "model",
    f"prove {SUDOKU}": "model",
    f"certify {SUDOKU} -o {{folder}}/a.count": "model",
    f"show {SUDOKU}": "model",
    f"show {SUDOKU} --rows": "model",
    f"show {SUDOKU} --candidates": "model",
    f"{DRAWN} {SUDOKU}": "picture",
    f"{DRAWN} {SUDOKU} --solution 1": "model",
    f"{DRAWN} {SUDOKU} --levels": "model",
    f"{DRAWN} {SUDOKU} --candidates": "model",
    f"film {SUDOKU} -o {{folder}}/a.gif": "model",
    "film tiles-8 -o {folder}/a.gif": "plan_problem",
    f"watch {SUDOKU}": "model",
    "plan tiles-8": "plan_problem",
    "hint tiles-8": "plan_problem",
    f"convert {SUDOKU} --to dlx": "model",
    f"clues {GRID[:-1]}.": "model",
    "generate sudoku --size 4x4 --any --rating easy": "model",
}  # fmt: skip


def put_in(monkeypatch, part, work):
    """From now on this part of a puzzle never ends."""
    monkeypatch.setattr(Puzzle, part, property(work) if part != "picture" else work)


@pytest.mark.parametrize("words", WORK)
def test_a_limit_of_memory_ends_a_command(monkeypatch, tmp_path, words):
    put_in(monkeypatch, WORK[words], hold)
    done = called(*words.format(folder=tmp_path).split(), "--memory-limit", LIMIT)
    assert done.returncode == 5, done.stderr
    assert f"it takes more than {LIMIT:,} bytes" in done.stdout + done.stderr


@pytest.mark.parametrize("words", WORK)
def test_a_limit_of_time_ends_a_command(monkeypatch, tmp_path, words):
    put_in(monkeypatch, WORK[words], wait)
    done = called(*words.format(folder=tmp_path).split(), "--time-limit", "0.1")
    assert done.returncode == 5, done.stderr
    assert "stopped after 0.1 seconds" in done.stdout + done.stderr


def test_limits_hold_for_sets_of_a_grid(monkeypatch):
    monkeypatch.setattr(sets, "unavoidable_sets", hold)
    done = called("unavoidable", GRID, "--memory-limit", LIMIT)
    assert (done.returncode, f"it takes more than {LIMIT:,} bytes" in done.stderr) == (5, True)
