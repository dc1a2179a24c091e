"""Kinds with numbers: hints in their words."""

from functools import partial
from itertools import islice

import pytest

import accord
from accord.deduce import Reasoner
from accord.puzzles.hints import sentence


def hints(text):
    puzzle = accord.load(text)
    reasoner = Reasoner(puzzle.model, puzzle.given, seen_as=partial(seen_as, puzzle))
    return [sentence(puzzle, reasoner.model, step) for step in islice(reasoner.steps(), 12)]


def seen_as(puzzle, item):
    return (
        puzzle.record.shown.seen_as(puzzle.spec, puzzle.model, item) if puzzle.record.shown.seen_as else item
    )


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
