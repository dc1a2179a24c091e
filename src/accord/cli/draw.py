"""`accord draw`: a board, its solutions, its pieces and facts about its cells, as SVG or PNG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import click

from accord.arguments.drawing import MOST_BOARDS, DrawCommand
from accord.cli.console import Console
from accord.cli.options import options_of, puzzle_argument, query_of_options, quiet_option, variant_option
from accord.cli.streams import put
from accord.errors import AccordError, StoppedError, UsageError

if TYPE_CHECKING:
    from accord.picture import Picture, Place
    from accord.puzzles.puzzle import Puzzle
    from accord.puzzles.views import View
    from accord.runner.limits import Cancel
    from accord.runner.outcome import Solution
    from accord.scene.shapes import Scene

WHAT = (
    "solution", "known", "sheet", "pieces", "orientations", "placements", "dropped", "candidates",
    "frequencies",
)  # fmt: skip
CELL = re.compile(r"(?:l(\d+))?r(\d+)c(\d+)")


@click.command()
@puzzle_argument
@variant_option
@options_of(DrawCommand, output={"type": str})
@quiet_option
def draw(puzzle: str, variant: str | None, quiet: bool, **given: Any) -> None:
    """Draw a puzzle: its board with its clues, or what one of the options selects.

    \b
    accord draw pentomino-6x10 --solution 1 -o 6x10.svg
    accord draw soma --solution 1 --solid -o soma.png
    accord draw pentomino-3x20 --sheet 8 --columns 1 -o 3x20.svg
    accord draw meteor --placements r1c1 -o corner.svg

    A file with many puzzles is drawn on one sheet; FILE:NAME is one of them.
    """
    from accord.cli import output as files
    from accord.puzzles.family import scene_of
    from accord.render.files import drawing, kind
    from accord.runner.limits import Limits

    query = query_of_options(DrawCommand, given)
    what, output = query.filter_given(WHAT), query.output
    if len(what) > 1:
        raise click.UsageError(f"--{what[0]} and --{what[1]} exclude each other")
    suffix = ".svg" if output == "-" else kind(output)
    if output != "-":
        files.check_output(output, puzzle)
    scenes: list[tuple[str, Scene]] = []
    title = ""
    stopped: AccordError | None = None
    with Console(quiet) as console:
        signalled = Limits(cancel=console.cancel)
        for name, loaded in _puzzles(puzzle, variant, console.cancel):
            title = title or (puzzle if name else loaded.title)
            if loaded.is_plan and what:
                one = loaded.name or loaded.family
                raise UsageError(
                    f"{one} is a plan problem: of it there is only the first board to draw; "
                    f"leave --{what[0]} out, or see its moves by accord plan {one}"
                )
            try:
                views, less = _views(loaded, what[0] if what else "", query, console)
            except AccordError as error:  # one of many keeps no other back
                if not name:
                    raise
                console.say(str(error))
                views, less = [], None
                stopped = stopped or error
            stopped = stopped or less
            for view in views:
                caption = ", ".join(filter(None, (name, view.caption)))
                picture = _mark(view.picture, query.mark)
                with signalled.guard("the puzzle was drawn"):
                    drawn_as = {"patterns": query.patterns, "solid": query.solid}
                    scene = scene_of(loaded.record, picture, loaded.title, **drawn_as)
                scenes.append((caption, scene))
            if len(scenes) > MOST_BOARDS:
                raise _too_many(puzzle)
        if not scenes and console.cancel.is_set():
            raise StoppedError("stopped before anything was drawn", status="cancelled")
    if not scenes:
        raise stopped or UsageError(f"{puzzle}: found nothing to draw")
    with signalled.guard("the puzzle was drawn"):
        data = drawing(_sheet(scenes, query.columns, title), suffix)
    if output == "-":
        put(data.decode(), nl=False)
    else:
        files.write(output, data)
    if stopped:
        raise stopped


def _views(
    puzzle: Puzzle, what: str, query: DrawCommand, console: Console
) -> tuple[list[View], StoppedError | None]:
    """The pictures to draw, and why there are fewer than there should be."""
    if what != "sheet":
        return _all(puzzle, what, query, console), None
    from accord.puzzles.views import View

    assert query.sheet is not None
    found, stopped = _solutions(puzzle, query.sheet, query, console)
    if not stopped and len(found) < query.sheet:
        console.say(f"all {len(found):,} solutions; there are no more")
    return [View(f"{solution.number:,}", puzzle.picture(solution)) for solution in found], stopped


def _all(puzzle: Puzzle, what: str, query: DrawCommand, console: Console) -> list[View]:
    """The pictures of what is drawn as a whole or not at all."""
    from accord.puzzles import views
    from accord.runner.limits import Limits

    match what:
        case "solution":
            number = query.solution or 1
            found, stopped = _solutions(puzzle, number, query, console)
            if len(found) < number:
                raise stopped or UsageError(_few(puzzle, found, number))
            return [views.View("", puzzle.picture(found[-1]))]
        case "known":
            from accord.certify.claimed_solution import options

            return [views.View("", puzzle.picture(options(puzzle)[0]))]
        case "pieces" | "orientations" | "dropped":
            with Limits(cancel=console.cancel).guard("the puzzle was drawn"):
                found_views: list[View] = getattr(views, what)(puzzle)
            if not found_views:
                raise UsageError(f"{puzzle.name}: there is nothing to draw: reduction drops no option")
            return found_views
        case "placements":
            with Limits(cancel=console.cancel).guard("the puzzle was drawn"):
                return views.placements(puzzle, query.placements or "")
        case "candidates":
            from accord.setters.board import board
            from accord.setters.candidates import candidates

            seen = candidates(puzzle, time_limit=query.time_limit, cancel=console.cancel, show=console.show)
            picture = board(puzzle, seen.values, drawn=True) if seen.values else None
            if picture is None:
                raise UsageError(f"{puzzle.name}: there is nothing to draw: {seen.statement}")
            return [views.View("" if seen.status == "complete" else seen.statement, picture)]
        case "frequencies":
            from accord.runner.sample import Population

            population = Population(
                puzzle, time_limit=query.time_limit, cancel=console.cancel, show=console.show
            )
            return views.frequencies(puzzle, population.frequencies(), population.total)
    with Limits(cancel=console.cancel).guard("the puzzle was drawn"):
        return [views.View("", puzzle.picture())]


def _solutions(
    puzzle: Puzzle, number: int, query: DrawCommand, console: Console
) -> tuple[list[Solution], StoppedError | None]:
    """The first so many solutions, or all; what stopped the search before. Raises UsageError for none."""
    from accord.runner.run import Run

    asked = query.subset(("backend", "engine", "time_limit"))
    run = Run(puzzle, "all", limit=number, cancel=console.cancel, **asked)
    found: list[Solution] = []
    for step in run:
        console.progress(step)
        found += [run.solution(row, len(found) + n) for n, row in enumerate(step.solutions, start=1)]
    outcome, stopped = run.outcome, None
    if len(found) < number and outcome.status != "complete":
        status: Literal["time", "cancelled"] = "cancelled" if outcome.status == "cancelled" else "time"
        words = f"{_few(puzzle, found, number)}: {outcome.reason}"
        stopped = StoppedError(words, status=status)
    if not found:
        none = "there is nothing to draw: there are no solutions"
        raise stopped or UsageError(f"{puzzle.name}: {none}")
    return found, stopped


def _few(puzzle: Puzzle, found: Sequence[Solution], number: int) -> str:
    return f"{puzzle.name}: found {len(found):,} of {number:,} solutions"


def _mark(picture: Picture, marks: Sequence[str]) -> Picture:
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


def _puzzles(name: str, variant: str | None, cancel: Cancel) -> Iterator[tuple[str, Puzzle]]:
    """Return the puzzle of that name; of a file of many, or a range, each with its name, until `cancel`."""
    from accord.many.pool import until
    from accord.many.source import Source, load_named
    from accord.runner.limits import Limits

    limits = Limits(cancel=cancel)
    with limits.guard("the puzzle was read"):
        source = Source(name)
        one = source.load(variant) if source.one else None
    if one is not None:
        yield "", one
        return
    if variant is not None:
        raise UsageError("--variant is for a model file; the puzzles of a file of many have none")
    if (source.number or 0) > MOST_BOARDS:
        raise _too_many(name)
    for named in until(cancel, source.read()):
        with limits.guard("the puzzle was read"):
            each = load_named(named)
        yield named[0], each


def _too_many(name: str) -> UsageError:
    return UsageError(f"{name}: found more than {MOST_BOARDS:,} boards to draw; name fewer of them")


def _sheet(scenes: Sequence[tuple[str, Scene]], columns: int | None, title: str) -> Scene:
    """All of them in one scene, a sheet if there are several, or the one has something to say."""
    from accord.scene.paper import sheet

    if len(scenes) == 1 and not scenes[0][0]:
        return scenes[0][1]
    return sheet([scene for _, scene in scenes], [caption for caption, _ in scenes], columns, title)
