"""The benchmark: counts are checked first, what is missing is said, a page keeps what is written by hand."""

import itertools
import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from copy import copy
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from accord.backends.contract import Request
from accord.cli.bench import bench
from accord.errors import InputError, RefusedError, UsageError
from accord.model.model_cache import PLACE
from accord.model.verify import valid
from accord.puzzles.loader import load
from accord.runner.api import run
from accord_compare import bench as bench_module
from accord_compare import contests as tables_of
from accord_compare import processes
from accord_compare.bench import Contest, Counted, measure
from accord_compare.contests import Call, contests
from accord_compare.general import ALONE, SCRIPTS, TASKS, Script, beside_script, overhead
from accord_compare.instances import INSTANCES, Instance, matrices, sudoku, sudoku_16
from accord_compare.measurement import Measurement, machine
from accord_compare.peers import PEERS, Peer
from accord_compare.performance import BEGIN, END, older, tables, write
from accord_compare.processes import as_json, cover_of, of_accord, of_script
from accord_compare.tables import TABLES
from accord_native.sources import fingerprint

pytestmark = pytest.mark.full  # left out of the fast profile

PAGE = f"# Ours\n\nby hand\n\n{BEGIN}\nold figures\n{END}\n\n*more by hand*\n"


def counting(number):
    """A peer's function that counts so many, whatever it is asked."""
    return lambda model, limit: lambda: number


def not_there(model, limit):
    raise ImportError("no module named nowhere")


def cannot(model, limit):
    raise RefusedError("it cannot")


@pytest.fixture(autouse=True)
def collections(monkeypatch):
    """Collections of garbage are counted, not done: the tests' own heap is large."""
    done = []
    monkeypatch.setattr(bench_module, "gc", SimpleNamespace(collect=lambda: done.append(None)))
    return done


@pytest.fixture
def table(monkeypatch):
    """A benchmark of one tiny instance beside peers that are made up; returns how to add an own row."""
    peers = {
        "honest": Peer("honest", "numpy", counting(2)),
        "liar": Peer("liar", "liar", counting(3)),
        "absent": Peer("absent", "nowhere", not_there),
        "unable": Peer("unable", "unable", cannot),
    }
    tiny = Instance("tiny", "Langford pairs of three", 2, "bitset", tuple(peers), puzzle="langford:3")
    monkeypatch.setattr(tables_of, "PEERS", peers)
    monkeypatch.setattr(tables_of, "INSTANCES", {"tiny": tiny})
    monkeypatch.setattr(tables_of, "OVERHEAD", ())
    monkeypatch.setattr(tables_of, "CALLS", ())
    monkeypatch.setattr(tables_of, "OURSELVES", ())
    monkeypatch.setattr(tables_of, "OTHERS", ())
    monkeypatch.setattr(tables_of, "_tutorials", list)
    return lambda section, *own: monkeypatch.setattr(tables_of, section, own)


@pytest.fixture
def command(tmp_path):
    def invoke(*arguments):
        return CliRunner().invoke(
            bench, [*map(str, arguments), "--ledger", str(tmp_path / "ledger.sqlite")], prog_name="bench"
        )

    invoke.ledger = tmp_path / "ledger.sqlite"
    return invoke


# -- pairs -----------------------------------------------------------------------------------------


def test_a_peer_that_agrees_gives_a_ratio_and_is_kept_in_the_ledger(table, command):
    done = command("tiny", "--peer", "honest", "--pairs", 3, "--json")
    assert done.exit_code == 0, done.output
    (row,) = json.loads(done.stdout)
    assert (row["instance"], row["engine"], row["beside"], row["count"]) == ("tiny", "bitset", "honest", 2)
    assert row["ours"] > 0
    assert row["ratio"] >= 0
    assert row["effort"]["nodes"] > 0
    assert row["versions"]["numpy"] == np.__version__
    assert row["machine"] == machine()
    with closing(sqlite3.connect(command.ledger)) as database:
        stored = database.execute("select instance, engine, peer, ours, nodes, row from benchmark").fetchall()
    assert [each[:4] for each in stored] == [("tiny", "bitset", "honest", row["ours"])]
    assert stored[0][4] == row["effort"]["nodes"]
    assert json.loads(stored[0][5]) == row | {"check": json.loads(stored[0][5])["check"]}


def test_a_count_that_differs_is_an_error_without_figures(table, command):
    done = command("--peer", "liar", "--peer", "honest")
    assert done.exit_code == 1
    assert done.stdout.startswith("DISAGREEMENT in tiny: bitset beside liar: liar counted 3; known are 2")
    (row,) = [row for row in json.loads(command("--peer", "liar", "--json").stdout) if row["fault"]]
    assert row["ratio"] is row["ours"] is row["theirs"] is None


def test_our_own_wrong_count_is_an_error_too(table, command, monkeypatch):
    wrong = Instance("tiny", "", 4, "bitset", ("honest",), puzzle="langford:3")
    monkeypatch.setattr(tables_of, "INSTANCES", {"tiny": wrong})
    done = command()
    assert done.exit_code == 1
    assert "bitset counted 2; known are 4" in done.stdout


def test_a_missing_peer_is_a_row_that_says_how_to_install_it(table, command):
    done = command("--peer", "absent", "--peer", "honest")
    assert done.exit_code == 4
    assert "not installed; install it with: pip install nowhere" in done.stdout
    assert "honest" in done.stdout


def test_what_a_peer_cannot_do_is_a_row(table, command):
    done = command("--peer", "unable")
    assert done.exit_code == 0
    assert "it cannot" in done.stdout


def test_a_wrong_count_in_any_pair_is_noticed(table):
    counts = iter([2, 2, 2, 5, 2, 2, 2, 2])
    (contest,) = contests(peers=["honest"])
    fickle = Peer("honest", "numpy", lambda model, limit: lambda: next(counts))
    tables_of.PEERS["honest"] = fickle
    (contest,) = contests(peers=["honest"])
    assert measure(contest, 6).fault == "honest counted 5; known are 2"
    assert next(counts) == 2  # it ended there


def test_the_ratio_is_the_median_of_ratios(monkeypatch, collections):
    ticks = iter([0, 0, 0, 0, 10, 11, 20, 24, 30, 32, 40, 44, 50, 55, 60, 61])
    monkeypatch.setitem(bench_module.CLOCKS, "wall", lambda: next(ticks))

    def both():
        yield (lambda: Counted(1)), (lambda: Counted(1))

    row = measure(Contest("peers", "i", "e", "", "p", 1, "wall", both), 3)
    assert (row.ours, row.theirs, row.ratio) == (2, 4, 2)  # of 1 2 5, of 4 4 1, of 4 2 0.2
    assert len(collections) == 8


def test_what_takes_long_is_taken_less_often(monkeypatch):
    monkeypatch.setattr(bench_module, "ROOM", 5)
    monkeypatch.setitem(bench_module.CLOCKS, "wall", itertools.count().__next__)  # each side takes 1

    def both():
        yield (lambda: Counted(1)), (lambda: Counted(1))

    assert measure(Contest("peers", "i", "e", "", "p", 1, "wall", both), 9).pairs == 3
    assert measure(Contest("peers", "i", "e", "", "p", 1, "wall", both), 2).pairs == 2
    monkeypatch.setattr(bench_module, "ROOM", 1)
    assert measure(Contest("peers", "i", "e", "", "p", 1, "wall", both), 9).pairs == 1


# -- without a peer --------------------------------------------------------------------------------


def test_own_rows_beside_themselves_and_alone(table, command):
    own = tables_of._own
    table(
        "OURSELVES",
        own("tiny", "bitset", "2 workers", "1 worker", "wall", sides=tables_of._two_workers),
        own("tiny", "bitset", "only counted", "handed out", sides=tables_of._walking),
        own("tiny", "bitset", sides=tables_of._alone),
        own("tiny", "abacus", sides=tables_of._alone),
        own("tiny", "cells", sides=tables_of._alone),
    )
    done = command("--pairs", 1, "--json")
    workers, walking, alone, absent, _ = [row for row in json.loads(done.stdout) if row["section"] != "peers"]
    assert workers["ratio"] > 0
    assert walking["effort"]["nodes"] > 0
    assert (alone["ratio"], alone["theirs"]) == (None, None)
    assert absent["skipped"].startswith("there is no engine abacus here; native has window, bitset")
    assert "ns each" in command("--pairs", 1).stdout


@pytest.mark.slow
def test_a_first_run_with_an_empty_cache_beside_a_second_one(table):
    own = tables_of._own("tiny", "", "second", "first", "wall", sides=tables_of._first_run)
    row = measure(own, 1)
    assert row.ratio > 0


# -- beside scripts --------------------------------------------------------------------------------


@pytest.fixture
def scripts(tmp_path, monkeypatch):
    """A folder of scripts that are made up; returns how to write one and get its row beside ours."""
    monkeypatch.setattr(processes, "RAW", tmp_path)

    def row(program, known=2, **more):
        tiny = Instance("tiny", "Langford pairs of three", known, "bitset", (), puzzle="langford:3")
        (tmp_path / "made_up.py").write_text(program)
        script = Script("made-up", "numpy", "numpy", "made_up", "sat", **more)
        return measure(beside_script(tiny, script), 2)

    return row


def test_whole_processes_are_timed_by_a_clock_of_processes_and_nothing_else(scripts, monkeypatch):
    """Two pairs, each side a process of its own, by a clock that goes on only while one runs."""
    clock, calls, run_it = [0.0], [], subprocess.run

    def watched(command, **more):
        command = [each for each in command if each != "-P"]
        ours = command[1:3] == ["-m", "accord"]
        clock[0] += (7.0 if len(calls) < 2 else 5.0) if ours else 2.0
        calls.append(command[3:] if ours else Path(command[1]).stem)
        return run_it(command, **more)

    monkeypatch.setattr(processes.subprocess, "run", watched)
    monkeypatch.setitem(bench_module.CLOCKS, "CPU of processes", lambda: clock[0])
    row = scripts(
        "import json, sys; assert sys.argv[1:] == ['count', 'x']; print(json.load(sys.stdin)['low'][0] + 1)",
        argument="x",
    )
    assert calls == [["count", "langford:3", "--backend", "sat", "--quiet"], "made_up"] * 2
    assert (row.fault, row.skipped, row.section, row.pairs) == ("", "", "general", 2)
    assert (row.ours, row.theirs, row.ratio) == (6.0, 2.0, (2 / 7 + 2 / 5) / 2)
    assert row.versions["numpy"] == np.__version__


def test_the_clock_of_processes_has_what_they_used_and_nothing_of_ours():
    clock, used = bench_module.CLOCKS["CPU of processes"], time.process_time
    began, until = clock(), used() + 0.05
    while used() < until:
        pass
    assert clock() == began
    busy = "import time\nwhile time.process_time() < 0.1: pass"
    subprocess.run([sys.executable, "-c", busy], check=True)
    assert clock() - began >= 0.1


def test_a_process_of_ours_that_counts_wrong_is_a_fault(scripts):
    assert scripts("print(3)", known=3).fault == "sat counted 2; known are 3"


@pytest.mark.parametrize(
    ("program", "fault"),
    [("print(3)", "made-up counted 3; known are 2"), ("print(1)", "made-up counted 1; known are 2")],
)
def test_a_script_that_counts_wrong_is_a_fault(scripts, program, fault):
    assert scripts(program).fault == fault


def test_a_script_that_fails_is_a_row_that_says_why(scripts):
    assert "made_up ended with exit code 1" in scripts("raise SystemExit('no luck')").skipped
    assert "no luck" in scripts("raise SystemExit('no luck')").skipped


@pytest.mark.parametrize(("said", "number"), [("print('at least', 1, flush=True)", 1), ("pass", 0)])
def test_a_script_that_takes_too_long_is_never_shown_as_a_count(scripts, said, number):
    row = scripts(f"{said}\nwhile True: pass", cap=1)
    assert (row.at_least, row.pairs, row.fault) == (number, 1, "")
    text = tables([row])
    assert f"made-up: stopped, with at least {number} in " in text
    assert f" > {row.ratio:.2f} |" in text


def test_a_script_that_has_already_counted_too_many_is_a_fault(scripts):
    assert (
        scripts("print('at least', 3, flush=True)\nwhile True: pass", cap=1).fault
        == "made-up counted 3; known are 2"
    )


def test_a_script_without_its_package_is_a_row(monkeypatch):
    tiny = Instance("tiny", "", 2, "bitset", (), puzzle="langford:3")
    row = measure(beside_script(tiny, Script("none", "nowhere", "nowhere", "none", "sat")), 1)
    assert row.missing
    assert row.skipped == "not installed; install it with: pip install nowhere"


@pytest.mark.parametrize("script", [*SCRIPTS.values(), ALONE["sat"], ALONE["native"]], ids=lambda s: s.name)
def test_installed_scripts_count_right(script):
    pytest.importorskip(script.module)
    side = of_script(script.file, as_json(load("queens:4").model), "count", script.argument)
    assert side().count == 2


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("script", ALONE.values(), ids=lambda script: script.name)
def test_scripts_give_what_each_task_asks_for(script, task):
    pytest.importorskip(script.module)
    solve = import_module(f"accord_compare.raw.{script.file}").solve
    model = load("queens:5").model
    found = solve(cover_of(model), task, script.argument)
    assert (found if task == "count" else len(found)) == {"first": 1, "unique": 2}.get(task, 10)
    if task != "count":
        assert valid(model, np.array([sorted(row) for row in found], np.int32)).all()


def test_overhead_is_timed_for_each_backend_and_task():
    queens = Instance("queens", "", 2, "bitset", (), puzzle="queens:4")
    rows = overhead(queens)
    assert len(rows) == 2 * len(ALONE) * len(TASKS)
    for contest in rows:
        if contest.engine == "sat" and contest.what == "all, solving alone":
            row = measure(contest, 1)
            assert (row.fault, row.skipped) == ("", "")
            assert "| sat    | all  | solving alone |" in tables([row])


@pytest.mark.parametrize("backend", ALONE)
@pytest.mark.parametrize("task", ["count", "unique"])
def test_a_call_is_timed_beside_its_search(backend, task):
    call = Call("queens:4", task, 2, backends=(backend,))
    new, again = (measure(replace(contest, repeats=2), 1) for contest in call.contests())
    for row in (new, again):
        assert (row.fault, row.skipped) == ("", "")
        assert row.beside == {"native": "its search alone", "cpsat": "or-tools", "sat": "pysat"}[backend]
    assert new.what.endswith(", new")
    assert again.what.endswith(", again")
    assert "| queens:4 |" in tables([new])
    assert f"{1e3 * (new.ours - new.theirs):+.2f} ms" in tables([new])


def test_a_new_model_has_nothing_kept_with_it():
    model = load("queens:5").model
    run(model, "count", backend="native")
    assert PLACE in vars(model)
    assert PLACE not in vars(copy(model))


# -- the command -----------------------------------------------------------------------------------


def test_list_times_nothing(command):
    done = command("--list")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["peers", "pentomino-6x10-distinct", "2,339", "window", "xcover"]
    assert {line.split()[0] for line in lines} == set(TABLES)
    assert not command.ledger.exists()
    assert {line.split()[1] for line in command("meteor", "--list").stdout.splitlines()} == {"meteor"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tetris"], "unknown instance 'tetris'; there are pentomino-6x10-distinct"),
        (["--peer", "abacus"], "unknown peer 'abacus'; there are xcover"),
        (["--section", "sums"], "unknown section 'sums'; there are peers, general, overhead"),
        (["meteor", "--peer", "clingo"], "nothing is timed of meteor beside clingo"),
        (["soma", "--section", "overhead"], "nothing is timed of soma in overhead"),
        (["--peer", "clingo", "--write", "page.md"], "leave instances and peers out with --write"),
        (["meteor", "--write", "page.md"], "leave instances and peers out with --write"),
    ],
)
def test_what_cannot_be_asked_is_said(command, arguments, said):
    done = command(*arguments)
    assert isinstance(done.exception, UsageError)
    assert said in str(done.exception)


# -- the page --------------------------------------------------------------------------------------


def test_a_page_keeps_what_is_written_by_hand(table, command, tmp_path, monkeypatch):
    monkeypatch.delitem(tables_of.PEERS, "liar")
    monkeypatch.delitem(tables_of.PEERS, "absent")
    honest = Instance("tiny", "", 2, "bitset", ("honest", "unable"), puzzle="langford:3")
    monkeypatch.setattr(tables_of, "INSTANCES", {"tiny": honest})
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    done = command("--write", page, "--pairs", 1)
    assert done.exit_code == 0, done.output
    text = page.read_text()
    assert text.startswith(f"# Ours\n\nby hand\n\n{BEGIN}\n")
    assert text.endswith(f"\n{END}\n\n*more by hand*\n")
    assert "old figures" not in text
    assert "| tiny     |" in text
    assert machine() in text
    write(page, measured := [measure(each, 1) for each in contests()])
    again = page.read_text()
    write(page, measured)
    assert page.read_text() == again


def test_a_peer_that_is_not_there_is_told_on_the_page_below_its_table(table, command, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    tables_of.PEERS.pop("liar")
    tables_of.INSTANCES["tiny"] = Instance("tiny", "", 2, "bitset", ("honest", "absent"), puzzle="langford:3")
    assert command("--write", page, "--pairs", 1).exit_code == 4
    text = page.read_text()
    assert "old figures" not in text
    assert "\n\n- tiny: bitset beside absent: not installed; install it with: pip install nowhere" in text


@pytest.fixture
def other(monkeypatch):
    """A second section, with one row; returns its contests."""

    def both():
        yield (lambda: Counted(1, {"nodes": 1})), None

    row = Contest("rates", "one", "bitset", "", "", 1, "CPU", both)
    module = SimpleNamespace(contests=lambda: [row])
    monkeypatch.setattr(tables_of, "OTHERS", (module,))
    return module


def test_a_section_takes_its_place_on_the_page_and_others_stay(table, other, command, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    tables_of.INSTANCES["tiny"] = Instance("tiny", "", 2, "bitset", ("honest",), puzzle="langford:3")
    assert command("--write", page, "--section", "rates", "--pairs", 1).exit_code == 0
    alone = page.read_text()
    assert "| tiny " not in alone
    assert command("--write", page, "--section", "peers", "--pairs", 1).exit_code == 0
    both = page.read_text()
    rates = alone[alone.index("### Each engine alone") :]
    assert both.endswith(rates)  # to the letter, and behind the peers, as in the list of sections
    assert both.index("### Beside peers") < both.index("### Each engine alone")
    assert command("--write", page, "--section", "peers", "--pairs", 1).exit_code == 0
    assert page.read_text().count("### Beside peers") == 1


def test_a_page_tells_which_of_its_tables_are_older_than_the_code(
    table, other, command, tmp_path, monkeypatch
):
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert older(page) == dict.fromkeys(TABLES, "no table")
    assert command("--write", page, "--section", "rates", "--pairs", 1).exit_code == 0
    assert "rates" not in older(page)
    text = page.read_text()
    code = measure(other.contests()[0], 1).code
    assert f"code {code}." in " ".join(text.split())
    page.write_text(text.replace(code, "0" * 16))
    day = measure(other.contests()[0], 1).taken[:10]
    assert older(page)["rates"] == day
    done = command("--check", page)
    assert done.exit_code == 0
    assert f"rates: of {day}, older than the code" in done.stdout.splitlines()
    assert "peers: no table" in done.stdout.splitlines()
    assert "--section rates" in done.stderr


def test_every_section_says_of_which_code_it_tells_and_that_code_is_there():
    for table in TABLES.values():
        for package in table.sources:
            code = fingerprint(package)
            assert code not in (fingerprint(), *map(fingerprint, {*table.sources} - {package})), package


def test_a_page_is_left_alone_when_counts_differ(table, command, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    done = command("--write", page, "--pairs", 1)
    assert done.exit_code == 1
    assert "is left as it was" in done.stderr
    assert page.read_text() == PAGE


def test_cells_are_short_and_rows_fit_a_narrow_window():
    figures = {
        "ours": 12.3,
        "theirs": 0.0123,
        "ratio": 123.45,
        "pairs": 5,
        "taken": "2026-01-01",
        "machine": "",
    }
    parts = {name: [0.0123] * 2 for name in ("reading", "model", "search", "solving")}
    rows = {}
    for contest in contests():
        told = {name: getattr(contest, name) for name in bench_module.TOLD}
        effort = {"states" if contest.section == "freecell" else "nodes": 14_310_730}
        row = Measurement(**told, **figures, parts=parts, effort=effort, their_effort=effort)
        rows.setdefault(contest.section, []).append(row)
    assert rows.keys() == TABLES.keys()
    for section, some in rows.items():
        lines = TABLES[section].text(some).splitlines()
        assert len(lines) == len(some) + 2, section
        for line in lines:
            assert max(len(cell.strip()) for cell in line.split("|")) <= 24, line
            assert len(line) <= 112, line


@pytest.mark.parametrize("text", ["no marks", f"{BEGIN} only", f"{END}{BEGIN}", f"{BEGIN}{END}{BEGIN}{END}"])
def test_a_page_without_marks_is_refused_before_anything_is_timed(command, tmp_path, text):
    page = tmp_path / "page.md"
    page.write_text(text)
    done = command("--write", page)
    assert isinstance(done.exception, InputError)
    assert "once each" in str(done.exception)
    assert page.read_text() == text
    assert not command.ledger.exists()


# -- the tables ------------------------------------------------------------------------------------


def test_known_counts_are_those_of_the_model_files():
    for instance in INSTANCES.values():
        if instance.puzzle:
            declared = load(instance.puzzle, instance.variant).counts[
                "distinct" if instance.distinct else "all"
            ]
            assert instance.count == declared.count, instance.name
        elif instance.limit is not None:
            assert instance.count == instance.limit, instance.name


def test_matrices_are_counted_by_size():
    counts = [run(matrices(size, 2), "count", backend="native").count for size in (2, 3, 4, 5)]
    assert counts == [1, 6, 90, 2040]


def test_every_row_names_a_peer_there_is_and_every_peer_has_a_row():
    used = {peer for instance in INSTANCES.values() for peer in instance.peers}
    assert used == PEERS.keys()
    assert {script for instance in INSTANCES.values() for script in instance.general} == SCRIPTS.keys()
    assert set(tables_of.OVERHEAD) <= INSTANCES.keys()
    assert {own.instance for own in tables_of.OURSELVES} <= INSTANCES.keys()


@pytest.mark.parametrize("name", ["sudoku-16x16", "dominoes-8x8", "queens-12"])
def test_an_engine_takes_its_instance(name):
    from accord.backends import table

    instance = INSTANCES[name]
    backend = table.backend("native")
    if instance.engine not in backend.engines:
        pytest.skip(f"no engine {instance.engine}")
    assert backend.refusal(instance.prepare(), Request("count", False, engine=instance.engine)) is None


def test_the_sudoku_is_a_sudoku():
    assert run(sudoku(np.full((4, 4), -1)), "count", backend="native").count == 288
    solved = np.array([[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0]])
    assert run(sudoku(solved), "count", backend="native").count == 1
    solved[0, 0] = 1
    assert run(sudoku(solved), "count", backend="native").count == 0
    whole = sudoku_16()
    assert whole.items == 4 * 256
    assert whole.options == 108 + 148 * 16
    assert run(whole, "count", backend="native", engine="cells", limit=3).count == 3


@pytest.mark.parametrize("name", list(PEERS))
@pytest.mark.parametrize(("puzzle", "count"), [("langford:4", 2), ("queens:5", 10)])
def test_installed_peers_count_small_puzzles_right(name, puzzle, count):
    modules = {"xcover-zdd": "xcover", "exact-cover": "exact_cover"}
    pytest.importorskip(modules.get(name, name))
    assert PEERS[name].counter(load(puzzle).model, None)() == count


def test_a_script_tells_how_far_it_is_only_as_a_process(monkeypatch, capsys):
    pytest.importorskip("clingo")
    script = import_module("accord_compare.raw.answer_sets")
    monkeypatch.setattr(script, "monotonic", itertools.count(0, 2).__next__)
    assert PEERS["clingo"].counter(load("queens:5").model, None)() == 10
    assert capsys.readouterr().out == ""
    told = []
    script.solve(cover_of(load("queens:5").model), "count", None, lambda *words: told.append(words))
    assert told[-1] == ("at least", 10)


@pytest.mark.parametrize("name", ["xcover", "clingo"])
def test_installed_peers_stop_at_a_limit(name):
    pytest.importorskip(name)
    assert PEERS[name].counter(load("queens:6").model, 3)() == 3


@pytest.mark.parametrize(("puzzle", "solutions"), [("queens:6", 2), ("sudoku-17", 1), ("queens:3", 0)])
def test_a_process_of_ours_counts_the_solutions_that_it_prints(puzzle, solutions):
    assert of_accord([puzzle], "unique")().count == solutions
