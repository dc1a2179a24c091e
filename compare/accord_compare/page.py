"""Write the comparison report as one HTML file without scripts or network access.

First it says whether all agree, and names what does not. Then come the times as a plot; for each question a
picture and a table of its runs; and how to repeat it all. Nothing on it names a folder or a computer.
"""

from __future__ import annotations

import platform
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from accord.errors import AccordError, UsageError
from accord.model.verify import verify
from accord.puzzles.loader import load
from accord.render.svg import svg
from accord.scene.shapes import Scene
from accord.versions import version_of
from accord_compare.harness import words_for
from accord_compare.ledger import Ledger
from accord_compare.measurement import figures, machine, now
from accord_compare.plot import Line, Mark, plots
from accord_compare.row import Ending, Row, Verdict, expected_text, found_text, questions, verdict

if TYPE_CHECKING:
    from markupsafe import Markup

    from accord_compare.row import Row


CELLS = 10_000  # of a board; larger ones are not drawn
MOST = 4_000_000  # characters of all pictures on a page
LAYER = re.compile(r'<g id="[^"]*" inkscape:[^>]*"')  # the name of a group, for drawing programs


@dataclass(frozen=True, slots=True)
class Picture:
    """The drawing of a question, if there is one, and its caption."""

    caption: str
    svg: Markup | None = None


@dataclass(slots=True)
class Pictures:
    """Pictures of one page, which is not to grow without end."""

    room: int = field(default_factory=lambda: MOST)

    def of(self, group: Sequence[Row]) -> Picture:
        """The picture for the rows of a question: a solution where a run found one, else the board."""
        try:
            caption, scene = _drawing(group)
        except AccordError as error:  # a file that is gone or has changed; a family without pictures
            return Picture(f"No picture: {error}")
        if scene is None:
            return Picture(f"No picture: {caption}")
        text = inline(scene)
        if len(text) > self.room:
            return Picture("No picture: the page would become too large.")
        self.room -= len(text)
        return Picture(caption, text)


def _drawing(group: Sequence[Row]) -> tuple[str, Scene | None]:
    """Return the caption, and the drawing if there is one."""
    job = group[0].job
    puzzle = load(job.puzzle, job.variant)
    row = next((row for row in group if row.example), None)
    if row is not None:
        verify(puzzle.model, np.array([row.example], np.int32))  # the file may not be the one of then
    options = None if row is None else row.example
    picture = puzzle.picture(options)
    if len(picture.signs) > CELLS:
        return f"the board has {len(picture.signs):,} cells.", None
    if not picture.signs and not picture.lines:
        return "this puzzle has no board.", None
    if row is not None:
        caption = f"A solution, found by {row.job.backend}."
    else:
        caption = "The board at the start." if job.plans else "The board; no run kept a solution."
    return caption, puzzle.draw(options)


def inline(scene: Scene) -> Markup:
    """The scene as an SVG element of a page: without what only a file needs."""
    from markupsafe import Markup  # only now, with jinja2

    text = svg(scene)
    element = text[text.index("<svg") :].replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "", 1)
    element = LAYER.sub("<g", element)  # a page has several drawings, each with the same layers
    return Markup(element.replace("<svg", '<svg role="img"', 1))  # drawsvg escapes texts


SUFFIXES = (".html", ".htm")
LOUD = ("DISAGREE", "failed", "nothing", "alone", "agree")  # what says more of it stands first
SIGNS = {"DISAGREE": "✗", "failed": "✗", "nothing": "○", "alone": "○", "agree": "✓"}
WORDS = {
    "DISAGREE": "disagreement",
    "failed": "an engine failed, no agreement",
    "nothing": "no answer",
    "alone": "one answer, no agreement",
    "agree": "agreed",
}
STOPPED: tuple[Ending, ...] = ("time", "memory", "cancelled", "horizon")  # these runs needed longer
FOLDERS = re.compile(r"(?<![\w.])(?<!:/)/(?:[^\s/'\"]+/)+(?=[^\s/'\"])")
# what no page may hold, and what would turn the order of letters
BAD = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class About:
    """The facts of the comparison as a whole."""

    begun: str  # when, UTC
    written: str  # the page, UTC
    elsewhere: bool = False  # it was begun on another machine
    at_once: int = 1  # runs at a time


def check(name: str) -> None:
    """Raise UsageError if that is not the name of a page."""
    if Path(name).suffix.lower() not in SUFFIXES:
        raise UsageError(f"{name}: expected a name that ends with .html")


def page_of(rows: Sequence[Row], ledger: Ledger, at_once: int) -> str:
    """The page of a session: its rows, and what the ledger knows beside them."""
    about = About(ledger.begun, now(), ledger.elsewhere, at_once)
    return page(rows, ledger.times(rows), about)


def page(rows: Sequence[Row], times: Sequence[Sequence[float]], about: About) -> str:
    """The text of the HTML file; `times` are the seconds of all runs like each row, itself among them."""
    from jinja2 import Environment, StrictUndefined  # only now: few comparisons are written as a page

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "median": median, "figures": figures, "found": found_text, "expected": expected_text,
    }  # fmt: skip
    template = (files("accord_compare") / "data" / "report.html").read_text(encoding="utf-8")
    text = environment.from_string(template).render(_facts(rows, times, about))
    return BAD.sub("\ufffd", text) + "\n"


def _facts(rows: Sequence[Row], times: Sequence[Sequence[float]], about: About) -> dict[str, Any]:
    """All that the template shows."""
    pictures = Pictures()
    drawn = [pictures.of(group) for group in questions(rows)]  # of files where they are
    names = short_names(row.job.puzzle for row in rows)
    shown = [_page_row(row, names) for row in rows]
    known = {id(row): some for row, some in zip(shown, times, strict=True)}
    groups = questions(shown)
    verdicts = [verdict(group) for group in groups]
    seconds = [[known[id(row)] for row in group] for group in groups]
    kinds = {name: kind for kind, name in enumerate(dict.fromkeys(row.job.backend for row in shown))}
    captions = [without_folders(picture.caption, names) for picture in drawn]
    asked = [
        {
            "number": number, "verdict": says, "answer": _answer(group), "job": group[0].job,
            "rows": list(zip(group, some, strict=True)), "caption": caption, "svg": picture.svg,
        }
        for number, (group, says, some, picture, caption) in enumerate(
            zip(groups, verdicts, seconds, drawn, captions, strict=True), 1
        )
    ]  # fmt: skip
    lines = [_line(*of, kinds) for of in zip(groups, verdicts, seconds, strict=True)]
    job = shown[0].job
    return {
        **_head(shown, verdicts),
        "questions": asked,
        "signs": SIGNS,
        "words": WORDS,
        "ordered": sorted(asked, key=lambda each: LOUD.index(each["verdict"].says)),
        "plots": [inline(scene) for scene in plots(lines)],
        "repeated": any(len(some) > 1 for some in times),
        "command": _command(shown, about.at_once),
        "versions": list(_versions(shown)),
        "machine": f"{platform.system()}, {machine()}",
        "begun": _time(about.begun),
        "written": _time(about.written),
        "elsewhere": about.elsewhere,
        "time_limit": job.time_limit and f"{job.time_limit:,g} s",
        "memory_limit": job.memory_limit and f"{job.memory_limit:,} MiB",
    }


def _head(rows: Sequence[Row], verdicts: Sequence[Verdict]) -> dict[str, str]:
    """The head of the page."""
    number = len(verdicts)
    wrong = sum(says.says == "DISAGREE" for says in verdicts)
    agreed, failed = (sum(each.says == says for each in verdicts) for says in ("agree", "failed"))
    ended = sum(row.ending != "cancelled" for row in rows)
    partial = ended < len(rows)
    noun = "question" if number == 1 else "questions"
    so_far = " so far" if partial else ""
    kind = "DISAGREE" if wrong else "failed" if failed else "agree" if agreed == number else "alone"
    broken = f", {failed:,} with an engine that failed" if failed else ""
    return {
        "kind": kind,
        "sign": SIGNS[kind],
        "head": f"DISAGREEMENT in {wrong:,} of {number:,} {noun}"
        if wrong
        else f"{agreed:,} of {number:,} {noun} agreed on{so_far}{broken}",
        "partial": f"Partial: {ended:,} of {len(rows):,} runs have ended." if partial else "",
    }


def _answer(group: Sequence[Row]) -> str:
    """The answer with what it counts, if all rows that have one have the same."""
    answers = {found_text(row) for row in group if row.ended}
    if len(answers) != 1:
        return ""
    (words,), noun = answers, "move" if group[0].job.plans else "solution"
    return words if words == "impossible" else f"{words} {noun}{'s' * (words != '1')}"


def _line(
    group: Sequence[Row], says: Verdict, seconds: Sequence[Sequence[float]], kinds: dict[str, int]
) -> Line:
    """A row of the plot: runs that ended with an answer, or were stopped; of others a time says nothing."""
    marks = [
        Mark(
            kinds[row.job.backend],
            "/".join(filter(None, [row.job.backend, row.engine])),
            some or [row.seconds],
            stopped=row.ending in STOPPED,
        )
        for row, some in zip(group, seconds, strict=True)
        if row.ending in ("complete", *STOPPED) and (some or row.seconds)
    ]
    return Line(f"{SIGNS[says.says]} {says.question}", marks)


def _command(rows: Sequence[Row], at_once: int) -> str:
    """Return the command that does it all again."""
    jobs = [] if at_once == 1 else ["--jobs", str(at_once)]
    words = words_for([row.job for row in rows])
    return shlex.join(["accord", "compare", *words, *jobs, "--report", "report.html"])


def _versions(rows: Sequence[Row]) -> Iterator[tuple[str, str, str]]:
    """Each package, its version, or versions if rows differ, and the backends that named it."""
    found_: dict[str, set[str]] = {"accord": {version_of("accord")}, "python": {platform.python_version()}}
    users: dict[str, list[str]] = {}
    for row in rows:
        for name, version in row.versions.items():
            found_.setdefault(name, set()).add(version)
            users.setdefault(name, []).append(row.job.backend)
    for name, versions in found_.items():
        everybody = name in ("accord", "python")
        yield name, ", ".join(sorted(versions)), "" if everybody else ", ".join(dict.fromkeys(users[name]))


def _time(text: str) -> str:
    """To the minute: 2026-03-14 09:26 UTC."""
    return f"{datetime.fromisoformat(text):%Y-%m-%d %H:%M} UTC"


def short_names(puzzles: Iterable[str]) -> dict[str, str]:
    """Return the name of each puzzle on the page: its file's name, with a number if it is not alone."""
    names: dict[str, str] = {}
    for puzzle in dict.fromkeys(puzzles):
        short = Path(puzzle).name if Path(puzzle).is_absolute() else puzzle
        same = sum(short in (name, name.rpartition(" (")[0]) for name in names.values())
        names[puzzle] = f"{short} ({same + 1})" if same else short
    return names


def without_folders(text: str, names: Mapping[str, str]) -> str:
    """Return the text with names in place of absolute paths, so that a page shows no folders."""
    for puzzle, name in names.items():
        text = text.replace(puzzle, name)
    return FOLDERS.sub("", text)


def _page_row(row: Row, names: Mapping[str, str]) -> Row:
    """Return the row as the page shows it."""
    job = msgspec.structs.replace(row.job, puzzle=names[row.job.puzzle])
    return msgspec.structs.replace(row, job=job, reason=without_folders(row.reason, names))
