"""`accord solve --unique`: the first line, the exit code and the cells that differ, for every family."""

import json

import pytest
from commands import called
from looped import looped
from verdicts import TEXTS

from accord.puzzles import table

# model files of the families without texts
BOARD = 'family = "packing"\ntitle = "Dominoes"\npieces = "dominoes"\ncopies = "any"\nsize = [{}]\n'
RULES = 'family = "problem"\ntitle = "A number"\nrules = "{}"\n[variables]\nx = {{ values = [1, 2, 3] }}\n'
FILES = {
    "packing": [BOARD.format(size) for size in ("1, 2", "2, 2", "3, 3")],
    "problem": [RULES.format(rule) for rule in ("x >= 3", "x >= 2", "x >= 4")],
}
ANSWERS = {"unique": 0, "several": 6, "impossible": 7}
CASES = [
    (family, text, answer)
    for family, texts in TEXTS.items()
    for text, answer in zip(texts, ANSWERS, strict=True)
    if text is not None
]


def test_every_family_of_models_has_its_texts():
    families = {name for name, row in table.rows().items() if table.family(name).made.model is not None}
    assert families - {"cover"} <= TEXTS.keys() | FILES.keys()


def check(name, answer):
    done = called("solve", name, "--unique", "--quiet")
    assert (done.stdout.splitlines()[0], done.returncode, done.stderr) == (answer, ANSWERS[answer], "")
    found = called("solve", name, "--unique", "--json")
    assert (json.loads(found.stdout)["answer"], found.returncode) == (answer, ANSWERS[answer])
    assert ("the two solutions differ in" in done.stdout) == (answer == "several")
    undecided = called("solve", name, "--unique", "--quiet", "--time-limit", "1e-9")
    assert (undecided.stdout.splitlines(), undecided.returncode) == (["undecided"], 5)


@looped(("family", "text", "answer"), CASES)
def test_the_verdict_is_the_first_line_and_the_exit_code(family, text, answer):
    check(f"{family}:{text}", answer)


@pytest.mark.parametrize("family", FILES)
@pytest.mark.parametrize(("which", "answer"), [*enumerate(ANSWERS)])
def test_the_verdict_of_a_model_file(family, which, answer, tmp_path):
    path = tmp_path / "puzzle.toml"
    path.write_text(FILES[family][which])
    check(str(path), answer)


def test_the_cells_that_differ_are_named_and_marked():
    lines = called("solve", "queens:4", "--unique", "--quiet").stdout.splitlines()
    one, other, marked = lines[1:5], lines[6:10], lines[-4:]
    differ = [(r, c) for r in range(4) for c in range(4) if one[r][c] != other[r][c]]
    assert differ
    said = " ".join(line for line in lines if line.startswith(("the two", "r")))
    assert said == f"the two solutions differ in {', '.join(f'r{r + 1}c{c + 1}' for r, c in differ)}"
    assert marked == ["".join("?" if (r, c) in differ else one[r][c] for c in range(4)) for r in range(4)]


def test_impossible_names_the_next_command():
    said = called("solve", "queens:3", "--unique").stderr.splitlines()
    assert said[-1] == "to see why: accord explain queens:3"


NONE = "sudoku:12....1...1....."


@pytest.mark.parametrize("command", ["count", "solve"])
def test_no_solution_of_a_puzzle_with_clues_names_the_next_command(command):
    done = called(command, NONE)
    assert done.stderr.splitlines()[-1] == f"to see why: accord why {NONE}"
    assert "to see why" not in done.stdout
    for more in (["--quiet"], ["--json"]):
        assert "to see why" not in called(command, NONE, *more).stderr


def test_puzzles_that_have_a_solution_or_no_clues_name_none():
    bare = "dominoes-8x8-mutilated"  # a board on which no piece lies
    for words in (["sudoku:12.............."], ["langford:5"], ["queens:3"], [bare]):
        assert "to see why" not in called("count", *words).stderr
    assert called("solve", bare, "--unique").stderr.splitlines()[-1] == f"to see why: accord explain {bare}"


def test_a_line_for_each_part_in_the_style_line():
    lines = called("solve", "queens:8", "--unique", "--quiet", "--style", "line").stdout.splitlines()
    assert (lines[0], len(lines)) == ("several", 4)
    assert lines[3].startswith("the two solutions differ in r")
