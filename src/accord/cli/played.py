"""`accord plan --check`: replay a user's moves and report the first that the rules do not allow."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, NoReturn

import click

from accord.cli.console import Console
from accord.cli.ink import Ink
from accord.cli.output import json
from accord.cli.streams import put
from accord.errors import UsageError
from accord.exits import Code
from accord.planners.contract import Played
from accord.planners.planned import moves_in_words

LARGEST = 1 << 20  # bytes of moves


def check_moves(
    name: str,
    variant: str | None,
    moves: str,
    form: str,
    suits: bool | None,
    console: Console,
    *,
    as_json: bool,
) -> NoReturn:
    """Play the moves from the board of a puzzle, tell how far they go, and leave with the exit code."""
    from accord.planners.replay import play
    from accord.puzzles.loader import load

    if moves == name == "-":
        raise click.UsageError("only one of PUZZLE and MOVES can come from standard input")
    puzzle = load(name, variant)
    found = play(puzzle, _text(moves), form)
    verdict = "wrong" if found.tried else "unsolved" if found.left else "solved"
    if as_json:
        record: dict[str, Any] = {"puzzle": puzzle.name, "variant": puzzle.variant or "", "verdict": verdict}
        record |= {"made": found.made, "single": found.single, "left": found.left}
        record["board"] = found.board.split("\n")
        if found.tried:
            record |= {"number": found.made + 1, "move": found.tried, "why": found.why}
        put(json(record))
    else:
        ink = Ink(puzzle.record, suits)
        if found.tried:
            put(ink.move(f"move {found.made + 1:,}, {found.tried}: {found.why}"))
        if verdict != "solved":
            put(f"\n{ink.board(found.board)}\n".removeprefix("" if found.tried else "\n"))
        put(_words(found))
    console.clear()
    raise click.exceptions.Exit(Code.DONE if verdict == "solved" else Code.FAILED)


def _text(moves: str) -> str:
    """The moves of a file, of stdin, or of the words themselves."""
    from accord.puzzles.reading import content

    if moves == "-":
        data = content("-", LARGEST)
        if len(data) > LARGEST:
            raise UsageError(f"<stdin>: found more than {LARGEST:,} bytes; expected moves")
    elif os.path.isfile(moves):  # noqa: PTH113 (moves may be longer than any name)
        data = content(Path(moves), LARGEST, "moves")
    elif re.fullmatch(r"\S*/\S*|\S+\.[a-z]+", moves):
        raise UsageError(f"{moves}: found no such file; expected a file, - or moves")
    else:
        return moves
    return data.decode(errors="replace").removeprefix("\ufeff")


def _words(found: Played) -> str:
    """How far they went."""
    made = moves_in_words(found.made, found.single)
    if found.tried:
        made += f" {'was' if found.made == 1 else 'were'} made before it"
    return f"not solved: {made}; {found.left}" if found.left else f"solved: {made}"
