"""Kinds with numbers and readings of their rule: counts against every filling tried; hints in their words."""

from functools import partial
from itertools import islice, product

import pytest

import accord
from accord.deduce import Reasoner
from accord.puzzles.hints import sentence

BACKENDS = ("native", "cpsat", "sat")


def counts(text):
    return {accord.count(accord.load(text), backend=backend).count for backend in BACKENDS}


def hints(text):
    puzzle = accord.load(text)
    reasoner = Reasoner(puzzle.model, puzzle.given, seen_as=partial(seen_as, puzzle))
    return [sentence(puzzle, reasoner.model, step) for step in islice(reasoner.steps(), 12)]


def seen_as(puzzle, item):
    return (
        puzzle.record.shown.seen_as(puzzle.spec, puzzle.model, item) if puzzle.record.shown.seen_as else item
    )


def fillings(values, rows, columns):
    """All boards, and their lines."""
    for flat in product(values, repeat=rows * columns):
        board = [flat[row * columns : (row + 1) * columns] for row in range(rows)]
        yield board, [*zip(*board, strict=True)]


def halved(line):
    return line.count(1) == line.count(2) and not any(
        len({*line[n : n + 3]}) < 2 for n in range(len(line) - 2)
    )


@pytest.mark.parametrize("different", [False, True])
def test_lines_of_a_binairo_may_be_equal_or_not(different):
    found = 0
    for rows, columns in fillings((1, 2), 4, 4):
        if rows[0][1] == 1 and all(map(halved, [*rows, *columns])):
            found += not different or len({*rows}) == len({*columns}) == 4
    reading = "lines=different;" if different else ""
    assert counts(f"binairo:{reading}.1../..../..../....") == {found}


@pytest.mark.parametrize("repeated", [False, True])
def test_runs_of_a_kakuro_may_repeat_a_digit_or_not(repeated):
    found = 0
    for rows, columns in fillings(range(1, 10), 2, 2):
        if [sum(line) for line in (*rows, *columns)] == [8, 12, 8, 12]:
            found += repeated or all(len({*line}) == 2 for line in (*rows, *columns))
    reading = "digits=repeated;" if repeated else ""
    assert counts(f"kakuro:{reading}-_8,_12,/,8_0_0/,12_0_0") == {found}


@pytest.mark.parametrize("repeated", [False, True])
def test_cages_of_a_killer_sudoku_may_repeat_a_digit_or_not(repeated):
    lines = [line for line in product((1, 2, 3, 4), repeat=4) if len({*line}) == 4]
    found = 0
    for board in product(lines, repeat=4):
        boxes = [board[r][c : c + 2] + board[r + 1][c : c + 2] for r in (0, 2) for c in (0, 2)]
        if all(len({*line}) == 4 for line in [*zip(*board, strict=True), *boxes]):
            cage = [board[1][1], board[1][2], board[2][2]]
            found += sum(cage) == 6 and (repeated or len({*cage}) == 3)
    reading = "digits=repeated;" if repeated else ""
    text = f"killer-sudoku:{reading}..../.6../..../....;abcd/exxh/ijxl/mnop"
    assert counts(text) == {found}
    assert found


def seen(line):
    return sum(height > max(line[:n], default=0) for n, height in enumerate(line))


@pytest.mark.parametrize(("tallest", "clue"), [(4, 2), (4, 3), (3, 2), (3, 3), (2, 1), (2, 2)])
def test_skyscrapers_and_parks(tallest, clue):
    every = [0] * (4 - tallest) + [*range(1, tallest + 1)]
    lines = [line for line in product({*every}, repeat=4) if sorted(line) == every]
    found = 0
    for board in product(lines, repeat=4):
        columns = [*zip(*board, strict=True)]
        if all(sorted(column) == every for column in columns):
            found += seen(board[0]) == clue == seen(board[2][::-1]) and seen(columns[1]) == 2
    assert counts(f"skyscrapers:tallest={tallest};?_2_?_?;?_?_?_?;{clue}_?_?_?;?_?_{clue}_?") == {found}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("binairo:11../..../..../....", "of the three from r1c1 to r1c3 two are 1, so r1c3 is 2"),
        ("binairo:1.21/..../..../....", "row 1 has all its 1s, so r1c2 is 2"),
        ("kakuro:-_4,_6,/,3_0_0/,7_0_0", "by the 3 of r2c2 to r2c3, it is 1+2"),
        (
            "skyscrapers:?_?_?;?_?_?;3_?_?;?_?_?",
            "by the 3 at the left of row 1, r1c1 is not 2 or 3, r1c2 is not 1 or 3 and r1c3 is not 1 or 2",
        ),
        ("magnets:0_?;?_?;?_?;?_?;;12/12", "column 1 has its 0 +, so r1c1 is x"),
        ("dominosa:0011/2012/0212", "the domino 2-2 can only lie at r2c4 and r3c4"),
    ],
)
def test_hints_are_in_words_of_the_kind(text, said):
    assert any(said in each for each in hints(text)), hints(text)[:6]
