"""Repairs: one solution by other engines, the fewest changes by brute force; limits; the command."""

import json
import random
from contextlib import suppress
from itertools import combinations
from types import SimpleNamespace

import pytest
from commands import called
from looped import looped
from verdicts import TEXTS

import accord
from accord.errors import UsageError
from accord.pencil import possible_clues
from accord.puzzles import table
from accord.puzzles.clues import PossibleClue
from accord.puzzles.family import SpecError
from accord.puzzles.puzzle import Puzzle
from accord.setters import repair
from accord.setters.repair_search import RepairSearch

FAMILIES = [name for name in TEXTS if table.family(name).made.possible_clues is not None]
PENCIL = [name for name in FAMILIES if name not in ("sudoku", "packing", "problem")]
QUICK = ("akari", "binairo", "mosaic", "suguru", "tents")


def puzzle_with(puzzle, clues):
    """The puzzle with these of its possible clues; None if it is none."""
    with suppress(SpecError):
        spec = puzzle.possible_clues.puzzle_with(clues)
        changed = Puzzle(family=puzzle.record, spec=spec, name="changed")
        changed.model  # noqa: B018 (it raises SpecError)
        return changed
    return None


def stated_clues(puzzle):
    return {number for number, clue in enumerate(puzzle.possible_clues.clues) if clue.is_stated}


def changed_puzzles(puzzle, number):
    """Each puzzle that comes of so many changes: another clue in a spot, or none."""
    clues = puzzle.possible_clues.clues
    stated = stated_clues(puzzle)
    spots = {clue.spot for clue in clues}
    words = {spot: [n for n, clue in enumerate(clues) if clue.spot == spot] for spot in spots}
    for some in combinations(sorted(spots), number):
        kept = {n for n in stated if clues[n].spot not in some}
        choices = [set()]
        for spot in some:
            before = stated.intersection(words[spot])
            ways = [{n} for n in words[spot] if n not in before] + [set()] * bool(before)
            choices = [chosen | way for chosen in choices for way in ways]
        yield from filter(None, (puzzle_with(puzzle, kept | chosen) for chosen in choices))


def check(puzzle, found, most=2):
    """One solution by two backends; where there are few changes, no smaller number of them is enough."""
    assert found.status == "complete"
    assert found.minimal
    for backend in ("cpsat", "native"):
        assert accord.unique(found.result, backend=backend).answer == "unique"
    assert len(found.changes) == found.at_least
    for fewer in range(min(len(found.changes), most)):
        for other in changed_puzzles(puzzle, fewer):
            assert accord.unique(other).answer != "unique", other.spec


@pytest.mark.parametrize("number", range(3))
@looped("family", [name for name in FAMILIES if name not in ("packing", "problem")], parts=2)
def test_a_puzzle_of_each_verdict_is_repaired(family, number):
    puzzle = accord.load(f"{family}:{TEXTS[family][number]}")
    found = accord.repair(puzzle)
    assert (found.answer == "unique") == (number == 0)
    if found.answer == "none":
        assert found.at_least == 0 or number == 2
        for changes in range(2):
            assert all(accord.unique(each).answer != "unique" for each in changed_puzzles(puzzle, changes))
    else:
        check(puzzle, found)


def drawn(family, size=(5, 5)):
    """Puzzles of a family, drawn at random."""
    random_puzzle = table.family(family).random
    for seed in range(100):
        with suppress(UsageError):
            yield Puzzle(family=table.family(family), spec=random_puzzle.generate(seed, size))


def planted(puzzle, dice, faults):
    """The puzzle with so many changed clues; None if that is no puzzle."""
    clues = puzzle.possible_clues.clues
    stated = stated_clues(puzzle)
    chosen = set(stated)
    for number in dice.sample(sorted(stated), faults):
        words = [n for n, clue in enumerate(clues) if clue.spot == clues[number].spot and n != number]
        chosen.remove(number)
        chosen |= {dice.choice(words)} if words and dice.random() < 0.7 else set()
    return puzzle_with(puzzle, chosen)


@pytest.mark.parametrize(
    "faults", [pytest.param(1, marks=pytest.mark.full), pytest.param(2, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    "family",
    [
        name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
        for name in PENCIL
        if table.family(name).random is not None
    ],
)
def test_planted_faults_are_repaired_with_as_few_changes(family, faults):
    dice, tried = random.Random(family), 0
    for puzzle in drawn(family, (6, 6) if family in ("killer-sudoku", "binairo", "battleship") else (5, 5)):
        if len(stated_clues(puzzle)) <= faults or (wrong := planted(puzzle, dice, faults)) is None:
            continue
        if accord.unique(wrong).answer == "unique":
            continue
        found = accord.repair(wrong, time_limit=60)
        if found.status != "complete":
            continue
        assert found.answer == "repaired"
        assert len(found.changes) <= faults
        check(wrong, found)
        tried += 1
        if tried == 2 * faults - 1:
            return
    assert tried, "no planted fault made a puzzle that is not unique"


@pytest.mark.slow
def test_pieces_are_moved_and_laid(tmp_path):
    board = "LLLL......\nL.........\n" + 4 * "..........\n"
    (tmp_path / "begun.toml").write_text(
        f'family = "packing"\npieces = "pentominoes"\nboard = """\n{board}"""\n'
    )
    puzzle = accord.load(tmp_path / "begun.toml")
    found = accord.repair(puzzle)
    assert len(found.changes) == 1
    for backend in ("cpsat", "native"):
        assert accord.unique(found.result, backend=backend).answer == "unique"
    assert found.result.spec.pieces == "pentominoes"


def test_rules_with_words_are_left_out():
    problem = accord.Problem()
    a, b = problem.integer("a", 1, 3), problem.integer("b", 1, 3)
    problem.add(a < b, words="a before b")
    problem.add(b < a, words="b before a")
    problem.add(a == 2)
    problem.add(b != 1, words="b is not 1")
    found = accord.repair(problem)
    assert (found.changes, found.minimal) == (("leave out the rule: b before a",), True)
    assert found.result is None


def test_what_may_be_left_out_may_be_left_out_together():
    """Two givens are wrong, and the others have two solutions: either of the two, if right, leaves one."""
    found = accord.repair(accord.load("sudoku:22.4.44221434321"))
    assert found.changes == ("change the 2 at r1c1 to 3, or leave it out", "change the 4 at r2c3 to 3")
    assert found.minimal


def test_the_cells_of_a_clue_are_named_before_and_after_its_change():
    """A piece lies elsewhere, another one nowhere."""
    clues = [
        PossibleClue(0, "r1c1", "the I at r1c1", ((0, 0, 0),), is_stated=True),
        PossibleClue(0, "r2c2", "the I at r2c2", ((0, 1, 1),)),
        PossibleClue(1, "r1c3", "the L at r1c3", ((0, 0, 2),), is_stated=True),
    ]
    search = SimpleNamespace(
        possible=SimpleNamespace(clues=clues), best={1}, at_spot={0: [0, 1], 1: [2]}, needless=set()
    )
    changes, places = repair._changes(search, [0, 1])
    assert changes == ("change the I at r1c1 to r2c2", "leave out the L at r1c3")
    assert places == ((0, 0, 0), (0, 1, 1), (0, 0, 2))


def test_each_counterexample_is_counted_once(monkeypatch):
    learnt, learn = [], RepairSearch._learn

    def noted(self, other):
        learnt.append(other)
        return learn(self, other)

    monkeypatch.setattr(RepairSearch, "_learn", noted)
    found = accord.repair(accord.load("sudoku:.2.4.4.221434321"))
    assert found.effort["counterexamples"] == len(learnt) > 1


def test_where_not_all_clues_were_tried_there_may_be_a_repair(monkeypatch):
    mosaic = "mosaic:" + "/".join(["...", "...", "..."])
    assert accord.repair(accord.load(mosaic)).answer == "repaired"
    monkeypatch.setattr(possible_clues, "MOST_WORDS", 3)  # a clue is one of 0 to 9
    found = accord.repair(accord.load(mosaic))
    assert (found.status, found.answer, found.changes) == ("complete", "undecided", ())


def test_a_limit_leaves_what_is_known():
    puzzle = accord.load("sudoku:" + "1" + "." * 80)
    found = accord.repair(puzzle, time_limit=1.5)
    assert (found.status, found.minimal) == ("time", False)
    assert found.answer == "undecided" or found.at_least < len(found.changes)
    if found.result is not None:
        assert accord.unique(found.result).answer == "unique"


def test_the_command_prints_the_changes_and_the_repaired_puzzle():
    done = called("repair", "sudoku:12....1..1......")
    assert done.returncode == 0
    first, change, *_, text = done.stdout.splitlines()
    assert first == "1 change leaves exactly one solution (the fewest)"
    assert change.startswith("  add the ")
    assert called("solve", text, "--unique", "--quiet").returncode == 0
    said = json.loads(called("repair", "sudoku:12....1..1......", "--json").stdout)
    assert (said["answer"], said["repaired"], said["at_least"]) == ("repaired", text, 1)


@pytest.mark.parametrize(
    ("words", "code", "first"),
    [
        (["sudoku:" + TEXTS["sudoku"][0]], 0, "the puzzle has exactly one solution: nothing to repair"),
        (["akari:" + TEXTS["akari"][1]], 7, "no change of clues leaves exactly one solution"),
        (["sudoku:" + "." * 81, "--time-limit", "0.2"], 5, None),
        (["queens:6"], 2, None),
    ],
)
def test_the_command_has_an_exit_code_for_each_answer(words, code, first):
    done = called("repair", *words)
    assert done.returncode == code, done.stderr
    if first is not None:
        assert done.stdout.splitlines()[0] == first
