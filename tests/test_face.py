"""The public functions: each takes a problem, a puzzle or a model, and says the same of all three."""

import html
import json
import pickle
from collections import Counter
from importlib import import_module

import pytest
from commands import called

import accord
from accord.deduce import Contradiction
from accord.errors import RefusedError, UsageError
from accord.hints import Hints
from accord.puzzles.puzzle import Puzzle, puzzle_of
from accord.runner.run import Run
from accord.scene.palette import SHADES

FACE = [
    "count",
    "first",
    "unique",
    "solutions",
    "best",
    "prove",
    "explain",
    "hint",
    "rate",
    "sample",
    "frequencies",
    "draw",
    "film",
    "compare",
]


def sums():
    """a + b == 5, a < b, both 1 to 4, and a truth that says whether a is 1."""
    p = accord.Problem("sums", title="Two numbers that make 5")
    x = p.integers(["a", "b"], 1, 4)
    one = p.boolean("one")
    p.add(x["a"] + x["b"] == 5, x["a"] < x["b"], one.iff(x["a"] == 1))
    return p, x, one


@pytest.fixture(params=["problem", "puzzle", "model"])
def asked(request):
    p, _, _ = sums()
    return {"problem": p, "puzzle": puzzle_of(p), "model": p.model}[request.param]


def test_all_are_exported():
    names = [*FACE, "Problem", "minimum", "maximum", "element", "every", "some", "ledger"]
    assert set(names) <= set(accord.__all__)
    for name in names:
        assert callable(getattr(accord, name)), name
    import_module("accord.render.text")
    assert callable(accord.draw)


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
def test_counts(asked, backend):
    assert accord.count(asked, backend=backend).count == 2
    assert len(list(accord.solutions(asked, backend=backend))) == 2
    assert accord.unique(asked, backend=backend).answer == "several"
    assert accord.first(asked, backend=backend).answer == "solved"


def test_proofs_hints_ratings_samples_and_drawings(asked):
    assert accord.prove(asked).claim == "several"
    assert accord.explain(asked).answer == "solvable"
    assert accord.hint(asked).number == 1
    assert accord.rate(asked).rating == "search"
    (drawn,) = accord.sample(asked, seed=3)
    assert drawn == accord.sample(asked, 1, seed=3)[0]
    assert "<svg" in accord.draw(asked).svg()
    assert accord.draw(asked, drawn).svg() != accord.draw(asked).svg()
    with pytest.raises(RefusedError, match="no objective"):
        accord.best(asked)


def drawn(result):
    return result._repr_html_().count("<svg")


def test_notebooks_show_words_and_boards(asked):
    board = int(not isinstance(asked, accord.Model))
    hint, rated, explained = accord.hint(asked), accord.rate(asked), accord.explain(asked)
    for result in (hint, rated, explained, accord.prove(asked), accord.unique(asked)):
        assert html.escape(str(result)) in result._repr_html_()
        again = pickle.loads(pickle.dumps(result))
        assert (again, drawn(again)) == (result, 0)  # the puzzle is no part of it
        assert again.json() == result.json()
    assert [drawn(each) for each in (hint, rated, explained)] == [board, 0, board]
    assert drawn(accord.prove(asked)) == drawn(accord.unique(asked)) == 2 * board


def test_a_hint_is_drawn_as_it_was_when_it_was_given():
    hints = [*Hints(accord.load("aquarium-6x6"))]
    assert len({hint._repr_html_().partition("<svg")[2] for hint in hints}) == len(hints)
    assert hints[0]._repr_html_() == accord.hint(accord.load("aquarium-6x6"))._repr_html_()


def test_what_has_no_solution_is_drawn_with_shades_where_it_fails():
    explained = accord.explain(accord.load("queens:3"))
    assert explained.answer == "impossible"
    assert drawn(explained) == 1
    (scene,) = explained.drawings
    (shade,) = (shape for shape in scene.shapes if shape.layer == "cells" and shape.fill == SHADES[0])
    assert len(shade.rings) == 9  # all cells of the lines that are named


def test_frequencies_are_what_the_command_prints_and_a_board_each_in_notebooks(asked):
    found, solutions = accord.frequencies(asked), [each.names for each in accord.solutions(asked)]
    counted = Counter(name for names in solutions for name in names)
    assert found.total == len(solutions)
    assert {row.option: row.solutions for row in found.rows if row.solutions} == counted
    assert pickle.loads(pickle.dumps(found)) == found
    queens = accord.frequencies(accord.load("queens:6"))
    assert called("sample", "queens:6", "--frequencies", "-q").stdout == f"{queens}\n"
    assert drawn(queens) == 1
    assert drawn(accord.frequencies(accord.load("queens:3"))) == 0


@pytest.mark.full
def test_a_comparison_is_its_report_in_a_notebook():
    compared = accord.compare(sums()[0], engines=["native", "sat"])
    assert html.escape(str(compared)) in compared._repr_html_()


def test_what_is_none_of_them_is_told():
    for function in FACE:
        with pytest.raises(UsageError, match=r"found a int; expected a problem, a puzzle or a model"):
            list(getattr(accord, function)(5) or ())
    with pytest.raises(UsageError, match=r"accord\.load\('queens:4'\)"):
        accord.hint("queens:4")


# -- solutions --------------------------------------------------------------------------------------


def test_a_solution_reads_by_name_and_by_variable():
    p, x, one = sums()
    solution = next(s for s in accord.solutions(p) if s["one"])
    assert (solution["a"], solution[x["b"]], solution[one]) == (1, 4, True)
    assert solution.values == {"a": 1, "b": 4, "one": True}
    assert list(solution) == ["a", "b", "one"]
    assert "a" in solution
    assert "z" not in solution
    assert "a" in str(solution)
    assert "<svg" in solution._repr_svg_()
    with pytest.raises(UsageError, match=r"unknown variable 'aa'; there are a, b, one; did you mean 'a'"):
        solution["aa"]


def test_other_solutions_say_what_they_have():
    queens = accord.first(accord.load("queens:4")).solutions[0]
    with pytest.raises(UsageError, match=r"queens:4 has no variables; a solution of it has `options` and"):
        queens["a"]
    with pytest.raises(UsageError, match="a bare model has no variables"):
        list(accord.first(sums()[0].model).solutions[0])


def test_a_solution_stays_as_it_is_whatever_is_said_later():
    p, x, _ = sums()
    before = accord.first(p).solutions[0]
    late = p.integer("late", 1, 9)
    p.add(late == 9, x["a"] == 2)
    assert "late" not in before.values
    after = accord.first(p).solutions[0]
    assert after.values == {"a": 2, "b": 3, "one": False, "late": 9}


def test_json_and_pickles_of_outcomes_are_those_of_models():
    p, _, _ = sums()
    whole, bare = (json.loads(accord.unique(asked).json())["solutions"] for asked in (p, p.model))
    assert whole == bare
    outcome = accord.unique(p)
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_an_unknown_name_among_many_is_still_a_line():
    p = accord.Problem("wide")
    p.booleans(1000)
    with pytest.raises(UsageError) as error:
        accord.first(p).solutions[0]["y"]
    assert "and 960 more" in str(error.value)
    assert len(str(error.value)) < 600


# -- what is wanted ---------------------------------------------------------------------------------


def sack():
    p = accord.Problem("sack")
    x = p.booleans(4)
    p.add(3 * x[0] + 4 * x[1] + 5 * x[2] + 6 * x[3] <= 10)
    return p, x


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
def test_what_is_maximized_is_told_with_its_own_sign(backend):
    p, x = sack()
    p.maximize(2 * x[0] + 3 * x[1] + 6 * x[2] + 7 * x[3] + 100)
    outcome = accord.best(p, backend=backend)
    assert (outcome.value, outcome.bound, outcome.answer) == (110, 110, "best")
    assert outcome.found == "value 110"
    assert json.loads(outcome.json())["value"] == 110


def test_a_bound_of_what_is_maximized_lies_above(monkeypatch):
    model = accord.Model.build({"a": (0, 2)}, {"x": ["a"], "y": ["a"], "z": ["a"]}, maximize={"x": 2, "z": 5})
    outcome = accord.best(model)
    assert (outcome.value, outcome.solutions[0].names) == (7, ("x", "z"))
    run = Run(model, "best")
    monkeypatch.setattr(run._findings._best, "value", -5)
    monkeypatch.setattr(run._findings._best, "bound", lambda parts, exhausted: -7)
    assert run.outcome.found == "value 5, none above 7"


# -- hints ------------------------------------------------------------------------------------------


def test_hints_know_what_is_told_of_variables():
    p, x, one = sums()
    assert Hints(p, {x["a"]: 2}).known == Hints(p, {"a": 2}).known == ([1], [0, 2, 3])
    for known, a in (({"one": True}, 1), ({one: False}, 2)):
        hints = Hints(p, known)
        list(hints)
        assert p.options["a"][a] in hints.person.chosen
    solved = accord.hint(p, known={"a": 2, "b": 3, "one": False})
    assert solved is None
    with pytest.raises(Contradiction):
        accord.hint(p, known={"a": 1, "b": 3}, after=9)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({"c": 1}, "unknown variable 'c'; there are a, b, one"),
        ({"a": 7}, "known: found 7 for a; expected one of 1, 2, 3, 4"),
    ],
)
def test_what_is_known_of_nothing_is_told(known, said):
    with pytest.raises(UsageError, match=said):
        accord.hint(sums()[0], known=known)


def test_hints_of_puzzles_take_boards_and_of_models_options():
    queens = accord.load("queens:4")
    board = accord.hint(queens, known=".Q../..../..../....")
    options = accord.hint(queens, known={queens.model.option_name(1): True})
    assert board == options
    named = {queens.model.option_name(1): True}
    assert accord.hint(queens.model, known=named).chosen == board.chosen
    with pytest.raises(UsageError, match="a bare model has no board"):
        accord.hint(queens.model, known=".Q../..../..../....")


def test_hints_and_ratings_are_what_the_commands_print():
    puzzle = accord.load("aquarium-6x6")
    done = called("hint", "aquarium-6x6", "--json", "--after", 1)
    assert json.loads(done.stdout) == json.loads(accord.hint(puzzle, after=1).json())
    assert called("hint", "aquarium-6x6").stdout.startswith(f"{accord.hint(puzzle)}\n")
    done = called("rate", "queens:6", "--json")
    assert json.loads(done.stdout) == json.loads(accord.rate(accord.load("queens:6")).json())
    assert called("rate", "queens:6").stdout.strip() == str(accord.rate(accord.load("queens:6")))


def test_a_rating_that_is_stopped_says_so():
    found = accord.rate(accord.load("queens:30"), time_limit=1e-6)
    assert found.rating is None
    assert found.at_least == "bounds"
    assert "stopped after" in found.reason
    assert "at least easy, stopped after" in str(found)


# -- distinct ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [None, "split", "burnside"])
def test_distinct_without_a_symmetry_warns(method):
    p, _, _ = sums()
    outcome = accord.count(p, distinct=True, method=method)
    assert outcome.count == 2
    assert [warning for warning in outcome.warnings if "Problem.symmetry" in warning]
    assert "warning: no symmetries are declared" in str(outcome)


def test_distinct_with_one_does_not():
    p = accord.Problem("rooms")
    x = p.integers(3, 1, 3)
    p.different(x)
    p.symmetry(values=[1, 2, 3])
    outcome = accord.count(p, distinct=True)
    assert (outcome.count, outcome.warnings) == (1, ())


def test_a_problem_is_a_puzzle_of_its_own_family():
    p, _, _ = sums()
    puzzle = puzzle_of(p)
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.name, puzzle.title, puzzle.record.name) == ("sums", "Two numbers that make 5", "problem")
    assert puzzle.model is p.model
    assert puzzle_of(puzzle) is puzzle
    assert puzzle_of(p.model) is p.model


def test_problems_and_models_have_no_plans():
    p, _, _ = sums()
    with pytest.raises(UsageError, match="sums is a model, no plan problem"):
        accord.plan(p)
    with pytest.raises(UsageError, match="a model has solutions, and no plans"):
        accord.plan(p.model)


def test_witnesses_differ_in_what_is_visible():
    p = accord.Problem("hidden")
    x = p.integers(3, 1, 3)
    p.add(accord.maximum(x[0], x[1]) + x[2] == 6)
    assert p.model.hidden.any()
    for found in (accord.unique(p), accord.prove(p)):
        assert found.difference
        assert all(name.startswith("x[") for name in found.difference)
