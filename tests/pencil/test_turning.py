"""Pencil puzzles that are turned: the same solutions and ratings, and the same form in other names."""

import random
from functools import cache

import pytest
from looped import looped
from pencil_kinds import KINDS, SIZES, kind_of

import accord
from accord.grids.turns import WAYS, Way
from accord.pencil import picture, turning
from accord.pencil.boards import Board, Regions
from accord.pencil.kind import spec_of, words_of
from accord.pencil.turning import turn, ways
from accord.puzzles import table
from accord.puzzles.puzzle import Puzzle

EIGHT = set(KINDS) - {"aquarium", "kakurasu"}


@cache
def made(name, seed=7):
    size = {**SIZES, "kakuro": (5, 6), "nonogram": (4, 5), "tents": (4, 6)}.get(name, (5, 5))
    return table.family(name).random.generate(seed, size)


def puzzle(name, spec):
    return Puzzle(family=name, spec=spec, name="turned")


@pytest.mark.full
@looped("name", KINDS, parts=2)
def test_a_turned_puzzle_has_as_many_solutions_and_the_same_form(name):
    kind, spec = kind_of(name), made(name)
    assert len(ways(kind)) == (8 if name in EIGHT else 2)
    form, number = turning.form(kind, spec), accord.count(puzzle(name, spec)).count
    for place, way in enumerate(ways(kind)):
        turned = turn(kind, spec, way)
        assert turning.form(kind, turned) == form
        if place in (1, 6):  # a reflection, and a quarter turn
            assert accord.count(puzzle(name, turned)).count == number
    assert turning.form(kind, made(name, 8)) != form


TURNS = {"left-right": Way(right=True), "transposed": Way(transposed=True), "quarter": Way(True, False, True)}


@looped("name", KINDS, parts=2)
def test_a_rating_does_not_depend_on_turns(name):
    kind, spec = kind_of(name), made(name)
    found = {rating_of(name, turn(kind, spec, way)) for way in (WAYS[0], ways(kind)[-1])}
    assert len(found) == 1


def rating_of(name, spec):
    return accord.rate(puzzle(name, spec)).difficulty


@pytest.mark.parametrize("way", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("name", ["akari", "battleship", "skyscrapers", "thermometers", "nonogram"])
def test_the_solution_is_turned_with_the_puzzle(name, way):
    """By cells, for kinds with signs for directions, and with clues at the sides."""
    kind, spec = kind_of(name), made(name)
    before, after = (shown(puzzle(name, each)) for each in (spec, turn(kind, spec, way)))
    size = tuple(1 + max(axis) for axis in zip(*before[0], strict=True))
    turned = [{way.place(cell, size): value for cell, value in each.items()} for each in before]
    assert sorted(map(sorted, map(dict.items, turned))) == sorted(map(sorted, map(dict.items, after)))


def shown(of):
    return [dict(values(of, solution)) for solution in accord.solutions(of)]


def values(of, solution):
    """Of each cell whether it is full, or its value: no sign, since ends of ships turn."""
    found = picture.values(kind_of(of.family), of.spec, solution.options)
    for name, value in found.items():
        row, _, column = name.removeprefix("r").partition("c")
        if row.isdigit() and column.isdigit():
            yield (int(row) - 1, int(column) - 1), value


@looped("name", KINDS, parts=2)
def test_labels_of_regions_are_names_and_other_words_are_not(name):
    kind = kind_of(name)
    words = words_of(kind, made(name))
    form = turning.form(kind, made(name))
    for part in kind.parts:
        if isinstance(part, Regions):
            labels = sorted({word for row in words[part.key] for word in row} - {"@"})
            new = dict(zip(labels, random.Random(3).sample(labels, len(labels)), strict=True))
            renamed = [[new.get(word, word) for word in row] for row in words[part.key]]
            assert turning.form(kind, spec_of(kind, {**words, part.key: renamed})) == form
        elif isinstance(part, Board) and part.optional and words[part.key]:
            assert turning.form(kind, spec_of(kind, {**words, part.key: []})) != form


@pytest.mark.parametrize(
    ("name", "one", "twin", "other"),
    [
        ("binairo", "12../..../..../....", "21../..../..../....", "11../..../..../...."),
        ("dominosa", "0011/2012/0212", "1122/0120/1020", "0011/2012/0221"),
        ("suguru", "1../...;111/222", "3../...;111/222", "1.2/...;111/222"),
        ("suguru", "1../...;112/222", "2../...;112/222", "4../...;222/112"),
        ("magnets", "1_-;-_-;-_-;-_-;;11/22", "-_-;1_-;-_-;-_-;;11/22", "-_-;-_-;-_-;-_-;;11/22"),
        ("battleship", "fleet=1_0;1_0;1_0;../..", "fleet=1;0_1;1_0;../..", "fleet=2;1_1;1_1;../.."),
        ("kakuro", "._4,_6,/,3_0_0/,7_0_0", "._._._./._._6,_4,/._,7_0_0/._,3_0_0", "._3,_7,/,3_0_0/,7_0_0"),
        ("skyscrapers", "2_1;1_2;2_1;1_2", "1_2;2_1;1_2;2_1", "2_1;-_-;2_1;1_2"),
    ],
)
def test_names_that_the_rules_treat_alike_are_exchanged_and_no_others(name, one, twin, other):
    found = [turning.form(kind_of(name), accord.load(f"{name}:{text}").spec) for text in (one, twin, other)]
    assert found[0] == found[1] != found[2]


def test_in_a_killer_rows_of_a_band_change_places_and_rows_of_two_bands_do_not():
    cages, sums = ["1122", "3344", "5566", "7788"], ["3.7.", "7.3.", "4.6.", "6.4."]
    form = {
        order: killer(sums, cages, order)
        for order in ((0, 1, 2, 3), (1, 0, 2, 3), (2, 3, 1, 0), (2, 1, 0, 3))
    }
    assert form[0, 1, 2, 3] == form[1, 0, 2, 3] == form[2, 3, 1, 0] != form[2, 1, 0, 3]


def killer(sums, cages, order):
    text = "/".join("_".join(sums[row]) for row in order) + ";" + "/".join(cages[row] for row in order)
    return turning.form(kind_of("killer-sudoku"), accord.load(f"killer-sudoku:{text}").spec)


def test_ways_are_a_group_of_eight():
    corner = {way: (way.place((0, 1), (3, 4)), way.step((0, 1))) for way in WAYS}
    assert len(set(corner.values())) == 8
    assert Way().place((1, 2), (3, 4)) == (1, 2)
    assert Way(transposed=True, right=True).place((0, 0), (3, 4)) == (0, 2)
