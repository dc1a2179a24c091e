"""The files of the repository that are made from its code: `make generated` writes them, and a test compares.

the registry         the rows of families, sites, engines and commands, read before any is imported
rules                the classes and methods of all that `accord.problem` knows, and a table in the docs
pages of packages    their lists of modules
goldens              what Accord shows, recorded; see `goldens`
docs/gallery.md      the tables of all packings; `make gallery` draws their pictures anew
docs/pictures        what the commands of the page on drawing and of the tutorials draw

Two are not among them, since they take long or need other programs: `make notebook`, `make webassembly`.
"""

import json
import re
import shlex
from collections.abc import Callable, Mapping
from contextlib import chdir
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import package_pages
import registry
import rules_on_graphs
import rules_on_lists
from commands import called
from transcripts import rerun

from accord_compare import gallery
from goldens import COMMANDS, RECORDED

ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "docs/gallery.md"
PICTURES = ROOT / "docs/pictures"
TUTORIALS = {"heart.svg": "adding-a-puzzle", "lamps.svg": "first-pencil-puzzle"} | dict.fromkeys(
    ("sheet.svg", "answers.svg"), "classroom"
)
FILE = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)


def of_gallery() -> str:
    """The page of all packings; pictures of new ones are drawn."""
    shown = gallery.exhibits("packing")
    for puzzle in (each.puzzle for each in shown):
        picture = GALLERY.with_suffix("") / f"{puzzle.name}.svg"
        if not picture.exists():
            picture.write_text(gallery.thumbnail(puzzle, gallery.solution(puzzle)), "utf-8")
    return gallery.rewritten(GALLERY, shown)


def drawn(page: str, command: str) -> str:
    """The picture that a command draws, in the root, or in a folder with the files of a tutorial."""
    with TemporaryDirectory() as folder:
        for name, text in FILE.findall(page):
            if not Path(folder, name).exists():  # what a page adds to a file later is not drawn
                Path(folder, name).write_text(text)
        with chdir(folder if FILE.search(page) else ROOT):
            return called(*shlex.split(command), "--quiet").stdout


def pictures():
    """Yield each picture of the docs, and what draws it."""
    page = (ROOT / "docs/drawing.md").read_text("utf-8")
    for command, name in re.findall(r"^```sh\naccord (draw .*) -o (.*)\n```$", page, re.MULTILINE):
        yield PICTURES / name, partial(drawn, "", command)
    for name, tutorial in TUTORIALS.items():
        page = (ROOT / f"docs/{tutorial}.md").read_text("utf-8")
        command = re.search(rf"^\$ accord (draw .*) -o {name}$", page, re.MULTILINE)[1]
        yield PICTURES / name, partial(drawn, page, command)


def recorded(make: Callable[[], object]) -> str:
    return json.dumps(make(), indent=1, ensure_ascii=False) + "\n"


QUICK: Mapping[Path, Callable[[], str]] = {
    rules_on_graphs.PLACE: rules_on_graphs.text,
    rules_on_lists.PLACE: rules_on_lists.text,
    registry.FILE: lambda: registry.text(registry.found()),
    rules_on_lists.PAGE: lambda: rules_on_graphs.page(rules_on_lists.page()),
    **{page: partial(package_pages.page_text, name) for name, page in package_pages.PAGES.items()},
}
SLOWER: Mapping[Path, Callable[[], str]] = {
    **{file: partial(recorded, make) for file, make in RECORDED.items()},
    COMMANDS: lambda: rerun(COMMANDS.read_text("utf-8")),
    GALLERY: of_gallery,
    **dict(pictures()),
}
FILES = {**QUICK, **SLOWER}
