"""Choosing an engine by measurement: estimates near the truth, the same answer whatever is chosen."""

import itertools
import re
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from commands import ran

import accord
from accord.backends.contract import Request, Slice
from accord.backends.native import Native, measure, trial, walks, window_tables
from accord.backends.native.bitset import Bitset
from accord.backends.native.cells import Cells
from accord.backends.native.layers import Layers
from accord.backends.native.window import from_both_ends
from accord.families.packing.record import RECORD as PACKING
from accord.runner.run import Run


def nodes(model, engine, root=None):
    request = Request("count", solutions=False, engine=engine, root=root)
    return list(Native().search(model, request))[-1].effort["nodes"]


@pytest.mark.parametrize(
    ("name", "root"), [("pentomino-6x10", "X"), ("meteor", None), ("soma", "V"), ("langford-8", "3")]
)
def test_estimates_are_near_the_truth(name, root):
    model = accord.load(name).model
    item = model.item_index[root] if root else int(np.diff(model.by_item[0])[len(model.order) :].argmin())
    item = item if root else int(np.setdiff1d(np.arange(model.items), model.order)[item])
    window = window_tables.lower(model)
    estimates = [measure.window_nodes(from_both_ends(model, window, item), 4000, seed) for seed in range(4)]
    assert np.mean(estimates) == pytest.approx(nodes(model, "window", item), rel=0.25)
    assert measure.fewest_nodes(model, item) == pytest.approx(nodes(model, "bitset", item), rel=0.25)


def test_a_small_tree_is_counted_not_estimated():
    model = accord.load("langford:4").model
    window = window_tables.lower(model)
    root = model.item_index["4"]
    assert measure.window_nodes(from_both_ends(model, window, root), 10**6) == nodes(model, "window", root)
    # the kernel asks an item that failed a sibling first, so ties are broken otherwise there
    assert measure.fewest_nodes(model, None) == pytest.approx(nodes(model, "bitset"), rel=0.1)


@pytest.mark.parametrize(
    ("name", "variant"),
    [("tetrominoes-double-4x10", None), ("slothouber-graatsma", None), ("conway-blocks", "seventeen")],
)
def test_estimates_are_near_the_truth_whatever_is_demanded(name, variant):
    model = accord.load(name, variant).model
    assert model.high.max() > 1
    truth = nodes(model, "bitset")
    assert truth / 1.6 < measure.fewest_nodes(model, None) < 1.6 * truth


@pytest.fixture
def no_patience(monkeypatch):
    """No search ends within its trial, and every engine gets one."""
    monkeypatch.setattr(measure, "TRIAL", 0.0)
    monkeypatch.setattr(measure, "LONG", -1.0)
    for engine in (Bitset, Cells):
        monkeypatch.setattr(engine, "best_nanoseconds", -1.0)


@pytest.mark.parametrize("name", ["meteor", "soma", "langford-8", "queens-8", "dominoes-8x8"])
def test_whatever_is_measured_the_count_is_the_same(no_patience, name):
    puzzle = accord.load(name)
    outcome = accord.count(puzzle, backend="native")
    assert outcome.count == puzzle.counts["all"].count
    assert outcome.exact


@pytest.mark.full
def test_what_a_trial_found_is_not_lost_and_not_repeated(no_patience):
    puzzle = accord.load("meteor")
    measured = accord.count(puzzle, backend="native", with_digest=True)
    plain = accord.count(puzzle, backend="native", engine="window", with_digest=True)
    assert (measured.count, measured.digest) == (plain.count, plain.digest) == (2098, plain.digest)
    assert "nodes" in measured.chosen
    assert measured.estimate["nodes"] == pytest.approx(measured.effort["nodes"], rel=0.5)


@pytest.mark.full
def test_another_piece_first_is_resumed_with_that_piece(no_patience, monkeypatch, tmp_path):
    guesses = itertools.count(1)
    monkeypatch.setattr(measure, "LONG", 1e9)
    for engine in (Bitset, Cells):
        monkeypatch.setattr(engine, "best_nanoseconds", np.inf)
    monkeypatch.setattr(measure, "window_nodes", lambda *_, **__: 1e6 / next(guesses) ** 2)
    monkeypatch.setattr(walks, "SLICE_SECONDS", 0.001)
    asked = {"puzzle": accord.load("pentomino-8x8-centre"), "task": "count", "backend": "native"}
    run = Run(**asked, checkpoint=tmp_path / "state", checkpoint_every=0.0)
    steps = iter(run)
    while next(steps).count < 100:
        pass
    steps.close()
    assert run.outcome.chosen.count("goes first") == 2, "another piece than the guess"
    assert run.outcome.count < 520
    assert accord.run(**asked, checkpoint=tmp_path / "state").count == 520


def test_what_is_counted_without_walking_is_said_beforehand():
    native = Native()
    dominoes, queens, latin = (accord.load(name).model for name in ("dominoes-8x8", "queens-8", "sudoku-4x4"))
    counting, walking = Request("count", solutions=False), Request("all")
    assert native.counts(dominoes, counting)
    assert native.counts(queens, counting)
    assert not native.counts(dominoes, walking)
    assert native.counts(latin, replace(counting, engine="memo"))
    assert not native.counts(dominoes, replace(counting, engine="window"))
    assert not native.counts(accord.load("sudoku-17").model, counting), "a specialist walks"
    assert not native.counts(accord.load("aquarium-6x6").model, counting), "sums are walked"


# -- an engine that counts without walking, and is not done -------------------------------------------


def endless(*steps):
    """A search that never ends."""

    def search(self, model, request):
        yield from steps
        while True:
            yield Slice(effort={"states": 1}, rest=steps[-1].rest)

    return search


def test_what_foresees_that_it_will_take_longer_gives_up(no_patience, monkeypatch):
    monkeypatch.setattr(Layers, "patience", 1e300)
    monkeypatch.setattr(Layers, "search", endless(Slice(effort={"states": 1}, rest=np.inf)))
    outcome = accord.count(accord.load("meteor"), backend="native")
    assert (outcome.count, outcome.exact) == (2098, True)
    assert "layers would take about inf s more" in outcome.chosen


def test_a_search_of_unknown_length_and_a_count_go_on_by_turns(no_patience, monkeypatch):
    monkeypatch.setattr(measure, "LONG", 1e-4)
    for name in ("window_nodes", "fewest_nodes"):
        monkeypatch.setattr(measure, name, lambda *_, **__: np.inf)
    puzzle = accord.load("meteor")
    by_layers = accord.count(puzzle, backend="native")
    monkeypatch.setattr(Layers, "search", endless(Slice(effort={"states": 1})))
    by_walking = accord.count(puzzle, backend="native")
    assert [by_layers.count, by_walking.count] == [2098, 2098]
    assert [by_layers.exact, by_walking.exact] == [True, True]
    assert by_walking.engine == "window"
    assert by_walking.chosen.count("layers was not done in") == 1, "it says how it fared last"


# -- what is said where no end is seen ----------------------------------------------------------------


@pytest.fixture
def no_time(no_patience, monkeypatch):
    """No search ends within its trial, and nobody waits a moment."""
    monkeypatch.setattr(measure, "WEEK", -1.0)


def test_that_no_engine_is_seen_to_finish_is_said_once_and_the_search_goes_on(no_time, monkeypatch):
    monkeypatch.setattr(measure, "LONG", 1e9)  # nobody counts without walking
    puzzle = accord.load("meteor")
    run = Run(puzzle, "count", backend="native")
    told = [run.warnings for step in run if not step.count]
    (warning,) = run.outcome.warnings
    assert told[-1] == (warning,), "before the search is over"
    assert re.fullmatch(
        r"no engine is seen to finish: (window|bitset|cells) would place about \S+ nodes, which takes about "
        r"\S+ seconds?; .*a limit of solutions gives the first ones, a limit of time a lower bound", warning
    )  # fmt: skip
    assert run.outcome.count == 2098
    assert run.outcome.exact


def test_it_is_said_of_what_walks_where_one_that_counts_goes_on(no_time, monkeypatch):
    monkeypatch.setattr(measure, "HOPEFUL", -1.0)
    monkeypatch.setattr(Layers, "patience", 1e9)
    outcome = accord.count(accord.load("pentomino-6x10"), backend="native")
    assert (outcome.count, outcome.engine) == (9356, "layers")
    (warning,) = outcome.warnings
    assert warning.startswith("only layers, which need not walk, may finish: ")


@pytest.mark.full
def test_it_is_said_on_stderr_and_only_of_the_first_part(no_time):
    result, _ = ran("count", "pentomino-4x15", "--distinct", "--method", "split", "--backend", "native")
    assert result.stdout.strip() == "368"
    assert result.stderr.count("warning: no engine is seen to finish: ") <= 1
    result, _ = ran("count", "meteor", "--backend", "native", "--memory-limit", "1M")
    assert result.stdout.strip() == "2098"
    assert result.stderr.count("warning: no engine is seen to finish: ") == 1
    assert "layers may use 1,048,576 bytes" in result.stderr
    assert "with more memory it may finish" in result.stderr


def test_memory_that_is_foreseen_is_a_part_of_the_sentence(no_time, monkeypatch):
    search, told = Layers.search, "layers is seen to need about 512 GB"

    def warned(self, model, request):
        yield Slice(effort={"states": 1}, warning=told, short=True)
        yield from search(self, model, request)

    monkeypatch.setattr(Layers, "search", warned)
    monkeypatch.setattr(Layers, "patience", 1e9)
    monkeypatch.setattr(measure, "LONG", -1e-9)
    outcome = accord.count(accord.load("pentomino-6x10"), backend="native")
    assert (outcome.count, outcome.engine) == (9356, "layers")
    (warning,) = outcome.warnings
    assert re.match(r"no engine is seen to finish: \S+ would place about \S+ nodes", warning)
    assert f"; {told}; with more memory it may finish; " in warning


def test_ten_by_ten_is_told_before_it_is_searched():
    board = PACKING.spec(size=(10, 10), pieces="pentominoes", copies="any")
    run = Run(PACKING.made.model(board), "count", backend="native", memory_limit=50 << 20)
    with closing(iter(run)) as steps:
        next(step for step in steps if run.warnings)
    (warning,) = run.warnings
    years = re.search(r"no engine is seen to finish: .* takes about ([\d,]+) years; layers may use", warning)
    assert int(years[1].replace(",", "")) > 1000


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 seconds"), (59, "59 seconds"), (60, "1 minute"), (3 * 86400, "3 days"), (1e10, "320 years"),
     (6e5 * 365.25 * 86400, "600,000 years"), (1e25, "3.2e+17 years")],
)  # fmt: skip
def test_times_in_words(seconds, words):
    assert trial.lasting(seconds) == words
