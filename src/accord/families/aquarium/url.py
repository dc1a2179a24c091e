"""Addresses of puzz.link and other pzpr sites: `.../p?aquarium/[r/]WIDTH/HEIGHT/WALLS/CLUES`.

- `r` means the reading `region`; without it the site reads `body`.
- Walls: those at the right of cells, row by row, then those below; each kind five a digit of base 32, the
  first wall the highest bit, the last digit filled with zeros.
- Clues: the columns, then the rows; 0 to f as they are, 10 to ff after `-`, and `g` to `z` for 1 to 20
  clues that are missing.

The encoding as pzprjs has it (src/variety/aquarium.js and variety-common/Encode.js), written anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from accord.errors import RefusedError
from accord.families.aquarium.spec import Aquarium, Layout, Reading, drawn
from accord.families.reading import wrong
from accord.grids.regions import Grid, Walls, parts, walls
from accord.puzzles.lines import LARGEST, Clue
from accord.puzzles.words import found as shown

SITE = "https://puzz.link/p?"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST_SKIPPED = 20  # by one letter
_NAME = "aquarium/"
_CLUE = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|([g-z])")


def recognise(text: str) -> bool:
    """Whether a text looks like an address rather than a task string."""
    site, name, _ = text.strip().rpartition(_NAME)
    return bool(name) and (not site or site[-1] in "?/")


def decode(text: str) -> Aquarium:
    """The puzzle of an address. Raises SpecError with every fault of its form; clues are not checked here."""
    _, _, puzzle = text.strip().rpartition(_NAME)
    fields = puzzle.split("/", maxsplit=5)
    region = fields[:1] == ["r"]
    fields = fields[region:]
    if len(fields) < 3:
        raise wrong("url", f"found {shown(puzzle)}; expected [r/]WIDTH/HEIGHT/WALLS/CLUES")
    sides = [int(side) if re.fullmatch("[0-9]{1,3}", side) else 0 for side in fields[:2]]
    if not (min(sides) >= 1 and max(sides) <= LARGEST):
        size = shown("/".join(fields[:2]))
        raise wrong("url", f"found the size {size}; expected 1 to {LARGEST} columns and rows")
    width, height = sides
    right, below = _walls(fields[2], width, height)
    tank = parts(right, below)
    _refuse_walls_within(right, below, tank, region)
    given = _clues("/".join(fields[3:]).rstrip("/"), width + height)
    return Aquarium(
        tanks=drawn(tank.tolist()),
        columns=given[:width],
        rows=given[width:],
        reading="region" if region else "body",
    )


def encode(found: Layout, reading: Reading) -> str:
    """The address of a puzzle. Raises RefusedError for the reading `adjacent`, which sites do not have."""
    if reading == "adjacent":
        raise RefusedError("an address has the reading 'region' or 'body'; this puzzle has 'adjacent'")
    height, width = found.tank.shape
    flag = "r/" if reading == "region" else ""
    digits = "".join(_packed(kind) for kind in walls(found.tank))
    given = "".join(_written((*found.columns, *found.rows)))
    return f"{SITE}aquarium/{flag}{width}/{height}/{digits}/{given}"


def _walls(digits: str, width: int, height: int) -> tuple[Walls, Walls]:
    shapes = ((height, width - 1), (height - 1, width))
    lengths = [-(-rows * columns // 5) for rows, columns in shapes]
    if len(digits) != sum(lengths) or not re.fullmatch("[0-9a-v]*", digits):
        raise wrong("url", f"found the walls {shown(digits)}; expected {sum(lengths)} digits of 0-9 and a-v")
    values = np.array([int(digit, 32) for digit in digits], np.int64)
    bits = (values[:, None] >> np.arange(4, -1, -1)) & 1 == 1
    kinds = (bits[: lengths[0]], bits[lengths[0] :])
    right, below = (
        kind.ravel()[: rows * columns].reshape(rows, columns)
        for kind, (rows, columns) in zip(kinds, shapes, strict=True)
    )
    return right, below


def _packed(kind: Walls) -> str:
    bits = np.zeros(-(-kind.size // 5) * 5, np.int64)
    bits[: kind.size] = kind.ravel()
    return "".join(_DIGITS[value] for value in (bits.reshape(-1, 5) @ [16, 8, 4, 2, 1]).tolist())


def _refuse_walls_within(right: Walls, below: Walls, tank: Grid, region: bool) -> None:
    """Walls that do not close a tank part the bodies in it; where a tank has one level they mean nothing."""
    between = walls(tank)
    within = sum(int((given & ~needed).sum()) for given, needed in zip((right, below), between, strict=True))
    if within and not region:
        raise wrong(
            "url",
            f"found {within} walls with the same tank on both sides; expected none where the reading is "
            "'body': close the tanks, or add r/ before the width",
        )


def _clues(text: str, lines: int) -> tuple[Clue, ...]:
    """So many clues; those that the text does not reach are missing."""
    given: list[Clue] = []
    place = 0
    while place < len(text):
        match = _CLUE.match(text, place)
        if not match:
            expected = "0-9, a-f, -xx, or g-z to skip"
            raise wrong("url", f"found {shown(text[place:])} in the clues; expected {expected}")
        place = match.end()
        given += ["?"] * (int(match[3], 36) - 15) if match[3] else [int(match[1] or match[2], 16)]
        if len(given) > lines:
            raise wrong("url", f"found more clues than the {lines} columns and rows; expected one each")
    return tuple(given + ["?"] * (lines - len(given)))


def _written(given: Sequence[int | None]) -> Iterator[str]:
    skipped = 0
    for value in given:
        if skipped and (value is not None or skipped == _MOST_SKIPPED):
            yield _DIGITS[15 + skipped]
            skipped = 0
        if value is None:
            skipped += 1
        else:
            yield f"{value:x}" if value < 16 else f"-{value:02x}"
    if skipped:
        yield _DIGITS[15 + skipped]
