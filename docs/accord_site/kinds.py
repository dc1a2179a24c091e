"""The page of the kinds of puzzles: rule, names, example, generator and a picture, from the records."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import accord
from accord.cli.families import full_rule
from accord.puzzles import library, sites
from accord.puzzles import table as families
from accord.puzzles.family import Family
from accord.puzzles.table import GROUPS
from accord.scene.shapes import Scene
from accord_site.markdown import code

PATH = "reference/kinds.md"
PICTURES = "reference/kinds"
# puzzles of the library that show a kind better than its example, or that has none
PICTURED = {
    "aquarium": "aquarium-6x6",
    "cover": "",
    "freecell": "freecell-1",
    "nonogram": "nonogram-cup",
    "packing": "pentomino-6x10",
    "problem": "",
    "sudoku": "sudoku-17",
    "clue-sets": "",
    "macmahon": "macmahon-4x6",
    "steiner": "",
    "word-square": "",
}
INTRODUCTION = """\
# Kinds of puzzles

Accord calls a kind of puzzle a *family*. `accord families` prints this list, and
`accord families --search picross` finds a kind by any of its names. Paste the example of a kind into a
command, such as `accord solve queens:8`.

Slitherlink, Hitori, Numberlink and others have no family. They are [problem files](../problem-files.md),
listed [below](#rules-of-your-own).
"""


@cache
def groups() -> dict[str, list[str]]:
    """Return the families of each group, in the order of the lists."""
    ours = [row for row in families.rows().values() if not row.package]
    return {group: [row.name for row in ours if row.group == group] for group in GROUPS}


def title(name: str) -> str:
    """Return the rule of a family in one line."""
    return families.family(name).about.rule


def page() -> str:
    """Return the page."""
    lines = [INTRODUCTION]
    for group, names in groups().items():
        lines += [f"## {GROUPS[group]}", "", *("\n".join(section(families.family(name))) for name in names)]
    return "\n".join([*lines, *problems()])


def section(record: Family) -> Iterator[str]:
    """Yield the lines about a family."""
    yield f"### {record.name}\n"
    if record.about.also:
        yield f"*{', '.join(record.about.also)}*\n"
    yield f"{' '.join(full_rule(record).split())}\n"
    if puzzle_of_picture(record.name):
        yield f"![{record.name}: {record.about.rule}](kinds/{record.name}.svg)\n"
    example = record.texts.example
    yield f"- Example: {code(f'{record.name}:{example}') if record.texts.parse else 'a model file'}"
    made = code(f"accord generate {record.name} --size {_size(record)}") if record.random else "no"
    yield f"- Generator: {made}"
    forms = {sites.title(form.name): form.kinds for form in record.texts.sites}
    if named := {site: kinds for site, kinds in forms.items() if kinds}:
        kinds = dict.fromkeys(chain.from_iterable(named.values()))
        yield f"- Addresses: {' and '.join(named)}, as {', '.join(map(code, kinds))}"
    yield from (f"- {site}: {code(f'{record.name}:ADDRESS')}" for site, kinds in forms.items() if not kinds)
    number = sum(entry.family == record.name for entry in library.entries())
    yield f"- In the library: {number}; {code(f'accord list --family {record.name}')}"
    yield f"- [Keys of its model files](model-files.md#{record.name})\n"


def _size(record: Family) -> str:
    return "9x9" if "sudoku" in record.name else "8x8"


def problems() -> Iterator[str]:
    """Yield the list of puzzles of the library that are problem files."""
    yield "### Problem files of the library\n"
    yield "| puzzle | rule |\n|---|---|"
    for entry in library.entries():
        if entry.family == "problem":
            yield f"| `{entry.name}` | {entry.rule or entry.title} |"
    yield ""


def puzzle_of_picture(name: str) -> str:
    """Return the puzzle in the picture of a family, or nothing if the family has no picture."""
    return PICTURED.get(name, f"{name}:{families.family(name).texts.example}")


def picture(name: str) -> Scene:
    """Return the drawing of a family's puzzle, solved if it has solutions."""
    puzzle = accord.load(puzzle_of_picture(name))
    if puzzle.is_plan:
        return puzzle.draw()
    return puzzle.draw(accord.first(puzzle, backend="sat").solutions[0])


def draw(folder: Path) -> None:
    """Write the pictures that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for names in groups().values():
        for name in names:
            path = folder / f"{name}.svg"
            if puzzle_of_picture(name) and not path.exists():
                picture(name).save(path)
