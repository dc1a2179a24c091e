"""A key pauses a long run on a terminal; the next one goes on or stops it. The terminal is left as it was."""

import json
import re
import signal
import subprocess

import pytest
from terminals import Terminal
from waiting import wait_until

from accord.cli.keys import _ONE, NAMES

pytestmark = pytest.mark.full  # left out of the fast profile

LONG = ["count", "polyhexes-4x10", "--engine", "window"]
ENDLESS = ["count", "queens:6", "--backend", "endless"]
PAUSED = r"paused: ([0-9.]+) s[^\n]*\n.*any key goes on; q or Esc stops with what is known"
BOARD = r"paused: [^\n]*?([0-9,]+) nodes[^\n]*, (\d+) options on the board\r\n(.*?)\r\nany key goes on"


def listening(*words, **more):
    """A command that listens to keys."""
    terminal = Terminal(*words, **more)
    wait_until(terminal.is_listened_to, "keys are listened to", terminal.process)
    return terminal


@pytest.mark.parametrize("key", ["q", "\x1b"])
def test_a_key_pauses_and_q_or_escape_stops_with_what_is_known(key):
    with listening(*ENDLESS, "--json") as terminal:
        terminal.press("x")
        terminal.until(PAUSED)
        terminal.press(key)
        assert terminal.end() == 130
        assert terminal.settings() == terminal.before
        outcome = json.loads(re.search(r"\{.*\}", terminal.seen)[0])
        assert (outcome["status"], outcome["exact"]) == ("cancelled", False)


def test_a_pause_shows_the_board_and_any_key_goes_on():
    with listening(*LONG) as terminal:
        told = []
        for key in ("x", "\x1b[C"):
            terminal.until(r"[0-9,]+ nodes")  # the line of progress is drawn, at first and again
            terminal.press(key)
            match = terminal.until(BOARD)
            told.append(int(match[1].replace(",", "")))
            signs = re.sub(r"[\s#]", "", match[3])
            assert len(signs) == 40  # cells
            assert len(set(signs) - {"."}) == int(match[2])  # pieces
            terminal.press(" ")
        assert told[0] < told[1]
        terminal.press("\x03")
        assert terminal.end() == 130
        assert "partial: cancelled" in terminal.seen
        assert terminal.settings() == terminal.before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("paused", [False, True])
def test_a_signal_ends_it_and_leaves_the_terminal_as_it_was(number, code, paused):
    with listening(*ENDLESS) as terminal:
        if paused:
            terminal.press("x")
            terminal.until(PAUSED)
        terminal.signal(number)
        assert terminal.end() == code
        assert "Traceback" not in terminal.seen
        assert terminal.settings() == terminal.before


def test_a_second_control_c_leaves_the_terminal_as_it_was_too():
    with listening(*ENDLESS) as terminal:
        terminal.press("\x03\x03")
        assert terminal.end() == 130
        assert terminal.settings() == terminal.before


def test_a_command_that_is_stopped_leaves_the_terminal_to_the_shell_and_takes_it_again():
    with listening(*ENDLESS) as terminal:
        terminal.press("\x1a")
        terminal.until("stopped")
        assert terminal.settings() == terminal.before
        terminal.press("\n")
        wait_until(terminal.is_listened_to, "keys are listened to again", terminal.process)
        terminal.press("x")
        terminal.until(PAUSED)
        terminal.press("q")
        assert terminal.end() == 130
        assert terminal.settings() == terminal.before


@pytest.mark.parametrize("more", [{"stdout": subprocess.PIPE}, {"where": "behind"}])
def test_keys_are_left_to_whoever_has_them(more):
    with Terminal(*ENDLESS, **more) as terminal:
        terminal.until("0:00:01")  # the line of progress is drawn
        assert terminal.settings() == terminal.before


def test_who_wants_quiet_has_it():
    with Terminal("count", "queens:8", "--quiet") as terminal:
        terminal.press("x")
        assert terminal.end() == 0
        assert "paused" not in terminal.seen


def test_keys_of_several_characters_are_one():
    typed = "a\x1b[C\x1b[Db\x1bOC \x1b[15~\x1b"
    keys = [NAMES.get(key, key) for key in _ONE.findall(typed)]
    assert keys == ["a", "right", "left", "b", "right", "space", "\x1b[15~", "esc"]
