"""Faults put into what writes certificates of counts, with the names of the puzzles on which they show.

The table lists the known faults of the house that have a place in such a search, and others of its own.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.symmetry.group import Group
from accord_compare.fuzz.faults import FAULTS as HOUSE
from accord_native.certificate import layout
from accord_native.progress import DONE

ONE = np.uint64(1)
BOTH = ("tree", "graph")


@dataclass(frozen=True)
class Fault:
    """What is wrong, in what, and where it is tried."""

    of: str  # what it stands in for; see `instead`
    wrong: Callable[..., Any]
    subjects: tuple[str, ...]
    kinds: tuple[str, ...] = BOTH
    house: str = ""  # the known fault of the house that it is, in the place of such a search
    silent: bool = False  # the number is right, but the file does not prove it


FAULTS: dict[str, Fault] = {}
ROUNDED = "accord.symmetry.group:class_count"  # the writer itself doubts a sum; here it is to believe it
MATRICES = "accord.certify.count.matrix:matrices"
HEADING = "accord.certify.count.matrix:heading"
TREE, GRAPH = (f"accord_native.certificate.{kind}:search" for kind in BOTH)
TABLES = "accord.certify.count.graph:Graph._begin"
DECISIONS = {
    "tree": "accord.certify.count.write:Tree.__iter__",
    "graph": "accord.certify.count.graph:Graph.__iter__",
}


def fault(of, *subjects, **more):
    """Enter a function in the table; its name is what is wrong."""

    def enter(wrong):
        FAULTS[wrong.__name__.strip("_").replace("_", " ")] = Fault(of, wrong, subjects, **more)
        return wrong

    return enter


def of_matrices(*subjects, **more):
    """A fault of every matrix that is searched."""
    return lambda wrong: fault(MATRICES, *subjects, **more)(
        named(wrong, lambda right, *given: [[wrong(one) for one in some] for some in right(*given)])
    )


def of_sums(*subjects, **more):
    """A fault of the matrices that make a sum, one for each symmetry."""
    return lambda wrong: fault(MATRICES, *subjects, **more)(
        named(wrong, lambda right, *given: [wrong(some) for some in right(*given)])
    )


def of_parts(*subjects, **more):
    """A fault of the parts into which a puzzle is split."""
    return lambda wrong: fault(MATRICES, *subjects, **more)(
        named(wrong, lambda right, *given: wrong(right(*given)))
    )


def named(wrong, fault_):
    fault_.__name__ = wrong.__name__
    return fault_


def with_entries(one, kept):
    """A matrix with some of its entries."""
    start = np.concatenate([[0], np.cumsum(np.bincount(one.owner[kept], minlength=one.options))])
    return dataclasses.replace(one, start=start, item=one.item[kept], amount=one.amount[kept])


def without(one, options):
    """A matrix without some options."""
    kept = ~np.isin(np.arange(one.options), options)
    entries = kept[one.owner]
    start = np.concatenate([[0], np.cumsum(np.diff(one.start)[kept])])
    return dataclasses.replace(one, start=start, item=one.item[entries], amount=one.amount[entries])


def demanding(one, low, high):
    """A matrix whose first item asks for so much more."""
    first = np.arange(one.items) == 0
    return dataclasses.replace(one, low=one.low + low * first, high=one.high + high * first)


# Of the matrices that are searched; the heading stays as it is.


@of_matrices("box", "langford", "split", "queens", house="reduction")
def an_option_too_many_is_dropped(one):
    return without(one, [one.options - 1])


@of_matrices("box", "langford", "queens", house="one-more")
def a_demand_is_taken_for_one_more(one):
    return demanding(one, 0, 1)


@of_matrices("box", "langford")
def an_item_needs_one_less(one):
    return demanding(one, -1, 0)


@of_matrices("box", "langford")
def an_item_needs_one_more(one):
    return demanding(one, 1, 1)


@of_matrices("box", "langford", "queens", house="dropped-clause")
def an_entry_is_lost(one):
    return with_entries(one, np.arange(len(one.item)) > 0)


@of_matrices("box", "langford", "queens", house="believed-hint")
def a_guess_is_taken_for_a_demand(one):
    clash = np.isin(one.item, one.item[one.owner == 0]) & (one.owner != 0)
    return without(one, one.owner[clash])


@of_matrices("heavy", house="narrow-amounts")
def amounts_go_through_int32(one):
    return dataclasses.replace(one, amount=one.amount.astype(np.int32).astype(np.int64))


@of_matrices("long", kinds=("graph",), house="one-word")
def the_first_64_items_of_an_option_are_known(one):
    return with_entries(one, one.item < 64)


@of_matrices("box", "langford", "queens")
def an_option_is_there_twice(one):
    last = one.owner == one.options - 1
    return dataclasses.replace(
        one,
        start=np.append(one.start, one.start[-1] + last.sum()),
        item=np.append(one.item, one.item[last]),
        amount=np.append(one.amount, one.amount[last]),
    )


# Of sums up to symmetry, and of parts.


@of_sums("orbits", "square", house="lax-filter")
def half_of_the_group_is_looked_at(some):
    return some[: (len(some) + 1) // 2]


@of_sums("orbits", "square")
def every_symmetry_is_taken_for_the_identity(some):
    return [some[0]] * len(some)


@of_sums("orbits")
def the_last_quotient_is_there_twice(some):
    """In the place of the first."""
    return [*some[1:], some[-1]]


@of_sums("orbits", silent=True)
def quotients_are_mixed_up(some):
    return some[::-1]


@of_parts("split", house="lost-part")
def the_last_part_is_lost(sums):
    return sums[:-1]


@of_parts("split")
def a_part_is_there_twice(sums):
    return [*sums, sums[-1]]


@of_parts("split")
def an_option_stands_for_none(sums):
    return [[without(one, [0]) for one in some] for some in sums]


@of_parts("split", silent=True)
def a_part_has_a_symmetry_too_many(sums):
    """So its solutions are found twice, and divided by two."""
    return [[*sums[0], sums[0][0]], *sums[1:]]


@fault("accord.certify.count.matrix:orbits", "orbits", "square")
def an_option_is_in_the_wrong_orbit(right, moved):
    found = right(moved).copy()
    found[-1] = found[0]
    return np.unique(found, return_inverse=True)[1].astype(found.dtype)


@fault("accord.symmetry.group:group_of", "split")
def a_permutation_that_is_no_symmetry_is_in_the_group(right, model):
    group = right(model)
    moved = np.roll(group.items[:1], 1, axis=1)
    return Group(np.vstack([group.items, moved]), np.vstack([group.options, group.options[:1]]))


@fault(ROUNDED, "orbits", "square")
def a_class_too_many_is_claimed(right, total, order):
    return right(total, order) + 1


# Of the heading.


@fault(HEADING, "box", "langford", "split", silent=True)
def the_heading_lacks_an_option(right, *given):
    said = right(*given)
    return {**said, "options": said["options"][:-1]}


@fault(HEADING, "box", "langford", "queens", silent=True)
def the_heading_has_another_demand(right, *given):
    said = right(*given)
    (name, low, high), *others = said["items"]
    return {**said, "items": [[name, max(0, low - 1), high + 1], *others]}


@fault(HEADING, "square", "orbits", silent=True)
def the_heading_lacks_a_symmetry(right, *given):
    said = right(*given)
    return {**said, "group": said["group"][:-1]}


# Of the arrays of a search.


@fault(TABLES, "queens", kinds=("graph",), house="lossy-keys")
def situations_lack_the_secondary_items(right, graph, step):
    right(graph, step)
    its = graph.its
    for word, shift, mask, low, _, _ in its.item.tolist():
        if not low:
            its.adds[:, word] &= ~np.uint64(mask << shift)


@fault(TABLES, "queens", kinds=("graph",), house="short-windows")
def collisions_are_seen_with_near_items_only(right, graph, step):
    right(graph, step)
    graph.its.blocks[:] &= np.uint64((1 << 24) - 1)


@fault("accord.certify.count.matrix:Matrix.tight", "box", "free", kinds=("graph",))
def an_end_is_taken_for_full(right, one):
    return True


@fault("accord.certify.count.graph:_lane", "free", kinds=("graph",))
def the_carry_of_large_numbers_is_lost(right, numbers):
    found = right(numbers)
    found[:, :-1] = 0
    return found


@fault("accord.certify.count.graph:Graph.count", "free", kinds=("graph",), house="wrapping")
def the_count_goes_through_64_bits(right, graph):
    return right.fget(graph) % (1 << 64)


# Of the search itself, a decision at a time.


def moved(its, level, option, sign):
    """Make an option active at a level, or no longer."""
    own = slice(int(its.start[option]), int(its.start[option + 1]))
    its.active[level, option // 64] ^= ONE << np.uint64(option % 64)
    its.reach[level, its.item[own]] += its.amount[own] * np.uint64(sign % (1 << 64))


def options_of(its, level, decision):
    """The active options of an item."""
    bits = np.unpackbits((its.active[level] & its.mask[decision]).view(np.uint8), bitorder="little")
    return np.flatnonzero(bits).tolist()


@fault(TREE, "box", "langford", kinds=("tree",))
def a_child_of_a_tree_is_dropped(right, its, budget):
    """The next one of the first decision."""
    end = right(its, ONE)
    if int(its.state[layout.NODES]) == 1 and end != DONE:
        moved(its, 0, options_of(its, 0, int(its.frame[0, layout.DECISION]))[0], -1)
    return end


@fault(TREE, "box", kinds=("tree",))
def an_option_that_was_left_comes_back(right, its, budget):
    """The first one, after it was taken, beside the second."""
    end = right(its, ONE)
    decision, taken = (int(each) for each in its.frame[0, : layout.TRIES])
    if end != DONE and its.state[layout.DEPTH] == 2 and decision < len(its.low):
        left = [o for o in range(taken) if its.mask[decision, o // 64] >> np.uint64(o % 64) & ONE]
        if left and left[0] not in options_of(its, 1, decision):
            moved(its, 1, left[0], 1)
    return end


@fault(TREE, "box", "langford", "queens", kinds=("tree",))
def a_dead_end_is_taken_for_a_solution(right, its, budget):
    end = right(its, budget)
    its.state[layout.SOLUTIONS] += ONE
    return end


@fault(TREE, "langford", "queens", kinds=("tree",), house="forgotten-walk")
def a_tree_that_pauses_forgets_what_is_open(right, its, budget):
    right(its, np.uint64(20))
    return DONE


@fault(GRAPH, "langford", "queens", kinds=("graph",))
def a_graph_that_pauses_forgets_what_waits(right, its, budget):
    right(its, np.uint64(2))
    return DONE


@fault(GRAPH, "box", "langford", kinds=("graph",))
def a_child_of_a_graph_is_dropped(right, its, budget):
    end = right(its, ONE)
    for row in its.queue:
        if row[layout.TAIL] and row[layout.HEAD] == row[layout.TAIL]:
            row[layout.HEAD] = row[layout.TAIL] = 0
            break
    return end


@fault(GRAPH, "long", "box", kinds=("graph",))
def ways_to_one_situation_are_not_added(right, its, budget):
    end = right(its, ONE)
    np.minimum(its.ways, 1, out=its.ways)
    return end


@fault(GRAPH, "pairs", kinds=("graph",))
def what_was_left_is_forgotten(right, its, budget):
    """So situations that differ are one, and an option is taken after it was left."""
    end = right(its, ONE)
    its.state_of[:, its.blocks.shape[1] :] = 0
    its.bucket[:] = 0
    its.state[layout.LOST] = ONE
    return end


# Of what is written.


def rewritten(change, more):
    """The decisions as one list, changed, and the count with so many more."""

    def wrong(right, search):
        numbers = np.concatenate([*right(search), np.zeros(0, np.uint32)])
        yield change(numbers)
        if search.kind == "tree":
            search.its.state[layout.SOLUTIONS] = np.uint64(search.count + more)
        else:
            search.its.total[0] = np.uint64(search.count + more)

    return wrong


OF_DECISIONS = {  # what is done to them, how many solutions more that makes, and the fault of the house
    "the last solution is lost": (lambda numbers: numbers[:-1], -1, "truncated"),
    "a solution is there twice": (lambda numbers: np.append(numbers, numbers[-1:]), 1, "doubled"),
    "a decision is lost": (lambda numbers: np.delete(numbers, len(numbers) // 2), 0, ""),
    "a decision is written twice": (lambda numbers: np.insert(numbers, 1, numbers[0]), 0, ""),
    "the last is of another item": (lambda numbers: np.append(numbers[:-1], numbers[-1] + 1), 0, ""),
}
for kind, of in DECISIONS.items():
    for name, (change, more, house) in OF_DECISIONS.items():
        where = ("box", "langford", "queens"), (kind,)
        FAULTS[f"{name}, of a {kind}"] = Fault(of, rewritten(change, more), *where, house, silent=not more)

# Known faults of the house that have no place here: what they are put into is no part of such a search.
ELSEWHERE = {
    "two-workers": "CP-SAT alone enumerates so",
    "colour": "colours are refused",
    "content": "no best solution is looked for",
    "digest": "no digest is taken; the file holds the whole matrix",
    "verifier": "solutions are not walked to",
    "not-determined": "the model itself is another: certificates are of a matrix, not of what it was made of",
    **dict.fromkeys((name for name in HOUSE if name.startswith("hint-")), "nothing is deduced step by step"),
}
