"""Write the tables of measurements into docs/performance.md, and find stale ones.

`accord bench` prints the tables; with `--write` they take their places between two marks in a page, where
sections that were not measured, and all that is written by hand around the marks, are kept. Each table says
when and where it was taken, and what the code hashes to whose speed it tells; so it is known which are older
than the code.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from accord.errors import InputError
from accord_compare.measurement import Measurement, Section
from accord_compare.tables import TABLES
from accord_native.sources import fingerprint

BEGIN, END = "<!-- measured: begin (written by accord bench) -->", "<!-- measured: end -->"
WIDTH = 110  # characters of a line
_CODE = re.compile(r"\bcode\s+([0-9a-f]{16})\b")


def tables(rows: Sequence[Measurement]) -> str:
    """Markdown: faults first, then what there is to say of each section that has rows, and its table."""
    faults = [f"DISAGREEMENT in {row.title}: {row.fault}" for row in rows if row.fault]
    return "\n\n".join([*faults, *_in_order(_tables_by_section(rows))])


def write(page: Path, rows: Sequence[Measurement]) -> None:
    """Put the tables between the marks of a page, in the place of those of the same sections.

    Raises InputError if it does not have the marks.
    """
    before, inside, after = within(page)
    text = "\n\n".join(_in_order({**_sections(inside), **_tables_by_section(rows)}))
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def older(page: Path) -> dict[Section, str]:
    """Return each section whose table is of other code: `no table`, or the day when it was taken.

    Raises InputError if the page does not have the marks.
    """
    sections, found = _sections(within(page)[1]), dict[Section, str]()
    for section, table in TABLES.items():
        text = sections.get(section, "")
        code = _CODE.search(text)
        if code is None or code[1] != fingerprint(*table.sources):
            day = re.search(r"\d{4}-\d\d-\d\d", text)
            found[section] = day[0] if day else "no table"
    return found


def within(page: Path, opens: str = BEGIN, closes: str = END) -> tuple[str, str, str]:
    """Return the text before the marks of a page, between and after them. Raises InputError."""
    try:
        text = page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError([f"{page}: cannot be read ({error})"]) from error
    before, begin, rest = text.partition(opens)
    inside, end, after = rest.partition(closes)
    if not (begin and end) or opens in after or closes in after:
        raise InputError([f"{page}: expected the lines {opens} and {closes}, once each and in this order"])
    return before, inside, after


def _sections(inside: str) -> dict[Section, str]:
    """Return the text of each section of a page, heading included."""
    parts = {part.partition("\n")[0].strip(): part for part in re.split(r"^### ", inside, flags=re.MULTILINE)}
    return {
        section: f"### {parts[table.heading].strip()}"
        for section, table in TABLES.items()
        if table.heading in parts
    }


def _tables_by_section(rows: Sequence[Measurement]) -> dict[Section, str]:
    of: dict[Section, list[Measurement]] = {}
    for row in rows:
        of.setdefault(row.section, []).append(row)
    return {
        section: "\n\n".join(
            [f"### {TABLES[section].heading}", _provenance(some), TABLES[section].text(some)]
        )
        for section, some in of.items()
    }


def _in_order(sections: Mapping[Section, str]) -> Iterator[str]:
    return (sections[section] for section in TABLES if section in sections)


def _provenance(rows: Sequence[Measurement]) -> str:
    """Return when, where, with what and of which code the rows were taken."""
    versions = {name: number for row in rows for name, number in sorted(row.versions.items())}
    said = ", ".join(f"{name} {versions[name]}" for name in sorted(versions))
    days = sorted({row.taken[:10] for row in rows})
    pairs, took = max(row.pairs for row in rows), sum(row.took for row in rows)
    fewer = "up to " if min(row.pairs for row in rows) < pairs else ""
    codes = ", ".join(dict.fromkeys(row.code for row in rows))
    text = (
        f"{rows[0].machine}; {' to '.join(dict.fromkeys((days[0], days[-1])))}; "
        f"medians of {fewer}{pairs} {'pair' if pairs == 1 else 'pairs'}, taken in {took:.0f} s."
        f"{f' Versions: {said}.' if said else ''} "
        f"Of {', '.join(TABLES[rows[0].section].sources)}: code {codes}."
    )
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)
