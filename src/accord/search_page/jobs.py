"""The arrays of a window search (`accord.backends.native.window`) as JSON, job by job."""

from __future__ import annotations

import zlib
from base64 import b64encode
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request
from accord.backends.native.engine import Walk
from accord.backends.native.window import Window, WindowJobs
from accord.backends.native.window_tables import Tables
from accord.errors import RefusedError
from accord.model import Model
from accord_native import progress
from accord_native.window import layout

Json: TypeAlias = dict[str, Any]
SOLUTIONS = 4096  # that a call of the kernel may write
CONSTANTS: dict[str, int | np.uint64] = {
    "DONE": progress.DONE, "PAUSED": progress.PAUSED, "FULL": progress.FULL,
    "ROOT": layout.ROOT, "SOLUTIONS": progress.SOLUTIONS, "NODES": progress.NODES,
    "WRITTEN": progress.WRITTEN, "BREADTH": layout.BREADTH, "CELL": layout.CELL,
    "ORIENTATION": layout.ORIENTATION, "ORIENTATION_MASK": layout.ORIENTATION_MASK,
    "PARENT": layout.PARENT, "PARENT_MASK": layout.PARENT_MASK,
}  # fmt: skip


def jobs_of(model: Model) -> tuple[dict[str, bool | int], list[Json]]:
    """Return the parameters of the kernel, and all jobs, which together search the whole model.

    They are those of `accord count --engine window` with one worker, so nodes are the same too.

    Raises RefusedError if the window kernels do not take the model.
    """
    request = Request(task="all")
    lowered = Window().tables(model)
    if not isinstance(lowered, Tables):
        raise RefusedError(f"there is no page that searches it: {lowered}")
    jobs = WindowJobs(model, lowered, _no_kernel, request)
    return lowered.variant, [_job(jobs.begin(number)) for number in range(jobs.count)]


def constants() -> dict[str, int]:
    """Return what the page knows of the arrays: places in the state, shifts and masks of a trace."""
    return {name: int(value) for name, value in CONSTANTS.items()}


def _no_kernel(*_: object) -> np.uint64:
    raise AssertionError("the page searches, not this process")


def _job(walk: Walk) -> Json:
    """A walk before it begins: its arrays in the order of the kernel's arguments."""
    arrays = [*walk.call.args]  # type: ignore[attr-defined]  # a partial of the kernel
    arrays[-1] = np.zeros((SOLUTIONS, arrays[-1].shape[1]), np.int32)
    ready = [] if walk.ready is None else [[o for o in some if o >= 0] for some in walk.ready.tolist()]
    return {"nodes": walk.nodes, "ready": ready, "arrays": [_array(each) for each in arrays]}


def _array(array: npt.NDArray[Any]) -> Json:
    """Its type and shape, and its bytes, if they are not all zero: deflated, in base64."""
    found: Json = {"type": str(array.dtype), "shape": list(array.shape)}
    if array.any():
        found["data"] = b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 9)).decode()
    return found
