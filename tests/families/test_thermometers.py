"""Thermometers: models against every filling of small boards, generated ones, pictures, and faults."""

from itertools import product

import pytest
from boards import chains, thermometer_fillings
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.errors import InputError, UsageError
from accord.families.thermometers import RECORD as THERMOMETERS
from accord.puzzles.bounds import LARGEST
from accord.puzzles.family import SpecError
from accord.render.text import text

Thermometers, build, picture = THERMOMETERS.spec, THERMOMETERS.made.model, THERMOMETERS.shown.picture
parse, write, generate = THERMOMETERS.texts.parse, THERMOMETERS.texts.emit, THERMOMETERS.random.generate
RING = ("^>", "<v")
SMALL = "2_1_1_3_1_0;o>>,o.v,v.v"


def solutions(spec, backend):
    """The sets of full cells of all solutions, from the names of the options."""
    model = build(spec)
    found = [solution.options for solution in accord.solutions(model, backend=backend)]
    sets = {
        frozenset(tuple(int(n) - 1 for n in model.names[o][1:].split("c")) for o in options)
        for options in found
    }
    assert len(sets) == len(found)
    return sets


def hide(spec, hidden):
    """The puzzle without some of its clues."""
    width = len(spec.columns)
    clues = ["?" if gone else clue for clue, gone in zip((*spec.columns, *spec.rows), hidden, strict=False)]
    return Thermometers(board=spec.board, columns=tuple(clues[:width]), rows=tuple(clues[width:]))


@settings(max_examples=25)
@given(
    st.integers(0, 10**6),
    st.integers(1, 3),
    st.integers(1, 4),
    st.lists(st.booleans(), min_size=7, max_size=7),
)
def test_solutions_are_those_of_every_filling_tried(seed, height, width, hidden):
    spec = hide(generate(seed, (height, width), longest=4), hidden)
    expected = thermometer_fillings(spec)
    assert expected
    for backend in ("native", "cpsat", "sat"):
        assert solutions(spec, backend) == expected


def test_a_board_without_clues_has_every_level(backend_name):
    # chains of 5, 2 and 1 cells, beside a place without a thermometer
    spec = Thermometers(board=("o>>.", "o.vo", "v.v."), columns=("?",) * 4, rows=("-",) * 3)
    assert accord.count(build(spec), backend=backend_name).count == 6 * 3 * 2


@pytest.mark.parametrize("seed", range(4))
def test_backends_agree_on_generated_puzzles(seed):
    model = build(generate(seed, (7, 9), partial=0.8))
    assert len({accord.count(model, backend=name).count for name in ("native", "cpsat", "sat")}) == 1


def test_the_generator_keeps_its_word():
    spec = generate(5, (12, 9), longest=5)
    assert generate(5, (12, 9), longest=5) == spec != generate(6, (12, 9), longest=5)
    assert (len(spec.rows), len(spec.columns)) == (12, 9)
    every = chains(spec.board)
    assert {len(chain) for chain in every} <= {2, 3, 4, 5}
    assert sum(map(len, every)) == sum(sign != "." for row in spec.board for sign in row)
    for chain in every:  # it does not touch itself
        beside = [(a, b) for a, b in product(chain, chain) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
        assert len(beside) == 2 * (len(chain) - 1)
    assert accord.first(build(spec)) is not None


@given(st.integers(0, 10**6), st.integers(1, 9), st.integers(1, 9), st.lists(st.booleans(), max_size=30))
def test_text_round_trip(seed, height, width, hidden):
    spec = hide(generate(seed, (height, width)), [*hidden, *[False] * 30])
    assert parse(write(spec)) == spec


def test_picture():
    spec = parse(SMALL)
    model = build(spec)
    assert text(picture(spec, model, None)).splitlines()[1:4] == [
        "  ┏━━━━━━━━┓",
        "3 ┃ o  >  >┃",
        "  ┣━━┳━━┓  ┃",
    ]
    (solution,) = accord.solutions(model)
    shown = picture(spec, model, solution.options)
    full = {place[1:] for place, sign in shown.signs.items() if sign == "#"}
    assert {frozenset(full)} == thermometer_fillings(spec)
    assert set(shown.fills.values()) == {"mercury"}
    assert (shown.top, shown.left) == (("2", "1", "1"), ("3", "1", "0"))


@pytest.mark.parametrize(
    ("board", "columns", "rows", "faults"),
    [
        (RING, "??", "??", ["board[1]: found '^' at column 1, in a ring without a bulb"] + ["ring"] * 3),
        (("o>", ".>"), "??", "??", ["board[2]: found '>' at column 2, to which no cell leads"]),
        ((">.",), "??", "?", ["board[1]: found '>' at column 1, to which no cell leads"]),
        (("<o>",), "???", "?", ["'<' at column 1, where a thermometer forks", "'>' at column 3, where"]),
        (("oo", "o"), "??", "??", ["board[2]: found 1 cells; expected 2"]),
        (("ox",), "??", "?", ["board[1]: found 'x' in column 2; expected o (a bulb), > (a step), v"]),
        (("",), "", "?", ["board: found 0 rows and 0 columns; expected 1 to 200 of each"]),
        ((), "", "", ["board: found 0 rows and 0 columns; expected 1 to 200 of each"]),
        (("o",) * (LARGEST + 1), "?", "?", ["board: found more than 200 rows and 1 columns; expected"]),
        (("o" * (LARGEST + 1),), "?", "?", ["board: found 1 rows and more than 200 columns; expected"]),
        (("o.",), (1, 1), (1,), ["columns[2]: found 1; expected 0 to 0, the cells of a column"]),
        (("o>",), (1,), (1, 2), ["columns: found 1 clues; expected 2", "rows: found 2 clues; expected 1"]),
        (("o>",), (-1, 1), (3,), ["columns[1]: found '-1'", "rows[1]: found '3'; expected 0 to 2"]),
        (("o>",), (1, 1), (1,), ["columns: found 2 cells of mercury by columns and 1 by rows"]),
    ],
)
def test_faults(board, columns, rows, faults):
    with pytest.raises(SpecError) as caught:
        build(Thermometers(board=board, columns=tuple(columns), rows=tuple(rows)))
    assert len(caught.value.faults) == len(faults)
    for fault, expected in zip(str(caught.value).splitlines(), faults, strict=True):
        assert expected in fault


@pytest.mark.parametrize(
    "given_text", ["", "1_1", "1_x;o>", ";", "1_1_1;o>" * 50_000, "?_?_?;o>;", "1_1_2;\x00"]
)
def test_texts_that_are_none(given_text):
    with pytest.raises(SpecError):
        parse(given_text)


def test_faults_of_a_file_have_its_lines(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(
        'family = "thermometers"\ntitle = "t"\nboard = """\no>\n>o\n"""\ncolumns = [9, 1]\nrows = [1, 1]\n'
    )
    with pytest.raises(InputError) as caught:
        accord.load(str(path)).model  # noqa: B018 (the model is built when it is asked for)
    assert f"{path}:5: board[2]: found '>' at column 1" in str(caught.value)
    assert f"{path}:7: columns[1]: found '9'" in str(caught.value)


def test_the_family_is_in_the_table():
    assert accord.load(f"thermometers:{SMALL}").family == THERMOMETERS.name


@pytest.mark.parametrize(
    ("size", "more", "fault"),
    [
        ((0, 5), {}, "rows: found 0; expected 1 to 200"),
        ((5, 201), {}, "columns: found 201"),
        ((5, 5), {"longest": 1}, "longest: found 1; expected a whole number from 2 to 200"),
        ((5, 5), {"longest": 2.5}, "longest: found 2.5"),
        ((5, 5), {"partial": "half"}, "partial: found 'half'; expected a number from 0.0 to 1.0"),
    ],
)
def test_what_cannot_be_generated(size, more, fault):
    with pytest.raises(UsageError) as caught:
        generate(0, size, **more)
    assert fault in str(caught.value)
