"""Choose CP-SAT's solver parameters for a model and a request; each has a name, a value and a reason.

What is not in these tables keeps CP-SAT's default. The measurements behind each line are in docs/cpsat.md.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request
from accord.model import Kind, Model
from accord.problem.integer_model import IntegerModel
from accord.tasks import ENUMERATES

ENOUGH_ALONE = 2  # deterministic seconds of one worker, before several are started: about as many of CPU
PORTFOLIO = 8  # workers with which CP-SAT has all its ways to bound and to improve; more are more of the same


@dataclass(frozen=True, slots=True)
class Setting:
    """One parameter of CP-SAT. The values of enumerated types are given by name."""

    name: str
    value: int | str
    why: str


Settings: TypeAlias = tuple[Setting, ...]

AS_LOWERED = Setting(
    "cp_model_presolve", False, "it makes sums that hold only if a literal does, and those lose solutions"
)
ONE_WORKER = Setting("num_workers", 1, "several enumerate wrongly, and say that they are complete")
COUNTING = (
    Setting("enumerate_all_solutions", True, "every solution is wanted"),
    ONE_WORKER,
    Setting("linearization_level", 0, "a relaxation prunes nothing where every leaf is visited"),
)
AS_WRITTEN = Setting(
    "use_sat_inprocessing", False, "it goes on rewriting clauses that the walk soon leaves behind"
)
FORGETTING = (
    AS_WRITTEN,
    Setting("clause_cleanup_lbd_bound", 3, "learned clauses rarely serve again in another part of the board"),
    Setting("clause_cleanup_period", 1000, "so most are dropped, and soon: propagating them is half of all"),
)
ASKED = (
    ONE_WORKER,
    AS_LOWERED,
    Setting("max_presolve_iterations", 0, "a question is answered sooner than a model is prepared"),
    Setting("cp_model_probing_level", 0, "likewise"),
    Setting("symmetry_level", 0, "likewise"),
    Setting("linearization_level", 0, "likewise"),
)
CARDINALITIES = (
    Setting("use_pb_resolution", True, "clauses alone take very many to say: 8 cells do not do"),
)
ALONG_ORDER = Setting("search_branching", "FIXED_SEARCH", "the order is a narrow way through the board")
BEGINNER = Setting("num_workers", 1, "most puzzles are solved before several workers have started")
PATIENCE = Setting("max_deterministic_time", ENOUGH_ALONE, "then several workers go on")
RELAXATION = Setting("linearization_level", 2, "without a relaxation of all items there is no bound to prove")
RELAXED_SUMS = Setting(
    "linearization_level", 1, "sums of numbers are bound enough; all their values cost far more"
)
RELAXED_CIRCUIT = Setting("linearization_level", 2, "only then a relaxation has cuts for circuits")
ONE_NUMBER = Setting("linearization_level", 0, "one number is wanted: its bounds are as good as a relaxation")
ONE_COUNT = Setting("linearization_level", 0, "a relaxation of pairs chooses half of everything")
NO_RELAXATION = Setting("linearization_level", 0, "a relaxation of sums costs more than it prunes")


def attempts(model: Model, request: Request) -> tuple[Settings, ...]:
    """The parameters for a request on a model: for each attempt, until one is conclusive.

    Where solutions are counted there is one attempt, with one worker. Elsewhere one worker begins, for most
    puzzles are solved before several have started; then come as many as are asked for.
    """
    if request.task in ENUMERATES:
        return (_whole(_counting(model), request),)
    common, several = _relaxation(model, request), _several(request)
    alone = _whole((BEGINNER, *common), request)
    return (alone,) if several.value == 1 else ((*alone, PATIENCE), _whole((several, *common), request))


def _whole(chosen: Settings, request: Request) -> Settings:
    """With what every search of a request has."""
    return (*chosen, AS_LOWERED, Setting("random_seed", request.seed % (1 << 31), "as asked"))


def _counting(model: Model) -> Settings:
    """A walk through a cover forgets what it learned; what is learned about sums serves everywhere."""
    if Kind.LINEAR in model.kind:
        return (*COUNTING, AS_WRITTEN) if isinstance(model, IntegerModel) else COUNTING
    if _is_covering(model):
        return (*COUNTING, *CARDINALITIES)
    return (*((ALONG_ORDER,) if len(model.order) else ()), *COUNTING, *FORGETTING)


def _is_covering(model: Model) -> bool:
    """Whether more items want enough than exactly one: then its own search is faster than any order."""
    covering = (model.low > 0) & (model.high >= np.bincount(model.item, minlength=model.items))
    return bool(np.count_nonzero(covering & ~model.primary) > np.count_nonzero(model.primary))


def _several(request: Request) -> Setting:
    if request.workers is not None:
        return Setting("num_workers", request.workers, "as asked")
    if request.task == "best":
        return Setting("num_workers", PORTFOLIO, "fewer have no way to raise the bound")
    return Setting("num_workers", min(PORTFOLIO, os.cpu_count() or 1), "one for each processor")


def _relaxation(model: Model, request: Request) -> Settings:
    if request.task == "best":
        if isinstance(model, IntegerModel):
            if model.has_circuit:
                return (RELAXED_CIRCUIT,)
            return (ONE_NUMBER if model.wants_one_number else RELAXED_SUMS,)
        if _is_of_pairs(model):
            return (ONE_COUNT,)
        return (RELAXED_SUMS if _is_of_numbers(model) else RELAXATION,)
    return (NO_RELAXATION,) if model.kind & (Kind.LINEAR | Kind.MULTIPLICITIES) else ()


def _is_of_numbers(model: Model) -> bool:
    """Whether only values are weighted, and a third of all options are values that count in sums.

    With fewer the clauses may well decide, and those are relaxed at level 2 only.
    """
    value, counts = _values(model), np.zeros(model.options, np.bool_)
    counts[model.option_of_entry[np.abs(model.amount) > 1]] = True
    weighted = model.objective != 0
    return bool(
        value[: len(weighted)][weighted].all() and 3 * np.count_nonzero(value & counts) >= model.options
    )


def _is_of_pairs(model: Model) -> bool:
    """Whether one number is wanted, and all else is values and pairs of options that exclude each other."""
    weighted = np.flatnonzero(model.objective)
    of_weighted = np.isin(np.arange(model.items), model.item[np.isin(model.option_of_entry, weighted)])
    valued = model.plain_items & model.primary
    numbers = np.flatnonzero(valued & of_weighted)
    if len(numbers) != 1 or not np.isin(weighted, model.options_of(int(numbers[0]))).all():
        return False
    sizes = np.bincount(model.item, minlength=model.items)
    pairs = model.plain_items & model.secondary & (sizes <= 2)
    return bool(pairs.any() and (valued | of_weighted | pairs).all())


def tell(attempts: Sequence[Settings]) -> str:
    """The settings in a line: `fixed search along the order; num_workers 1, linearization_level 0`."""
    way = "fixed search along the order" if ALONG_ORDER in attempts[0] else "CP-SAT's own search"
    return "; then ".join([f"{way}; {_list(attempts[0])}", *(_list(chosen) for chosen in attempts[1:])])


def _list(chosen: Settings) -> str:
    untold = ("search_branching", "enumerate_all_solutions", "random_seed")
    return ", ".join(f"{s.name} {_word(s.value)}" for s in chosen if s.name not in untold)


def _word(value: int | str) -> str:
    return str(value).lower()


def set_parameters(chosen: Settings, parameters: Any) -> None:
    """Write the settings into the parameters of a solver, the only place where that is done."""
    from ortools.sat.python import cp_model

    for setting in chosen:
        value = getattr(cp_model, setting.value) if isinstance(setting.value, str) else setting.value
        setattr(parameters, setting.name, value)
    parameters.catch_sigint_signal = False  # Ctrl-C is the run's business
    assert not parameters.cp_model_presolve, "that loses solutions"
    assert parameters.num_workers == 1 or not parameters.enumerate_all_solutions, "that counts wrongly"


def _values(model: Model) -> npt.NDArray[np.bool_]:
    """Return a mask of the options of plain items [1, 1]: each is a value of something that has one."""
    found = np.zeros(model.options, np.bool_)
    found[model.option_of_entry[(model.plain_items & model.primary)[model.item]]] = True
    return found
