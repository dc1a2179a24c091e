"""`accord explain`: why a puzzle has no solution, in its own words."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import click

from accord import exits
from accord.arguments.proof import ExplainArguments
from accord.cli.console import Console, effort
from accord.cli.help import Command
from accord.cli.options import json_option, options_of, puzzle_argument, query_of_options, variant_option
from accord.cli.output import board, under_name
from accord.cli.streams import put

if TYPE_CHECKING:
    from accord.certify.explanation import Explanation
    from accord.puzzles.puzzle import Puzzle


@click.command(cls=Command)
@puzzle_argument
@variant_option
@options_of(ExplainArguments)
@json_option
@click.option("--quiet", "-q", is_flag=True, help="Print no statistics.")
def explain(
    puzzle: str,
    variant: str | None,
    as_json: bool,
    quiet: bool,
    **asked: Any,
) -> None:
    """Explain why a puzzle has no solution: print a small set of rules that contradict each other.

    \b
    accord explain langford:5
    accord explain dominoes-8x8-mutilated --smaller --time-limit 60

    Without any one rule of the set, the others can be met together. If a colouring of the board is a proof,
    Accord prints the colouring instead.

    Exit code 5: a limit came first, so the set may contain rules that are not needed.
    """
    from accord.certify import explain as certify
    from accord.certify.explanation import COLOURING
    from accord.puzzles.loader import reader
    from accord.runner.limits import Limits
    from accord.runner.result import seconds_in_words

    read = reader(puzzle, variant)
    with Console(quiet) as console:
        limits = Limits.of(query_of_options(ExplainArguments, asked), cancel=console.cancel)
        found = certify.explain(read, **asked, **console.watch)
    loaded = read()
    if as_json:
        put(found.json())
    else:
        limits.to_show().guard("the board was drawn").do(_tell, found, loaded)
        console.say(
            ", ".join(filter(None, [effort(found.effort), seconds_in_words(found.seconds, found.load)]))
        )
        if found.answer == "impossible":
            console.say(
                f"confirmed by {found.confirmed}: the set alone has no solution"
                if found.confirmed
                else "not confirmed by a second engine"
            )
        if found.reason:
            console.say(f"partial: {found.reason}")
    whole = found.irreducible or found.kind == COLOURING
    open_question = found.answer == "undecided" or (found.answer == "impossible" and not whole)
    raise click.exceptions.Exit(exits.of(found.status, not open_question))


def _tell(found: Explanation, loaded: Puzzle) -> None:
    from accord.certify.explanation import COLOURING
    from accord.puzzles.views import MARK

    put(f"{found.answer}: {found.statement}")
    if found.answer == "solvable":
        put(f"\n{board(loaded.picture(found.options))}")
    if found.kind != COLOURING:
        _tell_items(found)
    drawn = False
    if found.argument:
        put(f"why: {found.argument}")
        for values, names in _by_weights(found.pieces).items():
            put(under_name(f"one of it may weigh {' or '.join(map(str, values))}", names))
        drawn = tell_weights(found.weights, loaded)
    marks = loaded.record.shown.marks
    if marks is not None and found.items and not drawn:  # nothing where they are nowhere on the board
        marked = marks(loaded.spec, loaded.model, found.indices, MARK)
        if marked is not None:
            put(f"\n{board(marked)}")


def _tell_items(found: Explanation) -> None:
    """The items of each demand, a line a demand; rules a line each."""
    from accord.certify.explanation import HOLDS

    by_demand: dict[str, list[str]] = defaultdict(list)
    for reason in found.items:
        by_demand[reason.demand].append(reason.item)
    for rule in by_demand.pop(HOLDS, []):
        put(f"  {rule}")
    for demand, names in by_demand.items():
        put(under_name(demand, names))


def _by_weights(pieces: dict[str, tuple[int, ...]]) -> dict[tuple[int, ...], list[str]]:
    """The pieces by what one of them may weigh."""
    by_values: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for name, values in pieces.items():
        by_values[values].append(name)
    return dict(sorted(by_values.items()))


def tell_weights(weights: dict[str, int], loaded: Puzzle) -> bool:
    """Print the weights of items on a board, or else by name; return whether a board was drawn."""
    from accord.puzzles.views import weight_board

    drawn = weight_board(loaded, weights) if weights else None
    if drawn is not None:
        picture, letters = drawn
        put(f"  {', '.join(f'{letter} weighs {weight}' for letter, weight in letters.items())}")
        put(f"\n{board(picture)}")
        return True
    by_weight: dict[int, list[str]] = defaultdict(list)
    for name, weight in weights.items():
        by_weight[weight].append(name)
    for weight, names in by_weight.items():
        put(under_name(f"weight {weight}", names))
    return False
