"""What names stand for: single puzzles, files of many, ranges; and how those that are alike go together."""

import threading

import pytest

from accord.errors import InputError
from accord.many import pool, source


@pytest.fixture
def many(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text("queens:4\nqueens:x\n")
    return str(path)


@pytest.mark.parametrize("name", ["queens:4", "freecell:5", "pentomino-6x10"])
def test_a_name_of_one_is_its_puzzle(name):
    found = source.Source(name)
    assert [*found.read()] == [*found.read()] == [(name, found.load())]


def test_a_range_is_names_and_a_file_is_puzzles_or_what_is_wrong(many):
    found = source.Source("freecell:7-9")
    assert (found.number, found.one) == (3, False)
    assert (
        list(found.read())
        == list(found.read())
        == [("freecell:7", None), ("freecell:8", None), ("freecell:9", None)]
    )
    found = source.Source(many)
    (first, puzzle), (second, wrong) = found.read()
    assert [name for name, _ in found.read()] == [first, second]
    assert (found.number, first, second, puzzle.family) == (None, "queens:4", "queens:x", "queens")
    assert isinstance(wrong, InputError)
    with pytest.raises(InputError, match=r"many\.txt:2"):
        source.load_named((second, wrong))
    assert source.load_named(("freecell:7", None)).spec.deal == 7
    with pytest.raises(InputError, match="such as 1-32000"):
        source.Source("freecell:9-7")


def test_names_of_many_and_of_one_in_turn(many):
    assert [name for name, _ in source.Source("queens:5", many, "queens:6").read()] == [
        "queens:5", "queens:4", "queens:x", "queens:6",
    ]  # fmt: skip


def sizes(things, alike, **more):
    return [len(group) for group in pool.in_groups(things, alike, **more)]


def test_groups_grow_up_to_enough_and_only_of_what_is_alike():
    kind = object()
    assert sizes(range(900), lambda _: kind) == [1, 4, 16, 64, 256, 256, 256, 47]
    assert sizes(range(3), lambda _: None) == [1, 1, 1]
    assert sizes(range(9), lambda n: None if n == 4 else kind) == [1, 3, 1, 1, 3]
    assert sizes(range(4), lambda _: kind, ready=lambda: False) == [1, 1, 1, 1]
    groups = [n for group in pool.in_groups(range(40), lambda n: kind if n % 7 else None) for n in group]
    assert groups == list(range(40))


@pytest.mark.parametrize("workers", [1, 2])
def test_results_have_the_order_of_the_things(workers):
    """The work is `eval` of texts, which any process can do; each comes to two lists of results."""
    found = pool.results(eval, [f"[[{n}], [{n}, {2 * n}]]" for n in range(4)], workers=workers)
    assert [each for some in found for each in some] == [0, 0, 0, 1, 1, 2, 2, 2, 4, 3, 3, 6]


def test_here_what_is_known_of_a_thing_under_way_comes_and_nothing_more_is_begun():
    cancel, read = threading.Event(), []

    def work(thing, asked):
        assert asked is cancel
        yield [thing]
        cancel.set()
        yield [f"{thing}, cut short"]

    things = (read.append(n) or n for n in range(9))
    assert list(pool.results(work, things, cancel=cancel)) == [[0], ["0, cut short"]]
    assert read == [0]


def test_threads_share_what_there_is():
    seen = []
    assert list(pool.in_order(seen.append, range(20), workers=3, threads=True)) == [None] * 20
    assert sorted(seen) == list(range(20))
