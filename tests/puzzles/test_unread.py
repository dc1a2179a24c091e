"""Files and links of other programs: recognised by how they begin, and refused by their names."""

import bz2
import gzip
import lzma
import re

import pytest
from looped import looped

import accord
from accord.errors import AccordError, InputError, UsageError
from accord.puzzles import loader, unread

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FILES = {  # by the name of the file: its text, and what is said
    "queens.mzn": ('include "globals.mzn";\nvar 1..3: x;\nsolve satisfy;\n', "a MiniZinc file"),
    "model.txt": ("% a comment\narray[1..2] of var bool: x;\nsolve satisfy;\n", "a MiniZinc file"),
    "flat.fzn": ("predicate p(var int: x);\n", "a MiniZinc file"),
    "data.dzn": ("n = 3;\n", "a MiniZinc file"),
    "instance.xml": ('<?xml version="1.0"?>\n<instance format="XCSP3" type="CSP">\n', "an XCSP3 instance"),
    "puzzle.xml": ('<?xml version="1.0"?>\n<puzzleset>\n', "XML"),
    "page.html": ("<!DOCTYPE html>\n<html><body>\n", "a web page"),
    "state.json": ('{"size": 9, "grid": []}\n', "JSON"),
    "list.json": ("[ {}, {} ]\n", "JSON"),
    "soft.wcnf": ("c soft\np wcnf 3 2 10\n10 1 2 0\n1 -1 0\n", "clauses with more than DIMACS has"),
    "projected.txt": ("p pcnf 3 2 10\n1 2 0\n", "clauses with more than DIMACS has"),
    "new.txt": ("h 1 2 0\n1 -1 0\n", "weighted MaxSAT"),
    "some.smt2": ("; a comment\n(set-logic QF_LIA)\n", "a file for another kind of solver"),
    "plan.pddl": ("(define (problem p))\n", "a file for another kind of solver"),
    "program.lp": ("\\ a comment\nMaximize\n obj: x\n", "a linear program"),
    "program.mps": ("NAME afiro\nROWS\n N cost\n", "a linear program"),
    "saved.sav": ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n", "a saved game of Simon Tatham"),
    "problem.py": ("import accord\n\np = accord.Problem('p')\n", "a Python program"),
    "link.txt": ("https://www.f-puzzles.com/?load=N4Ig/aG\n", "an f-puzzles link"),
    "other.txt": ("https://example.com/puzzle\n", "a link"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_program_is_named(tmp_path, name):
    text, what = FILES[name]
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        accord.load(str(path))
    (fault,) = caught.value.faults
    assert fault.startswith(f"{path}: found {what}"), fault
    assert "which is not read; " in fault
    assert "TOML" not in fault or what == "JSON"


@looped(
    ("data", "what"),
    [
        (gzip.compress(b"p cnf 1 0\n"), "a file compressed by gzip, which is not read; unpack it first"),
        (bz2.compress(b"p cnf 1 0\n"), "a file compressed by bzip2"),
        (lzma.compress(b"p cnf 1 0\n"), "a file compressed by xz"),
        (b"PK\x03\x04...", "a zip archive"),
        (b"%PDF-1.4", "a PDF"),
        (b"\x89PNG\r\n", "a picture"),
        (f"sudoku:{EASY}".encode("utf-16"), "text in UTF-16"),
        (b"abc\0def", "a file that is no text"),
    ],
)
@pytest.mark.parametrize("name", ["x", "x.cnf", "x.toml", "x.txt"])
def test_bytes_that_are_no_text_are_named_whatever_the_suffix(tmp_path, data, what, name):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(InputError, match=f"found {what}"):
        accord.load(str(path))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            f"0000183b305c {EASY}  1.2\n" * 2,
            "found a puzzle as word 2 of a line; expected it at the beginning",
        ),
        (f"id\tpuzzle\n1\t{EASY}\n", "found a puzzle as word 2 of a line"),
        (f'"1","{EASY}"\n', "found a puzzle as word 2 of a line"),
        (f"1;easy;{EASY}\n", "found a puzzle as word 3 of a line"),
        (f"quizzes,solutions\n{EASY},{EASY}\n", "found 'quizzes,solutions' before the first puzzle"),
        ("my puzzles\nqueens:6\nqueens:8\n", "found 'my puzzles' before the first puzzle"),
    ],
)
def test_lists_of_puzzles_that_begin_with_something_else(tmp_path, text, fault):
    path = tmp_path / "list.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=fault):
        accord.load(str(path))
    with pytest.raises(InputError, match=f"the text: {fault}"):
        loader.of_pasted(text)


@pytest.mark.parametrize(
    ("link", "what"),
    [
        (
            "https://www.f-puzzles.com/?load=N4Ig/abc",
            "an f-puzzles link, which is not read; expected the cells",
        ),
        ("https://sudokupad.app/abcd", "a SudokuPad link"),
        ("https://app.crackingthecryptic.com/sudoku/abc", "a SudokuPad link"),
        ("sudokupad.app/abcd", "a SudokuPad link"),
        ("https://tinyurl.com/abcd", "a short link, which is not read; open it in a browser"),
        (
            "https://www.puzzle-aquarium.com/?e=MDo3LDI2NywxODg=",
            "an address that has only the number of a puzzle, which is not read; nothing is fetched",
        ),
        ("https://www.puzzle-aquarium.com/?size=11", "an address that has only the number of a puzzle"),
        ("https://webpbn.com/play.cgi?id=1", "a page of webpbn.com, which is not read; export the nonogram"),
        (
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pattern.html#3x2:2//1/1.1/1",
            "Pattern of Tatham's collection, a nonogram; write its game ID, as in nonogram:3x2:2//1/1.1/1",
        ),
    ],
)
def test_a_link_of_another_site_is_named(link, what):
    with pytest.raises(UsageError, match=re.escape(f"{link}: found {what}")):
        accord.load(link)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        (
            "3x3",
            "k and a colon, of a killer sudoku; a plain Solo is a sudoku, and not read here: write its cells",
        ),
        ("2x2", "k and a colon, of a killer sudoku; a plain Solo"),
        ("2x3du", "k and a colon, of a killer sudoku; a plain Solo"),
        ("3x3x", "k and a colon, of a killer sudoku; a plain Solo"),
        ("3x3kx", "k and a colon; a killer sudoku with diagonals or irregular boxes is not read here"),
    ],
)
def test_a_plain_solo_is_named_and_a_way_is_given(parameters, expected):
    page = f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#{parameters}:a1b2c3d4"
    for text in (page, f"killer-sudoku:{parameters}:a1b2c3d4"):
        with pytest.raises(AccordError, match=re.escape(f"expected {expected}")):
            accord.load(text)


def test_a_model_file_without_its_suffix_is_read_and_its_faults_are_those_of_toml(tmp_path):
    path = tmp_path / "model"
    path.write_text(f'family = "sudoku"\ntitle = "t"\ngrid = "{EASY}"\n')
    assert accord.load(str(path)).family == "sudoku"
    path.write_text(f'family = "sudoku"\ngrid = {EASY}\n')
    with pytest.raises(InputError, match="expected a model file, which is TOML"):
        accord.load(str(path))
    path.with_suffix(".toml").write_text("solve satisfy;\n")
    with pytest.raises(InputError, match="expected a model file, which is TOML"):
        accord.load(f"{path}.toml")


def test_what_is_not_known_is_nothing():
    assert unread.text_fault("some words\nand more\n", "x.txt", lambda _: False) is None
    assert unread.link_fault("models/queens-8.toml") is None
    assert unread.bytes_fault(b"queens:8\n") is None


def test_a_binairo_in_0_and_1_has_2_for_0():
    zeros = accord.load("binairo:.1../00../..../..0.")
    assert zeros.spec.board == accord.load("binairo:.1../22../..../..2.").spec.board
    assert accord.count(zeros).count == accord.count(accord.load("binairo:.1../22../..../..2.")).count
    with pytest.raises(InputError, match="found '0' in column 1; expected a number 1 to 2"):
        accord.load("binairo:.1../02../..../..2.")
