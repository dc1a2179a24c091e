"""The class of all commands: limits and signals hold over each; its help has options in groups."""

from __future__ import annotations

from typing import Any

import click

from accord import signals, watchdog
from accord.cli.streams import put

# heading -> options, without dashes; all others stand under the first heading, "Options"
OPTION_GROUPS = {
    "Limits": (
        "number", "time-limit", "node-limit", "state-limit", "memory-limit", "frames", "tries",
        "checkpoint",
    ),
    "Output": (
        "json", "jsonl", "style", "output", "quiet", "stats", "suits", "letters", "ledger", "report", "write",
        "no-plan", "moves", "format", "drat", "lrat", "cnf", "cuts", "weights",
    ),
    "Engine": (
        "backend", "engine", "method", "symmetries", "root", "no-reduce", "digest", "seed", "workers", "jobs",
        "branch", "propagate", "order", "encoding", "option", "move-order",
    ),
    "Several machines": ("shard", "resume", "cluster", "trust", "parts", "port"),
}  # fmt: skip
MOST_TOGETHER = 12  # options of a command that stand under one heading


def group_of(option: click.Parameter) -> str:
    """Return the heading under which an option stands."""
    names = {each.lstrip("-") for each in (*option.opts, *option.secondary_opts)}
    return next((heading for heading, group in OPTION_GROUPS.items() if names & {*group}), "Options")


OTHERS = 10.0  # seconds in which a command may end other processes, and say what they know
GUARD = "accord.guard"  # under this, the context of a command has the guard over it


class Command(click.Command):
    """A command whose limits and signals hold from its first line to its last, whatever it does.

    It ends by itself, with its findings, or soon after by a guard. The help has its options in groups, if
    there are many.
    """

    def __init__(self, *given: Any, limits_of_each: bool = False, **more: Any) -> None:
        """`limits_of_each`: time and memory are of each run in another process, which the command ends."""
        super().__init__(*given, **more)
        self._limits_of_each = limits_of_each

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Raises StoppedError for one that a limit or a signal ends."""
        limits, grace = ({}, OTHERS) if self._limits_of_each else (ctx.params, watchdog.COMMAND)
        guard = ctx.meta[GUARD] = watchdog.whole(limits, grace, cancel=signals.HEARD)
        leave = guard.do(self._run, ctx)
        if leave is not None:
            raise leave

    def _run(self, ctx: click.Context) -> click.exceptions.Exit | None:
        """Run the command; return how it left, which is no error that a guard may replace."""
        signals.check()
        try:
            super().invoke(ctx)
        except click.exceptions.Exit as leave:
            return leave
        return None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, with a heading for each group."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        shown = [(each, record) for each in options if (record := each.get_help_record(ctx)) is not None]
        together = "Options" if len(shown) <= MOST_TOGETHER else ""
        for heading in ("Options", *OPTION_GROUPS):
            rows = [record for each, record in shown if heading == (together or group_of(each))]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def limits_are_of_each() -> None:
    """From now on, time and memory are limits of each puzzle of many, no longer of the whole command."""
    ctx = click.get_current_context(silent=True)
    if ctx is not None and GUARD in ctx.meta:
        ctx.meta[GUARD].only_signals()


@click.command(cls=Command)
@click.argument("name", metavar="[COMMAND]", required=False)
@click.pass_context
def show_help(ctx: click.Context, /, **asked: Any) -> None:
    """Print the help of a command, or of all."""
    group = ctx.parent
    assert group is not None
    name = asked["name"]
    if name is None:
        put(group.get_help())
        return
    commands = group.command
    assert isinstance(commands, click.Group)
    _, command, _ = commands.resolve_command(group, [name])
    assert command is not None
    put(command.get_help(click.Context(command, info_name=name, parent=group)))


@click.command(cls=Command)
def version() -> None:
    """Print the version."""
    from accord.versions import version_of

    put(f"accord, version {version_of('accord')}")
