"""Problems translated to CPMpy count as Accord counts them: two ways from rules to items that share nothing.

Skipped where the plug-in is not installed; `pip install -e plugins/accord-cpmpy` does so.
"""

import pytest

cp = pytest.importorskip("cpmpy")
plugin = pytest.importorskip("accord_cpmpy", reason="not installed: pip install -e plugins/accord-cpmpy")

from accord_cpmpy import translation  # noqa: E402

import accord  # noqa: E402
from accord.problem import Problem, element  # noqa: E402
from accord_compare.fuzz.cases import RULES, case, kind_of, problem  # noqa: E402  # noqa: E402
from accord_compare.fuzz.checks import checks, counts_in_cpmpy  # noqa: E402
from accord_compare.fuzz.dice import Dice  # noqa: E402
from accord_compare.fuzz.graph_rules import GRAPHS  # noqa: E402

pytestmark = pytest.mark.full  # left out of the fast profile


def differs(drawn):
    """How both ways count, if they do not count the same; a sentence."""
    ours = accord.count(drawn.problem, backend="native").count
    theirs = plugin.count(plugin.translate(drawn.problem).model, backend="cpsat").count
    return "" if ours == theirs else f"Accord counts {ours}, CPMpy's way {theirs}: {drawn}"


TRANSLATED = [
    kind for kind in RULES if kind not in ("arithmetic", *GRAPHS)
]  # CPMpy rounds otherwise; has none


@pytest.mark.parametrize("kind", TRANSLATED)
def test_random_problems_count_the_same_in_cpmpy(kind):
    for number in range(18):
        assert differs(problem(Dice(5, number), 3, rules=[kind])) == ""


@pytest.mark.slow
def test_ten_thousand_random_problems_count_the_same_said_in_cpmpy():
    for number in range(10_000):
        dice = Dice(1717, number)
        assert differs(problem(dice, dice.number(1, 26), rules=TRANSLATED)) == "", number


def count(p):
    return plugin.count(plugin.translate(p).model, backend="native").count


# -- variables and values --------------------------------------------------------------------------


def test_variables_without_rules_count():
    p = Problem()
    p.integer("x", 1, 3), p.integer("y", values=[2, 5, 7]), p.boolean("b"), p.choice("c", ["red", (1, 2)])
    assert count(p) == accord.count(p).count == 36


def test_a_value_is_not_mistaken_for_a_number_that_an_expression_reaches():
    """The texts stand for numbers; 3*x, the numbers of a table, and an element come near to them."""
    p = Problem()
    c, x = p.choice("c", [1, "one", None]), p.integer("x", 0, 9)
    p.add(element([c, 3 * x], x) != "one")
    p.forbidden([c, x], [(4, 1), (30, 2), (28, 3), (None, 0)])
    values = {("one", 1), *((c, 0) for c in (1,)), *((c, 1) for c in (1, None))}
    assert count(p) == accord.count(p).count == len(values)


def test_the_values_that_cpmpy_finds_are_those_of_the_problem():
    p = Problem()
    colours = p.choices(["a", "b", "c"], ["red", ("dark", "green"), 7])
    x, b = p.integer("x", -2, 2), p.boolean("IVORY")  # CPMpy keeps such a name for itself
    p.different(colours.values())
    p.add(colours["a"] == 7, colours["b"] != "red", b.iff(x > 1), b)
    translated = plugin.translate(p)
    assert translated.values() is None
    assert translated.model.solve(solver="ortools")
    assert translated.values() == {"a": 7, "b": ("dark", "green"), "c": "red", "x": 2, "IVORY": True}


def test_a_name_that_cpmpy_keeps_for_itself_becomes_no_other_variable():
    p = Problem()
    p.add(p.boolean("BV1") ^ p.boolean("_BV1"), p.integer("IV1", 1, 2) <= p.boolean("BV2"))
    assert count(p) == accord.count(p).count == 2


@pytest.mark.parametrize(("wanted", "best"), [("maximize", 12), ("minimize", -4)])
def test_the_objective_is_said_too(wanted, best):
    p = Problem()
    x, y = p.integer("x", -1, 3), p.integer("y", 0, 4)
    p.different(x, y)
    getattr(p, wanted)(x * y)
    model = plugin.translate(p).model
    assert model.solve(solver="ortools")
    assert (model.objective_value(), accord.best(p).value) == (best, best)


# -- where Accord and CPMpy mean different things ----------------------------------------------------


def test_a_place_outside_is_no_solution_even_behind_a_truth_that_may_be_false():
    p = Problem()
    place, b = p.integer("place", -1, 5), p.boolean("b")
    p.add(b.implies(element([1, 2, 3], place) > 1))
    assert count(p) == accord.count(p).count == 3 + 2


@pytest.mark.parametrize("strictly", [True, False])
def test_lists_of_different_lengths_have_an_order(strictly):
    """(x) before (y, z) where x <= y, and (x, z) before (y) where x < y."""
    found = []
    for first, second in [("x", "yz"), ("xz", "y")]:
        p = Problem()
        of = p.integers([*"xyz"], 0, 1)
        p.lexicographic([of[n] for n in first], [of[n] for n in second], strictly=strictly)
        found += [count(p), accord.count(p).count]
    assert found == [6, 6, 2, 2]


def test_an_automaton_with_several_next_states():
    """The last but one letter is 1."""
    p = Problem()
    word = p.integers(5, 0, 1)
    moves = [("a", 0, "a"), ("a", 1, "a"), ("a", 1, "b"), ("b", 0, "c"), ("b", 1, "c")]
    p.regular(word, moves, "a", ["c"])
    assert count(p) == accord.count(p).count == 16


def test_an_automaton_that_grows_too_large_is_refused_in_a_line(monkeypatch):
    """The third letter from the end is 1: a deterministic automaton has eight states for that."""
    monkeypatch.setattr("accord_cpmpy.translation.MOST_STATES", 6)
    p = Problem()
    moves = [(0, 0, 0), (0, 1, 0), (0, 1, 1), *((s, v, s + 1) for s in (1, 2) for v in (0, 1))]
    p.regular(p.integers(7, 0, 1), moves, 0, [3], words="row 3")
    with pytest.raises(accord.RefusedError, match="row 3: made deterministic it has more than 6 states"):
        plugin.translate(p)


def test_rules_on_graphs_are_refused_in_a_line():
    p = Problem()
    p.connected(p.board(2, 2), words="the island")
    with pytest.raises(accord.RefusedError, match="the island: CPMpy has no such rule"):
        plugin.translate(p)


# -- the check of the fuzzer -------------------------------------------------------------------------


def test_the_fuzzer_sees_a_rule_that_is_said_wrongly(monkeypatch):
    """With each rule said as if it were always true, some problem of the first few must count too much."""
    of_problems = (case(0, number) for number in range(400) if kind_of(number) == "problem")
    some = [one for one in of_problems if "cpmpy" in checks(one) and one.drawn.problem.rules][:4]
    assert {*map(counts_in_cpmpy, some)} == {""}
    monkeypatch.setattr(translation, "RULES", dict.fromkeys(translation.RULES, lambda *_: True))
    assert any("translated to CPMpy it counts" in counts_in_cpmpy(one) for one in some)


def test_only_problems_are_translated():
    assert {kind_of(n): "cpmpy" in checks(case(0, n)) for n in range(20)} == {
        kind_of(n): kind_of(n) == "problem" for n in range(20)
    }
