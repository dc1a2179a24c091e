"""Stated symmetries: distinct counts against orbits by brute force; what is none is refused."""

from itertools import pairwise, product

import pytest

import accord
from accord.errors import AccordError, InputError, UsageError
from accord.problem import Problem, maximum
from accord.problem.graphs import graph_of


def orbits(p, *moves):
    """How many classes the solutions fall into; each move takes values, by name, to others."""
    names = [atom.name for atom in p.variables]
    every = product(*(atom.values for atom in p.variables))
    left = {values for values in every if p.holds(dict(zip(p.variables, values, strict=True)))}
    number = 0
    while left:
        number, stack = number + 1, [left.pop()]
        while stack:
            values = stack.pop()
            for move in moves:
                moved = move(dict(zip(names, values, strict=True)))
                image = tuple(moved[name] for name in names)
                if image in left:
                    left.remove(image)
                    stack.append(image)
    return number


def latin():
    p = Problem()
    x = p.board(3, 3, 1, 3)
    for line in [*x.rows, *x.columns]:
        p.different(line)
    return p, x


def turned(values):
    return {f"x[{c},{4 - r}]": values[f"x[{r},{c}]"] for r in (1, 2, 3) for c in (1, 2, 3)}


def mirrored(values):
    return {f"x[{r},{4 - c}]": values[f"x[{r},{c}]"] for r in (1, 2, 3) for c in (1, 2, 3)}


def renamed(*to):
    return lambda values: {name: to[value - 1] for name, value in values.items()}


def test_a_board_has_its_turns_and_reflections():
    p, x = latin()
    p.symmetry(x)
    assert accord.count(p.model, distinct=True).count == orbits(p, turned, mirrored) == 3
    assert accord.count(p.model).count == 12


def test_values_that_are_interchangeable():
    p, _ = latin()
    p.symmetry(values=[1, 2, 3])
    assert accord.count(p.model, distinct=True).count == orbits(p, renamed(2, 3, 1), renamed(2, 1, 3)) == 2


def test_values_and_a_board_together():
    p, x = latin()
    p.symmetry(x)
    p.symmetry(values={1: 3, 3: 1})
    assert accord.count(p.model, distinct=True).count == orbits(p, turned, mirrored, renamed(3, 2, 1))


def test_a_magic_square_is_one():
    p = Problem()
    x = p.board(3, 3, 1, 9)
    p.different(x.cells)
    for line in [*x.rows, *x.columns, *x.diagonals]:
        p.add(sum(line) == 15)
    p.symmetry(x)
    outcome = accord.count(p.model, distinct=True)
    assert (outcome.count, accord.count(p.model).count) == (1, 8)


def test_a_board_of_truths():
    p = Problem()
    x = p.board(3, 3)
    p.add(sum(x.cells) == 4, *(sum(row) >= 1 for row in [*x.rows, *x.columns]))
    p.symmetry(x)
    assert accord.count(p.model, distinct=True).count == orbits(p, turned, mirrored)


def test_hidden_options_follow_the_visible_ones():
    """Differences, a table, reified sums, an extreme: what is written for them has to move too."""
    p = Problem()
    x = p.integers(4, 1, 4)
    steps = [abs(a - b) for a, b in pairwise(x)]
    p.different(steps[0], steps[1])
    p.different(steps[1], steps[2])
    p.add((x[0] + x[1] < x[2] + x[3]) | (x[0] + x[1] > x[2] + x[3]))
    p.table(x, [row for row in product(range(1, 5), repeat=4) if row[0] != row[3]])
    p.add(maximum(x[0], x[1], x[2]) == 4, maximum(x[3], x[2], x[1]) == 4)
    p.symmetry(dict(zip(x, x[::-1], strict=True)))

    def backwards(values):
        return {f"x[{5 - n}]": values[f"x[{n}]"] for n in range(1, 5)}

    expected = orbits(p, backwards)
    assert (accord.count(p.model, distinct=True).count, expected > 10) == (expected, True)


def test_hidden_options_follow_values():
    p = Problem()
    x = p.integers(3, 1, 4)
    p.add((x[0] == x[1]) ^ (x[1] == x[2]), abs(x[0] - x[2]).among([1, 2]))
    p.relation(lambda a, b, c: a + c != 2 * b, *x)
    p.symmetry(values={1: 4, 2: 3, 3: 2, 4: 1})
    expected = orbits(p, renamed(4, 3, 2, 1))
    assert (accord.count(p.model, distinct=True).count, expected > 5) == (expected, True)


def test_variables_and_values_that_no_rule_tells_apart_are_moved_too():
    """All truths give the same to the one rule; without a rule there is nothing that values give to."""
    p = Problem()
    x = p.board(3, 3)
    p.add(sum(x.cells) == 4)
    p.symmetry(x)
    assert accord.count(p.model, distinct=True).count == orbits(p, turned, mirrored) == 23
    q = Problem()
    q.integers(3, 1, 3)
    q.symmetry(values=[1, 2, 3])
    assert accord.count(q.model, distinct=True).count == orbits(q, renamed(2, 3, 1), renamed(2, 1, 3)) == 5


def test_values_of_some_variables_only():
    p = Problem()
    a, b = p.integers(["a", "b"], 1, 3).values()
    c = p.integer("c", 1, 3)
    p.add(a != b, c != 3)
    p.symmetry(values=[1, 2, 3], of=[a, b])

    def move(*to):
        return lambda values: {n: v if n == "c" else to[v - 1] for n, v in values.items()}

    assert accord.count(p.model, distinct=True).count == orbits(p, move(2, 3, 1), move(2, 1, 3)) == 2


def test_an_objective_is_kept_too():
    p = Problem()
    x, y = p.integers(2, 1, 3)
    p.minimize(x + 2 * y)
    p.symmetry({x: y, y: x})
    with pytest.raises(InputError, match="symmetry 1"):
        p.model  # noqa: B018


@pytest.mark.parametrize(
    "rule",
    [
        lambda x: x[0] < x[1],
        lambda x: x[0] == 2,
        lambda x: (x[0] == 1) | (x[2] == 3),
        lambda x: x[0] * x[2] >= x[1],
        lambda x: abs(x[0] - x[2]) == 1,
    ],
)
def test_one_that_does_not_keep_the_rules_is_refused(rule):
    p = Problem()
    x = p.integers(3, 1, 3)
    p.add(rule(x))
    p.symmetry({x[0]: x[1], x[1]: x[0]})
    with pytest.raises(AccordError) as caught:
        accord.count(p.model, distinct=True)
    assert str(caught.value).startswith(
        "symmetry 1: it does not take the rules, as they are stated, to themse"
    )


@pytest.mark.parametrize("how", ["auto", "cuts"])
def test_a_graph_rule_is_kept_too(how):
    """Whatever is left to cuts: the rows alone would take any vertex for any other."""
    line = graph_of([("a", "b"), ("b", "c"), ("c", "d")])

    def stated(*names):
        p = Problem()
        x = p.booleans(["a", "b", "c", "d"])
        p.connected(x, line, how=how)
        p.symmetry(dict(zip(x.values(), (x[name] for name in names), strict=True)))
        return p

    def backwards(values):
        return dict(zip("abcd", [*values.values()][::-1], strict=True))

    p = stated("d", "c", "b", "a")
    assert accord.count(p, distinct=True).count == orbits(p, backwards) == 7
    with pytest.raises(InputError, match="symmetry 1: it does not take the rules"):
        accord.count(stated("b", "a", "c", "d"), distinct=True)


def test_one_between_different_domains_is_refused():
    p = Problem()
    x, y = p.integer("x", 1, 3), p.integer("y", 1, 4)
    with pytest.raises(UsageError) as caught:
        p.symmetry({x: y, y: x})
    assert str(caught.value) == "a symmetry takes y = 4 to x = 4; x has no such value"
    with pytest.raises(UsageError, match="a symmetry takes x = 3 to x = 4; x has no such value"):
        p.symmetry(values={3: 4, 4: 3})
    p.symmetry(values={3: 4, 4: 3}, of=[y])
    b, one = p.boolean("b"), p.integer("one", 0, 1)
    with pytest.raises(UsageError, match="a symmetry takes b = "):
        p.symmetry({b: one, one: b})


def test_one_of_another_problem_is_refused():
    p, (x, y) = Problem(), Problem().integers(2, 1, 3)
    p.integers(2, 1, 3)
    for given in ({"variables": {x: y, y: x}}, {"values": [1, 2], "of": [x]}):
        with pytest.raises(UsageError, match="expected variables of this problem"):
            p.symmetry(**given)


def test_the_symmetries_of_a_board_without_any_rule():
    p = accord.Problem("one cell")
    p.symmetry(p.board(1, 1, 1, 3))
    assert accord.count(p).count == accord.count(p, distinct=True).count == 3
