"""Save a run to a checkpoint file and resume it from there, even after SIGKILL.

The file is a zip of arrays (numpy's npz): a header in JSON, the engine's state in the part under way, and, of
a run that asks for all solutions, those found so far. A checksum of all bytes before it ends the file: zip
has none of the names of arrays. Each time all of it is written beside its place and then moved there, so it
is always whole: the new one or the one before. What the run asks for, the fingerprint of its model and a hash
of Accord's own sources are in the header; a file where any of them differs is refused, since a count that
continues from a foreign state would be wrong.

Two runs may have the same file at the same time: each counts all by itself, and what the file holds is the
state of the one that wrote last. Whichever that is, it is true, and a third one continues to the same end.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from time import monotonic
from typing import IO, Any, TypeAlias
from zipfile import ZipFile

import msgspec
import numpy as np
import numpy.typing as npt

from accord.backends.contract import State
from accord.errors import AccordError, InputError, UsageError
from accord.model.arrays import join_batches
from accord.model.data import Indices
from accord.model.digest import Lanes
from accord.runner.counting import PartTotals, RunTotals
from accord.versions import version_of
from accord.watchdog import postpone
from accord_native.sources import fingerprint

FORMAT = 1
COMPRESSED = 64 << 20  # bytes of state up to which compressing takes no time that matters
LARGEST_HEADS = 1 << 20  # bytes of the heads of all arrays
HEADER, PREFIX, FOUND = "header", "state.", "found."  # the names of arrays, or how they begin
NUMBERS = count()  # of the checkpoints of this process: no two write to one file beside their place
SAVING = 10.0  # seconds that writing may take after a limit or a signal: what was found is worth as much
SUM = 32  # bytes of the checksum, which is written in twice as many digits
BLOCK = 1 << 20  # bytes that are added to it at once

Question: TypeAlias = Mapping[str, str | int | bool | None]


class Header(msgspec.Struct, frozen=True):
    """The question, its model, the code that wrote the file, and the findings so far."""

    format: int
    sources: str
    question: dict[str, str | int | bool | None]
    pieces: int  # the parts depend on it
    layout: str  # of those parts: the finished ones are given by number
    done: PartTotals
    finished: list[int]
    under_way: dict[int, PartTotals]  # one part, or none

    def resume(self, tally: RunTotals) -> None:
        """Put the findings into a fresh tally. Raises InputError if the parts are not the same."""
        if self.layout != tally.layout:
            raise InputError(["the checkpoint was written for other parts than this run has; delete it"])
        tally.done, tally.finished, tally.under_way = self.done, set(self.finished), self.under_way


class WriteError(UsageError):
    """A checkpoint could not be written."""


class Checkpoint:
    """The checkpoint of one run."""

    def __init__(self, path: Path, question: Question, every: float) -> None:
        """`every` is in seconds. Raises UsageError if the place can be no checkpoint."""
        self._path = Path(os.path.realpath(path))  # a ring of links stays one, on every version of Python
        if os.path.lexists(self._path) and not os.path.isfile(self._path):  # noqa: PTH113 (long names)
            raise UsageError(f"checkpoint {str(path)!r} is no file; name one that can be written")
        self._question = question
        self._every = every
        self._unfinished = self._path.with_name(f"{self._path.name}.{next(NUMBERS)}.{os.getpid()}.part")
        self._next = monotonic() + every
        self.saving = False  # a state is wanted now, since the run is about to stop
        self.faults: list[str] = []  # why it could not be written
        self._found: dict[int, list[Indices]] = {}  # by part, solutions that are kept

    def due(self) -> bool:
        """Whether a state is wanted."""
        return self.saving or monotonic() >= self._next

    def keep(self, part: int, solutions: Indices) -> None:
        """Write these solutions of a part with all that is written once it is done, or has a state."""
        if len(solutions):
            self._found.setdefault(part, []).append(solutions)

    def found_in(self, parts: Collection[int]) -> Indices:
        """Forget the solutions of all parts but these; return those, padded with -1."""
        self._found = {part: found for part, found in self._found.items() if part in parts}
        return join_batches([rows for found in self._found.values() for rows in found])

    def read(self) -> tuple[Header, State] | None:
        """Return the findings, and the state of the part under way; None if there is no file.

        Raises InputError if the file is none, or damaged; UsageError if it belongs to something else.
        """
        path, question = self._path, self._question
        _forget_unfinished(path)
        try:
            with path.open("rb") as file:
                is_whole = _is_whole(file)
                _refuse_too_large(file)
                archive = np.load(file, allow_pickle=False)
                header = msgspec.json.decode(archive[HEADER].tobytes(), type=Header, dec_hook=_lanes)
                if (header.format, header.sources) != (FORMAT, sources()):
                    raise UsageError(
                        f"checkpoint {path} was written by accord {header.sources}, this is {sources()}; "
                        "delete it to start anew"
                    )
                if not is_whole:
                    raise ValueError("its checksum is of other bytes")
                state = _with_prefix(archive, PREFIX)
                self._found = {int(part): [rows] for part, rows in _with_prefix(archive, FOUND).items()}
        except FileNotFoundError:
            return None
        except AccordError:
            raise
        except Exception as error:  # a damaged archive may raise anything
            fault = f"{path} is no checkpoint that can be read ({error}); delete it to start anew"
            raise InputError([fault]) from error
        for name, value in question.items():
            if header.question.get(name) != value:
                raise UsageError(
                    f"checkpoint {path} belongs to another run: its {name} is {header.question.get(name)!r}, "
                    f"this run's is {value!r}; give another file"
                )
        return header, state

    def write(self, tally: RunTotals, pieces: int, state: State) -> None:
        """Write the file; `state` of the only part under way may be empty. Raises WriteError."""
        header = Header(
            FORMAT,
            sources(),
            dict(self._question),
            pieces,
            tally.layout,
            tally.done,
            sorted(tally.finished),
            tally.under_way if state else {},
        )
        arrays = {PREFIX + name: array for name, array in state.items()}
        known = {*header.finished, *header.under_way}
        arrays |= {
            f"{FOUND}{part}": join_batches(rows) for part, rows in self._found.items() if part in known
        }
        arrays[HEADER] = np.frombuffer(msgspec.json.encode(header, enc_hook=np.ndarray.tolist), np.uint8)
        save = np.savez_compressed if sum(a.nbytes for a in arrays.values()) <= COMPRESSED else np.savez
        try:
            with postpone(SAVING), self._unfinished.open("w+b") as file:
                save(file, **arrays)  # type: ignore[arg-type]
                file.write(_sum_of(file, file.seek(0, os.SEEK_END)))
                file.flush()
                os.fsync(file.fileno())
            self._unfinished.replace(self._path)
        except BaseException as error:
            with suppress(OSError):
                self._unfinished.unlink()
            if not isinstance(error, OSError):  # a limit or a signal came
                raise
            raise WriteError(f"checkpoint {self._path} cannot be written: {error.strerror}") from error
        finally:
            self._next = monotonic() + self._every

    def update(self, tally: RunTotals, pieces: int, state: State) -> None:
        """Write if that is possible; if not, the file stays as it was, and the run continues."""
        try:
            self.write(tally, pieces, state)
        except WriteError as error:
            if str(error) not in self.faults:
                self.faults.append(str(error))


def _is_whole(file: IO[bytes]) -> bool:
    """Whether a file ends with the checksum of all before it."""
    size = file.seek(0, os.SEEK_END) - 2 * SUM
    return size > 0 and _sum_of(file, size) == file.read(2 * SUM)


def _sum_of(file: IO[bytes], size: int) -> bytes:
    """Return the checksum of so many bytes from the beginning, after which the file stands then."""
    file.seek(0)
    state = blake2b(digest_size=SUM)
    for begin in range(0, size, BLOCK):
        state.update(file.read(min(BLOCK, size - begin)))
    return state.hexdigest().encode()


def _refuse_too_large(file: IO[bytes]) -> None:
    """Raise ValueError or BadZipFile for what is no zip, or larger than what is written, once it is unpacked.

    What is written is compressed up to COMPRESSED only; beyond, it takes as many bytes as it has.
    """
    file.seek(0)
    unpacked, size = sum(member.file_size for member in ZipFile(file).infolist()), file.seek(0, os.SEEK_END)
    file.seek(0)
    if unpacked > max(size, COMPRESSED + LARGEST_HEADS):
        raise ValueError(f"{unpacked:,} bytes in {size:,}")


def _with_prefix(archive: Mapping[str, npt.NDArray[Any]], prefix: str) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays whose names begin so, by the rest of their names."""
    return {name.removeprefix(prefix): archive[name] for name in archive if name.startswith(prefix)}


def _lanes(kind: type, numbers: list[int]) -> Lanes:  # noqa: ARG001 (msgspec's signature)
    return np.array(numbers, np.uint64)


def sources() -> str:
    """The version of Accord, and a hash of its sources: states are not exchanged between two of them."""
    return f"{version_of('accord')}+{fingerprint('accord', 'accord_native')}"


def _forget_unfinished(path: Path) -> None:
    """Remove what runs left that were killed while they wrote."""
    try:
        leftovers = list(path.parent.glob(f"{path.name}.*.part"))
    except OSError:  # there is no such folder
        return
    for leftover in leftovers:
        process = leftover.name.removesuffix(".part").rpartition(".")[2]
        with suppress(OSError, ValueError, OverflowError):
            try:
                os.kill(int(process), 0)
            except ProcessLookupError:
                leftover.unlink()
