"""Files of shards: no unit is lost or twice there, and half lines are work to be done again."""

import fcntl
import re
import signal
from pathlib import Path

import pytest
from processes import PLUGINS, started
from shard_files import Found, heading, opened
from waiting import WATCHDOG, lines_of, wait_until

from accord.errors import InputError, UsageError
from accord.many.merge import merge_files
from accord.many.result_file import AppendedFile, whole_lines


@pytest.fixture
def path(tmp_path):
    return tmp_path / "1.jsonl"


def test_units_are_written_once_and_a_later_run_goes_on(path):
    with opened(path) as file:
        assert [*file.left] == [0, 3, 6, 9]
        file.write((3, Found(30)), (0, Found(0)))
        assert [*file.left] == [6, 9]
        file.write((6, Found(60, "cancelled")))
        with pytest.raises(AssertionError):
            file.write((3, Found(31)))
    seen = []
    with opened(path, note=lambda _, unit, found: seen.append((unit, found.number))) as file:
        assert (file.done, [*file.left]) == ({0, 3}, [6, 9])  # what was cancelled is to be done again
        file.write((9, Found(90)))
    assert seen == [(3, 30), (0, 0)]
    assert len(path.read_bytes().splitlines()) == 4
    whole = path.read_bytes()
    with pytest.raises(UsageError, match="earlier results"):
        opened(path, resume=False)
    assert path.read_bytes() == whole


def test_a_new_file_into_which_nothing_came_is_removed(path):
    with AppendedFile(path):
        assert path.exists()
    assert not path.exists()
    with AppendedFile(path) as file:
        file.add(b"one\n")
    assert path.read_bytes() == b"one\n"
    with pytest.raises(UsageError, match="found 4 bytes of earlier results"):
        AppendedFile(path)
    empty = path.with_name("empty")
    empty.touch()
    with AppendedFile(empty):
        pass
    assert empty.exists(), "it was there before"


def test_lines_are_read_of_plain_files_only():
    with pytest.raises(InputError, match="/dev/null: is no plain file"):
        list(whole_lines(Path("/dev/null")))


@pytest.mark.parametrize("kept", [0, 1, 40, -1, -5])
def test_half_a_line_is_work_that_is_done_again(path, kept):
    """Cut anywhere, in the heading too, the file is gone on with to the same end."""
    with opened(path) as file:
        file.write((0, Found(0)))
        file.write((3, Found(30)))
    whole = path.read_bytes()
    path.write_bytes(whole[:kept])
    with opened(path) as file:
        file.write(*[(unit, Found(10 * unit)) for unit in [*file.left] if unit < 6])
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("shard", "more", "said"),
    [
        ("2/3", {}, "found shard '1/3'; expected '2/3'"),
        ("1/3", {"terms": {"mode": "fast"}}, "found mode 'any'; expected 'fast'"),
        ("1/3", {"command": "solve"}, "found command 'plan'; expected 'solve'"),
        ("1/3", {"units": 11}, "found units 10; expected 11"),
    ],
)
def test_another_question_is_refused_and_the_file_stays(path, shard, more, said):
    with opened(path) as file:
        file.write((0, Found(0)))
    with path.open("a") as file:
        file.write('{"half')
    before = path.read_bytes()
    with pytest.raises(
        UsageError, match=rf"^{path}:1: {re.escape(said)}, as is asked now; ask the same, or "
    ):
        opened(path, shard, **more)
    assert path.read_bytes() == before


def test_a_file_of_other_sources_is_not_gone_on_with(path, monkeypatch):
    with opened(path):
        pass
    monkeypatch.setattr("accord.many.units.sources", lambda: "0.0.1+another")
    with pytest.raises(UsageError, match=r"found sources '[^']+'; expected '0\.0\.1\+another'"):
        opened(path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"number":1}\n', "found no unit; expected a result, with its unit and its question"),
        (b'{"number":0,"unit":0,"question":"QUESTION"}\n', "found the unit 0 a second time"),
        (b'{"number":4,"unit":4,"question":"QUESTION"}\n', "found the unit 4 which is none of the shard 1/3"),
        (b'{"number":4,"unit":12,"question":"QUESTION"}\n', "found the unit 12; there are 10, from 0"),
        (b'{"number":"x","unit":3,"question":"QUESTION"}\n', "expected a result of `accord plan`"),
        (b'{"number":3,"unit":3,"question":"%b"}\n' % (32 * b"0"), "found the answer to the question 000"),
    ],
)
def test_what_is_no_result_of_the_shard_is_refused(path, line, said):
    with opened(path) as file:
        file.write((0, Found(0)))
    with path.open("ab") as file:
        file.write(line.replace(b"QUESTION", heading().question.encode()))
    before = path.read_bytes()
    with pytest.raises(InputError, match=re.escape(said)) as refused:
        opened(path)
    assert str(refused.value).startswith(f"{path}:3: ")
    assert path.read_bytes() == before


def test_a_file_without_a_heading_is_refused(path):
    path.write_text('{"puzzle":"freecell:1","question":"0"}\n')
    with pytest.raises(InputError, match=r":1: .*expected a file of results, which begins with what was"):
        opened(path)


def test_two_processes_never_write_to_one_file(path):
    with opened(path) as file:
        file.write((0, Found(0)))
        before = path.read_bytes()
        for resume in (True, False):
            with pytest.raises(UsageError, match="another process is writing to it; let it end, or name"):
                opened(path, resume=resume)
        assert path.read_bytes() == before
    with opened(path) as file:
        assert file.done == {0}


def test_where_there_are_no_locks_the_file_is_written_all_the_same(path, monkeypatch):
    def none(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", none)
    with opened(path) as file:
        file.write((0, Found(0)))
    assert lines_of(path) == 2


def test_what_is_no_file_cannot_be_written(tmp_path):
    with pytest.raises(UsageError, match=r"is no file; name one that can be written"):
        opened(tmp_path)
    with pytest.raises(UsageError, match=r"cannot be written: "):
        opened(tmp_path / "none" / "1.jsonl")


FILLED = """
import sys
from pathlib import Path
from shard_files import Found, opened

with opened(Path(sys.argv[1]), "1/1", units=100_000) as file:
    print("open", flush=True)
    for unit in [*file.left]:
        file.write((unit, Found(unit)))
"""


@pytest.mark.full
def test_a_process_that_is_killed_at_any_moment_loses_and_doubles_nothing(path):
    """By SIGKILL, again and again; each goes on where the one before was torn away."""
    lines = 1
    for _ in range(5):
        process = started("-c", FILLED, path, path=[PLUGINS])
        wait_until(lambda known=lines: lines_of(path) > known + 20, "20 more lines are there", process)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=WATCHDOG)
        with path.open("rb") as file:
            assert lines_of(path) == sum(line.endswith(b"\n") for line in file) > lines
        lines = lines_of(path)
    found = merge_files([path])
    assert [unit for unit, _ in found.lines()] == [*range(lines - 1)]
    assert all(unit == result.number for unit, result in found.results(Found))
    assert found.held == [lines - 1]
