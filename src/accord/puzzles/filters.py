"""What a list of puzzles may be narrowed to: a family, a lattice, words, a sequence of the OEIS.

>>> from accord.puzzles import library
>>> from accord.puzzles.filters import narrowed
>>> [entry.name for entry in narrowed(library.entries(), oeis="A002562")]
['queens-8']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.names import did_you_mean, unknown
from accord.puzzles import table
from accord.puzzles.words import found

if TYPE_CHECKING:
    from accord.puzzles.library import Entry

_ASKED = re.compile(r"A?0*(?P<number>[0-9]{1,9})(?:\((?P<term>[0-9]+(?:,[0-9]+)*)\))?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")


def narrowed(
    entries: Sequence[Entry], *, family: str = "", lattice: str = "", search: str = "", oeis: str = ""
) -> Iterator[Entry]:
    """The entries that fit all that is asked; what is empty asks nothing.

    Args:
        entries: the rows of a list.
        family: the name of a family.
        lattice: the name of a lattice, of a board or of a variant's.
        search: words; each is part of the name, the title, the rule or a variant's name or title.
        oeis: the number of a sequence, as in A000170, or one of its terms, as in A000170(8).

    Raises:
        UsageError: for a family or a lattice that there is not, for a lattice of a family that has but one,
            and for what is no number of the OEIS.
    """
    if family and family not in table.rows():
        raise unknown("family", family, table.rows())
    lattices = sorted({name for entry in entries for name in entry.lattices})
    if lattice and lattice not in lattices:
        raise unknown("lattice", lattice, lattices)
    if family and lattice and not any(entry.lattices for entry in entries if entry.family == family):
        raise UsageError(f"boards of the family {family} are of one kind; leave the lattice out")
    wanted = _wanted(oeis) if oeis else None
    words = search.casefold().split()
    for entry in entries:
        if family not in ("", entry.family) or (lattice and lattice not in entry.lattices):
            continue
        if wanted is not None and not _found(entry, wanted):
            continue
        if words:
            said = _said(entry)
            if not all(word in said for word in words):
                continue
        yield entry


def meant(entries: Sequence[Entry], search: str) -> str:
    """`; did you mean 'heart'?` for a word that no entry has, if one is near; else nothing."""
    texts = [_said(entry) for entry in entries]
    for word in search.casefold().split():
        if not any(word in text for text in texts):
            return did_you_mean(word, sorted({known for text in texts for known in _WORD.findall(text)}))
    return ""


def _said(entry: Entry) -> str:
    """What of an entry is searched for words."""
    variants = (word for pair in entry.variants.items() for word in pair)
    return "\n".join((entry.name, entry.title, entry.rule, *variants)).casefold()


def terms(entry: Entry, oeis: str) -> list[str]:
    """The terms of an entry that are asked for, as its file states them. Raises UsageError."""
    return _found(entry, _wanted(oeis))


def _found(entry: Entry, wanted: re.Pattern[str]) -> list[str]:
    return [term for term in entry.oeis if wanted.fullmatch(term.replace(" ", ""))]


def _wanted(oeis: str) -> re.Pattern[str]:
    """What the terms look like that are asked for. Raises UsageError."""
    asked = _ASKED.fullmatch("".join(oeis.split()))
    if asked is None:
        raise UsageError(f"found {found(oeis)}; expected a number of the OEIS, as in A000170 or A000170(8)")
    term = r"\(.*" if asked["term"] is None else re.escape(f"({asked['term']})")
    return re.compile(f"A{int(asked['number']):06}{term}")
