"""What a command says on a terminal while it works: a line of progress, where the work is silent too."""

import json
import os
import pty
import re
import subprocess
import sys

import pytest
from commands import called
from processes import PLUGINS, child_environment
from waiting import WATCHDOG

from accord.cli.line import _in_words
from accord.runner.outcome import Seconds
from accord.runner.result import seconds_in_words

pytestmark = pytest.mark.full  # left out of the fast profile

MARKS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def on_a_terminal(*words, until):
    """What `accord WORDS...` prints until its stderr, which is a terminal, shows what is waited for."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "accord", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=child_environment(PLUGINS, TERM="xterm", COLUMNS=150),
    )
    os.close(theirs)
    seen = ""
    with process, os.fdopen(ours, "rb", buffering=0) as terminal:
        while not re.search(until, MARKS.sub("", seen)):
            seen += terminal.read(1 << 12).decode()
        process.terminate()
        out, _ = process.communicate(timeout=WATCHDOG)
    return out.decode()


@pytest.mark.parametrize(
    ("words", "until"),
    [
        (["count", "queens:6", "--backend", "endless"], r"0:00:01"),
        (["rate", "meteor"], r"puzzle 1: \w+ so far, [0-9,]+ steps, [0-9,]+ options open"),
        (["sample", "queens:14"], r"counting: [0-9,]+ so far"),
    ],
)
def test_a_line_tells_what_is_being_done(words, until):
    on_a_terminal(*words, until=until)


def test_what_goes_to_a_file_is_not_drawn_on_the_terminal():
    words = ["solve", "pentomino-6x10", "--all", "--style", "line", "--backend", "sat"]
    out = on_a_terminal(*words, until=r"[0-9]{2,} so far")
    assert re.fullmatch(r"([A-Z]{60}\n){10,}", out)


def test_the_time_that_is_left_is_told_where_one_knows_how_far_the_work_has_come():
    assert _in_words("5 so far", None, 30.0) == "5 so far"
    assert _in_words("5 so far", 0.0, 30.0) == "5 so far"
    assert _in_words("5 so far", 0.25, 30.0) == "25 %, 0:01:30 left, 5 so far"


def test_seconds_of_loading_and_building_are_told_apart():
    assert seconds_in_words(2.65, 2.59) == "0.060 s (and 2.590 s to load)"
    assert seconds_in_words(2.65, 2.41, 0.18) == "0.060 s (and 2.410 s to load, 0.180 s to build)"
    assert seconds_in_words(0.25, 0.001, 0.009) == "0.250 s"
    assert seconds_in_words(0.25, 0.3) == "0.000 s (and 0.300 s to load)"  # another run was loading, too


def test_what_was_loaded_before_search_began_is_not_building():
    seconds = Seconds.of(
        (0.5, 0.3), None, (2.0, 1.0)
    )  # so far, and loading of that: as search began; at the end
    assert (seconds.build, seconds.total, seconds.load, seconds.search) == (0.5, 2.0, 1.0, 0.8)
    assert str(seconds) == "0.800 s (and 1.000 s to load, 0.200 s to build)"
    assert str(Seconds.of((0.5, 0.0), None, (2.0, 3.0))) == "0.000 s (and 3.000 s to load)"


def test_a_run_tells_its_search_apart_on_its_line_and_in_json():
    done = called("count", "queens:6", "--engine", "bitset")
    line = done.stderr.splitlines()[-1]
    assert re.search(r"4 solutions, several, .* nodes, 0 roots, \d+\.\d{3} s( \(and .*\))?$", line)
    told = json.loads(called("count", "queens:6", "--engine", "bitset", "--json").stdout)["seconds"]
    assert 0 < told["search"] <= told["total"] - told["load"] + 1e-5


def test_a_puzzle_that_takes_too_long_to_rate_is_given_up_and_the_next_is_rated():
    done = called("rate", "meteor", "aquarium-6x6", "queens:3", "--time-limit", 0.5, "--json")
    assert done.returncode == 5
    given_up, rated, impossible = map(json.loads, done.stdout.splitlines())
    assert given_up["rating"] is None
    # the limit may strike within a step or between two
    assert given_up["reason"].startswith("stopped after 0.5 seconds")
    assert given_up["at_least"] in ("bounds", "intersection", "subset sums", "lookahead")
    assert (rated["rating"], rated["steps"]["bounds"], rated["open"]) == ("bounds", 13, 0)
    assert impossible["rating"] == "impossible"


@pytest.mark.parametrize("command", ["rate", "explain", "prove", "sample", "compare"])
def test_a_limit_that_is_there_by_default_is_told_with_how_to_lift_it(command):
    told = " ".join(called(command, "--help").stdout.split())
    assert re.search(r"inf: never\. \[default: \d+\]", told)
    if command != "compare":
        assert called(command, "queens:5", "--time-limit", "inf").returncode == 0


@pytest.mark.parametrize(
    ("words", "last"),
    [
        (["plan", "tiles-8", "--mode", "optimal", "--backend", "native"], "Default: 300 for one puzzle;"),
        (["generate", "aquarium", "--size", "5x5"], "Default: 300 for each;"),
    ],
)
def test_a_limit_that_depends_on_how_many_is_told_too(words, last):
    assert f"{last} inf: never." in " ".join(called(words[0], "--help").stdout.split())
    assert called(*words, "--time-limit", "inf").returncode == 0


def test_one_plan_has_a_limit_by_default(monkeypatch):
    monkeypatch.setattr("accord.cli.plan.ALONE", 0.2)
    done = called("plan", "freecell-small", "--mode", "optimal", "--backend", "sat")
    assert done.returncode == 5
    assert "gave up: stopped after 0.2 seconds; a plan has at least" in done.stderr
