"""Write and read Knuth's text format of exact covers (DLX1, DLX2, DLX3; TAOCP 7.2.2.1).

    | a comment
    a b 2:3|c | p q            items: primary ones, those with a multiplicity (DLX3), then the secondary ones
    a c p:x                    an option a line; `:x` is a colour
    b c p:x q

An option needs a primary item: Knuth's programs leave out others, with a warning. So the reader refuses them;
and the writer gives an option that has none a new primary item, which is met by that option or by another new
one, its absence: the number of solutions stays.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from accord.errors import RefusedError
from accord.formats.source import MOST, Notes, Source, different, note, number, one_line, quote, words
from accord.model import Model
from accord.model.lazy import refuse_lazy

LARGEST_MULTIPLICITY = (1 << 31) - 1
MANGLED = "#"  # begins the names that stand for others
SIGNS = tuple(map(chr, range(33, 127)))  # what may be a colour

_FITS = re.compile(r"(?!#)[!-9;-{}~]{1,8}")  # Knuth's programs keep eight characters
_BOUNDED = re.compile(r"(?:([0-9]+):)?([0-9]+)\|(.*)")


# -- reading ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reading:
    """The matrix read so far. Primary items come first, so the index of an item tells which kind it is."""

    index: dict[str, int] = field(default_factory=dict)
    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    primary: int = 0
    colours: dict[str, int] = field(default_factory=lambda: {"": 0})
    start: array[int] = field(default_factory=lambda: array("q", [0]))
    item: array[int] = field(default_factory=lambda: array("i"))
    colour: array[int] = field(default_factory=lambda: array("i"))


def read(data: bytes, name: str) -> Model:
    """The model that such a text declares. Raises InputError with every fault."""
    source, reading = Source(data, name), _Reading()
    notes = Notes(source)
    header = 0
    for line, content in source.lines():
        found = words(content)
        if not found:
            continue
        if found[0].startswith("|"):
            notes.read(line, content.strip()[1:])
        elif not header:
            header = line
            _read_items(source, line, found, reading)
        else:
            _read_option(source, line, found, reading)
    if not header:
        source.fault(1, "found no items; expected a line with the names of the items, separated by blanks")
    options = len(reading.start) - 1
    names = [str(o + 1) for o in range(options)] if notes.has("option") else []
    return source.model(
        notes.of("item", list(reading.index)),
        np.frombuffer(reading.start, np.int64),
        np.frombuffer(reading.item, np.int32) if reading.item else [],
        low=reading.low,
        high=reading.high,
        colour=np.frombuffer(reading.colour, np.int32) if reading.colour else 0,
        colours=notes.of("colour", list(reading.colours)),
        names=notes.of("option", names),
    )


def _read_items(source: Source, line: int, found: list[str], reading: _Reading) -> None:
    secondary = False
    for word in found:
        if word == "|":
            if secondary:
                source.fault(line, "found '|' twice; expected it once, before the secondary items")
            secondary = True
            continue
        low, high, name = (0, 1, word) if secondary else _bounds(source, line, word)
        if not name or ":" in name or "|" in name:
            expected = "a name without ':' and '|'"
            source.fault(line, f"found the item {quote(word)}; expected {expected}, or LOW:HIGH|NAME")
        elif name in reading.index:
            source.fault(line, f"found the item {quote(name)} twice; expected it once")
        if name not in reading.index:
            reading.index[name] = len(reading.index)
            reading.low.append(low)
            reading.high.append(high)
            reading.primary += not secondary
    if len(reading.index) > MOST:
        source.refuse(line, f"found {len(reading.index):,} items; expected {MOST:,} at most")


def _bounds(source: Source, line: int, word: str) -> tuple[int, int, str]:
    """`2:3|a` -> 2, 3, a. One number is both bounds; without any, they are 1."""
    bounded = _BOUNDED.fullmatch(word)
    if not bounded:
        return 1, 1, word
    high = number(bounded[2])
    low = high if bounded[1] is None else number(bounded[1])
    if low is None or high is None or not low <= high or high == 0:
        source.fault(line, f"found the bounds of {quote(word)}; expected LOW <= HIGH, 1 <= HIGH < 2^62")
        return 1, 1, bounded[3]
    return low, high, bounded[3]


def _read_option(source: Source, line: int, found: list[str], reading: _Reading) -> None:
    row = []
    for word in found:
        name, colon, colour = word.partition(":")
        item = reading.index.get(name)
        if item is None:
            source.fault(line, f"found the unknown item {quote(name)}; expected one of the first line")
            continue
        if colon and not colour:
            source.fault(line, f"found {quote(word)}; expected a colour after ':'")
        elif colon and item < reading.primary:
            source.fault(line, f"found a colour on the primary item {quote(name)}; expected a secondary item")
        row.append(item)
        reading.colour.append(reading.colours.setdefault(colour, len(reading.colours)))
    if len(set(row)) < len(row):
        source.fault(line, "found an item twice in one option; expected each item once")
    if len(row) == len(found) and min(row) >= reading.primary:
        leave = "Knuth's programs ignore such an option: leave it out"
        source.fault(line, f"found an option of secondary items only; expected a primary item ({leave})")
    reading.item.extend(row)
    reading.start.append(len(reading.item))
    if len(reading.start) > MOST:
        source.refuse(line, f"found more than {MOST:,} options; expected fewer")


# -- writing ---------------------------------------------------------------------------------------


def refusal(model: Model) -> str | None:
    """Why the format cannot say what this model says, or None. Raises RefusedError if it is lazy."""
    refuse_lazy(model, "a file of items and options")
    uncoloured = model.colour == 0
    if (model.amount[uncoloured] != 1).any():
        e = int(np.flatnonzero(uncoloured & (model.amount != 1))[0])
        return (
            f"the DLX format knows no amounts but 1; option {model.option_name(model.option_of_entry[e])!r} "
            f"gives {model.amount[e]} to {model.item_names[model.item[e]]!r}"
        )
    if model.hidden.any():
        return "the DLX format knows no hidden options"
    if len(model.objective):
        return "the DLX format knows no objective"
    if (model.high < 1).any():
        i = int(np.argmax(model.high < 1))
        return (
            f"in the DLX format an item may be covered at least once; {model.item_names[i]!r} has the "
            f"demand [{model.low[i]}, {model.high[i]}]"
        )
    if (model.low > LARGEST_MULTIPLICITY).any():
        return f"the DLX format's multiplicities end at {LARGEST_MULTIPLICITY}"
    if len(model.colours) - 1 > len(SIGNS):
        return f"the DLX format has {len(SIGNS)} colours, of one character each; the model has more"
    return None


def write(model: Model, title: str = "") -> str:
    """The model in Knuth's text. Raises RefusedError if the format cannot say it.

    Names that the programs cannot take become `#1`, `#2`, ..., and colours of several characters one; the
    true names are in comments. `order` and `symmetries` have no place in the format, and are left out.
    """
    reason = refusal(model)
    if reason:
        raise RefusedError(f"{reason}; take the format toml")
    is_secondary = (model.low <= 0) & (model.high == 1)
    primary, secondary = np.flatnonzero(~is_secondary).tolist(), np.flatnonzero(is_secondary).tolist()
    of_primary = model.option_of_entry[~is_secondary[model.item]]
    lone = np.setdiff1d(np.arange(model.options), of_primary).tolist()
    added = [f"option {o + 1} or not" for o in lone] if primary or lone else ["nothing"]
    added = different(added, model.item_names)
    true_names = [*model.item_names, *added]
    codes = [n if _FITS.fullmatch(n) else f"{MANGLED}{i}" for i, n in enumerate(true_names, start=1)]
    sign = _signs(model)

    header = [_item_bounds(model, i, codes[i]) for i in primary]
    new = codes[model.items :]
    lines = [" ".join([*header, *new, *(["|"] if secondary else []), *(codes[i] for i in secondary)])]
    entry = [
        codes[i] + (f":{sign[c]}" if c else "")
        for i, c in zip(model.item.tolist(), model.colour.tolist(), strict=True)
    ]
    extra = dict(zip(lone, new, strict=False))
    for o, (first, end) in enumerate(pairwise(model.start.tolist())):
        of_choice = [extra[o]] if o in extra else []
        lines.append(" ".join([*of_choice, *entry[first:end]]))
    names = list(model.names)
    names += different([f"not {names[o]}" for o in lone], names) if names else []
    return "\n".join([*_comments(model, title, true_names, codes, sign, names), *lines, *new]) + "\n"


def _item_bounds(model: Model, item: int, code: str) -> str:
    low, high = max(0, int(model.low[item])), min(int(model.high[item]), LARGEST_MULTIPLICITY)
    if low == high:
        return code if low == 1 else f"{low}|{code}"
    return f"{low}:{high}|{code}"


def _signs(model: Model) -> list[str]:
    """One character for each colour: its own if it is one, else one that no other colour has."""
    free = iter([sign for sign in reversed(SIGNS) if sign not in model.colours])
    result = [""]
    for name in model.colours[1:]:
        result.append(name if name in SIGNS and name not in result else next(free))
    return result


def _comments(
    model: Model, title: str, true_names: list[str], codes: list[str], sign: list[str], names: list[str]
) -> list[str]:
    notes = [note("item", code, name) for code, name in zip(codes, true_names, strict=True) if code != name]
    different_colours = different(model.colours[1:])
    notes += [note("colour", s, c) for s, c in zip(sign[1:], different_colours, strict=True) if s != c]
    notes += [note("option", o, name) for o, name in enumerate(names, start=1)]
    return [f"| {line}" for line in [one_line(title) or "an exact cover", *notes]]
