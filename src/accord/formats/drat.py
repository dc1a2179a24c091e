"""DRAT proofs: read as text or binary, written as text.

A proof is a list of steps. Each adds a clause, or deletes one: `-1 2 0` and `d -1 2 0` as text, with comment
lines that begin with `c`; in binary a step is the byte `a` or `d`, then each literal l as 2|l|, or 2|l| + 1
if it is negative, in groups of seven bits with the lowest first and the high bit on all but the last, then 0.

    name     shape      dtype  meaning
    -------  ---------  -----  ------------------------------------------------
    start    steps + 1  int64  step i has literal[start[i]:start[i + 1]]
    literal  literals   int32  variables from 1, a negated one below 0
    deletes  steps      bool   the step deletes its clause
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.errors import InputError
from accord.formats.source import AT_ONCE, integers, pieces, without_comments

LARGEST_VARIABLE = (1 << 30) - 1
LARGEST = 1 << 32  # bytes
DELETE = 1 << 62  # stands for `d` among the numbers of a text
ADD_BYTE, DELETE_BYTE = ord("a"), ord("d")


@dataclass(frozen=True, eq=False)
class Proof:
    """The steps of a proof; see the table above."""

    start: npt.NDArray[np.int64]
    literal: npt.NDArray[np.int32]
    deletes: npt.NDArray[np.bool_]

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self.deletes)

    @property
    def lemmas(self) -> int:
        """How many of them add a clause."""
        return self.steps - int(self.deletes.sum())

    def step(self, index: int) -> tuple[bool, list[int]]:
        """Whether a step deletes, and its literals."""
        return bool(self.deletes[index]), self.literal[self.start[index] : self.start[index + 1]].tolist()


def read(data: bytes, name: str = "proof") -> Proof:
    """The proof in `data`, text or binary. Raises InputError with the place of the first fault.

    What has a zero byte is binary: every binary step ends with one, and no text has any.
    """
    steps = reading(data, name)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def reading(data: bytes, name: str = "proof") -> Generator[None, None, Proof]:
    """Read a proof in steps of some 100 ms; returns the proof."""
    if len(data) > LARGEST:
        raise InputError([f"{name}: {len(data):,} bytes; expected at most {LARGEST:,}"])
    return (yield from (_reading_binary if b"\0" in data else _reading_text)(data, name))


def write(proof: Proof) -> Iterator[str]:
    """The proof as text: its lines, one a step."""
    for index in range(proof.steps):
        deletes, literals = proof.step(index)
        yield " ".join([*(["d"] if deletes else []), *map(str, literals), "0"]) + "\n"


# -- text ------------------------------------------------------------------------------------------


def _reading_text(data: bytes, name: str) -> Generator[None, None, Proof]:
    parts = [np.zeros(0, np.int64)]
    line = 1
    for piece in pieces(data):
        plain = without_comments(piece)
        try:
            numbers = integers(plain.replace(b"d", b" %d " % DELETE))
        except ValueError:
            raise _bad_token(plain, name, line) from None
        marks = numbers == DELETE
        if (np.abs(numbers[~marks]) > LARGEST_VARIABLE).any() or marks.sum() != plain.count(b"d"):
            raise _bad_token(plain, name, line)
        parts.append(numbers)
        line += piece.count(b"\n")
        yield
    return _steps(np.concatenate(parts), data, name)


def _bad_token(plain: bytes, name: str, line: int) -> InputError:
    for offset, text in enumerate(plain.split(b"\n")):
        for token in text.split():
            sound = re.fullmatch(rb"d?|d?[+-]?\d{1,10}", token)
            if not sound or abs(int(token.lstrip(b"d") or 0)) > LARGEST_VARIABLE:
                shown = token[:20].decode("ascii", "backslashreplace")
                literal = f"a literal (a whole number up to {LARGEST_VARIABLE}, or its negative)"
                expected = f"{literal}, 0 at the end of a step, or d at its beginning"
                return InputError([f"{name}:{line + offset}: found '{shown}'; expected {expected}"])
    return InputError([f"{name}:{line}: expected a DRAT proof"])


def _steps(numbers: npt.NDArray[np.int64], data: bytes, name: str) -> Proof:
    ends = np.flatnonzero(numbers == 0)
    if len(numbers) and (not len(ends) or ends[-1] != len(numbers) - 1):
        last = data.count(b"\n", 0, len(data.rstrip())) + 1
        raise InputError([f"{name}:{last}: the file ends within a step; expected 0 at the step's end"])
    begins = np.concatenate([[0], ends + 1])[:-1]
    deletes = numbers[begins] == DELETE
    marks = np.flatnonzero(numbers == DELETE)
    if len(marks) != int(deletes.sum()):
        step = int(np.searchsorted(ends, np.setdiff1d(marks, begins)[0]))
        raise InputError([f"{name}: step {step + 1:,}: found d within a step; expected it at its beginning"])
    keep = (numbers != 0) & (numbers != DELETE)
    start = np.concatenate([[0], np.cumsum(ends - begins - deletes)]).astype(np.int64)
    return Proof(start, numbers[keep].astype(np.int32), deletes)


# -- binary ----------------------------------------------------------------------------------------


def _reading_binary(data: bytes, name: str) -> Generator[None, None, Proof]:
    sizes, literals, deletes = [np.zeros(1, np.int64)], [np.zeros(0, np.int32)], [np.zeros(0, np.bool_)]
    at = 0
    while at < len(data):
        end = _end_of_step(data, at + AT_ONCE)
        size, literal, deleting = _steps_of(data[at:end], name, at)
        sizes.append(size)
        literals.append(literal)
        deletes.append(deleting)
        at = end
        yield
    return Proof(np.cumsum(np.concatenate(sizes)), np.concatenate(literals), np.concatenate(deletes))


def _end_of_step(data: bytes, at: int) -> int:
    """Find the end of the first step that ends behind `at`, 1 or more; the end of the data if none does."""
    while True:
        end = data.find(b"\0", at) + 1
        if not end or data[end - 2] < 128:  # else this byte ends a longer number
            return end or len(data)
        at = end


def _steps_of(
    data: bytes, name: str, offset: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """Whole steps: how many literals each has, these, and which delete. `offset` is where the data begins."""
    byte = np.frombuffer(data, np.uint8)
    last = np.flatnonzero(byte < 128)  # where numbers end
    first = np.concatenate([[0], last + 1])[:-1]
    length = last - first + 1
    if (length > 5).any():
        raise _bad_byte(name, offset + int(first[np.argmax(length > 5)]), "a number of more than five bytes")
    number = np.zeros(len(last), np.int64)
    for place in range(int(length.max(initial=1))):
        there = length > place
        number[there] |= (byte[first[there] + place].astype(np.int64) & 127) << (7 * place)
    if byte[-1] != 0 or length[-1] != 1:
        raise _bad_byte(name, offset + len(byte) - 1, "the file's end within a step")

    ends = np.flatnonzero(number == 0)
    begins = np.concatenate([[0], ends + 1])[:-1]
    kind = np.where(length[begins] == 1, number[begins], -1)
    deletes = kind == DELETE_BYTE
    wrong = ~deletes & (kind != ADD_BYTE)
    if wrong.any():
        at = int(first[begins[np.argmax(wrong)]])
        raise _bad_byte(name, offset + at, f"{int(byte[at])} at the beginning of a step")
    keep = number != 0
    keep[begins] = False
    code = number[keep]
    bad = (code < 2) | (code >> 1 > LARGEST_VARIABLE)
    if bad.any():
        which = int(np.flatnonzero(keep)[np.argmax(bad)])
        raise _bad_byte(name, offset + int(first[which]), f"{int(number[which])} as a literal")
    literal = np.where(code & 1 == 1, -(code >> 1), code >> 1).astype(np.int32)
    return (ends - begins - 1).astype(np.int64), literal, deletes


def _bad_byte(name: str, at: int, found: str) -> InputError:
    expected = "steps of a binary DRAT proof: a or d, literals from 2 on, 0"
    return InputError([f"{name}: byte {at + 1:,}: found {found}; expected {expected}"])
