"""The family record of problem files: the functions that general code calls for a family.

The sheets of a problem file: its pictures, such as clues, regions and drawn boards, as grids of signs.

data.number       cells   561332...    a picture under [data] that has the size of a board
variables.black   cells   ##...        the board itself, where it is drawn: . a cell, # none
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from accord.deduce import Step
from accord.deduce.step import MOST_NAMES, situation
from accord.families.problem.display import given_options, marks, picture
from accord.families.problem.problems import build, choices_of, clues, possible_clues, problem_of
from accord.families.problem.spec import Cells, Declared
from accord.model import Model
from accord.picture import EMPTY, HOLE
from accord.problem import Problem
from accord.problem.expressions import Atom, Boolean
from accord.problem.lower.passes import Cost
from accord.puzzles.family import About, Family, Faults, Made, Shown, Texts
from accord.puzzles.sheets import PLAIN, Editing, Sheet, Words
from accord.puzzles.words import by_way_of, describe, join_words


def variables(spec: Declared | Problem) -> Mapping[str, Mapping[Any, int | None]]:
    """Return for each variable, by name, the option of each value."""
    return problem_of(spec).options


def costs(spec: Declared | Problem) -> Iterator[Cost]:
    """Yield the cost of each rule: what it adds to the model."""
    return problem_of(spec).costs()


def file_spec(spec: Problem) -> Declared:
    """Return the spec of its model file. Raises RefusedError for what a file cannot say."""
    from accord.families.problem.writing import spec_of  # only now: most problems are not written

    return spec_of(spec)


def rules(spec: Declared | Problem, _model: Model) -> Sequence[str | None]:
    """Return the rule of each item, in words."""
    return problem_of(spec).rule_of


def known_by(spec: Declared | Problem, model: Model) -> Sequence[Sequence[str]]:
    """Return the rules by which a person knows each item, in words."""
    return problem_of(spec).known_by(model)


CHOICES = ((EMPTY, "a cell"), (HOLE, "no cell"))


def sheets(spec: Declared) -> list[Sheet]:
    """Return a sheet for each picture as large as a board of squares, and for each key of one word."""
    return [*PLAIN.sheets(spec), *_pictures(spec)]


def _pictures(spec: Declared) -> Iterator[Sheet]:
    boards = {
        name: cells for name, cells in spec.variables.items()
        if isinstance(cells, Cells) and cells.board is not None and cells.lattice == "square"
    }  # fmt: skip
    sizes = {size for cells in boards.values() if (size := _size(cells))}
    for name, value in spec.data.items():
        if isinstance(value, str) and (rows := value.split()) and _size_of(rows) in sizes:
            signs = sorted({*"".join(rows)})
            blank = EMPTY if name == spec.drawing.clues or EMPTY in value else ""
            yield Sheet(
                key=f"data.{name}", about=name, on="cells", words=[[*row] for row in rows], blank=blank,
                choices=tuple((sign, "") for sign in signs if not sign.isdigit()), free="one sign",
                numbers=(0, 9) if any(map(str.isdigit, signs)) else None,
                labels=name == spec.drawing.regions, fixed=True,
            )  # fmt: skip
    for name, cells in boards.items():
        if isinstance(cells.board, str) and _size(cells):
            words = [[*row] for row in cells.board.split()]
            yield Sheet(
                key=f"variables.{name}", about=f"the board {name}", on="cells", words=words, blank=EMPTY,
                choices=CHOICES, fixed=True,
            )  # fmt: skip


def _size(cells: Cells) -> tuple[int, int] | None:
    """Return rows and columns of a flat board; None for another one."""
    if isinstance(cells.board, str):
        return _size_of(cells.board.split())
    return (cells.board[0], cells.board[1]) if cells.board is not None and len(cells.board) == 2 else None


def _size_of(rows: list[str]) -> tuple[int, int] | None:
    return (len(rows), len(rows[0])) if rows and len({*map(len, rows)}) == 1 else None


def with_words(spec: Declared, words: Mapping[str, Words]) -> Declared:
    """Return the spec with these words. Raises SpecError with every fault."""
    found, faults = PLAIN.spec(spec, words), Faults()
    data: dict[str, Any] = dict(spec.data)
    variables: dict[str, Any] = dict(spec.variables)
    for sheet in _pictures(spec):
        rows = words[sheet.key]
        for number, row in enumerate(rows, start=1):
            for word in row:
                if len(word) != 1 or word.isspace():
                    faults.add(f"{sheet.key}[{number}]", f"found {describe(word)}; expected one sign")
        text = "".join("".join(row) + "\n" for row in rows)
        table, _, name = sheet.key.partition(".")
        if table == "data":
            data[name] = text
        else:
            variables[name] = structs.replace(variables[name], board=text)
    faults.end()
    return structs.replace(found, data=data, variables=variables)


EDITING = Editing(sheets, with_words)


def words(spec: Declared | Problem, model: Model, step: Step) -> str:
    """Return a step as a sentence, such as `by green == ivory + 1, green is not 1`."""
    problem = problem_of(spec)
    choices = choices_of(problem)
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


RECORD = Family(
    name="problem",
    spec=Declared,
    about=About("own", "Your own variables and rules, in a file or in Python."),
    texts=Texts(spelled=file_spec),
    editing=EDITING,
    shown=Shown(picture=picture, words=words, marks=marks, rules=rules, known_by=known_by),
    made=Made(
        model=build,
        given=given_options,
        variables=variables,
        problem=problem_of,
        costs=costs,
        clues=clues,
        possible_clues=possible_clues,
    ),
)
