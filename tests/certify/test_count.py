"""Certificates of counts: written, followed by two checkers, and held against brute force."""

import gzip
import json
import subprocess
import sys
import threading
from time import monotonic

import numpy as np
import pytest
from brute_force import all_solutions
from certificates import FILE, campaign, parts, plainly, subjects, whole
from commands import called
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from random_models import models
from waiting import WATCHDOG

import accord
from accord.arguments.proof import KINDS as CHOICES
from accord.backends import table
from accord.backends.contract import Backend
from accord.certify.count import check, checked, follow, matrix, quotients, write
from accord.certify.count.follow import Options, WrongError
from accord.certify.count.graph import Graph
from accord.errors import InputError, RefusedError, SpentError, StoppedError, UsageError
from accord.symmetry.group import group_of

POSITIVE = [(1, 1), (0, 1), (2, 3), (0, 0), (1, 2), (0, 2), (3, 3), (2, 2)]
KINDS = ("tree", "graph")
TEN = (  # an aquarium of 10 x 10, from puzzle-aquarium.com
    "aquarium:7_8_9_9_9_5_4_4_2_6_2_9_8_9_7_5_6_5_7_5;"
    "1,1,1,1,2,2,3,3,4,4,5,1,6,1,3,3,3,3,4,4,5,5,6,6,3,4,4,4,4,4,5,5,7,7,7,4,4,4,8,4,9,9,7,10,7,11,11,4,8"
    ",4,12,10,10,10,13,11,11,11,8,8,12,10,10,10,13,11,11,11,11,8,10,10,10,10,11,11,11,14,11,8,10,10,10,11"
    ",11,11,11,14,14,14,11,11,11,11,11,14,14,14,14,14"
)


def both(path, model=None):
    """What both checkers find; they have to agree."""
    fast, slow = check(path, model=model), plainly(path, 10**9)
    assert fast.proved, fast.reason
    assert fast.count == slow
    return fast.count


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("certificates")


# -- what is counted -------------------------------------------------------------------------------


@settings(max_examples=examples(150), deadline=None)
@given(
    models(amounts=(1, 1, 2, 3), demands=POSITIVE, hidden=False, objective=False, colours=False),
    st.sampled_from(KINDS),
)
def test_a_random_model_has_as_many_solutions_as_both_checkers_find(folder, model, kind):
    path = folder / "random.count"
    written = write(model, path, kind=kind)
    assert written.count == len(all_solutions(model))
    assert both(path, model) == written.count


@st.composite
def symmetric(draw):
    """Models with a group: what a permutation of the items makes of an option is an option, too."""
    items = draw(st.integers(2, 5))
    moves = {tuple(range(items)), tuple(draw(st.permutations(range(items))))}
    while (more := moves | {tuple(a[i] for i in b) for a in moves for b in moves}) != moves:
        moves = more
    demand = draw(st.sampled_from(POSITIVE))
    bound = dict.fromkeys(range(items), demand)
    if draw(st.booleans()):  # another demand on an orbit
        for move in moves:
            bound[move[0]] = draw(st.just((1, 1)))
    amounts = st.dictionaries(st.integers(0, items - 1), st.sampled_from((1, 1, 2)), max_size=items)
    options = []
    for gives in draw(st.lists(amounts, max_size=3)):
        images = {tuple(sorted((move[i], a) for i, a in gives.items())) for move in moves}
        options += [dict(image) for image in sorted(images)] * draw(st.integers(1, 2))
    identity = tuple(range(items))
    return accord.Model.build(
        {str(i): bound[i] for i in range(items)},
        {f"o{n}": {str(i): a for i, a in gives.items()} for n, gives in enumerate(options[:12])},
        symmetries=[identity, *sorted(moves - {identity})],
    )


def classes(model):
    """The classes of solutions under the model's group, found by moving each."""
    group, left, found = group_of(model), set(all_solutions(model)), 0
    while left:
        one = min(left)
        left -= {tuple(sorted(int(move[o]) for o in one)) for move in group.options}
        found += 1
    return found


@settings(max_examples=examples(100), deadline=None)
@given(symmetric(), st.sampled_from(KINDS))
def test_classes_are_counted_up_to_the_group(folder, model, kind):
    path = folder / "symmetric.count"
    written = write(model, path, kind=kind, distinct=True)
    assert written.count == classes(model)
    assert both(path, model) == written.count
    assert check(path).order == len(group_of(model))


@pytest.mark.parametrize("kind", CHOICES)
def test_a_puzzle_without_options_and_one_without_items(tmp_path, kind):
    for model, count in (
        (accord.Model.build(["a"], {}), 0),
        (accord.Model.build([], {}), 1),
        (accord.Model.build({"a": (0, 0)}, {"x": ["a"], "y": []}), 2),
    ):
        write(model, tmp_path / "small.count", kind=kind)
        assert both(tmp_path / "small.count", model) == count


FREE = """
family = "cover"
title = "Options that give nothing"
[items]
i0 = 1
[options]
o0 = []
o1 = []
o2 = { i0 = -1 }
o3 = ["i0"]
"""


@pytest.mark.parametrize("kind", KINDS)
def test_an_option_that_is_taken_or_left_is_the_only_choice(tmp_path, kind):
    (tmp_path / "free.toml").write_text(FREE)
    model = accord.load(str(tmp_path / "free.toml")).model
    assert write(model, tmp_path / "file", kind=kind).count == 4
    assert both(tmp_path / "file", model) == 4


def test_numbers_beyond_a_word_are_exact(tmp_path):
    free = accord.Model.build({}, {f"o{n}": [] for n in range(70)})
    assert write(free, tmp_path / "free.count", kind="graph").count == 1 << 70
    assert both(tmp_path / "free.count", free) == 1 << 70


@pytest.mark.slow
def test_long_decisions_have_four_bytes(tmp_path):
    names = [f"i{n}" for n in range(1 << 16)]
    model = accord.Model.build(names, {f"o{n}": names[n::8] for n in range(8)})
    path = tmp_path / "wide.count"
    write(model, path, kind="tree")
    assert parts(gzip.decompress(path.read_bytes()))[0]["width"] == 4
    assert check(path, model=model).count == 1


def test_amounts_may_be_large(tmp_path):
    big = 1 << 59
    model = accord.Model.build({"a": (big, 2 * big)}, {"x": {"a": big}, "y": {"a": big}, "z": {"a": 3}})
    for kind in KINDS:
        write(model, tmp_path / "big.count", kind=kind)
        assert both(tmp_path / "big.count", model) == len(all_solutions(model))


@settings(max_examples=examples(100), deadline=None)
@given(
    models(amounts=(1, 2, -1, -3), hidden=False, objective=False, colours=False, unbounded=True),
    st.sampled_from(KINDS),
)
def test_what_options_take_is_given_by_their_opposites(folder, model, kind):
    path = folder / "negative.count"
    assert write(model, path, kind=kind).count == len(all_solutions(model))
    both(path, model)


def test_opposites_move_along_with_symmetries(tmp_path):
    """Two tanks side by side, each of two levels, of which the upper needs the lower."""
    model = accord.Model.build(
        {"all": (1, 3), "left": (0, 1), "right": (0, 1)},
        {
            "l1": {"all": 1, "left": 1}, "l2": {"all": 1, "left": -1},
            "r1": {"all": 1, "right": 1}, "r2": {"all": 1, "right": -1},
        },
        symmetries=[{"left": "right", "right": "left"}],
    )  # fmt: skip
    path = tmp_path / "tanks.count"
    assert len(all_solutions(model)) == 7
    assert write(model, path, distinct=True).count == classes(model) == 4
    assert both(path, model) == 4


# -- what is refused -------------------------------------------------------------------------------


def test_what_has_no_certificate_is_refused_in_a_sentence(tmp_path):
    coloured = accord.Model.build({"a": (0, 1)}, [{"a": "red"}])
    for model, says in ((accord.load("slitherlink-6").model, "lazy items"), (coloured, "colours")):
        with pytest.raises(RefusedError, match=says):
            write(model, tmp_path / "none.count")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("backend", "kind", "says"),
    [
        ("cpsat", "auto", "cpsat has no decisions for a certificate; leave the backend out"),
        ("auto", "auto", "auto stands for no decisions"),
        ("abacus", "auto", "unknown backend 'abacus'"),
        ("chooser", "tree", "the decisions of chooser make a graph, and no tree"),
    ],
)
def test_a_backend_without_such_decisions_is_refused(tmp_path, monkeypatch, backend, kind, says):
    own = table.backend
    monkeypatch.setattr(table, "there_is", lambda name: name == "chooser" or name in table.names())
    monkeypatch.setattr(table, "backend", lambda name: Chooser() if name == "chooser" else own(name))
    with pytest.raises(UsageError, match=says):
        write(accord.load("queens:4").model, tmp_path / "x.count", backend=backend, kind=kind)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("count", [2, 3])
def test_a_backend_that_decides_is_believed_by_nobody(tmp_path, monkeypatch, count):
    """Its decisions are those of ours; what it counts is the claim, which the checkers hold against them."""
    monkeypatch.setattr(table, "there_is", lambda name: name == "chooser")
    monkeypatch.setattr(table, "backend", lambda name: Chooser(count))
    path, model = tmp_path / "x.count", accord.load("queens:4").model
    assert write(model, path, backend="chooser").count == count
    assert check(path, model=model).proved == (count == 2)
    assert plainly(path) == (2 if count == 2 else None)


class Chooser(Backend):
    """Decides as our graph does, and tells a number."""

    name, engines, decides = "chooser", ("chooser",), "graph"

    def __init__(self, count=2):
        self.count = count

    def refusal(self, model, request):
        return None

    def search(self, model, request):
        yield from ()

    def decisions(self, model, memory_limit=None):
        ((one,),) = matrix.matrices(model, None)
        graph = Graph(one, np.arange(model.items), 1 << 26)
        return Told(graph, self.count)


class Told:
    def __init__(self, graph, count):
        self.graph, self.count, self.memory = graph, count, 0

    def __iter__(self):
        return iter(self.graph)


def test_an_unknown_kind_and_a_place_that_cannot_be_written(tmp_path):
    model = accord.load("langford:3").model
    with pytest.raises(UsageError, match="kind"):
        write(model, tmp_path / "x.count", kind="circle")
    with pytest.raises(UsageError, match="there is no folder"):
        write(model, tmp_path / "no" / "x.count")


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", CHOICES)
def test_a_limit_ends_writing_and_leaves_no_file(tmp_path, kind):
    model = accord.load("one-sided-6x15").model
    cancel = threading.Event()
    cancel.set()
    for limit, error in (
        ({"time_limit": 1e-9}, StoppedError),
        ({"node_limit": 1}, SpentError),
        ({"cancel": cancel}, StoppedError),
    ):
        with pytest.raises(error, match="no file is written"):
            write(model, tmp_path / "none.count", kind=kind, **limit)
    assert list(tmp_path.iterdir()) == []


def test_a_graph_keeps_to_its_memory_and_auto_takes_the_tree_then(tmp_path):
    model = accord.load("soma").model
    with pytest.raises(StoppedError, match="3,000,000 bytes"):
        write(model, tmp_path / "none.count", kind="graph", memory_limit=3_000_000)
    assert list(tmp_path.iterdir()) == []
    written = write(accord.load("queens:7").model, tmp_path / "some.count", memory_limit=1 << 12)
    assert (written.kind, written.count) == ("tree", 40)


def test_limits_end_checking(tmp_path):
    path = tmp_path / "queens.count"
    write(accord.load("queens:8").model, path)
    cancel = threading.Event()
    cancel.set()
    for limit in ({"time_limit": 1e-9}, {"node_limit": 1}, {"memory_limit": 1000}, {"cancel": cancel}):
        with pytest.raises(StoppedError):
            check(path, **limit)


def test_a_bomb_ends_at_a_bound(tmp_path):
    """Options that are all free, so that situations double with each decision; and an empty large matrix."""
    path = tmp_path / "bomb.count"
    heading = {
        "format": "accord-count-1", "puzzle": "bomb", "kind": "tree", "width": 2, "group": None,
        "split": None, "items": [["a", 0, 40]], "options": [[str(o), [[0, 1]]] for o in range(40)],
    }  # fmt: skip
    # each is taken first, so the search goes down to the end, and then decides the last ones again and again
    numbers = b"".join(n.to_bytes(2, "little") for n in [*range(1, 41), 40, *[39, 40, 40] * 2000])
    path.write_bytes(gzip.compress(whole(heading, numbers, {"count": "1"})))
    assert plainly(path) is None
    assert not check(path).proved
    with pytest.raises(SpentError, match=r"after [0-9]+ nodes"):
        check(path, node_limit=30)
    heading["items"] = [[str(i), 0, 1] for i in range(20_000)]
    heading["options"] = [[str(o), [[o, 1]]] for o in range(20_000)]
    path.write_bytes(gzip.compress(whole(heading, b"", {"count": "1"})))
    assert path.stat().st_size < 400_000
    with pytest.raises(StoppedError, match="no more may be taken"):
        check(path, memory_limit=1 << 24)


def simple(path, items, options):
    """Write a certificate of items that ask for nothing: one solution, without a decision."""
    heading = {
        "format": "accord-count-1", "puzzle": "simple", "kind": "tree", "width": 4, "group": None,
        "split": None, "items": [[str(item), 0, 0] for item in range(items)], "options": options,
    }  # fmt: skip
    path.write_bytes(gzip.compress(whole(heading, b"", {"count": "1"}), 1))
    return path


def test_what_a_long_first_line_takes_is_foreseen(tmp_path, monkeypatch):
    path = simple(tmp_path / "long.count", 20_000, [])
    assert check(path).count == 1
    monkeypatch.setattr(checked, "Heading", None)  # nothing is decoded
    with pytest.raises(StoppedError, match=r"^its first line takes more than 4,000,000 bytes"):
        check(path, memory_limit=4_000_000)


def test_what_images_of_options_take_is_foreseen(tmp_path, monkeypatch):
    """A table of all options is as wide as the widest of them."""
    wide = [["wide", [[item, 1] for item in range(1000)]], *([str(o), []] for o in range(1000))]
    path = simple(tmp_path / "wide.count", 1000, wide)
    monkeypatch.setattr(checked.quotients, "images", None)
    with pytest.raises(StoppedError, match=r"^the images of its options take more than 20,000,000 bytes"):
        check(path, memory_limit=20_000_000)


def test_what_situations_take_is_foreseen(tmp_path, monkeypatch):
    """Before the first: rows have a word for 64 items that ask for nothing."""
    path = simple(tmp_path / "rows.count", 64 * 300, [])
    monkeypatch.setattr(follow.layout, "Arrays", None)  # no array is made
    with pytest.raises(StoppedError, match=r"^so many situations wait .* more than 8,000,000 bytes"):
        check(path, memory_limit=8_000_000)


def test_a_limit_ends_what_follows_no_decision(tmp_path, monkeypatch):
    def endless(*_):
        last = monotonic() + WATCHDOG
        while monotonic() < last:
            sum(range(100))

    path = simple(tmp_path / "small.count", 1, [])
    monkeypatch.setattr(checked, "Heading", endless)
    with pytest.raises(StoppedError, match=r"^stopped after 0.1 seconds, while the certificate was checked$"):
        check(path, time_limit=0.1)


# -- tampering -------------------------------------------------------------------------------------


@pytest.mark.full
def test_files_that_were_tampered_with(tmp_path):
    found = campaign(600, 7, tmp_path)
    assert sum(times for (_, taken), times in found.items() if taken == "rejected") > 400


def test_a_heading_that_is_none_cannot_be_read(tmp_path):
    path = tmp_path / "bad.count"
    data, *_ = next(subjects(tmp_path))
    heading, decisions, claim = parts(data)
    for key, value in (
        ("format", "x"), ("kind", "list"), ("width", 3), ("items", {}), ("items", [["a", 2, 1]]),
        ("options", [["a", [[99, 1]]]]), ("options", [["a", [[0, 0]]]]),
        ("options", [["a", [[0, 1], [0, 1]]]]),
        ("options", [["a", [[0, 1.0]]]]), ("group", {}), ("group", [[0.5]]), ("puzzle", 3),
        ("split", -1), ("split", 99), ("split", "a"),
    ):  # fmt: skip
        path.write_bytes(gzip.compress(whole(heading | {key: value}, decisions, claim)))
        assert plainly(path) is None or key in ("puzzle", "group")
        with pytest.raises(InputError, match="expected a certificate"):
            check(path)
    for broken in (
        b"",
        b"\x1f\x8b",
        gzip.compress(b""),
        gzip.compress(b"[" * 10**5),
        gzip.compress(data)[:-9],
    ):
        path.write_bytes(broken)
        assert plainly(path) is None
        with pytest.raises(InputError):
            check(path)


def test_a_foreign_certificate_does_not_pass_for_a_puzzle(tmp_path):
    path = tmp_path / "foreign.count"
    langford, smaller = (accord.load(name).model for name in ("langford:7", "langford:4"))
    write(smaller, path, puzzle="langford:7")
    assert both(path) == 2
    assert "another" in check(path, model=langford).reason
    renamed = accord.Model.build(["a", "b"], {"x": ["a"], "y": ["b"], "z": ["a", "b"]}, order=["a"])
    other = accord.Model.build(["a", "b"], {"x": ["a"], "z": ["b"], "y": ["a", "b"]})
    write(other, path)
    assert "option 1" in check(path, model=renamed).reason
    write(langford, path, distinct=True)
    data = gzip.decompress(path.read_bytes())
    heading, decisions, claim = parts(data)
    write(langford, path)
    assert check(path, model=langford).count == 52
    heading["group"] = [list(range(langford.items))]
    path.write_bytes(gzip.compress(whole(heading, decisions, claim)))
    assert "the group is another" in check(path, model=langford).reason


# -- what has to be shown --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "variant", "distinct", "count"),
    [
        ("langford-8", None, False, 300),
        ("queens-8", None, False, 92),
        ("queens-8", None, True, 12),
        ("dominoes-8x8", None, False, 12_988_816),
        ("monominoes-dominoes-9x9", None, False, 10_185_111_919_160_666_118_608),
        ("sudoku-17", None, False, 1),
        ("aquarium-6x6", None, False, 1),
        (TEN, None, False, 1),
        ("soma", None, False, 11520),
        ("soma", None, True, 240),
        ("meteor", None, False, 2098),
        ("meteor", None, True, 1049),
        ("pentomino-4x15", "hoyt", False, 402),
        ("pentomino-4x15", None, True, 368),
        ("pentomino-6x10", None, False, 9356),
        ("pentomino-6x10", None, True, 2339),
        ("one-sided-3x30", None, True, 46),
    ],
)
def test_known_counts_are_proved_by_both_checkers(tmp_path, name, variant, distinct, count):
    model = accord.load(name, variant).model
    path = tmp_path / "known.count"
    assert write(model, path, puzzle=name, distinct=distinct).count == count
    assert both(path, model) == count


@pytest.mark.slow
def test_one_hundred_thousand_files_that_were_tampered_with(tmp_path):
    assert sum(campaign(100_000, 1, tmp_path).values()) > 90_000


# -- commands --------------------------------------------------------------------------------------


def test_the_commands_write_and_check(tmp_path):
    path = str(tmp_path / "l.count")
    done = called("certify", "langford:7", "--distinct", "-o", path)
    assert (done.returncode, done.stdout) == (0, "26\n")
    assert "a graph of" in done.stderr
    done = called("check", path)
    assert (done.returncode, done.stdout) == (
        0,
        f"{path}: proved: the puzzle in it has 26 solutions up to 2 symmetries\n",
    )
    assert "--puzzle NAME" in done.stderr
    done = called("check", path, "--puzzle", "langford:7", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert "langford:7 has 26 solutions" in done.stdout
    done = subprocess.run([sys.executable, FILE, path], capture_output=True, text=True, check=True)
    assert done.stdout == (
        f"{path}: proved: the matrix, which is called 'langford:7', has 26 solutions up to 2 symmetries\n"
    )
    done = subprocess.run([sys.executable, FILE, __file__], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert "not proved: Not a gzipped file" in done.stderr
    done = called("check", path, "--puzzle", "langford:8", "--jsonl")
    assert done.returncode == 1
    assert json.loads(done.stdout)["proved"] is False
    assert called("check", path, "--node-limit", "3").returncode == 5
    assert called("certify", "soma", "--kind", "tree", "-o", path, "--node-limit", "10").returncode == 5
    (tmp_path / "l.count").write_bytes(b"\x1f\x8bnothing")
    assert called("check", path).returncode == 3
    done = called("certify", "langford:4", "--json", "-o", path)
    assert json.loads(done.stdout)["count"] == 1 * 2


def test_options_of_one_kind_of_file_are_refused_for_the_other(tmp_path):
    path = str(tmp_path / "l.count")
    called("certify", "langford:3", "-o", path, "-q")
    for more in ([path], ["--backend", "sat"], ["--workers", "2"]):
        assert called("check", path, *more).returncode == 2
    blocks = tmp_path / "blocks.txt"
    blocks.write_text("")
    assert called("check", str(blocks), "--puzzle", "soma").returncode == 2


def test_an_item_that_the_group_moves_splits_nothing():
    """Two items with two options each, and a permutation that swaps them."""
    options = Options(*map(np.array, ([0, 1, 2, 3, 4], [0, 0, 1, 1], [1, 1, 1, 1])))
    swap = [1, 0], [2, 3, 0, 1]
    ((some, images),) = quotients.parts(options, [(1, 1)] * 2, [swap[0]], [swap[1]], None)
    assert (list(some), list(images)) == ([0, 1, 2, 3], [[2, 3, 0, 1]])
    with pytest.raises(WrongError, match="the group moves the item of the split"):
        next(quotients.parts(options, [(1, 1)] * 2, [swap[0]], [swap[1]], 0))
