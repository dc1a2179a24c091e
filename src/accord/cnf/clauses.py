"""Collect the clauses and variables of a formula while it is written, up to a size limit."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from accord.cnf.formula import AtMost, Formula
from accord.errors import RefusedError
from accord.model.arrays import ranges, starts
from accord.model.data import Indices, Ints

MOST_LITERALS = 40_000_000  # 160 MB here, and some ten times that in a solver
AT_ONCE = 1 << 18  # clauses moved in one go
FLUSH = 1 << 15  # literals kept as a stream before they become clauses


class Clauses:
    """Takes clauses one by one, as a stream with a 0 behind each clause, or as blocks of equal length."""

    def __init__(self, options: int) -> None:
        self.options = options
        self.variables = options  # in use so far
        self.literals = 0  # in the arrays so far
        self.owner = 0
        self.at_most: list[AtMost] = []
        self._stream = array("i")
        self._spans: list[tuple[int, int]] = []  # owner, and where in the stream its clauses end
        self._literal: list[Indices] = []
        self._length: list[Indices] = []
        self._owner: list[Indices] = []

    def begin(self, item: int) -> None:
        """Clauses from here on speak for this item."""
        self._spans.append((self.owner, len(self._stream)))
        self.owner = item
        if len(self._stream) > FLUSH:
            self._flush()

    def variable(self) -> int:
        """A new auxiliary variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """One clause."""
        self._stream.extend(literals)
        self._stream.append(0)

    def extend(self, stream: Iterable[int]) -> None:
        """Several clauses, each with a 0 behind it."""
        self._stream.extend(stream)
        if len(self._stream) > FLUSH:
            self.begin(self.owner)

    def extend_by(self, stream: Indices) -> None:
        """Several clauses, each with a 0 behind it, as an array."""
        self._stream.frombytes(stream.astype(np.int32, copy=False).tobytes())
        if len(self._stream) > FLUSH:
            self.begin(self.owner)

    def stream(self) -> Indices:
        """Return the clauses that were taken as a stream, each with a 0 behind it, if they are few."""
        assert not self._literal
        assert not self._spans
        return np.array(self._stream, np.int32)

    def block(
        self,
        literals: npt.NDArray[np.integer],
        owner: npt.ArrayLike | None = None,
        lengths: Sequence[int] | None = None,
    ) -> None:
        """Clauses of the same form.

        Args:
            literals: [rows, literals]: of each row those of its clauses, one clause after the other.
            owner: [rows], if the rows speak for several items.
            lengths: of the clauses of each row; None: a row is one clause.
        """
        rows, width = literals.shape
        of_row = np.array([width] if lengths is None else lengths, np.int32)
        owners = np.broadcast_to(np.asarray(self.owner if owner is None else owner, np.int32), rows)
        self._literal.append(literals.astype(np.int32).ravel())
        self._length.append(np.tile(of_row, rows))
        self._owner.append(np.repeat(owners, len(of_row)))
        self._count(literals.size)

    def limit(self, literals: Sequence[int], bound: int) -> None:
        """At most `bound` of the literals, native."""
        self.at_most.append(AtMost(tuple(literals), bound, self.owner))
        self._count(len(literals))

    def check(self, more: int) -> None:
        """Raise RefusedError if so many more literals would be too many."""
        if self.literals + len(self._stream) + more > MOST_LITERALS:
            raise RefusedError(
                f"as clauses this model takes more than {MOST_LITERALS:,} literals; "
                "use another encoding, or a backend that takes demands as they are, such as cpsat"
            )

    def formula(self, used: dict[str, int]) -> Generator[None, None, Formula]:
        """All of it, the clauses of an item together, in the order they were written."""
        self.begin(self.owner)
        self._flush()
        length = np.concatenate([np.zeros(0, np.int32), *self._length])
        literal = np.concatenate([np.zeros(0, np.int32), *self._literal])
        owner = np.concatenate([np.zeros(0, np.int32), *self._owner])
        self._length, self._literal, self._owner = [], [], []
        yield
        if (np.diff(owner) < 0).any():
            order = np.argsort(owner, kind="stable")
            yield
            literal = yield from _reorder(literal, length, order)
            length, owner = length[order], owner[order]
        start = starts(length)
        for made in (start, literal, owner):
            made.setflags(write=False)
        return Formula(self.options, self.variables, start, literal, owner, tuple(self.at_most), used)

    def _flush(self) -> None:
        if not self._spans:
            return
        stream = np.frombuffer(self._stream, np.int32)
        ends = np.flatnonzero(stream == 0)
        owners, bounds = (np.array(column, np.int64) for column in zip(*self._spans, strict=True))
        self._literal.append(stream[stream != 0])
        self._length.append((np.diff(ends, prepend=-1) - 1).astype(np.int32))
        self._owner.append(owners[np.searchsorted(bounds, ends, side="right")].astype(np.int32))
        self._stream, self._spans = array("i"), []
        self._count(len(stream) - len(ends))

    def _count(self, literals: int) -> None:
        self.literals += literals
        self.check(0)


def _reorder(literal: Indices, length: Indices, order: Ints) -> Generator[None, None, Indices]:
    """The literals with their clauses in another order."""
    start = starts(length)
    moved = [np.zeros(0, np.int32)]
    for first in range(0, len(order), AT_ONCE):
        chunk = order[first : first + AT_ONCE]
        moved.append(literal[ranges(start[chunk], length[chunk])])
        yield
    return np.concatenate(moved)
