"""Files of blocks: round trips, what is wrong in its place, and the solutions that files state."""

import json
import os
import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from commands import called, ran
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import accord
from accord.batch import lines
from accord.certify import claimed_solution
from accord.errors import InputError, UsageError
from accord.families.nonogram import RECORD, clues_of
from accord.puzzles import blocks, loader, table

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "models" / "two-kinds.txt"
NONOGRAM = """family nonogram

puzzle a corner
2 2
2
1
2
1
solution
2 2
x x
x -
end
"""
THERMOMETERS = """family thermometers
puzzle two
2 2
2 0
1 1
1.2 2.1
1.1 2.2
end
"""


def read(text):
    """Name -> puzzle, or what is wrong with it."""
    return dict(blocks.puzzles(BytesIO(text.encode())))


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "some.txt"
        path.write_text(text)
        return path

    return write


def test_the_example_states_the_only_solutions():
    found = dict(loader.read(str(EXAMPLE)))
    assert [puzzle.family for puzzle in found.values()] == ["nonogram"] * 2 + ["thermometers"] * 2
    done = called("check", EXAMPLE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{name}: right" for name in found]


@settings(max_examples=25)
@given(
    st.sampled_from(["nonogram", "thermometers"]), st.integers(0, 10**6), st.integers(1, 9), st.integers(1, 9)
)
def test_what_is_written_is_read_back(family, seed, height, width):
    record = table.family(family)
    rows = tuple(tuple("x-"[(seed + row * column) % 2] for column in range(width)) for row in range(height))
    for said in ((), rows):
        spec = record.random.generate(seed, (height, width))
        puzzle = accord.Puzzle(family=record, spec=spec, name="a  name", stated=said)
        ((name, back),) = read(blocks.block_file(puzzle)).items()
        assert (name, back.family, back.spec, back.stated) == ("a name", family, spec, said)


def test_what_blocks_may_say():
    """No ink, nothing said, no thermometer, one family after the other, comments, and no solution."""
    found = read(
        "# a comment\nfamily nonogram\n\npuzzle gaps\n2 2\n0\n?\n\n1\nend\n"
        + THERMOMETERS.replace("2.2", "-")
    )
    assert found["gaps"].spec.columns == ((), "?")
    assert found["gaps"].spec.rows == ((), (1,))
    assert found["gaps"].stated == ()
    assert found["two"].spec.board == ("^o", "o.")
    sets_apart = read("family nonogram\npuzzle a\n1 1\n1\n1\n\nsolution\n1 1\nx\nend\n")
    assert sets_apart["a"].stated == (("x",),)


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (
            ("2 2\n2\n1", "2 2 D\n2\n1"),
            4,
            "a corner: sizes: found 'D'; expected numbers: no variant of it has a letter",
        ),
        (("2 2\n2\n1", "2\n2\n1"), 4, "a corner: sizes: found '2'; expected rows and columns, 1 to 200"),
        (("2 2\n2\n1", "2 201\n2\n1"), 4, "a corner: sizes: found '2 201'; expected rows and columns"),
        (("2 2\n2\n1", "2 2\nx\n1"), 5, "a corner: columns[1]: found 'x'; expected numbers"),
        (("2 2\n2\n1", "2 2\n2\n4"), 6, "a corner: columns[2]: found runs that need 4 cells"),
        (("2 2\n2\n1", "2 2\n2\n2"), 5, "a corner: columns: found 4 cells of ink by columns and 3 by rows"),
        (("2 2\n2\n1", "2 3\n2\n1"), 9, "a corner: rows[2]: found the end of the problem; expected a line"),
        (("2 2\n2\n1", "2 2\n2\n1\n0"), 9, "a corner: problem: found '1'; expected no line more"),
        (("x x", "x o"), 11, "a corner: solution[1]: found 'o'; expected x or -"),
        (("x x", "x x x"), 11, "a corner: solution[1]: found 3 signs; expected 2"),
        (("x x\n", ""), 12, "a corner: solution[2]: found the end of the problem; expected a line more"),
        (("x -\nend\n", "x -\n"), 3, "a corner: found "),
        (("2 2\n2\n1", "2 2\n2\n" + "1 " * 60_000), 6, "a corner: found a line that is no UTF-8, or longer"),
    ],
)
def test_a_bad_block_is_told_with_its_line_and_name_and_the_next_is_read(change, line, message, file):
    assert change[0] in NONOGRAM
    path = file(NONOGRAM.replace(*change, 1) + THERMOMETERS)
    first, second = list(loader.read(str(path)))
    assert isinstance(first[1], InputError)
    assert str(first[1]).startswith(f"{path}:{line}: {message}")
    assert (second[0], second[1].family) == ("two", "thermometers")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("1.2 2.1", "1.3 2.1"), "6: two: board[1]: found 1.3; expected 1.2 beside it, or 1.1 for a bulb"),
        (("1.2 2.1", "1.1 2.1"), "7: two: board[2]: found 1.1 twice; expected each cell once"),
        (("1.2 2.1", "1.2"), "6: two: board[1]: found 1 cells; expected 2"),
        (("1.2 2.1", "x 2.1"), "6: two: board[1]: found 'x'; expected THERMOMETER.PLACE"),
        (("1 1", "1 2"), "4: two: columns: found 2 cells of mercury by columns and 3 by rows"),
        (("2 0", "2 y"), "4: two: columns[2]: found 'y'; expected 0 to 2, or ? for none"),
    ],
)
def test_faults_of_thermometers(change, message):
    (wrong,) = read(THERMOMETERS.replace(*change)).values()
    assert f"<stream>:{message}" in str(wrong)


def test_what_stands_outside_of_blocks(file):
    found = list(
        read("family ripples\npuzzle a\n1 1\nend\nfamily nonograms\nstray\n" + NONOGRAM + "stray\n").items()
    )
    assert [str(wrong).partition(";")[0] for _, wrong in found if isinstance(wrong, InputError)] == [
        "<stream>:1: found the family 'ripples'",
        "<stream>:5: found the family 'nonograms'",
        "<stream>:20: found 'stray'",
    ]
    assert "did you mean 'nonogram'" in str(found[1][1])
    assert found[2][0] == "a corner"


def test_a_model_file_is_no_file_of_blocks(file):
    assert not blocks.begins('family = "nonogram"')
    assert not blocks.begins("family=x")
    assert blocks.begins("family  nonogram")


# -- commands --------------------------------------------------------------------------------------


def test_solve_says_rows_as_the_file_does(file):
    _, (corner, two) = ran("solve", file(NONOGRAM + THERMOMETERS), "--jsonl")
    assert (corner["puzzle"], corner["answer"], corner["solution"]) == ("a corner", "unique", ["x x", "x -"])
    assert (two["puzzle"], two["answer"], two["solution"]) == ("two", "unique", ["x -", "x -"])
    assert corner["seconds"]["total"] > 0
    assert "verdict" not in corner


def test_every_command_of_one_puzzle_takes_a_file(file):
    path = file(NONOGRAM + THERMOMETERS + "puzzle bad\n1 1\nend\n")
    counted = called("count", path, "-q")
    assert (counted.stdout, counted.returncode) == ("a corner: 1\ntwo: 1\n", 3)
    assert f"{path}:24: bad: columns: found the end of the problem" in counted.stderr
    assert called("count", f"{path}:two", "-q").stdout == "1\n"
    shown = called("show", path).stdout
    assert shown.index("a corner: nonogram") < shown.index("two: thermometers")
    hints = [json.loads(line) for line in called("hint", path, "--jsonl").stdout.splitlines()]
    assert [(hint["puzzle"], hint["number"]) for hint in hints] == [("a corner", 1), ("two", 1)]
    rated = [json.loads(line) for line in called("rate", path, "--json").stdout.splitlines()]
    assert [record["puzzle"] for record in rated] == ["a corner", "two"]
    assert called("explain", f"{path}:two").stdout.startswith("solvable")
    several = called("explain", path)
    assert several.returncode == 2
    assert several.stderr == (
        f"accord: {path}: found several puzzles; expected one; name one of them, as in {path}:a corner\n"
    )
    assert "did you mean 'two'" in called("show", f"{path}:twoo").stderr


def test_one_puzzle_in_a_file_is_that_puzzle(file):
    path = file(NONOGRAM)
    assert accord.load(path).name == "a corner"
    assert called("hint", path).stdout.startswith("a corner:\n1. ")
    with pytest.raises(UsageError, match="found no puzzle 'b'"):
        accord.load(f"{path}:b")
    with pytest.raises(InputError, match="found no puzzle; expected one"):
        accord.load(file("family nonogram\n"))


# -- stated solutions ------------------------------------------------------------------------------

TWO = "family nonogram\npuzzle a\n2 2\n1\n1\n1\n1\nsolution\n2 2\n{}\n{}\nend\n"
OPEN = "family nonogram\npuzzle a\n2 2\n?\n?\n?\n?\nsolution\n2 2\n{}\n{}\nend\n"


@pytest.mark.parametrize(
    ("text", "verdict", "said"),
    [
        (NONOGRAM, "right", ""),
        (NONOGRAM.replace("x x", "- x"), "wrong", "the only solution differs in r1c1"),
        (NONOGRAM.replace("2 2\nx x\nx -", "1 2\nx x"), "wrong", "the only solution differs in its size"),
        (TWO.format("x -", "- x"), "several", "another solution differs in r1c1, r1c2, r2c1, r2c2"),
        (TWO.format("- x", "x -"), "several", "another solution differs in r1c1, r1c2, r2c1, r2c2"),
        (TWO.format("x x", "- -"), "wrong", "a solution differs in"),
        (OPEN.format("x -", "x x"), "several", "another solution differs in"),
        (TWO.replace("\n1\n1\n1\n1\n", "\n1\n0\n0\n1\n").format("- -", "x -"), "right", ""),
        (THERMOMETERS.replace("end", "solution\n2 2\nx -\nx -\nend"), "right", ""),
        (THERMOMETERS.replace("end", "solution\n2 2\nx x\n- -\nend"), "wrong", "differs in r1c2, r2c1"),
    ],
)
def test_check_says_what_a_stated_solution_is(text, verdict, said, file):
    result, (record,) = ran("check", file(text), "--jsonl")
    assert record["verdict"] == verdict
    assert result.exit_code == (0 if verdict == "right" else 1)
    words = called("check", file(text)).stdout
    assert re.match(rf"[a-z ]+: {verdict}", words)
    assert said in words


@settings(max_examples=20)
@given(st.data())
def test_verdicts_are_those_of_all_solutions(data):
    """Of random clues, some missing, every picture is judged as the list of all solutions says."""
    cells = np.array(data.draw(st.lists(st.booleans(), min_size=6, max_size=6))).reshape(2, 3)
    other = np.array(data.draw(st.lists(st.booleans(), min_size=6, max_size=6))).reshape(2, 3)
    clues = clues_of(cells)
    hide = data.draw(st.lists(st.booleans(), min_size=3, max_size=3))
    columns = tuple("?" if gone else line for gone, line in zip(hide, clues["columns"], strict=True))
    rows = tuple(tuple("x" if full else "-" for full in row) for row in other.tolist())
    spec = RECORD.spec(columns=columns, rows=clues["rows"])
    puzzle = accord.Puzzle(family="nonogram", spec=spec, name="a", stated=rows)
    model = puzzle.model
    boards = {
        tuple(sign for _, sign in sorted(puzzle.picture(found).signs.items()))
        for found in accord.solutions(model)
    }
    mine = tuple("#" if full else "." for full in other.ravel())
    expected = "wrong" if mine not in boards else "right" if len(boards) == 1 else "several"
    (line,) = lines([("a", puzzle)], {}, check=True)
    assert line.verdict == expected


def test_an_impossible_puzzle_and_one_that_states_nothing(file):
    text = "family thermometers\npuzzle none\n1 2\n0 1\n1\n1.1 1.2\nsolution\n1 2\n- x\nend\n"
    done = called("check", file(text))
    assert (done.stdout, done.returncode) == ("none: wrong; there is no solution\n", 1)
    done = called("check", file(THERMOMETERS), "queens:4")
    assert done.returncode == 3
    assert [line.partition(";")[0] for line in done.stdout.splitlines()] == [
        "two: found no solution to check", "queens:4: found no solution to check",
    ]  # fmt: skip


def test_a_time_that_is_too_short_leaves_it_undecided(monkeypatch):
    puzzle = next(iter(read(NONOGRAM).values()))
    cut = replace(accord.unique(puzzle), answer="undecided")
    monkeypatch.setattr(claimed_solution, "first", lambda *_, **__: cut)
    assert claimed_solution.verdict(puzzle, cut, [], {}) == "undecided"
    assert claimed_solution.verdict(puzzle, cut, [puzzle.stated], {}) == "undecided"


# -- files of yours --------------------------------------------------------------------------------

KINDS = Path(os.environ.get("ACCORD_DATA", "")) / "kinds"


@pytest.mark.slow
@pytest.mark.skipif(
    "ACCORD_DATA" not in os.environ or not KINDS.is_dir(),
    reason="needs ACCORD_DATA=FOLDER; see CONTRIBUTING.md",
)
@pytest.mark.parametrize("kind", blocks.kinds())
def test_real_puzzles_and_what_their_files_state(kind):
    path = KINDS / f"{kind}.txt"
    _, records = ran("check", path, "--jsonl", "--time-limit", 20)
    assert len(records) > 1
    assert {(record["verdict"], record["answer"]) for record in records} == {("right", "unique")}
