"""Weights of items that no set of options can balance: a short reason why demands cannot all be met.

Two kinds. In whole numbers: all options together weigh at least so much, the demands allow less (J. Farkas,
1902); the black and white squares of a board that dominoes cannot cover are the best known. And modulo a
small prime: every option weighs 0 and the demands do not; that is why there are no 5 pairs of Langford.

A linear program finds the first, elimination the second. Neither is trusted: `Argument.holds` adds up again,
in whole numbers, from the model. A model for which there are no such weights may still have no solution.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from accord.kernels import loading

if TYPE_CHECKING:
    from accord.model import Model

PRIMES = (2, 3, 5)
SCALES = 60  # weights are looked for among multiples of 1, 1/2, ... 1/60 of the smallest
CLOSE = 1e-6
LARGEST = 300_000  # entries; a larger model is not looked at
MOST_WORK = 1 << 32  # steps of an elimination

Weights = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Argument:
    """Weights of some items, in whole numbers (`modulo` 0) or modulo a prime."""

    weight: dict[int, int]  # item -> its weight, none of them 0
    modulo: int
    given: int  # what options weigh at least, all together; 0 modulo a prime
    wanted: int  # what the demands weigh at most: less; modulo a prime: just that, and not 0

    def holds(self, model: Model) -> bool:
        """Whether it is true, by plain arithmetic."""
        weights = np.zeros(model.items, np.int64)
        weights[list(self.weight)] = list(self.weight.values())
        found = _sums(model, weights, self.modulo)
        return found == (self.given, self.wanted) and (
            self.wanted != 0 if self.modulo else self.wanted < self.given
        )

    def sentence(self) -> str:
        """Why, in words."""
        if self.modulo == 2:
            return (
                f"every option gives an even number to the {len(self.weight)} items of weight 1, "
                "but together they demand an odd one"
            )
        if self.modulo:
            return (
                f"every option weighs a multiple of {self.modulo}, but the demands weigh {self.wanted} more"
            )
        return f"options weigh at least {self.given:,} in all, but the demands allow at most {self.wanted:,}"


def argument(model: Model, seconds: float = 5.0) -> Argument | None:
    """Weights that refute a model, such that none can be spared alone; None if none were found.

    Args:
        model: any; only items without colours are weighed.
        seconds: for each linear program.
    """
    if len(model.item) > LARGEST:
        return None
    for modulo in (0, *PRIMES):
        weights = _modulo(model, modulo) if modulo else _in_whole_numbers(model, seconds)
        if weights is not None and (sums := _sums(model, weights, modulo)) is not None:
            of_item = {item: int(weights[item]) for item in np.flatnonzero(weights).tolist()}
            found = Argument(of_item, modulo, *sums)
            if found.holds(model):
                return found
    return None


def _sums(model: Model, weights: Weights, modulo: int) -> tuple[int, int] | None:
    """What options weigh at least, all together, and demands at most; None if that is no argument's form."""
    if np.any(weights[model.item[model.colour != 0]]):
        return None
    option = np.zeros(model.options, object)  # whole numbers of any size
    np.add.at(option, model.option_of_entry, weights[model.item].astype(object) * model.amount)
    bound = np.where(weights > 0, model.high, model.low).astype(object)
    demands = int(np.dot(weights.astype(object), bound))
    if not modulo:
        return int(np.minimum(option, 0).sum()), demands
    if np.any(weights[model.low != model.high]) or np.any(option % modulo):
        return None
    return 0, demands % modulo


# -- in whole numbers --------------------------------------------------------------------------------


def _in_whole_numbers(model: Model, seconds: float) -> Weights | None:
    """Weights of few items, found by a linear program; then none that can be spared."""
    allowed = np.ones(model.items, np.bool_)
    allowed[model.item[model.colour != 0]] = False
    found = _program(model, allowed, seconds)
    if found is None:
        return None
    deadline = monotonic() + seconds
    for item in np.flatnonzero(found).tolist():
        if found[item] and monotonic() < deadline:
            allowed = found != 0
            allowed[item] = False
            fewer = _program(model, allowed, seconds)
            found = found if fewer is None else fewer
    return found


def _program(model: Model, allowed: npt.NDArray[np.bool_], seconds: float) -> Weights | None:
    """The least weights of the items allowed under which options weigh 1 more than demands allow."""
    with loading():
        from ortools.linear_solver.python import model_builder

    program = model_builder.Model()  # type: ignore[no-untyped-call]
    weighted_sum, infinity = model_builder.LinearExpr.weighted_sum, float("inf")
    items = np.flatnonzero(allowed).tolist()
    up = {item: program.new_num_var(0, infinity, "") for item in items}  # a weight is up - down
    down = {item: program.new_num_var(0, infinity, "") for item in items}
    total, factors = [*up.values(), *down.values()], [*-model.high[items], *model.low[items]]
    for entries, number in _different_options(model, allowed).items():
        least = program.new_num_var(-infinity, 0, "")  # what an option weighs, or 0 if that is less
        sides = [
            (var[item], sign * amount) for item, amount in entries for var, sign in ((up, 1), (down, -1))
        ]
        weighed = weighted_sum([*(var for var, _ in sides), least], [*(float(by) for _, by in sides), -1.0])
        program.add_linear_constraint(weighed, 0, infinity)
        total.append(least)
        factors.append(number)
    program.add_linear_constraint(weighted_sum(total, factors), 1, infinity)
    program.minimize(weighted_sum(total[: 2 * len(items)], [1] * (2 * len(items))))
    solver = model_builder.Solver("GLOP")
    solver.set_time_limit_in_seconds(seconds)
    if solver.solve(program) != model_builder.SolveStatus.OPTIMAL:
        return None
    weights = np.zeros(model.items)
    weights[items] = [solver.value(up[item]) - solver.value(down[item]) for item in items]
    return _rounded(weights)


def _different_options(model: Model, allowed: npt.NDArray[np.bool_]) -> Counter[tuple[tuple[int, int], ...]]:
    """What options give to the items allowed, and how many give just that."""
    entries: list[list[tuple[int, int]]] = [[] for _ in range(model.options)]
    ours = allowed[model.item]
    for option, item, amount in zip(
        model.option_of_entry[ours].tolist(),
        model.item[ours].tolist(),
        model.amount[ours].tolist(),
        strict=True,
    ):
        entries[option].append((item, amount))
    return Counter(tuple(row) for row in entries if row)


def _rounded(weights: npt.NDArray[np.float64]) -> Weights | None:
    """The weights as whole numbers in the same proportion; None if small ones do not do."""
    sizes = np.abs(weights[np.abs(weights) > CLOSE])
    for scale in range(1, SCALES + 1):
        scaled = weights * scale / sizes.min()
        if np.abs(scaled - np.rint(scaled)).max() < CLOSE * scale:
            return np.rint(scaled).astype(np.int64)
    return None


# -- modulo a prime ----------------------------------------------------------------------------------


def _modulo(model: Model, p: int) -> Weights | None:
    """Weights under which every option weighs 0 and the demands do not; none of them can be spared."""
    exact = model.low == model.high
    exact[model.item[model.colour != 0]] = False
    rows = np.flatnonzero(exact)
    place = np.full(model.items, -1, np.int64)
    place[rows] = np.arange(len(rows))
    ours = place[model.item] >= 0
    matrix = np.zeros((len(rows), model.options), np.int16)
    matrix[place[model.item[ours]], model.option_of_entry[ours]] = model.amount[ours] % p
    matrix = np.unique(matrix, axis=1)
    if len(rows) ** 2 * matrix.shape[1] > MOST_WORK:
        return None
    null = _null_rows(matrix, p)
    demands = null @ (model.low[rows] % p) % p
    if not demands.any():
        return None
    weights = np.zeros(model.items, np.int64)
    weights[rows] = _sparse(null, demands, p)
    return weights


def _null_rows(matrix: npt.NDArray[np.int16], p: int) -> npt.NDArray[np.int16]:
    """All ways to add up rows to 0: a basis, a row each. Gauss' elimination."""
    rows, columns = matrix.shape
    work = np.hstack([matrix, np.eye(rows, dtype=np.int16)])
    done = 0
    for column in range(columns):
        below = np.flatnonzero(work[done:, column])
        if not len(below):
            continue
        pivot = done + int(below[0])
        work[[done, pivot]] = work[[pivot, done]]
        work[done] = work[done] * pow(int(work[done, column]), -1, p) % p
        others = done + below[below > 0]
        others = done + 1 + np.flatnonzero(work[done + 1 :, column])
        work[others] = (work[others] - work[others, column, None] * work[done]) % p
        done += 1
        if done == rows:
            break
    return work[done:, columns:]


def _sparse(null: npt.NDArray[np.int16], demands: Weights, p: int) -> npt.NDArray[np.int16]:
    """One row under which the demands are not 0, and of whose items none can be spared."""
    rows = np.hstack([null, demands[:, None].astype(np.int16)])
    for item in range(null.shape[1]):
        using = np.flatnonzero(rows[:, item])
        if not len(using):
            continue
        # a row whose demands are 0 goes, if there is one: the others are freed of the item by it
        pivot = int(using[np.argmin(rows[using, -1] != 0)])
        by = rows[:, item] * pow(int(rows[pivot, item]), -1, p) % p
        freed = np.delete((rows - by[:, None] * rows[pivot]) % p, pivot, axis=0)
        if freed[:, -1].any():
            rows = freed
    return rows[np.flatnonzero(rows[:, -1])[0], :-1]
