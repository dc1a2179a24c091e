"""Boards and lists as a whole: in rules, in solutions, and what is beside a cell or a hole."""

from itertools import product

import pytest

import accord
from accord import UsageError
from accord.problem import Problem, some


@pytest.mark.parametrize(
    ("lattice", "hole", "beside"),
    [
        ("square", (1, 1), ["x[1,2]", "x[2,1]", "x[2,3]", "x[3,2]"]),
        ("hexagonal", (1, 1), ["x[1,2]", "x[1,3]", "x[2,1]", "x[2,3]", "x[3,2]", "x[3,3]"]),
    ],
)
def test_a_hole_has_neighbours_too(lattice, hole, beside):
    rows = ["...", ".#.", "..."]
    drawn = rows if lattice == "square" else [". . .", " . # .", ". . ."]
    x = Problem().board("\n".join(drawn), lattice=lattice)
    assert [each.name for each in x.neighbours(*hole)] == beside
    whole = Problem().board(3, 3, lattice=lattice)
    assert [each.name for each in whole.neighbours(hole)] == beside


@pytest.mark.parametrize(
    ("lattice", "cell", "beside"),
    [
        ("triangular", (1, 1), ["x[2,1]", "x[2,3]", "x[3,2]"]),  # it stands on a side
        ("triangular", (1, 2), ["x[1,3]", "x[2,2]"]),  # it stands on a corner, at the right
        ("edges", (0, 0), ["x[1,2]", "x[2,1]", "x[2,2]"]),
        ("edges", (1, 1), ["x[1,1]", "x[1,2]", "x[3,1]", "x[3,2]", "x[4,2]"]),
    ],
)
def test_triangles_and_edges_have_neighbours(lattice, cell, beside):
    x = Problem().board(3, 3, lattice=lattice)
    assert [each.name for each in x.neighbours(*cell)] == beside


def test_a_clue_in_a_hole_counts_the_lamps_beside_it():
    p = Problem()
    lamp = p.board("...\n.#.\n...")
    p.add(sum(lamp.neighbours(1, 1)) == 4, sum(lamp.around((1, 1))) == 4)
    assert accord.count(p).count == 1


def test_a_rule_on_a_board_or_on_named_variables_is_on_their_values():
    p = Problem()
    p.different(p.board(2, 2, 1, 4))
    p.different(p.integers(["a", "b"], 1, 2))
    assert accord.count(p).count == 24 * 2


def test_a_solution_is_read_by_boards_and_lists():
    p = Problem()
    x, a, h = p.board(2, 2, 1, 4), p.integers(2, 5, 6, name="a"), p.integers(["one"], 7, 7)
    p.different(x.cells)
    p.increasing([*x.cells, *a], strictly=True)
    found = accord.unique(p).solutions[0]
    assert found[x] == {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}
    assert (found[x.columns], found[a], found[h]) == ([[1, 3], [2, 4]], [5, 6], {"one": 7})
    assert dict(found) == found.values


def test_values_by_name_are_held_against_the_rules():
    p = Problem()
    x = p.integers(["a", "b"], 1, 3)
    p.increasing(x, strictly=True)
    found = accord.first(p).solutions[0]
    assert all(map(p.holds, (found, found.values, {x["a"]: 1, x["b"]: 3})))
    assert not p.holds({"a": 2, "b": 2})
    with pytest.raises(accord.errors.UsageError, match="found no value of b; expected one of each variable"):
        p.holds({"a": 1})


def test_what_is_said_of_both_and_what_is_known_read_as_they_were_written():
    p = Problem()
    x, lit = p.integer("x", 1, 3), p.boolean("lit")
    p.add(lit.iff(x == 1), ~(lit ^ (x == 2)), lit | lit.iff(x == 3), False, some([]) | lit)
    texts = ["iff(lit, x == 1)", "iff(lit, x == 2)", "lit or iff(lit, x == 3)", "False", "False or lit"]
    assert [rule.words for rule in p.rules] == texts


def test_a_rule_on_all_cells_is_called_by_the_name_of_the_board():
    p = Problem()
    p.different(p.board(4, 4, 1, 16, name="square").cells)
    assert [rule.words for rule in p.rules] == ["square: all different"]


def test_one_number_of_a_cell_may_be_an_expression(tmp_path):
    p = Problem()
    x, n = p.board("...\n...\n.#.", low=1, high=3), p.integer("n", 0, 3)
    p.add(x[1, n] + x[n, 0] == 5, ~n.among([0]))
    p.save(tmp_path / "saved.toml")
    right = 0
    for row in product(range(1, 4), repeat=8):
        cell = dict(zip(x, row, strict=True))
        right += sum(
            cell[1, at] + cell[at, 0] == 5 for at in (1, 2)
        )  # 3 is outside, of the row and the column
    assert accord.count(p).count == accord.count(accord.load(tmp_path / "saved.toml")).count == right


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (
            lambda n: (n, n),
            r"found x\[n, n\]; one number of a cell may be an expression, and then the others are",
        ),
        (lambda n: (n, slice(None)), r"found x\[n, :\]; one number of a cell may be an expression"),
        (lambda n: (n, 9), r"x has no cell \[n, 9\]; places count from 0"),
        (lambda n: (2, n), r"found x\[2, n\], but that line has a hole; take accord.element"),
        (lambda n: n, r"x has 2 numbers to a cell; found 1"),
    ],
)
def test_another_place_that_is_not_known_is_refused(place, message):
    p = Problem()
    x, n = p.board("...\n...\n.#.", low=1, high=3), p.integer("n", 0, 3)
    with pytest.raises(UsageError, match=message):
        x[place(n)]


OPERATIONS = [
    lambda n, t: n & n, lambda n, t: n & t, lambda n, t: t & n, lambda n, t: 1 & n, lambda n, t: True & n,
    lambda n, t: n | 1, lambda n, t: t | 1, lambda n, t: "a" | t, lambda n, t: n ^ n, lambda n, t: n >> t,
    lambda n, t: t >> n, lambda n, t: 1 >> t, lambda n, t: ~n,
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(OPERATIONS)))
def test_what_numbers_cannot_do_is_a_sentence(number):
    p = Problem()
    n = p.integer("n", 0, 2)
    with pytest.raises(UsageError, match="which is no truth; "):
        OPERATIONS[number](n, n == 1)
