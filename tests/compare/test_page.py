"""The page of a comparison: what it says first, that all is there, needs nothing, and gives nothing away."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from math import log10

import pytest
from commands import called
from msgspec import structs

from accord.errors import UsageError
from accord.render.files import png_of_svg
from accord_compare import plot
from accord_compare.harness import HEADLINE, jobs_for, words_for
from accord_compare.job import Job, perform
from accord_compare.ledger import Ledger
from accord_compare.page import About, page, short_names
from accord_compare.plot import Line, Mark, plots
from accord_compare.row import Row
from accord_compare.row import row_of_reply as ended_row

XHTML = "{http://www.w3.org/2000/svg}"
ABOUT = About("2031-04-05T06:07:08.123+00:00", "2031-04-05T07:08:09+00:00")
SCRIPT = "<script>alert('1')</script>"
HOSTILE = """
family = "langford"
title = "Pairs </title><script>alert(1)</script> ]]> \\u0000\\u202e"
rule = "Between the two copies of k there are k others."
pairs = 3
[variants."<script>alert(2)</script>"]
pairs = 4
"""


def row(backend, count=92, puzzle="queens-8", **more):
    job = Job(puzzle, backend, expected=more.pop("expected", 92), time_limit=60.0)
    usual = {"ending": "complete", "count": count, "digest": "ca90" * 8, "run_seconds": 0.25, "seconds": 1.0}
    return Row(job=job, **{**usual, "engine": "some", "effort": {"nodes": 1234}, **more})


def stopped(backend, ending, **more):
    return row(backend, None, ending=ending, digest=None, run_seconds=None, **more)


def written(rows, times=None, about=ABOUT):
    own = [[] if each.run_seconds is None else [each.run_seconds] for each in rows]
    text = page(rows, times or own, about)
    assert "\n".join(text.splitlines()) == text.removesuffix("\n"), "no page holds other ends of lines"
    return text


def tree(text):
    """The page as XML, which is stricter than HTML: every element is closed, no name stands twice."""
    root = ET.fromstring(text)
    names = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(names) == len(set(names))
    return root


def said(text, name="body"):
    """The words of an element, pictures left out."""
    part = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
    return " ".join(" ".join(next(tree(part).iter(name)).itertext()).split())


class References(HTMLParser):
    """The names of all elements, and what an HTML reader would fetch or run."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.found = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        for name, value in attrs:
            leads = name in ("src", "href", "xlink:href", "srcset", "data", "action", "poster")
            if (leads and not value.startswith("#")) or name.startswith("on") or "url(" in (value or ""):
                self.found.append((tag, name, value))


def needs_nothing(text):
    references = References(text)
    assert references.found == []
    assert not references.elements & {"script", "link", "iframe", "img", "object", "embed", "base"}
    assert not re.search(r"@import|url\(|javascript:", re.search(r"<style>.*?</style>", text, re.DOTALL)[0])
    return references


def test_agreement_stands_first_and_every_run_is_there():
    rows = [row("native"), row("sat", run_seconds=2.0), stopped("cpsat", "time", reason="60 seconds")]
    text = written(rows)
    tree(text)
    assert said(text).startswith("✓ 1 of 1 question agreed on ✓ queens-8, all : agreed, 92 solutions")
    assert "✓ 1 of 1 question agreed on" in said(text, "title")
    words = said(text)
    for run in ("native/some complete 92 ca90", "sat/some complete 92 ca90", "cpsat/some time: 60 seconds -"):
        assert run in words
    assert words.count("1,234 nodes") == 3
    assert "Expected, by its model file: 92" in words


def test_a_disagreement_stands_above_all():
    rows = [
        row("native", puzzle="queens:9", expected=None), row("sat", puzzle="queens:9", expected=None),
        row("native"), row("liar", 91),
    ]  # fmt: skip
    text = written(rows)
    words = said(text)
    assert words.startswith(
        "✗ DISAGREEMENT in 1 of 2 questions ✗ queens-8, all : disagreement: expected 92, but liar counted 91"
    )
    assert said(text, "title").startswith("✗ DISAGREEMENT")
    assert next(tree(text).iter("header")).get("class") == "DISAGREE"
    assert re.findall(r'class="number wrong">(.*?)<', text) == ["✗ 91"]
    rows[3] = row("liar", digest="ffff" * 8)
    assert "DISAGREEMENT in 1 of 2 questions ✗ queens-8, all : disagreement: equal counts" in said(
        written(rows)
    )


def test_what_is_open_is_not_agreed_and_a_part_is_called_one():
    alone = [row("native"), stopped("sat", "not installed", reason="pysat")]
    assert said(written(alone)).startswith("○ 0 of 1 question agreed on ○ queens-8, all : one answer, no")
    assert "Partial" not in written(alone)
    part = [row("native"), row("sat"), stopped("cpsat", "cancelled", reason="not started", seconds=0.0)]
    words = said(written(part))
    assert words.startswith("✓ 1 of 1 question agreed on so far Partial: 2 of 3 runs have ended. accord")
    assert "cpsat/some cancelled: not started" in words


def test_the_page_needs_nothing_else():
    text = written([row("native"), row("sat")])
    references = needs_nothing(text)
    assert {"svg", "style", "table"} <= references.elements
    assert "default-src 'none'" in text


def test_hostile_words_are_only_words(tmp_path):
    path = tmp_path / "hostile.toml"
    path.write_text(HOSTILE)
    variant = "<script>alert(2)</script>"
    job = Job(str(path), SCRIPT, variant=variant)
    found = perform(Job(str(path), "plain", variant=variant)).example
    rows = [
        row("plain", example=found),
        row(SCRIPT, effort={SCRIPT: 1}, engine=SCRIPT, versions={SCRIPT: SCRIPT}),
        stopped("sat", "failed", reason=f"{SCRIPT}\0\x1b[31m\u202e" + "x" * 5000),
    ]  # fmt: skip
    rows = [structs.replace(each, job=structs.replace(job, backend=each.job.backend)) for each in rows]
    text = written(rows)
    tree(text)
    needs_nothing(text)
    assert "script" not in References(text).elements
    assert f"hostile.toml {variant}, all" in said(text, "header")
    assert "<title>Pairs &lt;/title&gt;" in text
    assert f"failed: {SCRIPT}" in said(text)
    assert not re.search("[\0\x1b\u202e]", text)
    assert len(text) < 40_000, "a long reason is cut"
    assert "x…" in text


def test_no_folder_is_named(tmp_path):
    folders = [tmp_path / "one of mine", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        (folder / "mine.toml").write_text(HOSTILE)
    paths = [str(folder / "mine.toml") for folder in folders]
    rows = [row("plain", puzzle=path) for path in paths]
    reason = f"{paths[0]}: gone; see File '/usr/lib/some/where.py', line 3, file:///etc/of/x, 1/2 and a/b/c"
    rows.append(stopped("sat", "failed", puzzle=paths[0], reason=reason))
    assert short_names(each.job.puzzle for each in rows) == {
        paths[0]: "mine.toml",
        paths[1]: "mine.toml (2)",
    }
    text = written(rows)
    assert "mine.toml: gone; see File &#39;where.py&#39;, line 3, file://x, 1/2 and a/b/c" in text
    for folder in (*folders, tmp_path, "/usr"):
        assert str(folder) not in text


def test_a_solution_is_drawn_that_a_run_found():
    found = perform(Job("queens-8", "plain")).example
    assert len(found) == 8
    text = written([row("sat"), row("native", example=found)])
    assert "A solution, found by native." in said(text)
    (board,) = [each for each in re.findall(r"<svg.*?</svg>", text, re.DOTALL) if "Eight queens" in each]
    assert board.count("<circle") == 8 * 4  # a queen's crown has four balls
    assert png_of_svg(board)[:4] == b"\x89PNG"


def test_what_cannot_be_drawn_is_told(tmp_path, monkeypatch):
    assert "The board; no run kept a solution." in said(written([row("sat")]))
    changed = written([row("sat", example=(0, 1, 2))])
    assert "No picture: an engine returned a false solution" in said(changed)
    gone = written([row("sat", puzzle=str(tmp_path / "gone.toml"))])
    assert "No picture: gone.toml" in said(gone)
    monkeypatch.setattr("accord_compare.page.CELLS", 63)
    assert "No picture: the board has 64 cells." in said(written([row("sat")]))
    plan = structs.replace(row("native").job, puzzle="freecell-small", plans=True, expected=None)
    assert "The board at the start." in said(written([structs.replace(row("native"), job=plan)]))


def test_a_page_does_not_grow_without_end(monkeypatch):
    monkeypatch.setattr("accord_compare.page.MOST", 10_000)
    rows = [row("native", puzzle=f"queens:{size}", expected=None) for size in range(8, 20)]
    text = written(rows)
    boards = [each for each in re.findall(r"<svg.*?</svg>", text, re.DOTALL) if "logarithmic" not in each]
    assert 0 < sum(map(len, boards)) <= 10_000
    assert said(text).count("the page would become too large") == len(rows) - len(boards) > 0


def centre(shape):
    if isinstance(shape, plot.Disk):
        return shape.centre
    xs, ys = zip(*shape.rings[0], strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def test_marks_stand_where_the_logarithm_says():
    seconds = {"a": 0.003, "b": 0.04, "c": 0.5, "d": 6.0, "e": 70.0, "f": 70.0}
    (scene,) = plots([Line("one", [Mark(n, name, (s,)) for n, (name, s) in enumerate(seconds.items())])])
    lines = [shape for shape in scene.shapes if isinstance(shape, plot.Stroke)]
    grid = [start[0] for line in lines for start, end in line.lines if start[0] == end[0]]
    assert len(grid) == 6  # 0.001 to 100 s
    numbers = [each.text for each in scene.shapes if isinstance(each, plot.Label)][:12:2]
    assert numbers == ["0.001 s", "0.01 s", "0.1 s", "1 s", "10 s", "100 s"]
    marks = [s for s in scene.shapes if isinstance(s, plot.Area | plot.Disk) and s.line == plot.INK]
    labels = {each.text.split()[0]: each for each in scene.shapes if isinstance(each, plot.Label)}
    decade = grid[1] - grid[0]
    for name, time in seconds.items():
        x = grid[0] + decade * (log10(time) + 3)
        y = labels[name].at[1]
        near = [mark for mark in marks if abs(centre(mark)[0] - x) < 0.07 and abs(centre(mark)[1] - y) < 0.07]
        assert len(near) == 1, name
        assert labels[name].text.startswith(f"{name} {time:g}"[:5])
    looks = {(mark.fill, len(getattr(mark, "rings", ((),))[0])) for mark in marks}
    assert len({look[0] for look in looks}) == 6, "colours differ"
    assert len({look[1] for look in looks}) > 3, "and so do forms"


def test_words_of_a_plot_never_overlap_and_never_leave_it():
    marks = [Mark(n, f"backend-{n}", (0.01 * 1.7**n, 0.02 * 1.7**n)) for n in range(20)]
    marks.append(Mark(20, "x" * 300, (500.0,)))
    (scene,) = plots([Line("y" * 300, marks)])
    boxes = [shape.rings[0] for shape in scene.shapes if isinstance(shape, plot.Area) and shape.line is None]
    assert len(boxes) == 22
    for number, one in enumerate(boxes):
        assert one[0][0] >= 0
        assert one[2][0] <= scene.width
        for other in boxes[number + 1 :]:
            apart = one[2][0] <= other[0][0] or other[2][0] <= one[0][0]
            assert apart or abs(one[0][1] - other[0][1]) > plot.SIZE


def test_many_rows_are_several_plots_that_fit_on_paper_with_one_scale():
    lines = [Line(f"{n}", [Mark(0, "a", (0.1 * n + 0.05,)), Mark(1, "b", (900.0,))]) for n in range(60)]
    scenes = plots(lines)
    assert len(scenes) > 2
    assert all(scene.height / scene.width < 267 / 180 for scene in scenes), "A4, without its margins"
    titles = [each.text for scene in scenes for each in scene.shapes if getattr(each, "bold", False)]
    assert titles == [f"{n}" for n in range(60)]
    scales = {tuple(each.text for each in s.shapes if isinstance(each, plot.Label))[:10] for s in scenes}
    assert len(scales) == 1
    assert plots([Line("nobody", [])]) == []


def test_a_run_that_was_stopped_is_an_empty_mark_and_a_failed_one_none():
    rows = [row("native"), stopped("sat", "time", seconds=61.0), stopped("cpsat", "failed", seconds=9.0)]
    text = written(rows)
    (scene,) = [each for each in re.findall(r"<svg.*?</svg>", text, re.DOTALL) if "logarithmic" in each]
    assert "sat/some &gt; 61.0 s" in scene
    assert "native/some 0.250 s" in scene
    assert "cpsat" not in scene
    assert png_of_svg(scene)[:4] == b"\x89PNG"


def test_several_runs_give_their_median_and_their_spread(tmp_path):
    ledger = Ledger(tmp_path / "ledger.sqlite")
    rows = [row("native"), row("sat")]
    for seconds in (0.5, 0.1, 0.2):
        ledger.begin([each.job for each in rows])
        for number, each in enumerate(rows):
            ledger.end_job(number, structs.replace(each, run_seconds=seconds * (number + 1)))
    others = [row("native", 91), row("native", engine="other"), row("native", versions={"numba": "1"})]
    ledger.begin([each.job for each in (*others, rows[1])])
    for number, each in enumerate([*others, stopped("sat", "time")]):
        ledger.end_job(number, each)
    times = ledger.times([*rows, stopped("sat", "time")])
    ledger.close()
    assert times == [[0.5, 0.1, 0.2], [1.0, 0.2, 0.4], []]
    text = written(rows, times[:2])
    assert "0.200 (3 runs: 0.100 to 0.500)" in said(text)
    assert "median of all runs" in said(text)
    assert "median" not in said(written(rows))


def test_the_page_says_how_to_repeat_it():
    rows = [row("native", versions={"accord": "0.1.0", "python": "3.11", "numba": "7"}), row("sat")]
    rows[1] = structs.replace(rows[1], versions={"accord": "0.1.0", "numba": "8"})
    words = said(written(rows, about=structs_of(ABOUT, at_once=2, elsewhere=True)))
    assert (
        "accord compare queens-8 --backend native --backend sat --time-limit 60 --jobs 2 --report report.html"
        in words
    )
    assert (
        "Begun 2031-04-05 06:07 UTC on another machine; this page was written 2031-04-05 07:08 UTC." in words
    )
    assert "numba 7, 8 native, sat" in words


def structs_of(about, **more):
    return About(about.begun, about.written, **more)


@pytest.mark.parametrize(
    ("puzzles", "asked"),
    [
        ((), {}),
        ((), {"backends": ["sat", "native"], "time_limit": 0.5}),
        (("soma", "pentomino-4x15"), {"distinct": True, "memory_limit": 512 << 20, "time_limit": 600.0}),
        (("pentomino-4x15",), {"variant": "hoyt", "time_limit": 1234567.5}),
    ],
)
def test_the_words_of_jobs_ask_for_them_again(puzzles, asked):
    import click

    from accord.cli.compare import compare

    jobs = jobs_for(puzzles, **asked)
    with compare.make_context("compare", words_for(jobs)) as context:
        given = {name: context.params[name] for name in ("variant", "distinct", "backends", "time_limit")}
        limit = context.params["memory_limit"]
        assert isinstance(context, click.Context)
        assert jobs_for(context.params["puzzles"], **given, memory_limit=limit) == jobs
    assert (len(jobs) > len(HEADLINE)) == (not puzzles)


def test_a_reply_gives_its_own_seconds_and_a_solution():
    job = Job("queens-8", "plain")
    reply = perform(job)
    made = ended_row(job, reply, seconds=100.0, memory=1)
    assert reply.outcome.seconds.total >= made.run_seconds > 0
    assert made.example == reply.example
    assert perform(structs.replace(job, digest=False)).outcome.count == 92


@pytest.mark.full
def test_the_command_writes_the_page_and_resumes_to_it(tmp_path, monkeypatch):
    monkeypatch.setenv("ACCORD_LEDGER", str(tmp_path / "ledger.sqlite"))
    first, again = tmp_path / "first.html", tmp_path / "again.html"
    words = ("compare", "queens:6", "--backend", "sat", "--backend", "native", "--quiet")
    done = called(*words, "--report", first)
    assert done.returncode == 0
    assert "1 of 1 agreed on" in done.stdout
    resumed = called("compare", "--resume", "--quiet", "--report", again)
    assert resumed.stdout == done.stdout
    one, other = (re.sub(r"was written [\d: -]+", "", said(path.read_text())) for path in (first, again))
    assert one == other
    assert one.startswith("✓ 1 of 1 question agreed on")
    assert "A solution, found by sat." in one
    needs_nothing(first.read_text())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("page.pdf", "expected a name that ends with .html"),
        ("no/such/page.html", "there is no folder no/such"),
    ],
)
def test_a_page_that_cannot_be_written_is_said_before_anything_runs(tmp_path, monkeypatch, name, sentence):
    ledger = tmp_path / "ledger.sqlite"
    monkeypatch.setenv("ACCORD_LEDGER", str(ledger))
    done = called("compare", "queens:6", "--report", tmp_path / name if "/" not in name else name)
    assert done.returncode == UsageError.exit_code
    assert sentence in done.stderr
    assert not ledger.exists()


def test_nothing_of_it_is_imported_without_a_page():
    code = "import sys, accord_compare.compare, accord.cli.compare; print('jinja2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
