"""Write and read DIMACS CNF, the text format of SAT solvers.

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
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.errors import InputError
from accord.formats.source import (
    MOST,
    Notes,
    Source,
    auxiliary,
    integers,
    note,
    one_line,
    option_names,
    pieces,
    quote,
    without_comments,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.cnf import Formula
    from accord.model import Model

Clauses: TypeAlias = tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]  # start, literal

LARGEST_FORMULA = 1 << 32  # bytes of a text that is read for its clauses alone

_HEADER = re.compile(r"p\s+cnf\s+([0-9]{1,18})\s+([0-9]{1,18})\s*", re.ASCII)
_PLAIN_HEADER = re.compile(
    rb"(?:[ \t]*(?:c[^\n]*|\r)?\n)*[ \t]*p[ \t]+cnf[ \t]+([0-9]{1,18})[ \t]+([0-9]{1,18})[ \t\r]*(?:\n|$)"
)
_COMMENT = re.compile(r"^[ \t]*c([^\n]*)", re.MULTILINE)
OTHER_LINES = {  # how lines of other formats begin, and what they state
    "w": "a weight",
    "vp": "over which variables to count",
    "e": "variables that some values must suit",
    "a": "variables that all values must suit",
    "r": "random variables",
    "d": "on which variables others depend",
    "x": "an XOR of literals",
    "h": "a clause of weighted MaxSAT",
}
_OTHER = re.compile(rf"\s*({'|'.join(OTHER_LINES)})(?=[-\s0-9])")
_LITERAL = re.compile(r"[+-]?[0-9]{1,10}")


# -- reading ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reading:
    """The header, and the literals with the zeros that end clauses."""

    size: tuple[int, int] | None = None  # variables and clauses, as the header says
    literals: array[int] | npt.NDArray[np.int64] = field(default_factory=lambda: array("i"))
    clauses: int = 0
    begins: int = 0  # the line on which the open clause began; 0 if none is open


def read(data: bytes, name: str) -> Model:
    """The model that such a text declares. Raises InputError with every fault."""
    source = Source(data, name)
    notes = Notes(source)
    line, seen = 1, 0
    for comment in _COMMENT.finditer(source.text):
        line += source.text.count("\n", seen, comment.start())
        seen = comment.start()
        notes.read(line, comment[1])
        notes.refuse_statement(line, comment[1], "c")
    reading = _quickly(data, MOST) or _by_lines(source, MOST)
    return _model(source, notes, reading)


def read_clauses(data: bytes, name: str) -> Clauses:
    """The clauses of such a text as they stand, for those who need no model of them.

    Returns `start` and `literal`, as in `accord.cnf.Formula`. Up to 4 GB. Raises InputError with every fault.
    """
    most = int(np.iinfo(np.int32).max)
    if len(data) > LARGEST_FORMULA:
        raise InputError([f"{name}: found more than {LARGEST_FORMULA:,} bytes; expected a smaller file"])
    reading = _quickly(data, most) or _by_lines(Source(data, name, LARGEST_FORMULA), most)
    numbers = np.asarray(reading.literals)
    is_end = numbers == 0
    start = np.append(0, np.cumsum(~is_end)[is_end])
    return start.astype(np.int64), numbers[~is_end].astype(np.int32)


def _quickly(data: bytes, most: int) -> _Reading | None:
    """The clauses of a text without a fault or a peculiarity; else None, and `_by_lines` tells more."""
    header = _PLAIN_HEADER.match(data)
    if not header:
        return None
    variables, clauses = int(header[1]), int(header[2])
    if max(variables, clauses) > most:
        return None
    parts = [np.zeros(0, np.int64)]
    try:
        parts += [integers(without_comments(piece)) for piece in pieces(data, header.end())]
    except ValueError:
        return None
    numbers = np.concatenate(parts)
    ended = not len(numbers) or numbers[-1] == 0
    if not ended or np.abs(numbers).max(initial=0) > variables:
        return None
    if len(numbers) - np.count_nonzero(numbers) != clauses:
        return None
    return _Reading((variables, clauses), numbers, clauses)


def _by_lines(source: Source, most: int) -> _Reading:
    """The clauses of a text, line by line. Raises InputError with every fault."""
    reading = _Reading()
    ended = False
    for line, content in source.lines():
        mark = content.lstrip()[:1]
        if ended:
            if content.strip() not in ("", "0"):
                source.refuse(
                    line, f"found {quote(content.strip())} after %, which ends a formula; expected 0"
                )
        elif mark == "p":
            _read_header(source, line, content.strip(), reading, most)
        elif mark == "%":  # so ends a formula of the SATLIB collection, with a 0 after it
            ended = True
        elif mark and (other := _OTHER.match(content)):
            found = f"found {quote(content.strip())}, which states {OTHER_LINES[other[1]]}"
            source.refuse(line, f"{found}; expected clauses alone: such a line is not read")
        elif mark and mark != "c":
            _read_literals(source, line, content, reading)
    if reading.size is None:
        source.fault(1, "found no header; expected `p cnf VARIABLES CLAUSES`")
    elif reading.begins:
        source.fault(reading.begins, "found a clause without an end; expected 0 after its last literal")
    elif reading.clauses < reading.size[1]:
        end = source.text.rstrip().count("\n") + 1
        source.fault(end, f"found {reading.clauses} clauses; expected {reading.size[1]}, as the header says")
    source.check()
    return reading


def _read_header(source: Source, line: int, content: str, reading: _Reading, most: int) -> None:
    header = _HEADER.fullmatch(content)
    if not header or reading.size:
        again = " again" if reading.size else ""
        source.refuse(line, f"found {quote(content)}{again}; expected one line `p cnf VARIABLES CLAUSES`")
    reading.size = int(header[1]), int(header[2])
    if max(reading.size) > most:
        source.refuse(line, f"found {quote(content)}; expected {most:,} variables and clauses at most")


def _read_literals(source: Source, line: int, content: str, reading: _Reading) -> None:
    if reading.size is None:
        source.refuse(line, f"found {quote(content.strip())}; expected `p cnf VARIABLES CLAUSES` first")
    variables, clauses = reading.size
    values = []
    for word in content.split():
        if not _LITERAL.fullmatch(word) or abs(int(word)) > variables:
            source.fault(line, f"found {quote(word)}; expected a variable up to {variables}, or 0")
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
    assert isinstance(reading.literals, array)
    reading.literals.extend(values)


def _model(source: Source, notes: Notes, reading: _Reading) -> Model:
    from accord.model.arrays import unique_values

    variables, clauses = reading.size or (0, 0)
    literal = np.array(reading.literals, np.int64)
    clause = np.cumsum(literal == 0)[literal != 0]
    literal = literal[literal != 0]
    # a literal counts once in its clause; a clause with a literal and its opposite holds whatever is chosen
    # one number for all three is sorted in a fifth of the time and memory of rows
    place = unique_values(2 * (np.abs(literal) * (clauses + 1) + clause) + (literal > 0))
    (variable, clause), literal = np.divmod(place >> 1, clauses + 1), 2 * (place & 1) - 1
    opposite = (variable[1:] == variable[:-1]) & (clause[1:] == clause[:-1])
    holds = np.zeros(clauses, np.bool_)
    holds[clause[1:][opposite]] = True
    kept = ~holds[clause]
    variable, clause, literal = variable[kept] - 1, clause[kept], literal[kept]
    low = 1 - np.bincount(clause[literal < 0], minlength=clauses)[~holds]
    numbers = [str(v + 1) for v in range(variables)]
    return source.model(
        [f"clause {c + 1}" for c in np.flatnonzero(~holds).tolist()],
        np.append(0, np.cumsum(np.bincount(variable, minlength=variables))),
        (np.cumsum(~holds) - 1)[clause],
        low=low,
        high=np.iinfo(np.int64).max,
        amount=literal,
        names=notes.of("option", numbers, prefix="x"),
        hidden=notes.hidden(variables),
    )


# -- writing ---------------------------------------------------------------------------------------


def write(model: Model, title: str = "", *, encoding: str | None = None) -> str:
    """The model as clauses. Every model can be written, but for its objective: clauses have none.

    Args:
        model: the model.
        title: for the first comment.
        encoding: one of `accord.cnf.ENCODINGS`, used wherever it can express an item; None chooses by size.

    Raises:
        RefusedError: if the model has an objective.
        UsageError: if there is no such encoding.
    """
    from accord.cnf import lower
    from accord.errors import RefusedError

    if len(model.objective):
        raise RefusedError("the DIMACS format knows no objective; take the format opb or toml")
    return write_formula(lower(model, encoding=encoding), model, title)


def write_formula(
    formula: Formula, model: Model, title: str = "", *, forbidding: Sequence[int] | None = None
) -> str:
    """A formula that was made of this model, whose names the comments tell.

    `forbidding` is one more clause, the last one: it forbids a solution that is known.
    """
    comments = _comments(model, formula, title)
    lines = [" ".join(map(str, [*clause, 0])) for clause in formula.clauses()]
    if forbidding is not None:
        comments.append("the last clause forbids the solution that was found")
        lines.append(" ".join(map(str, [*forbidding, 0])))
    header = f"p cnf {formula.variables} {len(lines)}"
    return "\n".join([*(f"c {comment}" for comment in comments), header, *lines]) + "\n"


def _comments(model: Model, formula: Formula, title: str) -> list[str]:
    used = ", ".join(f"{name} {items}" for name, items in formula.used.items() if items)
    lines = [one_line(title) or "a model", f"items by encoding: {used or 'none'}"]
    lines += [note("option", o, name) for o, name in enumerate(option_names(model), start=1)]
    lines += auxiliary(formula.options, formula.variables)
    owners, sizes = np.unique(formula.owner, return_counts=True)
    ends = np.cumsum(sizes)
    for owner, first, end in zip(owners.tolist(), (ends - sizes + 1).tolist(), ends.tolist(), strict=True):
        lines.append(note("clauses", f"{first}..{end}", model.item_names[owner]))
    return lines
