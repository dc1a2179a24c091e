"""How much memory layered counting has taken, and may take."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock

import numpy as np

from accord.backends.native.arrays import Words
from accord.backends.native.engine import MemoryLimitError


class Memory:
    """The bytes of all arrays that were made here and not released; threads may share it."""

    def __init__(self, limit: int | None, engine: str) -> None:
        """`limit` is in bytes; without one, half of what can be had. The engine is named in errors."""
        self.engine = engine
        self.limit = memory_available() // 2 if limit is None else limit
        self.taken = self._most = 0
        self._lock = Lock()

    @property
    def free(self) -> int:
        """Bytes that may still be taken."""
        return max(0, self.limit - self.taken)

    def zeros(self, shape: tuple[int, ...], what: str) -> Words:
        """An array, for that purpose. Raises MemoryLimitError."""
        size = 8
        for length in shape:
            size *= length
        self.take(size, what)
        return np.zeros(shape, np.uint64)

    def take(self, size: int, what: str) -> None:
        """Account for so many bytes. Raises MemoryLimitError."""
        with self._lock:
            if self.taken + size > self.limit:
                raise MemoryLimitError(
                    f"{self.engine} may use {self.limit:,} bytes, and uses {self.taken:,}; "
                    f"{what}, needs {size:,} more"
                )
            self.taken += size
            self._most = max(self._most, self.taken)

    def most(self) -> int:
        """Bytes that were taken at a time, at most, since this was asked last."""
        with self._lock:
            most, self._most = self._most, self.taken
            return most

    def release(self, rows: Words) -> None:
        """An array will not be used any more."""
        with self._lock:
            self.taken -= rows.nbytes


def memory_available() -> int:
    """Bytes that can be had without swapping."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 4 << 30
