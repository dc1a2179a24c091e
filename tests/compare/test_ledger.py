"""The ledger: one row for each job, however often it is written, opened or resumed."""

import sqlite3
from typing import get_args

import pytest

from accord.errors import UsageError
from accord_compare.job import Job
from accord_compare.ledger import Ledger
from accord_compare.row import Ending, Row

JOBS = [Job("queens:4", backend) for backend in ("native", "sat", "cpsat")]
AGAIN = {"cancelled", "killed"}  # endings that say nothing of the puzzle, the engine or a limit


def row(number, count, ending="complete"):
    return Row(job=JOBS[number], ending=ending, count=count)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.sqlite"


def stored(path):
    with sqlite3.connect(path) as database:
        found = database.execute("select session, number, row is not null from job order by 1, 2").fetchall()
    database.close()
    return found


def test_a_job_written_twice_has_its_last_row_once(path):
    ledger = Ledger(path)
    ledger.begin(JOBS)
    for count in (1, 2):
        ledger.started(0)
        ledger.ended(0, row(0, count))
    assert ledger.resume() == (JOBS, {0: row(0, 2)})
    assert stored(path) == [(1, 0, 1), (1, 1, 0), (1, 2, 0)]
    ledger.started(0)  # begun anew: what it had said is said no more
    assert ledger.resume() == (JOBS, {})
    ledger.close()


def test_two_that_resume_one_session_fill_the_same_rows(path):
    first = Ledger(path)
    first.begin(JOBS)
    first.ended(0, row(0, 2))
    first.ended(1, row(1, None, "cancelled"))
    one, other = Ledger(path), Ledger(path)
    for _ in range(2):
        assert one.resume() == other.resume() == (JOBS, {0: row(0, 2)})
    for number in (1, 2):
        for ledger in (one, other):
            ledger.started(number)
            ledger.ended(number, row(number, 2))
    assert first.resume() == one.resume() == (JOBS, {number: row(number, 2) for number in range(3)})
    assert len(stored(path)) == 3
    for ledger in (first, one, other):
        ledger.close()


def test_a_session_begun_twice_is_two(path):
    ledger = Ledger(path)
    ledger.begin(JOBS)
    ledger.ended(0, row(0, 2))
    ledger.begin(JOBS[:1])
    assert ledger.resume() == (JOBS[:1], {})
    assert [session for session, _, _ in stored(path)] == [1, 1, 1, 2]
    ledger.close()


def test_a_row_of_no_job_is_not_lost_silently(path):
    ledger = Ledger(path)
    with pytest.raises(AssertionError, match="session 0 has no job 0"):
        ledger.ended(0, row(0, 2))
    ledger.begin(JOBS)
    with pytest.raises(AssertionError, match="session 1 has no job 3"):
        ledger.started(3)
    ledger.close()


def test_rows_that_were_not_cut_short_stay_and_no_others(path):
    endings = get_args(Ending)
    jobs = [Job(f"queens:{n}", "plain") for n in range(4, 6 + len(endings))]
    first = Ledger(path)
    first.begin(jobs)
    rows = {number: Row(job=jobs[number], ending=ending) for number, ending in enumerate(endings)}
    for number, one in rows.items():
        first.started(number)
        first.ended(number, one)
    first.started(len(rows))  # and one after it is not even started
    first.close()
    ledger = Ledger(path)
    again, known = ledger.resume()
    ledger.close()
    assert again == jobs
    assert known == {number: one for number, one in rows.items() if one.ending not in AGAIN}
    assert len(known) == len(jobs) - 2 - len(AGAIN)


def test_the_last_session_is_resumed_and_only_by_the_same_version(path, monkeypatch):
    ledger = Ledger(path)
    ledger.begin(JOBS[:1])
    ledger.begin(JOBS[1:])
    ledger.ended(0, Row(job=JOBS[1], ending="complete", count=1))
    jobs, known = ledger.resume()
    assert (jobs, [one.count for one in known.values()]) == (JOBS[1:], [1])
    monkeypatch.setattr("accord_compare.ledger.version_of", lambda package: "0.0.0")
    with pytest.raises(UsageError, match=r"this is 0\.0\.0; start anew"):
        ledger.resume()
    ledger.close()
