"""The examples in the help of each command: they parse, and the puzzles that they name exist."""

import re
import shlex

import click
import pytest
from commands import called
from looped import looped

from accord.cli.main import accord
from accord.many.source import Source

OWN = re.compile(r"(\./)?[a-z0-9-]+\.(txt|dlx|cnf|toml|count)")  # files that the user may have
QUICK = ("hint", "rate")  # commands whose examples all run in an instant


def examples():
    context = click.Context(accord, info_name="accord")
    commands = {name: accord.get_command(context, name) for name in accord.list_commands(context)}
    helps = [accord.help, *(command.help for command in commands.values())]
    for line in dict.fromkeys(line.strip() for text in helps for line in (text or "").splitlines()):
        if line.startswith("accord ") and not line.endswith("."):
            words = shlex.split(line.partition(" > ")[0])
            yield pytest.param(commands[words[1]], words[2:], id=line)


@looped(("command", "words"), [*examples()])
def test_an_example_parses_and_names_what_exists(command, words):
    assert not [word for word in words if re.match("[A-Z]{4}", word)], "a name that stands for something"
    with command.make_context(command.name, list(words)) as context:
        for name in ("puzzle", "puzzles", "names"):
            given = context.params.get(name) or ()
            for puzzle in (given,) if isinstance(given, str) else given:
                if not OWN.fullmatch(puzzle) and (source := Source(puzzle)).one:
                    assert source.load(context.params.get("variant"))


@pytest.mark.parametrize(("command", "words"), [each for each in examples() if each.id.split()[1] in QUICK])
def test_an_example_runs(command, words):
    assert called(command.name, *words).returncode == 0


def test_there_are_examples_of_most_commands():
    assert len({each.id.split()[1] for each in examples()}) > 12
