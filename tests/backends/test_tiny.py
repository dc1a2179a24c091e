"""Every native engine on instances so small that they end without compiling too: `make nojit`."""

import pytest
from graphs import grid, model_of
from looped import looped
from models import dominoes, langford, queens

from accord import Model
from accord.backends.contract import Request
from accord.backends.native import Native

TRIPLES = Model.build({"a": (1, 2), "b": (0, 2), "c": 2}, [["a"], ["a", "b"], ["b", "c"], ["c"], ["a", "c"]])


@looped("engine", Native.engines)
@pytest.mark.parametrize(
    ("model", "count"),
    [
        *[(langford(4), 2), (queens(4), 2), (queens(5), 10), (dominoes(4, 4), 36), (TRIPLES, 9)],
        *[(model_of("loop", grid(3, 3)), 13), (model_of("tree", grid(3, 3), spanning=True), 192)],
        *[(model_of("connected", grid(2, 3)), 40), (model_of("path", grid(3, 3), ends=(0, 8)), 12)],
    ],
    ids=[
        *["langford 4", "queens 4", "queens 5", "dominoes 4x4", "triples"],
        *["loops 3x3", "trees 3x3", "connected 2x3", "paths 3x3"],
    ],
)
def test_every_engine_that_takes_it_counts_it(engine, model, count):
    request = Request("count", solutions=False, engine=engine)
    if Native().refusal(model, request):
        pytest.skip(f"{engine} does not take it")
    assert sum(step.count for step in Native().search(model, request)) == count


@pytest.mark.parametrize("model", [langford(4), queens(5), dominoes(4, 4)])
def test_engines_that_walk_find_the_same(model):
    found = {}
    for engine in Native.engines:
        request = Request("all", engine=engine)
        if Native().refusal(model, request) is None:
            rows = [row for step in Native().search(model, request) if step.count for row in step.solutions]
            found[engine] = {tuple(sorted(option for option in row.tolist() if option >= 0)) for row in rows}
    assert len(found) >= 3
    assert len({frozenset(rows) for rows in found.values()}) == 1
