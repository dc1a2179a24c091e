"""`make counts`: count every puzzle of a folder by every engine, and write the agreed counts into the files.

Only the `checked` lists are rewritten; a count that an engine contradicts is reported and left as it is.
An engine that is stopped by its limits has checked nothing.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
import msgspec

from accord.backends import table
from accord.errors import AccordError, UsageError
from accord.exits import Code
from accord.puzzles import toml
from accord.puzzles.loader import load
from accord.puzzles.locate import Path as Key
from accord.puzzles.locate import Places, join
from accord_compare.isolate import run_isolated
from accord_compare.job import Job
from accord_compare.row import expected_text, found_text

KERNELS = (
    "sudoku", "bands", "window", "bitset", "cells", "general", "sums", "layers", "memo",
    "deadlocks", "a-star",
)  # fmt: skip
ENGINES = (*(f"native/{kernel}" for kernel in KERNELS), "cpsat", "sat", "d4", "graphillion", "xcover")


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--time-limit", type=float, default=120.0, show_default=True, help="Seconds for each run.")
@click.option(
    "--engine", "engines", multiple=True, type=click.Choice(ENGINES), help="Only this one; repeatable."
)
@click.option("--memory-limit", type=int, default=4096, show_default=True, help="MiB for each run.")
def counts(files: tuple[Path, ...], time_limit: float, engines: tuple[str, ...], memory_limit: int) -> None:
    """Count the puzzles in FILES with every engine and rewrite their `checked` lists.

    Engines that are left out, or not installed, stay in the lists as they are.
    """
    asked = engines or tuple(name for name in ENGINES if _is_installed(name))
    wrong = 0
    for path in files:
        for variant in (None, *load(str(path)).variants):
            puzzle = load(str(path), variant)
            for which, declared in puzzle.counts.items():
                job = Job(
                    str(path),
                    "",
                    variant=variant,
                    distinct=which == "distinct",
                    plans=puzzle.is_plan,
                    expected=None if puzzle.is_plan and which == "all" else declared.count,
                    impossible=puzzle.is_plan and which == "all",
                    digest=False,
                    time_limit=time_limit,
                    memory_limit=memory_limit,
                )
                agreed, contradicted = _check(job, asked)
                wrong += contradicted
                kept = [name for name in declared.checked if name not in asked]
                names = [name for name in ENGINES if name in agreed or name in kept]
                text = path.read_bytes().decode()  # bytes, so that line ends stay as they are
                path.write_bytes(with_checked(text, variant, which, names).encode())
    sys.exit(Code.FAILED if wrong else Code.DONE)


def _is_installed(name: str) -> bool:
    backend = name.partition("/")[0]
    return table.there_is(backend) and table.is_installed(backend) and table.class_of(backend) is not None


def _check(question: Job, engines: Sequence[str]) -> tuple[list[str], int]:
    """Return the engines that counted what is declared, and how many counted something else."""
    agreed, contradicted = [], 0
    for name in engines:
        backend, _, engine = name.partition("/")
        job = msgspec.structs.replace(question, backend=backend, engine=engine or None)
        row = run_isolated(job, threading.Event())
        said = found_text(row) if row.ended else f"{row.ending} {row.reason}"
        click.echo(f"{question.title}: {name}: {said} ({row.seconds:.1f} s, {row.cpu_seconds:.1f} of CPU)")
        if row.ended and found_text(row) == expected_text(question):
            agreed.append(name)
        elif row.ended:
            contradicted += 1
            declared = expected_text(question)
            click.echo(f"CONTRADICTION: {question.title}: declared {declared}, {name} {found_text(row)}")
    return agreed, contradicted


def with_checked(text: str, variant: str | None, which: str, engines: Iterable[str]) -> str:
    """The text of a model file in which the `checked` of that count names these engines.

    Args:
        text: a model file, with its line ends as they are.
        variant: the variant whose count it is; None for that of the file itself.
        which: `all` or `distinct`.
        engines: what to name, as in `native/window`.

    Raises:
        UsageError: if the count, or its key `checked`, is not in the text.
    """
    above: Key = () if variant is None else ("variants", variant)
    path: Key = (*above, "counts", which, "checked")
    span = Places(text).spans.get(path)
    if span is None:
        raise UsageError(f"{join(path)} is not in the model file; add the key: checked = []")
    return text[: span.start] + toml.value(list(engines)) + text[span.end :]


if __name__ == "__main__":
    try:
        counts()
    except AccordError as error:
        sys.exit(f"counts: {error}")
