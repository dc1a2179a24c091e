"""Find the clues to blame: `accord.why`.

    impossible   a minimal set of clues that contradict each other, by the rules of the kind
    unique       a minimal set of clues that leaves this one solution, and the clues that can be left out
    r3c4=2       a minimal set of clues that forces this value, or excludes it

One solver holds the rules, and each clue under a guard: a literal that is assumed where the clue is there. An
answer `no solution` comes with the guards that led to it. Then each clue of this set is left out in turn:
where there is no solution without it either, it is dropped. So the set is minimal: without any one of its
clues the others have a solution.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import msgspec

from accord.arguments import query_of
from accord.arguments.keywords import asks
from accord.arguments.puzzle import WhyArguments
from accord.backends.contract import Search, Slice
from accord.backends.sat.thread import Pulse, in_thread
from accord.certify.core import ALWAYS
from accord.errors import UsageError, unknown
from accord.picture import Picture, Place
from accord.puzzles.cell_values import Shown, cell_values
from accord.puzzles.clues import RULE, Clues
from accord.puzzles.family import scene_of
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, puzzle_of
from accord.runner.driver import Driver
from accord.runner.limits import Limits
from accord.runner.result import Result, common_fields
from accord.scene.shapes import Scene
from accord.setters.guarded import Guarded, literal_of

Answer: TypeAlias = Literal["impossible", "unique", "several", "forced", "excluded", "open", "undecided"]
FEW = 4  # rules that are worth naming


class Why(Result, msgspec.Struct, frozen=True, kw_only=True):
    """The clues to blame, in words."""

    answer: Answer
    asked: str = ""  # the value that was asked about
    clues: tuple[str, ...] = ()  # the set
    minimal: bool = False  # without any one of the clues, the others do not suffice
    rules: tuple[str, ...] = ()  # the rules that contradict these clues, if they are few
    spare: tuple[str, ...] = ()  # of a unique puzzle: each of these clues can be left out, the others kept
    places: tuple[Place, ...] = ()  # the cells of the clues
    indices: tuple[int, ...] = ()  # the numbers of the clues among all
    seconds: float = 0.0

    @property
    def picture(self) -> Picture | None:
        """The board with these clues alone; None if there is no such puzzle, or it has no board."""
        puzzle = self.declared
        if puzzle is None or not self.clues or puzzle.clues.only is None:
            return None
        alone = Puzzle(family=puzzle.record, spec=puzzle.clues.only(self.indices)).picture()
        return replace(alone, shades={**alone.shades, **dict.fromkeys(self.places, 0)})

    @property
    def drawings(self) -> list[Scene]:
        """The board with these clues alone."""
        puzzle, picture = self.declared, self.picture
        return [] if picture is None or puzzle is None else [scene_of(puzzle.record, picture, puzzle.title)]

    @property
    def statement(self) -> str:
        """The finding in a sentence."""
        least = "a minimal set" if self.minimal else "a set that may not be minimal"
        if self.answer == "impossible" and not self.clues:
            return "impossible: the rules alone have no solution on this board"
        return {
            "impossible": f"impossible: {least} of clues that contradict each other",
            "unique": f"unique: {least} of clues that leaves this one solution",
            "several": "several solutions: the clues leave a choice",
            "forced": f"{self.asked} is forced: {least} of clues that does it",
            "excluded": f"{self.asked} is impossible: {least} of clues that excludes it",
            "open": f"{self.asked} is open: some solutions have it and others do not",
            "undecided": f"not known: {self.reason or 'the search did not end'}",
        }[self.answer]

    def lines(self) -> list[str]:
        """Return the clues, the rules, and the clues that can be left out, a line each."""
        lines = [f"  {clue}" for clue in self.clues]
        lines += [f"by the rule: {rule}" for rule in self.rules]
        if self.answer == "unique":
            spare = ", ".join(self.spare) or "none"
            lines.append(f"clues that can be left out, one at a time: {spare}")
        return lines

    def __str__(self) -> str:
        """Return the finding and the clues."""
        return "\n".join([self.statement, *self.lines()])


@asks(WhyArguments)
def why(puzzle: AnyPuzzle, **more: object) -> Why:
    """Find a minimal set of clues that make a puzzle impossible or unique, or that force a value.

    Args:
        puzzle: a puzzle from `accord.load`, or a problem whose clues are the rules with words of their own.
        **more: see below.

    Raises:
        UsageError: if the puzzle has no clues, or there is no such cell or value.
        EngineError: if the solver is wrong.
    """
    asked = query_of(WhyArguments, more)
    limits = Limits.of(asked)
    asked.show("building the model", None)
    known, clues = limits.guard("the model was built").do(_clues, puzzle)
    cells = limits.guard("the cells were read")
    wanted = None if asked.value is None else cells.do(_options_that_show, known, clues, asked.value)
    search = _Search(clues, wanted)
    driver: Driver[object] = Driver(limits, doing="the clues to blame were looked for")
    for _ in driver.drive(in_thread(search.run)):
        asked.show(f"a set of {len(search.core):,} clues" if search.core is not None else "asking SAT", None)
    core = sorted(search.core or ())
    return Why(
        **common_fields(known, driver.stop, {}),
        answer=search.answer,
        asked=asked.value or "",
        clues=tuple(clues.clues[clue].words for clue in core),
        minimal=search.minimal,
        rules=search.rules,
        spare=tuple(clues.clues[clue].words for clue in sorted(search.spare)),
        indices=tuple(core),
        places=tuple(place for clue in core for place in clues.clues[clue].places),
        effort={"calls": 0 if search.guarded is None else search.guarded.calls},
        seconds=round(driver.spent[0], 3),
    ).about(known)


def _clues(asked: AnyPuzzle) -> tuple[Puzzle, Clues]:
    """Return the puzzle and its clues. Raises UsageError if it has none."""
    puzzle = puzzle_of(asked)
    if not isinstance(puzzle, Puzzle):
        raise UsageError("a bare model has no clues; `accord.explain` names items that contradict each other")
    return puzzle, puzzle.clues


def _options_that_show(puzzle: Puzzle, clues: Clues, value: str) -> Shown:
    """Return the options, in the model of the clues, that show a value such as r3c4=2."""
    cell, equals, word = value.partition("=")
    cells = cell_values(puzzle)
    if not equals:
        raise UsageError(f"found {value!r}; expected a cell and a value, as in r3c4=2")
    if cell not in cells:
        raise unknown("cell", cell, cells)
    model = puzzle.model
    number = {clues.model.option_name(option): option for option in range(clues.model.options)}
    words = {str(each): shown for each, shown in cells[cell].items()}
    shown = words.get(word)
    if shown is None and f"{cell}={word}" in number:  # a value that a given excludes
        return Shown((number[f"{cell}={word}"],))
    if shown is None:
        raise unknown("value", word, words)
    return Shown(tuple(number[model.option_name(option)] for option in shown.options), shown.rest)


@dataclass(eq=False)
class _Search:
    """The search, in a thread of its own; its findings are right at any time."""

    clues: Clues
    wanted: Shown | None
    answer: Answer = "undecided"
    guarded: Guarded | None = None
    spare: set[int] = field(default_factory=set)
    rules: tuple[str, ...] = ()

    @property
    def core(self) -> set[int] | None:
        """The clues to blame, so far."""
        return None if self.guarded is None else self.guarded.core

    @property
    def minimal(self) -> bool:
        """Whether each of them is known to be needed."""
        return self.core is not None and self.guarded is not None and self.core <= self.guarded.needed

    def run(self, pulse: Pulse) -> Search:
        """Answer the question, then make the set minimal, then look for the rules that contradict it."""
        solver = self.guarded = Guarded(self.clues.model, self.clues.of_item, len(self.clues.clues), pulse)
        yield from solver.write()
        everything = range(len(self.clues.clues))
        solution = yield from solver.ask(everything, [])
        if solution is None:
            self.answer = "impossible"
            yield from solver.minimise([])
            yield from self._find_rules(pulse, None)
        elif self.wanted is not None:
            yield from self._value(solver, self.wanted, pulse)
        else:
            other = solver.solver.any_of(self._contrary(solution))
            if (yield from solver.ask(everything, [other])) is None:
                self.answer = "unique"
                yield from solver.minimise([other])
                yield from self._find_spare(solver, other)
            else:
                self.answer = "several"
        yield Slice(complete=True)

    def _value(self, solver: Guarded, wanted: Shown, pulse: Pulse) -> Search:
        """Answer whether all solutions have a value, or none."""
        contrary = replace(wanted, rest=not wanted.rest)
        answers: tuple[tuple[Answer, Shown], ...] = (("excluded", wanted), ("forced", contrary))
        for answer, shown in answers:
            literal = literal_of(solver.solver, shown)
            if (yield from solver.ask(range(len(self.clues.clues)), [literal])) is None:
                self.answer = answer
                yield from solver.minimise([literal])
                yield from self._find_rules(pulse, shown)
                return
        self.answer = "open"

    def _contrary(self, solution: Iterable[int]) -> list[int]:
        """Return the literals of which another solution has one."""
        chosen = {*solution}
        return [-option - 1 if option in chosen else option + 1 for option in self.clues.decides]

    def _find_spare(self, solver: Guarded, other: int) -> Search:
        """Find the clues without which the puzzle is still unique: any that is not in the set, and others."""
        assert solver.core is not None
        everything = {*range(len(self.clues.clues))}
        self.spare = everything - solver.core
        for clue in sorted(solver.core):
            if (yield from solver.ask(sorted(everything - {clue}), [other])) is None:
                self.spare.add(clue)

    def _find_rules(self, pulse: Pulse, shown: Shown | None) -> Search:
        """Find a minimal set of rules that contradicts the clues to blame, if it is a small one."""
        core = self.core
        if core is None or not self.clues.rule_of:
            return
        names = [*dict.fromkeys(rule for rule in self.clues.rule_of if rule is not None)]
        number = {name: n for n, name in enumerate(names)}
        left_out = len(names)  # the group of the clues that are not to blame, which is never assumed
        group_of = [
            (number.get(rule or "", ALWAYS) if clue == RULE else ALWAYS if clue in core else left_out)
            for clue, rule in zip(self.clues.of_item, self.clues.rule_of, strict=True)
        ]
        solver = Guarded(self.clues.model, group_of, left_out + 1, pulse)
        yield from solver.write()
        more = [] if shown is None else [literal_of(solver.solver, shown)]
        if (yield from solver.ask(range(len(names)), more)) is None:
            yield from solver.minimise(more, FEW)
            if solver.core is not None and len(solver.core) <= FEW and solver.core <= solver.needed:
                self.rules = tuple(names[rule] for rule in sorted(solver.core))
