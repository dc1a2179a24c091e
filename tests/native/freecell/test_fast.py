"""The fast FreeCell search: plans that the rules accept, in any number of parts, for every game."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from looped import looped
from processes import printed

from accord.errors import RefusedError, UsageError
from accord.families.freecell.board import AT_HOME, board_of, under
from accord.families.freecell.planners.fast import (
    _IDLE,
    LIMIT,
    Fast,
    Sweep,
    microsoft,
    portfolio,
    read,
    sweep,
    write,
)
from accord.families.freecell.rules import replay
from accord.families.freecell.spec import GAMES, FreeCell, Rules
from accord.families.freecell.start import start
from accord.planners.contract import Asked
from accord.planners.search import Search
from accord.puzzles.loader import load

PLENTY = 1 << 40
SMALL = (FreeCell(deal=3, ranks=4, columns=4, cells=1), FreeCell(deal=7, ranks=3, columns=3, cells=2))


def searched(rules, positions, limit=LIMIT, **more):
    """What came of each position; a plan that the rules do not accept raises."""
    swept = [one for some in sweep(rules, positions, limit=limit, **more) for one in some]
    assert [one.number for one in swept] == list(range(len(positions)))
    for one in swept:
        assert one.states <= limit
        if one.moves is not None:
            accepted(rules, positions[one.number], one.moves)
    return swept


def accepted(rules, position, moves):
    assert len(moves) >= np.count_nonzero(position != AT_HOME)
    assert sum(replay(rules, board_of(rules, position), moves).home) == rules.cards


def asked(text, **more):
    return Fast(Asked(puzzle=load(text), mode="fast", **more))


def walked(planner):
    """The last progress, and how many came before it."""
    steps = list(planner.steps())
    return steps[-1], len(steps) - 1


def test_deals_are_microsofts():
    chosen = [1, 2, 617, 11982, 31999, 32000, 10**6, (1 << 31) - 1]
    for number in chosen:
        rules, board = start(FreeCell(deal=number))
        assert microsoft(number, number)[0].tolist() == under(rules, board).tolist()
    assert (microsoft(614, 620)[3] == microsoft(617, 617)[0]).all()


def test_a_hundred_deals_are_solved_and_replayed():
    swept = searched(Rules(), microsoft(1, 991)[::10])
    assert all(one.moves is not None for one in swept)


def test_the_unsolvable_deal_is_given_up():
    (one,) = searched(Rules(), microsoft(11982, 11982), limit=20_000)
    assert one.moves is None
    assert one.states == 20_000
    assert one.scans > len(portfolio().schedule)  # beyond the first lap


def test_the_same_again_gives_the_same_plans():
    positions = microsoft(1, 60)
    first, again = searched(Rules(), positions), searched(Rules(), positions[::-1].copy())[::-1]
    for one, other in zip(first, again, strict=True):
        assert one.states == other.states
        assert one.moves.tolist() == other.moves.tolist()


@pytest.mark.parametrize("budget", [1, 7, 100])
def test_in_parts_it_ends_as_unbroken(budget):
    positions = microsoft(1, 12)
    for one, other in zip(
        searched(Rules(), positions), searched(Rules(), positions, budget=budget), strict=True
    ):
        assert (one.states, one.scans) == (other.states, other.scans)
        assert one.moves.tolist() == other.moves.tolist()


def test_a_limit_pauses_and_a_higher_one_goes_on():
    whole, _ = walked(asked("freecell:1"))
    assert whole.answer == "solved"
    planner = asked("freecell:1", state_limit=5)
    for limit in (5, 20, 30):
        planner.state_limit = limit
        last, _ = walked(planner)
        assert last.answer is None
        assert last.effort["states"] == limit
    planner.state_limit = PLENTY
    last, _ = walked(planner)
    assert last.effort["states"] == whole.effort["states"]
    assert last.plan.tolist() == whole.plan.tolist()
    assert walked(planner) == (last, 0)
    rules, board = start(FreeCell(deal=1))
    accepted(rules, under(rules, board), last.plan)


def test_giving_up_is_told_from_a_pause_and_proves_nothing():
    last, before = walked(asked("freecell:11982"))
    assert (last.answer, last.effort["states"]) == ("gave-up", LIMIT)
    assert "never shows that there is none" in last.reason
    assert before > 1
    last, _ = walked(asked("freecell:11982", state_limit=100))
    assert (last.answer, last.effort["states"]) == (None, 100)


def test_when_no_moves_are_left_it_gives_up():
    last, _ = walked(asked("freecell:2C 2D 2H 2S AC AD AH AS,cells=0,columns=1,ranks=2"))
    assert last.answer == "solved"  # eight cards fall home one after the other
    last, _ = walked(asked("freecell:AC AD AH AS 2C 2D 2H 2S,cells=0,columns=1,ranks=2"))
    assert (last.answer, last.effort["states"]) == ("gave-up", 0)
    assert "every scan has ended" in last.reason


def test_limits_and_what_is_refused():
    last, _ = walked(asked("freecell:1", largest=60))
    assert (last.answer, last.limit, last.plan) == ("gave-up", "moves", None)
    with pytest.raises(RefusedError, match="more than the memory limit"):
        asked("freecell:1", memory_limit=1000)
    with pytest.raises(UsageError, match="the mode fast has no engine 'beam'; it has scans"):
        Search(load("freecell:1"), mode="fast", engine="beam")


def test_searches_do_not_touch_each_other():
    alone = {number: walked(asked(f"freecell:{number}"))[0].plan.tolist() for number in (3, 4)}
    planners = {number: asked(f"freecell:{number}", state_limit=10) for number in alone}
    for limit in range(10, 5000, 10):  # in turn
        for planner in planners.values():
            planner.state_limit = limit
            walked(planner)
    found = {number: walked(planner)[0].plan.tolist() for number, planner in planners.items()}
    assert found == alone
    with ThreadPoolExecutor(2) as pool:
        some = pool.map(lambda number: walked(asked(f"freecell:{number}"))[0].plan.tolist(), alone)
        assert dict(zip(alone, some, strict=True)) == alone


@pytest.mark.parametrize("game", GAMES)
def test_plans_of_every_game_keep_its_rules(game):
    least = {"streets_and_alleys": 0, "beleaguered_castle": 0, "bakers_dozen": 0, "fan": 0, "citadel": 0}
    rules, positions = None, []
    for deal in range(1, 7):
        rules, board = start(FreeCell(game=game, deal=deal))
        positions.append(under(rules, board))
    swept = searched(rules, np.array(positions), limit=5_000)
    assert sum(one.moves is not None for one in swept) >= least.get(game, 1)


@pytest.mark.parametrize("cells", range(11))
def test_any_number_of_cells(cells):
    rules = Rules(cells=cells)
    swept = searched(rules, microsoft(1, 8), limit=3_000)
    assert sum(one.moves is not None for one in swept) >= (8 if cells > 3 else 0)


@looped(
    "knobs",
    [{"fill": "kings"}, {"fill": "none"}, {"build": "rank"}, {"build": "suit"}, {"sequence": "unlimited"}],
)
@pytest.mark.parametrize("columns", [1, 5, 20])
@pytest.mark.parametrize("ranks", [1, 2, 6])
def test_small_decks_with_every_knob(knobs, columns, ranks):
    rules = replace(Rules(columns=columns, ranks=ranks, cells=2), **knobs)
    specs = [FreeCell(deal=deal, columns=columns, ranks=ranks, cells=2, **knobs) for deal in range(1, 6)]
    positions = np.array([under(*start(spec)) for spec in specs])
    swept = searched(rules, positions, limit=3_000)
    assert ranks > 1 or all(one.moves is not None for one in swept)


def test_from_the_middle_of_a_game():
    rules = Rules()
    middles = []
    for position, one in zip(microsoft(1, 40), searched(rules, microsoft(1, 40)), strict=True):
        board = replay(rules, board_of(rules, position), one.moves[: len(one.moves) // 2])
        middles.append(under(rules, board))
    assert any((middle == AT_HOME).any() for middle in middles)
    assert all(one.moves is not None for one in searched(rules, np.array(middles)))
    over = np.full((1, 52), AT_HOME, np.uint8)
    (one,) = searched(rules, over)
    assert (one.moves.tolist(), one.states) == ([], 0)


def test_plans_are_handed_over_when_their_room_is_full():
    positions = microsoft(1, 30)
    whole = searched(Rules(), positions)
    swept, found = Sweep(Rules(), positions, steps=1200), []
    while not (done := swept.run(LIMIT, 1 << 40)) or len(found) < len(positions):
        assert swept.known > len(found) or done
        found += [swept.result(number) for number in range(len(found), swept.known)]
        swept.forget()
    assert [one.moves.tolist() for one in found] == [one.moves.tolist() for one in whole]


def best_first_only():
    """A portfolio whose scans have one state, so that the best-first searches do all."""
    return replace(portfolio(), schedule=np.array([[0, 1]], np.uint64))


def test_best_first_searches_give_plans_too():
    swept = searched(Rules(), microsoft(1, 60), limit=200_000, chosen=best_first_only())
    assert all(one.moves is not None for one in swept)
    assert {one.scans for one in swept} == {2}  # none went on to the second lap
    rules, board = start(FreeCell(game="eight_off", deal=5))
    (one,) = searched(rules, under(rules, board)[None], limit=50_000, chosen=best_first_only())
    assert one.moves is not None


@pytest.mark.parametrize("budget", [1, 500])
def test_best_first_searches_end_in_parts_as_unbroken(budget):
    positions, chosen = microsoft(3, 6), best_first_only()
    for one, other in zip(
        searched(Rules(), positions, limit=4_000, chosen=chosen),
        searched(Rules(), positions, limit=4_000, chosen=chosen, budget=budget),
        strict=True,
    ):
        assert (one.states, one.moves is None) == (other.states, other.moves is None)
        assert one.moves is None or one.moves.tolist() == other.moves.tolist()


def test_after_full_best_first_searches_more_laps_follow():
    tight = portfolio().ratings.copy()
    tight[:, 0] = 20  # positions
    chosen = replace(best_first_only(), ratings=tight)
    swept = searched(Rules(), microsoft(1, 60), limit=100_000, chosen=chosen)
    assert all(one.moves is not None for one in swept)
    assert max(one.scans for one in swept) > 10
    none = replace(best_first_only(), ratings=tight[:0])
    alone = searched(Rules(), microsoft(1, 5), limit=100_000, chosen=none)
    assert all(one.moves is not None for one in alone)


def test_a_deal_that_scans_do_not_solve_soon():
    position = microsoft(213643, 213643)
    scans = replace(portfolio(), ratings=portfolio().ratings[:0])
    assert searched(Rules(), position, limit=60_000, chosen=scans)[0].moves is None
    assert searched(Rules(), position)[0].moves is not None


def test_a_portfolio_is_read_as_it_was_written():
    chosen = portfolio()
    again = read(write(chosen))
    assert (again.weights == chosen.weights).all()
    assert (again.schedule == chosen.schedule).all()
    assert (again.ratings == chosen.ratings).all()
    assert {int(scan) for scan in chosen.schedule[:, 0]} == set(range(len(chosen.weights)))


TINY = """
from accord.families.freecell.planners.fast import microsoft, portfolio, sweep
from accord.families.freecell.start import start
from accord.families.freecell.board import board_of, under
from accord.families.freecell.rules import replay
from accord.families.freecell.spec import FreeCell
from dataclasses import replace
import numpy as np
rules, board = start(FreeCell(deal=3, ranks=4, columns=4, cells=2))
position = under(rules, board)
best_first_only = replace(portfolio(), schedule=np.array([[0, 1]], np.uint64))
for chosen in (None, best_first_only):
    (one,) = [one for some in sweep(rules, position[None], limit=300, chosen=chosen) for one in some]
    assert one.moves is not None
    assert sum(replay(rules, board_of(rules, position), one.moves).home) == 16
assert microsoft(1, 1)[0, 0] < 52
"""


@pytest.mark.parametrize(
    ("flags", "setting"),
    [(["-W", "error"], "NUMBA_DISABLE_JIT"), pytest.param([], "NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)],
)
def test_without_compiling_and_with_bounds_checked(flags, setting, tmp_path):
    printed(*flags, "-c", TINY, **{setting: 1, "NUMBA_CACHE_DIR": tmp_path})


@pytest.mark.slow
def test_microsofts_32000():
    positions = microsoft(1, 32000)
    swept = searched(Rules(), positions)
    assert {one.number + 1 for one in swept if one.moves is None} == {11982}


def test_arrays_of_an_earlier_search_leave_no_trace():
    def results(numbers, first=None):
        search = Sweep(Rules(), microsoft(*numbers))
        if first is not None:
            first.run(700, 1 << 40)
            assert first.known == 20
            first.close()
            search = Sweep(Rules(), microsoft(*numbers))
            assert search._arrays.table is first._arrays.table
        assert search.run(700, 1 << 40)
        return search.results(0).tolist(), search.plans.tolist()

    _IDLE.clear()
    alone = results((1, 30))
    assert results((1, 30), Sweep(Rules(), microsoft(11970, 11989))) == alone
