"""Pages that search: arrays and drawings beside those of the native engine; the page in a browser."""

import re
import shutil
import subprocess
import zlib
from base64 import b64decode
from html import unescape

import numpy as np
import pytest
from commands import called

import accord
from accord.backends.contract import Request
from accord.backends.native.window import Window, WindowJobs
from accord.kernels import load
from accord.render.svg import Definitions
from accord.search_page import kernels, page
from accord.search_page.page import html
from accord_native.progress import DONE, NODES, SOLUTIONS
from accord_native.window import layout

BROWSER = shutil.which("chromium")
BOARDS = ["dominoes-6x6", "meteor", "soma", "pentomino-6x10", "hexiamonds-snowflake", "tetrominoes-torus-4x5"]


def array_of(said):
    data = zlib.decompress(b64decode(said["data"])) if "data" in said else None
    if data is None:
        return np.zeros(said["shape"], said["type"])
    return np.frombuffer(data, said["type"]).reshape(said["shape"]).copy()


def test_the_kernels_are_compiled_from_the_sources_as_they_are():
    assert kernels.compiled_digest() == kernels.sources_digest(), "run: make webassembly"
    for reach in layout.REACHES:
        for wide in (False, True):
            assert kernels.read(wide=wide, reach=reach)[:4] == b"\0asm"


@pytest.mark.parametrize("name", BOARDS)
def test_the_arrays_of_a_page_lead_the_native_kernel_through_the_same_search(name):
    model, _ = accord.load(name).model.reduced
    variant, said = page.jobs_of(model)
    kernel = load("accord_native.window.search", **variant, profile=False)
    count = nodes = 0
    for job in said:
        arrays = [array_of(each) for each in job["arrays"]]
        state = arrays[10]
        while kernel(*arrays, np.uint64(1 << 40)) != DONE:
            pass
        count += int(state[SOLUTIONS]) + len(job["ready"])
        nodes += int(state[NODES]) + job["nodes"]
    run = accord.run(accord.load(name), "count", backend="native", engine="window", workers=1)
    assert (count, nodes) == (run.count, run.effort["nodes"])


@pytest.mark.parametrize("name", [*BOARDS, "queens-8", "disticks-3x3"])
def test_a_shape_that_is_shifted_is_the_shape_that_is_drawn_there(name):
    puzzle = accord.load(name)
    some = range(0, puzzle.model.options, max(1, puzzle.model.options // 20))
    for option, placed in zip(some, page.drawing_of_puzzle(puzzle, some).options, strict=True):
        shapes = puzzle.draw([option]).place(0.0, 0.0, page.UNIT)
        alone = [page._place_shape(shape, Definitions()) for shape in shapes if shape.layer in page.PIECES]
        assert [place for _, *place in placed] == [pytest.approx(place, abs=0.01) for _, *place in alone]


def test_other_puzzles_are_refused_in_a_line(tmp_path):
    result = called("convert", "sudoku-17", "-o", str(tmp_path / "page.html"))
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "there is no page that searches it: window" in result.stderr
    assert not (tmp_path / "page.html").exists()


def test_a_title_is_text_and_nothing_of_it_is_run(tmp_path):
    path = tmp_path / "sly.toml"
    path.write_text(
        'family = "packing"\ntitle = "</script><b>"\nrule = "</title>."\npieces = "dominoes"\n'
        'board = """\n..\n"""\n'
    )
    page = html(accord.load(str(path)))
    assert "&lt;/script&gt;&lt;b&gt;" in page
    assert page.count("</script>") == 2
    assert "<title>&lt;/script&gt;&lt;b&gt;</title>" in page
    assert "</title>." not in page


def page_in_browser(name, asked, folder):
    """The page after all that it was asked for."""
    path = folder / f"{name}.html"
    if not path.exists():
        assert called("convert", name, "-o", str(path)).returncode == 0
    browser = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=600000"]
    done = subprocess.run(
        [*browser, "--dump-dom", f"{path.as_uri()}#{asked}"], capture_output=True, text=True, timeout=120
    )
    return unescape(done.stdout)


def said_by(page, name):
    return re.search(rf'id="{name}"[^>]*>([^<]*)<', page)[1]


@pytest.mark.full
@pytest.mark.skipif(BROWSER is None, reason="there is no browser: chromium is not installed")
@pytest.mark.parametrize("name", ["dominoes-6x6", "meteor", "pentomino-6x10"])
def test_a_browser_counts_what_the_native_engine_counts(name, tmp_path):
    page = page_in_browser(name, "count", tmp_path)
    run = accord.run(accord.load(name), "count", backend="native", engine="window", workers=1)
    assert said_by(page, "count") == f"{run.count:,}"
    assert said_by(page, "nodes") == f"{run.effort['nodes']:,}"
    assert said_by(page, "status") == f"complete: as stated, {run.count:,}"


@pytest.mark.full
@pytest.mark.skipif(BROWSER is None, reason="there is no browser: chromium is not installed")
@pytest.mark.parametrize("nodes", [200, 1000])
def test_a_browser_shows_the_board_that_the_native_search_has(nodes, tmp_path):
    puzzle = accord.load("meteor")
    model, options = puzzle.model.reduced
    lowered = Window().tables(model)
    kernel = load("accord_native.window.search", **lowered.variant, profile=False)
    walk = WindowJobs(model, lowered, kernel, Request(task="all")).begin(0)
    while walk.nodes + int(walk.state[NODES]) < nodes:
        walk.call(np.uint64(1))
    on_board = [int(options[option]) for option in walk.board()]
    page = page_in_browser("meteor", f"nodes={nodes}", tmp_path)
    shown = re.findall(r'<use href="#(\w+)" x="([-\d.]+)" y="([-\d.]+)"', page)
    drawn = page.drawing_of_puzzle(puzzle, options.tolist()).options
    by_option = dict(zip(options.tolist(), drawn, strict=True))
    assert on_board
    assert [(name, float(x), float(y)) for name, x, y in shown] == [
        tuple(shape) for option in on_board for shape in by_option[option]
    ]
