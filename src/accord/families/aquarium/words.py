"""Steps of an aquarium in words: tanks, cells and water instead of options and items."""

from __future__ import annotations

from collections import defaultdict

from accord.deduce import Forced, Step
from accord.deduce import words as plain
from accord.families.aquarium.spec import Aquarium
from accord.model import Model
from accord.puzzles.words import joined

MOST = 2  # tanks that are spoken of one by one


def words(spec: Aquarium, model: Model, step: Step) -> str:  # noqa: ARG001 (names say it all)
    """A step in a sentence, as in `row 4: 3 more cells of water; tank B would take 4, so it is dry here`."""
    name = model.item_names[step.items[0]]
    if step.rule == "lookahead":
        return _lookahead(model, step)
    if not name.startswith(("row ", "column ")) or len(step.items) > 1:
        return plain(model, step)
    need = int(model.low[step.items[0]]) - step.given
    cells = f"{need} more {'cell' if need == 1 else 'cells'} of water" if need else "all its water is there"
    verdicts = _verdicts(model, step, name.startswith("row "))
    if step.rule == "subset sums":
        return f"{name}: {cells}; of the ways to make {need}, " + joined(
            [f"{'all have' if wet else 'none has'} {tank}" for wet, tank, _, _ in verdicts]
        )
    if need == 0:
        return f"{name}: {cells}, so {joined([f'{t} is dry {h}' for _, t, h, _ in verdicts])}"
    if need == step.left:
        return f"{name}: {cells}, and only {need} {'is' if need == 1 else 'are'} free, so {_all(need)} water"
    reasons = []
    for kind in (True, False):
        same = [verdict for verdict in verdicts if verdict[0] == kind]
        if len(same) > MOST:
            tanks = f"tanks {', '.join(tank.removeprefix('tank ') for _, tank, _, _ in same)}"
            reason = "are each needed, so they have" if kind else "would each take too much, so they lack"
            reasons.append(f"{tanks} {reason} water {'here' if name.startswith('row ') else 'in part'}")
            continue
        reasons += [
            f"without {tank} only {step.left - amount} {'is' if step.left - amount == 1 else 'are'} free, "
            f"so it has water {here}"
            if wet
            else f"{tank} would take {amount}, so it is dry {here}"
            for wet, tank, here, amount in same
        ]
    return f"{name}: {cells}; {'; '.join(reasons)}"


def _all(number: int) -> str:
    return "it is" if number == 1 else "all are"


def _verdicts(model: Model, step: Step, in_row: bool) -> list[tuple[bool, str, str, int]]:
    """By tank: whether it has water, the tank, where, and how many cells the contrary would add or take."""
    found: dict[tuple[str, bool], list[Forced]] = defaultdict(list)
    for forced in step.forced:
        found[_name(model, forced.option)[0], forced.chosen].append(forced)
    verdicts = []
    for (tank, wet), several in found.items():
        # what counts is the choice that says most: the highest row with water, or the lowest without
        rows = [_name(model, forced.option)[1] for forced in several]
        row = min(rows) if wet else max(rows)
        here = "here" if in_row else f"up to row {row}" if wet else f"from row {row} up"
        verdicts.append((wet, tank, here, min(forced.amount for forced in several)))
    return verdicts


def _name(model: Model, option: int) -> tuple[str, int]:
    """`T3 r5` or `T3 r5 c2`: the tank, and the row."""
    tank, row, *column = model.option_name(option).split(" ")
    beside = f" (column {column[0][1:]})" if column else ""
    return f"tank {tank[1:]}{beside}", int(row[1:])


def _lookahead(model: Model, step: Step) -> str:
    (forced,) = step.forced
    tank, row = _name(model, forced.option)
    *way, last = (model.item_names[item] for item in step.items)
    contrary, verdict = ("no water", "water") if forced.chosen else ("water", "none")
    through = f", by way of {joined(way)}" if way else ""
    return f"if {tank} had {contrary} in row {row}, {last} could not add up{through}; so it has {verdict}"
