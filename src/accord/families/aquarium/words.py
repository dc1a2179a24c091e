"""Steps of an aquarium in words: tanks, cells and water instead of options and items."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from accord.deduce import Forced
from accord.pencil import Telling
from accord.puzzles.words import join_words

MOST = 2  # tanks that are spoken of one by one


@dataclass(frozen=True)
class _Verdict:
    """A verdict of a line on a tank."""

    wet: bool
    tank: str
    here: str  # where it is wet or dry
    amount: int  # cells that the contrary would add or take


def words(tell: Telling) -> str | None:
    """A step in a sentence, as in `row 4: 3 more cells of water; tank B would take 4, so it is dry here`."""
    step = tell.step
    if not tell.rule.startswith(("row ", "column ")):
        return None
    need = step.demand[0] - step.given
    cells = f"{need} more {'cell' if need == 1 else 'cells'} of water" if need else "all its water is there"
    verdicts = _verdicts(tell)
    if step.rule == "subset sums":
        common = [f"{'all have' if each.wet else 'none has'} {each.tank}" for each in verdicts]
        return f"{tell.rule}: {cells}; of the ways to make {need}, {join_words(common)}"
    if need == 0:
        return (
            f"{tell.rule}: {cells}, so {join_words([f'{each.tank} is dry {each.here}' for each in verdicts])}"
        )
    if need == step.left:
        free, verdict = ("is", "it is") if need == 1 else ("are", "all are")
        return f"{tell.rule}: {cells}, and only {need} {free} free, so {verdict} water"
    reasons: list[str] = []
    for wet in (True, False):
        same = [each for each in verdicts if each.wet == wet]
        if len(same) > MOST:
            tanks = f"tanks {', '.join(each.tank.removeprefix('tank ') for each in same)}"
            reason = "are each needed, so they have" if wet else "would each take too much, so they lack"
            reasons.append(f"{tanks} {reason} water {'here' if tell.rule.startswith('row ') else 'in part'}")
        else:
            reasons += [_reason(each, step.left) for each in same]
    return f"{tell.rule}: {cells}; {'; '.join(reasons)}"


def _reason(of: _Verdict, left: int) -> str:
    """Why a tank is wet or dry, where so many cells are left."""
    if not of.wet:
        return f"{of.tank} would take {of.amount}, so it is dry {of.here}"
    free = left - of.amount
    return f"without {of.tank} only {free} {'is' if free == 1 else 'are'} free, so it has water {of.here}"


def _verdicts(tell: Telling) -> list[_Verdict]:
    """Return a verdict for each tank, by what says most: its highest row with water, its lowest without."""
    found: dict[tuple[str, bool], list[tuple[int, Forced]]] = defaultdict(list)
    for forced in tell.step.forced:
        tank, row, *column = tell.model.option_name(forced.option).split(" ")  # `T3 r5` or `T3 r5 c2`
        beside = f" (column {column[0][1:]})" if column else ""
        found[f"tank {tank[1:]}{beside}", forced.chosen].append((int(row[1:]), forced))
    verdicts = []
    for (tank, wet), several in found.items():
        rows = [row for row, _ in several]
        along = f"up to row {min(rows)}" if wet else f"from row {max(rows)} up"
        here = "here" if tell.rule.startswith("row ") else along
        verdicts.append(_Verdict(wet, tank, here, min(forced.amount for _, forced in several)))
    return verdicts
