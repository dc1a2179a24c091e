"""Read and write the first line of a certificate: items, options, a symmetry group, and the kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import numpy as np

from accord.certify.count.follow import Demand, Options
from accord.errors import InputError

FORMAT = "accord-count-1"
MOST_OPTIONS = 1 << 20  # so many numbers of 40 bits can be added to a word
HALF = 31  # bits
MOST_OTHER = 1 << 20  # bytes of what the format does not name
MOST = 1 << 62  # what an item may ask for, and all options together may give to it


Form = TypeVar("Form", bound=msgspec.Struct)


class _Key(str):
    """A key of an object. As a type of its own, msgspec hands over each one that it reads."""


def decode(line: bytes, form: type[Form]) -> Form:
    """Decode a line of JSON in UTF-8 into a struct at once: a long line takes little time and memory.

    Raises ValueError or MsgspecError if it is no such struct, or names a key twice.
    """
    read: list[Any] = []

    def note(_: type, key: Any) -> _Key:
        read.append(key)
        return _Key(key)

    members = msgspec.json.decode(line, type=dict[_Key, msgspec.Raw], dec_hook=note)
    if len(members) < len(read):
        raise ValueError("it names a key twice")
    for name in {*members}.difference(form.__struct_fields__):  # these are read as well, to the last sign
        if len(members[name]) > MOST_OTHER:
            raise ValueError(f"{name[:80]!r} has more than {MOST_OTHER:,} bytes")
        msgspec.json.decode(members[name])
    return msgspec.json.decode(line, type=form)


class _Said(msgspec.Struct):
    """The line as it is read; what else it says is for people."""

    format: Literal["accord-count-1"]
    puzzle: str
    kind: Literal["tree", "graph"]
    width: Literal[2, 4]
    items: list[tuple[str, int, int]]
    options: list[tuple[str, list[tuple[int, int]]]]
    group: list[list[int]] | None
    split: int | None


class Heading:
    """The contents of a file before its decisions.

    puzzle, kind, width, split   as the file has them
    items, demands               names, and what they ask for
    names, options               of the options, and what they give
    group                        permutations of the items; the one that moves nothing, if there is none
    symmetric                    whether the file has a group

    Raises InputError for a line that is none, or that holds what cannot be.
    """

    def __init__(self, line: bytes, path: str | Path) -> None:
        self._path = path
        try:
            said = decode(line, _Said)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise self._fault(f"another first line ({error})") from None
        self.puzzle, self.kind, self.width, self.split = said.puzzle, said.kind, said.width, said.split
        self.items = [name for name, _, _ in said.items]
        self.demands: list[Demand] = [(low, high) for _, low, high in said.items]
        if not all(0 <= low <= high < MOST for low, high in self.demands):
            raise self._fault("an item that asks for what cannot be given")
        self.names = [name for name, _ in said.options]
        self.options = self._options([gives for _, gives in said.options])
        self.symmetric = said.group is not None
        self.group = [list(range(len(self.items)))] if said.group is None else said.group
        if not self.group:
            raise self._fault("a group without an element")
        if said.split is not None and not 0 <= said.split < len(self.items):
            raise self._fault("a split of what is no item")

    def _options(self, rows: list[list[tuple[int, int]]]) -> Options:
        """The options, their items in ascending order."""
        if len(rows) >= MOST_OPTIONS:
            raise self._fault(f"{MOST_OPTIONS:,} options or more")
        owner = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        numbers = (number for row in rows for pair in row for number in pair)  # a limit ends these
        try:
            pairs = np.fromiter(numbers, np.int64, 2 * len(owner)).reshape(-1, 2)
        except OverflowError:
            raise self._fault("an option that gives more than can be counted") from None
        item, amount = pairs.T
        if ((item < 0) | (item >= len(self.items)) | (amount < 1)).any():
            raise self._fault("an option that gives what it cannot")
        # numbers of a float have 53 bits, so halves are added up
        high, low = (
            np.bincount(item, weights=half).tolist() for half in (amount >> HALF, amount % (1 << HALF))
        )
        if any((int(one) << HALF) + int(other) >= MOST for one, other in zip(high, low, strict=True)):
            raise self._fault("options that give more than can be added up")
        place = np.lexsort([item, owner])
        owner, item, amount = owner[place], item[place], amount[place]
        if ((np.diff(owner) == 0) & (np.diff(item) == 0)).any():
            raise self._fault("an option that names an item twice")
        return Options(np.searchsorted(owner, np.arange(len(rows) + 1)), item, amount)

    def _fault(self, found: str) -> InputError:
        return InputError([f"{self._path}: found {found}; expected a certificate of a count, {FORMAT}"])
