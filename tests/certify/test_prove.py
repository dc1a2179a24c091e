"""Certificates: claims against brute force, every engine's proofs, real puzzles, limits, the command line."""

import gzip
import json
import threading
from collections import deque
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from commands import called
from hinted import proves
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from waiting import Clock

import accord
from accord.backends.sat.cdcl import is_covered
from accord.certify import prove as module
from accord.certify import solver
from accord.certify.certificate import SUMS
from accord.certify.checker import checking
from accord.certify.count import check, write
from accord.certify.cuts import forbidding_clause
from accord.certify.prove import Prover, prove
from accord.certify.solver import ENGINES
from accord.certify.weights import argument
from accord.cli.prove import prove as command
from accord.errors import EngineError, InputError, UsageError
from accord.families import cover
from accord.formats import dimacs, drat, lrat
from accord.model import Model
from accord.problem import Problem
from accord.puzzles.puzzle import without_deductions
from accord.runner import limits

SUDOKU = """
53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79
"""  # of Wikipedia's article

MUTILATED = """
family = "packing"
title = "Dominoes without two opposite corners"
rule = "Cover the board with dominoes."
pieces = "dominoes"
copies = "any"
board = '''
#.......
........
........
........
........
........
........
.......#
'''
"""

NARROW = """
family = "packing"
title = "Twelve pentominoes, 3 x 20, one solution"
rule = "Place each of the 12 pentominoes once: X and L on the left, I at the bottom."
pieces = "pentominoes"
confine = [
    { piece = "X", columns = [1, 10] },
    { piece = "I", rows = [3, 3], cells = "all" },
    { piece = "L", columns = [1, 10], cells = "all" },
]
board = '''
....................
....................
....................
'''
"""


def sudoku(text, size=9, box=3):
    """A sudoku as a model; dots are empty."""
    cells = "".join(text.split())
    options = {}
    for place, sign in enumerate(cells):
        r, c = divmod(place, size)
        for d in range(1, size + 1):
            if sign in (".", str(d)):
                b = r // box * (size // box) + c // box
                options[f"r{r + 1}c{c + 1}={d}"] = [f"r{r}c{c}", f"r{r}={d}", f"c{c}={d}", f"b{b}={d}"]
    return Model.build(list(dict.fromkeys(name for gives in options.values() for name in gives)), options)


def checked(prover):
    """Whether a proof of a prover holds, judged anew."""
    steps = checking(prover.clauses(), prover.drat())
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value.answer


@pytest.fixture
def model_file(tmp_path):
    def write(text):
        path = tmp_path / "puzzle.toml"
        path.write_text(text)
        return str(path)

    return write


@st.composite
def models(draw):
    """Small models of every kind."""
    items = draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(st.integers(-1, 2), min_size=items, max_size=items), max_size=7))
    demands = []
    for _ in range(items):
        low = draw(st.integers(-1, 3))
        demands.append((low, max(0, low + draw(st.integers(0, 2)))))
    return Model.build(
        {f"i{i}": demand for i, demand in enumerate(demands)},
        [{f"i{i}": amount for i, amount in enumerate(row) if amount} for row in rows],
    )


@settings(max_examples=examples(70))
@given(models())
def test_claims_are_those_of_brute_force(oracle, model):
    solutions = oracle(model)
    certificate = prove(model)
    assert certificate.claim == ("impossible", "unique", "several")[min(2, len(solutions))]
    assert certificate.proved
    assert len(certificate.options) == min(2, len(solutions))
    assert set(certificate.options) <= solutions
    if is_covered(model):
        assert not any(set(a) < set(b) for a in solutions for b in solutions)


@settings(max_examples=examples(60))
@given(models())
def test_a_forbidding_clause_forbids_just_that_solution(oracle, model):
    solutions = oracle(model)
    for solution in list(solutions)[:3]:
        clause = forbidding_clause(model, list(solution))
        broken = [s for s in solutions if not any((abs(x) - 1 in s) == (x > 0) for x in clause)]
        assert broken == [solution]


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_proves_both_claims(engine):
    certificate = prove(accord.load("langford:5"), engine=engine, by="clauses")
    assert (certificate.claim, certificate.proved) == ("impossible", True)
    assert certificate.sizes.lemmas > 0
    certificate = prove(sudoku("1... ..3. .... .4..", 4, 2), engine=engine)
    expected = accord.count(sudoku("1... ..3. .... .4..", 4, 2)).count
    assert certificate.claim == ("unique" if expected == 1 else "several")


@pytest.mark.parametrize("encoding", ["pairwise", "sequential", "totalizer", "diagram", "adder"])
def test_every_encoding_gives_a_proof(encoding):
    certificate = prove(accord.load("langford:6"), encoding=encoding, by="clauses")
    assert (certificate.claim, certificate.proved) == ("impossible", True)


def test_a_sudoku_has_one_solution():
    certificate = prove(sudoku(SUDOKU))
    assert (certificate.claim, certificate.proved) == ("unique", True)
    assert "r1c3=4" in certificate.solutions[0]
    assert len(certificate.solutions[0]) == 81
    assert any("encoder" in what for what in certificate.trusted)


def test_the_mutilated_chessboard(model_file):
    puzzle = accord.load(model_file(MUTILATED))
    certificate = prove(puzzle, by="clauses")
    assert (certificate.claim, certificate.proved) == ("impossible", True)
    assert certificate.sizes.lemmas > 100
    certificate = prove(puzzle)
    assert (certificate.claim, certificate.proved, certificate.engine) == ("impossible", True, "")
    assert set(certificate.weights.values()) == {1, -1}
    assert certificate.trusted == SUMS


def test_a_packing_has_one_solution(model_file):
    prover = Prover(accord.load(model_file(NARROW)))
    for _ in prover:
        pass
    assert (prover.certificate.claim, prover.certificate.proved) == ("unique", True)
    assert len(prover.forbidding) == 12
    assert checked(prover) == "proved"


def five_of_four_values():
    """Five numbers that differ and have four values: the lowering sees that this is impossible."""
    p = Problem()
    x = p.integers(5, 1, 4)
    p.different(x)
    p.add(p.integer("y", 1, 9) + x[0] >= 3)
    return p


def test_what_the_lowering_deduces_is_no_part_of_a_proof(tmp_path):
    p = five_of_four_values()
    prover = Prover(p, by="clauses")
    deque(prover, 0)
    assert prover.certificate.claim == "impossible"
    assert all(len(clause) for clause in prover.formula.clauses())
    assert p.model.items == prover.model.items + 1
    deduced = {*p.model.item_names}.difference(prover.model.item_names)
    by_weights = Prover(p, by="weights")
    deque(by_weights, 0)
    assert by_weights.weights is not None
    assert deduced.isdisjoint(by_weights.weights.weights)
    written = write(p, tmp_path / "none.count")
    assert written.count == 0
    with gzip.open(tmp_path / "none.count") as file:
        heading = json.loads(file.readline())
    assert deduced.isdisjoint(name for name, _, _ in heading["items"])
    p.save(tmp_path / "five.toml")
    assert check(
        tmp_path / "none.count", model=without_deductions(accord.load(tmp_path / "five.toml"))[1]
    ).named


def test_several_solutions_are_witnessed():
    certificate = prove(accord.load("queens:4"))
    assert (certificate.claim, certificate.proved) == ("several", True)
    assert certificate.solutions[0] != certificate.solutions[1]
    assert set(certificate.difference) == set(certificate.solutions[0]) ^ set(certificate.solutions[1])


def test_the_proof_depends_on_the_clause_that_forbids():
    prover = Prover(sudoku(SUDOKU))
    for _ in prover:
        pass
    assert checked(prover) == "proved"
    prover.forbidding = [-literal for literal in prover.forbidding]  # holds in the solution
    assert checked(prover) != "proved"


def test_a_false_proof_raises(monkeypatch):
    genuine = drat.reading
    monkeypatch.setattr("accord.certify.proof_check.drat.reading", lambda data, name: genuine(b"0\n", name))
    with pytest.raises(EngineError, match="glucose4 gave a false proof: step 1 adds"):
        prove(accord.load("langford:5"), engine="glucose4", by="clauses")
    false = lrat.read(b"900 0 1 2 0")
    monkeypatch.setattr("accord.certify.proof_check.lrat.reading", lambda *_: iter([false]))
    with pytest.raises(EngineError, match=r"cadical195 gave a false proof: .*; of its hint 1 two literals"):
        prove(accord.load("langford:5"), by="clauses")


def test_engines_without_proofs_are_refused():
    with pytest.raises(UsageError, match="gives no proofs"):
        prove(accord.load("langford:5"), engine="minicard")
    with pytest.raises(UsageError, match="unknown encoding"):
        prove(accord.load("langford:5"), encoding="magic")


def test_a_time_limit_ends_it_while_the_solver_runs(monkeypatch):
    clock, slices, begin = Clock(), 0, solver.add

    def begun(*arguments):
        clock.step = 1.0  # from now on, for each slice
        begin(*arguments)

    monkeypatch.setattr(solver, "add", begun)
    monkeypatch.setattr(limits, "monotonic", clock)
    monkeypatch.setattr(module, "GLANCE", 0.0)
    monkeypatch.setattr(module, "LONGER", 0.0)
    prover = Prover(accord.load("langford:13"), time_limit=9.5, by="clauses")
    for _ in prover:
        slices += clock.step > 0
    assert slices == 10
    certificate = prover.certificate
    assert not [thread for thread in threading.enumerate() if thread.name == "accord-awaited"]
    assert (certificate.status, certificate.proved) == ("time", False)
    assert certificate.claim == "undecided"


def test_a_prover_is_iterated_over_once():
    left = Prover(accord.load("langford:7"))
    assert left.certificate.status == "cancelled"
    for _ in left:
        break
    certificate = left.certificate
    assert (certificate.status, certificate.reason) == ("cancelled", "not finished")
    assert (certificate.claim, certificate.proved) == ("undecided", False)
    with pytest.raises(UsageError, match="was left before its end"):
        next(iter(left))
    whole = Prover(accord.load("queens:3"))
    assert list(whole)
    before = whole.certificate
    assert (before.claim, before.proved, before.status, before.reason) == ("impossible", True, "complete", "")
    assert list(whole) == []
    assert whole.certificate == before


def test_solved_but_not_checked_is_told():
    cancel = threading.Event()
    prover = Prover(accord.load("langford:9"), by="clauses", cancel=cancel)
    for _ in prover:
        if prover.proof is not None:
            cancel.set()
    certificate = prover.certificate
    assert (certificate.claim, certificate.proved, certificate.status) == ("impossible", False, "cancelled")
    assert certificate.reason.startswith("solved but not checked")
    assert "not checked" in certificate.statement
    assert certificate.trusted == ()


def test_what_was_searched_is_told_where_there_is_no_proof():
    certificate = prove(accord.load("queens:3"), by="weights")
    assert (certificate.claim, certificate.proved, certificate.status) == ("impossible", False, "complete")
    assert certificate.searched.startswith("native/")
    assert "searched everything: no solution; a proof that others could check was not found" in (
        certificate.statement
    )
    certificate = prove(accord.load("aquarium-6x6"), by="weights")
    assert (certificate.claim, certificate.proved, len(certificate.solutions)) == ("unique", False, 1)


def test_an_engine_that_searched_and_a_solver_that_disagree_raise(monkeypatch):
    monkeypatch.setattr(module.TimedRun, "searched", "native/blind")
    monkeypatch.setattr(module.TimedRun, "solutions", [])
    with pytest.raises(EngineError, match="native/blind says impossible, and cadical195 several"):
        prove(accord.load("queens:4"), by="clauses")


def test_weights_that_do_not_add_up_are_no_proof(monkeypatch):
    found = argument(accord.load("langford:5").model)
    monkeypatch.setattr("accord.certify.prove.reason_of", lambda puzzle: None)
    monkeypatch.setattr("accord.certify.weights.argument", lambda model: replace(found, modulo=3))
    with pytest.raises(EngineError, match="weights were found that refute nothing: option"):
        prove(accord.load("langford:5"))


# -- the command line ------------------------------------------------------------------------------


def test_files_pass_a_check_of_their_own(tmp_path, model_file):
    cnf, proof = str(tmp_path / "f.cnf"), str(tmp_path / "p.drat")
    puzzle = model_file(cover.text(sudoku(SUDOKU), "a sudoku"))
    run = CliRunner().invoke(command, [puzzle, "--cnf", cnf, "--drat", proof])
    assert run.exit_code == 0, run.output
    assert run.stdout.startswith("unique: the model has this solution, and no other")
    run = CliRunner().invoke(command, ["--check", cnf, proof])
    assert (run.exit_code, run.stdout) == (0, "proved: the formula is unsatisfiable\n")

    lines = Path(cnf).read_text().splitlines()
    weaker = tmp_path / "weaker.cnf"  # without the clause that forbids the solution
    header = next(i for i, line in enumerate(lines) if line.startswith("p cnf"))
    words = lines[header].split()
    lines[header] = f"p cnf {words[2]} {int(words[3]) - 1}"
    weaker.write_text("\n".join(lines[:-1]) + "\n")
    run = CliRunner().invoke(command, ["--check", str(weaker), proof])
    assert run.exit_code == 1
    assert run.stdout.startswith(("rejected", "incomplete"))


@pytest.mark.parametrize("engine", ["cadical195", "glucose4", "lingeling"])
def test_a_proof_with_hints_passes_a_check_of_its_own(tmp_path, engine):
    cnf, proof = str(tmp_path / "f.cnf"), tmp_path / "p.lrat"
    run = CliRunner().invoke(
        command, ["langford:6", "--engine", engine, "--cnf", cnf, "--lrat", str(proof), "--json"]
    )
    assert run.exit_code == 0, run.output
    text = proof.read_text()
    formula = [clause.tolist() for clause in np.split(*reversed(clauses_of(cnf)))]
    assert proves(formula, text)
    assert json.loads(run.stdout)["sizes"]["needed"] == text.count("\n") - text.count("d")
    run = CliRunner().invoke(command, ["--check", cnf, str(proof)])
    assert (run.exit_code, run.stdout) == (0, "proved: the formula is unsatisfiable\n")
    assert run.stderr.startswith("a conflict follows at step")

    lines = text.splitlines()
    place = next(k for k, line in enumerate(lines) if " d " not in line)
    proof.write_text("\n".join([*lines[:place], lines[place].rsplit(" ", 2)[0] + " 0", *lines[place + 1 :]]))
    run = CliRunner().invoke(command, ["--check", cnf, str(proof), "--json"])
    facts = json.loads(run.stdout)
    assert (run.exit_code, facts["answer"], facts["step"]) == (1, "rejected", place + 1)
    assert facts["why"] == "its hints lead to no conflict"
    proof.write_text(text + "x\n")
    assert CliRunner().invoke(command, ["--check", cnf, str(proof)]).exit_code == 0  # behind the empty clause
    proof.write_text("\n".join([*lines[: place + 1], "x"]))
    run = CliRunner().invoke(command, ["--check", cnf, str(proof)])
    assert isinstance(run.exception, InputError)
    assert f"{proof}:{place + 2}: found 'x'" in str(run.exception)


def clauses_of(cnf):
    """Where the clauses of a formula begin, but the first, and their literals."""
    start, literal = dimacs.read_clauses(Path(cnf).read_bytes(), cnf)
    return start[1:-1], literal


def test_both_proofs_of_one_solver_hold(tmp_path):
    """Of cadical195, DRAT is made of LRAT: the same clauses, of which the trimmed proof keeps some."""
    prover = Prover(sudoku(SUDOKU), by="clauses", trim=True)
    for _ in prover:
        pass
    whole, trimmed = prover.drat(), prover.trimmed
    assert checked(prover) == "proved"
    assert 0 < trimmed.lemmas <= whole.lemmas
    kept = {frozenset(trimmed.step(index)[1]) for index in range(trimmed.steps)}
    assert kept <= {frozenset(lemma) for _, lemma in map(whole.step, range(whole.steps))} | {frozenset()}


@settings(max_examples=examples(80))
@given(st.lists(st.lists(st.integers(-6, 6).filter(bool), min_size=1, max_size=3), min_size=8, max_size=40))
def test_the_hints_of_cadical(clauses):
    """Also where it derives clauses while it is still given the formula's, and numbers all in one row."""
    with solver._start_solver("cadical195") as cadical:
        solver.add(cadical, clauses, threading.Event())
        if cadical.solve():
            return
        proof = lrat.from_one(lrat.read(solver._proof(cadical)), len(clauses))
    assert proves(clauses, "".join(lrat.write(proof)))


def test_the_empty_solution_is_forbidden_in_the_files_too(tmp_path, model_file):
    cnf, proof = str(tmp_path / "f.cnf"), str(tmp_path / "p.drat")
    puzzle = model_file(cover.text(Model.build({"a": (0, 1)}, []), "nothing to choose"))
    run = CliRunner().invoke(command, [puzzle, "--cnf", cnf, "--drat", proof])
    assert run.stdout.startswith("unique: the model has this solution, and no other")
    run = CliRunner().invoke(command, ["--check", cnf, proof])
    assert (run.exit_code, run.stdout) == (0, "proved: the formula is unsatisfiable\n")


def test_variables_may_be_as_large_and_as_far_apart_as_a_proof_can_name_them(tmp_path):
    cnf, proof = tmp_path / "f.cnf", tmp_path / "p.drat"
    most = 2**30 - 1
    variables = [most, *range(5, most, most // 50_000)]
    clauses = [f"{variable} {-most} 0" for variable in variables[1:]] + [f"{most} 0", f"{-variables[-1]} 0"]
    cnf.write_text(f"p cnf {most} {len(clauses)}\n" + "\n".join(clauses) + "\n")
    proof.write_text(f"{variables[9]} {variables[8]} 0\n{-most} 0\n0\n")
    run = CliRunner().invoke(command, ["--check", str(cnf), str(proof)])
    assert (run.exit_code, run.stdout) == (0, "proved: the formula is unsatisfiable\n")
    cnf.write_text(f"p cnf {most} {len(clauses) - 1}\n" + "\n".join(clauses[:-1]) + "\n")
    run = CliRunner().invoke(command, ["--check", str(cnf), str(proof)])
    assert (run.exit_code, run.stdout) == (1, "rejected: the proof proves nothing\n")


def test_what_does_not_fit_into_memory_is_a_line(monkeypatch):
    def too_large(*_):
        raise MemoryError

    monkeypatch.setattr("accord.formats.dimacs.read_clauses", too_large)
    done = called("prove", "--check", __file__, __file__)
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.startswith("accord: there is not enough memory")


def test_a_check_that_is_stopped_is_no_verdict(tmp_path):
    (tmp_path / "f.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    (tmp_path / "p.drat").write_text("0\n")
    files = [str(tmp_path / "f.cnf"), str(tmp_path / "p.drat")]
    run = CliRunner().invoke(command, ["--check", *files, "--json", "--time-limit", "1e-9"])
    assert run.exit_code == 5
    assert run.stdout == '{"answer":"undecided","reason":"stopped after 1e-09 seconds"}\n'


def test_weights_pass_a_check_of_their_own(tmp_path):
    weights = tmp_path / "weights.json"
    run = CliRunner().invoke(command, ["langford:6", "--weights", str(weights)])
    assert run.exit_code == 0, run.output
    assert run.stdout.startswith("impossible: the model has no solution: every option weighs a multiple of 2")
    check = ["--check", "langford:6", str(weights)]
    run = CliRunner().invoke(command, check)
    assert (run.exit_code, run.stdout) == (0, "proved: there is no solution\n")
    assert (
        CliRunner().invoke(command, [*check, "--json"]).stdout.startswith('{"answer":"proved","sums":"every')
    )
    weights.write_text(weights.read_text().replace('"s2": 1', '"s2": 2'))
    run = CliRunner().invoke(command, check)
    assert (run.exit_code, run.stdout) == (1, "rejected: they prove nothing\n")
    run = CliRunner().invoke(command, ["--check", "queens:4", str(weights)])
    assert isinstance(run.exception, InputError)
    assert "found 's2', which is no item of this puzzle" in str(run.exception)


def test_no_weights_are_exit_code_5_and_no_file(tmp_path):
    weights = tmp_path / "weights.json"
    run = CliRunner().invoke(command, ["queens:3", "--weights", str(weights)])
    assert run.exit_code == 5
    assert run.stdout.startswith("not proved: native/")
    assert not weights.exists()
    run = CliRunner().invoke(
        command, ["queens:3", "--weights", str(weights), "--cnf", str(tmp_path / "f.cnf")]
    )
    assert run.exit_code == 2


def test_hidden_options_that_are_not_determined_raise():
    model = Model.build(["a"], {"x": ["a"], "h": []}, hidden=["h"])
    with pytest.raises(EngineError, match="hidden options are not determined"):
        prove(model)


def test_a_damaged_file_is_a_fault_with_a_place(tmp_path):
    cnf, proof = tmp_path / "f.cnf", tmp_path / "p.drat"
    cnf.write_text("p cnf 1 2\n1 0\n-1 0\n")
    proof.write_text("1 2\n")
    run = CliRunner().invoke(command, ["--check", str(cnf), str(proof)])
    assert isinstance(run.exception, InputError)
    assert f"{proof}:1" in str(run.exception)
    run = CliRunner().invoke(command, ["--check", str(cnf)])
    assert run.exit_code == 2


def test_json_is_the_certificate():
    import msgspec

    run = CliRunner().invoke(command, ["langford:5", "--json", "--quiet", "--encoding", "pairwise"])
    facts = msgspec.json.decode(run.stdout)
    assert (facts["claim"], facts["proved"], facts["puzzle"]) == ("impossible", True, "langford:5")
    assert np.all([facts["sizes"][key] > 0 for key in ("variables", "clauses", "lemmas")])
