"""Every example of the documentation runs: `console` blocks as commands, `python` blocks as doctests.

In a console block, lines after `$ accord ...` are what the command prints on stdout, or `...` for lines that
are not compared. A block under the comment `<!-- not run: why -->` is left out. Blocks under the comment
`<!-- file: NAME -->` are that file, one behind the other, for the examples of their page.
"""

import doctest
import re
import shlex
from textwrap import dedent

import pytest
from accord_site import DOCS, generated
from commands import called
from pages import EXAMPLE, PAGES, ROOT

pytestmark = pytest.mark.full  # left out of the fast profile

VERDICTS = {"unique": 0, "several": 6, "impossible": 7}  # the codes of `solve --unique`
FILE = re.compile(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language):
    for page in PAGES.values():
        text = page.read_text()
        for match in EXAMPLE.finditer(text):
            if match["language"] == language and not match["left_out"]:
                line = 1 + text.count("\n", 0, match.start("indent"))
                yield pytest.param(dedent(match["lines"]), FILE.findall(text), id=f"{page.name}:{line}")


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """A folder in which an example finds all that the root has; what it writes stays there."""
    for each in ROOT.iterdir():
        (tmp_path / each.name).symlink_to(each)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ACCORD_LEDGER", str(tmp_path / "ledger.sqlite"))
    return tmp_path


@pytest.mark.parametrize(("block", "files"), [*blocks("console")])
def test_console(block, files, folder):
    for name, lines in files:
        with (folder / name).open("a") as file:
            file.write(lines)
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        words = shlex.split(command)
        assert words[0] == "accord", "examples are calls of accord"
        done = called(*words[1:])
        verdict = done.stdout.split("\n", 1)[0] if "--unique" in words and "--json" not in words else "unique"
        assert done.returncode == VERDICTS.get(verdict, 0), done.stderr  # of a file of many there is none
        pattern = re.escape(expected.rstrip()).replace(re.escape("..."), ".*")
        assert re.fullmatch(pattern, done.stdout.rstrip(), re.DOTALL), done.stdout


@pytest.mark.parametrize(("block", "files"), [*blocks("python")])
@pytest.mark.usefixtures("folder")
def test_python(block, files):
    example = doctest.DocTestParser().get_doctest(block, {}, "example", None, 0)
    assert example.examples
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(
        example
    )
    assert failed == 0


GENERATED = {(DOCS / path).resolve(): make for path, make in generated.pages().items()}


def test_links_between_pages_lead_somewhere():
    for page in PAGES.values():
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            place = (page.parent / target).resolve()
            assert place.exists() or place in GENERATED, f"{page.name}: {target}"


def anchors(page):
    """What a link may name behind `#`: the headings of a page, as GitHub writes them."""
    page = page.resolve()
    text = GENERATED[page]() if page in GENERATED else page.read_text()
    text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return {
        re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }


def test_links_to_headings_lead_somewhere():
    for page in PAGES.values():
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text()):
            assert anchor in anchors(page.parent / target if target else page), (
                f"{page.name}: {target}#{anchor}"
            )
