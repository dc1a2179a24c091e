"""Finding puzzles: in the library of shipped model files, in a file, on stdin, or in a line of text.

Files in the formats of other solvers (`accord.formats`) are puzzles of the family that declares any model.
The library is the folder models/: inside the package when it was installed from a wheel, else beside src/.
Listing it reads headings only, and imports neither families nor solvers.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.errors import InputError, UsageError
from accord.formats import FORMATS, SUFFIXES, by_suffix, read, recognise, source
from accord.names import did_you_mean, there_are
from accord.puzzles import addresses, document, table
from accord.puzzles.document import content
from accord.puzzles.words import found as shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.model import Model
    from accord.puzzles.file import Count
    from accord.puzzles.puzzle import Puzzle

SUFFIX = ".toml"
LONGEST_PLACE = 100  # characters of a text that say which one is wrong


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


def load(name: str | Path, variant: str | None = None, *, form: str | None = None) -> Puzzle:
    """The puzzle of that name.

    Args:
        name: the path of a model file, of one in another solver's format, or of a file of many puzzles that
            holds just one, as a text or a `Path`; FILE:NAME for one of several; a name in the library; `-`
            for a file on stdin; FAMILY:TEXT, such as `queens:8`; or an address that a family reads. A path
            wins.
        variant: the name of a variant that the puzzle declares.
        form: the format of the file, `toml` or one of `accord.formats.FORMATS`. None goes by its suffix;
            on stdin, and where the suffix tells nothing, by how it begins.

    Raises:
        UsageError: if there is no such puzzle or variant.
        InputError: if the file or the text is wrong, with every fault.
    """
    puzzle = _of_path(str(name), form) if isinstance(name, Path) else _load(name, form)
    return puzzle.with_variant(variant) if variant is not None else puzzle


def names() -> list[str]:
    """The names in the library, sorted."""
    files = os.listdir(folder())  # noqa: PTH208 (every load asks; a Path for each file takes ten times as long)
    return sorted(file.removesuffix(SUFFIX) for file in files if file.endswith(SUFFIX))


def entries() -> list[Entry]:
    """What the library holds, by name."""
    found = []
    for name in names():
        path = folder() / f"{name}{SUFFIX}"
        found.append(_entry(name, _values(content(path, document.LARGEST), str(path))))
    return found


def _values(data: bytes, place: str) -> dict[str, Any]:
    """The tables of a file of the library; where their keys stand is found only if there is a fault."""
    try:
        return tomllib.loads(data.decode())
    except ValueError:
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
    found = []
    for row in table.strangers():
        example = table.family(row.name).texts.example
        what = "a puzzle" if example else "model files"
        title = f"{what} of the family {row.name}, from {row.package}"
        found.append(Entry(f"{row.name}:{example}" if example else row.name, title, {}, family=row.name))
    return found


def folder() -> Path:
    """Where the library is."""
    package = Path(__file__).parents[1]
    inside = package / "models"
    return inside if inside.is_dir() else package.parents[1] / "models"


def _load(name: str, form: str | None) -> Puzzle:
    from accord.puzzles.collection import only

    if name == "-":
        one = only(name) if form is None else None
        return one or _of_bytes(document.standard_input(source.LARGEST), name, "<stdin>", form)
    if form is None and _is_address(name):
        return _of_address(name)
    if form is not None or _is_path(name):
        return _of_path(name, form)
    if name in names():
        path = folder() / f"{name}{SUFFIX}"
        return _of_bytes(content(path, document.LARGEST), name, str(path), "toml")
    if ":" in name:
        return of_text(name)
    raise _unknown(name)


def _of_path(name: str, form: str | None) -> Puzzle:
    """The puzzle in a file, which is there or is missed; of a file of many, the one that FILE:NAME names."""
    from accord.puzzles.collection import only

    one = only(*_parted(name)) if form is None else None
    if one is not None:
        return one
    form = form or ("toml" if name.endswith(SUFFIX) else by_suffix(name))
    return _of_bytes(content(Path(name), source.LARGEST, hint=_near), name, name, form)


def file_of(name: str) -> tuple[Path | None, str]:
    """The file with the puzzle of a name, None if there is none; of FILE:NAME which of its puzzles it is."""
    if name == "-" or _is_address(name):
        return None, ""
    if _is_path(name):
        path, part = _parted(name)
        return Path(path), part
    return (folder() / f"{name}{SUFFIX}", "") if name in names() else (None, "")


def _parted(name: str) -> tuple[str, str]:
    """FILE:NAME in its two parts, if it is no file itself; the second is empty if it is no such name."""
    for at, sign in enumerate(name if not _is_there(name) else ""):
        if sign == ":" and at and _is_there(name[:at]):
            return name[:at], name[at + 1 :]
    return name, ""


def _is_address(name: str) -> bool:
    """Whether it is an address, such as https://puzz.link/p?..., perhaps without its beginning."""
    looks = "://" in name or addresses.kind(name) is not None
    return looks and not table.of_text(name) and not _is_there(name)


def _of_address(name: str) -> Puzzle:
    kind, known = addresses.kind(name), table.addressed()
    if kind in known:
        return _parsed(known[kind], name, name, addresses.plain(name))
    found = f"found the kind {shown(kind)}" if kind else "found no kind of puzzle"
    hint = did_you_mean(kind or "", known)
    raise UsageError(f"{name[:100]}: {found}; expected one of {', '.join(sorted(known))}{hint}")


def _of_bytes(data: bytes, name: str, place: str, form: str | None) -> Puzzle:
    """The puzzle in the bytes of a file; `place` is what messages call it."""
    from accord.puzzles.file import model_file
    from accord.puzzles.puzzle import of_file

    begins_as = recognise(data)
    form = form or begins_as or "toml"
    if form == "toml":
        plain = None if place.endswith(SUFFIX) else _of_plain_text(data, name, place)
        if plain is not None:
            return plain
        if begins_as:
            found = f"{place}:1: found a text in the format {begins_as}; expected a model file"
            suffix = FORMATS[begins_as][1][0]
            raise InputError([f"{found}: name it with {suffix}, or convert it from the format {begins_as}"])
        return of_file(name, model_file(document.read(data, place)))
    return of_model(read(form, data, place), name=name, title=_stem(name))


def _of_plain_text(data: bytes, name: str, place: str) -> Puzzle | None:
    """The puzzle of a text that a family recognises as one of its own, such as a FreeCell board."""
    from accord.puzzles.family import SpecError
    from accord.puzzles.puzzle import Puzzle

    text = data.decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
    for record in table.that_recognise():
        texts = record.texts
        if texts.recognise is None or texts.of_file is None or not texts.recognise(text):
            continue
        title = f"{record.name} {_stem(name)}"
        try:
            return Puzzle(family=record, spec=texts.of_file(text), name=name, title=title)
        except SpecError as error:
            raise error.at(place) from None
    return None


def _stem(name: str) -> str:
    return Path(name).stem if name != "-" else "from standard input"


def _title(family: str, text: str) -> str:
    head = text.partition(":")[0]
    shown = " ".join(text.split())[:60]
    own = head in table.family(family).texts.names
    return shown.replace(":", " ", 1) if own else f"{family} {shown}"


def _is_path(name: str) -> bool:
    """Whether a file is meant: it looks like a path, or it is there. A folder may bear a puzzle's name."""
    if table.of_text(name):  # an address has slashes too
        return False
    if "/" in name or name.lower().endswith((SUFFIX, *SUFFIXES)):
        return True
    return bool(_parted(name)[1]) or _is_there(name)


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists() and not Path(name).is_dir()
    except (OSError, ValueError):  # no name of a file
        return False


def _near(path: Path) -> str:
    """A hint: the puzzle of that name in the library, else a file of nearly that name."""
    if path.stem in names():
        return f"; did you mean {path.stem!r}, which is in the library?"
    return did_you_mean(path.stem, [other.stem for other in path.parent.glob(f"*{SUFFIX}")])


def of_text(name: str) -> Puzzle:
    """The puzzle of FAMILY:TEXT, such as `queens:8`, or of an address.

    Raises UsageError, or InputError with every fault.
    """
    family_and_text = table.of_text(name)
    if family_and_text is None:
        if _is_address(name):
            return _of_address(name)
        raise _unknown(name)
    return _parsed(*family_and_text, name)


def _parsed(family: str, text: str, name: str, place: str = "") -> Puzzle:
    """The puzzle of a family's text; `place` is what messages call it, if it is not its name."""
    from accord.puzzles.family import SpecError
    from accord.puzzles.puzzle import Puzzle

    parse = table.family(family).texts.parse
    if parse is None:
        raise UsageError(f"{name!r}: puzzles of the family {family} have no text form; write a model file")
    try:
        return Puzzle(family=family, spec=parse(text), name=name, title=_title(family, text))
    except SpecError as error:
        place = place or name
        raise error.at(place if len(place) <= LONGEST_PLACE else f"{place[:LONGEST_PLACE]}...") from None


def of_model(model: Model, *, name: str = "", title: str = "") -> Puzzle:
    """Any model as a puzzle, of the family that spells models out. Raises RefusedError for lazy items."""
    from accord.puzzles.puzzle import Puzzle

    record = table.of_models()
    assert record.texts.of_model is not None
    return Puzzle(family=record, spec=record.texts.of_model(model), name=name, title=title)


def declared(model: Model, title: str, rule: str = "", counts: Mapping[str, Count] | None = None) -> str:
    """The text of a model file that declares any model. Raises RefusedError for lazy items."""
    write = table.of_models().texts.declared
    assert write is not None
    return write(model, title, rule, counts)


def _unknown(name: str) -> UsageError:
    why = next((row.broken for row in table.broken() if row.name == name.partition(":")[0]), "")
    if why:
        return UsageError(f"{name[:100]!r}: the family cannot be used: {why}")
    head, colon, _ = name.partition(":")
    if colon and head.isidentifier():
        rows = [row for row in table.rows().values() if table.family(row.name).texts.parse]
        hint = did_you_mean(head, [name for row in rows for name in (row.name, *row.names)])
        known = there_are(row.name for row in rows)
        return UsageError(f"unknown family {head[:100]!r}; {known}{hint}")
    hint = did_you_mean(name, names())
    return UsageError(
        f"unknown puzzle {name[:100]!r}; expected a path, a name of `accord list`, FAMILY:TEXT or -{hint}"
    )
