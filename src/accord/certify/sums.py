"""The checker of weights: a model and weights of its items -> whether no choice of options meets all demands.

A certificate of that kind is a small text in JSON:

    {"format": "accord-weights-1", "puzzle": "langford:5", "modulo": 2, "weights": {"s2": 1, "s4": 1, "2": 1}}

`modulo` 0: weights are whole numbers. Whatever is chosen, items get at least what the options with weights
below 0 weigh together; the demands allow at most low times weight, or high where a weight is above 0. If that
is less, there is no solution. `modulo` m: every option weighs a multiple of m, the weighted items demand just
so much, and that weighs no multiple of m.

It shares no code with those who look for weights. It adds whole numbers, option by option.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from accord.errors import InputError

if TYPE_CHECKING:
    from accord.model import Model

FORMAT = "accord-weights-1"
LARGEST = 1 << 30  # bytes of a text


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A certificate as it is written."""

    format: str
    puzzle: str = ""  # for people: whoever checks it names the puzzle
    variant: str = ""
    modulo: int
    weights: dict[str, int]


class Sums(NamedTuple):
    """What was added up."""

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
    if found.format != FORMAT:
        raise InputError([f"{name}: format: found {found.format!r}; expected {FORMAT!r}"])
    if found.modulo < 0 or found.modulo == 1:
        raise InputError([f"{name}: modulo: found {found.modulo}; expected 0, or at least 2"])
    return found


def added(model: Model, certificate: Weights, name: str = "weights") -> Sums:
    """Add up. Raises InputError for a weight of an item that the model does not have, or that has colours."""
    weight = _of_items(model, certificate.weights, name)
    options = [0] * model.options
    for option, item, amount in zip(
        model.option_of_entry.tolist(), model.item.tolist(), model.amount.tolist(), strict=True
    ):
        options[option] += weight.get(item, 0) * amount
    low, high = model.low.tolist(), model.high.tolist()
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
