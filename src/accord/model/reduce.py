"""Find options that are in no solution, without search, so that engines get a smaller model.

    rule               drops an option                                                 looks at
    -----------------  --------------------------------------------------------------  ----------------
    in_bounds          beside which an item cannot come into its demand in any way     sums of amounts
    supported_options  beside which an item that needs something gets it from none     pairs of options
    fillable           that cuts off a region whose size is no sum of sizes of pieces  `model.regions`

A rule is a function (model, effort) -> (mask of the options to keep, effort spent). Each takes turns until
it drops nothing, and then the next, until none does; so a reduced model is not reduced further. Two cups, two
lids, one fits both:

    items    cup 1, cup 2, small lid (at most once), large lid (at most once)
    options  0: cup 1, small lid   1: cup 1, large lid   2: cup 2, large lid
    kept     0, 2; option 1 leaves no lid for cup 2

Where a solution or two will do, most searches end before pairs were looked at. So a model is reduced lightly
for them, without `supported_options`, unless `fillable` shows that it is a board with pieces.

Effort is counted in words of 64 bits looked at, never in seconds: a model is always reduced to the same
options, so that the state of its search can be resumed. A rule that would take more than is left of the
effort is skipped, or stops where it is; then less is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.model.arrays import Ints, bits, distinct, ranges, unions
from accord.model.data import Flags, ModelData
from accord.model.derive import restrict
from accord.model.regions import fillable

EFFORT = 60_000_000  # words; some 0.3 s
ENTRY = 8  # words that reading an entry of the model counts for
WITNESSES = 16  # options of each item that are asked first
WORDS_AT_ONCE = 1 << 18  # looked at in one go, to stay in the cache
PAIRS_AT_ONCE = 1 << 8
LEAST_WIDTH = 8  # words of a row, so that numpy has something to do

Words: TypeAlias = npt.NDArray[np.uint64]
Rule: TypeAlias = Callable[[ModelData, int], tuple[Flags, int]]


def reduction(model: ModelData, effort: int = EFFORT, lightly: bool = False) -> Flags:
    """A mask [options] of the options to keep: every option of every solution is among them.

    If the model is found to have no solution at all, nothing is kept. What is kept need not be symmetric
    where the model is, so symmetries are to be taken first.

    Args:
        model: of any kind; a rule passes over what it cannot reason about.
        effort: words of 64 bits to look at, at most.
        lightly: whether pairs of options are left out, unless regions drop something.
    """
    mask = np.ones(model.options, np.bool_)
    for drop in drops(model, effort, lightly):
        mask[drop.options[~drop.keep]] = False
    return mask


@dataclass(frozen=True, eq=False)
class Drop:
    """The options that one turn of a rule drops."""

    rule: Rule
    options: Ints  # of the whole model, that were left before
    keep: Flags  # which of them stay
    model: ModelData  # has these, and perhaps others that earlier turns of the rule have dropped
    left: Flags  # which of its options these are

    @cached_property
    def rest(self) -> ModelData:
        """The model of the options that were left before."""
        return restrict(self.model, self.left)


def drops(model: ModelData, effort: int = EFFORT, lightly: bool = False) -> Iterator[Drop]:
    """The turns that drop options, one after the other; a rule has turns until it drops nothing."""
    kept = np.arange(model.options)
    rest = replace(model, names=())  # not used here
    rules: list[Rule] = [in_bounds]
    if _is_mostly_cover(model):
        rules += [fillable] if lightly else [supported_options, fillable]
    idle = 0  # rules in a row that dropped nothing
    while idle < len(rules) and len(kept):
        rule = rules[0]
        left, settled = np.ones(len(kept), np.bool_), False
        turns = _turns(rest, effort) if rule is supported_options else [(*rule(rest, effort), False)]
        for keep, spent, settled in turns:
            effort -= spent
            if settled or np.array_equal(keep, left):
                rules = [*rules[1:], rule]
                break
            yield Drop(rule, kept[left], keep[left], rest, left)
            left = keep
            if (
                rule is fillable and supported_options not in rules
            ):  # a search there is long enough for all of them
                rules.append(supported_options)
        if not left.all():
            smaller = restrict(rest, left)
            # what was dropped may change what an item is, of which the turns knew nothing
            idle = int(settled and np.array_equal(smaller.exclusive, rest.exclusive))
            kept, rest = kept[left], smaller
        elif len(rules) == 1 and not lightly and _is_mostly_cover(rest):  # now that sums are gone
            rules, idle = [supported_options, fillable, in_bounds], 0
        else:
            idle += 1


def _is_mostly_cover(model: ModelData) -> bool:
    """Whether half of the items at least are filled by one option; on sums the other rules find nothing."""
    filled_by_one = (model.primary | model.secondary) & model.unit_items
    return bool(2 * filled_by_one.sum() >= model.items)


# -- sums of amounts -------------------------------------------------------------------------------


def in_bounds(model: ModelData, effort: int) -> tuple[Flags, int]:
    """The options beside which every item may still come into its demand, by its least and its most."""
    work = ENTRY * (len(model.item) + model.items)
    if work > effort:
        return np.ones(model.options, np.bool_), 0
    if ((model.least > model.high) | (model.most < model.low)).any():
        return np.zeros(model.options, np.bool_), work
    bad = broken(model)
    keep = np.ones(model.options, np.bool_)
    keep[model.option_of_entry[bad]] = False
    return keep, work


def broken(model: ModelData) -> Flags:
    """A mask over the entries: those whose option their item cannot stand."""
    added = model.added
    with_it = model.least[model.item] + np.maximum(added, 0), model.most[model.item] + np.minimum(added, 0)
    return (with_it[0] > model.high[model.item]) | (with_it[1] < model.low[model.item])


# -- pairs of options ------------------------------------------------------------------------------


def supported_options(model: ModelData, effort: int) -> tuple[Flags, int]:
    """The options beside which every item that needs something finds an option to give it.

    A few witnesses of each item clear most options of most items; then all others are asked, item by item.
    """
    keep, spent, _ = next(_turns(model, effort))
    return keep, spent


def _turns(model: ModelData, effort: int) -> Iterator[tuple[Flags, int, bool]]:
    """Turns of `supported_options`: after each all that stays of the model, and the effort of the turn.

    The last turn drops nothing, and says whether it has looked at everything, or ended for want of effort.
    All options are looked at again and again: only what is left is asked, and has to be supported.
    """
    keep = np.ones(model.options, np.bool_)
    spent = 2 * ENTRY * len(model.item)
    if spent > effort or not model.options:
        yield keep, 0, False
        return
    start, option, entry = model.by_item
    size = np.repeat(np.diff(start), np.diff(start))
    place = np.arange(len(entry)) - np.repeat(start[:-1], np.diff(start))  # in the item's list
    item = model.item[entry]
    gives = (model.amount[entry] > 0) & (model.low >= 1)[item]  # no coloured item needs anything
    asked = gives & (place * WITNESSES % size < WITNESSES)  # at even distances

    sides, words = _Sides(model), -(-model.options // 64)
    while True:
        asked &= keep[option]
        witnesses, number = distinct(option[asked], model.options)
        rows = 1 + int(np.diff(model.start)[witnesses].sum()) + len(number) + 8 * model.items
        if spent + rows * words > effort:
            break
        spent += rows * words
        asked_of = np.bincount(item[asked], minlength=model.items)
        pairs = sides.lacking(witnesses, number, asked_of, WORDS_AT_ONCE // rows)
        if pairs.size and size.max(initial=0) > WITNESSES:
            own, which = distinct(pairs[1], model.options)
            rows = int(np.diff(model.start)[own].sum()) + 3 * len(which)
            if spent + rows * words > effort:
                break
            spent += rows * words
            found = sides.among_options(pairs[0], own, which, entry[gives], WORDS_AT_ONCE // rows)
            pairs = pairs[:, ~found]
        keep = keep.copy()
        keep[pairs[1]] = False
        yield keep, spent, not pairs.size
        if not pairs.size:
            return
        effort, spent = effort - spent, 0
        sides.left = keep
    yield keep, spent, False


class _Sides:
    """Which options may stand side by side, as bits."""

    def __init__(self, model: ModelData) -> None:
        self._model, self._clashes = model, _clashes(model)
        self._known: tuple[range, Words] = range(0), np.zeros((0, 0), np.uint64)
        self.left = np.ones(model.options, np.bool_)  # the others are neither asked nor asked about

    def _tables(self, words: int) -> Iterator[tuple[range, Words, Words]]:
        """All options, about so many words at a time, each time with their table, and those of them left.

        The last table is kept.
        """
        options, width = self._model.options, 64 * max(LEAST_WIDTH, words)
        for first in range(0, options, width):
            columns = range(first, min(first + width, options))
            if self._known[0] != columns:
                self._known = columns, _table(self._model, self._clashes, np.array(columns))
            own = np.flatnonzero(self.left[columns.start : columns.stop])
            yield *self._known, bits(1, np.zeros(1, np.int64), own, len(columns))

    def lacking(self, witnesses: Ints, number: Ints, asked_of: Ints, words: int) -> Ints:
        """Items that need something, each with an option beside which it finds no witness: [2, pairs].

        Args:
            witnesses: options, each once.
            number: which of them are asked, item by item.
            asked_of: how many of them each item has; 0 if it needs nothing.
            words: to be looked at in one go.
        """
        found = [np.zeros((2, 0), np.int64)]
        for columns, table, left in self._tables(words):
            needs, supports = _supports(self._model, self._clashes, table, witnesses, number, asked_of)
            lack = ~supports & left
            rows = np.flatnonzero(lack.any(axis=1))
            flags = np.unpackbits(lack[rows].view(np.uint8), axis=1, bitorder="little")
            row, column = np.divmod(np.flatnonzero(flags.view(np.bool_)), max(1, flags.shape[1]))
            found.append(np.stack([needs[rows[row]], columns.start + column]))
        return np.concatenate(found, axis=1)

    def among_options(self, item: Ints, own: Ints, which: Ints, gives: Ints, words: int) -> Flags:
        """Return a mask over pairs of an item and an option: whether an option beside that gives to the item.

        Args:
            item: of each pair.
            own: options, each once.
            which: of them, for each pair.
            gives: the entries that count.
            words: to be looked at in one go.
        """
        model = self._model
        entries, sizes = _entries(model, own)
        found = np.zeros(len(item), np.bool_)
        for columns, table, left in self._tables(words):
            giving = table
            if (model.amount < 0).any():
                column = model.option_of_entry[gives].astype(np.int64) - columns.start
                here = (column >= 0) & (column < len(columns))
                giving = bits(model.items, model.item[gives[here]], column[here], len(columns))
            beside = unions(table, self._clashes.row[entries], sizes)
            np.invert(beside, out=beside)
            beside &= left
            for first in range(0, len(item), PAIRS_AT_ONCE):
                some = slice(first, first + PAIRS_AT_ONCE)
                found[some] |= (giving[item[some]] & beside[which[some]]).any(axis=1)
        return found


def _supports(
    model: ModelData, clashes: _Clashes, table: Words, witnesses: Ints, number: Ints, asked_of: Ints
) -> tuple[Ints, Words]:
    """The items that need something; for each, as bits, the options beside which it finds a witness.

    Args:
        model: the model.
        clashes: what an entry clashes with.
        table: of the options that are asked about.
        witnesses: options, each once.
        number: which of them are asked, item by item.
        asked_of: how many of them each item has; 0 if it needs nothing.
    """
    entries, sizes = _entries(model, witnesses)
    beside = unions(table, clashes.row[entries], sizes)
    np.invert(beside, out=beside)  # what may be chosen with each witness
    needs = np.flatnonzero(model.low >= 1)
    return needs, unions(beside, number, asked_of[needs]) | table[needs]


def first_unsupported(model: ModelData, options: Ints) -> list[int]:
    """For each of the options an item that finds none to give it beside this one; -1 if all do."""
    _, option, entry = model.by_item
    gives = (model.amount[entry] > 0) & (model.low >= 1)[model.item[entry]]
    asked_of = np.bincount(model.item[entry[gives]], minlength=model.items)
    witnesses, clashes = np.arange(model.options), _clashes(model)
    table = _table(model, clashes, options)
    needs, supports = _supports(model, clashes, table, witnesses, option[gives].astype(np.int64), asked_of)
    beside = np.unpackbits(supports.view(np.uint8), axis=1, bitorder="little")[:, : len(options)]
    lacking = np.argmin(beside, axis=0)
    return [int(needs[row]) if not beside[row, at] else -1 for at, row in enumerate(lacking.tolist())]


@dataclass(frozen=True, eq=False)
class _Clashes:
    """Return the options that clash with an entry's option at the entry's item, as a row of `_table`."""

    row: Ints  # of each entry; -1, the last row, where nothing is known
    item: Ints  # of each row


def _clashes(model: ModelData) -> _Clashes:
    """The clashes of all entries whose item has positive amounts only, of which any two are too much."""
    row, items = model.item.astype(np.int64), np.arange(model.items)
    if model.colour.any():
        coloured = model.colour != 0
        key = model.item[coloured] * np.int64(len(model.colours)) + model.colour[coloured]
        keys, rank = np.unique(key, return_inverse=True)
        row[coloured] = model.items + rank
        items = np.concatenate([items, keys // len(model.colours)])
    row[~model.exclusive[model.item]] = -1
    return _Clashes(row, items)


def _table(model: ModelData, clashes: _Clashes, columns: Ints) -> Words:
    """Sets of the options `columns`, as bits.

    Row i: the options that give to item i; then, for each colour of an item, those among them that do not
    give it that colour; at last the empty set.
    """
    entries, sizes = _entries(model, columns)
    column = np.repeat(np.arange(len(columns)), sizes)
    rows = len(clashes.item)
    if rows == model.items:
        return bits(rows + 1, model.item[entries], column, len(columns))
    gives = np.zeros((rows + 1, -(-len(columns) // 64) * 64), np.bool_)
    gives[model.item[entries], column] = True
    if rows > model.items:
        gives[model.items : rows] = gives[clashes.item[model.items :]]
        coloured = (model.colour[entries] != 0) & (clashes.row[entries] >= 0)
        gives[clashes.row[entries][coloured], column[coloured]] = False
    return np.packbits(gives, axis=1, bitorder="little").view(np.uint64)


def _entries(model: ModelData, options: Ints) -> tuple[Ints, Ints]:
    """The entries of the given options, one option after the other, and how many each has."""
    sizes = np.diff(model.start)[options]
    return ranges(model.start[options], sizes), sizes
