"""Moves on the command line: plans that are checked, the next one of a position, suits and colours."""

import json
import re
import shlex
import signal
from pathlib import Path

import pytest
from commands import called
from processes import started
from terminals import Terminal
from waiting import WATCHDOG

import accord
from accord.families.freecell.problem import names_of
from accord.families.freecell.reading import moves_in
from accord.families.freecell.start import start

ROOT = Path(__file__).parents[2]
DEAL = "freecell:5"
SMALL = "freecell:3,ranks=5,columns=5,cells=2"
TILES = "tiles:3x3:1,2,3,.,5,6,4,7,8"  # three moves from the goal
MIDDLE = "Foundations: H-3 C-4 D-K S-4\nFreecells: 5S - - -\n" + "\n".join(
    (
        "KS QH JS TH 9S 8H 7S 6H 5C",
        "KC QS JC TS 9C 8S 7C 6S",
        "4H",
        "KH",
        "QC JH TC 9H 8C 7H 6C 5H",
    )
)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def middle(tmp_path):
    place = tmp_path / "middle.txt"
    place.write_text(MIDDLE)
    return place


def plan_of(name, form):
    return called("plan", name, "--moves", form, "-q").stdout


def checked(name, moves, *more, **and_more):
    done = called("plan", name, "--check", moves, *more, **and_more)
    assert done.stderr == ""
    return done


# -- plan --check ------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["standard", "extended", "english", "cards"])
@pytest.mark.parametrize("name", [SMALL, "relaxed_freecell:1", "seahaven_towers:3", "freecell:5,columns=11"])
def test_a_plan_is_right_in_each_form_that_is_written(name, form):
    moves = plan_of(name, form)
    planned = json.loads(called("plan", name, "--json").stdout)
    done = checked(name, moves, "--json", "--moves", "extended" if form == "extended" else "standard")
    told = json.loads(done.stdout)
    assert (done.returncode, told["verdict"], told["left"]) == (0, "solved", "")
    single = planned.get("single", planned["moves"])
    assert told["single"] == single or form != "cards"  # a player's moves may need fewer
    number = len(moves.split()) if form in ("standard", "extended") else len(moves.splitlines())
    assert told["made"] == number


def test_moves_come_from_a_file_stdin_or_the_words_with_signs_too(tmp_path):
    moves = called("plan", SMALL, "--moves", "english", "--suits", "-q").stdout
    assert re.search("[♣♠]", moves)
    assert re.search("[♦♥]", moves)
    (tmp_path / "moves").write_text("# a plan\n\n" + moves.replace("\n", "\r\n"))
    said = {
        checked(SMALL, tmp_path / "moves").stdout,
        checked(SMALL, "-", stdin=moves).stdout,
        checked(SMALL, moves).stdout,
        checked(SMALL, plan_of(SMALL, "standard")).stdout,
    }
    assert len(said) == 1
    assert re.fullmatch(r"solved: \d+ moves \(\d+ single ones\)\n", said.pop())


@pytest.mark.parametrize(
    ("moves", "number", "why"),
    [
        ("ah 3h 5h 5h", 4, "5h: from column 5 to home: it is not the next of its suit; the next is 5C"),
        ("3h 5h xyz", 3, "xyz: this is no move; expected a source"),
        ("3h 1a", 2, "1a: from column 1 to cell a: cell a holds 5S"),
        ("4H from column 3 home\n6H from column 1 to cell b", 2, "column 1 ends with 5C"),
        ("5S from cell a onto 6H in column 2", 1, "column 2 ends with 6S"),
        ("4H from column 3 up the wall", 1, "this is no move; expected such as 3H from column 2 to cell a"),
        ("4H: column -> home; 5H: 6S -> home", 2, "5H lies on 6C, and not on 6S"),
        ("4H: column -> home; 6C: 7H -> cell", 2, "6C to a cell: 6C lies under 5H"),
        ("4H: column -> nowhere", 1, "expected one such as"),
        ("KH: home -> cell", 1, "KH lies on column, and not on home"),
    ],
)
def test_the_first_bad_move_is_named_with_the_board_before_it(middle, moves, number, why):
    done = checked(middle, moves)
    first, board, last = done.stdout.rstrip("\n").split("\n\n")
    assert done.returncode == 1
    assert first.startswith(f"move {number}, ")
    assert why in first
    assert last.startswith(f"not solved: {number - 1} move")
    again = json.loads(checked(middle, moves, "--json").stdout)
    assert (again["verdict"], again["number"], "\n".join(again["board"])) == ("wrong", number, board)
    # the board is the one before it: the moves before it lead there
    good = moves_in(moves)[: number - 1]
    assert checked(middle, "\n".join(good)).stdout.split("\n\n")[0] == board


def test_where_it_is_open_how_many_cards_move_the_reading_that_goes_farthest_is_told():
    board = (
        "freecell:Foundations: C-2 D-2/: 4D 3S/: /: 4C 3D 4H/: AH 2H 3H AS 2S 4S 3C,ranks=4,columns=4,cells=2"
    )
    both = json.loads(checked(board, "12 1a", "--json").stdout)
    assert (both["verdict"], both["made"], both["single"]) == ("unsolved", 2, 2)  # so 12 was one card
    told = json.loads(checked(board, "12v2 1a", "--json").stdout)
    assert (told["number"], told["move"], told["single"]) == (2, "1a", 3)


def test_moves_that_end_too_early_say_what_is_left(middle):
    done = checked(middle, "3h")
    assert done.returncode == 1
    assert done.stdout.endswith("\n\nnot solved: 1 move; 27 cards are not home\n")
    assert "Foundations: H-4 C-4 D-K S-4\n" in done.stdout
    assert checked(TILES, "").returncode == 1
    assert "solved: 0 moves" in checked("tiles:2x2:1,2,3,.", "").stdout


def test_operators_of_any_plan_problem_are_played():
    plan = called("plan", TILES).stdout
    assert checked(TILES, plan).stdout == "solved: 3 moves\n"
    one, other, last = plan.splitlines()
    done = checked(TILES, f"{one}; {last}; {other}")
    assert done.returncode == 1
    assert done.stdout == (
        f"move 2, {last}: needs blank=r3c2, and it is r3c1\n\n1 2 3\n4 5 6\n. 7 8\n\n"
        "not solved: 1 move was made before it; the goal lacks 7=r3c1, 8=r3c2, blank=r3c3\n"
    )
    assert "move 1, 9: r1c1 -> r1c2: there is no such operator" in checked(TILES, "9: r1c1 -> r1c2").stdout
    far = checked("tiles-8", "").stdout
    assert re.search(r"the goal lacks (\d=r\dc\d, ){4}\d=r\dc\d and \d more\n$", far)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--check", "nothing.txt"], "nothing.txt: found no such file; expected a file, - or moves"),
        (["--check", "1a", "--replay"], "--check plays moves and searches nothing; leave --replay out"),
        (["--check", "1a", "--time-limit", "3"], "leave --time-limit out"),
    ],
)
def test_what_cannot_be_asked_of_a_check(words, said):
    done = called("plan", SMALL, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "only one of PUZZLE and MOVES" in called("plan", "-", "--check", "-").stderr


# -- suits and colours -------------------------------------------------------------------------------


def test_colours_leave_the_text_alone_and_signs_are_read_again(tmp_path, monkeypatch):
    plain = called("plan", DEAL, "--replay", "-q").stdout
    signed = called("plan", DEAL, "--replay", "--suits", "-q").stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    painted = called("plan", DEAL, "--replay", "-q").stdout
    both = called("plan", DEAL, "--replay", "-q", "--suits").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert called("plan", DEAL, "--replay", "-q").stdout == plain == ESCAPES.sub("", painted)
    assert ESCAPES.sub("", both) == signed != plain
    letters = str.maketrans("♣♦♥♠", "CDHS")
    assert signed.translate(letters) == plain
    for text in (plain, signed):
        middle = text.split("\n\n")[2]
        (tmp_path / "board.txt").write_text(middle)
        assert accord.load(str(tmp_path / "board.txt")).picture().lines == tuple(
            middle.translate(letters).split("\n")
        )
    red = set(re.findall(r"\x1b\[31m([^\x1b]+)", both))
    assert {word.strip(",")[-1] for word in red if "-" not in word} == {"♦", "♥"}
    black = re.sub(r"\x1b\[31m(\x1b\[[0-9]+m)*[^\x1b]+", "", both)
    assert not set("♦♥") & set(black)


def test_ten_may_be_10_and_hollow_signs_and_variants_are_read(tmp_path):
    name = "freecell:5"
    lines = accord.load(name).picture().lines
    text = "\n".join(lines).replace("T", "10").translate(str.maketrans("CDHS", "♧♢♡♤"))
    (tmp_path / "board.txt").write_text(text.replace("\u2664", "\u2660\ufe0f"))
    assert accord.load(tmp_path / "board.txt").picture().lines == lines
    only = "/".join(lines[2:]).translate(str.maketrans("CDHS", "♣♦♥♠"))
    assert accord.load(f"freecell:{only}").picture().lines == lines


def test_what_moved_stands_out_in_colour(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    boards = called("plan", TILES, "--replay", "-q").stdout.split("\n\n")[::2]
    out = [re.findall(r"\x1b\[1m\x1b\[7m(\w+)\x1b\[0m", board) for board in boards]
    assert out == [[], ["4"], ["7"], ["8"], []][: len(out)]
    told = called("plan", SMALL, "--replay", "-q").stdout.split("\n\n")
    for move, board in zip(told[1::2], told[2::2], strict=False):
        cards = re.match(r"\S+  ((?:\S\S, )*\S\S) from ", ESCAPES.sub("", move))[1].split(", ")
        moved = re.findall(r"\x1b\[7m([^\x1b]+)", board)
        if " home" in move:
            ((suit, rank),) = (word.split("-") for word in moved)
            assert [rank + suit] == cards
        else:
            assert moved == cards


def test_a_terminal_shows_signs_and_a_pipe_letters():
    with Terminal("show", SMALL) as terminal:
        assert terminal.end() == 0
        assert re.search("A[♣♦♥♠]", terminal.seen)
        assert "\x1b[31m" not in terminal.seen  # which NO_COLOR forbids
    with Terminal("show", SMALL, "--letters", NO_COLOR="") as terminal:
        assert terminal.end() == 0
        assert not re.search("[♣♦♥♠]", terminal.seen)
        assert "\x1b[31m" in terminal.seen
    assert not re.search("[♣♦♥♠\x1b]", called("show", SMALL).stdout)


# -- hint --------------------------------------------------------------------------------------------


def test_the_next_move_of_a_board_in_mid_game_in_words(middle):
    done = called("hint", middle)
    assert done.returncode == 0
    first, board = done.stdout.rstrip("\n").split("\n\n")
    assert first == "1. move 4H from column 3 home"
    assert board.startswith("Foundations: H-4 C-4 D-K S-4\n")
    assert re.fullmatch(
        r"a plan of (\d+) moves, not proved shortest(; as a player makes them, \d+)?; \d+ are left\n",
        done.stderr,
    )
    signed = called("hint", middle, "--suits").stdout
    assert signed.startswith("1. move 4♥ from column 3 home\n\nFoundations: ♥-4 ")


@pytest.mark.parametrize("name", [SMALL, TILES])
def test_hints_one_after_the_other_solve_it(name):
    """Each is asked for with the board that the one before it showed."""
    board, left = None, []
    while not left or left[-1]:
        done = called("hint", *([name] if board is None else ["-"]), "--json", stdin=board or "")
        told = json.loads(done.stdout)
        text = "\n".join(told["board"])
        knobs = ["columns = 5", "cells = 2"]
        board = text if name == TILES else f'family = "freecell"\ntitle = "x"\nboard = """\n{text}"""\n'
        board += "" if name == TILES else "\n".join(knobs)
        left.append(told["left"])
        assert len(left) < 60
    if name == TILES:
        assert (left, told["answer"]) == ([2, 1, 0], "shortest")
        assert told["words"] == "slide 8 from r3c3 to r3c2"
        assert called("hint", "-", stdin=text).stderr == "solved: there is nothing left to do\n"


def test_hints_of_one_plan_are_that_plan():
    told = [json.loads(line) for line in called("hint", SMALL, "--all", "--json").stdout.splitlines()]
    assert [each["number"] for each in told] == [*range(1, len(told) + 1)]
    assert checked(SMALL, " ".join(each["move"] for each in told)).returncode == 0
    rules, board = start(accord.load(SMALL).spec)
    planned = accord.plan(accord.load(SMALL), mode="short")
    assert len(names_of(rules, board, planned.cards)) == told[0]["moves"]
    third = called("hint", SMALL, "--after", "2").stdout
    assert third.startswith(f"3. {told[2]['words']}\n\n" + "\n".join(told[2]["board"]))


def test_where_no_plan_is_found_a_hint_says_so():
    name = "freecell:AC 2C/AD 2D/AH 2H/AS 2S,ranks=2,columns=4,cells=0,fill=none"
    done = called("hint", name)
    assert (done.returncode, done.stdout[:18]) == (5, "no hint: gave up: ")
    assert "--mode impossible" in done.stderr
    done = called("hint", name, "--mode", "impossible")
    assert (done.returncode, done.stdout) == (0, "no hint: impossible: there is no plan\n")
    told = json.loads(called("hint", name, "--json").stdout)
    assert (told["answer"], "never shows" in told["reason"]) == ("gave-up", True)
    done = called("hint", "tiles:5x5:seed=3", "--time-limit", "0.5")
    assert (done.returncode, done.stderr) == (5, "")
    assert done.stdout.startswith("no hint: gave up: stopped after 0.5 seconds; a plan has at least ")
    shortest = called("hint", TILES, "--after", "1")
    assert shortest.stderr == "shortest plan: 3 moves; 1 is left\n"


def test_ctrl_c_ends_a_search_for_a_hint(tmp_path):
    (tmp_path / "long").write_text("tiles:5x5:seed=3\n")
    process = started("-m", "accord", "hint", tmp_path / "long", "--time-limit", "inf")
    assert process.stdout.readline() == "tiles:5x5:seed=3:\n"  # the search is next
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=WATCHDOG)
    assert (process.returncode, err) == (130, "")
    assert out.startswith("no hint: gave up: cancelled")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([TILES, "--known", "x"], "--known is for boards that are filled"),
        (["queens:5", "--mode", "fast"], "--mode is for puzzles of moves, and queens:5 has none"),
        ([TILES, "--mode", "moves"], "no planner for the mode moves"),
    ],
)
def test_what_cannot_be_asked_of_a_hint(words, said):
    done = called("hint", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_the_example_of_the_page_on_freecell():
    """It ends with 1, so it is not among those that are run."""
    page = (ROOT / "docs" / "freecell.md").read_text()
    example = re.search(r"^\$ accord (plan [^\n]* --check [^\n]*)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    done = called(*shlex.split(example[1]))
    assert (done.returncode, done.stdout) == (1, example[2])


def test_moves_on_one_long_line_are_moves():
    run = called("plan", "freecell:1", "--check", "26 " * 100)
    assert run.returncode == 1
    assert "not solved" in run.stdout
