"""`accord.compare` of problems, models and puzzles; engines by their names; the ledger as a table."""

import json
import re
import sqlite3
from pathlib import Path

import pytest
from commands import called

import accord
from accord.errors import UsageError
from accord_compare.harness import jobs_for, words_for
from accord_compare.job import Job
from accord_compare.ledger import COLUMNS, LedgerError
from accord_compare.row import Row, verdict

pytestmark = pytest.mark.full  # left out of the fast profile


def problem():
    p = accord.Problem("sums")
    x = p.integers(["a", "b"], 1, 4)
    p.add(x["a"] + x["b"] == 5)
    return p


def test_engines_of_three_backends_agree_on_a_problem():
    found = accord.compare(problem(), engines=["native/sums", "sat/glucose4", "cpsat"])
    assert (found.says, found.agree, found.count) == ("agree", True, 4)
    assert [row.engine for row in found.rows] == ["sums", "glucose4", "cp-sat"]
    assert len({row.digest for row in found.rows}) == 1
    assert "sums, all: agree" in str(found)
    assert len(json.loads(found.json())["rows"]) == 3


def test_a_model_and_a_puzzle_are_compared_too():
    assert accord.compare(problem().model, ["sat", "sat/glucose3"]).agree
    found = accord.compare(accord.load("queens-8"), ["sat"], distinct=True)
    assert (found.says, found.rows[0].count, found.rows[0].job.expected) == ("alone", 12, 12)
    assert found.count is None


def test_a_count_that_is_not_the_declared_one_is_a_disagreement():
    queens = accord.load("queens-8")
    fewer = accord.Puzzle(
        family="queens", spec=accord.load("queens:6").spec, name="wrong", counts=queens.counts
    )
    found = accord.compare(fewer, ["sat"])
    assert (found.says, found.agree) == ("DISAGREE", False)
    assert found.detail == "expected 92, but sat counted 4"


@pytest.mark.parametrize(
    ("engines", "said"),
    [
        (["native/sum"], "backend native has no engine 'sum'.*did you mean 'sums'"),
        (["natve"], "unknown backend 'natve'"),
        (["native/"], "found 'native/'; expected BACKEND or BACKEND/ENGINE"),
        ("sat", "found the text 'sat'; expected a list"),
    ],
)
def test_names_of_engines_are_checked_first(engines, said):
    with pytest.raises(UsageError, match=said):
        accord.compare(problem(), engines)


def test_a_limit_is_a_row():
    found = accord.compare(accord.load("queens:14"), ["sat/glucose4"], time_limit=0.2)
    assert (found.says, found.rows[0].ending) == ("nothing", "time")


def test_an_engine_named_twice_agrees_with_nobody():
    rows = [
        Row(job=Job("p", "native", engine), ending="complete", engine="sums", count=4)
        for engine in (None, "sums")
    ]
    assert verdict(rows).says == "alone"


def test_a_session_is_taken_up_with_its_engines():
    jobs = jobs_for(["queens:4"], backends=["native/sums", "sat"])
    assert [(job.backend, job.engine, job.who) for job in jobs] == [
        ("native", "sums", "native/sums"),
        ("sat", None, "sat"),
    ]
    assert words_for(jobs)[:5] == ["queens:4", "--backend", "native/sums", "--backend", "sat"]


# -- the ledger -------------------------------------------------------------------------------------


def test_the_ledger_is_a_table_of_plain_values(tmp_path):
    path = tmp_path / "ledger.sqlite"
    done = called("compare", "queens:5", "--backend", "sat/glucose4", "--ledger", path)
    assert done.returncode == 0
    (row,) = accord.ledger(path)
    assert tuple(row) == COLUMNS["runs"]
    assert {type(value) for value in row.values()} <= {str, int, float, bool, type(None)}
    assert (row["puzzle"], row["backend"], row["engine"], row["count"]) == ("queens:5", "sat", "glucose4", 10)
    assert row["ending"] == "complete"
    assert row["work"] > 0
    assert accord.ledger(path, "benchmark") == []


def test_what_still_waits_has_no_ending(tmp_path):
    path = tmp_path / "ledger.sqlite"
    called("compare", "queens:4", "--backend", "sat", "--ledger", path)
    with sqlite3.connect(path) as database:
        database.execute("update job set row = null")
    database.close()
    (row,) = accord.ledger(path)
    assert tuple(row) == COLUMNS["runs"]
    assert (row["puzzle"], row["ending"], row["count"], row["engine"]) == ("queens:4", None, None, "")


def test_what_is_no_ledger_is_told_and_nothing_is_written(tmp_path):
    with pytest.raises(UsageError, match="there is no such ledger"):
        accord.ledger(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    (tmp_path / "text").write_text("no ledger at all, and longer than a header of a database would be" * 9)
    with pytest.raises(LedgerError, match="the ledger cannot be read"):
        accord.ledger(tmp_path / "text")
    with pytest.raises(UsageError, match="expected runs or benchmark"):
        accord.ledger(tmp_path / "text", "all")


def test_each_column_is_documented():
    page = (Path(__file__).parents[2] / "docs/python.md").read_text()
    for what, columns in COLUMNS.items():
        table = page.partition(f"| {what} | |\n")[2].partition("\n\n")[0]
        told = [name for line in table.splitlines() for name in re.findall(r"`(\w+)`", line.split("|")[1])]
        assert sorted(told) == sorted(columns)
