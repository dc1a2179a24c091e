"""Wishes of a setter: symmetric or given cells with clues, none of a word; bands of difficulty; no twins."""

import json
import random

import pytest
from commands import called
from kinds import KINDS, of
from looped import looped

import accord
from accord.arguments.puzzle import SYMMETRIES, levels_of
from accord.errors import NotDrawnError, UsageError
from accord.generate import Maker
from accord.hints import difficulty_of
from accord.puzzles import table
from accord.puzzles import wishes as puzzles_wishes
from accord.puzzles.wishes import Wishes
from accord.puzzles.writing import puzzle_text
from accord.sudoku import Transformation

WISHES = {name: table.family(name).random.wishes for name in table.rows() if table.family(name).random}
ARRANGED = [name for name, wishes in WISHES.items() if "symmetry" in wishes]
TURNS = {
    "half-turn": lambda rows: [row[::-1] for row in rows[::-1]],
    "quarter-turn": lambda rows: [row[::-1] for row in zip(*rows, strict=True)],
    "left-right": lambda rows: [row[::-1] for row in rows],
    "top-bottom": lambda rows: rows[::-1],
    "diagonal": lambda rows: [*zip(*rows, strict=True)],
}


def made(family, size=(6, 6), **wishes):
    (found,) = Maker(family, size, seed=3, **wishes)
    for backend in ("native", "sat"):
        assert accord.unique(found.puzzle, backend=backend).answer == "unique"
    return found.puzzle


def clued(puzzle):
    """Whether there is a clue in each cell, row by row; of a kakuro whether it is no cell for a digit."""
    if puzzle.family == "sudoku":
        return [[sign != "." for sign in row] for row in puzzle.spec.grid]
    rows = [row.split() if " " in row.strip() else [*row.strip()] for row in puzzle.spec.board]
    if puzzle.family == "kakuro":
        return [[word != "0" for word in row[1:]] for row in rows[1:]]
    return [[word not in (".", "-") for word in row] for row in rows]


@pytest.mark.parametrize("symmetry", ["half-turn", "quarter-turn"])
@pytest.mark.parametrize("family", ARRANGED)
def test_cells_with_clues_are_symmetric(family, symmetry):
    cells = clued(
        made(family, (5, 5) if family in ("fillomino", "skyscrapers") else (6, 6), symmetry=symmetry)
    )
    assert [*map(list, TURNS[symmetry](cells))] == cells
    assert family == "skyscrapers" or any(map(any, cells))


@pytest.mark.parametrize("symmetry", ["left-right", "top-bottom", "diagonal"])
def test_there_are_reflections_too(symmetry):
    cells = clued(made("akari", (7, 7), symmetry=symmetry))
    assert [*map(list, TURNS[symmetry](cells))] == cells
    assert {*puzzles_wishes.SYMMETRIES} == {*SYMMETRIES} == {*TURNS, "none"}


PICTURE = ["X.....", "......", "--..--", "--..--", "......", ".....X"]


@pytest.mark.parametrize("family", ["akari", "battleship", "binairo", "mosaic", "sudoku", "suguru"])
def test_clues_stand_where_a_picture_says(family):
    cells = clued(made(family, cells="/".join(PICTURE)))
    for row, line in zip(cells, PICTURE, strict=True):
        for there, sign in zip(row, line, strict=True):
            assert sign == "." or there == (sign == "X")


def test_the_picture_of_a_kakuro_leaves_out_the_first_row_and_column():
    picture = ["X....X", "......", "..--..", "..--..", "......", "X....X"]
    cells = clued(made("kakuro", (7, 7), cells="\n".join(picture)))
    assert all(cells[row][column] for row in (0, 5) for column in (0, 5))
    assert not any(cells[row][column] for row in (2, 3) for column in (2, 3))


def test_a_picture_and_a_symmetry_go_together():
    cells = clued(made("binairo", symmetry="half-turn", cells="X...../......" + "/......" * 3 + "/-....."))
    assert cells[0][0]
    assert cells[5][5]
    assert not cells[5][0]
    assert not cells[0][5]
    assert TURNS["half-turn"](cells) == cells


WITHOUT = {"nonogram": "1", "sudoku": "6", "thermometers": "0", "aquarium": "0"}
WITHOUT |= {kind: of(kind).ROW.without for kind in KINDS if of(kind).ROW.without}


@pytest.mark.full
@looped("family", WITHOUT, parts=2)
def test_no_clue_is_a_word_that_is_not_wanted(family):
    word = WITHOUT[family]
    size = (5, 5) if family in ("fillomino", "skyscrapers", "magnets", "nonogram") else (6, 6)
    puzzle = made(family, size, without=(word,))
    if family == "sudoku":
        assert word not in "".join(puzzle.spec.grid)
        return
    keys = {"board", "rows", "columns", "sums", "given", "plus_rows", "minus_columns", "left", "top"}
    said = [getattr(puzzle.spec, key) for key in keys if hasattr(puzzle.spec, key)]
    words = [word for each in said for line in each for word in _words(line)]
    assert words
    assert word not in words


def _words(line):
    if isinstance(line, str) and "," in line:
        return line.replace(",", " ").split()
    if isinstance(line, str):
        return line.split() if " " in line.strip() else [*line]
    return [str(line)] if isinstance(line, int) else map(str, line)


def test_every_wall_of_an_akari_has_a_number_if_no_wall_without_one_is_wanted():
    board = "".join(made("akari", without=("x",)).spec.board)
    assert "x" not in board
    assert any(sign.isdigit() for sign in board)


def test_each_family_with_a_generator_takes_a_wish_or_refuses_it_in_a_line():
    assert {"akari", "sudoku"} <= {*ARRANGED}
    assert {*WITHOUT} <= {name for name, wishes in WISHES.items() if "without" in wishes}
    assert {name for name, wishes in WISHES.items() if not wishes} == {"lits", "norinori", "star-battle"}


@pytest.mark.parametrize(
    ("family", "size", "wishes", "message"),
    [
        ("tents", (6, 6), {"symmetry": "half-turn"}, "tents: its generator takes no symmetry; those of"),
        ("norinori", (6, 6), {"without": ("3",)}, "norinori: its generator takes no without; those of"),
        ("akari", (5, 6), {"symmetry": "diagonal"}, "symmetry: found diagonal for 6x5; expected a square"),
        ("akari", (2, 2), {"cells": "../..."}, "cells: found 2 rows of 2 or 3 signs; expected 2 rows of 2"),
        ("akari", (2, 2), {"cells": "../.o"}, "cells: found 'o'; expected X .a clue., - .none. and ."),
        (
            "akari", (2, 2), {"cells": "X./.-", "symmetry": "half-turn"},
            "cells: found X and - in cells that half-turn maps to each other",
        ),
        ("suguru", (6, 6), {"without": ("q",)}, "without: found 'q'; expected a word of clues: a number"),
        ("sudoku", (6, 6), {"without": ("7",)}, "without: found '7'; expected digits 1 to 6"),
        ("sudoku", (6, 6), {"without": ("0",)}, "without: found '0'; expected digits 1 to 6"),
        ("sudoku", (6, 6), {"more": {"cells": ""}, "cells": "X"}, "cells: found it twice"),
        ("akari", (6, 6), {"symmetry": "round"}, "unknown symmetry 'round'; there are none, half-turn"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_a_line(family, size, wishes, message):
    with pytest.raises(UsageError, match=message) as error:
        next(iter(Maker(family, size, **wishes)))
    assert not isinstance(error.value, NotDrawnError)
    assert "\n" not in str(error.value)


def test_a_wish_that_no_puzzle_fulfils_ends_at_the_tries():
    with pytest.raises(accord.StoppedError, match="found no puzzle with such clues in one draw"):
        next(iter(Maker("mosaic", (4, 4), cells="----/----/----/X---", tries=3)))
    assert len(Wishes((3, 3), "quarter-turn").orbits()) == 3


# -- bands of difficulty ----------------------------------------------------------------------------


def test_a_band_has_all_levels_between():
    assert levels_of("easy-hard") == ["easy", "medium", "hard"]
    assert levels_of("hard") == ["hard"]
    for wrong, message in (
        ("hard-easy", "expected the easier level first: easy-hard"),
        ("any-easy", "unknown"),
    ):
        with pytest.raises(UsageError, match=message):
            Maker("akari", (6, 6), difficulty=wrong)


def test_puzzles_are_rated_within_the_band():
    maker = Maker("akari", (7, 7), seed=1, count=5, difficulty="medium-hard")
    assert {difficulty_of(each.rating.level) for each in maker} == {"medium", "hard"}
    assert maker.tally.other > 0


# -- twins ------------------------------------------------------------------------------------------


def test_no_puzzle_is_the_twin_of_another_or_of_one_in_a_file(tmp_path):
    several = [*Maker("binairo", (2, 2), seed=1, count=20, unique=False)]
    assert len({accord.fingerprint(each.puzzle) for each in several}) < 20
    book = tmp_path / "book.txt"
    book.write_text(puzzle_text(several[0].puzzle, "block") + "\n")
    maker = Maker("binairo", (4, 4), seed=1, count=5, not_in=(str(book),))
    found = [each.puzzle for each in maker]
    assert len({accord.fingerprint(each) for each in found}) == 5
    again = [each.puzzle.spec for each in Maker("binairo", (4, 4), seed=1, count=2, not_in=(str(book),))]
    assert again == [each.spec for each in found[:2]]


def test_a_twin_in_a_file_is_passed_over(tmp_path):
    (first,) = Maker("sudoku", (9, 9), seed=1)
    way = Transformation.random(random.Random(1))
    book = tmp_path / "book.txt"
    book.write_text(way.apply("".join(first.puzzle.spec.grid)) + "\n")
    maker = Maker("sudoku", (9, 9), seed=1, not_in=(str(book),))
    (other,) = maker
    assert (maker.tally.twins, other.tries) == (1, 2)
    assert other.puzzle.spec != first.puzzle.spec
    with pytest.raises(UsageError, match="each puzzle depends on those before it"):
        maker.make_one(1)


# -- the command ------------------------------------------------------------------------------------


def test_the_command_takes_wishes_and_shards_of_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "picture").write_text("\n".join(PICTURE) + "\n")
    asked = ["generate", "binairo", "--size", "6x6", "--number", 2, "--seed", 4, "--cells", "picture"]
    done = called(*asked, "--json")
    assert done.returncode == 0, done.stderr
    texts = [json.loads(line)["puzzle"] for line in done.stdout.splitlines()]
    assert texts == called(*asked[:-1], "/".join(PICTURE)).stdout.splitlines()
    for shard in "12":
        assert called(*asked, "--shard", f"{shard}/2", "-o", shard).returncode == 0
    assert called("merge", "1", "2").stdout.splitlines() == texts
    assert called(*asked, "--symmetry", "half-turn", "--shard", "1/2", "-o", "1", "--resume").returncode == 2
    (tmp_path / "book.txt").write_text("\n".join(texts) + "\n")
    refused = called(*asked, "--not-in", "book.txt", "--shard", "1/2", "-o", "3")
    assert refused.returncode == 2
    assert "--not-in is not for --shard: each puzzle depends on those before it" in refused.stderr
    assert "found no such file; expected rows of X, - and ." in called(*asked[:-1], "nothing").stderr
