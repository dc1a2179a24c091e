"""DIMACS CNF, the text that every SAT solver reads.

    c a comment
    p cnf 3 2                  variables and clauses
    1 -2 0                     a clause ends with 0
    2 3 0

Read as a model, a variable is an option, and a clause an item with amounts 1 and -1: x1 + (1 - x2) >= 1,
which is x1 - x2 >= 0. So the model has as many solutions as the formula; a variable in no clause is a free
option.

Written, a model becomes the clauses of `accord.cnf`: the options are variables 1, 2, ..., and further
variables are determined by them. Comments say which encodings were used, and which item a clause is for.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from accord.formats.source import MOST, Notes, Source, different, label, note, one_line, shown

if TYPE_CHECKING:
    from accord.cnf import Formula
    from accord.model import Model

_HEADER = re.compile(r"p\s+cnf\s+([0-9]{1,9})\s+([0-9]{1,9})\s*", re.ASCII)
_PLAIN = re.compile(r"[-+0-9 \t\r]+")
_LITERAL = re.compile(r"[+-]?[0-9]{1,8}")
_AUXILIARY = re.compile(r"\s*accord auxiliary = ([0-9]{1,8})\.\.([0-9]{1,8})\s*")


# -- reading ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reading:
    """The literals so far, and the zeros that end clauses."""

    size: tuple[int, int] | None = None  # variables and clauses, as the header says
    auxiliary: tuple[int, int] | None = None
    literals: array[int] = field(default_factory=lambda: array("i"))
    clauses: int = 0
    begins: int = 0  # the line on which the open clause began; 0 if none is open


def read(data: bytes, name: str) -> Model:
    """The model that such a text declares. Raises InputError with every fault."""
    source, notes, reading = Source(data, name), Notes(), _Reading()
    for line, content in source.lines():
        mark = content.lstrip()[:1]
        if mark == "c":
            _read_comment(content.lstrip()[1:], notes, reading)
        elif mark == "p":
            _read_header(source, line, content.strip(), reading)
        elif mark == "%":  # so ends a formula of the SATLIB collection
            break
        elif mark:
            _read_literals(source, line, content, reading)
    _finish(source, reading)
    return _model(source, notes, reading)


def _read_comment(comment: str, notes: Notes, reading: _Reading) -> None:
    auxiliary = _AUXILIARY.fullmatch(comment)
    if auxiliary:
        reading.auxiliary = int(auxiliary[1]), int(auxiliary[2])
    else:
        notes.read(comment)


def _read_header(source: Source, line: int, content: str, reading: _Reading) -> None:
    header = _HEADER.fullmatch(content)
    if not header or reading.size:
        again = " again" if reading.size else ""
        source.fault(line, f"found {shown(content)}{again}; expected one line `p cnf VARIABLES CLAUSES`")
        source.check()
    elif max(int(header[1]), int(header[2])) > MOST:
        source.fault(line, f"found {shown(content)}; expected {MOST:,} variables and clauses at most")
        source.check()
    else:
        reading.size = int(header[1]), int(header[2])


def _read_literals(source: Source, line: int, content: str, reading: _Reading) -> None:
    if reading.size is None:
        source.fault(line, f"found {shown(content.strip())}; expected `p cnf VARIABLES CLAUSES` first")
        source.check()
        return
    variables, clauses = reading.size
    values = _plain(content, variables)
    if values is None:
        values = []
        for word in content.split():
            if not _LITERAL.fullmatch(word) or abs(int(word)) > variables:
                source.fault(line, f"found {shown(word)}; expected a variable up to {variables}, or 0")
            else:
                values.append(int(word))
    if not values:
        return
    ends = values.count(0)
    if values[-1] == 0:
        reading.begins = 0
    elif ends or not reading.begins:
        reading.begins = line
    if reading.clauses <= clauses < reading.clauses + ends:
        source.fault(line, f"found more clauses than the {clauses} of the header; correct it")
    reading.clauses += ends
    reading.literals.extend(values)


def _plain(content: str, variables: int) -> list[int] | None:
    """The numbers of a line, if that is all there is and they are in range; most lines are so."""
    if not _PLAIN.fullmatch(content):
        return None
    try:
        values = list(map(int, content.split()))
    except ValueError:  # such as a sign alone
        return None
    return values if not values or (-variables <= min(values) and max(values) <= variables) else None


def _finish(source: Source, reading: _Reading) -> None:
    if reading.size is None:
        source.fault(1, "found no header; expected `p cnf VARIABLES CLAUSES`")
    elif reading.begins:
        source.fault(reading.begins, "found a clause without an end; expected 0 after its last literal")
    elif reading.clauses < reading.size[1]:
        end = source.text.rstrip().count("\n") + 1
        source.fault(end, f"found {reading.clauses} clauses; expected {reading.size[1]}, as the header says")
    source.check()


def _model(source: Source, notes: Notes, reading: _Reading) -> Model:
    variables, clauses = reading.size or (0, 0)
    literal = np.array(reading.literals, np.int64)
    clause = np.cumsum(literal == 0)[literal != 0]
    literal = literal[literal != 0]
    # a literal counts once in its clause; a clause with a literal and its opposite holds whatever is chosen
    by_place = np.unique(np.stack([np.abs(literal), clause, literal]), axis=1)
    variable, clause, literal = by_place
    opposite = (variable[1:] == variable[:-1]) & (clause[1:] == clause[:-1])
    holds = np.zeros(clauses, np.bool_)
    holds[clause[1:][opposite]] = True
    kept = ~holds[clause]
    variable, clause, literal = variable[kept] - 1, clause[kept], literal[kept]
    start = np.zeros(variables + 1, np.int64)
    np.cumsum(np.bincount(variable, minlength=variables), out=start[1:])
    low = 1 - np.bincount(clause[literal < 0], minlength=clauses)[~holds]
    hidden = np.zeros(variables, np.bool_)
    if reading.auxiliary:
        hidden[reading.auxiliary[0] - 1 : reading.auxiliary[1]] = True
    numbers = [str(v + 1) for v in range(variables)]
    names = zip(notes.of("option", numbers), numbers, strict=True)
    return source.model(
        [f"clause {c + 1}" for c in np.flatnonzero(~holds).tolist()],
        start,
        (np.cumsum(~holds) - 1)[clause],
        low=low,
        high=np.iinfo(np.int64).max,
        amount=np.sign(literal),
        names=[f"x{number}" if name == number else name for name, number in names],
        hidden=hidden,
    )


# -- writing ---------------------------------------------------------------------------------------


def write(model: Model, title: str = "", *, encoding: str | None = None) -> str:
    """The model as clauses. Every model can be written, but for its objective: clauses have none.

    Args:
        model: the model.
        title: for the first comment.
        encoding: one of `accord.cnf.ENCODINGS`, used wherever it can express an item; None chooses by size.

    Raises:
        RefusedError: if the model has an objective, or the encoding does not exist.
    """
    from accord.cnf import ENCODINGS, lower
    from accord.errors import RefusedError

    if len(model.objective):
        raise RefusedError("the DIMACS format knows no objective; use --to opb or --to toml")
    if encoding is not None and encoding not in ENCODINGS:
        raise RefusedError(f"unknown encoding {encoding!r}; there are {', '.join(ENCODINGS)}")
    formula = lower(model, encoding=encoding)
    by_item = np.argsort(formula.owner, kind="stable")
    clauses = list(formula.clauses())
    lines = [f"c {line}" for line in _comments(model, formula, title)]
    lines.append(f"p cnf {formula.variables} {len(formula)}")
    lines += [" ".join(map(str, [*clauses[c], 0])) for c in by_item.tolist()]
    return "\n".join(lines) + "\n"


def _comments(model: Model, formula: Formula, title: str) -> list[str]:
    used = ", ".join(f"{name} {items}" for name, items in formula.used.items() if items)
    lines = [one_line(title) or "a model", f"items by encoding: {used or 'none'}"]
    names = different(label(model, o) for o in range(model.options))
    lines += [note("option", o, name) for o, name in enumerate(names, start=1)]
    if formula.variables > formula.options:
        lines.append(f"accord auxiliary = {formula.options + 1}..{formula.variables}")
    owners, sizes = np.unique(formula.owner, return_counts=True)
    ends = np.cumsum(sizes)
    for owner, first, end in zip(owners.tolist(), (ends - sizes + 1).tolist(), ends.tolist(), strict=True):
        lines.append(note("clauses", f"{first}..{end}", model.item_names[owner]))
    return lines
