"""Families of installed packages: two that work everywhere, and some that are broken and harm nobody.

They live in tests/plugins/toys, and are found by their entry points alone: no line of ours knows them.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import accord
from accord.backends import table as backends
from accord.backends.contract import Request
from accord.cli.main import accord as command
from accord.errors import AccordError, EngineError, UsageError
from accord.exits import Code
from accord.families.queens import RECORD, Queens
from accord.puzzles import library, table
from accord.puzzles.puzzle import Puzzle

TOYS = Path(__file__).parents[1] / "plugins" / "toys"
RING, FROGS = "ring:....x..x", "frogs:2-1"


@pytest.fixture
def installed(monkeypatch):
    """A function that installs the packages in a folder, until the test is over."""

    def install(folder):
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setenv("PYTHONPATH", str(folder), prepend=":")
        table._load_rows.cache_clear()

    yield install
    monkeypatch.undo()
    table._load_rows.cache_clear()


@pytest.fixture
def toys(installed):
    installed(TOYS)


def told(*words):
    """What a command prints, on both streams."""
    done = CliRunner().invoke(command, list(words))
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def refused(*words):
    """The sentence with which a command refuses."""
    done = CliRunner().invoke(command, list(words))
    if done.exit_code == Code.USAGE:  # what may be asked of many says so and goes on
        return done.stderr
    assert isinstance(done.exception, AccordError), done.exception
    return str(done.exception)


# -- a family of models ----------------------------------------------------------------------------


def test_they_are_listed(toys):
    assert {"ring:....x..x", "frogs:2-1"} <= {line.split()[0] for line in told("list").splitlines() if line}
    assert {entry["name"] for entry in json.loads(told("list", "--json"))} >= {"ring:....x..x", "frogs:2-1"}


def test_show_solve_and_count(toys):
    assert "6 items, 4 options, exact cover" in told("show", RING)
    assert "....x..x" in told("show", RING)
    assert "AABBxAAx" in told("solve", RING)
    assert told("count", "circle:" + "." * 8, "--quiet").split() == ["2"]
    assert "circle" in accord.load("circle:....").title


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
def test_every_backend_takes_them(toys, backend):
    for text, count in (("....x..x", 1), (".....x", 0), ("." * 10, 2), ("xxx", 1)):
        assert accord.count(accord.load(f"ring:{text}"), backend=backend).count == count


def test_their_engine_is_found_by_name_and_chosen_by_itself(toys):
    puzzle = accord.load(RING)
    assert accord.first(puzzle).engine == "arcs"
    assert accord.count(puzzle, engine="arcs", backend="native").engine == "arcs"
    assert "arcs" in backends.backend("native").engines
    with pytest.raises(AccordError, match="arcs takes models of the family ring"):
        accord.count(accord.load("queens:4"), engine="arcs", backend="native")


def test_hint_and_rate(toys):
    assert "round the ring, " in told("hint", RING)
    assert "ring:....x..x" in told("rate", RING)


def test_generate(toys):
    made = told("generate", "ring", "--size", "12x1", "--set", "arcs=3", "--seed", "1", "--quiet")
    assert made.startswith("ring:")
    assert made.count("x") == 3
    assert "ring-12x1" in told("generate", "ring", "--size", "12x1", "--format", "dashes", "--quiet")
    assert "has no format 'aqt'; there are line, toml, dashes" in refused(
        "generate", "ring", "--size", "12x1", "--format", "aqt"
    )
    assert "its generator takes arcs" in refused("generate", "ring", "--size", "12x1", "--set", "tanks=3")


def test_convert_and_model_files(toys, tmp_path):
    assert "domino" in told("convert", RING, "--to", "dlx")
    path = tmp_path / "mine.toml"
    path.write_text('family = "ring"\ntitle = "Mine"\ncells = "....x..x"\n')
    assert "AABBxAAx" in told("solve", str(path))
    path.write_text('family = "ring"\ntitle = "Mine"\ncells = "..?"\n')
    assert "cells: found '..?'; expected 3 to 1000 signs" in refused("solve", str(path))


def test_prove(toys):
    assert "unique" in told("prove", RING) or "one solution" in told("prove", RING)


@pytest.mark.full
def test_compare_runs_them_in_processes_of_their_own(toys, tmp_path):
    asked = ("--backend", "native", "--backend", "sat", "--ledger", str(tmp_path / "ledger"), "--json")
    rows = json.loads(CliRunner().invoke(command, ["compare", RING, *asked, "--quiet"]).stdout)
    assert [(row["job"]["backend"], row["count"], row["engine"]) for row in rows] == [
        ("native", 1, "arcs"),
        ("sat", 1, rows[1]["engine"]),
    ]


def test_a_command_of_theirs(toys):
    assert told("arcs", RING) == "4 2\n"
    assert "Tell how long the arcs of a ring are." in told("--help")


def test_files_of_many(toys, tmp_path):
    path = tmp_path / "many.txt"
    path.write_text("ring:....\nring:...\nring:xxx\n")
    lines = [json.loads(line) for line in told("solve", str(path), "--jsonl", "--quiet").splitlines()]
    assert [line["answer"] for line in lines] == ["several", "impossible", "unique"]


# -- a family of plan problems ---------------------------------------------------------------------


def test_a_plan_family(toys):
    assert "frogs 3" in told("show", FROGS)
    shown = told("plan", FROGS, "--replay", "--quiet").split()
    assert (shown[0], shown[-1]) == (">>_<", "<_>>")
    assert accord.plan(accord.load(FROGS)).engine == "hopper"
    modes = ("optimal", "impossible")
    assert [accord.plan(accord.load(FROGS), mode=mode).moves for mode in modes] == [5, 5]
    assert accord.plan(accord.load("frogs:1-1"), mode="optimal", backend="sat").answer == "shortest"


def test_what_a_plan_family_refuses_names_the_right_command(toys):
    for asked in (
        ["solve", FROGS],
        ["count", FROGS],
        ["rate", FROGS],
        ["prove", FROGS],
        ["convert", FROGS, "--to", "dlx"],
    ):
        assert f"use accord plan {FROGS}" in refused(*asked), asked
    assert f"use accord solve {RING}" in refused("plan", RING)
    assert "has no generator" in refused("generate", "frogs", "--size", "3x1")


def test_the_next_move_of_a_plan(toys):
    (move,) = [line for line in told("hint", FROGS).split("\n") if line.startswith("1. ")]
    assert told("plan", FROGS, "--quiet").split("\n")[0] == move.removeprefix("1. ")


# -- records without a row -------------------------------------------------------------------------


def test_a_record_that_is_in_no_table():
    record = replace(RECORD, name="mine")
    puzzle = Puzzle(family=record, spec=Queens(size=6))
    assert (puzzle.family, puzzle.record) == ("mine", record)
    assert table.find("mine") is None
    assert accord.count(puzzle).count == 4
    assert accord.count(puzzle, distinct=True, workers=2).count == 1
    with pytest.raises(AttributeError, match="immutable"):
        puzzle.name = "other"


# -- broken ones -----------------------------------------------------------------------------------

GOOD = "RECORD = Family(name=NAME, spec=Struct, shown=Shown(picture=print), {})"
BROKEN = {  # what a module says, and what is told of it
    "raises": ("raise RuntimeError('no luck')", "RuntimeError: no luck"),
    "old": ("RECORD = Family(name='old', spec=Struct, build=print)", "TypeError: Family"),
    "dictionary": ("RECORD = {}", "is a dict; expected an accord.puzzles.family.Family"),
    "queens": (
        good := "RECORD = Family(name=NAME, spec=Struct, shown=Shown(picture=print), {})",
        "name 'queens' is taken",
    ),
    "alias": (GOOD, "name 'eight_off' is taken"),
    "window": (GOOD, "engine 'window' is taken"),
    "glucose4": (GOOD, "the engine 'glucose4' is taken already"),
    "counts": (GOOD, "command 'count' is taken"),
    "misnamed": (GOOD, "is the record of 'other'"),
    "neither": (GOOD, "neither models nor plan problems"),
    "twice": (GOOD, ""),
}
MORE = {
    "alias": "made=Made(model=print), texts=Texts(names=('eight_off',))",
    "window": "made=Made(model=print), searched=Searched(engines={'window': 'a:b'})",
    "glucose4": "made=Made(model=print), searched=Searched(engines={'glucose4': 'a:b'})",
    "counts": "made=Made(model=print), commands={'count': Command('Count.', 'a:b')}",
    "neither": "made=Made()",
    "twice": "made=Made(model=print), about=About('a new group', 'A rule of others.')",
}
HEAD = """
from msgspec import Struct
from accord.puzzles.family import About, Command, Family, Made, Searched, Shown, Texts
NAME = {name!r}
"""


@pytest.fixture
def faulty(installed, tmp_path, monkeypatch):
    """Packages with a family each, of which one is right; another has the name of that one again."""
    for name, (source, _) in BROKEN.items():
        module = f"accord_faulty_{name}"
        known = "other" if name == "misnamed" else name
        body = source.replace("{}", MORE.get(name, "made=Made(model=print)")) if source is GOOD else source
        (tmp_path / f"{module}.py").write_text(HEAD.format(name=known) + body + "\n")
        points = [f"{name} = {module}:RECORD"] * (2 if name == "twice" else 1)
        for number, point in enumerate(points):
            folder = tmp_path / f"{module}{number}-1.0.dist-info"
            folder.mkdir()
            (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}{number}\nVersion: 1.0\n")
            (folder / "entry_points.txt").write_text(f"[accord.families]\n{point}\n")
    installed(tmp_path)
    yield
    for name in [name for name in sys.modules if name.startswith("accord_faulty_")]:
        del sys.modules[name]


def test_broken_families_are_rows_that_say_why(faulty):
    found = {row.name: row.broken for row in table.broken()}
    assert set(found) == set(BROKEN)
    for name, (_, why) in BROKEN.items():
        assert (why or "name 'twice' is taken") in found[name]
    assert [row.name for row in table.strangers()] == ["twice"]


def test_a_family_of_an_unknown_group_is_listed_with_those_of_other_packages(faulty):
    assert "\ntwice, 1 puzzle: A rule of others.\ntwice  model files of the family twice" in told("list")
    assert "\nFrom other packages\n  twice  A rule of others.\n" in told("families")
    assert table.find("twice").group == ""


def test_broken_families_are_told_and_harm_no_other(faulty):
    listed = told("list")
    assert "raises: a family of accord_faulty_raises0, broken: RuntimeError: no luck" in listed
    assert all(entry.name in listed for entry in library.entries())
    assert accord.count(accord.load("queens:6")).count == 4
    with pytest.raises(UsageError, match="the family raises cannot be used: RuntimeError: no luck"):
        table.family("raises")
    with pytest.raises(UsageError, match="'raises:1': the family cannot be used: RuntimeError: no luck"):
        accord.load("raises:1")


def test_doctor_tells_of_them(faulty, monkeypatch):
    monkeypatch.setattr(backends, "rows", dict)
    done = CliRunner().invoke(command, ["doctor"])
    assert done.exit_code == 1
    assert "raises   broken: RuntimeError: no luck (a family of accord_faulty_raises0)" in done.output


def test_an_engine_that_cannot_be_imported_is_named(toys, monkeypatch):
    row = table.rows()["ring"]
    monkeypatch.setitem(row.engines, "arcs", "accord_toys.nowhere:Arcs")
    native = backends.backend("native")
    with pytest.raises(AccordError, match="native/arcs of the family ring is broken: ModuleNotFoundError"):
        native.refusal(accord.load(RING).model, Request("all", engine="arcs"))


def test_an_engine_of_a_strangers_family_is_imported_for_its_own_models_only(toys, monkeypatch):
    monkeypatch.setitem(table.rows()["ring"].engines, "arcs", "accord_toys.nowhere:Arcs")
    native, model = backends.backend("native"), accord.load("queens:6").model
    assert native.refusal(model, Request("all", engine="arcs")) == "arcs takes models of the family ring"


def test_a_planner_that_cannot_be_imported_harms_no_other(toys, monkeypatch):
    planners = dict.fromkeys(table.family("frogs").searched.planners, "accord_toys.nowhere:Hopper")
    searched = replace(table.family("frogs").searched, planners=planners)
    broken = replace(table.family("frogs"), searched=searched)
    honest = table.family
    monkeypatch.setattr(table, "family", lambda name: broken if name == "frogs" else honest(name))
    assert "r3c3" in told("plan", "tiles-8", "--variant", "easy", "--engine", "a-star")
    with pytest.raises(EngineError, match=r"accord_toys\.nowhere:Hopper cannot be used: ModuleNotFoundError"):
        accord.plan(accord.load(FROGS), mode="fast")
