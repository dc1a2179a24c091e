"""The kernels of proofs with hints: their examples, faults, RAT, mutants; against a plain checker."""

import random
from functools import partial
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hinted import proves
from hypothesis import given, settings
from hypothesis import strategies as st
from pigeons import extended_pigeons, pigeons
from profiles import examples

from accord.certify import hints
from accord.certify.checker import checking
from accord.certify.hints import following, of_notes, trim_proof
from accord.formats import drat, lrat
from accord_native.lrat import check, layout, trim
from accord_native.progress import DONE, FULL, PAUSED

SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
PROOF = "5 1 0 1 2 0\n6 0 5 3 4 0\n"


def arrays(clauses):
    sizes = [len(clause) for clause in clauses]
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), np.array(
        [literal for clause in clauses for literal in clause], np.int32
    )


def ended(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def verdict(clauses, text):
    """The verdict on a proof: a text, or a Proof."""
    proof = lrat.read(text.encode()) if isinstance(text, str) else text
    return ended(following(arrays(clauses), [proof]))


def hinted(clauses, proof):
    """A DRAT proof with the hints that our checker finds, trimmed: as text; None if it proves nothing."""
    noted = []
    if ended(checking(arrays(clauses), proof, noted)).answer != "proved":
        return None
    return "".join(lrat.write(ended(trim_proof(of_notes(noted), len(clauses)))))


def solved(clauses, engine="glucose4"):
    """A solver's DRAT proof; None if the clauses can be satisfied."""
    from pysat import solvers

    with solvers.Solver(engine, bootstrap_with=clauses, with_proof=True) as solver:
        return None if solver.solve() else drat.read("\n".join(solver.get_proof()).encode())


def test_the_example_of_the_checker():
    given_numbers = [1, 1, 2, 0, 0, 2, 1, -2, 0, 0, 3, -1, 2, 0, 0, 4, -1, -2, 0, 0, 5, 1, 0, 1, 2, 0]
    number = np.array([*given_numbers, 6, 0, 5, 3, 4, 0], np.int32)
    state = np.zeros(layout.CHECK_STATE, np.uint64)
    state[layout.END], state[layout.AXIOMS], state[layout.SALT] = len(number), 4, 1
    its = layout.CheckArrays(
        number,
        np.zeros(24, np.uint32),  # arena: 12 places of headers, 8 literals, and 4 for the first lemma
        np.full(8, layout.NONE),
        np.zeros(4, np.uint32),
        np.full(8, layout.NONE),
        np.zeros(8, np.uint8),
        np.zeros(8, np.uint8),
        np.zeros(8, np.uint32),
        np.zeros(4, np.uint32),
        state,
    )
    calls = 0
    while (answer := check.check(its, np.uint64(1))) == PAUSED:
        calls += 1
    assert calls >= 6
    assert (answer, state[layout.SHORT]) == (FULL, layout.ARENA)
    assert state[layout.NEED] == 27
    its = its._replace(arena=np.concatenate([its.arena, np.zeros(3, np.uint32)]))
    assert check.check(its, np.uint64(100)) == DONE
    assert state[layout.VERDICT] == layout.PROVED
    assert (state[layout.STEP], state[layout.LEMMAS], state[layout.LIVE]) == (2, 2, 6)


def test_the_example_of_the_trimmer():
    proof = lrat.read(b"5 2 0 1 3 0\n6 1 0 1 2 0\n7 0 6 3 4 0\n")
    state = np.zeros(layout.TRIM_STATE, np.uint64)
    state[layout.AXIOMS] = state[layout.FRESH] = 4
    state[layout.BACK] = 3
    its = layout.TrimArrays(
        proof.number,
        proof.begin,
        np.array([1, 2, 3], np.uint32),
        np.array([0, 0, 0, 0, 0, 0, 1], np.uint32),
        np.zeros(3, np.uint32),
        np.zeros(30, np.int32),
        np.zeros(7, np.int64),
        state,
    )
    calls = 0
    while trim.trim(its, np.uint64(1)) == PAUSED:
        calls += 1
    assert calls > 2
    assert trim.trim(its, np.uint64(1)) == DONE
    kept = lrat.Proof(its.kept[: state[layout.WRITTEN]], its.starts[: state[layout.STEPS]])
    assert "".join(lrat.write(kept)) == "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"


@pytest.mark.parametrize(
    ("clauses", "proof", "answer", "step", "why"),
    [
        pytest.param(SQUARE, PROOF, "proved", 2, "", id="a proof"),
        pytest.param(SQUARE, "9 1 0 1 2 0\n70 0 9 3 4 0\n", "proved", 2, "", id="ids with gaps"),
        pytest.param(SQUARE, PROOF + "7 3 0 8 0\n", "proved", 2, "", id="what is behind is not read"),
        pytest.param(SQUARE, "5 1 0 1 2 99 0\n6 0 5 3 4 3 0\n", "proved", 2, "", id="nor behind a conflict"),
        pytest.param(SQUARE, "5 1 0 1 2 0\n", "incomplete", 1, "", id="no empty clause"),
        pytest.param(SQUARE, "", "incomplete", 0, "", id="nothing"),
        pytest.param([[1], []], "", "proved", 0, "", id="an empty clause in the formula"),
        pytest.param(SQUARE, "4 1 0 1 2 0\n", "rejected", 1, "id is not larger", id="the id of an axiom"),
        pytest.param(SQUARE, "5 1 0 1 2 0\n5 0 5 3 4 0\n", "rejected", 2, "id is not", id="an id again"),
        pytest.param(SQUARE, "5 0 1 2 3 4 0\n", "rejected", 1, "of its hint 1 two", id="two open literals"),
        pytest.param(SQUARE, "5 1 0 1 0\n6 0 5 3 4 0\n", "rejected", 1, "no conflict", id="a hint dropped"),
        pytest.param(SQUARE, "5 1 0 7 2 0\n", "rejected", 1, "its hint 7 is no clause", id="of nothing"),
        pytest.param(SQUARE, "5 1 0 5 0\n", "rejected", 1, "its hint 5 is no clause", id="of itself"),
        pytest.param(SQUARE, "5 d 2 0\n5 1 0 1 2 0\n", "rejected", 2, "its hint 2 is", id="of one deleted"),
        pytest.param(SQUARE, "5 d 9 0\n" + PROOF, "proved", 3, "", id="deleted what is not there"),
        pytest.param([[1, 1, 2], *SQUARE[1:]], PROOF, "proved", 2, "", id="repeated literals"),
        pytest.param(SQUARE, "5 3 -3 0 0\n6 1 0 1 2 0\n7 0 6 3 4 0\n", "proved", 3, "", id="a tautology"),
        pytest.param(
            [[1, 2], [1, -2], [-1, 2, 2], [-1, -2]], PROOF.replace("3 4", "4 3"), "proved", 2, "", id="order"
        ),
        pytest.param([[1]], "2 -1 0 0\n", "rejected", 1, "no conflict", id="no candidate named"),
        pytest.param([[1, 2]], "2 -1 0 -1 0\n", "rejected", 1, "no conflict", id="a false candidate"),
        pytest.param([], "1 1 0 0\n2 -1 0 0\n", "rejected", 2, "no conflict", id="a new variable"),
    ],
)
def test_small_proofs(clauses, proof, answer, step, why):
    found = verdict(clauses, proof)
    assert (found.answer, found.step) == (answer, step)
    assert why in found.why
    assert bool(why) == bool(found.why)
    assert proves(clauses, proof) == (answer == "proved")


DEFINED = [[1, 2], [3, 4]]  # 5 <-> (1 and 2), 5 new: the clauses are RAT with 5 first
DEFINITION = "3 5 -1 -2 0 0\n4 -5 1 0 -3 0\n5 -5 2 0 -3 0\n"


@pytest.mark.parametrize(
    ("proof", "why"),
    [
        pytest.param(DEFINITION, "", id="resolvents that are tautologies"),
        pytest.param("3 5 1 0 0\n4 5 2 0 0\n5 -5 -1 -2 0 -4 -3 0\n", "", id="in any order"),
        pytest.param("3 5 1 0 0\n4 5 2 0 0\n4 d 4 0\n5 -5 -1 -2 0 -3 0\n", "", id="a candidate less"),
        pytest.param("3 5 1 0 0\n4 5 2 0 0\n5 -5 -1 -2 0 -3 0\n", "are not all", id="one is missing"),
        pytest.param("3 5 1 0 0\n4 5 2 0 0\n5 -5 -1 -2 0 -3 -3 0\n", "3 comes twice", id="one twice"),
        pytest.param("3 5 1 0 0\n4 -5 -1 0 -1 -3 0\n", "candidate 1 does not have", id="one that is none"),
        pytest.param("3 5 1 0 0\n4 -5 -1 0 -7 -3 0\n", "its hint 7 is no", id="one that is not there"),
        pytest.param("3 5 1 0 0\n4 -5 -2 0 -3 0\n", "no conflict", id="one without a conflict"),
        pytest.param("3 5 1 0 0\n4 5 2 0 0\n5 -5 -2 0 -3 -4 0\n", "no conflict", id="the first without one"),
        pytest.param("3 0 -1 0\n", "candidate 1 does not have", id="of the empty clause"),
        pytest.param("3 5 3 0 0\n4 -5 4 0 -3 2 0\n", "", id="with hints"),
        pytest.param("3 5 6 0 0\n4 -5 7 0 -3 2 0\n", "of its hint 2 two", id="with a hint that is open"),
        pytest.param("3 1 0 0\n", "", id="pure"),
        pytest.param("3 1 6 6 0 0\n4 1 7 0 0\n5 -1 0 -3 -4 0\n", "no conflict", id="new literals"),
    ],
)
def test_rat(proof, why):
    found = verdict(DEFINED, proof)
    assert found.answer == ("rejected" if why else "incomplete")
    assert why in found.why
    if not why:
        assert found.rat == found.lemmas == proof.count("\n") - proof.count("d")


def test_what_is_rejected_is_told():
    found = verdict([[1, 2], [-1, 3]], "3 2 3 0 1 2 0\n4 -2 1 0 0\n")
    assert (found.step, found.clause, found.why) == (2, (-2, 1), "its hints lead to no conflict")


def test_deletions_that_are_ignored_are_counted():
    assert verdict(SQUARE, "5 d 1 1 9 0\n").ignored == 2


def test_memory_is_that_of_the_clauses_that_are_left(monkeypatch):
    """Forty thousand literals pass through a tenth of that room."""
    kept = []
    enlarged = hints._with_room
    monkeypatch.setattr(hints, "_with_room", lambda its: kept.append(enlarged(its)) or kept[-1])
    lemma = " ".join(map(str, range(3, 23)))
    lines = (f"{k} 1 {lemma} 0 1 2 0\n{k} d {k} 0\n" for k in range(5, 2_005))
    file = BytesIO(("".join(lines) + "2005 1 0 1 2 0\n2006 0 2005 3 4 0\n").encode())
    found = ended(following(arrays(SQUARE), lrat.reading(file)))
    assert (found.answer, found.lemmas, found.ignored) == ("proved", 2_002, 0)
    assert all(len(array) <= 4096 for its in kept for array in its[1:])


def test_all_grows_as_it_must():
    """A chain of many variables, of which every clause stays."""
    n = 3_000
    clauses = [[-v, v + 1] for v in range(1, n)] + [[1], [-n]]
    lines = [f"{n + k} {k} 0 {n + k - 1 if k > 2 else n} {k - 1} 0\n" for k in range(2, n + 1)]
    proof = "".join(lines) + f"{3 * n} 0 {2 * n} {n + 1} 0\n"
    assert verdict(clauses, proof).answer == "proved"
    assert verdict([*clauses[:-1], [n]], proof).answer == "rejected"


def test_a_proof_of_another_program():
    """CP-SAT's: clauses only, presolve and symmetries off, one worker; its own checker said VALID."""
    text = (Path(__file__).parents[1] / "data/pigeons-4-cpsat.lrat").read_text()
    assert proves(pigeons(4), text)
    assert verdict(pigeons(4), text).answer == "proved"
    assert verdict(pigeons(4)[::-1], text).answer == "rejected"


# -- noted, and trimmed ----------------------------------------------------------------------------


@st.composite
def formulas(draw):
    """Clauses over few variables: half of them unsatisfiable; some short, some with repeated literals."""
    variables = draw(st.integers(1, 6))
    literal = st.integers(1, variables).flatmap(lambda v: st.sampled_from([v, -v]))
    return draw(st.lists(st.lists(literal, min_size=1, max_size=3), min_size=1, max_size=30))


@settings(max_examples=examples(60))
@given(formulas(), st.sampled_from(["glucose4", "cadical153", "lingeling"]))
def test_notes_are_proofs(clauses, engine):
    proof = solved(clauses, engine)
    if proof is None:
        return
    text = hinted(clauses, proof)
    assert proves(clauses, text)
    assert verdict(clauses, text).answer == "proved"


literals = st.integers(1, 7).flatmap(lambda v: st.sampled_from([v, -v]))
steps = st.lists(st.tuples(st.booleans(), st.lists(literals, max_size=4)), max_size=12)


@settings(max_examples=examples(150))
@given(formulas(), steps)
def test_whatever_is_proved_is_noted(clauses, steps):
    """Also with RAT, tautologies, repeated literals and deletions of any clause."""
    lines = [" ".join(map(str, [*(["d"] if deletes else []), *lemma, 0])) for deletes, lemma in steps]
    solution = solved(clauses)
    rest = [] if solution is None else list(drat.write(solution))
    text = hinted(clauses, drat.read("\n".join([*lines, *rest]).encode()))
    assert text is None or proves(clauses, text)
    assert text is None or verdict(clauses, text).answer == "proved"


def test_what_is_noted_is_a_proof_before_it_is_trimmed():
    """Of a clause with a literal that is fixed, behind one that is fixed as well, but false."""
    clauses, noted = [[1], [-2], [3, 4], [3, -4], [-3, 4], [-3, -4]], []
    assert ended(checking(arrays(clauses), drat.read(b"2 1 0\n3 0\n0\n"), noted)).answer == "proved"
    assert "".join(lrat.write(of_notes(noted))).startswith("7 2 1 0 1 0\n")
    assert ended(following(arrays(clauses), [of_notes(noted)])).answer == "proved"


@pytest.mark.parametrize("holes", [3, 5])
def test_rat_is_noted(holes, monkeypatch):
    clauses, lemmas = pigeons(holes), extended_pigeons(holes)
    lines = [" ".join(map(str, [*lemma, 0])) + "\n" for lemma in lemmas]
    for room in (1 << 20, 1):  # what is noted is taken away as soon as there is no more room than must be
        monkeypatch.setattr("accord.certify.checker.NOTES_AT_ONCE", room)
        text = hinted(clauses, drat.read("".join(lines).encode()))
        assert " -" in text.split(" 0 ")[1]
        assert proves(clauses, text)
        assert verdict(clauses, text).rat > 0


def test_trimming_leaves_out_what_is_not_needed():
    proof = lrat.read(b"7 1 9 0 1 2 0\n7 d 5 0\n8 1 0 1 2 0\n9 0 8 3 4 7 0\n10 3 0 1 0\n")
    kept = ended(trim_proof(proof, 6))
    assert "".join(lrat.write(kept)) == "7 1 9 0 1 2 0\n8 1 0 1 2 0\n8 d 1 2 0\n9 0 8 3 4 7 0\n"


def test_what_is_no_candidate_any_more_is_deleted():
    """Clause 5 would be one of the step 7, which is RAT on its first literal."""
    clauses = [*SQUARE, [7, 1], [7, 2]]
    text = "6 d 5 0\n7 -7 -1 -2 0 -6 0\n8 1 0 1 2 0\n9 0 8 3 4 7 0\n"
    assert verdict(clauses, text).answer == "proved"
    kept = "".join(lrat.write(ended(trim_proof(lrat.read(text.encode()), 6))))
    assert kept == text.replace("8 1 0 1 2 0\n", "8 1 0 1 2 0\n8 d 1 2 0\n").replace(
        "6 0\n8", "6 0\n7 d 6 0\n8"
    )
    assert verdict(clauses, kept).answer == "proved"
    assert verdict(clauses, kept.replace("6 d 5 0\n", "")).why.startswith("its candidates are not all")


# -- mutants ---------------------------------------------------------------------------------------


def mutated(lines, draw):
    """A proof with one fault: in a word, a line, their order, or its length."""
    lines = [line.split() for line in lines]
    at = draw.randrange(len(lines))
    words = lines[at]
    kind = draw.randrange(8)
    place = draw.randrange(1, len(words))
    if kind == 0 and len(words) > 3:
        del words[place]
    elif kind == 1:
        words[place] = str(draw.choice([1, -1]) * draw.randrange(1, 60))
    elif kind == 2:
        words[0] = str(max(1, int(words[0]) + draw.randrange(-3, 4)))
    elif kind == 3:
        words.insert(place, str(draw.choice([1, -1]) * draw.randrange(1, 60)))
    elif kind == 4 and words[place].lstrip("-") != "d":
        words[place] = str(-int(words[place]))
    elif kind == 5:
        other = draw.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 6:
        del lines[draw.randrange(len(lines)) :]
    else:
        lines.insert(draw.randrange(len(lines)), list(draw.choice(lines)))
    return [" ".join(words) + "\n" for words in lines]


def sound(text):
    """Whether a text can be read, by the plain checker, as we do."""
    try:
        lrat.read(text.encode())
    except lrat.InputError:
        return False
    return True


@pytest.mark.parametrize("clauses", [pigeons(3), pigeons(4)])
def test_mutants_are_rejected_unless_they_are_proofs(clauses):
    draw = random.Random(len(clauses))
    lines = hinted(clauses, solved(clauses)).splitlines(keepends=True)
    answers = []
    for _ in range(250):
        changed = partial(mutated, draw=draw)
        text = "".join(changed(changed(lines) or lines) if draw.random() < 0.3 else changed(lines))
        if not sound(text) or any(line.count(" 0 ") + line.count(" d ") != 1 for line in text.splitlines()):
            continue
        found = verdict(clauses, text).answer
        assert (found == "proved") == proves(clauses, text)
        answers.append(found)
    assert min(answers.count(kind) for kind in ("proved", "rejected", "incomplete")) > 5
    assert len(answers) > 100


def test_a_foreign_proof_is_rejected():
    text = hinted(pigeons(4), solved(pigeons(4)))
    assert verdict(pigeons(5), text).answer == "rejected"
    assert verdict(pigeons(4)[1:], text).answer == "rejected"  # this one has a model
