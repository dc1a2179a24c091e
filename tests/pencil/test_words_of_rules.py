"""Hints of a page whose rules need truths beside the cells: in the words of rules, and of nothing within."""

import re

import accord
from accord.hints import Hints
from accord.pencil import Board, Flags, Kind, at, family, total


def rules(puzzle):
    """Of the two lines of a clue's cell just one has as many mines as the clue says."""
    p = puzzle.problem()
    mine = puzzle.flags(p, puzzle.cells)
    for cell, clue in puzzle["board"].items():
        lines = [total(mine[other] for other in line) for line in puzzle.lines if cell in line]
        p.add((lines[0] == clue) ^ (lines[1] == clue), words=f"the {clue} at {at(cell)}")
    return p


KIND = Kind(
    name="either",
    rule="A number is how many mines its row has, or its column, but not both.",
    source="made for a test",
    parts=(Board("board", "numbers, and . for cells", numbers=(0, 8)),),
    solution=Flags("mine", word="x", sign="*"),
    rules=rules,
    example="3../.../...",
)


def test_hints_name_rules_and_cells_and_nothing_within():
    record = family(KIND)
    puzzle = accord.Puzzle(family=record, spec=record.texts.parse("333/02./3.."))
    said = [hint.words for hint in Hints(puzzle)]
    assert "by the 2 at r2c2, r3c2 has a mine" in said
    for words in said:
        assert not re.search(r"[=<>()`]|chosen|closed", words), words
