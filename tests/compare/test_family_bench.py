"""The rows of single families in the benchmark: all sides get the same, and what they say is checked."""

import ast
import json
import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from accord.errors import RefusedError
from accord.puzzles import blocks, library
from accord.puzzles.loader import load
from accord.runner.api import run
from accord_compare import aquarium, bench, clues, freecell, pencil
from accord_compare.bench import Contest
from accord_compare.raw import hitting_sets

pytestmark = pytest.mark.full  # left out of the fast profile

CLINGO, TANKS = aquarium.PEERS
SMALL = aquarium.Size("aquarium", 4, 5)


@pytest.fixture(autouse=True)
def collections(monkeypatch):
    """Garbage is not collected: the tests' own heap is large."""
    monkeypatch.setattr(bench, "gc", SimpleNamespace(collect=lambda: None))


@pytest.fixture
def levels():
    """The program for clingo."""
    pytest.importorskip("clingo")
    return import_module("accord_compare.raw.levels")


def row_of(size, peer, count=2):
    """The row of a contest of a few puzzles."""

    def sides():
        yield from aquarium.sides(size, peer, count)

    return bench.measure(Contest("aquarium", size.name, "sums", "", peer.name, count, "CPU", sides), 1)


# -- aquarium --------------------------------------------------------------------------------------


def test_stages_of_both_sides_are_timed_apart(levels):
    row = row_of(SMALL, CLINGO)
    assert (row.fault, row.skipped) == ("", "")
    assert row.parts.keys() == {"reading", "model", "search"}
    assert all(min(seconds) > 0 for seconds in row.parts.values())
    assert "nodes" in row.effort


def test_a_solution_that_is_not_the_one_is_at_fault(levels, monkeypatch):
    monkeypatch.setattr(levels, "search", lambda made: ["#" * 16])
    assert row_of(SMALL, CLINGO).fault == "clingo counted 0; known are 2"


def test_a_second_solution_is_at_fault(levels, monkeypatch):
    search = levels.search
    monkeypatch.setattr(levels, "search", lambda made: [*search(made), "#" * 16])
    assert row_of(SMALL, CLINGO).fault == "clingo counted 0; known are 2"


@pytest.mark.parametrize("task", ["2_2_1_0_2_3;1,1,2,1,3,2,3,3,3", "1_1_1_1;1,1,2,2", "1_1_1_1;1,2,3,4"])
def test_the_program_for_clingo_finds_as_many_solutions_as_we(levels, task):
    found = levels.search(levels.model(levels.read(task)))
    count = run(load(f"aquarium:{task}").model, "unique", backend="cpsat").count
    assert len(found) == len(set(found)) == count


def test_two_tanks_side_by_side_have_two_ways_to_be_filled_alike(levels):
    assert sorted(levels.search(levels.model(levels.read("1_1_0_2;1,2,1,2")))) == ["..##"]
    assert sorted(levels.search(levels.model(levels.read("1_1_1_1;1,2,3,4")))) == ["#..#", ".##."]


@pytest.mark.parametrize(
    ("module", "size", "peer"),
    [
        ("puzzle_solver", SMALL, TANKS),
        ("puzzlekit", aquarium.Size("thermometers", 5), aquarium.OF_SISTERS),
    ],
)
def test_installed_peers_find_the_one_solution(module, size, peer):
    pytest.importorskip(module)
    row = row_of(size, peer)
    assert (row.fault, row.skipped, row.count) == ("", "", 2)


def test_sisters_have_no_bare_cells_and_a_peer_gets_lines_of_words():
    (puzzle,) = aquarium.SISTERS[0].generate(1)
    sizes, columns, rows, *board = aquarium.OF_SISTERS.form(puzzle).split("\n")
    assert sizes == "6 6"
    assert len(columns.split()) == len(rows.split()) == len(board) == 6
    assert all(re.fullmatch(r"\d+\.\d+", word) for line in board for word in line.split())


@pytest.mark.parametrize(("kind", "name"), [("kakurasu", "kakurasu-6x6"), ("shikaku", "shikaku-8x8")])
def test_a_peer_finds_the_solution_of_pencil_puzzles(kind, name, monkeypatch):
    puzzlekit = pytest.importorskip("puzzlekit")
    contest = Contest("pencil", kind, "", "", pencil.PEER, 1, "CPU", lambda: pencil.sides(kind, [load(name)]))
    row = bench.measure(contest, 1)
    assert (row.fault, row.skipped, row.count) == ("", "", 1)
    assert "nodes" in row.effort
    other = SimpleNamespace(solution_data={"solution_grid": SimpleNamespace(matrix=[["x", "-"]])})
    monkeypatch.setattr(puzzlekit, "solve", lambda *_, **__: other)
    assert bench.measure(contest, 1).fault == "puzzlekit counted 0; known are 1"


def test_the_pencil_puzzles_of_the_benchmark_have_one_solution_each():
    for kind, names in (pencil.PUZZLES | pencil.OURS_ONLY).items():
        assert {*names} <= {*library.names()}
        for name in names:
            puzzle = load(name)
            assert (puzzle.family, puzzle.counts["all"].count) == (kind, 1)


def test_puzzles_of_a_folder_are_solved_as_well(monkeypatch, tmp_path):
    assert (pencil.LARGEST, pencil.SECONDS) == (400, 10)
    large = "\n".join([" ".join("-" * 21)] * 20)
    folder = tmp_path / "kinds"
    folder.mkdir()
    block = blocks.body(load("masyu-10x10"))
    (folder / "masyu.txt").write_text(
        f"family masyu\n\npuzzle one\n{block}\nend\n\npuzzle large\n20 21\n{large}\nend\n"
    )
    monkeypatch.setenv("ACCORD_DATA", str(tmp_path))
    of = {contest.instance: contest for contest in pencil.contests()}
    assert (of["masyu"].count, of["hitori"].count) == (2, 1)


def test_peers_that_are_not_there_are_told(monkeypatch, tmp_path):
    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(bench, "import_module", absent)
    monkeypatch.setenv("PATH", str(tmp_path))
    contests = [*aquarium.contests(), *freecell.contests(), *clues.contests(), *pencil.contests()]
    ours = ("", pencil.BACKEND)
    rows = [bench.measure(contest, 1) for contest in contests if contest.beside not in ours]
    assert len(rows) == 12 + 5 + 1 + len(pencil.PUZZLES)
    assert all(row.missing for row in rows)
    said = {row.beside: row.skipped for row in rows}
    assert "pip install multi-puzzle-solver" in said["multi-puzzle-solver"]
    assert "apt-get install freecell-solver-bin" in said["fc-solve"]


# -- FreeCell --------------------------------------------------------------------------------------


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A range solver that is made up: returns how to write it, and get its side."""

    def side(text, last=12):
        path = tmp_path / freecell.PROGRAM
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return freecell._theirs(str(path), last, ("-l", "lg"))

    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return side


def test_deals_that_the_range_solver_does_not_name_are_solved(program):
    said = (
        "Intractable Board No. 9 at 12.3\nUnsolved Board No. 11 at 12.5\n"
        "Reached Board No. 12 at 13.0 (total_num_iters=77)"
    )
    counted = program(f'test "$*" = "1 12 12 -l lg" && echo "{said}"')()
    assert (counted.count, counted.effort) == (10, {"states": 77})


@pytest.mark.parametrize("text", ["exit 3", "echo 'Reached Board No. 1 at 1 (total_num_iters=7)'"])
def test_a_range_solver_that_does_not_come_to_the_end_has_solved_nothing(program, text):
    with pytest.raises(RefusedError, match="ended with exit code"):
        program(text)()


def test_a_process_of_ours_plans_the_deals_from_one_on():
    counted = freecell.ours(2, ("--mode", "fast"))
    assert counted.count == 2
    assert counted.effort["states"] > 2


@pytest.mark.parametrize(
    ("options", "answers", "count"),
    [
        (("--mode", "fast"), ["solved", "gave-up", "solved"], 2),
        (("--mode", "optimal"), ["shortest", "shortest", "gave-up"], 14),
    ],
)
def test_what_is_counted_of_our_records(monkeypatch, options, answers, count):
    records = [{"answer": answer, "moves": 7, "effort": {"states": 5}} for answer in answers]
    said = SimpleNamespace(returncode=5, stdout="\n".join(map(json.dumps, records)).encode())
    monkeypatch.setattr(freecell.subprocess, "run", lambda *_, **__: said)
    counted = freecell.ours(3, options)
    assert (counted.count, counted.effort) == (count, {"states": 15})
    with pytest.raises(RefusedError, match="after 3 deals"):
        freecell.ours(4, options)
    said.returncode = 1
    with pytest.raises(RefusedError, match="exit code 1"):
        freecell.ours(3, options)


def test_the_known_moves_are_those_of_the_tests():
    text = (Path(__file__).parents[1] / "families" / "freecell" / "test_optimal.py").read_text()
    moves = ast.literal_eval(re.search(r"^DEALS = (\(.*?\))", text, re.MULTILINE)[1])
    assert (len(moves), sum(moves)) == freecell.SHORTEST


def test_each_side_is_held_against_its_own_count():
    def both():
        yield (lambda: bench.Counted(3)), (lambda: bench.Counted(2))

    row = Contest("freecell", "1-3", "moves", "0", "fc-solve", 3, "CPU", both, their_count=2)
    assert bench.measure(row, 1).fault == ""
    row = Contest("freecell", "1-3", "moves", "0", "fc-solve", 3, "CPU", both, their_count=3)
    assert bench.measure(row, 1).fault == "fc-solve counted 2; known are 3"


# -- clues -----------------------------------------------------------------------------------------


def test_the_grids_are_grids_and_those_of_the_list_are_as_rich_as_is_said():
    grids = clues.grids()
    assert sorted(count for _, count in grids) == [0] * 10 + [14, 20, 29]
    assert len({grid for grid, _ in grids}) == 13
    for grid, _ in grids:
        rows = [grid[i : i + 9] for i in range(0, 81, 9)]
        boxes = ["".join(row[j : j + 3] for row in rows[i : i + 3]) for i in (0, 3, 6) for j in (0, 3, 6)]
        assert all(sorted(house) == list("123456789") for house in [*rows, *zip(*rows, strict=True), *boxes])
    published = (Path(__file__).parents[1] / "data" / "sudoku-17-grids.txt").read_text()
    assert all(f"G {grid} {count}\n" in published for grid, count in grids if count)


def test_the_plain_way_finds_the_same_puzzle():
    grid = next(grid for grid, count in clues.grids() if count == 29)
    known = "003050000000080100000200000000000000810040000000000035070000800002307000000500090"
    assert clues.GIVEN[:27] == known[:27].replace("0", "-")
    question = {"grid": grid, "clues": 17, "mask": known[:54].replace("0", "-") + "." * 27}
    (found,) = hitting_sets.solve(question, "all")
    assert found == [cell for cell, digit in enumerate(known) if digit != "0"]
    counted = clues.ours([grid], 17, question["mask"])
    assert (counted.count, counted.effort["grids"]) == (1, 1)


def test_a_search_that_has_not_seen_all_counts_for_nothing(monkeypatch):
    found = SimpleNamespace(exhaustive=False, words="at least 3 puzzles")
    monkeypatch.setattr(clues, "clue_puzzles", lambda *_, **__: found)
    with pytest.raises(RefusedError, match="at least 3 puzzles"):
        clues.ours(["1"], 17)
