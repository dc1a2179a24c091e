"""What tests of single backends share: a search run to its end, and the queens without their family."""

from contextlib import closing

import numpy as np

from accord.backends.contract import Request
from accord.model import Model
from accord.model.verify import verify


def found(backend, model, task="all", **more):
    """The solutions of a search as sorted tuples, whether it was complete, and the number it counted."""
    solutions, count, complete = [], 0, False
    with closing(backend.search(model, Request(task, **more))) as search:
        for step in search:
            assert not complete, "a slice after the last"
            count += step.count
            complete = step.complete
            if step.solutions is not None:
                assert step.solutions.dtype == np.int32
                assert len(step.solutions) == step.count
                solutions += [tuple(sorted(o for o in row if o >= 0)) for row in step.solutions.tolist()]
    return solutions, complete, count


def searched(taker, model, **more):
    """The count, the set of solutions, and the effort of a whole search by an engine or a backend."""
    request = Request("all", **more)
    assert taker.refusal(model, request) is None
    count, solutions = 0, []
    for step in taker.search(model, request):
        count += step.count
        if step.solutions is not None:
            assert len(step.solutions) == step.count
            verify(model, step.solutions)
            solutions += [tuple(sorted(row[row >= 0].tolist())) for row in step.solutions]
    assert step.complete
    assert len(set(solutions)) == len(solutions) == (count if request.solutions else 0)
    return count, set(solutions), dict(step.effort)


def queens(size):
    options = {
        f"{r},{c}": [f"row {r}", f"column {c}", f"sum {r + c}", f"difference {r - c}"]
        for r in range(size)
        for c in range(size)
    }
    lines = {name for gives in options.values() for name in gives}
    items = {name: 1 if name.startswith(("row", "column")) else (0, 1) for name in sorted(lines)}
    return Model.build(items, options, order=[f"row {r}" for r in range(size)])
