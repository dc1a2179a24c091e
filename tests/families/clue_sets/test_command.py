"""`accord clues`: lists that are whole, records that say what they are, and files that are gone on with."""

import json
import threading
from itertools import combinations

import pytest
from commands import called, ran
from processes import printed, started
from waiting import lines_of, wait_until

import accord
from accord.arguments import Limited
from accord.errors import AccordError, InputError, StoppedError, UsageError
from accord.families.clue_sets.clues import Clues, clue_sets_puzzle, grids_of
from accord.families.clue_sets.command import _picture as picture_of
from accord.families.sudoku.shape import box_shape
from accord.sudoku import clue_puzzles

A = "1234341221434321"  # a grid with 12 puzzles of 4 clues
B = "1234341223414123"  # one with 128
KEYS = {"grid", "k", "count", "puzzles", "exhaustive", "effort", "seconds"}


@pytest.fixture(scope="module")
def grids():
    """The 288 grids of 4x4, as lines."""
    found = accord.solutions(box_shape(4, 2, 2).full, backend="sat")
    return ["".join(str(option % 4 + 1) for option in solution.options) for solution in found]


@pytest.fixture
def file(tmp_path):
    """A file with grids, and with what is none."""
    path = tmp_path / "grids.txt"
    path.write_text(f"{A}\n# a comment\n{B}\n{A[:-1]}2\n{A[:-4]}....\n1{'.' * 15}\n{A}x\n{B} found by hand\n")
    return path


def by_hand(grid, k, all_grids):
    """The puzzles by their definition: no other grid has the same digits there."""
    found = []
    for cells in combinations(range(16), k):
        if sum(all(g[c] == grid[c] for c in cells) for g in all_grids) == 1:
            found.append("".join(grid[c] if c in cells else "." for c in range(16)))
    return sorted(found)


@pytest.mark.parametrize("name", ["native", "sat", "cpsat"])
def test_one_grid(name, grids):
    result, (record,) = ran("clues", A, "-k", 4, "--backend", name, "--json")
    assert result.exit_code == 0
    assert set(record) >= KEYS
    assert (record["grid"], record["k"], record["count"], record["exhaustive"]) == (A, 4, 12, True)
    assert record["puzzles"] == by_hand(A, 4, grids)
    assert record["seconds"]["total"] > 0
    assert record["effort"]
    assert (record["status"], record["backend"], record["mode"]) == ("complete", name, "all")


def test_lines_on_stdout_and_a_last_sentence(grids):
    result, _ = ran("clues", A, "-k", 4, "--backend", "sat")
    assert result.stdout.split() == by_hand(A, 4, grids)
    assert result.stderr.splitlines()[-1] == "12 puzzles of 4 clues (exhaustive)"
    none, _ = ran("clues", A, "-k", 3, "--backend", "sat")
    assert (none.stdout, none.exit_code) == ("", 0)
    assert none.stderr.splitlines()[-1] == "no puzzle of 3 clues (exhaustive)"
    quiet, _ = ran("clues", A, "-k", 4, "-q")
    assert (quiet.stderr, len(quiet.stdout.split())) == ("", 12)


def test_what_is_cut_is_not_exhaustive(grids):
    result, (record,) = ran("clues", A, "-k", 4, "--number", 5, "--json")
    assert (record["count"], len(record["puzzles"]), record["exhaustive"]) == (5, 5, False)
    assert set(record["puzzles"]) < set(by_hand(A, 4, grids))
    assert (record["status"], record["limit"], result.exit_code) == ("limit", 5, 0)
    assert "not exhaustive, stopped after 5 solutions" in result.stderr
    _, (record,) = ran("clues", A, "-k", 4, "--number", 13, "--json")
    assert (record["count"], record["exhaustive"]) == (12, True)


def test_whether_there_is_one():
    result, (record,) = ran("clues", A, "-k", 4, "--exists", "--json")
    assert (record["count"], record["exhaustive"], record["mode"], result.exit_code) == (
        1,
        False,
        "exists",
        0,
    )
    assert "others were not looked for" in result.stderr
    _, (record,) = ran("clues", A, "-k", 3, "--exists", "--json")
    assert (record["count"], record["exhaustive"]) == (0, True)


def test_masks_as_text_and_as_file(tmp_path, grids):
    expected = [p for p in by_hand(B, 4, grids) if p[0] != "." and p[15] != "." and p[1] == "."]
    assert expected
    picture = "X-..\n....\n....\n...3\n"
    path = tmp_path / "mask.txt"
    path.write_text(picture)
    for mask in (picture, picture.replace("\n", ""), path):
        _, (record,) = ran("clues", B, "-k", 4, "--mask", mask, "--json", "-q")
        assert record["puzzles"] == expected
        assert record["mask"] == "".join(picture.split())


def test_a_puzzle_stands_for_its_grid():
    _, (record,) = ran("clues", f"{A[:-4]}....", "-k", 4, "--json", "-q")
    assert (record["grid"], record["count"]) == (A, 12)
    _, (record,) = ran("clues", "clues-4x4", "--json", "-q")
    assert (record["grid"], record["k"], record["count"]) == (A, 4, 12)
    _, (record,) = ran("clues", "clues-4x4", "-k", 3, "--json", "-q")
    assert (record["k"], record["count"]) == (3, 0)


def test_only_what_is_no_finished_grid_is_solved(monkeypatch):
    asked = []

    def unique(puzzle, **_):
        asked.append(puzzle.spec.grid)
        raise LookupError

    monkeypatch.setattr("accord.runner.api.unique", unique)
    assert clue_sets_puzzle(A, 4).spec.grid == A
    wrong = "2" + A[1:]
    for text in (wrong, A[:-1] + "."):
        with pytest.raises(LookupError):
            clue_sets_puzzle(text, 4)
    assert asked == [wrong, A[:-1] + "."]


@pytest.mark.slow
def test_two_engines_that_share_no_search_on_nine_rows():
    puzzle = accord.load("clues-29", "eleven-given")
    found = [clue_puzzles(puzzle, backend=name) for name in ("native", "sat")]
    assert found[0].puzzles == found[1].puzzles
    assert [(f.count, f.exhaustive, f.k) for f in found] == [(29, True, 17)] * 2
    assert found[0].engine != "general"


# -- many grids -----------------------------------------------------------------------------------------


def told(records):
    """What records say, without what differs from run to run."""
    ours = KEYS - {"effort", "seconds"} | {"fault"}
    return [{key: record[key] for key in ours} for record in records]


def test_each_grid_is_told_in_its_place(file):
    result, records = ran("clues", file, "-k", 4, "--json")
    assert [record["grid"] for record in records] == [
        A, B, f"{file}:4", A, f"{file}:6", f"{file}:7", B,
    ]  # fmt: skip
    assert [record["count"] for record in records] == [12, 128, 0, 12, 0, 0, 128]
    assert [bool(record["fault"]) for record in records] == [False, False, True, False, True, True, False]
    assert [record["exhaustive"] for record in records] == [not record["fault"] for record in records]
    faults = [record["fault"] for record in records if record["fault"]]
    assert ["no solution" in faults[0], "several solutions" in faults[1], "17 cells" in faults[2]] == [
        True
    ] * 3
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-1] == "7 grids, 280 puzzles, 4 exhaustive"


@pytest.mark.full
def test_several_processes_say_the_same_to_the_letter(file):
    words = [file, "-k", 4, "--json", "-q", "--backend", "sat"]
    one, two = (ran("clues", *words, "--workers", workers)[1] for workers in (1, 2))
    assert told(one) == told(two)
    assert [list(record) for record in one] == [list(record) for record in two]


def test_stdin():
    words = ["-m", "accord", "clues", "-", "-k", "4", "--json", "-q", "--backend", "sat"]
    told = printed(*words, stdin=f"{A}\n{B}\n")
    assert [json.loads(line)["count"] for line in told.splitlines()] == [12, 128]


@pytest.mark.full
def test_a_file_that_was_killed_is_gone_on_with(tmp_path, grids):
    many = tmp_path / "many.txt"
    many.write_text("\n".join(grids[:12]) + "\n")
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    words = ["-m", "accord", "clues", many, "-k", "4", "--backend", "sat", "-q"]
    killed = started(*words, "-o", part, stdout=None, stderr=None)
    wait_until(lambda: lines_of(part) >= 3, "three grids are done", killed)
    killed.kill()
    killed.wait()
    done = lines_of(part)
    assert 3 <= done < 12
    with part.open("ab") as lines:
        lines.write(b'{"grid":"12343412')  # as if killed while it wrote
    result, _ = ran("clues", many, "-k", 4, "--backend", "sat", "-o", part, "--resume")
    assert f"{done - 1} grids are done" in result.stderr
    assert result.stderr.splitlines()[-1].startswith("12 grids, ")  # those that were there included
    ran("clues", many, "-k", 4, "--backend", "sat", "-o", whole, "-q")
    kept = [[json.loads(line) for line in path.read_text().splitlines()[1:]] for path in (part, whole)]
    assert [record["grid"] for record in kept[0]] == grids[:12]
    assert told(kept[0]) == told(kept[1])
    assert {record["count"] for record in kept[0]} <= {12, 128}
    before = part.read_bytes()
    again, _ = ran("clues", many, "-k", 4, "--backend", "sat", "-o", part, "--resume")
    assert again.exit_code == 0
    assert part.read_bytes() == before


def test_faults_are_kept_when_going_on(file, tmp_path, monkeypatch):
    out = tmp_path / "out.jsonl"
    ran("clues", file, "-k", 4, "-o", out, "-q")
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(lines[: 1 + 5]))
    monkeypatch.chdir(tmp_path)
    result, _ = ran("clues", file.name, "-k", 4, "-o", out, "--resume")  # by another path
    assert "5 grids are done" in result.stderr
    assert [bool(json.loads(line)["fault"]) for line in out.read_bytes().splitlines()[1:]] == [
        False, False, True, False, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-k", 5], "found k 4; expected 5"),
        ([], "found k 4; expected None"),
        (["-k", 4, "--exists"], "found exists False; expected True"),
        (["-k", 4, "--mask", "X" + "." * 15], f"found mask ''; expected 'X{'.' * 15}'"),
        (["-k", 4, "--number", 3], "found limit None; expected 3"),
    ],
)
def test_another_question_does_not_go_on(tmp_path, words, said):
    one, out = tmp_path / "one.txt", tmp_path / "out.jsonl"
    one.write_text(f"{A}\n")
    ran("clues", one, "-k", 4, "-o", out, "-q")
    before = out.read_bytes()
    result, _ = ran("clues", one, *words, "-o", out, "--resume")
    assert isinstance(result.exception, UsageError)
    assert f"out.jsonl:1: {said}" in str(result.exception)
    assert out.read_bytes() == before


def test_other_grids_do_not_go_on(tmp_path):
    one, out = tmp_path / "one.txt", tmp_path / "out.jsonl"
    one.write_text(f"{A}\n{B}\n")
    ran("clues", one, "-k", 4, "-o", out, "-q")
    for other, said in (
        (f"{B}\n{A}\n", f"found grid '{A}'; expected '{B}'"),
        (f"{A}\n", f"found '{B}', a puzzle more than"),
    ):
        one.write_text(other)
        result, _ = ran("clues", one, "-k", 4, "-o", out, "--resume")
        assert said in str(result.exception)
    out.write_text("no record\n")
    result, _ = ran("clues", one, "-k", 4, "-o", out, "--resume")
    assert isinstance(result.exception, InputError)
    assert out.read_text() == "no record\n"


def test_limits_of_a_batch_are_part_of_the_record(tmp_path):
    one, out = tmp_path / "one.txt", tmp_path / "out.jsonl"
    one.write_text(f"{A}\n{B}\n")
    ran("clues", one, "-k", 4, "--number", 3, "-o", out, "-q")
    result, _ = ran("clues", one, "-k", 4, "-o", out, "--resume")  # three are not all
    assert "found limit 3; expected None" in str(result.exception)


# -- limits and faults ----------------------------------------------------------------------------------


def test_a_time_limit_ends_with_5():
    result, (record,) = ran("clues", "clues-29", "--backend", "sat", "--time-limit", 0.5, "--json")
    assert (result.exit_code, record["status"], record["exhaustive"]) == (5, "time", False)
    assert "stopped after 0.5 seconds" in record["reason"]
    assert "not exhaustive, stopped after 0.5 seconds" in result.stderr


def test_a_grid_that_is_still_to_be_solved_is_within_the_limits():
    empty = accord.load("sudoku:" + "1" + "." * 624)  # of 25 rows: whether it is unique takes a while
    with pytest.raises((StoppedError, InputError)) as raised:
        clue_puzzles(empty, 17, time_limit=0.05)
    assert raised.value.exit_code in (3, 5)
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(StoppedError) as raised:
        clue_sets_puzzle(accord.load("sudoku-17"), limits=Limited(cancel=cancel))
    assert raised.value.exit_code == 130


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nosuch"], "unknown puzzle 'nosuch'"),
        (["queens-8"], "found a puzzle of the family queens; expected a sudoku grid"),
        (["1234341221434"], "found 13 cells in a line"),
        (["." * 81], "the grid is unfinished: it has several solutions"),
        (["." * 15 + "1"], "the grid is unfinished"),
        (
            ["1234341221434321", "-k", "4", "--engine", "window"],
            "--engine window: that engine takes no clue sets; ",
        ),
        (["1234341221434321", "-k", "4", "--engine", "layers"], "there are bands, shared-bands"),
        (["12343412214343211"], "found 17 cells in a line"),
        (["123434122143432x", "-k", "4"], "character 16 (row 4, column 4): found 'x'"),
        (["1234341221434321", "-k", "4", "--mask", "nosuch.txt"], "--mask 'nosuch.txt': found 10 signs"),
        (["1234341221434321", "-k", "4", "--mask", "/"], "mask: found 1 cells; expected 4 x 4"),
        (["1234341221434321", "-k", "4", "--mask", "2" + "." * 15], "mask: found '2' at r1c1"),
        (["1234341221434321", "-k", "4", "--time-limit", "-1"], "time limit -1.0"),
        (["1234341221434321", "-k", "4", "--backend", "nosuch"], "nosuch"),
        (["1234341221434321", "-k", "4", "--backend", "native", "--engine", "bands"], "9x9"),
        (["1234341221434321", "-k", "4", "-o", "/nonexistent/out"], "/nonexistent/out: cannot be written"),
        (["1234341221434321", "-k", "17"], "clues: found 17; expected at most 16, as the grid has 16 cells"),
        (["1234341221434322", "-k", "4"], "has no solution"),
        (["..34341221434321", "-k", "17"], "found 17; expected at most 16"),
        (["12" + "." * 14, "-k", "4"], "the grid is unfinished: it has several solutions"),
        (["\u0661" * 16, "-k", "4"], "found '\u0661'"),
    ],
)
def test_faults_are_told_in_a_line(words, said):
    result, _ = ran("clues", *words)
    told = str(result.exception) if isinstance(result.exception, AccordError) else result.stderr
    assert said in told
    code = result.exception.exit_code if isinstance(result.exception, AccordError) else result.exit_code
    assert code in (2, 3)
    assert len(told) < 4000


@pytest.mark.parametrize(
    "words", [["--all", "--exists"], ["--all", "--number", "3"], ["--resume"], ["-k", "-1"]]
)
def test_what_cannot_be_asked(words):
    assert called("clues", A, *words).returncode == 2


def test_a_record_survives_its_line():
    record = clue_puzzles(A, 4, limit=2)
    from msgspec import json as coder

    assert coder.decode(record.json(), type=Clues) == record


def test_a_mask_may_be_longer_than_the_name_of_a_file(tmp_path):
    assert picture_of("." * 256) == "." * 256
    (tmp_path / "latin").write_bytes(b"\xff")
    with pytest.raises(InputError, match="cannot be read: it is no UTF-8"):
        picture_of(str(tmp_path / "latin"))


def test_a_grid_may_be_longer_than_the_name_of_a_file():
    assert grids_of("." * 256)().family == "sudoku"
