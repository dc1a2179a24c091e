"""Certificates that say a thing twice, or not as the form has it: both checkers refuse each of them."""

import gzip
import json
import sys

import numpy as np
import pytest
from certificates import parts, plain, plainly, quickly, whole
from looped import looped

import accord
from accord.certify.count import checked, follow, write
from accord.symmetry.group import Group


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """The bytes of a certificate that both checkers accept: the classes of the six queens, with its group."""
    path = tmp_path_factory.mktemp("certificate") / "queens.count"
    write(accord.load("queens:6").model, path, distinct=True)
    assert plainly(path) == quickly(path) == 1
    return gzip.decompress(path.read_bytes())


def heading(change):
    """A change of the heading, as a change of the whole file."""

    def changed(data):
        said, decisions, claim = parts(data)
        change(said)
        return whole(said, decisions, claim)

    return changed


def another(demand):
    """An item that has another demand than most, first."""
    return lambda said: said["items"].__setitem__(0, [said["items"][0][0], *demand])


def split_moves(said):
    """Split on an item that the group moves."""
    moved = [i for i in range(len(said["items"])) if any(move[i] != i for move in said["group"])]
    said["split"] = next(i for i in moved if said["items"][i][1:] == [1, 1])


def first(*keys, to):
    """Another value in the heading: `first("options", 0, to=...)`."""

    def change(said):
        for key in keys[:-1]:
            said = said[key]
        said[keys[-1]] = to

    return heading(change)


def twice(said, decisions, claim):
    """Each element of the group twice, with the decisions of its search: sum and order both double."""
    return whole(said | {"group": 2 * said["group"]}, 2 * decisions, claim)


CHANGES = {
    "a group that is an empty list, and all solutions": lambda data: whole(
        parts(data)[0] | {"group": []}, *parts(data)[1:]
    ),
    "a demand that is a truth": first("items", 0, 1, to=True),
    "a demand that is no whole number": first("items", 0, 1, to=1.0),
    "an amount that is a truth": first("options", 0, 1, 0, 1, to=True),
    "an amount that is no whole number": first("options", 0, 1, 0, 1, to=1.0),
    "an amount of nothing": first("options", 0, 1, 0, 1, to=0),
    "an item from behind": heading(
        lambda said: said["options"][0][1][-1].__setitem__(
            0, said["options"][0][1][-1][0] - len(said["items"])
        )
    ),
    "amounts beyond all numbers": first("options", 0, 1, 0, 1, to=1 << 62),
    "an image that is a truth": heading(
        lambda said: said["group"][0].__setitem__(1, True)  # of the identity, where 1 stands
    ),
    "a name that is a number": first("puzzle", to=1),
    "an item's name that is a number": first("items", 0, 0, to=1),
    "an option's name that is a number": first("options", 0, 0, to=1),
    "an option that is a text": first("options", 0, 1, to=""),
    "a split on what is behind the items": heading(
        lambda said: said.__setitem__("split", len(said["items"]))
    ),
    "a split on what is before the items": first("split", to=-1),
    "a split that is a truth": first("split", to=True),
    "a split that is missing": heading(lambda said: said.pop("split")),
    "a key of the heading twice, the wrong one first": lambda data: data.replace(
        b'{"format"', b'{"puzzle":"other","format"', 1
    ),
    "a key of the heading twice, the wrong one last": lambda data: data.replace(
        b"}\n", b',"puzzle":"other"}\n', 1
    ),
    "a key of the claim twice": lambda data: data.replace(b'{"count"', b'{"count":"92","count"'),
    "a claim with another key": lambda data: data[:-2] + b',"more":1}\n',
    "no line end behind the claim": lambda data: data[:-1],
    "text behind the claim": lambda data: data + b"{}\n",
    "an empty line behind the claim": lambda data: data + b"\n",
    "a mark of byte order": lambda data: b"\xef\xbb\xbf" + data,
    "a demand beyond all numbers": heading(another((0, 10**30))),
    "an item of another demand in the group": heading(another((0, 2))),
    "an element of the group twice": heading(lambda said: said["group"].append(said["group"][-1])),
    "each element of the group twice": lambda data: twice(*parts(data)),
    "a group without one element": heading(lambda said: said["group"].pop()),
    "a group of no elements": heading(lambda said: said.__setitem__("group", [])),
    "a permutation that takes two items to one": heading(
        lambda said: said["group"][-1].__setitem__(0, said["group"][-1][1])
    ),
    "a split on an item that moves": heading(split_moves),
    "no group": heading(lambda said: said.__setitem__("group", None)),
    "another width": heading(lambda said: said.__setitem__("width", 4)),
    "another kind": heading(
        lambda said: said.__setitem__("kind", {"tree": "graph", "graph": "tree"}[said["kind"]])
    ),
    "another number": lambda data: whole(*parts(data)[:2], {"count": "2"}),
    "the number as a number": lambda data: whole(*parts(data)[:2], {"count": 1}),
}


@looped("change", CHANGES.values())
def test_both_checkers_refuse(certificate, tmp_path, change):
    changed = change(certificate)
    assert changed != certificate, "nothing was changed"
    path = tmp_path / "changed.count"
    path.write_bytes(gzip.compress(changed))
    assert (plainly(path), quickly(path)) == (None, None)


@pytest.mark.parametrize("search", ["tree", "graph"])
def test_a_sum_that_the_order_of_the_group_does_not_divide_proves_nothing(tmp_path, monkeypatch, search):
    """No file leads there, as the group is one: searches that count one more stand for a fault of ours."""
    path = tmp_path / "queens.count"
    write(accord.load("queens:6").model, path, distinct=True, kind=search)
    for module, name in ((follow, "count"), (plain, search)):
        right = getattr(module, name)
        calls = []

        def wrong(*given, right=right, calls=calls, **more):
            calls.append(given)
            return right(*given, **more) + (len(calls) == 1)

        monkeypatch.setattr(module, name, wrong)
    assert (plainly(path), quickly(path)) == (None, None)
    monkeypatch.undo()
    assert (plainly(path), quickly(path)) == (1, 1)


@pytest.mark.parametrize("demand", [(1, 1), (0, 2)])
def test_a_group_that_changes_a_demand_alone(tmp_path, monkeypatch, demand):
    """What writes is made to believe in the group, so all else is in order; a and b differ in one bound."""
    model = accord.Model.build({"a": (0, 1), "b": demand, "c": (0, 1)}, [["a"], ["b"], ["c"]])
    swapped = np.array([[0, 1, 2], [1, 0, 2]], np.int32)
    monkeypatch.setattr(sys.modules[write.__module__], "group_of", lambda _: Group(swapped, swapped))
    path = tmp_path / "swapped.count"
    written = write(model, path, distinct=True, kind="tree")
    assert written.count
    assert (plainly(path), quickly(path)) == (None, None)


def test_a_line_has_an_end(certificate, tmp_path, monkeypatch):
    """The claim may be as long as any line; what stands behind it is seen even then."""
    monkeypatch.setattr(checked, "LARGEST", 1 << 16)
    monkeypatch.setattr(checked, "CHUNK", 1 << 10)
    monkeypatch.setattr(plain, "LONGEST", 1 << 16)
    path = tmp_path / "long.count"
    before, claim = certificate.rpartition(b'{"count"')[0], b'{"count":"1"}'
    for length, behind, found in ((0, b"", 1), (1, b"", None), (0, b"{}\n", None), (-9, b" ", None)):
        line = claim.ljust((1 << 16) - 1 + length) + b"\n"
        path.write_bytes(gzip.compress(before + line + behind))
        assert (plainly(path), quickly(path)) == (found, found)


def test_amounts_up_to_the_bound_are_added_up_exactly(tmp_path):
    """Two options give 2^62 - 1 to an item together; a float of 53 bits takes that for 2^62."""
    model = accord.Model.build({"a": (0, 2), "b": 1}, [{"a": 1, "b": 1}, {"a": 3}])
    path = tmp_path / "large.count"
    write(model, path)
    said, decisions, claim = parts(gzip.decompress(path.read_bytes()))
    for more, found in ((0, 1), (1, None)):
        said["options"][1][1][0][1] = (1 << 62) - 2 + more
        path.write_bytes(gzip.compress(whole(said, decisions, claim)))
        assert (plainly(path), quickly(path)) == (found, found)


def test_the_heading_may_be_laid_out_in_other_ways(certificate, tmp_path):
    said, decisions, claim = parts(certificate)
    assert json.dumps(said).encode() != certificate.split(b"\n")[0]
    path = tmp_path / "laid.count"
    path.write_bytes(gzip.compress(whole(dict(reversed(said.items())), decisions, claim)))
    assert (plainly(path), quickly(path)) == (1, 1)
