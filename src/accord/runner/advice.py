"""Advise which engines may end where a limit stopped a search that walks from solution to solution."""

from __future__ import annotations

from accord.backends import table
from accord.runner.choose import counters
from accord.runner.query import RunQuery
from accord.runner.work import Work


def advice(asked: RunQuery, work: Work, backend: str, engine: str, count: int) -> str:
    """Return one line for a search that a limit stopped; empty if no other engine is known to be better.

    Args:
        asked: the question.
        work: the parts that were searched.
        backend: the backend that was at work.
        engine: its engine, which is advised no more.
        count: the solutions that it has found.
    """
    if asked.task == "count" and not asked.walks(work):
        found = counters([part.model for part in work.parts], asked.request(work, None))
        if not {backend, f"{backend}/{engine}"}.isdisjoint(found):  # it did not walk either
            return ""
        if asked.engine is None:  # a backend has tried its own
            found = [name for name in found if name.partition("/")[0] != backend]
        if found:
            return f"engines that count without walking to each solution may end: {', '.join(found)}"
    learners = [row.name for row in table.OURS if row.learns]
    if asked.named and not count and asked.task != "best" and backend not in learners:
        return f"{backend} has found no solution; {' and '.join(learners)} learn, and may end sooner"
    return ""
