"""Known faults that can be injected into Accord one at a time, to test that fuzzing finds them.

A fault is a function that is wrong in the way that such programs are wrong in practice. While it is put in,
it is called in place of one of ours, which it gets before the arguments. The name of the function is the name
of the fault: `_one_more` is `one-more`. `mutation` tries them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import reduce, wraps
from importlib import import_module
from inspect import Parameter, getattr_static, signature
from typing import Any
from unittest.mock import patch

import numpy as np

from accord.backends.contract import Backend, Request, Search, Slice
from accord.cnf import Formula
from accord.deduce import Reasoner
from accord.deduce.rules import Found
from accord.deduce.structure import OPEN, Structure
from accord.deduce.trials import Refutation, Trial
from accord.errors import unknown
from accord.kernels import use_numba
from accord.model import Model
from accord.symmetry.group import Group

PACKAGES = ("accord", "accord_native")
BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
# and where the campaign itself calls ours; `cases` has to know what is right
CAMPAIGN = {f"accord_compare.fuzz.{name}" for name in ("checks", "judge", "probe")}


@contextmanager
def instead(place: str, wrong: Callable[..., Any]) -> Iterator[None]:
    """Let `wrong(right, ...)` be called in place of `right(...)`.

    Args:
        place: a function as `module:name`, wherever it is known by any name; or `module:Class.name`: a
            method, a static one, or a property.
        wrong: what is called, with the right one before the arguments.

    Raises:
        TypeError: if `wrong` does not take what `right` takes: that would be seen, but not as what it is.
    """
    module, _, names = place.partition(":")
    *above, name = names.split(".")
    owner = reduce(getattr, above, import_module(module))
    right, kind = getattr(owner, name), type(getattr_static(owner, name))
    called = right.fget if kind is property else right
    taken = signature(called).parameters.values()
    signature(wrong).bind(right, *(each for each in taken if each.kind in BY_PLACE))

    @wraps(called)  # which takes the same, for another one that may come on top of it
    def call_wrong(*arguments: Any, **more: Any) -> Any:
        return wrong(right, *arguments, **more)

    if above:
        with patch.object(owner, name, kind(call_wrong) if kind in (staticmethod, property) else call_wrong):
            yield
        return
    if hasattr(right, "overloads"):
        use_numba(module, name)
    _replace(right, call_wrong)
    try:
        yield
    finally:
        _replace(call_wrong, right)  # also in modules that were imported meanwhile


def _replace(old: object, new: object) -> None:
    """In every module of ours, and in its tables."""
    for name, module in list(sys.modules.items()):
        if (name.split(".")[0] in PACKAGES or name in CAMPAIGN) and module is not None:
            names = vars(module)
            for table in (names, *(each for each in names.values() if type(each) is dict)):
                for key in [key for key, value in table.items() if value is old]:
                    table[key] = new


Searching = Callable[[Backend, Model, Request], Search]  # the method of a backend


@dataclass(frozen=True)
class Fault:
    """A fault: what is wrong, the backends among which it is to be caught, and how to put it in."""

    what: str
    of: str  # what it stands in for; see `instead`
    wrong: Callable[..., Any]
    backends: tuple[str, ...] = ("native",)
    kinds: tuple[str, ...] = ()  # of models it can show on; empty: any
    overlook: str = ""  # wrong answers with these words are not what is to be shown
    options: int = 12  # of a minimal model, at most

    def put_in(self) -> AbstractContextManager[None]:
        """A context in which it is in."""
        return instead(self.of, self.wrong)


FAULTS: dict[str, Fault] = {}


def fault(name: str) -> Fault:
    """The fault of that name. Raises UsageError."""
    if name not in FAULTS:
        raise unknown("fault", name, FAULTS)
    return FAULTS[name]


def _fault(what: str, of: str, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a function in the table of faults."""

    def enter(wrong: Callable[..., Any]) -> Callable[..., Any]:
        FAULTS[wrong.__name__.strip("_").replace("_", "-")] = Fault(what, of, wrong, **more)
        return wrong

    return enter


NATIVE_SEARCH = "accord.backends.native:Native.search"
SAT_SEARCH = "accord.backends.sat:Sat.search"
CPSAT_SEARCH = "accord.backends.cpsat:CpSat.search"
MEMO = "accord.backends.native.memo:lower"


# -- of backends and engines -----------------------------------------------------------------------


@_fault(
    "CP-SAT enumerates with two workers",
    "accord.backends.cpsat:CpSat.set_parameters",
    backends=("cpsat",),
    overlook="without saying",
)
def _two_workers(right: Callable[..., None], chosen: Any, parameters: Any) -> None:
    """Lose and double solutions, and say OPTIMAL."""
    right(chosen, parameters)
    parameters.num_workers = 2


@_fault("sat's formula lacks a clause", "accord.cnf:lowering", backends=("sat",))
def _dropped_clause(right: Callable[..., Any], *asked: Any, **more: Any) -> Generator[None, None, Formula]:
    formula: Formula = yield from right(*asked, **more)
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


@_fault("cpsat takes a demand's high for one more", CPSAT_SEARCH, backends=("cpsat",))
def _one_more(search: Searching, cpsat: Backend, model: Model, request: Request) -> Search:
    """Raise the upper bound of the first demand that has one."""
    reach = np.zeros(model.items, np.int64)
    np.add.at(reach, model.item, np.maximum(model.amount, 0))
    bound = np.flatnonzero(reach > model.high)
    high = model.high.copy()
    high[bound[:1]] += 1
    coloured = np.unique(model.item[model.colour != 0])
    same = bound[:1].size and bound[0] in coloured
    return search(cpsat, model if same else replace(model, high=high), request)


@_fault("cpsat takes one colour for another", CPSAT_SEARCH, backends=("cpsat",), kinds=("colours", "mixed"))
def _colour(search: Searching, cpsat: Backend, model: Model, request: Request) -> Search:
    """Take the last colour for the first."""
    last = len(model.colours) - 1
    if last > 1:
        model = replace(model, colour=np.where(model.colour == last, 1, model.colour))
    return search(cpsat, model, request)


@_fault("sat loses its last solutions", SAT_SEARCH, backends=("sat",))
def _truncated(search: Searching, sat: Backend, model: Model, request: Request) -> Search:
    """Leave out the last slice that has solutions, and say that the search is complete."""
    kept: Slice | None = None
    for step in search(sat, model, request):
        if not step.count:
            yield step if not step.complete else replace(step, count=0, solutions=None)
            continue
        if kept is not None:
            yield kept
        kept = replace(step, complete=False)
        if step.complete:
            yield replace(step, count=0, solutions=None)


@_fault("native gives a solution twice", NATIVE_SEARCH)
def _doubled(search: Searching, native: Backend, model: Model, request: Request) -> Search:
    """Give the last solution of each slice twice."""
    for step in search(native, model, request):
        yield replace(step, complete=False)
        if step.solutions is not None and len(step.solutions):
            yield Slice(1, step.solutions[-1:], step.effort)
        if step.complete:
            yield Slice(effort=step.effort, complete=True)


@_fault(
    "cpsat calls its first solution the best", CPSAT_SEARCH, backends=("cpsat",), kinds=("multiplicities",)
)
def _content(search: Searching, cpsat: Backend, model: Model, request: Request) -> Search:
    for step in search(cpsat, model, request):
        if request.task == "best" and step.count and step.solutions is not None:
            yield replace(step, count=1, solutions=step.solutions[:1], bound=None, complete=True)
            return
        yield step


@_fault("the memo's keys lack the secondary items", MEMO, kinds=("queens", "strips"))
def _lossy_keys(right: Callable[[Model], Any], model: Model) -> Any:
    tables = right(model)
    matters, hashes, option_hash = (a.copy() for a in (tables.matters, tables.hashes, tables.option_hash))
    matters[:, tables.primary_words :] = 0
    secondary = np.arange(len(hashes)) >= 64 * tables.primary_words
    covered = np.unpackbits(tables.covers.view(np.uint8), axis=1, bitorder="little").astype(np.bool_)
    option_hash ^= np.bitwise_xor.reduce(np.where(covered & secondary, hashes, 0), axis=1)
    hashes[secondary] = 0
    return replace(tables, matters=matters, hashes=hashes, option_hash=option_hash)


@_fault("the memo knows the first 64 items of an option", MEMO, kinds=("wide",), options=100)
def _one_word(right: Callable[[Model], Any], model: Model) -> Any:
    tables = right(model)
    covers = tables.covers.copy()
    covers[:, 1:] = 0
    return replace(tables, covers=covers)


@_fault(
    "the window kernel sees near collisions only",
    "accord.backends.native.window_tables:_collisions",
    kinds=("wide",),
    options=100,
)
def _short_windows(right: Callable[..., Any], *asked: Any) -> Any:
    """Keep collisions near the cell that is filled, and no others."""
    found = right(*asked)
    found[:, 2:] = 0
    return found


@_fault("a resumed search forgets walks under way", "accord.backends.native.walks:_Walks._resume")
def _forgotten_walk(right: Callable[[Any, Any], None], walks: Any, state: Any) -> None:
    right(walks, state)
    walks.active.clear()


@_fault("cpsat takes a hint for a demand", CPSAT_SEARCH, backends=("cpsat",))
def _believed_hint(search: Searching, cpsat: Backend, model: Model, request: Request) -> Search:
    smaller, kept = model.require(request.hint) if request.hint else (model, np.arange(model.options))
    for step in search(cpsat, smaller, replace(request, hint=(), root=None)):
        found = None if step.solutions is None else np.append(kept, -1).astype(np.int32)[step.solutions]
        yield replace(step, solutions=found)


@_fault("native's counts go through 64 bits", NATIVE_SEARCH)
def _wrapping(search: Searching, native: Backend, model: Model, request: Request) -> Search:
    for step in search(native, model, request):
        yield replace(step, count=step.count % (1 << 64))


@_fault(
    "the general engine's amounts go through int32",
    "accord.backends.native.general:without_colours",
    kinds=("huge",),
)
def _narrow_amounts(right: Callable[[Model], Any], model: Model) -> Any:
    sums = right(model)
    return replace(sums, amount=sums.amount.astype(np.int32).astype(np.int64))


# -- of what runs do before and after an engine ----------------------------------------------------


@_fault("the reduction drops an option too many", "accord.model.reduce:reduction")
def _reduction(right: Callable[..., Any], model: Model, *more: Any) -> Any:
    keep = right(model, *more)
    keep[np.flatnonzero(keep)[-1:]] = False
    return keep


@_fault("the digest adds keys without mixing them", "accord.model.digest:digest")
def _digest(right: Callable[..., Any], model: Model, solutions: Any) -> Any:  # noqa: ARG001
    """So it is equal for sets that have the same options in all."""
    keys = np.append(model.keys, np.zeros((1, 2), np.uint64), axis=0)
    return keys[solutions].sum(axis=(0, 1), dtype=np.uint64)


@_fault("the verifier allows one more than is demanded", "accord.model.verify:valid")
def _verifier(right: Callable[..., Any], model: Model, solutions: Any) -> Any:
    return right(replace(model, high=np.maximum(model.high, model.high + (model.low > 0))), solutions)


@_fault("the splitter loses its last part", "accord.runner.work:cut_work")
def _lost_part(right: Callable[..., Any], work: Any, *more: Any) -> Any:
    work = right(work, *more)
    number = max(1, len(work.parts) - 1)
    return replace(work, parts=list(work.parts)[:number], weights=list(work.weights)[:number])


@_fault(
    "the filter compares with half of the images",
    "accord.symmetry.parts:least_of_images",
    kinds=("symmetric", "packing"),
)
def _lax_filter(right: Callable[..., Any], group: Group, solutions: Any) -> Any:
    half = (len(group) + 1) // 2
    return right(Group(group.items[:half], group.options[:half]), solutions)


# -- of reasoning step by step: one rule says more than is true ------------------------------------


@_fault("a hint's upper bounds are one less", "accord.deduce.structure:Structure.demand")
def _hint_bound(right: Callable[..., Any], *asked: Any) -> tuple[int, int]:
    low, high = right(*asked)
    return low, max(low, high - 1)


@_fault("a hint overlooks the largest sum", "accord.deduce.rules:_without_each", kinds=("linear", "sums"))
def _hint_sum(right: Callable[[Any], list[int]], groups: Any) -> list[int]:
    """Drop the largest sum that the other options reach."""
    return [sums & ~(1 << (sums.bit_length() - 1)) for sums in right(groups)]


@_fault(
    "a hint closes what gives the same colour",
    "accord.deduce.structure:Structure._other_colours",
    kinds=("colours", "mixed"),
)
def _hint_colour(right: object, structure: Structure, item: int, option: int) -> list[int]:  # noqa: ARG001
    return [other for other in structure.options(item) if other != option]


@_fault(
    "a hint's intersection forgets an option",
    "accord.deduce.rules:intersection",
    kinds=("exact", "matching"),
)
def _hint_intersection(
    right: Callable[..., Found], structure: Structure, state: list[int], item: int
) -> Found:
    """Do not ask the last option of an item that needs one what it excludes."""
    unset = [option for option, _ in structure.entries[item] if state[option] == OPEN]
    less = list(state)
    for option in unset[-1:] if len(unset) > 2 else ():
        less[option] = 0
    return right(structure, less, item)


@_fault("a hint's lookahead takes cut for refuted", "accord.deduce.trials:lookahead")
def _hint_lookahead(
    right: Callable[..., Trial], structure: Structure, state: list[int], choice: Any, most: int, *more: Any
) -> Trial:
    """A choice that was not followed to its end."""
    trial = right(structure, state, choice, most, *more)
    return Trial(trial.fired, Refutation(choice, (0,))) if trial.cut else trial


@_fault(
    "a hint reads implications both ways",
    "accord.deduce.structure:Structure._is_implication",
    kinds=("implications",),
)
def _hint_implication(right: Callable[..., bool], structure: Structure, item: int) -> bool:
    high = structure.high[item]
    if structure.low[item] == 0:
        structure.high[item] = 0
    try:
        return right(structure, item)
    finally:
        structure.high[item] = high


@_fault("a rating ends with one option open", "accord.deduce:Reasoner.solved", kinds=("exact", "corners"))
def _hint_solved(right: object, reasoner: Reasoner) -> bool:  # noqa: ARG001
    return reasoner.state.count(OPEN) <= 1


# -- of problems -----------------------------------------------------------------------------------


@_fault(
    "a hidden option may be chosen though nothing that it stands for holds",
    "accord.problem.lower.model_writer:ModelWriter.at_least",
    kinds=("problem",),
    options=400,  # it is the rules that are made fewer, and not the model
)
def _not_determined(right: Callable[..., None], writer: object, name: str, *form: Any) -> None:
    if not name.endswith(": one of them"):
        right(writer, name, *form)
