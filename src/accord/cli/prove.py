"""`accord prove`: a proof that others can check, or a check of theirs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord import exits
from accord.cli.options import json_option, option, puzzle_argument, variant_option
from accord.cli.output import json
from accord.errors import AccordError
from accord.exits import Code

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from accord.certify.certificate import Certificate
    from accord.certify.checker import Verdict
    from accord.certify.prove import Prover
    from accord.cli.console import Console
    from accord.puzzles.puzzle import Puzzle


@click.command()
@puzzle_argument
@click.argument("proof", required=False, type=click.Path(dir_okay=False))
@variant_option
@option("engine", "A SAT solver.", default="cadical195", show_default=True)
@option("encoding", "pairwise, sequential, totalizer, diagram or adder.")
@click.option("--cnf", type=click.Path(dir_okay=False), metavar="FILE", help="Write the formula (DIMACS).")
@click.option("--drat", type=click.Path(dir_okay=False), metavar="FILE", help="Write the proof (DRAT text).")
@click.option("--check", is_flag=True, help="Check a proof: the arguments are FORMULA.cnf and PROOF.drat.")
@option("time_limit", "Stop after this time, checking included.")
@json_option
@click.option("--quiet", "-q", is_flag=True, help="No statistics.")
def prove(
    puzzle: str,
    proof: str | None,
    variant: str | None,
    engine: str,
    encoding: str | None,
    cnf: str | None,
    drat: str | None,
    check: bool,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Prove that a puzzle has no solution, or just one; or check a proof.

    \b
    accord prove langford:5
    accord prove FILE.toml --cnf formula.cnf --drat proof.drat
    accord prove --check formula.cnf proof.drat

    A SAT solver refutes the puzzle's formula, and our checker reads its proof line by line. The two files are
    for other checkers. Exit code 5: stopped before the proof was checked.
    """
    from accord.cli.console import Console

    console = Console(quiet)
    if check:
        if proof is None or variant or encoding or cnf or drat:
            raise click.UsageError("--check takes a formula and a proof: --check FORMULA.cnf PROOF.drat")
        _check(Path(puzzle), Path(proof), time_limit, as_json, console)
    if proof is not None:
        raise click.UsageError(f"unexpected {proof!r}; two files are for --check")
    from accord.certify.prove import Prover
    from accord.certify.prove import check as check_names
    from accord.cli.output import check as check_output
    from accord.puzzles.library import load

    check_names(engine, encoding)
    for name in filter(None, (cnf, drat)):
        check_output(name)
    if cnf is not None and drat is not None and Path(cnf).resolve() == Path(drat).resolve():
        raise click.UsageError("--cnf and --drat name the same file; name two")
    loaded = load(puzzle, variant)
    prover = Prover(loaded, engine, encoding, time_limit, console.cancel)
    for _ in prover:
        pass
    certificate = prover.certificate
    unwritten = _write(prover, loaded, cnf, drat, console)
    if as_json:
        click.echo(certificate.json())
    else:
        _tell(certificate, loaded, console)
    if unwritten is not None:
        raise unwritten
    raise click.exceptions.Exit(exits.of(certificate.status))


def _tell(certificate: Certificate, loaded: Puzzle, console: Console) -> None:
    from accord.cli.output import board

    word = certificate.claim if certificate.proved or certificate.claim == "undecided" else "not proved"
    click.echo(f"{word}: {certificate.statement}")
    for options in certificate.options:
        click.echo(f"\n{board(loaded.picture(options))}")
    sizes, seconds = certificate.sizes, certificate.seconds
    console.say(
        f"{certificate.engine}: {sizes.variables:,} variables, {sizes.clauses:,} clauses, "
        f"{f'{sizes.conflicts:,} conflicts, ' if sizes.conflicts else ''}{seconds.solve:.3f} s"
    )
    if certificate.checked:
        console.say(
            f"proof: {sizes.lemmas:,} lemmas, {sizes.deletions:,} deletions, {sizes.bytes:,} bytes; "
            f"{certificate.checked['lemmas']:,} lemmas checked, {seconds.check:.3f} s"
        )
    if certificate.difference:
        console.say(f"they differ in: {'; '.join(certificate.difference)}")
    for what in certificate.trusted:
        console.say(f"trusted: {what}")
    if certificate.reason:
        console.say(f"partial: {certificate.reason}")


def _write(
    prover: Prover, loaded: Puzzle, cnf: str | None, drat: str | None, console: Console
) -> AccordError | None:
    """Write the files that were asked for; returns a failure: the result is to be told in spite of it."""
    from accord.cli.output import write
    from accord.formats import dimacs
    from accord.formats import drat as proofs

    files: dict[str, Callable[[], str]] = {}
    if cnf is not None and prover.formula is not None:
        formula, forbidding = prover.formula, prover.forbidding
        files[cnf] = lambda: dimacs.write_formula(formula, prover.model, loaded.title, forbidding=forbidding)
    if drat is not None and prover.proof is not None:
        proof = prover.proof
        files[drat] = lambda: "".join(proofs.write(proof))
    for name, what in ((cnf, "formula"), (drat, "proof")):
        if name is not None and name not in files:
            console.say(f"there is no {what}; {name} is not written")
    failure: AccordError | None = None
    for name, text in files.items():
        try:
            write(name, text())
        except AccordError as error:
            failure = error
    return failure


def _check(formula: Path, proof: Path, time_limit: float | None, as_json: bool, console: Console) -> None:
    """Check a proof from outside and leave: 0 if it holds, 1 if it does not, 5 if it took too long."""
    from dataclasses import asdict

    from accord.certify.prove import described
    from accord.runner.limits import Limits

    limits = Limits(seconds=time_limit, cancel=console.cancel)
    verdict, stop = limits.within(_verdict(formula, proof))
    if verdict is None:
        assert stop is not None
        if as_json:
            click.echo(json({"answer": "undecided", "reason": stop.reason}))
        console.say(f"partial: {stop.reason}, before the proof was checked to its end")
        raise click.exceptions.Exit(exits.of(stop.status))
    if as_json:
        click.echo(json(asdict(verdict)))
    else:
        says = "the formula is unsatisfiable" if verdict.answer == "proved" else "the proof proves nothing"
        click.echo(f"{verdict.answer}: {says}")
        console.say(described(verdict))
    raise click.exceptions.Exit(Code.DONE if verdict.answer == "proved" else Code.FAILED)


def _verdict(formula: Path, proof: Path) -> Generator[None, None, Verdict]:
    """Read both files and check the proof; yields some ten times a second, but for the formula."""
    from accord.certify.checker import checking
    from accord.formats import dimacs, drat
    from accord.puzzles.document import content

    clauses = dimacs.read_clauses(content(formula, dimacs.LARGEST_FORMULA, "a formula"), str(formula))
    yield
    steps = yield from drat.reading(content(proof, drat.LARGEST, "a proof"), str(proof))
    return (yield from checking(clauses, steps))
