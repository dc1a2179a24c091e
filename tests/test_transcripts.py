"""What is recorded of a command does not depend on the machine, or on which engine was first."""

import json
import re
from types import SimpleNamespace

import pytest
import transcripts

from goldens import COMMANDS

BY_CHANCE = re.compile(
    r"in turn with it|at work: |once on this machine|confirmed by \w+/\w|"
    r'"(found_by|proved_by|checked_by|confirmed)": "'
)


@pytest.fixture
def recorded(monkeypatch):
    """A function: stdout and stderr of a command -> what is recorded of them."""

    def lines(stdout, stderr):
        done = SimpleNamespace(stdout=stdout, stderr=stderr, returncode=0)
        monkeypatch.setattr(transcripts, "called", lambda *words, stdin: done)
        return transcripts.record(["accord solve x"]).splitlines()[1:]

    return lines


@pytest.mark.parametrize(
    ("quick", "slow"),
    [
        ("92 solutions, 0.01 s", "at work: it counts\n92 solutions, 12 s (and 0.9 s to load)"),
        ("as asked", "compiling cover.bitset.search, once on this machine: 2 to 20 seconds\nas asked"),
        ("confirmed by native/bitset: none", "confirmed by native/sums: none"),
    ],
)
def test_a_slow_machine_is_recorded_as_a_quick_one(recorded, quick, slow):
    assert recorded("", quick) == recorded("", slow) != []


def test_the_engine_that_was_first_is_not_recorded(recorded):
    names = ("found_by", "proved_by", "checked_by", "confirmed")
    said = [json.dumps({"name": "x", **dict.fromkeys(names, engine)}) for engine in ("sat", "native")]
    assert recorded(said[0], "") == recorded(said[1], "")
    assert json.loads(recorded(said[0], "")[0])["name"] == "x"


def test_no_recorded_line_was_decided_by_a_race():
    found = [line for line in COMMANDS.read_text().splitlines() if BY_CHANCE.search(line)]
    assert found == []
