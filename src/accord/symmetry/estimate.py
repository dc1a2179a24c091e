"""Estimate the search effort of each part of a model from one random sample.

A search is taken to branch on the item that leaves the fewest ways to go on, as most engines do. Level by
level, some children of the nodes in the sample are drawn to be the next sample; each stands for as many nodes
as there are children for one that is drawn (D. E. Knuth, "Estimating the efficiency of backtrack programs",
1975, with all descents going down together). All parts go down at once, each with its own sample: one that is
drawn from all of them soon forgets most of the parts.

    name     shape           dtype   meaning
    -------  --------------  ------  ----------------------------------------------------------------------
    members  items, words    uint64  the options that give an item something, as bits
    beside   options, words  uint64  the options that an option does not exclude, itself excluded
    alive    nodes, words    uint64  the options that may still be chosen
    total    nodes, items    int64   what the chosen options give

Sums that several options fill up are followed from item to item, so far as the least amount does not fit any
more. Estimates are only ever compared. They are the same on every machine, since a run that is resumed has to
be cut as it was: nothing is drawn by numpy's generators, and sums are taken in a fixed order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.model import Model
from accord.model.arrays import Ints, bits, distinct, mix_bits, ranges, starts, totals, unions
from accord.model.model_cache import cached_on_model

Words: TypeAlias = npt.NDArray[np.uint64]

MOST_WORDS = 1 << 20  # of `beside`
LEAST_SAMPLE, MOST_SAMPLE = 8, 256  # nodes of each part at a level
LEVELS = 16  # of a search, about: to choose a sample
MOST_SUMS = 256  # that several options fill up and are followed
WORDS_AT_ONCE = 1 << 17  # looked at in one go, to stay in the cache
NOBODY = np.int64(1 << 62)  # branches at an item that needs nothing
LARGEST = 1e300  # nodes
SOLUTIONS = 1 << 25  # words to look at for the number of solutions; some tenths of a second
SAMPLES = 7  # of the number of solutions
AGREED = 2.0  # times the least of them: if none is greater, they agree
MOST_BITS = 300.0  # of a number of states; beyond that it does not matter
ONE, ALL = np.uint64(1), ~np.uint64(0)


class Size(NamedTuple):
    """The size of a search, from a sample: where it was not followed to its end, there is more of both."""

    nodes: float
    solutions: float  # where every item has what it needs, whatever else may be added
    whole: bool  # whether it was followed to its end
    proper: float = 0.0  # of the solutions, those that give no item too much: an unbiased estimate


class Forecast(NamedTuple):
    """What samples of a search say about the number of solutions."""

    least: int  # there are so many at least, which is wrong for one model in 2 ** SAMPLES
    about: int | None  # how many there are about; None where the samples disagree


@dataclass(frozen=True, eq=False)
class Nodes:
    """Nodes of a search, all at one level."""

    alive: Words
    total: Ints

    def __len__(self) -> int:
        return len(self.alive)

    def rows(self, which: Ints) -> Nodes:
        """Copies of some of them."""
        return Nodes(self.alive[which], self.total[which])

    def and_also(self, others: Nodes) -> Nodes:
        """These, then others of the same tree."""
        alive = np.concatenate([self.alive, others.alive])
        return Nodes(alive, np.concatenate([self.total, others.total]))


class Tree:
    """The search tree of a model that is not `too_large`."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.words = -(-model.options // 64)
        self.spent = 0  # words looked at, about
        lowest, exclusive = model.lowest, model.exclusive
        self._several = np.flatnonzero((lowest > 0) & ~exclusive & (model.most > model.high))[:MOST_SUMS]
        self._unit = model.unit_items
        self._asking = np.flatnonzero(model.least < model.low)
        self._exclusive = np.append(exclusive, False)
        self.members, self.beside = self._tables()

    @staticmethod
    def too_large(model: Model) -> bool:
        """Whether the tables would be."""
        colourings = min(len(model.item), model.items * len(model.colours))
        rows = max(model.options, colourings, len(model.item) // 8)
        return -(-model.options // 64) * rows > MOST_WORDS

    def _tables(self) -> tuple[Words, Words]:
        """See the head of the file; `members` has one row more, with all options."""
        model, option = self.model, self.model.option_of_entry
        keys, key = distinct(
            model.item * np.int64(len(model.colours)) + model.colour, model.items * len(model.colours)
        )
        item, colour = keys // len(model.colours), keys % len(model.colours)
        same = bits(len(keys), key, option, model.options)  # options that give a colour, or none, to an item
        any_colour = bits(model.items, model.item, option, model.options)
        excludes = any_colour[item] & ~np.where(colour[:, None] != 0, same, np.uint64(0))
        excludes[(colour == 0) & ~(self._exclusive[:-1] | model.coloured_items)[item]] = 0

        beside = unions(excludes, key, np.diff(model.start))
        np.invert(beside, out=beside)
        every = np.arange(model.options)
        beside[every, every // 64] &= ~_bit(every)
        self.spent += 4 * beside.size + len(key) * self.words

        gives = model.amount > 0
        members = bits(model.items + 1, model.item[gives], option[gives], model.options)
        members[-1] = ALL
        return members, beside

    def root(self, number: int = 1) -> Nodes:
        """The node at which nothing is chosen, so many times."""
        alive = _below(np.array([self.model.options]), self.words)
        return Nodes(alive.repeat(number, axis=0), np.zeros((number, self.model.items), np.int64))

    def without(self, nodes: Nodes, option: Ints) -> Nodes:
        """The nodes, each without an option."""
        alive = nodes.alive.copy()
        alive[np.arange(len(option)), option // 64] &= ~_bit(option)
        return Nodes(alive, nodes.total)

    def choose(self, nodes: Nodes, option: Ints, item: Ints | None = None) -> Nodes:
        """The nodes, in each of which an option is chosen.

        Args:
            nodes: where to choose.
            option: what is chosen in each.
            item: the item it was chosen for, whose options before it are not; -1: no option before it is.
        """
        model = self.model
        alive, total = nodes.alive & self.beside[option], nodes.total.copy()
        sizes = np.diff(model.start)[option]
        entry = ranges(model.start[option], sizes)
        total[np.repeat(np.arange(len(option)), sizes), model.item[entry]] += model.added[entry]
        if item is not None:
            shared = np.flatnonzero(~self._exclusive[item])
            alive[shared] &= ~(_below(option[shared], self.words) & self.members[item[shared]])
        for i in self._several:
            full = total[:, i] + model.lowest[i] > model.high[i]
            alive[full] &= ~self.members[i]
        self.spent += (2 + len(self._several)) * alive.size
        return Nodes(alive, total)

    def sizes(self, nodes: Nodes, effort: int) -> list[float]:
        """The estimated number of nodes below each of some nodes, each of these included.

        Args:
            nodes: where the searches begin.
            effort: words to look at, about; deep searches are followed until twice as many are.
        """
        return [size.nodes for size in self._descend(nodes, effort, LARGEST)]

    def samples(self, number: int, effort: int) -> list[Size]:
        """The size of the whole search, from so many samples that do not depend on each other."""
        if not self.model.options:
            return [self.size(effort, LARGEST)] * number
        return self._descend(self.root(number), effort, LARGEST)

    def size(self, effort: int, most: float, first: int | None = None) -> Size:
        """The estimated size of the whole search.

        It is not followed to its end where `most` nodes were found or the effort was spent. The item `first`,
        if any, is branched on before all.
        """
        if not self.model.options:
            meets = float(((self.model.low <= 0) & (self.model.high >= 0)).all())
            return Size(1.0, float(not len(self._asking)), whole=True, proper=meets)
        return self._descend(self.root(), effort, most, first)[0]

    def _descend(self, nodes: Nodes, effort: int, most: float, first: int | None = None) -> list[Size]:
        """The sizes of the searches that begin at some nodes."""
        number = len(nodes)
        each = max(LEAST_SAMPLE, min(MOST_SAMPLE, LEAST_SAMPLE * effort // (self.descents * number)))
        until = self.spent + 2 * effort
        size, weight, begun, level = np.ones(number), np.ones(number), np.arange(number), 0
        solutions, proper = np.zeros(number), np.zeros(number)
        while len(nodes) and self.spent < until and (weight < LARGEST).all() and size.sum() < most:
            if level == 0 and first is not None:
                item, fits = np.full(number, first), nodes.alive & self.members[first]
            else:
                item, fits = self._ways(nodes)
                solutions += weight * np.bincount(begun[item < 0], minlength=number)
                leaves = nodes.rows(np.flatnonzero(item < 0))
                meets = ((leaves.total >= self.model.low) & (leaves.total <= self.model.high)).all(axis=1)
                proper += weight * np.bincount(begun[item < 0], meets, number)
            counts = np.bitwise_count(fits).sum(axis=1, dtype=np.int64)
            children = totals(begun, counts, number)
            size += weight * children
            drawn = spread(children, each, level)
            weight *= children / np.maximum(1, np.minimum(children, each))
            ends = np.cumsum(counts)
            parent = np.searchsorted(ends, drawn, side="right")
            option = member_of(fits[parent], drawn - (ends - counts)[parent])
            nodes = self.choose(nodes.rows(parent), option, item[parent])
            begun, level = begun[parent], level + 1
        found = np.minimum([size, solutions, proper], LARGEST).T.tolist()
        return [Size(some, ends, not len(nodes), fit) for some, ends, fit in found]

    @property
    def descents(self) -> int:
        """Words to look at for the smallest sample, about."""
        node = (3 * len(self._asking) + len(self._several) + 8) * self.words + self.model.items + 1
        return LEAST_SAMPLE * LEVELS * node

    def _ways(self, nodes: Nodes) -> tuple[Ints, Words]:
        """The item each node branches on, -1 where none needs anything, and the options to be chosen then."""
        asking, number = self._asking, len(nodes)
        if not len(asking):
            return np.full(number, -1), nodes.alive
        need = self.model.low[asking] - nodes.total[:, asking]
        counts = np.empty(need.shape, np.int64)
        rows = max(1, WORDS_AT_ONCE // max(1, len(asking) * self.words))
        members = self.members[asking]
        for at in range(0, number, rows):
            some = nodes.alive[at : at + rows, None, :] & members
            counts[at : at + rows] = np.bitwise_count(some).sum(axis=2, dtype=np.int64)
        self.spent += 3 * number * members.size
        ways = np.where(need > 0, counts - np.where(self._unit[asking], need, 1) + 1, NOBODY)
        best = ways.argmin(axis=1)
        fewest = ways[np.arange(number), best]
        item = np.where(fewest == NOBODY, -1, asking[best])
        fits = nodes.alive & self.members[item]
        fits[fewest <= 0] = 0
        return item, fits


def spread(sizes: Ints, most: int, seed: int) -> Ints:
    """Places drawn from stretches of the given sizes, which lie one behind the other; ascending.

    All places of a stretch that has no more than `most`; else one from each of `most` equal parts of it.
    The draw is splitmix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
    2014), so it is the same everywhere.
    """
    drawn = np.minimum(sizes, most)
    stretch = np.repeat(np.arange(len(sizes)), drawn)
    number = np.arange(len(stretch), dtype=np.uint64)
    z = (number + np.uint64(seed << 32 | 1)) * np.uint64(0x9E3779B97F4A7C15)
    within = (mix_bits(z) >> np.uint64(11)).astype(np.float64) / (1 << 53)
    rank = np.arange(len(stretch)) - starts(drawn)[stretch]
    place = ((rank + within) * (sizes / np.maximum(1, drawn))[stretch]).astype(np.int64)
    return starts(sizes)[stretch] + np.minimum(place, sizes[stretch] - 1)


def _bit(option: npt.NDArray[np.integer]) -> Words:
    """The bit of an option in its word."""
    return ONE << (option % 64).astype(np.uint64)


def _below(option: Ints, words: int) -> Words:
    """The set of all options before each."""
    place = np.arange(words) - option[:, None] // 64
    return np.where(place < 0, ALL, np.where(place == 0, (_bit(option) - ONE)[:, None], np.uint64(0)))


def member_of(sets: Words, rank: Ints) -> Ints:
    """The member of each set that has so many others below it."""
    below = np.cumsum(np.bitwise_count(sets), axis=1, dtype=np.int64)
    word = (below > rank[:, None]).argmax(axis=1)
    rows = np.arange(len(sets))
    chosen = sets[rows, word]
    rank = rank - (below[rows, word] - np.bitwise_count(chosen))
    bits = np.unpackbits(chosen.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    bit = (np.cumsum(bits, axis=1, dtype=np.int64) > rank[:, None]).argmax(axis=1)
    return word * 64 + bit


@cached_on_model()
def most_states(model: Model) -> float:
    """Return a bound on the states of a count in the model's order, which does not walk to each solution.

    The model has no colours. Primary items are met one after the other: those of the model's order, then the
    others. An option is decided at the first of them that it gives to, or after all. Of what was decided
    before, only this matters to what is still to come: how much the items have got that options on both sides
    give to. So there are no more states at an item than the product of how many values each of these can
    have. Counting layer by layer goes through each state once; so does a memo of what is left to be covered,
    as long as all of it is kept.

    Example: dominoes on two rows of n cells, filled along the short side. At most two cells can stick out
    beyond those that are filled, so there are no more than 4 states at a cell, and 8 n in all; solutions grow
    as 1.6^n.
    """
    ordered = model.order[model.primary[model.order]].astype(np.int64)
    primary = np.append(ordered, np.setdiff1d(np.flatnonzero(model.primary), ordered))
    place = np.full(model.items, len(primary), np.int64)
    place[primary] = np.arange(len(primary))
    decided = np.full(model.options, len(primary), np.int64)
    np.minimum.at(decided, model.option_of_entry, place[model.item])

    first = np.full(model.items, len(primary), np.int64)
    last = np.zeros(model.items, np.int64)
    np.minimum.at(first, model.item, decided[model.option_of_entry])
    np.maximum.at(last, model.item, decided[model.option_of_entry])
    spans = np.flatnonzero(first < last)
    change = np.zeros(len(primary) + 2)
    values = np.maximum(np.minimum(model.most, model.high - model.least), model.least) - model.least + 1
    bits = np.log2(values[spans])  # of how many different amounts an item may have got
    np.add.at(change, first[spans] + 1, bits)
    np.add.at(change, last[spans] + 1, -bits)
    width = np.minimum(np.cumsum(change)[: len(primary) + 1], MOST_BITS)
    return float(np.exp2(width).sum())


def solutions(model: Model) -> Forecast | None:
    """Return what samples of a search say about the number of solutions; None if they say nothing.

    The expected value of each sample is that number (D. E. Knuth, as above). So it is more than twice
    the number with a probability of at most 1/2 (Markov's inequality), and half of the least of SAMPLES is a
    lower bound that holds in all but one case of 2 ** SAMPLES (C. P. Gomes, J. Hoffmann, A. Sabharwal, B.
    Selman, "From sampling to model counting", 2007). There is no such bound above: most of the solutions may
    lie in few parts of the search, which no sample met. Then samples disagree, and say nothing else.

    They say nothing of a model with lazy constraints, whose solutions the search does not see, of one that is
    too large, and where a sample has no solution.
    """
    if model.lazy is not None or Tree.too_large(model):
        return None
    tree = Tree(model)
    samples = tree.samples(SAMPLES, SOLUTIONS)
    found = [size.proper for size in samples]
    if not all(size.whole for size in samples) or min(found) < 1:
        return None
    agree = max(found) <= AGREED * min(found)
    return Forecast(int(min(found) / 2), round(sum(found) / SAMPLES) if agree else None)
