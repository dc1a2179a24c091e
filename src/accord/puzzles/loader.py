"""Load what a name means: a puzzle, or a file of many puzzles read one by one.

A file is opened once; the first line that is not empty and does not begin with # says whether it holds many
puzzles. In a file of many a line is a puzzle: FAMILY:TEXT, such as `queens:8`, or an address. Other lines
are what a family reads itself (its `several`), such as task strings, or blocks (`accord.puzzles.blocks`). All
these may be mixed (`accord.puzzles.stretches`). Files in the formats of other solvers (`accord.formats`) are
puzzles of the family that declares any model.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cache, partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from accord.errors import InputError, UsageError, did_you_mean
from accord.formats import FORMATS, recognise, source
from accord.formats import read as model_in
from accord.puzzles import document, stretches, table, unread
from accord.puzzles.family import SpecError
from accord.puzzles.file import model_file
from accord.puzzles.puzzle import Puzzle, of_file, of_model
from accord.puzzles.reading import PEEKED, STANDARD_INPUT, beginning, content, open_input
from accord.puzzles.source import SUFFIX, TOML, Place, address, folder, names, near, place_of, text_place
from accord.puzzles.stretches import Collected

Parse: TypeAlias = Callable[[], Puzzle]  # the bytes are there, and are parsed within the limits of the work

LONGEST_PLACE = 100  # characters of a text that say which one is wrong


def load(name: str | Path, variant: str | None = None, *, form: str | None = None) -> Puzzle:
    """Load a puzzle from the library, a file, a text or an address.

    Args:
        name: a name in the library; the path of a file with one puzzle, as a text or a `Path`; FILE:NAME for
            one puzzle of several; `-` for standard input; FAMILY:TEXT, such as `queens:8`; or the address of
            a puzzle on a site. A path comes first.
        variant: the name of a variant that the puzzle declares.
        form: the format of the file, `toml` or one of `accord.formats.FORMATS`. The default is the format of
            its suffix, or else of its beginning.

    Raises:
        UsageError: if there is no such puzzle or variant.
        InputError: if the file or the text is wrong; it lists all errors.
    """
    found = read(name, form)
    puzzle = found() if callable(found) else _only(str(name), found)
    return puzzle.with_variant(variant) if variant is not None else puzzle


def reader(name: str, variant: str | None = None) -> Parse:
    """Return a function that loads a puzzle when it is first called, within the limits of the caller."""
    return cache(partial(load, name, variant))


def read(name: str | Path, form: str | None = None) -> Parse | Collected:
    """Return a function that parses the puzzle of that name; or the puzzles of a file of many.

    Such a file stays open until all are read. If one of them is named, it is opened anew for that.

    What is wrong with one of many comes in its place. Raises what `load` raises, some of it under way.
    """
    place = place_of(name, form)
    if place.kind in ("text", "address"):
        return partial(_parse_text, place)
    with ExitStack() as stack:
        file = stack.enter_context(open_input(place.path or place.name, hint=near))
        if place.may_be_many and stretches.begins(_first_line(beginning(file))):
            if place.part and place.path is not None and place.path.is_file():
                return partial(_pick_in_file, place)
            puzzles = _while_open(stack.pop_all(), stretches.puzzles(file, of_text))
            return partial(_pick, place, puzzles) if place.part else puzzles
        data = file.read(source.LARGEST + 1)
    if place.part:  # FILE is there, and FILE:NAME is meant to be a file of its own, which is missing
        data = content(Path(place.name), source.LARGEST, hint=near)
    return partial(_of_bytes, data, place)


def of_text(text: str) -> Puzzle:
    """The puzzle of FAMILY:TEXT, such as `queens:8`, or of an address.

    Raises UsageError, or InputError with every fault.
    """
    return _parse_text(text_place(text))


def of_pasted(text: str, said: str = "the text") -> Puzzle:
    """The puzzle that a person typed or pasted: what a file may hold, or a name of the library.

    No file of the user's is opened. `said` is what messages call the text.

    Raises UsageError, or InputError with every fault.
    """
    line = text.strip()
    if line in names():
        path = folder() / f"{line}{SUFFIX}"
        return _of_bytes(
            content(path, source.LARGEST), Place(name=line, kind="library", said=line, form=TOML)
        )
    if "\n" not in line and (table.of_text(line) or address(line)):
        return of_text(line)
    data = text.encode(errors="replace")
    place = Place(name=said, kind="input", said=said)
    if stretches.begins(_first_line(data[:PEEKED])):
        return _only(said, stretches.puzzles(_Pasted(said, data), of_text))
    return _of_bytes(data, place)


class _Pasted(BytesIO):
    """A text as a file, with a name for messages."""

    def __init__(self, name: str, data: bytes) -> None:
        super().__init__(data)
        self.name = name


# -- one puzzle ------------------------------------------------------------------------------------


def _parse_text(place: Place) -> Puzzle:
    """The puzzle of a family's text."""
    family, text = place.family, place.text
    parse = table.family(family).texts.parse
    if parse is None:
        raise UsageError(
            f"{place.name!r}: puzzles of the family {family} have no text form; write a model file"
        )
    try:
        return Puzzle(family=family, spec=parse(text), name=place.name, title=_title(family, text))
    except SpecError as error:
        said = place.said if len(place.said) <= LONGEST_PLACE else f"{place.said[:LONGEST_PLACE]}..."
        raise error.at(said) from None


def _title(family: str, text: str) -> str:
    head = text.partition(":")[0]
    shown = " ".join(text.split())[:60]
    own = head in table.family(family).texts.names
    return shown.replace(":", " ", 1) if own else f"{family} {shown}"


def _of_bytes(data: bytes, place: Place) -> Puzzle:
    """The puzzle in the bytes of a file."""
    fault = unread.bytes_fault(data)
    if fault is not None:
        raise InputError([f"{place.said}: {fault}"])
    begins_as = recognise(data)
    form = place.form or begins_as or TOML
    if form != TOML:
        return of_model(model_in(form, data, place.said), name=place.name, title=_stem(place))
    plain = None if place.said.lower().endswith(SUFFIX) else _of_plain_text(data, place)
    if plain is not None:
        return plain
    if begins_as:
        found = f"{place.said}:1: found a text in the format {begins_as}; expected a model file"
        suffix = FORMATS[begins_as][1][0]
        raise InputError([f"{found}: name it with {suffix}, or convert it from the format {begins_as}"])
    try:
        tables = document.read(data, place.said)
    except InputError:
        text = data[:PEEKED].decode(errors="replace")
        stranger = unread.text_fault(text, place.said, stretches.begins)
        if place.form is None and stranger is not None:
            raise InputError([f"{place.said}: {stranger}"]) from None
        raise
    return of_file(place.name, model_file(tables))


def _of_plain_text(data: bytes, place: Place) -> Puzzle | None:
    """The puzzle of a text that a family recognises as one of its own, such as a FreeCell board."""
    text = data.decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
    for record in table.that_recognise():
        texts = record.texts
        if texts.recognise is None or texts.of_file is None or not texts.recognise(text):
            continue
        title = f"{record.name} {_stem(place)}"
        try:
            return Puzzle(family=record, spec=texts.of_file(text), name=place.name, title=title)
        except SpecError as error:
            raise error.at(place.said) from None
    return None


def _stem(place: Place) -> str:
    return "from standard input" if place.path is None else place.path.stem


# -- files of many ---------------------------------------------------------------------------------


def _while_open(stack: ExitStack, puzzles: Collected) -> Collected:
    """Yield the puzzles; then the file is closed, also if the caller stops earlier."""
    with stack:
        yield from puzzles


def _first_line(seen: bytes) -> str:
    """The first line with a puzzle of a file that begins so."""
    lines = (line.strip() for line in seen.decode(errors="replace").removeprefix("\ufeff").splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def _pick_in_file(place: Place) -> Puzzle:
    """The puzzle of a file of many that a place is of. Raises what `_pick` raises."""
    with open_input(place.path or place.name, hint=near) as file:
        return _pick(place, stretches.puzzles(file, of_text))


def _pick(place: Place, puzzles: Collected) -> Puzzle:
    """The puzzle of a file of many that a place is of. Raises UsageError, or what is wrong with it."""
    names = []
    for each, puzzle in puzzles:
        if each in (place.part, f"{place.path}:{place.part}"):
            return _good(puzzle)
        names.append(each)
    file, hint = place.name.removesuffix(f":{place.part}"), did_you_mean(place.part, names)
    raise UsageError(f"{file}: found no puzzle {place.part!r}{hint}")


def _only(file: str, puzzles: Collected) -> Puzzle:
    """The one puzzle of a file of many. Raises UsageError if it holds several, or what is wrong with it."""
    found = list(islice(puzzles, 2))
    if len(found) == 1:
        return _good(found[0][1])
    if not found:
        raise InputError([f"{file}: found no puzzle; expected one"])
    first = found[0][0].removeprefix(f"{file}:")
    hint = "write it to a file" if file == STANDARD_INPUT else f"name one of them, as in {file}:{first}"
    raise UsageError(f"{file}: found several puzzles; expected one; {hint}")


def _good(puzzle: Puzzle | InputError) -> Puzzle:
    if isinstance(puzzle, InputError):
        raise puzzle
    return puzzle
