"""What `accord check` does with certificates of counts: files that `accord certify` writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import click

from accord.cli.output import json
from accord.cli.streams import put
from accord.exits import Code

if TYPE_CHECKING:
    from accord.certify.count import Verdict
    from accord.cli.console import Console


def check_count(
    file: str, as_json: bool, console: Console, *, puzzle: str | None, variant: str | None, **limits: Any
) -> NoReturn:
    """Follow a certificate, tell, and leave: 0 if it holds, 1 if not. Raises what `check` raises."""
    from accord.certify.count import check
    from accord.puzzles.loader import load

    model = None if puzzle is None else load(puzzle, variant).model
    verdict = check(file, model=model, **limits, **console.watch)
    console.clear()
    named = puzzle if variant is None else f"{puzzle} --variant {variant}"
    if as_json:
        put(json({"file": file, **verdict.facts()}))
    else:
        put(f"{file}: {_said(verdict, named)}")
    if verdict.proved and not verdict.named:
        console.say(
            f"the file calls this {verdict.puzzle!r}; --puzzle NAME holds it against a puzzle of that name"
        )
    console.say(f"{verdict.kind}: {verdict.situations:,} decisions, {verdict.seconds:.3f} s")
    raise click.exceptions.Exit(Code.DONE if verdict.proved else Code.FAILED)


def _said(verdict: Verdict, named: str | None) -> str:
    if not verdict.proved:
        return f"not proved: {verdict.reason}"
    what = f"{verdict.count:,} solution{'' if verdict.count == 1 else 's'}"
    if verdict.order > 1:
        what += f" up to {verdict.order} symmetries"
    return f"proved: {named or 'the puzzle in it'} has {what}"
