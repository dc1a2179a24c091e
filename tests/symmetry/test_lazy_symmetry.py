"""Symmetries of lazy models: those that keep what the lazy part says; classes by brute force."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from joined import Joined, joined, solutions, turned

import accord
from accord.errors import RefusedError
from accord.runner.work import work_of
from accord.symmetry.group import group_of, moved_options

SUMS = [
    ((2, 3, 2), (2, 3, 2)),
    ((2, 3, 2, 1), (2, 2, 2, 2)),
    ((2, 3, 3, 2), (2, 3, 3, 2)),
    ((1, 3, 1), (2, 1, 2)),
]
SWAP = ((2, 2, 2), (1, 3, 2))  # lines of one sum can be swapped, but then other cells are neighbours


def classes(model):
    """The number of classes under the reflections that keep the sums."""
    lazy, down, across = model.lazy, model.low[: model.lazy.rows], model.low[model.lazy.rows :]
    rows = [range(lazy.rows)] + [range(lazy.rows)[::-1]] * bool((down == down[::-1]).all())
    columns = [range(lazy.columns)] + [range(lazy.columns)[::-1]] * bool((across == across[::-1]).all())
    found = set()
    for solution in solutions(model):
        places = [tuple(int(part) - 1 for part in cell[1:].split("c")) for cell in solution]
        found.add(min(tuple(sorted((r[a], c[b]) for a, b in places)) for r, c in product(rows, columns)))
    return len(found)


@pytest.mark.parametrize("sums", SUMS)
@pytest.mark.parametrize("method", [None, "filter"])
def test_distinct_solutions(backend_name, sums, method):
    model = turned(joined(*sums))
    found = accord.count(model, distinct=True, method=method, backend=backend_name)
    assert (found.count, found.exact) == (classes(model), True)
    assert found.count < len(solutions(model)) or not found.count


def test_parts_of_a_split_stay_lazy():
    model = turned(joined(*SUMS[1]))
    assert accord.count(model, distinct=True).method == "split"
    assert all(
        part.model.lazy == model.lazy
        for part in work_of(model, distinct=True, method="split", root=None).parts
    )


def test_a_symmetry_that_does_not_keep_the_lazy_part_is_none(monkeypatch):
    model = joined(*SWAP)
    swapped = np.arange(model.items)
    swapped[[model.item_index["row 1"], model.item_index["row 2"]]] = (1, 0)
    model = model.with_symmetries([np.arange(model.items), swapped])
    assert len(group_of(model)) == 1
    true = len(solutions(model))
    assert accord.count(model, distinct=True).count == true
    monkeypatch.setattr(Joined, "keeps", lambda *_: True)  # who believes it all counts wrongly
    model = replace(model)  # with nothing kept of it
    assert len(group_of(model)) == 2
    assert accord.count(model, distinct=True).count < true


def test_where_one_symmetry_takes_options_is_known_only_if_the_lazy_part_is_kept():
    model = turned(joined(*SUMS[1]))
    group = group_of(model)
    assert [moved_options(model, row).tolist() for row in group.items] == group.options.tolist()
    assert len(group) == 2
    model = joined(*SWAP)
    swapped = np.arange(model.items, dtype=np.int32)
    for one, two, kept in (
        ("row 1", "row 2", False),
        ("row 1", "row 3", True),
        ("column 1", "column 2", False),
    ):
        row, places = swapped.copy(), [model.item_index[name] for name in (one, two)]
        row[places] = row[places[::-1]]
        moved = moved_options(model, row)
        assert (moved is not None) == kept
        without = moved_options(replace(model, lazy=None), row)
        assert (without is not None) == (one[:3] == "row"), "lines of one sum can be swapped"


def test_hidden_options_are_moved_along():
    sums = SUMS[0]
    plain, hidden = turned(joined(*sums)), joined(*sums, hidden=True)
    number = hidden.item_index
    every = []
    for row in plain.symmetries:
        moved = np.arange(hidden.items)
        moved[: plain.items] = row
        for cell in hidden.lazy.cells:
            r, c = map(int, cell[1:].split("c"))
            image = plain.item_names[row[number[f"row {r}"]]], plain.item_names[row[number[f"column {c}"]]]
            moved[number[f"with {cell}"]] = number[f"with r{image[0][4:]}c{image[1][7:]}"]
        every.append(moved)
    model = hidden.with_symmetries(every)
    assert len(group_of(model)) == 4
    assert accord.count(model, distinct=True).count == classes(plain)


def test_a_sum_over_all_symmetries_stays_refused():
    with pytest.raises(RefusedError, match="no quotient"):
        accord.count(turned(joined(*SUMS[0])), distinct=True, method="burnside")
