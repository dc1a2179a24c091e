"""Repair a puzzle that has no solution or several: `accord.repair`.

The repair changes, leaves out or adds as few clues as possible, so that one solution is left. The family says
which clues may be added: a digit in any cell of a sudoku, a number at any wall of an akari. Of a problem file
rules can only be left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

import msgspec

from accord.arguments import query_of
from accord.arguments.keywords import asks
from accord.arguments.puzzle import RepairArguments
from accord.backends.contract import Request
from accord.backends.sat.thread import in_thread
from accord.backends.table import import_package
from accord.errors import EngineError, RefusedError, UsageError
from accord.picture import Picture, Place
from accord.puzzles.clues import PossibleClue, PossibleClues
from accord.puzzles.family import scene_of
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, puzzle_of
from accord.puzzles.writing import LINE, puzzle_text, text_of
from accord.runner.choose import in_order
from accord.runner.driver import Driver
from accord.runner.limits import Limits, Show
from accord.runner.result import Result, common_fields
from accord.runner.run import TimedRun
from accord.scene.shapes import Scene
from accord.setters.repair_search import RepairSearch

Answer: TypeAlias = Literal["unique", "repaired", "none", "impossible", "undecided"]
TOO_MANY = "some clues have too many words to try, and were only left out"
CHECKERS = ("native", "cpsat")  # the search is by sat
PATIENCE = 5.0  # seconds for each


class Repair(Result, msgspec.Struct, frozen=True, kw_only=True):
    """The fewest clues to change, leave out or add."""

    answer: Answer
    changes: tuple[str, ...] = ()  # in words
    minimal: bool = False  # no repair has fewer changes
    at_least: int = 0  # so many changes are needed, as far as is known
    repaired: str = ""  # the repaired puzzle as a text
    checked_by: str = ""  # the backend that found one solution of it too
    places: tuple[Place, ...] = ()  # the cells of the changed clues
    seconds: float = 0.0

    def about_repaired(self, puzzle: Puzzle, repaired: Puzzle | None) -> Repair:
        """The result itself, once it knows its puzzle and the repaired one."""
        vars(self)["_repaired"] = repaired
        return self.about(puzzle)

    @property
    def result(self) -> Puzzle | None:
        """The repaired puzzle; None if there is none, or its family cannot write it."""
        found: Puzzle | None = vars(self).get("_repaired")
        return found

    @property
    def picture(self) -> Picture | None:
        """The board of the repaired puzzle, with the changed cells shaded; None if there is none."""
        if self.result is None:
            return None
        drawn = self.result.picture()
        return replace(drawn, shades={**drawn.shades, **dict.fromkeys(self.places, 0)})

    @property
    def drawings(self) -> list[Scene]:
        """The board of the repaired puzzle."""
        puzzle, picture = self.result, self.picture
        return [] if picture is None or puzzle is None else [scene_of(puzzle.record, picture, puzzle.title)]

    @property
    def statement(self) -> str:
        """The finding in a sentence."""
        number = "1 change leaves" if len(self.changes) == 1 else f"{len(self.changes)} changes leave"
        fewest = "the fewest" if self.minimal else f"perhaps not the fewest; at least {self.at_least} needed"
        needed = f"; at least {self.at_least} changes are needed" if self.at_least else ""
        return {
            "unique": "the puzzle has exactly one solution: nothing to repair",
            "repaired": f"{number} exactly one solution ({fewest})",
            "none": "no change of clues leaves exactly one solution",
            "impossible": "impossible: the rules alone have no solution on this board, so no clue helps",
            "undecided": f"not known: {self.reason or TOO_MANY}{needed}",
        }[self.answer]

    def __str__(self) -> str:
        """Return the finding and the changes."""
        return "\n".join([self.statement, *(f"  {change}" for change in self.changes)])


@asks(RepairArguments)
def repair(puzzle: AnyPuzzle, **more: object) -> Repair:
    """Find the fewest clues to change, leave out or add so that a puzzle has exactly one solution.

    Args:
        puzzle: a puzzle from `accord.load`, or a problem whose rules have words of their own.
        **more: see below.

    Raises:
        UsageError: if the puzzle has no clues.
        EngineError: if two engines disagree on the repaired puzzle.
    """
    asked = query_of(RepairArguments, more)
    limits = Limits.of(asked)
    asked.show("building the models", None)
    known, possible = limits.guard("the models were built").do(_possible_clues, puzzle)
    import_package("sat")
    from accord.setters.repair_search import RepairSearch  # only now: it imports python-sat

    search = RepairSearch(possible)
    driver: Driver[object] = Driver(limits, doing="a repair was looked for")
    for _ in driver.drive(in_thread(search.run)):
        asked.show(_progress(search), None)
    best = search.best
    spots = [] if best is None else search.changed_spots(best)
    changes, places = _changes(search, spots)
    repaired = None if best is None else _with_clues(known, possible, best)
    return Repair(
        **common_fields(known, driver.stop, {}),
        answer=_answer(search),
        changes=changes,
        minimal=best is not None and len(spots) <= search.at_least and (possible.are_all or len(spots) < 2),
        at_least=search.at_least,
        repaired="" if repaired is None else _text(repaired),
        checked_by="" if repaired is None else _check(repaired, limits, asked.show),
        places=places,
        effort=search.effort,
        seconds=round(driver.spent[0], 3),
    ).about_repaired(known, repaired)


def _possible_clues(asked: AnyPuzzle) -> tuple[Puzzle, PossibleClues]:
    """Return the puzzle and every clue that it may have. Raises UsageError if it has none."""
    puzzle = puzzle_of(asked)
    if not isinstance(puzzle, Puzzle):
        raise UsageError("a bare model has no clues; state a puzzle, or a problem whose rules have words")
    return puzzle, puzzle.possible_clues


def _progress(search: RepairSearch) -> str:
    best = "" if search.best is None else f", a repair with {search.cost(search.best)}"
    return f"at least {search.at_least} changes{best}"


def _answer(search: RepairSearch) -> Answer:
    if not search.has_solution:
        return "impossible"
    if search.best is not None:
        return "repaired" if search.cost(search.best) else "unique"
    return "none" if search.is_over and search.possible.are_all else "undecided"


def _changes(search: RepairSearch, spots: Sequence[int]) -> tuple[tuple[str, ...], tuple[Place, ...]]:
    """Return the changes of the best repair in words, and their cells."""
    clues = search.possible.clues
    best = search.best or frozenset()
    changes, places = [], []
    for spot in spots:
        before = next((clues[n] for n in search.at_spot[spot] if clues[n].is_stated), None)
        number = next((n for n in search.at_spot[spot] if n in best), None)
        after = None if number is None else clues[number]
        changes.append(_change(before, after, number in search.needless))
        places += [*(before.places if before else ()), *(after.places if after else ())]
    return tuple(changes), tuple(dict.fromkeys(places))


def _change(before: PossibleClue | None, after: PossibleClue | None, is_needless: bool) -> str:
    """Return a change in words."""
    if before is None:
        assert after is not None
        return f"add {after.words}"
    if after is None:
        return f"leave out {before.words}"
    return f"change {before.words} to {after.word}" + (", or leave it out" if is_needless else "")


def _with_clues(puzzle: Puzzle, possible: PossibleClues, chosen: Collection[int]) -> Puzzle | None:
    """Return the puzzle with these clues; None if its family cannot write it."""
    if possible.puzzle_with is None:
        return None
    return Puzzle(family=puzzle.record, spec=possible.puzzle_with(chosen), title=puzzle.title)


def _text(puzzle: Puzzle) -> str:
    try:
        return puzzle_text(puzzle, LINE)
    except RefusedError:  # a line cannot say all of it
        return text_of(puzzle)


def _check(puzzle: Puzzle, limits: Limits, show: Show) -> str:
    """Return the engine that finds one solution of the repaired puzzle too; nothing if none does in time.

    Raises EngineError if it finds none, or several.
    """
    likely = in_order([puzzle.model], Request("unique"))
    for backend in (name for name in likely if name in CHECKERS):
        run = TimedRun(puzzle.model, "unique", limits, backend=backend, show=show).finish_within(PATIENCE)
        outcome = run.outcome
        if outcome is not None and outcome.answer != "undecided":
            if outcome.answer != "unique":
                raise EngineError(f"{puzzle.name}: sat finds one solution, {backend} finds: {outcome.answer}")
            return run.searched
    return ""
