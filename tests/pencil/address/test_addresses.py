"""Addresses of kinds of pencil puzzles and IDs of games: round trips, and faults in one line."""

import pickle
import re
from collections import Counter
from contextlib import suppress
from itertools import chain, product
from string import ascii_lowercase, ascii_uppercase

import pytest
from addressed import KINDS, blank, blocks, cut, lined, number, puzzles, same
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import looped
from pencil_kinds import kind_of
from profiles import examples

import accord
from accord.errors import InputError, RefusedError
from accord.pencil import Flags, Kind, Number, family, turning
from accord.pencil import Regions as RegionsPart
from accord.pencil.address.address import HOLE
from accord.pencil.address.cells import ARROWS, NUMBER10, NUMBER16, Cells, FourCells, Marks
from accord.pencil.address.codes import Reader, read_bits, write_bits
from accord.pencil.address.dots import Dots
from accord.pencil.address.kind_specific import Poles
from accord.pencil.address.outside_cells import Regions, RoomNumbers
from accord.pencil.address.puzzlink import PuzzLink
from accord.pencil.address.tatham_parts import DIGIT, LIGHT, NUMBER, TREES, Cages, Marked, letters, read_marks
from accord.pencil.kind import spec_of, words_of
from accord.puzzles import table, writing
from accord.puzzles.family import SpecError

ALL = pytest.mark.parametrize(("kind", "form"), sorted(KINDS))


@ALL
@settings(max_examples=25)
@given(data=st.data())
def test_what_is_written_is_read_again(kind, form, data):
    address = KINDS[kind, form]
    words = data.draw(puzzles(kind, form))
    text = address.write(lined(words))
    assert same(words, address.read(text))
    assert address.begins(text)
    assert address.write(address.read(text)) == text


WRITTEN = [
    (name, form)
    for name in table.rows()
    for form in ("url", "tatham")
    if form in table.family(name).texts.forms
]


@looped(("name", "form"), WRITTEN)
def test_what_is_written_and_read_has_the_same_fingerprint(name, form):
    puzzle = accord.load(f"{name}:{table.family(name).texts.example}")
    again = accord.load(f"{name}:{writing.puzzle_text(puzzle, form)}")
    assert accord.fingerprint(again) == accord.fingerprint(puzzle)


@pytest.mark.parametrize("name", sorted({name for name, _ in WRITTEN} - {"sudoku", "aquarium"}))
@settings(max_examples=examples(20))
@given(data=st.data())
def test_random_puzzles_are_twins_of_themselves_behind_an_address(name, data):
    kind, upper = kind_of(name), name.upper().replace("-", "_")
    form = data.draw(st.sampled_from([form for other, form in WRITTEN if other == name]))
    words = lined(data.draw(puzzles(upper, form, most=4)))
    if upper in ("COUNTRY_ROAD", "HEYAWAKE"):
        words["board"] = moved(data.draw(st.randoms()), words["regions"], words["board"])
    try:
        spec = spec_of(kind, words)
    except SpecError:  # most random boards are puzzles, of some kinds none
        return
    again = spec_of(kind, KINDS[upper, form].read(KINDS[upper, form].write(words_of(kind, spec))))
    assert turning.form(kind, again) == turning.form(kind, spec)


def moved(dice, regions, board):
    """The number of each room in a cell of it at random."""
    cells = [*zip(chain(*regions), chain(*board), strict=True)]
    number = {label: word for label, word in cells if word != "-"}
    places = {label: dice.choice([at for at, (of, _) in enumerate(cells) if of == label]) for label in number}
    words = ["-"] * len(cells)
    for label, at in places.items():
        words[at] = number[label]
    return [words[at : at + len(board[0])] for at in range(0, len(words), len(board[0]))]


@pytest.mark.parametrize(
    ("name", "one", "twin", "other"),
    [
        (
            "heyawake",
            "1.../..2./....;1122/1122/1122",
            ".1../..../..2.;1122/1122/1122",
            "2.../..2./....;1122/1122/1122",
        ),
        (
            "country-road",
            "3.../...4/....;1122/1122/1122",
            "..../.3.4/....;1122/1122/1122",
            "4.../...4/....;1122/1122/1122",
        ),
    ],
)
def test_where_in_its_room_a_number_stands_means_nothing(name, one, twin, other):
    found = [accord.fingerprint(accord.load(f"{name}:{text}")) for text in (one, twin, other)]
    assert found[0] == found[1] != found[2]
    url = writing.puzzle_text(accord.load(f"{name}:{twin}"), "url")
    assert accord.fingerprint(accord.load(url)) == found[0]


@looped("kind", sorted({kind for kind, _ in KINDS}))
def test_the_page_of_a_kind_names_its_addresses(kind):
    row = table.find(kind.lower().replace("_", "-"))
    if row is None:
        pytest.skip("there is no such family")
    named = {form: each.kinds for (other, form), each in KINDS.items() if other == kind}
    assert {site: kinds for site, kinds in row.sites.items() if kinds} == named


@looped(("kind", "form"), sorted(KINDS))
def test_real_puzzles_are_read_again(kind, form):
    address = KINDS[kind, form]
    for words, _ in blocks(kind):
        if kind == "SKYSCRAPERS" and words["tallest"] != str(len(words["board"])):
            with pytest.raises(RefusedError, match=r"tallest: found '.'; expected .: sites have no parks"):
                address.write(lined(words))
            continue
        if kind == "KILLER_SUDOKU" and {1} & {*Counter(chain(*words["cages"])).values()}:
            with pytest.raises(RefusedError, match=r"cages: found '\d+'; expected regions of 2 to 9 cells"):
                address.write(lined(words))
            continue
        if kind == "BATTLESHIP":
            words["fleet"] = [number for number in words["fleet"] if number != "0"]
        if "regions" in words:
            words["regions"] = cut(words["regions"])
        if kind == "MAGNETS":
            words["given"] = [["."] * len(row) for row in words["regions"]]  # given only where holes are
        words |= {"BINAIRO": {"lines": "any"}, "NUMBERLINK": {"cells": "all"}}.get(kind, {})
        words |= {"board": numbers_first(words)} if kind == "HEYAWAKE" else {}
        if kind == "MASYU":  # one of the files has numbers for pearls
            words["board"] = [
                [{"1": "w", "2": "b"}.get(word, word) for word in row] for row in words["board"]
            ]
        assert same(words, address.read(address.write(lined(words))))


def numbers_first(words):
    """The number of each room in its first cell."""
    cells = [*zip(chain(*words["regions"]), chain(*words["board"]), strict=True)]
    number = {label: word for label, word in cells if word != "-"}
    return [[number.pop(label, "-") for label in row] for row in words["regions"]]


# -- parts -----------------------------------------------------------------------------------------

ARROW = st.tuples(number(0, 4095) | st.just("?"), st.sampled_from(["", "n", "s", "w", "e"])).map("".join)
PARTS = {  # a part with the key `a`, and words of its cells
    "number16": (Cells("a", NUMBER16), number(0, 4095) | st.just("?")),
    "number10": (Cells("a", NUMBER10), number(0, 9) | st.just("?")),
    "arrows": (Cells("a", ARROWS), ARROW),
    "four cells": (FourCells("a"), number(0, 4) | st.just("?")),
    "marks": (Marks("a", "x"), st.just("x")),
    "digits": (Cells("a", DIGIT, whole=True), number(0, 9)),
    "lights": (Cells("a", LIGHT, whole=True), number(0, 4) | st.just("B")),
    "numbers": (Cells("a", NUMBER, whole=True), number(1, 99999)),
    "trees": (Marked("a", TREES), st.just("x")),
    "two marks": (
        Marked("a", {**letters(ascii_lowercase, "1"), **letters(ascii_uppercase, "2")}),
        st.sampled_from("12"),
    ),
}


@pytest.mark.parametrize("name", PARTS)
@settings(max_examples=examples(30))
@given(data=st.data())
def test_cells_with_gaps_of_any_length_are_read_again(name, data):
    part, word = PARTS[name]
    runs = st.tuples(st.integers(0, 60), word).map(lambda run: ["-"] * run[0] + [run[1]])
    words = [*chain(*data.draw(st.lists(runs, max_size=5))), *["-"] * data.draw(st.integers(0, 60))]
    size = (1, len(words) + 1)
    grid = [[*words, "-"]]
    reader = Reader(part.write({"a": grid}, size), "text")
    assert part.read(reader, size) == {"a": grid}
    assert reader.at_end()


@settings(max_examples=examples(30))
@given(st.data())
def test_regions_with_numbers_are_read_again(data):
    from addressed import regions

    size = (data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6)))
    labels = data.draw(regions(size))
    seen, part = set(), RoomNumbers("regions", "numbers")
    words = {
        "regions": labels,
        "numbers": [
            ["-" if label in seen or seen.add(label) else data.draw(blank(number(0, 40))) for label in row]
            for row in labels
        ],
    }
    assert part.read(Reader(part.write(lined(words), size), "text"), size) == words


WALLED = {  # by kind and form: an address, and the same with one wall more, at the right of r1c1
    ("STAR_BATTLE", "url"): ("starbattle/4/3/1/901s", "starbattle/4/3/1/p01s"),
    ("NORINORI", "url"): ("norinori/4/3/901s", "norinori/4/3/p01s"),
    ("LITS", "url"): ("lits/4/3/901s", "lits/4/3/p01s"),
    ("HEYAWAKE", "url"): ("heyawake/4/3/901s2h", "heyawake/4/3/p01s2h"),
    ("COUNTRY_ROAD", "url"): ("country/4/3/901s2h", "country/4/3/p01s2h"),
    ("SUGURU", "url"): ("suguru/4/3/901sr", "suguru/4/3/p01sr"),
    ("MAGNETS", "url"): ("magnets/4/3/t901s", "magnets/4/3/tp01s"),
    ("KILLER_SUDOKU", "tatham"): ("2x2k:p,abbbbbbba,p", "2x2k:p,__bbbbbbba,p"),
}


@pytest.mark.parametrize(("kind", "form"), WALLED)
def test_a_wall_inside_a_region_is_refused_by_its_place(kind, form):
    """Of several kinds the sites count such walls: they part the pieces of a LITS."""
    whole, walled = WALLED[kind, form]
    assert KINDS[kind, form].read(whole)
    with pytest.raises(SpecError, match=r"walls between \w+ only; one is inside, right of r1c1: remove it"):
        KINDS[kind, form].read(walled)


def test_all_kinds_with_walls_are_in_that_table():
    walls = (Regions, Poles, Cages)
    assert {*WALLED} == {
        key
        for key, each in KINDS.items()
        if any(isinstance(part, walls) for part in getattr(each, "parts", ()))
    }


@pytest.mark.parametrize("flag", ["", "r/"])
def test_a_wall_inside_a_tank_is_refused(flag):
    assert accord.load(f"https://puzz.link/p?aquarium/{flag}4/3/901s/m")
    with pytest.raises(InputError, match="walls between tanks only; one is inside, right of r1c1"):
        accord.load(f"https://puzz.link/p?aquarium/{flag}4/3/p01s/m")


def test_a_published_lits_with_walls_inside_rooms_is_not_counted_without_them():
    with pytest.raises(InputError, match="walls between regions only; one is inside, right of r1c9"):
        accord.load("http://puzz.link/p?lits/10/10/4bksdvle6f22qclugjlgcom81n0opcdj4iq4")


def test_holes_are_not_written_as_a_region():
    puzzle = accord.load("star-battle:stars=1;0111/0112/0322/333@")
    with pytest.raises(RefusedError, match="regions: found '@'; expected no holes"):
        puzzle.record.texts.forms["url"](puzzle.spec, "", "")


def test_a_flag_for_the_looks_of_a_yajilin_changes_nothing():
    clues = "9/8/h22n32d21d32d21d32d21n12h"
    assert (
        accord.load(f"https://puzz.link/p?yajilin/b/{clues}").spec
        == accord.load(f"https://puzz.link/p?yajilin/{clues}").spec
    )


@given(st.lists(st.integers(0, 2)), st.sampled_from([(3, 3), (4, 2), (5, 2)]))
def test_numbers_below_a_base_are_read_again(numbers, packing):
    assert read_bits(Reader(write_bits(numbers, *packing), "text"), len(numbers), *packing) == numbers


def test_codes_are_those_of_the_sites():
    """Written by hand from the description of pzprjs, and of the collection's source."""
    row = ["0", "15", "16", "255", "256", "4095", "?", *"-" * 20, "1", *"-" * 21]
    assert Cells("a").write({"a": [row]}, (1, len(row))) == "0f-10-ff+100+fff.z1zg"
    assert Cells("a", NUMBER10).write({"a": [["9", *"-" * 26, "-", "?"]]}, (1, 29)) == "9za."
    assert Cells("a", ARROWS).write({"a": [["2n", "-", "17e", "256w", "?"]]}, (1, 5)) == "12a911-31000."
    assert Cells("a", ARROWS).write({"a": [["15n", "16n", "255n", "256n"]]}, (1, 4)) == "1f6106ff-1100"
    assert FourCells("a").write({"a": [[*"3-3--", *"3---", "?", "4"]]}, (1, 11)) == "8ddg.e"
    assert Marks("a", "x").write({"a": [[*"xx-x", *"-" * 18]]}, (1, 22)) == "01hi"
    assert write_bits([1, 0, 0, 0, 1, 1]) == "hg"
    assert Marked("a", TREES).write({"a": [[*"x-x", *"-" * 27]]}, (1, 30)) == "_azb"
    assert Cells("a", NUMBER).write({"a": [[*"12-", "10", *"-" * 27]]}, (1, 31)) == "1_2a10za"


# An example of noqx (github.com/T0nyX1ang/noqx, solver/nonogram.py)
REAL_NONOGRAM = (
    "https://puzz.link/p?nonogram/30/30/1121222n1331112n3111223n34133p8115q64113p5412312n4112"
    "32o311323o21215p2112113n41243p32124p231112o2222q32121p22222p3225q52215p41524p4524q4221q4"
    "22121o354r3132q51121p56sct43s1t411r422r4112q14211p19112p4811q22ar223711o5325q41113p334r2"
    "171q13333p15br2123111n222111o6272q431113o32111111m33112p2211111n122112o23711p733r74s77s3"
    "425q75sbt7t"
)


def test_a_real_nonogram_of_puzz_link_has_one_solution():
    puzzle = accord.load(REAL_NONOGRAM)
    assert puzzle.spec.columns[:3] == ((2, 2, 2, 1, 2, 1, 1), (2, 1, 1, 1, 3, 3, 1), (3, 2, 2, 1, 1, 1, 3))
    assert sum(map(sum, puzzle.spec.columns)) == sum(map(sum, puzzle.spec.rows))
    assert accord.count(puzzle, backend="cpsat").count == 1
    assert puzzle.record.texts.forms["url"](puzzle.spec, "", "") == REAL_NONOGRAM


@pytest.mark.full  # 4 seconds
def test_another_backend_counts_the_same_solution():
    assert accord.count(accord.load(REAL_NONOGRAM), backend="sat").count == 1


def test_a_sudoku_of_puzz_link_is_the_puzzle_in_a_line():
    given = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    address = "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79"
    puzzle = accord.load(address)
    assert puzzle.spec.grid == accord.load(f"sudoku:sudoku/9/9/{address.rpartition('/')[2]}").spec.grid
    assert "".join(puzzle.spec.grid) == given
    assert puzzle.record.texts.forms["url"](accord.load(f"sudoku:{given}").spec, "", "") == address
    assert accord.load("https://puzz.link/p?sudoku/16/16/-10z").spec.grid[0] == "G..............."


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("sudoku/9/9/1a0", "url: found 10 at r1c2; expected 1 to 9"),
        ("sudoku/8/8/1", "url: found 8 columns and 8 rows; expected 4, 6, 9, 16, 25 or 36 of each"),
        ("sudoku/4/9/1", "url: found 4 columns and 9 rows; expected 4, 6, 9, 16, 25 or 36 of each"),
        ("nonogram/2/2/.1", "url: character 34: found '.1'; expected runs to 255 (0-9, a-f, -xx), or g-z"),
        ("nonogram/2/2/3", "columns[1]: found runs that need 3 cells; expected at most 2"),
    ],
)
def test_sudokus_and_nonograms_that_cannot_be(address, message):
    with pytest.raises(InputError) as error:
        accord.load(f"https://puzz.link/p?{address}")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sudoku:x:1234341221434321", "diagonals: found true; expected false"),
        ("sudoku:2x3:123456456123231564564231312645645312", "boxes: found others than those of the site"),
        ("sudoku:4x2:" + "." * 64, "boxes: found others than those of the site"),
        ("nonogram:2x2:?;1;1;1", "columns: found '?'; expected runs in each line"),
    ],
)
def test_sudokus_and_nonograms_that_the_site_does_not_have(text, message):
    puzzle = accord.load(text)
    with pytest.raises(RefusedError, match=re.escape(message)):
        puzzle.record.texts.forms["url"](puzzle.spec, "", "")


@pytest.mark.parametrize(
    ("size", "hole", "regions"),
    [
        ((1, 3), 1, [["0", "@", "2"]]),
        ((3, 1), 1, [["0"], ["@"], ["2"]]),
        ((1, 2), 0, [["@", "1"]]),
        ((2, 1), 0, [["@"], ["1"]]),
    ],
)
def test_a_hole_has_walls_on_all_sides(size, hole, regions):
    flags = [int(cell == hole) for cell in range(size[0] * size[1])]
    none = [0] * (len(flags) - 1)  # walls
    text = write_bits(none) + write_bits([0] * len(flags), 3, 3) + write_bits(flags)
    assert Poles("regions", "given").read(Reader(text, "text"), size) == {"regions": regions}


def test_a_battleship_without_clues_and_ships_leaves_both_out():
    both = [KINDS["BATTLESHIP", "url"].read(f"?battleship/2/3/{text}//c") for text in ("kl", "")]
    assert both[0] == both[1]


def test_a_pole_where_a_hole_is_is_refused():
    text = write_bits([0] * 4) + write_bits([0, 0, 0, 0, 2], 3, 3) + write_bits([0, 0, 0, 0, 1])
    with pytest.raises(SpecError, match="character 3: found '6'; expected no pole where a hole is"):
        Poles("regions", "given").read(Reader(text, "text"), (1, 5))


def test_the_last_gap_ends_with_a_mark():
    with pytest.raises(SpecError, match="a mark right behind the last cell"):
        read_marks(Reader("z", "text"), TREES, 24)
    assert read_marks(Reader("z_", "text"), TREES, 25) == ["-"] * 25


# -- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("digit", "faulty"), [("4", False), ("2", True), ("1", True), ("6", True)])
def test_a_digit_says_nothing_behind_the_last_place(digit, faulty):
    """Of five bits three are wanted: 00100 is right, 00010, 00001 and 00110 say more."""
    if faulty:
        with pytest.raises(SpecError, match="expected a digit without more than the last place"):
            read_bits(Reader(digit, "text"), 3)
    else:
        assert read_bits(Reader(digit, "text"), 3) == [0, 0, 1]


def test_a_hole_has_no_dot():
    assert Dots("dots").read(Reader("0h8", "text"), (1, 2)) == {"dots": [["0", HOLE]]}
    with pytest.raises(SpecError, match="expected no hole where a dot is"):
        Dots("dots").read(Reader("0hg", "text"), (1, 2))


FAULTS = {
    ("STAR_BATTLE", "url", "?starbattle/6/6/1/0"): "character 20: found its end; "
    "expected a digit of 0-9 and a-v",
    ("STAR_BATTLE", "url", "?starbattle/6/0/1/0"): "character 15: found '0'; "
    "expected the number of rows, from 1 to 200",
    ("STAR_BATTLE", "url", "?starbattle/6"): "character 14: found its end; expected / and the number of rows",
    ("STAR_BATTLE", "url", "?starbattle/v:/6/6/"): "character 13: found 'v:'; "
    "expected an address without v:, which stands for rules that it does not say",
    ("STAR_BATTLE", "url", "?starbattle/b/6/6/"): "character 13: found 'b'; "
    "expected no flag before the number of columns",
    ("NORINORI", "url", "?norinori/2/2/01"): "character 16: found '1'; "
    "expected a digit without more than the last place",
    ("NORINORI", "url", "?norinori/2/2/00!"): "character 17: found '!'; expected the end",
    ("NORINORI", "url", "https://x.y/p?norinori%2F2%2F2%2F0w"): "character 29: found 'w'; "
    "expected a digit of 0-9 and a-v",
    ("SHIKAKU", "url", "?shikaku/2/2/1#"): "character 15: found '#'; "
    "expected numbers to 4095 (0-9, a-f, -xx, +xxx), `.`, or g-z for a gap",
    ("SHIKAKU", "url", "?shikaku/2/2/k"): "character 14: found 'k'; expected a gap of at most 4",
    (
        "AKARI",
        "url",
        "?akari/2/2/F",
    ): "character 12: found 'F'; expected 0-4, 5-9, a-e, `.`, or g-z for a gap",
    ("TENTS", "url", "?tents/2/2/jz"): "character 13: found 'z'; expected no gap beyond the last cell",
    ("KAKURO", "url", "?kakuro/2/2/aA.kk."): "character 18: found '.'; expected a sum (0-9, a-j, A-Z)",
    (
        "BATTLESHIP",
        "url",
        "?battleship/1/1/hg//x",
    ): "character 21: found 'x'; expected c, d, e or z for a fleet",
    ("KAKURO", "url", "?kakuro/2/2/TAk"): "character 16: found its end; expected 2 cells more",
    ("BATTLESHIP", "url", "?battleship/1/4/k406//e"): "character 21: found '//e'; "
    "expected numbers to 4095 (0-9, a-f, -xx, +xxx), `.`, or g-z for a gap",
    (
        "BATTLESHIP",
        "url",
        "?battleship/1/1/hg/1/22u",
    ): "character 22: found '22u'; expected a ship such as 31s",
    ("BATTLESHIP", "url", "?battleship/1/1/hg/1/31k"): "character 22: found '31k'; "
    "expected a ship without gaps, such as 31s",
    ("AKARI", "tatham", "3x3:h"): "character 6: found its end; expected 1 cells more",
    ("AKARI", "tatham", "3x3#123"): "character 1: found '3x3#123'; "
    "expected the ID with a colon; what a # stands in says no board, but how to draw one",
    ("BINAIRO", "tatham", "6x6q:a"): "character 4: found 'q:a'; expected COLUMNSxROWS and a colon",
    (
        "TENTS",
        "tatham",
        "2x2:d,1,1,1",
    ): "character 12: found its end; expected a comma and the clue of a line",
    (
        "TENTS",
        "tatham",
        "2x2:e,1,1,1,1",
    ): "character 5: found 'e'; expected a mark right behind the last cell",
    (
        "SKYSCRAPERS",
        "tatham",
        "2x3:1",
    ): "character 1: found '2x3:1'; expected SIZE, of 1 to 200 rows and columns",
    (
        "DOMINOSA",
        "tatham",
        "1:0011a0",
    ): "character 7: found 'a0'; expected 0-9, or a number in brackets, in each cell",
    ("MAGNETS", "tatham", "2x1:1.,1,.1,1,LL"): "character 15: found 'L'; "
    "expected halves of dominoes that lie side by side",
    ("KILLER_SUDOKU", "tatham", "3x3:zzzc"): "character 4: found ':zzzc'; "
    "expected k and a colon, of a killer sudoku; a plain Solo is a sudoku, and not read here: "
    "write its cells row by row, as in sudoku:53..7....6..195...",
    ("KILLER_SUDOKU", "tatham", "2x2k:1o,a"): "character 6: found '1o,a'; expected no digits that are given",
}


@looped(("kind", "form", "text"), FAULTS)
def test_a_fault_is_one_line_with_its_place(kind, form, text):
    with pytest.raises(SpecError) as error:
        KINDS[kind, form].read(text)
    key = "url" if form == "url" else "game ID"
    assert str(error.value) == f"{key}: {FAULTS[kind, form, text]}"


@ALL
@settings(max_examples=25)
@given(data=st.data())
def test_a_text_with_a_slip_is_read_or_refused_in_one_line(kind, form, data):
    address = KINDS[kind, form]
    text = address.write(lined(data.draw(puzzles(kind, form, most=5))))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        slip = data.draw(st.text("0129afgkvzABZ.-+?_/,:[]*LRTB! ", max_size=2))
        text = text[:at] + slip + text[at + data.draw(st.integers(0, 2)) :]
    try:
        words = address.read(text)
    except SpecError as error:
        (fault,) = error.faults
        assert re.fullmatch(r"character \d+: found .*; expected .*", fault.message)
        return
    with suppress(RefusedError):
        assert same(words, address.read(address.write(words)))


REFUSED = [
    ("AKARI", "url", {"board": [["5"]]}, "board: found '5'; expected 0 to 4, or x"),
    ("AKARI", "tatham", {"board": [["5"]]}, "board: found '5'; expected one of x 0 1 2 3 4"),
    ("SHIKAKU", "url", {"board": [["9000"]]}, "found '9000'; expected numbers to 4095"),
    (
        "SKYSCRAPERS",
        "tatham",
        {"top": ["1"], "left": ["1", "1"]},
        "size: found '1x2'; expected as many rows as",
    ),
    ("TENTS", "tatham", {"columns": ["-"], "rows": ["0"]}, "clues: found '-'; expected a clue at each row"),
    (
        "MAGNETS",
        "tatham",
        {"regions": [list("001")], "given": [["+", ".", "."]]},
        "given: found '[+]'; expected no",
    ),
    (
        "MAGNETS",
        "tatham",
        {"regions": [list("010")]},
        "regions: found '0'; expected regions of one cell or two",
    ),
    (
        "KAKURO",
        "url",
        {"board": [["-", "46,"], ["-", "0"]]},
        "sums: found '46'; expected a sum of at most 45",
    ),
    (
        "DOMINOSA",
        "tatham",
        {"board": [["0", "0"]] * 2},
        "size: found '2x2'; expected one column more than rows",
    ),
    (
        "DOMINOSA",
        "tatham",
        {"board": [["0", "-", "0"], ["1", "1", "0"]]},
        "found '0'; expected 0-9, or a number in brackets, in each cell",
    ),
    (
        "KILLER_SUDOKU",
        "tatham",
        {"cages": [["0"] * 7] * 7},
        "found a board of 7x7; the game has 4x4, 6x6, 8x8",
    ),
]


@pytest.mark.parametrize(("kind", "form", "words", "message"), REFUSED)
def test_what_a_form_cannot_say_is_refused(kind, form, words, message):
    with pytest.raises(RefusedError, match=message):
        KINDS[kind, form].write(lined(words))


def test_a_star_battle_with_holes_has_no_address():
    """A hole behind walls would be a region with a star of its own: another puzzle."""
    with pytest.raises(RefusedError, match=r"^regions: found '@'; expected no holes$"):
        KINDS["STAR_BATTLE", "url"].write(lined({"stars": "1", "regions": [list("0@"), list("00")]}))


@pytest.mark.parametrize("board", [[["-", "-"]], [["-"], ["-"]]])
def test_a_kakuro_without_a_cell_inside_has_no_address(board):
    with pytest.raises(RefusedError, match=r"^board: found one row or one column; expected two of each"):
        KINDS["KAKURO", "url"].write({"board": board})


@pytest.mark.parametrize("end", ["//z", "/0"])
def test_a_fleet_without_ships_is_read_and_written_as_the_site_does(end):
    address = KINDS["BATTLESHIP", "url"]
    words = address.read(f"https://puzz.link/p?battleship/2/1/ih{end}")
    assert words["fleet"] == [["0"]]
    assert address.write(words) == "https://puzz.link/p?battleship/2/1/ih//z"


@ALL
def test_an_address_goes_to_other_processes(kind, form):
    address = pickle.loads(pickle.dumps(KINDS[kind, form]))
    assert (address.name, address.kinds) == (form, KINDS[kind, form].kinds)


def rules(puzzle):
    return puzzle.problem()


def test_what_a_form_never_asks_for_is_not_lost():
    kind = Kind(
        name="rooms",
        rule="none",
        source="none",
        parts=(Number("stars", "stars", 1, default=1), RegionsPart("regions", "regions")),
        solution=Flags("star"),
        rules=rules,
        example="1122/1122",
        addresses=(PuzzLink("starbattle", Regions("regions")),),
    )
    write = family(kind).texts.forms["url"]
    spec = kind.spec(regions="1122\n1122\n3344\n3344")
    assert write(spec, "", "") == "https://puzz.link/p?starbattle/4/4/94g1s0"
    with pytest.raises(
        RefusedError, match="stars: found '2'; expected nothing: the format url has no such part"
    ):
        write(kind.spec(regions=spec.regions, stars=2), "", "")


def test_a_text_that_is_too_long_is_not_read():
    with pytest.raises(SpecError, match="url: found 400,013 characters; expected at most 400,000"):
        KINDS["SHIKAKU", "url"].read("?shikaku/2/2/" + "1" * 400_000)


# -- what stands before an address -----------------------------------------------------------------

NUMLIN, ARUKONE = (f"https://puzz.link/p?{kind}/3/3/1g1l" for kind in ("numlin", "arukone"))
SETTINGS = [  # what stands before an address, the address, and how many solutions there are
    ("", NUMLIN, 11),
    ("numberlink:cells=any;", NUMLIN, 11),
    ("numberlink: cells=any; ", NUMLIN, 11),
    ("", ARUKONE, 2),
    ("numberlink:cells=all;", ARUKONE, 2),
    ("", ARUKONE.replace("arukone", "arukone/e"), 11),
    ("skyscrapers:", "https://puzz.link/p?skyscrapers/2/2/n", 2),
    ("skyscrapers:diagonals=D;", "https://puzz.link/p?skyscrapers/2/2/n", 0),
    ("binairo:", "4x4:AfFd", 5),
    ("binairo:lines=any;", "4x4:AfFd", 5),
    ("sudoku:", "https://puzz.link/p?sudoku/4/4/1h2r", 24),
    ("sudoku:x:", "https://puzz.link/p?sudoku/4/4/1h2r", 4),
    ("sudoku:2X2:", "https://puzz.link/p?sudoku/4/4/1h2r", 24),
]


@pytest.mark.parametrize(("before", "address", "count"), SETTINGS)
def test_settings_before_an_address_are_obeyed(before, address, count):
    assert accord.count(accord.load(before + address), backend="native").count == count


@pytest.mark.parametrize(("cells", "kind"), [("all", "arukone"), ("any", "numlin")])
def test_a_numberlink_is_written_with_the_reading_that_it_has(cells, kind):
    puzzle = accord.load(f"numberlink:cells={cells};1.1/.../...")
    url = writing.puzzle_text(puzzle, "url")
    assert url == f"https://puzz.link/p?{kind}/3/3/1g1l"
    assert accord.load(url).spec == puzzle.spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"numberlink:cels=any;{NUMLIN}", "url: found 'cels' before the address; expected one of cells"),
        (f"numberlink:cells=none;{NUMLIN}", "cells: found 'none' before what says 'any'"),
        (f"numberlink:cells=all;{NUMLIN}", "cells: found 'all' before what says 'any'"),
        (f"numberlink:cells=any;{ARUKONE}", "cells: found 'any' before what says 'all'"),
        (f"numberlink:cells=any;cells=all;{NUMLIN}", "cells: found 'all' before what says 'any'"),
        (f"numberlink:any;{NUMLIN}", "found 'any;https"),
        ("akari:x=1;https://puzz.link/p?akari/3/3/g6.jc", "found 'x' before the address; expected nothing"),
        ("akari:1;https://puzz.link/p?akari/3/3/g6.jc", "found '1;https://puzz.link/p?akari/3/3/g6.jc'; "
         "expected an address, and before it at most settings such as KEY=VALUE;"),
        ("lits:https://puzz.link/p?norinori/4/3/901s", "found the kind 'norinori'; expected the kind lits"),
        ("kakurasu:https://puzz.link/p?norinori/4/3/901s", "expected no address: no site is known"),
        ("binairo:lines=different;4x4:AfFd", "found 'different' before what says 'any'"),
        ("skyscrapers:tallest=5;https://puzz.link/p?skyscrapers/2/2/n", "found '5' before what says '2'"),
        ("aquarium:reading=adjacent;https://puzz.link/p?aquarium/3/2/k0/g1g1", "before what says 'body'"),
        ("star-battle:stars=2;https://puzz.link/p?starbattle/4/4/1/2bgesg", "before what says '1'"),
        ("sudoku:aabb:https://puzz.link/p?sudoku/4/4/1h2r", "found 'aabb:https"),
        ("sudoku:x:x:https://puzz.link/p?sudoku/4/4/1h2r", "found 'x' the second time; expected it once"),
        ("sudoku:5x1:https://puzz.link/p?sudoku/4/4/1h2r", "box: found"),
        ("numberlink:cells=any;cells=all;1.1/...", "cells: found 'all' the second time; expected it once"),
    ],
)  # fmt: skip
def test_settings_that_an_address_cannot_have_are_refused_by_name(text, message):
    with pytest.raises(InputError, match=re.escape(message)):
        accord.load(text)


@pytest.mark.parametrize("name", ["starbattle", "starbattle_edit", "m+starbattle"])
@looped(
    ("site", "quoted"),
    [
        *product(["https://puzz.link/p?", "http://pzv.jp/p.html?", "pzprxs.vercel.app/p?", ""], [str]),
        ("https://web.archive.org/web/2020/https://puzz.link/p?", str),
        ("http://localhost:8000/p.html?", str),
        *product(["http://localhost:8000?", "HTTPS://PUZZ.LINK/p?", "http://[::1]:80/p?"], [str]),
        *product(
            ["https://me:pw@puzz.link/p?", "view-source:https://a.b/p?", "http://a.b/c,d;e=f/p?"], [str]
        ),
        ("file:///C:/pzpr/p.html?", str),
        ("https://puzz.link/p%3F", lambda text: text.replace("/", "%2F")),
    ],
)
def test_sites_and_ways_to_quote(site, quoted, name):
    from_site = KINDS["STAR_BATTLE", "url"].read(f"{site}{quoted(name)}{quoted('/2/2/1/g8')}")
    assert from_site == {"stars": [["1"]], "regions": [["0", "1"], ["0", "0"]]}


@pytest.mark.parametrize("link", ["{}&id=5", "{}&a=b&c#top", "{}'", '"{}"', "<{}>", "({})", "{}%22", " {} "])
def test_what_a_link_has_around_a_puzzle_is_passed_over(link):
    address = "https://puzz.link/p?starbattle/2/2/1/g8"
    pasted = link.format(address)
    assert KINDS["STAR_BATTLE", "url"].read(pasted) == KINDS["STAR_BATTLE", "url"].read(address)
    assert accord.load(pasted).spec == accord.load(address).spec
    with pytest.raises(InputError, match="character 40: found '!'; expected the end"):
        accord.load(link.format(f"{address}!"))


def test_a_page_of_the_collection_is_its_game():
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mosaic.html#3x3:d9d"
    mosaic = KINDS["MOSAIC", "tatham"]
    assert mosaic.begins(page)
    assert mosaic.read(page) == mosaic.read("3x3:d9d") == mosaic.read("3x3h:d9d")
    assert not KINDS["AKARI", "tatham"].begins(page)
    for local in ("http://localhost:8000/mosaic.html", "file:///C:/games/my-mosaic.html", "mosaic.html"):
        assert mosaic.read(f"{local}#3x3:d9d") == mosaic.read(page)


PARAMETERS = {  # what the collection writes behind the size, which only tells it how to draw a puzzle
    "AKARI": ["b20s4d1", "b5"], "TENTS": ["de"], "KILLER_SUDOKU": ["kadu", "kmd2", "kdt"],
    "BINAIRO": ["udt", "de"], "SKYSCRAPERS": ["dx"], "SHIKAKU": ["e0.5a", "a"], "DOMINOSA": ["a"],
    "MAGNETS": ["dtS", "S"], "MOSAIC": ["h0"], "HASHI": ["i30e10m2d0"], "MASYU": ["dtn"],
    "SLITHERLINK": ["t0dn"], "HITORI": ["dk"], "SLANT": ["dh"], "GALAXIES": ["du"],
}  # fmt: skip


@pytest.mark.parametrize("kind", sorted(kind for kind, form in KINDS if form == "tatham"))
def test_parameters_of_games_are_known_or_refused(kind):
    family = table.family(kind.lower().replace("_", "-"))
    puzzle = accord.load(f"{family.name}:{family.texts.example}")
    site = KINDS[kind, "tatham"]
    size, board = family.texts.forms["tatham"](puzzle.spec, "", "").split(":")
    size = re.match("[0-9]+(x[0-9]+)?", size)[0]
    words = site.read(f"{size}{site.always}:{board}")
    for known in PARAMETERS.get(kind, []):
        assert {**site.read(f"{size}{known}:{board}"), "lines": 0} == {**words, "lines": 0}
    for more in ("q", "Z", "x", "d", "dA", "dede", ".", "t9"):
        with pytest.raises(SpecError, match=r"character \d+: found '.*; expected [A-Za-z0-9]"):
            site.read(f"{size}{site.always}{more}:{board}")


def test_names_of_other_sites_are_known_and_the_first_is_written():
    site = KINDS["SKYSCRAPERS", "url"]
    read = [site.read(f"?{name}/2/2/g2l") for name in ("skyscrapers", "skyscraper", "building")]
    assert read[0] == read[1] == read[2]
    assert site.write(read[0]) == "https://puzz.link/p?skyscrapers/2/2/g2l"
    assert not site.begins("?akari/2/2/g2l")
    assert isinstance(site, PuzzLink)
