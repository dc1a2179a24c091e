"""All that pzprjs decodes in addresses of our kinds is read, or is refused by name; as the docs say.

`tests/data/pzpr-addresses.json` has a row for each name of a kind, extracted from pzprjs: see
`pzpr_addresses`. A kind with addresses that has no row fails here.
"""

import os
import re
from itertools import chain
from pathlib import Path
from string import ascii_letters

import pytest
import pzpr_addresses
from addressed import KINDS

import accord
from accord.errors import InputError
from accord.families.aquarium.text import SITE as AQUARIUM
from accord.pencil.address import cells, dots, kind_specific, outside_cells
from accord.pencil.address.codes import Gaps
from accord.puzzles import table

PAGE = Path(__file__).parents[3] / "docs" / "formats.md"
ROWS = pzpr_addresses.table()
SITES = {kind: each for (kind, form), each in KINDS.items() if form == "url"} | {"AQUARIUM": AQUARIUM}
NAMES = [(kind, name) for kind, site in sorted(SITES.items()) for name in site.kinds]
FLAGS = [(kind, name, flag) for kind, name in NAMES for flag in ROWS.get(name, {"flags": {}})["flags"]]

OF_CODE = {  # what pzprjs calls the decoder of the numbers of `Cells`
    cells.NUMBER16: "decodeNumber16", cells.NUMBER36: "decodeHitori", cells.GROUPS: "decodeNumber_tapa",
    cells.ARROWS: "decodeArrowNumber16", kind_specific.ENDS: "decodeSashigane",
}  # fmt: skip
OF_PART = {
    cells.FourCells: ["decode4Cell"],
    cells.Circles: ["decodeCircle"],
    cells.Marks: ["decode1Cell"],
    dots.Dots: ["decodeDot", "decodeEmpty"],
    outside_cells.Number: ["decodeStarCount"],
    outside_cells.Lines: ["decodeNumber16ExCell"],
    outside_cells.Regions: ["decodeBorder"],
    outside_cells.RoomNumbers: ["decodeBorder", "decodeRoomNumber16"],
    outside_cells.Corners: ["decode4Cross"],
    outside_cells.Sign: [],
    kind_specific.Sums: ["decodeKakuro"],
    kind_specific.Poles: ["decodeBorder", "decodeCircle", "decodeEmpty"],
    kind_specific.Fleet: ["decodePieceBank"],
    kind_specific.RunsOfLines: ["decodeNumber16ExCell"],
    kind_specific.SideOnly: [],
}
REFUSED = {  # parts that are not read: an address with one, and the same without
    ("fillomino", "decodeBorder"): ("fillomino/3/3/1n4800", "fillomino/3/3/1n"),
    ("suguru", "decodeEmpty"): ("suguru/3/3/0000o80", "suguru/3/3/0000o"),
}
WORDS = {  # of decoders, and of the settings and decoders of flags, for the docs
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


def decoders(site):
    """What pzprjs calls the decoders of the parts that we read."""
    found = []
    for part in chain(*(getattr(part, "parts", [part]) for part in site.parts)):
        code = getattr(part, "code", None)
        found += [OF_CODE[code]] if isinstance(code, Gaps) else OF_PART[type(part)]
    return found


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_each_kind_with_addresses_has_a_row_and_each_part_is_read_or_refused(kind, name):
    assert name in ROWS, "extract the rows again: see tests/oracles/pzpr_addresses.py"
    row = ROWS[name]
    ours, left = decoders(SITES[kind]), []
    for part in row["parts"]:
        (ours.remove if part in ours else left.append)(part)
    assert ours == []  # which the site does not have
    assert [part for part in left if (SITES[kind].kinds[0], part) not in REFUSED] == []
    if name == SITES[kind].kinds[0]:  # which is written
        assert row["written"] == name


def test_all_kinds_with_addresses_are_in_the_table():
    families = {kind.lower().replace("_", "-") for kind in SITES}
    assert families == {name for name in table.rows() if "url" in table.family(name).texts.forms}
    assert {name for _, name in NAMES} == {*ROWS}


@pytest.mark.parametrize("part", REFUSED, ids=" ".join)
def test_a_part_that_is_not_read_is_refused(part):
    whole, without = (f"https://puzz.link/p?{text}" for text in REFUSED[part])
    assert accord.load(without)
    with pytest.raises(InputError, match=r"character \d+: found '.+'; expected the end"):
        accord.load(whole)


@pytest.mark.parametrize(("kind", "name", "flag"), FLAGS)
def test_a_flag_of_the_site_is_read_or_refused_by_name(kind, name, flag):
    address = with_flag(example(kind, name), flag)
    if flag in SITES[kind].flags[name]:
        assert accord.load(address)
    else:
        with pytest.raises(InputError, match=f"found '{flag}'; expected no flag.* before the number of"):
            accord.load(address)


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_no_other_flag_is_passed_over(kind, name):
    address = example(kind, name)
    known = SITES[kind].flags[name]
    assert {*known} - {""} <= {*ROWS[name]["flags"]}
    for flag in [*ascii_letters, "bo", "rb", "v", "v:", "v:lits"]:
        if flag not in known:
            with pytest.raises(InputError, match=f"found '{flag}'; expected"):
                accord.load(with_flag(address, flag))


def example(kind, name):
    """An address of that kind with that name."""
    family = kind.lower().replace("_", "-")
    puzzle = accord.load(f"{family}:{table.family(family).texts.example}")
    written = puzzle.record.texts.forms["url"](puzzle.spec, "", "")
    return re.sub(r"\?\w+/", f"?{name}/", written)


def with_flag(address, flag):
    return re.sub(r"\?(\w+)/([a-z]/)?", rf"?\1/{flag}/", address)


# -- what stands around an address and behind it -----------------------------------------------------


@pytest.mark.parametrize("kind", sorted(SITES))
@pytest.mark.parametrize("rest", ["!", "/1", ".0", "?s", "#a", "/0/0", "%20x", ";cells=any", "?akari/1/1/g"])
def test_what_stands_behind_an_address_is_refused(kind, rest):
    address = example(kind, SITES[kind].kinds[0])
    assert accord.load(address + "/").spec == accord.load(address).spec
    with pytest.raises(InputError, match=r"(character \d+|board\[1\]): found '.+' ?.*; expected"):
        accord.load(address + rest)


@pytest.mark.parametrize("name", ["akari_x", "akari_", "x+akari", "m+x+akari", "akari.x"])
def test_what_stands_around_the_name_of_a_kind_is_read_or_refused(name):
    akari = accord.load("https://puzz.link/p?akari/3/3/g6.jc").spec
    for known in ("akari", "akari_edit", "akari_play", "m+akari", "type=editor&akari_edit"):
        assert accord.load(f"https://puzz.link/p?{known}/3/3/g6.jc").spec == akari
    with pytest.raises(accord.UsageError, match="found"):
        accord.load(f"https://puzz.link/p?{name}/3/3/g6.jc")


# -- the docs ----------------------------------------------------------------------------------------


def lines():
    """The rows of the table in the docs."""
    yield "| kind | in addresses | read | refused |"
    yield "| --- | --- | --- | --- |"
    for kind, site in sorted(SITES.items()):
        named, refused = [], []
        read = [WORDS[part] for part in decoders(site)]
        row = ROWS[site.kinds[0]]
        refused += [WORDS[part] for part in row["parts"] if (row["kind"], part) in REFUSED]
        for name in site.kinds:
            named.append(f"`{name}`")
            for flag, changes in ROWS[name]["flags"].items():
                of = "" if ROWS[name]["pid"] == row["pid"] else f" of `{name}`"
                said = f"flag `{flag}`{of}: {WORDS[changes[0]] if changes else 'no meaning'}"
                into = read if flag in site.flags[name] else refused
                into += [said] if said not in into else []
        some = ", ".join(dict.fromkeys(read))
        family = kind.lower().replace("_", "-")
        yield f"| {family} | {', '.join(named)} | {some} | {'; '.join(refused)} |".replace("  |", " |")


def test_the_table_in_the_docs_is_that_of_the_sites():
    text = PAGE.read_text()
    assert "\n".join(lines()) in text, "\n" + "\n".join(lines())


@pytest.mark.skipif("ACCORD_PZPRJS" not in os.environ, reason="ACCORD_PZPRJS names no folder of pzprjs")
def test_the_rows_are_those_of_pzprjs():
    for row in pzpr_addresses.extracted(os.environ["ACCORD_PZPRJS"]):
        assert row["pid"] is None or row == ROWS[row["kind"]]
