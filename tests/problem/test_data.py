"""A problem holds data only: it can be pickled and copied, and is the same model wherever it is lowered."""

import copy
import pickle

from processes import python

from accord.model.digest import fingerprint

SAID = """
from accord.problem import Problem, element, maximum

def said():
    p = Problem("all of it")
    x = p.integers(3, 1, 4)
    c = p.choices(3, ["red", "green", "blue", ("a", 1)], name="c")
    b = p.booleans(2, name="b")
    p.add((c[0] == "red") | (c[1] != c[2]), x[0] * x[1] >= 3, maximum(x) == 4, b[0] ^ b[1])
    p.add(c[0].among(["green", "blue", "red"]), element([c[0], c[1], "red"], x[0]) == "red")
    p.add((c[0] != c[1]) ^ (abs(x[0] - x[1]) > b[0]))
    p.different(c, apart=["red"])
    p.table([c[0], c[1], b[0]], [("red", "green", 0), ("blue", "red", 1), (("a", 1), "red", 0)])
    p.forbidden([c[0], c[2]], [("red", "green"), ("red", "blue"), ("red", "red")])
    p.relation(lambda u, v: u < v or v == 1, x[0], x[2])
    moves = [(s, v, v) for s in ["", "red", "green"] for v in ["red", "green", "blue"]]
    p.regular(c, moves, "", ["red", "blue"])
    p.precedence(c, ["red", "green", "blue"])
    p.lexicographic(x[:2], x[1:])
    p.inverse([x[0], x[1]], [x[2], x[1]], base=1)
    p.maximize(sum(x) - 2 * b[1])
    p.symmetry(values={("a", 1): ("a", 1)})
    return p
"""


def said():
    names = {}
    exec(SAID, names)
    return names["said"]()


def test_a_pickled_problem_and_a_copied_one_are_the_same_problem():
    p = said()
    p.model  # noqa: B018
    others = pickle.loads(pickle.dumps(p)), copy.deepcopy(p)
    p.add(p["x[1]"] >= 2)  # from here on each is lowered again, from its own data
    for other in others:
        other.add(other["x[1]"] >= 2)
        assert list(map(str, other.rules)) == list(map(str, p.rules))
        assert fingerprint(other.model) == fingerprint(p.model)


def test_another_process_lowers_it_to_the_same_model():
    """Sets of texts have another order there."""
    text = SAID + "from accord.model.digest import fingerprint\nprint(fingerprint(said().model))"
    for seed in ("1", "2"):
        assert python("-c", text, PYTHONHASHSEED=seed).stdout.split() == [str(fingerprint(said().model))]
