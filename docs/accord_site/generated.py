"""The generated pages: each is a path in docs/reference and a function that returns its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from accord_site import (
    addresses,
    answers,
    arguments,
    commands,
    functions,
    kinds,
    model_files,
    notebooks,
    rules,
    site_rules,
)
from accord_site.links import OUTSIDE, ROOT, move_links

FOLDER = "reference"


def outside(name: str, path: str) -> str:
    """Return a page from outside of docs/ with the links of its new place."""
    return move_links((ROOT / name).read_text("utf-8"), name, f"docs/{path}")


def pages() -> dict[str, Callable[[], str]]:
    """Return the paths of all generated pages, each with what makes its text."""
    return dict(_pages())


def _pages() -> Iterator[tuple[str, Callable[[], str]]]:
    for module in (
        addresses,
        answers,
        arguments,
        functions,
        kinds,
        model_files,
        notebooks,
        rules,
        site_rules,
    ):
        yield module.PATH, module.page
    yield from commands.pages()
    for name, path in OUTSIDE.items():
        if path.startswith(FOLDER):
            yield path, partial(outside, name, path)


def write(docs: Path) -> None:
    """Write the pages that differ from what is there, and remove those that are none any more."""
    for module in (kinds, notebooks):
        module.draw(docs / module.PICTURES)
    made = pages()
    for path, text in made.items():
        file = docs / path
        file.parent.mkdir(parents=True, exist_ok=True)
        now = text()
        if not file.exists() or file.read_text("utf-8") != now:
            file.write_text(now, "utf-8")
    for file in (docs / FOLDER).rglob("*.md"):
        if file.relative_to(docs).as_posix() not in made:
            file.unlink()
