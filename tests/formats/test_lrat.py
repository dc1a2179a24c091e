"""Proofs with hints, as text and in binary: round trips, faults with their places, and as DRAT."""

from contextlib import suppress
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import InputError
from accord.formats import drat, source
from accord.formats.lrat import from_one, is_lrat, read, reading, without_hints, write

MOST_LITERAL, MOST_ID = (1 << 30) - 1, (1 << 31) - 1


def steps_of(proof):
    return [proof.step(index) for index in range(proof.steps)]


def text(steps):
    lines, last = [], 7
    for identity, lemma, hints in steps:
        last = identity or last
        words = [last, *lemma, 0, *hints, 0] if identity else [last, "d", *hints, 0]
        lines.append(" ".join(map(str, words)) + "\n")
    return "".join(lines).encode()


def binary(steps):
    data = bytearray()

    def number(value):
        code = 2 * abs(value) + (value < 0)
        while code > 127:
            data.append(128 | code & 127)
            code >>= 7
        data.append(code)

    for identity, lemma, hints in steps:
        data.append(ord("a" if identity else "d"))
        for value in [identity, *lemma, 0, *hints, 0] if identity else [*hints, 0]:
            number(value)
    return bytes(data)


def signed(most):
    return st.integers(1, most).flatmap(lambda v: st.sampled_from([v, -v]))


adding = st.tuples(
    st.integers(1, MOST_ID), st.lists(signed(MOST_LITERAL), max_size=5), st.lists(signed(MOST_ID), max_size=5)
)
deleting = st.tuples(st.just(0), st.just([]), st.lists(st.integers(1, MOST_ID), max_size=5))
proofs = st.lists(adding | deleting, max_size=20)


@given(proofs)
def test_text_and_binary_are_round_trips(steps):
    for data in (text(steps), binary(steps)):
        proof = read(data)
        assert steps_of(proof) == steps
        assert steps_of(read("".join(write(proof)).encode())) == steps
    assert proof.lemmas == sum(identity > 0 for identity, _, _ in steps)


@given(proofs, st.integers(1, 40))
def test_a_proof_may_be_read_in_any_pieces(steps, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("accord.formats.lrat.AT_ONCE", size)
        for data in (b"c a comment that is long\n" + text(steps), text(steps).strip(), binary(steps)):
            if b"\0" not in data or b"\0" in data[:size]:
                assert [s for part in reading(BytesIO(data)) for s in steps_of(part)] == steps


def test_text_may_be_laid_out_freely():
    data = b"c a proof\r\n 7 1 -2 0\n 3 0  8 d\t7\n0\n  c done\n9 0 -1 4 0"
    assert steps_of(read(data)) == [(7, [1, -2], [3]), (0, [], [7]), (9, [], [-1, 4])]
    assert steps_of(read(b"")) == steps_of(read(b"\n")) == []


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"7 1 0 2 0\n8 x 0 1 0\n", "p:2: found 'x'"),
        (b"c\n7 1 0 1-2 0\n", "p:2: found '1-2'"),
        (b"7 +1 0 2 0\n", "p:1: found '+1'"),
        (b"7 1073741824 0 1 0\n", "p:1: found '1073741824'"),
        (b"7 1 0 2147483648 0\n", "p:1: found '2147483648'"),
        (b"7 1 0 99999999999999999999 0\n", "p:1: found '99999999999999999999'"),
        (b"0 1 0 2 0\n", "p:1: found '0'"),
        (b"-7 1 0 2 0\n", "p:1: found '-7'"),
        (b"7 1 d 2 0\n", "p:1: found 'd'"),
        (b"7 dd 2 0\n", "p:1: found 'dd'"),
        (b"d 2 0\n", "p:1: found 'd'"),
        (b"7 d -2 0\n", "p:1: found '-2'"),
        (b"7 1 0\n2 - 0\n", "p:2: found '-'"),
        (b"7 1 c 0 1 0\n", "p:1: found 'c'"),
        (b"7 1 0 2 0\n\n8 1 0\n2\n\n", "p:4: the file ends within a step"),
        (b"\xff\xfe\n", "p:1: found '\\xff\\xfe'"),
        (b"a\x02\x00\x00x\x04\x00", "p: byte 5: found 120"),
        (b"a\x02\x00\x00a\x04\x00", "p: byte 7: found the file's end"),
        (b"a\x02\x00\x00d\x04", "p: byte 6: found the file's end"),
        (b"a\x03\x00\x00", "p: byte 2: found 3"),
        (b"a\x00\x00\x00", "p: byte 2: found 0"),
        (b"a\x02\x01\x00\x00", "p: byte 3: found 1"),
        (b"a\x02\x00\x00d\x03\x00", "p: byte 6: found 3"),
        (b"a\x02\xff\xff\xff\xff\xff\x01\x00\x00", "p: byte 3: found 255"),
        (b"a\x02\xff\xff\xff\xff\x0f\x00\x00", "p: byte 3: found 255"),
        (b"\x00", "p: byte 1: found 0"),
    ],
)
def test_faults_have_a_place(data, place, monkeypatch):
    for at_once in (source.AT_ONCE, 8):
        monkeypatch.setattr("accord.formats.lrat.AT_ONCE", at_once)
        with pytest.raises(InputError) as fault:
            read(data, "p")
        assert str(fault.value).startswith(place)
        assert "expected" in str(fault.value)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_proof_or_a_fault(data):
    for mangled in (data, b"a\x02" + data + b"\0", b"1 " + data):
        with suppress(InputError):
            assert read(mangled).steps <= len(mangled)


@pytest.mark.parametrize(
    ("head", "clauses", "expected"),
    [
        (b"c of a solver\n\n5 1 0 2 3 0\n", 4, True),
        (b"5 d 1 0\n", 4, True),
        (b"5 0 1 2 0", 4, True),
        (b"1 -2 0\n", 4, False),
        (b"d 1 2 0\n5 0 1 0\n", 4, False),
        (b"0\n", 4, False),
        (b"", 4, False),
        (b"a\x0a\x02\x00\x04\x06\x00d\x02\x00a\x0c", 4, True),
        (b"d\x02\x00a\x0a\x02\x00\x04\x06\x00", 4, True),
        (b"a\x02\x00a\x00", 4, False),  # as DRAT: 1 0, 0; as LRAT the id would be 1
        (b"a\x0a\x00\x00a\x08\x00\x00", 4, False),  # ids that go down
        (b"a\x02\x04\x00d\x02\x00", 1, False),
    ],
)
def test_which_of_the_two_a_file_is(head, clauses, expected):
    assert is_lrat(head, clauses) == expected


def test_without_hints_it_is_a_drat_proof():
    formula = np.array([0, 2, 4]), np.array([1, 2, -1, 3], np.int32)
    proof = read(b"3 2 3 0 1 2 0\n3 d 1 3 0\n5 0 -2 3 0\n5 d 2 9 0\n")
    expected = [(False, [2, 3]), (True, [1, 2]), (True, [2, 3]), (False, []), (True, [-1, 3])]
    found = without_hints(proof, formula)
    assert [found.step(index) for index in range(found.steps)] == expected
    assert "".join(drat.write(found)) == "2 3 0\nd 1 2 0\nd 2 3 0\n0\nd -1 3 0\n"


def test_ids_that_a_solver_mixed_are_put_in_order():
    """Clauses 1, 2, 4 and 6 are the formula's; 3 and 5 were derived while it was given."""
    proof = read(b"3 1 0 1 2 0\n3 d 2 0\n5 -7 0 4 -3 0\n8 0 6 5 3 0\n")
    assert steps_of(from_one(proof, 4)) == [
        (5, [1], [1, 2]),
        (0, [], [2]),
        (6, [-7], [3, -5]),
        (7, [], [4, 6, 5]),
    ]
    assert from_one(proof, 2) is proof
