"""The shortest-plan kernel by its parts: keys, what must precede what, and the bound by deadlocks."""

import random
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from numba import njit
from processes import PLUGINS, printed

from accord_native.freecell.layout import ALTERNATE, ANY, HOME, NONE, SUIT, TABLE
from accord_native.freecell.optimal import bound as freecell_optimal_bound
from accord_native.freecell.optimal import layout
from accord_native.freecell.optimal import search as freecell_optimal
from accord_native.freecell.optimal.layout import ROW, pack_key, position, tables
from accord_native.freecell.optimal.position import tabulate
from accord_native.progress import DONE, FULL, PAUSED

NO_CARD, NOTHING = NONE, np.uint64(0)
LARGEST = np.uint64(500)


@njit
def extra(rest, after, before, card, own, its):
    return freecell_optimal_bound.extra(rest, after, before, card, own, its)


@njit
def precede(bottoms, under, over, after, before, higher):
    return freecell_optimal_bound.precede(bottoms, under, over, after, before, higher)


def dealt(seed, ranks, columns):
    """Columns of a shuffled deck, as lists and as a parent map."""
    cards = list(range(4 * ranks))
    random.Random(seed).shuffle(cards)
    piles = [cards[at::columns] for at in range(columns)]
    under = np.full(4 * ranks, TABLE, np.uint8)
    for pile in piles:
        for below, card in pairwise(pile):
            under[card] = below
    return piles, under


def table_for(rows):
    return np.zeros(1 << (2 * rows - 1).bit_length(), np.uint32)


def begun(under, build=ALTERNATE, columns=8, cells=4, capacity=1 << 16):
    """The arrays of a search from a position in which no card can safely go home."""
    ranks = len(under) // 4
    *built, higher = tables(ranks, build, under)
    rows, table = np.zeros((capacity, ROW), np.uint64), table_for(capacity)
    rows[1, :3] = pack_key(under, built[1])
    tabulate(rows, table, np.uint64(2))
    heads = np.zeros((layout.LONGEST, layout.LONGEST), np.uint32)
    heads[0, 0] = 1
    state = np.zeros(layout.STATES, np.uint64)
    state[layout.ROWS] = 2
    knobs = np.array([cells, columns, 0, 0, 1], np.uint64)
    deepest = np.zeros(layout.LONGEST, np.uint64)
    work = np.zeros((4, 4 * ranks), np.uint64)
    child = np.zeros((layout.MOST_CHILDREN, layout.CHILD), np.uint64)
    return [*built, higher, knobs, rows, table, heads, deepest, work, child, state]


def directed(piles, ranks):
    """u -> v if u lies above a card that is lower than v, of v's suit: from the definition."""
    after = np.zeros(4 * ranks, np.uint64)
    for pile in piles:
        for at, card in enumerate(pile):
            for low in pile[:at]:
                for high in range(low + 4, 4 * ranks, 4):
                    after[card] |= np.uint64(1 << high)
    return after


def reversed_(after):
    before = np.zeros_like(after)
    for u in range(len(after)):
        for v in range(len(after)):
            if int(after[u]) >> v & 1:
                before[v] |= np.uint64(1 << u)
    return before


def acyclic(left, after):
    """Whether there is no cycle among a set of cards, as bits."""
    while True:
        inner = sum(1 << u for u in range(len(after)) if left >> u & 1 and after[u] & left)
        if inner == left:
            return not left
        left = inner


def fewest(cards, after):
    """The smallest number of cards without which there is no cycle: by trying all sets."""
    rows, bits = after.tolist(), sum(1 << card for card in cards)
    for size in range(len(cards) + 1):
        for gone in combinations(cards, size):
            if acyclic(bits - sum(1 << card for card in gone), rows):
                return size
    raise AssertionError


@pytest.mark.parametrize("build", [ALTERNATE, SUIT, ANY])
def test_keys_are_exact(build):
    _, under = dealt(3, 13, 8)
    places, codes, onto, takes, _ = tables(13, build, under)
    assert [len({*row.tolist()} - {0xFF}) for row in places] == [
        len({0xFC, 0xFD, 0xFE, int(under[card]), *(p for p in range(52) if int(onto[card]) >> p & 1)})
        for card in range(52)
    ]
    draw, keys, maps = random.Random(1), set(), set()
    for _ in range(2000):
        lies = np.array(
            [draw.choice([place for place in row.tolist() if place != 0xFF]) for row in places], np.uint8
        )
        if draw.random() < 0.5:
            lies = np.where(np.arange(52) < 48, HOME, lies).astype(np.uint8)
        key = pack_key(lies, codes)
        assert max(key) < 1 << 63
        assert key[2] < 1 << 30
        assert position(np.array(key, np.uint64), places).tolist() == lies.tolist()
        keys.add(key)
        maps.add(lies.tobytes())
    assert len(keys) == len(maps) > 1000
    assert all((int(takes[c]) >> d & 1) == (int(onto[d]) >> c & 1) for c in range(52) for d in range(52))


@pytest.mark.parametrize("seed", range(5))
def test_what_precedes_what(seed):
    piles, under = dealt(seed, 13, 8)
    after, before = (np.zeros(52, np.uint64) for _ in range(2))
    over = np.full(52, NONE, np.uint64)
    for card, place in enumerate(under):
        if place < 52:
            over[place] = card
    bottoms = np.uint64(sum(1 << pile[0] for pile in piles))
    higher = tables(13, ALTERNATE, under)[-1]
    twice, rest = precede(bottoms, under.astype(np.uint64), over, after, before, higher)
    assert after.tolist() == directed(piles, 13).tolist()
    assert before.tolist() == reversed_(after).tolist()
    assert twice == sum(1 << u for u in range(52) if int(after[u]) >> u & 1)
    assert rest == sum(1 << u for pile in piles for u in pile[1:] if not int(after[u]) >> u & 1)


def test_bound_example():
    ranks, two, three = (
        3,
        {suit: 4 + at for at, suit in enumerate("CDHS")},
        {s: 8 + at for at, s in enumerate("CDHS")},
    )
    after = directed([[two["S"], three["D"]], [two["D"], three["S"]]], ranks)
    rest = np.uint64(1 << three["D"] | 1 << three["S"])
    assert extra(rest, after, reversed_(after), NO_CARD, NOTHING, NOTHING) == 1
    after = directed([[three["S"], two["D"]], [three["D"], two["S"]]], ranks)
    assert not extra(
        np.uint64(1 << two["D"] | 1 << two["S"]), after, reversed_(after), NO_CARD, NOTHING, NOTHING
    )


def test_bound_is_never_more_than_needed():
    """It is a lower bound on the cards that must be taken out of all cycles; often it is the exact number."""
    sums = [0, 0]
    for seed in range(150):
        ranks = 4 + seed % 2
        piles, _ = dealt(seed, ranks, 4 + seed % 4)
        after = directed(piles, ranks)
        rest = [u for pile in piles for u in pile[1:] if not int(after[u]) >> u & 1]
        bits = np.uint64(sum(1 << u for u in rest))
        found = int(extra(bits, after, reversed_(after), NO_CARD, NOTHING, NOTHING))
        needed = fewest(rest, after)
        assert found <= needed
        sums[0] += found
        sums[1] += needed
    assert sums[0] > 0.8 * sums[1] > 50


def test_bound_of_a_child_is_that_of_its_position():
    """With one card's row handed in, the bound is as if the tables had been made for the child."""
    draw = random.Random(5)
    for seed in range(60):
        piles, _ = dealt(seed, 6, 5)
        after = directed(piles, 6)
        source, target = draw.sample(range(5), 2)
        card = piles[source][-1]
        moved = [list(pile) for pile in piles]
        moved[target].append(moved[source].pop())
        then = directed(moved, 6)
        if int(then[card]) >> card & 1:
            continue
        rest = np.uint64(sum(1 << u for pile in moved for u in pile[1:] if not int(then[u]) >> u & 1))
        own = np.uint64(1 << card)
        child = extra(rest, after, reversed_(after), np.uint64(card), own, then[card])
        assert child == extra(rest, then, reversed_(then), NO_CARD, NOTHING, NOTHING)


def test_slices_and_growing():
    under = dealt(11, 8, 5)[1]
    whole = begun(under, columns=5, capacity=1 << 18)
    assert freecell_optimal.search(*whole, LARGEST, np.uint64(1 << 40)) == DONE
    state = whole[-1]
    assert state[layout.GOAL]
    parts, paused, grown = begun(under, columns=5, capacity=1100), 0, 0
    while (ended := freecell_optimal.search(*parts, LARGEST, np.uint64(7))) != DONE:
        if ended == PAUSED:
            paused += 1
            continue
        assert ended == FULL
        grown += 1
        rows = np.zeros((2 * len(parts[6]), ROW), np.uint64)
        rows[: len(parts[6])] = parts[6]
        parts[6], parts[7] = rows, table_for(len(rows))
        tabulate(rows, parts[7], parts[-1][layout.ROWS])
    assert paused
    assert grown
    assert parts[-1].tolist() == state.tolist()


TINY = """
import numpy as np
from test_optimal import LARGEST, begun, dealt, freecell_optimal
arrays = begun(dealt(4, 3, 3)[1], columns=3, cells=1, capacity=1 << 12)
freecell_optimal.search(*arrays, LARGEST, np.uint64(200))
print(arrays[-1].tolist())
"""


@pytest.mark.parametrize(
    ("flags", "setting"),
    [(["-W", "error"], "NUMBA_DISABLE_JIT"), pytest.param([], "NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)],
)
def test_without_compiling_and_with_bounds_checked(flags, setting, tmp_path):
    arrays = begun(dealt(4, 3, 3)[1], columns=3, cells=1, capacity=1 << 12)
    freecell_optimal.search(*arrays, LARGEST, np.uint64(200))
    path, settings = [Path(__file__).parent, PLUGINS], {setting: 1, "NUMBA_CACHE_DIR": tmp_path}
    told = printed(*flags, "-c", TINY, path=path, **settings)
    assert told.strip() == str(arrays[-1].tolist())
