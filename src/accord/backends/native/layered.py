"""What `accord.backends.native.layers_control` is told of a model that it counts layer after layer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from accord.backends.native.arrays import Flags, Words


class Layered(Protocol):
    """What is counted in layers: a lowered model, and the kernels that know its states.

    Kernels are called as those of `accord_native.layers.expand` and `accord_native.layers.gather` are.
    """

    @property
    def engine(self) -> str:
        """Whose it is, for errors."""

    @property
    def expand(self) -> tuple[str, dict[str, str]]:
        """The module of the kernel `expand`, and the parameters of its variant."""

    @property
    def key_words(self) -> int:
        """The words of a key; the first is never 0."""

    @property
    def first_key(self) -> int:
        """The first word of the state that the count begins with; the others are 0."""

    @property
    def last(self) -> int:
        """The number of the last layer; the first is 0."""

    @property
    def covers(self) -> Sequence[int]:
        """By class of rows, how many layers further on they belong."""

    @property
    def children(self) -> int:
        """The rows of one class that a state may be expanded into, at most."""

    @property
    def scratch(self) -> int:
        """Places of the state of `expand` beyond those of `layout`."""

    def given(self, layer: int) -> Any:
        """What `expand` is given for the states of a layer."""

    def final(self, keys: Words) -> Flags:
        """By the first words of their keys, which states of the last layer count."""
