"""Finding puzzles by name, path, text and on stdin, and what a loaded puzzle is."""

import io
import re
import sys
import types
from pathlib import Path

import msgspec
import pytest
from commands import called
from processes import printed

import accord
from accord.errors import InputError, UsageError
from accord.families.queens import Queens
from accord.puzzles import library, sites, source
from accord.puzzles.puzzle import Puzzle

QUEENS = 'family = "queens"\nsize = 4\ntitle = "Four queens"\n'
VARIANTS = (
    QUEENS
    + """\
rule = "The rule."
counts = { all = { count = 2, source = "by hand" }, distinct = { count = 1, source = "by hand" } }
[variants.five]
size = 5
[variants.six]
title = "Six queens"
rule = "Another rule."
size = 6
counts = { all = { count = 4, source = "by hand", checked = ["sat"] } }
"""
)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_name_of_the_library(here):
    puzzle = accord.load("soma")
    assert (puzzle.name, puzzle.family, puzzle.variant) == ("soma", "packing", None)
    assert puzzle.counts["distinct"].count == 240


def test_a_path_wins_over_a_name(here):
    (here / "soma").write_text(QUEENS)
    assert accord.load("soma").title == "Four queens"
    (here / "soma").unlink()
    (here / "soma").mkdir()  # a folder of that name is no model file
    assert accord.load("soma").title == "The Soma cube"


@pytest.mark.parametrize("name", ["four.toml", "./four.toml", "sub/four"])
def test_paths(here, name):
    (here / "sub").mkdir()
    (here / name).write_text(QUEENS)
    puzzle = accord.load(name)
    assert (puzzle.name, puzzle.spec.size) == (name, 4)


def test_a_path_is_a_file_whatever_the_library_has(here):
    (here / "four").write_text(QUEENS)
    assert accord.load(Path("four")).title == "Four queens"
    with pytest.raises(InputError, match="queens-8: found no such file"):
        accord.load(Path("queens-8"))


AQUARIUM = "puzzle small\nsize 2 2\ncolumns 1 1\nrows 0 2\ngrid\n1 1\n2 2\nend\n"


def test_a_file_of_many_that_holds_one_puzzle_is_that_puzzle(here):
    (here / "one.aqp").write_text(AQUARIUM)
    (here / "two.aqp").write_text(AQUARIUM + AQUARIUM.replace("small", "other"))
    assert accord.load("one.aqp").name == accord.load("two.aqp:small").name == "small"
    shown = called("show", "one.aqp").stdout
    assert shown.startswith("small: aquarium\n")
    solved = shown.split("1  1\n")[1].replace("2 ┃ ·  ·┃", "2 ┃#####┃")
    assert called("solve", "one.aqp").stdout.rstrip() == f"small: unique\n    1  1\n{solved}".rstrip()
    assert called("solve", "one.aqp", "--style", "line").stdout == "small: unique\n..##\n"
    assert called("hint", "one.aqp").stdout.startswith("small:\n1. ")
    for command in ("explain", "sample", "prove"):
        assert called(command, "two.aqp").stderr.endswith("name one of them, as in two.aqp:small\n")
    assert called("solve", "two.aqp:other", "--all", "-q").returncode == 0


@pytest.mark.parametrize("site", ["https://puzz.link/p", "http://pzv.jp/p.html", "puzz.link/p"])
def test_an_address_is_a_puzzle(site):
    address = f"{site}?aquarium/r/6/6/cjp5p4aj5qgu/455331455313"
    assert accord.load(address).spec.rows == accord.load("aquarium-6x6").spec.rows
    assert called("count", address, "-q").stdout == "1\n"


QUOTED = "https%3A%2F%2Fpuzz.link%2Fp%3Fstarbattle%2F4%2F4%2F1%2F"
PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/lightup.html#"


@pytest.mark.parametrize(
    ("address", "family"),
    [
        ("http://pzv.jp/p.html?starbattle_edit/4/4/1/2bgesg", "star-battle"),
        (f"{QUOTED}2bgesg", "star-battle"),
        ("https://puzz.link/p/starbattle/4/4/1/2bgesg", "star-battle"),
        (f"{PAGE}2x2:c0", "akari"),
        ("akari:2x2:c0", "akari"),
        ("akari:akari/2/2/j", "akari"),
        ("akari/2/2/j", "akari"),
        ("lightup/2/2/j", "akari"),
        ("yajilin/b/2/2/d", "yajilin"),
    ],
)
def test_an_address_is_of_the_family_that_knows_its_kind(address, family):
    puzzle = accord.load(address)
    assert (puzzle.family, puzzle.name) == (family, address)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (
            "https://puzz.link/p?zorro/5/5/a",
            "; `accord families` lists those that there are; a problem",
        ),
        (
            "https://puzz.link/p?tent/3/3/",
            "found the kind 'tent', which no family reads; did you mean 'tents'?",
        ),
        ("https://puzz.link/p?tent/3/3/", "; did you mean 'tents'?"),
        (
            "https://example.org/tents",
            f"found no kind of puzzle; expected an address of {sites.titles()}",
        ),
    ],
)
def test_an_address_that_nobody_reads(address, said):
    with pytest.raises(UsageError, match=f"^{re.escape(address)}: .*{re.escape(said)}"):
        accord.load(address)


def test_a_file_comes_before_an_address_without_a_site(here):
    path = here / "akari" / "2" / "2" / "j"
    path.parent.mkdir(parents=True)
    path.write_text('family = "queens"\nsize = 4\n')
    assert accord.load("akari/2/2/j").family == "queens"


def test_a_path_that_names_no_kind_is_no_address():
    with pytest.raises(InputError, match=r"^mine/2/2/j: found no such file"):
        accord.load("mine/2/2/j")


def test_a_fault_in_an_address_has_its_place():
    with pytest.raises(InputError) as error:
        accord.load(f"{QUOTED}aa!aaa")
    address = "https://puzz.link/p?starbattle/4/4/1/aa!aaa"
    said = f"url: character {address.index('!') + 1}: found '!aaa'; expected a digit of 0-9 and a-v"
    assert error.value.faults == [f"{address}: {said}"]


def test_a_long_text_is_not_all_shown():
    with pytest.raises(InputError, match=r"^https://puzz.link/p\?akari/200/200/z+\.\.\.: url: character "):
        accord.load("https://puzz.link/p?akari/200/200/" + "z" * 500 + "!")


def test_a_file_of_addresses_without_sites(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("akari/2/2/j\nqueens:4\n")
    assert called("count", str(file)).stdout.splitlines()[:2] == ["akari/2/2/j: 2", "queens:4: 2"]


def test_a_file_of_addresses(tmp_path):
    file = tmp_path / "mixed.txt"
    file.write_text(f"# two kinds\nhttps://puzz.link/p?akari/2/2/j\n{PAGE}2x2:c0\nhttps://x.y/p?no/1/1/\n")
    done = called("count", str(file))
    assert done.stdout.splitlines()[:2] == ["https://puzz.link/p?akari/2/2/j: 2", f"{PAGE}2x2:c0: 1"]
    assert f"{file}:4: https://x.y/p?no/1/1/: found the kind 'no', which no family reads" in done.stderr
    assert done.returncode == 3


def test_a_solution_is_a_picture_of_itself():
    puzzle = accord.load("queens:6")
    first, second = list(accord.solutions(puzzle))[:2]
    assert puzzle.picture(first) == puzzle.picture(first.options) != puzzle.picture(second)


def test_stdin(monkeypatch):
    def pipe(content):
        monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(content)))

    pipe(QUEENS.encode())
    puzzle = accord.load("-")
    assert (puzzle.name, puzzle.title) == ("-", "Four queens")
    pipe(b"family = 1\n")
    with pytest.raises(InputError, match=r"^<stdin>:1: family: found 1; expected a text$"):
        accord.load("-")


@pytest.mark.parametrize(("name", "options"), [("queens:4", 16), ("langford:3", 9)])
def test_family_and_text(here, name, options):
    puzzle = accord.load(name)
    assert (puzzle.name, puzzle.model.options) == (name, options)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pentomino6x10", "did you mean 'pentomino-6x10'"),
        ("nothing like it", "expected a path"),
        ("no family:8", "expected a path"),
        ("family:8", "unknown family 'family'; `accord families` lists them$"),
        ("seahavn:8", "did you mean 'seahaven'"),
        ("packing:6x10", "no text form"),
        ("", "expected a path"),
        ("x" * 10_000, "expected a path"),
    ],
)
def test_unknown_names(here, name, words):
    with pytest.raises(UsageError, match=words) as caught:
        accord.load(name)
    assert len(str(caught.value)) < 400  # some thirty families


@pytest.mark.parametrize("name", ["queens:", "queens:x", "queens:0", "queens:-1", "langford:99"])
def test_texts_that_their_family_refuses(here, name):
    with pytest.raises(InputError, match=f"^{name}: "):
        accord.load(name)


def test_variants(here):
    (here / "q.toml").write_text(VARIANTS)
    base = accord.load("q.toml")
    assert base.variants == {"five": "Four queens", "six": "Six queens"}

    six = accord.load("q.toml", variant="six")
    assert (six.variant, six.title, six.rule, six.spec.size) == ("six", "Six queens", "Another rule.", 6)
    assert (six.counts["all"].count, six.counts["all"].checked) == (4, ("sat",))
    assert six.with_variant(None).spec.size == 4
    assert six.with_variant("five").spec.size == 5


def test_a_variant_keeps_what_it_does_not_lay_over_but_never_the_counts(here):
    (here / "q.toml").write_text(VARIANTS)
    five = accord.load("q.toml", "five")
    assert (five.title, five.rule, five.counts) == ("Four queens", "The rule.", {})
    assert set(accord.load("q.toml", "six").counts) == {"all"}


def test_unknown_variants(here):
    (here / "q.toml").write_text(VARIANTS)
    with pytest.raises(
        UsageError, match=r"^unknown variant 'fiv' of q.toml; there are five, six; did you mean 'five'"
    ):
        accord.load("q.toml", "fiv")
    for name in ("queens-8", "queens:8"):
        with pytest.raises(UsageError, match=f"^unknown variant 'x' of {name}; it has none$"):
            accord.load(name, "x")


def test_the_model_is_built_on_first_use_and_once(monkeypatch):
    puzzle = accord.load("queens:4")
    assert "model" not in vars(puzzle)
    assert puzzle.model is puzzle.model


def test_a_puzzle_in_python():
    puzzle = Puzzle(family="queens", spec=Queens(size=4))
    assert puzzle.model.options == 16
    assert len(puzzle.picture().signs) == 16
    assert [*puzzle.picture([1, 7, 8, 14]).signs.values()].count("Q") == 4
    with pytest.raises(InputError, match=r"^queens: size: found 0; expected 1 to 1000$"):
        _ = Puzzle(family="queens", spec=Queens(size=0)).model


def test_counts_can_be_written_as_json():
    counts = msgspec.json.decode(msgspec.json.encode(accord.load("soma").counts))
    assert counts["distinct"]["count"] == 240


def test_names_and_entries_agree():
    entries = library.entries()
    assert [entry.name for entry in entries] == library.names() == sorted(library.names())
    for entry in entries:
        puzzle = accord.load(entry.name)
        assert (puzzle.title, puzzle.variants) == (entry.title, entry.variants)


def test_the_library_inside_the_package_comes_first(tmp_path, monkeypatch):
    beside = library.folder()
    monkeypatch.setattr(source, "__file__", str(tmp_path / "accord" / "puzzles" / "source.py"))
    (tmp_path / "accord" / "models").mkdir(parents=True)
    assert library.folder() == tmp_path / "accord" / "models"
    assert beside.name == "models"
    assert (beside / "template.toml").is_file()


def test_listing_imports_neither_numpy_nor_a_solver():
    code = (
        "import sys; from accord.puzzles import library; assert library.entries(); "
        "print(sorted({'numpy', 'numba', 'ortools', 'pysat'} & set(sys.modules)))"
    )
    assert printed("-c", code) == "[]\n"
