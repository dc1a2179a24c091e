"""The file of a checkpoint by itself: when it is due, what it holds, what is refused, what stays on disk."""

import os
import re
from zipfile import ZipFile

import msgspec
import numpy as np
import pytest
from waiting import Clock

from accord import InputError, UsageError
from accord.runner import checkpoint as module
from accord.runner.checkpoint import Checkpoint, Header, WriteError, sources
from accord.runner.counting import PartTotals, RunTotals

QUESTION = {"model": "abc", "distinct": False, "seed": 0, "root": None}
STATE = {"stack": np.arange(6, dtype=np.uint64).reshape(2, 3), "done": np.array([True, False])}


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr(module, "monotonic", Clock())
    return module.monotonic


@pytest.fixture
def file(tmp_path):
    return tmp_path / "state"


def known():
    done = PartTotals(12, np.array([2**64 - 1, 3], np.uint64), {"nodes": 40}, {"seconds": 2})
    return RunTotals(7, "layout", done, {4, 1}, {3: PartTotals(5, np.array([1, 2], np.uint64), {"nodes": 1})})


def altered(file, **fields):
    """The same file with another header."""
    with np.load(file) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = {**msgspec.json.decode(arrays["header"].tobytes()), **fields}
    arrays["header"] = np.frombuffer(msgspec.json.encode(header), np.uint8)
    with file.open("w+b") as out:
        np.savez(out, **arrays)
        out.write(module._sum_of(out, out.seek(0, os.SEEK_END)))


def test_a_state_is_due_each_time_so_many_seconds_have_passed(file, clock):
    kept = Checkpoint(file, QUESTION, 10.0)
    begun = clock.now
    for seconds, due in ((0, False), (9.5, False), (10, True), (11, True)):
        clock.now = begun + seconds
        assert kept.due() == due
    kept.write(known(), 7, {})
    for seconds, due in ((11, False), (20.5, False), (21, True)):
        clock.now = begun + seconds
        assert kept.due() == due
    clock.now = begun + 12
    assert not kept.due()
    kept.saving = True
    assert kept.due()


def test_so_it_is_after_a_write_that_failed(file, clock):
    kept = Checkpoint(file, QUESTION, 10.0)
    clock.now += 10
    file.mkdir()
    with pytest.raises(WriteError, match="cannot be written"):
        kept.write(known(), 7, {})
    assert not kept.due(), "else it would try at every slice"
    assert [each.name for each in file.parent.iterdir()] == ["state"]


@pytest.mark.parametrize("largest", [0, 1 << 20])
def test_what_is_written_is_read(file, largest, monkeypatch):
    monkeypatch.setattr(module, "COMPRESSED", largest)
    Checkpoint(file, QUESTION, 1.0).write(known(), 9, STATE)
    header, state = Checkpoint(file, QUESTION, 1.0).read()
    assert {name: array.tolist() for name, array in state.items()} == {
        name: array.tolist() for name, array in STATE.items()
    }
    assert (header.pieces, header.question, header.sources) == (9, QUESTION, sources())
    fresh = RunTotals(7, "layout")
    header.resume(fresh)
    assert (fresh.done.total, fresh.done.digest.tolist()) == (12, [2**64 - 1, 3])
    assert (fresh.done.effort, fresh.done.estimate) == ({"nodes": 40}, {"seconds": 2})
    assert fresh.finished == {1, 4}
    assert {part: sums.total for part, sums in fresh.under_way.items()} == {3: 5}
    assert fresh.under_way[3].digest.tolist() == [1, 2]
    assert [each.name for each in file.parent.iterdir()] == ["state"]


def test_all_of_it_is_on_the_disk_before_it_takes_its_place(file, monkeypatch):
    """Else a machine that loses its power could have the new name and not the bytes."""
    seen = []
    monkeypatch.setattr(
        module.os, "fsync", lambda number: seen.append((os.fstat(number).st_size, file.exists()))
    )
    Checkpoint(file, QUESTION, 1.0).write(known(), 7, STATE)
    assert seen == [(file.stat().st_size, False)]


def test_only_a_small_state_is_compressed(tmp_path, monkeypatch):
    zeros = {"zeros": np.zeros(5000, np.uint64)}
    sizes = []
    for largest in (0, 38_000, 45_000):  # 40,000 bytes of state, and some of the header
        monkeypatch.setattr(module, "COMPRESSED", largest)
        Checkpoint(tmp_path / str(largest), QUESTION, 1.0).write(known(), 7, zeros)
        sizes.append((tmp_path / str(largest)).stat().st_size)
    assert sizes[0] == sizes[1] > 40_000 > 10 * sizes[2]


def test_without_a_state_the_part_under_way_begins_anew(file):
    kept = Checkpoint(file, QUESTION, 1.0)
    kept.write(known(), 7, {})
    header, state = kept.read()
    assert (header.under_way, state) == ({}, {})
    assert header.done.total == 12


def test_no_file_is_nothing_known(file):
    assert Checkpoint(file, QUESTION, 1.0).read() is None


@pytest.mark.parametrize("layout", ["", "another"])
def test_other_parts_are_refused(file, layout):
    kept = Checkpoint(file, QUESTION, 1.0)
    kept.write(known(), 7, STATE)
    fresh = RunTotals(7, layout)
    with pytest.raises(InputError, match="for other parts"):
        kept.read()[0].resume(fresh)
    assert (fresh.total, fresh.finished) == (0, set())


@pytest.mark.parametrize("fields", [{"format": 2}, {"sources": "0.0.1+abc"}])
def test_other_code_wrote_it(file, fields):
    Checkpoint(file, QUESTION, 1.0).write(known(), 7, STATE)
    altered(file)
    assert Checkpoint(file, QUESTION, 1.0).read()[0].format == 1
    altered(file, **fields)
    with pytest.raises(UsageError, match=r"was written by accord .*; delete it to start anew"):
        Checkpoint(file, QUESTION, 1.0).read()


@pytest.mark.parametrize("name", QUESTION)
@pytest.mark.parametrize("value", ["other", 5, True])
def test_another_question_is_refused(file, name, value):
    Checkpoint(file, QUESTION, 1.0).write(known(), 7, STATE)
    other = Checkpoint(file, {**QUESTION, name: value}, 1.0)
    with pytest.raises(UsageError, match=f"its {name} is {QUESTION[name]!r}, this run's is {value!r}"):
        other.read()


def test_what_is_asked_beyond_the_file_is_another_question_too(file):
    Checkpoint(file, QUESTION, 1.0).write(known(), 7, STATE)
    with pytest.raises(UsageError, match="its branch is None, this run's is 'first'"):
        Checkpoint(file, {**QUESTION, "branch": "first"}, 1.0).read()


def test_arrays_of_objects_are_damage(file):
    """To read one would run code of whoever wrote the file."""
    header = Header(1, sources(), dict(QUESTION), 7, "layout", PartTotals(), [], {})
    text = np.frombuffer(msgspec.json.encode(header, enc_hook=np.ndarray.tolist), np.uint8)
    with file.open("wb") as out:
        np.savez(out, header=text, **{"state.x": np.array([{}], object)})
    with pytest.raises(InputError, match="no checkpoint that can be read"):
        Checkpoint(file, QUESTION, 1.0).read()


def test_a_fault_is_noted_once_and_the_run_goes_on(file):
    kept = Checkpoint(file, QUESTION, 1.0)
    file.mkdir()
    kept.update(known(), 7, {})
    kept.update(known(), 7, {})
    (fault,) = kept.faults
    assert fault.startswith(f"checkpoint {file} cannot be written: ")
    file.rmdir()
    kept.update(known(), 7, {})
    assert len(kept.faults) == 1
    assert kept.read()[0].done.total == 12


def test_two_of_one_process_write_beside_each_other(file):
    one, other = Checkpoint(file, QUESTION, 1.0), Checkpoint(file, QUESTION, 1.0)
    assert one._unfinished != other._unfinished
    assert {one._unfinished.parent, other._unfinished.parent} == {file.parent}


def test_a_process_whose_half_written_file_is_found_is_not_disturbed(file, monkeypatch):
    """It is asked with signal 0, which does nothing; any other would end it."""
    asked = []
    monkeypatch.setattr(module.os, "kill", lambda *words: asked.append(words))
    file.with_name("state.77.4321.part").write_bytes(b"half")
    Checkpoint(file, QUESTION, 1.0).read()
    assert asked == [(4321, 0)]


def test_only_what_a_process_that_is_gone_left_is_removed(file):
    ours, gone = (file.with_name(f"state.77.{process}.part") for process in (os.getpid(), 999_999_999))
    foreign = [file.with_name(name) for name in ("state.0.word.part", "state.part", "other.0.999999999.part")]
    for each in (ours, gone, *foreign):
        each.write_bytes(b"half")
    Checkpoint(file, QUESTION, 1.0).read()
    assert set(file.parent.iterdir()) == {ours, *foreign}


def test_a_file_is_read_up_to_the_largest_size_that_is_written(file, monkeypatch):
    """Compressed, it may unpack to so many bytes."""
    kept = Checkpoint(file, QUESTION, 1.0)
    kept.write(known(), 7, {"stack": np.zeros(10_000, np.uint64)})
    with ZipFile(file) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())
    assert file.stat().st_size < unpacked
    monkeypatch.setattr(module, "LARGEST_HEADS", 1000)
    monkeypatch.setattr(module, "COMPRESSED", unpacked - 1000)
    assert kept.read()[0].done.total == 12
    monkeypatch.setattr(module, "COMPRESSED", unpacked - 1001)
    with pytest.raises(InputError, match=f"{unpacked:,} bytes in"):
        kept.read()


def test_a_changed_name_of_an_array_is_refused(file):
    """Zip has a checksum of what an array holds, and none of its name, which is there twice."""
    kept = Checkpoint(file, QUESTION, 1.0)
    kept.keep(4, np.arange(6).reshape(2, 3))
    kept.write(known(), 7, STATE)
    whole = file.read_bytes()
    names = (b"header.npy", b"state.stack.npy", b"state.done.npy", b"found.4.npy")
    places = [found.start() for name in names for found in re.finditer(re.escape(name), whole)]
    assert len(places) == 8
    for place in places:
        for bit in (0, 2, 5):
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            with pytest.raises(InputError, match="delete it to start anew"):
                Checkpoint(file, QUESTION, 1.0).read()
    file.write_bytes(whole)
    assert Checkpoint(file, QUESTION, 1.0).read() is not None
