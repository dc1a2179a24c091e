"""Check a refutation by weights: with these weights of items, no choice of options can meet all demands.

A certificate of that kind is a small text in JSON:

    {"format": "accord-weights-1", "puzzle": "langford:5", "modulo": 2, "weights": {"s2": 1, "s4": 1, "2": 1}}

`modulo` 0: weights are whole numbers. Whatever is chosen, items get at least what the options with weights
below 0 weigh together; the demands allow at most low times weight, or high where a weight is above 0. If that
is less, there is no solution. `modulo` m: every option weighs a multiple of m, the weighted items demand just
so much, and that weighs no multiple of m.

With pieces, the text names some items more, and the format is the second one:

    {"format": "accord-weights-2", "puzzle": "", "modulo": 0,
     "weights": {"r1c1": 1, "r1c2": -1}, "pieces": ["T"]}

An option lays one piece at most: it gives 1 to it. One that lays none of these weighs 0. Of each piece as
many are laid as it demands, and each weighs what one of its options does. No sum of that may be what the
other items demand, each between low and high.

It shares no code with those who look for weights. It adds whole numbers, option by option.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from accord.errors import InputError
from accord.model import Model

FORMAT, WITH_PIECES = "accord-weights-1", "accord-weights-2"
LARGEST = 1 << 30  # bytes of a text


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A certificate as it is written."""

    format: str
    puzzle: str = ""  # for people: the checker gets the name of the puzzle
    variant: str = ""
    modulo: int
    weights: dict[str, int]
    pieces: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET  # of the second format


class Sums(NamedTuple):
    """The sums of a certificate."""

    refuted: bool  # there is no solution
    words: str  # the sums, in a sentence


def write(certificate: Weights) -> str:
    """The certificate as a text that `read` takes."""
    return msgspec.json.format(msgspec.json.encode(certificate), indent=2).decode() + "\n"


def read(data: bytes, name: str) -> Weights:
    """A certificate; `name` is for what is wrong with it. Raises InputError."""
    try:
        found = msgspec.json.decode(data, type=Weights)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError([f"{name}: found no weights: {error}; expected a certificate of weights"]) from None
    expected = FORMAT if found.pieces is msgspec.UNSET else WITH_PIECES
    if found.format != expected:
        raise InputError([f"{name}: format: found {found.format!r}; expected {expected!r}"])
    if found.pieces is not msgspec.UNSET and found.modulo:
        raise InputError([f"{name}: modulo: found {found.modulo}; expected 0 where there are pieces"])
    if found.modulo < 0 or found.modulo == 1:
        raise InputError([f"{name}: modulo: found {found.modulo}; expected 0, or at least 2"])
    return found


def add_up(model: Model, certificate: Weights, name: str = "weights") -> Sums:
    """Add up. Raises InputError for a weight of an item that the model does not have, or that has colours."""
    weight = _of_items(model, certificate.weights, name)
    options = [0] * model.options
    for option, item, amount in zip(
        model.option_of_entry.tolist(), model.item.tolist(), model.amount.tolist(), strict=True
    ):
        options[option] += weight.get(item, 0) * amount
    low, high = model.low.tolist(), model.high.tolist()
    if certificate.pieces is not msgspec.UNSET:
        return _with_pieces(model, weight, _pieces(model, certificate, name), options)
    if certificate.modulo:
        return _modulo(certificate.modulo, weight, options, low, high)
    least = sum(each for each in options if each < 0)
    most = sum(by * (high[item] if by > 0 else low[item]) for item, by in weight.items())
    return Sums(
        least > most, f"options weigh at least {least:,} in all, and the demands allow at most {most:,}"
    )


def _modulo(
    modulo: int, weight: Mapping[int, int], options: list[int], low: list[int], high: list[int]
) -> Sums:
    for option, weighs in enumerate(options):
        if weighs % modulo:
            return Sums(False, f"option {option} weighs {weighs:,}, which is no multiple of {modulo}")
    if any(low[item] != high[item] for item in weight):
        return Sums(False, "an item with a weight does not demand just one number")
    wanted = sum(by * low[item] for item, by in weight.items())
    return Sums(
        wanted % modulo != 0, f"every option weighs a multiple of {modulo}, and the demands weigh {wanted:,}"
    )


def _with_pieces(model: Model, weight: Mapping[int, int], pieces: list[int], options: list[int]) -> Sums:
    """Return the sums that the pieces can reach, and the sums that the weighed items can demand."""
    low, high = model.low.tolist(), model.high.tolist()
    values: dict[int, set[int]] = {piece: set() for piece in pieces}
    for option, weighs in enumerate(options):
        entries = range(model.start[option], model.start[option + 1])
        laid = [entry for entry in entries if int(model.item[entry]) in values]
        if len(laid) > 1 or any(model.amount[entry] != 1 for entry in laid):
            return Sums(False, f"option {option} lays more than one piece")
        if laid:
            values[int(model.item[laid[0]])].add(weighs)
        elif weighs:
            return Sums(False, f"option {option} lays none of the pieces, and weighs {weighs:,}")
    reached, wanted = {0}, {0}
    for piece, each in values.items():
        reached = _add_values(reached, each, low[piece], high[piece])
    for item, by in weight.items():
        wanted = _add_values(wanted, {by}, low[item], high[item])
    common = reached & wanted
    if common:
        return Sums(False, f"the pieces can weigh {min(common):,}, and the demands allow that")
    return Sums(True, f"the pieces can weigh {_some(reached)}, and the demands allow {_some(wanted)}")


def _add_values(sums: set[int], values: set[int], low: int, high: int) -> set[int]:
    """The sums of one of these and of `low` to `high` values."""
    found = set()
    for number in range(high + 1):
        if number:
            sums = {one + value for one in sums for value in values}
        if number >= low:
            found |= sums
    return found


def _some(sums: set[int]) -> str:
    if len(sums) <= 1:
        return f"{next(iter(sums)):,}" if sums else "nothing"
    return f"{len(sums):,} sums from {min(sums):,} to {max(sums):,}"


def _pieces(model: Model, certificate: Weights, name: str) -> list[int]:
    """The pieces by the numbers of items."""
    assert certificate.pieces is not msgspec.UNSET
    faults = []
    coloured = set(model.item[model.colour != 0].tolist())
    for each in certificate.pieces:
        if each not in model.item_index:
            faults.append(f"{name}: pieces: found {each!r}, which is no item of this puzzle")
        elif each in certificate.weights or model.item_index[each] in coloured:
            faults.append(f"{name}: pieces: found {each!r}, which has a weight, or colours; expected neither")
        elif model.low[model.item_index[each]] < 0:
            faults.append(f"{name}: pieces: found {each!r}, whose demand begins below 0")
    if faults:
        raise InputError(faults)
    return [model.item_index[each] for each in certificate.pieces]


def _of_items(model: Model, weights: Mapping[str, int], name: str) -> dict[int, int]:
    """The weights by the numbers of items."""
    number = model.item_index
    coloured = set(model.item[model.colour != 0].tolist())
    faults = []
    for each in weights:
        if each not in number:
            faults.append(f"{name}: weights: found {each!r}, which is no item of this puzzle")
        elif number[each] in coloured:
            faults.append(
                f"{name}: weights: found {each!r}, whose options have colours, which cannot be added"
            )
    if faults:
        raise InputError(faults)
    return {number[each]: by for each, by in weights.items()}
