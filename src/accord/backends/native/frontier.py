"""The frontier engine: counts models with a graph rule without walking, one option after the other.

It is layered counting: a layer for each option, and states that know how the vertices hang together between
what is decided and what is not. See `accord_native.frontier.layout`.
"""

from __future__ import annotations

from typing import ClassVar

from accord.backends.contract import Request, Search, Slice
from accord.backends.native import frontier_tables
from accord.backends.native.engine import Engine, lowered_or_why
from accord.backends.native.frontier_tables import Tables
from accord.backends.native.layers import counted
from accord.model import Model


class Frontier(Engine):
    """The kernels of frontier counting as an engine."""

    name: ClassVar[str] = "frontier"
    counts_only: ClassVar[bool] = True
    knows_lazy: ClassVar[bool] = True

    def tables(self, model: Model) -> Tables | str:
        """What the kernels are given of a model, or why they do not take it."""
        return lowered_or_why(model, frontier_tables.lower)

    def refusal(self, model: Model, request: Request) -> str | None:
        """Which test the model or the request fails."""
        if request.solutions:
            return "frontier only counts; it never sees a solution"
        if request.limit is not None:
            return f"frontier counts all at the end, so it cannot stop after {request.limit:,}"
        lowered = self.tables(model)
        return lowered if isinstance(lowered, str) else None

    def why(self, model: Model, request: Request) -> str:  # noqa: ARG002
        """The width of the frontier."""
        lowered = self.tables(model)
        assert isinstance(lowered, Tables)
        return f"it need not walk: the frontier is {lowered.width} vertices wide"

    def search(self, model: Model, request: Request) -> Search:
        """Count. Raises MemoryLimitError before it would need more memory than it may use."""
        lowered = self.tables(model)
        assert isinstance(lowered, Tables)
        if lowered.possible:
            yield from counted(lowered, request)
        else:
            yield Slice(effort={"states": 0, "transitions": 0, "peak_states": 0}, complete=True)
