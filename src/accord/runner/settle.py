"""Settle a rule on several paths before a search: find out which options its only solution has.

The module `only_paths` of graph rules has the questions, and why their answers settle the rule. The backend
of the search is asked, and then searches what is left of the model. That is one solution or none, and soon
done.

Where the answer is another solution of the rule, a search for one or two is of the options that they have. If
it finds too few, or where there is no answer in time, the whole model is searched as any other.

Likewise, a large model may have options that stand for thousands of others. A relaxation lacks these others,
and mostly has the answer: see `accord.problem.graph_rules.stand_ins`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache
from time import process_time
from typing import TypeAlias

import numpy as np

from accord.backends.contract import Backend, Request, Search, Slice, node_counter
from accord.errors import RefusedError
from accord.model import Model
from accord.model.model import Indices
from accord.problem.graph_rules.path import LoweredPath
from accord.tasks import WANTED, Task

Start: TypeAlias = Callable[[Backend, Model, Request], Search]
Edges: TypeAlias = tuple[int, ...]

PATIENCE = 40.0  # seconds of the processor for a question, or for a search that may be no answer

MANY_VERTICES = 250  # of a rule: a proof may take long, and one solution is soon found, perhaps with others


def _may_ask(request: Request) -> bool:
    """Whether a question may go before a search: nothing is saved, resumed, counted by item or weighed."""
    alone = request.save_when is None and request.resume is None and not request.stats
    return alone and request.task != "best"


def rule_of(model: Model, request: Request) -> LoweredPath | None:
    """Return the rule of a model that may be settled before a search; None if there is none."""
    if not _may_ask(request):
        return None
    from accord.problem.graph_rules.cuts import GraphCuts  # only now: few models have any

    if not isinstance(model.lazy, GraphCuts):
        return None
    from accord.problem.graph_rules.several_paths import only_paths

    return only_paths.rule_of(model.lazy)


def kept_of(model: Model, request: Request) -> Indices | None:
    """Return the options of a large model but those for which others stand; None if these are few."""
    if request.task not in WANTED or model.lazy is None or not _may_ask(request):
        return None
    from accord.problem.graph_rules import stand_ins

    return stand_ins.find_kept(model)


def search_without_others(
    backend: Backend, model: Model, request: Request, kept: Indices, start: Start
) -> Search:
    """Search a relaxation that has the kept options only, and the model if that is no answer."""
    from accord.formats.answer import unmet
    from accord.problem.graph_rules.stand_ins import relax

    whole = _Whole(backend, model, request, start)
    steps = yield from whole.collect(kept, relax(model, kept))
    rows = [row for step in steps if step.solutions is not None for row in step.solutions]
    if whole.is_answer(steps) and not any(unmet(model, row[row >= 0].tolist()) for row in rows):
        yield from steps
    else:
        yield from whole.search(np.arange(model.options, dtype=np.int32))


def search(backend: Backend, model: Model, request: Request, rule: LoweredPath, start: Start) -> Search:
    """Ask, and search what is left of the model; the slices have the effort of all searches.

    Args:
        backend: the backend of all searches.
        model: the model.
        request: what is asked of it.
        rule: the rule.
        start: starts a search.
    """
    whole = _Whole(backend, model, request, start)
    known, only = yield from _solutions(whole, rule)
    if only:
        yield from whole.search(_without_others(model, rule, known))
        return
    if known and request.limit is not None and request.limit <= len(known):
        first = yield from whole.collect(_without_others(model, rule, known))
        if sum(step.count for step in first) >= request.limit:
            yield from first
            return
    yield from whole.search(np.arange(model.options, dtype=np.int32))


def _solutions(whole: _Whole, rule: LoweredPath) -> Generator[Slice, None, tuple[list[Edges], bool]]:
    """Return up to two solutions of a rule, and whether there are no others."""
    from accord.problem.graph_rules.several_paths import only_paths

    def is_one(edges: Edges) -> bool:
        """Whether this solution of the rule without its vertices is one of the rule."""
        return not rule.spanning or only_paths.visits_all(rule, frozenset(edges))

    @cache  # each slice asks again
    def other(edges: Edges) -> Edges | None:
        """Return another solution, from which a reduction leads to this one."""
        before = only_paths.before(rule, frozenset(edges))
        return None if before is None else tuple(sorted(before))

    def may_be_alone(edges: Edges) -> bool:
        return is_one(edges) and other(edges) is None

    edges = len(rule.edges)
    if whole.request.limit == 1 or rule.vertices > MANY_VERTICES:
        known, _ = yield from whole.ask(only_paths.without_turns(rule), edges, "first")
        if whole.request.limit == 1:
            return known, False
        if known and (before := other(known[0])) is not None:
            return [*known, before], False
    free = only_paths.without_reductions(only_paths.free_of_vertices(rule))
    known, complete = yield from whole.ask(free, edges, "unique", whole.backend.questions, may_be_alone)
    if not all(map(is_one, known)):
        question = only_paths.without_reductions(rule)
        known, complete = yield from whole.ask(question, edges, "unique", is_wanted=may_be_alone)
    if len(known) == 1 and (before := other(known[0])) is not None:
        return [*known, before], False
    return known, complete


def _without_others(model: Model, rule: LoweredPath, known: Collection[Edges]) -> Indices:
    """The options of a model without the known edges that no solution has."""
    edges = {edge for some in known for edge in some}
    excluded = {name for edge, name in enumerate(rule.options) if edge not in edges}
    return np.array([o for o in range(model.options) if model.option_name(o) not in excluded], np.int32)


@dataclass(eq=False)
class _Whole:
    """A model, and searches of others beside it; `effort` is that of all searches that are over."""

    backend: Backend
    model: Model
    request: Request
    start: Start
    effort: dict[str, int] = field(default_factory=dict)

    def ask(
        self,
        model: Model,
        edges: int,
        task: Task,
        engine: str | None = None,
        is_wanted: Callable[[Edges], bool] = lambda _: True,
    ) -> Generator[Slice, None, tuple[list[Edges], bool]]:
        """Return one or two solutions of a model, their first options, and whether it has no others.

        Args:
            model: the model.
            edges: how many first options.
            task: what is asked of the model.
            engine: the engine that is taken unless one was asked for.
            is_wanted: the search ends with a solution that is not.
        """
        until, wanted = process_time() + PATIENCE, WANTED[task]
        nodes = self.request.nodes and self.request.nodes.after(node_counter(self.effort)[0])
        asked = replace(
            self.request, task=task, solutions=True, limit=wanted, root=None, hint=(), nodes=nodes,
            engine=self.request.engine or engine,
        )  # fmt: skip
        effort, found, complete = self.effort, list[Edges](), False
        try:
            with closing(self.start(self.backend, model, asked)) as steps:
                for step in steps:
                    self.effort = _sum(effort, step.effort)
                    yield Slice(effort=self.effort)
                    complete = step.complete
                    for row in step.solutions.tolist() if step.solutions is not None else ():
                        found.append(tuple(option for option in row if 0 <= option < edges))
                    if complete or len(found) >= wanted or process_time() > until:
                        break
                    if not all(map(is_wanted, found)):
                        break
        except RefusedError:  # an engine that was named takes the model, and not this one
            return [], False
        return found[:wanted], complete and len(found) < wanted

    def search(self, kept: Indices, smaller: Model | None = None) -> Search:
        """Search the model with these options only, or a relaxation that has no others."""
        request, before = self.request, self.effort
        if request.nodes is not None:
            request = replace(request, nodes=request.nodes.after(node_counter(before)[0]))
        if smaller is None:
            smaller = self.model if len(kept) == self.model.options else self.model.restrict(kept)
        with closing(self.start(self.backend, smaller, request)) as steps:
            for step in steps:
                self.effort = _sum(before, step.effort)
                yield replace(step, effort=self.effort, solutions=_renumber(step.solutions, kept), board=None)

    def collect(self, kept: Indices, smaller: Model | None = None) -> Generator[Slice, None, list[Slice]]:
        """Search likewise; return the slices with solutions, and the last one if it is complete."""
        found, until = list[Slice](), process_time() + PATIENCE
        with closing(self.search(kept, smaller)) as steps:
            for step in steps:
                yield Slice(effort=step.effort)
                found += [step] if step.count or step.complete else []
                if self.is_answer(found) or process_time() > until:
                    break
        return found

    def is_answer(self, steps: Sequence[Slice]) -> bool:
        """Whether a search has seen all, or has found as many solutions as are wanted."""
        limit = self.request.limit
        complete = bool(steps) and steps[-1].complete
        return complete or (limit is not None and sum(step.count for step in steps) >= limit)


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {**one, **{name: one.get(name, 0) + number for name, number in other.items()}}


def _renumber(solutions: Indices | None, kept: Indices) -> Indices | None:
    """Solutions in the options of the whole model."""
    if solutions is None:
        return None
    rows = np.full(solutions.shape, -1, np.int32)
    rows[solutions >= 0] = kept[solutions[solutions >= 0]]
    return rows
