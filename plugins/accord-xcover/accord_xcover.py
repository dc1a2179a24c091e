"""A backend for Accord: xcover, dancing cells compiled by numba, for exact covers with colours.

xcover holds the interpreter's lock until it finds a solution, and cannot be stopped before. So it runs in a
process of its own, `python -m accord_xcover`. That reads covers from a pipe, one in JSON a line; it writes a
line for each solution to its output, and `complete` when there are no more. Then the next search may ask it
again. Closing its standard input ends it, whatever it does.
"""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import subprocess
import sys
from contextlib import contextmanager, suppress
from importlib.metadata import version
from importlib.util import find_spec
from select import select
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from accord import EngineError
from accord.atomic_write import temporary_file
from accord.backends.contract import Backend, Slice
from accord.processes import environment, python

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from accord import Model
    from accord.backends.contract import Request, Search

if find_spec("xcover") is None:  # it is imported in the other process only
    raise ImportError("no module named xcover")

TICK = 0.05  # seconds between slices
CHUNK = 1 << 16  # bytes read at once
COMPLETE = b"complete"


class XCover(Backend):
    """Dancing cells: exact covers with primary, secondary and coloured items; counts by walking."""

    name: ClassVar[str] = "xcover"
    engines: ClassVar[tuple[str, ...]] = ("dancing-cells",)

    def refusal(self, model: Model, request: Request) -> str | None:
        """Anything but exact covers."""
        if request.task == "best":
            return "xcover does not look for the least value; it walks to all solutions"
        for item in np.flatnonzero(~(model.primary | model.secondary))[:1]:
            demand = f"[{model.low[item]}, {model.high[item]}]"
            return f"xcover takes demands of [1, 1] and [0, 1]; item {model.item_names[item]!r} has {demand}"
        for entry in np.flatnonzero(model.amount != 1)[:1]:
            name = model.item_names[model.item[entry]]
            return f"xcover takes amounts of 1; an option gives {model.amount[entry]} to item {name!r}"
        return None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:  # noqa: ARG002
        """Its one engine."""
        return "dancing-cells", "items with fewest options first, in a process of its own"

    def versions(self) -> dict[str, str]:
        """The version of xcover."""
        return {"xcover": version("xcover")}

    def search(self, model: Model, request: Request) -> Search:
        """Hand the cover over and read what is found; see the contract."""
        if (model.primary & (np.bincount(model.item, minlength=model.items) == 0)).any():
            yield Slice(complete=True)  # an item that nothing covers
            return
        if not model.options:
            yield Slice(1, np.zeros((1, 0), np.int32), complete=True)
            return
        with _process() as process:
            for batch in process.covers(_cover(model)):
                found = [line for line in batch if line != COMPLETE]
                rows = _rows(found, model.options) if found and request.solutions else None
                yield Slice(len(found), rows, complete=len(found) < len(batch))


def _cover(model: Model) -> dict[str, Any]:
    """The arguments of `xcover.covers`. An option without a primary item gets one, and an alternative.

    The item `last` and its option change nothing: xcover takes a cover for solved when all of its entries
    stand on one item.
    """
    options, primary = [], [f"p{item}" for item in np.flatnonzero(model.primary).tolist()]
    names = [f"{'p' if is_primary else 's'}{item}" for item, is_primary in enumerate(model.primary.tolist())]
    free = []
    for option in range(model.options):
        own = slice(int(model.start[option]), int(model.start[option + 1]))
        items, colours = model.item[own].tolist(), model.colour[own].tolist()
        gives = [names[i] + (f":{c}" if c else "") for i, c in zip(items, colours, strict=True)]
        if not model.primary[items].any():
            free.append(f"f{option}")
            gives.append(free[-1])
        options.append(gives)
    return {
        "options": options + [[name] for name in free] + [["last"]],
        "primary": [*primary, *free, "last"],
        "secondary": [name for name in names if name.startswith("s")],
        "colored": bool(model.colour.any()),
    }


class _Process:
    """`python -m accord_xcover`, which searches one cover after the other."""

    def __init__(self) -> None:
        self.errors = temporary_file()  # closed by `end`
        orders, told = os.pipe()
        self.told = os.fdopen(told, "wb")
        self.popen = subprocess.Popen(
            python("-m", "accord_xcover", str(orders)),
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            pass_fds=[orders],
            start_new_session=True,  # Ctrl-C comes to Accord alone
        )
        os.close(orders)
        self.searches = False

    def covers(self, cover: dict[str, Any]) -> Generator[list[bytes], None, None]:
        """The lines about a cover, in batches, and empty ones while there are none."""
        self.searches = True
        with suppress(BrokenPipeError):  # it is dead: reading on will tell why
            self.told.write(json.dumps(cover).encode() + b"\n")
            self.told.flush()
        assert self.popen.stdout is not None
        output = self.popen.stdout.fileno()
        rest, last = b"", b""
        while last != COMPLETE:
            if not select([output], [], [], TICK)[0]:
                yield []
                continue
            chunk = os.read(output, CHUNK)
            if not chunk:
                self.errors.seek(0)
                said = self.errors.read().decode(errors="replace").strip().splitlines()
                code = self.popen.wait()
                raise EngineError(f"xcover ended with exit code {code}: {said[-1] if said else ''}")
            *lines, rest = (rest + chunk).split(b"\n")
            if lines:
                last = lines[-1]
                self.searches = last != COMPLETE
                yield lines

    def end(self) -> None:
        """Kill it, whatever it does."""
        self.popen.kill()
        with suppress(BrokenPipeError):  # of what it did not read
            self.told.close()
        for pipe in (self.popen.stdin, self.popen.stdout, self.errors):
            assert pipe is not None
            pipe.close()
        self.popen.wait()


_idle: list[_Process] = []  # one for the next search: to start takes much longer than a small cover


@contextmanager
def _process() -> Iterator[_Process]:
    """A process, kept for the next search if this one came to its end, and killed otherwise."""
    try:
        process = _idle.pop()
    except IndexError:
        process = _Process()
    try:
        yield process
    finally:
        if process.searches or _idle:
            process.end()
        else:
            _idle.append(process)


@atexit.register
def _end_idle() -> None:
    while _idle:
        _idle.pop().end()


def _rows(lines: list[bytes], options: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    """The batch of these lines, without the alternatives that stand for no option."""
    found = [sorted(o for o in map(int, line.split()) if o < options) for line in lines]
    batch = np.full((len(found), max(map(len, found))), -1, np.int32)
    for row, chosen in zip(batch, found, strict=True):
        row[: len(chosen)] = chosen
    return batch


# -- the other process -----------------------------------------------------------------------------


def main() -> None:
    """Print a line for each solution; end when standard input is closed, even between two solutions."""
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)  # SIGIO ends this process
    if select([0], [], [], 0)[0]:  # closed already
        return
    with open(int(sys.argv[1]), "rb") as orders:  # noqa: PTH123 (a pipe that is open, by number)
        for order in orders:
            from xcover import (
                covers,
            )  # now, so that nobody waits with an order for what may be compiled first

            for chosen in covers(**json.loads(order)):
                sys.stdout.write(" ".join(map(str, chosen)) + "\n")
                sys.stdout.flush()  # nobody knows how long the next one takes
            sys.stdout.write(COMPLETE.decode() + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
