"""`accord prove`: write a proof that a puzzle has no or one solution, or check a proof from elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from accord import exits
from accord.arguments import about, values
from accord.arguments.proof import ProveArguments, ProveCommand
from accord.cli.console import Console
from accord.cli.explain import tell_weights
from accord.cli.help import Command
from accord.cli.options import json_option, options_of, puzzle_argument, query_of_options, variant_option
from accord.cli.output import board, check_output, json, write
from accord.cli.streams import put
from accord.errors import AccordError, number_of
from accord.exits import Code

if TYPE_CHECKING:
    from accord.certify.certificate import Certificate
    from accord.certify.prove import Prover
    from accord.formats.dimacs import Clauses
    from accord.puzzles.puzzle import Puzzle

CUTS = 5  # whose names are printed


@click.command(cls=Command)
@puzzle_argument
@click.argument("proof", required=False, type=click.Path(dir_okay=False))
@variant_option
@options_of(ProveCommand)
@json_option
@click.option("--quiet", "-q", is_flag=True, help="Print no statistics.")
def prove(puzzle: str, variant: str | None, as_json: bool, quiet: bool, **given: Any) -> None:
    """Prove that a puzzle has no solution, or exactly one; or check a proof.

    \b
    accord prove langford:5
    accord prove langford:5 --weights weights.json
    accord prove --check langford:5 weights.json
    accord prove nonogram-key --cnf formula.cnf --drat proof.drat
    accord prove --check formula.cnf proof.drat
    accord prove nonogram-key --cnf formula.cnf --lrat proof.lrat
    accord prove --check formula.cnf proof.lrat
    accord prove slitherlink-6 --drat proof.drat --cuts cuts.json
    accord prove --check slitherlink-6 proof.drat --cuts cuts.json

    Accord first looks for weights of the rules whose sum is a contradiction: you can check such a proof by
    adding up. Otherwise a SAT solver refutes the formula of the puzzle, and Accord checks the solver's proof
    line by line. --weights asks for the first kind only; --cnf, --drat, --lrat, --cuts, --engine and
    --encoding ask for the second.

    The files are for other checkers. A proof in LRAT names for each line the lines that it follows from, so
    its check is faster than that of DRAT; --check finds out which of the two a file is. Some puzzles have
    lazy constraints (cuts), which a search finds when it needs them; --cuts lists those that the proof uses,
    and the check derives each of them again.
    Exit code 5: no proof was found, or it was not checked in time.
    """
    query = query_of_options(ProveCommand, given)
    with Console(quiet) as console:
        if query.check:
            _check(puzzle, variant, query, as_json, console)
        _prove(puzzle, variant, query, as_json, console)


def _prove(
    puzzle: str, variant: str | None, query: ProveCommand, as_json: bool, console: Console
) -> NoReturn:
    """Prove, write the files, tell, and leave."""
    from accord.certify.prove import Prover
    from accord.certify.prove import check as check_names
    from accord.puzzles.loader import reader
    from accord.runner.limits import Limits

    limits = Limits.of(query, cancel=console.cancel)
    check_names(query.engine, query.encoding)
    files = {
        "formula": query.cnf, "proof": query.drat, "proof with hints": query.lrat, "cuts": query.cuts,
        "weights": query.weights,
    }  # fmt: skip
    named = [name for name in files.values() if name is not None]
    for name in named:
        check_output(name, puzzle)
    if len(set(map(os.path.realpath, named))) < len(named):
        raise click.UsageError("two of --cnf, --drat, --lrat and --cuts name the same file; name others")
    read = reader(puzzle, variant)
    console.show("building the model")
    clauses = query.filter_given(about(ProveCommand)["weights"].excludes)
    by = "weights" if query.weights else "clauses" if clauses else "any"
    how = values(query, ProveArguments) | console.watch | {"by": by}
    prover = Prover(read, **how, trim=query.lrat is not None)
    loaded = read()
    for _ in prover:
        pass
    console.clear()
    certificate = prover.certificate
    unwritten = _write(prover, loaded, files, console)
    if as_json:
        put(certificate.json())
    else:
        limits.to_show().guard("the boards were drawn").do(_tell, certificate, loaded, console)
    if unwritten is not None:
        raise unwritten
    raise click.exceptions.Exit(exits.of(certificate.status, None if certificate.proved else False))


def _tell(certificate: Certificate, loaded: Puzzle, console: Console) -> None:

    put(f"{certificate.verdict}: {certificate.statement}")
    for options in certificate.options:
        put(f"\n{board(loaded.picture(options))}")
    sizes, seconds = certificate.sizes, certificate.seconds
    tell_weights(certificate.weights, loaded)
    if certificate.engine:
        console.say(
            f"{certificate.engine}: {sizes.variables:,} variables, {sizes.clauses:,} clauses, "
            f"{f'{sizes.conflicts:,} conflicts, ' if sizes.conflicts else ''}{seconds.solve:.3f} s"
        )
    if certificate.cuts:
        names = "; ".join(cut.name for cut in certificate.cuts[:CUTS])
        console.say(f"cuts: {names}{'; ...' if len(certificate.cuts) > CUTS else ''}")
    if certificate.checked:
        console.say(
            f"proof: {sizes.lemmas:,} lemmas, {sizes.deletions:,} deletions, {sizes.bytes:,} bytes; "
            f"{certificate.checked['lemmas']:,} lemmas checked, {seconds.check:.3f} s"
        )
    if sizes.needed:
        console.say(f"with hints: {sizes.needed:,} lemmas are needed, and were checked by their hints alone")
    if certificate.difference:
        console.say(f"they differ in: {'; '.join(certificate.difference)}")
    for what in certificate.trusted:
        console.say(f"trusted: {what}")
    if certificate.reason:
        console.say(f"partial: {certificate.reason}")


def _write(
    prover: Prover, loaded: Puzzle, files: dict[str, str | None], console: Console
) -> AccordError | None:
    """Write the files that were asked for; return a failure: the result is printed all the same."""
    from accord.certify import cuts, sums
    from accord.formats import dimacs, lrat
    from accord.formats import drat as proofs

    texts: dict[str, Callable[[], str | Iterator[str]]] = {}
    if (formula := prover.formula) is not None:
        forbidding = prover.forbidding
        texts["formula"] = lambda: dimacs.write_formula(
            formula, prover.stated, loaded.title, forbidding=forbidding
        )
    if files["proof"] is not None and (proof := prover.drat()) is not None:
        texts["proof"] = lambda: proofs.write(proof)
    if (trimmed := prover.trimmed) is not None:
        texts["proof with hints"] = lambda: lrat.write(trimmed)
    if (derived := prover.cuts_of_proof()) is not None:
        texts["cuts"] = lambda: cuts.write(derived)
    if (weights := prover.weights) is not None:
        texts["weights"] = lambda: sums.write(weights)
    failure: AccordError | None = None
    for what, name in files.items():
        if name is not None and what not in texts:
            console.say(
                f"there {'are' if what in ('cuts', 'weights') else 'is'} no {what}; {name} is not written"
            )
        elif name is not None:
            try:
                write(name, texts[what]())
            except AccordError as error:
                failure = error
    return failure


class _Judged(NamedTuple):
    """The result of a check: the answer, its meaning, the effort, and all as JSON."""

    answer: str
    says: str
    how: str
    facts: dict[str, Any]


def _check(
    puzzle: str, variant: str | None, query: ProveCommand, as_json: bool, console: Console
) -> NoReturn:
    """Check a proof from outside and leave: 0 if it holds, 1 if it does not, 5 if it took too long."""
    from accord.runner.driver import Driver
    from accord.runner.limits import Limits

    limits, proof = Limits.of(query, cancel=console.cancel), Path(str(query.proof))
    if query.cuts is not None:
        steps = _check_cuts(puzzle, variant, Path(query.cuts), proof)
    elif _is_json(proof):
        steps = _check_sums(puzzle, variant, proof)
    elif variant is not None:
        raise click.UsageError("--variant is of a puzzle; a formula has none")
    else:
        steps = _verdict(Path(puzzle), proof)
    console.show(f"checking {proof}")
    driver: Driver[_Judged] = Driver(limits, doing="the proof was read")
    judged, stop = driver.finish(steps), driver.stop
    console.clear()
    if judged is None:
        if as_json:
            put(json({"answer": "undecided", "reason": stop.reason}))
        console.say(f"partial: {stop.reason}, before the proof was checked to its end")
        raise click.exceptions.Exit(exits.of(stop.status))
    if as_json:
        put(json(judged.facts))
    else:
        put(f"{judged.answer}: {judged.says}")
        console.say(judged.how)
    raise click.exceptions.Exit(Code.DONE if judged.answer == "proved" else Code.FAILED)


def _is_json(path: Path) -> bool:
    """Whether a file holds an object, as no proof of clauses does."""
    with suppress(OSError), path.open("rb") as file:
        return file.read(1) == b"{"
    return False


def _check_sums(puzzle: str, variant: str | None, path: Path) -> Generator[object, None, _Judged]:
    """Read weights and add up."""
    from accord.certify import sums
    from accord.puzzles.loader import load
    from accord.puzzles.reading import content

    certificate = sums.read(content(path, sums.LARGEST, "weights"), str(path))
    yield None
    found = sums.add_up(load(puzzle, variant).model, certificate, str(path))
    answer, says = ("proved", "there is no solution") if found.refuted else ("rejected", "they prove nothing")
    return _Judged(answer, says, found.words, {"answer": answer, "sums": found.words})


def _check_cuts(
    puzzle: str, variant: str | None, path: Path, proof: Path
) -> Generator[object, None, _Judged]:
    """Read cuts, derive each, write the formula anew, and check the proof of it."""
    from accord.certify import cuts
    from accord.puzzles.loader import load
    from accord.puzzles.reading import content

    certificate = cuts.read(content(path, cuts.LARGEST, "cuts"), str(path))
    yield None
    clauses = yield from cuts.clauses_to_refute(load(puzzle, variant).model, certificate)
    if isinstance(clauses, str):
        return _Judged("rejected", clauses, f"read {path}", {"answer": "rejected", "reason": clauses})
    there = "there is no solution" if certificate.solution is None else "there is one solution"
    number = len(certificate.cuts)
    says = f"{there}; {number_of(number, 'cuts')} {'was' if number == 1 else 'were'} derived"
    return (yield from _check_proof(clauses, proof, says))


def _verdict(formula: Path, proof: Path) -> Generator[object, None, _Judged]:
    """Read both files and check the proof; yields some ten times a second, but for the formula."""
    from accord.formats import dimacs
    from accord.puzzles.reading import content

    clauses = dimacs.read_clauses(content(formula, dimacs.LARGEST_FORMULA, "a formula"), str(formula))
    yield None
    return (yield from _check_proof(clauses, proof, "the formula is unsatisfiable"))


def _check_proof(clauses: Clauses, proof: Path, says: str) -> Generator[object, None, _Judged]:
    """Read a proof and check that it refutes these clauses; `says` is what then is proved."""
    from accord.certify.checker import checking
    from accord.certify.hints import following
    from accord.certify.proof_check import describe
    from accord.formats import drat, lrat
    from accord.formats.source import AT_ONCE
    from accord.puzzles.reading import content

    if lrat.is_lrat(content(proof, AT_ONCE, "a proof"), len(clauses[0]) - 1):
        with proof.open("rb") as file:
            verdict = yield from following(clauses, lrat.reading(file, str(proof)))
    else:
        steps = yield from drat.reading(content(proof, drat.LARGEST, "a proof"), str(proof))
        verdict = yield from checking(clauses, steps)
    told = says if verdict.answer == "proved" else "the proof proves nothing"
    return _Judged(verdict.answer, told, describe(verdict), asdict(verdict))
