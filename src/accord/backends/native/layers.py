"""The native engine that counts packings by dynamic programming, layer after layer, without visiting each.

The kernels work in blocks that fit in the caches: a block of rows is expanded, and what comes of it is
gathered at once. With several workers each expands a stripe of the layer, and then each gathers one
partition of the rows of all. All that runs in threads, so that a slice can be yielded at any time.
"""

from __future__ import annotations

from contextlib import closing
from typing import ClassVar

from accord.backends.contract import Request, Search, Slice
from accord.backends.native import layers_tables
from accord.backends.native.arrays import out_of_reach
from accord.backends.native.engine import Engine, load_kernel, lower_model, lowered_or_why
from accord.backends.native.layers_control import GATHER, Control
from accord.backends.native.layers_memory import Layered, Peak
from accord.backends.native.narrow import narrow_model
from accord.model import Model

HEARTBEAT = 0.05  # seconds between empty slices
MUCH, SHARE = 1 << 30, 4  # bytes, or a share of what it may use: warned of before it is taken
TOO_MUCH = 2  # times what it may use: warned of sooner, while estimates are rough


class Layers(Engine):
    """The kernels of layered counting as an engine."""

    name: ClassVar[str] = "layers"
    counts_only: ClassVar[bool] = True

    def refusal(self, model: Model, request: Request) -> str | None:
        """Which test the model or the request fails. A root is no matter: the count does not depend on it."""
        if request.solutions:
            return "layers only counts; it never sees a solution (window does)"
        if request.limit is not None:
            return f"layers counts all at the end, so it cannot stop after {request.limit} (window can)"
        shape = lowered_or_why(model, layers_tables.shape)
        return shape if isinstance(shape, str) else None

    def search(self, model: Model, request: Request) -> Search:
        """Count. Raises MemoryLimitError before it would need more memory than it may use."""
        if out_of_reach(model):
            yield Slice(effort={"states": 0, "transitions": 0, "peak_states": 0}, complete=True)
            return
        narrow = narrow_model(model, request)
        if narrow is not model and isinstance(lowered_or_why(narrow, layers_tables.shape), str):
            narrow = model
        tables = yield from lower_model(layers_tables.lower, narrow)
        yield from count_in_layers(tables, request)


def count_in_layers(lowered: Layered, request: Request) -> Search:
    """Count in layers, in slices; the last one has the count. Raises MemoryLimitError."""
    module, variant = lowered.expand
    yield from load_kernel(module, "expand", **variant)
    yield from load_kernel(GATHER, "gather", single=lowered.key_words == 1)
    control = Control(lowered, request.threads, request.memory_limit)
    control.begin(request.resume)
    told = False
    with closing(control.steps(HEARTBEAT)) as steps:
        for between_layers in steps:
            foreseen = control.foreseen if between_layers else None
            warning = "" if foreseen is None or told else _much(foreseen, control)
            told = told or bool(warning)
            rest, memory = (0.0, 0) if foreseen is None else (foreseen.rest, foreseen.memory)
            state = None
            if between_layers and request.save_when is not None and request.save_when():
                state = control.save()
            yield Slice(
                effort=control.effort, done=control.done, state=state, rest=rest,
                short=memory > control.memory.limit, warning=warning,
            )  # fmt: skip
    yield Slice(control.total, effort=control.effort, complete=True)


def _much(peak: Peak, control: Control) -> str:
    """How much memory the count will take, about, if that is much; else nothing.

    While few states are known it warns only of what is clearly too much: estimates are then rather too small.
    """
    limit = control.memory.limit
    if peak.memory < (TOO_MUCH * limit if peak.early else min(MUCH, limit // SHARE)):
        return ""
    return (
        f"{control.lowered.engine} is seen to need about {_gigabytes(peak.memory)} for about "
        f"{peak.states:.2g} states at its peak; it may use {_gigabytes(limit)}"
    )


def _gigabytes(size: int) -> str:
    return f"{size / (1 << 30):.2g} GB"
