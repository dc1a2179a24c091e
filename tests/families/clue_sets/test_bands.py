"""The bands engine: known lists, masks, few sets at the start, workers, and what is saved."""

import re
import threading
from collections import Counter

import numpy as np
import pytest
from clue_lists import LISTS, OF_14
from hitting import clue_sets

import accord
from accord.backends.contract import Request
from accord.backends.native.backend import Native
from accord.families.clue_sets import bands as clues
from accord.families.clue_sets import views
from accord.families.clue_sets.bands import Bands
from accord.families.clue_sets.clue_model import read
from accord.families.clue_sets.model import ClueSets, build
from accord.families.clue_sets.views import View, small_sets
from accord.sudoku import clue_puzzles, unavoidable_sets
from accord_native.sudoku.layout import cells_of
from grids import differences, minimal

GRID = OF_14
PUZZLES = LISTS[GRID]
NONE = "364981257782653194195724386278495613643817529951236748516349872427168935839572461"
SHARED = "".join(
    sign if len(set(column)) == 1 else "." for sign, *column in zip(PUZZLES[0], *PUZZLES, strict=True)
)


def searched(model, engine=None, **more):
    """Every solution as a set of names, and the last effort; the search was exhaustive."""
    found, complete, effort = [], False, {}
    for step in (engine or Bands()).search(model, Request("all", **more)):
        complete, effort = step.complete, step.effort or effort
        for row in () if step.solutions is None else step.solutions:
            found.append(frozenset(model.names[option] for option in row if option >= 0))
    assert complete
    assert len(set(found)) == len(found)
    return set(found), effort


def model_of(number, mask="", grid=GRID):
    """Which clues? Under a mask."""
    return build(ClueSets(grid=grid, clues=number, mask=mask))


def names_of(cells):
    """The options of a clue set."""
    return frozenset(f"r{c // 9 + 1}c{c % 9 + 1}={GRID[c]}" for c in cells)


def names(puzzle):
    """The options of a puzzle."""
    return frozenset(f"r{c // 9 + 1}c{c % 9 + 1}={s}" for c, s in enumerate(puzzle) if s != ".")


def turned(text):
    """Rows as columns."""
    return "".join(text[9 * (c % 9) + c // 9] for c in range(81))


EXPECTED = {names(puzzle) for puzzle in PUZZLES}


@pytest.mark.parametrize("number", range(6))
def test_a_view_knows_the_small_sets_in_two_bands_and_those_with_one_mini_row(number):
    view = View(read(model_of(17)), number)
    view.prepare(*small_sets(GRID))
    known, (within, mixed, others) = view.known, view.known.number
    cells = [{int(view.cells[c]) for c in cells_of(first, 0)} for first in known.sets[:within].tolist()]
    for first, bit in zip(known.mixed[:mixed].tolist(), known.ids[:mixed].tolist(), strict=True):
        # `active`: a pair of a mini-row, named by the cell that it lacks; or (3 * m + 27) all of it
        minirow, lacking = ((bit - 27) // 3, 3) if bit >= 27 else divmod(bit, 3)
        part = [54 + 3 * minirow + j for j in range(3) if j != lacking]
        cells.append({int(view.cells[c]) for c in [*cells_of(first, 0), *part]})
    third = {int(cell) for cell in view.cells[54:]}
    rows = [{int(cell) for cell in view.cells[54 + k : 57 + k]} for k in range(0, 27, 3)]
    small = [set(one) for one in unavoidable_sets(GRID, most_cells=12, digits=5)]
    expected = [one for one in small if not one & third or any(one & third <= row for row in rows)]
    assert sorted(map(sorted, cells)) == sorted(map(sorted, expected))
    assert 30 < within < mixed
    own = {frozenset(int(view.cells[c]) for c in cells_of(*row)) for row in known.others[:others].tolist()}
    assert own == {one for one in minimal(differences(GRID, third)) if len(one) <= 12}


@pytest.mark.parametrize("known", [views.ROOM, 40])
def test_the_puzzles_that_share_their_clues(monkeypatch, known):
    monkeypatch.setattr(views, "FIRST_SETS", known)
    assert sum(sign != "." for sign in SHARED) >= 13
    assert searched(model_of(17, SHARED))[0] == EXPECTED


def test_a_turned_grid_has_the_turned_puzzles():
    found, _ = searched(model_of(17, turned(SHARED), turned(GRID)))
    assert found == {names(turned(puzzle)) for puzzle in PUZZLES}


@pytest.mark.parametrize("puzzle", PUZZLES[:3])
@pytest.mark.parametrize("known", [views.ROOM, 5])
def test_every_further_clue_keeps_a_puzzle_one(monkeypatch, puzzle, known):
    monkeypatch.setattr(views, "FIRST_SETS", known)
    assert searched(model_of(17, puzzle))[0] == {names(puzzle)}
    found, _ = searched(model_of(18, puzzle))
    assert len(found) == 64
    assert all(len(clue_set) == 18 and names(puzzle) < clue_set for clue_set in found)
    assert len(searched(model_of((17, 19), puzzle))[0]) == 1 + 64 + 64 * 63 // 2


def test_open_cells_within_the_first_two_bands_are_all_tried(monkeypatch):
    monkeypatch.setattr(views, "FIRST_SETS", 5)
    given = {cell for cell, sign in enumerate(PUZZLES[0]) if sign != "."}
    more = [cell for cell in range(81) if cell not in given][:20]
    mask = "".join("X" if c in given else "." if c in more else "-" for c in range(81))
    assert len(searched(model_of(20, mask))[0]) == 20 * 19 * 18 // 6


def test_fresh_sets_count_for_what_is_still_on_the_stack(monkeypatch):
    mask = "".join(sign if place < 40 else "." for place, sign in enumerate(PUZZLES[0]))
    expected, known = searched(model_of(17, mask))
    monkeypatch.setattr(views, "FIRST_SETS", 5)
    found, effort = searched(model_of(17, mask))
    assert found == expected >= {names(PUZZLES[0])}
    assert effort["fresh"] > known["fresh"]
    assert effort["checks"] < 450
    assert known["checks"] < 100


@pytest.mark.parametrize("place", [0, 40, 80])
def test_a_cell_that_must_and_must_not_be_given(place):
    for sign in "X-":
        mask = SHARED[:place] + sign + SHARED[place + 1 :]
        expected = {
            e for e, p in zip(map(names, PUZZLES), PUZZLES, strict=True) if (p[place] != ".") == (sign == "X")
        }
        assert searched(model_of(17, mask))[0] == expected


@pytest.mark.full
def test_all_clues_of_two_bands_are_given_and_some_other_cells_are_not():
    """Then a run begins with a choice for two bands that is whole."""
    puzzle = PUZZLES[0]
    for third in range(3):
        rows = range(27 * third, 27 * third + 27)
        mask = "".join(
            "." if cell in rows else "-" if sign == "." else "X" for cell, sign in enumerate(puzzle)
        )
        for number in (17, 18):
            found = searched(model_of(number, mask))[0]
            must, may = ({c for c in range(81) if mask[c] in signs} for signs in ("X", ".X"))
            assert found == {names_of(cells) for cells in clue_sets(GRID, number, must, may).sets}
            assert any(names(puzzle) <= clue_set for clue_set in found)


def test_too_few_clues_are_seen_to_be_too_few_at_once():
    found, effort = searched(model_of(5))
    assert (found, effort["nodes"], effort["checks"]) == (set(), 0, 0)


@pytest.mark.parametrize("number", [0, 1, 2, 12])
def test_few_clues(number):
    assert searched(model_of(number))[0] == set()


def test_a_model_that_lost_options_is_read_as_it_is():
    model = model_of(17, SHARED)
    lost = PUZZLES[13][80]
    keep = [o for o in range(model.options) if model.names[o] != f"r9c9={lost}"]
    found, _ = searched(model.restrict(np.array(keep, np.int32)))
    assert found == {clue_set for clue_set in EXPECTED if f"r9c9={lost}" not in clue_set}


def test_no_sixteen_in_a_grid():
    found, effort = searched(model_of(16, grid=NONE))
    assert found == set()
    assert effort["rejected"] > 0.7 * effort["candidates"]


def test_views_that_were_chosen_and_the_effort_foreseen_are_told():
    steps = [step for step in Bands().search(model_of(17, SHARED), Request("all")) if step.why]
    assert [step.engine for step in steps] == ["bands"]
    assert "last where none has more" in steps[0].why
    assert steps[0].estimate["nodes"] > 0


def test_a_count_needs_no_solutions():
    steps = list(Bands().search(model_of(18, PUZZLES[0]), Request("count", solutions=False)))
    assert sum(step.count for step in steps) == 64
    assert steps[-1].complete


def test_two_workers_find_the_same():
    before = set(threading.enumerate())
    assert searched(model_of(17, SHARED), workers=2)[0] == EXPECTED
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("when", [1, 5, 20])
def test_what_was_saved_is_resumed(monkeypatch, when):
    from accord.backends.native import walks

    monkeypatch.setattr(walks, "FIRST_BUDGET", 20)
    monkeypatch.setattr(walks, "LARGEST_BUDGET", 20)
    mask = "".join(sign if place < 50 else "." for place, sign in enumerate(PUZZLES[0]))
    model, engine, calls = model_of(17, mask), Bands(), []

    def due():
        calls.append(None)
        return len(calls) >= when

    found, state = [], None
    for step in engine.search(model, Request("all", save_when=due)):
        for row in () if step.solutions is None else step.solutions:
            found.append(frozenset(model.names[option] for option in row if option >= 0))
        if step.state is not None:
            state = {name: np.array(array) for name, array in step.state.items()}
            break
    assert state is not None
    rest, _ = searched(model, Bands(), resume=state)
    assert rest.isdisjoint(found)
    assert rest | set(found) == searched(model)[0] >= {names(PUZZLES[0])}


def test_small_outputs_and_budgets_change_nothing(monkeypatch):
    from accord.backends.native import walks

    expected = searched(model_of(19, PUZZLES[1]))[0]
    monkeypatch.setattr(walks, "FIRST_BUDGET", 1)
    monkeypatch.setattr(walks, "LARGEST_BUDGET", 1)
    assert searched(model_of(19, PUZZLES[1]), limit=3)[0] == expected
    monkeypatch.setattr(clues, "ENTRIES", 4097 + 30)  # the tail has no room: all is searched without vectors
    assert searched(model_of(17, SHARED))[0] == EXPECTED


def test_the_native_backend_chooses_it():
    model = model_of(17, SHARED)
    assert Native().choice(model, Request("all"))[0] == "bands"


def test_other_models_are_refused():
    def reason(model):
        return Native().refusal(model, Request("all", engine="bands"))

    assert reason(model_of(17)) is None
    assert "4x4" in reason(build(ClueSets(grid="1234341221434321", clues=4)))
    assert "minimal" in reason(build(ClueSets(grid=GRID, clues=17, minimal=True)))
    assert reason(accord.load("queens-8").model) == "bands takes models of the family clue-sets"


def test_sets_of_a_model_are_unavoidable_and_minimal():
    sets = read(model_of(17)).sets
    assert len(sets) > 50
    for cells in sets[::3]:
        assert differences(GRID, cells) == {cells}


@pytest.mark.slow
def test_the_grid_with_14_puzzles():
    assert searched(model_of(17))[0] == EXPECTED


@pytest.mark.slow
def test_a_grid_without_any():
    assert searched(model_of(17, grid=NONE))[0] == set()


@pytest.mark.full
def test_statistics_are_the_runs_and_what_each_test_let_through():
    """17 clues: for each of three bands at most 10 in the others; then two runs with 11."""
    silent, told = clue_puzzles(GRID), clue_puzzles(GRID, stats=True)
    assert (silent.stats, told.puzzles, told.exhaustive) == (None, silent.puzzles, True)
    counted = {name: silent.effort[name] for name in ("nodes", "candidates", "rejected", "checks", "fresh")}
    assert {name: told.effort[name] for name in counted} == counted
    stages = told.stats["bands"].stages
    total = sum((Counter(stage.counters) for stage in stages), Counter())
    assert {name: total[name] for name in counted} == counted
    assert total["puzzles"] == told.count == len(PUZZLES)
    assert total["walks"] == told.effort["roots"]
    for counters in (stage.counters for stage in stages):
        kept = counters["candidates"] - counters["rejected"]
        assert kept <= counters["whole"] >= counters["fitting"] >= counters["completed"]
        assert counters["checks"] >= counters["fresh"] + counters["puzzles"]
        assert counters["nodes there"] <= counters["nodes"]
    names = [stage.name for stage in stages]
    assert [re.sub(r"(band|stack) [123]", "it", name) for name in names] == [
        "17 clues, it last: 0 to 10 before it",
        "17 clues, it last: 0 to 10 before it, at most any and 6 in one",
        "17 clues, it last: 0 to 10 before it, at most 6 and 6 in one",
        "17 clues, it last: 11 before it, at most 6 and 6 in one",
        "17 clues, it last: 11 before it, at most 6 and 5 in one",
    ]
    assert len({name.split(":")[0] for name in names}) == 3
