"""Parse the output of SAT and pseudo-Boolean solvers, in competition format, as a solution.

    s SATISFIABLE              or UNSATISFIABLE, UNKNOWN, OPTIMUM FOUND
    v 1 -2 3 0                 the values; a pseudo-Boolean solver prints `v x1 -x2 x3`
    o 12                       a value of the objective, before better ones

MiniSat's result file (`SAT`, then the literals) is read too. Where several solutions are printed, the last
one is taken: it is the best. A variable that is not printed is false.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from accord.errors import InputError
from accord.formats.source import Source, quote
from accord.model import Model
from accord.model.data import Indices, Ints
from accord.model.lazy import refuse_lazy

Status: TypeAlias = Literal["satisfiable", "optimum", "unsatisfiable", "unknown"]

STATUSES: dict[str, Status] = {
    "SATISFIABLE": "satisfiable",
    "OPTIMUM FOUND": "optimum",
    "UNSATISFIABLE": "unsatisfiable",
    "UNKNOWN": "unknown",
    "SAT": "satisfiable",
    "UNSAT": "unsatisfiable",
    "INDET": "unknown",
}
SOLVED = ("satisfiable", "optimum")

_VALUE = re.compile(r"([+~-]?)x?([0-9]{1,8})")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a solver: how it ended, and the literals of its last solution."""

    status: Status
    literals: tuple[int, ...] = ()


def read(data: bytes, name: str) -> Answer:
    """The answer in a solver's output. Raises InputError with every fault."""
    source = Source(data, name)
    status: Status | None = None
    values: dict[int, bool] | None = None
    ended = True  # whether another value begins another solution
    zero_ends = True  # so it is, where literals are numbers
    for line, content in source.lines():
        mark, _, rest = content.strip().partition(" ")
        if mark == "s" or content.strip() in STATUSES:
            said = " ".join(rest.split()) if mark == "s" else mark
            if said not in STATUSES:
                source.fault(
                    line, f"found the status {quote(said)}; expected SATISFIABLE, UNSATISFIABLE, ..."
                )
            status = STATUSES.get(said, "unknown")
        elif mark == "o":
            ended = True
        elif mark == "v" or (_VALUE.fullmatch(mark) and status is not None):
            for word in (rest if mark == "v" else content).split():
                if ended or values is None:
                    values, ended = {}, False
                found = _VALUE.fullmatch(word)
                if not found:
                    source.fault(
                        line, f"found {quote(word)}; expected a literal such as 12, -12, x12 or -x12"
                    )
                elif not int(found[2]):
                    ended = True
                else:
                    zero_ends = "x" not in word
                    value = found[1] in ("", "+")
                    if values.setdefault(int(found[2]), value) != value:
                        source.fault(line, f"found {quote(word)} and its opposite; expected one of the two")
    if status is None:
        source.fault(1, "found no status; expected a line such as `s SATISFIABLE`")
    if status in SOLVED and values is None:
        source.fault(1, "found a solution announced, but no values; expected lines such as `v 1 -2 0`")
    if values and zero_ends and not ended:
        source.fault(
            source.text.rstrip().count("\n") + 1, "the values end too early; expected a 0 after them"
        )
    source.check()
    assert status is not None
    literals = tuple(v if value else -v for v, value in (values or {}).items())
    return Answer(status, literals if status in SOLVED else ())


def solution(model: Model, answer: Answer, name: str) -> Indices:
    """The options that an answer chooses, ascending: variable v is option v - 1, and others are auxiliary.

    Raises InputError with every demand of the model that they do not meet.
    """
    refuse_lazy(model, "checking an answer")
    chosen = sorted(v - 1 for v in answer.literals if 0 < v <= model.options)
    faults = unmet(model, chosen)
    if faults:
        raise InputError([f"{name}: a false solution: {fault}" for fault in faults])
    return np.array(chosen, np.int32)


def unmet(model: Model, chosen: Collection[int]) -> list[str]:
    """Each demand that these options do not meet, in a sentence; none if they are a solution."""
    total, colours = amounts_given(model, chosen)
    faults = [
        f"item {model.item_names[i]!r} gets {total[i]}; expected {_demand(model, int(i))}"
        for i in np.flatnonzero((total < model.low) | (total > model.high))
    ]
    for i, found in sorted(colours.items()):
        names = ", ".join(sorted(model.colours[colour] for colour in found))
        if len(found) > 1:
            faults.append(f"item {model.item_names[i]!r} gets the colours {names}; expected one")
        elif total[i]:
            faults.append(f"item {model.item_names[i]!r} gets a colour, and an option that tolerates none")
    return faults


def amounts_given(model: Model, chosen: Collection[int]) -> tuple[Ints, dict[int, set[int]]]:
    """Add up the amounts that options give to each item, and collect the colours of items that get any."""
    entries = np.flatnonzero(np.isin(model.option_of_entry, list(chosen)))
    plain = entries[model.colour[entries] == 0]
    total = np.zeros(model.items, np.int64)
    np.add.at(total, model.item[plain], model.amount[plain])
    colours: dict[int, set[int]] = defaultdict(set)
    for e in np.setdiff1d(entries, plain).tolist():
        colours[int(model.item[e])].add(int(model.colour[e]))
    return total, colours


def _demand(model: Model, item: int) -> str:
    low, high = int(model.low[item]), int(model.high[item])
    return str(low) if low == high else f"{low} to {high}"
