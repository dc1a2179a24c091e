"""The memo kernel by itself: its worked example, pauses, tiny tables, lanes, secondary items."""

from functools import reduce
from itertools import pairwise
from operator import xor

import numpy as np
import pytest

from accord_native.cover.layout import HITS, KEPT, LEVEL, MEMO_STATES, REPLACED
from accord_native.cover.memo import search
from accord_native.progress import DONE, FULL, NODES, OVERFLOW, PAUSED

BUDGET, PLENTY = 1000, 1 << 63


class Cover:
    """A small model as the kernel's arrays, by the slowest way there is: everything from sets."""

    def __init__(self, options, primary, *, rows=8, lanes=1, enough=1, patience=PLENTY):
        items = sorted({item for option in options for item in option} | set(primary))
        secondary = [item for item in items if item not in primary]
        sets = 1 + bool(secondary)
        number = {item: at for at, item in enumerate(primary)} | {
            s: 64 + at for at, s in enumerate(secondary)
        }
        options = [{number[item] for item in option} for option in options]

        def bits(some, words):
            return [sum(1 << n % 64 for n in some if n // 64 == word) for word in range(words)]

        def array(rows, *shape):
            return np.array(rows, np.uint64).reshape(shape)

        words, many, count = -(-len(options) // 64), range(len(options)), len(primary)
        hashes = np.random.default_rng(1).integers(0, 1 << 64, 64 * sets, np.uint64).tolist()
        members = [bits([o for o in many if item in options[o]], words) for item in range(count)]
        used = [[at for at, word in enumerate(row) if word] for row in members]
        beside = [bits([p for p in many if not options[o] & options[p]], words) for o in many]
        matter = [{item for option in options if min(option) >= at for item in option} for at in range(count)]
        model = [
            array(members, count, words),
            array([row[0] if row else 0 for row in used], count),
            array([row[-1] + 1 if row else 0 for row in used], count),
            array(beside, len(options), words),
            array([bits(option, sets) for option in options], len(options), sets),
            array([bits(some | set(range(64)), sets) for some in matter], count, sets),
            array(hashes, 64 * sets),
            array([reduce(xor, (hashes[item] for item in option)) for option in options], len(options)),
        ]
        levels = count + 1
        self.alive, self.uncovered = np.zeros((levels, words), np.uint64), np.zeros((levels, sets), np.uint64)
        self.alive[0], self.uncovered[0] = bits(many, words), bits(number.values(), sets)
        self.branch, self.state = np.zeros((levels, 5), np.uint64), np.zeros(MEMO_STATES, np.uint64)
        self.total = np.zeros((levels, lanes), np.uint64)
        self.table = np.zeros((rows, sets + lanes), np.uint64)
        self.sets, self.model, self.settings = sets, model, [np.uint64(1), np.uint64(enough)]
        self.patience = patience

    def go_on(self, budget=BUDGET):
        arrays = [self.alive, self.uncovered, self.branch, self.total, self.table, self.state]
        return search(*self.model, *arrays, *self.settings, np.uint64(self.patience), np.uint64(budget))

    def count(self):
        return sum(int(digit) << 63 * lane for lane, digit in enumerate(self.total[0]))


def small(**more):
    """The example of `accord_native.cover.memo`."""
    return Cover(["a", "b", "ab", "c", "c"], "abc", **more)


def strip(length, colours=1, **more):
    """Tiles of one or two cells, the small ones in so many colours, on a strip."""
    cells = [f"{at:02}" for at in range(length)]
    options = [[cell] for cell in cells for _ in range(colours)]
    return Cover(options + [list(pair) for pair in pairwise(cells)], cells, **more)


def fibonacci(length, colours=1):
    a, b = 1, colours
    for _ in range(length - 1):
        a, b = b, colours * b + a
    return b


@pytest.mark.parametrize("enough", [1, 1 << 62])
def test_example(enough):
    cover = small(enough=enough, rows=1 << 10)
    assert cover.go_on() == DONE
    assert cover.count() == 4
    assert [int(cover.state[place]) for place in (LEVEL, NODES, HITS, KEPT, REPLACED)] == [0, 5, 1, 2, 0]


@pytest.mark.parametrize("enough", [1, 1 << 62])
@pytest.mark.parametrize("rows", [1, 2, 4, 64])
def test_a_table_of_any_size_gives_the_count(rows, enough):
    cover = strip(15, rows=rows, enough=enough)
    assert cover.go_on(budget=10_000) == DONE
    assert cover.count() == fibonacci(15) == 987
    assert cover.state[KEPT] <= rows
    assert cover.state[REPLACED] > 0 or rows == 64


def test_pauses_at_every_node_and_counts_the_same():
    cover, whole = strip(10, rows=4), strip(10, rows=4)
    pauses = 0
    while cover.go_on(budget=1) == PAUSED:
        pauses += 1
        assert cover.state[NODES] == pauses
    assert whole.go_on() == DONE
    assert cover.count() == whole.count() == 89
    np.testing.assert_array_equal(cover.state, whole.state)
    np.testing.assert_array_equal(cover.table, whole.table)


def test_full_leaves_room_for_another_table():
    cover = strip(12, rows=1, patience=2)
    assert cover.go_on() == FULL
    assert cover.state[REPLACED] == 2
    cover.table, cover.state[REPLACED] = np.zeros((64, cover.table.shape[1]), np.uint64), 0
    cover.patience = PLENTY
    assert cover.go_on() == DONE
    assert cover.count() == fibonacci(12)


@pytest.mark.parametrize("length", [62, 63])
def test_overflow_is_seen_before_a_count_is_wrong(length):
    cover = strip(length, colours=5, rows=1 << 16, enough=1 << 62)  # more than 5 ** 62 = 2 ** 143
    widths = []
    while (end := cover.go_on(budget=50)) != DONE:
        if end == OVERFLOW:
            cover.total = np.hstack([cover.total, np.zeros_like(cover.total[:, :1])])
            cover.table = np.hstack([cover.table, np.zeros_like(cover.table[:, :1])])
            widths.append(cover.total.shape[1])
    assert widths == [2, 3]
    assert cover.count() == fibonacci(length, 5) > 2**143


def test_a_secondary_item_is_in_the_key_only_as_long_as_it_matters():
    rows, columns = "abcdefgh", range(4)  # one sign a row, none below that of the row before: 4 * 3 ** 7
    clash = [
        [row, *((row, c) for _ in "x" if row != "h"), *((above, c) for _ in "x" if row != "a")]
        for above, row in zip(" " + rows, rows, strict=False)
        for c in columns
    ]
    options = [[str(item) for item in option] for option in clash]
    cover = Cover(options, rows, rows=1 << 12, enough=1 << 62)
    assert cover.go_on() == DONE
    assert cover.count() == 4 * 3**7
    assert cover.state[NODES] == 4 + 7 * 4 * 3  # not 4 * (1 + 3 + ... + 3 ** 7)


def test_keys_that_differ_only_in_their_primary_items_have_counts_of_their_own():
    """All keys fall in one row; the secondary item is never covered, and in each key."""
    cells = [f"{at:02}" for at in range(8)]
    options = [[cell] for cell in cells] + [list(pair) for pair in pairwise(cells)]
    cover = Cover([*options, [cells[-1], "s"]], cells, rows=1, enough=1 << 62)
    assert cover.go_on() == DONE
    assert cover.count() == fibonacci(8) + fibonacci(7)  # the last cell alone has two options


def test_what_matters_is_told_by_the_foremost_item_not_by_the_one_that_is_branched_on():
    """Two ways to meet c leave a and b. Then b is branched on, but to a it matters whether s is covered."""
    options = [["c"], ["c", "s"], ["a"], ["a", "s"], ["a", "u"], ["a", "w"], ["b"], ["b", "v"]]
    cover = Cover(options, "cab", rows=1 << 12)
    assert cover.go_on() == DONE
    assert cover.count() == 4 * 2 + 3 * 2


def test_nothing_to_cover_and_nothing_to_cover_it_with():
    cover = Cover(["a"], "a")
    cover.uncovered[0] = 0
    assert cover.go_on() == DONE
    assert cover.count() == 1
    cover = Cover(["a"], "ab")
    assert cover.go_on() == DONE
    assert cover.count() == 0
