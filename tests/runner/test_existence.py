"""A count that finds nothing asks beside it whether there is a solution, and no count is another for that."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from profiles import examples
from random_models import models

import accord
from accord.backends.contract import Slice
from accord.runner import portfolio
from accord.runner.portfolio import Existence
from accord.runner.run import Run

TWELVE = accord.Model.build({"a": 1}, {f"{i}": ["a"] for i in range(12)})


def answering(known, after):
    """An Existence that knows after so many slices, on a clock that goes on by one second with each slice."""
    time, asked = [0.0], []

    class Asking(Existence):
        def _search(self):
            for _ in range(after):
                time[0] += 1
                asked.append(time[0])
                yield
            return known

    def counting(slices):
        for _ in range(slices):
            time[0] += 1
            yield 0, Slice(effort={"nodes": 1})
        yield 0, Slice(effort={"nodes": 1}, complete=True)

    return Asking(TWELVE, None, clock=lambda: time[0]), counting, asked


SOLVED = SimpleNamespace(answer="solved", count=1)
NONE = SimpleNamespace(answer="impossible", count=0, backend="native", engine="sums", chosen="it learns")


def test_it_takes_its_share_of_the_time_and_no_more():
    beside, counting, asked = answering(SOLVED, after=10**9)
    assert sum(1 for _ in beside.beside(counting(1000), lambda: True, list)) == 1001
    assert portfolio.SHARE * 1000 - 2 <= len(asked) <= portfolio.SHARE * (1000 + len(asked)) + 1


def test_a_count_that_has_found_something_asks_nobody():
    beside, counting, asked = answering(SOLVED, after=10)
    assert sum(1 for _ in beside.beside(counting(100), lambda: False, list)) == 101
    assert not asked


def test_once_a_solution_is_known_the_count_goes_on_alone():
    beside, counting, asked = answering(SOLVED, after=3)
    steps = [step for _, step in beside.beside(counting(100), lambda: True, lambda: [0])]
    assert (len(steps), len(asked), beside.shown) == (101, 3, True)


def test_where_there_is_none_each_part_that_is_left_ends():
    beside, counting, _ = answering(NONE, after=3)
    steps = [*beside.beside(counting(100), lambda: True, lambda: [2, 5])]
    assert [index for index, step in steps if step.complete] == [2, 5]
    assert len(steps) < 50
    assert not beside.shown


@pytest.fixture
def at_once(monkeypatch):
    """The question is asked at the first slice, and until it is answered."""
    monkeypatch.setattr(portfolio, "COUNTING", 0.0)
    monkeypatch.setattr(portfolio, "SHARE", 1e9)


def test_a_count_that_is_stopped_says_that_there_is_a_solution(at_once, tmp_path):
    board = "\n".join(["." * 20] * 20)  # so wide that the count, which does not walk, would take hours
    file = tmp_path / "dominoes.toml"
    file.write_text(
        f'family = "packing"\ntitle = "20 x 20"\npieces = "dominoes"\ncopies = [0, 200]\n'
        f'board = """\n{board}"""'
    )
    run = Run(accord.load(str(file)), "count")
    for _ in run:
        if run.count:
            break
    outcome = run.outcome
    assert (outcome.words, outcome.exact, outcome.status) == ("at least 1", False, "cancelled")
    assert outcome.found == "at least 1 solution"


@given(models())
@settings(max_examples=examples(200), deadline=None)
def test_counts_are_the_same_with_it(model):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portfolio, "COUNTING", -1.0)
        patch.setattr(portfolio, "SHARE", 1e9)
        try:
            found = accord.count(model)
        except accord.AccordError as refused:
            with pytest.raises(type(refused)):
                accord.count(model, node_limit=10**12)
            return
    alone = accord.count(model, node_limit=10**12)  # with a limit of nodes nobody else is asked
    assert (found.count, found.exact, found.answer) == (alone.count, alone.exact, alone.answer)


@pytest.mark.parametrize("more", [{}, {"distinct": True}, {"distinct": True, "method": "burnside"}])
@pytest.mark.parametrize(("puzzle", "right"), [("queens:3", (0, 0)), ("queens:6", (4, 1))])
def test_every_way_of_counting_is_right_with_it(at_once, puzzle, right, more):
    outcome = accord.count(accord.load(puzzle), **more)
    assert (outcome.count, outcome.exact) == (right["distinct" in more], True)
