"""Sudokus as texts: FAMILY:TEXT, files of many, what people paste, and what is wrong with it."""

import io
from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.errors import InputError
from accord.families.sudoku.generate import generate
from accord.families.sudoku.model import Sudoku, layout
from accord.families.sudoku.record import begins, parse, puzzles, write
from accord.families.sudoku.shape import SIGNS, USUAL, usual
from accord.families.sudoku.text import givens, grid_line, grid_rows
from accord.puzzles import loader
from accord.puzzles.family import SpecError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
BARS = "\n".join(
    ("------+-------+------\n" if number in (3, 6) else "")
    + " | ".join(" ".join(row[start : start + 3]) for start in (0, 3, 6))
    for number, row in enumerate(ROWS)
)
BANDS = "\n".join(
    ("\n" if number in (3, 6) else "") + " ".join((row[:3], row[3:6], row[6:]))
    for number, row in enumerate(ROWS)
)
FRAMED = "\n".join(["+---+---+---+", *(f"|{r[:3]}|{r[3:6]}|{r[6:]}|" for r in ROWS), "+---+---+---+"])


@cache
def large():
    return generate(1, (16, 16))


def of_file(path):
    with path.open("rb") as file:
        return list(puzzles(file))


def read(text):
    return list(puzzles(io.StringIO(text)))


def lines_of(text):
    return [spec if isinstance(spec, InputError) else write(spec) for _, spec in read(text)]


@pytest.mark.parametrize(
    "pasted",
    [
        EASY,
        EASY.replace(".", "0"),
        EASY.replace(".", "_"),
        EASY.replace(".", "*"),
        "\n".join(ROWS),
        "/".join(ROWS),
        BARS,
        BANDS,
        FRAMED,
        " ".join(EASY),
        "\n".join(" ".join(row) for row in ROWS),
        BARS.replace(" ", "  ").replace("\n", "\r\n"),
        EASY + " # easy: so they say",
        EASY + ",3",
    ],
)
def test_grids_as_people_paste_them(pasted):
    assert write(parse(pasted)) == EASY


@pytest.mark.parametrize("form", [BARS, BANDS, FRAMED, "[Puzzle]\n" + "\n".join(ROWS), EASY + "\t# name"])
def test_files_may_mix_forms(form):
    assert lines_of(f"{form}\n\n{EASY}\n# a remark\n{form}\n{BANDS}") == [EASY] * 4


def test_digits_of_large_boards_are_signs_numbers_or_letters_alone():
    values = layout(large()).givens
    numbers = "\n".join(" ".join(f"{value:2}" for value in row) for row in values.tolist())
    letters = "\n".join("".join("." if not v else chr(64 + v) for v in row) for row in values.tolist())
    small = "\n".join(grid_rows(values)).lower()
    for pasted in (numbers, letters, small, grid_line(values)):
        assert grid_line(givens(pasted)) == grid_line(values)
        assert lines_of(pasted) == [grid_line(values)]


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"box": "2x3"},
        {"diagonals": True},
        {"boxes": "aaabbb\nacabbb\naccddd\neccddf\nfeecdf\nffeeef"},
        {"boxes": "aaabbb\nacabbb\naccddd\neccddf\nfeecdf\nffeeef", "diagonals": True},
    ],
)
def test_texts_of_all_variants_are_round_trips(keys):
    spec = Sudoku(grid="1" + "." * 34 + "6", **keys)
    again = parse(write(spec))
    assert write(again) == write(spec)
    assert (layout(again).givens == layout(spec).givens).all()
    assert (layout(again).shape.box == layout(spec).shape.box).all()
    assert layout(again).shape.diagonals == spec.diagonals


@given(st.sampled_from([1, 4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 36]), st.data())
@settings(max_examples=examples(40))
def test_any_grid_is_a_round_trip_as_a_line_and_drawn(size, data):
    cells = data.draw(st.lists(st.sampled_from("." + SIGNS[:size]), min_size=size**2, max_size=size**2))
    if size > 9:
        cells[0] = "1"  # else it may be read as letters alone
    line = "".join(cells)
    assert write(parse(line)) == line
    assert grid_line(givens(grid_rows(givens(line)))) == line
    assert usual(size) is not None


@pytest.mark.parametrize("size", sorted(set(range(2, 37)) - set(USUAL)))
def test_a_board_without_usual_boxes_is_refused_until_its_boxes_are_stated(size):
    line = "." * size**2
    with pytest.raises(SpecError, match=f"found {size} rows, whose boxes are not known; expected"):
        parse(line)
    with pytest.raises(SpecError, match="boxes are not known"):
        layout(Sudoku(grid=("." * size,) * size))
    assert layout(parse(f"{size}x1:{line}")).shape.size == size


def test_rows_without_usual_boxes_are_refused_in_a_file():
    ((_, fault),) = read("\n".join(["1" + "." * 13] + ["." * 14] * 13))
    assert "found 14 rows, whose boxes are not known; expected the columns and rows of a `box`" in str(fault)


def candidates(grid, size):
    """Return the line with a sign for each digit that a cell may have."""
    digits = SIGNS[:size]
    return "".join("".join(d if sign in (".", d) else "." for d in digits) for sign in grid)


@pytest.mark.parametrize(
    ("grid", "size"), [(EASY, 9), ("1" + "." * 15, 4), ("1" + "." * 35, 6), ("1" + "." * 255, 16)]
)
def test_a_line_of_candidates_is_no_larger_grid(grid, size):
    line = candidates(grid, size)
    assert len(line) == size**3
    said = (
        f"found {size**3} signs, the candidates of the {size**2} cells of a {size}x{size} board; only givens"
    )
    with pytest.raises(SpecError, match=said):
        parse(line)
    with pytest.raises(SpecError, match=said):
        parse(line.replace(".", "0"))
    ((_, fault),) = read(line)
    assert said in str(fault)


def test_words_of_several_digits_are_candidates():
    with pytest.raises(SpecError, match="found '1679'; several digits are candidates, which are not read"):
        parse("5 1679 3 " + ". " * 78)


def test_a_grid_of_as_many_cells_as_candidates_is_read():
    grid = "12345678" + "." * 56
    assert layout(parse(grid)).shape.size == 8
    assert layout(parse("." * 64)).shape.size == 8
    assert layout(parse(f"9x3:{candidates(EASY, 9)}")).shape.size == 27  # the boxes say that it is meant


def test_the_rows_of_a_large_grid_may_stand_in_one_line():
    rows = large().grid
    assert len(rows) == 16
    assert write(parse(" ".join(rows))) == write(large())
    assert lines_of(" ".join(rows)) == [write(large())]


@pytest.mark.parametrize(
    "text", [f"{EASY};diagonals=true", f"{EASY} box=9x1", f"diagonals=yes;{EASY}", f"{EASY},boxes: none"]
)
def test_a_setting_beside_the_cells_is_not_dropped(text):
    with pytest.raises(SpecError, match="beside the cells; expected settings before the cells: x: for"):
        parse(text)
    assert write(parse(f"{EASY} # box=9x1, as some say")) == EASY
    assert write(parse("diagonals:2x2:................")) == "2x2:x:................"


def test_sixteen_signs_are_a_small_puzzle_or_a_row_of_a_large_one():
    small = ["1...............", "...2............", "................"]
    assert lines_of("\n".join(small)) == small
    assert lines_of("\n".join(small * 6)) == small * 6
    text = "\n".join(large().grid)
    assert lines_of(f"{text}\n\n{text}") == [write(large())] * 2
    assert lines_of(f"{small[0]}\n\n{text}\n{EASY}") == [small[0], write(large()), EASY]


def test_files_are_read_lazily_and_open_files_stay_open():
    endless = iter(lambda: (EASY + "\n").encode(), b"")

    class Endless(io.RawIOBase):
        def readline(self, size=-1):
            return next(endless)

    assert [name for name, _ in islice(puzzles(Endless()), 3)] == [f"<stream>:{n}" for n in (1, 2, 3)]


def test_a_bad_puzzle_is_told_in_its_place_and_the_next_is_read(tmp_path):
    path = tmp_path / "many.txt"
    bad_row = BANDS.replace("6.. 195 ...", "6.. 195 ..")
    path.write_bytes(
        f"{EASY}\n{EASY[:-1]}\n{EASY[:-1]}x\n{bad_row}\n\n53.\n{EASY}\n".encode()
        + b"\xff\xfe\n"
        + EASY.encode()
    )
    found = [(name.removeprefix(str(path)), spec) for name, spec in of_file(path)]
    said = {name: str(spec).removeprefix(str(path)) for name, spec in found if isinstance(spec, InputError)}
    assert said == {
        ":2": ":2: found 80 cells in a line; expected 81, row by row, for a grid of 9 rows",
        ":3": ":3: character 81 (row 9, column 9): found 'x'; expected a digit 1-9, or `.` for an empty cell",
        ":4": ":5: found 8 cells; expected 9, as there are 9 rows",
        ":16": ":16: found 3 cells in a line; expected 16, row by row, for a grid of 4 rows",
        ":18": ":18: found a line that is no UTF-8, or longer than 20,736 characters; expected a puzzle",
    }
    assert [name for name, spec in found if isinstance(spec, Sudoku)] == [":1", ":17", ":19"]


def test_a_long_line_and_a_grid_that_ends_early_are_told():
    (_, fault), (_, good) = read("1" * 100_000 + "\n" + EASY)
    assert "longer than" in str(fault)
    assert write(good) == EASY
    ((_, fault),) = read("53.7")
    assert str(fault) == "<stream>:1: found 1 row of 4 cells; expected 4 rows, or a whole grid in a line"
    ((name, fault),) = read("\n".join(ROWS[:8]))
    assert (name, str(fault)) == (
        "<stream>:1",
        "<stream>:1: found 8 rows of 9 cells; expected as many rows as columns",
    )


@pytest.mark.parametrize(
    "line", [EASY, ROWS[0], BARS[:21], FRAMED[:13], f"x:{EASY}", "1" + "." * 15, "[Puzzle]"]
)
def test_what_a_file_of_sudokus_may_begin_with(line):
    assert begins(line)


@pytest.mark.parametrize(
    "line",
    ["family = 'x'", "A B C D", "p cnf 3 4", "1 2 3 4", "* #variable= 3", "a b | c d", "", "3x2", "-", "."],
)
def test_what_other_files_begin_with(line):
    assert not begins(line)


def test_a_file_of_lines_is_a_collection_and_each_line_a_puzzle(tmp_path):
    path = tmp_path / "lines.sdm"
    path.write_text(f"# two\n{EASY}\n{EASY[::-1]}\n")
    found = list(loader.read(str(path)))
    assert [puzzle.family for _, puzzle in found] == ["sudoku"] * 2
    assert [accord.run(puzzle, "unique", backend="sat").answer for _, puzzle in found] == ["unique"] * 2


def test_text_that_is_no_sudoku_is_refused_with_a_sentence():
    for text in ("", "abc", "1" * 17, "q:" + EASY, "3x3:" + "." * 16, "." * 1_000_000):
        with pytest.raises(SpecError):
            parse(text)
    with pytest.raises(InputError, match="sudoku:12: grid: found 2 cells in a line; expected 16"):
        accord.load("sudoku:12")


def test_a_line_that_is_too_short_takes_none_of_its_neighbours_with_it(tmp_path):
    small, short = "1234341221434321", "12343412214343"
    path = tmp_path / "many.txt"
    path.write_text(f"{small}\n{small}\n{short}\n{small}\n")
    found = of_file(path)
    assert [name.rpartition(":")[2] for name, _ in found] == ["1", "2", "3", "4"]
    assert [isinstance(spec, InputError) for _, spec in found] == [False, False, True, False]
