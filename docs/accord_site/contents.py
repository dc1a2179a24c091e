"""The table of contents: which page stands in which section, in the order of the sidebar.

Pages stay files of docs/, so that their links hold in a checkout; only the order is here. A test says which
page is missing.
"""

from __future__ import annotations

from typing import Any

# section -> pages, without `.md`
CONTENTS: dict[str, tuple[str, ...]] = {
    "Tutorials": (
        "adding-a-puzzle", "first-pencil-puzzle", "setters-hour", "modelling", "reference/notebook",
        "classroom",
    ),
    "How-to": (
        "howto/install", "howto/workbench", "howto/find-a-kind", "howto/draw-your-own",
        "howto/import-a-puzzle",
        "howto/one-solution", "howto/why-none-or-several", "howto/repair", "howto/candidates",
        "howto/difficulty", "howto/make-many", "howto/wishes",
        "howto/print-a-sheet", "howto/csv", "howto/notebook", "howto/compare-solvers",
        "howto/new-kind", "howto/many-machines", "howto/cite", "drawing", "hints", "watching", "machines",
    ),
    "Reference": (
        "reference/kinds", "reference/commands/index", "reference/model-files", "python",
        "reference/python-api", "reference/rules", "reference/arguments", "reference/answers",
        "problem-files", "formats", "reference/addresses", "reference/site-rules", "pieces", "statistics",
        "words", "gallery",
    ),
    "Kinds of puzzles": (
        "aquarium", "sums", "designs", "sudoku", "clues", "unavoidable", "planning", "freecell",
    ),
    "Explanation": (
        "402", "why-not", "certificates", "certificate-formats", "trust", "lazy", "graphs",
        "cross-validation", "native-engines", "cpsat", "sat",
        "performance", "records",
    ),
    "Development": (
        "architecture", "pencil", "adding-a-family", "adding-a-backend",
        "reference/accord-clingo", "reference/accord-cpmpy", "reference/accord-d4",
        "reference/accord-graphillion",
        "reference/accord-xcover", "reference/contributing", "reference/changelog",
    ),
}  # fmt: skip


def toctrees() -> str:
    """Return the sections as directives for the first page."""
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {section}\n\n{chr(10).join(pages)}\n```\n"
        for section, pages in CONTENTS.items()
    )


def add(_app: Any, page: str, source: list[str]) -> None:
    """Append the table of contents to the first page, as Sphinx reads it."""
    if page == "index":
        source[0] += toctrees()
