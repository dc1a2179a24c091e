"""Write a Problem as a problem file; refuse, with a reason, what a file cannot express."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from accord.errors import RefusedError
from accord.families.problem.graphs import edges_cells, shape_of
from accord.families.problem.operators import file_vertex
from accord.families.problem.problems import Group, alike, groups_of
from accord.families.problem.reading import Reading, valid_name
from accord.families.problem.spec import LONGEST, Cells, Declared, Domain
from accord.problem import Board, Problem
from accord.problem.expressions import Atom, Boolean, Constant, Expression, Member
from accord.problem.notation import brief, text
from accord.problem.rules import Holds, Rule
from accord.problem.symmetry import Symmetry, isometries
from accord.puzzles.family import SpecError

Kind: TypeAlias = str | list[int | str] | Cells


def spec_of(problem: Problem) -> Declared:
    """Return the spec of a problem. Raises RefusedError for what a file cannot say.

    The spec is read once, since a file has limits that a Problem has not, such as the depth of a rule.
    """
    spec = _spec(problem)
    try:
        Reading(spec)
    except SpecError as error:
        raise RefusedError(f"a file cannot say it: {error.faults[0].message}") from None
    return spec


def _spec(problem: Problem) -> Declared:
    objective = _lines(str(_check(each, "the objective")) for each in problem.objectives)
    return Declared(
        variables=dict(_variables(problem)),
        rules=_lines(_rule(rule, problem) for rule in problem.rules),
        minimize="" if problem.maximizes else objective,
        maximize=objective if problem.maximizes else "",
        symmetries=_lines(_symmetries(problem)),
    )


def _lines(of: Iterable[str]) -> str:
    """Return one line as it is, several with a line break behind each."""
    lines = list(of)
    return "".join(f"{line}\n" for line in lines) if len(lines) > 1 else "".join(lines)


# -- variables -------------------------------------------------------------------------------------


def _variables(problem: Problem) -> Iterator[tuple[str, Kind]]:
    """Yield names and their declarations; like single variables that follow each other share a line."""
    together: list[Group] = []
    for group in groups_of(problem):
        if not valid_name(group.name, single=group.is_single):
            raise RefusedError(
                f"the variable {brief(group.name)}: in a file a name has letters, digits and _; take another"
            )
        if (
            group.array
            or group.board is not None
            or group.edges is not None
            or (together and not alike(together[-1].atoms[0], group.atoms[0]))
        ):
            yield from _line(together)
            together = []
        if group.board is not None:
            yield (
                group.name,
                _cells(group, board=shape_of(group.board.grid), lattice=group.board.grid.lattice.name),
            )
        elif group.edges is not None:
            yield group.name, edges_cells(group.edges)
        elif group.array:
            yield group.name, _cells(group, array=len(group.atoms))
        else:
            together.append(group)
    yield from _line(together)


def _cells(group: Group, **more: Any) -> Cells:
    """Return the table of variables that are alike."""
    return Cells(values=_domain(group.atoms[0]), **more)


def _line(together: Sequence[Group]) -> Iterator[tuple[str, Kind]]:
    if together:
        yield " ".join(group.name for group in together), _domain(together[0].atoms[0])


def _domain(atom: Atom) -> Domain:
    """Return the domain of a variable: `1..9`, the values one by one, or `boolean`. Raises RefusedError."""
    if isinstance(atom, Boolean):
        return "boolean"
    if type(atom.values) is range:
        return f"{atom.values[0]}..{atom.values[-1]}"
    values: list[Any] = list(atom.values)
    for each in values:
        if type(each) not in (int, str):
            raise RefusedError(
                f"the variable {atom.name} may be {brief(each)}; in a file values are whole numbers and texts"
            )
    return values


# -- rules -----------------------------------------------------------------------------------------


def _rule(rule: Rule, problem: Problem) -> str:
    """Return the line of a rule, with its words if it has some of its own. Raises RefusedError."""
    for value in rule.written:
        _check(value, rule.words)
    if type(rule).__str__ is object.__str__:
        raise RefusedError(f"{rule.words}: a file has no words for this rule")
    line = rule.call(problem.boards, problem.links, file_vertex)
    if rule.called and rule.called != line:
        call = f"holds({line})" if isinstance(rule, Holds) else line
        line = f"{call[:-1]}, words={text(rule.called)})"
    if len(line) > LONGEST:
        raise RefusedError(
            f"{rule.words}: it would be a line of {len(line):,} characters; at most {LONGEST:,} are possible"
        )
    return line


def _check(value: Any, where: str) -> Any:
    """Return a value or an expression. Raises RefusedError if a file cannot say it."""
    stack = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, Expression):
            stack += each.parts
            stack += (
                each.values
                if isinstance(each, Member)
                else [each.value]
                if isinstance(each, Constant)
                else []
            )
        elif type(each) not in (int, str, bool):
            raise RefusedError(f"{where}: found {brief(each)}; in a file values are whole numbers and texts")
    return value


# -- symmetries ------------------------------------------------------------------------------------


def _symmetries(problem: Problem) -> Iterator[str]:
    """Yield a line for each symmetry; the turns and reflections of a board are its name."""
    left = list(problem.symmetries)
    while left:
        board = next((each for each in problem.boards.values() if _are_of(left, each)), None)
        if board is not None:
            yield board.name
            left = left[len(isometries(board)) :]
        else:
            yield _symmetry(left.pop(0))


def _are_of(symmetries: Sequence[Symmetry], board: Board[Any]) -> bool:
    """Whether the first of these are all turns and reflections of a board."""
    moves = isometries(board)
    first = [_ids(each.variables) for each in symmetries[: len(moves)] if not each.values and not each.of]
    return bool(moves) and first == list(map(_ids, moves))


def _ids(of: Mapping[Any, Any]) -> dict[int, int]:
    return {id(one): id(other) for one, other in of.items()}


def _symmetry(symmetry: Symmetry) -> str:
    for value in (*symmetry.values, *symmetry.values.values()):
        _check(value, "a symmetry")
    parts = [_table(symmetry.variables.items())] if symmetry.variables else []
    if symmetry.values:
        parts.append(f"values={_table(symmetry.values.items())}")
    if symmetry.of:
        some = sorted(symmetry.of, key=lambda atom: atom.number)
        parts.append(f"of=[{', '.join(map(str, some))}]")
    return ", ".join(parts)


def _table(pairs: Iterable[tuple[Any, Any]]) -> str:
    return "{" + ", ".join(f"{_text(one)}: {_text(other)}" for one, other in pairs) + "}"


def _text(of: Any) -> str:
    return str(of) if isinstance(of, Expression) else text(of)
