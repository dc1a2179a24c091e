"""How problems look: boards, lines, what is given, what is half known; and hints in their words."""

import re

import pytest

import accord
from accord.deduce import Contradiction, deductions
from accord.hints import Hints
from accord.problem import Problem
from accord.puzzles.hints import sentence
from accord.puzzles.puzzle import puzzle_of


def latin(values, given=None):
    problem = Problem("latin")
    x = problem.board(2, 2, values=values)
    for line in [*x.rows, *x.columns]:
        problem.different(line)
    if given is not None:
        problem.add(x[0, 1] == given)
    return puzzle_of(problem)


def test_a_board_of_signs_is_a_board_and_says_what_is_given():
    puzzle = latin([1, 2], given=1)
    assert str(puzzle.picture()) == ".1\n.."
    assert puzzle.picture().given == {(0, 0, 1)}
    assert [puzzle.model.option_name(option) for option in puzzle.given] == ["x[1,2]=1"]
    assert str(puzzle.picture(accord.unique(puzzle, backend="sat").solutions[0])) == "21\n12"


def test_longer_values_are_aligned():
    puzzle = latin([7, 12], given=7)
    assert str(puzzle.picture(accord.unique(puzzle, backend="sat").solutions[0])) == "12  7\n 7 12"


def test_other_variables_are_lines_and_what_is_open_is_told():
    problem = Problem("mixed")
    problem.boolean("lit")
    problem.choice("colour", ["red", "blue"])
    problem.integers(3, 1, 9, name="q")
    problem.board("*.\n..".replace("*", "#"), name="b")
    puzzle = puzzle_of(problem)
    option = {name: number for number, name in enumerate(puzzle.model.names)}
    assert str(puzzle.picture()).splitlines() == [
        *("lit: true or false", "colour: red, blue", "q: 3 times 1 to 9", "b:", "#.", ".."),
    ]
    known = [option[name] for name in ("lit", "q[2]=4", "b[2,1]")]
    assert str(puzzle.picture(known)).splitlines() == [
        *("lit = true", "colour: red, blue", "q = ?, 4, ?", "b:", "#.", "*."),
    ]


def test_a_number_is_no_truth():
    problem = Problem("one")
    problem.integer("n", 0, 1)
    assert str(puzzle_of(problem).picture([1])) == "n = 1"


def test_hints_speak_of_rules_and_values():
    problem = Problem("p")
    x = problem.board(1, 2, 1, 3)
    problem.add(x[0, 0] != 2)
    problem.different(x.rows[0])
    problem.add(x[0, 0] + x[0, 1] == 5, words="the sum")
    puzzle = puzzle_of(problem)
    told = [sentence(puzzle, puzzle.model, step) for step in deductions(puzzle.model)]
    assert told == [
        "by x[1,1] != 2, x[1,1] is not 2",
        "by the sum, x[1,1] is not 1",
        "x[1,1] is 3: no other value is left",
        "x[1,2] is not 1: it has another value",
    ]


def test_marks_show_the_cells_of_a_rule():
    puzzle = latin([1, 2])
    items = [
        i for i, name in enumerate(puzzle.model.item_names) if name.startswith("column 2: all different")
    ]
    assert items
    assert str(puzzle.record.shown.marks(puzzle.spec, puzzle.model, items, "?")) == ".?\n.?"


def test_hints_pass_over_what_a_rule_needs_beside_variables():
    problem = Problem("product")
    a, b, c = (problem.integer(name, 1, 9) for name in "abc")
    problem.add(a * b + c == 16, a > 6, c != 9)
    puzzle = puzzle_of(problem)
    hidden = {name for name, of in zip(puzzle.model.names, puzzle.model.hidden, strict=True) if of}
    told = list(Hints(puzzle))
    assert hidden
    assert all({*each.chosen, *each.closed} - hidden and "`" not in each.words for each in told)
    assert [each.number for each in told] == [*range(1, len(told) + 1)]
    assert "by a*b + c == 16, b is not 3" in [each.words for each in told]


def test_only_what_is_counted_is_told_in_numbers():
    problem = Problem("clauses")
    x = problem.integers(["a", "b", "c"], 1, 3)
    problem.add((x["a"] != 2) | (x["b"] == 3) | (x["c"] == 3), x["b"] != 3, x["c"] != 3)
    lamps = problem.booleans(3, name="lamp")
    problem.add(sum(lamps) == 2, ~lamps[0])
    words = [each.words for each in Hints(problem)]
    assert "by a != 2 or b == 3 or c == 3, a is not 2" in words
    two = "it needs 2 more, and only 2 are left, so lamp[2] holds and lamp[3] holds"
    assert f"lamp[1] + lamp[2] + lamp[3] == 2: {two}" in words


def of_truths_inside(less):
    """Rules that need truths and pairs of values beside variables; one solution if 5 are less."""
    problem = Problem("inside")
    cells = problem.board(3, 3, 1, 3)
    x = [cells[cell] for cell in cells]
    for line in [*cells.rows, *cells.columns]:
        problem.different(*line, words="a line")
    problem.add((x[0] + x[1] == 2 + x[2]) ^ (x[3] + x[4] + x[6] >= 6), words="the arrow")
    problem.add(accord.total(x[i] < x[i + 1] + x[i + 2] for i in range(6)) == less, words="some of six")
    problem.add(accord.maximum([x[0], x[2]]) == x[4] + 1, words="the larger one")
    problem.add(accord.element(x[:3], x[4] - 1) == x[8], words="the pointer")
    return problem


def of_cuts():
    """Cells that hang together, by cuts that hints ask for."""
    problem = Problem("cuts")
    x = problem.board(4, 4, 0, 2)
    problem.connected(x, where=1, how="cuts", words="the ones")
    problem.connected(x, where=[0, 2], how="cuts", words="the others")
    for row, number in zip(x.rows, (3, 1, 2, 4), strict=True):
        problem.add(accord.total(row) == number, words="a line")
    problem.add(x[0, 0] == 1, x[3, 3] == 1, words="the corners")
    return problem


def told(problem):
    """Its hints, and what cannot be met in the end, if it has no solution."""
    try:
        for hint in Hints(problem):
            yield hint.words
    except Contradiction as error:
        yield str(error)


@pytest.mark.parametrize("problem", [*map(of_truths_inside, range(7)), of_cuts()])
def test_hints_know_what_rules_need_by_the_words_of_the_rules(problem):
    for words in told(problem):
        assert not re.search(r"[=<>()`]|chosen|closed|what is left for", words), words


def test_the_rules_that_need_an_item_are_those_that_speak_of_what_it_says():
    problem = Problem("shared")
    a, b, c = (problem.integer(name, 1, 9) for name in "abc")
    problem.add(a * b + c == 16, words="one")
    problem.add(a * b - c >= 2, words="two")
    problem.add((a * b + c == 16) ^ (b + c == 5), words="three")
    known = dict(zip(problem.model.item_names, problem.known_by(problem.model), strict=True))
    assert known["a"] == []
    assert known["(a, b): 3 and any"] == ["one", "two", "three"]
    assert ["three"] in known.values()
    assert all(of or name in ("a", "b", "c") for name, of in known.items())
