"""SVG that every reader takes, whatever a title says; PNG on a machine without fonts; what is imported."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processes import printed

import accord
from accord.errors import UsageError
from accord.render import files
from accord.render.svg import NO_SIGN, svg
from accord.scene.paper import sheet
from accord.scene.shapes import LAYERS, Area, Disk, Label, Scene, Stroke, frame, framed_scene

HOSTILE = [
    "<script>alert(1)</script>", "]]>", "a & b", "'\"><svg onload=x>", "&lt;", "tab\tline\nand\x00\x1b[31m",
    "\x07", "\ud800", "\ufffe", "</title>", "-->",
]  # fmt: skip
TITLE, TEXT = (f"{{http://www.w3.org/2000/svg}}{name}" for name in ("title", "text"))


def words(text):
    """A file with such a title and such a label, read again."""
    root = ElementTree.fromstring(svg(Scene(2.0, 1.0, (Label((1.0, 0.5), text),), text)).encode())
    assert {element.tag.partition("}")[2] for element in root.iter()} <= {
        "svg", "defs", "title", "rect", "text",
    }  # fmt: skip
    return root.find(TITLE).text, root.find(TEXT).text


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_words(text):
    title, label = words(text)
    expected = "".join(c if c >= " " and c not in "\ud800\ufffe" else NO_SIGN for c in text)
    assert title == label == expected


@given(st.text(min_size=1))
def test_any_words_make_a_file_that_can_be_read(text):
    title, label = words(text)
    assert len(title) == len(label) == len(text)


def test_a_title_from_a_file(tmp_path):
    title = "<b>\\u0007 & ]]>"
    (tmp_path / "q.toml").write_text(f'family = "queens"\nsize = 4\ntitle = "{title}"\n')
    root = ElementTree.fromstring(accord.load(tmp_path / "q.toml").draw().svg())
    assert root.find(TITLE).text == f"<b>{NO_SIGN} & ]]>"


def test_a_file_is_the_same_each_time():
    solution = next(accord.solutions(accord.load("pentomino-6x10")))
    assert solution.draw(patterns=True).svg() == solution.draw(patterns=True).svg()


@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(0.1, 10))
def test_shapes_move_as_their_points_do(x, y, scale):
    shapes = (
        Area((frame(0, 0, 1, 2),), line="#000000", width=0.5),
        Stroke((((0, 0), (1, 3)),), width=0.25),
        Disk((1, 1), 0.5),
        Label((2, 3), "a", size=0.5),
    )
    area, stroke, disk, label = Scene(4, 4, shapes).place(x, y, scale)
    assert area.rings[0][2] == pytest.approx((x + scale, y + 2 * scale))
    assert stroke.lines[0][1] == pytest.approx((x + scale, y + 3 * scale))
    assert (disk.radius, area.width, stroke.width, label.size) == pytest.approx(
        (0.5 * scale, 0.5 * scale, 0.25 * scale, 0.5 * scale)
    )
    assert label.at == pytest.approx((x + 2 * scale, y + 3 * scale))


DIGITS = """
import sys
from io import BytesIO
import accord
from accord.render.files import png
from PIL import Image

puzzle = accord.load("sudoku-17")
image = Image.open(BytesIO(png(puzzle.draw(), 20.0))).convert("L")
for r in range(9):
    row = [image.crop((9 + 20 * c, 9 + 20 * r, 23 + 20 * c, 23 + 20 * r)) for c in range(9)]
    print("".join("#" if min(cell.getdata()) < 60 else "." for cell in row))
"""


def test_digits_come_out_on_a_machine_without_fonts(tmp_path):
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    nowhere = {"HOME": str(tmp_path), "FONTCONFIG_FILE": str(tmp_path / "fonts.conf")}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", DIGITS],
        env={**os.environ, **nowhere, "FONTCONFIG_PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    given = accord.load("sudoku-17").picture().signs
    expected = ["".join("." if given[0, r, c] == "." else "#" for c in range(9)) for r in range(9)]
    assert done.stdout.split() == expected


def dark(text):
    """How many dark pixels a label has."""
    from PIL import Image

    image = Image.open(BytesIO(files.png(framed_scene([Label((1.0, 0.5), text)], 2.0, 1.0, 0.0)))).convert(
        "L"
    )
    return sum(image.histogram()[:128])


def test_signs_that_the_fonts_lack_are_squares():
    assert dark("") == 0
    assert dark("日") == dark(NO_SIGN) == dark("\U0001f600") > 0
    assert len({dark(sign) for sign in "♣♦♥♠"}) > 1


def test_the_fonts_have_the_signs_that_are_said_to_be_there():
    font = pytest.importorskip("fontTools.ttLib")
    for path in files.fonts():
        have = set(font.TTFont(path).getBestCmap())
        assert have == {n for n in range(0x110000) if not files.NOT_IN_FONTS.match(chr(n))} - {9, 10, 13}


def test_each_layer_of_a_sheet_is_a_group_of_its_own_in_their_order():
    puzzle = accord.load("sudoku-17")
    solution = next(accord.solutions(puzzle))
    both = sheet([puzzle.draw(), solution.draw()], ["puzzle", "answer"])
    root = ElementTree.fromstring(svg(both))
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    groups = {group.get(label): group for group in root.findall("{http://www.w3.org/2000/svg}g")}
    assert list(groups) == ["cells", "grid", "walls", "clues", "solution", "captions"]
    assert [len(groups[name].findall(TEXT)) for name in ("clues", "solution", "captions")] == [34, 64, 2]
    assert [shape.layer for shape in both.shapes] == sorted(
        (shape.layer for shape in both.shapes), key=LAYERS.index
    )


def test_a_huge_sheet_becomes_a_file_that_can_be_opened(monkeypatch):
    from PIL import Image

    assert files.MOST_PIXELS < 1 << 26  # at which Pillow and others begin to warn
    monkeypatch.setattr(files, "MOST_PIXELS", 1_000_000)
    data = files.png(framed_scene([], 400.0, 300.0, 0.0))
    width, height = Image.open(BytesIO(data)).size
    assert 0.98 * files.MOST_PIXELS < width * height < 1.01 * files.MOST_PIXELS


def test_a_drawing_is_saved_by_its_suffix(tmp_path):
    scene = accord.load("queens-8").draw()
    scene.save(tmp_path / "q.svg")
    assert (tmp_path / "q.svg").read_text() == scene.svg() == scene._repr_svg_()
    scene.save(tmp_path / "q.PNG")
    assert (tmp_path / "q.PNG").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(
        UsageError, match=r"q\.gif: expected a name that ends with one of \.svg, \.png, \.pdf"
    ):
        scene.save(tmp_path / "q.gif")


@pytest.mark.parametrize("code", [
    "import accord",
    "import accord.cli.main as m; sys.argv = ['accord', '--help']; m.main()",
    "import accord.cli.main as m; sys.argv = ['accord', 'show', 'queens-8']; m.main()",
    "import accord.cli.main as m; sys.argv = ['accord', 'draw', '--help']; m.main()",
    "import accord; next(accord.solutions(accord.load('queens-8')))",
    "import accord; accord.load('queens-8').draw()",
])  # fmt: skip
@pytest.mark.full
def test_no_drawing_library_is_imported_before_one_is_needed(code):
    asked = (
        f"import sys\ntry:\n    {code}\nexcept SystemExit as leave: assert leave.code == 0\n"
        "print([n for n in ('drawsvg', 'resvg_py', 'PIL', 'av') if n in sys.modules])"
    )
    assert printed("-c", asked).splitlines()[-1] == "[]"


def test_fonts_lie_in_the_package():
    assert [Path(path).name for path in files.fonts()] == ["DejaVuSans-Bold.ttf", "DejaVuSans.ttf"]
