"""Read and write pencil puzzles as text: as files of blocks, and as one line.

9 9 2                block: rows, columns, numbers, letters of variants; then part by part a line of clues,
1 1 1 5 6 ...        or the rows of a grid, with blanks between the words. A grid that may be missing stands
...                  there if there are lines enough; in some kinds a board of blanks comes first.

stars=2;1115../...   line: KEY=VALUE for what is not as usual, then the parts. Rows of a grid end with `/`;
3_-_2;.../...        words of more than one character, and clues, have `_` between them. An address may
                     stand for the parts. A board of one row that has as many cells as a square ends
                     with `/`, too
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any

from accord.errors import RefusedError
from accord.pencil.address.address import Form
from accord.pencil.boards import BLANK, Grid
from accord.pencil.kind import Kind, instance, sizes_of, spec_of, words_of
from accord.pencil.parts import Numbers, Part, Reading, Size, Variant, Words
from accord.puzzles import sites, toml
from accord.puzzles.blocks import Problem as Lines
from accord.puzzles.bounds import LARGEST
from accord.puzzles.family import Fault, Faults, SpecError
from accord.puzzles.words import describe

LONGEST = 400_000  # characters of a puzzle in one line
_KEY = re.compile(r"([a-z_]+)=(.*)", re.DOTALL)
_ADDRESS = re.compile("[a-z]://")
_SETTING = re.compile(r"\s*([a-z_]+)=([^;&#?/]*);")


# -- blocks ----------------------------------------------------------------------------------------


def read_block(kind: Kind, lines: Lines) -> Any:
    """The spec of a problem in a file of blocks. Raises SpecError."""
    variants = [part for part in kind.scalars if isinstance(part, Variant)]
    sizes, letters = lines.sizes()
    size = sizes[0], sizes[1]
    words: dict[str, Words] = {part.key: [[part.letter]] for part in variants if part.letter in letters}
    rest = [*map(str, sizes[2:])]
    for scalar in sizes_of(kind):
        lines.alias(scalar.key, "sizes")
        taken = rest if isinstance(scalar, Numbers) else rest[:1]
        words[scalar.key] = [[*taken]] if taken else []
        del rest[: len(taken)]
    needed = sum(_lines_of(part, size) for part in kind.lines if not _optional(part))
    faults = Faults()
    known = [part.letter for part in variants]
    for number, letter in enumerate(letters):
        if letter not in known or letter in letters[:number]:
            expected = f"{' or '.join(known)}, once" if known else "numbers: no variant of it has a letter"
            faults.add("sizes", f"found {describe(letter)}; expected {expected}")
    if kind.blank_board and lines.left >= needed + size[0]:
        for number, row in enumerate(lines.lines("board", size[0]), start=1):
            if len(row) != size[1] or not {*row} <= {*BLANK}:
                faults.add(
                    f"board[{number}]", f"found {describe(' '.join(row))}; expected {size[1]} {BLANK[0]}"
                )
    for part in kind.block_lines:
        if _optional(part) and lines.left < needed + _lines_of(part, size):
            continue
        needed -= 0 if _optional(part) else _lines_of(part, size)
        rows = part.block_rows(size)
        words[part.key] = [lines.line(part.key)] if rows is None else lines.lines(part.key, rows)
    lines.end()
    for part in kind.lines:
        if part.key in words:
            words[part.key] = part.from_block(words[part.key], size, faults)
    if rest:
        faults.add("sizes", f"found {' '.join(rest)} behind the numbers; expected no number more")
    faults.end()
    return spec_of(kind, words)


def write_block(kind: Kind, spec: Any) -> Iterator[Sequence[object]]:
    """The words of the lines that `read_block` reads. Raises RefusedError for a reading of the rule."""
    puzzle, words = instance(kind, spec), words_of(kind, spec)
    for part in kind.scalars:
        if isinstance(part, Reading) and getattr(spec, part.key) != part.usual:
            raise RefusedError(
                f"a block has the reading {part.usual!r} of the rule; this puzzle has "
                f"{getattr(spec, part.key)!r}: write it as line, or toml"
            )
    numbers: list[int] = []
    for scalar in sizes_of(kind):
        numbers += puzzle[scalar.key] if isinstance(scalar, Numbers) else [puzzle[scalar.key]]
    letters = [part.letter for part in kind.scalars if isinstance(part, Variant) and puzzle[part.key]]
    yield [puzzle.height, puzzle.width, *numbers, *letters]
    yield from [[BLANK[0]] * puzzle.width] * puzzle.height if kind.blank_board else ()
    for part in kind.block_lines:
        yield from part.to_block(words[part.key], (puzzle.height, puzzle.width))


def _optional(part: Part) -> bool:
    return isinstance(part, Grid) and part.optional


def _lines_of(part: Part, size: Size) -> int:
    """How many lines of a block a part takes."""
    return part.block_rows(size) or 1


# -- one line --------------------------------------------------------------------------------------


def parse(kind: Kind, text: str) -> Any:
    """The spec of a text: one line, or one of the kind's addresses. Raises SpecError."""
    if len(text) > LONGEST:
        message = f"found {len(text):,} characters; expected at most {LONGEST:,}"
        raise SpecError([Fault("text", message)])
    settings, address = _settings(text)
    form = next((form for form in kind.address_forms if form.begins(address)), None)
    if form is not None:
        return spec_of(kind, _of_site(kind, form, settings, address))
    if kind.texts.line is not None:
        return spec_of(kind, kind.texts.line.read(text))
    if _ADDRESS.search(address.partition("\n")[0]):  # further lines may say where a puzzle is from
        raise SpecError([Fault("url", _no_address(kind, address))])
    return spec_of(kind, _words(kind, text))


def _settings(text: str) -> tuple[list[tuple[str, str]], str]:
    """The settings that stand before an address, as KEY=VALUE; and the address."""
    found = []
    while match := _SETTING.match(text):
        found.append((match[1], match[2].strip()))
        text = text[match.end() :]
    return found, text


def _of_site(
    kind: Kind, form: Form, settings: Sequence[tuple[str, str]], address: str
) -> Mapping[str, Words]:
    """The words of an address and of the settings before it. Raises SpecError for one that it cannot have."""
    faults, keys = Faults(), [part.key for part in kind.scalars]
    for key, _ in settings:
        if key not in keys:
            expected = f"one of {', '.join(keys)}" if keys else "nothing"
            faults.add("url", f"found {describe(key)} before the address; expected {expected}")
    faults.end()
    found = dict(form.read(address))
    guessed = {key for key in form.needed if key in found}
    for key, value in settings:
        words = [value.split("_")]
        if found.get(key, words) != words and key not in guessed:
            said = f"what says {describe('_'.join(found[key][0]))}"
            faults.add(key, f"found {describe(value)} before {said}; expected the same, or no setting")
        guessed.discard(key)
        found[key] = words
    for key in form.needed:
        if key not in found:
            faults.add("url", f"{key}: found nothing; write {key}=... and a semicolon before the address")
    faults.end()
    return found


def _no_address(kind: Kind, text: str) -> str:
    """What is wrong with an address that none of a kind's sites reads."""
    names = [name for form in kind.address_forms for name in form.kinds]
    address = sites.find(text)
    other = address.kind if address else ""
    found = f"the kind {describe(other)}" if other else describe(text)
    if other in names or not other:  # something stands before it, or it is cut off
        return (
            f"found {describe(text)}; expected an address, and before it at most settings such as KEY=VALUE;"
        )
    known = (
        f"the kind {' or '.join(names)}" if names else f"no address: no site is known that has {kind.name}"
    )
    return f"found {found}; expected {known}"


def _words(kind: Kind, text: str) -> Mapping[str, Words]:
    pieces = [piece.strip() for piece in text.strip().split(";", len(kind.parts) + 1)]
    scalars = {part.key: part for part in kind.scalars}
    words: dict[str, Words] = {}
    while pieces and (said := _KEY.fullmatch(pieces[0])) and said[1] in scalars:
        if said[1] in words:
            raise SpecError([Fault(said[1], f"found {describe(said[2])} the second time; expected it once")])
        words[said[1]] = [said[2].split("_")]
        pieces.pop(0)
    if len(pieces) > len(kind.lines):
        keys = ", ".join([*(f"{key}=..." for key in scalars), *(part.key for part in kind.lines)])
        message = (
            f"found {describe(';'.join(pieces[len(kind.lines) :]))} behind the last part; expected {keys}"
        )
        raise SpecError([Fault("text", message)])
    for part, piece in zip(kind.lines, pieces, strict=False):
        if piece:
            words[part.key] = _grid(part.key, piece) if isinstance(part, Grid) else [piece.split("_")]
    return words


def _grid(key: str, piece: str) -> Words:
    """The rows of a grid. Raises SpecError for one row that may well be all rows of a square."""
    apart = "_" in piece
    rows = piece.split("/", LARGEST + 1)
    if len(rows) == 2 and not rows[1]:
        del rows[1]
    elif len(rows) == 1 and _may_be_square(cells := len(rows[0].split("_") if apart else rows[0])):
        found = f"found one row of {cells} cells"
        expected = "expected rows with / between them, or / behind a board of one row"
        raise SpecError([Fault(key, f"{found}; {expected}: is it {isqrt(cells)} rows?")])
    return [row.removesuffix("_").split("_", LARGEST + 1) if apart else [*row[: LARGEST + 1]] for row in rows]


def _may_be_square(cells: int) -> bool:
    """Whether a row of so many cells may be all rows of a square board, as sudokus are written."""
    return cells >= 16 and isqrt(cells) ** 2 == cells


def emit(kind: Kind, spec: Any) -> str:
    """The line that `parse` reads."""
    instance(kind, spec)
    words = words_of(kind, spec)
    if kind.texts.line is not None:
        return kind.texts.line.write(words)
    scalars = [
        f"{part.key}={'_'.join(words[part.key][0])}"
        for part in kind.scalars
        if getattr(spec, part.key) != part.usual
    ]
    return ";".join([*scalars, *(_piece(part, words[part.key]) for part in kind.lines)]).rstrip(";")


def _piece(part: Part, words: Words) -> str:
    if not isinstance(part, Grid):
        return "_".join(words[0])
    words = part.with_blank(words, -1)
    end = "/" if len(words) == 1 and _may_be_square(len(words[0])) else ""
    if all(len(word) == 1 for row in words for word in row):
        return "/".join("".join(row) for row in words) + end
    return "/".join("_".join(row) + "_" * (len(row) == 1) for row in words) + end


def model_file(kind: Kind, spec: Any, name: str, title: str) -> str:
    """A model file, without a newline at its end, with the rule as it is read."""
    readings = [part for part in kind.parts if isinstance(part, Reading)]
    rule = next((part.rules[getattr(spec, part.key)] for part in readings if part.rules), kind.rule)
    return toml.model_file(kind.name, spec, title=title or name or kind.name, rule=rule)
