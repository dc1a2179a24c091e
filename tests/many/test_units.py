"""Units and shards: which are whose, what a heading says, and how a line is stamped and read back."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import InputError, UsageError
from accord.json import with_check, without_check
from accord.many.result_file import whole_lines
from accord.many.units import Heading, Shard, digest, sources, stamp, unstamp


class Found(msgspec.Struct):
    words: str
    status: str = "complete"

    def json(self):
        return msgspec.json.encode(self).decode()


def heading(**more):
    asked = {
        "command": "plan",
        "terms": {"mode": "any", "names": ("a", "b")},
        "units": 7,
        "shard": Shard(1, 3),
    }
    return Heading.of(**asked | more)


@given(st.integers(1, 20), st.integers(0, 60))
def test_every_unit_is_of_one_shard_whatever_the_cut(of, number):
    shards = [Shard(i, of) for i in range(1, of + 1)]
    for unit in range(number):
        assert sum(shard.has(unit) for shard in shards) == 1
    assert sorted(unit for shard in shards for unit in shard.units(number)) == [*range(number)]
    assert all(shard.has(unit) for shard in shards for unit in shard.units(number))


@given(st.integers(1, 10**9).flatmap(lambda of: st.tuples(st.integers(1, of), st.just(of))))
def test_a_shard_is_read_as_it_is_written(each):
    assert Shard.of_text(str(Shard(*each))) == Shard(*each)


@pytest.mark.parametrize(
    "text", ["", "3", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "one/3", "1.5/3", f"1/{10**10}"]
)
def test_what_is_no_shard_is_told_in_a_line(text):
    with pytest.raises(UsageError, match=r"^shard '.*': expected I/N with I from 1 to N, as 1/8 "):
        Shard.of_text(text)


@given(st.text(), st.integers(0, 10**17))
def test_a_stamp_is_read_back_and_the_result_is_as_it_was(words, unit):
    result, question = Found(words), digest({"a": 1})
    line = stamp(result, question, unit)
    assert line.count(b"\n") == 1
    assert unstamp(line) == (result.json().encode(), unit, question)


def test_a_heading_is_read_back_from_its_line():
    assert msgspec.json.decode(heading(told={"count": 8}).line(), type=Heading) == heading(told={"count": 8})
    assert heading().terms == {"mode": "any", "names": ["a", "b"]}
    assert heading().sources == sources()


def test_the_question_is_the_command_and_its_terms_and_nothing_else():
    asked = heading().question
    assert asked == heading(units=8, shard=Shard(2, 5), told={"x": 1}).question
    assert asked != heading(command="solve").question
    assert asked != heading(terms={"mode": "fast", "names": ("a", "b")}).question


@pytest.mark.parametrize(
    ("more", "differs"),
    [
        ({"shard": Shard(2, 5), "told": {"x": 1}}, None),
        ({"command": "solve"}, ("command", "plan", "solve")),
        ({"units": 8}, ("units", 7, 8)),
        ({"terms": {"mode": "fast", "names": ["a", "b"]}}, ("mode", "any", "fast")),
        ({"terms": {"mode": "any"}}, ("names", ["a", "b"], None)),
    ],
)
def test_what_tells_two_questions_apart_is_named(more, differs):
    assert heading().difference(heading(**more)) == differs


def test_other_sources_are_another_question():
    other = msgspec.structs.replace(heading(), sources="0.0.1+another")
    assert heading().difference(other) == ("sources", sources(), "0.0.1+another")


def test_every_changed_bit_of_a_line_is_seen():
    plain = b'{"count":12,"unit":3,"question":"%b"}\n' % (b"0a" * 16)
    line = with_check(plain)
    assert without_check(line) == plain
    assert without_check(plain) == plain  # as older files have it
    for at in range(len(line) - 1):
        for bit in range(8):
            changed = line[:at] + bytes([line[at] ^ 1 << bit]) + line[at + 1 :]
            try:
                found = without_check(changed)
            except ValueError:
                continue
            # the check itself is none any longer: all that it was of is as it was, and no line of a shard
            assert found.startswith(plain[:-2])
            assert unstamp(found) is None


@pytest.mark.parametrize(
    ("line", "said"), [(1, "delete it to start anew"), (2, "delete the line, and go on by `resume`")]
)
def test_what_to_do_with_a_damaged_line_is_said(tmp_path, line, said):
    path, lines = tmp_path / "a.jsonl", [with_check(b'{"unit":%d}\n' % unit) for unit in range(2)]
    lines[line - 1] = lines[line - 1].replace(b"unit", b"unix")
    path.write_bytes(b"".join(lines))
    with pytest.raises(InputError, match=f"jsonl:{line}: the line is damaged: .*{said}"):
        list(whole_lines(path))
