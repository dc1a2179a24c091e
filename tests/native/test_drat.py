"""The kernel that checks proofs: its example, faults, RAT, deletions, pausing; against a plain checker."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import looped
from pigeons import extended_pigeons, pigeons
from profiles import examples
from proofs import plainly
from waiting import Clock

from accord.certify import checker
from accord.certify.checker import checking
from accord.formats.drat import Proof, read
from accord_native import drat, drat_layout
from accord_native.progress import DONE, PAUSED

SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]


def arrays(clauses):
    sizes = [len(clause) for clause in clauses]
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), np.array(
        [literal for clause in clauses for literal in clause], np.int32
    )


def verdict(clauses, proof):
    """The verdict on a proof: a text, bytes, or a Proof."""
    proof = read(proof.encode()) if isinstance(proof, str) else proof
    steps = checking(arrays(clauses), proof)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize(("budget", "pauses"), [(1, [1, 2, 3, 4]), (3, [1, 2, 3, 4]), (4, [2, 4]), (13, [])])
def test_the_example_of_the_docstring(budget, pauses):
    """The formula's clauses are three visits each, so it pauses at these steps; the lemma is the last one."""
    full = np.uint32(drat_layout.NONE)
    state = np.zeros(drat_layout.STATE, np.uint64)
    given_arrays = drat_layout.Arrays(
        np.array([0, 2, 4, 6, 8], np.uint32),  # steps: add the four clauses, then the lemma
        np.array([[0, 2], [2, 4], [4, 6], [6, 8], [8, 9]], np.uint32),
        np.array([0, 2, 0, 3, 1, 2, 1, 3, 0], np.uint32),
        np.arange(5, dtype=np.uint32),
        np.zeros((9, 2), np.uint32),
        np.array([0, 3, 5, 7], np.uint32),  # 1 three times, -1 twice, 2 twice, -2 twice
        np.zeros(4, np.uint32),
        np.zeros(4, np.uint8),
        np.zeros(2, np.uint32),
        np.zeros(2, np.uint32),
        np.full(5, full, np.uint32),
        np.zeros(5, np.uint32),
        np.zeros(4, np.uint32),
        np.zeros(4, np.uint32),
        state,
        *(np.zeros(0, kind) for kind in (np.int32, np.int32, np.uint32, np.uint32, np.uint32, np.uint32)),
    )
    found = []
    while drat.check(given_arrays, np.uint64(4), np.uint64(budget)) == PAUSED:
        found.append(int(state[drat_layout.STEP]))
    assert found == pauses
    assert drat.check(given_arrays, np.uint64(4), np.uint64(1)) == DONE
    assert state[drat_layout.VERDICT] == drat_layout.PROVED
    assert state[drat_layout.STEP] == 4
    assert state[drat_layout.LEMMAS] == 1
    assert state[drat_layout.FIXED] == 2


@pytest.mark.parametrize(
    ("clauses", "proof", "answer", "step"),
    [
        pytest.param(SQUARE, "1 0\n0\n", "proved", 1, id="a conflict before the empty clause"),
        pytest.param(SQUARE, "", "incomplete", 0, id="no lemma"),
        pytest.param(SQUARE, "0\n", "rejected", 1, id="the empty clause alone"),
        pytest.param([[1], [-1]], "", "proved", 0, id="a conflict in the formula"),
        pytest.param([[]], "", "proved", 0, id="an empty clause in the formula"),
        pytest.param([[1, 2]], "0\n", "rejected", 1, id="a formula with a model"),
        pytest.param([[1, 2]], "3 -1 0\n-3 0\n", "rejected", 2, id="RAT, then no more"),
        pytest.param([], "1 0\n-1 0\n0\n", "rejected", 2, id="a new variable"),
        pytest.param(SQUARE, "d 1 2 0\n1 0\n", "rejected", 2, id="deleted what was needed"),
        pytest.param(SQUARE, "d 2 1 0\n1 0\n", "rejected", 2, id="deleted in another order"),
        pytest.param([*SQUARE, [2, 1]], "d 1 2 0\n1 0\n", "proved", 2, id="one of two copies"),
        pytest.param(SQUARE, "d 1 2 3 0\nd 7 0\n1 0\n", "proved", 3, id="deleted what is not there"),
        pytest.param([[1], [-1, 2], [-2, 3, 4]], "d 1 0\n2 0\n", "incomplete", 2, id="a unit stays"),
        pytest.param([[1]], "d 1 0\n-1 0\n", "rejected", 2, id="and takes part in RAT checks"),
        pytest.param([[1], [1]], "d 1 0\nd 1 0\n-1 0\n", "rejected", 3, id="one of its copies stays"),
        pytest.param([[1], [-1, 2]], "d -1 2 0\n-2 0\n", "rejected", 2, id="so does what forced a literal"),
        pytest.param([[1], [2, -1]], "d -1 2 0\n-2 0\n", "rejected", 2, id="with that literal in front"),
        pytest.param(
            [[1], [3, 2, -1], [-3]], "d 3 2 -1 0\n-2 0\n", "rejected", 2, id="after its watch moved"
        ),
        pytest.param([[1], [1, 2]], "d 1 2 0\n-2 0\n", "incomplete", 2, id="not what is merely true"),
        pytest.param([[1, 1, 2], *SQUARE[1:]], "1 1 0\n", "proved", 1, id="repeated literals"),
        pytest.param([[1, 1, 2]], "d 2 1 1 0\n-1 0\n", "incomplete", 2, id="gone with all that they gave"),
        pytest.param([[1, 1, 2], [1, 3]], "d 1 1 2 0\n-1 0\n", "rejected", 2, id="and no more than that"),
        pytest.param([[1, -1], *SQUARE], "3 -3 0\n1 0\n", "proved", 2, id="tautologies"),
        pytest.param([[10**9, 5], [10**9, -5], [-(10**9)]], "", "proved", 0, id="numbers far apart"),
    ],
)
def test_small_proofs(clauses, proof, answer, step):
    found = verdict(clauses, proof)
    assert (found.answer, found.step) == (answer, step)


def test_a_rejected_clause_is_told():
    assert verdict(SQUARE, "0\n").clause == ()
    assert verdict([[1, 2], [-1, 3], [1, -3]], "2 -1 0\n-2 0\n").clause == (-2,)


def test_deletions_that_are_ignored_are_counted():
    assert verdict([[1], [-1, 2], [1, 3]], "d 1 0\nd -1 2 0\nd 1 3 0\nd 4 0\n").ignored == 3


def test_a_lemma_may_be_only_rat():
    # 3 <-> (1 and 2), 3 new: the clauses are RAT with 3 first
    found = verdict([[1, 2]], "3 -1 -2 0\n-3 1 0\n-3 2 0\n")
    assert (found.answer, found.lemmas, found.rat) == ("incomplete", 3, 3)
    assert verdict([[1, 2]], "3 -1 -2 0\n-3 1 0\n3 0\n").answer == "rejected"
    assert verdict([[1, 2], [-1, 3]], "4 1 0\n").rat == 1
    assert verdict([[1, 2], [-1, 3]], "1 4 0\n").answer == "rejected"  # not RAT on 1


def text(lemmas):
    return "".join(" ".join(map(str, [*lemma, 0])) + "\n" for lemma in lemmas)


def test_extended_resolution():
    found = verdict(pigeons(6), text(extended_pigeons(6)))
    assert found.answer == "proved"
    assert found.rat > 0
    assert verdict(pigeons(6)[1:], text(extended_pigeons(6))).answer == "rejected"


def in_portions(clauses, proof):
    """The verdict where each call of the kernel may visit one clause only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "FIRST_BUDGET", 1)
        patch.setattr(checker, "TICK", 0.0)
        return verdict(clauses, proof)


def plain(found):
    """A verdict but for the visits: a lemma that is interrupted is begun anew."""
    return replace(found, visits=0)


@pytest.mark.parametrize("candidates", [1, 2, 7])
def test_a_check_of_many_resolvents_may_pause_between_them(candidates):
    """The lemma -1 -2 is RAT: its resolvent with each clause that has 1 has both 2 and -2."""
    clauses = [[1, 2, k] for k in range(3, 3 + candidates)]
    for proof in ("-1 -2 0\n2 0\n", "-1 -2 0\n-2 0\n", "-1 0\n", "-1 -2 0\n-3 0\n3 0\n"):
        whole, portions = verdict(clauses, proof), in_portions(clauses, proof)
        assert plain(portions) == plain(whole)
        assert portions.visits >= whole.visits
    assert verdict(clauses, "-1 -2 0\n").rat == in_portions(clauses, "-1 -2 0\n").rat == 1


@pytest.mark.parametrize(
    ("clauses", "proof", "visits"),
    [
        (SQUARE, "", 4 * 3),  # a clause counts for its literals and itself
        (SQUARE, "1 0\n", 4 * 3 + 2 + 2 + 2),  # the lemma, two watches of 1 where it is false, two of -1 then
        ([[3, 4], [1, 2, 5]], "d 1 2 5 0\nd 3 0\n", 3 + 4 + 1 + 1),
        ([[3, 4], [1, 2, 5]], "-1 -2 0\n", 3 + 4 + 3 + 3 + 4),  # it is RAT: both clauses are looked at again
        ([[3, 4], [1, 2, 5], [1, 2, 6, 7]], "-1 -2 0\n", 3 + 4 + 5 + 3 + 3 + 4 + 5),
    ],
)
def test_visits_are_counted(clauses, proof, visits):
    assert verdict(clauses, proof).visits == visits


def test_a_look_at_the_clock_is_offered_after_each_pass_over_all_literals():
    assert len(list(checking(arrays(SQUARE), read(b"1 0\n0\n")))) == 3


@pytest.mark.parametrize(("ticks", "factor"), [(0.5, 2), (1, 1), (2, 0.5), (0.01, 4)])
def test_the_next_slice_is_to_take_a_tick_and_is_at_most_four_times_as_long(ticks, factor, monkeypatch):
    budgets, visits = [], []

    def check(its, axioms, budget):
        before = int(its.state[drat_layout.VISITS])
        code = drat.check(its, axioms, budget)
        budgets.append(int(budget))
        visits.append(int(its.state[drat_layout.VISITS]) - before)
        return code

    monkeypatch.setattr(checker, "load", lambda *_: check)
    monkeypatch.setattr(checker, "monotonic", Clock(ticks * checker.TICK))
    monkeypatch.setattr(checker, "FIRST_BUDGET", 100)
    assert verdict(pigeons(4), text(extended_pigeons(4))).answer == "proved"
    assert 100 <= visits[0] < 200
    assert budgets[:2] == [100, pytest.approx(400 if factor == 4 else factor * visits[0], abs=1)]


def test_a_proof_may_pause_anywhere():
    clauses, proof = pigeons(4), text(extended_pigeons(4))
    assert plain(in_portions(clauses, proof)) == plain(verdict(clauses, proof))
    assert plain(in_portions(clauses[1:], proof)) == plain(verdict(clauses[1:], proof))


# -- against a checker that is written plainly -----------------------------------------------------


literals = st.integers(1, 5).flatmap(lambda v: st.sampled_from([v, -v]))
clause_lists = st.lists(st.lists(literals, max_size=3).map(tuple), max_size=14)
proof_steps = st.lists(
    st.tuples(st.booleans(), st.lists(literals, max_size=3)).map(lambda s: (s[0] and bool(s[1]), s[1])),
    max_size=12,
)


def proof_of(steps):
    start, literal = arrays([clause for _, clause in steps])
    return Proof(start, literal, np.array([deletes for deletes, _ in steps], np.bool_))


@settings(max_examples=examples(200))
@given(clause_lists, proof_steps)
def test_agrees_with_the_plain_checker(clauses, steps):
    whole = verdict(clauses, proof_of(steps))
    assert whole.answer == plainly(clauses, steps)
    assert plain(in_portions(clauses, proof_of(steps))) == plain(whole)


@settings(max_examples=examples(200))
@given(clause_lists, proof_steps)
def test_never_proves_what_has_a_model(clauses, steps):
    if verdict(clauses, proof_of(steps)).answer == "proved":
        for signs in product((1, -1), repeat=5):
            assert any(all(signs[abs(x) - 1] * x < 0 for x in clause) for clause in clauses)


# -- proofs of solvers, and what becomes of them when they are damaged -----------------------------


def solver_proof(clauses, solver="Glucose4"):
    """The steps of a proof that a solver gives."""
    from pysat import solvers

    with getattr(solvers, solver)(bootstrap_with=clauses, with_proof=True) as one:
        assert not one.solve()
        proof = read("\n".join(one.get_proof()).encode())
    return [proof.step(index) for index in range(proof.steps)]


@looped("seed", range(60))
def test_a_proof_with_a_wrong_literal_is_rejected_or_still_a_proof(seed):
    clauses = pigeons(4)
    steps = solver_proof(clauses)
    assert plainly(clauses, steps) == verdict(clauses, proof_of(steps)).answer == "proved"
    random = np.random.default_rng(seed)
    needed = verdict(clauses, proof_of(steps)).step
    damaged = [(deletes, list(literals)) for deletes, literals in steps]
    at = random.choice([i for i, (deletes, clause) in enumerate(steps[:needed]) if clause and not deletes])
    place = random.integers(len(steps[at][1]))
    match seed % 3:
        case 0:
            damaged[at][1][place] *= -1
        case 1:
            del damaged[at][1][place]
        case 2:
            damaged[at][1][place] = int(random.integers(1, 21))
    assert verdict(clauses, proof_of(damaged)).answer == plainly(clauses, damaged)


def test_wrong_literals_do_matter():
    clauses = pigeons(4)
    steps = solver_proof(clauses)
    answers = []
    for at, (deletes, literals) in enumerate(steps):
        if not deletes and literals:
            damaged = [*steps[:at], (False, [-literals[0], *literals[1:]]), *steps[at + 1 :]]
            answers.append(verdict(clauses, proof_of(damaged)).answer)
    assert answers.count("rejected") > len(answers) // 2


def test_a_truncated_proof_proves_nothing():
    clauses = pigeons(5)
    steps = solver_proof(clauses)
    needed = verdict(clauses, proof_of(steps)).step
    for length in (0, needed // 4, needed // 2, needed - 1):
        assert verdict(clauses, proof_of(steps[:length])).answer == "incomplete"
    for lost in range(0, needed, 7):
        assert verdict(clauses, proof_of(steps[lost:])).answer in ("rejected", "proved")
    assert verdict(clauses, proof_of(steps[-1:])).answer == "rejected"


def test_a_foreign_proof_is_rejected():
    foreign = proof_of(solver_proof(pigeons(5)))
    assert verdict(pigeons(6), foreign).answer == "rejected"
    assert verdict(pigeons(5)[1:], foreign).answer == "rejected"  # this one has a model
