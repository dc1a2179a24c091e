"""Files of many puzzles: every answer in its place, lazily, from files, stdin and several processes."""

import json
import re
import threading
from time import monotonic

import pytest
from click.testing import CliRunner

import accord
from accord.batch import lines, solve_one
from accord.certify.explain import _Search
from accord.cli.main import accord as command
from accord.errors import InputError
from accord.puzzles.loader import read
from accord.puzzles.puzzle import Puzzle
from accord.runner.query import ask
from accord.watchdog import CALL

MANY = "queens:4\n\n# a comment\nqueens:1\nqueens:3\nqueens:x\nlangford:5\n"
ANSWERS = ["several", "unique", "impossible", "faulty", "impossible"]


@pytest.fixture
def many(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text(MANY)
    return path


def told(output):
    records = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return records, ["faulty" if record.get("fault") else record["answer"] for record in records]


def test_a_file_is_read_once_a_time(many):
    """Left and gone on with, no puzzle is lost or told twice; another reading is one of its own."""
    puzzles = read(str(many))
    names = [name for name, _ in read(str(many))]
    told = []
    for line in lines(puzzles, {"backend": "native"}):
        told.append(line.puzzle)
        if len(told) == 2:
            break
    told += [line.puzzle for line in lines(puzzles, {"backend": "native"})]
    assert told == names
    assert list(puzzles) == []


@pytest.mark.full
@pytest.mark.parametrize("more", [[], ["--workers", "2", "--backend", "sat"]])
def test_each_puzzle_is_told_in_its_place(many, more):
    result = CliRunner().invoke(command, ["solve", str(many), "--jsonl", *more])
    records, answers = told(result.stdout)
    assert (answers, result.exit_code) == (ANSWERS, 3)
    assert [record["puzzle"] for record in records] == [
        "queens:4", "queens:1", "queens:3", "queens:x", "langford:5",
    ]  # fmt: skip
    several, unique, impossible = records[0], records[1], records[4]
    assert unique["solution"] == ["Q"]
    assert {tuple(several["solution"]), tuple(several["other"])} == {
        (".Q..", "...Q", "Q...", "..Q."),
        ("..Q.", "Q...", "...Q", ".Q.."),
    }
    assert several["cells"] == ["r1c2", "r1c3", "r2c1", "r2c4", "r3c1", "r3c4", "r4c2", "r4c3"]
    names = [clash.partition(":")[0] for clash in impossible["clash"]]
    assert names == ["s2", "s4", "s6", "s8", "s10", "2", "4"]
    assert "many.txt:6" in records[3]["fault"]


def test_stdin_and_words_for_people(many):
    result = CliRunner().invoke(command, ["solve", str(many)])
    assert "queens:4: several; two solutions differ in r1c2, " in result.stdout
    assert re.search(r"^queens:3: impossible; these cannot all be met: .*: exactly 1", result.stdout, re.M)


def test_what_is_no_file_of_many(tmp_path):
    toml = tmp_path / "a.toml"
    toml.write_text(MANY)
    other = tmp_path / "other"
    other.write_text("nothing: of ours\n")
    assert isinstance(read("pentomino-6x10")(), Puzzle)
    for name in (toml, other, tmp_path):
        with pytest.raises(InputError):
            read(str(name))()


@pytest.mark.parametrize("option", [["--all"], ["--number", "3"], ["--json"], ["--distinct"]])
def test_what_a_file_of_many_does_not_take(many, option):
    result = CliRunner().invoke(command, ["solve", str(many), *option])
    assert result.exit_code != 0
    assert not result.stdout.startswith("queens")


def test_puzzles_are_read_as_lines_leave():
    read = []

    def endless():
        number = 0
        while True:
            read.append(number)
            yield f"number {number}", accord.load("queens:4")
            number += 1

    first = next(lines(endless(), {}))
    assert (first.puzzle, first.answer, read) == ("number 0", "several", [0])


def test_cancelled_there_are_no_more_lines():
    cancel = threading.Event()
    cancel.set()
    puzzles = [("a", accord.load("queens:4"))] * 3
    assert list(lines(puzzles, {}, cancel=cancel)) == []


def test_a_time_limit_is_for_each_puzzle_and_says_undecided():
    (line,) = lines([("hard", accord.load("one-sided-5x18"))], {"time_limit": 0.3, "backend": "sat"})
    assert (line.answer, line.status) in [("undecided", "time"), ("several", "complete")]


def test_a_faulty_puzzle_is_a_line_too():
    (line,) = lines([("bad", InputError(["x:1: wrong"]))], {})
    assert (line.puzzle, line.fault, line.answer) == ("bad", "x:1: wrong", "undecided")


def test_an_answer_is_kept_where_looking_for_a_reason_takes_all_the_time(monkeypatch):
    def steps(_self):
        end = monotonic() + 20
        while monotonic() < end:
            pass
        yield

    monkeypatch.setattr(_Search, "steps", steps)
    began = monotonic()
    line = solve_one("queens:3", accord.load("queens:3"), ask("unique", {"time_limit": 0.2}))
    assert monotonic() < began + 0.2 + CALL  # then the guard over the puzzle would end it, and its line
    assert (line.answer, line.status, line.clash) == ("impossible", "complete", ())
