"""Reduction and its effort: less of it drops less, and is never more than was allowed."""

import numpy as np
import pytest
from models import strip

from accord.model import reduce, regions
from accord.model.reduce import in_bounds, reduction, supported_options
from accord.model.regions import fillable
from accord.puzzles.loader import load

PLENTY = 1 << 40
RULES = (in_bounds, supported_options, fillable)


@pytest.mark.parametrize("name", ["meteor", "pentomino-3x20"])
def test_less_effort_drops_less_but_nothing_wrong(name):
    model = load(name).model
    best = reduction(model)
    kept_before = model.options
    for effort in (0, 1000, 100_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000):
        keep = reduction(model, effort)
        assert keep[best].all()
        kept_before = min(kept_before, int(keep.sum()))
    assert reduction(model, 0).all()
    assert kept_before == best.sum()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_spends_no_more_than_it_may(rule):
    model = load("pentomino-4x15").model
    best, needed = rule(model, PLENTY)
    for effort in [0, 1, 1000, needed // 2, needed - 1, needed]:
        keep, spent = rule(model, effort)
        assert spent <= effort
        assert keep[best].all()
    assert (keep == best).all()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "model",
    [strip(8, *range(1, 9)), strip(5, 2, 2, 1), strip(9, 2, 3, number=None)],
    ids=["all", "few", "any"],
)
def test_nor_on_a_small_board_whatever_that_is(rule, model):
    best, needed = rule(model, PLENTY)
    for effort in np.unique(np.linspace(0, needed, 150).astype(int)).tolist():
        keep, spent = rule(model, effort)
        assert spent <= effort
        assert keep[best].all()
    assert (keep == best).all()


@pytest.mark.parametrize(
    ("model", "efforts"),
    [
        (strip(5, 2, 2, 1), (336, 664, 9_064)),
        (strip(8, *range(1, 9)), (1_376, 2_899, 23_632)),
        (strip(9, 2, 3, number=None), (368, 739, 17_844)),
        (strip(300, 2, number=None), (7_184, 27_553, 1_070_422)),
        (load("meteor").model, (125_088, 1_145_558, 1_404_356)),
    ],
    ids=["few", "all", "any", "long", "meteor"],
)
def test_effort_does_not_depend_on_the_machine(model, efforts):
    """Nor may it: what is dropped depends on it, and on that the state of a search that is resumed."""
    assert tuple(rule(model, PLENTY)[1] for rule in RULES) == efforts
    assert efforts[0] == 8 * (len(model.item) + model.items)  # every entry and every demand


def test_work_in_pieces_gives_the_same(monkeypatch):
    model = load("meteor").model
    keep = reduction(model)
    monkeypatch.setattr(reduce, "WORDS_AT_ONCE", 1)
    monkeypatch.setattr(reduce, "LEAST_WIDTH", 3)
    monkeypatch.setattr(regions, "LABELS_AT_ONCE", 5000)
    assert (reduction(model) == keep).all()


def test_boards_of_more_than_255_cells():
    narrow, wide = strip(250, 2, number=None), strip(260, 2, number=None)
    for model in (narrow, wide):
        assert np.flatnonzero(fillable(model, PLENTY)[0]).tolist() == list(range(0, model.options, 2))
