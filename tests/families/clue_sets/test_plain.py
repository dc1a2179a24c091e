"""The plain engine for clue sets, against every subset of the cells that a mask leaves open."""

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from processes import PLUGINS, TESTS, python

from accord.backends.contract import Request
from accord.backends.native.backend import Native
from accord.families.clue_sets import lowered as clue_model
from accord.families.clue_sets.model import ClueSets, build
from accord.families.clue_sets.plain import Plain
from accord.families.sudoku.record import RECORD as SUDOKU
from accord_native.sudoku.sets_layout import cells_of, words
from grids import by_trying, completions, differences

# a grid with 29 puzzles of 17 clues (G. Royle's list), and those of them that have ten clues of the first
GRID = "123456789456789123798231564234675918815943276967812435379164852582397641641528397"
PUZZLES = (
    "003000700000080100000200000000000000810040006000000035070000800002307000000500000",
    "003000700000080100000200000000000000810040000000000035070000800002390000000500007",
    "003000700000080100000200000000000000810040000000000035070000800002307000000500090",
)
OTHER = "423197586758264139169385724381542967942671853576938412817426395234859671695713248"


def model_of(grid, must, may, clues):
    mask = "".join("X" if cell in must else "." if cell in may else "-" for cell in range(81))
    return build(ClueSets(grid=grid, clues=clues, mask=mask))


def searched(model, **more):
    """What the engine yields: the puzzles, in its order, and the last slice."""
    found, last = [], None
    for last in Plain().search(model, replace(Request("all"), **more)):
        for row in () if last.solutions is None else last.solutions:
            digits = ["0"] * 81
            for name in (model.names[option] for option in row if option >= 0):
                digits[9 * int(name[1]) + int(name[3]) - 10] = name[5]
            found.append("".join(digits))
    assert last is not None
    assert last.complete
    return found, last


def mask(seed, grid, may):
    """A random puzzle that needs all its clues, of which some need not be given, and as many other cells."""
    random = Random(seed)
    given = set(range(81))
    for cell in random.sample(range(81), 81):
        if completions([int(grid[at]) if at in given - {cell} else 0 for at in range(81)]) == 1:
            given.remove(cell)
    loose = random.sample(sorted(given), may // 2)
    others = random.sample(sorted(set(range(81)) - given), may - may // 2)
    return sorted(given - set(loose)), sorted([*loose, *others]), len(given)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("may", "fewer", "more"), [(8, 3, 2), (9, 0, 0), (7, 1, 7)])
def test_every_clue_set_under_a_small_mask_is_found_once(seed, may, fewer, more):
    given, others, clues = mask(seed, OTHER, may)
    expected = by_trying(OTHER, given, others, clues - fewer, clues + more)
    found, _ = searched(model_of(OTHER, given, others, (clues - fewer, clues + more)))
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert expected


def test_more_clues_than_are_needed_are_added_freely():
    given = [cell for cell in range(81) if PUZZLES[0][cell] != "0"]
    others = [cell for cell in range(81) if cell not in given][:20]
    found, _ = searched(model_of(GRID, given, others, 20))
    assert len(set(found)) == len(found) == 20 * 19 * 18 // 6


def test_the_puzzles_of_17_clues_that_have_ten_of_a_known_one():
    shared = [cell for cell in range(81) if PUZZLES[0][cell] != "0" and PUZZLES[1][cell] != "0"][:10]
    shared = [cell for cell in shared if PUZZLES[2][cell] != "0"]
    assert len(shared) == 10
    model = model_of(GRID, shared, range(81), 17)
    found, last = searched(model)
    assert sorted(found) == sorted(PUZZLES)
    assert last.effort["fresh"] > 0
    assert last.effort["checks"] == last.effort["fresh"] + len(PUZZLES)
    assert sorted(searched(model, workers=2)[0]) == sorted(PUZZLES)
    assert len(searched(model, limit=1)[0]) >= 3  # the output is full three times, and it goes on


@pytest.mark.parametrize("grid", [GRID, OTHER])
def test_there_are_none_of_few_clues(grid):
    found, last = searched(build(ClueSets(grid=grid, clues=(0, 11))))
    assert found == []
    assert last.effort["checks"] == last.effort["fresh"]  # none of them is a puzzle
    assert last.effort["nodes"] < 1_100_000


def test_masks_that_leave_no_room():
    model = model_of(OTHER, range(30), range(30, 35), (34, 35))
    assert searched(model.restrict(range(33)))[0] == []
    assert searched(model.restrict(range(1, 35)))[0] == []  # a cell that must be given cannot be
    assert searched(model_of(OTHER, range(81), (), 81))[0] == [OTHER]
    assert len(searched(model_of(OTHER, range(79), (79, 80), (79, 81)))[0]) == 4


def test_it_goes_on_from_a_state():
    given, others, clues = mask(1, OTHER, 14)
    model = model_of(OTHER, given, others, (clues, clues + 3))
    expected = sorted(searched(model)[0])
    assert expected
    before, state, engine = [], None, Plain()
    for step in engine.search(model, Request("all", save_when=lambda: True, limit=1)):
        before += [] if step.solutions is None else step.solutions.tolist()
        if step.state is not None:
            state = step.state
            if len(before) > len(expected) // 2:
                break
    assert state is not None
    after, _ = searched(model, save_when=lambda: False, limit=1, resume=state)
    assert len(before) + len(after) == len(expected)
    assert set(after) < set(expected)
    assert len(set(after)) == len(after)


def test_sets_known_from_the_start_are_unavoidable_and_minimal():
    sets = clue_model.read(build(ClueSets(grid=OTHER, clues=17))).sets
    assert len(sets) > 50
    for cells in sets[::3]:
        assert differences(OTHER, cells) == {cells}


def test_another_filling_is_found_where_there_is_one():
    from accord_native.clues.plain import other
    from accord_native.clues.plain_layout import FILLER

    grid, filler = np.array(list(OTHER), np.uint8), np.zeros((FILLER, 81), np.uint64)
    random = Random(7)
    answers, fewer = [], 0
    for _ in range(60):
        given = set(random.sample(range(81), random.randrange(32, 44)))
        expected = differences(OTHER, set(range(81)) - given)
        missed = np.zeros(2, np.uint64)
        assert bool(other(grid, *words(given), np.uint64(81), filler, missed)) == bool(expected)
        assert not expected or frozenset(cells_of(*missed)) in expected
        least = min(map(len, expected), default=0)
        for most in (least - 1, least, least + 2) if least else ():
            again = bool(other(grid, *words(given), np.uint64(most), filler, missed))
            assert again == (most >= least)
            assert not again or len(cells_of(*missed)) <= most
            fewer += not again
        answers.append(len(expected))
    assert 0 in answers
    assert max(answers) > 5
    assert fewer > 10


def test_models_that_ask_for_something_else_are_refused():
    native = Native()

    def reason(model):
        return native.refusal(model, Request("all", engine="plain"))

    assert reason(build(ClueSets(grid=GRID, clues=17))) is None
    assert "minimal" in reason(build(ClueSets(grid=GRID, clues=17, minimal=True)))
    assert "4x4" in reason(build(ClueSets(grid="1234341221434321", clues=4)))
    sudoku = SUDOKU.made.model(SUDOKU.texts.parse(PUZZLES[0]))
    assert reason(sudoku) == "plain takes models of the family clue-sets"


def test_a_restricted_model_is_read_as_it_is():
    given, others, clues = mask(0, OTHER, 8)
    model = model_of(OTHER, given, others, (clues, clues + 2))
    lost = others.pop()
    part = model.restrict(
        [o for o, name in enumerate(model.names) if name[:4] != f"r{lost // 9 + 1}c{lost % 9 + 1}"]
    )
    assert part.options == model.options - 1
    expected = by_trying(OTHER, given, others, clues, clues + 2)
    assert expected < by_trying(OTHER, given, [*others, lost], clues, clues + 2)
    assert set(searched(part)[0]) == expected
    assert clue_model.read(part).allowed == tuple(sorted({*given, *others}))


FAULTS = {
    "no free branching": ("free = most == CELLS", "free = left == ZERO and most == CELLS"),
    "dead cells stay alive": ("path[level, ALIVE] &= ~bit0", "path[level, ALIVE] &= ~ZERO"),
    "the packing bound is off by one": (
        "disjoint > left else BRANCH",
        "disjoint >= left else BRANCH",
    ),
    "no check of the last clue": ("free = most == CELLS", "free = most == CELLS or left == ZERO"),
    "what another cell hits": (
        "path[level, UNHIT] & ~hits[cell, 0]",
        "path[level, UNHIT] & ~hits[cell & ~ONE, 0]",
    ),
}

PROBE = """
from tests_plain import *
given, others, clues = mask(0, OTHER, 8)
found, _ = searched(model_of(OTHER, given, others, (clues, clues + 2)))
expected = by_trying(OTHER, given, others, clues, clues + 2)
shared = [cell for cell in range(81) if all(p[cell] != "0" for p in PUZZLES)][:10]
more, _ = searched(model_of(GRID, shared, range(81), 17))
own = [cell for cell in range(81) if PUZZLES[0][cell] != "0"]
again = [searched(model_of(GRID, own[:few], range(81), 17))[0] for few in (12, 13, 14, 15)]
complete = sorted(more) == sorted(PUZZLES) and all(PUZZLES[0] in some for some in again)
print(len(found) == len(set(found)) and set(found) == expected and complete)
"""


@pytest.mark.slow
@pytest.mark.parametrize("fault", [None, *FAULTS])
def test_planted_faults_are_noticed(fault, tmp_path):
    import accord_native

    package = tmp_path / "accord_native"
    shutil.copytree(
        Path(accord_native.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
    if fault is not None:
        right, wrong = FAULTS[fault]
        source = (package / "clues" / "plain.py").read_text()
        assert right in source
        (package / "clues" / "plain.py").write_text(source.replace(right, wrong))
    shutil.copy(__file__, tmp_path / "tests_plain.py")
    path = [tmp_path, TESTS / "oracles", PLUGINS]
    done = python("-c", PROBE, path=path, NUMBA_CACHE_DIR=tmp_path / "cache")
    assert done.stdout.split() == [str(fault is None)], done.stderr
