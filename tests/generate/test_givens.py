"""The fewest pieces of a solution that leave it alone: against brute force, and known forcing numbers."""

import json
from itertools import combinations
from random import Random

import pytest
from commands import called

import accord
from accord.errors import UsageError
from accord.generate import GivenMaker, givens
from accord.generate.givens import Fewest
from accord.model.derive import reorder
from accord.runner.limits import Limits


def fewest(name, seed):
    model = accord.load(name).model
    search = Fewest(model, frozenset(range(model.options)), Random(seed), Limits())
    search.run()
    return search


def all_solutions(name):
    return [frozenset(each.options) for each in accord.solutions(accord.load(name))]


def by_brute_force(solution, order, every):
    """The first of the smallest sets that no other solution has, where sets compare as words do."""
    for number in range(len(order) + 1):
        for some in combinations(order, number):
            if sum(each.issuperset(some) for each in every) == 1:
                return frozenset(some)
    raise AssertionError(solution)


@pytest.mark.parametrize("name", ["dominoes-torus-4x4", "l-tetrominoes-4x8"])
def test_the_givens_are_the_first_of_the_fewest_by_brute_force(name):
    every = all_solutions(name)
    for seed in range(2):
        search = fewest(name, seed)
        assert search.proved
        assert search.givens == by_brute_force(search.solution, search.order, every)


def test_forcing_numbers_of_squares_are_within_the_known_bounds():
    """L. Pachter, P. Kim, "Forcing matchings on square grids", 1998: n to n * n for a square of 2n x 2n."""
    numbers = {len(fewest("dominoes-6x6", seed).givens) for seed in range(3)}
    assert 3 <= min(numbers) <= max(numbers) <= 9


def test_what_takes_too_many_questions_has_givens_that_are_all_needed(monkeypatch):
    monkeypatch.setattr(givens, "MOST_QUESTIONS", 20)
    every = all_solutions("dominoes-6x6")
    search = fewest("dominoes-6x6", 1)
    assert not search.proved
    assert search.words.endswith(f"(each is needed; at least {search.at_least} are)")
    assert sum(each >= search.givens for each in every) == 1
    assert all(sum(each >= search.givens - {one} for each in every) > 1 for one in search.givens)


SOURCES = [
    "dominoes-6x6", "dominoes-5x5-one-empty", "calendar-new-year", "heart-hexominoes-uneven", "soma",
    "pentahexes-5x5", "meteor", "chessboard-pentominoes",
]  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_a_puzzle_with_givens_has_one_solution_and_keeps_what_it_had(name):
    source = accord.load(name)
    if accord.first(source).answer == "impossible":
        with pytest.raises(UsageError, match="the puzzle has no solution; expected one"):
            next(iter(GivenMaker(source)))
        return
    (made,) = GivenMaker(source, seed=2)
    assert made.found_by.split("/")[0] != made.proved_by.split("/")[0]
    given = {made.puzzle.model.option_name(option) for option in made.puzzle.given}
    before = {source.model.option_name(option) for option in source.given}
    assert given >= before
    assert made.puzzle.title.startswith(f"{source.title}: {len(given - before)} given (the fewest)")
    assert all(accord.unique(made.puzzle, backend=each).answer == "unique" for each in ("native", "sat"))


def test_the_same_seed_gives_the_same_puzzles_however_many_are_made():
    source = accord.load("dominoes-6x6")
    several = [made.puzzle.spec.board for made in GivenMaker(source, seed=5, count=2)]
    assert several[:1] == [made.puzzle.spec.board for made in GivenMaker(source, seed=5, count=1)]
    assert len({*several}) == 2


@pytest.mark.full
def test_two_pentominoes_can_leave_one_way_to_lay_the_other_ten():
    (made,) = GivenMaker(accord.load("pentomino-6x10"), seed=0)
    assert made.puzzle.title == "Twelve pentominoes, 6 x 10: 2 given (the fewest)"
    rest = [*accord.solutions(made.puzzle)]
    assert len(rest) == 1


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [
        ("queens:6", {}, "queens:6: no part of a solution of queens can be given"),
        (
            "dominoes-6x6",
            {"symmetry": "diagonal"},
            "symmetry: found it for dominoes-6x6; it is for",
        ),
        ("dominoes-6x6", {"more": {"box": 1}}, "more: found it for dominoes-6x6"),
        ("dominoes-6x6", {"unique": False}, "its puzzles have one solution in any case"),
    ],
)
def test_what_cannot_be_asked_is_refused(name, more, message):
    with pytest.raises(UsageError, match=message):
        next(iter(GivenMaker(accord.load(name), **more)))


def test_a_limit_says_how_few_are_known_to_do(monkeypatch):
    def stop(_search, _inside, _outside):
        raise accord.StoppedError("the time is over")

    monkeypatch.setattr(Fewest, "_choose", stop)
    with pytest.raises(accord.StoppedError) as error:
        next(iter(GivenMaker(accord.load("dominoes-6x6"), seed=1)))
    assert str(error.value) == "the time is over; 5 given (each is needed; at least 0 are)"


def test_options_in_another_order_have_the_same_solutions():
    model = accord.load("dominoes-6x6").model
    order = Random(1).sample(range(model.options), model.options)
    found = {frozenset(order[o] for o in each.options) for each in accord.solutions(reorder(model, order))}
    assert found == {frozenset(each.options) for each in accord.solutions(model)}


def test_the_command_takes_a_puzzle_in_the_place_of_a_family(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = called("generate", "dominoes-6x6", "--seed", 1, "--number", 2, "-o", "given/")
    assert done.returncode == 0, done.stderr
    assert accord.unique(accord.load("given/dominoes-6x6-1-2.toml")).answer == "unique"
    one = json.loads(called("generate", "dominoes-6x6", "--seed", 1, "--json").stdout)
    assert one["puzzle"] == (tmp_path / "given" / "dominoes-6x6-1-1.toml").read_text().rstrip("\n")
    for words, message in (
        (("dominoes-6x6", "--size", "4x4"), "found --size for dominoes-6x6, which has a size"),
        (("sudoku",), "found no --size; expected columns x rows: --size 10x10"),
        (("sudko", "--size", "4x4"), "unknown family 'sudko'"),
        (("dominoes-6x6", "--shard", "1/2", "-o", "x"), "--shard is for families, and needs --size"),
    ):
        refused = called("generate", *words)
        assert message in refused.stderr
        assert refused.returncode == 2
