"""The frontier engine: published numbers, brute force with random clues, the lazy loop, limits, refusals."""

import threading
from dataclasses import replace

import pytest
from graphs import LOWERED, grid, model_of, names_of, sets_of
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.backends.contract import Request
from accord.backends.native import frontier, layers, layers_control
from accord.backends.native.frontier import Frontier
from accord.model import Model
from accord.problem.graph_rules.cuts import GraphCuts

CYCLES = {2: 1, 3: 13, 4: 213, 5: 9349, 6: 1222363, 7: 487150371}  # A140517
TREES = {2: 4, 3: 192, 4: 100352, 5: 557568000, 6: 32565539635200}  # A007341
PATHS = {2: 2, 3: 12, 4: 184, 5: 8512, 6: 1262816, 7: 575780564}  # A007764
SETS = {2: 13, 3: 218, 4: 11506, 5: 2301877}  # A059525: connected, one cell at least
KINDS = ["loop", "path", "tree", "connected"]


def counted(model, **request):
    engine, asked = Frontier(), Request("count", solutions=False, **request)
    assert engine.refusal(model, asked) is None
    steps = list(engine.search(model, asked))
    assert steps[-1].complete
    return sum(step.count for step in steps)


@pytest.mark.full
@pytest.mark.parametrize(("n", "number"), CYCLES.items())
def test_simple_cycles(n, number):
    outcome = accord.count(model_of("loop", grid(n, n)))
    assert (outcome.engine, outcome.count, outcome.exact) == ("frontier", number, True)
    assert outcome.chosen == f"it need not walk: the frontier is {n} vertices wide"


@pytest.mark.parametrize(
    ("n", "states", "number"),
    [(6, 5765, 1222363), (7, 20122, 487150371), (10, 753798, 27359264067916806101)],
)
def test_states_are_few_where_solutions_are_many(n, states, number):
    outcome = accord.count(model_of("loop", grid(n, n)))
    assert (outcome.effort["states"], outcome.count) == (states, number)


@pytest.mark.parametrize(("n", "number"), TREES.items())
def test_spanning_trees(n, number):
    assert counted(model_of("tree", grid(n, n), spanning=True)) == number


@pytest.mark.parametrize(("n", "number"), PATHS.items())
def test_paths_from_corner_to_corner(n, number):
    assert counted(model_of("path", grid(n, n), ends=(0, n * n - 1))) == number


@pytest.mark.parametrize(("n", "number"), SETS.items())
def test_connected_sets_of_cells(n, number):
    assert counted(model_of("connected", grid(n, n))) == number


def test_a_number_of_two_lanes_by_several_workers():
    model = model_of("tree", grid(7, 7), spanning=True)
    assert counted(model, workers=3) == 19872369301840986112  # above 2^63


def test_a_long_board_is_not_wide_whichever_way_it_is_numbered():
    lying, standing = model_of("loop", grid(4, 30)), model_of("loop", grid(30, 4))
    assert counted(lying) == counted(standing)
    assert (Frontier().tables(lying).width, Frontier().tables(standing).width) == (5, 4)


@st.composite
def graphs(draw):
    """Of up to 6 vertices, with up to 9 edges."""
    vertices = draw(st.integers(2, 6))
    pairs = [(a, b) for b in range(vertices) for a in range(b)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, min_size=1, max_size=9))
    return vertices, tuple(edges)


@st.composite
def clues(draw, kind, graph):
    """Up to three sums over some options, of amounts of either sign."""
    names = names_of(kind, graph)
    found = []
    for _ in range(draw(st.integers(0, 3))):
        amounts = draw(
            st.dictionaries(st.sampled_from(names), st.sampled_from([-2, -1, 1, 2, 3]), min_size=1)
        )
        low = draw(st.integers(-3, 3))
        found.append((amounts, low, low + draw(st.integers(0, 3))))
    return found


def conventions(draw, kind, graph):
    empty = draw(st.booleans())
    if kind == "path" and draw(st.booleans()):
        return {"ends": (0, graph[0] - 1)}
    if kind != "connected" and draw(st.booleans()):
        return {"spanning": True}
    return {"empty": empty}


@given(data=st.data(), kind=st.sampled_from(["loop", "tree", "connected"]), graph=graphs())
@settings(max_examples=examples(150))
def test_it_agrees_with_brute_force(data, kind, graph):
    more = conventions(data.draw, kind, graph)
    given_clues = data.draw(clues(kind, graph))
    model = model_of(kind, graph, given_clues, **more)
    assert counted(model) == sets_of(kind, graph, given_clues, **more)


@given(data=st.data(), graph=graphs())
@settings(max_examples=examples(80))
def test_paths_agree_with_brute_force(data, graph):
    given_clues = data.draw(clues("path", graph))
    ends = {"ends": (0, graph[0] - 1)}
    assert counted(model_of("path", graph, given_clues, **ends)) == sets_of(
        "path", graph, given_clues, **ends
    )


def test_paths_with_free_ends():
    vertices, edges = graph = grid(3, 3)
    names = names_of("path", graph)
    lazy = GraphCuts((LOWERED["path"]("path", vertices, edges, tuple(names)),))
    assert counted(Model.build({}, {name: [] for name in names}, lazy=lazy)) == sets_of("path", graph)


@given(data=st.data(), kind=st.sampled_from(KINDS), graph=graphs())
@settings(max_examples=25)
def test_it_agrees_with_the_lazy_loop(data, kind, graph):
    ends = {"ends": (0, graph[0] - 1)} if kind == "path" else {}
    model = model_of(kind, graph, data.draw(clues(kind, graph)), **ends)
    by_cuts = accord.count(model, backend="native", engine="general")
    by_frontier = accord.count(model, backend="native", engine="frontier")
    assert by_cuts.count == by_frontier.count
    assert (by_cuts.digest is None, by_frontier.digest is None) == (False, True)


def test_edges_that_are_always_or_never_chosen():
    vertices, edges = graph = grid(3, 3)
    model = model_of("tree", graph, spanning=True)
    rule = model.lazy.rules[0]
    always = replace(model, lazy=GraphCuts((replace(rule, options=("", *rule.options[1:]), fixed=(0,)),)))
    smaller = always.restrict(range(1, model.options))
    clue = [({f"{edges[0][0]}-{edges[0][1]}": 1}, 1, 1)]
    assert counted(smaller) == sets_of("tree", graph, clue, spanning=True)
    without = model.restrict(range(1, model.options))
    assert counted(without) == sets_of("tree", (vertices, edges[1:]), spanning=True)


def test_a_model_that_is_restricted_or_required_is_counted_too():
    model = model_of("loop", grid(4, 4))
    through, _ = model.require([0])
    around = model.restrict(range(1, model.options))
    assert counted(through) + counted(around) == 213


def test_options_of_no_rule_and_no_item():
    model = model_of("loop", grid(3, 3))
    more = Model.build(
        dict(zip(model.item_names, zip(model.low.tolist(), model.high.tolist(), strict=True), strict=True)),
        {
            model.option_name(o): {
                model.item_names[i]: int(a)
                for i, a in zip(
                    model.items_of(o), model.amount[model.start[o] : model.start[o + 1]], strict=True
                )
            }
            for o in range(model.options)
        }
        | {"free": {}},
        lazy=model.lazy,
    )
    assert counted(more) == 26


def test_small_blocks_and_tables_count_the_same(monkeypatch):
    for name, value in {"BLOCK": 1, "SHARED_BLOCK": 1, "FEWEST_SLOTS": 1, "GROWTH": (1.0, 1.0)}.items():
        monkeypatch.setattr(layers_control, name, value)
    for workers in (1, 3):
        assert counted(model_of("loop", grid(4, 4)), workers=workers) == 213


@pytest.mark.full
def test_too_little_memory_and_time_and_a_cancelled_run_end_as_partial():
    model = model_of("loop", grid(12, 12))
    little = accord.count(model, backend="native", memory_limit=2_000_000)
    assert (little.status, little.limit, little.exact) == ("limit", "memory", False)
    assert "frontier may use 2,000,000 bytes" in little.reason
    soon = accord.count(model, time_limit=0.05)
    assert (soon.status, soon.limit, soon.exact) == ("time", "", False)
    cancel = threading.Event()
    cancel.set()
    cancelled = accord.count(model, cancel=cancel)
    assert (cancelled.status, cancelled.exact) == ("cancelled", False)


@pytest.mark.full
def test_a_saved_count_goes_on(monkeypatch):
    monkeypatch.setattr(layers, "HEARTBEAT", 0.0)  # a layer is long enough
    model, asked = model_of("loop", grid(6, 6)), Request("count", solutions=False, save_when=lambda: True)
    states = [step.state for step in Frontier().search(model, asked) if step.state is not None]
    assert len(states) > 20
    assert counted(model, resume=states[len(states) // 2], workers=2) == CYCLES[6]


def test_a_checkpoint_is_written_and_read(tmp_path):
    model, file = model_of("loop", grid(5, 5)), str(tmp_path / "loops")
    for _ in range(2):
        outcome = accord.count(model, checkpoint=file)
        assert (outcome.engine, outcome.count, outcome.exact) == ("frontier", CYCLES[5], True)


def test_what_it_does_not_take():
    def refused(model, **request):
        return Frontier().refusal(model, Request("count", **({"solutions": False} | request)))

    loop = model_of("loop", grid(3, 3))
    assert refused(loop, solutions=True) == "frontier only counts; it never sees a solution"
    assert "cannot stop after 2" in refused(loop, limit=2)
    assert "takes models with a graph rule" in refused(Model.build(["a"], [["a"]]))
    wide = model_of("tree", grid(17, 17), spanning=True)
    assert refused(wide) == "the frontier is 17 vertices wide; frontier takes at most 16"
    two = replace(loop, lazy=GraphCuts(loop.lazy.rules * 2))
    assert refused(two) == "frontier takes one graph rule; there are 2"
    sums = model_of("loop", grid(3, 3), [({"0-1": 1 << 20, "7-8": 1}, 1, 1 << 20)])
    assert refused(sums) == (
        "the sums of item 'clue 0' are up to 1,048,576 apart; frontier takes less than 65,536"
    )


def test_where_it_is_refused_the_run_goes_on_in_passes(monkeypatch):
    monkeypatch.setattr(frontier, "MOST_WIDE", 2)
    outcome = accord.count(model_of("loop", grid(3, 3)))
    assert (outcome.count, outcome.engine == "frontier") == (13, False)
    assert outcome.digest is not None
    with pytest.raises(accord.AccordError, match="the frontier is 3 vertices wide; frontier takes at most 2"):
        accord.count(model_of("loop", grid(3, 3)), engine="frontier")


def test_solutions_and_digests_come_by_the_lazy_loop():
    model = model_of("loop", grid(3, 3))
    digest = accord.count(model, with_digest=True)
    assert (digest.count, digest.engine == "frontier", digest.digest is None) == (13, False, False)
    assert len(list(accord.solutions(model))) == 13


@pytest.mark.full
def test_many_options_are_still_counted_by_it():
    model = model_of("loop", grid(3, 140))  # so many sums, if each solution had to be found, are for CP-SAT
    outcome = accord.count(model)
    assert (outcome.backend, outcome.engine) == ("native", "frontier")
    assert (outcome.count, outcome.digest) == (counted(model), None)
