"""`accord fuzz`: random models of every kind on every engine, against an oracle; disagreements first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.arguments import values
from accord.arguments.commands import CampaignArguments, FuzzCommand
from accord.cli.console import Console, effort
from accord.cli.many import Report, batch_run, finish
from accord.cli.options import integer, options_of, query_of_options
from accord.cli.output import json
from accord.cli.output_options import OutputOptions, Sharded, output_options
from accord.cli.streams import put
from accord.errors import number_of, unknown
from accord.exits import Code

if TYPE_CHECKING:
    from accord.many.merge import Merged
    from accord_compare.fuzz.blocks import Block
    from accord_compare.fuzz.campaign import Finding
    from accord_compare.fuzz.campaign import Report as Findings
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


@click.command(cls=Sharded, report="accord.cli.fuzz:FuzzReport", claim="accord_compare.fuzz.blocks:claim")
@options_of(FuzzCommand, minutes={"type": float, "callback": _positive, "metavar": None})
@output_options("block of models")
@click.option("--workers", type=integer(1), default=1, metavar="N", help="Use N processes, with `--shard`.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@click.option("--quiet", "-q", is_flag=True, help="Print no progress.")
def fuzz(out: OutputOptions, workers: int, as_json: bool, quiet: bool, **given: Any) -> None:
    """Try random models of every kind on every engine, and compare with an oracle.

    Model number N of a seed is always the same. Accord shrinks each disagreement to a minimal model and saves
    it as a model file. Exit code 1: engines disagree, or a fault was not found.

    \b
    accord fuzz --minutes 5
    accord fuzz --models 1000 --seed 7 --backend sat --kind linear
    accord fuzz --seed 7 --only 412
    accord fuzz --models 10000 --seed 7 --shard 1/8 -o 1.jsonl
    accord fuzz --faults
    """
    from accord_compare.fuzz.keep import default_folder
    from accord_compare.fuzz.mutation import CONTROL
    from accord_compare.fuzz.questions import usual
    from accord_compare.fuzz.watch import Orders

    query = query_of_options(FuzzCommand, given)
    _check(query.backends, query.kinds)
    if not out.shared and workers > 1:
        raise click.UsageError("--workers is for the blocks of --shard; name a file with --output")
    of_faults = query.faults or query.all_faults
    if out.shared and (query.models is None or query.only is not None or query.watch or of_faults):
        raise click.UsageError("--shard is for --models N, which are tried in blocks, and asks for no faults")
    console = Console(quiet)
    if of_faults:
        rows = _faults(query.faults, query.models, query.backends, console)
        put(json(rows) if as_json else _fault_table(rows))
        missed = any(row.caught == (row.fault == CONTROL) for row in rows)
        ended = Code.FAILED if missed else Code.DONE
        raise click.exceptions.Exit(Code.CANCELLED if console.cancel.is_set() else ended)
    minutes = MINUTES if query.minutes is None and query.models is None else query.minutes
    orders = Orders(
        **values(replace(query, backends=query.backends or usual()), CampaignArguments),
        seconds=None if minutes is None else 60 * minutes,
        folder=query.keep or str(default_folder()),
    )
    tried = (
        partial(_blocks, out=out, workers=workers)
        if out.shared
        else partial(_campaign, only=query.only, watch=query.watch)
    )
    report = tried(orders, console=console)
    put(json(report) if as_json else str(report))
    late = Code.OPEN if out.shared else Code.DONE  # else as long as was asked for
    ended = {"cancelled": Code.CANCELLED, "time": late}.get(report.ended, Code.DONE)
    raise click.exceptions.Exit(Code.FAILED if report.findings else ended)


class FuzzReport(Report["Block"]):
    """The report that blocks make together, as `accord fuzz` prints it."""

    command = "fuzz"
    kind = "accord_compare.fuzz.blocks:Block"
    what = "block"

    def __init__(self, console: Console, *, as_json: bool, merged: Merged) -> None:
        super().__init__(console, as_json=as_json, merged=merged)
        self._heading = merged.heading
        self._blocks: list[Block] = []

    def add(self, block: Block) -> None:
        """Add a block."""
        self._blocks.append(block)

    def print(self, results: Sequence[Block]) -> None:
        """Print nothing: the report is of all blocks."""

    def end(self) -> Code:
        """Print the report; returns the exit code."""
        from accord_compare.fuzz.blocks import together

        report = together(self._blocks, self._heading.terms["seed"])
        report.ended = "partial" if len(self._blocks) < self._heading.number else "complete"
        put(json(report) if self.as_json else str(report))
        return Code.FAILED if report.findings else Code.DONE


def _check(backends: tuple[str, ...], kinds: tuple[str, ...]) -> None:
    """Unknown names are usage errors before anything runs, and missing backends are missing."""
    from accord.backends import table
    from accord_compare.fuzz.cases import KINDS

    for backend in backends:
        table.backend(backend)
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind", kind, KINDS)


def _campaign(orders: Orders, only: int | None, watch: bool, console: Console) -> Findings:
    from accord_compare.fuzz.campaign import campaign, merge, numbers
    from accord_compare.fuzz.keep import keep_finding, replay
    from accord_compare.fuzz.watch import run_watched

    folder, backends, seed = Path(orders.folder), orders.backends, orders.seed

    def keep(finding: Finding, case: Case) -> Finding:
        console.say(f"DISAGREEMENT: {finding}; shrinking")
        return keep_finding(finding, case.form, folder)

    def tell(report: Findings) -> None:
        if report.number % EVERY == 0:
            answers, wrong = sum(report.runs.values()), len(report.findings)
            console.say(effort({"models": report.number, "answers": answers, "disagreements": wrong}))

    before = replay(folder, backends, seed, console.cancel)
    if watch and only is None:
        return merge(before, run_watched(orders, console.cancel, tell))
    todo = numbers(orders.kinds, orders.first) if only is None else iter([only])
    limited = partial(campaign, models=orders.models, seconds=orders.seconds, cancel=console.cancel)
    return merge(before, limited(seed, todo, backends, found=keep, tell=tell))


def _blocks(orders: Orders, out: OutputOptions, workers: int, console: Console) -> Findings:
    """The report of the blocks of one shard."""
    from accord.many.batch import as_they_come
    from accord.many.units import Question
    from accord.runner.limits import Called, Limits
    from accord_compare.fuzz.blocks import Blocks, together

    blocks = Blocks(orders)
    limits = Limits(seconds=orders.seconds, cancel=console.cancel)
    answers = as_they_come(blocks, Called(limits.over))
    batch = FuzzReport.batch(range(blocks.units), Question(blocks.terms), answers)
    run = batch_run(batch, out, console)
    found: dict[int, Block] = {}

    def note(unit: int, block: Block) -> None:
        found[unit] = block
        for finding in block.report.findings:
            console.say(f"DISAGREEMENT: {finding}")

    with console:
        finish(run, out, console, workers, note)
    report = together((found[unit] for unit in sorted(found)), orders.seed)
    stop = None if run.complete else limits.find_stop()
    report.ended = stop.status if stop else "complete" if len(found) == blocks.units else "partial"
    console.say(run.closing_words(stop.reason if stop else ""))
    return report


# -- faults ----------------------------------------------------------------------------------------


def _faults(
    names: tuple[str, ...], models: int | None, backends: tuple[str, ...], console: Console
) -> list[Caught]:
    """Each fault, and, among several, the control."""
    from accord_compare.fuzz.faults import FAULTS, fault
    from accord_compare.fuzz.mutation import control, try_fault

    for name in names:
        fault(name)
    rows: list[Caught] = []
    for name in names or FAULTS:
        if console.cancel.is_set():
            return rows
        row = try_fault(name, models or FAULT_MODELS, cancel=console.cancel)
        console.say(
            f"{name}: {'caught' if row.caught else 'NOT CAUGHT'} after {number_of(row.models, 'models')}"
        )
        rows.append(row)
    if not names:
        rows.append(control(models or CONTROL_MODELS, backends, cancel=console.cancel))
    return rows


def _fault_table(rows: list[Caught]) -> str:
    from accord.puzzles.words import align
    from accord_compare.fuzz.mutation import CONTROL

    table = [("fault", "caught", "models", "options", "by", "what was wrong")]
    for row in rows:
        caught, said = ("yes", row.says) if row.caught else ("NOT CAUGHT", row.what)
        if row.fault == CONTROL:
            caught, said = "FOUND" if row.caught else "nothing", row.says
        smallest = f"{row.options}" if row.by else "-"
        table.append((row.fault, caught, f"{row.models:,}", smallest, row.by or "-", said))
    return "\n".join(align(table, right=(2, 3)))
