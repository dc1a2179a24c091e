"""Aquariums: three readings of the rule against brute force, real puzzles, and every fault on one line.

One slow test reads files of a folder that ACCORD_DATA names; CONTRIBUTING.md says what is in them.
"""

import os
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from boards import water_may_stand
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import looped
from msgspec.structs import replace
from profiles import examples

import accord
from accord.errors import InputError
from accord.families.aquarium import KIND, RECORD
from accord.families.aquarium import levels as levels_of
from accord.grids.regions import parts, walls
from accord.pencil.kind import instance
from accord.puzzles.family import SpecError
from accord.render.text import line

Aquarium, build, picture, puzzles = (
    RECORD.spec, RECORD.made.model, RECORD.shown.picture, RECORD.texts.several
)  # fmt: skip
READINGS = ("region", "body", "adjacent")
FACTS = Path(__file__).parents[2] / "data" / "aquarium.txt"
BLOG = "4_5_5_3_3_1_4_5_5_3_1_3;1,1,2,3,3,3,1,2,2,2,3,4,1,2,3,3,3,4,2,2,2,5,5,4,6,2,5,5,5,4,6,6,6,4,4,4"


def levels(spec):
    return levels_of(instance(KIND, spec))


def tanks_of(spec):
    return instance(KIND, spec)["tanks"]


def free(*rows, reading="region"):
    """A spec without clues."""
    return Aquarium(tanks=rows, columns=("?",) * len(rows[0]), rows=("?",) * len(rows), reading=reading)


# -- facts: puzzles with their stated solutions, and numbers of solutions ------------------------------


def stated(path):
    """The solution and the counts that a file of puzzles states, by name."""
    solutions, counts = {}, {}
    lines = iter(path.read_text().splitlines())
    for words in map(str.split, lines):
        match words:
            case ["puzzle", name]:
                pass
            case ["size", rows, _]:
                height = int(rows)
            case ["counts", *numbers]:
                counts[name] = [int(number) for number in numbers]
            case ["solution"]:
                solutions[name] = "".join(next(lines) for _ in range(height))
    return solutions, counts


def specs_of(path):
    with path.open("rb") as file:
        return dict(puzzles(file))


SOLUTIONS, COUNTS = stated(FACTS)
SPECS = specs_of(FACTS)


@looped("name", SPECS)
def test_real_puzzles_are_unique_with_the_stated_solution(name, backend_name):
    spec = SPECS[name]
    model = build(spec)
    outcome = accord.unique(model, backend=backend_name)
    assert outcome.answer == "unique"
    assert line(picture(spec, model, outcome.solutions[0].options)) == SOLUTIONS[name]


@looped("reading", READINGS)
@pytest.mark.parametrize("name", SPECS)
def test_real_puzzles_have_the_stated_counts_under_each_reading(name, reading):
    check_count(SPECS[name], reading, COUNTS[name], "cpsat")


def check_count(spec, reading, counts, backend):
    outcome = accord.run(build(replace(spec, reading=reading)), "all", limit=3, backend=backend)
    assert outcome.count == counts[READINGS.index(reading)]


def test_the_readings_differ_on_real_puzzles():
    differing = {name for name, counts in COUNTS.items() if len(set(counts)) > 1}
    assert {"pa_15x15_normal_v2", "pa_15x15_hard_v5"} <= differing


@pytest.mark.parametrize(
    ("rows", "counts"),
    [(("121", "111"), (6, 6, 10)), (("111", "121"), (6, 10, 10))],
    ids=["U", "Pi"],
)
@pytest.mark.parametrize("number", range(3), ids=READINGS)
def test_two_arms_up_and_two_arms_down(rows, counts, number, backend_name):
    model = build(free(*rows, reading=READINGS[number]))
    assert accord.count(model, backend=backend_name).count == counts[number]


def test_the_example_of_the_blog(backend_name):
    puzzle = accord.load(f"aquarium:{BLOG}")
    outcome = accord.unique(puzzle, backend=backend_name)
    assert outcome.answer == "unique"
    assert line(puzzle.picture(outcome.solutions[0].options)) == "..#########.#####.###....#....###..."
    assert puzzle.spec == replace(accord.load("aquarium-6x6").spec, tanks=puzzle.spec.tanks)


@pytest.mark.slow
@pytest.mark.skipif("ACCORD_DATA" not in os.environ, reason="needs ACCORD_DATA=FOLDER; see CONTRIBUTING.md")
def test_all_real_puzzles_and_all_readings(backend_name):
    folder = Path(os.environ["ACCORD_DATA"])
    solutions, _ = stated(folder / "aquarium-real.txt")
    specs = specs_of(folder / "aquarium-real.txt")
    rules = [text.split() for text in (folder / "aquarium-rules.txt").read_text().splitlines()]
    rules = {words[0]: [int(word) for word in words[1:]] for words in rules if words and words[0] != "#"}
    assert set(specs) == set(rules) == set(solutions)
    assert len(specs) > len(SPECS)
    for name, spec in specs.items():
        model = build(spec)
        outcome = accord.unique(model, backend=backend_name)
        assert outcome.answer == "unique", name
        assert line(picture(spec, model, outcome.solutions[0].options)) == solutions[name], name
        for reading in READINGS:
            check_count(spec, reading, rules[name], backend_name)


# -- the rule, from its words ----------------------------------------------------------------------


@st.composite
def boards(draw, most=10):
    """The tanks of a random board, numbered: what random walls leave."""
    height = draw(st.integers(1, most))
    width = draw(st.integers(1, most // height))
    flags = st.lists(st.booleans(), min_size=height * width, max_size=height * width)
    right, below = (np.array(draw(flags)).reshape(height, width) for _ in range(2))
    return parts(right[:, 1:], below[1:])


@settings(max_examples=examples(40))
@given(tank=boards(), reading=st.sampled_from(READINGS), data=st.data())
def test_the_model_has_the_solutions_that_the_rule_allows(tank, reading, data, oracle):
    height, width = tank.shape
    cells = list(product(range(height), range(width)))
    fillings = [
        {cell for cell, wet in zip(cells, flags, strict=True) if wet}
        for flags in product((False, True), repeat=len(cells))
    ]
    fillings = [water for water in fillings if water_may_stand(tank, water, reading)]
    hidden = data.draw(st.sampled_from(fillings))
    clues = [sum(row == r for row, _ in hidden) for r in range(height)]
    clues += [sum(column == c for _, column in hidden) for c in range(width)]
    kept = data.draw(st.lists(st.booleans(), min_size=len(clues), max_size=len(clues)))
    clues = [clue if keep else "?" for clue, keep in zip(clues, kept, strict=True)]
    spec = Aquarium(
        tanks=tuple("".join(chr(0x41 + t) for t in row) for row in tank.tolist()),
        columns=tuple(clues[height:]),
        rows=tuple(clues[:height]),
        reading=reading,
    )
    model = build(spec)
    found = {line(picture(spec, model, row)) for row in oracle(model)}

    def right(water):
        counts = [sum(row == r for row, _ in water) for r in range(height)]
        counts += [sum(column == c for _, column in water) for c in range(width)]
        return all(clue in ("?", count) for clue, count in zip(clues, counts, strict=True))

    assert found == {
        "".join("#" if cell in water else "." for cell in cells) for water in fillings if right(water)
    }


# -- the model -------------------------------------------------------------------------------------


def test_items_and_options_of_a_small_model():
    model = build(Aquarium(tanks="121\n111", columns=(2, "?", 1), rows=("-", 3)))
    assert model.item_names == ("row 2", "column 1", "column 3", "T1 r1>T1 r2")
    assert model.names == ("T1 r2", "T1 r1", "T2 r1")
    assert model.items_of(2).tolist() == []
    gives = zip(model.items_of(0).tolist(), model.amount[:4].tolist(), strict=True)
    assert dict(gives) == {0: 3, 1: 1, 2: 1, 3: 1}
    assert model.low.tolist() == [3, 2, 1, 0]
    assert model.high.tolist() == [3, 2, 1, 1]
    assert model.family == "aquarium"


@given(tank=boards(40), reading=st.sampled_from(READINGS))
def test_every_cell_has_an_option_in_its_tank_and_row(tank, reading):
    spec = free(*(tuple_row(row) for row in tank.tolist()), reading=reading)
    found = levels(spec)
    for number, name in enumerate(found.names):
        rows, columns = np.nonzero(found.option == number)
        assert len(set(rows)) == len(set(tank[rows, columns])) == 1
        label, row, *column = name.split()
        assert (label, row) == (f"T{[*tanks_of(spec)][tank[rows[0], columns[0]]]}", f"r{rows[0] + 1}")
        assert column == ([] if reading == "region" else [f"c{columns[0] + 1}"])
    rows = [
        np.nonzero(found.option == option)[0][0] for pair in (found.upper, found.lower) for option in pair
    ]
    pairs = len(found.upper)
    assert [row + 1 for row in rows[:pairs]] == rows[pairs:]


def tuple_row(row):
    return "".join(chr(0x4E00 + number) for number in row)


def test_pictures_show_tanks_and_water():
    puzzle = accord.load(f"aquarium:{BLOG}")
    empty = puzzle.picture()
    assert set(empty.signs.values()) == {"."}
    assert not empty.fills
    assert empty.top == ("4", "5", "5", "3", "3", "1")
    assert empty.left == ("4", "5", "5", "3", "1", "3")
    (solution,) = accord.first(puzzle).solutions
    full = puzzle.picture(solution.options)
    assert set(full.fills) == {place for place, sign in full.signs.items() if sign == "#"}
    assert set(full.fills.values()) == {"water"}


def test_words_and_signs_draw_the_same():
    signs = Aquarium(tanks="aab\ncbb\n", columns=(1, 1, 1), rows=(2, 1))
    words = Aquarium(tanks=("12 12  7", "3\t7 7"), columns=(1, 1, 1), rows=(2, 1))
    assert [*tanks_of(signs).values()] == [*tanks_of(words).values()]
    assert [*tanks_of(words)] == ["12", "7", "3"]


def test_the_largest_board():
    side = 200
    spec = Aquarium(tanks=("a" * side,) * side, columns=(100,) * side, rows=(0,) * 100 + (200,) * 100)
    assert accord.unique(build(spec), backend="cpsat").answer == "unique"
    snake = tuple("".join("ab"[(r // 2 + c // 2) % 2] for c in range(side)) for r in range(side))
    with pytest.raises(SpecError, match="in parts that do not touch"):
        build(replace(spec, tanks=snake))


@given(boards(60))
def test_walls_and_parts(tank):
    assert (parts(*walls(tank)) == tank).all()


# -- what can be wrong -----------------------------------------------------------------------------

RIGHT = {"tanks": ("aab", "cbb"), "columns": (1, 1, 1), "rows": (2, 1)}
WRONG = [
    ({"tanks": ""}, ["tanks: found 0 rows and 0 columns; expected 1 to 200 of each"]),
    ({"tanks": ("aab", "cb")}, ["tanks[2]: found 2 cells; expected 3"]),
    ({"tanks": ("aab", "")}, ["tanks[2]: found 0 cells; expected 3"]),
    ({"tanks": ("aab", "c\x07b")}, ["tanks[2]: found '\\x07' in column 2; expected the label of a tank"]),
    ({"tanks": ("a" * 201,)}, ["tanks: found 1 rows and more than 200 columns; expected 1 to 200 of each"]),
    ({"tanks": ("a b " * 150,)}, ["tanks: found 1 rows and more than 200 columns; expected 1 to 200"]),
    ({"tanks": ("a",) * 201}, ["tanks: found more than 200 rows and 1 columns; expected 1 to 200 of each"]),
    (
        {"tanks": ("aba", "cbb")},
        ["tanks[1]: found tank 'a' in parts that do not touch, at row 1, column 1 and"],
    ),
    ({"columns": (1, 2)}, ["columns: found 2 clues; expected 3, one a column of the board"]),
    ({"rows": (1, 2, 3)}, ["rows: found 3 clues; expected 2, one a row of the board"]),
    ({"columns": (1, 1, 3)}, ["columns[3]: found '3'; expected 0 to 2, or ? for none"]),
    ({"rows": (-1, "?")}, ["rows[1]: found '-1'; expected 0 to 3, or ? for none"]),
    ({"rows": (1 << 70, "?")}, ["rows[1]: found '1180591620717411303424'; expected 0 to 3"]),
    ({"rows": (2, 2)}, ["columns: found 3 cells of water by columns and 4 by rows; expected the same"]),
    (
        {"tanks": ("aba", "cbb"), "columns": (9, 1), "rows": (5, 1)},
        ["tanks[1]: found tank 'a'", "columns: found 2 clues", "columns[1]: found '9'", "rows[1]: found '5'"],
    ),
]


@pytest.mark.parametrize(("change", "expected"), WRONG)
def test_every_fault_of_a_spec_is_one_line(change, expected):
    with pytest.raises(SpecError) as caught:
        build(Aquarium(**(RIGHT | change)))
    faults = str(caught.value).split("\n")
    assert len(faults) == len(expected)
    assert all(fault.startswith(start) for fault, start in zip(faults, expected, strict=True)), faults


def test_clues_that_are_missing_say_nothing_about_the_sum():
    assert build(Aquarium(**(RIGHT | {"rows": (2, "-"), "columns": ("?", 0, 0)}))).items == 4


def test_faults_of_a_model_file_have_their_lines(tmp_path):
    path = tmp_path / "wrong.toml"
    keys = 'tanks = """\naab\nbcb\n"""\ncolumns = [\n  1, 1,\n  7]\nrows = [1, 4]\n'
    path.write_text(f'family = "aquarium"\ntitle = "x"\n{keys}')
    with pytest.raises(InputError) as caught:
        _ = accord.load(str(path)).model
    assert [fault.removeprefix(str(path)).split("; expected")[0] for fault in caught.value.faults] == [
        ":5: tanks[2]: found tank 'b' in parts that do not touch, at row 1, column 3 and at row 2, column 1",
        ":9: columns[3]: found '7'",
        ":10: rows[2]: found '4'",
    ]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ('columns = [1, "x", 1]', "columns[2]: found 'x'; expected"),
        ('columns = "1 1 1"', "columns: found '1 1 1'; expected a list of"),
        (
            'reading = "bodies"',
            "reading: found 'bodies'; expected one of 'region', 'body', 'adjacent'; did you",
        ),
        ("tanks = 7", "tanks: found 7; expected a text or a list of texts"),
    ],
)
def test_values_of_the_wrong_type(values, expected, tmp_path):
    path = tmp_path / "wrong.toml"
    keys = {"tanks": '["aab", "cbb"]', "columns": "[1, 1, 1]", "rows": "[2, 1]"}
    keys.pop(values.split()[0], None)
    lines = [values, *(f"{key} = {value}" for key, value in keys.items())]
    path.write_text("\n".join(['family = "aquarium"', 'title = "x"', *lines]))
    with pytest.raises(InputError) as caught:
        accord.load(str(path))
    assert len(caught.value.faults) == 1
    assert caught.value.faults[0].startswith(f"{path}:3: {expected}")
