"""A toy site is read, written, named in lists, and its kinds are found."""

import pytest
from commands import called

import accord
from accord.errors import InputError, UsageError
from accord.puzzles import sites, table


def test_an_address_is_read_and_written():
    puzzle = accord.load("toy://akari/.1./x../..2")
    assert puzzle.family == "akari"
    assert puzzle.spec == accord.load("akari:.1./x../..2").spec
    assert called("convert", "akari:.1./x../..2", "--to", "toy").stdout == "toy://akari/.1./x../..2\n"
    assert called("count", "akari:toy://akari/.1./x../..2", "--quiet").stdout == "1\n"


def test_it_is_in_lists_and_in_a_file_of_many(tmp_path):
    assert "the toy site" in sites.titles()
    assert table.find("mosaic").sites["toy"] == ("mosaic",)
    assert "toy" in called("families", "akari").stdout
    (tmp_path / "many.txt").write_text("toy://akari/.1./x../..2\ntoy://akari/.1./x../..2\n")
    assert called("count", str(tmp_path / "many.txt"), "--quiet").stdout.count("1\n") == 2


def test_what_it_does_not_have_is_refused():
    with pytest.raises(UsageError, match="found the kind 'chess', which no family reads"):
        accord.load("toy://chess/..")
    with pytest.raises(InputError, match="expected rows of the same length"):
        accord.load("toy://akari/../...")
    with pytest.raises(InputError, match="found the kind 'lits'; expected the kind akari"):
        accord.load("akari:toy://lits/..")
