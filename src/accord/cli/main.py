"""The command line: commands are imported when they run, and no error of a user's ends in a traceback."""

from __future__ import annotations

import errno
import gc
import os
import sys
from typing import Any, cast

import click

from accord import signals
from accord.cli import streams
from accord.errors import AccordError
from accord.exits import Code

# what commands are for -> each with its place in this package and its line, in the order of the help
GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Look": {
        "list": ("library:list_puzzles", "List the puzzles that come with Accord."),
        "families": (
            "families:families",
            "List the kinds of puzzles, and the keys of their files.",
        ),
        "show": ("library:show", "Show a puzzle: its rule, sizes, counts and board."),
        "draw": ("draw:draw", "Draw a board, its solutions or its pieces as SVG or PNG."),
        "watch": ("watch:watch", "Watch a search at work, step by step."),
        "serve": ("serve:serve", "Serve the workbench, a page in the browser."),
        "film": ("watch:film", "Make a film of a search, a person's steps or a plan."),
    },
    "Solve": {
        "solve": ("search:solve", "Print solutions of a puzzle."),
        "count": ("search:count", "Count the solutions of a puzzle."),
        "sample": ("search:sample", "Print random solutions, all equally likely."),
        "plan": ("plan:plan", "Find a plan: a sequence of moves, as in FreeCell."),
    },
    "Judge": {
        "hint": ("hint:hint", "Print the next step of a person, and its reason."),
        "rate": ("rate:rate", "Rate how hard puzzles are for a person."),
        "why": ("setters:why", "Find the clues to blame: for no solution, for one, for a value."),
        "repair": ("setters:repair", "Find the fewest changes of clues that leave one solution."),
        "fingerprint": (
            "fingerprint:fingerprint",
            "Print what twins share: to find puzzles twice.",
        ),
        "explain": ("explain:explain", "Explain why a puzzle has no solution."),
        "prove": ("prove:prove", "Prove that there is no solution, or no second one."),
        "certify": ("check:certify", "Count, and write a file that proves the count."),
        "check": ("check:check", "Check stated solutions, or the certificate of a count."),
        "compare": (
            "compare:compare",
            "Solve puzzles with every backend, and compare the results.",
        ),
    },
    "Make": {
        "generate": ("generate:generate", "Make random puzzles with one solution."),
        "convert": ("convert:convert", "Write a puzzle for other programs; read their answers."),
    },
    "Many": {
        "merge": ("merge:merge", "Combine the result files of several machines."),
        "cluster": (
            "cluster:cluster",
            "Start workers on this machine, or list those of a cluster.",
        ),
    },
    "Develop": {
        "fuzz": ("fuzz:fuzz", "Compare all engines on random models."),
        "bench": ("bench:bench", "Compare the speed of our engines with other programs."),
        "doctor": ("doctor:doctor", "Show what is installed, and test it."),
        "completion": ("doctor:completion", "Print the completion script for a shell."),
        "help": ("help:show_help", "Print the help of a command."),
        "version": ("help:version", "Print the version."),
    },
}
OF_FAMILIES = "Sudoku grids"  # the group of the commands that families bring
COMMANDS = {name: f"accord.cli.{place}" for group in GROUPS.values() for name, (place, _) in group.items()}

WRITE_ERRORS = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


class _WriteError(Exception):
    """An output could not be written."""

    def __init__(self, error: OSError) -> None:
        self.errno = error.errno
        super().__init__(f"the output cannot be written: {error.strerror}")


def groups() -> dict[str, dict[str, str]]:
    """Return the groups of commands, each with its commands and their lines in the help."""
    from accord.puzzles import table

    found = {group: {name: line for name, (_, line) in of.items()} for group, of in GROUPS.items()}
    families = table.commands()
    last = found.popitem()
    return found | ({OF_FAMILIES: dict(families)} if families else {}) | dict([last])


class _Commands(click.Group):
    """A group that knows its commands' names and short help without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return [name for group in groups().values() for name in group]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        from accord.puzzles import family, table

        place = COMMANDS[cmd_name] if cmd_name in COMMANDS else table.command(cmd_name)
        return None if place is None else cast(click.Command, family.import_reference(place))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called, and its arguments. Raises UsageError with the one that was meant."""
        from accord.errors import unknown

        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise unknown("command", args[0], self.list_commands(ctx), see="accord help")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. A failed write is ours to judge: click ends with 1 when `head` has seen enough."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno not in WRITE_ERRORS:
                raise
            raise _WriteError(error) from error
        except EOFError as error:  # which click would take for Ctrl-C
            raise AccordError(f"what was read ended before its end: {error}") from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for heading, lines in groups().items():
            with formatter.section(heading):
                formatter.write_dl([*lines.items()])


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="accord")
def accord() -> None:
    """Solve puzzles, count their solutions, and compare what several solvers find.

    \b
    accord count pentomino-6x10 --distinct
    accord solve meteor --style contest
    accord compare pentomino-4x15 --variant hoyt

    PUZZLE is a name from `accord list`, a model file, FAMILY:TEXT such as queens:8, the address of a puzzle
    on a site, or `-` for standard input.
    """


def _message(error: click.ClickException) -> str:
    """The message of an error in a call, in one line; for `accord` alone, the help."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error.format_message()
    words = error.format_message().replace(". (Did", " (did").rstrip(".")
    if isinstance(error, click.NoSuchOption):
        words = _no_such_option(error)
    line = f"accord: {words[:1].lower()}{words[1:]}"
    called = getattr(error, "ctx", None)
    return f"{line}; see {called.command_path} --help" if called else line


def _no_such_option(error: click.NoSuchOption) -> str:
    """The message of an unknown option. What click suggests counts the dashes, which all options share."""
    from accord.errors import did_you_mean

    command = error.ctx.command if error.ctx else accord
    known = [
        name for each in command.params for name in (*each.opts, *each.secondary_opts) if name[:2] == "--"
    ]
    near = did_you_mean(error.option_name.lstrip("-"), [name.removeprefix("--") for name in known])
    return f"no such option {error.option_name!r}{near.replace(chr(39), chr(39) + '--', 1)}"


def main() -> None:
    """Run the command line and exit with a code of `accord.exits`."""
    streams.open_closed()
    signals.begin()
    sys.set_int_max_str_digits(0)  # a count may be 2 to the power of 20,000, and has to be shown
    # imports make half a million objects that stay: to look for garbage so often takes a tenth of a start
    gc.set_threshold(20_000)
    # numpy would start a thread for each core, which takes longer than all else, for algebra we never ask for
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = accord.main(prog_name="accord", standalone_mode=False, color=streams.colours())
    except click.ClickException as error:
        streams.tell(_message(error))
        code = error.exit_code
    except click.exceptions.Exit as leave:
        code = leave.exit_code
    except AccordError as error:
        from accord.cli.options import in_flags

        streams.tell(f"accord: {in_flags(str(error))}")
        code = error.exit_code
    except signals.Interrupted:  # it came when the work was at its end
        from accord.watchdog import recover

        stopped = recover()
        streams.tell(f"accord: {stopped}")
        code = stopped.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = Code.CANCELLED
    except MemoryError:
        streams.tell(
            "accord: there is not enough memory for this; what is asked for, or a file, is too large"
        )
        code = Code.OPEN
    except _WriteError as error:
        code = _write_failed(error)
    sys.exit(signals.code_of(Code(code)) if isinstance(code, int) else Code.DONE)


def _write_failed(error: _WriteError) -> Code:
    """The exit code after a failed write: DONE if the reader, such as `head`, has seen enough."""
    streams.silence(sys.stdout)
    if error.errno == errno.EPIPE:
        return Code.DONE
    streams.tell(f"accord: {error}")
    return Code.FAILED


if __name__ == "__main__":
    main()
