"""`make gallery` on libraries of a few files: what it draws, what it leaves out, and what it takes away."""

import pytest
from click.testing import CliRunner
from seen import seen

import accord
from accord.errors import InputError
from accord.puzzles import library, source
from accord.scene.palette import PIECES
from accord_compare import gallery

pytestmark = pytest.mark.full  # left out of the fast profile

HAND = "By hand.\n"
IMPOSSIBLE = """
family = "packing"
title = "Two | *dominoes*, <b> & no way"
rule = "x."
board = "#.#\\n...\\n#.#"
pieces = "dominoes"
copies = "any"
[counts.all]
count = 0
source = "by hand"
"""


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """A page and a library with files of these texts; call it to write the gallery."""
    models, page = tmp_path / "models", tmp_path / "shown.md"
    models.mkdir()
    for module in (library, source):
        monkeypatch.setattr(module, "folder", lambda: models)
    page.write_text(f"{HAND}{gallery.BEGIN}\nold\n{gallery.END}\n{HAND}")

    def write(**texts):
        for name, text in texts.items():
            (models / f"{name}.toml").write_text(text)
        done = CliRunner().invoke(gallery.gallery, ["packing", str(page)], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return page.read_text(), {path.stem: path.read_text() for path in (tmp_path / "shown").iterdir()}

    return write


def text_of(name):
    return (library.folder() / f"{name}.toml").read_text()


def test_what_is_by_hand_stays_and_pictures_that_nobody_needs_go(tmp_path, request):
    texts = {name: text_of(name) for name in ("soma", "template")}
    write = request.getfixturevalue("shown")
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown/gone.svg").write_text("x")
    page, pictures = write(**texts, queens='family = "queens"\ntitle = "x"\nrule = "x."\nsize = 4\n')
    assert page.startswith(f"{HAND}{gallery.BEGIN}\n")
    assert page.endswith(f"\n{gallery.END}\n{HAND}")
    assert "old" not in page
    assert pictures.keys() == {"soma", "template"}
    assert page.index("### Tetrominoes") < page.index("`template`, variant `upper`") < page.index("## Cubes")
    assert "[`soma`](../models/soma.toml)|11,520|240|" in page
    assert write()[0] == page


def test_a_puzzle_without_a_solution_and_signs_that_tables_and_pages_have_for_themselves(shown):
    page, pictures = shown(
        none=IMPOSSIBLE, soma=IMPOSSIBLE.replace("counts.all]\ncount = 0", "counts.all]\ncount = 1")
    )
    title = "**Two \\| \\*dominoes\\*, &lt;b&gt; &amp; no way**"
    none = f"|![The board](shown/none.svg)|{title}<br>[`none`](../models/none.toml)<br>No solution.|0|"
    assert none in page
    assert f"|![The board](shown/soma.svg)|{title}<br>[`soma`](../models/soma.toml)|1|" in page  # a lie
    assert page.count("by hand (no engine has counted these)") == 2
    assert not {path.fill for path in seen(pictures["none"]).paths} & {*PIECES}


def test_a_page_without_marks(tmp_path):
    (tmp_path / "page.md").write_text("By hand.\n")
    with pytest.raises(InputError, match=r"page.md: expected the lines <!-- gallery: begin"):
        gallery.rewritten(tmp_path / "page.md", [])


def test_where_nodes_run_out_another_engine_finds_one(monkeypatch):
    puzzle = accord.load("soma")
    assert len(gallery.solution(puzzle)) == 7
    monkeypatch.setattr(gallery, "NODES", 1)
    assert len(gallery.solution(puzzle)) == 7
    monkeypatch.setattr(gallery, "SECONDS", 1e-9)
    assert gallery.solution(puzzle) is None


@pytest.mark.parametrize(
    ("lattice", "size", "words"),
    [
        ("square", 2, "Dominoes"),
        ("hexagonal", 6, "Hexahexes"),
        ("square", 12, "Polyominoes of 12 cells"),
        ("edges", None, "Polysticks of several sizes"),
    ],
)
def test_sets_have_their_names(lattice, size, words):
    assert gallery._set(lattice, size) == words
