"""The reference of the command line: a page for each command, and one with all commands and exit codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from inspect import cleandoc

import click

from accord.cli.main import COMMANDS, accord
from accord.exits import Code
from accord.puzzles import table as families
from accord_site.markdown import code, table

FOLDER = "reference/commands"
# what a command is for -> the commands, in the order of a reader who begins
PURPOSES = {
    "Look": ("list", "families", "show", "draw"),
    "Solve": ("solve", "count", "sample", "plan"),
    "Judge": (
        "hint",
        "rate",
        "why",
        "repair",
        "fingerprint",
        "explain",
        "prove",
        "certify",
        "check",
        "compare",
    ),
    "Make": ("generate", "convert"),
    "Watch": ("watch", "film"),
    "Several machines": ("merge", "cluster"),
    "Sudoku grids": ("clues", "unavoidable"),
    "Develop": ("fuzz", "bench", "doctor", "completion"),
}
# heading -> options, without dashes; all others stand under the first heading, "Options"
GROUPS = {
    "Limits": (
        "limit", "time-limit", "node-limit", "state-limit", "memory-limit", "frames", "tries", "checkpoint",
    ),
    "Output": (
        "json", "jsonl", "style", "output", "quiet", "stats", "suits", "letters", "ledger", "report", "write",
        "no-plan", "moves", "format", "drat", "lrat", "cnf", "cuts", "weights",
    ),
    "Engine": (
        "backend", "engine", "method", "symmetries", "root", "no-reduce", "digest", "seed", "workers", "jobs",
        "branch", "propagate", "encoding", "option", "move-order",
    ),
    "Several machines": ("shard", "resume", "cluster", "trust", "parts", "port"),
}  # fmt: skip
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
}


@cache
def commands() -> dict[str, click.Command]:
    """Return the commands by name, in the order of the help."""
    context = click.Context(accord, info_name="accord")
    found = {name: accord.get_command(context, name) for name in accord.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def summaries() -> dict[str, str]:
    """Return the line of each command in the help."""
    return {name: line for name, (_, line) in COMMANDS.items()} | families.commands()


def group_of(option: click.Option) -> str:
    """Return the heading under which an option stands."""
    names = {each.lstrip("-") for each in (*option.opts, *option.secondary_opts)}
    return next((heading for heading, group in GROUPS.items() if names & {*group}), "Options")


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
    for heading in ("Options", *GROUPS):
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
        "`queens:8`, or the address of a puzzle on a site. Results go to standard output, messages and",
        "statistics to standard error.",
        "",
    ]
    for purpose, names in PURPOSES.items():
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
        *(name for names in PURPOSES.values() for name in names),
        "```",
        "",
    ]
    return "\n".join(lines)


def pages() -> Iterator[tuple[str, partial[str]]]:
    """Yield the path of each page, and what makes it."""
    yield f"{FOLDER}/index.md", partial(overview)
    for name in commands():
        yield f"{FOLDER}/{name}.md", partial(page, name)
