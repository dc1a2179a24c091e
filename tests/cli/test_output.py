"""What commands write: exact JSON, lines that fit the terminal, and files, whole or refused at once."""

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from commands import called
from looped import looped

from accord.certify import prove as certify
from accord.cli import output
from accord.cli.main import COMMANDS
from accord.cli.prove import prove
from accord.errors import AccordError, UsageError
from accord.generate import Maker
from accord.json import lines

FULL = Path("/dev/full")  # takes nothing


@pytest.fixture
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"n": 2**53}, f'{{"n":{2**53}}}'),
        ({"n": 2**53 + 1, "m": [-(2**60), 3]}, f'{{"n":"{2**53 + 1}","m":["-{2**60}",3]}}'),
        ({"text": f":{10**20}", "x": 1.5, "y": True}, f'{{"text":":{10**20}","x":1.5,"y":true}}'),
        ([10**30], f'["{10**30}"]'),
    ],
)
def test_json_has_texts_for_numbers_that_readers_would_round(value, text):
    assert output.json(value) == text
    assert lines([value, {"n": 1}, value]) == f'{text}\n{{"n":1}}\n{text}\n'


DOMINOES = f"""
family = "packing"
title = "Dominoes on a board of 12 x 12"
rule = "Cover the board with dominoes."
pieces = "dominoes"
copies = "any"
board = '''
{("." * 12 + chr(10)) * 12}'''
"""


def test_every_outcome_keeps_large_numbers():
    number = 112202208776036178000000
    assert json.loads(called("count", "dominoes-14x14", "--json").stdout)["count"] == str(number)
    drawn = json.loads(called("sample", "-", "--jsonl", stdin=DOMINOES).stdout)["number"]
    assert 1 <= int(drawn) <= 53060477521960000
    assert isinstance(drawn, str) == (int(drawn) > 2**53)
    frequency = called("sample", "-", "--frequencies", "--jsonl", stdin=DOMINOES).stdout.splitlines()[0]
    assert isinstance(json.loads(frequency)["solutions"], str)
    (shown,) = called("show", "dominoes-14x14", "--json").stdout.splitlines()
    assert json.loads(shown)["counts"]["all"]["count"] == str(number)


@looped("command", [(name, "--help") for name in COMMANDS] + [
    ("list",), ("families",), ("families", "packing"), ("families", "sudoku"), ("show", "pentomino-6x10"),
    ("show", "freecell-small"), ("show", "aquarium-30x30"), ("show", "one-sided-3x30"),
])  # fmt: skip
def test_nothing_is_wider_than_the_terminal(command, narrow):
    lines = called(*command).stdout.splitlines()
    assert lines
    assert [line for line in lines if len(line) > 80] == []


def test_a_nonogram_of_25_fits_and_is_as_wide_as_ever_elsewhere(monkeypatch):
    (made,) = Maker("nonogram", (25, 25), unique=False)
    text = f"nonogram:{made.puzzle.record.texts.emit(made.puzzle.spec)}"
    monkeypatch.delenv("COLUMNS", raising=False)
    free = max(map(len, called("show", text).stdout.split("\n\n")[-1].splitlines()))
    monkeypatch.setenv("COLUMNS", "80")
    board = called("show", text).stdout.split("\n\n")[-1].splitlines()
    assert max(map(len, board)) <= 80 < free


def test_colour_can_be_forced_and_forbidden(monkeypatch):
    plain = called("solve", "soma", "-q").stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    painted = called("solve", "soma", "-q").stdout
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert called("solve", "soma", "-q").stdout == plain


def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path, monkeypatch):
    place = tmp_path / "x.cnf"
    output.write(str(place), "one\n")
    place.chmod(0o640)
    (tmp_path / "link").symlink_to(place)
    output.write(str(tmp_path / "link"), "two\n")
    assert place.read_text() == "two\n"
    assert (tmp_path / "link").is_symlink()
    assert place.stat().st_mode & 0o777 == 0o640

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copymode", full)
    with pytest.raises(AccordError, match=r"x.cnf: cannot be written: No space left") as caught:
        output.write(str(place), "three\n")
    assert caught.value.exit_code == 1
    assert place.read_text() == "two\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "x.cnf"]


def test_what_is_no_plain_file_is_written_as_it_is():
    output.write(os.devnull, "gone")
    assert not Path(os.devnull).is_file()
    if FULL.exists():
        with pytest.raises(AccordError, match="No space left"):
            output.write(str(FULL), "text")


def test_what_cannot_be_written_is_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(certify.Prover, "__iter__", lambda self: pytest.fail("it worked"))
    for name, reason in (("no/x", "there is no folder no"), ("-", "the name of a file")):
        for option in ("--cnf", "--drat"):
            done = CliRunner().invoke(prove, ["langford:5", option, name])
            assert isinstance(done.exception, UsageError)
            assert reason in str(done.exception)
    same = str(tmp_path / "x")
    done = CliRunner().invoke(prove, ["langford:5", "--cnf", same, "--drat", same])
    assert done.exit_code == 2
    assert "name the same file" in done.output


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only(tmp_path):
    tmp_path.chmod(0o555)
    with pytest.raises(UsageError, match="Permission denied"):
        output.check_output(str(tmp_path / "x"))


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_a_result_is_told_though_a_file_cannot_be_written(tmp_path):
    drat = tmp_path / "p.drat"
    done = CliRunner().invoke(prove, ["langford:5", "--cnf", str(FULL), "--drat", str(drat)])
    assert done.stdout.startswith("impossible: the model has no solution")
    assert isinstance(done.exception, AccordError)
    assert drat.read_text().endswith("0\n")
