"""The clues to blame: minimal by brute force, with a planted clue in every set; values; clues to spare."""

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
from commands import called
from looped import looped
from verdicts import TEXTS

import accord
from accord.errors import EngineError, UsageError
from accord.pencil.clues import clues as clues_of_kind
from accord.pencil.clues import stated_clues
from accord.pencil.kind import spec_of, words_of
from accord.puzzles import table
from accord.puzzles.family import SpecError
from accord.puzzles.puzzle import Puzzle

KINDS = [name for name in TEXTS if table.family(name).made.clues is not None]
LARGE = ["sudoku-17", "aquarium-6x6"]
SLOW = ["akari-10x10", "binairo-8x8-different", "kakuro-8x8", "tents-10x10"]  # each clue left out in turn


def alone(puzzle, kept):
    """The puzzle with these clues only."""
    return Puzzle(family=puzzle.record, spec=puzzle.clues.only(kept), name="some clues")


def solvable(puzzle, kept):
    return accord.first(alone(puzzle, kept)).count > 0


def check_minimal(puzzle, found):
    """No solution with the clues to blame, and one without any of them: by puzzles of their own."""
    assert found.minimal
    assert not solvable(puzzle, found.indices)
    for clue in found.indices:
        assert solvable(puzzle, {*found.indices} - {clue}), puzzle.clues.clues[clue]


@looped("family", KINDS)
def test_an_impossible_puzzle_has_a_minimal_set(family):
    puzzle = accord.load(f"{family}:{TEXTS[family][2]}")
    found = accord.why(puzzle)
    assert (found.answer, found.status) == ("impossible", "complete")
    check_minimal(puzzle, found)


@looped("name", [*(f"{family}:{TEXTS[family][0]}" for family in KINDS), *LARGE])
def test_a_unique_puzzle_has_a_minimal_set_and_clues_to_spare(name):
    has_a_minimal_set(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_a_large_puzzle_has_a_minimal_set_and_clues_to_spare(name):
    has_a_minimal_set(name)


def has_a_minimal_set(name):
    puzzle = accord.load(name)
    found = accord.why(puzzle)
    assert (found.answer, found.minimal) == ("unique", True)
    everything = {*range(len(puzzle.clues.clues))}
    assert accord.unique(alone(puzzle, found.indices)).answer == "unique"
    for clue in found.indices:
        assert accord.unique(alone(puzzle, {*found.indices} - {clue})).answer == "several"
    if len(everything) < 30:
        spare = [
            each.words
            for number, each in enumerate(puzzle.clues.clues)
            if accord.unique(alone(puzzle, everything - {number})).answer == "unique"
        ]
        assert list(found.spare) == spare


def planted(family, dice) -> Iterator[tuple[Puzzle, str]]:
    """Puzzles that one changed clue made impossible, and the words of that clue."""
    kind = table.family(family)
    if family == "sudoku":
        puzzle = accord.load("sudoku-17")
        for _ in range(20):
            rows = [list(row) for row in str(puzzle.spec.grid).split()]
            cells = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign not in ".0"]
            r, c = dice.choice(cells)
            rows[r][c] = dice.choice([d for d in "123456789" if d != rows[r][c]])
            spec = type(puzzle.spec)(grid="\n".join(map("".join, rows)))
            yield Puzzle(family=kind, spec=spec), f"r{r + 1}c{c + 1} is {rows[r][c]}"
        return
    page = kind.made.clues.args[0]
    for seed in range(60):
        with suppress(UsageError):
            spec = kind.random.generate(seed, (6, 6))
            for _ in range(4):
                yield from changed(kind, page, spec, dice)


def changed(kind, page, spec, dice):
    """The puzzle with one number changed; where totals have to agree, another clue is left out."""
    stated = [*stated_clues(page, spec)]
    words = {key: [[*line] for line in lines] for key, lines in words_of(page, spec).items()}
    if (
        getattr(page.solution, "given", "") and kind.name != "magnets"
    ):  # a given more, which the solution has not
        known = accord.unique(Puzzle(family=kind, spec=spec)).solutions[0]
        cell = dice.choice([name for name in known if known[name] != int(known[name] == 1) + 1])
        row, column = (int(number) - 1 for number in cell[1:].split("c"))
        if words[page.solution.given] and str(known[cell]).isdigit():
            words[page.solution.given][row][column] = wrong = str(int(known[cell] == 1) + 1)
            with suppress(SpecError):
                yield Puzzle(family=kind, spec=spec_of(page, words)), f"the {wrong} at {cell}"
        return
    if not stated:
        return
    one = dice.choice(stated)
    row, column = one.row, max(one.column, 0)
    word = words[one.key][row][column]
    number = re.search("[0-9]+", word)
    part = next(part for part in page.parts if part.key == one.key)
    signs = [sign.word for sign in getattr(part, "signs", ()) if sign.word not in (word, *page.not_clues)]
    if number is not None:
        other = word.replace(number[0], str(int(number[0]) + dice.choice([-1, 1])), 1)
    elif signs:
        other = dice.choice(signs)
    else:
        return
    words[one.key][row][column] = other
    said = one.clue.words.replace(word, other, 1)
    for left_out in (None, *(each for each in stated if each.key != one.key)):
        if left_out is not None:
            words[left_out.key][left_out.row][max(left_out.column, 0)] = page.clues[left_out.key]
        with suppress(SpecError):
            yield Puzzle(family=kind, spec=spec_of(page, words)), said
            return


@pytest.mark.parametrize(
    "most", [pytest.param(1, marks=pytest.mark.full), pytest.param(5, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(  # a changed circle of yin-yang seldom contradicts the others
    "family", [each for each in KINDS if table.family(each).random and each != "yin-yang"]
)
def test_a_planted_clue_is_in_every_set(family, most):
    dice, tried = random.Random(family), 0
    for puzzle, words in planted(family, dice):
        found = accord.why(puzzle)
        if found.answer != "impossible":
            continue
        assert words in found.clues
        check_minimal(puzzle, found)
        tried += 1
        if tried == most:
            return
    assert tried, "no changed clue made a puzzle impossible"


@looped("family", KINDS)
def test_values_are_forced_excluded_or_open_as_the_candidates_say(family):
    puzzle = accord.load(f"{family}:{TEXTS[family][1]}")
    candidates = accord.candidates(puzzle)
    cells = [name for name in candidates.values if name.startswith("r")][:4]
    for cell in cells:
        for value in candidates.values[cell]:
            found = accord.why(puzzle, value=f"{cell}={value}")
            assert found.answer == ("forced" if len(candidates.values[cell]) == 1 else "open")


def test_a_value_has_the_clues_that_force_or_exclude_it():
    puzzle = accord.load("sudoku:12....1..1......")
    found = accord.why(puzzle, value="r2c4=2")
    assert (found.answer, found.clues) == ("forced", ("r1c2 is 2", "r2c3 is 1"))
    assert 2 in accord.candidates(alone(puzzle, found.indices)).values["r2c4"]
    assert accord.candidates(alone(puzzle, found.indices)).known["r2c4"] == 2
    for clue in found.indices:
        rest = accord.candidates(alone(puzzle, {*found.indices} - {clue}))
        assert len(rest.values["r2c4"]) > 1
    assert accord.why(puzzle, value="r2c4=3").answer == "excluded"
    for value, message in (
        ("r9c9=1", "unknown cell"),
        ("r1c3=7", "unknown value"),
        ("r1c3", "expected a cell"),
    ):
        with pytest.raises(UsageError, match=message):
            accord.why(puzzle, value=value)


def test_pieces_that_lie_on_the_board_are_clues(tmp_path):
    path = tmp_path / "pieces.toml"
    head = 'family = "packing"\ntitle = "A corner is cut off"\npieces = "pentominoes"\ncopies = [0, 1]\n'
    path.write_text(head + 'board = """\nIIIII\n.X...\nXXX..\n.X...\n"""\n')
    puzzle = accord.load(path)
    found = accord.why(puzzle)
    assert (found.answer, found.minimal) == ("impossible", True)
    assert found.clues == ("the X at r2c2 r3c1 r3c2 r3c3 r4c2",)
    check_minimal(puzzle, found)
    assert "I" not in str(found.picture)


def test_rules_with_words_of_their_own_are_the_clues_of_a_problem():
    p = accord.Problem("three")
    x = p.integers(["a", "b", "c"], 1, 3)
    p.different(x["a"], x["b"], x["c"])
    p.add(x["a"] > x["b"], words="a is more than b")
    p.add(x["b"] > x["c"], words="b is more than c")
    p.add(x["c"] == 2, words="c is two")
    found = accord.why(p)
    assert found.answer == "impossible"
    assert found.minimal
    assert set(found.clues) <= {"a is more than b", "b is more than c", "c is two"}
    assert "c is two" in found.clues
    assert "b is more than c" in found.clues
    assert found.picture is None
    q = accord.Problem("none")
    q.add(q.integer("x", 1, 3) == 2)
    with pytest.raises(UsageError, match="no rule of this problem has words"):
        accord.why(q)


def test_puzzles_without_clues_are_refused_in_a_line():
    for name in ("star-battle:1111/1222/3324/3344", "langford:7"):
        done = called("why", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert "have no clues to leave out" in done.stderr
    with pytest.raises(UsageError, match="a bare model has no clues"):
        accord.why(accord.load("queens:5").model)


def test_the_command_prints_the_clues_and_the_board_with_them_alone():
    done = called("why", "sudoku:11...2..........", "--quiet")
    assert done.stdout.splitlines()[:4] == [
        "impossible: a minimal set of clues that contradict each other",
        "  r1c1 is 1",
        "  r1c2 is 1",
        "by the rule: row 1 has each digit once",
    ]
    assert "2" not in done.stdout.split("\n\n", 1)[1]
    found = json.loads(called("why", "sudoku:11..............", "--json").stdout)
    assert (found["answer"], found["minimal"]) == ("impossible", True)
    assert called("why", "sudoku:12....1..1......", "r1c3=3").stdout.startswith("r1c3=3 is open")
    assert called("why", "sudoku:12....1..1......").stdout.startswith("several solutions")


def test_a_kind_with_more_variables_where_a_clue_is_left_out_is_refused():
    from toy_kind import KIND, RECORD

    spec = RECORD.texts.parse("1.1/.2./...")
    with pytest.raises(UsageError, match="mines have no clues to leave out"):
        accord.why(Puzzle(family=RECORD, spec=spec))
    with pytest.raises(EngineError, match="has more variables"):
        clues_of_kind(replace(KIND, clues={"board": "."}), spec)


def test_a_rule_that_can_never_hold_is_to_blame_alone():
    p = accord.Problem("never")
    x = p.integers(2, 1, 3)
    p.add(x[0] + x[1] == 4, words="they are four")
    p.rules.append(replace(p.rules[0], called="never", truth=p.rules[0].truth & (x[0] == 9)))
    found = accord.why(p)
    assert (found.answer, found.clues, found.minimal) == ("impossible", ("never",), True)
