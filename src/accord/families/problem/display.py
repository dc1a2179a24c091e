"""Pictures and hints of a problem's solutions: boards as boards, other variables as `name = value`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.deduce import Step
from accord.deduce.step import MOST_NAMES, situation
from accord.families.problem.calls import shape_of
from accord.families.problem.drawing import clues_of, network
from accord.families.problem.problems import Group, groups_of, problem_of
from accord.families.problem.spec import Declared
from accord.model import Model
from accord.picture import EMPTY, FULL, HOLE, Picture, Place
from accord.problem import Board, Problem
from accord.problem.expressions import Atom, Boolean, Member, Variable
from accord.problem.rules import Holds
from accord.puzzles.words import by_way_of, join_words

TRUE = "*"  # a cell whose Boolean holds, on a board with holes

LINES = 40  # of a puzzle without a solution


def picture(spec: Declared | Problem, _model: Model, options: Sequence[int] | None) -> Picture:
    """Return the board, where there is one of one sign a cell and nothing else; else lines.

    Without a solution it shows what the rules give, or of other variables what they may be.
    """
    problem = problem_of(spec)
    groups = list(groups_of(problem))
    values = _given_values(problem) if options is None else _values(problem, options)
    board = groups[0].board if len(groups) == 1 else None
    if board is not None:
        signs = _signs(board, values)
        if all(len(sign) == 1 for sign in signs.values()):
            given = frozenset(place for place, sign in signs.items() if options is None and sign != EMPTY)
            return Picture(board.grid.lattice.name, signs, given=given)
    lines = [line for group in groups for line in _lines(spec, group, values, len(groups) > 1)]
    if options is None and len(lines) > LINES:
        lines[LINES:] = [f"... and {len(lines) - LINES} more lines"]
    return Picture("square", {}, tuple(lines))


def given_options(spec: Declared | Problem, _model: Model) -> list[int]:
    """Return the options that rules of the form `x == 3` choose."""
    problem = problem_of(spec)
    values = _given_values(problem)
    return sorted(
        option for option, (atom, value) in enumerate(_choices(problem)) if values.get(atom.name) == value
    )


def _given_values(problem: Problem) -> dict[str, Any]:
    """Return the values of variables that single rules fix, by name."""
    found: dict[str, Any] = {}
    for rule in problem.rules:
        match rule:
            case Holds(truth=Boolean() as atom):
                found[atom.name] = True
            case Holds(truth=Member(of=Variable() as atom, values=(value,))) if value in atom.values:
                found[atom.name] = value
    return found


def _values(problem: Problem, options: Sequence[int]) -> dict[str, Any]:
    """Return the values that these options give, by name; of a partial solution, as many as there are."""
    chosen = set(options)
    return {
        name: value
        for name, of in problem.options.items()
        for value, option in of.items()
        if option in chosen or (option is None and chosen.isdisjoint(of.values()))
    }


def _choices(problem: Problem) -> list[tuple[Atom, Any]]:
    """Return the variable and the value of each visible option, in their order."""
    return [
        (atom, value)
        for atom in problem.variables
        for value in ((True,) if isinstance(atom, Boolean) else atom.values)
    ]


# -- pictures --------------------------------------------------------------------------------------


def _signs(board: Board[Any], values: Mapping[str, Any]) -> dict[Place, str]:
    """Return the value of each variable of a board, by its place."""
    full = TRUE if isinstance(shape_of(board.grid), str) else FULL
    return {place: _sign(values, board[cell], full) for cell, place in board.places.items()}


def _sign(values: Mapping[str, Any], atom: Atom, full: str) -> str:
    """Return the value of a variable, or a dot."""
    value = values.get(atom.name)
    if isinstance(atom, Boolean):
        return full if value else EMPTY
    return EMPTY if value is None else str(value)


def _lines(spec: object, group: Group, values: Mapping[str, Any], several: bool) -> list[str]:
    """Return the lines of a group."""
    if group.board is not None:
        return [*([f"{group.name}:"] if several else []), *_rows(group.board, values)]
    if group.edges is not None:
        drawn = network(group.edges, values, clues_of(spec, group.edges))
        return [*([f"{group.name}:"] if several and len(drawn) > 1 else []), *drawn]
    known = [values.get(atom.name) for atom in group.atoms]
    if all(value is None for value in known):
        one = group.atoms[0]
        kinds = "true or false" if isinstance(one, Boolean) else _domain_text(one.values)
        number = f"{len(group.atoms)} times " if group.array else ""
        return [f"{group.name}: {number}{kinds}"]
    texts = [
        "?" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        for value in known
    ]
    return [f"{group.name} = {', '.join(texts)}"]


def _domain_text(values: Sequence[Any]) -> str:
    """Return the values that a variable may have, in short."""
    numbers = len(values) > 2 and all(type(value) is int for value in values)
    if numbers and list(values) == list(range(values[0], values[-1] + 1)):
        return f"{values[0]} to {values[-1]}"
    shown = ", ".join(map(str, values[:MOST_NAMES]))
    return shown + (", ..." if len(values) > MOST_NAMES else "")


def _rows(board: Board[Any], values: Mapping[str, Any]) -> list[str]:
    """Return the rows of a board, its columns aligned."""
    signs = _signs(board, values)
    width = max(map(len, signs.values()))
    layers, rows, columns = (max(numbers) + 1 for numbers in zip(*signs, strict=True))
    apart = " " if width > 1 else ""
    lines: list[str] = []
    for layer in range(layers):
        lines += [""] * (layer > 0)
        for row in range(rows):
            of = [signs.get((layer, row, column), _between(board, row, column)) for column in range(columns)]
            lines.append(apart.join(sign.rjust(width) for sign in of).rstrip())
    return lines


def _between(board: Board[Any], row: int, column: int) -> str:
    """Return the sign of a place without a cell: a hole, or a blank between cells of a staggered board."""
    return HOLE if board.grid.lattice.is_cell(row, column) else " "


# -- hints -----------------------------------------------------------------------------------------


def words(spec: Declared | Problem, model: Model, step: Step) -> str:
    """Return a step as a sentence, such as `by green == ivory + 1, green is not 1`."""
    problem = problem_of(spec)
    choices = _choices(problem)
    if step.parts:
        return "; ".join(words(spec, model, part) for part in step.parts)
    if step.rule == "lookahead":
        return _lookahead(model, step, choices, problem.known_by(model))
    forced = _visible(choices, step)
    first = [_option_text(model, choices, option, chosen) for option, chosen in forced[:MOST_NAMES]]
    rest = len(forced) - len(first)
    verdict = join_words([*first, *([f"{rest} more"] if rest else [])])
    item = step.items[0]
    rules = problem.known_by(model)[item]
    name = join_words(rules) or model.item_names[item]
    if step.rule == "bounds" and not rules:
        return f"{verdict}: {'no other value is left' if step.forced[0].chosen else 'it has another value'}"
    full = step.demand[1] == step.given  # what is full takes no more
    if step.rule == "bounds" and (full or not _counts(model, item, choices)):
        return f"by {name}, {verdict}"
    return f"{name}: {situation(model, step)}, so {verdict}"


def _visible(choices: Sequence[object], step: Step) -> list[tuple[int, bool]]:
    """Return the options of variables that a step forces, or else implies; hidden ones if there are none."""
    forced = [(each.option, each.chosen) for each in step.forced]
    follows = [*((option, True) for option in step.chosen), *((option, False) for option in step.closed)]
    for several in (forced, follows):
        if seen := [each for each in several if each[0] < len(choices)]:
            return seen
    return forced


def _counts(model: Model, item: int, choices: Sequence[object]) -> bool:
    """Whether an item says how many of some values there are, which a person can count."""
    ours = model.item == item
    visible = bool((model.option_of_entry[ours] < len(choices)).all())
    return visible and bool((model.amount[ours] == 1).all())


def _lookahead(
    model: Model, step: Step, choices: Sequence[tuple[Atom, Any]], known_by: Sequence[Sequence[str]]
) -> str:
    (forced,) = step.forced
    *way, last = [join_words(known_by[item]) or model.item_names[item] for item in step.items]
    way = [name for name in dict.fromkeys(way) if name != last]
    through = by_way_of(way)
    stuck = "could not hold" if known_by[step.items[-1]] else "would have no value left"
    verdict = join_words(
        [_option_text(model, choices, *each) for each in _visible(choices, step)[:MOST_NAMES]]
    )
    if forced.option >= len(choices):  # what a rule needs beside variables has no name that a person knows
        return f"otherwise {last} {stuck}{through}; so {verdict}"
    contrary = _option_text(model, choices, forced.option, not forced.chosen)
    return f"if {contrary}, {last} {stuck}{through}; so {verdict}"


def _option_text(model: Model, choices: Sequence[tuple[Atom, Any]], option: int, chosen: bool) -> str:
    """Return in words that an option is chosen or not: of a variable, or a hidden one of a rule."""
    if option >= len(choices):
        return f"`{model.option_name(option)}` {'holds' if chosen else 'does not hold'}"
    atom, value = choices[option]
    if isinstance(atom, Boolean):
        return f"{atom.name} {'holds' if chosen else 'does not hold'}"
    return f"{atom.name} is {'' if chosen else 'not '}{value}"


def marks(spec: Declared | Problem, model: Model, items: Iterable[int], sign: str) -> Picture | None:
    """Return the board with a sign on the cells of these items; None if there is no single board."""
    problem = problem_of(spec)
    board = picture(spec, model, None)
    if board.lines is not None:
        return None
    (grid,) = problem.boards.values()
    place_of = {grid[cell].name: place for cell, place in grid.places.items()}
    choices = _choices(problem)
    options = {
        option for item in items for option in model.options_of(item).tolist() if option < len(choices)
    }
    found = {place_of[choices[option][0].name]: sign for option in options}
    return Picture(board.lattice, {**board.signs, **found}) if found else None
