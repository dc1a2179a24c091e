"""Which place a name stands for; and that a file is opened once, whatever is asked of it."""

import sys
from pathlib import Path

import pytest
from commands import called
from processes import printed

import accord
from accord.errors import UsageError
from accord.puzzles import loader, source

AKARI = "family akari\n\npuzzle small\n2 2\n- -\n- 0\nend\n"
_watched = []  # lists of names that were opened, while they are watched
_hooked = []


def _hear(event, given):
    if event == "open" and _watched:
        _watched[-1].append(given[0])


@pytest.fixture
def opens():
    """The files that are opened during the test, by this process."""
    if not _hooked:
        _hooked.append(sys.addaudithook(_hear))  # which stays
    _watched.append([])
    yield lambda path: [str(name) for name in _watched[-1]].count(str(path))
    _watched.pop()


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.txt").write_text("queens:4\nqueens:5\n")
    (tmp_path / "soma").mkdir()
    for name in ("queens:8", "akari", "four.TOML", "1:2", "puzz.link"):
        (tmp_path / name).write_text('family = "queens"\nsize = 4\ntitle = "Four queens"\n')
    return tmp_path


@pytest.mark.parametrize(
    ("name", "kind", "more"),
    [
        ("-", "input", {"said": "<stdin>", "path": None}),
        ("soma", "library", {"form": "toml"}),  # a folder of that name is no file
        ("akari", "file", {"path": Path("akari"), "form": None}),
        (Path("soma"), "file", {"path": Path("soma")}),
        (Path("-"), "file", {"path": Path("-")}),
        ("four.TOML", "file", {"form": "toml"}),
        ("none.cnf", "file", {"form": "dimacs"}),
        ("no/such", "file", {"form": None}),
        ("two.txt:queens:5", "file", {"path": Path("two.txt"), "part": "queens:5"}),
        ("1:2", "file", {"path": Path("1:2"), "part": ""}),
        ("queens:8", "text", {"family": "queens", "text": "8"}),
        ("citadel:3", "text", {"family": "freecell", "text": "citadel:3"}),
        ("puzz.link/p?akari/2/2/a", "address", {"family": "akari"}),
        ("'https%3A//puzz.link/p?akari/2/2/a'", "address", {"said": "https://puzz.link/p?akari/2/2/a"}),
    ],
)
def test_a_name_stands_for_one_place(here, name, kind, more):
    place = source.place_of(name)
    assert (place.name, place.kind) == (str(name), kind)
    assert {key: getattr(place, key) for key in more} == more


@pytest.mark.parametrize("name", ["", "nothing", "x" * 5000, "no\0name", "https://example.org/nothing"])
def test_a_name_that_stands_for_nothing(here, name):
    with pytest.raises(UsageError):
        source.place_of(name)


COMMANDS = "count, solve, solve --unique, solve --jsonl, show, draw -o x.svg, convert --to line, rate, hint"


@pytest.mark.parametrize("words", COMMANDS.split(", "))
@pytest.mark.parametrize("text", [AKARI, AKARI + AKARI.replace("small", "again")])
def test_a_file_is_opened_once(here, opens, words, text):
    (here / "akari.txt").write_text(text)
    command, *options = words.split()
    done = called(command, "akari.txt", *options)

    assert (done.returncode, opens("akari.txt")) == (0, 1), done.stderr


def test_a_model_file_is_opened_once(here, opens):
    assert called("count", "four.TOML").stdout == "2\n"
    assert opens("four.TOML") == 1


def test_standard_input_is_read_once():
    """What comes through a pipe cannot be read again."""
    assert printed("-m", "accord", "count", "-", "-q", stdin=AKARI + AKARI) == "small: 1\nsmall: 1\n"


@pytest.mark.parametrize("file", ["grids.txt", "./grids.txt"])
def test_one_of_many_by_its_line(here, file):
    (here / "grids.txt").write_text("1234341221434321\n12..34..21..43..\n")
    assert accord.load(f"{file}:2").name == "grids.txt:2"
    with pytest.raises(UsageError, match=f"^{file}: found no puzzle '3'"):
        accord.load(f"{file}:3")


def test_a_file_of_many_is_closed_however_its_reading_ends(here):
    """Otherwise a ResourceWarning fails the test."""
    loader.read("two.txt")
    next(loader.read("two.txt"))
    assert len([*loader.read("two.txt")]) == 2
    assert accord.load("two.txt:queens:4").spec.size == 4
