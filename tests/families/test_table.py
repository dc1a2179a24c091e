"""The table of families says what their records say, and general code names no family."""

import ast
import re
import sys
from pathlib import Path

import pytest
import registry
from commands import called
from looped import looped
from processes import python

import accord
from accord import families
from accord.backends import table as backends
from accord.cli.main import COMMANDS
from accord.errors import UsageError
from accord.families.freecell.spec import ALIASES
from accord.families.freecell.spec import GAMES as PLAYED
from accord.puzzles import registry as known
from accord.puzzles import table

SOURCE = Path(accord.__file__).parent
COMPARE = SOURCE.parents[1] / "compare" / "accord_compare"


@looped("row", table.OURS)
def test_each_row_is_what_its_record_makes(row):
    assert table.row_of(table.family(row.name), row.place) == row


@looped("row", table.OURS)
def test_a_family_makes_models_or_plan_problems(row):
    record = table.family(row.name)
    assert (record.made.model is None) != (record.made.plan is None)
    assert (record.texts.begins is None) == (record.texts.several is None)
    assert (record.texts.recognise is None) == (record.texts.of_file is None)


@looped("row", table.OURS)
def test_all_references_lead_somewhere(row):
    from accord.puzzles.family import import_reference

    record = table.family(row.name)
    searched = record.searched
    places = [*searched.engines.values(), *searched.planners.values(), *searched.limits.values()]
    places += [place for place in (searched.many, searched.moves, searched.sweep) if place]
    places += [command.place for command in record.commands.values()]
    assert all(import_reference(place) for place in places)


def test_examples_are_read():
    for row in table.OURS:
        texts = table.family(row.name).texts
        if texts.example:
            accord.load(f"{row.name}:{texts.example}")
            assert texts.emit is None or texts.parse(texts.emit(texts.parse(texts.example)))


def test_names_of_games_stand_for_freecell_and_none_is_a_family():
    games = table.find("freecell").names
    assert set(games) == (PLAYED.keys() | ALIASES.keys()) - {"freecell"}
    assert not set(games) & set(table.rows())
    assert table.of_text("bakers_game:12") == ("freecell", "bakers_game:12")
    assert table.of_text("queens:8") == ("queens", "8")
    assert table.of_text("chess:8") is table.of_text("queens") is None


def test_an_unknown_family_is_a_usage_error_that_says_where_they_are_listed():
    with pytest.raises(UsageError, match="unknown family 'chess'; `accord families` lists them"):
        table.family("chess")


def test_what_is_known_before_anything_is_imported_is_what_is_found():
    found = registry.found()
    assert {name: getattr(known, name) for name in found} == found
    assert {"window", "cp-sat", "cadical195"} <= set(found["ENGINES"])
    assert {"count", "completion"} <= set(found["COMMANDS"])


# -- what is added is a page or a row ----------------------------------------------------------------

KIND = """
from accord.families.akari import KIND as AKARI
from accord.pencil.family import family
from dataclasses import replace

KIND = replace(AKARI, name="lamps", addresses=())
RECORD = family(KIND)
"""


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A kind of pencil puzzle more: a module of families, and nothing else."""
    (tmp_path / "lamps.py").write_text(KIND)
    monkeypatch.setattr(families, "__path__", [*families.__path__, str(tmp_path)])
    yield
    sys.modules.pop("accord.families.lamps", None)


def test_a_page_more_is_a_row_more(page, monkeypatch):
    rows = {row["name"]: row for row in registry.families_found()}
    akari = rows["akari"]
    assert rows.pop("lamps") == {
        "name": "lamps",
        "place": "accord.families.lamps:RECORD",
        **{key: akari[key] for key in ("group", "rule")},
    }
    assert list(rows) == [row["name"] for row in known.FAMILIES]
    lamps = table.Row(name="lamps", place="accord.families.lamps:RECORD")
    monkeypatch.setitem(table._OURS, "lamps", lamps)
    monkeypatch.setitem(table._BEFORE, "lamps", lamps)
    text = table.family("akari").texts.example
    assert (
        called("count", f"lamps:{text}", "--quiet").stdout
        == called("count", f"akari:{text}", "--quiet").stdout
    )
    table._record.cache_clear()


def test_a_command_more_is_a_row_more(monkeypatch):
    """`tests/many/test_toy_verb.py` calls it."""
    monkeypatch.setitem(COMMANDS, "size", ("toy_verb:size", "How large a puzzle is."))
    assert registry.found()["COMMANDS"][-1] == "size"


BACKEND = """
from accord.backends.sat import Sat

class Again(Sat):
    name, engines = "again", ("glucose4", "cadical195", "again-1")
"""


def test_a_backend_more_is_a_class_and_a_row(tmp_path, monkeypatch):
    (tmp_path / "accord_again.py").write_text(BACKEND)
    monkeypatch.syspath_prepend(str(tmp_path))
    row = backends.Row("again", "accord_again:Again", "", "")
    monkeypatch.setattr(backends, "OURS", (*backends.OURS, row))
    backends.rows.cache_clear()
    try:
        assert registry.engines_found() == (*known.ENGINES, "again-1")
        assert called("count", "queens:6", "--backend", "again", "--quiet").stdout == "4\n"
    finally:
        monkeypatch.undo()
        backends.rows.cache_clear()


@pytest.mark.parametrize("words", [["list"], ["--help"]])
def test_listing_imports_no_family(words):
    code = (
        f"import sys; sys.argv[1:] = {words}; import accord.cli.main as m\n"
        "try: m.main()\n"
        "except SystemExit: pass\n"
        "slow = ('accord.families', 'importlib.metadata')\n"
        "print([name for name in sys.modules if name.startswith(slow)], file=sys.stderr)"
    )
    done = python("-c", code)
    assert (done.returncode, done.stderr.strip()) == (0, "[]")


# -- general code names no family ------------------------------------------------------------------

NAMES = {name for row in table.OURS for name in (row.name, *row.names, *row.engines)}
WORDS = {"cover", "fan", "problem", "tiles", "citadel", "plain", "bands"}  # ordinary English too
EXCEPTED = {  # a name in code, and why it may stand there
    ("puzzles/registry.py", "*"): "the table",
    ("pencil/address/drawing.py", "*"): "what penpa-edit calls shapes of boards, and what is drawn",
    ("pencil/address/penpa_parts.py", "kakuro"): "what penpa-edit calls a symbol",
    ("cli/doctor.py", "queens:6"): "a puzzle that every backend counts",
    ("compare/instances.py", "*"): "a table of instances",
    ("compare/contests.py", "*"): "a table of instances",
    ("compare/harness.py", "*"): "a table of instances",
    ("compare/sudoku.py", "*"): "instances, and what their peers are called",
    ("compare/aquarium.py", "*"): "instances, and what their peers are called",
    ("compare/pencil.py", "*"): "instances, and what their peers are called",
    ("compare/freecell.py", "*"): "instances, and what their peers are called",
    ("compare/measurement.py", "aquarium"): "what a section is called",
    ("compare/measurement.py", "freecell"): "what a section is called",
    ("compare/tables.py", "*"): "what sections are called, and whose code they time",
    ("compare/counts.py", "sudoku"): "a table of engines",
    ("compare/fuzz/cases.py", "*"): "kinds of random models",
    ("compare/fuzz/faults.py", "*"): "kinds of random models",
}
SITES = {  # these modules may name the kinds of their sites
    f"{row['place'].partition(':')[0].removeprefix('accord.').replace('.', '/')}.py" for row in known.SITES
}
GENERAL = [
    *(
        (path.relative_to(SOURCE).as_posix(), path)
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] not in ("families", "sudoku.py")
        and path.relative_to(SOURCE).as_posix() not in SITES
    ),
    *((f"compare/{path.relative_to(COMPARE).as_posix()}", path) for path in COMPARE.rglob("*.py")),
]


def prose(tree):
    """Docstrings, and the texts that click shows: nothing is decided by them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.keyword) and node.arg == "help":
            yield from (each for each in ast.walk(node) if isinstance(each, ast.Constant))


def named(path):
    """The names of families that stand in a module's code: as texts, or in what it imports."""
    tree = ast.parse(path.read_text("utf-8"))
    told = {id(node) for node in prose(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            if node.value in NAMES - WORDS or re.match(rf"({'|'.join(NAMES)}):\S", node.value):
                yield node.value
            if "accord.families." in node.value:
                yield node.value
        elif isinstance(node, ast.ImportFrom) and "accord.families" in str(node.module):
            yield str(node.module)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if "accord.families" in alias.name)


def test_no_general_module_names_a_family():
    assert GENERAL
    found = [(name, word) for name, path in GENERAL if (name, "*") not in EXCEPTED for word in named(path)]
    assert [place for place in found if place not in EXCEPTED] == []


def test_the_search_for_names_finds_them(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(
        '"""sudoku"""\nimport accord.families.cover\nif family == "sudoku":\n    load("tiles:3x3")\n'
    )
    assert sorted(named(path)) == ["accord.families.cover", "sudoku", "tiles:3x3"]
