"""Count a model's solutions and write the certificate to a file, which appears only when complete."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from gzip import GzipFile
from pathlib import Path
from tempfile import TemporaryFile
from time import process_time
from typing import Any, Literal, TypeAlias

import numpy as np

from accord.arguments import query_of
from accord.arguments.keywords import after_two
from accord.arguments.proof import CertifyArguments
from accord.atomic_write import atomic_write, check_output
from accord.backends import table
from accord.backends.contract import Decisions
from accord.backends.native.engine import SMALL
from accord.backends.native.layers_memory import memory_available
from accord.backends.waiting import wait_for
from accord.certify.count import matrix
from accord.certify.count.graph import Graph
from accord.certify.count.matrix import Matrix
from accord.errors import AccordError, RefusedError, StoppedError, UsageError
from accord.kernels import load
from accord.model import Model
from accord.model.data import Ints
from accord.puzzles.puzzle import AnyPuzzle, without_deductions
from accord.runner.driver import Driver
from accord.runner.limits import Limits
from accord.runner.query import AUTO, check_backend
from accord.symmetry.estimate import most_states
from accord.symmetry.group import Group, class_count, group_of
from accord.watchdog import left
from accord_native.certificate import layout
from accord_native.progress import DONE, PAUSED
from accord_native.words import Halves

BUFFER = 1 << 16  # decisions
LARGEST = 1 << 62  # an amount that no option has


class Tree:
    """A search in depth: iterate over it for decisions, as arrays; then `count` has the number."""

    kind = "tree"

    def __init__(self, matrix: Matrix, order: Ints, memory: int) -> None:  # noqa: ARG002 (as of Graph)
        options, items = matrix.options, matrix.items
        words = -(-max(1, options) // 64)
        owner = matrix.owner
        bit = np.uint64(1) << (owner % 64).astype(np.uint64)
        mask = np.zeros((items, words), np.uint64)
        np.bitwise_or.at(mask, (matrix.item, owner // 64), bit)
        never = np.zeros(options, np.bool_)
        never[owner[matrix.amount > matrix.high[matrix.item]]] = True
        least = np.full(items, LARGEST)
        np.minimum.at(least, matrix.item, matrix.amount)
        lacking = order[matrix.low[order] > 0]
        lacking_at = np.zeros(items, np.uint32)
        lacking_at[lacking] = np.arange(len(lacking))
        state = np.zeros(layout.TREE_STATE, np.uint64)
        state[layout.LACKING], state[layout.GOES_DOWN], state[layout.DEAD] = len(lacking), 1, layout.NONE
        self.its = layout.TreeArrays(
            start=matrix.start.astype(np.uint32),
            item=matrix.item.astype(np.uint32),
            amount=matrix.amount.astype(np.uint64),
            mask=mask,
            single=(least > matrix.high - least).astype(np.uint8),
            least=least.astype(np.uint64),
            low=matrix.low.astype(np.uint64),
            high=matrix.high.astype(np.uint64),
            given=np.zeros(items, np.uint64),
            lacking=np.pad(lacking, (0, items - len(lacking))).astype(np.uint32),
            lacking_at=lacking_at,
            active=np.zeros((options + 2, words), np.uint64),  # only what is used takes memory
            reach=np.zeros((options + 2, items), np.uint64),
            frame=np.zeros((options + 2, layout.FRAME), np.uint32),
            out=np.zeros(BUFFER, np.uint32),
            state=state,
        )
        fits = ~never
        fitting = np.flatnonzero(fits)
        np.bitwise_or.at(self.its.active[0], fitting // 64, np.uint64(1) << (fitting % 64).astype(np.uint64))
        np.add.at(self.its.reach[0], matrix.item[fits[owner]], self.its.amount[fits[owner]])

    @property
    def count(self) -> int:
        """The solutions so far."""
        return int(self.its.state[layout.SOLUTIONS])

    @property
    def memory(self) -> int:
        """Bytes that its arrays take, as far as they were used."""
        deep = int(self.its.reach.any(axis=1).sum()) + 1
        rows = (self.its.active, self.its.reach, self.its.frame)
        return sum(array.nbytes for array in self.its) - sum(
            rows_.nbytes - rows_[:deep].nbytes for rows_ in rows
        )

    def __iter__(self) -> Iterator[Halves]:
        search = load("accord_native.certificate.tree")
        end = PAUSED
        while end != DONE:
            end = search(self.its, np.uint64(BUFFER))
            yield self.its.out[: int(self.its.state[layout.WRITTEN])].copy()


Kind: TypeAlias = Literal["tree", "graph"]
Searches: TypeAlias = "Callable[[matrix.Matrix, Ints, int], Decisions]"  # a matrix, an order of items, bytes

KINDS: dict[str, Searches] = {"tree": Tree, "graph": Graph}
FEW_STATES = 1 << 20  # so many are no work: a graph is taken without a try
LEVEL = 6  # of compression
END = object()


@dataclass(frozen=True, slots=True)
class Written:
    """The facts of a certificate that was written.

    count       the number that is claimed: of solutions, or of classes of them
    kind        tree or graph
    order       of the group that the count is up to; 1 if it is of all solutions
    situations  decisions in the file
    bytes       of the file before it was compressed, and `compressed` after that
    memory      bytes that the arrays of the search took at most
    seconds     of the processor for the search that was written, compression included
    """

    count: int
    kind: str
    order: int
    situations: int
    bytes: int
    compressed: int
    memory: int
    seconds: float

    def facts(self) -> dict[str, Any]:
        """All of it, for JSON."""
        return asdict(self)


@after_two(CertifyArguments)
def write(model: AnyPuzzle, path: str | Path, **more: Any) -> Written:
    """Count the solutions of a model, and write the certificate of that.

    Args:
        model: a puzzle, a problem or a bare model; without colours and lazy items.
        path: the file; it appears when it is whole, and not otherwise.
        **more: see below. Of the kind auto, both are tried by turns, and the one with fewer decisions is
            written.

    Raises RefusedError if such a model has no certificate, StoppedError where a limit comes first.
    """
    asked = query_of(CertifyArguments, more)
    limits = Limits.of(asked)
    path = str(path)
    check_output(path)
    building = limits.guard("the model was built")
    positive, group, limit = building.do(_matrix, model, asked.distinct, asked.memory_limit)
    named = asked.backend
    searches = _searches(positive, asked.kind) if named is None else _of_backend(named, asked.kind)
    folder = Path(os.path.realpath(path)).parent
    memory = limit // len(searches)
    with ExitStack() as stack:
        try:
            writing = [
                _Writing(positive, group, *each, asked.puzzle, memory, folder) for each in searches.items()
            ]
            for some in writing:
                stack.callback(some.close)
            driver: Driver[_Writing] = Driver(limits, doing="the certificate was written")
            for some in driver.drive(_shortest(writing), lambda: limits.find_stop(effort=_effort(writing))):
                asked.show(f"{some.kind}: {some.situations:,} decisions", None)
            if driver.value is not None:
                return driver.value.move_to(path)
        except OSError as error:
            raise AccordError(f"{path}: cannot be written: {error.strerror or error}") from None
    if driver.error is not None:
        raise driver.error
    raise driver.stop.error(f"{_effort(writing)['nodes']:,} decisions were found, and no file is written")


def _matrix(asked: AnyPuzzle, distinct: bool, memory: int | None) -> tuple[Model, Group | None, int]:
    """Return the model of a certificate, its group, and the bytes that are left for the search."""
    _, model = without_deductions(asked)
    matrix.refuse(model)
    positive, group = matrix.positive(model, group_of(model) if distinct else None)
    return positive, group, left(memory) or memory_available() // 2


def _searches(model: Model, kind: str) -> dict[str, Searches]:
    """Our searches of the kinds that are tried: of `auto` both, unless there are few states."""
    few = kind == "auto" and most_states(model) <= FEW_STATES
    kinds = ("graph",) if few else tuple(KINDS) if kind == "auto" else (kind,)
    for each in kinds:
        load(f"accord_native.certificate.{each}")
    return {each: KINDS[each] for each in kinds}


def _of_backend(name: str, kind: str) -> dict[str, Searches]:
    """The search of a backend. Raises RefusedError if it has none, or none of that kind."""
    check_backend(name)
    if name == AUTO:
        raise UsageError("name a backend, or none: auto stands for no decisions")
    backend = table.backend(name)
    if not backend.decides:
        raise RefusedError(f"{name} has no decisions for a certificate; leave the backend out")
    if kind not in ("auto", backend.decides):
        raise RefusedError(f"the decisions of {name} make a {backend.decides}, and no {kind}")
    return {backend.decides: lambda matrix, _, memory: backend.decisions(matrix.model, memory)}


def _shortest(writing: list[_Writing]) -> Generator[_Writing, None, _Writing]:
    """Write all, the one with the fewest decisions a step further each time; return the shortest.

    The clock has no part in that: which kind is written depends on the model alone, and on the memory. One
    that has too little of it is taken off the list, unless it is the last.
    """
    while True:
        some = min(writing, key=lambda each: each.situations)
        if some.whole:
            return some
        yield some
        try:
            if some.large:
                for _ in wait_for(some.go_on):
                    yield some
            else:
                some.go_on()
        except StoppedError:
            if len(writing) == 1:
                raise
            writing.remove(some)
            some.close()


def _effort(writing: Sequence[_Writing]) -> dict[str, int]:
    """The decisions of the one that has the fewest."""
    return {"nodes": min(each.situations for each in writing)}


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    ended = os.times()
    return process_time() + ended.children_user + ended.children_system


class _Writing:
    """A certificate on its way: kept in a file without a name, so that nothing is left behind."""

    def __init__(
        self,
        model: Model,
        group: Group | None,
        kind: str,
        searches: Searches,
        puzzle: str,
        limit: int,
        folder: Path,
    ) -> None:
        self.kind, self.situations, self._searches = kind, 0, searches
        self.large = model.options + len(model.item) > SMALL  # a single decision may take seconds
        self._model, self._group, self._puzzle, self._limit = model, group, puzzle, limit
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115 (closed by `close`)
        self._packed = GzipFile("", "wb", LEVEL, self._file, mtime=0)
        self._bytes = self._count = self._memory = 0
        self._seconds = 0.0
        self._steps = self._write_steps()
        self.whole = False  # the search has ended

    def go_on(self) -> None:
        """Search for some decisions more."""
        began = _cpu_seconds()
        try:
            self.whole = next(self._steps, END) is END
        finally:
            self._seconds += _cpu_seconds() - began

    def _write_steps(self) -> Iterator[None]:
        """Write the heading, the decisions and the claim."""
        model, group = self._model, self._group
        item = matrix.item_to_split_on(model, group)
        self._line(matrix.heading(model, group, item, self.kind, self._puzzle))
        others = np.setdiff1d(np.arange(model.items), model.order)
        order = np.concatenate([model.order.astype(np.int64), others])
        number = "<u2" if matrix.width(model) == 2 else "<u4"
        for some in matrix.matrices(model, group, item):
            total = 0
            for one in some:
                search = self._searches(one, order, self._limit)
                for decisions in search:
                    self.situations += len(decisions)
                    self._put(decisions.astype(number).tobytes())
                    yield
                total += search.count
                self._memory = max(self._memory, search.memory)
            self._count += class_count(total, len(some))
        self._line({"count": str(self._count)})
        self._packed.close()

    def _line(self, says: dict[str, Any]) -> None:
        self._put(json.dumps(says, separators=(",", ":")).encode() + b"\n")

    def _put(self, data: bytes) -> None:
        self._bytes += len(data)
        self._packed.write(data)

    def move_to(self, path: str) -> Written:
        """Put the whole file where it belongs."""
        compressed = self._file.tell()
        self._file.seek(0)
        with atomic_write(path) as place, place.open("wb") as file:
            shutil.copyfileobj(self._file, file)
        return Written(
            count=self._count,
            kind=self.kind,
            order=1 if self._group is None else len(self._group),
            situations=self.situations,
            bytes=self._bytes,
            compressed=compressed,
            memory=self._memory,
            seconds=round(self._seconds, 3),
        )

    def close(self) -> None:
        """Close both files; what was written is gone."""
        self._steps = iter(())
        for file in (self._packed, self._file):
            with suppress(OSError):  # closing writes the last bytes, and the disk may be full
                file.close()
