"""No command empties what it is to read; files that are written at the same time do not meet."""

import errno
import os
import subprocess
import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path

import click
import pytest
from commands import called

from accord.atomic_write import atomic_write
from accord.cli.main import accord
from accord.cli.options import InWord

PUZZLES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" * 2


@pytest.mark.parametrize(
    "words", [("solve",), ("solve", "--unique"), ("rate",), ("count",), ("check",), ("fingerprint",)]
)
@pytest.mark.parametrize("name", ["sudoku.txt", "./sudoku.txt", "link.txt"])
def test_an_output_is_never_an_input(tmp_path, monkeypatch, words, name):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "sudoku.txt"
    file.write_text(PUZZLES)
    (tmp_path / "link.txt").symlink_to(file)
    done = called(words[0], "sudoku.txt", *words[1:], "--output", name)
    assert done.returncode == 2
    assert f"{name}: the output is also the input sudoku.txt" in done.stderr
    assert file.read_text() == PUZZLES


MODEL = 'family = "queens"\ntitle = "four"\nrule = "four queens."\nsize = 4\n'
SINGLE = [
    "certify four.toml --output",
    "convert four.toml --to dimacs --output",
    "draw four.toml --output",
    "film four.toml --output",
    "compare four.toml --report",
    *(f"prove four.toml --{file}" for file in ("cnf", "drat", "lrat", "cuts", "weights")),
    "count four.toml --parts 2 --shard 1/2 --output",
    "clues four.toml --output",
    "plan four.toml --output",
]


@pytest.mark.parametrize("words", SINGLE)
def test_nor_is_that_of_a_single_puzzle(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.toml").write_text(MODEL)
    for suffix in (".svg", ".html", ""):
        (tmp_path / f"link{suffix}").symlink_to("four.toml")
    command = words.split()[0]
    name = {"draw": "link.svg", "film": "link.svg", "compare": "link.html"}.get(command, "link")
    done = called(*words.split(), name)
    assert done.returncode == 2
    assert f"{name}: the output is also the input four.toml" in done.stderr
    assert (tmp_path / "four.toml").read_text() == MODEL


@pytest.mark.parametrize("part", ["queens:5", "many.txt:2", "2"])
@pytest.mark.parametrize("words", ["convert --to dlx --output", "draw --output", "prove --cnf"])
def test_nor_is_that_of_one_of_many_whose_name_may_have_colons(tmp_path, monkeypatch, words, part):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "many.txt").write_text("queens:4\nqueens:5\n")
    (tmp_path / "link.svg").symlink_to("many.txt")
    command, *options = words.split()
    done = called(command, f"many.txt:{part}", *options, "link.svg")
    assert done.stderr.startswith(f"accord: link.svg: the output is also the input many.txt:{part}")
    assert done.returncode == 2
    assert (tmp_path / "many.txt").read_text() == "queens:4\nqueens:5\n"


def test_each_option_that_names_an_output_is_one_of_these():
    """The others read no puzzles: `bench --write` fills tables of a page in, which it has to read."""
    outputs = ("output", "page", "cnf", "drat", "lrat", "cuts", "weights")
    with click.Context(accord) as context:
        found = {
            (name, option.opts[0])
            for name in accord.list_commands(context)
            for option in accord.get_command(context, name).params
            if option.name in outputs
        } - {("bench", "--write")}
    tried = {(words.split()[0], words.split()[-1]) for words in SINGLE}
    tried |= {(name, "--output") for name in ("solve", "rate", "count", "check", "fingerprint")}
    assert found - tried == {(name, "--output") for name in ("merge", "generate", "fuzz")}


def test_nor_is_the_file_that_standard_input_is(tmp_path):
    (tmp_path / "sudoku.txt").write_text(PUZZLES)
    with (tmp_path / "sudoku.txt").open() as file:
        command = [sys.executable, "-m", "accord", "solve", "-", "--output", "sudoku.txt"]
        done = subprocess.run(command, stdin=file, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "sudoku.txt: the output is also the input -" in done.stderr
    assert (tmp_path / "sudoku.txt").read_text() == PUZZLES


GENERATE = ("generate", "nonogram", "--size", "3x3", "--any")


def test_what_was_generated_earlier_stays(tmp_path):
    file = tmp_path / "made.txt"
    file.write_text("earlier\n")
    done = called(*GENERATE, "-o", file)
    assert (done.returncode, file.read_text()) == (2, "earlier\n")
    assert "found 8 bytes of earlier results" in done.stderr


@pytest.mark.parametrize("folder", [False, True])
def test_a_full_disk_is_named_and_leaves_no_half_of_a_model_file(tmp_path, monkeypatch, folder):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)  # of lines
    monkeypatch.setattr(Path, "replace", full)  # of whole files
    name = f"{tmp_path}/" if folder else str(tmp_path / "made.txt")
    done = called(*GENERATE, "-o", name)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"accord: {name}")
    assert "cannot be written: No space left on device" in done.stderr
    assert not folder or list(tmp_path.iterdir()) == []


def test_two_files_of_one_folder_that_are_written_at_once(tmp_path):
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    with atomic_write(str(one)) as first, atomic_write(str(two)) as second:
        assert first != second
        second.write_text("2")
        first.write_text("1")
    assert (one.read_text(), two.read_text()) == ("1", "2")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.svg", "two.svg"]


def test_two_machines_that_share_a_folder_write_to_files_of_their_own(tmp_path, monkeypatch):
    """A process there may have the number of ours."""
    monkeypatch.setattr("os.getpid", lambda: 1)
    spec = find_spec("accord.atomic_write")
    there = module_from_spec(spec)
    spec.loader.exec_module(there)
    with (
        atomic_write(str(tmp_path / "one.svg")) as first,
        there.atomic_write(str(tmp_path / "two.svg")) as second,
    ):
        assert first != second
        first.write_text("1")
        second.write_text("2")


LONG = "a" * 300  # longer than any name may be
LONG_NAMES = [
    *(
        f"{words} {LONG}"
        for words in SINGLE
        if words.split()[0] in ("certify", "convert", "prove", "count", "clues")
    ),
    f"draw queens:4 -o {LONG}.svg",
    f"film queens:4 -o {LONG}.svg",
    f"film queens:4 -o {LONG}/",
    f"compare queens:4 --report {LONG}.html",
    f"solve sudoku.txt -o {LONG}",
    f"count queens:4 --checkpoint {LONG}",
    f"count queens:4 --checkpoint {LONG}/{LONG}",
    f"generate sudoku --size 4x4 -o {LONG}",
    f"generate sudoku --size 4x4 -o {LONG}/",
    f"merge {LONG}",
    f"solve {LONG}",
    f"solve {LONG}.txt:name",
]


@pytest.mark.parametrize("words", LONG_NAMES, ids=lambda words: words.replace(LONG, "LONG"))
def test_a_name_that_is_too_long_is_a_sentence(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.toml").write_text(MODEL)
    (tmp_path / "sudoku.txt").write_text(PUZZLES)
    done = called(*words.split())
    assert done.returncode in (2, 3)
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("accord: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["four.toml", "sudoku.txt"]


def test_whole_numbers_are_no_larger_than_what_counts_them():
    """But for the number of a solution: there may be more than a word has."""

    def unbounded(kind):
        of_int = isinstance(kind, click.types.IntParamType) and getattr(kind, "max", None) is None
        return of_int and not isinstance(kind, InWord)

    with click.Context(accord) as context:
        free = {
            f"{name} {option.opts[-1]}"
            for name in accord.list_commands(context)
            for option in accord.get_command(context, name).params
            if unbounded(option.type)
        }
    assert free == {"sample --nth"}


@pytest.mark.parametrize(
    "words", ["hint queens:4 --after", "watch queens:4 --frames", "solve queens:4 --number"]
)
@pytest.mark.parametrize(("number", "code"), [(10**18, 0), (2**63 - 1, 2), (10**30, 2)])
def test_a_number_beyond_a_word_is_a_sentence(words, number, code):
    done = called(*words.split(), number)
    assert done.returncode == code
    assert code == 0 or "is not in the range" in done.stderr


@pytest.mark.parametrize("folder", ["/proc", "/sys"])
def test_a_folder_that_takes_no_file_is_a_sentence(folder):
    if not Path(folder).is_dir():
        pytest.skip(f"there is no {folder}")
    done = called("certify", "queens:4", "-o", f"{folder}/x")
    assert done.returncode in (1, 2)
    assert done.stderr.startswith(f"accord: {folder}/x: cannot be written: ")
