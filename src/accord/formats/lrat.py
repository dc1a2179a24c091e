"""LRAT proofs: read as text or binary, written as text; and as DRAT proofs, without their hints.

In such a proof every clause has an id, those of the formula from 1 on, and each clause that is added comes
with hints: ids of the clauses it follows from. `7 -1 2 0 3 5 0` adds the clause 7, `7 d 3 5 0` deletes two.
In memory a proof is numbers, as `accord_native.lrat` tells.

    name    shape      dtype  meaning
    ------  ---------  -----  ------------------------------------------------------------------
    number  numbers    int32  the steps: id, literals, 0, hints, 0; or DELETE, ids, 0
    begin   steps      int64  where each step begins
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from typing import BinaryIO

import numpy as np

from accord.errors import InputError
from accord.formats import drat
from accord.formats.dimacs import Clauses
from accord.formats.source import AT_ONCE, without_comments
from accord.kernels import load
from accord_native.lrat import layout
from accord_native.lrat.layout import DELETE, LARGEST_ID, LARGEST_VARIABLE
from accord_native.progress import DONE
from accord_native.words import Integers, Numbers

WRITTEN_AT_ONCE = 1 << 16  # steps


@dataclass(frozen=True, eq=False)
class Proof:
    """The steps of a proof, or of a stretch of one; see the table above."""

    number: Numbers
    begin: Integers

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self.begin)

    @property
    def lemmas(self) -> int:
        """How many of them add a clause."""
        return int((self.number[self.begin] != DELETE).sum())

    def step(self, index: int) -> tuple[int, list[int], list[int]]:
        """The id of a clause that is added, its literals, and its hints; or 0, none, and what is deleted."""
        end = self.begin[index + 1] if index + 1 < self.steps else len(self.number)
        first, *others = self.number[self.begin[index] : end - 1].tolist()
        if first == DELETE:
            return 0, [], others
        middle = others.index(0)
        return first, others[:middle], others[middle + 1 :]


def join_parts(parts: Iterable[Proof]) -> Proof:
    """Stretches of a proof as one."""
    found = list(parts)
    sizes = [0, *(len(part.number) for part in found)]
    behind = np.cumsum(sizes)[:-1]
    return Proof(
        np.concatenate([np.zeros(0, np.int32), *(part.number for part in found)]),
        np.concatenate([np.zeros(0, np.int64), *(p.begin + b for p, b in zip(found, behind, strict=True))]),
    )


def is_lrat(head: bytes, clauses: int) -> bool:
    """Whether a file that begins so is a proof in LRAT, of a formula of so many clauses; else it may be DRAT.

    As text it is one if the first line that is no comment has a `d` behind a number, or two zeros. In binary,
    where a step of both begins with a letter, it is one if its steps are well formed and the ids go on behind
    those of the formula.
    """
    if b"\0" not in head:
        lines = map(bytes.split, without_comments(head).split(b"\n"))
        line = next(filter(None, lines), [])
        return line[1:2] == [b"d"] or (line[:1] != [b"d"] and line.count(b"0") == 2)
    try:
        begun = join_parts(reading(BytesIO(head), cut=True))
    except InputError:
        return False
    first = begun.number[begun.begin]
    return begun.steps > 0 and bool((np.diff(first[first != DELETE], prepend=clauses) > 0).all())


def reading(file: BinaryIO, name: str = "proof", *, cut: bool = False) -> Iterator[Proof]:
    """A proof in stretches of whole steps, as they are read from a file: some 100 ms each.

    What has a zero byte in its first stretch is binary: every step ends with one, and no text has any. If it
    is `cut`, the last step need not be whole. Raises InputError with the place of the first fault, but not
    before what stands in front of it was taken.
    """
    read = load("accord_native.lrat.read", "read")
    rest, binary, line, before = b"", False, 0, 0
    more, last = AT_ONCE, False
    while not last:
        fresh = file.read(more)
        last = not fresh
        data = bytearray(rest + fresh)  # kernels take what could be written to
        binary = binary or (not before and b"\0" in data)
        arrays = layout.ReadArrays(
            np.frombuffer(data, np.uint8),
            np.empty(len(data), np.int32),
            np.empty(len(data) // 2 + 1, np.int64),
            np.zeros(layout.READ_STATE, np.uint64),
        )
        answer = read(arrays, binary, last and not cut)
        places = (layout.AT, layout.LINE, layout.WRITTEN, layout.STEPS, layout.FAULT)
        at, lines, written, steps, fault = arrays.state[[*places]].tolist()
        if steps:
            yield Proof(arrays.number[:written].copy(), arrays.begin[:steps].copy())
        if answer != DONE:
            if binary:
                raise _bad_byte(bytes(data[fault:]), name, before + fault, answer == layout.CUT)
            raise _bad_token(bytes(data), name, line, fault, answer == layout.CUT)
        rest, line, before = bytes(data[at:]), line + lines, before + at
        more = max(AT_ONCE, len(rest))


def read(data: bytes, name: str = "proof") -> Proof:
    """The whole proof in `data`. Raises InputError with the place of the first fault."""
    return join_parts(reading(BytesIO(data), name))


def _bad_token(data: bytes, name: str, line: int, fault: int, cut: bool) -> InputError:
    line += data.count(b"\n", 0, fault if not cut else len(data.rstrip())) + 1
    if cut:
        return InputError([f"{name}:{line}: the file ends within a step; expected 0 at the step's end"])
    found = re.split(rb"\s", data[fault : fault + 21], maxsplit=1)[0][:20].decode("ascii", "backslashreplace")
    expected = f"an LRAT step: an id up to {LARGEST_ID}, literals up to {LARGEST_VARIABLE}, 0, hints, 0"
    return InputError([f"{name}:{line}: found '{found}'; expected {expected}; or an id, d, ids, 0"])


def _bad_byte(data: bytes, name: str, at: int, cut: bool) -> InputError:
    found = "the file's end within a step" if cut else f"{data[0]}"
    expected = "steps of a binary LRAT proof: a, id, literals, 0, hints, 0; or d, ids, 0"
    return InputError([f"{name}: byte {at + 1:,}: found {found}; expected {expected}"])


def write(proof: Proof) -> Iterator[str]:
    """The proof as text, some steps at a time, one a line."""
    number, begin = proof.number, np.append(proof.begin, len(proof.number))
    ids = number[proof.begin]
    last = max(1, int(ids[ids != DELETE].min(initial=LARGEST_ID)) - 1)  # before the proof
    for first in range(0, proof.steps, WRITTEN_AT_ONCE):
        few = begin[first : first + WRITTEN_AT_ONCE + 1]
        words = [str(n) for n in number[few[0] : few[-1]].tolist()]
        at = (few - few[0]).tolist()
        lines = []
        for low, high in pairwise(at):
            if words[low] == str(DELETE):
                words[low] = f"{last} d"
            else:
                last = words[low]
            lines.append(" ".join(words[low:high]))
        yield "\n".join(lines) + "\n"


def from_one(proof: Proof, clauses: int) -> Proof:
    """Renumber a proof: the formula's clauses have ids from 1 on, the others come behind them.

    A solver may number what it derives while it is still given clauses. Ids that are given to no clause of
    the proof are then those of the formula.
    """
    number = proof.number.copy()
    first = number[proof.begin]
    derived = first[first != DELETE]
    if not len(derived) or derived.min() > clauses:
        return proof
    most = int(np.abs(number[_ids(proof)]).max())
    is_derived = np.zeros(most + 1, np.bool_)
    is_derived[derived] = True
    rank = np.cumsum(is_derived)
    fresh = np.where(is_derived, clauses + rank, np.arange(most + 1) - rank).astype(np.int32)
    ids = _ids(proof)
    number[ids] = np.sign(number[ids]) * fresh[np.abs(number[ids])]
    return Proof(number, proof.begin)


def _middle(proof: Proof) -> Integers:
    """Return the place of the zero behind the literals of each step; of one that deletes, where it begins."""
    zeros = np.flatnonzero(proof.number == 0)
    found = zeros[np.searchsorted(zeros, proof.begin)]
    return np.where(proof.number[proof.begin] == DELETE, proof.begin, found)


def _literals(proof: Proof) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which numbers are literals."""
    change = np.zeros(len(proof.number) + 1, np.int8)
    middle = _middle(proof)
    adds = middle != proof.begin
    change[proof.begin[adds] + 1] += 1
    change[middle[adds]] -= 1
    return np.cumsum(change[:-1], dtype=np.int8).astype(np.bool_)


def _ids(proof: Proof) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which numbers are ids, of clauses or hints."""
    return ~_literals(proof) & (proof.number != 0) & (proof.number != DELETE)


def without_hints(proof: Proof, formula: Clauses) -> drat.Proof:
    """Convert a proof to DRAT: the clauses that are added, and the literals of deleted ones."""
    start, literal = formula
    axioms = len(start) - 1
    is_literal = _literals(proof)
    before = np.append(0, np.cumsum(is_literal))
    bounds = np.append(proof.begin, len(proof.number))
    deletes = proof.number[proof.begin] == DELETE
    pool = np.concatenate([literal, proof.number[is_literal]])
    # of each clause, by its id: where its literals are in the pool
    ids = np.concatenate([np.arange(1, axioms + 1), proof.number[proof.begin[~deletes]]])
    low = np.concatenate([start[:-1], len(literal) + before[bounds[:-1]][~deletes]])
    high = np.concatenate([start[1:], len(literal) + before[bounds[1:]][~deletes]])
    # each step as the clauses it speaks of, one behind another
    spoken = np.zeros(len(proof.number), np.int32)
    spoken[proof.begin[~deletes]] = proof.number[proof.begin[~deletes]]
    of_delete = np.repeat(deletes, np.diff(bounds)) & (proof.number > 0)
    spoken[of_delete] = proof.number[of_delete]
    places = np.flatnonzero(spoken)
    clause = np.searchsorted(ids, spoken[places])
    known = clause < len(ids)
    known[known] = ids[clause[known]] == spoken[places[known]]
    places, clause = places[known], clause[known]
    size = high[clause] - low[clause]
    ends = np.append(0, np.cumsum(size))
    source = np.arange(ends[-1]) + np.repeat(low[clause] - ends[:-1], size)
    return drat.Proof(ends.astype(np.int64), pool[source].astype(np.int32), of_delete[places])


def whole(parts: Iterable[Proof]) -> Generator[None, None, Proof]:
    """Stretches of a proof as one, in steps."""
    found = []
    for part in parts:
        found.append(part)
        yield
    return join_parts(found)
