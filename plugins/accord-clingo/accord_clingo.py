"""A backend for Accord: clingo, by answer sets.

The program is handed to clingo's backend rule by rule, without text and grounding:

    o(0), o(1), ...                options: one choice rule has them all in its head
    h :- k <= sum(weight: literal) for each side of a demand, where k is not met anyway; then h, or not h,
                                   is forbidden. An amount of -3 is one of +3 on the option's absence
    c :- o                         for each colour of an item and each option that gives it

Every atom that is no option follows from the options, so each solution is one answer set. Enumeration
backtracks and remembers nothing: memory stays flat however many solutions there are.
"""

from __future__ import annotations

from importlib.metadata import version
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from clingo import Control, Function, Number

from accord import EngineError
from accord.backends.contract import Backend, Slice

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from clingo import SolveHandle
    from clingo.backend import Backend as Rules

    from accord import Model
    from accord.backends.contract import Request, Search

    Weighted = tuple[int, int]  # a literal, and what it adds

TICK = 0.05  # seconds between slices
MOST = (1 << 31) - 1  # clingo's weights and bounds are numbers of 32 bits
MOST_AT_ONCE = 1000  # solutions in a slice


class Clingo(Backend):
    """Answer set solving: every kind of model and every task; counts by enumeration."""

    name: ClassVar[str] = "clingo"
    engines: ClassVar[tuple[str, ...]] = ("clasp",)

    def refusal(self, model: Model, request: Request) -> str | None:
        """Only amounts that do not fit into 32 bits."""
        total = np.zeros(model.items, np.float64)
        np.add.at(total, model.item, np.abs(model.amount.astype(np.float64)))
        if (total > MOST).any():
            item = model.item_names[int(total.argmax())]
            return (
                f"clingo counts with 32 bits, and the amounts of item {item!r} add up to {total.max():,.0f}"
            )
        if request.task == "best" and np.abs(model.objective.astype(np.float64)).max(initial=0) > MOST:
            return "clingo counts with 32 bits, and a weight of the objective is larger"
        return None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:  # noqa: ARG002
        """Its one engine."""
        how = "#minimize" if request.task == "best" else "enumeration by backtracking"
        return "clasp", f"answer sets, {how}"

    def versions(self) -> dict[str, str]:
        """The version of clingo."""
        return {"clingo": version("clingo")}

    def search(self, model: Model, request: Request) -> Search:
        """Build and enumerate; see the contract."""
        control = Control(["0", "--warn=none", f"--seed={request.seed % MOST}"])
        due = monotonic() + TICK
        with control.backend() as rules:
            for _ in _lower(model, rules, minimize=request.task == "best"):
                if monotonic() >= due:
                    yield Slice()
                    due = monotonic() + TICK
        with control.solve(yield_=True, async_=True) as handle:  # leaving it cancels the search
            yield from _slices(handle, request.solutions)
            result = handle.get()
        if not result.exhausted:
            raise EngineError(f"clingo ended with {result} on {model!r}, which it did not exhaust")
        solver = control.statistics["solving"]["solvers"]
        effort = {name: int(solver[name]) for name in ("choices", "conflicts")}
        yield Slice(effort=effort, complete=True)


def _slices(handle: SolveHandle, walk: bool) -> Generator[Slice, None, None]:
    """What is found, a slice a tick or a thousand solutions; the solver runs while the consumer waits."""
    found: list[list[int]] = []
    count, due = 0, monotonic() + TICK
    while True:
        handle.resume()
        while not handle.wait(max(0.0, due - monotonic())):
            yield _slice(count, found)
            found, count, due = [], 0, monotonic() + TICK
        answer = handle.model()
        if answer is None:
            break
        count += 1
        if walk:
            found.append(sorted(symbol.arguments[0].number for symbol in answer.symbols(atoms=True)))
        if count >= MOST_AT_ONCE or monotonic() >= due:
            yield _slice(count, found)
            found, count, due = [], 0, monotonic() + TICK
    yield _slice(count, found)


def _slice(count: int, found: list[list[int]]) -> Slice:
    if not found:
        return Slice(count)
    batch = np.full((len(found), max(map(len, found))), -1, np.int32)
    for row, options in zip(batch, found, strict=True):
        row[: len(options)] = options
    return Slice(count, batch)


# -- lowering --------------------------------------------------------------------------------------


def _lower(model: Model, rules: Rules, *, minimize: bool) -> Iterator[None]:
    """Give clingo the model, and a chance to stop after each item."""
    atoms = [rules.add_atom(Function("o", [Number(option)])) for option in range(model.options)]
    rules.add_rule(atoms, choice=True)
    start, option, entry = model.by_item
    for item in range(model.items):
        yield
        own = slice(start[item], start[item + 1])
        givers = [atoms[o] for o in option[own].tolist()]
        amounts, colours = model.amount[entry[own]].tolist(), model.colour[entry[own]].tolist()
        plain = [(atom, a) for atom, a, c in zip(givers, amounts, colours, strict=True) if not c]
        shown = _colours(rules, [(atom, c) for atom, c in zip(givers, colours, strict=True) if c])
        low, high = int(model.low[item]), int(model.high[item])
        if shown and any(amount < 0 for _, amount in plain):
            _demand(rules, plain, low, high)  # a colour must not make up for a sum below zero
        _demand(rules, plain + shown, low, high)
    if minimize:
        rules.add_minimize(0, list(zip(atoms, model.objective.tolist(), strict=True)))


def _colours(rules: Rules, coloured: list[Weighted]) -> list[Weighted]:
    """An atom for each colour that an item can have, true iff an option gives it."""
    atom_of: dict[int, int] = {}
    for atom, colour in coloured:
        if colour not in atom_of:
            atom_of[colour] = rules.add_atom()
        rules.add_rule([atom_of[colour]], [atom])
    return [(atom, 1) for atom in atom_of.values()]


def _demand(rules: Rules, givers: list[Weighted], low: int, high: int) -> None:
    """Demand that low <= sum <= high."""
    below = sum(-amount for _, amount in givers if amount < 0)
    body = [(atom if amount > 0 else -atom, abs(amount)) for atom, amount in givers]
    most = sum(amount for _, amount in body)
    for bound, forbidden_if_met in ((low + below, False), (high + below + 1, True)):
        if bound <= 0 or bound > most:  # met always, or never
            if (bound <= 0) is forbidden_if_met:
                rules.add_rule([])
            continue
        met = rules.add_atom()
        rules.add_weight_rule([met], bound, body)
        rules.add_rule([], [met if forbidden_if_met else -met])
