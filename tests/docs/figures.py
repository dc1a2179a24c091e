"""The figures that pages print, and where each comes from.

A figure is a number of three digits or more, one with a decimal point, or one before a unit such as `s` or
`nodes`. Names are none: sizes (6 x 10), years, dates, versions with two points, what stands in backticks.
What an example prints that is run needs no other source, nor what `accord bench` wrote, nor the gallery,
which test_gallery.py holds against the model files.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pages import EXAMPLE, PAGES, ROOT, RUN

WRITTEN = re.compile(r"<!-- (measured|gallery): begin .*?<!-- \1: end -->", re.DOTALL)
NAMES = re.compile(
    r"`[^`\n]*`|\]\([^)\n]*\)|^    .*$"  # code, addresses of links, indented examples
    r"|\b\d+ ?x ?\d+(?: ?x ?\d+)?\b"  # sizes
    r"|\b\d{4}-\d\d-\d\d\b|(?<![\d,.])(?:19\d|20[0-2])\d(?![\d,]\d)"  # dates, years; 2,000 has a comma
    r"|\b\d+(?:\.\d+){2,}",  # versions
    re.MULTILINE,
)
CLOCKED = {
    "us",
    "ms",
    "s",
    "seconds",
    "minutes",
    "MB",
    "%",
    "times",
    "calls",
}  # calls: the guide asks by time
COUNTED = {"million", "nodes", "options", "solutions", "puzzles", "conflicts", "branches", "states", "sets"}
UNITS = "|".join(sorted(CLOCKED | COUNTED))
NUMBER = r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?!(?!th)\w)"
FIGURE = re.compile(rf"(?P<number>{NUMBER})(?: (?P<unit>{UNITS})(?!\w))?")
SECTION = re.compile(r"^#+ ", re.MULTILINE)
MEASURED = re.compile(
    r"^\*Measured \d{4}-\d\d-\d\d.*; (again with .*`.+`|the scripts are not kept)", re.MULTILINE
)


@dataclass(frozen=True)
class Figure:
    """A number as it is printed, and its place: `at` is the character of the page where it begins."""

    page: str
    at: int
    text: str
    unit: str = ""

    @property
    def number(self):
        return self.text.replace(",", "")

    @property
    def is_clocked(self):
        """Whether only a clock can tell: it is measured once, and comes out different each time."""
        return "." in self.text or self.unit in CLOCKED

    def __str__(self):
        return f"{self.page}:{1 + PAGES[self.page].read_text().count(chr(10), 0, self.at)}: {self.text}"


def blanked(text, pattern, when=bool):
    """The text with blanks in the place of what is found, so that places stay."""
    return pattern.sub(lambda found: re.sub(r"\S", " ", found[0]) if when(found) else found[0], text)


def found_in(text, page=""):
    """All figures of a text."""
    for match in FIGURE.finditer(blanked(text, NAMES)):
        if match["unit"] or len(re.sub(r"\D", "", match["number"])) >= 3 or "." in match["number"]:
            yield Figure(page, match.start(), match["number"], match["unit"] or "")


def figures(page):
    """All figures of a page, but for those in examples and in what a command of ours wrote."""
    text = blanked(PAGES[page].read_text(), WRITTEN)
    return found_in(blanked(text, EXAMPLE, lambda each: each["language"] != "text"), page)


@cache
def printed(page):
    """The numbers that examples of a page print, of those that test_docs.py runs."""
    examples = EXAMPLE.finditer(PAGES[page].read_text())
    run = "".join(each["lines"] for each in examples if each["language"] in RUN and not each["left_out"])
    return set(re.findall(r"\d+", re.sub(r"^ *(\$|>>>|\.\.\. ).*", "", run, flags=re.MULTILINE)))


@cache
def declared():
    """The counts that model files state, of four digits or more: smaller ones are met by chance."""
    models = [tomllib.loads(path.read_text()) for path in sorted((ROOT / "models").glob("*.toml"))]
    every = [each for model in models for each in (model, *model.get("variants", {}).values())]
    counts = {str(count["count"]) for each in every for count in each.get("counts", {}).values()}
    return {count for count in counts if len(count) > 3}


def is_measured(figure):
    """Whether its section says when its times were measured, and how they are measured again."""
    text = PAGES[figure.page].read_text()
    cuts = [0, *(each.start() for each in SECTION.finditer(blanked(text, EXAMPLE))), len(text)]
    begin = max(cut for cut in cuts if cut <= figure.at)
    return MEASURED.search(text, begin, min(cut for cut in cuts if cut > figure.at)) is not None


@dataclass(frozen=True)
class Source:
    """A row of figures.toml: a phrase of a page, and where its figures come from; see there."""

    page: str
    phrase: str
    equals: str = ""
    test: str = ""
    others: str = ""
    measured: str = ""
    slow: bool = False

    @property
    def found(self):
        """Where the phrase stands: blanks may be line ends, ` ... ` is anything."""
        text = r"\s+".join(r".*?" if word == "..." else re.escape(word) for word in self.phrase.split())
        return [*re.finditer(rf"(?<!\d){text}(?!\d)", PAGES[self.page].read_text(), re.DOTALL)]

    @property
    def numbers(self):
        """The figures of the phrase, also small ones, in order."""
        return [each.replace(",", "") for each in re.findall(NUMBER, blanked(self.phrase, NAMES))]


@cache
def sources():
    """All rows of figures.toml."""
    pages = tomllib.loads((Path(__file__).parent / "figures.toml").read_text())
    return [Source(page, **row) for page, rows in pages.items() for row in rows]
