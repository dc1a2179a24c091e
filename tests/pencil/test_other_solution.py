"""Other solutions: the nearest agrees longest with the known one; all together, where they differ."""

import pytest
from pencil_kinds import kind_of

import accord
from accord.pencil import making
from accord.pencil.other_solution import nearest_other, open_variables

PUZZLES = {  # each with some solutions
    "slitherlink": {"board": ("3..", "...", "..2")},
    "hitori": {"board": ("112", "231", "323")},
    "yin-yang": {"board": ("b..", "...", "..w")},
    "masyu": {"board": ("....", "....", "....", ".b..")},
}


@pytest.mark.parametrize("name", PUZZLES)
def test_it_agrees_longest(name):
    problem = kind_of(name).problem(**PUZZLES[name])
    every = {each.options: problem.values(each.options) for each in accord.solutions(problem)}
    assert len(every) > 2
    for options, known in every.items():
        others = [values for each, values in every.items() if each != options]
        agreeing = [[values[name] == value for name, value in known.items()] for values in others]
        nearest = others[agreeing.index(max(agreeing))]
        assert nearest_other(problem, known) == nearest
        differs = {name for name, value in known.items() if any(each[name] != value for each in others)}
        assert open_variables(problem, known) == differs


def test_there_is_none_where_the_known_one_is_alone():
    problem = kind_of("slitherlink").problem(board=("3222", "2232", "3222"))
    (solution,) = accord.unique(problem).solutions
    known = problem.values(solution.options)
    assert nearest_other(problem, known) is None
    assert open_variables(problem, known) == set()
    assert making.another(problem, known) is None
