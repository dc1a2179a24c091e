"""How many states a count without walking goes through: a bound that holds, and that grows as they do."""

from itertools import combinations

import numpy as np
import pytest

import accord
from accord import Model
from accord.symmetry.estimate import SAMPLES, Tree, most_states, solutions
from accord.symmetry.group import burnside_terms, group_of


def strip(rows, columns):
    """Dominoes on a board, filled column by column."""
    cells = {(r, c): f"r{r}c{c}" for c in range(columns) for r in range(rows)}
    pairs = [(cell, other) for cell in cells for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))]
    options = [[cells[cell], cells[other]] for cell, other in pairs if other in cells]
    return Model.build(list(cells.values()), options, order=cells.values())


def frontiers(model):
    """Brute force: before each item, the different sets of items that options decided so far cover."""
    order = model.order.tolist()
    place = {item: at for at, item in enumerate(order)}
    first = [min(place[item] for item in model.items_of(option).tolist()) for option in range(model.options)]
    number = 0
    for at in range(len(order) + 1):
        decided = [option for option in range(model.options) if first[option] < at]
        known = set()
        for size in range(len(decided) + 1):
            for some in combinations(decided, size):
                covered = [item for option in some for item in model.items_of(option).tolist()]
                done = {item for item in covered if place[item] < at}
                if len(set(covered)) == len(covered) and len(done) == at:
                    known.add(frozenset(covered) - done)
        number += len(known)
    return number


@pytest.mark.parametrize(("rows", "columns"), [(1, 6), (2, 3), (2, 4), (3, 3)])
def test_there_are_no_more_states_than_that(rows, columns):
    model = strip(rows, columns)
    assert frontiers(model) <= most_states(model)


def test_a_strip_twice_as_long_has_twice_as_many():
    short, long = most_states(strip(3, 20)), most_states(strip(3, 40))
    assert 1.8 * short < long < 2.2 * short
    assert long <= 2**3 * (3 * 40 + 1)


def test_what_layers_counts_is_within_the_bound():
    model = accord.load("dominoes-8x8").model
    for term in burnside_terms(model, group_of(model)):
        smaller = term.model.reduced[0]
        outcome = accord.count(smaller, backend="native", engine="layers")
        assert outcome.effort.get("states", 0) <= most_states(smaller)


def test_an_item_that_may_have_more_has_more_values():
    def rest(most, low=0, amount=1):
        names = [f"c{i}" for i in range(4)]
        options = [option for name in names for option in ([name], {name: 1, "p": amount})]
        return most_states(Model.build({**dict.fromkeys(names, 1), "p": (low, most)}, options, order=names))

    assert rest(1) == pytest.approx(1 + 3 * 2 + 1)  # before any cell, between two, after all
    assert rest(3) == pytest.approx(1 + 3 * 4 + 1)
    assert rest(9) == pytest.approx(1 + 3 * 5 + 1)  # there are but four to give something
    assert rest(0, -4, amount=-1) == pytest.approx(1 + 3 * 5 + 1)  # from 0 down to -4
    assert rest(0, -1, amount=-1) == pytest.approx(
        1 + 3 * 5 + 1
    )  # what went too low could come back elsewhere


@pytest.mark.parametrize("options", [[], [[]], [["s"], ["s"]]])
def test_corners(options):
    assert 1 <= most_states(Model.build({"s": (0, 1)}, options)) <= 2


def test_a_size_that_was_not_seen_to_its_end_says_so():
    model = accord.load("dominoes-10x10").model
    size, _, whole, *_ = Tree(model).size(1 << 16, 1e300)
    assert not whole
    assert size < 2 * 258_584_046_368
    enough, _, whole, *_ = Tree(model).size(1 << 22, 1e4)
    assert not whole
    assert 1e4 <= enough < 1e7


@pytest.mark.parametrize("name", ["dominoes-6x6", "langford-8", "dominoes-heart", "l-trominoes-8x8-corner"])
def test_many_solutions_are_estimated_near_the_truth(name):
    puzzle = accord.load(name)
    size = Tree(puzzle.model).size(1 << 22, 1e300)
    assert size.solutions == pytest.approx(puzzle.counts["all"].count, rel=0.5)


def test_a_size_that_was_is_the_number_of_nodes_where_all_of_them_are_in_the_sample():
    model = Model.build(["a", "b"], [["a"], ["a"], ["b"], ["b"], ["b"]])
    assert Tree(model).size(1 << 16, 1e300) == (1 + 2 + 2 * 3, 2 * 3, True, 2 * 3)
    nothing = Model.build(["a"], np.zeros((0, 0)).tolist())
    assert Tree(nothing).size(1 << 16, 1e300) == (1, 0, True, 0)
    free = Model.build({"a": (0, 1)}, np.zeros((0, 0)).tolist())
    assert Tree(free).size(1 << 16, 1e300) == (1, 1, True, 1)


KNOWN = {  # the number of solutions, and whether samples agree about it
    "queens:8": (92, True),
    "meteor": (2098, False),
    "soma": (11520, False),
    "squares-6x6": (10668, True),
    "sudoku-4x4": (288, True),
    "one-sided-2-4-6x6": (58016, False),
    "norinori-8x8": (1, False),
    "nonogram-regular": (1, True),
    "sudoku:12../34../..../....": (12, True),
}


@pytest.mark.parametrize("name", KNOWN)
def test_samples_bound_the_number_of_solutions_and_agree_or_say_no_more(name):
    number, agreed = KNOWN[name]
    found = solutions(accord.load(name).model.reduced[0])
    if found is not None:
        assert found.least <= number
        assert found.about is None or number / 2 <= found.about <= number * 2
    assert (found is not None and found.about is not None) == agreed


@pytest.mark.parametrize(
    "name", ["pentomino-6x10", "masyu:..../..../..../....", "slitherlink:..../..../..../...."]
)
def test_samples_say_nothing_where_one_misses_all_solutions_and_of_lazy_constraints(name):
    assert solutions(accord.load(name).model.reduced[0]) is None


def test_what_an_item_has_too_much_of_is_no_solution_in_a_sample():
    model = Model.build({"a": 1, "b": (0, 1)}, [["a", "b"], ["a"], {"a": 1, "b": 2}])
    for size in Tree(model).samples(SAMPLES, 1 << 16):
        assert size.proper == 2
    assert solutions(model) == (1, 2)


def test_samples_see_solutions_to_which_options_were_added():
    model = Model.build({"a": 1, "b": (0, 2)}, [["a"], ["a"], ["b"], ["b"]])
    assert accord.count(model).count == 8
    assert solutions(model) == (4, 8)
