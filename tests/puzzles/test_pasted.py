"""Puzzles that are pasted as text: what a file may hold, and no file is opened."""

import pytest

from accord.errors import AccordError, InputError
from accord.puzzles.loader import of_pasted

TOML = 'family = "queens"\ntitle = "Six"\nsize = 6\n'


@pytest.mark.parametrize(
    ("text", "family"),
    [
        (TOML, "queens"), ("queens:6", "queens"), (" akari:.1./x../..2\n", "akari"), ("soma", "packing"),
        ("https://puzz.link/p?akari/2/2/a", "akari"), ("# one\nqueens:6\n", "queens"), ("." * 81, "sudoku"),
    ],
)  # fmt: skip
def test_a_text_is_a_puzzle(text, family):
    assert of_pasted(text).family == family


@pytest.mark.parametrize(
    "text", ["", "x", "queens", "size = 1", "queens:6\nqueens:8\n", "akari:9", "https://x.org/"]
)
def test_a_wrong_text_is_an_error(text):
    with pytest.raises(AccordError):
        of_pasted(text)


def test_the_place_of_a_fault_is_called_as_the_caller_says():
    with pytest.raises(InputError, match=r"(?m)^the puzzle:2: sizes: found an unknown key"):
        of_pasted('family = "queens"\nsizes = 6\ntitle = "Six"\n', "the puzzle")


@pytest.mark.parametrize(
    "text", ["a" * 400_000, "a/" * 200_000, "a?" * 200_000, "m=a&" * 100_000, "/p/a" * 100_000]
)
def test_a_long_text_that_is_no_puzzle_is_refused_without_delay(text):
    with pytest.raises(AccordError):
        of_pasted(text)


def test_no_file_is_opened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("six.toml", "soma.toml", "soma"):
        (tmp_path / name).write_text(TOML)
    for name in ("six.toml", str(tmp_path / "six.toml"), "./six.toml", "six"):
        with pytest.raises(AccordError):
            of_pasted(name)
    assert of_pasted("soma").family == "packing"  # that of the library
