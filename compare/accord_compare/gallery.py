"""`make gallery`: write a page with pictures and counts of all puzzles of a family.

The page has text written by hand; what stands between two marks is made of the model files alone, and of
which pictures there are. Puzzles are grouped by lattice, and by the size of most of their pieces.

Small pictures of solved boards are drawn as all others are. What a small picture can do without is left out:
signs, and lines between cells that pieces cover.
"""

from __future__ import annotations

import html
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import click

from accord.errors import AccordError, RefusedError
from accord.grids.sets import KINDS, Kind
from accord.puzzles.file import Count
from accord.puzzles.library import entries
from accord.puzzles.loader import load
from accord.puzzles.puzzle import Puzzle
from accord.render.svg import svg
from accord.runner.api import run
from accord.runner.outcome import Outcome
from accord.runner.sample import sample
from accord.scene.palette import GRID
from accord.scene.paper import NOTE_LINE
from accord.scene.shapes import PAPER, Area, Label, Scene, Shape, Stroke
from accord_compare.performance import within

ENGINES = ("window", "bitset")  # the first that takes a model searches for the solution to be drawn,
NODES = 3_000_000  # up to so many nodes; then a solver of clauses,
SECONDS = 60.0  # as long
SEED = 1  # of the lot
UNITS = (16, 14, 12, 10, 8, 6, 5, 4, 3)  # pixels of a unit: the first with which a picture is no larger
LARGEST = 260  # pixels
SOLUTION, BOARD = "a solution", "the board"  # what titles say is drawn


def solution(puzzle: Puzzle) -> tuple[int, ...] | None:
    """The options of one; None if there is none, or none is found soon.

    The engine is named and its nodes are limited, so that the same one is found whenever pictures are drawn.
    A board that one piece covers shows nothing: then one is drawn by lot, always the same.
    """
    found = _find_solution(puzzle)
    return found if found is None or len(found) > 1 else sample(puzzle, seed=SEED)[0].options


def _find_solution(puzzle: Puzzle) -> tuple[int, ...] | None:
    """Return the first solution that a search finds."""
    if any(not count.count for count in puzzle.counts.values()):
        return None
    for engine in ENGINES:
        with suppress(RefusedError):
            found = run(puzzle, "first", backend="native", engine=engine, node_limit=NODES)
            if found.status == "complete":
                return _options(found)
            break
    return _options(run(puzzle, "first", backend="sat", time_limit=SECONDS))


def _options(found: Outcome) -> tuple[int, ...] | None:
    return found.solutions[0].options if found.solutions else None


def thumbnail(puzzle: Puzzle, options: Sequence[int] | None) -> str:
    """The text of an SVG file: the board with these options on it, or without any."""
    title = f"{puzzle.title}: {BOARD if options is None else SOLUTION}"
    scene = puzzle.draw(options).with_title(title)
    if options is not None:
        shapes = tuple(shape for shape in scene.shapes if _is_needed(shape))
        scene = replace(scene, height=scene.height - _notes(scene), shapes=shapes)
    return svg(scene, unit_of(scene))


def _notes(scene: Scene) -> float:
    """Return the height of the lines below a board, which have one label or several each."""
    lines = {shape.at[1] for shape in scene.shapes if isinstance(shape, Label) and shape.layer == "captions"}
    return NOTE_LINE * len(lines)


def _is_needed(shape: Shape) -> bool:
    match shape:
        case Label():
            return False
        case Stroke(line=line):
            return line != GRID
        case Area(fill=fill, line=None):
            return fill != PAPER  # the sheet is as white
    return True


def unit_of(scene: Scene) -> float:
    """How many pixels a unit of the scene has, so that it is small enough."""
    longest = max(scene.width, scene.height)
    return next((unit for unit in UNITS if unit * longest <= LARGEST), LARGEST / longest)


BEGIN, END = "<!-- gallery: begin (written by make gallery) -->", "<!-- gallery: end -->"
HEADINGS = {
    "square": "Squares",
    "triangular": "Triangles",
    "hexagonal": "Hexagons",
    "cubic": "Cubes",
    "edges": "Edges of squares",
}
MOST = 0.75  # of the pieces: if so many have one size, the puzzle is one of that size


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A model file: its puzzle, and where it hangs."""

    puzzle: Puzzle
    lattice: str
    size: int | None  # of most pieces; None if they are of several


@click.command()
@click.argument("family")
@click.argument("page", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def gallery(family: str, page: Path) -> None:
    """Draw every puzzle of a FAMILY, and write the gallery on PAGE; pictures lie in a folder of its name."""
    folder = page.with_suffix("")
    folder.mkdir(exist_ok=True)
    shown = exhibits(family)
    drawn = {f"{each.puzzle.name}.svg": each.puzzle for each in shown}
    for path in folder.iterdir():
        if path.name not in drawn:
            path.unlink()
    for name, puzzle in drawn.items():
        options = solution(puzzle)
        (folder / name).write_text(thumbnail(puzzle, options), encoding="utf-8")
        if options is None:
            click.echo(f"{puzzle.name}: the board only")
    page.write_text(rewritten(page, shown), encoding="utf-8")
    size = sum(path.stat().st_size for path in folder.iterdir())
    click.echo(f"{page}: {len(drawn)} pictures, {size:,} bytes")


def exhibits(family: str) -> list[Exhibit]:
    """All puzzles of a family that are in the library, and have pieces on a lattice."""
    found = []
    for entry in entries():
        if entry.family == family:
            puzzle = load(entry.name)
            found.append(Exhibit(puzzle, entry.lattices[0], _size(puzzle)))
    return found


def _size(puzzle: Puzzle) -> int | None:
    pieces = puzzle.record.shown.pieces
    sizes = [len(piece.ways()[0].pieces[0]) for piece in pieces(puzzle.spec)] if pieces else []
    size, often = Counter(sizes).most_common(1)[0]
    return size if often >= MOST * len(sizes) else None


def rewritten(page: Path, shown: Sequence[Exhibit]) -> str:
    """The text of the page with the gallery of today. Raises InputError if it does not have the marks."""
    before, _, after = within(page, BEGIN, END)
    return f"{before}{BEGIN}\n\n{text(page.with_suffix(''), shown)}\n\n{END}{after}"


def text(folder: Path, shown: Sequence[Exhibit]) -> str:
    """Markdown: what there is in a list, then a table for each set of each lattice."""
    groups: dict[str, dict[str, list[Exhibit]]] = {}
    for lattice, heading in HEADINGS.items():
        here = [each for each in shown if each.lattice == lattice]
        for each in sorted(here, key=_place):
            groups.setdefault(heading, {}).setdefault(_set(lattice, each.size), []).append(each)
    return "\n\n".join([_contents(groups), *_sections(groups, folder)])


def _place(exhibit: Exhibit) -> tuple[bool, int, list[tuple[str, int]]]:
    """Return the sort key of a puzzle: the size of its pieces, its name, numbers in it by value."""
    parts = re.findall(r"([^0-9]*)([0-9]*)", exhibit.puzzle.name)
    return exhibit.size is None, exhibit.size or 0, [(words, int(digits or 0)) for words, digits in parts]


def _set(lattice: str, size: int | None) -> str:
    """Return the name of pieces of that size."""
    kind: Kind = next(kind for kind in KINDS if kind.lattice == lattice)
    if size is None:
        return f"{kind.any_size} of several sizes".capitalize()
    if size > len(kind.counts):
        return f"{kind.any_size} of {size} cells".capitalize()
    return f"{kind.counts[size - 1]}{kind.ending}{kind.plural}".capitalize()


def _contents(groups: Mapping[str, Mapping[str, Sequence[Exhibit]]]) -> str:
    lines = []
    for heading, sets in groups.items():
        lines.append(f"- {_link(heading)}")
        lines += [f"  - {_link(name)}: {len(shown)}" for name, shown in sets.items()]
    return "\n".join(lines)


def _link(heading: str) -> str:
    return f"[{heading}](#{re.sub(r'[^a-z0-9 -]', '', heading.lower()).replace(' ', '-')})"


def _sections(groups: Mapping[str, Mapping[str, Sequence[Exhibit]]], folder: Path) -> Iterator[str]:
    for heading, sets in groups.items():
        yield f"## {heading}"
        for name, shown in sets.items():
            rows = [row for each in shown for row in _rows(each.puzzle, folder)]
            head = ["||puzzle|all|up to symmetry|source|", "|:-:|---|--:|--:|---|"]
            yield f"### {name}\n\n" + "\n".join([*head, *rows])


def _rows(puzzle: Puzzle, folder: Path) -> Iterator[str]:
    """The row of a file, with its picture, and those of its variants."""
    for variant in (None, *puzzle.variants):
        one = puzzle.with_variant(variant)
        name = f"`{puzzle.name}`, variant `{variant}`" if variant else f"[`{puzzle.name}`]({_file(puzzle)})"
        counts = [one.counts.get(which) for which in ("all", "distinct")]
        none = "<br>No solution." if any(count and not count.count for count in counts) else ""
        title = _words(one.title) if variant else f"**{_words(one.title)}**"
        picture = "" if variant else _picture(puzzle, folder)
        cells = [picture, f"{title}<br>{name}{none}", *map(_count, counts), _sources(one.counts)]
        yield f"|{'|'.join(cells)}|"


def _file(puzzle: Puzzle) -> str:
    return f"../models/{puzzle.name}.toml"


def _picture(puzzle: Puzzle, folder: Path) -> str:
    path = folder / f"{puzzle.name}.svg"
    drawn = re.search(r"<title>(.*)</title>", path.read_text(encoding="utf-8"))
    what = "The board" if drawn and drawn[1].endswith(f": {BOARD}") else "A solution"
    return f"![{what}]({folder.name}/{path.name})"


def _count(count: Count | None) -> str:
    if count is None:
        return ""
    sequence = (count.oeis or "").partition("(")[0]
    term = f"<br>[{count.oeis}](https://oeis.org/{sequence})" if count.oeis else ""
    return f"{count.count:,}{term}"


def _sources(counts: Mapping[str, Count]) -> str:
    """Return who says so of each count, and which engine of ours, if they are fewer than two."""
    said = {which: f"{_words(short(count.source))}{_check_note(count)}" for which, count in counts.items()}
    if len(set(said.values())) == 1:
        return next(iter(said.values()))
    return "<br>".join(f"{which}: {words}" for which, words in said.items())


def short(source: str) -> str:
    """Return a source without what the page says of all counts that were computed here."""
    return source.removesuffix("; no published count known")


def _check_note(count: Count) -> str:
    if len(count.checked) > 1:
        return ""
    return f" (here by `{count.checked[0]}` alone)" if count.checked else " (no engine has counted these)"


def _words(words: str) -> str:
    """A text in a cell of a table."""
    return re.sub(r"([|*])", r"\\\1", html.escape(" ".join(words.split()), quote=False))


if __name__ == "__main__":
    try:
        gallery()
    except AccordError as error:
        sys.exit(f"gallery: {error}")
