"""The harness as a user meets it: liars, crashes, limits, Ctrl-C, missing engines, resuming."""

import json
import signal
import sqlite3
import subprocess
import threading
from contextlib import closing
from time import monotonic

import exploding
import pytest
from commands import called
from models import two_values
from processes import PLUGINS, broken_numba, child_environment, started, without
from waiting import WATCHDOG, children_of, is_alive, wait_until

from accord.errors import StoppedError
from accord.puzzles import loader
from accord_compare import harness
from accord_compare.harness import HEADLINE
from accord_compare.isolate import run_isolated
from accord_compare.job import Job, perform
from accord_compare.row import row_of_reply

LANGFORD = """
family = "langford"
title = "Langford pairs of three"
rule = "Between the two copies of k there are k others."
pairs = 3
[counts]
all = { count = 2, source = "C. D. Langford 1958" }
"""


@pytest.fixture
def puzzle(tmp_path):
    path = tmp_path / "langford-3.toml"
    path.write_text(LANGFORD)
    return path


@pytest.fixture
def command(tmp_path, monkeypatch):
    """A call of `accord compare` with the test doubles in reach and a ledger of its own.

    The harness is in this process; its jobs have theirs. What `start` gives is a process of its own.
    """
    ledger, begun = tmp_path / "ledger.sqlite", tmp_path / "begun"
    begun.mkdir()
    monkeypatch.setenv("ACCORD_LEDGER", str(ledger))
    monkeypatch.setenv("ACCORD_BEGUN", str(begun))

    monkeypatch.setenv("PYTHONPATH", child_environment(PLUGINS)["PYTHONPATH"])

    def start(*arguments, path=(), **more):
        return started("-m", "accord", "compare", *arguments, path=[*path, PLUGINS], **more)

    def run(*arguments):
        done = called("compare", *arguments)
        assert "Traceback" not in done.stdout + done.stderr
        return done.returncode, done.stdout, done.stderr

    run.start = start
    run.ledger = ledger
    run.begun = begun  # has a file for each job in which `endless` searches
    return run


def backends(*names):
    return [part for name in names for part in ("--backend", name)]


def rows(out):
    return {row["job"]["backend"]: row for row in json.loads(out)}


def test_two_honest_backends_agree(command, puzzle):
    code, out, _ = command(puzzle, *backends("plain", "sat"))
    assert code == 0
    assert "1 of 1 agreed on" in out


def test_a_liar_is_caught_and_named(command, puzzle):
    code, out, _ = command(puzzle, *backends("plain", "liar"))
    assert code == 1
    assert out.startswith("DISAGREEMENT")
    assert "liar counted 1" in out.splitlines()[0]


@pytest.mark.full
def test_cp_sat_with_two_workers_is_caught(command):
    for _ in range(20):  # what its workers claim is chance, and that they end: so until a claim is wrong
        code, out, _ = command("queens-8", *backends("sat", "cpsat-two-workers"), "--time-limit", 2)
        if out.startswith("DISAGREEMENT"):
            break
    assert code == 1
    assert out.startswith("DISAGREEMENT")
    assert "cpsat-two-workers counted" in out.splitlines()[0]


@pytest.mark.full
def test_cp_sat_that_presolves_is_caught(command, tmp_path):
    items, options = (json.dumps(each).replace(": ", " = ") for each in two_values())
    counts = 'all = { count = 64, source = "4^3: the numbers say the rest" }'
    puzzle = tmp_path / "values.toml"
    puzzle.write_text(
        f'family = "cover"\ntitle = "Values"\nrule = "Two values."\n'
        f"items = {items}\noptions = {options}\n[counts]\n{counts}\n"
    )
    code, out, _ = command(puzzle, *backends("sat", "cpsat"))
    assert (code, "1 of 1 agreed on" in out) == (0, True)
    code, out, _ = command(puzzle, *backends("sat", "cpsat-presolving"))
    assert code == 1
    assert out.startswith("DISAGREEMENT")
    assert "cpsat-presolving counted 62" in out.splitlines()[0]


@pytest.mark.full
def test_a_forger_a_quitter_and_a_killed_run_are_rows(command, puzzle):
    code, out, _ = command(puzzle, *backends("plain", "forger", "quitter", "mortal"), "--json")
    assert code == 1
    ended = rows(out)
    assert ended["forger"]["ending"] == "failed"
    assert "false solution" in ended["forger"]["reason"]
    assert ended["quitter"]["ending"] == "failed"
    assert (ended["mortal"]["ending"], ended["mortal"]["reason"]) == ("killed", "killed by SIGKILL")
    assert ended["plain"]["count"] == 2


@pytest.mark.full
def test_native_kernels_that_do_not_compile_are_no_agreement(command, puzzle, tmp_path, monkeypatch):
    folder = broken_numba(tmp_path / "path")
    monkeypatch.setenv("PYTHONPATH", child_environment(folder, PLUGINS)["PYTHONPATH"])
    code, out, _ = command(puzzle, "queens-8", *backends("native", "cpsat", "sat"))
    assert code == 1
    said = " ".join(out.split())
    assert "agree " not in said
    assert "langford-3.toml, all, expected 2: native failed" in said
    assert "queens-8, all, expected 92: native failed" in said
    assert "0 of 2 agreed on, 2 with an engine that failed; " in said
    assert "cannot be compiled or loaded" in said
    assert "TypeError: what is this?" in said


@pytest.mark.full
def test_time_and_memory_limits_are_rows(command, puzzle):
    code, out, _ = command(puzzle, *backends("plain", "endless"), "--time-limit", 0.5, "--json")
    assert code == 5
    assert rows(out)["endless"]["ending"] == "time"
    code, out, _ = command(puzzle, *backends("endless"), "--memory-limit", "5M", "--json")
    assert code == 5
    assert rows(out)["endless"]["ending"] == "memory"


@pytest.mark.full
@pytest.mark.parametrize(
    ("package", "backend"), [("numba", "native"), ("ortools", "cpsat"), ("pysat", "sat")]
)
def test_a_missing_engine_is_said_and_never_agrees(command, puzzle, package, backend, tmp_path):
    path = [without(package, tmp_path / "block")]  # for the harness too
    process = command.start(puzzle, *backends(backend, "plain"), path=path)
    out, err = process.communicate(timeout=WATCHDOG)
    assert "Traceback" not in out + err
    assert process.returncode == 4
    assert "not installed" in out
    assert "0 of 1 agreed on" in out


@pytest.mark.full
def test_ctrl_c_keeps_what_is_known_and_resume_goes_on(command, puzzle):
    process = command.start(puzzle, *backends("plain", "endless", "native"), "--json")
    wait_until(lambda: list(command.begun.iterdir()), "endless searches", process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=WATCHDOG)
    assert process.returncode == 130
    assert "Traceback" not in err
    ended = rows(out)
    assert ended["plain"]["count"] == 2
    assert ended["endless"]["ending"] == ended["native"]["ending"] == "cancelled"

    with closing(sqlite3.connect(command.ledger)) as database:
        stored = database.execute(
            "select job ->> 'backend', row ->> 'ending' from job order by number"
        ).fetchall()
    assert stored == [("plain", "complete"), ("endless", "cancelled"), ("native", None)]

    process = command.start("--resume", "--json")
    started = next(process.stderr)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=WATCHDOG)
    assert "endless" in started


@pytest.mark.full
def test_resume_runs_only_what_is_left(command, puzzle):
    command(puzzle, *backends("plain", "mortal"))
    code, out, err = command("--resume")
    assert code == 1
    assert "plain ..." not in err
    assert "mortal ..." in err
    assert "killed" in out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--resume"], 2, "no session to resume"),
        (["--resume", "queens-8"], 2, "leave puzzles and limits out"),
        (["queens-8", "--backend", "magic"], 2, "unknown backend 'magic'"),
        (["no-such-puzzle"], 2, "no-such-puzzle"),
        (["-"], 2, "name a file instead"),
        (["queens-8", "--time-limit", "0"], 2, "more than 0 seconds"),
        (["queens-8", "--ledger", "/proc/none/ledger.sqlite"], 3, "name another with --ledger"),
    ],
)
def test_usage_errors_are_one_line(tmp_path, monkeypatch, arguments, code, said):
    monkeypatch.setenv("ACCORD_LEDGER", str(tmp_path / "ledger.sqlite"))
    done = called("compare", *arguments)
    assert done.returncode == code
    assert said in done.stderr


@pytest.mark.slow
def test_the_headline(command):
    """The main job: thirteen puzzles, three engines, one answer."""
    process = command.start("--json")
    out, _ = process.communicate(timeout=WATCHDOG)
    assert process.returncode == 0
    table = json.loads(out)
    assert len(table) == 3 * len(HEADLINE)
    counts = [row["count"] for row in table]
    assert counts[:9] == [2339] * 3 + [402] * 3 + [2098] * 3
    for first in range(0, len(table), 3):
        rows = table[first : first + 3]
        assert {row["ending"] for row in rows} == {"complete"}
        assert len({row["count"] for row in rows}) == 1
        digests = {row["digest"] for row in rows}
        assert len(digests) == 1
        assert (None in digests) == rows[0]["job"]["plans"]


def test_a_backend_named_twice_runs_once_and_agrees_with_nobody(command, puzzle):
    _, out, err = command(puzzle, puzzle, *backends("plain", "plain"))
    assert err.count("plain ...") == 1
    assert "0 of 1 agreed on" in out


def test_a_job_ends_with_its_harness(command, puzzle):
    process = command.start(puzzle, *backends("endless"), stdin=subprocess.DEVNULL)
    (begun,) = wait_until(lambda: list(command.begun.iterdir()), "the job searches", process)
    job = int(begun.name)
    assert job in children_of(process.pid)
    process.kill()
    process.communicate()
    wait_until(lambda: not is_alive(job), "the job ends")


def endless(*_):
    """Work that looks at nothing."""
    last = monotonic() + WATCHDOG
    while monotonic() < last:
        sum(range(100))


def test_a_job_that_is_late_before_its_search_is_a_row(tmp_path, monkeypatch):
    job = Job(str(exploding.named("xor", tmp_path)), "native", time_limit=0.15)
    row = row_of_reply(job, perform(job), 0.0, 0)
    assert (row.ending, row.reason) == ("time", "stopped after 0.15 seconds, while the model was built")
    monkeypatch.setattr(loader, "load", endless)
    row = row_of_reply(job, perform(job), 0.0, 0)
    assert (row.ending, row.reason) == ("time", "stopped after 0.15 seconds, while the puzzle was read")


def test_the_reading_of_puzzles_to_compare_is_within_the_limit(monkeypatch):
    monkeypatch.setattr(harness, "load", endless)
    with pytest.raises(StoppedError, match=r"^stopped after 0.15 seconds, while the puzzle was read$"):
        harness.jobs_for(["queens:4"], time_limit=0.15)


def test_a_job_that_is_dead_before_it_is_told_is_a_row(monkeypatch):
    class Dead(subprocess.Popen):
        def __init__(self, *arguments, **more):
            super().__init__(*arguments, **more)
            self.kill()
            self.wait()

    monkeypatch.setattr(subprocess, "Popen", Dead)
    row = run_isolated(Job("queens:4", "plain"), threading.Event())
    assert (row.ending, row.reason) == ("killed", "killed by SIGKILL")


def test_a_ledger_of_another_shape_is_one_line(tmp_path, puzzle):
    ledger = tmp_path / "ledger.sqlite"
    with closing(sqlite3.connect(ledger)) as database:
        database.execute("create table session (colour text)")
    for arguments in (["--resume"], [puzzle]):
        done = called("compare", *arguments, "--ledger", ledger)
        assert done.returncode == 3
        assert "name another with --ledger" in done.stderr
