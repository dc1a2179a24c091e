"""Problems in Python and in files beside what brute force says of them: the first difference."""

from pathlib import Path
from tempfile import TemporaryDirectory

import accord
from accord.errors import InputError, UsageError
from accord.model.digest import fingerprint
from accord.problem import Problem
from accord.problem.functions import element, every, maximum, minimum, some, total
from accord.problem.graphs.graph import dots, grid
from outside.asked import WALKED, asked
from outside.drawn import Search
from outside.statements import FILE, PROBLEM, line_of, text

CALLED = {"element": element, "every": every, "maximum": maximum, "minimum": minimum, "some": some,
          "total": total, "dots": dots, "grid": grid}  # fmt: skip
WAYS = ("auto", "cuts", "unfold")


def made(said, how):
    """The Problem, graph rules in this way."""
    p = Problem()
    names = CALLED | {"p": p}
    for line in said.declared:
        names[line.name] = eval(line_of(line)[PROBLEM], names)
    for rule in said.rules:
        eval(text(rule, PROBLEM).replace("HOW", how), names)
    if said.wanted:
        getattr(p, said.wanted[0])(eval(text(said.wanted[1], PROBLEM), names))
    for kind, name, maps in said.moves:
        if kind == "board":
            p.symmetry(names[name])
        elif kind == "values":
            p.symmetry(values=maps[0], of=[names[name]])
        else:
            p.symmetry(
                {eval(text(a, PROBLEM), names): eval(text(b, PROBLEM), names) for a, b in maps[0].items()}
            )
    return p


def file_of(said, how):
    """The text of a model file."""
    rules = [text(rule, FILE).replace("HOW", how) for rule in said.rules]
    symmetries = [
        name if kind == "board" else f"values={maps[0]}, of=[{name}]" if kind == "values"
        else f"{{{', '.join(f'{text(a, FILE)}: {text(b, FILE)}' for a, b in maps[0].items())}}}"
        for kind, name, maps in said.moves
    ]  # fmt: skip
    lines = ["family = 'problem'", "title = 'drawn'", "rules = '''", *rules, "'''"]
    lines += ["symmetries = '''", *symmetries, "'''"]
    lines += [f"{said.wanted[0]} = '''{text(said.wanted[1], FILE)}'''"] if said.wanted else []
    return "\n".join(
        [*lines, "[variables]", *(f"{line.name} = {line_of(line)[FILE]}" for line in said.declared), ""]
    )


def right(said):
    """The assignments that keep it, and what is wanted of each."""
    search = Search(said.declared)
    for rule in said.rules:
        search.keep(rule)
    found = search.valued(said.wanted[1] if said.wanted else 0)
    return [values for (values, _), _ in found], [int(value) for _, value in found]


def orbits(solutions, moves):
    """How many classes the moves make of them; None if one leads out of the solutions."""
    to = [(kind == "values", name, each) for kind, name, maps in moves for each in maps]
    to = [(name, each if of_values else {text(a, FILE): text(b, FILE) for a, b in each.items()}, of_values)
          for of_values, name, each in to]  # fmt: skip
    whole = {frozenset(values.items()) for values in solutions}
    left, number = {*whole}, 0
    while left:
        number, todo = number + 1, [left.pop()]
        for one in todo:  # grows
            for of, goes, values in to:
                image = frozenset(
                    (n, goes.get(v, v) if n == of else v) if values else (goes.get(n, n), v) for n, v in one
                )
                if image not in whole:
                    return None
                if image in left:
                    left.remove(image)
                    todo.append(image)
    return number


def difference(said, dice, quick=False, known=None):
    """The first difference in words, and with which way of graph rules; empty if there is none.

    `known` is what is right, where that was worked out before.
    """
    solutions, values = known or right(said)
    on_graph = any("HOW" in text(rule, FILE) for rule in said.rules)
    for how in WAYS if on_graph else WAYS[:1]:
        try:
            says = _difference(said, how, solutions, values, dice, quick)
        except UsageError as error:  # a rule that cannot be kept may be refused as a slip
            says = f"refused: {error}" if solutions else ""
        if says:
            return f"{how}: {says}"
    return ""


def _difference(said, how, solutions, values, dice, quick):
    problem, distinct = made(said, how), None
    try:
        model = problem.model
        distinct = orbits(solutions, said.moves) if said.moves else None
        if said.moves and distinct is None:
            return "a symmetry is taken that leads from a solution to none"
    except InputError:
        if not said.moves:
            raise
        said = said._replace(moves=())  # one that the rules, as they stand, do not keep
        problem = made(said, how)
        model = problem.model
    every = [tuple(sorted(problem.values(each.options).items())) for each in accord.solutions(model)]
    found, number = {*every}, len(every)
    if found != {tuple(sorted(each.items())) for each in solutions} or number != len(solutions):
        return f"{number} solutions, {len(found)} different ones; expected {len(solutions)}"
    if any(not problem.holds(each) for each in solutions[:9]):
        return "a solution that does not hold"
    if not quick and (says := _in_files(problem, file_of(said, how), model, number, dice)):
        return says
    best = [(min if said.wanted[0] == "minimize" else max)(values, default=None)] if said.wanted else []
    return asked(model, number, distinct, dice, best, quick)


def _in_files(problem, file, model, number, dice):
    with TemporaryDirectory() as folder:
        written, saved = Path(folder, "written.toml"), Path(folder, "saved.toml")
        written.write_text(file)
        problem.save(saved)
        if fingerprint(accord.load(saved).model) != fingerprint(model):
            return "saved and loaded it is another model"
        found = accord.count(
            accord.load(written), backend=dice.pick(("native", "native" if number > WALKED else "sat"))
        ).count
    return f"as a file it has {found} solutions, expected {number}" if found != number else ""
