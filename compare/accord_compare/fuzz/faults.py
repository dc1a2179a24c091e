"""Known faults, put in one at a time, to see that a campaign catches each; nothing else imports this.

A fault is a context manager: inside it one function of ours, or one backend, is wrong in the way that such
programs are wrong in practice. `mutation` tries them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import numpy as np

from accord.backends import table
from accord.backends.contract import Backend, Request, Search, Slice
from accord.model import Model
from accord.names import unknown
from accord_compare.fuzz import checks, deduction_faults, judge, probe
from accord_compare.fuzz.tampering import everywhere, in_place_of, lowering_of


@dataclass(frozen=True)
class Fault:
    """A fault: what is wrong, the backends among which it is to be caught, and how to put it in."""

    what: str
    backends: tuple[str, ...]
    put_in: Callable[[], Any]  # a context manager
    kinds: tuple[str, ...] = ()  # of models it can show on; empty: any
    overlook: str = ""  # wrong answers with these words are not what is to be shown
    options: int = 12  # of a minimal model, at most


# -- faults ----------------------------------------------------------------------------------------


def two_workers() -> Any:
    """CP-SAT with two workers enumerating: it loses and doubles solutions, and says OPTIMAL."""
    from accord.backends.cpsat import CpSat
    from accord.backends.cpsat.parameters import set_parameters

    def parallel(chosen: Any, parameters: Any) -> None:
        set_parameters(chosen, parameters)
        parameters.num_workers = 2

    return patch.object(CpSat, "set_parameters", staticmethod(parallel))


@contextmanager
def dropped_clause() -> Iterator[None]:
    """A formula without one of its clauses."""
    from accord.cnf import Formula, lowering

    table.backend("sat")

    def forgetful(*arguments: Any, **more: Any) -> Any:
        formula: Formula = yield from lowering(*arguments, **more)
        if not len(formula):
            return formula
        gone = len(formula) // 2
        first, last = formula.start[gone], formula.start[gone + 1]
        return replace(
            formula,
            start=np.concatenate([formula.start[: gone + 1], formula.start[gone + 2 :] - (last - first)]),
            literal=np.concatenate([formula.literal[:first], formula.literal[last:]]),
            owner=np.delete(formula.owner, gone),
        )

    with everywhere(lowering, forgetful):
        yield


def one_more(model: Model) -> Model:
    """The first demand that has an upper bound allows one more."""
    reach = np.zeros(model.items, np.int64)
    np.add.at(reach, model.item, np.maximum(model.amount, 0))
    bound = np.flatnonzero(reach > model.high)
    high = model.high.copy()
    high[bound[:1]] += 1
    coloured = np.unique(model.item[model.colour != 0])
    return model if bound[:1].size and bound[0] in coloured else replace(model, high=high)


def colours_merged(model: Model) -> Model:
    """The last colour is taken for the first."""
    return replace(model, colour=np.where(model.colour == len(model.colours) - 1, 1, model.colour)) if (
        len(model.colours) > 2
    ) else model  # fmt: skip


def truncated(inner: Backend, model: Model, request: Request) -> Search:
    """The solutions of the last slice that has some are lost, and the search says that it is complete."""
    kept: Slice | None = None
    for step in inner.search(model, request):
        if not step.count:
            yield step if not step.complete else replace(step, count=0, solutions=None)
            continue
        if kept is not None:
            yield kept
        kept = replace(step, complete=False)
        if step.complete:
            yield replace(step, count=0, solutions=None)


def doubled(inner: Backend, model: Model, request: Request) -> Search:
    """The last solution of each slice comes twice."""
    for step in inner.search(model, request):
        yield replace(step, complete=False)
        if step.solutions is not None and len(step.solutions):
            yield Slice(1, step.solutions[-1:], step.effort)
        if step.complete:
            yield Slice(effort=step.effort, complete=True)


def content(inner: Backend, model: Model, request: Request) -> Search:
    """The first solution is said to be the best."""
    for step in inner.search(model, request):
        if request.task == "best" and step.count and step.solutions is not None:
            yield replace(step, count=1, solutions=step.solutions[:1], bound=None, complete=True)
            return
        yield step


@contextmanager
def lossy_keys() -> Iterator[None]:
    """The memo's keys lack the secondary items."""
    from accord.backends.native import memo_tables

    honest = memo_tables.lower

    def lower(model: Model) -> Any:
        tables = honest(model)
        matters, hashes, option_hash = (a.copy() for a in (tables.matters, tables.hashes, tables.option_hash))
        matters[:, tables.primary_words :] = 0
        secondary = np.arange(len(hashes)) >= 64 * tables.primary_words
        covered = np.unpackbits(tables.covers.view(np.uint8), axis=1, bitorder="little").astype(np.bool_)
        option_hash ^= np.bitwise_xor.reduce(np.where(covered & secondary, hashes, 0), axis=1)
        hashes[secondary] = 0
        return replace(tables, matters=matters, hashes=hashes, option_hash=option_hash)

    with patch.object(memo_tables, "lower", lower):
        yield


@contextmanager
def one_word() -> Iterator[None]:
    """The memo knows the first 64 items of an option only."""
    from accord.backends.native import memo_tables

    honest = memo_tables.lower

    def lower(model: Model) -> Any:
        tables = honest(model)
        covers = tables.covers.copy()
        covers[:, 1:] = 0
        return replace(tables, covers=covers)

    with patch.object(memo_tables, "lower", lower):
        yield


@contextmanager
def short_windows() -> Iterator[None]:
    """The window kernel's tables know no collisions but those near the cell that is filled."""
    from accord.backends.native import window_tables

    honest = window_tables._collisions

    def near(mask: Any) -> Any:
        found = honest(mask)
        found[:, 2:] = 0
        return found

    with patch.object(window_tables, "_collisions", near):
        yield


@contextmanager
def forgotten_walk() -> Iterator[None]:
    """A search that is resumed takes its walks under way for finished."""
    from accord.backends.native.walks import _Walks

    honest = _Walks._resume

    def forgetful(walks: Any, state: Any) -> None:
        honest(walks, state)
        walks.active.clear()

    with patch.object(_Walks, "_resume", forgetful):
        yield


def believing(inner: Backend, model: Model, request: Request) -> Search:
    """The hint is taken for a demand."""
    smaller, kept = model.require(request.hint) if request.hint else (model, np.arange(model.options))
    for step in inner.search(smaller, replace(request, hint=(), root=None)):
        found = None if step.solutions is None else np.append(kept, -1).astype(np.int32)[step.solutions]
        yield replace(step, solutions=found)


def wrapping(inner: Backend, model: Model, request: Request) -> Search:
    """Counts go through a word."""
    for step in inner.search(model, request):
        yield replace(step, count=step.count % (1 << 64))


@contextmanager
def narrow_amounts() -> Iterator[None]:
    """Amounts of the general engine go through int32."""
    from accord.backends.native import general_tables

    honest = general_tables.without_colours

    def narrow(model: Model) -> Any:
        sums = honest(model)
        return replace(sums, amount=sums.amount.astype(np.int32).astype(np.int64))

    with everywhere(honest, narrow):
        yield


@contextmanager
def greedy_reduction() -> Iterator[None]:
    """A reduction that drops one option too many."""
    from accord.model.reduce import reduction

    def greedy(model: Model, *more: Any) -> Any:
        keep = reduction(model, *more)
        keep[np.flatnonzero(keep)[-1:]] = False
        return keep

    with everywhere(reduction, greedy), _in_checks(reduction, greedy):
        yield


@contextmanager
def colliding_digest() -> Iterator[None]:
    """A digest that adds up keys without mixing them: equal for sets that have the same options in all."""
    from accord.model.digest import digest

    def sums(model: Model, solutions: Any) -> Any:
        keys = np.append(model.keys, np.zeros((1, 2), np.uint64), axis=0)
        return keys[solutions].sum(axis=(0, 1), dtype=np.uint64)

    with everywhere(digest, sums), _in_checks(digest, sums):
        yield


@contextmanager
def blind_verifier() -> Iterator[None]:
    """A verifier that looks at the lower ends of demands only."""
    from accord.model.verify import valid

    def blind(model: Model, solutions: Any) -> Any:
        return valid(replace(model, high=np.maximum(model.high, model.high + (model.low > 0))), solutions)

    with everywhere(valid, blind), _in_checks(valid, blind):
        yield


@contextmanager
def lost_part() -> Iterator[None]:
    """A splitter that loses the last of its parts."""
    from accord.runner.work import in_pieces

    def lossy(work: Any, *more: Any) -> Any:
        work = in_pieces(work, *more)
        number = max(1, len(work.parts) - 1)
        return replace(work, parts=list(work.parts)[:number], weights=list(work.weights)[:number])

    with everywhere(in_pieces, lossy), _in_checks(in_pieces, lossy):
        yield


@contextmanager
def lax_filter() -> Iterator[None]:
    """A filter of distinct solutions that compares with the images under half of the group only."""
    from accord.symmetry.group import Group
    from accord.symmetry.parts import least_of_images

    def lax(group: Group, solutions: Any) -> Any:
        half = (len(group) + 1) // 2
        return least_of_images(Group(group.items[:half], group.options[:half]), solutions)

    with everywhere(least_of_images, lax):
        yield


@contextmanager
def _in_checks(original: object, wrong: object) -> Iterator[None]:
    """The same where the campaign itself calls it."""
    with ExitStack() as patches:
        for module in (checks, judge, probe):
            for attribute, value in list(vars(module).items()):
                if value is original:
                    patches.enter_context(patch.object(module, attribute, wrong))
        yield


FAULTS: dict[str, Fault] = {
    "two-workers": Fault(
        "CP-SAT enumerates with two workers", ("cpsat",), two_workers, overlook="without saying"
    ),
    "dropped-clause": Fault("sat's formula lacks a clause", ("sat",), dropped_clause),
    "one-more": Fault("cpsat takes a demand's high for one more", ("cpsat",), lowering_of("cpsat", one_more)),
    "colour": Fault(
        "cpsat takes one colour for another",
        ("cpsat",),
        lowering_of("cpsat", colours_merged),
        ("colours", "mixed"),
    ),
    "truncated": Fault("sat loses its last solutions", ("sat",), in_place_of("sat", truncated)),
    "doubled": Fault("native gives a solution twice", ("native",), in_place_of("native", doubled)),
    "content": Fault(
        "cpsat calls its first solution the best",
        ("cpsat",),
        in_place_of("cpsat", content),
        ("multiplicities",),
    ),
    "lossy-keys": Fault(
        "the memo's keys lack the secondary items", ("native",), lossy_keys, ("queens", "strips")
    ),
    "one-word": Fault(
        "the memo knows the first 64 items of an option", ("native",), one_word, ("wide",), options=100
    ),
    "short-windows": Fault(
        "the window kernel sees near collisions only", ("native",), short_windows, ("wide",), options=100
    ),
    "forgotten-walk": Fault("a resumed search forgets walks under way", ("native",), forgotten_walk),
    "believed-hint": Fault("cpsat takes a hint for a demand", ("cpsat",), in_place_of("cpsat", believing)),
    "wrapping": Fault("native's counts go through 64 bits", ("native",), in_place_of("native", wrapping)),
    "narrow-amounts": Fault(
        "the general engine's amounts go through int32", ("native",), narrow_amounts, ("huge",)
    ),
    "reduction": Fault("the reduction drops an option too many", ("native",), greedy_reduction),
    "digest": Fault("the digest adds keys without mixing them", ("native",), colliding_digest),
    "verifier": Fault("the verifier allows one more than is demanded", ("native",), blind_verifier),
    "lost-part": Fault("the splitter loses its last part", ("native",), lost_part),
    "lax-filter": Fault(
        "the filter compares with half of the images", ("native",), lax_filter, ("symmetric", "packing")
    ),
    "hint-bound": Fault("a hint's upper bounds are one less", ("native",), deduction_faults.low_bound),
    "hint-sum": Fault(
        "a hint overlooks the largest sum", ("native",), deduction_faults.lost_sum, ("linear", "sums")
    ),
    "hint-colour": Fault(
        "a hint closes what gives the same colour",
        ("native",),
        deduction_faults.one_of_a_colour,
        ("colours", "mixed"),
    ),
    "hint-intersection": Fault(
        "a hint's intersection forgets an option",
        ("native",),
        deduction_faults.short_intersection,
        ("exact", "matching"),
    ),
    "hint-lookahead": Fault(
        "a hint's lookahead takes cut for refuted", ("native",), deduction_faults.hasty_lookahead
    ),
    "hint-implication": Fault(
        "a hint reads implications both ways",
        ("native",),
        deduction_faults.mutual_implication,
        ("implications",),
    ),
    "hint-solved": Fault(
        "a rating ends with one option open", ("native",), deduction_faults.early_end, ("exact", "corners")
    ),
}


def fault(name: str) -> Fault:
    """The fault of that name. Raises UsageError."""
    if name not in FAULTS:
        raise unknown("fault", name, FAULTS)
    return FAULTS[name]
