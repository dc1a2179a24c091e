"""List the puzzles that come with Accord, from their headings, with filters.

Listing reads headings only, and imports neither families nor solvers.

>>> from accord.puzzles import library
>>> [entry.name for entry in library.filter_entries(library.entries(), oeis="A002562")]
['queens-8']
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.errors import UsageError, did_you_mean, unknown
from accord.puzzles import table
from accord.puzzles.reading import open_input
from accord.puzzles.source import SUFFIX, folder, names
from accord.puzzles.table import GROUPS
from accord.puzzles.words import describe

_ASKED = re.compile(r"A?0*(?P<number>[0-9]{1,9})(?:\((?P<term>[0-9]+(?:,[0-9]+)*)\))?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the library's list."""

    name: str
    title: str
    variants: dict[str, str]  # the name of each, and its title
    family: str = ""
    rule: str = ""
    lattices: tuple[str, ...] = ()  # of its boards, variants' too; none where a family has but one
    oeis: tuple[str, ...] = ()  # the terms that its counts are, as in A000170(8)


def entries() -> list[Entry]:
    """Return the entries of the library, by name."""
    place = f"{folder()}{os.sep}"  # paths as text: a Path for each file takes ten times as long
    return [_entry(name, _values(f"{place}{name}{SUFFIX}")) for name in names()]


def _values(place: str) -> dict[str, Any]:
    """Return the tables of a file of the library; where keys stand is found only if there is a fault."""
    with open_input(place) as file:
        data = file.read()
    try:
        return tomllib.loads(data.decode())
    except ValueError:
        from accord.puzzles import document  # only now: a list waits for all that it imports

        return document.read(data, place).values


def _entry(name: str, values: Mapping[str, Any]) -> Entry:
    title, family, laid = values["title"], values["family"], values.get("variants", {})
    row = table.find(family)
    tables = [values, *laid.values()]
    lattices = {each["lattice"]: None for each in tables if "lattice" in each}
    if row is not None and row.lattice and "lattice" not in values:
        lattices = {row.lattice: None} | lattices
    terms = [count["oeis"] for each in tables for count in each.get("counts", {}).values() if "oeis" in count]
    return Entry(
        name,
        title,
        {key: variant.get("title", title) for key, variant in laid.items()},
        family=family,
        rule=" ".join(values.get("rule", "").split()),
        lattices=(*lattices,),
        oeis=(*dict.fromkeys(terms),),
    )


def of_strangers() -> list[Entry]:
    """A puzzle of each family that an installed package brings; of those with texts, one to begin with."""
    rows = []
    for row in table.strangers():
        example = table.family(row.name).texts.example
        what = "a puzzle" if example else "model files"
        title = f"{what} of the family {row.name}, from {row.package}"
        rows.append(Entry(f"{row.name}:{example}" if example else row.name, title, {}, family=row.name))
    return rows


# -- narrower lists --------------------------------------------------------------------------------


def filter_entries(
    entries: Sequence[Entry],
    *,
    family: str = "",
    group: str = "",
    lattice: str = "",
    search: str = "",
    oeis: str = "",
) -> Iterator[Entry]:
    """The entries that fit all that is asked; what is empty asks nothing.

    Args:
        entries: the rows of a list.
        family: the name of a family.
        group: the name of a group of families.
        lattice: the name of a lattice, of a board or of a variant's.
        search: words; each is part of the name, the title, the rule or a variant's name or title.
        oeis: the number of a sequence, as in A000170, or one of its terms, as in A000170(8).

    Raises:
        UsageError: for an unknown family, group or lattice, for a lattice of a family that has only one,
            and for what is no number of the OEIS.
    """
    if family and family not in table.rows():
        raise unknown("family", family, table.rows())
    if group and group not in GROUPS:
        raise unknown("group", group, GROUPS)
    lattices = sorted({name for entry in entries for name in entry.lattices})
    if lattice and lattice not in lattices:
        raise unknown("lattice", lattice, lattices)
    if family and lattice and not any(entry.lattices for entry in entries if entry.family == family):
        raise UsageError(f"boards of the family {family} are of one kind; leave the lattice out")
    wanted = _term_pattern(oeis) if oeis else None
    words = search.casefold().split()
    for entry in entries:
        if group and (row := table.find(entry.family)) and row.group != group:
            continue
        if family not in ("", entry.family) or (lattice and lattice not in entry.lattices):
            continue
        if wanted is not None and not _matching_terms(entry, wanted):
            continue
        if words:
            said = _search_text(entry)
            if not all(word in said for word in words):
                continue
        yield entry


def suggestion(entries: Sequence[Entry], search: str) -> str:
    """`; did you mean 'heart'?` for a word that no entry has, if one is near; else nothing."""
    texts = [_search_text(entry) for entry in entries]
    for word in search.casefold().split():
        if not any(word in text for text in texts):
            return did_you_mean(word, sorted({known for text in texts for known in _WORD.findall(text)}))
    return ""


def _search_text(entry: Entry) -> str:
    """Return the text of an entry that is searched for words."""
    variants = (word for pair in entry.variants.items() for word in pair)
    return "\n".join((entry.name, entry.title, entry.rule, *variants)).casefold()


def terms(entry: Entry, oeis: str) -> list[str]:
    """The terms of an entry that are asked for, as its file states them. Raises UsageError."""
    return _matching_terms(entry, _term_pattern(oeis))


def _matching_terms(entry: Entry, wanted: re.Pattern[str]) -> list[str]:
    return [term for term in entry.oeis if wanted.fullmatch(term.replace(" ", ""))]


def _term_pattern(oeis: str) -> re.Pattern[str]:
    """Return the pattern of the terms that are asked for. Raises UsageError."""
    asked = _ASKED.fullmatch("".join(oeis.split()))
    if asked is None:
        raise UsageError(
            f"found {describe(oeis)}; expected a number of the OEIS, as in A000170 or A000170(8)"
        )
    term = r"\(.*" if asked["term"] is None else re.escape(f"({asked['term']})")
    return re.compile(f"A{int(asked['number']):06}{term}")
