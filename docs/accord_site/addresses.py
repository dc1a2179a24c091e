"""The reference of addresses of puzz.link: what of each kind is read, and what is refused.

The rows come from `tests/data/pzpr-addresses.json`, which `tests/oracles/pzpr_addresses.py` extracts from
pzprjs, the program of the site; a test checks them against the addresses that we read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from accord.pencil.address import cells, dots, kind_specific, outside_cells
from accord.pencil.address.codes import Gaps
from accord.pencil.address.puzzlink import PuzzLink
from accord.puzzles import table
from accord_site import markdown
from accord_site.links import ROOT

PATH = "reference/addresses.md"
DATA = ROOT / "tests" / "data" / "pzpr-addresses.json"
OF_CODE = {  # what pzprjs calls the decoder of the numbers of `Cells`
    cells.NUMBER16: "decodeNumber16", cells.NUMBER36: "decodeHitori", cells.GROUPS: "decodeNumber_tapa",
    cells.ARROWS: "decodeArrowNumber16", kind_specific.ENDS: "decodeSashigane",
}  # fmt: skip
OF_PART: Mapping[type, tuple[str, ...]] = {
    cells.FourCells: ("decode4Cell",),
    cells.Circles: ("decodeCircle",),
    cells.Marks: ("decode1Cell",),
    dots.Dots: ("decodeDot", "decodeEmpty"),
    outside_cells.Number: ("decodeStarCount",),
    outside_cells.Lines: ("decodeNumber16ExCell",),
    outside_cells.Regions: ("decodeBorder",),
    outside_cells.RoomNumbers: ("decodeBorder", "decodeRoomNumber16"),
    outside_cells.Corners: ("decode4Cross",),
    outside_cells.Sign: (),
    kind_specific.Sums: ("decodeKakuro",),
    kind_specific.Poles: ("decodeBorder", "decodeCircle", "decodeEmpty"),
    kind_specific.Fleet: ("decodePieceBank",),
    kind_specific.RunsOfLines: ("decodeNumber16ExCell",),
    kind_specific.SideOnly: (),
}
REFUSED = {  # parts that are not read: an address with one, and the same without
    ("fillomino", "decodeBorder"): ("fillomino/3/3/1n4800", "fillomino/3/3/1n"),
    ("suguru", "decodeEmpty"): ("suguru/3/3/0000o80", "suguru/3/3/0000o"),
}
WORDS = {  # of decoders, and of what flags change
    "decode4Cell": "numbers", "decodeNumber16": "numbers", "decodeHitori": "numbers",
    "decode4Cross": "numbers at corners", "decodeArrowNumber16": "numbers with arrows",
    "decodeNumber_tapa": "clues", "decodeBorder": "borders", "decodeRoomNumber16": "numbers of rooms",
    "decodeNumber16ExCell": "clues outside", "decodeCircle": "circles", "decodeEmpty": "holes",
    "decodePieceBank": "ships", "decodeKakuro": "sums", "decodeStarCount": "stars", "decodeDot": "dots",
    "decodeSashigane": "corners and ends", "decode1Cell": "trees",
    "aquarium_regions": "one level in the whole tank", "dontpassallcell": "cells may be left over",
    "country_empty": "countries may be left out", "fillomino_tri": "areas have at most 3 cells",
    "loop_full": "the loop visits all cells", "slither_full": "the loop visits all points",
    "yajilin_out": "shaded cells are outside the loop", "disptype_yajilin": "the looks",
    "magnets_anti": "equal poles stand side by side", "decodeLITS_old": "an old code",
    "decodecross_old": "an old code",
}  # fmt: skip
SITES = {  # our name of each kind -> its addresses
    row.name: site
    for row in table.OURS
    for site in table.family(row.name).texts.sites
    if isinstance(site, PuzzLink)
}
INTRODUCTION = """\
# Addresses of puzz.link

Accord reads all of an address, or refuses it and names what it does not read. This table has what the site
knows of each kind, and what of that is read. A *flag* is a letter before the size, as in
`https://puzz.link/p?yajilin/b/10/10/...`.
"""
NOTES = """\
- An address with `v:` before the size is refused: the rules are others, and the address does not say which.
- A wall inside a region is refused, in all kinds with borders: some sites count it, and others do not.
- What follows `&` belongs to the link, and is passed over. So are `_edit` and `_play` behind the kind, and
  `type=editor&` before it. All else in front of an address or behind it is refused.
- A numberlink of the site (`numlin`) may leave cells over, so its address means `cells=any`; `arukone` means
  `cells=all`, without a flag. Files and texts of Accord mean `cells=all`, if they do not say it.

The table comes from [pzprjs](https://github.com/robx/pzprjs), the program of the site (MIT license), by
`tests/oracles/pzpr_addresses.py`.
"""


def rows_of_site() -> dict[str, dict[str, Any]]:
    """Return what the site decodes of each name of a kind: its parts, and what each flag changes."""
    return {row["kind"]: row for row in json.loads(DATA.read_text("utf-8"))["kinds"]}


def decoders(site: PuzzLink) -> list[str]:
    """Return what the site calls the decoders of the parts that we read."""
    found: list[str] = []
    for part in chain(*(getattr(part, "parts", [part]) for part in site.parts)):
        code = getattr(part, "code", None)
        found += [OF_CODE[code]] if isinstance(code, Gaps) else OF_PART[type(part)]
    return found


def rows() -> Iterator[tuple[str, ...]]:
    """Yield for each kind: its name, names in addresses, what is read, what is refused."""
    known = rows_of_site()
    for kind, site in SITES.items():
        own = known[site.kinds[0]]
        read = [WORDS[part] for part in decoders(site)]
        refused = [WORDS[part] for part in own["parts"] if (own["kind"], part) in REFUSED]
        for name in site.kinds:
            for flag, changes in known[name]["flags"].items():
                of = "" if known[name]["pid"] == own["pid"] else f" of `{name}`"
                said = f"flag `{flag}`{of}: {WORDS[changes[0]] if changes else 'no meaning'}"
                (read if flag in site.flags[name] else refused).append(said)
        names = ", ".join(f"`{name}`" for name in site.kinds)
        yield kind, names, ", ".join(dict.fromkeys(read)), ", ".join(dict.fromkeys(refused))


def page() -> str:
    """Return the page."""
    columns = ("kind", "in addresses", "read", "refused")
    return "\n".join([INTRODUCTION, markdown.table(columns, rows()), NOTES])
