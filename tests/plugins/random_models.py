"""Hypothesis strategies for models: every kind, awkward names, few options; covers, and packings."""

import numpy as np
from hypothesis import strategies as st

from accord.errors import InputError
from accord.model import Model

NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
COLOURS = ("", "red", 'green = "\n')
DEMANDS = [(1, 1), (0, 1), (0, 1), (2, 3), (0, 0), (-2, 0), (-3, -2), (1, 2), (0, 2)]
ONCE = st.just((1, 1))
UNBOUNDED = np.iinfo(np.int64).max


@st.composite
def models(
    draw,
    *,
    amounts=(1, 1, 2, -1),
    demands=DEMANDS,
    hidden=True,
    objective=True,
    order=True,
    names=NAMES,
    unbounded=False,
    colours=True,
):
    """Models of up to five items and seven options; what is off is left out."""
    item_names = draw(st.lists(names, max_size=5, unique=True))
    options = draw(st.integers(0, 7))
    bounds = [draw(st.sampled_from(demands)) for _ in item_names]
    if unbounded:
        endless = [draw(st.integers(0, 5)) == 0 and bound != (0, 1) for bound in bounds]
        bounds = [
            (low, UNBOUNDED) if e else (low, high) for (low, high), e in zip(bounds, endless, strict=True)
        ]
    start, item, amount, colour = [0], [], [], []
    for _ in range(options):
        for i in range(len(item_names)):
            if draw(st.integers(0, 2)) == 0:
                item.append(i)
                coloured = colours and bounds[i] == (0, 1) and draw(st.booleans())
                colour.append(draw(st.integers(1, 2)) if coloured else 0)
                amount.append(1 if coloured else draw(st.sampled_from(amounts)))
        start.append(len(item))
    named = draw(st.booleans())
    permutations = [draw(st.permutations(range(len(item_names)))) for _ in range(draw(st.integers(0, order)))]
    weights = st.lists(st.integers(-3, 3), min_size=options, max_size=options)
    return Model.from_arrays(
        item_names,
        start,
        item,
        low=[low for low, _ in bounds],
        high=[high for _, high in bounds],
        amount=amount,
        colour=colour,
        colours=COLOURS,
        names=draw(st.lists(names, min_size=options, max_size=options, unique=True)) if named else (),
        order=draw(st.permutations(range(len(item_names)))) if order else (),
        symmetries=[list(range(len(item_names))), *permutations] if permutations else (),
        hidden=[draw(st.booleans()) for _ in range(options)] if hidden else None,
        objective=draw(weights) if objective and draw(st.booleans()) else (),
    )


def alike(model, *, names=True, items=True):
    """What a model is up to the order of its items and the table of its colours, as plain data.

    Without `names` options go by their place; without `items` items do.
    """
    called = model.item_names if items else [str(i) for i in range(model.items)]
    demands = {called[i]: (int(model.low[i]), int(model.high[i])) for i in range(model.items)}
    options = []
    for o in range(model.options):
        entries = range(model.start[o], model.start[o + 1])
        gives = {
            called[model.item[e]]: model.colours[model.colour[e]] if model.colour[e] else int(model.amount[e])
            for e in entries
        }
        options.append((model.names[o] if names and model.names else o, gives, bool(model.hidden[o])))
    return demands, options, model.objective.tolist()


def model_or_faults(read, data):
    """Whether reading these bytes ends well: with a model that works, or with faults that say where."""
    try:
        model = read(data, "m")
    except InputError as error:
        return all(fault.startswith("m:") for fault in error.faults)
    return len(model.keys) == model.options and isinstance(model.kind.words, str)


@st.composite
def covers(draw, colours=(), most=9, ordered=False):
    """Small covers: some items secondary, options in no item, equal ones; perhaps colours and an order."""
    low = draw(st.lists(st.integers(0, 1), max_size=6))
    names = [f"i{i}" for i in range(len(low))]
    option = st.lists(st.sampled_from(names), max_size=3, unique=True) if names else st.just([])
    options = draw(st.lists(option, max_size=most))
    demands = {name: (least, 1) for name, least in zip(names, low, strict=True)}
    tints = st.sampled_from([1, *colours])
    gives = [{name: 1 if demands[name] == (1, 1) else draw(tints) for name in each} for each in options]
    order = draw(st.permutations(names))[: draw(st.integers(0, len(names)))] if ordered else ()
    return Model.build(demands, gives, order=order)


@st.composite
def packings(draw, pieces=2, demands=ONCE):
    """Small packings: shuffled cells in order, then pieces with these demands; some options have none."""
    cells, pieces = draw(st.integers(1, 6)), draw(st.integers(0, pieces))
    bounds = [(1, 1)] * cells + draw(st.lists(demands, min_size=pieces, max_size=pieces))
    option = st.tuples(
        st.lists(st.integers(0, cells - 1), min_size=1, max_size=4, unique=True),
        st.lists(st.integers(cells, cells + pieces - 1), max_size=1) if pieces else st.just([]),
    )
    options = draw(st.lists(option.map(lambda pair: [*pair[0], *pair[1]]), max_size=12))
    return Model.from_arrays(
        [f"i{i}" for i in range(cells + pieces)],
        np.cumsum([0, *map(len, options)]),
        [item for option in options for item in option],
        order=list(draw(st.permutations(range(cells)))),
        low=[low for low, _ in bounds],
        high=[high for _, high in bounds],
    )


def many_kinds(seed):
    """A cover of 22 cells in order by so many orientations that windows know cells of several kinds.

    For odd seeds some options have one of three pieces.
    """
    random = np.random.default_rng(seed)
    cells, pieces = 22, 3 if seed % 2 else 0
    options = []
    for _ in range(240):
        further = random.choice(np.arange(1, 12), size=random.integers(3, 6), replace=False)
        covered = random.integers(0, cells - 3) + np.append(0, further)
        piece = [cells + random.integers(pieces)] if pieces and random.random() < 0.3 else []
        options.append([*covered[covered < cells].tolist(), *piece])
    return Model.from_arrays(
        [f"i{i}" for i in range(cells + pieces)],
        np.cumsum([0, *map(len, options)]),
        [item for option in options for item in option],
        order=range(cells),
    )
