"""`accord fuzz`: random models of every kind on every engine, against an oracle; disagreements first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.kept import Kept, Sharded, keeping
from accord.cli.options import integer
from accord.cli.output import json
from accord.cli.streams import put
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.many.merge import Merged
    from accord_compare.fuzz.campaign import Finding, Report
    from accord_compare.fuzz.cases import Case
    from accord_compare.fuzz.mutation import Caught
    from accord_compare.fuzz.watch import Orders

MINUTES = 5.0
EVERY = 100  # models between two lines of progress
FAULT_MODELS, CONTROL_MODELS = 600, 100


def _positive(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:  # noqa: ARG001
    """A number above 0, which NaN is not."""
    if value is None or value > 0:
        return value
    raise click.BadParameter(f"{value}; expected more than 0")


@click.command(cls=Sharded, whole="accord.cli.fuzz:whole", claim="accord_compare.fuzz.blocks:claim")
@click.option("--minutes", type=float, callback=_positive, help="How long; default: 5, or --models.")
@click.option("--models", type=integer(1), metavar="N", help="How many models.")
@click.option("--seed", type=integer(0), default=0, show_default=True, metavar="S", help="Of the models.")
@click.option("--only", type=integer(0), metavar="N", help="Only model number N of the seed.")
@click.option("--first", type=integer(0), default=0, metavar="N", help="Begin with model number N.")
@click.option("--backend", "backends", multiple=True, metavar="NAME", help="Only this one; may be repeated.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only such models; may be repeated.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where minimal models of disagreements are kept, and asked about again first.",
)
@click.option("--watch", is_flag=True, help="In a process of its own, which may crash.")
@click.option(
    "--fault", "faults", multiple=True, metavar="NAME", help="Put a known fault in; may be repeated."
)
@click.option("--faults", "all_faults", is_flag=True, help="All known faults, one at a time, and a control.")
@keeping("block of models")
@click.option("--workers", type=integer(1), default=1, metavar="N", help="Of --shard: blocks in N processes.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@click.option("--quiet", "-q", is_flag=True, help="No progress.")
def fuzz(
    minutes: float | None,
    models: int | None,
    seed: int,
    only: int | None,
    first: int,
    backends: tuple[str, ...],
    kinds: tuple[str, ...],
    keep: Path | None,
    watch: bool,
    faults: tuple[str, ...],
    all_faults: bool,
    kept: Kept,
    workers: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Try random models of every kind on every engine, and compare with an oracle.

    Model number N of a seed is always the same. A disagreement, or a fault that is not caught, ends with exit
    code 1; each is shrunk to a minimal model and kept as a model file.

    \b
    accord fuzz --minutes 5
    accord fuzz --models 1000 --seed 7 --backend sat --kind linear
    accord fuzz --seed 7 --only 412
    accord fuzz --models 10000 --seed 7 --shard 1/8 -o 1.jsonl
    accord fuzz --faults
    """
    from accord.cli.console import Console
    from accord_compare.fuzz.keep import default_folder
    from accord_compare.fuzz.mutation import CONTROL
    from accord_compare.fuzz.questions import usual
    from accord_compare.fuzz.report import text
    from accord_compare.fuzz.watch import Orders

    _check(backends, kinds)
    if not kept.shared and workers > 1:
        raise click.UsageError("--workers is for the blocks of --shard; name a file with --output")
    if kept.shared and (models is None or only is not None or watch or faults or all_faults):
        raise click.UsageError("--shard is for --models N, which are tried in blocks, and asks for no faults")
    console = Console(quiet)
    if faults or all_faults:
        rows = _faults(faults, models, backends, console)
        put(json(rows) if as_json else _fault_table(rows))
        missed = any(row.caught == (row.fault == CONTROL) for row in rows)
        ended = Code.FAILED if missed else Code.DONE
        raise click.exceptions.Exit(Code.CANCELLED if console.cancel.is_set() else ended)
    if minutes is None and models is None:
        minutes = MINUTES
    seconds = None if minutes is None else 60 * minutes
    folder = str(keep or default_folder())
    orders = Orders(seed, first, kinds, tuple(backends or usual()), models, seconds, folder)
    tried = (
        partial(_blocks, kept=kept, workers=workers)
        if kept.shared
        else partial(_campaign, only=only, watch=watch)
    )
    report = tried(orders, console=console)
    put(json(report) if as_json else text(report))
    late = Code.OPEN if kept.shared else Code.DONE  # else as long as was asked for
    ended = {"cancelled": Code.CANCELLED, "time": late}.get(report.ended, Code.DONE)
    raise click.exceptions.Exit(Code.FAILED if report.findings else ended)


def whole(found: Merged, console: Console, as_json: bool) -> Code:  # noqa: ARG001 (all such have these)
    """Tell the report that these blocks make together, as `accord fuzz` does."""
    from accord_compare.fuzz.blocks import Block, together
    from accord_compare.fuzz.report import text

    report = together((block for _, block in found.results(Block)), found.heading.terms["seed"])
    report.ended = "partial" if found.missing else "complete"
    put(json(report) if as_json else text(report))
    return Code.FAILED if report.findings else Code.DONE


def _check(backends: tuple[str, ...], kinds: tuple[str, ...]) -> None:
    """Unknown names are usage errors before anything runs, and missing backends are missing."""
    from accord.backends import table
    from accord.names import unknown
    from accord_compare.fuzz.cases import KINDS

    for backend in backends:
        table.backend(backend)
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind", kind, KINDS)


def _campaign(orders: Orders, only: int | None, watch: bool, console: Console) -> Report:
    from accord_compare.fuzz.campaign import campaign, merged, numbers
    from accord_compare.fuzz.keep import kept, replayed
    from accord_compare.fuzz.watch import watched

    folder, backends, seed = Path(orders.folder), orders.backends, orders.seed

    def found(finding: Finding, case: Case) -> Finding:
        console.say(f"DISAGREEMENT: {finding}; shrinking")
        return kept(finding, case.form, folder)

    def tell(report: Report) -> None:
        if report.number % EVERY == 0:
            answers, wrong = sum(report.runs.values()), len(report.findings)
            console.say(f"{report.number:,} models, {answers:,} answers, {wrong} disagreements")

    before = replayed(folder, backends, seed, console.cancel)
    if watch and only is None:
        return merged(before, watched(orders, console.cancel, tell))
    todo = numbers(orders.kinds, orders.first) if only is None else iter([only])
    limited = partial(campaign, models=orders.models, seconds=orders.seconds, cancel=console.cancel)
    return merged(before, limited(seed, todo, backends, found=found, tell=tell))


def _blocks(orders: Orders, kept: Kept, workers: int, console: Console) -> Report:
    """The report of the blocks of one shard."""
    from accord.cli.units import Units
    from accord.many.pool import results
    from accord.runner.limits import Called, Limits
    from accord_compare.fuzz.blocks import Block, Blocks, together

    assert orders.models is not None
    blocks = Blocks(
        seed=orders.seed,
        first=orders.first,
        kinds=orders.kinds,
        backends=orders.backends,
        models=orders.models,
        folder=orders.folder,
    )
    limits = Limits(seconds=orders.seconds, cancel=console.cancel)
    until = Called(limits.over)

    def tried(units: Iterator[int]) -> Iterator[tuple[int, Block]]:
        for some in results(blocks, units, workers=team, cancel=until, ordered=False):
            yield from some

    units, found = Units(kept, console, "block"), []
    with console, kept.team(workers, console) as team:
        for unit, block in units.results("fuzz", blocks.terms, blocks.units, Block, tried):
            found.append((unit, block))
            for finding in block.report.findings:
                console.say(f"DISAGREEMENT: {finding}")
    report = together((block for _, block in sorted(found, key=itemgetter(0))), orders.seed)
    stop = None if units.complete else limits.reached()
    report.ended = stop.status if stop else "complete" if len(found) == blocks.units else "partial"
    console.say(units.words(stop.reason if stop else ""))
    return report


# -- faults ----------------------------------------------------------------------------------------


def _faults(
    names: tuple[str, ...], models: int | None, backends: tuple[str, ...], console: Console
) -> list[Caught]:
    """Each fault, and, among several, the control."""
    from accord_compare.fuzz.faults import FAULTS, fault
    from accord_compare.fuzz.mutation import control, tried

    for name in names:
        fault(name)
    rows: list[Caught] = []
    for name in names or FAULTS:
        if console.cancel.is_set():
            return rows
        row = tried(name, models or FAULT_MODELS, cancel=console.cancel)
        console.say(f"{name}: {'caught' if row.caught else 'NOT CAUGHT'} after {row.models:,} models")
        rows.append(row)
    if not names:
        rows.append(control(models or CONTROL_MODELS, backends, cancel=console.cancel))
    return rows


def _fault_table(rows: list[Caught]) -> str:
    from accord_compare.fuzz.mutation import CONTROL
    from accord_compare.report import aligned

    table = [("fault", "caught", "models", "options", "by", "what was wrong")]
    for row in rows:
        caught, said = ("yes", row.says) if row.caught else ("NOT CAUGHT", row.what)
        if row.fault == CONTROL:
            caught, said = "FOUND" if row.caught else "nothing", row.says
        smallest = f"{row.options}" if row.by else "-"
        table.append((row.fault, caught, f"{row.models:,}", smallest, row.by or "-", said))
    return "\n".join(aligned(table, right=(2, 3)))
