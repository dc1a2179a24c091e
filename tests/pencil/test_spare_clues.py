"""Clues that a generator leaves out: the same that trying them one by one leaves out, and no more."""

import os
import subprocess
import sys

import pytest
from pencil_kinds import kind_of

import accord
from accord.pencil import making
from accord.pencil.clues import stated_clues, without
from accord.pencil.kind import words_of
from accord.puzzles.puzzle import Puzzle

FULL = {  # kinds with clues in cells, and beside lines; cuts of a loop, of cells, or none
    "slitherlink": {"board": ("2122", "1012", "2233")},
    "binairo": {"board": ("1221", "2112", "1212", "2121"), "lines": "different"},
    "kuromasu": {"board": ("42.2", "3.33", "534.")},
    "kakurasu": {"columns": (4, 3, 4, 4), "rows": (3, 2, 1, 7)},
}


def is_unique(kind, spec):
    return accord.unique(Puzzle(family=kind.name, spec=spec)).answer == "unique"


@pytest.mark.parametrize("name", FULL)
@pytest.mark.parametrize("seed", [1, 2])
def test_clues_are_left_out_as_if_tried_one_by_one(name, seed):
    kind = kind_of(name)
    spec = kind.spec(**FULL[name])
    assert is_unique(kind, spec)
    order = [*stated_clues(kind, spec)]
    making.Dice(seed).shuffle(order)
    gone = []
    for clue in order:
        if is_unique(kind, without(kind, spec, [*gone, clue])):
            gone.append(clue)
    blanks = {key: blank for key, blank in kind.clues.items() if key in FULL[name]}
    left = kind.spec(**making.drop_clues(kind, FULL[name], blanks, making.Dice(seed)))
    assert 0 < len(gone) < len(order)
    assert words_of(kind, left) == words_of(kind, without(kind, spec, gone))


def test_a_puzzle_with_several_solutions_keeps_its_clues():
    values = {"board": (".2", "..")}
    left = making.drop_clues(kind_of("slitherlink"), values, {"board": "-"}, making.Dice(1))
    assert left == values


@pytest.mark.full
def test_hashes_of_texts_make_no_difference():
    asked = ["generate", "magnets", "--size", "4x4", "-n", "5", "--seed", "1"]
    made = {
        subprocess.run(
            [sys.executable, "-m", "accord", *asked],
            env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True,
        ).stdout
        for seed in "12"
    }  # fmt: skip
    assert len(made) == 1
