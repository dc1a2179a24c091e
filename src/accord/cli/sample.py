"""`accord sample`: solutions drawn fairly, the n-th one, and how often each option occurs."""

from __future__ import annotations

from typing import Any

import click

from accord.arguments import values
from accord.arguments.puzzle import PopulationArguments, SampleCommand
from accord.cli.options import options_of, puzzle_argument, query_of_options, variant_option
from accord.cli.output import json
from accord.cli.streams import put


@click.command()
@puzzle_argument
@variant_option
@options_of(SampleCommand, number={"show_default": True}, seed={"show_default": True})
@click.option("--quiet", "-q", is_flag=True, help="No statistics.")
def sample(puzzle: str, variant: str | None, quiet: bool, **asked: Any) -> None:
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

    query = query_of_options(SampleCommand, asked)
    read = reader(puzzle, variant)
    with Console(quiet) as console:
        population = Population(read, **values(query, PopulationArguments) | console.watch)
        loaded = read()
        console.clear()
        console.say(f"{population.total:,} solutions; {population.how}")
        if query.frequencies:
            counts = population.frequencies()
            console.clear()
            for option, count in enumerate(counts):
                name = loaded.model.option_name(option)
                record = {"option": name, "solutions": count}
                put(json(record) if query.jsonl else f"{count}\t{name}")
            return
        write = writer(loaded, query.style)
        draws = population.draw(query.number, query.seed)
        for solution in draws if query.nth is None else [population.nth(query.nth)]:
            console.clear()
            put(json(solution) if query.jsonl else write(solution))
