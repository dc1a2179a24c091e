"""Every command that works on puzzles has --time-limit and --memory-limit, and they hold for all it does."""

from pathlib import Path
from time import monotonic

import click
import pytest
from commands import called
from hogs import LIMIT, hold, wait
from looped import looped

from accord.cli.main import accord
from accord.families.sudoku import entries, sets
from accord.many import merge
from accord.puzzles import writing
from accord.puzzles.partial_board import PartialBoard
from accord.puzzles.puzzle import Puzzle
from accord.runner.limits import Limits
from accord.setters import candidates
from accord.setters.repair import Repair
from accord.setters.why import Why

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
ROOT = Path(__file__).parent.parent.parent
LIMITS = {"--time-limit", "--memory-limit"}


NAMES = accord.list_commands(click.Context(accord))


@looped("name", NAMES)
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


GRIDS = "sudoku:1...............\nsudoku:2...............\n"


@pytest.mark.parametrize("words", ["show {file}", "hint {file}", "convert {file} --to line"])
def test_limits_hold_for_each_puzzle_of_a_file(monkeypatch, tmp_path, words):
    file = tmp_path / "two.txt"
    file.write_text(GRIDS)
    monkeypatch.setattr(Puzzle, "model", property(wait))
    monkeypatch.setattr(writing, "puzzle_text", wait)
    done = called(*words.format(file=file).split(), "--time-limit", "0.05")
    assert done.returncode == 5, done.stderr
    assert done.stderr.count("stopped after 0.05 seconds") == 2
    assert "accord: sudoku:2...............: stopped" in done.stderr


DRAWINGS = {  # what is drawn of what was found -> who draws it
    "hint aquarium-6x6": (PartialBoard, "picture"),
    "why sudoku:12....1..1......": (Why, "picture"),
    "repair sudoku:11..............": (Repair, "picture"),
    "show sudoku:12....1..1...... --candidates": (candidates, "board"),
}


@pytest.mark.parametrize("words", DRAWINGS)
def test_a_drawing_of_what_was_found_is_within_the_limits(monkeypatch, words):
    owner, name = DRAWINGS[words]
    is_property = isinstance(vars(owner)[name], property)
    monkeypatch.setattr(owner, name, property(hold) if is_property else hold)
    done = called(*words.split(), "--memory-limit", LIMIT, "--time-limit", "30")
    assert done.returncode == 5, done.stderr
    assert "stopped while the board was drawn: it takes more than" in done.stderr


def test_what_took_all_the_time_is_drawn_in_a_moment_more():
    limits = Limits(seconds=2.0, started=monotonic() - 10)
    assert limits.over()
    assert 0.3 < limits.to_show().rest <= 0.4
    begun = Limits(seconds=2.0)
    assert begun.to_show().deadline == pytest.approx(begun.deadline, abs=0.01)
    assert Limits().to_show().rest is None


def test_a_limit_of_time_holds_for_a_whole_film(tmp_path):
    film = tmp_path / "a.gif"
    words = ["film", "pentomino-6x10", "--from", 10**9, "-o", film, "--time-limit", "0.2"]
    done = called(*words)
    assert done.returncode == 5, done.stderr
    assert "stopped after 0.2 seconds: no film was written" in done.stderr
    assert not film.exists()


def test_a_limit_of_time_ends_watching():
    done = called("watch", "pentomino-6x10", "--from", 10**9, "--time-limit", "0.2")
    assert (done.returncode, "partial: stopped after 0.2 seconds" in done.stderr) == (5, True)


def test_limits_end_a_merge(monkeypatch, tmp_path):
    monkeypatch.setattr(merge, "merge_files", hold)
    done = called("merge", tmp_path / "a.jsonl", "--memory-limit", LIMIT)
    assert (done.returncode, f"it takes more than {LIMIT:,} bytes" in done.stderr) == (5, True)


def test_limits_end_a_list_of_sudoku_entries(monkeypatch):
    monkeypatch.setattr(entries, "entries", hold)
    done = called("sudoku", "entries", "416", "--memory-limit", LIMIT)
    assert (done.returncode, f"it takes more than {LIMIT:,} bytes" in done.stderr) == (5, True)


def test_a_grid_that_a_limit_leaves_unsolved_is_not_called_unfinished(monkeypatch):
    monkeypatch.setattr(Puzzle, "model", property(hold))
    done = called("clues", GRID[:-1] + ".", "--memory-limit", LIMIT)
    assert "before it was solved" in done.stderr
    assert "several" not in done.stderr


SOLVED = {  # commands that print solutions
    "solve queens:4": "solution was drawn",
    "solve queens:4 --all": "solution was drawn",
    "sample queens:4": "solution was drawn",
    "prove queens:4": "boards were drawn",
    "explain queens:4": "board was drawn",
}


@pytest.mark.parametrize("words", SOLVED)
def test_a_board_of_a_solution_is_within_the_limits(monkeypatch, words):
    monkeypatch.setattr(Puzzle, "picture", hold)
    done = called(*words.split(), "--memory-limit", LIMIT)
    assert (done.returncode, f"while the {SOLVED[words]}" in done.stderr) == (5, True), done.stderr


def test_limits_end_a_check_of_stated_solutions(monkeypatch):
    monkeypatch.setattr(Puzzle, "model", property(hold))
    done = called("check", f"{ROOT}/models/two-kinds.txt:blots", "--memory-limit", LIMIT)
    assert done.returncode == 5, done.stderr
    assert f"undecided, stopped while the model was built: it takes more than {LIMIT:,} bytes" in done.stdout
