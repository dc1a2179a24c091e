"""What a model is made of is told rule by rule, before it is paid."""

import pytest
from commands import called

import accord
from accord.cli.library import _rows
from accord.errors import RefusedError
from accord.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.views import MOST, costs, table


def product(size):
    p = Problem("product")
    x = p.integers(3, 1, size)
    p.add(x[0] != x[1], x[0] * x[1] == x[2], words="a product")
    p.maximize(x[2] + 1)
    return p


def test_what_rules_add_is_the_model():
    p = product(12)
    told = list(p.costs())
    assert [each.rule for each in told] == ["variables", "a product", "a product", "maximize x[3] + 1"]
    assert told[0][1:] == (36, 3, 36)
    model = p.model
    assert sum(each.options for each in told) == model.options
    assert sum(each.rows for each in told) == model.items
    assert sum(each.entries for each in told) == len(model.item)


def test_a_rule_that_is_refused_comes_behind_what_was_told(capsys):
    p = product(5000)
    told = p.costs()
    assert next(told).options == 15000
    assert next(told).rule == "a product"
    with pytest.raises(RefusedError, match="pairs of values"):
        next(told)
    with pytest.raises(RefusedError, match="pairs of values"):
        _rows(Puzzle(family="problem", spec=p), as_json=False)
    assert "15,000" in capsys.readouterr().out


def test_other_families_tell_their_items():
    queens = accord.load("queens:4")
    told = list(costs(queens))
    assert told[0] == ("options", 16, 0, 0)
    assert [each.rule for each in told[1:]] == list(queens.model.item_names)
    assert sum(each.entries for each in told) == len(queens.model.item)


def test_the_table_has_the_largest_and_the_sum_of_all():
    out = called("show", "queens-8", "--rows").stdout.splitlines()
    assert out[0].split() == ["options", "rows", "entries"]
    assert len(out) == 1 + MOST + 2
    assert out[-2].endswith("35 smaller ones")
    model = accord.load("queens-8").model
    assert out[-1].split() == [str(model.options), str(model.items), str(len(model.item)), "all"]
    assert table(list(costs(accord.load("queens:4"))))[0] == "options  rows  entries"


def test_rows_exclude_other_sights_and_are_json_too():
    assert "exclude each other" in called("show", "queens-8", "--rows", "--pieces").stderr
    out = called("show", "queens:4", "--rows", "--json").stdout
    assert '{"rule":"options","options":16,"rows":0,"entries":0}' in out
