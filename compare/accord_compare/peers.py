"""Count exact covers by other people's packages (peers), called in this process, to be timed.

A function gets a model of primary and secondary items, without amounts and colours, and perhaps a limit. It
brings the options into the peer's form, which is not timed, and returns the function that is: from the
peer's form to the number of solutions. The peer is imported there and then, never before. Those that are
scripts of `raw` as well are called as such: what they do with the list of options is timed, too.

    name         how it counts
    -----------  ------------------------------------------------------------------------------------
    xcover       `covers`: dancing cells in numba; gives every solution as a list, and we count them
    xcover-zdd   `covers_bool_zdd`: a decision diagram, items from the left, with its memo; we add up
    exact-cover  `get_solution_count`: dancing links in C; only counts
    clingo       answer sets; one choice an item, nothing to project; models are only counted

Programs that are timed as whole processes are in `general`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module, metadata
from typing import TypeAlias

import numpy as np

from accord.errors import RefusedError
from accord.model import Model
from accord_compare.bench import MissingPeerError
from accord_compare.processes import cover_of

Count: TypeAlias = Callable[[], int]


@dataclass(frozen=True)
class Peer:
    """A program to be timed beside ours."""

    name: str
    package: str  # what pip installs
    prepare: Callable[[Model, int | None], Count]

    def counter(self, model: Model, limit: int | None) -> Count:
        """Return the function that is timed. Raises MissingPeerError or RefusedError."""
        try:
            return self.prepare(model, limit)
        except ImportError as error:
            raise MissingPeerError(f"pip install {self.package}", error) from error

    def versions(self) -> dict[str, str]:
        """The version of the package, where pip knows it."""
        try:
            return {self.package: metadata.version(self.package)}
        except metadata.PackageNotFoundError:
            return {}


def script(file: str, model: Model, limit: int | None) -> Count:
    """A script of `raw`, called in this process."""
    solve = import_module(f"accord_compare.raw.{file}").solve
    return partial(solve, cover_of(model), "count", limit)


def xcover_zdd(model: Model, limit: int | None) -> Count:
    """`covers_bool_zdd` from the left with its memo: the paths to each node of the diagram, added up.

    The memo's keys are hashes of 32 bits and are not compared, so a large diagram may be wrong; a count that
    is wrong is reported as any other.
    """
    from xcover import covers_bool_zdd

    _only_all("xcover-zdd", limit)
    matrix = _matrix(model)

    def count() -> int:
        paths, last = {0: 0, 1: 1}, 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numba finds its casts unsafe, when it is compiled
            for node, _, low, high in covers_bool_zdd(matrix, True, "leftmost"):
                paths[node] = paths[low] + paths[high]
                last = node
        return paths[last]

    return count


def exact_cover(model: Model, limit: int | None) -> Count:
    """`get_solution_count`; the empty option of a secondary item is a row of its own."""
    from exact_cover import get_solution_count

    _only_all("exact-cover", limit)
    matrix = _matrix(model)
    return lambda: int(get_solution_count(matrix))


def _matrix(model: Model) -> np.typing.NDArray[np.int32]:
    """Options by items as 0 and 1; below, a row for each secondary item, which it may have to itself."""
    secondary = np.flatnonzero(model.low == 0)
    matrix = np.zeros((model.options + len(secondary), model.items), np.int32)
    matrix[model.option_of_entry, model.item] = 1
    matrix[model.options + np.arange(len(secondary)), secondary] = 1
    return matrix


def _only_all(name: str, limit: int | None) -> None:
    if limit is not None:
        raise RefusedError(f"{name} counts all solutions; it cannot stop after {limit:,}")


_PEERS = (
    Peer("xcover", "xcover", partial(script, "cells")),
    Peer("xcover-zdd", "xcover", xcover_zdd),
    Peer("exact-cover", "exact-cover", exact_cover),
    Peer("clingo", "clingo", partial(script, "answer_sets")),
)

PEERS = {peer.name: peer for peer in _PEERS}
