"""Every figure that a page prints comes from a run, a model file, a measurement with a date, or others."""

import re

import figures
import pytest
import recomputed
from commands import called
from figures import Figure, found_in, is_measured, printed, sources
from looped import looped
from pages import PAGES, ROOT

from accord_compare.contests import contests
from accord_compare.tables import TABLES as TABLES_OF

pytestmark = pytest.mark.full  # left out of the fast profile

COMPUTED = [
    pytest.param(each, id=f"{each.page}-{each.equals}", marks=[pytest.mark.slow] if each.slow else [])
    for each in sources()
    if each.equals
]


@looped("page", PAGES)
def test_every_figure_has_a_source(page):
    spans = [match.span() for each in sources() if each.page == page for match in each.found]
    known = printed(page) | figures.declared()
    lost = [
        f"{figure}: no example prints it, no model file has it, no line `Measured`, not in figures.toml"
        for figure in figures.figures(page)
        if figure.number not in known
        and not (figure.is_clocked and is_measured(figure))
        and not any(begin <= figure.at < end for begin, end in spans)
    ]
    assert lost == []


def test_a_row_of_the_register_says_one_source_of_a_phrase_that_is_there():
    for each in sources():
        assert len(each.found) == 1, f"{each.page}: found {len(each.found)} times: {each.phrase}"
        assert sum(map(bool, (each.equals, each.test, each.others, each.measured))) == 1, each
        assert not each.measured or re.match(r"\d{4}-\d\d-\d\d; ", each.measured), each


@pytest.mark.parametrize("source", COMPUTED)
def test_what_can_be_computed_is_as_printed(source):
    values = eval(source.equals, vars(recomputed))
    values = values if isinstance(values, tuple) else (values,)
    assert [*map(str, values)] == source.numbers


@looped("source", [each for each in sources() if each.test])
def test_what_a_test_asserts_stands_in_it(source):
    text = (ROOT / source.test).read_text().replace("_", "")
    asserted = {*re.findall(r"\d+", text), *re.findall(r"\d+\.\d+", text)}
    assert [number for number in source.numbers if number not in asserted] == []


def test_what_is_a_figure_and_what_a_name():
    text = "In 2012 on 6 x 10 xcover 0.2.6 took 1,912 nodes, 2,000 in 0.5 s; `f(333)` 7 nodes, 12 or 1234"
    assert [each.text for each in found_in(text)] == ["1,912", "2,000", "0.5", "7", "1234"]


def test_times_are_only_taken_where_their_section_has_a_date():
    page = "docs/native-engines.md"
    text = PAGES[page].read_text()
    assert is_measured(Figure(page, text.index("| 0.62 |") + 2, "0.62"))
    assert not is_measured(Figure(page, text.index("7,404,530"), "7,404,530"))


TABLES = figures.WRITTEN.search(PAGES["docs/performance.md"].read_text())[0]


def test_the_tables_of_bench_say_the_machine_the_day_and_the_versions():
    parts = re.split(r"^### .*$", TABLES, flags=re.MULTILINE)[1:]
    taken = r"\S.* cores; \d{4}-\d\d-\d\d.*; medians of (up to )?\d+ pairs?, .* code [0-9a-f]{16}\."
    assert [part for part in parts if not re.match(taken, " ".join(part.split()))] == []
    headings = re.findall(r"^### (.*)$", TABLES, re.MULTILINE)
    assert headings == [table.heading for table in TABLES_OF.values() if table.heading in headings]
    assert len(headings) == len(parts) > 5


def test_the_counts_in_the_tables_of_bench_are_those_that_are_known():
    rows = re.findall(r"^\| (\S+) +\| +([\d,]+) \|", TABLES, re.MULTILINE)
    known = {(contest.instance, f"{contest.count:,}") for contest in contests()}
    assert len(rows) > 10
    assert {*rows} <= known


PAGE = PAGES["docs/cross-validation.md"].read_text()
ROWS = re.search(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]
PUZZLE = re.compile(r"^(\S+)(?: (\w+))?, (distinct|all), .*\n((?:  .*\n)+)", re.MULTILINE)


def kept(rows):
    """Rows of `accord compare` without seconds, and without the effort of SAT, whose guide goes by time."""
    lines = [re.sub(r"(?<=[0-9a-f]{8}) +[\d.]+ +[\d.]+ ", "", line).split() for line in rows]
    return [words[:4] if words[0] == "sat" else words for words in lines]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "which", "rows"), PUZZLE.findall(ROWS))
def test_the_rows_of_a_comparison_are_what_compare_prints(name, variant, which, rows, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    more = [*(["--variant", variant] if variant else []), *(["--distinct"] if which == "distinct" else [])]
    said = called("compare", name, *more, "--ledger", tmp_path / "ledger")
    assert said.returncode == 0
    now = [line for line in said.stdout.splitlines() if re.match("  (native|cpsat|sat) ", line)]
    assert kept(now) == kept(rows.splitlines())
