"""Choose the backend of a run: the named one, or the first installed that takes every part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from accord.backends import table
from accord.backends.contract import Backend, Request
from accord.errors import MissingBackendError, RefusedError, UsageError
from accord.model import Kind, Model
from accord.model.data import Derives
from accord.runner import lazy, portfolio
from accord.runner.bits import seen_by
from accord.runner.portfolio import MANY_SUMS
from accord.runner.query import AUTO, WAYS, check_names, given_names, has_all
from accord.tasks import WANTED

WIDE = 8  # options of a sum that takes further variables as clauses
BY_CUTS = ("sat", "cpsat", "native")  # SAT continues with every cut; the others begin anew, and CP-SAT learns


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """A backend, the engine it will use on the first part, and why.

    Where only a number is wanted, it is asked for solutions all the same if a model has lazy items that it
    does not count by itself: each solution has to be shown to them.
    """

    backend: Backend
    engine: str
    why: str
    request: Request  # what it is asked
    relief: bool = False  # whether another may search beside it after a while


def choose(name: str, models: Sequence[Model], request: Request) -> EngineChoice:
    """The named backend, or with `auto` the best that takes all the models.

    Raises UsageError, RefusedError or MissingBackendError with the reason of each backend tried.
    """
    wanted, without = given_names(request), []
    check_names(name, wanted)
    if name != AUTO:
        return _choose_named(name, models, request)
    passed_over: list[str] = []
    preference = in_order(models, request)
    for candidate in dict.fromkeys((*preference, *table.names())):
        if wanted and not has_all(candidate, wanted):
            without.append(candidate)
            continue
        try:
            choice = _choose_named(candidate, models, request)
        except MissingBackendError as error:
            passed_over.append(str(error))
        except UsageError as error:
            passed_over.append(f"{candidate}: {error}")
        else:
            passed_over[:0] = [f"without {_in_words(wanted)}: {', '.join(without)}"] if without else []
            why, own = "; ".join([choice.why, *passed_over]), choice.request
            helps = portfolio.helps(models, own) or portfolio.walks_alone(choice.backend, models, own)
            return replace(choice, why=why, relief=helps and not wanted)
    which = f"no backend with {_in_words(wanted)}" if wanted else "no backend"
    raise RefusedError(f"{which} takes this model: {'; '.join(passed_over)}")


def _in_words(wanted: Mapping[str, str]) -> str:
    """Names in words: `the engine window`."""
    return " and ".join(f"the {what} {name}" for what, name in wanted.items())


def in_order(models: Sequence[Model], request: Request) -> tuple[str, ...]:
    """Return the names of our backends, the one that is likely to be fastest first.

    Counting, our kernels beat both others by one to two orders of magnitude on every cover they take. A
    search for the least is another matter: they would walk through all solutions. So are all solutions of
    very many sums; where one or two will do, another backend comes to help (`accord.runner.portfolio`).
    One or two solutions of a graph rule are found by SAT: the solver goes on with every cut, where the others
    begin anew. Where wide sums are many and only cells hang together, our kernel was measured to be faster.
    """
    if any(model.integers for model in models):  # bounds prune better than bits do
        return tuple(sorted((row.name for row in table.OURS), key=lambda name: not _takes_whole(name)))
    if request.task in WANTED and any(_cuts_decide(model) for model in models):
        return BY_CUTS
    largest = max(models, key=lambda model: model.options, default=None)
    sums = largest is not None and Kind.LINEAR in largest.kind and largest.options > MANY_SUMS
    sums = sums and not portfolio.helps(models, request)

    def hard(row: table.Row) -> bool:
        if request.hint and not row.learns:
            return True
        if row.learns or not (request.task == "best" or sums):
            return False
        if request.task == "best":
            return True
        backend = table.backend(row.name)
        return not _counts(backend, models, request) and not _need_not_walk(backend, models, request)

    return tuple(row.name for row in sorted(table.OURS, key=hard))


def _takes_whole(name: str) -> bool:
    backend = table.class_of(name)
    return backend is not None and backend.integers == "whole"


def _cuts_decide(model: Model) -> bool:
    """Whether a model has graph rules, whose cuts decide most of the search or all else is mostly clauses."""
    graph = model.lazy is not None and isinstance(model.lazy, Derives)
    return graph and (getattr(model.lazy, "decisive", False) or not _many_sums(model))


def _many_sums(model: Model) -> bool:
    """Whether wide sums have more entries in all than there are visible options."""
    if Kind.LINEAR not in model.kind:
        return False
    sizes = model.by_item[0][1:] - model.by_item[0][:-1]
    clauses = ((model.low <= model.least + 1) & (model.high >= model.most)) | (
        (model.high >= model.most - 1) & (model.low <= model.least)
    )
    wide = (sizes > WIDE) & (model.high > 1) & ~clauses
    return bool(sizes[wide].sum() > model.options - model.hidden.sum())


def _need_not_walk(backend: Backend, models: Sequence[Model], request: Request) -> bool:
    """Whether only a number is wanted, and the backend counts all these models without walking."""
    return not request.solutions and all(
        model.lazy is None
        and _refusal(backend, [model], request) is None
        and backend.counts(seen_by(backend, model), request)
        for model in models
    )


def counters(models: Sequence[Model], request: Request) -> list[str]:
    """The installed engines that count all these models without walking to each solution: `native/layers`.

    Of a backend all of whose engines do, the backend: `d4`. What is asked by name is left aside.
    """
    unnamed: dict[str, Any] = dict.fromkeys(WAYS)
    asked, found = replace(request, solutions=False, stats=False, **unnamed), list[str]()
    for name in filter(table.is_installed, table.names()):
        try:
            backend = table.backend(name)
        except MissingBackendError:  # one of another package, which is broken
            continue
        requests = [replace(asked, engine=engine) for engine in backend.engines]
        engines = [
            str(each.engine)
            for each in requests
            if _need_not_walk(backend, models, each) or _counts(backend, models, each)
        ]
        every = len(engines) == len(requests)
        found += [name] if every else [f"{name}/{engine}" for engine in engines]
    return found


def _counts(backend: Backend, models: Sequence[Model], request: Request) -> bool:
    """Whether only a number is wanted, some models are lazy, and the backend counts those by itself."""
    some = [model for model in models if model.lazy is not None]
    return bool(some) and not request.solutions and all(lazy.counts(backend, each, request) for each in some)


def _choose_named(name: str, models: Sequence[Model], request: Request) -> EngineChoice:
    backend = table.backend(name)
    asked = request
    if any(model.lazy is not None for model in models) and not _counts(backend, models, request):
        request = replace(request, solutions=True)
    refusal = _refusal(backend, models, request)
    if refusal is not None:  # the refusal of the first request says more
        refusal = _refusal(backend, models, asked) or refusal
    if refusal is not None and request.task == "best":
        everything = replace(request, task="all")
        if _refusal(backend, models, everything) is None:
            table.import_package(name)
            engine, why = lazy.choice(backend, models[0], everything)
            return EngineChoice(backend, engine, f"{why}; {refusal}", everything)
    if refusal is not None:
        raise RefusedError(refusal)
    table.import_package(name)
    engine, why = lazy.choice(backend, models[0], request)
    return EngineChoice(backend, engine, why, request)


def _refusal(backend: Backend, models: Sequence[Model], request: Request) -> str | None:
    refusals = (lazy.refusal(backend, model, request) for model in models)
    return next((refusal for refusal in refusals if refusal), None)
