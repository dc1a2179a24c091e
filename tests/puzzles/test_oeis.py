"""Terms of the OEIS in model files, held against a table of our own; and lists that are narrowed to some."""

import json
import re

import msgspec
import pytest
from commands import called
from headings import headings
from looped import looped
from processes import printed

from accord.errors import InputError, UsageError
from accord.puzzles import document, file, library
from accord.puzzles.file import Count
from accord.puzzles.library import filter_entries, suggestion

TERMS = {  # copied from the entries of the OEIS, by the index that these give; whoever states another adds it
    "A000170": {8: 92, 12: 14200},
    "A000315": {5: 56},
    "A001441": {7: 30},
    "A002562": {8: 12, 12: 1787},
    "A002860": {4: 576, 5: 161280},
    "A004003": {3: 6728, 4: 12988816, 5: 258584046368, 7: 112202208776036178000000},
    "A005271": {4: 272, 5: 589185},
    "A006052": {4: 880},
    "A006125": {5: 1024},
    "A006253": {8: 23409},
    "A007705": {3: 28, 5: 88},
    "A008404": {6: 116, 7: 200},
    "A008793": {3: 980, 4: 232848, 5: 267227532},
    "A014552": {8: 150, 11: 17792, 12: 108144},
    "A028420": {9: 10185111919160666118608},
    "A028447": {3: 229},
    "A028452": {2: 117805},
    "A028454": {4: 5051532105},
    "A033535": {3: 49793133},
    "A036501": {7: 5},
    "A045310": {5: 13803794944},
    "A045846": {6: 10668},
    "A051223": {10: 4},
    "A051224": {10: 1},
    "A063443": {7: 202841},
    "A066931": {3: 113, 4: 20174, 5: 22306955},
    "A069788": {3: 4320},
    "A084480": {4: 182},
    "A099390": {(12, 10): 65743732590821},
    "A103997": {(2, 3): 539},
    "A107739": {2: 288},
    "A143659": {3: 75272},
    "A172477": {5: 4006, 6: 451206},
    "A176127": {8: 300, 11: 35584, 12: 216288},
    "A178446": {7: 2196, 8: 37004},
    "A182275": {4: 70878},
    "A219967": {(8, 8): 66653},
    "A219994": {6: 5350806},
    "A224239": {6: 1494},
    "A228267": {(4, 4, 4): 2098},
    "A230031": {(6, 6): 178939},
    "A233308": {(4, 4): 45},
    "A233320": {(6, 6): 80092},
    "A234833": {2: 2800},
    "A274806": {5: 960},
    "A309117": {8: 10293},
    "A328020": {5: 515, 6: 56734},
    "A334875": {8: 0, 9: 2, 12: 12, 14: 72},
    "A335586": {3: 90176},
    "A351322": {(5, 3): 384},
    "A356512": {4: 10917},
    "A356623": {5: 80378},
    "A360498": {6: 3620},
    "A364457": {(6, 6): 128441094},
    "A377309": {6: 246, 8: 25321},
}
ENTRIES = library.entries()
STATED = [
    (*heading.place, msgspec.convert(count, Count))
    for heading in headings()
    for count in heading.counts.values()
    if "oeis" in count
]


def fault(count):
    """What is wrong with a count that says which term it is; empty if nothing is."""
    sequence, _, indices = count.oeis.rstrip(")").partition("(")
    index = tuple(int(part) for part in indices.split(","))
    term = TERMS.get(sequence, {}).get(index if len(index) > 1 else index[0])
    if term is None:
        return f"{count.oeis} is not in the table; copy it from the entry of the OEIS"
    return "" if term == count.count else f"{count.oeis} is {term:,}; the file says {count.count:,}"


@looped(("name", "variant", "count"), STATED)
def test_a_stated_term_is_the_count(name, variant, count):
    assert fault(count) == "", name


@looped(("name", "variant", "count"), STATED)
def test_another_count_or_another_term_is_seen(name, variant, count):
    wrong = msgspec.structs.replace(count, count=count.count + 1)
    assert fault(wrong) == f"{count.oeis} is {count.count:,}; the file says {count.count + 1:,}"
    assert fault(msgspec.structs.replace(count, oeis="A000001(1)")).startswith(
        "A000001(1) is not in the table"
    )


def test_the_table_has_a_file_for_each_term():
    of = {re.sub(" ", "", count.oeis) for _, _, count in STATED}
    for sequence, terms in TERMS.items():
        for index in terms:
            indices = index if isinstance(index, tuple) else (index,)
            assert f"{sequence}({','.join(map(str, indices))})" in of


FILE = """
family = "queens"
title = "x"
rule = "x."
size = 8
counts = {{ all = {{ count = 92, source = "x", oeis = {} }} }}
"""


@pytest.mark.parametrize(
    "wrong", ["A000170", "A00170(8)", "000170(8)", "A000170()", "A000170(8", "A000170(x)", "a000170(8)"]
)
def test_what_is_no_term(wrong):
    text = FILE.format(f'"{wrong}"').encode()
    with pytest.raises(InputError) as error:
        file.model_file(document.read(text, "x.toml"))
    expected = f"counts.all.oeis: found {wrong!r}; expected a term of the OEIS, as in A000170(8)"
    assert str(error.value) == f"x.toml:6: {expected}"


def test_a_number_is_no_term():
    with pytest.raises(InputError, match=r"oeis: found 170; expected a term of the OEIS"):
        file.model_file(document.read(FILE.format(170).encode(), "x.toml"))


@pytest.mark.parametrize("right", ["A000170(8)", "A1234567(0)", "A099390(12,10)", "A099390(12, 10)"])
def test_what_is_a_term(right):
    found = file.model_file(document.read(FILE.format(f'"{right}"').encode(), "x.toml"))
    assert found.declarations[None].counts["all"].oeis == right


def names(**asked):
    return [entry.name for entry in filter_entries(ENTRIES, **asked)]


def test_nothing_asked_is_all():
    assert names() == library.names()


@pytest.mark.parametrize("asked", ["A000170(8)", "a000170(8)", "170(8)", "A000170 (8)", "A0000170( 8 )"])
def test_a_term(asked):
    assert {"queens-8", "queens-problem"} <= {*names(oeis=asked)} < {*names(oeis="A000170")}


@pytest.mark.parametrize("asked", ["", " ", "A", "queens", "A000170(", "A000170()", "A000170(8)x", "-170"])
def test_what_is_no_number_of_the_oeis(asked):
    if not asked:
        assert names(oeis=asked) == library.names()
        return
    with pytest.raises(UsageError, match="expected a number of the OEIS, as in A000170 or"):
        names(oeis=asked)


def test_indices_and_numbers_are_whole():
    assert names(oeis="A000170(1)") == names(oeis="A00017") == names(oeis="A099390(1)") == []
    assert names(oeis="A099390(12, 10)") == names(oeis="A099390(12,10)") == ["dominoes-12x10"]


def test_families_lattices_and_words_combine():
    solids = names(lattice="cubic")
    assert {"soma", "pentacubes-3x4x5"} <= {*solids}
    assert "pentomino-6x10" not in solids
    assert {*names(family="packing")} > {*solids}
    assert {*names(lattice="square")} <= {*names(family="packing")}  # other boards have but one lattice
    assert "soma" in names(family="packing", lattice="cubic", search="SOMA cube")
    assert (
        names(family="packing", lattice="cubic", search="domino") == names(search="soma", oeis="A170") == []
    )
    for entry in filter_entries(ENTRIES, search="chess board"):
        assert all(word in str(entry).casefold() for word in ("chess", "board"))


def test_a_word_that_no_puzzle_has_is_met_with_a_near_one():
    assert suggestion(ENTRIES, "haert") == "; did you mean 'heart'?"
    assert suggestion(ENTRIES, "coin pentomnio") == "; did you mean 'pentomino'?"
    assert suggestion(ENTRIES, "heart soma") == suggestion(ENTRIES, "zzzzzz") == suggestion(ENTRIES, "") == ""


def test_a_lattice_and_a_term_of_a_variant_count():
    laid = {"upright": {"lattice": "cubic", "counts": {"all": {"count": 1, "oeis": "A000001(1)"}}}}
    entry = library._entry("x", {"family": "packing", "title": "x", "variants": laid})
    assert entry.lattices == ("square", "cubic")
    assert entry.oeis == ("A000001(1)",)
    assert [*filter_entries([entry], lattice="cubic", oeis="1", search="upright")] == [entry]


@pytest.mark.parametrize(("key", "near"), [("family", "packing"), ("lattice", "cubic")])
def test_names_that_there_are_not(key, near):
    with pytest.raises(UsageError, match=rf"unknown {key} '{near}s'; there are .*did you mean '{near}'"):
        names(**{key: f"{near}s"})


def test_a_lattice_of_a_family_that_has_one_only():
    with pytest.raises(UsageError, match="boards of the family queens are of one kind; leave the lattice"):
        names(family="queens", lattice="square")


def test_a_list_of_a_sequence_says_which_terms():
    lines = called("list", "--oeis", "A4003", "--family", "packing").stdout.splitlines()
    assert "dominoes-8x8    Dominoes on a chessboard: A004003(4)" in lines
    assert all(re.search(r": A004003\(\d+\)$", line) for line in lines)
    assert "A000170" not in called("list", "--oeis", "A002562(8)").stdout


def test_the_command_narrows_and_imports_nothing():
    told = json.loads(printed("-m", "accord", "list", "--oeis", "A002562(8)", "--json"))
    assert [entry["name"] for entry in told] == ["queens-8"]
    assert told[0]["oeis"] == ["A000170(8)", "A002562(8)"]
    assert printed("-m", "accord", "list", "--family", "queens", "--search", "no such words") == ""
    code = (
        "import sys; from accord.puzzles import library; "
        "assert [*library.filter_entries(library.entries(), family='packing', lattice='cubic', search='a')]; "
        "print(sorted({'numpy', 'numba', 'ortools', 'pysat'} & set(sys.modules)), "
        "[name for name in sys.modules if name.startswith('accord.families.')])"
    )
    assert printed("-c", code) == "[] []\n"
