"""Check the cuts in a proof about a model with lazy items: derive each from its graph rule before use.

A proof of a lazy model refutes a formula of its own items and of some cuts. A cut is sound if every true
solution meets it; the lazy part is asked that (`follows`), and derives it anew from what the puzzle says.
A certificate of that kind is a text in JSON, which goes with a proof in the DRAT format:

    {"format": "accord-cuts-1", "puzzle": "loop-5x5", "encoding": null, "solution": ["e1", "e7"],
     "cuts": [{"name": "out of {a b}", "gives": {"e3": 1, "e4": 1, "e1": -2}, "low": 0, "high": null}]}

`solution` is the one that is claimed to be the only one; null: there is none. The checker writes the
formula anew, from the puzzle and the cuts, and has no need of the one that was refuted.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from accord.backends.sat.cdcl import is_covered
from accord.backends.waiting import wait_for
from accord.cnf import Formula, check_encoding, lowering
from accord.errors import InputError
from accord.formats.answer import unmet
from accord.model import Model
from accord.model.lazy import LazyItem, refuse_underivable, with_cuts, without_lazy
from accord.runner.gather import find_underived, separation_of

if TYPE_CHECKING:
    from accord.formats.dimacs import Clauses

FORMAT = "accord-cuts-1"
LARGEST = 1 << 30  # bytes of a text
MOST = 1 << 62  # what the amounts of a cut may add up to, and its demand be


class Cuts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A certificate as it is written."""

    format: str
    puzzle: str = ""  # for people: the checker gets the name of the puzzle
    variant: str = ""
    encoding: str | None = None  # that was asked for
    solution: tuple[str, ...] | None = None  # the names of its options
    cuts: tuple[LazyItem, ...]


def write(certificate: Cuts) -> str:
    """The certificate as a text that `read` takes."""
    return msgspec.json.format(msgspec.json.encode(certificate), indent=2).decode() + "\n"


def read(data: bytes, name: str) -> Cuts:
    """A certificate; `name` is for what is wrong with it. Raises InputError."""
    try:
        found = msgspec.json.decode(data, type=Cuts)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError([f"{name}: found no cuts: {error}; expected a certificate of cuts"]) from None
    if found.format != FORMAT:
        raise InputError([f"{name}: format: found {found.format!r}; expected {FORMAT!r}"])
    check_encoding(found.encoding)
    for cut in found.cuts:
        sizes = sum(map(abs, cut.gives.values())), abs(cut.low), abs(cut.high or 0)
        if max(sizes) > MOST:
            raise InputError([f"{name}: cut {cut.name!r}: found {max(sizes)}; expected at most 2^62"])
    return found


def formula_model(model: Model, cuts: Sequence[LazyItem]) -> Model:
    """The model's own items and these cuts, and no lazy part: what a formula says."""
    if model.lazy is None:
        return model
    of_names = separation_of(model)
    return with_cuts(without_lazy(model), [of_names.cut(cut) for cut in cuts])


def forbidding_clause(model: Model, chosen: Sequence[int]) -> list[int]:
    """The clause that exactly this solution breaks, as variables from 1.

    Where no solution can contain another, the chosen options are enough: one of them must go.
    """
    literals = [-(o + 1) for o in chosen]
    if is_covered(model):
        return literals
    return [*literals, *(np.setdiff1d(np.arange(model.options), chosen) + 1).tolist()]


def with_clause(formula: Formula, clause: Sequence[int] | None) -> Clauses:
    """The clauses of a formula, and one more behind them."""
    if clause is None:
        return formula.start, formula.literal
    last = formula.start[-1] + len(clause)
    literal = np.concatenate([formula.literal, np.array(clause, np.int32)])
    return np.append(formula.start, last), literal


def clauses_to_refute(model: Model, certificate: Cuts) -> Generator[object, None, Clauses | str]:
    """The clauses that a proof has to refute, written anew; or in a sentence why they would prove nothing.

    Raises RefusedError if the lazy part derives nothing, or the formula would be too large.
    """
    refuse_underivable(model, "a proof")
    if model.lazy is None:
        return "this puzzle has all its items, so a proof of it has no cuts"
    wrong = yield from find_underived(model, certificate.cuts)
    if wrong is not None:
        return f"cut {wrong.name!r} does not follow from the puzzle"
    clause = None
    if certificate.solution is not None:
        number = {model.option_name(o): o for o in range(model.options)}
        strange = [name for name in certificate.solution if name not in number]
        if strange:
            return f"the solution has {strange[0]!r}, which is no option of this puzzle"
        chosen = sorted({number[name] for name in certificate.solution})
        if faults := unmet(model, chosen):
            return f"the solution is none: {faults[0]}"
        if broken := (yield from wait_for(partial(separation_of(model).items, chosen))):
            return f"the solution is none: it breaks {broken[0].name}"
        clause = forbidding_clause(model, chosen)
    formula = yield from lowering(formula_model(model, certificate.cuts), encoding=certificate.encoding)
    return with_clause(formula, clause)
