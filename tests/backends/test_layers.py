"""The layers engine and distributions: known counts, brute force, lanes, threads, resumption, refusals."""

import re
import threading
from collections import Counter
from contextlib import closing
from functools import cache
from time import monotonic

import msgspec
import numpy as np
import pytest
from brute_force import grown
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from random_models import many_kinds, packings

import accord
from accord.backends.contract import Request
from accord.backends.native import (
    distribution,
    layers,
    layers_control,
    layers_memory,
    layers_tables,
    window_tables,
)
from accord.backends.native.distribution import Distribution
from accord.backends.native.engine import MemoryLimitError
from accord.backends.native.layers import Layers
from accord.backends.native.layers_control import Control
from accord.backends.native.layers_memory import memory_available
from accord.backends.native.window import Window
from accord.errors import RefusedError, UsageError
from accord.families.packing.record import RECORD as PACKING
from accord.model import Model
from accord.puzzles.loader import load

DOMINO, TROMINO, MONOMINO = {"D": "DD"}, {"L": "L.\nLL"}, {"M": "M"}


@cache
def puzzle(name):
    return load(name).model


def packing(*size, pieces=DOMINO, copies="any", **more):
    return PACKING.made.model(
        msgspec.convert({"size": size, "pieces": pieces, "copies": copies, **more}, PACKING.spec)
    )


def counted(model, workers=1, **request):
    """The count and the effort."""
    asked = Request("count", solutions=False, workers=workers, **request)
    engine = Layers()
    assert engine.refusal(model, asked) is None
    count, complete = 0, False
    for step in engine.search(model, asked):
        assert not complete
        assert step.solutions is None
        count, complete = count + step.count, step.complete
    assert complete
    return count, dict(step.effort)


def enumerated(model):
    """All solutions, by the window engine."""
    found = set()
    for step in Window().search(model, Request("all")):
        if step.solutions is not None:
            found |= {tuple(sorted(row[row >= 0].tolist())) for row in step.solutions}
    return found


def profiles(rows, columns, monominoes):
    """Fillings with dominoes, and perhaps monominoes: cell by cell, by the occupied ones after it."""
    ways = {0: 1}
    for cell in range(rows * columns):
        after = Counter()
        for profile, number in ways.items():
            if profile & 1:
                after[profile >> 1] += number
                continue
            if monominoes:
                after[profile >> 1] += number
            if (cell + 1) % columns and not profile & 2:
                after[(profile | 2) >> 1] += number
            if cell + columns < rows * columns:
                after[(profile | 1 << columns) >> 1] += number
        ways = after
    return ways[0]


# -- known counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(
    ("name", "count", "states"),
    [
        ("pentomino-3x20", 8, 5_387),
        ("pentomino-4x15", 1472, 69_734),
        ("pentomino-6x10", 9356, 1_290_694),
        ("pentomino-8x8-centre", 520, 1_000_458),
        ("one-sided-3x30", 184, 319_286),
        ("meteor", 2098, 303_338),
        ("langford-8", 300, None),
        ("dominoes-8x8", 12_988_816, 1_668),
    ],
)
def test_known_counts_of_the_library(name, count, states, workers):
    found, effort = counted(puzzle(name), workers)
    assert found == count
    assert states in (None, effort["states"])
    assert 0 < effort["peak_states"] < effort["states"] < effort["transitions"]


@pytest.mark.parametrize(
    ("model", "count"),
    [
        (packing(10, 10), 258_584_046_368),
        (packing(12, 10), 65_743_732_590_821),
        (packing(6, 9, pieces=TROMINO), 4312),
        (packing(9, 12, pieces=TROMINO), 467_966_840),
        (packing(6, 10, pieces="pentominoes"), 7_845_888_732),
        (packing(9, 9, pieces=DOMINO | MONOMINO), 10_185_111_919_160_666_118_608),
    ],
    ids=["dominoes-10x10", "dominoes-12x10", "trominoes-6x9", "trominoes-9x12", "pentominoes", "9x9"],
)
def test_known_counts_with_any_number_of_each_piece(model, count):
    assert counted(model)[0] == counted(model, workers=2)[0] == count


@pytest.mark.slow
def test_one_sided_pentominoes():
    count, effort = counted(puzzle("one-sided-5x18"), memory_limit=1 << 30)
    assert (count, effort["states"]) == (2_746_512, 42_496_245)
    assert counted(puzzle("one-sided-6x15"), memory_limit=6 << 30)[0] == 10_268_732


@pytest.mark.parametrize("workers", [1, 2])
def test_counts_of_many_lanes(workers):
    expected = profiles(12, 12, monominoes=True)
    assert expected.bit_length() > 2 * 63
    assert counted(packing(12, 12, pieces=DOMINO | MONOMINO), workers)[0] == expected
    assert counted(packing(16, 7), workers)[0] == profiles(16, 7, monominoes=False)


# -- agreement -------------------------------------------------------------------------------------

RANGES = st.tuples(st.integers(0, 3), st.integers(0, 4)).map(lambda pair: (pair[0], max(pair)))


@pytest.fixture(scope="module", params=[False, True], ids=["at ease", "tiny tables and blocks"])
def pace(request):
    with pytest.MonkeyPatch.context() as patch:
        if request.param:
            patch.setattr(layers_control, "BLOCK", 1)
            patch.setattr(layers_control, "SHARED_BLOCK", 1)
            patch.setattr(layers_control, "FEWEST_SLOTS", 1)
            patch.setattr(layers_control, "GROWTH", (1.0, 1.0))
            patch.setattr(layers_control, "ROWS_AT_ONCE", 1)
        yield


@pytest.fixture(scope="module", params=["short", "word", "wide"])
def kernel(request):
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "wide":
            patch.setattr(window_tables, "NARROW", 0)
        elif request.param == "word":
            patch.setattr(layers_tables, "FEWEST_SLICES", 1)
            word = "accord_native.layers.expand", {"key": "word"}
            patch.setattr(layers_tables.Tables, "expand", word)
        yield


@given(model=packings(3, RANGES), workers=st.integers(1, 3))
@settings(max_examples=examples(50))
def test_it_agrees_with_brute_force(pace, kernel, model, workers):
    assert counted(model, workers)[0] == len(grown(model))


@given(model=packings(3, RANGES))
@settings(max_examples=examples(50))
def test_distributions_agree_with_brute_force(kernel, model):
    truth, known = grown(model), Distribution(model)
    assert known.frequencies() == [sum(o in solution for solution in truth) for o in range(model.options)]
    assert {tuple(known.solution(k).tolist()) for k in range(known.total)} == truth
    assert known.total == len(truth)


@pytest.mark.parametrize("seed", range(4))
def test_it_agrees_with_window_where_cells_differ_in_kind(seed):
    model = many_kinds(seed)
    assert layers_tables.lower(model).words == 2
    truth = enumerated(model)
    assert counted(model)[0] == counted(model, 2)[0] == len(truth) > 0
    known = Distribution(model)
    assert {tuple(known.solution(k).tolist()) for k in range(known.total)} == truth


def test_pieces_in_a_range_are_counted_to_its_ends():
    model = packing(4, 4, pieces=DOMINO | MONOMINO)
    by_dominoes = Counter()
    for solution in enumerated(model):
        by_dominoes[16 - len(solution)] += 1
    for low, high in [(0, 8), (2, 5), (8, 8), (0, 0), (3, 99), (9, 9)]:
        dominoes = np.flatnonzero(np.diff(model.start) == 2)
        item = np.insert(model.item, model.start[dominoes] + 2, model.items)
        start = model.start + np.searchsorted(dominoes, np.arange(model.options + 1))
        wanted = Model.from_arrays(
            [*model.item_names, "dominoes"], start, item, order=model.order.tolist(),
            low=[1] * 16 + [low], high=[1] * 16 + [high],
        )  # fmt: skip
        expected = sum(number for used, number in by_dominoes.items() if low <= used <= high)
        assert counted(wanted)[0] == expected
        assert Distribution(wanted).total == expected


# -- slices, threads, states -----------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "model", [puzzle("pentomino-4x15"), packing(9, 9, pieces=DOMINO | MONOMINO)], ids=["pentominoes", "lanes"]
)
def test_a_count_goes_on_from_every_state_it_gives(model, workers, monkeypatch):
    monkeypatch.setattr(layers, "HEARTBEAT", 1e-6)
    whole = counted(model)
    request = Request("count", solutions=False, workers=workers, save_when=lambda: True)
    states = [step.state for step in Layers().search(model, request) if step.state is not None]
    assert len(states) >= 12
    for state in states[:: len(states) // 4]:
        assert counted(model, workers, resume=state) == whole
        assert counted(model, 3 - workers, resume=state) == whole


def test_a_count_tells_how_many_layers_are_behind(monkeypatch):
    monkeypatch.setattr(layers, "HEARTBEAT", 1e-6)
    request = Request("count", solutions=False)
    done = [step.done for step in Layers().search(puzzle("pentomino-4x15"), request) if step.done is not None]
    assert done == sorted(done)
    assert len(set(done)) > 12
    assert 0.0 <= done[0] < 0.2 < 0.8 < done[-1] <= 1.0


@pytest.mark.full
def test_a_count_yields_often_and_leaves_no_thread():
    before = set(threading.enumerate())
    request = Request("count", solutions=False, workers=2)
    steps = Layers().search(puzzle("one-sided-6x15"), request)
    efforts = []
    for step in steps:
        assert not step.complete
        efforts.append(step.effort.get("states", 0))
        if len(efforts) >= 20 and efforts[-1]:
            break
    steps.close()
    assert efforts == sorted(efforts)
    for thread in {*threading.enumerate()} - before:  # one that goes through a large table ends soon
        thread.join(20)
    assert set(threading.enumerate()) <= before


def test_who_leaves_a_count_does_not_wait_for_a_long_kernel(monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def never_ends(*_):
        begun.set()
        go_on.wait(20)

    monkeypatch.setattr(Control, "_one_layer", never_ends)
    steps = Layers().search(puzzle("pentomino-4x15"), Request("count", solutions=False))
    while not begun.is_set():
        next(steps)
    started = monotonic()
    steps.close()
    took = monotonic() - started
    go_on.set()
    assert took < 0.4


def test_memory_is_not_taken_beyond_the_limit():
    before = set(threading.enumerate())
    with pytest.raises(
        MemoryLimitError, match=r"may use 10,000,000 bytes.* layer \d+ of 60, after [\d,]+ states"
    ):
        counted(puzzle("pentomino-6x10"), memory_limit=10_000_000)
    assert counted(puzzle("pentomino-6x10"), memory_limit=40_000_000)[0] == 9356
    assert set(threading.enumerate()) <= before
    assert memory_available() > 1 << 20


def test_all_memory_is_accounted_for_and_given_back():
    control = Control(layers_tables.lower(puzzle("pentomino-4x15")))
    control.begin()
    most = max(control.memory.taken for _ in control.steps(1e-6))
    assert most > control.memory.taken == sum(rows.nbytes for rows in control._buffers)


def test_the_peak_is_foreseen_and_told_before_it_is_there(monkeypatch):
    monkeypatch.setattr(layers_memory, "FEWEST", 100_000)
    monkeypatch.setattr(layers, "MUCH", 1 << 20)
    monkeypatch.setattr(layers, "HEARTBEAT", 1e-6)
    told, behind = [], 0
    for step in Layers().search(puzzle("pentomino-6x10"), Request("count", solutions=False)):
        if step.warning:
            told.append((step.warning, behind))
        behind = step.effort.get("peak_states", behind)
    ((warning, behind),) = told
    states = re.search(r"layers is seen to need about .* GB for about (\S+) states at its peak; it", warning)
    assert behind < 200_000 < 406_182 < 2 * float(states[1]) < 4 * 406_182


def test_a_peak_is_foreseen_from_blocks_of_layers_where_pieces_differ_in_size():
    def past(states):
        return [layers_memory.Past(layer, each, 16 * each) for layer, each in enumerate(states)]

    even = [round(4_000_000 * 2.0 ** (8 - (layer / 4 - 4) ** 2 / 2)) for layer in range(40)]
    foreseen = layers_memory.peak(past(even[:13]), 4, 40)
    assert max(even) / 3 < foreseen.states < 3 * max(even)
    assert foreseen.memory == pytest.approx(16 * foreseen.states, rel=1e-6)
    assert layers_memory.peak(past(even[:7]), 4, 40) is None
    assert layers_memory.peak(past([10, 20, 100, 10**7]), 1, 40).states > 10**7, "it grows ever faster"
    assert layers_memory.peak(past([10, 20, 100, 10**4]), 1, 40) is None, "so few say nothing"
    fallen = layers_memory.peak(past([*even[:13], 5, 4, 3, 2, 2]), 1, 40)
    assert fallen is None, "what is left is little"


def test_a_peak_is_foreseen_from_a_few_thousand_states_as_well():
    control = Control(layers_tables.lower(puzzle("pentomino-6x10")))
    control.begin()
    for _ in control.steps(1e-6):
        if control._past and control._past[-1].states > 100_000:
            break
    foreseen = control.foreseen
    assert foreseen.early
    assert 406_182 / 5 < foreseen.states < 2 * 406_182
    assert 0 < foreseen.rest < 60


def test_what_will_never_fit_is_told_while_it_is_small():
    model = PACKING.made.model(PACKING.spec(size=(10, 10), pieces="pentominoes", copies=[0, 2]))
    search = Layers().search(model, Request("count", solutions=False, memory_limit=1 << 30))
    with closing(search):
        step = next(step for step in search if step.warning)
    assert step.short
    assert step.effort["states"] < 10_000_000
    assert re.search(
        r"layers is seen to need about \S+ GB for about \S+ states .* may use 1 GB", step.warning
    )


# -- distributions ---------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("name", ["pentomino-3x20", "pentomino-4x15", "pentomino-5x12"])
def test_frequencies_of_pentominoes_and_every_solution_by_its_number(name):
    model = puzzle(name)
    truth, known = enumerated(model), Distribution(model)
    assert known.total == len(truth)
    assert sum(known.frequencies()) == 12 * known.total
    counts = Counter(option for solution in truth for option in solution)
    assert known.frequencies() == [counts[option] for option in range(model.options)]
    assert {tuple(known.solution(k).tolist()) for k in range(known.total)} == truth


def test_solutions_are_in_order_of_their_first_cells():
    model, known = puzzle("pentomino-3x20"), Distribution(puzzle("pentomino-3x20"))
    first = [next(o for o in known.solution(k) if 0 in model.items_of(o)) for k in range(known.total)]
    assert len([k for k in range(1, len(first)) if first[k] != first[k - 1]]) + 1 == len(set(first))


def test_samples_are_uniform_and_go_by_their_seed():
    known = Distribution(packing(4, 4))
    assert known.total == 36
    drawn = known.sample(3600, seed=5)
    assert all(np.array_equal(a, b) for a, b in zip(known.sample(20, seed=5), drawn, strict=False))
    counts = Counter(tuple(row.tolist()) for row in drawn)
    chi_square = sum((counts[tuple(known.solution(k).tolist())] - 100) ** 2 / 100 for k in range(36))
    assert 15 < chi_square < 67, "35 degrees of freedom: one in a thousand is outside, on either side"


def test_a_distribution_of_more_than_a_lane_holds():
    model = packing(9, 9, pieces=DOMINO | MONOMINO)
    known = Distribution(model)
    assert known.total == 10_185_111_919_160_666_118_608
    cells = [sum(known.frequencies()[o] for o in model.options_of(cell)) for cell in (0, 40, 80)]
    assert cells == [known.total] * 3
    for k in (0, known.total // 3, known.total - 1):
        covered = sorted(item for option in known.solution(k) for item in model.items_of(option))
        assert covered == list(range(81))
    for row in known.sample(5, seed=1):
        assert sorted(item for option in row for item in model.items_of(option)) == list(range(81))


def test_completions_in_a_lane_and_in_numbers_of_python_are_the_same(monkeypatch):
    narrow = Distribution(puzzle("pentomino-3x20"))
    narrow_solutions = [narrow.solution(k).tolist() for k in range(narrow.total)]
    monkeypatch.setattr(distribution, "LANE", np.uint64(0))
    wide = Distribution(puzzle("pentomino-3x20"))
    assert wide.total == narrow.total == 8
    assert wide.frequencies() == narrow.frequencies()
    assert [wide.solution(k).tolist() for k in range(8)] == narrow_solutions
    assert wide._wide
    assert not narrow._wide


@pytest.mark.parametrize(("window_bits", "words"), [(63, 2), (1, 3)])
def test_a_distribution_of_states_of_several_words(monkeypatch, window_bits, words):
    models = [puzzle("pentomino-3x20"), packing(4, 4), puzzle("dominoes-6x6")]
    truth = [Distribution(model) for model in models]
    known = [(each.total, each.frequencies()) for each in truth]
    monkeypatch.setattr(layers_tables, "KEY_BITS", 1)
    monkeypatch.setattr(layers_tables, "WINDOW_BITS", window_bits)
    for model, narrow, (total, frequencies) in zip(models, truth, known, strict=True):
        several = Distribution(model)
        assert several._lowered.key_words == words
        assert (several.total, several.frequencies()) == (total, frequencies)
        for k in (0, total // 3, total - 1):
            assert several.solution(k).tolist() == narrow.solution(k).tolist()


def test_a_distribution_of_a_board_that_is_too_wide_for_a_word():
    board = PACKING.spec(size=(8, 9), pieces={"A": "AAAAAAAAA", "B": "BB"}, copies="any")
    model = PACKING.made.model(board)
    known = Distribution(model)
    assert known._lowered.key_words > 1
    assert known.total == counted(model)[0] == 113_209_289
    for row in known.sample(3, seed=1):
        assert sorted(item for option in row for item in model.items_of(option)) == list(range(72))


def test_a_distribution_may_be_built_in_steps_and_says_what_it_cannot(monkeypatch):
    known = Distribution(puzzle("pentomino-5x12"))
    assert sum(1 for _ in known.steps()) > 12
    assert sum(1 for _ in known.steps()) == 0
    assert known.total == 4040
    with pytest.raises(UsageError, match="4,040 solutions, counted from 0; number 4,040 was"):
        known.solution(4040)
    with pytest.raises(UsageError, match="no solution to draw"):
        Distribution(packing(3, 3)).sample(1)
    with pytest.raises(MemoryLimitError):
        _ = Distribution(puzzle("pentomino-6x10"), memory_limit=10_000_000).total
    monkeypatch.setattr(distribution, "MOST_WIDE_STATES", 100)
    with pytest.raises(
        RefusedError, match=r"up to 100 states where they .* exceed 2\^63; there are [\d,]+ or"
    ):
        _ = Distribution(packing(9, 9, pieces=DOMINO | MONOMINO)).total


# -- edges and refusals ----------------------------------------------------------------------------


def test_an_item_without_options_has_none():
    model = Model.build(["a", "b"], [["a"]], order=["a"])
    assert counted(model)[0] == Distribution(model).total == 0
    assert Distribution(model).frequencies() == [0]
    assert counted(Model.build(["a"], [], order=["a"]))[0] == 0


def wide_open(cells, pieces, span):
    options = [["c0", f"c{span - 1}"], *(["c0", f"p{i}"] for i in range(pieces))]
    items = [f"c{i}" for i in range(cells)] + [f"p{i}" for i in range(pieces)]
    return Model.build(items, options, order=items[:cells])


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Model.build({"a": 1, "b": (0, 1)}, [["a"], ["b"]], order=["a", "b"]), r"'b' has \[0, 1\]"),
        (Model.build(["a"], [["a"]]), "this model has none"),
        (Model.build(["a", "b", "c"], [["a", "b", "c"]], order=["a"]), "has 2"),
        (Model.build({"a": 1, "b": (0, 9)}, [{"a": 1, "b": 2}], order=["a"]), "an option gives 2"),
        (Model.build({"a": 1, "b": (0, 1)}, [{"a": 1, "b": "red"}], order=["a"]), "does not know colours"),
        (wide_open(129, 0, 129), "sees 128 items .* spans 129"),
        (wide_open(60, 59, 37), "has 64 bits .* needs 6 .* and 59 to count"),
        (wide_open(60, 58, 37), None),
        (wide_open(128, 56, 128), None),
    ],
)  # fmt: skip
def test_refusals_name_the_test_and_the_numbers(model, said):
    refusal = Layers().refusal(model, Request("count", solutions=False))
    assert (refusal is None) if said is None else re.search(said, refusal)
    if said is not None:
        with pytest.raises(RefusedError):
            Distribution(model)


def test_it_only_counts_all():
    model = puzzle("dominoes-8x8")
    assert "only counts" in Layers().refusal(model, Request("all"))
    assert "stop after 5" in Layers().refusal(model, Request("count", solutions=False, limit=5))
    assert counted(puzzle("pentomino-3x20"), root=puzzle("pentomino-3x20").items - 1)[0] == 8


@pytest.mark.parametrize("gives", [[], ["a", "b"]])
@pytest.mark.parametrize("demand", [(-1, -1), (-4, -2), (2, 3)])
def test_a_demand_that_nothing_can_meet_leaves_no_solution(demand, gives):
    """Whether nobody gives to the item, or only ever the wrong side of it; `left` alone would do for `a`."""
    options = {"left": ["a"], **({"other": gives} if gives else {})}
    model = Model.build({"a": 1, "b": demand}, options, order=["a"])
    for engine in (None, "layers", "general"):
        assert accord.count(model, backend="native", engine=engine, reduce=False).count == 0
    numbered = Distribution(model)
    for _ in numbered.steps():
        pass
    assert numbered.total == 0
