"""One HTML file: a puzzle's board, its search as arrays and a kernel, and the code that runs them."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from html import escape
from importlib.resources import files
from string import Template

from accord.puzzles.puzzle import Puzzle
from accord.search_page import jobs, kernels
from accord.search_page.drawing import drawing_of_puzzle

STATIC = files("accord.search_page") / "static"
SCRIPTS = ("search.js", "page.js")


def html(puzzle: Puzzle) -> str:
    """Return a page that counts, watches and shows the solutions of a puzzle.

    It loads nothing. Raises RefusedError if the window kernels do not take the puzzle.
    """
    model, options = puzzle.model.reduced
    variant, found = jobs.jobs_of(model)
    drawing = drawing_of_puzzle(puzzle, options.tolist())
    stated = puzzle.counts.get("all")
    data = {
        "kernel": b64encode(kernels.read(wide=bool(variant["wide"]), reach=int(variant["reach"]))).decode(),
        "jobs": found,
        "constants": jobs.constants(),
        "options": b64encode(zlib.compress(json.dumps(drawing.options).encode(), 9)).decode(),
        "stated": None if stated is None else stated.count,
    }
    return Template(_text("page.html")).substitute(
        title=escape(puzzle.title or puzzle.name),
        rule=escape(puzzle.rule),
        style=_text("style.css"),
        board=drawing.svg,
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        script="\n".join(map(_text, SCRIPTS)),
    )


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
