"""`accord convert`: a puzzle in the formats that other solvers take, and what they answer as a board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord import formats
from accord.cli.options import Choice, option, puzzle_argument, variant_option
from accord.cli.streams import put, tell, visible
from accord.exits import Code
from accord.formats import FORMATS, by_suffix
from accord.names import unknown

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle


@click.command()
@puzzle_argument
@variant_option
@click.option(
    "--from", "form", type=Choice("format", [*FORMATS, "toml"]), help="The format of PUZZLE, a file or `-`."
)
@click.option(
    "--to",
    metavar="FORMAT",
    help=f"{', '.join(FORMATS)} or toml: any model; line, block, url, tatham, ..: where the family has it. "
    "Default: by FILE's suffix.",
)
@option("encoding", "For dimacs: pairwise, sequential, ...; default: chosen by size.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), metavar="FILE", help="Write to FILE.")
@click.option(
    "--answer",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Read what a solver printed for PUZZLE, check it, and print the board.",
)
def convert(
    puzzle: str,
    variant: str | None,
    form: str | None,
    to: str | None,
    encoding: str | None,
    output: str | None,
    answer: str | None,
) -> None:
    """Write a puzzle in another format, a solver's or a site's, or read that solver's answer.

    \b
    accord convert soma --to dlx -o soma.dlx
    accord convert pentomino-6x10 --to dimacs -o 6x10.cnf
    accord convert "https://puzz.link/p?akari/2/2/a" --to tatham
    cadical 6x10.cnf | accord convert pentomino-6x10 --answer -
    accord count soma.dlx
    """
    from accord.cli.output import check, write
    from accord.cnf import check_encoding
    from accord.generate import files
    from accord.puzzles.library import load

    if answer is not None:
        if to or output or encoding:
            raise click.UsageError("--answer reads; leave --to, --encoding and -o out")
        _read_answer(load(puzzle, variant, form=form), answer)
        return
    to = to or by_suffix(output or "") or ("toml" if str(output).endswith(".toml") else None)
    if to is None:
        raise click.UsageError(f"say which format: --to with one of {', '.join([*FORMATS, 'toml'])}")
    if to not in (*FORMATS, "toml") and to not in files.all_forms():
        raise unknown("format", to, [*FORMATS, *sorted(files.all_forms())])
    if encoding is not None:
        if to != "dimacs":
            raise click.UsageError("--encoding is for --to dimacs; other formats have no encodings")
        check_encoding(encoding)
    output = None if output == "-" else output
    if output is not None:
        check(output, puzzle)
    loaded = load(puzzle, variant, form=form)
    title = visible(loaded.title or loaded.name)  # a comment in the file
    more = {"encoding": encoding} if encoding else {}
    if to == "toml":
        text = _toml(loaded, title)
    elif to in FORMATS:
        text = formats.write(to, loaded.model, title, **more)
    else:
        text = files.text(loaded, to) + "\n"
    if output is not None:
        write(output, text)
    else:
        put(text, nl=False)


def _toml(puzzle: Puzzle, title: str) -> str:
    from accord.errors import RefusedError
    from accord.puzzles import document, library

    text = library.declared(puzzle.model, title, puzzle.rule, puzzle.counts)
    size = len(text.encode())
    if size > document.LARGEST:
        raise RefusedError(
            f"the model file would have {size:,} bytes, and {document.LARGEST:,} are read at most; "
            "use --to dlx or --to opb"
        )
    return text


def _read_answer(puzzle: Puzzle, path: str) -> None:
    """Print the board that a solver found, after every demand was checked; or say that it found none."""
    from accord.cli.output import board
    from accord.formats import answer as answers
    from accord.formats.source import LARGEST
    from accord.puzzles.document import content, standard_input

    name = "<stdin>" if path == "-" else path
    data = standard_input(LARGEST) if path == "-" else content(Path(path), LARGEST)
    said = answers.read(data, name)
    if said.status not in answers.SOLVED:
        tell(f"{name}: the solver says: {said.status}")
        raise click.exceptions.Exit(Code.OPEN if said.status == "unknown" else Code.DONE)
    options = answers.solution(puzzle.model, said, name).tolist()
    put(board(puzzle.picture(options)))
    words = ["a solution, checked against every demand"]
    if len(puzzle.model.objective):
        words.append(f"objective {puzzle.model.told(int(puzzle.model.objective[options].sum()))}")
    tell(", ".join(words))
