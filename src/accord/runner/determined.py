"""Before a count that does not walk to solutions: are hidden options determined? The first ones tell.

A count of solutions with hidden options is one of visible solutions only if the visible options determine the
hidden ones. Where every solution is walked to, the sieve sees one that comes twice. Where they are only
counted, the first ones are walked to beforehand: so many that a small model is seen whole, and so few nodes
that it costs a fraction of a second. What is found is dropped; the count begins anew. A backend whose counts
see it themselves is not asked for any.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing, suppress
from dataclasses import replace

from accord.backends.contract import Allowance, Backend, Request, Slice, placed
from accord.errors import SpentError
from accord.model import Model
from accord.runner import lazy
from accord.runner.search import Steps, complete_search
from accord.runner.sieve import Sieve
from accord.symmetry.parts import Part

MOST_SOLUTIONS = 2_000
MOST_NODES = 20_000  # or what stands for them


def checked(
    steps: Steps,
    backend: Backend,
    model: Model,
    parts: Sequence[Part],
    request: Request,
    finished: Collection[int] = (),
) -> Steps:
    """The steps of a count, after empty ones while the first solutions are walked to.

    Raises EngineError if a visible solution comes twice.
    """
    with closing(steps):
        if model.hidden.any() and not request.solutions and not backend.determines:
            yield from _first(backend, model, parts, request, finished)
        yield from steps


def _first(
    backend: Backend, model: Model, parts: Sequence[Part], request: Request, finished: Collection[int]
) -> Steps:
    sieve, solutions, nodes = Sieve(model, backend.name, walks=True, only_counts=False), 0, 0
    walks = replace(request, task="all", solutions=True, workers=1, save_when=None, resume=None)
    allowance = Allowance(lambda spent: MOST_NODES - spent)
    for index, part in enumerate(parts):
        by_name = lazy.refusal(backend, part.model, walks) is None
        asked = replace(walks, engine=walks.engine if by_name else None, nodes=allowance.after(nodes))
        if index in finished or lazy.refusal(backend, part.model, asked) is not None:
            continue
        spent = 0
        with suppress(SpentError), closing(complete_search(backend, part, asked)) as search:
            for step in search:
                spent = placed(step.effort)[0] if step.effort else spent
                solutions += sieve.passed(part, step)[0]
                yield index, Slice()
                if solutions >= MOST_SOLUTIONS or nodes + spent >= MOST_NODES:
                    return
        nodes += spent
