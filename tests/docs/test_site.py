"""The documentation site: each page has its place, and the site builds without a warning."""

import importlib.util
import posixpath
import re
import subprocess
import sys

import pytest
from accord_site import DOCS, accessible, contents, generated, links
from pages import ROOT

LISTED = [page for pages in contents.CONTENTS.values() for page in pages]


def test_every_page_is_in_the_table_of_contents_once():
    committed = {
        path.relative_to(DOCS).with_suffix("").as_posix()
        for path in DOCS.rglob("*.md")
        if path.relative_to(DOCS).parts[0] not in (generated.FOLDER, "accord_site")
    }
    made = {path.removesuffix(".md") for path in generated.pages()}
    listed = {page for page in LISTED if not page.startswith(f"{generated.FOLDER}/")}
    assert committed == listed | {"index"}
    assert {page for page in made if not re.match("reference/commands/(?!index)", page)} == {
        page for page in LISTED if page.startswith(f"{generated.FOLDER}/")
    }
    assert len({*LISTED}) == len(LISTED)


def test_links_out_of_the_docs_lead_to_pages_of_the_site_or_are_words():
    text = "[a](../README.md), [b](../models/soma.toml), [c](words.md#puzzles), ![d](../docs/pictures/d.svg)"
    assert links.move_links(text, "docs/index.md", "docs/index.md") == (
        "[a](index.md), b, [c](words.md#puzzles), ![d](pictures/d.svg)"
    )
    assert links.move_links("[x](docs/words.md)", "CONTRIBUTING.md", "docs/reference/contributing.md") == (
        "[x](../words.md)"
    )


def linked(page, text):
    """The pages of the site to which a page links."""
    place = f"docs/{page}"
    for found in links.LINK.finditer(links.move_links(text, place, place)):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), found["target"]))
        if target.endswith(".md"):
            yield target


@pytest.mark.full
def test_every_page_is_at_most_three_clicks_from_the_first():
    made = generated.pages()
    clicks = {"index.md": 0}
    for page in (waiting := ["index.md"]):
        text = made[page]() if page in made else (DOCS / page).read_text("utf-8")
        for target in linked(page, text):
            if target not in clicks:
                clicks[target] = clicks[page] + 1
                waiting.append(target)
    pages = {f"{page}.md" for page in LISTED} | {*made}
    assert not pages - {*clicks}, "no page links to these"
    assert max(clicks.values()) <= 3
    assert max(clicks[page] for page in pages if page.startswith("howto/")) == 1


@pytest.mark.full
@pytest.mark.skipif(importlib.util.find_spec("furo") is None, reason="the group `docs` is not installed")
def test_the_site_builds_without_a_warning(tmp_path):
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    done = subprocess.run(
        [*command, "-c", DOCS / "accord_site", "-d", tmp_path / "doctrees", DOCS, tmp_path / "site"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    pages = [path.read_text("utf-8") for path in (tmp_path / "site").rglob("*.html")]
    assert len(pages) > 40
    assert not [page for page in pages if 'src="http' in page or 'rel="stylesheet" href="http' in page]
    assert [complaint for page in pages for complaint in complaints(page)] == []


def complaints(page):
    """What a reader with a screen reader lacks on a page of the site."""
    title = re.search("<title>(.*?)</title>", page)[1]
    if page.count("<h1") != 1:
        yield f"{title}: {page.count('<h1')} headings of the first level"
    for picture in re.findall("<img[^>]*>", page):
        if not re.search('alt="[^"]+"', picture):
            yield f"{title}: {picture}"
    for heading in re.findall(r'<[^>]* role="heading"[^>]*>', page):
        if "aria-level" not in heading:
            yield f"{title}: {heading}"
    for region in re.findall("<aside[^>]*>", page):
        if "aria-label" not in region:
            yield f"{title}: {region}"
    for cell in re.findall(r"<th[^>]*>(?:\s|</?p>)*</th>", page):
        yield f"{title}: {cell}"
    tables = re.findall('<table class="docutils', page)
    if len(tables) != len(re.findall(r'class="table-wrapper[^>]*>\s*<table class="docutils', page)):
        yield f"{title}: a table that cannot be scrolled"


def test_signatures_and_corners_of_tables_are_repaired():
    signature = '<dt class="sig x">f(<dl><dd>a,</dd></dl>)</dt><dl><dt>b</dt></dl>'
    body = accessible.repair(f'<table><th class="head"><p></p></th><th>a</th></table>{signature}')
    assert body == (
        '<table><td class="head"></td><th>a</th></table><dt class="sig x">f(<span class="sig-arguments">'
        '<span class="sig-argument">a,</span></span>)</dt><dl><dt>b</dt></dl>'
    )
