"""Windows of 64 and 128 cells: the same nodes and states as with 37, and boards that need them."""

from contextlib import contextmanager

import msgspec
import numpy as np
import pytest
from brute_force import grown
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from random_models import many_kinds, packings
from searches import searched

import accord
from accord.backends.contract import Request
from accord.backends.native import Native, layers_tables, window_tables
from accord.backends.native.layers import Layers
from accord.backends.native.measure import window_nodes
from accord.backends.native.window import Window, first_item, from_both_ends
from accord.families.packing.record import RECORD as PACKING
from accord.model import Model
from accord_native.window.layout import FAR, FARTHEST, KIND_MASK, REACHES

RANGES = st.tuples(st.integers(0, 3), st.integers(0, 4)).map(lambda pair: (pair[0], max(pair)))
WIDE = -1  # as the most orientations of narrow kernels
WIDER = [(FAR, FARTHEST), (FARTHEST,)]
KEYS = {1: {}, 2: {"KEY_BITS": 0}, 3: {"KEY_BITS": 0, "WINDOW_BITS": -1}}  # words of a key


@contextmanager
def patched(module, **names):
    """Other constants, for a copy of a model: what was lowered is kept with the model."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in names.items():
            patch.setattr(module, name, value)
        yield


def again(model):
    """The same model, of which nothing is known yet."""
    names = model.item_names
    return Model.from_arrays(
        names, model.start, model.item, low=model.low, high=model.high, order=model.order.tolist()
    )


def by_window(model, reaches=REACHES, narrow=64, **request):
    """Count, solutions and effort; the window kernel sees so many cells."""
    with patched(window_tables, REACHES=reaches), patched(window_tables, NARROW=narrow):
        model = again(model)
        assert window_tables.lower(model).placed.reach == reaches[0] or len(reaches) == 3
        return searched(Window(), model, "all" if request.get("solutions", True) else "count", **request)


def by_layers(model, words=1, reaches=REACHES, **request):
    """Count and effort, with keys of at least so many words."""
    with patched(layers_tables, **KEYS[words]), patched(window_tables, REACHES=reaches):
        model = again(model)
        assert layers_tables.lower(model).key_words >= words
        return searched(Layers(), model, "count", solutions=False, **request)[::2]


# -- as narrow ones ----------------------------------------------------------------------------------


@pytest.mark.parametrize("reaches", WIDER)
@pytest.mark.parametrize("name", ["pentomino-4x15", "meteor", "langford-8"])
def test_wider_windows_place_the_same_nodes(name, reaches):
    model = accord.load(name).model
    short = by_window(model, solutions=False)
    assert by_window(model, reaches, solutions=False) == short
    assert by_window(model, reaches, WIDE, solutions=False) == short
    for narrow in (64, WIDE):  # the kernels that keep statistics
        assert by_window(model, reaches, narrow, solutions=False, stats=True)[0] == short[0]
    assert short[0] == accord.load(name).counts["all"].count


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("words", [2, 3])
@pytest.mark.parametrize("name", ["pentomino-4x15", "meteor", "langford-8", "dominoes-8x8", "one-sided-3x30"])
def test_longer_keys_make_the_same_states(name, words, workers):
    model = accord.load(name).model
    short = by_layers(model, workers=workers)
    assert by_layers(model, words, workers=workers) == short
    assert short[0] == accord.load(name).counts["all"].count


@given(model=packings(), reaches=st.sampled_from(WIDER), narrow=st.sampled_from([64, WIDE]))
@settings(max_examples=examples(60))
def test_wider_windows_agree_with_brute_force(model, reaches, narrow):
    count, found, effort = by_window(model, reaches, narrow)
    assert found == grown(model)
    assert by_window(model, narrow=narrow) == (count, found, effort)


@given(model=packings(3, RANGES), words=st.sampled_from([2, 3]), workers=st.integers(1, 3))
@settings(max_examples=examples(60))
def test_longer_keys_agree_with_brute_force(model, words, workers):
    count, effort = by_layers(model, words, workers=workers)
    assert count == len(grown(model))
    assert by_layers(model) == (count, effort)


@pytest.mark.parametrize("reaches", [REACHES, *WIDER])
def test_estimates_do_not_depend_on_the_reach(reaches):
    with patched(window_tables, REACHES=reaches):
        model = again(accord.load("pentomino-4x15").model)
        tables = window_tables.lower(model)
        ends = from_both_ends(model, tables, first_item(model, Request("count")))
        assert window_nodes(ends, 4000) == pytest.approx(632_964, rel=0.1)


def test_a_count_of_long_keys_goes_on_from_every_state_it_gives(monkeypatch):
    monkeypatch.setattr("accord.backends.native.layers.HEARTBEAT", 1e-6)
    monkeypatch.setattr(layers_tables, "KEY_BITS", 0)
    model = again(accord.load("pentomino-4x15").model)
    request = Request("count", solutions=False, save_when=lambda: True)
    states = [step.state for step in Layers().search(model, request) if step.state is not None]
    for state in states[:: len(states) // 3]:
        for workers in (1, 2):
            assert (
                searched(Layers(), model, "count", solutions=False, workers=workers, resume=state)[0] == 1472
            )


# -- where narrow ones are not enough ----------------------------------------------------------------


def pieces(owner, span):
    """The cells of each owner, cut so that none spans more."""
    for number in np.unique(owner):
        piece = []
        for cell in np.flatnonzero(owner == number).tolist():
            if piece and cell - piece[0] >= span:
                yield tuple(piece)
                piece = []
            piece.append(cell)
        yield tuple(piece)


@st.composite
def far_packings(draw):
    """A line of cells, cut into far-flung pieces in two ways and their refinement, and some pieces twice."""
    cells, span = draw(st.integers(66, 300)), draw(st.integers(38, 128))
    owners = []
    for _ in range(2):
        ends = sorted(draw(st.sets(st.integers(1, cells - 1), max_size=6)))
        runs = [0, *ends, cells]
        owners.append(np.repeat([draw(st.integers(0, 3)) for _ in runs[1:]], np.diff(runs)))
    owners.append(owners[0] * 4 + owners[1])
    options = sorted({piece for owner in owners for piece in pieces(owner, span)})
    options += draw(st.lists(st.sampled_from(options), max_size=2))
    return Model.from_arrays(
        [f"i{i}" for i in range(cells)],
        np.cumsum([0, *map(len, options)]),
        [cell for option in options for cell in option],
        order=list(range(cells)),
    )


@pytest.mark.full
@given(model=far_packings(), workers=st.integers(1, 2), narrow=st.sampled_from([64, WIDE]))
@settings(max_examples=examples(30))
def test_far_flung_pieces_agree_with_brute_force(model, workers, narrow):
    truth = grown(model)
    assert len(truth) > 0
    assert by_window(model, narrow=narrow)[:2] == (len(truth), truth)
    assert by_window(model, (FARTHEST,), narrow, limit=1000)[1] == truth, "nothing goes first"
    for words in KEYS:
        assert by_layers(model, words, workers=workers)[0] == len(truth)


def runs(span):
    """Two runs of so many cells; each may also be cut before its last cell, or in the middle."""
    cells, options = 2 * span, []
    for begin in (0, span):
        ends = (begin + span // 2, begin + span - 1)
        options += [
            (begin, begin + span),
            *((begin, end) for end in ends),
            *((end, begin + span) for end in ends),
        ]
    return Model.from_arrays(
        [f"i{i}" for i in range(cells)],
        np.cumsum([0, *(end - begin for begin, end in options)]),
        [cell for begin, end in options for cell in range(begin, end)],
        order=list(range(cells)),
    )


@pytest.mark.parametrize("span", [*range(34, 42), *range(60, 70), *range(122, 129)])
def test_a_run_that_fills_a_window_to_its_last_bit(span):
    model = runs(span)
    truth = grown(model)
    assert len(truth) == 9
    for narrow in (64, WIDE):
        assert by_window(model, narrow=narrow)[:2] == (9, truth)
    for words in KEYS:
        for workers in (1, 2):
            assert by_layers(model, words, workers=workers)[0] == 9


def spread(model, by):
    """The same with other cells between those of the order, each with an option of its own."""
    cells = len(model.order)
    between = np.arange(model.items, model.items + cells * (by - 1)).reshape(cells, by - 1)
    return Model.from_arrays(
        [f"i{i}" for i in range(model.items + between.size)],
        np.append(model.start, model.start[-1] + np.arange(1, between.size + 1)),
        np.append(model.item, between),
        order=np.hstack([model.order[:, None], between]).ravel().tolist(),
    )


@pytest.mark.parametrize(("seed", "by", "reach"), [(1, 4, FAR), (0, 10, FARTHEST)])
def test_far_cells_that_differ_in_kind(seed, by, reach):
    near = many_kinds(seed)
    truth = searched(Native(), near, engine="bitset")[1]
    assert len(truth) > 0
    far = spread(near, by)
    lowered = window_tables.lower(far)
    assert (lowered.placed.reach, lowered.words) == (reach, 2)
    assert (lowered.cell[:, 1] & KIND_MASK).any(), "one kind of cells is not what is tested here"
    count, found, _ = by_window(far)
    assert count == len(truth)
    assert {tuple(option for option in each if option < near.options) for each in found} == truth
    for words in KEYS:
        assert by_layers(far, words)[0] == count


def packing(size, pieces):
    made = {"size": (size, size), "pieces": pieces, "copies": "any"}
    return PACKING.made.model(msgspec.convert(made, PACKING.spec))


@pytest.mark.parametrize(("length", "reach", "words"), [(5, FAR, 1), (6, FAR, 2), (7, FARTHEST, 3)])
def test_straight_pieces_in_squares_of_twice_their_length(length, reach, words):
    model = packing(2 * length, {"I": "I" * length})
    assert window_tables.lower(model).placed.reach == reach
    assert layers_tables.lower(model).key_words == words
    count, found, effort = by_window(model)
    assert count == (2 * length + 2) ** 2
    assert found == searched(Native(), model, engine="bitset")[1]
    assert by_window(model, (FARTHEST,)) == (count, found, effort)
    states = by_layers(model)
    assert states[0] == count
    assert by_layers(model, 3) == states


@pytest.mark.slow
def test_boards_filled_along_their_long_side():
    model = accord.load("pentomino-6x10").model
    along = model.order.reshape(-1, 6).T.ravel().tolist()
    turned = Model.from_arrays(model.item_names, model.start, model.item, order=along)
    assert window_tables.lower(turned).placed.reach == FAR
    nothing_first = {"solutions": False, "limit": 10_000}
    assert by_window(turned, **nothing_first) == (9356, set(), {"nodes": 349_226_635, "roots": 0})


@pytest.mark.slow
@pytest.mark.parametrize("words", [1, 2])
def test_pentominoes_on_ten_by_ten(words):
    model = packing(10, "pentominoes")
    count, effort = by_layers(model, words)
    assert count == 729_748_655_181_974_778
    assert (effort["states"], effort["peak_states"]) == (196_753_620, 19_910_910)
