"""Proofs of lazy models: against brute force, with their cuts derived; and with faults put in."""

import json
from dataclasses import replace

import numpy as np
import pytest
from commands import called
from joined import Joined, joined, solutions, written

from accord.certify import cuts
from accord.certify.checker import checking
from accord.certify.prove import Prover, prove
from accord.errors import EngineError, InputError
from accord.formats import drat
from accord.model.lazy import LazyItem
from accord.model.verify import verify

UNIQUE = ((1, 2, 2), (1, 2, 2))  # five solutions, of which one is connected
IMPOSSIBLE = ((2, 2, 2), (2, 2, 2))  # six, and none
SEVERAL = ((1, 3, 1), (1, 2, 2))
CUT = {"r1c2": 1, "r2c1": 1, "r1c1": -1, "r3c3": -1}  # two neighbours of a corner, and the opposite one


def ended(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(("sums", "claim"), [(UNIQUE, "unique"), (IMPOSSIBLE, "impossible")])
def test_a_proof_lists_its_cuts(sums, claim, hidden):
    model = joined(*sums, hidden=hidden)
    found = prove(model)
    assert (found.claim, found.proved) == (claim, True)
    true = [frozenset(name for name in row if name[0] == "r") for row in found.solutions]
    assert true == solutions(joined(*sums))
    assert found.cuts
    assert all(model.lazy.follows(cut) for cut in found.cuts)
    assert any("lazy part" in what for what in found.trusted)
    assert f"with {len(found.cuts)} cuts" in found.statement
    assert json.loads(found.json())["cuts"][0]["gives"] == found.cuts[0].gives


def test_two_solutions_are_true_ones():
    model = joined(*SEVERAL)
    found = prove(model)
    assert (found.claim, found.proved) == ("several", True)
    assert {frozenset(row) for row in found.solutions} == set(solutions(model))


@pytest.mark.parametrize(
    ("changed", "follows"),
    [
        ({}, True),
        ({"gives": CUT | {"r1c2": 7}}, True),  # says less
        ({"gives": {**CUT, "r1c2": 0}}, False),
        ({"gives": {name: amount for name, amount in CUT.items() if name != "r1c2"}}, False),
        ({"gives": {**CUT, "r1c1": -2}}, False),
        ({"gives": {"r1c3" if name == "r1c2" else name: amount for name, amount in CUT.items()}}, False),
        ({"gives": {**CUT, "elsewhere": 1}}, False),
        ({"low": 0}, False),
        ({"high": 1}, False),
    ],
)
def test_what_follows(changed, follows):
    """`follows` of the toy, and of what is told there, by brute force over all connected sets."""
    cut = replace(LazyItem("cut", CUT, -1), **changed)
    assert Joined(3, 3).follows(cut) == follows


def test_a_false_cut_of_a_lazy_part_is_caught(monkeypatch):
    model = joined(*UNIQUE, lies="r3c2")  # which the true solution has
    with pytest.raises(EngineError, match="gave 'a lie', which does not follow"):
        prove(model)
    monkeypatch.setattr(Joined, "follows", lambda *_: True)  # who believes it all proves what is false
    assert (prove(model).claim, prove(model).proved) == ("impossible", True)


def test_cuts_that_come_up_late_are_taken_as_well(monkeypatch):
    """Where the search before kept none of its cuts, the prover finds them solution by solution."""
    from accord.certify import prove as module

    def forgetful(*asked):
        run, _ = yield from gathering(*asked)
        return run, []

    gathering = module.gathering
    monkeypatch.setattr(module, "gathering", forgetful)
    found = prove(joined(*IMPOSSIBLE))
    assert (found.claim, found.proved) == ("impossible", True)
    assert len(found.cuts) >= 6


# -- files --------------------------------------------------------------------------------------------


def proved(model):
    prover = Prover(model)
    for _ in prover:
        pass
    return prover


def judged(model, certificate, proof):
    """What a checker says that has the model, the certificate and the proof."""
    clauses = ended(cuts.clauses_to_refute(model, certificate))
    return clauses if isinstance(clauses, str) else ended(checking(clauses, proof)).answer


@pytest.mark.parametrize("sums", [UNIQUE, IMPOSSIBLE])
def test_the_checker_writes_the_formula_anew(sums):
    model = joined(*sums)
    prover = proved(model)
    certificate = cuts.read(cuts.write(prover.cuts_of_proof()).encode(), "cuts")
    assert certificate == prover.cuts_of_proof()
    proof = ended(drat.reading("".join(drat.write(prover.drat())).encode(), "proof"))
    assert judged(model, certificate, proof) == "proved"
    without = replace_cuts(certificate, certificate.cuts[:0])
    assert judged(model, without, proof) in ("rejected", "incomplete")


def replace_cuts(certificate, found):
    return cuts.Cuts(format=certificate.format, solution=certificate.solution, cuts=tuple(found))


def test_each_corrupted_cut_is_rejected():
    model = joined(*UNIQUE)
    prover = proved(model)
    whole = prover.cuts_of_proof()
    for place, cut in enumerate(whole.cuts):
        positive = next(name for name, amount in cut.gives.items() if amount == 1)
        other = next(name for name in model.lazy.cells if name not in cut.gives)
        faults = {
            "amount": replace(cut, gives={**cut.gives, positive: -1}),
            "option": replace(cut, gives={other if n == positive else n: a for n, a in cut.gives.items()}),
            "demand": replace(cut, low=cut.low + 1),
            "bound": replace(cut, high=0),
        }
        for what, fault in faults.items():
            if model.lazy.follows(fault):
                assert what == "option"  # the other cell happens to lie between, too
                continue
            found = [*whole.cuts[:place], fault, *whole.cuts[place + 1 :]]
            said = judged(model, replace_cuts(whole, found), prover.drat())
            assert said == f"cut {cut.name!r} does not follow from the puzzle"


def test_a_false_solution_is_rejected():
    model = joined(*UNIQUE)
    prover = proved(model)
    (true,) = solutions(model)
    apart = {"r1c1", "r2c2", "r2c3", "r3c2", "r3c3"}  # meets the sums, and the corner stands alone
    verify(model, np.array([[model.names.index(name) for name in sorted(apart)]], np.int32))
    for solution, said in [
        (apart, "breaks from"),
        (true - {"r1c3"}, "item 'row 1' gets 0; expected 1"),
        ({*true, "r9c9"}, "'r9c9', which is no option"),
    ]:
        certificate = cuts.Cuts(
            format=cuts.FORMAT, solution=tuple(sorted(solution)), cuts=prover.cuts_of_proof().cuts
        )
        assert said in judged(model, certificate, prover.drat())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "found no cuts"),
        ('{"format": "accord-cuts-0", "cuts": []}', "format: found 'accord-cuts-0'"),
        ('{"format": "accord-cuts-1", "cuts": [], "more": 1}', "found no cuts"),
        ('{"format": "accord-cuts-1", "cuts": [{"name": "a", "gives": {"a": "1"}, "low": 0}]}', "found no"),
        (
            '{"format": "accord-cuts-1", "cuts": [{"name": "a", "gives": {}, "low": 9000000000000000000}]}',
            "cut 'a': found 9000000000000000000; expected at most",
        ),
    ],
)
def test_files_that_are_no_certificates(text, said):
    with pytest.raises(InputError, match=said):
        cuts.read(text.encode(), "file")


def test_the_command_line_writes_and_checks(tmp_path, monkeypatch):
    named = written(joined(*UNIQUE), tmp_path, monkeypatch)
    proof, file, formula = (tmp_path / name for name in ("proof.drat", "cuts.json", "formula.cnf"))
    hinted = tmp_path / "proof.lrat"
    found = called("prove", named, "--drat", proof, "--lrat", hinted, "--cuts", file, "--cnf", formula)
    assert (found.returncode, found.stdout[:7]) == (0, "unique:")
    assert "cuts: from r" in found.stderr
    assert "clauses" in formula.read_text()
    assert "out of" in formula.read_text()  # the words of a cut

    checked = called("prove", "--check", named, proof, "--cuts", file)
    assert (checked.returncode, checked.stderr[:14]) == (0, "a conflict fol")
    assert checked.stdout.startswith("proved: there is one solution; ")
    assert called("prove", "--check", formula, proof).returncode == 0
    checked = called("prove", "--check", named, hinted, "--cuts", file)
    assert (checked.returncode, checked.stdout[:7]) == (0, "proved:")
    hinted.write_text(hinted.read_text().replace(" d ", " 0 "))
    rejected = called("prove", "--check", named, hinted, "--cuts", file)
    assert (rejected.returncode, rejected.stdout) == (1, "rejected: the proof proves nothing\n")

    told = json.loads(file.read_text())
    told["cuts"][0]["low"] += 1
    file.write_text(json.dumps(told))
    for either in (proof, hinted):
        rejected = called("prove", "--check", named, either, "--cuts", file)
        assert (rejected.returncode, rejected.stdout[:10]) == (1, "rejected: ")
    assert "does not follow from the puzzle" in rejected.stdout


def test_a_puzzle_with_all_its_items_has_no_cuts(tmp_path):
    file = tmp_path / "cuts.json"
    found = called("prove", "langford:5", "--cuts", file)
    assert "there are no cuts" in found.stderr
    assert not file.exists()
    file.write_text('{"format": "accord-cuts-1", "cuts": []}')
    checked = called("prove", "--check", "langford:5", "proof.drat", "--cuts", file)
    assert (checked.returncode, "has all its items" in checked.stdout) == (1, True)
