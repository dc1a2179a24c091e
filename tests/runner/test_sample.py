"""Drawing solutions: fair, repeatable, true solutions, by number and by walking alike."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from waiting import Later

import accord
from accord import Model, Population, RefusedError, StoppedError, UsageError
from accord.backends.native import distribution
from accord.model.verify import valid
from accord.runner import sample


@pytest.fixture(params=["numbered", "walk"])
def way(request, monkeypatch):
    if request.param == "walk":
        monkeypatch.setattr(
            sample.Population, "_number", lambda self, limit: (None, "walk: as the test says")
        )
    return request.param


@pytest.mark.full
@pytest.mark.parametrize("name", ["pentomino-3x20", "pentomino-4x15", "langford-8", "tetrahexes-4x7"])
def test_every_number_is_another_solution(way, name):
    puzzle = accord.load(name)
    population = Population(puzzle)
    assert population.how.startswith(way)
    truth = {solution.options for solution in accord.solutions(puzzle)}
    assert population.total == len(truth)
    if way == "walk":
        found = {population.nth(number).options for number in (1, 2, population.total)}
        assert len(found) == 3
        assert found <= truth
    else:
        assert {population.nth(number).options for number in range(1, population.total + 1)} == truth


def test_frequencies_are_those_of_all_solutions(way):
    puzzle = accord.load("pentomino-4x15", variant="hoyt")
    truth = Counter(option for solution in accord.solutions(puzzle) for option in solution.options)
    assert Population(puzzle).frequencies() == [truth[option] for option in range(puzzle.model.options)]


def test_draws_are_fair_and_repeatable(way):
    population = Population(accord.load("pentomino-3x20"))
    drawn = Counter(solution.number for solution in population.sample(1600, seed=1))
    assert set(drawn) == set(range(1, 9))
    assert (
        sum((count - 200) ** 2 / 200 for count in drawn.values()) < 30
    )  # chi-square, 7 degrees: 1 in 10,000
    assert population.sample(5, seed=2) == population.sample(5, seed=2) != population.sample(5, seed=3)


def test_draws_in_turn_do_not_disturb_each_other(way):
    population = Population(accord.load("pentomino-3x20"))
    alone = population.sample(6, seed=2)
    one, other = population.draw(6, seed=2), population.draw(6, seed=3)
    pairs = list(zip(one, other, strict=True))
    assert [solution for solution, _ in pairs] == alone
    assert [solution for _, solution in pairs] == population.sample(6, seed=3)
    assert population.frequencies() == population.frequencies()
    assert list(one) == []


def test_a_numbering_that_was_left_refuses(monkeypatch):
    """It is left at its first step, and in the middle and before the last of those that no clock decides."""
    backwards, seen = distribution.Distribution._backwards, []

    def watched(self):
        for each in backwards(self):
            seen.append(each)
            yield each

    monkeypatch.setattr(distribution.Distribution, "_backwards", watched)
    model = accord.load("pentomino-3x20").model
    whole = distribution.Distribution(model)
    for _ in whole.steps():
        pass
    assert (whole.total, list(whole.steps())) == (8, [])
    most = len(seen)
    assert most > 2
    for number in (0, most // 2, most):
        seen.clear()
        left = distribution.Distribution(model)
        for _ in left.steps():
            if len(seen) >= number:
                break
        with pytest.raises(UsageError, match="was left before its end"):
            _ = left.total
        with pytest.raises(UsageError, match="was left before its end"):
            left.frequencies()


def test_numbers_beyond_64_bits():
    puzzle = accord.load("monominoes-dominoes-9x9")
    population = Population(puzzle)
    assert population.total == 10_185_111_919_160_666_118_608
    last = population.nth(population.total)
    assert valid(puzzle.model, np.array([last.options], np.int32)).all()
    assert sum(population.frequencies()) > 2**70


def test_nobody_walks_for_months(monkeypatch):
    refuse = "distribution takes up to 0 states where they take several words"
    monkeypatch.setattr(distribution, "MOST_WIDE_STATES", 0)
    far = Population(accord.load("monominoes-dominoes-9x9"))
    assert (far.total, far.how.startswith(f"walk: {refuse}")) == (10_185_111_919_160_666_118_608, True)
    said = r"would be walked to, past all before it, which takes months \(walk: .*\); `solve` with a limit"
    for ask in (lambda: far.sample(1), lambda: far.nth(far.total), far.frequencies):
        with pytest.raises(RefusedError, match=said):
            ask()
    assert far.nth(3).number == 3


def test_too_little_memory_is_no_obstacle():
    population = Population(accord.load("pentomino-4x15"), memory_limit=100_000)
    assert population.how.startswith("walk: layers may use 100,000 bytes")
    assert population.total == 1472


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda population: population.nth(0), "number 0; expected 1 to 8"),
        (lambda population: population.nth(9), "number 9; expected 1 to 8"),
        (lambda population: population.sample(-1), "-1 solutions"),
    ],
)
def test_what_cannot_be_asked(ask, said):
    with pytest.raises(UsageError, match=said):
        ask(Population(accord.load("pentomino-3x20")))


def test_no_list_is_made_of_more_draws_than_memory_has(way):
    draws = Population(accord.load("pentomino-3x20")).draw(10**18)
    if way == "numbered":
        assert [solution.number for solution in islice(draws, 3)] == [7, 7, 1]  # of seed 0
    else:
        with pytest.raises(RefusedError, match="at most 1,000,000 where it walks to solutions"):
            next(draws)


def test_nothing_to_draw():
    population = Population(Model.build(["a", "b"], [["a"]]))
    assert population.sample(0) == []
    with pytest.raises(UsageError, match="no solution"):
        population.sample(1)


@pytest.mark.full
def test_time_and_cancel_end_it(monkeypatch):
    puzzle = accord.load("one-sided-5x18")
    with pytest.raises(StoppedError) as stopped:
        Population(puzzle, time_limit=0.3)
    assert stopped.value.exit_code == 5
    with pytest.raises(StoppedError) as stopped:
        Population(puzzle, cancel=Later(10))
    assert stopped.value.exit_code == 130
    monkeypatch.setattr(sample.Population, "_number", lambda self, limit: (None, "walk"))
    with pytest.raises(StoppedError, match="not all solutions were seen"):
        Population(puzzle, time_limit=0.3)
