"""`accord completion`: the script that makes a shell complete puzzles, variants and backends."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from accord.cli.options import Choice
from accord.cli.streams import put


@click.command()
@click.argument("shell", type=Choice("shell", ["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for a shell.

    \b
    accord completion bash > ~/.local/share/bash-completion/completions/accord
    """
    from accord.cli.main import accord

    complete = get_completion_class(shell)
    assert complete is not None
    put(complete(accord, {}, "accord", "_ACCORD_COMPLETE").source())
