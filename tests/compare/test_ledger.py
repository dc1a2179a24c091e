"""The ledger: one row for each job, however often it is written, opened or resumed."""

import platform
import re
import sqlite3
from datetime import UTC, datetime
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from accord.errors import UsageError
from accord.exits import Code
from accord_compare.job import Job
from accord_compare.ledger import Ledger, LedgerError, default_path
from accord_compare.measurement import Measurement
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
        ledger.start_job(0)
        ledger.end_job(0, row(0, count))
    assert ledger.resume() == (JOBS, {0: row(0, 2)})
    assert stored(path) == [(1, 0, 1), (1, 1, 0), (1, 2, 0)]
    ledger.start_job(0)  # begun anew: what it had said is said no more
    assert ledger.resume() == (JOBS, {})
    ledger.close()


def test_two_that_resume_one_session_fill_the_same_rows(path):
    first = Ledger(path)
    first.begin(JOBS)
    first.end_job(0, row(0, 2))
    first.end_job(1, row(1, None, "cancelled"))
    one, other = Ledger(path), Ledger(path)
    for _ in range(2):
        assert one.resume() == other.resume() == (JOBS, {0: row(0, 2)})
    for number in (1, 2):
        for ledger in (one, other):
            ledger.start_job(number)
            ledger.end_job(number, row(number, 2))
    assert first.resume() == one.resume() == (JOBS, {number: row(number, 2) for number in range(3)})
    assert len(stored(path)) == 3
    for ledger in (first, one, other):
        ledger.close()


def test_a_session_begun_twice_is_two(path):
    ledger = Ledger(path)
    ledger.begin(JOBS)
    ledger.end_job(0, row(0, 2))
    ledger.begin(JOBS[:1])
    assert ledger.resume() == (JOBS[:1], {})
    assert [session for session, _, _ in stored(path)] == [1, 1, 1, 2]
    ledger.close()


def test_a_row_of_no_job_is_not_lost_silently(path):
    ledger = Ledger(path)
    with pytest.raises(AssertionError, match="session 0 has no job 0"):
        ledger.end_job(0, row(0, 2))
    ledger.begin(JOBS)
    with pytest.raises(AssertionError, match="session 1 has no job 3"):
        ledger.start_job(3)
    ledger.close()


def test_rows_that_were_not_cut_short_stay_and_no_others(path):
    endings = get_args(Ending)
    jobs = [Job(f"queens:{n}", "plain") for n in range(4, 6 + len(endings))]
    first = Ledger(path)
    first.begin(jobs)
    rows = {number: Row(job=jobs[number], ending=ending) for number, ending in enumerate(endings)}
    for number, one in rows.items():
        first.start_job(number)
        first.end_job(number, one)
    first.start_job(len(rows))  # and one after it is not even started
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
    ledger.end_job(0, Row(job=JOBS[1], ending="complete", count=1))
    jobs, known = ledger.resume()
    assert (jobs, [one.count for one in known.values()]) == (JOBS[1:], [1])
    monkeypatch.setattr("accord_compare.ledger.version_of", lambda package: "0.0.0")
    with pytest.raises(UsageError, match=r"this is 0\.0\.0; start anew"):
        ledger.resume()
    ledger.close()


def faulty(path, done):
    """The sentence that a ledger which cannot be used raises."""
    return pytest.raises(
        LedgerError, match=rf"^{re.escape(str(path))}: the ledger cannot be {done} \(.+\); name another with"
    )


def test_a_file_that_cannot_be_used_is_a_sentence(tmp_path, path):
    text = tmp_path / "text"
    text.write_text("no database, but some lines\n" * 50)
    for other in (text, tmp_path, text / "below"):
        with faulty(other, "opened"):
            Ledger(other)
    assert LedgerError.exit_code == Code.INPUT
    ledger = Ledger(path)
    ledger.begin(JOBS)
    with sqlite3.connect(path) as database:
        database.execute("update job set job = '{}' where number = 1")
    database.close()
    with faulty(path, "read"):
        ledger.resume()
    ledger.close()
    for change in (
        lambda: ledger.begin(JOBS),
        lambda: ledger.start_job(0),
        lambda: ledger.end_job(0, row(0, 2)),
    ):
        with faulty(path, "written"):
            change()


def test_a_session_is_begun_with_all_its_jobs_or_not_at_all(path):
    ledger = Ledger(path)
    with pytest.raises(TypeError):
        ledger.begin([JOBS[0], object()])
    with pytest.raises(UsageError, match="no session to resume"):
        ledger.resume()
    assert stored(path) == []
    ledger.close()


def test_when_and_where_is_kept(path):
    before = datetime.now(UTC)
    ledger = Ledger(path)
    ledger.begin(JOBS)
    ledger.start_job(1)
    ledger.end_job(1, row(1, 2))
    ledger.start_job(2)
    ledger.close()
    with sqlite3.connect(path) as database:
        ((started, machine, version),) = database.execute("select started, machine, accord from session")
        times = database.execute("select started, ended from job order by number").fetchall()
    database.close()
    assert platform.node() in machine
    assert version
    assert [(begun is None, ended is None) for begun, ended in times] == [
        (True, True),
        (False, False),
        (False, True),
    ]
    for text in (started, *times[1], times[2][0]):
        then = datetime.fromisoformat(text)
        assert (then.utcoffset().seconds, then.microsecond % 1000) == (0, 0)
        assert abs((then - before).days) < 1


def test_a_session_knows_when_and_where_it_was_begun(path, monkeypatch):
    first, again = Ledger(path), Ledger(path)
    assert [(ledger.begun, ledger.elsewhere) for ledger in (first, again)] == [("", False)] * 2
    first.begin(JOBS)
    again.resume()
    assert (
        again.begun == first.begun == datetime.fromisoformat(first.begun).isoformat(timespec="milliseconds")
    )
    assert not first.elsewhere
    assert not again.elsewhere
    monkeypatch.setattr(platform, "node", lambda: "another machine")
    again.resume()
    assert again.elsewhere
    again.begin(JOBS)
    assert not again.elsewhere
    for ledger in (first, again):
        ledger.close()


def test_times_are_of_all_runs_alike_that_were_complete_on_this_machine(path, monkeypatch):
    ledger, complete = Ledger(path), row(0, 2)
    sessions = [
        [replace(complete, run_seconds=1.0), row(1, 2)],  # the second did not say how long it took
        [replace(complete, run_seconds=2.0), replace(row(1, 2), run_seconds=3.0)],
        [replace(complete, run_seconds=4.0, ending="failed"), replace(row(1, 2), run_seconds=5.0)],
        [replace(complete, run_seconds=6.0, count=3), replace(row(1, 2), run_seconds=7.0, engine="other")],
    ]
    for rows in sessions:
        ledger.begin(JOBS)
        for number, one in enumerate(rows):
            ledger.end_job(number, one)
    assert [ledger.times(rows) for rows in sessions] == [
        [[1.0, 2.0], [3.0, 5.0]],
        [[1.0, 2.0], [3.0, 5.0]],
        [[4.0], [3.0, 5.0]],  # what was not complete is alone
        [[6.0], [7.0]],
    ]
    assert ledger.times([row(2, 2), replace(row(2, 2), run_seconds=8.0)]) == [[], [8.0]]  # kept by no session
    monkeypatch.setattr(platform, "node", lambda: "another machine")
    assert ledger.times(sessions[0]) == [[1.0], []]
    ledger.close()


def test_a_measurement_is_kept_with_its_columns(path):
    measurement = Measurement(
        section="peers", instance="queens-8", engine="bitset", what="count", beside="dlx", clock="CPU",
        count=92, pairs=5, taken="2001-02-03", machine="a machine", ours=0.5, theirs=1.0, ratio=2.0,
        effort={"nodes": 77}, versions={"dlx": "1.2"},
    )  # fmt: skip
    ledger = Ledger(path)
    ledger.add_measurement(measurement)
    ledger.add_measurement(replace(measurement, effort={}))
    ledger.close()
    with sqlite3.connect(path) as database:
        first, second = database.execute("select * from benchmark order by id").fetchall()
    database.close()
    assert first[:3] + first[4:-2] == (
        1, "2001-02-03", "a machine", "queens-8", "bitset", "dlx", 0.5, 1.0, 2.0, 77,
    )  # fmt: skip
    assert msgspec.json.decode(first[-2]) == {"dlx": "1.2"}
    assert msgspec.json.decode(first[-1], type=Measurement) == measurement
    assert second[10] is None


def test_the_ledger_is_where_it_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("ACCORD_LEDGER", str(tmp_path / "mine"))
    assert default_path() == tmp_path / "mine"
    monkeypatch.setenv("ACCORD_LEDGER", "")
    usual = default_path()
    monkeypatch.delenv("ACCORD_LEDGER")
    assert default_path() == usual
    assert usual.name == "ledger.sqlite"
    path = tmp_path / "new" / "folders" / "ledger"
    Ledger(path).close()
    assert path.is_file()


@pytest.mark.parametrize(("before", "after"), [('"count":12', '"count":13'), ("queens:4", "queens:5")])
def test_a_changed_row_or_job_is_refused(path, before, after):
    ledger = Ledger(path)
    ledger.begin(JOBS)
    ledger.end_job(0, row(0, 12))
    with sqlite3.connect(path) as database:
        database.execute(
            "update job set row = replace(row, ?, ?), job = replace(job, ?, ?)", [before, after] * 2
        )
    with pytest.raises(LedgerError, match="the ledger cannot be read"):
        ledger.resume()
    ledger.close()
    database.close()


def test_a_row_without_a_check_is_read(path):
    ledger = Ledger(path)
    ledger.begin(JOBS)
    ledger.end_job(0, row(0, 12))
    with sqlite3.connect(path) as database:  # as older ledgers have it
        database.execute("update job set row = substr(row, 1, length(row) - 28) || '}'")
    assert ledger.resume() == (JOBS, {0: row(0, 12)})
    ledger.close()
    database.close()


@pytest.mark.parametrize("which", ["number = 1", "true"])
def test_a_lost_job_is_missed(path, which):
    ledger = Ledger(path)
    ledger.begin(JOBS)
    with sqlite3.connect(path) as database:
        database.execute(f"delete from job where {which}")
    with pytest.raises(LedgerError, match="jobs of the last session are missing"):
        ledger.resume()
    ledger.close()
    database.close()
