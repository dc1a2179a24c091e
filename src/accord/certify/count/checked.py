"""Check a certificate of a count: read the file and return the number of solutions that it proves.

Shares no code with what writes such files. It takes what `compare/check_count.py` takes, read strictly.

A certificate may be compared with the model of a given puzzle. It knows amounts above 0 only. Where options
of a model take from items, its matrix has an opposite of each such option; that it has exactly these is seen
here, from the model alone.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from gzip import GzipFile
from pathlib import Path
from time import process_time
from typing import Any, Literal, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from accord.arguments import query_of
from accord.arguments.keywords import list_arguments
from accord.arguments.proof import CheckArguments
from accord.backends.native.layers_memory import memory_available
from accord.certify.count import follow, quotients
from accord.certify.count.follow import Demand, Matrix, Options, WrongError
from accord.errors import InputError
from accord.model import Model
from accord.runner.limits import GRACE, Limits
from accord.symmetry.group import group_of
from accord.watchdog import Guard


def compare(model: Model, said: Heading) -> None:
    """Raise WrongError unless these are the items and options of the model, and the group is its own."""
    if model.colour.any() or model.lazy is not None:
        raise WrongError("the puzzle has colours or lazy items, and a certificate knows none")
    demands, gives, takers = _expected_rows(model)
    if len(said.items) != len(demands) or len(said.names) != len(gives):
        raise WrongError(
            f"the puzzle is another: it has {len(demands):,} items and {len(gives):,} options, "
            f"not {len(said.items):,} and {len(said.names):,}"
        )
    for number, (name, found, demand) in enumerate(zip(said.items, said.demands, demands, strict=True)):
        own = model.item_names[number] if number < model.items else name
        if name != own or found != demand:
            raise WrongError(
                f"the puzzle is another: its item {number} is {own!r} with {demand[0]} to {demand[1]}, "
                f"not {name!r} with {found[0]} to {found[1]}"
            )
    known = model.options if model.names or not takers else 0  # else opposites are in the names, too
    for number, (name, given) in enumerate(zip(said.names, said.options.each(), strict=True)):
        own = model.option_name(number) if number < known else name
        if name != own or dict(given) != gives[number]:
            raise WrongError(
                f"the puzzle is another: its option {number} is {own!r}, and gives something else or "
                f"has another name in the file"
            )
    if said.symmetric:
        _compare_groups(model, takers, said.group)


def _expected_rows(model: Model) -> tuple[list[tuple[int, int]], list[dict[int, int]], list[int]]:
    """The demands, what options give, and the options that have an opposite, each with an item of its own."""
    low, high = model.low.tolist(), model.high.tolist()
    reach = [0] * model.items
    gives: list[dict[int, int]] = [{} for _ in range(model.options)]
    opposite: dict[int, dict[int, int]] = {}
    entries = zip(model.option_of_entry.tolist(), model.item.tolist(), model.amount.tolist(), strict=True)
    for option, item, amount in entries:
        reach[item] += abs(amount)
        if amount > 0:
            gives[option][item] = amount
        else:
            opposite.setdefault(option, {})[item] = -amount
            low[item] -= amount
            high[item] -= amount
    demands = [
        (max(0, least), most) if most >= 0 else (all_of_it + 1, all_of_it + 1)
        for least, most, all_of_it in zip(low, high, reach, strict=True)
    ]
    takers = sorted(opposite)
    for number, option in enumerate(takers):
        demands.append((1, 1))
        gives[option][model.items + number] = 1
        gives.append({**opposite[option], model.items + number: 1})
    return demands, gives, takers


def _compare_groups(model: Model, takers: list[int], group: Sequence[Sequence[int]]) -> None:
    """Raise WrongError unless the group is the model's, which moves the items of opposites along."""
    found = group_of(model)
    place = {option: model.items + number for number, option in enumerate(takers)}
    own = {
        (*items, *(place[options[option]] for option in takers))
        for items, options in zip(found.items.tolist(), found.options.tolist(), strict=True)
    }
    if own != {tuple(row) for row in group}:
        raise WrongError(
            f"the group is another: the puzzle has {len(own):,} symmetries, "
            f"and the certificate is up to {len(group):,}"
        )


MAGIC = b"\x1f\x8b"  # of gzip
LARGEST = 1 << 26  # bytes of a line
DECODED = 16  # bytes that a byte of the first line may take once it is decoded: of `["",[]],` as many
IMAGES = 8  # arrays of a row for each option that are there at a time while its images are found
CHUNK = 1 << 20  # bytes that are read at a time


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the checker.

    proved      whether the file proves its claim
    count       the number of solutions, or of classes of them; None if it is not proved
    order       of the group that the count is up to; 1 if it is of all solutions
    puzzle      what the file says that it is about; `named` if that was found to be so
    kind        tree or graph
    situations  decisions that were followed
    seconds     of the processor
    reason      why it is not proved
    """

    proved: bool
    count: int | None
    order: int
    puzzle: str
    named: bool
    kind: str
    situations: int
    seconds: float
    reason: str = ""

    def facts(self) -> dict[str, Any]:
        """All of it, for JSON."""
        return asdict(self)


def is_certificate(path: str | Path) -> bool:
    """Whether a file is compressed, as certificates are; no other file that can be checked is."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


@list_arguments(CheckArguments)
def check(path: str | Path, *, model: Model | None = None, **more: Any) -> Verdict:
    """Follow the decisions of a file.

    Args:
        path: the file.
        model: what it is to be about; without one, it is about the matrix that it holds, whatever its name.
        **more: see below.

    Raises InputError if the file is no certificate, StoppedError where a limit comes before the end.
    """
    watch = _Watch(query_of(CheckArguments, more))
    try:
        return watch.guard().do(_verdict, path, model, watch)
    except (OSError, ValueError) as error:
        said = (error.strerror if isinstance(error, OSError) else None) or error
        raise InputError([f"{path}: cannot be read: {said}"]) from None
    except (EOFError, zlib.error) as error:
        raise InputError([f"{path}: found a file that is cut short or damaged: {error}"]) from None


def _verdict(path: str | Path, model: Model | None, watch: _Watch) -> Verdict:
    with GzipFile(path) as file:
        began = process_time()
        line = file.readline(LARGEST)
        follow.need(DECODED * len(line), watch.memory, "its first line takes")
        said = Heading(line, path)
        del line
        began += follow.load_checker()
        count, reason = None, ""
        try:
            if model is not None:
                compare(model, said)
            count = _count(said, _Reader(file, said.width), watch)
        except WrongError as error:
            reason = str(error)
    return Verdict(
        proved=not reason,
        count=count,
        order=len(said.group),
        puzzle=said.puzzle,
        named=model is not None and not reason,
        kind=said.kind,
        situations=watch.seen,
        seconds=round(process_time() - began, 3),
        reason=reason,
    )


def _count(said: Heading, reader: _Reader, watch: _Watch) -> int:
    """The number that is proved. Raises WrongError."""
    items, options = said.demands, said.options
    quotients.need_group(said.group, len(items), watch.look)
    widest = int(np.diff(options.start).max(initial=0))
    follow.need(8 * IMAGES * len(said.names) * widest, watch.memory, "the images of its options take")
    images = quotients.images(options, items, said.group, watch.look)
    count = 0
    for some, own in quotients.parts(options, items, said.group, images, said.split):
        found = 0
        for image in own:
            matrix = Matrix(items, quotients.orbits(options, image, some), watch.memory)
            watch.look(0)
            found += follow.count(matrix, reader, watch, merges=said.kind == "graph")
        if found % len(own):
            raise WrongError("the sum is no multiple of the order of the group")
        count += found // len(own)
    claim = reader.claim()
    if claim != str(count):
        raise WrongError(f"found {count}, where {claim[:80]} is claimed")
    return count


# -- the file ------------------------------------------------------------------------------------------


class _Claim(msgspec.Struct, forbid_unknown_fields=True):
    """The last line."""

    count: str


class _Reader:
    """The decisions of a file, some at a time, and the claim behind them."""

    def __init__(self, file: GzipFile, width: int) -> None:
        self._file, self._width, self._bytes = file, width, b""
        self._given = 0  # bytes that were handed out last

    def more(self) -> npt.NDArray[np.uint32]:
        """The next decisions. Raises WrongError if there are none."""
        self._bytes = self._bytes[self._given :]
        if len(self._bytes) < self._width:
            self._bytes += self._file.read(CHUNK)
        self._given = len(self._bytes) // self._width * self._width
        if not self._given:
            raise WrongError("the file ends before the search does")
        return np.frombuffer(self._bytes[: self._given], f"<u{self._width}").astype(np.uint32)

    def unread(self, number: int) -> None:
        """The last ones were not decisions of this search."""
        self._given -= number * self._width

    def claim(self) -> str:
        """Read the count that the line behind the decisions claims. Raises WrongError if it claims none."""
        line = self._bytes[self._given :]
        line += self._file.read(max(0, LARGEST - len(line)))
        if line.count(b"\n") != 1 or not line.endswith(b"\n") or self._file.read(1):
            raise WrongError("found no single line behind the last decision; expected the claim")
        try:
            return decode(line, _Claim).count
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise WrongError("what stands behind the last decision is no claim") from None


# -- limits --------------------------------------------------------------------------------------------


class _Watch:
    """Counts decisions, and raises StoppedError where a limit is reached."""

    def __init__(self, asked: CheckArguments) -> None:
        self.seen = 0
        memory = asked.memory_limit
        self.memory = memory_available() // 2 if memory is None else memory
        self._limits = Limits.of(asked, memory=memory)
        self._show = asked.show

    def guard(self) -> Guard:
        """A guard over the whole check: what prepares it looks at no limit."""
        return self._limits.guard("the certificate was checked", GRACE)

    def look(self, seen: int) -> None:
        """So many decisions more were followed."""
        self.seen += seen
        self._show(f"{self.seen:,} decisions followed", None)
        self._limits.check(self._progress_text, self.seen)

    def _progress_text(self) -> str:
        return f"{self.seen:,} decisions were followed, and it is not known whether the rest hold"


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
