"""The reference of the command line: a page for each command, and one with all commands and exit codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from inspect import cleandoc

import click

from accord.cli.help import OPTION_GROUPS, group_of
from accord.cli.main import accord, groups
from accord.exits import Code
from accord_site.markdown import code, table

FOLDER = "reference/commands"
ENDS = {  # what each exit code means
    Code.DONE: "The question is answered. No solution is an answer, and so are the first N solutions.",
    Code.FAILED: "Two engines disagree, a statement is false, or Accord failed.",
    Code.USAGE: "The command line is wrong: an unknown name, or options that exclude each other.",
    Code.INPUT: "A puzzle or a file is wrong.",
    Code.MISSING: "The named backend is not installed.",
    Code.OPEN: "A limit of time or memory came before the answer.",
    Code.SEVERAL: "`solve --unique`: the puzzle has more than one solution.",
    Code.IMPOSSIBLE: "`solve --unique`: the puzzle has no solution.",
    Code.CANCELLED: "Ctrl-C stopped the command.",
    Code.TERMINATED: "SIGTERM stopped the command.",
    Code.HANGUP: "SIGHUP stopped the command, as when its terminal is closed. `nohup` lets it go on.",
}


@cache
def commands() -> dict[str, click.Command]:
    """Return the commands by name, in the order of the help."""
    context = click.Context(accord, info_name="accord")
    found = {name: accord.get_command(context, name) for name in accord.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def summaries() -> dict[str, str]:
    """Return the line of each command in the help."""
    return {name: line for group in groups().values() for name, line in group.items()}


def page(name: str) -> str:
    """Return the page of a command."""
    command = commands()[name]
    context = click.Context(command, info_name=f"accord {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    text = cleandoc(command.help or "")
    examples = [block.strip("\b\n") for block in text.split("\n\n") if block.startswith("\b")]
    lines = [f"# accord {name}", "", f"```sh\naccord {name} {usage}\n```", ""]
    for block in text.split("\n\n"):
        if not block.startswith("\b"):
            lines += [" ".join(block.split()), ""]
    if examples:
        lines += [
            "## Examples",
            "",
            "```sh",
            *(line.strip() for line in "\n".join(examples).splitlines()),
            "```",
            "",
        ]
    options = [each for each in command.params if isinstance(each, click.Option)]
    for heading in ("Options", *OPTION_GROUPS):
        rows = [_row(each, context) for each in options if group_of(each) == heading]
        if rows:
            lines += [f"## {heading}", "", table(("option", "meaning", "default"), rows)]
    return "\n".join([*lines, "[All commands and exit codes](index.md)", ""])


def _row(option: click.Option, context: click.Context) -> tuple[str, str, str]:
    """Return an option, its meaning and its default."""
    record = option.get_help_record(context)
    words = "" if record is None else record[1]
    default = re.search(r"\[default: ([^\];]*)", words)
    meaning = re.sub(r"\s*\[(?:default: [^\]]*|x>=?-?\d+|\d+<=x<=?\d+[^\]]*|required)\]", "", words)
    names = record[0] if record else ", ".join(option.opts)
    return code(" ".join(names.split())), re.sub(r"  +", " ", meaning), code(default[1] if default else "")


def overview() -> str:
    """Return the page of all commands, with the exit codes."""
    lines = [
        "# Command line",
        "",
        "`accord COMMAND --help` prints the same. `PUZZLE` is a name from `accord list`, a model",
        "file, `FILE:NAME` for one puzzle of a file of many, `-` for standard input, `FAMILY:TEXT` such as",
        "`queens:8`, or the address of a puzzle on a site. A file such as heart.toml in this folder is also",
        "called `heart`. A `TIME` is a number of seconds, or such as `90s`, `5m` or `1h30m`. Results go to",
        "standard output, messages and statistics to standard error.",
        "",
    ]
    for purpose, names in groups().items():
        lines += [f"## {purpose}", ""]
        lines.append(
            table(("command", ""), [(f"[`accord {name}`]({name}.md)", summaries()[name]) for name in names])
        )
    lines += ["## Exit codes", "", "Of several puzzles, the worst result decides.", ""]
    lines.append(table(("code", "meaning"), [(code(int(each)), words) for each, words in ENDS.items()]))
    lines += [
        "```{toctree}",
        ":hidden:",
        "",
        *(name for names in groups().values() for name in names),
        "```",
        "",
    ]
    return "\n".join(lines)


def pages() -> Iterator[tuple[str, partial[str]]]:
    """Yield the path of each page, and what makes it."""
    yield f"{FOLDER}/index.md", partial(overview)
    for name in commands():
        yield f"{FOLDER}/{name}.md", partial(page, name)
