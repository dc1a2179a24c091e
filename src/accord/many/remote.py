"""The worker's side of a cluster: run one task at a time, if its Accord version equals the client's.

Nothing of Accord's own travels before the versions were compared: what is worked on, and what came of it, are
bytes until then. Whatever the work raises comes back as an answer, so that the cluster neither tries it again
nor writes of it.
"""

from __future__ import annotations

import pickle
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from importlib import metadata
from typing import Any, Literal, TypeAlias

from accord.backends import table as backends
from accord.errors import AccordError
from accord.many.pool import unwanted
from accord.puzzles import table as families
from accord.runner.checkpoint import sources
from accord.versions import version_of
from accord_native.sources import fingerprint

PACKAGES = ("numpy", "numba", "ortools", "python-sat")  # of which a result may depend on the version

Versions: TypeAlias = Mapping[str, str]  # by what it is the version of
Answer: TypeAlias = "tuple[Literal['result', 'error', 'fault', 'unfit', 'dropped'], Any]"


@cache
def versions() -> Versions:
    """All versions that a result may depend on: of Accord's sources, Python, engines, and plug-ins."""
    groups = (backends.GROUP, families.GROUP)
    strangers = {point.dist for group in groups for point in metadata.entry_points(group=group) if point.dist}
    return {
        "accord": sources(),
        "accord_compare": fingerprint("accord_compare"),  # whose functions `fuzz` sends
        "python": ".".join(map(str, sys.version_info[:2])),
        **{name: version_of(name) for name in PACKAGES},
        **dict(sorted((each.name, each.version) for each in strangers)),
    }


class GivenUp:
    """A `Cancel` for what a worker does now: set as soon as it is no longer wanted."""

    def __init__(self) -> None:
        from distributed import get_worker

        self._worker = get_worker()
        self._key = self._worker.get_current_task()
        self.seen = False  # whether it was seen to be set, so that work may have ended early

    def is_set(self) -> bool:
        """Whether the client has dropped the task, or is gone; or the scheduler is."""
        task = self._worker.state.tasks.get(self._key)
        wanted = task is not None and task.state == "executing"
        if not wanted or self._worker.status.name in ("closing", "closed"):
            self.seen = True
        return self.seen


def here() -> str:
    """Return the address of the worker that this is."""
    from distributed import get_worker

    return str(get_worker().address)


def perform(expected: Versions, function: bytes, thing: bytes) -> Answer:
    """Return the result of the function for the thing.

    Args:
        expected: the versions of the client.
        function: pickled; so is what it is called with.
        thing: pickled.

    Returns:
        `result` and what it made, pickled; `error` and one of ours, pickled; `fault` and what another one
        says, with its traceback; `unfit`, the worker's address and the versions there; `dropped`, if it ended
        early.
    """
    if (found := versions()) != expected:
        return "unfit", (here(), dict(found))
    given_up = GivenUp()
    before = unwanted.set(given_up)
    answer: Answer
    try:
        work: Callable[[Any], Any] = pickle.loads(function)
        answer = "result", pickle.dumps(work(pickle.loads(thing)))
    except (AccordError, MemoryError) as error:
        answer = "error", pickle.dumps(error)
    except Exception as error:
        answer = "fault", (f"{type(error).__name__}: {error}", traceback.format_exc())
    finally:
        unwanted.reset(before)
    return ("dropped", None) if given_up.seen else answer
