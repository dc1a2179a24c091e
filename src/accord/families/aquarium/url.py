"""Addresses of puzz.link and other pzpr sites: `.../p?aquarium/[r/]WIDTH/HEIGHT/WALLS/CLUES`.

`r` means the reading `region`; without it the site reads `body`. Where a tank has no level of its own, walls
that do not close it part the bodies in it, so they are refused. Parts are those of `accord.pencil.address`.
"""

from __future__ import annotations

from accord.errors import RefusedError
from accord.families.aquarium.spec import Aquarium, Layout, Reading, drawn
from accord.grids.regions import parts, walls
from accord.pencil.address.address import Grid, Size, Words
from accord.pencil.address.beside import Lines, Regions, Sign, read_walls
from accord.pencil.address.puzzlink import PuzzLink
from accord.pencil.address.reader import Reader
from accord.puzzles import addresses
from accord.puzzles.lines import Clue, Clues, labels

_CLUES = (Sign("/"), Lines([["columns"]], [["rows"]]))


class _Closed(Regions):
    """Regions without a wall inside."""

    def read(self, reader: Reader, size: Size) -> Words:
        """Labels of regions."""
        begin = reader.at
        given = read_walls(reader, size)
        region = parts(*given)
        within = sum(int((some & ~needed).sum()) for some, needed in zip(given, walls(region), strict=True))
        if within:
            found, reader.at = reader.text[begin : reader.at], begin
            expected = f"no wall with the same tank on both sides, of which it has {within}"
            raise reader.wrong(f"{expected}; or r/ before the width", found)
        return {self.key: [[str(label) for label in row] for row in region.tolist()]}


_SITES: dict[Reading, PuzzLink] = {
    "region": PuzzLink("aquarium", Regions("tanks"), *_CLUES, flag="r"),
    "body": PuzzLink("aquarium", _Closed("tanks"), *_CLUES),
}


def recognise(text: str) -> bool:
    """Whether a text looks like an address rather than a task string."""
    return _SITES["body"].begins(text)


def decode(text: str) -> Aquarium:
    """The puzzle of an address. Raises SpecError; clues are not checked here."""
    found = addresses.pzpr(text)
    reading: Reading = "region" if found and found.text.startswith("r/", found.begin) else "body"
    words = _SITES[reading].read(text)
    columns, rows = (tuple(map(_clue, words[key][0])) for key in ("columns", "rows"))
    return Aquarium(tanks=drawn(words["tanks"]), columns=columns, rows=rows, reading=reading)


def encode(found: Layout, reading: Reading) -> str:
    """The address of a puzzle. Raises RefusedError for the reading `adjacent`, which sites do not have."""
    if reading == "adjacent":
        raise RefusedError("an address has the reading 'region' or 'body'; this puzzle has 'adjacent'")
    tanks = [[str(tank) for tank in row] for row in found.tank.tolist()]
    return _SITES[reading].write({"tanks": tanks, "columns": _line(found.columns), "rows": _line(found.rows)})


def _clue(word: str) -> Clue:
    return "?" if word == "-" else int(word)


def _line(clues: Clues) -> Grid:
    return [[*labels(clues)]]
