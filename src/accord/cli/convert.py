"""`accord convert`: write a puzzle in the formats of other solvers, and read their answers as a board."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord import formats
from accord.arguments.drawing import ConvertCommand
from accord.atomic_write import check_folder
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.many import each_of
from accord.cli.options import Choice, options_of, puzzle_argument, query_of_options, variant_option
from accord.cli.output import board, check_output, write
from accord.cli.streams import put, tell, visible
from accord.errors import RefusedError, unknown
from accord.exits import Code
from accord.formats import FORMATS, by_suffix

TOML, COVER = "toml", "cover"  # model files: in the words of the family, and of any model
PAGE = "html"  # a page that searches in the browser
MATRICES = (*FORMATS, COVER)  # formats of models
WHOLE = (*MATRICES, TOML, PAGE)  # a file has one puzzle
OURS = {".toml": TOML, ".html": PAGE}  # by the suffixes of files
SUFFIX = {"line": "txt", COVER: "toml", "dimacs": "cnf"}  # of files, where it is not the format

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle


@click.command(cls=Command)
@puzzle_argument
@variant_option
@options_of(
    ConvertCommand,
    form={"type": Choice("format", [*FORMATS, TOML]), "metavar": None},
    to={
        "help": f"Write {', '.join(MATRICES)} for any model, toml for any puzzle, html for a packing; or "
        "line, block, url, ..., if the family has it. Default: by FILE's suffix."
    },
    output={"type": click.Path()},
    answer={"type": click.Path(exists=True, dir_okay=False, allow_dash=True)},
)
def convert(puzzle: str, variant: str | None, **given: Any) -> None:
    """Write a puzzle in the format of a solver or a site, or read the answer of a solver.

    \b
    accord convert soma --to dlx -o soma.dlx
    accord convert pentomino-6x10 --to dimacs -o 6x10.cnf
    accord convert "https://puzz.link/p?akari/2/2/a" --to tatham
    cadical 6x10.cnf | accord convert pentomino-6x10 --answer -
    accord convert puzzles.txt --to toml -o puzzles/

    A file with many puzzles is written puzzle by puzzle; FILE:NAME is one of them. Limits hold for each.
    Exit code 5: a limit came first.
    """
    from accord.cnf import check_encoding
    from accord.puzzles import writing
    from accord.puzzles.loader import load
    from accord.runner.limits import Limits

    query = query_of_options(ConvertCommand, given)
    form, encoding, output = query.form, query.encoding, query.output
    console = Console(quiet=False)
    if query.answer is not None:
        limits = Limits.of(query, cancel=console.cancel)
        loaded = limits.guard("the puzzle was read").do(load, puzzle, variant, form=form)
        limits.guard("the answer was checked").do(_read_answer, loaded, query.answer)
        return
    to = query.to or by_suffix(output or "") or OURS.get(Path(output or "").suffix.lower())
    if to is None:
        raise click.UsageError(f"say which format: --to with one of {', '.join(WHOLE)}")
    if to not in WHOLE and to not in writing.all_forms():
        raise unknown("format", to, [*WHOLE, *sorted(writing.all_forms())])
    if encoding is not None:
        if to != "dimacs":
            raise click.UsageError("--encoding is for --to dimacs; other formats have no encodings")
        check_encoding(encoding)
    with console, _Written(to, encoding, output, puzzle) as written:

        def add(one: Puzzle, name: str, limits: Limits) -> Code:
            return limits.guard("the puzzle was converted").do(written.add, one, name)

        if form is not None:  # a file of one puzzle
            limits = Limits.of(query, cancel=console.cancel)
            one = limits.guard("the puzzle was read").do(load, puzzle, variant, form=form)
            add(one, "", limits)
            return
        each_of(puzzle, variant, console, query, add)


class _Written(AbstractContextManager["_Written"]):
    """Write converted puzzles: on stdout, in one file, or in a folder with a file for each puzzle.

    A file is written in the end. Raises UsageError if it cannot be.
    """

    def __init__(self, form: str, encoding: str | None, output: str | None, puzzle: str) -> None:

        self._form, self._more = form, {"encoding": encoding} if encoding else {}
        self._output = None if output == "-" else output
        self._folder = self._output is not None and (
            self._output.endswith("/") or os.path.isdir(self._output)  # noqa: PTH112 (a name may be too long for Path)
        )
        self._texts: list[str] = []
        self._number = 0
        if self._output is not None and self._folder:
            check_folder(self._output)
        elif self._output is not None:
            check_output(self._output, puzzle)

    def add(self, puzzle: Puzzle, name: str) -> Code:
        """Convert a puzzle; `name` is its name among others, empty if it is alone."""
        if name and not self._folder and self._form in WHOLE:
            raise click.UsageError(
                f"{name}: a file in the format {self._form} holds one puzzle; give a folder, as in "
                "-o puzzles/, or take --to line"
            )
        text = self._text(puzzle)
        self._number += 1
        if self._folder:
            suffix = SUFFIX.get(self._form, self._form)
            write(str(Path(self._output or "") / f"{self._number:04}.{suffix}"), text)
        elif self._output is None:
            put(text, nl=False)
        else:
            self._texts.append(text)
        return Code.DONE

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:

        ended = isinstance(error, click.exceptions.Exit) and error.exit_code != Code.CANCELLED
        if (error is None or ended) and self._texts and self._output is not None:
            write(self._output, iter(self._texts))

    def _text(self, puzzle: Puzzle) -> str:
        from accord.puzzles import writing
        from accord.puzzles.writing import model_text, text_of

        title = visible(puzzle.title or puzzle.name)  # a comment in the file
        if self._form == COVER:
            return _readable(model_text(puzzle.model, title, puzzle.rule, puzzle.counts))
        if self._form in FORMATS:
            return formats.write(self._form, puzzle.model, title, **self._more)
        if self._form == PAGE:
            from accord.search_page.page import html

            return html(puzzle)
        if self._form == TOML:
            return _readable(text_of(puzzle, counts=True))
        return writing.puzzle_text(puzzle, self._form) + "\n"


def _readable(text: str) -> str:
    """The text of a model file. Raises RefusedError if it is too large to be read."""
    from accord.puzzles import document

    size = len(text.encode())
    if size > document.LARGEST:
        raise RefusedError(
            f"the model file would have {size:,} bytes, and {document.LARGEST:,} are read at most; "
            "use --to dlx or --to opb"
        )
    return text


def _read_answer(puzzle: Puzzle, path: str) -> None:
    """Print the board that a solver found, after every demand was checked; or say that it found none."""
    from accord.formats import answer as answers
    from accord.formats.source import LARGEST
    from accord.puzzles.reading import content

    name = "<stdin>" if path == "-" else path
    data = content(path, LARGEST)
    said = answers.read(data, name)
    if said.status not in answers.SOLVED:
        tell(f"{name}: the solver says: {said.status}")
        raise click.exceptions.Exit(Code.OPEN if said.status == "unknown" else Code.DONE)
    options = answers.solution(puzzle.model, said, name).tolist()
    put(board(puzzle.picture(options)))
    words = ["a solution, checked against every demand"]
    if len(puzzle.model.objective):
        words.append(f"objective {puzzle.model.signed_value(int(puzzle.model.objective[options].sum()))}")
    tell(", ".join(words))
