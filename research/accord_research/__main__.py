"""Counting what nobody counted: `python -m accord_research tilings 6`. Results: docs/records.md."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

import click

from accord.errors import AccordError, UsageError
from accord_research import parts, rectangles, row_pairs, singly, squares, stones, walls
from accord_research.counted import Counted
from accord_research.kept import ALL, Kept, Share

MOST_SINGLY = 5  # the side up to which all tilings can be found one by one
TILINGS = ("parts", "walls", "singly")
RECTANGLES = ("skyline", "covers")
STONES = ("layers", "merging")
SEQUENCES = ("A145835", "A291806", "A291807")
OF_ONE_SIZE = ("A172477", "A328020", "symmetric")
KEPT = click.option(
    "--kept", type=click.Path(dir_okay=False, path_type=Path), help="A file of results to go on with."
)

SHARD = click.option(
    "--shard", help="Only this share of the units, as in 2/8; where they are found one by one."
)


@click.group()
def records() -> None:
    """Count terms of sequences by methods that share nothing."""


@records.command()
def meteor_rows() -> None:
    """Print the placements of the Meteor contest by pairs of rows, as a published program has them."""
    for numbers in row_pairs.counts():
        click.echo(" ".join(map(str, numbers)))


@records.command()
@click.argument("side", type=click.IntRange(1))
@click.option("--method", type=click.Choice(TILINGS), default=TILINGS[0], show_default=True)
@click.option("--only", type=click.Choice([*squares.SUBGROUPS]), help="Only those that this subgroup fixes.")
@click.option("--size", type=click.IntRange(1), help="All parts have so many cells; parts only.")
@SHARD
@KEPT
def tilings(
    side: int, method: str, only: str | None, size: int | None, shard: str | None, kept: Path | None
) -> None:
    """Tilings of a square by polyominoes: A145835, A291806 and A291807.

    With as many cells in each part as the side has: A172477 and A328020.

    By parts or by walls, states are merged. Singly, each tiling is found, so all of them are out of reach
    from side 5 on, while those of a subgroup are not.
    """
    if shard is not None and method != "singly":
        raise UsageError(f"method {method} has no shards; singly has")
    if size is not None and method != "parts":
        raise UsageError(f"method {method} has parts of any size only; parts has sizes")
    if method == "singly" and only is None and side > MOST_SINGLY:
        raise UsageError(f"side {side} has too many tilings to find each; name a subgroup with --only")
    file = Kept(kept)
    share = _share(shard)

    def method_of(side: int, group: str) -> Counted:
        if method == "singly":
            return _told(f"singly {side} {group}", partial(singly.fixed, side, group, file, share))
        name = f"{method} {side} {group}" + ("" if size is None else f" of {size}")
        by_parts = partial(parts.fixed, side, side, group, size)
        count = by_parts if method == "parts" else partial(walls.fixed, side, side, group)
        return _told(name, partial(file.result, name, count))

    if only is not None:
        method_of(side, only)
        return
    terms = squares.terms(side, method_of)
    numbers = terms.fixed["identity"].count, terms.free, terms.symmetric
    names = SEQUENCES if size is None else OF_ONE_SIZE if size == side else ("all", "free", "symmetric")
    for name, number in zip(names, numbers, strict=True):
        click.echo(f"{name}({side}) = {number}")


@records.command(name="stones")
@click.argument("rows", type=click.IntRange(0))
@click.option("--method", type=click.Choice(STONES), default=STONES[1], show_default=True)
@click.option("--write", type=click.Path(dir_okay=False, path_type=Path), help="Only write the model file.")
@click.option("--memory-limit", type=click.IntRange(1), help="MiB for layers.")
def stones_and_bones(rows: int, method: str, write: Path | None, memory_limit: int | None) -> None:
    """Tilings of a triangle of hexagons by stones and bones: A377309."""
    if write is not None:
        write.write_text(stones.model_file(rows))
        return
    limit = None if memory_limit is None else memory_limit << 20
    by_layers = partial(stones.by_layers, rows, limit)
    counted = _told(f"{method} {rows}", by_layers if method == "layers" else partial(stones.by_merging, rows))
    click.echo(f"A377309({rows}) = {counted.count}")


@records.command(name="rectangles")
@click.argument("sequence", type=click.Choice([*rectangles.KINDS]))
@click.argument("side", type=click.IntRange(1, rectangles.MOST_SIDE))
@click.option("--method", type=click.Choice(RECTANGLES), default=RECTANGLES[0], show_default=True)
@SHARD
@KEPT
def unlike_rectangles(sequence: str, side: int, method: str, shard: str | None, kept: Path | None) -> None:
    """Tilings of a square by rectangles no two of which are alike."""
    if shard is not None and method != "skyline":
        raise UsageError(f"method {method} has no shards; skyline has")
    by_skyline = partial(rectangles.by_skyline, sequence, side, Kept(kept), _share(shard))
    by_covers = partial(rectangles.by_covers, sequence, side)
    counted = _told(f"{method} {sequence} {side}", by_skyline if method == "skyline" else by_covers)
    click.echo(f"{sequence}({side}) = {counted.count}")


def _share(shard: str | None) -> Share:
    if shard is None:
        return ALL
    number, _, of = shard.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise UsageError(f"shard {shard!r}; expected a share of so many, such as 2/8")
    return Share(int(number), int(of))


def _told(name: str, count: Callable[[], Counted]) -> Counted:
    """What counting says; the work, the seconds of CPU and the most memory so far go to stderr."""
    began = process_time()
    found = count()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    work = (
        f"{found.steps:,} steps, at most {found.states:,} states"
        if found.states
        else f"{found.steps:,} steps"
    )
    click.echo(
        f"{name}: {found.count} ({work}, {process_time() - began:.1f} s of CPU, {most:,} MiB)", err=True
    )
    return found


if __name__ == "__main__":
    try:
        records()
    except (AccordError, LookupError, OverflowError) as error:
        sys.exit(f"records: {error}")
