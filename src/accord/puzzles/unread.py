"""Recognise files and links of other programs that are not read: what they are, and what is read instead.

A text comes here after all formats and families have looked at its beginning, and a link after all sites.
What is not known here is taken for a model file, and its first fault in TOML is reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import PurePath

from accord.puzzles import sites
from accord.puzzles.words import describe

LARGEST_TEXT = 1_000_000  # bytes: of more the size is what is wrong
CONSTRAINTS = "write it as a problem file or in Python, with rules of your own"
CLAUSES = "expected plain DIMACS, `p cnf VARIABLES CLAUSES`, or OPB, which has an objective"

MAGIC = {  # how a file of bytes begins; what it is, and what to do
    b"\x1f\x8b": ("a file compressed by gzip", "unpack it first, as by `gunzip`"),
    b"BZh": ("a file compressed by bzip2", "unpack it first, as by `bunzip2`"),
    b"\xfd7zXZ": ("a file compressed by xz", "unpack it first, as by `unxz`"),
    b"\x28\xb5\x2f\xfd": ("a file compressed by zstd", "unpack it first, as by `unzstd`"),
    b"PK\x03\x04": ("a zip archive", "unpack it first, as by `unzip`; of a spreadsheet, save a text"),
    b"7z\xbc\xaf": ("a 7z archive", "unpack it first"),
    b"%PDF": ("a PDF", "expected the puzzle as text, or its address"),
    b"\x89PNG": ("a picture", "expected the puzzle as text, or its address"),
    b"\xff\xd8\xff": ("a picture", "expected the puzzle as text, or its address"),
    b"GIF8": ("a picture", "expected the puzzle as text, or its address"),
    b"\xff\xfe": ("text in UTF-16", "save it as UTF-8"),
    b"\xfe\xff": ("text in UTF-16", "save it as UTF-8"),
}
SUFFIXES = {  # of files whose beginnings say too little
    (".mzn", ".fzn", ".dzn"): ("a MiniZinc file", CONSTRAINTS),
    (".wcnf",): ("weighted MaxSAT", CLAUSES),
    (".lp", ".mps", ".smt2", ".pddl"): ("a file for another kind of solver", CONSTRAINTS),
    (".py",): ("a Python program", "run it with python; `Problem.save` writes a file that Accord reads"),
}
BEGINNINGS = {  # the pattern of how a text begins
    r"(?:%.*\n\s*)*(?:include\s*\"|(?:var|constraint|predicate|solve)\s|array\s*\[|int\s*:)": (
        "a MiniZinc file",
        CONSTRAINTS,
    ),
    r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<instance\b": ("an XCSP3 instance", CONSTRAINTS),
    r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<!doctype html|<html\b": (
        "a web page",
        "expected the puzzle as text, or its address",
    ),
    r"<(?:\?xml\b|[a-z!])": ("XML", "expected the puzzle as text"),
    r"\{\s*[\"}]|\[\s*\{": ("JSON", "expected a model file, which is TOML; `accord merge` takes results"),
    r"(?:c.*\n\s*)*p\s+\w*cnf\+?\s": ("clauses with more than DIMACS has", CLAUSES),
    r"h\s+-?[1-9][-0-9 ]* 0\s": ("weighted MaxSAT", CLAUSES),
    r"\((?:set-|declare-|define\b|assert\b|check-)|;.*\n\(": (
        "a file for another kind of solver",
        CONSTRAINTS,
    ),
    r"(?:\\.*\n\s*)*(?:minimi[sz]e|maximi[sz]e|subject to)\s": (
        "a linear program",
        f"{CONSTRAINTS}, or as OPB",
    ),
    r"(?:\*.*\n\s*)*NAME\b.*\n\s*(?:OBJSENSE|ROWS)\b": ("a linear program", f"{CONSTRAINTS}, or as OPB"),
    r"SAVEFILE:41:Simon Tatham": (
        "a saved game of Simon Tatham's collection",
        "expected its game ID behind the family, as in akari:7x7:...",
    ),
    r"(?:import|from)\s+[a-z_.]+(?:\s+import\b|\s*$|\n)|#!.*python": SUFFIXES[(".py",)],
}
SAVE_THE_PAGE = "nothing is fetched: save the page in a browser, and name that file"
SITES = {  # the names of sites whose links are not read
    "f-puzzles.com": ("an f-puzzles link", "expected the cells of a sudoku, or an address of puzz.link"),
    "sudokupad.app": ("a SudokuPad link", "expected the cells of a sudoku, or an address of puzz.link"),
    "crackingthecryptic.com": ("a SudokuPad link", "expected the cells of a sudoku, or of puzz.link"),
    "tinyurl.com": ("a short link", "open it in a browser and copy the address to which it leads"),
    "git.io": ("a short link", "open it in a browser and copy the address to which it leads"),
    "bit.ly": ("a short link", "open it in a browser and copy the address to which it leads"),
    "puzzle-aquarium.com": ("an address that has only the number of a puzzle", SAVE_THE_PAGE),
    "webpbn.com": ("a page of webpbn.com", "export the nonogram from there as .non, which is read"),
}
PATTERNS = [(re.compile(pattern, re.IGNORECASE), words) for pattern, words in BEGINNINGS.items()]


def bytes_fault(data: bytes) -> str | None:
    """Return what a file that is no text is, and what to do, in one line; None for a text."""
    found = next((words for magic, words in MAGIC.items() if data.startswith(magic)), None)
    if found is None and len(data) <= LARGEST_TEXT and b"\0" in data[:4096]:
        found = ("a file that is no text", "expected a puzzle as text")
    return found and _sentence(found)


def text_fault(text: str, name: str, is_puzzle: Callable[[str], bool]) -> str | None:
    """Return what a text is and what is read instead, in one line; None if it is not known.

    Args:
        text: the file, or how it begins.
        name: of the file, for its suffix.
        is_puzzle: whether a file of many puzzles may begin with that line.
    """
    text = text.removeprefix("\ufeff").lstrip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = None
    if lines and "://" in lines[0].partition(" ")[0]:
        found = link(lines[0]) or ("a link", f"expected an address of {sites.titles()}")
    suffix = PurePath(name).suffix.lower()
    found = found or next((words for pattern, words in PATTERNS if pattern.match(text)), None)
    found = found or next((words for suffixes, words in SUFFIXES.items() if suffix in suffixes), None)
    return _sentence(found) if found else _table_fault(lines, is_puzzle)


def _sentence(found: tuple[str, str]) -> str:
    return f"found {found[0]}, which is not read; {found[1]}"


def _table_fault(lines: list[str], is_puzzle: Callable[[str], bool]) -> str | None:
    """Return what is wrong with lines of puzzles that do not begin with the puzzle, or have a heading."""
    rows = [line for line in lines if line[0] != "#"][:2]  # of which the first may be a heading
    for line, sign in product(rows, (",", ";", "\t", " ")):
        words = [word.strip(' "') for word in line.split(sign)]
        at = next((at for at, word in enumerate(words) if at and len(word) > 1 and is_puzzle(word)), None)
        if at is not None and "=" not in words[at - 1] and not is_puzzle(line):
            found = f"found a puzzle as word {at + 1} of a line"
            return f"{found}; expected it at the beginning: delete what is before it, and a heading"
    if len(rows) == 2 and is_puzzle(rows[1]):
        found = f"found {describe(rows[0])} before the first puzzle"
        return f"{found}; expected a puzzle a line: delete the heading, or write # before it"
    return None


def link_fault(text: str) -> str | None:
    """Return what a link is and what is read instead, in one line; None if its site is not known."""
    found = link(text)
    return found and _sentence(found)


def link(text: str) -> tuple[str, str] | None:
    """Return what a link of a site that is known here is, and what is read instead."""
    host = re.match(
        r"\s*(?:[a-z]+://)?(?:www\.|app\.|beta\.)?([a-z0-9.-]+\.[a-z]+)(?=[/?#]|\s*$)", text.lower()
    )
    return SITES.get(host[1]) if host else None
