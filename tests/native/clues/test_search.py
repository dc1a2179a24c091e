"""The kernels of the search for clues by bands: small cases by brute force, and the cut into runs."""

from itertools import combinations, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from looped import looped
from processes import PLUGINS, printed

from accord.families.clue_sets.runs import NO_LIMIT, others, rich, runs


def matches(run, bands, stacks):
    """Whether a clue set with so many clues in each band and stack is in a run."""
    own = bands if run.view < 3 else stacks
    third = own[run.view % 3]
    first, second = (own[band] for band in range(3) if band != run.view % 3)
    return (
        run.least <= first + second <= run.most
        and third == run.clues - first - second
        and first <= run.bands[0]
        and second <= run.bands[1]
    )


@pytest.mark.parametrize("clues", [0, 1, 2, 3, 4, 5, 9, 10, 11, 15, 16, 17])
def test_every_distribution_is_in_exactly_one_run(clues):
    splits = [(a, b, clues - a - b) for a in range(clues + 1) for b in range(clues + 1 - a)]
    splits = [split for split in splits if max(split) <= 27]
    for seed in range(2):
        random = Random(seed)
        costs = [random.random() for _ in range(6)]
        cut = runs(clues, costs)
        for bands, stacks in product(splits, splits):
            assert sum(matches(run, bands, stacks) for run in cut) == 1, (bands, stacks, cut)


def test_seventeen_and_sixteen_clues_take_five_and_three_runs():
    costs = [5, 1, 2, 9, 8, 7]
    assert [run.most for run in runs(17, costs)] == [10] * 3 + [11] * 2
    assert [run.most for run in runs(16, costs)] == [10] * 3
    assert [run.view for run in runs(16, costs)] == [1, 2, 0]  # the cheaper direction, expensive views last
    assert {run.view for run in runs(17, costs)[3:]} == {1, 2}
    assert [rich(k) for k in (15, 16, 17, 18)] == [6, 6, 7, 7]
    assert (others(1), others(5)) == ((0, 2), (3, 4))
    assert max(max(run.bands) for run in runs(17, costs)[:1]) == NO_LIMIT


def test_the_direction_is_chosen_by_the_runs_that_it_takes():
    costs = [34, 41, 53, 24, 19, 121]  # stack 3 is expensive, but it is last in no run with most clues
    assert {run.view // 3 for run in runs(17, costs)} == {1}
    assert {run.view // 3 for run in runs(16, costs)} == {0}
    assert [run.view for run in runs(18, costs)] == [4, 3, 5, 4]


def hitting(sets, left, dead=0):
    """All ways to hit sets of cells with so many, in the order of nothing."""
    cells = [cell for cell in range(54) if not dead >> cell & 1]
    return {
        chosen
        for chosen in combinations(cells, left)
        if all(any(s >> cell & 1 for cell in chosen) for s in sets)
    }


def tail_of(sets, left, run, active=()):
    """What the tail emits: (clues, dead or active, left) each."""
    from accord_native.clues.layout import SLOTS, STATES
    from accord_native.clues.tail import tail

    words = np.zeros(128, np.uint64)
    hits = np.zeros((54, 2), np.uint64)
    for i, one in enumerate(sets):
        words[i] = one
        for cell in range(54):
            if one >> cell & 1:
                hits[cell, i >> 6] |= np.uint64(1 << (i & 63))
    stack, state = np.zeros((20_000, 3), np.uint64), np.zeros(STATES, np.uint64)
    mixed, slot_hits = np.zeros((left + 1, SLOTS), np.uint64), np.zeros((54, SLOTS), np.uint64)
    for bit, cells in active:
        mixed[left, 0] |= np.uint64(1 << bit)
        for cell in range(54):
            if cells >> cell & 1:
                slot_hits[cell, 0] |= np.uint64(1 << bit)
    unhit = (1 << len(sets)) - 1
    height = tail(
        np.uint64(0), np.uint64(0), np.uint64(left), np.uint64(unhit & (1 << 64) - 1), np.uint64(unhit >> 64),
        words, hits, np.zeros((left + 1, 5), np.uint64), mixed, slot_hits, run, np.zeros((0, 0), np.uint64),
        stack, np.uint64(0), state,
    )  # fmt: skip
    assert height > 0
    return stack[: int(height) - 1].tolist(), state


def run_words(clues, bands=(81, 81), barred=0):
    """A run without given cells of band 3."""
    return np.array([clues, 0, 0, *bands, 0, barred], np.uint64)


def expanded(emitted):
    """The clue sets that entries stand for: clues to come are any cells that are not dead."""
    found = []
    for cells, dead, left in emitted:
        if left & 63 == 0:
            found.append(cells)
            continue
        free = [cell for cell in range(54) if not (cells | dead) >> cell & 1]
        found += [cells | sum(1 << cell for cell in more) for more in combinations(free, left & 63)]
    return found


@pytest.mark.parametrize("seed", range(20))
def test_the_tail_finds_every_hitting_set_once(seed):
    random = Random(seed)
    number = random.choice([3, 8, 20, 70, 120])
    sets = sorted(
        (sum(1 << cell for cell in random.sample(range(54), random.randint(3, 12))) for _ in range(number)),
        key=int.bit_count,
    )
    emitted, _ = tail_of(sets, 3, run_words(81))
    found = expanded(emitted)
    assert len(found) == len(set(found))
    expected = {sum(1 << cell for cell in chosen) for chosen in hitting(sets, 3)}
    assert set(found) == expected
    if number == 3:
        assert expected


def test_a_band_that_is_full_is_dead():
    sets = [0b111 << 9 * row for row in range(3)]  # three mini-rows of a box
    assert len(expanded(tail_of(sets, 3, run_words(81))[0])) == 27
    assert expanded(tail_of(sets, 3, run_words(81, bands=(2, 81)))[0]) == []
    assert len(expanded(tail_of(sets, 3, run_words(81, bands=(3, 0)))[0])) == 27
    sets[2] <<= 9
    assert expanded(tail_of(sets, 3, run_words(81, bands=(3, 0)))[0]) == []
    assert len(expanded(tail_of(sets, 3, run_words(81, bands=(2, 1)))[0])) == 27


def test_candidates_that_ask_too_much_of_band_3_are_rejected():
    sets = [0b11, 0b1100, 0b110000]
    pairs = [(3 * minirow + j, 1 << 20) for minirow in (0, 1) for j in range(3)]  # two clues in each
    assert len(tail_of(sets, 3, run_words(7), pairs)[0]) == 8
    emitted, state = tail_of(sets, 3, run_words(6), pairs)
    from accord_native.clues.layout import CANDIDATES, REJECTED

    assert (emitted, state[CANDIDATES], state[REJECTED]) == ([], 8, 8)
    pairs[0] = (0, 0b1)  # cell 0 hits one of the three pairs: then one clue does
    emitted, _ = tail_of(sets, 3, run_words(6), pairs)
    assert len(emitted) == 4
    assert all(cells & 1 for cells, _, _ in emitted)


@pytest.fixture(scope="module")
def measures():
    """The functions on what mini-rows ask for, compiled."""
    from numba import njit

    from accord_native.clues.masks import asking as function_asking
    from accord_native.clues.masks import fits as function_fits
    from accord_native.clues.masks import useful as function_useful

    @njit
    def fits(active, cells, run):
        return function_fits(active, cells, run)

    @njit
    def cells_of(active):
        return function_useful(active), function_asking(active)

    return fits, cells_of


@pytest.fixture(scope="module")
def steps():
    """Steps of the search, compiled: lists of sets that clues miss, and what is made of them."""
    from numba import njit

    from accord_native.clues.search import index_others, others_missed
    from accord_native.clues.search import last_of as function_last
    from accord_native.clues.search import unhit_of as function_unhit
    from accord_native.clues.third import begin_third as function_begin

    @njit
    def begin(cells, active, its):
        return function_begin(cells, active, its)

    @njit
    def nearest(cells, its):
        index_others(its)
        others_missed(cells, its)

    @njit
    def unhit(cells, above, at, its):
        return function_unhit(cells, above, at, its)

    @njit
    def last(cells, alive, its):
        return function_last(cells, alive, np.uint64(0), its)

    return begin, nearest, unhit, last


def arrays(**named):
    """The arrays of a search, of which only some are used."""
    from accord_native.clues.layout import STATES, Arrays

    nothing = Arrays(*[np.zeros((0, 0), np.uint64)] * len(Arrays._fields))
    return nothing._replace(**{"state": np.zeros(STATES, np.uint64), **named})


def asked_of(random, often):
    """What mini-rows may ask for: `active`, and the sets of cells that it stands for."""
    pairs = {place for place in range(27) if random.random() < often}
    threes = {27 + 3 * minirow for minirow in range(9) if random.random() < often}
    parts = [{3 * (p // 3) + j for j in range(3) if j != p % 3} for p in pairs]
    parts += [{t - 27, t - 26, t - 25} for t in threes if not {t - 27, t - 26, t - 25} & pairs]
    return sum(1 << bit for bit in pairs | threes), parts


def members(word):
    """The cells of a word."""
    return {cell for cell in range(64) if int(word) >> cell & 1}


@looped("seed", range(30))
def test_what_band_3_needs_is_what_it_needs(measures, seed):
    fits, cells_of = measures
    active, parts = asked_of(Random(seed), 0.13)
    cells = sorted(set().union(*parts))
    need = next(n for n in range(19) if any(all(p & set(c) for p in parts) for c in combinations(cells, n)))
    for clues in (need - 1, need, need + 1):
        if clues >= 0:
            assert bool(fits(np.uint64(active), np.uint64(0), run_words(clues))) == (clues >= need)
    best = [set(c) for c in combinations(cells, need) if all(p & set(c) for p in parts)]
    useful, asking = cells_of(np.uint64(active))
    assert members(useful) == set().union(*best)
    assert members(asking) == set(cells)


@pytest.mark.full
@pytest.mark.parametrize("most", [20, 300])
def test_band_3_is_begun_unless_it_takes_too_many_clues(measures, steps, most):
    from accord_native.clues.layout import (
        BARRED,
        BASE,
        LEVEL,
        LISTED,
        LISTS,
        MARK_OTHERS,
        MISSED,
        OTHERS,
        PLACE,
        TAIL_CELLS,
    )  # fmt: skip

    (fits, _), (begin, nearest, _, _) = measures, steps
    outcomes = []
    for seed in range(250 if most < 100 else 80):
        random = Random(seed)
        active, parts = asked_of(random, random.choice([0.0, 0.03, 0.08]))
        barred = sum(1 << cell for cell in random.sample(range(27), 4))
        clues, tail_cells, cells = 3, 0b1000, np.uint64(0b1001)
        run = run_words(clues + 2, barred=barred)
        if not fits(np.uint64(active), cells, run):
            continue
        others = np.zeros((most, 2), np.uint64)
        known = random.randint(0, most)
        least, larger = (2, 9) if most == 20 else (7, random.randint(9, 25))
        missed = []
        for row in others[:known]:  # those that cells 0 and 3 hit count for nothing
            low = random.choice([0b1, 0b10, 0b100, 0b1010])
            row[:] = low, sum(1 << c for c in random.sample(range(27), random.randint(least, larger)))
            missed += [members(row[1])] * (not low & 0b1001)
        its = arrays(
            run=run, others=others, near_others=np.zeros_like(others), order=np.zeros((2, 400), np.uint64),
            near_hits=np.zeros((most // 64 + 1, MISSED + 1), np.uint64),
            level=np.zeros((BASE + 1, 6), np.uint64), lists=np.zeros((BASE + 1, int(LISTS)), np.uint64),
        )  # fmt: skip
        state = its.state
        state[[OTHERS, TAIL_CELLS]] = known // 2, tail_cells
        nearest(np.uint64(tail_cells), its)
        sizes = np.bitwise_count(its.near_others[: int(state[MARK_OTHERS]), 1])
        assert (np.diff(sizes.astype(int)) >= 0).all()
        for i, (low, _) in enumerate(its.near_others[: known // 2].tolist()):
            assert int(its.near_hits[i // 64, MISSED]) >> i % 64 & 1 == (not low & tail_cells)
        state[OTHERS] = known  # the others are fresh
        begun = begin(cells, np.uint64(active), its)
        free = [cell for cell in range(27) if not barred >> cell & 1]
        to_hit = parts + missed
        ways = [set(c) for c in combinations(free, clues) if all(p & set(c) for p in to_hit)]
        assert begun or not ways
        assert begun == bool(state[LEVEL])
        if begun:
            listed = [members(one) for one in its.lists[0, : int(its.level[0, LISTED])]]
            rest = its.near_others[int(state[PLACE]) : int(state[MARK_OTHERS])]
            listed += [members(high) for low, high in rest.tolist() if not low & 0b1001]
            assert sorted(map(sorted, to_hit)) == sorted(map(sorted, listed))
            assert not any(way & members(its.level[0, BARRED]) for way in ways)
        outcomes.append((begun, bool(ways)))
    assert outcomes.count((True, True)) > 10
    assert outcomes.count((False, False)) > 10


def test_sets_that_clues_miss_are_listed_with_what_was_learned_since(steps):
    from accord_native.clues.layout import SETS

    _, _, unhit, _ = steps
    for seed in range(20):
        random = Random(seed)
        sets = np.array([random.getrandbits(54) & random.getrandbits(54) for _ in range(200)], np.uint64)
        its = arrays(sets=sets, unhit=np.zeros((8, 200), np.uint64), listed=np.zeros((8, 2), np.uint64))
        cells, known = 0, 40
        for left in range(6, 2, -1):  # nobody has listed level 7: there, all are looked at
            cells |= 1 << random.randrange(54)
            known += random.randint(0, 40)
            its.state[SETS] = known
            for clues in (cells | 1 << random.randrange(54), cells):  # two with the same clues above
                number = unhit(np.uint64(clues), np.uint64(left + 1), np.uint64(left), its)
                expected = [one for one in sets[:known].tolist() if not one & clues]
                assert sorted(its.unhit[left, : int(number)].tolist()) == sorted(expected)
        assert expected


def test_a_last_clue_is_kept_where_band_3_can_take_what_is_left(measures, steps):
    from accord_native.clues.layout import FROM_TAIL, MIXED, VALID
    from accord_native.progress import NODES

    (fits, _), (_, _, _, last) = measures, steps
    kept = 0
    for seed in range(30):
        random = Random(seed)
        mixed = np.array([random.getrandbits(54) & random.getrandbits(54) for _ in range(60)], np.uint64)
        ids = np.array([random.choice([*range(27), *range(27, 54, 3)]) for _ in mixed], np.uint64)
        stack, order = np.zeros((60, 3), np.uint64), np.zeros((2, 60), np.uint64)
        cells, run = (
            random.getrandbits(54) & random.getrandbits(54) & random.getrandbits(54) | 1,
            run_words(random.randint(10, 18)),
        )
        alive = random.getrandbits(54) & ~cells
        its = arrays(mixed=mixed, ids=ids, stack=stack, order=order, run=run)
        its.state[MIXED] = 50
        top = last(np.uint64(cells), np.uint64(alive), its)
        expected = []
        for cell in members(alive):
            clues = cells | 1 << cell
            pairs = zip(mixed[:50].tolist(), ids[:50].tolist(), strict=True)
            active = sum(1 << bit for bit in {bit for one, bit in pairs if not one & clues})
            if fits(np.uint64(active), np.uint64(clues), run):
                expected.append([clues, active, int(VALID | FROM_TAIL)])
        assert sorted(stack[: int(top)].tolist()) == sorted(expected)
        assert its.state[NODES] == alive.bit_count()
        kept += 0 < len(expected) < alive.bit_count()
    assert kept > 5


def test_the_tail_runs_without_a_compiler():
    script = """
import test_search as t
assert len(t.expanded(t.tail_of([0b11, 0b1100, 0b110000], 3, t.run_words(81))[0])) == 8
"""
    printed("-c", script, path=[Path(__file__).parent, PLUGINS], NUMBA_DISABLE_JIT=1)
