"""`accord doctor`: what is installed, and whether each backend counts a small puzzle right."""

from __future__ import annotations

import os
import platform
from time import perf_counter

import click

from accord.versions import version_of

SOLUTIONS_OF_SIX_QUEENS = 4


@click.command()
def doctor() -> None:
    """Show versions, and let every backend count the six queens."""
    from accord.backends import table
    from accord.errors import AccordError, MissingBackendError
    from accord.puzzles import table as families

    click.echo(f"accord {version_of('accord')}, Python {platform.python_version()}, {platform.platform()}")
    click.echo(f"processors: {os.cpu_count()}")
    worst = 0
    for name in table.rows():
        try:
            verdict, code = _verdict(name)
        except MissingBackendError as error:
            verdict, code = str(error), 4
        except AccordError as error:
            verdict, code = f"FAILED: {error}", 1
        click.echo(f"{name:8} {verdict}")
        worst = code if worst != 1 and code else worst
    for row in families.broken():
        click.echo(f"{row.name:8} broken: {row.broken} (a family of {row.package})")
        worst = worst or 1
    raise click.exceptions.Exit(worst)


def _verdict(name: str) -> tuple[str, int]:
    from accord.backends import table
    from accord.puzzles.library import load
    from accord.runner.api import count

    versions = ", ".join(f"{package} {number}" for package, number in table.backend(name).versions().items())
    started = perf_counter()
    outcome = count(load("queens:6"), backend=name, time_limit=60)
    seconds = perf_counter() - started
    if (outcome.count, outcome.exact) != (SOLUTIONS_OF_SIX_QUEENS, True):
        return f"WRONG: {outcome.words} solutions of the six queens, not {SOLUTIONS_OF_SIX_QUEENS}", 1
    return f"works ({outcome.engine}; {versions}; {seconds:.2f} s)", 0
