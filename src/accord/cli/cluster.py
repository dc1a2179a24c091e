"""`accord cluster`: start a scheduler with workers on this machine, or show what runs at an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.arguments.commands import Sharing
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.options import json_option, option, quiet_option
from accord.cli.output import definition_list, json
from accord.cli.streams import put
from accord.exits import Code

if TYPE_CHECKING:
    from accord.many.cluster import Cluster, Seen

TICK = 0.1  # seconds between two looks at whether the cluster is there


@click.command(cls=Command)
@click.argument("address")
@click.option(
    "--port", type=click.IntRange(1, 65535), metavar="N", help="Port for local:N. Default: any free port."
)
@option("trust", struct=Sharing)
@json_option
@quiet_option
def cluster(address: str, port: int | None, trust: bool, as_json: bool, quiet: bool) -> None:
    """Start a cluster on this machine, or list the workers of one.

    \b
    accord cluster local:2
    accord cluster tcp://127.0.0.1:8786

    local:N starts N processes on this machine, prints the address for --cluster, and runs until Ctrl-C. The
    address of a scheduler lists its workers with their versions. Exit code 1: a worker has another version of
    Accord, or there is no worker. First run: pip install 'accord[cluster]'.

    Security: everyone who can reach a scheduler can run code on its workers, and a scheduler can run code on
    its clients. So only schedulers that you started by local:N are trusted without --trust or keys. See
    docs/machines.md.
    """
    from accord.many.address import HERE
    from accord.many.cluster import Cluster

    console = Console(quiet)
    here = HERE.fullmatch(address) is not None
    if port is not None and not here:
        raise click.UsageError("--port is for a cluster that is started here: local:N")
    with Cluster(address, port=port or 0, cancel=console.cancel, check=here, trust=trust) as opened:
        if here:
            _stay(opened, console)
        raise click.exceptions.Exit(_list(opened.workers(), console, as_json=as_json))


def _stay(opened: Cluster, console: Console) -> None:
    """Print the address, and stay until a signal. Raises ClusterError if the cluster ends before."""
    put(opened.address)
    console.say(f"{opened.words}; Ctrl-C ends them")
    while not console.cancel.wait(TICK):
        opened.hold()
    raise click.exceptions.Exit(Code.CANCELLED)


def _list(workers: list[Seen], console: Console, *, as_json: bool) -> Code:
    """A line for each worker, and the exit code."""
    if as_json:
        for seen in workers:
            put(json(seen._asdict()))
    else:
        put(definition_list((seen.address, _words(seen)) for seen in workers), nl=bool(workers))
    unfit = sum(bool(seen.fault) for seen in workers)
    console.say(f"workers: {len(workers):,}; {unfit:,} of them do not fit")
    return Code.FAILED if unfit or not workers else Code.DONE


def _words(seen: Seen) -> str:
    threads = "1 thread" if seen.threads == 1 else f"{seen.threads} threads"
    memory = f"{seen.memory / (1 << 30):.1f} GB" if seen.memory else "no limit of memory"
    versions = (f"{name} {number}" for name, number in seen.versions.items())
    said = f"DOES NOT FIT: {seen.fault}" if seen.fault else ", ".join(versions)
    return f"{threads}, {memory}, {said}"
