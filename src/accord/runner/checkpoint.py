"""A checkpoint: one file from which a run that was stopped, even by SIGKILL, goes on where it was.

The file is a zip of arrays (numpy's npz): a header in JSON, and the engine's state in the part under way. It
is written beside its place and then moved there, so it is always whole: the new one or the one before. What
the run asks for, the fingerprint of its model and a hash of Accord's own sources are in the header; a file
where any of them differs is refused, since a count that goes on from a foreign state would be wrong.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from zipfile import BadZipFile

import msgspec
import numpy as np

from accord.backends.contract import State
from accord.errors import InputError, UsageError
from accord.runner.tally import Sums, Tally

FORMAT = 1
COMPRESSED = 64 << 20  # bytes of state up to which compressing takes no time that matters
HEADER, PREFIX = "header", "state."


class Record(msgspec.Struct, frozen=True):
    """Sums as JSON."""

    total: int
    digest: list[int]
    effort: dict[str, int]
    estimate: dict[str, int]

    @staticmethod
    def of(sums: Sums) -> Record:
        """The record of sums."""
        return Record(sums.total, sums.digest.tolist(), dict(sums.effort), dict(sums.estimate))

    def sums(self) -> Sums:
        """The sums of a record."""
        return Sums(self.total, np.array(self.digest, np.uint64), self.effort, self.estimate)


class Header(msgspec.Struct, frozen=True):
    """What was asked, of which model, by which code; and what was found so far."""

    format: int
    sources: str
    question: dict[str, str | int | bool | None]
    pieces: int  # the parts depend on it
    parts: int
    done: Record
    finished: list[int]
    under_way: dict[int, Record]


@cache
def sources() -> str:
    """The version of Accord, and a hash of its sources: states are not exchanged between two of them."""
    state = blake2b(digest_size=8)
    for package in ("accord", "accord_native"):
        _add(state, files(package))
    return f"{version('accord')}+{state.hexdigest()}"


def _add(state: blake2b, folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _add(state, entry)
        elif entry.name.endswith(".py"):
            state.update(entry.name.encode() + b"\0" + entry.read_bytes())


def write(
    path: Path, tally: Tally, question: Mapping[str, str | int | bool | None], pieces: int, state: State
) -> None:
    """Write a checkpoint; `state` is that of the only part under way, or empty. Raises UsageError."""
    header = Header(
        FORMAT,
        sources(),
        dict(question),
        pieces,
        tally.parts,
        Record.of(tally.done),
        sorted(tally.finished),
        {part: Record.of(sums) for part, sums in tally.under_way.items()} if state else {},
    )
    arrays = {PREFIX + name: array for name, array in state.items()}
    arrays[HEADER] = np.frombuffer(msgspec.json.encode(header), np.uint8)
    save = np.savez_compressed if sum(a.nbytes for a in arrays.values()) <= COMPRESSED else np.savez
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as file:
            save(file, **arrays)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        raise UsageError(f"checkpoint {path} cannot be written: {error.strerror}") from error


def read(path: Path, question: Mapping[str, str | int | bool | None]) -> tuple[Header, State] | None:
    """The checkpoint of this question; None if there is no file.

    Raises InputError if the file is none, or damaged; UsageError if it belongs to something else.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            header = msgspec.json.decode(archive[HEADER].tobytes(), type=Header)
            state = {name.removeprefix(PREFIX): archive[name] for name in archive.files if name != HEADER}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, msgspec.MsgspecError) as error:
        raise InputError(
            [f"{path} is no checkpoint that can be read ({error}); delete it to start anew"]
        ) from error
    if (header.format, header.sources) != (FORMAT, sources()):
        raise UsageError(
            f"checkpoint {path} was written by accord {header.sources}, this is {sources()}; "
            "delete it to start anew"
        )
    for name, value in question.items():
        if header.question.get(name) != value:
            raise UsageError(
                f"checkpoint {path} belongs to another run: its {name} is {header.question.get(name)!r}, "
                f"this run's is {value!r}; give another file"
            )
    return header, state


def resumed(header: Header, tally: Tally) -> None:
    """Put what a checkpoint knows into a fresh tally."""
    assert header.parts == tally.parts, "the same sources make the same parts of the same model"
    tally.done = header.done.sums()
    tally.finished = set(header.finished)
    tally.under_way = {part: record.sums() for part, record in header.under_way.items()}
