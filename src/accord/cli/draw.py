"""`accord draw`: boards, solutions, pieces and facts about cells, alone or on sheets, as SVG, PNG or PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import click

from accord.arguments.drawing import MOST_BOARDS, WHAT, DrawCommand
from accord.cli.console import Console
from accord.cli.help import Command, limits_are_of_each
from accord.cli.options import complete_puzzles, options_of, query_of_options, quiet_option, variant_option
from accord.cli.streams import put
from accord.errors import AccordError, StoppedError, UsageError
from accord.exits import Status

if TYPE_CHECKING:
    from accord.picture import Picture, Place
    from accord.puzzles.puzzle import Puzzle
    from accord.puzzles.views import View
    from accord.runner.limits import Cancel, Limits
    from accord.runner.outcome import Solution
    from accord.scene.shapes import Scene
    from accord.watchdog import Guard


LIMITS = ("time_limit", "memory_limit")
CELL = re.compile(r"(?:l(\d+))?r(\d+)c(\d+)")


def views_of(
    puzzle: Puzzle, what: str, query: DrawCommand, console: Console
) -> tuple[list[View], StoppedError | None]:
    """The pictures to draw, and why there are fewer than there should be."""
    if what != "sheet":
        return _all(puzzle, what, query, console), None
    from accord.puzzles.views import View

    assert query.sheet is not None
    found, stopped = solutions_of(puzzle, query.sheet, query, console)
    if not stopped and len(found) < query.sheet:
        console.say(f"all {len(found):,} solutions; there are no more")
    return [View(f"{solution.number:,}", puzzle.picture(solution)) for solution in found], stopped


def _all(puzzle: Puzzle, what: str, query: DrawCommand, console: Console) -> list[View]:
    """The pictures of what is drawn as a whole or not at all."""
    from accord.puzzles import views

    match what:
        case "solution":
            number = query.solution or 1
            found, stopped = solutions_of(puzzle, number, query, console)
            if len(found) < number:
                raise stopped or UsageError(_few(puzzle, found, number))
            return [views.View("", puzzle.picture(found[-1]))]
        case "known":
            from accord.certify.claimed_solution import options

            return [views.View("", puzzle.picture(options(puzzle)[0]))]
        case "pieces" | "orientations" | "dropped":
            found_views: list[View] = getattr(views, what)(puzzle)
            if not found_views:
                raise UsageError(f"{puzzle.name}: there is nothing to draw: reduction drops no option")
            return found_views
        case "placements":
            return views.placements(puzzle, query.placements or "")
        case "candidates":
            from accord.setters.candidates import board, candidates

            seen = candidates(puzzle, **query.subset(LIMITS), **console.watch)
            picture = board(puzzle, seen.values, drawn=True) if seen.values else None
            if picture is None:
                words = f"{puzzle.name}: there is nothing to draw: {seen.statement}"
                raise _stop_error(words, seen.status) or UsageError(words)
            return [views.View("" if seen.status == "complete" else seen.statement, picture)]
        case "frequencies":
            from accord.runner.sample import Population

            population = Population(puzzle, **query.subset(LIMITS), **console.watch)
            return views.frequencies(puzzle, population.frequencies(), population.total)
    return [views.View("", puzzle.picture())]


def answer_of(puzzle: Puzzle, query: DrawCommand, console: Console) -> View:
    """Return the first solution; its caption states whether there are more, or may be.

    Raises what `solutions_of` raises.
    """
    from accord.puzzles.views import View

    found, stopped = solutions_of(puzzle, 2, query, console)
    words = "perhaps one of several" if stopped else "one of several" if len(found) > 1 else ""
    return View(words, puzzle.picture(found[0]))


def solutions_of(
    puzzle: Puzzle, number: int, query: DrawCommand, console: Console
) -> tuple[list[Solution], StoppedError | None]:
    """The first so many solutions, or all; what stopped the search before. Raises UsageError for none."""
    from accord.runner.run import Run

    asked = query.subset(("backend", "engine", *LIMITS))
    run = Run(puzzle, "all", limit=number, cancel=console.cancel, **asked)
    found: list[Solution] = []
    for step in run:
        console.progress(step)
        found += [run.solution(row, len(found) + n) for n, row in enumerate(step.solutions, start=1)]
    outcome, stopped = run.outcome, None
    if len(found) < number:
        stopped = _stop_error(f"{_few(puzzle, found, number)}: {outcome.reason}", outcome.status)
    if not found:
        none = "there is nothing to draw: there are no solutions"
        raise stopped or UsageError(f"{puzzle.name}: {none}")
    return found, stopped


def _stop_error(words: str, status: Status) -> StoppedError | None:
    """Return the error of a search that was stopped; None if it was not."""
    if status == "complete":
        return None
    return StoppedError(words, status="cancelled" if status == "cancelled" else "time")


def _few(puzzle: Puzzle, found: Sequence[Solution], number: int) -> str:
    return f"{puzzle.name}: found {len(found):,} of {number:,} solutions"


def mark_cells(picture: Picture, marks: Sequence[str]) -> Picture:
    """The picture with cells shaded, each group in its own colour. Raises UsageError for what is no cell."""
    from accord.picture import HOLE, column_step, first_column

    shades = dict(picture.shades)
    step = column_step(picture.lattice)
    for group, words in enumerate(marks):
        for word in re.split(r"[\s,]+", words.strip()):
            match = CELL.fullmatch(word)
            layer, row, column = (int(n or 1) - 1 for n in match.groups()) if match else (-1, -1, -1)
            place: Place = (layer, row, first_column(picture.lattice, row) + step * column)
            is_hole = picture.regions is None and picture.signs.get(place) == HOLE
            if place not in picture.signs or is_hole:
                raise UsageError(f"--mark: found {word!r}; expected cells of the board, such as r1c2")
            shades[place] = group
    return replace(picture, shades=shades)


DOING = "the puzzle was drawn"
ANSWERS = "Answers"  # the title of their pages
ANSWER_COLUMNS = 4  # of boards, at most, if `columns` does not say how many


@click.command(cls=Command)
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", shell_complete=complete_puzzles)
@variant_option
@options_of(DrawCommand, output={"type": str})
@quiet_option
def draw(puzzles: tuple[str, ...], variant: str | None, quiet: bool, **given: Any) -> None:
    """Draw puzzles: boards with their clues, or what one of the options selects.

    \b
    accord draw pentomino-6x10 --solution 1 -o 6x10.svg
    accord draw soma --solution 1 --solid -o soma.png
    accord draw pentomino-3x20 --sheet 8 --columns 1 -o 3x20.svg
    accord draw meteor --placements r1c1 -o corner.svg
    accord draw queens-8 sudoku-17 --paper a4 --title "Week 1" -o week.pdf

    Several puzzles are drawn on one sheet: files, all puzzles of a file of many, and all files .toml and .txt
    of a folder. FILE:NAME is one puzzle of a file. For PDF, first run: pip install 'accord[pdf]'.
    """
    from accord.cli import output as files
    from accord.many.source import names_in
    from accord.render.files import PDF, drawing, kind

    query = query_of_options(DrawCommand, given)
    what, output = query.filter_given(WHAT), query.output
    if len(what) > 1:
        raise click.UsageError(f"--{what[0]} and --{what[1]} exclude each other")
    suffix = ".svg" if output == "-" else kind(output)
    if query.answers and suffix != PDF:
        raise click.UsageError("--answers adds pages, which only a PDF has: write to -o NAME.pdf")
    names = [each for name in puzzles for each in names_in(name)]
    if output != "-":
        files.check_output(output, *names)
    with Console(quiet) as console:
        sheets = _Sheets(query, what[0] if what else "", names, console)
        for name, puzzle, limits in _puzzles(names, variant, query, console.cancel):
            sheets.add(name, puzzle, limits)
        if not sheets.boards and console.cancel.is_set():
            raise StoppedError("stopped before anything was drawn", status="cancelled")
    if not sheets.boards:
        raise sheets.stopped or UsageError(f"{puzzles[0]}: found nothing to draw")
    data = sheets.guard().do(lambda: drawing(sheets.pages(), suffix))
    if output == "-":
        put(data.decode(), nl=False)
    else:
        files.write(output, data)
    if sheets.stopped:
        raise sheets.stopped


class _Board(NamedTuple):
    caption: str
    scene: Scene


class _Sheets:
    """The boards that are drawn so far, their answers, and what stopped the search for others."""

    def __init__(self, query: DrawCommand, what: str, names: Sequence[str], console: Console) -> None:
        self.boards: list[_Board] = []
        self.stopped: AccordError | None = None
        self._answers: list[_Board] = []
        self._title = ""  # of the first puzzle, or its file
        self._query, self._what, self._names, self._console = query, what, names, console
        self._limits: Limits | None = None  # of the puzzle, if it is the only one

    def add(self, name: str, puzzle: Puzzle, limits: Limits) -> None:
        """Draw a puzzle; the name is empty if it is the only one. Raises what is wrong if it is."""
        from accord.runner.limits import GRACE

        self._limits = None if name else limits
        self._title = self._title or (self._names[0] if name else puzzle.title)
        if puzzle.is_plan and (self._what or self._query.answers):
            one = puzzle.name or puzzle.family
            raise UsageError(
                f"{one} is a plan problem: of it there is only the first board to draw; "
                f"leave --{self._what or 'answers'} out, or see its moves by accord plan {one}"
            )
        called = (puzzle.title or name) if name in self._names else name
        try:
            doing = f"{name} was drawn" if name else DOING
            level, views = limits.guard(doing, GRACE).do(self._look, puzzle)
            self.boards += limits.to_show().guard(doing).do(self._draw_all, puzzle, views, called, level)
            if len(self.boards) > MOST_BOARDS:
                raise _too_many(self._names[0])
            if self._query.answers:
                answer = limits.guard(doing, GRACE).do(answer_of, puzzle, self._query, self._console)
                self._answers += limits.to_show().guard(doing).do(self._draw_all, puzzle, [answer], called)
        except AccordError as error:  # one of many keeps no other back
            if not name:
                raise
            self._console.say(str(error))
            self.stopped = self.stopped or error

    def _look(self, puzzle: Puzzle) -> tuple[str, list[View]]:
        """Return how hard a puzzle is, if that is asked for, and what to draw of it."""
        level = self._level(puzzle) if self._query.levels else ""
        views, less = views_of(puzzle, self._what, self._query, self._console)
        self.stopped = self.stopped or less
        return level, views

    def _draw_all(self, puzzle: Puzzle, views: list[View], *captions: str) -> list[_Board]:
        return [self._draw(puzzle, view, *captions, view.caption) for view in views]

    def _draw(self, puzzle: Puzzle, view: View, *captions: str) -> _Board:
        from accord.puzzles.family import scene_of

        picture = mark_cells(view.picture, self._query.mark)
        drawn_as = {"patterns": self._query.patterns, "solid": self._query.solid}
        scene = scene_of(puzzle.record, picture, puzzle.title, **drawn_as)
        return _Board(", ".join(filter(None, captions)), scene)

    def guard(self) -> Guard:
        """Return a guard for making the sheets."""
        from accord.runner.limits import Limits

        if self._limits is not None:
            return self._limits.to_show().guard(DOING)
        return Limits.of(self._query, cancel=self._console.cancel).guard(DOING)

    def _level(self, puzzle: Puzzle) -> str:
        """Return how hard a puzzle is, in a word. Raises StoppedError if the time is over before."""
        from accord.hints import rate_within
        from accord.runner.limits import Limits

        limits = Limits.of(self._query, cancel=self._console.cancel)
        found = rate_within(puzzle, limits, self._console.show)
        if not found.difficulty:
            status: Literal["time", "cancelled"] = "cancelled" if found.status == "cancelled" else "time"
            raise StoppedError(f"{puzzle.name}: no level: {found.reason}", status=status)
        return found.difficulty

    def pages(self) -> list[Scene]:
        """Return the sheet and the sheet of answers; on paper each may have several pages."""
        from accord.scene.pages import number_pages, pages

        title, columns, paper = self._query.title or "", self._query.columns, self._query.paper
        above = f"{title}: {ANSWERS.lower()}" if title else ANSWERS
        if paper is None:
            first = _sheet(self.boards, columns, title, self._title)
            return [first, _sheet(self._answers, columns, above, self._title)] if self._answers else [first]
        if self._answers:
            columns = columns or min(2, len(self.boards))
        sheets = pages(self.boards, paper, columns, title)
        if self._answers:
            more = min(ANSWER_COLUMNS, 2 * (columns or 1), max(len(self._answers), columns or 1))
            sheets += pages(self._answers, paper, more, above)
        return number_pages(sheets)


def _puzzles(
    names: Sequence[str], variant: str | None, query: DrawCommand, cancel: Cancel
) -> Iterator[tuple[str, Puzzle, Limits]]:
    """Yield the puzzle of that name; of several, of a file of many or a range, each with its name.

    The limits of the query hold for each.
    """
    from accord.many.pool import until
    from accord.many.source import Source, load_named
    from accord.runner.limits import Limits

    limits = Limits.of(query, cancel=cancel)
    with limits.guard("the puzzle was read"):
        source = Source(*names)
        one = source.load(variant) if source.one else None
    if one is not None:
        yield "", one, limits
        return
    if variant is not None:
        raise UsageError("--variant is for a model file; leave it out for several puzzles")
    limits_are_of_each()
    if (source.number or 0) > MOST_BOARDS:
        raise _too_many(names[0])
    for named in until(cancel, source.read()):
        limits = Limits.of(query, cancel=cancel)
        with limits.guard("the puzzle was read"):
            each = load_named(named)
        yield named[0], each, limits


def _too_many(name: str) -> UsageError:
    return UsageError(f"{name}: found more than {MOST_BOARDS:,} boards to draw; name fewer of them")


def _sheet(boards: Sequence[_Board], columns: int | None, above: str, title: str) -> Scene:
    """Return all boards in one scene, a sheet if there are several, or the one has something to say."""
    from accord.scene.paper import sheet, with_heading

    scene = boards[0].scene
    if len(boards) > 1 or boards[0].caption:
        scene = sheet([board.scene for board in boards], [board.caption for board in boards], columns, title)
    return with_heading(scene, above) if above else scene
