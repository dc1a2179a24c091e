"""`accord sample`: solutions drawn fairly, the n-th one, and how often each option occurs."""

from __future__ import annotations

from typing import Any, Literal

import click

from accord.cli.options import Choice, integer, option, puzzle_argument, time_option, variant_option
from accord.cli.output import json
from accord.cli.streams import put


@click.command()
@puzzle_argument
@variant_option
@click.option("-n", "number", type=integer(0), default=1, show_default=True, help="Draw so many.")
@option("seed", "Another draw.", show_default=True)
@click.option("--nth", type=int, metavar="K", help="The K-th solution instead, counted from 1.")
@click.option("--frequencies", is_flag=True, help="Instead, how many solutions have each option.")
@click.option("--style", type=Choice("style", ["board", "line"]), default="board", show_default=True)
@click.option("--jsonl", is_flag=True, help="One JSON object a line.")
@time_option(300, "Give up after this time")
@option("memory_limit")
@click.option("--quiet", "-q", is_flag=True, help="No statistics.")
def sample(
    puzzle: str,
    variant: str | None,
    number: int,
    seed: int,
    nth: int | None,
    frequencies: bool,
    style: Literal["board", "line"],
    jsonl: bool,
    quiet: bool,
    **limits: Any,
) -> None:
    """Draw solutions of a puzzle, all with equal chances.

    \b
    accord sample pentomino-6x10 -n 5 --seed 1
    accord sample dominoes-12x10 --nth 65743732590821
    accord sample pentomino-6x10 --frequencies
    """
    from accord.cli.console import Console
    from accord.cli.search import writer
    from accord.puzzles.loader import reader
    from accord.runner.sample import Population

    if nth is not None and frequencies:
        raise click.UsageError("--nth and --frequencies exclude each other")
    read = reader(puzzle, variant)
    with Console(quiet) as console:
        population = Population(read, **limits, cancel=console.cancel, show=console.show)
        loaded = read()
        console.clear()
        console.say(f"{population.total:,} solutions; {population.how}")
        if frequencies:
            counts = population.frequencies()
            console.clear()
            for option, count in enumerate(counts):
                name = loaded.model.option_name(option)
                record = {"option": name, "solutions": count}
                put(json(record) if jsonl else f"{count}\t{name}")
            return
        write = writer(loaded, style)
        for solution in population.draw(number, seed) if nth is None else [population.nth(nth)]:
            console.clear()
            put(json(solution) if jsonl else write(solution))
