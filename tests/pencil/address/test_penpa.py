"""Addresses of penpa-edit: real ones, ones that an encoder of the tests draws, and what is refused."""

import re
from pathlib import Path

import addressed
import pytest
from commands import called
from hypothesis import given
from hypothesis import strategies as st
from penpa_pages import SITE, Drawn, drawn, packed

import accord
from accord.errors import InputError, UsageError
from accord.pencil.address import penpa_parts

FILE = Path(__file__).parents[2] / "data" / "penpa.txt"
REAL = [line for line in FILE.read_text().splitlines() if not line.startswith("#")]


def kind_of(address):
    return address.partition(":")[0]


# -- real addresses --------------------------------------------------------------------------------


LONG = {"heyawake": pytest.mark.full, "nurikabe": pytest.mark.full}  # 3 and 9 seconds


@pytest.mark.parametrize(
    "address", [pytest.param(each, marks=LONG.get(kind_of(each), ()), id=kind_of(each)) for each in REAL]
)
def test_a_real_address_has_one_solution(address):
    puzzle = accord.load(address)
    assert puzzle.family == kind_of(address)
    assert [accord.count(puzzle, backend=name).count for name in ("cpsat", "sat")] == [1, 1]


MARKS = {  # what the setter marked as a solver in these addresses: whether a cell is a lamp, a tent, ..
    "akari": {"r1c4": True, "r1c1": False, "r2c2": False, "r3c2": False},
    "tents": {"r2c2": True},
    "norinori": {"r3c1": True, "r1c1": False},
    "star-battle": {"r2c1": True, "r3c1": False},
    "suguru": {"r2c2=5": True},
}


@pytest.mark.parametrize("address", [each for each in REAL if kind_of(each) in MARKS], ids=kind_of)
def test_the_solution_has_what_the_setter_marked(address):
    (solution,) = accord.first(accord.load(address)).solutions
    assert {name: name in solution.names for name in MARKS[kind_of(address)]} == MARKS[kind_of(address)]


def test_a_file_of_addresses_and_what_is_made_of_one(tmp_path):
    file = tmp_path / "some.txt"
    file.write_text("# a comment\n" + "\n".join(REAL[:4]))
    done = called("count", str(file))
    assert [line.rpartition(": ")[2] for line in done.stdout.splitlines()] == ["1"] * 4
    akari = next(address for address in REAL if kind_of(address) == "akari")
    written = called("convert", akari, "--to", "url").stdout.strip()
    assert written == "https://puzz.link/p?akari/10/10/hcrbj.lbkcjcjcjckbjbj.tc"
    assert accord.load(written).spec == accord.load(akari).spec


# -- drawn addresses -------------------------------------------------------------------------------


HAS = ["AKARI", "BATTLESHIP", "BINAIRO", "DOMINOSA", "KAKURO", "MOSAIC", "NONOGRAM", "NORINORI", "SHIKAKU"]
HAS += ["LITS", "SKYSCRAPERS", "STAR_BATTLE", "SUDOKU", "SUGURU", "TENTS"]


@pytest.mark.parametrize("kind", HAS)
@given(data=st.data())
def test_what_is_drawn_is_read(kind, data):
    words = data.draw(addressed.puzzles(kind, "url", least=2))
    page = drawn(kind, words)
    for key in ("fleet", "lines", "tallest"):  # which no drawing says
        words.pop(key, None)
    site = addressed.DRAWINGS[kind]
    assert site.begins(page.address())
    read = dict(site.read(page.address()))
    read.pop("boxes", None)
    assert addressed.same(words, read)


def test_a_jigsaw_has_its_boxes_and_usual_ones_are_not_said():
    page = Drawn((4, 4), shape="sudoku")
    page.grid(["1---", "--2-", "-3--", "---4"])
    page.regions(["0011", "0011", "2233", "2233"])
    usual = accord.load(f"sudoku:{page.address()}").spec
    assert (usual.boxes, usual.grid) == (None, ("1...", "..2.", ".3..", "...4"))
    own = Drawn((4, 4), shape="sudoku")
    own.grid(["1---", "--2-", "-3--", "---4"])
    own.regions(["0001", "2011", "2213", "2333"])
    spec = accord.load(f"sudoku:{own.address()}").spec
    assert spec.boxes == ("1112", "3122", "3324", "3444")
    assert (
        accord.count(accord.load(f"sudoku:{own.address()}")).count
        == accord.count(accord.load("sudoku:1112312233243444:1.....2..3.....4")).count
    )


def test_a_killer_sudoku():
    page = Drawn((4, 4), shape="sudoku")
    page.layer["cage"] = {"1,2": 10}  # the lines around cages
    page.layer["killercages"] = [[], [page.cell(0, 0), page.cell(0, 1), page.cell(1, 1)], [page.cell(3, 3)]]
    page.corner(0, 0, 0, " 8")
    page.number(2, 1, "2")
    page.regions(["0011", "0011", "2233", "2233"])
    puzzle = accord.load(f"killer-sudoku:{page.address()}")
    same = accord.load("killer-sudoku:8_._._./._._._./._2_._./._._._.;aabc/daef/ghij/klmn")
    assert accord.count(puzzle).count == accord.count(same).count > 0
    page.number(1, 1, "3")
    with pytest.raises(InputError, match="found '3' at r2c2, which killer-sudoku does not have"):
        accord.load(f"killer-sudoku:{page.address()}")
    del page.layer["number"][page.cell(1, 1)]
    page.layer["killercages"].append([page.cell(0, 1)])
    with pytest.raises(InputError, match="found a cage at r1c2; expected cells of the board, each in one"):
        accord.load(f"killer-sudoku:{page.address()}")
    other = Drawn((4, 4))
    other.regions(["0000", "1111", "2222", "3333"])
    with pytest.raises(InputError, match="found boxes other than the usual ones"):
        accord.load(f"killer-sudoku:{other.address()}")


def test_galaxies_have_circles_between_cells_and_dark_cells_outside():
    page = Drawn((4, 4))
    page.shade(0, 0)
    page.symbol(3, 3, 1, "circle_SS")
    corners = (page.high + 4) * (page.wide + 4)
    for sort, cell in enumerate([(0, 1), (1, 0), (3, 0)], start=1):
        page.layer["symbol"][page.cell(*cell) + sort * corners] = [2, "circle_SS", 2]
    words = addressed.DRAWINGS["GALAXIES"].read(page.address())
    assert words == {"board": [list("@3--"), list("2---"), list("----"), list("1--0")]}
    del page.layer["surface"][page.cell(0, 0)], page.layer["symbol"][page.cell(3, 3)]
    with pytest.raises(InputError, match="on a side or a corner at r1c2, which tents"):
        accord.load(f"tents:{page.address()}")
    page.symbol(1, 0, 1, "circle_SS")
    with pytest.raises(InputError, match="found a second circle, or a dark cell, at r2c1"):
        accord.load(f"galaxies:{page.address()}")


def test_arrows_and_labels():
    page = Drawn((2, 3))
    for column, text in enumerate(["3_0", "2_1", "?"]):
        page.number(0, column, text, mode="2")
    for column, text in enumerate(["1_2", "0_3"]):
        page.number(1, column, text, mode="2")
    page.shade(0, 0, 8)
    page.shade(1, 2, 3)
    words = addressed.DRAWINGS["YAJILIN"].read(page.address())
    assert words == {"board": [["3n", "2w", "?"], ["1e", "0s", "?"]]}
    page = Drawn((2, 2))
    page.grid(["B-", "AB"])
    assert addressed.DRAWINGS["NUMBERLINK"].read(page.address()) == {"board": [["1", "-"], ["2", "1"]]}
    page = Drawn((2, 2))
    page.grid(["7-", "47"])
    assert addressed.DRAWINGS["NUMBERLINK"].read(page.address()) == {"board": [["7", "-"], ["4", "7"]]}


def test_an_aquarium_and_a_kakurasu():
    page = Drawn((2, 2), (1, 0, 1, 0))
    page.regions(["01", "01"])
    page.number(-1, 0, "1")
    page.number(1, -1, "?")
    assert accord.load(f"aquarium:{page.address()}").spec == accord.load("aquarium:1_?_?_?;0,1,0,1").spec
    page = Drawn((2, 2), (0, 1, 0, 1))
    page.number(2, 0, "2")
    page.number(1, 2, 3)
    assert accord.load(f"kakurasu:{page.address()}").spec == accord.load("kakurasu:2_-;-_3").spec


@pytest.mark.parametrize(
    ("tags", "family"),
    [
        (["classic"], "sudoku"),
        (["irregular", "classic"], "sudoku"),
        (["shikaku"], "shikaku"),
        (["slitherlink"], "slitherlink"),
        (["tapa"], None),
        (["kuromasu"], "kuromasu"),
        (["killer"], "killer-sudoku"),
        (["classic", "thermo"], None),
        (["battleship"], None),
        ([], None),
    ],
)
def test_tags_name_the_kind(tags, family):
    page = Drawn((4, 4))
    page.grid(["3---"] * 4)
    address = page.address(tags=tags)
    if family:
        assert accord.load(address).family == family
    else:
        found = (
            f"found the tags {', '.join(penpa_parts.tags(address))}" if tags else "found no kind of puzzle"
        )
        with pytest.raises(UsageError, match=re.escape(f"{found}; put a kind before the address")):
            accord.load(address)


@pytest.mark.parametrize(
    "form", ["?m=edit&p={}", "#m=solve&p={}", "#m=edit&p={}&a=abc", "?m=edit&l=solvedup&p={}"]
)
def test_links_of_other_modes(form):
    page = Drawn((1, 2))
    page.number(0, 0, "2")
    data = page.address().partition("p=")[2]
    puzzle = accord.load("shikaku:" + SITE + form.format(data))
    assert accord.count(puzzle).count == 1
    assert accord.load("shikaku:" + SITE + form.format(data.replace("/", "%2F"))).spec == puzzle.spec


def test_stars_stand_beside_the_board_or_in_the_title_or_before_the_address():
    def stars(before="", title="", number=None):
        page = Drawn((4, 4), (1, 0, 0, 0), title=title)
        page.regions(["0011", "0011", "2233", "2233"])
        if number:
            page.number(-1, 0, number)
        return accord.load(f"star-battle:{before}{page.address()}").spec.stars

    assert [
        stars(number="2"),
        stars(number="1★"),
        stars(title="A 3-star battle"),
        stars("stars=2;", "1★"),
    ] == [2, 1, 3, 2]
    with pytest.raises(InputError, match=r"stars: found nothing; write stars=\.\.\. and a semicolon before"):
        stars(title="Battle of stars")


# -- what is refused -------------------------------------------------------------------------------


def faulty(change, **more):
    """An address of a shikaku of 2 x 2 with something more."""
    page = Drawn((2, 2), (1, 1, 1, 1))
    page.number(0, 0, "4")
    change(page)
    return page.address(**more)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda page: page.number(1, 1, "A"), "found 'A' at r2c2, which shikaku does not have"),
        (lambda page: page.number(-1, 1, "3"), "found '3' beside column 2, which"),
        (lambda page: page.number(0, -1, "3"), "found '3' beside row 1, which"),
        (lambda page: page.number(-1, -1, "3"), "found '3' near a corner of the board, which"),
        (lambda page: page.number(1, 1, "3_1", mode="2"), "found '3_1' at r2c2, which"),
        (lambda page: page.number(1, 1, "34", mode="4"), "found a number of mode 4; expected one of 1, 2, 5"),
        (lambda page: page.shade(0, 1, 8), "found a cell of colour 8 at r1c2, which"),
        (lambda page: page.symbol(1, 0, 1, "circle_L"), "found the symbol circle_L (style 1) at r2c1, which"),
        (lambda page: page.symbol(1, 0, [1, 0], "arrow"), "found the symbol arrow in several directions"),
        (lambda page: page.corner(1, 0, 1, "3"), "found '3' in a corner at r2c1, which"),
        (lambda page: page.edge(0, 0, 0), "found an edge between r1c1 and r1c2, which"),
        (lambda page: page.layer.update(stripes=[1]), "found stripes; expected numbers"),
        (lambda page: page.layer.update(line={"1,2": 3}), "found lines; expected numbers, shaded cells"),
        (lambda page: page.layer.update(killercages=[[], [page.cell(1, 1)]]), "found a cage at r2c2, which"),
        (lambda page: page.layer.update(cage={"1,2": 10}), "found cages; expected numbers"),
        (lambda page: page.layer["number"].update({"70": ["3", 1, "1"]}), "found a number between cells"),
        (lambda page: page.layer["number"].update({"30": 3}), "found what penpa-edit does not write"),
        (lambda page: setattr(page, "shape", "hex"), "found a board of the shape 'hex'; expected square"),
        (lambda page: setattr(page, "shape", "9"), "open and save it in penpa-edit again"),
    ],
)
def test_what_a_kind_does_not_have_is_refused(change, message):
    with pytest.raises(InputError) as error:
        accord.load(f"shikaku:{faulty(change)}")
    assert f": url: {message}" in str(error.value) or message in str(error.value)
    assert "\n" not in str(error.value)


def test_erased_things_and_what_is_outside_of_meaning_are_passed_over():
    def change(page):
        page.layer["number"]["29"] = None
        page.number(1, 1, " ")  # of which nothing is seen
        page.edge(-1, 0, 1)  # the border of the board
        page.edge(0, 1, 0)
        page.edge(0, 0, 0, style=80)  # a line of the grid

    assert accord.load(f"shikaku:{faulty(change)}").spec == accord.load("shikaku:4./..").spec


def test_colours_and_pictures_of_the_setter():
    lines = Drawn((1, 2)).text().split("\n")
    lines[13], lines[14] = "1", '{"surface": {"20": "#fff"}}'
    with pytest.raises(InputError, match="found cells in colours of the setter"):
        accord.load(f"akari:{packed(chr(10).join(lines))}")
    lines = Drawn((1, 2)).text().split("\n")
    behind = packed('{"url":"https://example.org/a.png"}').partition("p=")[2]
    lines[0] += f",,,OFF,false,{behind}"
    with pytest.raises(InputError, match="found a picture behind the board"):
        accord.load(f"akari:{packed(chr(10).join(lines))}")


def test_places_that_are_no_cells():
    page = Drawn((2, 3), (1, 0, 0, 0))
    page.regions(["001", "0@1"])
    page.number(-1, 0, "1★")
    board = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)]
    spec = accord.load(f"star-battle:{page.address(board=board)}").spec
    assert spec.regions == accord.load("star-battle:001/0@1").spec.regions
    with pytest.raises(InputError, match="found a place that is no cell at r2c2, which norinori"):
        accord.load(f"norinori:{page.address(board=board)}")


def test_boards_that_are_too_large_or_turned():
    large = Drawn((1, 201))
    with pytest.raises(InputError, match="found 201 columns and 1 rows; expected at most 200 of each"):
        accord.load(f"shikaku:{large.address()}")
    page = Drawn((1, 1))
    turned = page.text().replace(",38,0,1,1,", ",38,90,1,1,")
    with pytest.raises(InputError, match="found a board that is turned or reflected"):
        accord.load(f"shikaku:{packed(turned)}")


def test_regions_whose_edges_end_inside():
    page = Drawn((2, 2))
    page.edge(0, 0, 0)
    with pytest.raises(InputError, match="an edge between r1c1 and r1c2 that ends within a region"):
        accord.load(f"norinori:{page.address()}")
    page.edge(1, 0, 0, style=13)
    with pytest.raises(InputError, match="an edge between r2c1 and r2c2 of style 13; expected bold edges"):
        accord.load(f"norinori:{page.address()}")


def test_runs_of_unknown_length_and_settings_that_a_kind_does_not_have():
    page = Drawn((1, 2), (1, 0, 2, 0))
    page.number(0, -1, "?")
    with pytest.raises(InputError, match="found '\\?' beside row 1; expected the length of each run"):
        accord.load(f"nonogram:{page.address()}")
    with pytest.raises(InputError, match="found 'stars' before the address; expected nothing"):
        accord.load(f"shikaku:stars=2;{page.address()}")
    with pytest.raises(InputError, match="found 'sars' before the address; expected one of stars"):
        accord.load(f"star-battle:sars=2;{page.address()}")


@pytest.mark.parametrize("cut", [0, 1, 40, -8])
def test_an_address_that_is_cut_off(cut):
    address = REAL[1]
    begin = address.index("p=") + 2
    with pytest.raises(InputError, match=r"behind p=, the last of them .*; expected the whole address"):
        accord.load(address[: begin + cut] if cut >= 0 else address[:cut])


def test_a_kind_that_reads_no_drawings_and_an_address_without_a_kind_on_the_command_line():
    address = REAL[1].partition(":")[2]
    for name in (address, f"queens:{address}"):
        done = called("count", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert "these can be read: akari, aquarium, " in done.stderr


@given(st.text(alphabet='{}[]:,"z0123456789\n-', max_size=80), st.integers(0, 5))
def test_a_damaged_text_is_read_or_refused_in_one_line(text, line):
    page = Drawn((2, 2))
    page.number(0, 0, "4")
    lines = page.text().split("\n")
    lines[line] = text
    refused = ""
    try:
        accord.load(f"shikaku:{packed(chr(10).join(lines))}")
    except InputError as error:
        refused = str(error)
    assert "\n" not in refused
