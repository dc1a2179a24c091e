"""Convert a spec or a `Problem` object into a Problem, its model, and its variables in groups."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from accord.errors import InputError, UsageError
from accord.families.problem.spec import Declared
from accord.model import Model
from accord.problem import Board, Problem
from accord.problem.expressions import Atom, Boolean
from accord.problem.graphs import Edges
from accord.puzzles.clues import RULE, Clue, Clues, PossibleClue, PossibleClues
from accord.puzzles.family import Fault, SpecError

_MEMBER = re.compile(r"(.+)\[([0-9]+)\]")


def problem_of(spec: Declared | Problem) -> Problem:
    """Return the problem of a spec; it is made once. Raises SpecError with every fault."""
    if isinstance(spec, Problem):
        return spec
    if "problem" not in vars(spec):
        from accord.families.problem.reading import Reading  # only now: a Problem in Python needs no reader

        vars(spec)["problem"] = Reading(spec).problem
    made: Problem = vars(spec)["problem"]
    return made


def build(spec: Declared | Problem) -> Model:
    """Return the model. Raises SpecError with every fault, RefusedError where a rule grows too large."""
    problem = problem_of(spec)
    try:
        return problem.model
    except InputError as error:  # such as a symmetry that is none
        key = "symmetries" if problem.symmetries else "rules"
        raise SpecError([Fault(key, fault) for fault in error.faults]) from None


def clues(spec: Declared | Problem) -> Clues:
    """Return the rules that have words of their own as clues. Raises UsageError if there are none."""
    problem = problem_of(spec)
    named = [number for number, rule in enumerate(problem.rules) if rule.called]
    if not named:
        raise UsageError("no rule of this problem has words of its own; clues are the rules that have")
    number = {rule: clue for clue, rule in enumerate(named)}
    return Clues(
        model=build(spec),
        clues=tuple(Clue(problem.rules[rule].words) for rule in named),
        decides=sorted({o for of in problem.options.values() for o in of.values() if o is not None}),
        of_item=[RULE if rule is None else number.get(rule, RULE) for rule in problem.rule_numbers],
        rule_of=problem.rule_of,
    )


def possible_clues(spec: Declared | Problem) -> PossibleClues:
    """Return the rules that have words of their own, to be left out. Raises UsageError if there are none."""
    found = clues(spec)
    stated = [
        PossibleClue(spot, "", f"the rule: {each.words}", is_stated=True)
        for spot, each in enumerate(found.clues)
    ]
    return PossibleClues(found.model, tuple(stated), found.of_item, found.decides)


# -- variables in groups -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """Variables that follow each other: of a board, of edges, of an array `x[1]`, `x[2]`, ..., or one."""

    name: str
    atoms: tuple[Atom, ...]
    board: Board[Any] | None = None
    edges: Edges[Any] | None = None
    array: bool = False

    @property
    def is_single(self) -> bool:
        """Whether it is a variable of its own."""
        return not self.array and self.board is None and self.edges is None


def groups_of(problem: Problem) -> Iterator[Group]:
    """Yield all variables in groups, in their order."""
    boards = {id(next(iter(board.cells))): board for board in problem.boards.values()}
    links = {id(next(iter(edges.values()))): edges for edges in problem.links.values() if edges}
    atoms, at = problem.variables, 0
    while at < len(atoms):
        board, edges = boards.get(id(atoms[at])), links.get(id(atoms[at]))
        if board is not None:
            group = Group(board.name, tuple(board.cells), board)
        elif edges is not None:
            group = Group(edges.name, tuple(edges.values()), edges=edges)
        else:
            group = _array(atoms, at)
        yield group
        at += len(group.atoms)


def choices_of(problem: Problem) -> list[tuple[Atom, Any]]:
    """Return the variable and the value of each visible option, in their order."""
    return [
        (atom, value)
        for atom in problem.variables
        for value in ((True,) if isinstance(atom, Boolean) else atom.values)
    ]


def _array(atoms: list[Atom], at: int) -> Group:
    """Return the array that begins here, or the one variable."""
    match = _MEMBER.fullmatch(atoms[at].name)
    last = at + 1
    if match and match[2] == "1":
        name = match[1]
        while (
            last < len(atoms)
            and atoms[last].name == f"{name}[{last - at + 1}]"
            and alike(atoms[at], atoms[last])
        ):
            last += 1
        return Group(name, tuple(atoms[at:last]), array=True)
    return Group(atoms[at].name, (atoms[at],))


def alike(one: Atom, other: Atom) -> bool:
    """Whether two variables have the same values."""
    return isinstance(one, Boolean) == isinstance(other, Boolean) and (
        one.values is other.values or one.values == other.values
    )
