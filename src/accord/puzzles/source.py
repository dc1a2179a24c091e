"""Resolve a name to its place: a puzzle of the library, a file, a text or an address.

    kind      names                               where the puzzle is
    --------  ----------------------------------  --------------------------------------------------
    input     -                                   standard input
    file      a path; FILE:NAME                   a file, or the puzzle of that name in a file of many
              heart, where heart.toml is          that file, if the library has no such puzzle
    library   pentomino-6x10                      a model file of the library
    text      FAMILY:TEXT, such as `queens:8`     the name itself
    address   https://puzz.link/p?akari/...       the name itself

A text wins over a file, a file that is there over an address, and any of these over the library. The library
is the folder models/: inside the package when it was installed from a wheel, else beside src/.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from accord.atomic_write import files_in
from accord.errors import UsageError, did_you_mean
from accord.formats import SUFFIXES, by_suffix
from accord.puzzles import sites, table, unread
from accord.puzzles.family import SpecError, import_reference
from accord.puzzles.reading import STANDARD_INPUT
from accord.puzzles.words import describe

SUFFIX = ".toml"  # of model files
TOML = "toml"
HERE = (SUFFIX, ".txt", *SUFFIXES)  # of files that are found by their names without it
MOST_HINTS = 3  # names

Kind: TypeAlias = Literal["input", "file", "library", "text", "address"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Place:
    """The place of a puzzle, or of a file of many."""

    name: str  # as it was given
    kind: Kind
    said: str  # what messages call it
    path: Path | None = None  # of a file, and in the library
    part: str = ""  # which of the puzzles of a file of many
    form: str | None = None  # `toml`, or one of `accord.formats.FORMATS`; None goes by how the text begins
    family: str = ""  # that reads the text
    text: str = ""  # of a text or an address, as the family reads it

    @property
    def may_be_many(self) -> bool:
        """Whether it may be a file of many puzzles; a pipe with a name is read as a whole."""
        return self.form is None and (self.path is None or self.path.is_file())


def place_of(name: str | Path, form: str | None = None) -> Place:
    """The place that a name stands for; a `Path` names a file. Raises UsageError if it stands for none.

    Args:
        name: what a user calls a puzzle, or a file of many.
        form: the format of the file, where it is known; then the name is that of a file.
    """
    if name == STANDARD_INPUT:
        return Place(name=str(name), kind="input", said="<stdin>", form=form)
    text = str(name)
    if isinstance(name, Path) or form is not None:
        return _file(text, form)
    if table.of_text(text) is None and is_there(text):
        return _file(text)
    place = _of_text(text)
    if place is not None:
        return place
    if "/" in text or text.lower().endswith((SUFFIX, *SUFFIXES)) or _split_part(text)[1]:
        return _file(text)
    if text in names():
        path = folder() / f"{text}{SUFFIX}"
        return Place(name=text, kind="library", said=str(path), path=path, form=TOML)
    here = next((f"{text}{suffix}" for suffix in HERE if is_there(f"{text}{suffix}")), "")
    if here:
        return _file(here)
    raise _unknown(text)


def text_place(text: str) -> Place:
    """The place of FAMILY:TEXT or of an address, whatever files there are. Raises UsageError for all else."""
    place = _of_text(text)
    if place is None:
        raise _unknown(text)
    return place


def _of_text(name: str) -> Place | None:
    """Return the place of an address; None for all else. Raises UsageError for one that no family reads."""
    family_and_text = table.of_text(name)
    if family_and_text is not None:
        family, text = family_and_text
        found = sites.find(text)
        if found and not found.kind and found.site.name not in _row(family).sites:
            raise UsageError(
                f"{name[:100]}: {family} reads no addresses of {found.site.title}; {_readers(found)}"
            )
        return Place(name=name, kind="text", said=name, family=family, text=text)
    found = address(name)
    stranger = unread.link_fault(name) if found is None else None
    if stranger is not None:
        raise UsageError(f"{name[:100]}: {stranger}")
    if found is None and "://" not in name:
        return None
    known = table.address_kinds()
    if found and (not found.kind or found.kind in known):
        family = known[found.kind] if found.kind else _family_of_tags(name, found, known)
        return Place(name=name, kind="address", said=found.text, family=family, text=name)
    raise UsageError(f"{name[:100]}: {_way_out(found, known)}")


def address(text: str) -> sites.Found | None:
    """The site and the kind of an address; of one without a site only of a kind that a family reads."""
    found = sites.find(text)
    bare = sites.find_bare(text) if found is None else None
    return found or (bare if bare and bare.kind in table.address_kinds() else None)


def _row(family: str) -> table.Row:
    row = table.find(family)
    assert row is not None
    return row


def _readers(found: sites.Found) -> str:
    """Say which families read addresses of a site."""
    readers = (name for name, row in table.rows().items() if found.site.name in row.sites)
    return f"these can be read: {', '.join(readers)}"


def _family_of_tags(name: str, found: sites.Found, known: Mapping[str, str]) -> str:
    """The family that the tags of an address name. Raises UsageError if they name none."""
    read_tags = import_reference(found.site.place).tags
    try:
        tags = read_tags(name) if read_tags else []
    except SpecError as error:
        raise UsageError(f"{name[:100]}: {error}") from None
    families = {known.get(tag, "") for tag in tags}
    if len(families) == 1 and (family := families.pop()) and found.site.name in _row(family).sites:
        return family
    what = f"found the tags {', '.join(tags)}" if tags else "found no kind of puzzle"
    raise UsageError(
        f"{name[:40]}...: {what}; put a kind before the address, as in akari:ADDRESS; {_readers(found)}"
    )


def _way_out(found: sites.Found | None, known: Iterable[str]) -> str:
    """Say what to do with an address that no family reads."""
    if found is None:
        return f"found no kind of puzzle; expected an address of {sites.titles()}"
    elsewhere = import_reference(found.site.place).elsewhere.get(found.kind)
    if elsewhere:
        return f"found {elsewhere}"
    near = did_you_mean(found.kind, known)
    there_are = "; `accord families` lists those that there are; a problem file states rules of your own"
    return f"found the kind {describe(found.kind)}, which no family reads{near or there_are}"


def _file(name: str, form: str | None = None) -> Place:
    """A file that is there or is missed."""
    path, part = _split_part(name) if form is None else (name, "")
    form = form or (TOML if path.lower().endswith(SUFFIX) else by_suffix(path))
    return Place(name=name, kind="file", said=name, path=Path(path), part=part, form=form)


def _split_part(name: str) -> tuple[str, str]:
    """FILE:NAME in its two parts, if it is no file itself; the second is empty if it is no such name."""
    file = None if is_there(name) else next(filter(is_there, files_in(name)), None)
    return (name, "") if file is None else (file, name[len(file) + 1 :])


def is_there(name: str) -> bool:
    """Whether there is a file of that name; a folder may bear a puzzle's name."""
    try:
        return Path(name).exists() and not Path(name).is_dir()
    except (OSError, ValueError):  # no name of a file
        return False


# -- the library -----------------------------------------------------------------------------------


def folder() -> Path:
    """Return the folder of the library."""
    package = Path(__file__).parents[1]
    inside = package / "models"
    return inside if inside.is_dir() else package.parents[1] / "models"


def names() -> list[str]:
    """The names in the library, sorted."""
    files = os.listdir(folder())  # noqa: PTH208 (every load asks; a Path for each file takes ten times as long)
    return sorted(file.removesuffix(SUFFIX) for file in files if file.endswith(SUFFIX))


# -- what is not found -----------------------------------------------------------------------------


def near(path: Path) -> str:
    """A hint for a missing file: the puzzle of that name in the library, else a file of nearly that name."""
    if path.stem in names():
        return f"; did you mean {path.stem!r}, which is in the library?"
    return did_you_mean(path.stem, [other.stem for other in path.parent.glob(f"*{SUFFIX}")])


def _unknown(name: str) -> UsageError:
    """The error of a name that stands for nothing."""
    head, colon, _ = name.partition(":")
    why = next((row.broken for row in table.broken() if row.name == head), "")
    if why:
        return UsageError(f"{name[:100]!r}: the family cannot be used: {why}")
    if colon and head.isidentifier():
        rows = [row for row in table.rows().values() if table.family(row.name).texts.parse]
        meant = table.family_name(head)
        hint = f"; did you mean {meant!r}?" if meant else ""
        hint = hint or did_you_mean(head, [name for row in rows for name in (row.name, *row.names)])
        return UsageError(f"unknown family {head[:100]!r}; `accord families` lists them{hint}")
    expected = "expected a path, a name of `accord list`, FAMILY:TEXT or -"
    return UsageError(f"unknown puzzle {name[:100]!r}; {expected}{_hint(name)}")


def _hint(name: str) -> str:
    """A hint for a name that stands for nothing: puzzles that begin so, a family, or a name that is near."""
    family = table.family_name(name)
    begin = [each for each in names() if each.startswith(name.lower())]
    if family:
        known = f", or {begin[0]!r}" if begin else ""
        text = f", write {family}:TEXT" if table.family(family).texts.parse else ""
        return f"; {family!r} is a family: see `accord families {family}`{text}{known}"
    if 0 < len(begin) <= MOST_HINTS:
        return f"; did you mean {' or '.join(map(repr, begin))}?"
    if begin:
        return f"; {len(begin)} puzzles begin so, such as {begin[0]!r} and {begin[1]!r}"
    return did_you_mean(name, names())
