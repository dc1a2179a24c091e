"""The arguments and options that commands share, with their shell completion."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem, split_arg_string

from accord.names import unknown
from accord.symmetry import METHODS

Command = TypeVar("Command", bound=Callable[..., Any])


class Choice(click.Choice[str]):
    """One of some names; for any other there is one line, as for all names that there are not."""

    def __init__(self, what: str, names: Iterable[str]) -> None:
        """`what` says what is named."""
        super().__init__(list(names))
        self.what = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. Raises UsageError if there is none."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            raise unknown(self.what, value, self.choices) from None


UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:  # noqa: ARG001
    """A number of bytes, such as 500M or 2G."""
    if value is None:
        return None
    size = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:I?B)?", value.strip().upper())
    if size is None:
        raise click.BadParameter(f"{value!r} is no size; expected a number and K, M, G or T: 2G")
    return int(float(size[1]) * UNITS[size[2]])


def complete_puzzles(
    ctx: click.Context,  # noqa: ARG001 (click's signature)
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The puzzles of the library, and files."""
    from accord.puzzles import library

    names = [CompletionItem(name) for name in library.names() if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


def _complete_variants(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    from accord.errors import AccordError
    from accord.puzzles import library

    # while an option lacks its value click has parsed nothing, so look for puzzles among the words typed
    names = set(library.names())
    found: list[str] = []
    for word in split_arg_string(os.environ.get("COMP_WORDS", "")):
        if word in names or word.endswith(library.SUFFIX):
            with suppress(AccordError):
                found += library.load(word).variants
    return [CompletionItem(name) for name in found if name.startswith(incomplete)]


def _complete_backends(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    from accord.backends import table

    return [CompletionItem(name) for name in ("auto", *table.rows()) if name.startswith(incomplete)]


puzzle_argument = click.argument("puzzle", shell_complete=complete_puzzles)
variant_option = click.option(
    "--variant", metavar="NAME", shell_complete=_complete_variants, help="A variant that the puzzle declares."
)
memory_option = click.option(
    "--memory-limit",
    callback=_size,
    metavar="SIZE",
    help="For engines that trade memory for time, such as 2G; default: half of what is free.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the outcome as one JSON object.")

_RUN_OPTIONS = (
    variant_option,
    click.option("--distinct", is_flag=True, help="Count solutions up to the puzzle's symmetry."),
    click.option("--method", type=Choice("method", METHODS), help="How to find distinct solutions."),
    click.option(
        "--backend",
        default="auto",
        show_default=True,
        metavar="NAME",
        shell_complete=_complete_backends,
        help="auto, native, cpsat or sat.",
    ),
    click.option(
        "--engine", metavar="NAME", help="An engine: window, glucose4, ...; auto takes a backend that has it."
    ),
    click.option("--root", metavar="ITEM", help="The item to be placed first, such as a piece."),
    click.option("--no-reduce", is_flag=True, help="Keep options that are seen to be in no solution."),
    click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after this time; build included."),
    click.option(
        "--node-limit", type=int, metavar="N", help="Stop after N nodes: options placed, or else conflicts."
    ),
    memory_option,
    click.option("--seed", type=int, default=0, metavar="N", help="For engines that draw random numbers."),
    click.option("--workers", type=int, metavar="N", help="Search in N threads or processes."),
    click.option("--branch", metavar="NAME", help="What the engine sums tries next: streak, ..."),
    click.option("--propagate", metavar="NAME", help="How far it reasons: bounds, ..."),
    click.option("--encoding", metavar="NAME", help="How demands become clauses, for SAT: sequential, ..."),
    click.option("--digest", is_flag=True, help="Walk to every solution and print the set's digest."),
    json_option,
    click.option("--quiet", "-q", is_flag=True, help="No statistics and no progress."),
)


def run_options(command: Command) -> Command:
    """Add what every run can be asked for."""
    for option in reversed(_RUN_OPTIONS):
        command = option(command)
    return command
