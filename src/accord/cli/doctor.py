"""`accord doctor`: print what is installed and whether each backend counts right; `accord completion`."""

from __future__ import annotations

import os
import platform
from importlib import import_module
from time import perf_counter

import click
from click.shell_completion import get_completion_class

from accord import exits
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.options import Choice
from accord.cli.streams import put
from accord.errors import AccordError, MissingBackendError
from accord.exits import Code
from accord.versions import version_of

SOLUTIONS_OF_SIX_QUEENS = 4
EXTRAS = {
    "cluster": "distributed",
    "symmetries": "igraph",
    "film": "av",
    "pdf": "reportlab",
    "serve": "starlette",
}  # of pyproject.toml; a test compares


@click.command(cls=Command)
@click.option("--compile", "compiles", is_flag=True, help="First compile all kernels for this machine.")
def doctor(compiles: bool) -> None:
    """Show versions, count the six queens with every backend, and list optional parts.

    If a backend cannot run, Accord prints the reason. An installed Accord has compiled kernels for usual
    processors. Kernels that are compiled for this machine may be faster; Accord uses them from then on.
    """
    from accord.backends import table
    from accord.puzzles import table as families

    put(f"accord {version_of('accord')}, Python {platform.python_version()}, {platform.platform()}")
    put(f"processors: {os.cpu_count()}")
    if compiles:
        _compile_kernels()
    put(f"kernels  {_kernels()}")
    codes = {Code.DONE}
    broken = [(row, "backend") for row in table.broken()] + [(row, "family") for row in families.broken()]
    for name in table.rows():
        if any(row.name == name and row.place == table.row(name).place for row, what in broken):
            continue
        try:
            verdict, code = _verdict(name)
        except MissingBackendError as error:
            verdict, code = str(error), error.exit_code
        except AccordError as error:
            verdict, code = f"FAILED: {error}", Code.FAILED
        put(f"{name:8} {verdict}")
        codes.add(code)
    for row, what in broken:
        put(f"{row.name:8} broken: {row.broken} (a {what} of {row.package})")
        codes.add(Code.FAILED)
    for extra, package in EXTRAS.items():
        put(f"{extra:8} {_extra(extra, package)}")
    raise click.exceptions.Exit(exits.worst(codes))


def _compile_kernels() -> None:
    """Compile and store every kernel; each that takes long is a line on stderr."""
    from accord.kernels import kernels_of_package
    from accord.stored_kernels import store
    from accord_native.sources import OURS

    with Console(quiet=False):  # says what is compiled
        for module, name, kernel in kernels_of_package(OURS):
            store(module, name, kernel)


def _kernels() -> str:
    """Return how many kernels need no compiling, and for which processor they are."""
    from accord import stored_kernels

    if os.environ.get("ACCORD_KERNELS") == "numba" or not stored_kernels.is_possible():
        return "none is stored: the environment leaves all to numba"
    found = [f"{number} for {name}" for name, number in stored_kernels.numbers().items()]
    return f"stored: {', '.join(found)}; all others are compiled when they are needed"


def _extra(name: str, package: str) -> str:
    """Whether the package of an extra can be imported; one that is missing is no failure."""
    try:
        import_module(package)
        return f"installed ({package} {version_of(package)})"
    except ImportError:
        return f'not installed; install it with: pip install "accord[{name}]"'


def _verdict(name: str) -> tuple[str, Code]:
    from accord.backends import table
    from accord.puzzles.loader import load
    from accord.runner.api import count

    table.import_package(name)
    versions = ", ".join(f"{package} {number}" for package, number in table.backend(name).versions().items())
    started = perf_counter()
    outcome = count(load("queens:6"), backend=name, time_limit=60)
    seconds = perf_counter() - started
    if (outcome.count, outcome.exact) != (SOLUTIONS_OF_SIX_QUEENS, True):
        wrong = f"WRONG: {outcome.words} solutions of the six queens, not {SOLUTIONS_OF_SIX_QUEENS}"
        return wrong, Code.FAILED
    return f"works ({outcome.engine}; {versions}; {seconds:.2f} s)", Code.DONE


@click.command(cls=Command)
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
