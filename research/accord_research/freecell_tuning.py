"""Finding scans, a schedule and ratings for the fast FreeCell search.

    python -m accord_research.freecell_tuning tune OUT.npy [--deals 40001-60000] [--start SCAN.npy]
    python -m accord_research.freecell_tuning schedule fast.toml SCAN.npy ... [--deals 60001-80000]
    python -m accord_research.freecell_tuning rate fast.toml [--deals 80001-100000] [--portfolio fast.toml]

`tune` evolves the weights of one scan, in steps that grow smaller, so that it visits few states for each deal
that it solves within so many (`--states`). A portfolio grows one scan at a time, each tuned on
the deals that those before it leave unsolved (`--without SCAN.npy ...`), or made from another by chance
(`--vary`), which gives many different ones for little. `schedule` lets every scan search every deal, and then
takes turn after turn the one that solves the most of the remaining deals per state. `rate` evolves the
ratings of the first best-first search of a portfolio on the deals that its first lap leaves unsolved.

The portfolio that is shipped was found by these methods, not by this program: its scans and its schedule by
forerunners of `tune` and `schedule`, which kept no record of their seeds; which varied scans to take, and
where to cut the schedule off, was decided beside; its ratings by a plainer evolution than that of `rate` (12
tried a round, the weighted mean of the best 4 is the next centre). No command reproduces it to the letter.
These make one of four scans, the same each time, in some five minutes:

    tune a.npy --deals 40001-50000 --rounds 250 --seed 1
    tune b.npy --deals 40001-60000 --rounds 150 --seed 2 --without a.npy
    tune c.npy --deals 40001-60000 --rounds 150 --seed 3 --without a.npy b.npy
    tune d.npy --deals 40001-80000 --rounds 150 --seed 4 --without a.npy b.npy c.npy
    schedule four.toml a.npy b.npy c.npy d.npy --deals 60001-64000

With the ratings that are shipped it solves all of the deals 1 to 2000 as well, but visits 1,890,013 states
where the one that is shipped visits 942,220, in 1.6 times the time. So that one stays.

Deals 1 to 32000 are for showing what it does, so they are not for tuning.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import repeat
from pathlib import Path

import numpy as np
import numpy.typing as npt

from accord.families.freecell.planners.fast import Portfolio, microsoft, portfolio, read, sweep, write
from accord.families.freecell.spec import Rules
from accord_native.freecell.fast.layout import RATINGS, WEIGHTS

Weights = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

SHOWN = 32000  # deals up to this one are not for tuning
NEVER = 1 << 40  # states of a scan that did not solve a deal
TURNS = (40, 60, 80, 100, 150, 200, 300, 400, 700, 1000, 2000)  # states
POPULATION, PARENTS, DEALS_AT_ONCE = 20, 8, 300
FIRST_STEP = 40.0  # in weights
FIRST_RATING_STEP = 6.0  # in ratings
LEAST_STEP = 0.15  # of the first


def states(scan: Weights, positions: npt.NDArray[np.uint8], limit: int) -> Counts:
    """How many states a scan visits before it solves each position; NEVER if more than `limit`."""
    chosen = Portfolio(np.rint(scan)[None].astype(np.int32), np.array([[0, limit]], np.uint64), no_ratings())
    return _counted(chosen, positions, limit)


def no_ratings() -> npt.NDArray[np.int64]:
    """No best-first search."""
    return np.zeros((0, RATINGS), np.int64)


def _counted(chosen: Portfolio, positions: npt.NDArray[np.uint8], limit: int) -> Counts:
    parts = sweep(Rules(), positions, limit=limit, budget=1 << 40, chosen=chosen)
    return np.array([one.states if one.moves is not None else NEVER for some in parts for one in some])


def price(counts: Counts, limit: int) -> float:
    """States visited for each deal solved."""
    return float(np.minimum(counts, limit).sum() / (np.count_nonzero(counts < NEVER) + 0.5))


def evolved(
    start: Weights, cost: Callable[[Weights], float], rounds: int, seed: int, first_step: float = FIRST_STEP
) -> Weights:
    """Weights of low cost, near the start: the weighted mean of a round's best is the centre of the next.

    `cost` may differ from round to round, but not within one.
    """
    share = np.log(PARENTS + 0.5) - np.log(np.arange(1, PARENTS + 1))
    share /= share.sum()
    mean, random = start.astype(float), np.random.default_rng(seed)
    for step in np.geomspace(first_step, LEAST_STEP * first_step, rounds):
        half = step * random.standard_normal((POPULATION // 2, len(start)))
        tried = mean + np.concatenate([half, -half])
        mean = share @ tried[np.argsort([cost(weights) for weights in tried])[:PARENTS]]
    return mean


def scheduled(counts: Counts) -> list[tuple[int, int]]:
    """Turns (scan, states), from how many states each scan [scans, deals] needs.

    The next turn is always the one that solves the most deals per state of those that are left.
    """
    spent = np.zeros(len(counts), np.int64)
    left = np.ones(counts.shape[1], bool)
    turns: list[tuple[int, int]] = []
    while left.any():
        best, chosen = 0.0, None
        for scan in range(len(counts)):
            more = counts[scan, left] - spent[scan]
            for turn in TURNS:
                gain = np.count_nonzero(more <= turn) / np.minimum(more, turn).sum()
                if gain > best:
                    best, chosen = gain, (scan, turn)
        if chosen is None:
            break
        scan, turn = chosen
        spent[scan] += turn
        left &= counts[scan] > spent[scan]
        turns.append(chosen)
    return turns


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="freecell_tuning", description="Tune the fast FreeCell search.")
    add = parser.add_argument
    add("task", choices=["tune", "schedule", "rate"])
    add("out", type=Path, help="where the scan, or the portfolio, is written")
    add("scans", nargs="*", type=Path, help="the scans of the portfolio")
    add("--deals", default="40001-60000", help="a range above 32000")
    add("--states", type=int, default=None, help="of a scan at most (tune: 120; schedule: 2000; rate: 60000)")
    add("--start", type=Path, help="the scan to begin with")
    add("--without", nargs="*", default=[], type=Path, help="leave out deals these scans solve")
    add("--vary", type=float, default=0.0, help="only vary the start by chance, about so much")
    add("--portfolio", type=Path, help="whose first lap and ratings to begin with")
    add("--rounds", type=int, default=500)
    add("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    first, _, last = given.deals.partition("-")
    if int(first) <= SHOWN:
        parser.error(f"--deals {given.deals}: deals up to {SHOWN} are not for tuning")
    positions = microsoft(int(first), int(last))
    if given.task == "tune":
        np.save(given.out, _tuned(given, positions, given.states or 120))
    elif given.task == "rate":
        given.out.write_text(write(_rated(given, positions, given.states or 60_000)), "utf-8")
    else:
        scans = [np.load(path) for path in given.scans]
        given.out.write_text(write(_portfolio(scans, positions, given.states or 2000)), "utf-8")


def _portfolio(scans: list[Weights], positions: npt.NDArray[np.uint8], limit: int) -> Portfolio:
    turns = scheduled(np.array([states(scan, positions, limit) for scan in scans]))
    used = sorted({scan for scan, _ in turns})
    table = np.array([(used.index(scan), turn) for scan, turn in turns], np.uint64)
    weights = np.rint([scans[scan] for scan in used]).astype(np.int32)
    return Portfolio(weights, table, no_ratings())


def _tuned(given: argparse.Namespace, positions: npt.NDArray[np.uint8], limit: int) -> Weights:
    start = np.load(given.start).astype(float) if given.start else np.zeros(WEIGHTS)
    random = np.random.default_rng(given.seed)
    if given.vary:
        return start + given.vary * random.standard_normal(len(start))
    for path in given.without:
        positions = positions[states(np.load(path), positions, limit) == NEVER]
    some = _samples(positions, random)
    return evolved(start, lambda scan: price(states(scan, some(), limit), limit), given.rounds, given.seed)


def _rated(given: argparse.Namespace, positions: npt.NDArray[np.uint8], limit: int) -> Portfolio:
    chosen = read(given.portfolio.read_text("utf-8")) if given.portfolio else portfolio()
    scans = replace(chosen, ratings=no_ratings())
    lap = int(chosen.schedule[:, 1].sum())
    positions = positions[_counted(scans, positions, lap) == NEVER]
    some = _samples(positions, np.random.default_rng(given.seed))
    keeps = chosen.ratings[0, 0]  # is no rating
    no_lap = np.array([[0, 1]], np.uint64)

    def with_first(ratings: Weights) -> npt.NDArray[np.int64]:
        return np.concatenate([[[keeps, *np.rint(ratings).astype(np.int64)]], chosen.ratings[1:]])

    def cost(ratings: Weights) -> float:
        tried = replace(scans, schedule=no_lap, ratings=with_first(ratings)[:1])
        return price(_counted(tried, some(), limit), limit)

    found = evolved(chosen.ratings[0, 1:].astype(float), cost, given.rounds, given.seed, FIRST_RATING_STEP)
    return replace(chosen, ratings=with_first(found))


def _samples(
    positions: npt.NDArray[np.uint8], random: np.random.Generator
) -> Callable[[], npt.NDArray[np.uint8]]:
    """Some of the positions, others after each POPULATION of calls, so that none is learned by heart."""
    size = min(DEALS_AT_ONCE, len(positions))

    def samples() -> Iterator[npt.NDArray[np.uint8]]:
        while True:
            some = positions[random.choice(len(positions), size, replace=False)]
            yield from repeat(some, POPULATION)

    return partial(next, samples())


if __name__ == "__main__":
    main()
