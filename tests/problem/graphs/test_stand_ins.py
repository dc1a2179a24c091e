"""Options that stand for many: which they are, the relaxation without these, and answers with and without."""

from random import Random

import numpy as np
import pytest

import accord
from accord.errors import InputError
from accord.problem.graph_rules import stand_ins
from accord.runner import settle


def boards(number):
    """Fillominos of small boards, some with regions of more cells than any given number."""
    dice, found = Random(5), []
    while len(found) < number:
        height, width = dice.choice([(2, 3), (2, 4), (3, 3), (2, 5)])
        rows = ["".join(dice.choice("....123") for _ in range(width)) for _ in range(height)]
        try:
            puzzle = accord.load(f"fillomino:{'/'.join(rows)}")
        except InputError:
            continue
        found.append(puzzle)
    return found


@pytest.fixture
def asked(monkeypatch):
    """Of each search whether it is of the whole model; of small models, too."""
    found, search = [], settle._Whole.search

    def noted(self, kept, *args):
        found.append(len(kept) == self.model.options)
        return search(self, kept, *args)

    monkeypatch.setattr(stand_ins, "MANY", 1)
    monkeypatch.setattr(settle._Whole, "search", noted)
    return found


def is_met(model, chosen):
    """Whether a set of options meets all items, but perhaps no lazy one."""
    there = np.isin(model.option_of_entry, [*chosen])
    given = np.bincount(model.item[there], model.amount[there], minlength=model.items)
    return bool(((model.low <= given) & (given <= model.high)).all())


@pytest.mark.usefixtures("asked")
def test_an_option_stands_for_others_and_the_relaxation_has_all_solutions_with_it():
    with_large = 0
    for puzzle in boards(60):
        model = puzzle.model
        kept = stand_ins.find_kept(model)
        if kept is None:
            continue
        others = {*range(model.options)}.difference(kept.tolist())
        large = {option for option in kept.tolist() if " over " in model.option_name(option)}
        relaxed = stand_ins.relax(model, kept)
        for solution in accord.solutions(puzzle, backend="cpsat", limit=30):
            chosen = {*solution.options}
            assert bool(chosen & others) == bool(chosen & large)
            there = np.flatnonzero(np.isin(kept, [*chosen]))
            assert is_met(relaxed, there)
            assert not relaxed.lazy.violations([relaxed.option_name(option) for option in there], None)
            with_large += bool(chosen & others)
    assert with_large > 100


@pytest.mark.parametrize("task", ["unique", "first"])
def test_answers_are_the_same_as_those_of_a_search_of_all(asked, task):
    answers = set()
    for puzzle in boards(80):
        expected = accord.count(puzzle, backend="native", limit=3).count
        before = len(asked)
        found = accord.run(puzzle, task, backend="sat")
        if task == "unique":
            assert found.answer == {0: "impossible", 1: "unique"}.get(expected, "several")
        assert found.count == min(expected, 2 if task == "unique" else 1)
        if expected == 1:
            known = accord.first(puzzle, backend="native").solutions[0]
            assert {*found.solutions[0].options} == {*known.options}
        answers.add(tuple(asked[before:]))
    assert {(False,), (False, True)} <= answers


def test_small_models_are_not_asked_about():
    assert all(stand_ins.find_kept(puzzle.model) is None for puzzle in boards(5))
