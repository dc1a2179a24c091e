"""Nonograms: models against every picture of small boards, text forms, pictures, and what is refused."""

from itertools import product

import numpy as np
import pytest
from boards import nonogram_pictures, shown_by
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.errors import InputError, UsageError
from accord.families.nonogram import LARGEST, LONGEST, clues_of
from accord.families.nonogram import RECORD as NONOGRAM
from accord.model.data import Kind
from accord.puzzles.family import SpecError

Nonogram, build, picture = NONOGRAM.spec, NONOGRAM.made.model, NONOGRAM.shown.picture
parse, write, generate = NONOGRAM.texts.parse, NONOGRAM.texts.emit, NONOGRAM.random.generate
SMALL = "3x2:2;0;1;1.1;1"
TEXTS = {
    "line": SMALL,
    "line, as Pattern writes it": "3x2:2//1/1.1/1",
    "lines": "1 1\n1\n\n2\n0\n1\n",
    "commas": "1,1\n1\n\n2\n0\n1",
    "non": 'title "no ink: 0"\nwidth 3\nheight 2\n\nrows\n1,1\n1\n\ncolumns\n2\n0\n1\n\ngoal "101100"\n',
    "non, columns first": "columns\n2\n0\n1\nrows\n1,1\n1\n",
}


def solutions(spec, backend):
    """The pictures of all solutions, read back from how they are drawn."""
    model = build(spec)
    found = [
        tuple(sign == "#" for _, sign in sorted(picture(spec, model, solution.options).signs.items()))
        for solution in accord.solutions(model, backend=backend)
    ]
    assert len(set(found)) == len(found), "a picture has one solution"
    return set(found)


def hide(spec, hidden):
    """The puzzle with nothing said of some lines."""
    lines = ["?" if gone else line for line, gone in zip((*spec.columns, *spec.rows), hidden, strict=False)]
    width = len(spec.columns)
    return Nonogram(columns=tuple(lines[:width]), rows=tuple(lines[width:]))


@settings(max_examples=examples(30))
@given(st.data(), st.integers(1, 3), st.integers(1, 4))
def test_solutions_are_those_of_every_picture_tried(data, height, width):
    cells = data.draw(st.lists(st.booleans(), min_size=height * width, max_size=height * width))
    hidden = data.draw(st.lists(st.sampled_from([False, False, True]), min_size=7, max_size=7))
    spec = hide(Nonogram(**clues_of(np.array(cells).reshape(height, width))), hidden)
    expected = nonogram_pictures(spec)
    assert tuple(cells) in expected
    for backend in ("native", "cpsat", "sat"):
        assert solutions(spec, backend) == expected


@settings(max_examples=examples(40))
@given(st.data(), st.integers(1, 3), st.integers(1, 4))
def test_runs_that_no_picture_may_have(data, height, width):
    def lines(count, cells):
        runs = [shown_by(line) for line in product((False, True), repeat=cells)]
        return tuple(tuple(data.draw(st.sampled_from(runs))) for _ in range(count))

    spec = Nonogram(columns=lines(width, height), rows=lines(height, width))
    if sum(map(sum, spec.columns)) != sum(map(sum, spec.rows)):
        with pytest.raises(SpecError, match="cells of ink by columns"):
            build(spec)
    else:
        assert solutions(spec, "native") == nonogram_pictures(spec)


@pytest.mark.parametrize("runs", [(), (0,), (9,), (1, 1, 1), (2, 3), (1, 1, 1, 1, 1), (4, 4)])
def test_the_options_of_a_line_are_its_fillings(runs, backend_name):
    spec = Nonogram(rows=(runs,), columns=("?",) * 9)
    expected = [
        line for line in product((False, True), repeat=9) if shown_by(line) == [run for run in runs if run]
    ]
    assert accord.count(build(spec), backend=backend_name).count == len(expected)


@pytest.mark.parametrize("seed", range(4))
def test_backends_agree_on_generated_puzzles(seed):
    model = build(generate(seed, (9, 11), density=0.5))
    counts = {accord.count(model, backend=name).count for name in ("native", "cpsat", "sat")}
    assert len(counts) == 1
    assert counts != {0}


def test_the_model_is_an_exact_cover_that_stays_small():
    model = build(generate(1, (30, 30)))
    assert model.kind == Kind.EXACT_COVER
    assert len(model.item) < 50_000


def test_the_generator_keeps_its_word():
    spec = generate(3, (8, 11), density=0.25)
    assert generate(3, (8, 11), density=0.25) == spec != generate(4, (8, 11), density=0.25)
    assert (len(spec.rows), len(spec.columns)) == (8, 11)
    assert sum(map(sum, spec.rows)) == 8 * 11 // 4


@pytest.mark.parametrize("form", TEXTS)
def test_text_forms(form):
    spec = parse(TEXTS[form])
    assert build(spec).item_names == build(parse(SMALL)).item_names
    assert nonogram_pictures(spec) == {(True, False, True, True, False, False)}


@given(st.integers(0, 10**6), st.integers(1, 12), st.integers(1, 12), st.lists(st.booleans(), max_size=24))
def test_text_round_trip(seed, height, width, hidden):
    spec = hide(generate(seed, (height, width)), [*hidden, *[False] * 24])
    assert parse(write(spec)) == spec


def test_picture():
    spec = parse(SMALL)
    model = build(spec)
    assert set(picture(spec, model, None).signs.values()) == {"."}
    (solution,) = accord.solutions(model)
    shown = picture(spec, model, solution.options)
    assert "".join(sign for _, sign in sorted(shown.signs.items())) == "#.##.."
    assert (shown.top, shown.left) == (("2", "0", "1"), ("1 1", "1"))
    assert set(shown.fills.values()) == {"ink"}
    assert picture(parse("1x3:1.1/1/0/1"), model, None).top == ("1\n1",)


@pytest.mark.parametrize(
    ("columns", "rows", "faults"),
    [
        (
            ((1,), (2,)),
            ((2,),),
            ["columns[2]: found runs that need 2 cells; expected at most 1"],
        ),
        (((1,), (1,)), ((1, 1),), ["rows[1]: found runs that need 3 cells; expected at most 2"]),
        (((1,),), ((-1,),), ["rows[1]: found '-1'; expected numbers, or ? alone"]),
        (((1,),), ((1, 0),), ["rows[1]: found a run of 0"]),
        (((1,), ()), ((),), ["columns: found 1 cells of ink by columns and 0 by rows"]),
        ((), ((),), ["rows: found 1 rows and 0 columns; expected 1 to 100 of each"]),
        (((),) * (LARGEST + 1), ((),), ["found 1 rows and 101 columns; expected 1 to 100 of each"]),
        (
            ((10**30,),),
            ((),),
            ["columns[1]: found '1000000000000000000000000000000'; expected numbers, or ? alone"],
        ),
        (
            ((1,) * 30,) * 100,
            ((1,) * 30,) * 100,
            ["rows: found a model of 10,491,600 entries; expected at most"],
        ),
    ],
)
def test_faults(columns, rows, faults):
    with pytest.raises(SpecError) as caught:
        build(Nonogram(columns=columns, rows=rows))
    assert len(caught.value.faults) == len(faults), str(caught.value)
    for fault, expected in zip(str(caught.value).splitlines(), faults, strict=True):
        assert expected in fault


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "columns: found nothing; expected the runs of each line"),
        ("3x2:1/1", "found 2 lines; expected 5, for 3x2"),
        ("1x1:a/1", "columns[1]: found 'a'; expected numbers"),
        ("1x1:1.?/1", "columns[1]: found '?'"),
        ("1 1\nx\n\n1", "found 'x' in line 2; expected runs"),
        ("9999x9999:" + "/" * 19997, "found more than 200 rows and more than 200 columns; expected 1 to 100"),
        ("1" * (LONGEST + 1), "expected at most 100,000"),
        ("1\n\n99999", "columns[1]: found runs that need 99999 cells"),
    ],
)
def test_texts_that_are_none(text, expected):
    with pytest.raises(SpecError) as caught:
        parse(text)
    assert expected in str(caught.value)


NON = 'title "t"\nwidth 3\nheight 3\n\nrows\n1\n0\n3\n\ncolumns\n1,1\n1\n1\n\ngoal "100000111"\n'


@pytest.mark.parametrize("name", ["small.non", "small.txt", "small"])
def test_a_file_in_the_format_non_is_a_puzzle(tmp_path, name):
    path = tmp_path / name
    path.write_text(NON)
    puzzle = accord.load(str(path))
    assert (puzzle.family, accord.count(puzzle).count) == ("nonogram", 1)


def test_an_empty_line_of_a_non_is_one_without_ink_if_the_size_says_so():
    empty = NON.replace("1\n0\n3", "1\n\n3")
    assert parse(empty) == parse(NON)
    assert parse(NON.replace("1\n0\n3", "1\n\n0\n\n3")) == parse(NON)
    last = "width 1\nheight 2\ncolumns\n1\nrows\n1\n\n"
    assert parse(last).rows == ((1,), ())
    assert parse("width 1\nheight 2\nrows\n\n1\n\ncolumns\n1\n").rows == ((), (1,))
    with pytest.raises(SpecError, match="rows: found an empty line between others; expected 0"):
        parse(empty.replace("height 3\n", ""))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("height 3", "height 5", "rows: found 3 lines; expected 5, as `height` says"),
        ("width 3", "width 2", "columns: found 3 lines; expected 2, as `width` says"),
        ("width 3", "width 3\nwidth 3", "text: found width twice, in line 3; expected it once"),
        ("width 3", "color a #ff0000", "text: found 'color a #ff0000' in line 2; coloured nonograms are not"),
        (
            "width 3",
            "triangles 2",
            "text: found 'triangles 2' in line 2; expected one of columns, rows, width",
        ),
        ("1,1", "1a,1b", "columns[1]: found '1a'; expected numbers"),
        ("goal", "====\ngoal", "text: found '====' in line 15; expected one of"),
    ],
)
def test_what_a_non_says_is_obeyed_or_refused(old, new, fault):
    assert old in NON
    with pytest.raises(SpecError) as caught:
        parse(NON.replace(old, new, 1))
    assert fault in str(caught.value)


def test_a_second_empty_line_between_lines_is_no_line_without_ink():
    assert parse("1 1\n1\n\n\n2\n0\n1\n\n").columns == ((2,), (), (1,))
    with pytest.raises(SpecError, match="found runs in line 6 after a second empty line; expected rows"):
        parse("1 1\n1\n\n2\n\n1\n")


def test_faults_of_a_file_have_its_lines(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(
        'family = "nonogram"\ntitle = "t"\ncolumns = [[1], "!"]\nrows = [\n  [1],\n  [1, 1],\n]\n'
    )
    with pytest.raises(InputError) as caught:
        accord.load(str(path)).model  # noqa: B018 (the model is built when it is asked for)
    assert f"{path}:3: columns[2]" in str(caught.value)


def test_the_family_is_in_the_table():
    assert accord.load(f"nonogram:{SMALL}").family == NONOGRAM.name


@pytest.mark.parametrize(("size", "density"), [((0, 5), 0.5), ((5, 101), 0.5), ((5, 5), 1.5), ((5, 5), "x")])
def test_what_cannot_be_generated(size, density):
    with pytest.raises(UsageError, match=r"expected (a|1 to 100)"):
        generate(0, size, density=density)


@pytest.mark.parametrize("density", [0, 1, 0.0, 1.0])
def test_boards_without_ink_or_without_blanks(density):
    spec = generate(0, (3, 4), density=density)
    assert sum(map(sum, spec.rows)) == 12 * density
    assert accord.count(build(spec)).count == 1
