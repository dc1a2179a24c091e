"""Every kind of file that `solve` takes is taken by the other commands, and FILE:NAME is one of many."""

import json

import pytest
from commands import called

import accord

AQUARIUM = "puzzle small\nsize 2 2\ncolumns 1 1\nrows 0 2\ngrid\n1 1\n2 2\nend\n"
BLOCK = "family nonogram\n\npuzzle corner\n2 2\n2\n1\n2\n1\nsolution\n2 2\nx x\nx -\nend\n"
FILES = {
    "five.toml": 'family = "queens"\nsize = 5\ntitle = "Five"\n',
    "one.aqp": AQUARIUM,
    "tasks.txt": "1_1_0_2;1,1,2,2\n# and more\n2_1_2_1;1,1,1,2\n",
    "lines": "queens:5\n\nlangford:3\n",
    "blocks.txt": BLOCK + BLOCK.partition("\n")[2].replace("corner", "again"),
}
MOVES = {
    "board.txt": "Foundations: H-Q C-K D-K S-J\nFreecells: K♥ - - -\nKS\nQS\n",
    "tiles.txt": "1 2 3\n. 5 6\n4 7 8\n",
    "tiles.toml": 'family = "tiles"\ntitle = "t"\nboard = """\n1 2 3\n. 5 6\n4 7 8"""\n',
    "both": "tiles:3x3:1,2,3,.,5,6,4,7,8\nfreecell:1,ranks=2\n",
}
COMMANDS = ("show", "draw", "count", "solve", "hint", "rate", "check")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {**FILES, **MOVES}.items():
        (tmp_path / name).write_text(text)
    for form, name in (("dlx", "q.dlx"), ("opb", "q.opb"), ("dimacs", "q.cnf"), ("dimacs", "plain")):
        assert called("convert", "queens:5", "--to", form, "-o", "made").returncode == 0
        (tmp_path / "made").rename(tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_each_kind_of_file_is_taken_by_each_command(command, here):
    named = ["one.aqp:small", "lines:langford:3", "blocks.txt:again", "tasks.txt:3"]
    for name in [*FILES, "q.dlx", "q.opb", "q.cnf", "plain", *named]:
        stated = name.startswith("blocks")
        done = called(command, name)
        assert done.returncode == (3 if command == "check" and not stated else 0), (name, done.stderr)
        if command == "check":
            said = "right" if stated else "found no solution to check"
            assert all(said in line for line in done.stdout.splitlines())
        assert done.stdout


@pytest.mark.parametrize("name", MOVES)
def test_each_kind_of_file_with_moves(name, here):
    many = name == "both"
    for command in ("show", "draw", "hint", "plan"):
        done = called(command, name, *(["-q"] if command != "show" else []))
        assert done.returncode == 0, done.stderr
        assert done.stdout
    for command in ("count", "solve", "rate"):
        done = called(command, name)
        assert done.returncode == (3 if many else 2)  # what is wrong with one of many is wrong with the file
        assert (done.stdout + done.stderr).count(
            "it has plans, and no solutions; use accord plan"
        ) == 1 + many


def test_one_that_cannot_be_asked_keeps_no_other_of_a_file_back(here):
    (here / "mixed").write_text("freecell:1\nqueens:5\nclues-29\nqueens:6\n")
    for command, told in (("count", "queens:5: 10\nqueens:6: 4\n"), ("rate", None)):
        done = called(command, "mixed")
        assert told is None or done.stdout == told
        assert len(done.stdout.splitlines()) == 2
        assert "freecell:1 is a plan problem" in done.stderr
        assert done.returncode == 3


def test_a_file_of_many_and_a_range_are_one_sheet(here):
    svg = called("draw", "lines", "--solution", "1").stdout
    assert svg.count(">queens:5<") == svg.count(">langford:3<") == 1
    svg = called("draw", "freecell:1-3,ranks=2,columns=3").stdout
    assert [svg.count(f">freecell:{n},ranks=2,columns=3<") for n in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert svg.count(">♥<") >= 3
    assert called("draw", "lines:queens:5").stdout == accord.load("queens:5").draw().svg()
    assert accord.load("lines:queens:5").title == "queens 5"
    done = called("draw", "freecell:1-1500")
    assert (done.returncode, done.stdout) == (2, "")
    assert "found more than 1,000 boards to draw" in done.stderr
    done = called("draw", "lines", "--variant", "x")
    assert (done.returncode, "leave it out for several puzzles" in done.stderr) == (2, True)


def test_ranges_are_shown_and_hinted_one_by_one():
    shown = called("show", "freecell:1-2").stdout
    assert "\n\nfreecell:2: freecell 2\n" in shown
    lines = called("hint", "freecell:1-2,ranks=3,columns=4,cells=2", "--json").stdout.splitlines()
    assert [json.loads(line)["puzzle"] for line in lines] == [
        f"freecell:{n},ranks=3,columns=4,cells=2" for n in (1, 2)
    ]


def test_ratings_tell_names_whole():
    names = [f"sudoku:{'.' * 80}{digit}" for digit in "12"]
    told = called("rate", *names, "--time-limit", 0.01).stdout.splitlines()
    assert [line.rpartition(": ")[0] for line in told] == names
