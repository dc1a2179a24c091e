"""`accord serve`: the workbench, a page in the browser."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from accord.arguments.commands import ServeCommand
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.options import options_of, query_of_options
from accord.cli.streams import put, tell
from accord.errors import MissingBackendError
from accord.exits import Code


@click.command(cls=Command, limits_of_each=True)
@options_of(ServeCommand)
def serve(**given: Any) -> None:
    """Serve the workbench: type a puzzle in the browser, and see the verdict while you type.

    \b
    accord serve
    accord serve --processes 2 --memory-limit 2G

    The page shows faults, the board, the verdict, the cells in which two solutions differ, clues to blame and
    clues that can be left out. It counts, compares and draws. Accord prints the address, and serves until
    Ctrl-C. Only this machine reaches it, unless --host names another address; then the printed address has a
    token. First run: pip install 'accord[serve]'.
    """
    query = query_of_options(ServeCommand, given)
    _check_extra()
    from accord.workbench.server import serve as serve_page

    with Console(quiet=False) as console:
        console.cancel.expect()
        serve_page(query, put, tell, console.cancel)
    raise click.exceptions.Exit(Code.CANCELLED)


def _check_extra() -> None:
    """Raise MissingBackendError without starlette and uvicorn."""
    for package in ("starlette", "uvicorn"):
        try:
            import_module(package)
        except ImportError:
            raise MissingBackendError(
                f"the workbench needs {package}, which is not installed: pip install 'accord[serve]'"
            ) from None
