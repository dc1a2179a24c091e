"""All that pzprjs decodes in addresses of our kinds is read, or is refused by name; as the docs say.

`tests/data/pzpr-addresses.json` has a row for each name of a kind, extracted from pzprjs: see
`pzpr_addresses`. A kind with addresses that has no row fails here.
"""

import os
import re
from string import ascii_letters

import pytest
import pzpr_addresses
from accord_site.addresses import REFUSED, SITES, WORDS, decoders, page, rows, rows_of_site
from looped import looped

import accord
from accord.errors import InputError
from accord.puzzles import table

ROWS = rows_of_site()
NAMES = [(kind, name) for kind, site in SITES.items() for name in site.kinds]
FLAGS = [(kind, name, flag) for kind, name in NAMES for flag in ROWS.get(name, {"flags": {}})["flags"]]


@looped(("kind", "name"), NAMES)
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
    assert {*SITES} == {name for name in table.rows() if "url" in table.family(name).texts.forms}
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


@looped(("kind", "name"), NAMES)
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
    puzzle = accord.load(f"{kind}:{table.family(kind).texts.example}")
    written = puzzle.record.texts.forms["url"](puzzle.spec, "", "")
    return re.sub(r"\?\w+/", f"?{name}/", written)


def with_flag(address, flag):
    return re.sub(r"\?(\w+)/([a-z]/)?", rf"?\1/{flag}/", address)


# -- what stands around an address and behind it -----------------------------------------------------


@looped("kind", sorted(SITES))
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


# -- the page ----------------------------------------------------------------------------------------


def test_the_page_says_what_is_read_and_what_is_refused():
    found = {row[0]: row[2:] for row in rows()}
    assert found["fillomino"] == ("numbers", "borders, flag `t`: areas have at most 3 cells")
    assert found["yajilin"] == (
        "numbers with arrows, flag `b`: the looks",
        "flag `o`: shaded cells are outside the loop",
    )
    assert all(f"| {kind} |" in page() for kind in SITES)
    changes = {each for row in ROWS.values() for some in row["flags"].values() for each in some}
    assert changes <= {*WORDS}


@pytest.mark.skipif("ACCORD_PZPRJS" not in os.environ, reason="ACCORD_PZPRJS names no folder of pzprjs")
def test_the_rows_are_those_of_pzprjs():
    for row in pzpr_addresses.extracted(os.environ["ACCORD_PZPRJS"]):
        assert row["pid"] is None or row == ROWS[row["kind"]]
