"""The backend: what it refuses, and the process of each search, which ends with it."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import asdict
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from accord import EngineError, StoppedError
from accord.atomic_write import temporary_file
from accord.backends.contract import Backend, Slice
from accord.problem.graph_rules.cuts import GraphCuts
from accord.processes import environment, python
from accord_graphillion.lower import lower

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from accord import Model
    from accord.backends.contract import Request, Search

if find_spec("graphillion") is None:  # it is imported in the other process only
    raise ImportError("no module named graphillion")

DIAGRAM = Path(__file__).with_name("diagram.py")
TICK = 0.05  # seconds between slices
CHUNK = 1 << 16  # bytes read at once
COMPLETE = b"complete"
MOST = 1 << 53  # Graphillion adds in doubles
MOST_ELEMENTS = 65_000  # of a universe


class Graphillion(Backend):
    """Decision diagrams: any sums without colours, and graph rules; it counts without walking."""

    name: ClassVar[str] = "graphillion"
    engines: ClassVar[tuple[str, ...]] = ("zdd",)
    lazy: ClassVar[Literal["knows"]] = "knows"

    def refusal(self, model: Model, request: Request) -> str | None:
        """Colours, sums beyond doubles, lazy parts that are no graph rules, too many options."""
        if request.task == "best":
            return "graphillion does not look for the least value; it walks to all solutions"
        if model.lazy is not None and not isinstance(model.lazy, GraphCuts):
            return "graphillion knows graph rules; this model has lazy items of another kind"
        for entry in np.flatnonzero(model.colour)[:1]:
            return f"graphillion does not know colours; item {model.item_names[model.item[entry]]!r} has some"
        rules = model.lazy.rules if isinstance(model.lazy, GraphCuts) else ()
        for rule in rules:
            if not rule.is_whole:
                return f"graphillion is not taught the graph rule {rule.name}"
        elements = model.options + sum(len(rule.options) + len(rule.edges) for rule in rules)
        if elements > MOST_ELEMENTS:
            return f"graphillion takes up to {MOST_ELEMENTS:,} elements; the model has {elements:,}"
        total = np.zeros(model.items)
        np.add.at(total, model.item, np.abs(model.amount.astype(np.float64)))
        for item in np.flatnonzero(total >= MOST)[:1]:
            name = model.item_names[item]
            return (
                f"graphillion adds in doubles, and the amounts of item {name!r} add up to {total[item]:,.0f}"
            )
        return None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:  # noqa: ARG002
        """Its one engine."""
        return "zdd", "one decision diagram of all solutions, in a process of its own"

    def counts(self, model: Model, request: Request) -> bool:  # noqa: ARG002
        """Always: the number is read off the diagram."""
        return True

    def versions(self) -> dict[str, str]:
        """The version of Graphillion."""
        return {"graphillion": version("graphillion")}

    def search(self, model: Model, request: Request) -> Search:
        """Hand the model over and read what is found; see the contract. Raises StoppedError."""
        yield Slice()
        with _Process({**asdict(lower(model)), "walks": request.solutions}, request.memory_limit) as process:
            for lines in process.lines():
                found = [line for line in lines if line != COMPLETE]
                complete = len(found) < len(lines)
                if request.solutions:
                    yield Slice(len(found), _rows(found) if found else None, complete=complete)
                else:
                    yield Slice(sum(map(int, found)), complete=complete)


class _Process:
    """`diagram.py` at work on an order, without Accord; it is killed in the end, whatever it does."""

    def __init__(self, order: dict[str, object], memory_limit: int | None) -> None:
        """`memory_limit` is in bytes; without one, half of the machine's."""
        page = os.sysconf("SC_PAGE_SIZE")
        self.most = os.sysconf("SC_PHYS_PAGES") * page // 2 if memory_limit is None else memory_limit
        self.errors = temporary_file()  # closed in the end
        with temporary_file() as written:
            try:
                written.write(json.dumps(order).encode())
                written.seek(0)
            except OSError as error:
                raise EngineError(
                    f"the graph cannot be written to a temporary file: {error.strerror}"
                ) from None
            self.popen = subprocess.Popen(
                python(str(DIAGRAM), str(written.fileno())),
                env=environment(),
                stdin=subprocess.PIPE,  # nothing is written there: when it is closed, the process ends
                stdout=subprocess.PIPE,
                stderr=self.errors,
                pass_fds=[written.fileno()],
                start_new_session=True,  # Ctrl-C comes to Accord alone
            )

    def __enter__(self) -> _Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.popen.kill()
        for pipe in (self.popen.stdin, self.popen.stdout, self.errors):
            assert pipe is not None
            pipe.close()
        self.popen.wait()

    def lines(self) -> Iterator[list[bytes]]:
        """What it says, in batches, and empty ones while it says nothing. Raises StoppedError."""
        assert self.popen.stdout is not None
        output = self.popen.stdout.fileno()
        rest, last = b"", b""
        while last != COMPLETE:
            if not select([output], [], [], TICK)[0]:
                self._hold()
                yield []
                continue
            chunk = os.read(output, CHUNK)
            if not chunk:
                self.errors.seek(0)
                said = self.errors.read().decode(errors="replace").strip().splitlines()
                code = self.popen.wait()
                raise EngineError(f"graphillion ended with exit code {code}: {said[-1] if said else ''}")
            *lines, rest = (rest + chunk).split(b"\n")
            if lines:
                last = lines[-1]
                yield lines

    def _hold(self) -> None:
        """Hold it to its memory from outside: where an allocation fails, Graphillion may never end."""
        try:
            pages = int(Path(f"/proc/{self.popen.pid}/statm").read_bytes().split()[1])
        except (OSError, IndexError):  # no such system, or it has just ended
            return
        used = pages * os.sysconf("SC_PAGE_SIZE")
        if used > self.most:
            raise StoppedError(f"graphillion may use {self.most:,} bytes, and its diagram takes {used:,}")


def _rows(lines: list[bytes]) -> npt.NDArray[np.int32]:
    """The batch of the solutions in these lines."""
    found = [list(map(int, line.split())) for line in lines]
    batch = np.full((len(found), max(map(len, found))), -1, np.int32)
    for row, chosen in zip(batch, found, strict=True):
        row[: len(chosen)] = chosen
    return batch
