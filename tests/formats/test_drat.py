"""Proofs as text and in binary: round trips, and faults with their places."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import InputError
from accord.formats.drat import LARGEST_VARIABLE, Proof, read, write


def steps_of(proof):
    return [proof.step(index) for index in range(proof.steps)]


def binary(steps):
    data = bytearray()
    for deletes, literals in steps:
        data += b"d" if deletes else b"a"
        for literal in literals:
            code = 2 * abs(literal) + (literal < 0)
            while code > 127:
                data.append(128 | code & 127)
                code >>= 7
            data.append(code)
        data.append(0)
    return bytes(data)


def proof_of(steps):
    literal = [literal for _, literals in steps for literal in literals]
    start = np.concatenate([[0], np.cumsum([len(literals) for _, literals in steps])])
    deletes = np.array([deletes for deletes, _ in steps], np.bool_)
    return Proof(start.astype(np.int64), np.array(literal, np.int32), deletes)


literals = st.integers(1, LARGEST_VARIABLE).flatmap(lambda v: st.sampled_from([v, -v]))
proofs = st.lists(st.tuples(st.booleans(), st.lists(literals, max_size=6)), max_size=20)


@given(proofs)
def test_text_and_binary_are_round_trips(steps):
    assert steps_of(read("".join(write(proof_of(steps))).encode())) == steps
    assert steps_of(read(binary(steps))) == steps
    assert proof_of(steps).lemmas == [deletes for deletes, _ in steps].count(False)


def test_text_may_be_laid_out_freely():
    text = b"c a proof\n1 -2 0 3\n\t-4 0\r\nd 1 -2\n0\nc done"
    assert steps_of(read(text)) == [(False, [1, -2]), (False, [3, -4]), (True, [1, -2])]
    assert steps_of(read(b"")) == []


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"1 2 0\n1 x 0\n", "p:2: found 'x'"),
        (b"c\n1 2 0\n1 1-2 0\n", "p:3: found '1-2'"),
        (b"1 99999999999 0\n", "p:1: found '99999999999'"),
        (b"4611686018427387904 1 0\n", "p:1: found '4611686018427387904'"),  # what stands for d inside
        (b"1 0\nd 4611686018427387904 0\n", "p:2: found '4611686018427387904'"),
        (b"dd 1 0\n", "p: step 1: found d within a step"),
        (b"-d 1 0\n", "p:1: found '-d'"),
        (b"1 2147483648 0\n", "p:1: found '2147483648'"),
        (b"1 2 0\n3\n", "p:2: the file ends within a step"),
        (b"1 0\n2 d 3 0\n", "p: step 2: found d within a step"),
        (b"\xff\xfe\n", "p:1: found '\\xff\\xfe'"),
        (b"a\x02\x00x\x04\x00", "p: byte 4: found 120 at the beginning"),
        (b"a\x02\x00a\x04", "p: byte 5: found the file's end"),
        (b"a\x01\x00", "p: byte 2: found 1 as a literal"),
        (b"a\xff\xff\xff\xff\xff\xff\x01\x00", "p: byte 2: found a number of more than five bytes"),
        (b"a\xff\xff\xff\xff\x7f\x00", "p: byte 2: found 34359738367 as a literal"),
        (
            b"a\x80\x80\x80\x80\x08\x00",
            "p: byte 2: found 2147483648 as a literal",
        ),  # one more than the largest
        (b"\x00", "p: byte 1: found 0 at the beginning"),
    ],
)
def test_faults_have_a_place(data, place):
    with pytest.raises(InputError) as fault:
        read(data, "p")
    assert str(fault.value).startswith(place)
    assert "expected" in str(fault.value)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_proof_or_a_fault(data):
    for mangled in (data, b"a" + data + b"\0", b"1 " + data):
        with suppress(InputError):
            assert read(mangled).steps <= len(mangled)


@given(proofs)
def test_a_binary_proof_may_be_read_in_any_pieces(steps):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("accord.formats.drat.AT_ONCE", 1)
        assert steps_of(read(binary(steps))) == steps


def test_a_zero_byte_may_end_a_number_that_is_none(monkeypatch):
    monkeypatch.setattr("accord.formats.drat.AT_ONCE", 1)
    data = b"a\x82\x00\x04\x00d\x03\x00"  # 2 in two bytes: its last byte ends no step
    assert steps_of(read(data)) == [(False, [1, 2]), (True, [-1])]
    assert steps_of(read(b"a\x02\x80\x00a\x04\x00")) == [(False, [1]), (False, [2])]  # 0 in two bytes
    with pytest.raises(InputError, match="p: byte 6: found 120 at the beginning"):
        read(b"a\x82\x00\x04\x00x\x00", "p")


def test_a_large_text_keeps_its_lines():
    lines = [f"{k} -{k + 1} 0" for k in range(1, 200_000)]
    proof = read("\n".join(lines).encode())
    assert proof.steps == len(lines)
    assert proof.step(150_000) == (False, [150_001, -150_002])
    lines[190_000] += " y"
    with pytest.raises(InputError, match="p:190001: found 'y'"):
        read("\n".join(lines).encode(), "p")
