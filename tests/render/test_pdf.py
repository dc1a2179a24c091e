"""PDF files, opened by pypdfium2: pages, texts in their places, embedded fonts, pixels as in a PNG."""

import ctypes
import sys
from io import BytesIO

import pytest
from commands import called
from seen import seen

import accord
from accord.errors import MissingBackendError, UsageError
from accord.picture import Picture
from accord.render.files import drawing, kind, png
from accord.render.pdf import UNIT, pdf
from accord.scene.board import scene_of
from accord.scene.pages import PAPERS, number_pages, pages
from accord.scene.paper import plain, sheet
from accord.scene.shapes import Label, Scene, Stroke

pytest.importorskip("reportlab", reason="reportlab, which writes PDF, is not installed")
pdfium = pytest.importorskip("pypdfium2", reason="pypdfium2, which opens PDF, is not installed")


def opened(data):
    return pdfium.PdfDocument(data)


def solved(name):
    return next(accord.solutions(accord.load(name)))


def characters(page):
    """The visible characters of a page with the middles of their boxes, in points from the top left."""
    text = page.get_textpage()
    found = []
    for number in range(text.count_chars()):
        sign = text.get_text_range(number, 1)
        if sign.strip():
            left, bottom, right, top = text.get_charbox(number)
            found.append((sign, (left + right) / 2, page.get_height() - (bottom + top) / 2))
    return found


def test_each_text_stands_where_the_scene_has_it():
    scene = solved("sudoku-17").draw()
    (page,) = opened(pdf([scene]))
    assert page.get_size() == pytest.approx((scene.width * UNIT, scene.height * UNIT), abs=0.01)
    found = characters(page)
    labels = [shape for shape in scene.shapes if isinstance(shape, Label)]
    assert len(found) == len(labels) == 81
    for label in labels:
        x, y = (UNIT * at for at in label.at)
        nearest = min(found, key=lambda each: (each[1] - x) ** 2 + (each[2] - y) ** 2)
        assert nearest[0] == label.text
        assert nearest[1:] == pytest.approx((x, y), abs=0.06 * UNIT)


def test_fonts_are_embedded():
    raw = pytest.importorskip("pypdfium2.raw")
    (page,) = opened(pdf([sheet([solved("sudoku-17").draw()], ["Überschrift ♠"])]))
    fonts = {}
    for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        font = raw.FPDFTextObj_GetFont(item.raw)
        name = ctypes.create_string_buffer(100)
        raw.FPDFFont_GetBaseFontName(font, name, 100)
        fonts[name.value.decode()] = raw.FPDFFont_GetIsEmbedded(font)
    assert fonts == {"DejaVuSans": 1, "DejaVuSans-Bold": 1}
    assert "Überschrift ♠" in page.get_textpage().get_text_range()


def difference(scene, written=None):
    """The mean and the largest difference of an 8 x 8 block between the PDF and the PNG, of 255."""
    from PIL import Image, ImageChops

    (page,) = opened(pdf([written or scene]))
    ours = Image.open(BytesIO(png(scene, 40.0))).convert("L")
    theirs = page.render(scale=40.0 / UNIT).to_pil().convert("L").resize(ours.size)
    apart = ImageChops.difference(ours, theirs)
    blocks = apart.resize((ours.width // 8, ours.height // 8), Image.Resampling.BOX)
    values = [blocks.getpixel((x, y)) for x in range(blocks.width) for y in range(blocks.height)]
    return sum(values) / len(values), max(values)


@pytest.mark.parametrize(("name", "plainly"), [
    ("pentomino-6x10", False), ("pentomino-6x10", True), ("meteor", False), ("aquarium-6x6", False),
    ("akari-10x10", False), ("slitherlink-6", False), ("numberlink-6", False), ("hitori-6", False),
    ("tetrasticks-5x5", False), ("thermometers-6x6", False), ("queens-8", False),
])  # fmt: skip
@pytest.mark.full
def test_a_page_looks_as_the_png_does(name, plainly):
    scene = solved(name).draw(patterns=plainly)
    mean, largest = difference(scene)
    assert mean < (14 if plainly else 4)  # patterns are thin lines, which each program softens in its way
    assert largest < (120 if plainly else 60)


def test_lines_that_are_missing_are_seen():
    scene = solved("slitherlink-6").draw()
    short = [shape for shape in scene.shapes if not isinstance(shape, Stroke)]
    assert difference(scene)[1] < 60
    assert difference(scene, Scene(scene.width, scene.height, tuple(short)))[1] > 100


def test_the_same_scene_gives_the_same_bytes():
    scene = plain(solved("pentomino-6x10").draw())
    assert pdf([scene]) == pdf([scene])


def test_a_hostile_title_is_text_and_signs_without_a_glyph_are_squares():
    words = "a) Tj ET (b \\ 日 \x07 \ud800"
    document = opened(pdf([Scene(9.0, 1.0, (Label((4.5, 0.5), words, 0.3),), words)]))
    text = document[0].get_textpage().get_text_range()
    assert text.startswith("a) Tj ET (b \\ □")
    assert "日" not in document.get_metadata_dict()["Title"]


def test_a_huge_scene_fits_on_a_page():
    (page,) = opened(pdf([Scene(2000.0, 10.0, ())]))
    assert max(page.get_size()) == pytest.approx(14_400, abs=1)


# -- pages -----------------------------------------------------------------------------------------


def board(rows, columns):
    signs = {(0, r, c): "." for r in range(rows) for c in range(columns)}
    return scene_of(Picture("square", signs))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("sizes", "columns"), [
    ([(6, 6)], None), ([(6, 6)] * 7, None), ([(30, 4), (4, 30), (9, 9)], 2), ([(12, 12)] * 20, 3),
])  # fmt: skip
def test_all_boards_are_on_the_pages_and_none_leaves_the_paper(paper, sizes, columns):
    scenes = [(f"board {number}", board(*size)) for number, size in enumerate(sizes)]
    found = number_pages(pages(scenes, paper, columns, "A title"))
    width, height = PAPERS[paper]
    captions = []
    for page in found:
        assert (page.width, page.height) == (width, height)
        labels = [shape for shape in page.shapes if isinstance(shape, Label)]
        assert labels[0].text == "A title"
        captions += [label.text for label in labels if label.text.startswith("board")]
        points = [point for shape in page.shapes for ring in getattr(shape, "rings", ()) for point in ring]
        assert all(1.4 < x < width - 1.4 and 1.4 < y < height - 1.4 for x, y in points)
    assert captions == [caption for caption, _ in scenes]
    numbers = [page.shapes[-1].text for page in found if len(found) > 1]
    assert numbers == [f"{n} / {len(found)}" for n in range(1, len(found) + 1)][: len(numbers)]


def test_cells_get_smaller_where_that_saves_a_page():
    six = [("x", board(6, 6))] * 6
    assert len(pages(six, "a4", 2)) == 1
    assert len(pages([("x", board(6, 12))] * 8, "a4", 2)) == 1
    with pytest.raises(UsageError, match="columns 30: too many for the paper a5"):
        pages(six, "a5", 30)


# -- the command -----------------------------------------------------------------------------------


FOLDER = {
    "b-10.toml": 'family = "queens"\nsize = 6\ntitle = "Six queens"\n',
    "b-9.toml": 'family = "queens"\nsize = 1\ntitle = "One queen"\n',
    "notes.md": "no puzzle",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "week").mkdir()
    for name, text in FOLDER.items():
        (tmp_path / "week" / name).write_text(text)
    return tmp_path


def lines(page):
    return page.get_textpage().get_text_range().split("\r\n")


def test_a_folder_and_a_puzzle_with_answers_and_levels_on_paper(folder):
    done = called("draw", "week", "sudoku-17", "--paper", "a4", "--title", "Week 1", "--answers", "--levels",
                  "-o", "week.pdf")  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    first, answers = opened((folder / "week.pdf").read_bytes())
    title = accord.load("sudoku-17").title
    level = accord.rate(accord.load("sudoku-17")).difficulty
    captions = ["One queen, easy", "Six queens, expert", f"{title}, {level}"]
    assert [line for line in lines(first) if "," in line] == captions
    assert lines(first)[-1] == "1 / 2"
    assert "Week 1" in lines(first)
    assert "Week 1: answers" in lines(answers)
    below = " ".join(lines(answers))
    assert below.count("several") == 1
    assert all(words in below for words in ("One queen", "Six queens, one of several", title))


def test_pages_are_refused_where_a_file_has_one(folder):
    many = ["sudoku-17"] * 7
    done = called("draw", *many, "--paper", "a5", "-o", "x.svg")
    assert (done.returncode, done.stdout) == (2, "")
    assert "pages to draw; SVG has one: write to NAME.pdf" in done.stderr
    assert not (folder / "x.svg").exists()
    assert called("draw", "sudoku-17", "--paper", "a5", "-o", "x.svg").returncode == 0
    assert 'width="592.0" height="840.0"' in (folder / "x.svg").read_text()


@pytest.mark.parametrize(("words", "said"), [
    (("week", "--answers", "-o", "x.svg"),
     "--answers adds pages, which only a PDF has: write to -o NAME.pdf"),
    (("week", "--answers", "--solution", "1", "-o", "x.pdf"),
     "--answers belongs to the boards of puzzles; leave --solution out"),
    (("week", "--variant", "x"), "--variant is for a model file; leave it out for several puzzles"),
    (("empty",), "empty: found no puzzles in this folder; expected files .toml or .txt"),
    (("week", "nosuch"), "unknown puzzle 'nosuch'"),
    (("freecell-1", "--answers", "-o", "x.pdf"),
     "freecell-1 is a plan problem: of it there is only the first"),
    (("week", "--paper", "a9"), "unknown paper 'a9'; there are a3, a4, a5, letter"),
])  # fmt: skip
def test_what_cannot_be_is_said_in_one_line(words, said, folder):
    (folder / "empty").mkdir()
    done = called("draw", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr.splitlines()[-1]
    assert sorted(path.name for path in folder.iterdir()) == ["empty", "week"]


def test_a_puzzle_without_a_solution_has_no_answer_and_keeps_no_other_back(folder):
    (folder / "week" / "b-11.toml").write_text('family = "queens"\nsize = 3\ntitle = "None"\n')
    done = called("draw", "week", "--answers", "-o", "x.pdf")
    assert done.returncode == 2
    assert "b-11.toml: there is nothing to draw: there are no solutions" in done.stderr
    boards, answers = opened((folder / "x.pdf").read_bytes())
    assert "None" in lines(boards)
    assert "None" not in lines(answers)


def test_a_title_and_several_puzzles_on_one_svg(folder):
    done = called("draw", "week/b-9.toml", "week/b-10.toml", "--title", "Queens")
    assert done.returncode == 0
    assert [text for _, text, _ in seen(done.stdout).texts] == ["One queen", "Six queens", "Queens"]


def test_without_reportlab_the_message_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(MissingBackendError, match=r"pip install 'accord\[pdf\]'"):
        kind("x.pdf")
    assert called("draw", "queens-8", "-o", tmp_path / "x.pdf").returncode == 4
    assert list(tmp_path.iterdir()) == []


def test_a_scene_saves_a_pdf(tmp_path):
    scene = accord.load("queens-8").draw()
    scene.save(tmp_path / "q.pdf")
    assert (tmp_path / "q.pdf").read_bytes() == drawing([scene], ".pdf")
