"""The answers while somebody types: faults, the board, the verdict, then what takes longer.

several       how many solutions, as far as a moment counts
impossible    the clues to blame
unique        the clues that can be left out, how hard it is, and the next step of a person

From a puzzle to its editor: sheets with the words that may stand in them, and where each cell is drawn.

sheets    the words of each cell, corner and side, from the record of the family
cells     [layer, row, column, x, y, x, y, ...]: the polygon of each cell in the drawing, in pixels
pieces    the pieces that can be laid

Marks of a person on a board are variables of a puzzle, or the piece that covers a cell. They are checked
against all solutions, and the next step of a person begins from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from accord.errors import AccordError, InputError, RefusedError, UsageError
from accord.hints import hint as next_hint
from accord.hints import rate
from accord.model import Model
from accord.model.lazy import Cut, with_cuts
from accord.picture import HOLE, Picture, Place, cell_name
from accord.planners.search import plan
from accord.puzzles import writing
from accord.puzzles.family import scene_of
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sheets import PLAIN
from accord.render.svg import UNIT
from accord.runner.api import unique
from accord.runner.limits import Limits
from accord.runner.outcome import Outcome
from accord.scene.cells import LATTICES
from accord.scene.network import vertex_at
from accord.scene.shapes import PAPER, Area, Scene
from accord.setters.why import Why, why
from accord.workbench.answers import Question, count_with_forecast, text_of
from accord.workbench.ask import Event

MOMENT = 5.0  # seconds for a verdict while somebody types, and for each thing that follows
LONG = 10.0  # seconds for a board, the largest of which are better read from files
SHORT = 2.0  # seconds for a count


def edit(question: Question) -> Iterator[Event]:
    """Yield the board, the verdict and its details; of a puzzle that is wrong, its faults."""
    ask = question.ask
    try:
        puzzle = question.puzzle()
        yield heading(puzzle, ask.form, wants_text=ask.words is not None or bool(ask.form))
        limits = Limits(seconds=LONG, cancel=question.cancel)
        yield limits.guard("the board was drawn").do(board, puzzle)
    except (InputError, UsageError) as error:
        yield {"event": "faults", "faults": getattr(error, "faults", None) or str(error).split("\n")}
        return
    if puzzle.is_plan:
        yield from _plan(puzzle, question)
        return
    outcome = unique(puzzle, time_limit=MOMENT, cancel=question.cancel)
    yield verdict(puzzle, outcome)
    if ask.details and not question.cancel.is_set():
        yield from _details(puzzle, outcome, question)


def heading(puzzle: Puzzle, form: str, *, wants_text: bool) -> Event:
    """Return the event with the names and forms of a puzzle, and its text if it is wanted."""
    return {
        "event": "puzzle",
        "family": puzzle.family,
        "title": puzzle.title,
        "rule": puzzle.rule or puzzle.record.about.rule,
        "variant": puzzle.variant,
        "variants": dict(puzzle.variants),
        "forms": [*writing.forms(puzzle.family)],
        "plan": puzzle.is_plan,
        "text": text_of(puzzle, form) if wants_text else None,
    }


def verdict(puzzle: Puzzle, outcome: Outcome) -> Event:
    """Return the event with the verdict, its solutions as options, and the cells in which two differ."""
    words = {
        "unique": "exactly one solution",
        "several": "two solutions at least",
        "impossible": "no solution",
        "undecided": f"not decided: {outcome.reason}",
    }
    found: Event = {
        "event": "verdict",
        "answer": outcome.answer,
        "words": words.get(outcome.answer, outcome.answer),
        "who": outcome.who,
        "seconds": round(outcome.seconds.total, 4),
        "solutions": [solution.options for solution in outcome.solutions],
    }
    if len(outcome.solutions) == 2:
        one, other = (puzzle.picture(solution) for solution in outcome.solutions)
        cells, edges = differing(one, other)
        found |= {"differ": cells, "edges": edges}
    return found


def differing(one: Picture, other: Picture) -> tuple[list[Place], list[Any]]:
    """Return the cells and the edges in which two solutions differ."""
    cells = {place for place, sign in one.signs.items() if other.signs.get(place) != sign}
    if one.regions is not None and other.regions is not None:
        cells |= {place for place in one.regions if _region(one, place) != _region(other, place)}
    edges: list[Any] = []
    if one.network is not None and other.network is not None:
        edges = sorted(one.network.chosen ^ other.network.chosen)
        edges += sorted((one.network.double ^ other.network.double) - {*edges})
    return sorted(cells), edges


def _region(picture: Picture, place: Place) -> frozenset[Place]:
    """Return the cells of the region of a cell."""
    regions = picture.regions or {}
    return frozenset(other for other, number in regions.items() if number == regions[place])


def _details(puzzle: Puzzle, outcome: Outcome, question: Question) -> Iterator[Event]:
    """Yield what takes longer than the verdict; what a kind has not is left out."""
    if outcome.answer == "several":
        yield from _short_count(puzzle, question)
    if outcome.answer in ("impossible", "unique") and puzzle.record.made.clues is not None:
        found = why(puzzle, time_limit=MOMENT, cancel=question.cancel)
        yield blame(puzzle, found)
    if outcome.answer == "unique" and not question.cancel.is_set():
        try:
            rated = rate(puzzle, time_limit=MOMENT, cancel=question.cancel)
            words = rated.difficulty or rated.rating or f"not known: {rated.reason}"
            yield {"event": "rating", "words": words, "score": rated.score, "steps": rated.steps}
            step = (
                None
                if question.cancel.is_set()
                else next_hint(puzzle, time_limit=MOMENT, cancel=question.cancel)
            )
            if step is not None:
                yield {"event": "step", "words": str(step)}
        except AccordError as error:
            yield {"event": "note", "words": str(error)}


def _short_count(puzzle: Puzzle, question: Question) -> Iterator[Event]:
    """Yield how many solutions there are, as far as a moment counts."""
    outcome, words = count_with_forecast(question, puzzle, time_limit=SHORT, cancel=question.cancel)
    if not question.cancel.is_set():
        yield {"event": "count", "words": words, "exact": outcome.exact}


def blame(puzzle: Puzzle, found: Why) -> Event:
    """Return the event with the clues to blame, and the clues that can be left out, with their cells."""
    clues = puzzle.clues.clues
    spare = {*found.spare}
    return {
        "event": "why",
        "answer": found.answer,
        "words": found.statement,
        "clues": found.clues,
        "rules": found.rules,
        "places": found.places,
        "spare": found.spare,
        "spare_places": [place for clue in clues if clue.words in spare for place in clue.places],
    }


def _plan(puzzle: Puzzle, question: Question) -> Iterator[Event]:
    """Yield whether a plan was found."""
    found = plan(puzzle, mode="fast", time_limit=MOMENT, cancel=question.cancel)
    yield {
        "event": "verdict",
        "answer": found.answer,
        "words": f"solved: {found.moves:,} moves" if found.plan is not None else str(found.answer),
        "who": f"{found.backend}/{found.engine}",
        "seconds": found.seconds,
        "solutions": [],
    }


MOST = 20_000  # cells times pieces of a packing that is marked by hand
CELL = re.compile(r"(?:l\d+)?r\d+c\d+|\w+\[\d+,\d+(?:,\d+)?\]")  # a variable, or an item, of a cell


def values(puzzle: Puzzle) -> dict[str, list[Any]]:
    """Return what a person can mark, by name, each with its values."""
    if puzzle.is_plan:
        return {}
    if puzzle.record.made.variables is not None:
        return {name: [*some] for name, some in puzzle.variables.items()}
    return _pieces(puzzle)


def _pieces(puzzle: Puzzle) -> dict[str, list[Any]]:
    """Return the cells of a packing, each with the pieces that may cover it."""
    shown = puzzle.record.shown.pieces
    if shown is None or puzzle.record.made.with_given is None:
        return {}
    names = [piece.name for piece in shown(puzzle.spec)]
    cells = [name for name in puzzle.model.item_names if CELL.fullmatch(name)]
    return dict.fromkeys(cells, names) if len(names) > 1 and len(names) * len(cells) <= MOST else {}


def spots(names: Iterable[str], picture: Picture, places: Iterable[Place]) -> dict[str, Place]:
    """Return the place of each variable of a cell, among the places that are drawn."""
    known = {_numbers(cell_name(picture, place)): place for place in places}
    return {name: known[at] for name in names if CELL.fullmatch(name) and (at := _numbers(name)) in known}


def _numbers(name: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", name.rpartition("[")[2])))


def covering(model: Model, *names: str) -> list[int]:
    """Return the options that all items of these names have."""
    items = [item for item, name in enumerate(model.item_names) if name in names]
    options = [{*model.options_of(item).tolist()} for item in items]
    return sorted(set.intersection(*options)) if len(items) == len(names) else []


def check(question: Question) -> Iterator[Event]:
    """Yield whether some solution has all marks, and whether they are a whole solution."""
    puzzle = question.puzzle()
    known = question.ask.known
    found = unique(with_cuts(puzzle.model, demands(puzzle, known)), **question.limited)
    words = {
        "impossible": "wrong: no solution has these marks",
        "unique": "right so far: one solution has these marks",
        "several": "right so far: several solutions have these marks",
    }
    whole = found.answer == "unique" and is_whole(puzzle, known, found.solutions[0].options)
    yield {
        "event": "marks",
        "answer": found.answer,
        "whole": whole,
        "words": "solved" if whole else words.get(found.answer, f"not decided: {found.reason}"),
    }


def hint(question: Question) -> Iterator[Event]:
    """Yield the next step of a person: in words, with the board after it."""
    puzzle, ask = question.puzzle(), question.ask
    known = ask.known if puzzle.record.made.variables is not None else None
    step = next_hint(puzzle, known=known or None, after=ask.after, **question.limited)
    if step is None:
        yield {"event": "hint", "words": "solved, or no rule forces the next step"}
        return
    drawings = step.drawings
    yield {"event": "hint", "words": str(step), "svg": drawings[0].svg() if drawings else None}


def demands(puzzle: Puzzle, known: Mapping[str, Any]) -> list[Cut]:
    """Return the constraints that marks are. Raises UsageError for a mark that the puzzle does not have."""
    found, possible = [], values(puzzle)
    for name, value in known.items():
        if value not in possible.get(name, ()):
            raise UsageError(f"marks: found {name}={value}; expected a variable of the puzzle and its value")
        if puzzle.record.made.variables is None:
            options = tuple(covering(puzzle.model, name, str(value)))
            found.append(Cut("marked", options, (1,) * len(options), 1, None))
            continue
        for other, option in puzzle.variables[name].items():
            if option is not None:
                chosen = other == value and type(other) is type(value)
                found.append(Cut("marked", (option,), (1,), *((1, None) if chosen else (0, 0))))
    return found


def is_whole(puzzle: Puzzle, known: Mapping[str, Any], options: tuple[int, ...]) -> bool:
    """Whether marks show all that a solution has, but what is given and what is not there."""
    given = {*puzzle.given}
    if puzzle.record.made.variables is None:
        return {*known} >= {name for each in options if each not in given for name in _cells(puzzle, each)}
    variables = puzzle.variables
    return all(
        known.get(name) == value
        for name, value in puzzle.values(options).items()
        if value is not False and len(variables[name]) > 1 and variables[name][value] not in given
    )


def _cells(puzzle: Puzzle, option: int) -> list[str]:
    """Return the names of the cells that an option covers."""
    model = puzzle.model
    names = [model.item_names[item] for item in model.item[model.start[option] : model.start[option + 1]]]
    return [name for name in names if CELL.fullmatch(name)]


NOTHING: Event = {
    "cells": [],
    "edges": [],
    "sheets": [],
    "pieces": [],
    "marks": {},
    "spots": {},
    "best": False,
}
MOST_CELLS = 5000  # of a board that is edited by hand


def board(puzzle: Puzzle) -> Event:
    """Return the event with the drawing of a puzzle and its editor."""
    picture = puzzle.picture()
    try:
        scene = scene_of(puzzle.record, picture, puzzle.title)
    except RefusedError as error:
        found = {"event": "board", "svg": None, "note": str(error), "picture": str(picture)}
        return NOTHING | found | {"best": has_objective(puzzle)}
    editing = puzzle.record.editing or PLAIN
    sheets = editing.sheets(puzzle.spec) if len(picture.signs) <= MOST_CELLS else []
    drawn, known = cells(picture, scene), values(puzzle)
    return {
        "event": "board",
        "svg": scene.svg(),
        "cells": drawn,
        "edges": edges(picture, scene),
        "sheets": msgspec.to_builtins(sheets),
        "pieces": pieces(puzzle),
        "marks": known,
        "spots": spots(known, picture, [(int(a), int(b), int(c)) for a, b, c, *_ in drawn]),
        "best": has_objective(puzzle),
    }


def cells(picture: Picture, scene: Scene) -> list[list[float]]:
    """Return the polygon of each cell, in the order of places; none for a picture that is no board."""
    if picture.lines is not None or picture.panels or len(picture.signs) > MOST_CELLS:
        return []
    lattice, found = LATTICES[picture.lattice], []
    offsets = _offsets(picture, scene)
    places = {*picture.signs, *(picture.regions or ())}
    for place in sorted(places):
        if place[0] < len(offsets):
            x, y = offsets[place[0]]
            points = [
                round(UNIT * (a + b), 1)
                for point in lattice.polygon(place)
                for a, b in zip(point, (x, y), strict=True)
            ]
            found.append([*place, *points])
    return found


def edges(picture: Picture, scene: Scene) -> list[list[float]]:
    """Return the ends of each edge of a board with lines: two vertices, and four coordinates."""
    network = picture.network
    if network is None or not (offsets := _offsets(picture, scene)):
        return []
    lattice, (x, y) = LATTICES[picture.lattice], offsets[0]
    vertices, found = {*network.vertices}, []
    for row, column in sorted(vertices):
        for other in ((row, column + 1), (row + 1, column)):
            if other in vertices:
                ends = [vertex_at(vertex, network, lattice) for vertex in ((row, column), other)]
                points = [round(UNIT * value, 1) for a, b in ends for value in (a + x, b + y)]
                found.append([row, column, *other, *points])
    return found


def _offsets(picture: Picture, scene: Scene) -> list[tuple[float, float]]:
    """Return where the cell at the origin of each layer is drawn: the ground of a layer covers its cells."""
    grounds = [
        shape for shape in scene.shapes
        if isinstance(shape, Area) and shape.layer == "cells" and shape.fill == PAPER and shape.line is None
    ]  # fmt: skip
    lattice, found = LATTICES[picture.lattice], []
    for layer, ground in zip(sorted({place[0] for place in picture.signs}), grounds, strict=False):
        here = _ground_places(picture, layer)
        corners = [point for place in here for point in lattice.polygon(place)]
        points = [point for ring in ground.rings for point in ring]
        if not corners or not points:
            break
        x, y = (min(p[axis] for p in points) - min(p[axis] for p in corners) for axis in (0, 1))
        found.append((x, y))
    return found


def _ground_places(picture: Picture, layer: int) -> list[Place]:
    """Return the cells below the ground of a layer: of a board with walls all, else the board's cells."""
    if picture.regions is not None or picture.boxes is not None:
        return [place for place in (picture.boxes or picture.regions or ()) if place[0] == layer]
    return [
        place for place, sign in picture.signs.items()
        if place[0] == layer and (sign != HOLE or sign in picture.figures or place in picture.dark)
    ]  # fmt: skip


def pieces(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the pieces that a person can lay."""
    shown, given = puzzle.record.shown.pieces, puzzle.record.made.with_given
    if shown is None or given is None:
        return []
    return [{"name": piece.name, "copies": piece.copies} for piece in shown(puzzle.spec)]


def has_objective(puzzle: Puzzle) -> bool:
    """Whether one solution can be better than another."""
    if puzzle.is_plan:
        return False
    problem = puzzle.as_problem
    return len(puzzle.model.objective) > 0 if problem is None else problem.objective is not None


def lay(question: Question) -> Iterator[Event]:
    """Lay a piece on a cell, the next way in which it fits there at each turn; the event has the text."""
    ask, puzzle = question.ask, question.puzzle()
    with_given = puzzle.record.made.with_given
    if with_given is None:
        raise UsageError(f"puzzles of {puzzle.family} have no pieces to lay")
    ways = covering(puzzle.model, cell_name(puzzle.picture(), ask.cell), ask.piece)
    if not ways:
        yield {"event": "laid", "ways": 0}
        return
    option = ways[ask.turn % len(ways)]
    laid = Puzzle(
        family=puzzle.record, spec=with_given(puzzle.spec, [option]), title=puzzle.title, rule=puzzle.rule
    )
    yield {"event": "laid", "ways": len(ways), "text": text_of(laid, ask.form)}
