"""Candidates: equal to the union over all solutions, by every backend; shares; limits; impossible puzzles."""

import json
import re
from collections import Counter
from threading import Event

import pytest
from commands import called
from looped import looped
from verdicts import TEXTS

import accord
from accord.errors import UsageError
from accord.model.model import Model
from accord.puzzles import table
from accord.puzzles.cell_values import cell_values, exclusive, own_values

MOST = 3_000  # solutions that a test walks to
SMALL = {  # instead of the text with several solutions, where these are too many or too slow
    "macmahon": "2x3,free",
    "queens": "5",
    "latin": "3",
    "costas": "4",
    "golomb": "4",
    "langford": "4",
    "steiner": "7",
    "killer-sudoku": "3_._7_./7_._3_./3_._7_./7_._3_.;1122/3344/5566/7788",
}
OPEN = [
    f"{family}:{SMALL.get(family, texts[1])}"
    for family, texts in TEXTS.items()
    if family not in ("macmahon", "steiner", "clue-sets")
]
UNIQUE = [f"{family}:{texts[0]}" for family, texts in TEXTS.items() if texts[0]]
LIBRARY = [
    "dominoes-5x5-one-empty",
    "slitherlink-6",
    "dominoes-torus-4x4",
]


def union(puzzle):
    """The values of all solutions, with how many have each: by walking to all of them."""
    cells = own_values(puzzle)
    found = {name: Counter() for name in cells}
    total = 0
    for solution in accord.solutions(puzzle, backend="native"):
        total += 1
        assert total <= MOST
        chosen = frozenset(solution.options)
        for name, values in cells.items():
            found[name].update(value for value, shown in values.items() if shown.holds(chosen))
    return found, total


@looped("name", [*OPEN, *UNIQUE, *LIBRARY])
def test_candidates_are_the_union_over_all_solutions(name):
    puzzle = accord.load(name)
    expected, total = union(puzzle)
    found = accord.candidates(puzzle)
    assert (found.status, found.answer) == ("complete", "found")
    assert {name: set(values) for name, values in found.values.items()} == {
        name: set(values) for name, values in expected.items()
    }
    assert all(len(set(values)) == len(values) for values in found.values.values())
    if total == 1:
        assert found.known.keys() == expected.keys()


@looped("name", [*OPEN, "dominoes-5x5-one-empty"])
def test_shares_are_those_of_all_solutions(name):
    puzzle = accord.load(name)
    expected, total = union(puzzle)
    found = accord.candidates(puzzle, shares=True)
    assert found.solutions == total
    for cell, values in found.values.items():
        assert dict(zip(values, found.counts[cell], strict=True)) == expected[cell]


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
@pytest.mark.parametrize(
    "name",
    ["sudoku:12....1..1......", "langford:4", "akari:.../.../...", "slitherlink-6", "dominoes-5x5-one-empty"],
)
def test_every_backend_finds_the_same(name, backend):
    puzzle = accord.load(name)
    expected, _ = union(puzzle)
    found = accord.candidates(puzzle, backend=backend)
    assert {cell: set(values) for cell, values in found.values.items()} == {
        cell: set(values) for cell, values in expected.items()
    }
    assert found.backend == backend


def test_cells_that_may_stay_empty_together_are_found_by_every_backend(tmp_path):
    path = tmp_path / "empty.toml"
    head = 'family = "packing"\ntitle = "Two stay empty"\npieces = "dominoes"\ncopies = "any"\n'
    path.write_text(head + "size = [2, 3]\nempty = 2\n")
    puzzle = accord.load(path)
    expected, _ = union(puzzle)
    assert all(len(values) > 1 for values in expected.values())
    for backend in ("sat", "native", "cpsat"):
        found = accord.candidates(puzzle, backend=backend)
        assert {cell: set(values) for cell, values in found.values.items()} == {
            cell: set(values) for cell, values in expected.items()
        }


@looped("family", [family for family, texts in TEXTS.items() if texts[2]])
def test_an_impossible_puzzle_has_no_candidates(family):
    found = accord.candidates(accord.load(f"{family}:{TEXTS[family][2]}"))
    assert (found.answer, found.values, found.status) == ("impossible", {}, "complete")


def test_a_bare_model_has_its_options():
    model = Model.build(["a", "b"], {"x": ["a"], "y": ["b"], "z": ["a", "b"], "w": ["b"], "v": []})
    assert accord.candidates(model).values == dict.fromkeys("xyzwv", (True, False))
    counts = accord.candidates(model, shares=True).counts
    assert counts == {"x": (4, 2), "y": (2, 4), "z": (2, 4), "w": (2, 4), "v": (3, 3)}


def test_a_limit_keeps_what_was_seen():
    cancel = Event()

    def show(words, _):
        number, what, *_ = words.split()
        if what == "solutions," and int(number) >= 3:
            cancel.set()

    found = accord.candidates(accord.load("queens:8"), cancel=cancel, show=show)
    assert (found.status, found.answer, found.known) == ("cancelled", "found", {})
    assert str(found).startswith("at least these values; cancelled")
    whole = accord.candidates(accord.load("queens:8"))
    assert all({*found.values[cell]} <= {*some} for cell, some in whole.values.items())
    assert sum(map(len, found.values.values())) < sum(map(len, whole.values.values()))


def test_an_unknown_backend_is_refused():
    with pytest.raises(UsageError, match="unknown backend"):
        accord.candidates(accord.load("queens:5"), backend="nonsense")


def test_every_family_of_models_has_values():
    for family, texts in TEXTS.items():
        assert table.family(family).made.model is not None
        found = [cell_values(accord.load(f"{family}:{text}")) for text in texts if text]
        assert all(found), family
        assert any(len(values) > 1 for cells in found for values in cells.values()), family


OWN = re.compile(r"r\d+c\d+(-r\d+c\d+)?|line\[\d+,\d+,\d+,\d+\]")  # a cell, a rectangle, an edge


@looped("family", [name for name, row in table.rows().items() if row.group in ("pencil", "edge")])
def test_what_only_helps_to_state_rules_is_no_candidate(family):
    """Such as `L:r1c1-r2c1-r3c1-r3c2` of a LITS, `r1c2 over 4` of a fillomino."""
    record = table.family(family)
    puzzle = accord.load(f"{family}:{record.texts.example}")
    names = {*own_values(puzzle)}
    assert names
    if record.made.variables is not None:
        assert all(OWN.fullmatch(name) for name in names)
    if family not in ("dominosa", "shikaku"):  # the pieces of others are not what a solution states
        assert not any("c" in name.partition("c")[2] for name in names)


HELPED = ["lits:1112/1222/1122", "fillomino:4.../..../..../...2", "nurikabe:2../.../..3"]


@pytest.mark.parametrize("name", HELPED)
def test_candidates_list_the_cells_alone(name):
    puzzle = accord.load(name)
    found = accord.candidates(puzzle)
    assert 0 < len(found.values) < len(puzzle.variables)
    assert all(OWN.fullmatch(each) and "-" not in each for each in found.values)


def test_show_prints_the_board_and_the_cells_with_several_values():
    done = called("show", "sudoku:12....1..1......", "--candidates", "--shares")
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[0]) == (0, "10 of 16 cells have several values")
    assert lines[3] == "┃ 1  2┃ ?  ?┃"
    assert lines[-1] == "r4c3: 2 67%, 3 17%, 4 17%"
    found = json.loads(called("show", "sudoku:12....1..1......", "--candidates", "--json").stdout)
    assert found["values"]["r4c3"] == [2, 3, 4]
    assert (
        called("show", "akari:0./.0", "--candidates").stdout
        == "there is no solution, so no cell has a value\n"
    )


def test_arguments_of_candidates_need_them():
    done = called("show", "queens:5", "--shares")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--shares and --backend are for --candidates" in done.stderr


def test_drawings_show_the_values_of_open_cells():
    svg = called("draw", "sudoku:12....1..1......", "--candidates", "-o", "-").stdout
    assert [svg.count(f">{signs}<") for signs in ("34", "234", "?")] == [6, 4, 0]
    done = called("draw", "akari:0./.0", "--candidates", "-o", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is nothing to draw" in done.stderr
    one = accord.candidates(accord.load("sudoku:12....1..1......"))
    assert len(one.drawings) == 1
    assert accord.candidates(accord.load("slitherlink-6")).drawings == []


@pytest.mark.parametrize("backend", ["sat", "native", "cpsat"])
def test_every_backend_sees_that_each_of_three_may_be_left_out(backend):
    model = Model.build({"two": (2, 3)}, {name: ["two"] for name in "xyz"})
    assert accord.candidates(model, backend=backend).values == dict.fromkeys("xyz", (True, False))


def test_options_exclude_each_other_where_an_item_takes_only_one():
    options = {"x": ["a", "b"], "y": ["a"], "z": ["b"]}
    assert exclusive(Model.build({"a": 1, "b": 1}, options), [0, 1])
    assert not exclusive(Model.build({"a": 2, "b": 1}, options), [0, 1])
    assert not exclusive(Model.build({"a": 1, "b": 1}, options), [1, 2])
    assert exclusive(Model.build({"a": 2, "b": 1}, options), [1])


@pytest.mark.parametrize(
    ("high", "amounts", "expected"),
    [(1, (1, 1), True), (3, (2, 2), True), (3, (1, 1, 3), False), (3, (2, 3, 2), True), (4, (2, 2), False)],
)
def test_options_exclude_each_other_where_no_two_fit_into_an_item(high, amounts, expected):
    """So the two least amounts decide."""
    model = Model.build({"room": (0, high)}, [{"room": amount} for amount in amounts])
    assert exclusive(model, range(len(amounts))) is expected
