"""Check that a certificate belongs to a given puzzle: compare its matrix and group with the model's.

A certificate knows amounts above 0 only. Where options of a model take from items, its matrix has an opposite
of each such option; that it has exactly these is seen here, from the model alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from accord.certify.count.follow import WrongError
from accord.certify.count.heading import Heading
from accord.model import Model
from accord.symmetry.group import group_of


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
