"""What the choice of auto costs: sums by kind of model, and when they are good enough."""

import json
import subprocess
import sys

import pytest

import accord
from accord_compare.choosing import Solved, kind_of, measure, puzzles, totals

pytestmark = pytest.mark.full  # left out of the fast profile

SMALL, LARGE = "amounts of 1, up to 1,000 options", "amounts of 1, over 1,000 options"


def rows(by, seconds, model=SMALL, **more):
    return [Solved(f"p{i}", model, by, each, **({"decided": True} | more)) for i, each in enumerate(seconds)]


def test_an_engine_that_refuses_a_puzzle_has_no_sum():
    known = [*rows("auto", [1.0, 2.0]), *rows("sat", [1.0, 1.0]), *rows("native/cells", [0.1])]
    (sums,) = totals([*known, Solved("p1", SMALL, "native/cells", refused="too large")])
    assert sums.seconds == {"auto": 3.0, "sat": 2.0}
    assert (sums.best, sums.puzzles, sums.good) == ("sat", 2, True)


def test_the_choice_is_bad_where_another_is_much_faster_or_knows_more():
    slow = totals([*rows("auto", [1.0]), *rows("sat", [0.1]), *rows("cpsat", [0.01], decided=False)])
    assert [(each.best, each.good) for each in slow] == [("sat", False)]
    unsure = totals([*rows("auto", [1.0], LARGE, decided=False), *rows("sat", [9.0], LARGE)])
    assert [(each.model, each.good) for each in unsure] == [(LARGE, False)]


def test_puzzles_of_all_kinds_of_files_and_their_kinds(tmp_path):
    lines = tmp_path / "some.txt"
    lines.write_text("queens:4\nqueens:6\n", encoding="utf-8")
    named = dict(puzzles(["models/aquarium-6x6.toml", str(lines)]))
    assert [name.split()[0] for name in named] == ["aquarium-6x6", "some", "some"]
    assert {kind_of(each) for each in named.values()} == {SMALL, "amounts add up, up to 1,000 options"}
    assert kind_of(accord.load("pentomino-6x10")) == LARGE
    solved = list(measure("native/sums", [str(lines)], 10.0))
    assert [row.decided for row in solved] == [True, True]
    counted = list(measure("native/layers", ["models/dominoes-6x6.toml"], 10.0, "count"))
    assert [(row.decided, row.refused) for row in counted] == [(True, "")]


def test_the_command_measures_one_engine_in_its_process():
    command = [sys.executable, "-m", "accord_compare.choosing", "models/tents-8x8-few.toml", "--by", "auto"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (line,) = map(json.loads, done.stdout.splitlines())
    assert line["decided"]
    assert line["seconds"] > 0
