"""What to say before a search that nobody lives to see the end of: how long it takes, and what can be had.

It is a sentence, never a refusal: a limit of time or of solutions ends the search, and estimates may err.
"""

from __future__ import annotations

from accord.backends.native.trial import Trial
from accord.model import Model

WEEK = 7 * 24 * 3600.0  # seconds: a search that takes longer is foreseen aloud
DAY, HOUR, MINUTE = 24 * 3600.0, 3600.0, 60.0
UNITS = (("year", 365.25 * DAY), ("week", WEEK), ("day", DAY), ("hour", HOUR), ("minute", MINUTE))


def hopeless(model: Model, best: Trial, counting: str = "", *, hope: str = "", memory: bool = False) -> str:
    """That no search is seen to finish: how long the best one takes, and what can be had instead.

    Args:
        model: what is searched.
        best: the search with the least time to go, by its estimate and its pace.
        counting: how engines fared that count without walking.
        hope: the name of one that is still at it.
        memory: whether one of them ended for want of memory.
    """
    rest, order = lasting(best.rest), len(model.symmetries)
    least = f"{best.engine.name} would place about {best.nodes:.2g} nodes, which takes about {rest}"
    instead = ["a limit of solutions gives the first ones, a limit of time a lower bound"]
    if order > 1 and best.rest / order < WEEK:
        instead.insert(0, f"distinct solutions may take {order} times less, {lasting(best.rest / order)}")
    if memory:
        instead.insert(0, "with more memory it may finish")
    seen = f"only {hope}, which need not walk, may finish" if hope else "no engine is seen to finish"
    return f"{seen}: {'; '.join(filter(None, [least, counting, *instead]))}"


def lasting(seconds: float) -> str:
    """A time in words, to two figures."""
    name, unit = next(((name, unit) for name, unit in UNITS if seconds >= unit), ("second", 1.0))
    number = float(f"{seconds / unit:.2g}")
    told = f"{number:,.0f}" if 10 <= number < 1e6 else f"{number:g}"
    return f"{told} {name}{'' if number == 1 else 's'}"
