"""What tests of single backends and engines share: a search that is run to its end."""

from contextlib import closing, contextmanager
from itertools import groupby

import numpy as np
import pytest

from accord.backends.contract import Request
from accord.backends.native import engine, walks
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


def searched(taker, model, task="all", **more):
    """The count, the set of solutions, and the effort of a whole search by an engine or a backend."""
    request = Request(task, **more)
    assert taker.refusal(model, request) is None
    count, found = 0, []
    for step in taker.search(model, request):
        count += step.count
        if step.solutions is not None:
            assert len(step.solutions) == step.count
            found.append(step.solutions)
    assert step.complete
    for _, alike in groupby(found, key=lambda rows: rows.shape[1]):  # together: a call takes its time
        verify(model, np.vstack(list(alike)))
    solutions = [tuple(sorted(o for o in row if o >= 0)) for rows in found for row in rows.tolist()]
    assert len(set(solutions)) == len(solutions) == (count if request.solutions else 0)
    return count, set(solutions), dict(step.effort)


@contextmanager
def a_node_and_a_solution_at_a_time():
    """Native engines that walk end a slice after every node, and after every solution; yields the patches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walks, "FIRST_BUDGET", 1)
        patch.setattr(walks, "LARGEST_BUDGET", 1)
        patch.setattr(engine, "SOLUTIONS_AT_ONCE", 1)
        yield patch
