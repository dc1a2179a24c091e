"""`accord watch`: a film on a terminal, boards one after the other elsewhere."""

import re
import signal

import pytest
from commands import called
from processes import printed
from terminals import MARKS, Terminal
from waiting import wait_until

import accord
from accord.trace import of, select_events

pytestmark = pytest.mark.full  # left out of the fast profile

ALTERNATE, BACK = "\x1b[?1049h", "\x1b[?1049l"  # a screen of its own; and what was there before
HIDDEN, SHOWN = "\x1b[?25l", "\x1b[?25h"  # the cursor
PUZZLE = ["watch", "pentomino-6x10"]


def boards(text):
    """The numbered lines that were printed, each with what stands below it."""
    return re.findall(r"^(\d[\d,]*)\. ([^\n]*)\n(.*?)\n\n", text, re.MULTILINE | re.DOTALL)


def test_boards_are_printed_one_after_the_other():
    done = called("watch", "tetrahexes-4x7", "--frames", 5)
    told = boards(done.stdout)
    puzzle = accord.load("tetrahexes-4x7")
    events = [event for _, event in zip(range(5), of(puzzle), strict=False)]
    assert [int(number) for number, _, _ in told] == [event.nodes for event in events]
    assert [board for _, _, board in told] == [str(puzzle.picture(event.chosen)) for event in events]
    assert "stopped after 5 boards" in done.stderr
    assert done.returncode == 0


def test_all_of_a_short_search_is_printed_and_not_called_partial():
    done = called("watch", "queens:4", "--frames", 1000)
    assert "partial" not in done.stderr
    assert done.stdout.count(" solution;") == 2


def test_from_to_and_every_choose_nodes():
    told = boards(called("watch", "tetrahexes-4x7", "--from", 100, "--to", 200, "--every", 50).stdout)
    shown = [(int(number), words.split()[0].rstrip(";")) for number, words, _ in told]
    assert [number for number, word in shown if word == "place"] == [100, 150, 200]
    events = list(of(accord.load("tetrahexes-4x7")))
    met = [event.nodes for event in events if event.kind == "solution" and 100 <= event.nodes <= 200]
    assert [number for number, word in shown if word == "solution"] == met


def test_frames_end_where_they_are_stopped():
    events = of(accord.load("pentomino-6x10"))
    assert len(list(select_events(events, stop=lambda: True))) == 0


def test_steps_of_a_person_are_those_of_hint():
    told = boards(called("watch", "aquarium-6x6", "--deductions", "--from", 1, "--to", 1).stdout)
    hint = called("hint", "aquarium-6x6").stdout
    assert [f"{number}. {words}\n\n{board}\n" for number, words, board in told] == [hint]


def test_sums_are_told_as_they_close_in():
    out = called("watch", "aquarium-6x6", "--bounds", "--frames", 4).stdout
    assert "1. row 1: 3 to 6, and it needs 4\n" in out


def test_a_plan_is_watched_move_by_move():
    assert (
        called("watch", "tiles:2x2:1,.,3,2").stdout
        == "0. begin\n1 .\n3 2\n\n1. 2: r2c2 -> r1c2\n1 2\n3 .\n\n"
    )


def test_what_has_no_plan_says_so():
    done = called("watch", "tiles:2x2:2,1,3,.")
    assert (done.returncode, done.stdout) == (0, "")
    assert "impossible: there is no plan" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--deductions", "--bounds"], "--bounds shows deductions too"),
        (["--deductions", "--number", 1], "are for searches"),
        (["--root", "nobody"], "is no item of this puzzle"),
    ],
)
def test_what_does_not_go_together_is_told(words, said):
    done = called("watch", "pentomino-6x10", *words)
    assert done.returncode == 2
    assert said in done.stderr


def watching(*words, **more):
    """A film that is drawn."""
    terminal = Terminal(*words, **more)
    terminal.until("q end")
    return terminal


def left_as_it_was(terminal):
    """Whether the terminal has its settings, its screen and its cursor back."""
    seen = terminal.seen
    return (
        terminal.settings() == terminal.before
        and seen.count(ALTERNATE) == seen.count(BACK)
        and seen.rfind(SHOWN) > seen.rfind(HIDDEN)
    )


def test_keys_step_on_and_back_and_run_on_to_a_solution():
    with watching(*PUZZLE, "--speed", 0.2) as terminal:
        terminal.press("n")
        first = terminal.until(r"1\. place ([^;]+); depth 1.*?paused")
        terminal.press("\x1b[C")
        terminal.until(r"2\. place|1\. (remove|dead end)")
        terminal.press("b")
        assert terminal.until(r"1\. place ([^;]+); depth 1.*?paused")[1] == first[1]
        terminal.press("s")
        solution = terminal.until(
            r"([0-9,]+)\. solution; depth 12, ([0-9,]+) dead ends, 1 solution\b.*?paused"
        )
        event = next(event for event in of(accord.load("pentomino-6x10")) if event.kind == "solution")
        assert (solution[1], solution[2]) == (f"{event.nodes:,}", f"{event.dead_ends:,}")
        terminal.press("q")
        assert terminal.end() == 0
        assert left_as_it_was(terminal)
        after = MARKS.sub("", terminal.seen[terminal.seen.rindex(BACK) :]).replace("\r\n", "\n")
        assert str(accord.load("pentomino-6x10").picture(event.chosen)) in after
        assert "there is more to see" in after


def test_a_film_plays_by_itself_faster_and_slower_and_pauses():
    with watching(*PUZZLE, "--speed", 4) as terminal:
        terminal.press("+")
        terminal.until("8 events a second")
        terminal.until(r"[3-9]\. place")
        terminal.press("-")
        terminal.until("4 events a second")
        terminal.press(" ")
        terminal.until("paused")
        terminal.press(" ")
        terminal.until("4 events a second")
        terminal.press("\x1b")
        assert terminal.end() == 0
        assert left_as_it_was(terminal)


def test_the_end_stays_until_it_is_left():
    with watching("watch", "queens:4") as terminal:
        for told in ("1 solution.*?paused", "2 solutions.*?paused", "the end"):
            terminal.press("s")
            terminal.until(told)
        terminal.press("q")
        assert terminal.end() == 0
        assert "there is more" not in terminal.seen


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_and_leaves_the_terminal_as_it_was(number, code):
    with watching(*PUZZLE) as terminal:
        terminal.signal(number)
        assert terminal.end() == code
        assert left_as_it_was(terminal)
        assert "Traceback" not in terminal.seen


def test_control_c_ends_it_on_the_long_way_to_a_solution():
    with watching("watch", "one-sided-6x15") as terminal:
        terminal.press("s")
        terminal.until("running on")
        terminal.press("\x03")
        assert terminal.end() == 130
        assert left_as_it_was(terminal)


def test_it_is_stopped_and_goes_on():
    with watching(*PUZZLE, "--speed", 0.2) as terminal:
        terminal.press("\x1a")
        terminal.until("stopped")
        assert left_as_it_was(terminal)
        terminal.press("\n")
        wait_until(terminal.is_listened_to, "keys are listened to again", terminal.process)
        terminal.press("n")
        terminal.until("paused")
        terminal.press("q")
        assert terminal.end() == 0
        assert left_as_it_was(terminal)


def test_a_fault_leaves_the_terminal_as_it_was(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import accord.trace\n"
        "def broken(self, event): raise RuntimeError('a fault of ours')\n"
        "accord.trace.Pictures.__call__ = broken\n"
    )
    with Terminal(*PUZZLE, path=[tmp_path]) as terminal:
        assert terminal.end() == 1
        assert "a fault of ours" in terminal.seen
        assert left_as_it_was(terminal)


def test_no_terminal_library_is_imported_before_it_is_needed():
    words = (
        "import sys, accord, accord.cli.main; accord.cli.main.accord.main(['--help'], standalone_mode=False)"
    )
    out = printed("-c", words + "\nprint(sorted({'termios', 'rich', 'accord.trace'} & set(sys.modules)))")
    assert out.splitlines()[-1] == "[]"
