"""A file of records, a line of JSON each, that a run of many fills and a later run goes on with.

Lines are added whole, and are with the operating system before the next are begun. So a run that was killed
leaves whole lines, and perhaps half a line, whose work is done again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Self, TypeVar

import msgspec

from accord.errors import InputError, UsageError

Record = TypeVar("Record", bound=msgspec.Struct)


class Records(Generic[Record]):
    """Such a file, open at its end."""

    def __init__(
        self,
        path: Path,
        kind: type[Record],
        keep: Callable[[Record, str], None],
        *,
        resume: bool,
        expected: str,
    ) -> None:
        """Open it, empty, or after its last whole line.

        Args:
            path: where it is, or is to be.
            kind: of what its lines hold.
            keep: is told each record that is there, and its place in words; raises what speaks against it.
                Until it has seen them all, the file stays as it was.
            resume: whether the lines that are there stay.
            expected: whose lines these are, as in `accord clues --json`.

        Raises:
            UsageError: if it cannot be written.
            InputError: if it holds something else than such records.
        """
        self._path, self._expected = path, expected
        self._decoder = msgspec.json.Decoder(kind)
        try:
            if resume and path.exists():
                whole = self._read(keep)
                os.truncate(path, whole)  # half a line at its end is cut off
            else:
                path.write_bytes(b"")
            self._file = path.open("ab")
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, *lines: str) -> None:
        """Add lines, and have them on the disk before this returns."""
        self._file.write("".join(f"{line}\n" for line in lines).encode())
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, keep: Callable[[Record, str], None]) -> int:
        """Show the whole lines to `keep`, one by one; returns how many bytes they have."""
        whole = 0
        with self._path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    break
                place = f"{self._path}:{number}"
                try:
                    record = self._decoder.decode(line)
                except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                    raise InputError([f"{place}: {error}; expected a line of `{self._expected}`"]) from None
                keep(record, place)
                whole += len(line)
        return whole
