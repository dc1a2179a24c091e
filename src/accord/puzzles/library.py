"""Finding puzzles: in the library of shipped model files, in a file, on stdin, or in a line of text.

The library is the folder models/: inside the package when it was installed from a wheel, else beside src/.
Listing it reads headings only, and imports neither families nor solvers.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from accord.errors import InputError, UsageError
from accord.puzzles import document
from accord.puzzles.document import Document
from accord.puzzles.words import did_you_mean

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the library's list."""

    name: str
    title: str
    variants: dict[str, str]  # the name of each, and its title


def load(name: str, variant: str | None = None) -> Puzzle:
    """The puzzle of that name.

    Args:
        name: the path of a model file, a name in the library, `-` for a model file on stdin, or
            FAMILY:TEXT, such as `queens:8`. A path wins.
        variant: the name of a variant that the puzzle declares.

    Raises:
        UsageError: if there is no such puzzle or variant.
        InputError: if the file or the text is wrong, with every fault.
    """
    return _load(name).with_variant(variant) if variant is not None else _load(name)


def names() -> list[str]:
    """The names in the library, sorted."""
    return sorted(path.stem for path in folder().glob(f"*{SUFFIX}"))


def entries() -> list[Entry]:
    """What the library holds, by name."""
    found = []
    for name in names():
        values = _read(folder() / f"{name}{SUFFIX}").values
        title = values["title"]
        variants = {key: laid.get("title", title) for key, laid in values.get("variants", {}).items()}
        found.append(Entry(name, title, variants))
    return found


def folder() -> Path:
    """Where the library is."""
    package = Path(__file__).parents[1]
    inside = package / "models"
    return inside if inside.is_dir() else package.parents[1] / "models"


def _load(name: str) -> Puzzle:
    from accord.puzzles.file import model_file
    from accord.puzzles.puzzle import of_file

    if name == "-":
        given = document.read(sys.stdin.buffer.read(document.LARGEST + 1), "<stdin>")
    elif _is_path(name):
        given = _read(Path(name))
    elif name in names():
        given = _read(folder() / f"{name}{SUFFIX}")
    elif ":" in name:
        return _of_text(name)
    else:
        raise _unknown(name)
    return of_file(name, model_file(given))


def _is_path(name: str) -> bool:
    """Whether a file is meant: it looks like a path, or it is there. A folder may bear a puzzle's name."""
    if "/" in name or name.endswith(SUFFIX):
        return True
    try:
        return Path(name).exists() and not Path(name).is_dir()
    except OSError:  # a name too long for a file
        return False


def _read(path: Path) -> Document:
    try:
        with path.open("rb") as file:
            content = file.read(document.LARGEST + 1)
    except IsADirectoryError:
        raise InputError([f"{path}: found a folder; expected a model file"]) from None
    except FileNotFoundError:
        raise InputError([f"{path}: found no such file; expected a model file{_near(path)}"]) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError([f"{path}: cannot be read: {reason}"]) from None
    return document.read(content, str(path))


def _near(path: Path) -> str:
    """A hint: the puzzle of that name in the library, else a file of nearly that name."""
    if path.stem in names():
        return f"; did you mean {path.stem!r}, which is in the library?"
    return did_you_mean(path.stem, [other.stem for other in path.parent.glob(f"*{SUFFIX}")])


def _of_text(name: str) -> Puzzle:
    """`queens:8`."""
    from accord.puzzles import table
    from accord.puzzles.family import SpecError
    from accord.puzzles.puzzle import Puzzle

    family, _, text = name.partition(":")
    if family not in table.FAMILIES:
        raise _unknown(name)
    parse = table.family(family).parse
    if parse is None:
        raise UsageError(f"{name!r}: puzzles of the family {family} have no text form; write a model file")
    try:
        return Puzzle(family=family, spec=parse(text), name=name, title=f"{family} {text}")
    except SpecError as error:
        raise InputError([f"{name}: {fault.key}: {fault.message}" for fault in error.faults]) from None


def _unknown(name: str) -> UsageError:
    hint = did_you_mean(name, names())
    return UsageError(
        f"unknown puzzle {name[:100]!r}; expected a path, a name of `accord list`, FAMILY:TEXT or -{hint}"
    )
