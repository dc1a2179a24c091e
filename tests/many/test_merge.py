"""Merging: each unit once, however the shards were cut; what differs or lacks is told, never passed over."""

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from shard_files import Found, heading, written

from accord.errors import InputError, UsageError
from accord.many import result_file
from accord.many.merge import merge_files
from accord.many.units import Shard


def numbers(found):
    return [(unit, result.number) for unit, result in found.results(Found)]


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.integers(1, 12).flatmap(lambda of: st.tuples(st.integers(1, of), st.just(of)))), st.data())
def test_shards_cut_in_any_ways_are_one_whole(tmp_path_factory, cuts, data):
    folder = tmp_path_factory.mktemp("shards")
    cuts = [Shard(*cut) for cut in [*cuts, (1, 2)]]
    had = [
        data.draw(st.sets(st.sampled_from([*cut.units(10)]))) if [*cut.units(10)] else set() for cut in cuts
    ]
    paths = [
        written(folder / f"{i}.jsonl", str(cut), units)
        for i, (cut, units) in enumerate(zip(cuts, had, strict=True))
    ]
    found = merge_files(paths)
    every = set().union(*had)
    assert numbers(found) == [(unit, 10 * unit) for unit in sorted(every)]
    assert [unit for gap in found.gaps for unit in gap] == sorted({*range(10)} - every)
    assert found.missing == 10 - len(every)
    assert (found.differences, found.held) == ([], [len(units) for units in had])


def test_what_is_missing_is_told_by_file_and_by_shard(tmp_path):
    one = written(tmp_path / "1", "1/5", [0])
    other = written(tmp_path / "2", "2/5", [1, 6])
    found = merge_files([one, other])
    assert (found.missing, found.gaps) == (7, [range(2, 6), range(7, 10)])
    assert [*found.unfinished] == [
        f"{one}: 1 of 2 units of the shard 1/5 are missing",
        "no file is of these shards: 3/5, 4/5, 5/5",
    ]
    many = written(tmp_path / "4", "1/1000000000", [0], units=10**9)
    assert merge_files([many]).gaps == [range(1, 10**9)]
    assert [*merge_files([many]).unfinished][-1].endswith(
        "2/1000000000, 3/1000000000, 4/1000000000, 5/1000000000, "
        "6/1000000000, 7/1000000000, 8/1000000000, 9/1000000000, 10/1000000000, 11/1000000000, ..."
    )
    assert [*merge_files([one, written(tmp_path / "3", "1/1", range(10))]).unfinished] == [
        f"{one}: 1 of 2 units of the shard 1/5 are missing"
    ]


def test_the_same_shard_twice_is_fine_and_when_it_was_made_does_not_matter(tmp_path):
    one = written(tmp_path / "1", "1/5", {0: Found(0, seconds=1.0), 5: Found(50)})
    other = written(tmp_path / "2", "1/5", {5: Found(50), 0: Found(0, seconds=2.0)})
    found = merge_files([one, other, one])
    assert (numbers(found), found.differences) == ([(0, 0), (5, 50)], [])


def test_two_answers_that_differ_are_a_disagreement(tmp_path):
    one = written(tmp_path / "1", "1/5", [0, 5])
    other = written(tmp_path / "2", "1/1", {0: Found(0), 5: Found(51)})
    assert merge_files([one, other]).differences == [
        f"unit 6, of plan: {one} has number 50, {other} has 51",
    ]


@pytest.mark.parametrize("status", ["time", "limit", "failed"])
def test_an_answer_counts_before_a_limit_whichever_comes_first(tmp_path, status):
    one = written(tmp_path / "1", "1/5", {0: Found(7, status), 5: Found(8, status)})
    other = written(tmp_path / "2", "1/5", {0: Found(0), 5: Found(9, status)})
    for paths in ([one, other], [other, one]):
        found = merge_files(paths)
        assert found.differences == []
        assert dict(numbers(found))[0] == 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"terms": {"mode": "fast"}}, "found mode 'fast'; {} has 'any'"),
        ({"command": "solve"}, "found command 'solve'; {} has 'plan'"),
        ({"units": 11}, "found units 11; {} has 10"),
    ],
)
def test_another_question_is_refused(tmp_path, more, said):
    one, other = written(tmp_path / "1", "1/5", [0]), written(tmp_path / "2", "2/5", [1], **more)
    with pytest.raises(UsageError, match=f"^{other}: {re.escape(said.format(one))}; only answers to one"):
        merge_files([one, other])


def test_another_version_is_refused(tmp_path, monkeypatch):
    one = written(tmp_path / "1", "1/5", [0])
    monkeypatch.setattr("accord.many.units.sources", lambda: "0.0.1+another")
    other = written(tmp_path / "2", "2/5", [1])
    with pytest.raises(UsageError, match=rf"^{other}: found sources '0\.0\.1\+another'; {one} has '"):
        merge_files([one, other])


def test_half_a_line_is_none(tmp_path):
    one = written(tmp_path / "1", "1/5", [0, 5])
    one.write_bytes(one.read_bytes()[:-1])
    assert merge_files([one]).gaps == [range(1, 10)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "found no whole line"),
        (b'{"puzzle":"x"}\n', "expected a file of results"),
        (b"\xff\n", "expected a file of results"),
    ],
)
def test_what_is_no_file_of_a_shard_is_told_in_a_line(tmp_path, content, said):
    path = tmp_path / "1"
    path.write_bytes(content)
    for each in (path, tmp_path / "none", tmp_path):
        with pytest.raises(InputError, match=said if each == path else "cannot be read") as refused:
            merge_files([each])
        assert "\n" not in str(refused.value)


def test_a_whole_is_a_file_that_can_be_merged_again(tmp_path):
    one, other = written(tmp_path / "1", "1/5", [5, 0]), written(tmp_path / "2", "2/5", [1])
    found = merge_files([other, one])
    whole = tmp_path / "whole"
    found.write(whole)
    again = merge_files([whole])
    assert [*again.lines()] == [*found.lines()]
    assert again.heading == msgspec.structs.replace(heading("1/5"), shard="")
    assert [*again.unfinished] == []
    rest = written(tmp_path / "3", "1/1", [2, 3, 4, 6, 7, 8, 9])
    assert merge_files([whole, rest]).missing == 0
    with pytest.raises(UsageError, match=r"the output is also the input .*; name another"):
        again.write(whole)


def test_what_no_command_wrote_is_refused_before_it_fills_the_memory(tmp_path, monkeypatch):
    with pytest.raises(InputError, match="/dev/zero: is no plain file"):
        merge_files([Path("/dev/zero")])
    monkeypatch.setattr(result_file, "LONGEST", 1000)
    (tmp_path / "zeros").write_bytes(bytes(5000))
    with pytest.raises(InputError, match="zeros:1: found more than 1,000 bytes in a line"):
        merge_files([tmp_path / "zeros"])
