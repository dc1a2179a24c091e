"""`accord families`: every key of every family, and a model file of each that can be read."""

import json
import re

import msgspec
import pytest
from commands import called
from looped import looped

import accord
from accord.puzzles import library, source, table
from accord.puzzles.table import GROUPS

GENERATORS = {
    "aquarium": {"tanks", "reading"},
    "nonogram": {"density"},
    "thermometers": {"longest", "partial"},
}


def test_all_families_are_listed_with_a_text_that_can_be_shown():
    rows = json.loads(called("families", "--json").stdout)
    assert [row["family"] for row in rows] == list(table.rows())
    for row in rows:
        assert not row["example"] or accord.load(row["example"]).family == row["family"]
    said = called("families").stdout
    assert re.findall(r"^  ([a-z-]+)  ", said, re.MULTILINE) == sorted(
        table.rows(), key=lambda name: ([*GROUPS].index(table.find(name).group), name)
    )
    assert all(f"{heading}\n  " in said for heading in GROUPS.values())


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        (("--group", "moves"), ["freecell", "tiles"]),
        (("--search", "light UP"), ["akari"]),
        (("--group", "edge", "--search", "picross"), ["nonogram"]),
        (("--search", "sokoban"), []),
    ],
)
def test_the_list_is_narrowed(filters, names):
    assert [row["family"] for row in json.loads(called("families", *filters, "--json").stdout)] == names
    assert re.findall(r"^  ([a-z-]+)  ", called("families", *filters).stdout, re.MULTILINE) == names


def test_only_families_with_a_generator():
    rows = json.loads(called("families", "--generator", "--json").stdout)
    assert {row["family"] for row in rows} == {name for name in table.rows() if table.family(name).random}


def test_a_filter_that_is_wrong():
    assert "unknown group 'edges'" in called("families", "--group", "edges").stderr
    assert "narrows the list" in called("families", "akari", "--group", "pencil").stderr
    assert "unknown group 'x'" in called("list", "--group", "x").stderr


def test_a_puzzle_of_a_family_that_is_not_there_is_listed(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "folder", lambda: tmp_path)
    monkeypatch.setattr(library, "folder", lambda: tmp_path)
    for name, family in (("a-board", "queens"), ("a-game", "nobodys")):
        (tmp_path / f"{name}.toml").write_text(f'family = "{family}"\ntitle = "What it is"\n')
    said = called("list").stdout
    assert re.findall(r"^([a-z]+), 1 puzzle\b.*\n(\S+)  What it is$", said, re.MULTILINE) == [
        ("queens", "a-board"), ("nobodys", "a-game")
    ]  # fmt: skip


def test_the_library_is_listed_by_family():
    text = called("list", "--group", "moves").stdout
    assert re.findall(r"^([a-z]+), \d+ puzzles?: ", text, re.MULTILINE) == ["freecell", "tiles"]
    named = {row["name"] for row in json.loads(called("list", "--group", "moves", "--json").stdout)}
    assert named == {line.split()[0] for line in text.splitlines() if re.match(r"[\w-]+  ", line)}
    assert "puzzles:" not in called("list", "--family", "tiles").stdout


@looped("name", table.rows())
def test_a_family_has_its_keys_and_a_model_file_to_copy(name, tmp_path):
    facts = json.loads(called("families", name, "--json").stdout)
    keys = {key["key"]: key for key in facts["keys"]}
    fields = msgspec.structs.fields(table.family(name).spec)
    assert keys.keys() == {field.encode_name for field in fields}
    assert {key for key in keys if keys[key]["required"]} == {f.encode_name for f in fields if f.required}
    assert {knob["key"] for knob in facts["generator"]} >= GENERATORS.get(name, set())
    said = called("families", name).stdout
    assert all(f"\n  {key} " in said for key in keys)
    assert re.findall("^Wishes: (.*)$", said, re.MULTILINE) == [
        ", ".join(f"--{wish}" for wish in facts["wishes"])
    ] * bool(facts["wishes"])
    path = tmp_path / "copy.toml"
    path.write_text(called("families", name, "--template").stdout)
    assert accord.load(path).family == name


def test_what_is_known_of_a_key():
    (copies,) = (key for key in json.loads(called("families", "packing", "--json").stdout)["keys"]
                 if key["key"] == "copies")  # fmt: skip
    assert copies["type"].startswith("a whole number or a list of 2 whole numbers or 'any' or a table")
    assert copies["default"] == "1"
    (rows,) = (key for key in json.loads(called("families", "nonogram", "--json").stdout)["keys"]
               if key["key"] == "rows")  # fmt: skip
    assert rows["about"] == "from the top, each from the left"
    assert "# How many there are of a piece" in called("families", "packing", "--template").stdout


def test_a_family_that_there_is_not():
    assert called("families", "packin").stderr.endswith("did you mean 'packing'?\n")
    assert called("families", "--template").returncode == 2
