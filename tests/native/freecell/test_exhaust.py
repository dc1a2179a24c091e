"""The exhaustive kernel: it keeps every position that can be reached, each once, and none else."""

import random
from pathlib import Path

import numpy as np
import pytest
from processes import PLUGINS, printed

from accord_native.freecell.layout import ALTERNATE, ANY, CELL, HOME, SUIT, TABLE
from accord_native.freecell.optimal import exhaust as freecell_exhaust
from accord_native.freecell.optimal import layout
from accord_native.freecell.optimal.layout import ROW, pack_key, position, tables
from accord_native.freecell.optimal.position import tabulate
from accord_native.progress import DONE, FULL, PAUSED

LIES_IN_CELL, LIES_ON_TABLE, IS_HOME = int(CELL), int(TABLE), int(HOME)
FOREVER = np.uint64(1 << 40)


def dealt(seed, ranks, columns, parked=0):
    """A parent map of a shuffled deck, some cards of it in cells, after the moves home that lose nothing."""
    cards = list(range(4 * ranks))
    random.Random(seed).shuffle(cards)
    under = [0] * (4 * ranks)
    for card in cards[:parked]:
        under[card] = LIES_IN_CELL
    for at in range(columns):
        below = LIES_ON_TABLE
        for card in cards[parked + at :: columns]:
            under[card] = below
            below = card
    return tuple(under)


def built(build, lower, upper):
    """Whether the upper card may be put on the lower one."""
    if upper // 4 + 1 != lower // 4:
        return False
    red = (1, 2)
    return build == ANY or (
        upper % 4 == lower % 4 if build == SUIT else (upper % 4 in red) != (lower % 4 in red)
    )


def settled(under, build):
    """The position after all cards are home that can go and that nothing can be built on."""
    while True:
        for card, place in enumerate(under):
            waits = any(built(build, card, other) and under[other] != IS_HOME for other in range(card))
            if place != IS_HOME and can_go_home(under, card) and not waits:
                under = (*under[:card], IS_HOME, *under[card + 1 :])
                break
        else:
            return under


def can_go_home(under, card):
    return card not in under and (card < 4 or under[card - 4] == IS_HOME)


def children(under, knobs, build):
    """Every position after a move and what follows it; each move is one of the top card of a place."""
    cells, columns, fill = knobs
    kings = len(under) - 4
    for card, place in enumerate(under):
        if place == IS_HOME or card in under:
            continue
        targets = [
            other
            for other in range(len(under))
            if other not in under
            and under[other] not in (LIES_IN_CELL, IS_HOME)
            and built(build, other, card)
        ]
        if under.count(LIES_IN_CELL) < cells:
            targets.append(LIES_IN_CELL)
        if under.count(LIES_ON_TABLE) < columns and (fill == 0 or (fill == 1 and card >= kings)):
            targets.append(LIES_ON_TABLE)
        if can_go_home(under, card):
            targets.append(IS_HOME)
        for target in targets:
            yield settled((*under[:card], target, *under[card + 1 :]), build)


def reached(under, knobs, build):
    """All positions, in plain Python; and whether one of them is solved."""
    seen, waiting = {under}, [under]
    while waiting:
        for child in children(waiting.pop(), knobs, build):
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return seen, (IS_HOME,) * len(under) in seen


def begun(under, knobs, build, capacity=1 << 15):
    lies = np.array(under, np.uint8)
    built_ = tables(len(under) // 4, build, lies)
    rows = np.zeros((capacity, ROW), np.uint64)
    rows[1, :3] = pack_key(lies, built_[1])
    table = table_for(rows, 2)
    heads = np.zeros(layout.BUCKETS, np.uint32)
    heads[0] = 1
    state = np.zeros(layout.STATES, np.uint64)
    state[layout.ROWS] = 2
    work = np.zeros((4, len(under)), np.uint64)
    child = np.zeros((layout.MOST_CHILDREN, layout.CHILD), np.uint64)
    return [*built_, np.array([*knobs, 0, 0], np.uint64), rows, table, heads, work, child, state]


def table_for(rows, used):
    table = np.zeros(1 << (2 * len(rows) - 1).bit_length(), np.uint32)
    tabulate(rows, table, np.uint64(used))
    return table


def kept(arrays):
    places, rows, state = arrays[0], arrays[6], arrays[-1]
    used = int(state[layout.ROWS])
    return [tuple(position(row, places).tolist()) for row in rows[1:used]]


@pytest.mark.full
@pytest.mark.parametrize("build", [ALTERNATE, SUIT, ANY])
@pytest.mark.parametrize("fill", [0, 1, 2])
def test_all_positions_that_can_be_reached(build, fill):
    impossible = 0
    for seed in range(12):
        columns, parked = 2 + seed % 3, seed % 2
        knobs = (1, columns, fill)
        under = settled(dealt(100 * fill + seed, 3 + (seed == 0), columns, parked), build)
        positions, solved = reached(under, knobs, build)
        arrays = begun(under, knobs, build)
        assert freecell_exhaust.search(*arrays, FOREVER) == DONE
        rows = kept(arrays)
        assert len(rows) == len(set(rows))
        assert bool(arrays[-1][layout.GOAL]) == solved
        if solved:
            assert positions.issuperset(rows)
        else:
            impossible += 1
            assert positions == set(rows)
    assert 0 < impossible < 12


def test_what_is_beyond_the_last_bucket_is_searched_as_well():
    """A search that is as many moves deep as there are buckets has all that follows in the last one."""
    for seed, solved in ((10, False), (2, True)):
        under = settled(dealt(seed, 3, 2, 0), ALTERNATE)
        positions, found = reached(under, (1, 2, 0), ALTERNATE)
        assert (found, len(positions)) == (solved, 34 if solved else 22)
        arrays = begun(under, (1, 2, 0), ALTERNATE)
        arrays[6][1, 3] = layout.BUCKETS << int(layout.MOVES)
        assert freecell_exhaust.search(*arrays, FOREVER) == DONE
        rows = set(kept(arrays))
        assert bool(arrays[-1][layout.GOAL]) == solved
        assert rows <= positions if solved else rows == positions


@pytest.mark.slow
def test_a_whole_deck_that_is_impossible():
    """Microsoft deal 146692, position by position in plain Python."""
    from accord.families.freecell import start as freecell
    from accord.families.freecell.board import under as under_of
    from accord.families.freecell.spec import FreeCell

    under = settled(tuple(under_of(*freecell.start(FreeCell(deal=146692))).tolist()), ALTERNATE)
    positions, solved = reached(under, (4, 8, 0), ALTERNATE)
    arrays = begun(under, (4, 8, 0), ALTERNATE)
    assert freecell_exhaust.search(*arrays, FOREVER) == DONE
    assert not solved
    assert positions == set(kept(arrays))
    assert len(positions) == 10_383


def test_slices_and_growing():
    under = settled(dealt(10, 6, 4), ALTERNATE)
    knobs = (1, 4, 0)
    whole = begun(under, knobs, ALTERNATE, 1 << 18)
    assert freecell_exhaust.search(*whole, FOREVER) == DONE
    parts, paused, grown = begun(under, knobs, ALTERNATE, 1100), 0, 0
    while (ended := freecell_exhaust.search(*parts, np.uint64(5))) != DONE:
        if ended == PAUSED:
            paused += 1
            continue
        assert ended == FULL
        grown += 1
        parts[6] = np.concatenate([parts[6], np.zeros_like(parts[6])])
        parts[7] = table_for(parts[6], parts[-1][layout.ROWS])
    assert paused
    assert grown
    assert parts[-1].tolist() == whole[-1].tolist()


TINY = """
import numpy as np
from test_exhaust import ALTERNATE, begun, dealt, freecell_exhaust, settled
arrays = begun(settled(dealt(4, 3, 3), ALTERNATE), (1, 3, 0), ALTERNATE, 1 << 12)
freecell_exhaust.search(*arrays, np.uint64(100))
print(arrays[-1].tolist())
"""


@pytest.mark.parametrize(
    ("flags", "setting"),
    [(["-W", "error"], "NUMBA_DISABLE_JIT"), pytest.param([], "NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)],
)
def test_without_compiling_and_with_bounds_checked(flags, setting, tmp_path):
    arrays = begun(settled(dealt(4, 3, 3), ALTERNATE), (1, 3, 0), ALTERNATE, 1 << 12)
    freecell_exhaust.search(*arrays, np.uint64(100))
    path, settings = [Path(__file__).parent, PLUGINS], {setting: 1, "NUMBA_CACHE_DIR": tmp_path}
    told = printed(*flags, "-c", TINY, path=path, **settings)
    assert told.strip() == str(arrays[-1].tolist())
