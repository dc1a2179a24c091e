"""Aquariums as text: round trips of every format, facts of the sites, and files with bad puzzles in them."""

import io
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import looped

import accord
from accord.errors import AccordError, InputError, RefusedError, UsageError
from accord.families.aquarium import KIND
from accord.families.aquarium import RECORD as AQUARIUM
from accord.grids.regions import parts
from accord.pencil.kind import instance
from accord.puzzles import loader, writing
from accord.puzzles.family import SpecError
from accord.render.text import line

Aquarium = AQUARIUM.spec
parse = read = AQUARIUM.texts.parse
begins, puzzles = AQUARIUM.texts.begins, AQUARIUM.texts.several
FACTS = Path(__file__).parents[2] / "data" / "aquarium.txt"


def write(spec, form, name="", title=""):
    return AQUARIUM.texts.emit(spec) if form == "task" else AQUARIUM.texts.forms[form](spec, name, title)


def alike(one, other):
    """Whether two specs are the same puzzle: equal but for the labels of the tanks."""
    a, b = instance(KIND, one), instance(KIND, other)
    same = (a.height, a.width) == (b.height, b.width) and [*a["tanks"].values()] == [*b["tanks"].values()]
    return same and all(a[key] == b[key] for key in ("columns", "rows", "reading"))


@st.composite
def specs(draw, most=40, readings=("region", "body", "adjacent")):
    """Random tanks between random walls, with labels of one sign or words, and clues that fit their lines."""
    import numpy as np

    height = draw(st.integers(1, most))
    width = draw(st.integers(1, most // height))
    flags = st.lists(st.booleans(), min_size=height * width, max_size=height * width)
    right, below = (np.array(draw(flags)).reshape(height, width) for _ in range(2))
    tank = parts(right[:, 1:], below[1:]).tolist()
    words = width > 1 and draw(st.booleans())
    rows = [
        " ".join(f"no.{t}" for t in row) if words else "".join(chr(0xC0 + t) for t in row) for row in tank
    ]
    clues = [
        draw(st.lists(st.one_of(st.integers(0, cells), st.just("?")), min_size=lines, max_size=lines))
        for lines, cells in ((width, height), (height, width))
    ]
    if "?" not in clues[0] + clues[1] and sum(clues[0]) != sum(clues[1]):
        clues[0][0] = "?"
    return Aquarium(
        tanks=tuple(rows),
        columns=tuple(clues[0]),
        rows=tuple(clues[1]),
        reading=draw(st.sampled_from(readings)),
    )


@given(specs(readings=["region"]))
def test_round_trip_of_tasks(spec):
    assert alike(read(write(spec, "task")), spec)


@given(specs(readings=["region", "body"]))
def test_round_trip_of_addresses(spec):
    address = write(spec, "url")
    assert alike(read(address), spec)
    assert write(read(address), "url") == address
    assert alike(read(address.partition("?")[2]), spec)


@given(specs())
def test_round_trip_of_aqt(spec):
    text = write(spec, "aqt", name="some name")
    assert alike(read(text), spec)
    ((name, again),) = puzzles(io.StringIO(text))
    assert name == "some name"
    assert alike(again, spec)


@given(specs(most=90), st.text(max_size=20))
def test_round_trip_of_model_files(spec, title):
    from accord.puzzles import document
    from accord.puzzles.file import model_file

    file = model_file(document.read(write(spec, "toml", title=title).encode(errors="replace"), "x"))
    assert alike(file.declarations[None].spec, spec)
    assert file.declarations[None].rule.endswith(".")


def test_large_clues_and_many_missing_ones_in_an_address():
    columns = (*["?"] * 45, 16, 20, 0, 15, 20)
    spec = Aquarium(tanks=("a" * 50,) * 20, columns=columns, rows=("?",) * 19 + (50,))
    address = write(spec, "url")
    assert address.endswith("/zzk-10-140f-14y-32")
    assert alike(read(address), spec)


def test_an_address_of_pzpr():
    # the test data of pzprjs, test/script/aquarium.js: walls and clues as an address and as a picture
    spec = parse("https://puzz.link/p?aquarium/4/4/bu8i90/i3213g")
    drawn = Aquarium(
        tanks="aabb\ncabd\ncacd\ncccd", columns=("?", "?", "?", 3), rows=(2, 1, 3, "?"), reading="body"
    )
    assert alike(spec, drawn)
    puzzle = accord.Puzzle(family="aquarium", spec=spec)
    answers = {line(puzzle.picture(solution.options)) for solution in accord.solutions(puzzle)}
    assert "..##..#.#.######" in answers  # as the same test data has it


def test_the_region_flag_is_the_reading():
    assert parse("aquarium/r/3/2/k0/g1g1").reading == "region"
    assert parse("aquarium/3/2/k0/g1g1").reading == "body"


def test_addresses_of_other_sites():
    for start in ("", "?", "http://pzv.jp/p.html?", "https://pzprxs.vercel.app/p?", "https://puzz.link/p/"):
        assert parse(f"{start}aquarium/r/2/2/o0/1111").columns == (1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "1_1_0_2;1,1,2,2",
        " 1_1_0_2 ; 1, 1, 2, 2\n",
        "var task = '1_1_0_2;1,1,2,2';",
        '"1_1_0_2;1,1,2,2"',
        "2x2:1_1_0_2;1,1,2,2",
        "size 2 2\ncolumns 1 1\nrows 0 2\ngrid\n1 1\n2 2\n",
    ],
)
def test_ways_to_write_one_task(text):
    assert alike(parse(text), Aquarium(tanks="aa\nbb", columns=(1, 1), rows=(0, 2)))


def test_a_board_that_is_not_square():
    spec = parse("3x2:2_1_?_2_1;1,1,2,1,2,2")
    assert (spec.columns, spec.rows) == ((2, 1, "?"), (2, 1))
    assert write(spec, "task") == "3x2:2_1_?_2_1;1,1,2,1,2,2"
    assert accord.load("aquarium:3x2:2_1_?_2_1;1,1,2,1,2,2").model.options == 4


WRONG = [
    ("", "task: found ''; expected clues and tanks"),
    ("7", "task: found '7'; expected clues and tanks"),
    ("1_1_0_2;1,1,2", "task: found 4 clues and 3 cells; expected begin with 3x1: or 1x3:"),
    ("1_1_0;1,1,2,2,3", "task: found 3 clues and 5 cells; expected n clues for columns"),
    ("1_1_1_2_1;1,1,2,1,2,2", "task: found 5 clues and 6 cells; expected begin with 3x2: or 2x3:"),
    ("0x5:1;1", "task: found 0x5; expected 1 to 200 columns and rows"),
    ("201x1:1;1", "task: found 201x1; expected 1 to 200 columns and rows"),
    ("3x2:1_1;1,1,2,1,2,2", "clues: found 2 clues; expected 5, for 3 columns and 2 rows"),
    ("3x2:2_1_?_2_1;1,1,2,1,2", "tanks: found 5 cells; expected 6 for 3x2"),
    ("1_x_0_2;1,1,2,2", "columns[2]: found 'x'; expected 0 to 2, or ? for none"),
    ("1_1_0_2;1,1,a,2", "tanks[2]: found 'a'; expected the number of a tank"),
    ("1_1_0_1;1,1,2,2", "columns: found 2 cells of water by columns and 1 by rows; expected the same"),
    ("1_1_0_2;1,2,2,1", "tanks[2]: found tank '1' in parts that do not touch"),
    ("x" * 400_001, "text: found 400,001 characters; expected at most 400,000"),
    ("aquarium/4/4", "url: character 13: found its end; expected a digit of 0-9 and a-v"),
    (
        "aquarium/0/4/bu8i90/i3213g",
        "url: character 10: found '0'; expected the number of columns, from 1 to 200",
    ),
    (
        "aquarium/4/999/bu8i90/i3213g",
        "url: character 12: found '999'; expected the number of rows, from 1 to 200",
    ),
    ("aquarium/4/4/bu8i9/i3213g", "url: character 19: found '/i3213g'; expected a digit of 0-9 and a-v"),
    ("aquarium/4/4/bu8i9z/i3213g", "url: character 19: found 'z/i3213g'; expected a digit of 0-9 and a-v"),
    ("aquarium/4/4/bu8i90/i32!", "url: character 24: found '!'; expected numbers to 255 (0-9, a-f, "),
    ("aquarium/4/4/bu8i90/-1", "url: character 21: found '-1'; expected numbers to 255"),
    ("aquarium/4/4/bu8i90/zz", "url: character 21: found 'z'; expected a gap of at most 8"),
    ("aquarium/4/4/bu8i90/9", "columns[1]: found '9'; expected 0 to 4, or ? for none"),
    ("size 2 2\ngrid\n1 1\n2 2", "columns: found nothing; expected a line that begins with columns"),
    (
        "size 2 2\nreading no\ncolumns 1 1\nrows 1 1\ngrid\n1 1\n2 2",
        "reading: found 'no'; expected one of region",
    ),
    (
        "size 2 2\nrows 1 1\ncolumns 1 1\nrows 1 1\ngrid\n1 1\n2 2",
        "rows: found twice in one puzzle; expected once",
    ),
    ("size 2 2\ncolumns 1 1\nrows 1 1\ngrid\n1 1\n2", "tanks[2]: found 1 labels; expected 2"),
    ("size 2 1\ncolumns 1\nrows 1 0\ngrid\n1\nend", "rows: found 2 clues; expected 1, one a row"),
    (
        "puzzle x\ngrid\n1\nsize 1 1\ncolumns 0\nrows 0",
        "grid: found before a line that begins with size; expected",
    ),
    ("size 2 2\ncolumns 1 1\nrows 1 1", "grid: found nothing; expected a line that says grid"),
    ("size 2 b\ncolumns 1 1\nrows 1 1\ngrid\n1 1", "size: found '2 b'; expected rows and columns, 1 to 200"),
]


@looped(("text", "expected"), WRONG)
def test_every_fault_of_a_text_is_one_line(text, expected):
    with pytest.raises(SpecError) as caught:
        parse(text)
    first = str(caught.value).split("\n")[0]
    assert first.startswith(expected), first
    assert all("; expected " in fault for fault in str(caught.value).split("\n"))
    assert max(map(len, str(caught.value).split("\n"))) < 200


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    with suppress(SpecError):
        instance(KIND, parse(text))


@given(st.from_regex(r"aquarium/(r/)?[1-9]/[1-9]/[0-9a-v]{0,20}/[0-9a-z.-]{0,12}", fullmatch=True))
def test_any_address_is_read_or_refused(text):
    with suppress(SpecError):
        spec = parse(text)
        assert alike(parse(write(spec, "url")), spec)


def test_what_a_format_cannot_say():
    spec = Aquarium(tanks="aa\nbb", columns=(1, 1), rows=(0, 2), reading="adjacent")
    with pytest.raises(RefusedError, match="this puzzle has 'adjacent'"):
        write(spec, "task")
    with pytest.raises(RefusedError, match="reading: found 'adjacent'; expected body or region"):
        write(spec, "url")
    with pytest.raises(UsageError, match="there are line, toml, block, aqt, url"):
        writing.check_form("aquarium", "svg")


# -- files of many puzzles -------------------------------------------------------------------------

MIXED = """\
# two good puzzles, and faults between them
puzzle first one
size 2 2
columns 1 1
rows 0 2
grid
1 1
2 2
solution
..
##
end

1_1_0_3;1,1,2,2
puzzle second
size 2 2
columns 1 1
rows 0 7
grid
1 1
2 1 2
end
puzzle third
size 2 2
aquarium/r/2/2/o0/1111
puzzle fourth
size 2 2
columns 1 1
rows 0 2
grid
1 1
1 2
end
nonsense
1_1_0_2;1,1,2,2
puzzle fifth
size 2 2
"""
EXPECTED = [
    ("first one", None),
    ("x.aqt:14", ["x.aqt:14: rows[2]: found '3'; expected 0 to 2, or ? for none"]),
    ("second", ["x.aqt:21: tanks[2]: found 3 labels; expected 2"]),
    ("third", ["x.aqt:23: found no line `end` before line 26; expected one; add it"]),
    ("fourth", None),
    ("x.aqt:34", ["x.aqt:34: task: found 'nonsense'; expected clues and tanks"]),
    ("x.aqt:35", None),
    ("fifth", ["x.aqt:36: found the end of the file before a line `end`; expected one; add it"]),
]


def check_mixed(found):
    assert [name for name, _ in found] == [name for name, _ in EXPECTED]
    for (_, result), (_, faults) in zip(found, EXPECTED, strict=True):
        if faults is None:
            assert isinstance(result, Aquarium)
        else:
            assert isinstance(result, InputError)
            assert all(f.startswith(start) for f, start in zip(result.faults, faults, strict=True)), result


def test_a_word_of_an_aqt_that_is_not_known_is_not_dropped():
    text = "puzzle p\nsize 2 2\n# a remark\nsource s\nREADING\ncolumns 1 1\nrows 0 2\ngrid\n1 1\n2 2\nend"
    assert parse(text.replace("READING", "reading body")).reading == "body"
    assert parse(text.replace("READING", "level hard")).reading == "region"
    with pytest.raises(
        SpecError, match="readings: found an unknown word before 'body'; expected one of puzzle"
    ):
        parse(text.replace("READING", "readings body"))


def test_a_bad_puzzle_does_not_end_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.aqt").write_text(MIXED)
    with Path("x.aqt").open("rb") as file:
        check_mixed(list(puzzles(file)))
        assert not file.closed
    with Path("x.aqt").open() as file:
        check_mixed(list(puzzles(file)))


def test_files_are_read_lazily():
    def endless():
        while True:
            yield "1_1_0_2;1,1,2,2\n"

    class Stream:
        lines = endless()

        def readline(self, size=-1):
            return next(self.lines)

    found = puzzles(Stream())
    assert [next(found)[0] for _ in range(3)] == ["<stream>:1", "<stream>:2", "<stream>:3"]


def test_lines_that_cannot_be_read():
    good = b"1_1_0_2;1,1,2,2\r\n"
    block = b"puzzle p\nsize 2 2\ncolumns \xff\nend\n"
    data = b"\xef\xbb\xbf" + good + b"\xff\xfe\n" + good + b"1" * 900_000 + b"\n" + good + block + good
    found = list(puzzles(io.BytesIO(data)))
    assert [isinstance(result, Aquarium) for _, result in found] == [
        True,
        False,
        True,
        False,
        True,
        False,
        True,
    ]
    faults = [result.faults for _, result in found if isinstance(result, InputError)]
    unreadable = "found a line that is no UTF-8, or longer than 400,000 characters; expected a puzzle"
    assert faults == [[f"<stream>:{number}: {unreadable}"] for number in (2, 4, 8)]


def test_a_puzzle_without_end_is_bounded():
    lines = ["puzzle long", *["fact x"] * 5_000, "end", "1_1_0_2;1,1,2,2", ""]
    (name, fault), (_, good) = puzzles(io.StringIO("\n".join(lines)))
    assert (name, isinstance(good, Aquarium)) == ("long", True)
    assert fault.faults[0].startswith(
        "<stream>:1: found more than 600 lines or 400,000 characters in one puzzle"
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("puzzle first one", True),
        ("1_1_0_2;1,1,2,2", True),
        ("var task = '1_1_0_2;1,1,2,2';", True),
        ("3x2:2_1_?_2_1;1,1,2,1,2,2", True),
        ("https://puzz.link/p?aquarium/r/2/2/o0/1111", False),  # each address is read as one
        ('family = "aquarium"', False),
        ("queens:8", False),
        ("puzzles", False),
        ("1;2", False),
        ("", False),
    ],
)
def test_how_a_file_begins(line, expected):
    assert begins(line) == expected


def test_the_files_of_facts():
    found = list(puzzles(io.BytesIO(FACTS.read_bytes())))
    assert len(found) == 19
    assert all(isinstance(spec, Aquarium) for _, spec in found)


PAGE = """<!DOCTYPE html>
<html><head><title>Aquarium - online puzzle game</title></head>
<body><h1>6x6 Easy Aquarium</h1>
<script> var Game = {}; var task = '2_2_?_0_2_3;1,1,2,1,3,2,3,3,3'; var other = 'a;b'; </script>
</body></html>
"""


@pytest.mark.parametrize("name", ["saved.html", "saved.htm", "saved"])
def test_a_saved_page_of_the_site_is_the_puzzle_of_its_task(tmp_path, name):
    path = tmp_path / name
    path.write_text(PAGE)
    puzzle = accord.load(str(path))
    assert puzzle.spec == accord.load("aquarium:2_2_?_0_2_3;1,1,2,1,3,2,3,3,3").spec
    assert accord.count(puzzle).count == 1
    assert loader.of_pasted(PAGE).spec == puzzle.spec
    path.write_text(PAGE.replace("var task = '", 'var task="').replace("3,3,3'", '3,3,3"'))
    assert accord.load(str(path)).spec == puzzle.spec


def test_a_page_with_several_tasks_or_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "saved.html"
    path.write_text(PAGE + PAGE.replace("2_2_?", "2_1_?"))
    with pytest.raises(InputError, match="task: found 2 tasks in the page; expected one"):
        accord.load(str(path))
    path.write_text(PAGE.replace("Aquarium", "Tents"))
    with pytest.raises(InputError, match="found a web page, which is not read"):
        accord.load(str(path))


def test_an_address_with_a_number_only_says_how_to_save_the_page():
    address = "https://www.puzzle-aquarium.com/?e=MDo3LDI2NywxODg="
    for name in (address, f"aquarium:{address}"):
        with pytest.raises(AccordError, match="nothing is fetched: save the page in a browser, and name"):
            accord.load(name)
