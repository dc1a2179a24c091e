"""Distinct without a method: which one is taken and why, that all agree, and what is warned of."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

import accord
from accord import Model, RefusedError, UsageError
from accord.runner import method as method_module
from accord.runner.run import Run
from accord.symmetry.group import group_of


def rooks(size=4):
    rows, columns = [f"r{i}" for i in range(size)], [f"c{i}" for i in range(size)]
    return Model.build([*rows, *columns], [[row, column] for row in rows for column in columns])


def turned_rooks(size=4):
    """Rooks on a board that may be turned by half."""
    model = rooks(size)
    half = [*range(size)[::-1], *range(size, 2 * size)[::-1]]
    return model.with_symmetries([list(range(2 * size)), half])


def board(tmp_path, *rows, copies='copies = "any"', pieces="dominoes"):
    path = tmp_path / "board.toml"
    lines = "\n".join(rows)
    path.write_text(
        f'family = "packing"\ntitle = "A board"\nrule = "Cover it."\npieces = "{pieces}"\n{copies}\n'
        f'board = """\n{lines}\n"""\n'
    )
    return accord.load(str(path))


def begun(puzzle, task="count", **more):
    """A run that has not searched yet."""
    return Run(accord.load(puzzle) if isinstance(puzzle, str) else puzzle, task, distinct=True, **more)


# -- which one -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "taken"),
    [
        ("dominoes-8x8", "burnside"),
        ("dominoes-14x14", "burnside"),
        ("dominoes-torus-6x6", "burnside"),  # filter holds each solution against 288 images
        ("monominoes-dominoes-9x9", "burnside"),  # split has a part that would have to be filtered
        ("dominoes-6x6", "filter"),
        ("queens-12", "filter"),
        ("pentomino-6x10", "split"),
        ("pentomino-3x20", "split"),
        ("meteor", "split"),
        ("soma", "split"),
        ("langford-12", "split"),
    ],
)
def test_the_method_that_is_seen_to_end_soon(puzzle, taken):
    run = begun(puzzle)
    assert (run.outcome.method, run.warnings) == (taken, ())
    assert run.method == f"distinct by {taken}: {run.outcome.method_why}"
    assert re.match(r"about \S+ steps", run.outcome.method_why)


@pytest.mark.parametrize(
    ("task", "more"),
    [
        ("count", {"with_digest": True}),
        ("count", {"limit": 3}),
        ("all", {}),
        ("first", {}),
        ("unique", {}),
        ("count", {"backend": "sat"}),
        ("count", {"backend": "cpsat"}),
        ("count", {"engine": "window", "backend": "native"}),
    ],
)
def test_who_wants_solutions_or_walks_gets_the_usual_method(task, more):
    assert begun("dominoes-8x8", task, **more).outcome.method == "filter"
    assert begun("pentomino-6x10", task, **more).outcome.method == "split"


def test_where_solutions_are_wanted_nothing_is_estimated(monkeypatch):
    monkeypatch.setattr(method_module, "_length", None)
    for task, more in (("first", {}), ("count", {"with_digest": True}), ("count", {"limit": 9})):
        run = begun("dominoes-8x8", task, **more)
        assert run.method == "distinct by filter: it gives solutions, which burnside does not"
    hoyt = Run(accord.load("pentomino-4x15", "hoyt"), "count", distinct=True)
    assert hoyt.method == "distinct by split: there is no symmetry but the identity"
    for named in ("filter", "burnside"):
        run = begun("dominoes-8x8", method=named)
        assert (run.outcome.method, run.method, run.outcome.method_why) == (named, "", "")


def test_an_engine_that_only_counts_gets_burnside():
    outcome = accord.count(accord.load("dominoes-6x6"), distinct=True, backend="native", engine="layers")
    assert (outcome.method, outcome.count) == ("burnside", 930)
    assert outcome.method_why.startswith("filter is refused: layers only counts")
    with pytest.raises(RefusedError, match="layers only counts"):
        accord.first(accord.load("dominoes-6x6"), distinct=True, backend="native", engine="layers")


def test_an_engine_that_counts_nothing_of_the_puzzle_says_why():
    """The puzzle itself is refused, and not only the way to find distinct solutions."""
    kings = accord.load("kings-6-any")
    for distinct in (False, True):
        with pytest.raises(RefusedError, match="layers fills items in the model's order, and this model has"):
            accord.count(kings, distinct=distinct, engine="layers")


HEART = ("#..##..#", *["........"] * 4, "#......#", "##....##", "###..###")


@pytest.mark.parametrize(
    ("pieces", "copies", "taken"),
    [
        ("tetrominoes", '"any"', "burnside"),  # 1,342,956 solutions, each of which filter would look at
        ("hexominoes", "[0, 1]", "burnside"),
        ("dominoes", '"any"', "filter"),  # few solutions: 11,064
    ],
)
def test_on_a_heart_filter_pays_for_each_solution(tmp_path, pieces, copies, taken):
    puzzle = board(tmp_path, *HEART, copies=f"copies = {copies}", pieces=pieces)
    run = begun(puzzle)
    assert run.outcome.method == taken
    if pieces == "tetrominoes":
        assert run.outcome.method_why.endswith("as it need not walk; filter would take about 1.7e+07 steps")
        assert accord.count(puzzle, distinct=True).count == 673_177


def test_workers_change_nothing():
    assert begun("dominoes-8x8", workers=2).method == begun("dominoes-8x8").method


def test_nothing_seen_to_end_is_said_before_the_search():
    run = begun("langford:20")
    (warning,) = run.warnings
    assert warning.startswith("no method is seen to end soon: split takes about ")
    assert run.outcome.warnings == run.warnings
    (on_sat,) = begun("dominoes-12x10", backend="sat").warnings
    assert on_sat.startswith("no method is seen to end soon: filter takes more than ")


def test_a_board_too_large_to_be_seen_through_is_not_walked(tmp_path):
    run = begun(board(tmp_path, *["." * 26] * 26))
    assert run.outcome.method == "burnside"
    assert run.warnings[0].startswith("no method is seen to end soon: burnside takes ")


# -- that all agree --------------------------------------------------------------------------------


def test_dominoes_on_a_chessboard():
    outcome = accord.count(accord.load("dominoes-8x8"), distinct=True)
    assert (outcome.count, outcome.exact, outcome.method) == (1_629_189, True, "burnside")
    assert outcome.digest is None


def test_a_count_beyond_all_machine_words():
    puzzle = accord.load("dominoes-14x14")
    assert accord.count(puzzle, distinct=True).count == puzzle.counts["distinct"].count


MODELS = {
    "dominoes": lambda path: board(path, *["....."] * 4).model,
    "dominoes around a hole": lambda path: board(path, ".....", ".....", "..#..", ".....", ".....").model,
    "an odd board": lambda path: board(path, *["..."] * 3).model,
    "rooks": lambda path: turned_rooks(),
    "monominoes and dominoes": lambda path: accord.load("monominoes-dominoes-9x9").model.restrict(
        _within(accord.load("monominoes-dominoes-9x9").model, 3)
    ),
    "hidden": lambda path: with_shadows(turned_rooks()),
    "with an objective": lambda path: replace(turned_rooks(), objective=np.full(16, 7)),
    "impossible": lambda path: board(path, "#...", "....", "...#").model,
    "no options": lambda path: Model.build("ab", []).with_symmetries([[0, 1], [1, 0]]),
    "an empty solution": lambda path: Model.build({"a": (0, 1), "b": (0, 1)}, [["a"], ["b"]]).with_symmetries(
        [[0, 1], [1, 0]]
    ),
}


def _within(model, size):
    """Options on the first cells; beyond, single cells only."""
    inside = {item for item in range(81) if item % 9 < size and item // 9 < size}
    sizes = np.diff(model.start)
    return np.array(
        [
            sizes[option] == 1 or set(model.items_of(option).tolist()) <= inside
            for option in range(model.options)
        ]
    )


def with_shadows(model):
    """Each option brings a hidden one along, which nothing else can bring."""
    names = model.item_names
    options = {f"x{o}": [*(names[i] for i in model.items_of(o)), f"s{o}"] for o in range(model.options)}
    options |= {f"h{o}": [f"s{o}"] for o in range(model.options)}
    items = [*names, *(f"s{o}" for o in range(model.options))]
    shadowed = Model.build(items, options, hidden=[f"h{o}" for o in range(model.options)])
    symmetries = [[*row, *(model.items + moved)] for row, moved in _moved(model)]
    return shadowed.with_symmetries(symmetries)


def _moved(model):
    group = group_of(model)
    return zip(group.items.tolist(), group.options, strict=True)


@pytest.mark.parametrize("name", MODELS)
def test_every_method_and_the_default_give_the_same(name, tmp_path, monkeypatch):
    model = MODELS[name](tmp_path)
    usual = accord.count(model, distinct=True)
    if usual.backend == "arithmetic":  # there are none, so nobody searched
        usual = accord.count(model, distinct=True, backend="native")
    assert usual.method in ("split", "filter")
    assert not usual.warnings
    counts = {}
    for named in ("filter", "burnside", "split"):
        try:
            counts[named] = accord.count(model, distinct=True, method=named).count
        except RefusedError:
            assert named == "split"
    assert set(counts.values()) == {usual.count}
    monkeypatch.setattr(method_module, "SOON", 0)  # then whatever is shorter is taken
    monkeypatch.setattr(method_module, "CLEARLY", 1e-9)
    shortest = accord.count(model, distinct=True, backend="native")
    trivial = len(group_of(model)) == 1
    assert shortest.method == (usual.method if trivial else "burnside")
    assert shortest.count == usual.count
    walked = begun(model, backend="plain").outcome  # however estimates turn out: walking is no gain
    assert walked.method == usual.method


def test_the_digest_is_that_of_the_usual_method():
    puzzle = accord.load("dominoes-6x6")
    default, filtered = (
        accord.count(puzzle, distinct=True, with_digest=True, method=method) for method in (None, "filter")
    )
    assert (default.count, default.digest, default.method) == (930, filtered.digest, "filter")
    assert default.digest is not None


def test_burnside_left_under_way_has_a_lower_bound():
    run = begun("dominoes-14x14")
    steps = iter(run)
    while not next(steps).count:  # after the first term, and before the last
        pass
    steps.close()
    partial = run.outcome
    assert (partial.method, partial.exact, partial.answer) == ("burnside", False, "several")
    assert 112_202_208_776_036_178_000_000 // 8 <= partial.count < 14_025_276_099_356_126_574_624


def test_colours_have_no_burnside():
    model = Model.build(
        {"a": 1, "b": 1, "s": (0, 1)},
        [{"a": 1, "s": "red"}, {"a": 1, "s": "blue"}, {"b": 1, "s": "red"}, {"b": 1, "s": "blue"}],
    ).with_symmetries([[0, 1, 2], [1, 0, 2]])
    run = begun(model)
    assert run.method == "distinct by filter: burnside takes no colours"
    assert accord.count(model, distinct=True).count == 2


def test_lazy_models_with_symmetries_stay_refused():
    lazy = accord.load("clues-4x4").model
    twice = replace(lazy, symmetries=np.arange(lazy.items)[None].repeat(2, axis=0).astype(np.int32))
    with pytest.raises(RefusedError, match="keeps the lazy items"):
        begun(twice)


def test_a_root_that_is_no_item_is_refused():
    with pytest.raises(UsageError, match="no item of this puzzle"):
        begun("dominoes-8x8", root="Z")


# -- a run that is resumed -------------------------------------------------------------------------


@pytest.mark.parametrize(("puzzle", "taken"), [("dominoes-8x8", "burnside"), ("pentomino-3x20", "split")])
def test_a_resumed_run_keeps_its_method(tmp_path, puzzle, taken):
    file = tmp_path / "checkpoint"
    left = begun(puzzle, checkpoint=file, checkpoint_every=0.0)
    steps = iter(left)
    next(steps)
    steps.close()
    assert left.outcome.method == taken
    again = accord.count(accord.load(puzzle), distinct=True, checkpoint=file)
    assert (again.method, again.method_why) == (taken, left.outcome.method_why)
    assert again.exact
    assert again.count == accord.count(accord.load(puzzle), distinct=True, method=taken).count
    with pytest.raises(UsageError, match=f"its method is '{taken}'"):
        begun(puzzle, method="filter", checkpoint=file)


# -- nothing declared ------------------------------------------------------------------------------


def test_symmetries_that_nobody_declared_are_warned_of():
    outcome = accord.count(rooks(6), distinct=True)
    assert outcome.count == 720
    (warning,) = outcome.warnings
    assert warning.startswith("no symmetries are declared for this puzzle, so every solution counts")
    assert json.loads(outcome.json())["warnings"] == [warning]
    assert accord.first(rooks(6), distinct=True).warnings == (warning,)
    assert accord.count(rooks(6)).warnings == ()
    assert accord.count(accord.load("nonogram-cup"), distinct=True).warnings == (warning,)


def test_an_identity_that_was_declared_is_a_fact(tmp_path):
    identity = rooks().with_symmetries([list(range(8))])
    corner = turned_rooks().restrict(np.arange(1, 16))
    crooked = board(tmp_path, "...#", "...#", "....")
    nowhere = accord.load("sudoku-jigsaw")  # its boxes are looked at: no turn keeps them
    for puzzle in (identity, corner, crooked, nowhere):
        assert begun(puzzle).warnings == ()
    assert Run(accord.load("pentomino-4x15", "hoyt"), "count", distinct=True).warnings == ()


def test_a_model_derived_from_one_without_symmetries_has_none_either():
    assert begun(rooks().require([0])[0]).warnings
    assert begun(rooks().restrict(np.arange(15))).warnings
    optional = Model.build({"a": (0, 1)}, [["a"]])
    assert begun(optional.require([0])[0]).warnings


@pytest.mark.parametrize("name", ["queens:6", "langford:7", "pentomino-3x20", "soma"])
def test_each_class_is_shown_once_as_its_least_solution(name):
    """Whoever searches, and by whichever method; and the images of all are all solutions."""
    puzzle = accord.load(name)
    group = group_of(puzzle.model)
    usual = {each.options for each in accord.solutions(puzzle, distinct=True)}
    for asked in ({"method": "filter"}, {"backend": "sat"} if name != "soma" else {"workers": 2}):
        assert {each.options for each in accord.solutions(puzzle, distinct=True, **asked)} == usual
    images = [{tuple(sorted(row[list(one)].tolist())) for row in group.options} for one in usual]
    assert [min(some) for some in images] == list(usual)
    assert sum(map(len, images)) == len(set().union(*images)) == accord.count(puzzle).count


def test_dominoes_take_the_method_that_ends():
    """A filter would walk to 12,988,816 solutions."""
    outcome = accord.count(accord.load("dominoes-8x8"), distinct=True)
    assert (outcome.count, outcome.method) == (1_629_189, "burnside")
