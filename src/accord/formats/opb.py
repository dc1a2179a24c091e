"""Write and read OPB, the text format of pseudo-Boolean solvers (Roussel and Manquinho).

    * #variable= 3 #constraint= 2
    * a comment
    min: +2 x1 -1 x3 ;
    +1 x1 +2 ~x2 >= 2 ;        ~x2 is 1 - x2
    +1 x1 +1 x3 = 1 ;

Read as a model, a variable is an option, and a constraint an item whose amounts are the coefficients. A
constant that negations leave in the objective is dropped: it changes all values alike.

Written, an item becomes one constraint, or two if it is bounded on both sides. For each colour of an item a
further variable says whether the item has that colour; the options determine it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

import numpy as np

from accord.formats.source import (
    LARGEST_NUMBER,
    MOST,
    Notes,
    Source,
    auxiliary,
    different,
    note,
    number,
    one_line,
    option_names,
    quote,
)
from accord.model import Model
from accord.model.lazy import refuse_lazy

Terms: TypeAlias = dict[int, int]  # variable, counted from 0 -> coefficient

EXPECTED_HEADER = "* #variable= N #constraint= N"
_HEADER = re.compile(r"\*\s*#variable=\s*([0-9]{1,9})\s+#constraint=\s*([0-9]{1,9})\b(.*)")
_LIKE_HEADER = re.compile(r"\*\s*#\s*(variables?|constraints?)\s*=")
_FACT = re.compile(r"#?([^\s=#]+)\s*=?\s*([^\s=#]*)")
FACTS = ("intsize", "sizeproduct", "mincost", "maxcost", "sumcost")  # of a header, which change nothing
REFUSED_FACTS = {"product": "products of variables", "soft": "soft constraints"}
_TOKEN = re.compile(r">=|<=|[=;]|min:|max:|[^\s;=<>]+|[<>]")
_VARIABLE = re.compile(r"(~?)x([0-9]{1,9})")


# -- reading ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Token:
    text: str
    line: int
    column: int


@dataclass(slots=True)
class _Reading:
    """The constraints so far: for each, its terms and its bounds; None is no bound."""

    header: tuple[int, int] | None = None  # variables and constraints
    header_line: int = 0
    equal: int | None = None  # how many constraints with `=` there are, as the header says
    equal_found: int = 0
    constraints: list[tuple[Terms, int | None, int | None]] = field(default_factory=list)
    objective: Terms | None = None
    variables: int = 0


def read(data: bytes, name: str) -> Model:
    """The model that such a text declares. Raises InputError with every fault."""
    source, reading = Source(data, name), _Reading()
    notes = Notes(source)
    statement: list[_Token] = []
    for line, content in source.lines():
        if content.lstrip().startswith("*"):
            _read_comment(source, line, content.strip(), notes, reading)
            continue
        for found in _TOKEN.finditer(content):
            token = _Token(found[0], line, found.start() + 1)
            if token.text == ";":
                _read_statement(source, statement, token, reading)
                statement = []
            else:
                statement.append(token)
    if statement:
        _fault(source, statement[0], "found a constraint without an end; expected ';' after it")
    if reading.header and not source.faults:
        _check_header(source, reading)
    elif not (reading.constraints or reading.objective or source.faults):
        source.fault(1, "found no constraint; expected a header '* #variable= ...' or '+1 x1 +1 x2 >= 1 ;'")
    return _model(source, notes, reading)


def _read_comment(source: Source, line: int, comment: str, notes: Notes, reading: _Reading) -> None:
    if not _LIKE_HEADER.match(comment):
        notes.read(line, comment[1:])
        notes.refuse_statement(line, comment[1:], "*")
        return
    header = _HEADER.fullmatch(comment)
    if not header or reading.header:
        again = " again" if reading.header else ""
        source.refuse(line, f"found {quote(comment)}{again}; expected one line {EXPECTED_HEADER}")
    reading.header, reading.header_line = (int(header[1]), int(header[2])), line
    for key, value in _FACT.findall(header[3].rstrip(" ;")):
        if key == "equal" and value.isdigit():
            reading.equal = int(value)
        elif key in REFUSED_FACTS and value != "0":
            source.refuse(line, f"found #{key}= {value}; expected 0: {REFUSED_FACTS[key]} are not read")
        elif key not in (*REFUSED_FACTS, *FACTS):
            known = ", ".join(["#equal", *FACTS])
            source.refuse(line, f"found {quote(key)} in the header; expected {known}, or nothing")
    most = max(reading.header)
    if most > MOST:
        source.refuse(line, f"found {most:,} variables or constraints; expected {MOST:,} at most")


def _fault(source: Source, token: _Token, message: str) -> None:
    source.fault(token.line, f"column {token.column}: {message}")


def _read_statement(source: Source, tokens: list[_Token], end: _Token, reading: _Reading) -> None:
    """One constraint, or the objective."""
    if not tokens:
        _fault(source, end, "found ';' alone; expected a constraint before it")
    elif tokens[0].text == "max:":
        _fault(source, tokens[0], "found 'max:'; expected 'min:'; turn the signs of the objective round")
    elif tokens[0].text == "soft:" or tokens[0].text.startswith("["):
        found = f"found {quote(tokens[0].text)}, which begins a soft constraint"
        _fault(source, tokens[0], f"{found}; expected only constraints that must hold, and `min:`")
    elif tokens[0].text == "min:":
        if reading.objective is not None or reading.constraints:
            _fault(source, tokens[0], "found 'min:' here; expected it once, before the constraints")
        reading.objective, _ = _terms(source, tokens[1:], end, reading)
    else:
        _read_constraint(source, tokens, end, reading)


def _read_constraint(source: Source, tokens: list[_Token], end: _Token, reading: _Reading) -> None:
    at = next((i for i, token in enumerate(tokens) if token.text in (">=", "<=", "=")), None)
    if at is None:
        _fault(source, tokens[0], "found a constraint without a relation; expected >=, = or <= and a number")
        return
    terms, constant = _terms(source, tokens[:at], tokens[at], reading)
    side = number(tokens[at + 1].text) if at + 2 == len(tokens) else None
    if side is None:
        wrong = tokens[at + 1] if at + 1 < len(tokens) else end
        _fault(source, wrong, f"found {quote(wrong.text)}; expected one number below 2^62, then ';'")
        return
    reading.equal_found += tokens[at].text == "="
    bound = side - constant
    least = bound if tokens[at].text != "<=" else None
    most = bound if tokens[at].text != ">=" else None
    if terms and max(terms.values()) < 0:  # as `at most` is written where only >= is known
        terms = {v: -c for v, c in terms.items()}
        least, most = (None if b is None else -b for b in (most, least))
    reading.constraints.append((terms, least, most))
    if len(reading.constraints) > MOST:
        source.refuse(
            tokens[0].line, f"column {tokens[0].column}: found more than {MOST:,} constraints; expected fewer"
        )


def _terms(source: Source, tokens: list[_Token], end: _Token, reading: _Reading) -> tuple[Terms, int]:
    """The coefficients by variable, and the constant that negated literals leave."""
    terms: Terms = {}
    constant = 0
    for place in range(0, len(tokens), 2):
        coefficient = number(tokens[place].text)
        if coefficient is None:
            _fault(source, tokens[place], _expected_coefficient(tokens, place))
            return {}, 0
        literal = tokens[place + 1] if place + 1 < len(tokens) else end
        found = _VARIABLE.fullmatch(literal.text)
        variable = int(found[2]) if found else 0
        if not found or not 1 <= variable <= MOST:
            expected = f"expected a variable, x1 to x{MOST}, or ~x1"
            _fault(source, literal, f"found {quote(literal.text)}; {expected}")
            return {}, 0
        reading.variables = max(reading.variables, variable)
        if found[1]:
            constant += coefficient
            coefficient = -coefficient
        terms[variable - 1] = terms.get(variable - 1, 0) + coefficient
    return {v: c for v, c in terms.items() if c}, constant


def _expected_coefficient(tokens: list[_Token], place: int) -> str:
    text = tokens[place].text
    if re.fullmatch(r"[+-]?[0-9]+", text):
        return f"found {quote(text)}; expected a coefficient below 2^62"
    if place and _VARIABLE.fullmatch(text):
        return f"found a product with {quote(text)}; only sums can be read: expected +1 {text} or the like"
    return f"found {quote(text)}; expected a coefficient, as in +1 x1"


def _check_header(source: Source, reading: _Reading) -> None:
    assert reading.header is not None
    variables, constraints = reading.header
    found = len(reading.constraints)
    line = reading.header_line
    if reading.variables > variables:
        source.fault(line, f"found x{reading.variables}; the header says #variable= {variables}")
    if found != constraints:
        source.fault(line, f"found {found} constraints; the header says #constraint= {constraints}")
    if reading.equal not in (None, reading.equal_found):
        source.fault(
            line, f"found {reading.equal_found} constraints with =; the header says #equal= {reading.equal}"
        )


def _model(source: Source, notes: Notes, reading: _Reading) -> Model:
    source.check()
    variables = max(reading.variables, reading.header[0] if reading.header else 0)
    low: list[int] = []
    high: list[int] = []
    for i, (terms, least, most) in enumerate(reading.constraints):
        _check_size(source, f"constraint {i + 1}", [*terms.values(), least or 0, most or 0])
        bottom = max(sum(c for c in terms.values() if c < 0), 1 - LARGEST_NUMBER)
        low.append(least if least is not None else min(bottom, most or 0))
        high.append(most if most is not None else np.iinfo(np.int64).max)
    every = [(v, i, c) for i, (terms, *_) in enumerate(reading.constraints) for v, c in terms.items()]
    option, item, amount = np.array(sorted(every), np.int64).reshape(-1, 3).T
    numbers = [f"x{v + 1}" for v in range(variables)]
    weights = reading.objective
    _check_size(source, "the objective", (weights or {}).values())
    return source.model(
        notes.of("constraint", [str(i + 1) for i in range(len(low))]),
        np.append(0, np.cumsum(np.bincount(option, minlength=variables))),
        item,
        low=low,
        high=high,
        amount=amount,
        names=notes.of("option", numbers),
        hidden=notes.hidden(variables),
        objective=() if weights is None else [weights.get(v, 0) for v in range(variables)],
    )


def _check_size(source: Source, what: str, numbers: Iterable[int]) -> None:
    """Numbers that were merged must still be ones that arrays can hold."""
    if any(abs(value) >= LARGEST_NUMBER for value in numbers):
        source.refuse(1, f"the numbers of {what} add up beyond 2^62; expected smaller ones")


# -- writing ---------------------------------------------------------------------------------------


def write(model: Model, title: str = "") -> str:
    """The model as linear constraints; `order` and `symmetries` are left out. Raises RefusedError if lazy."""
    refuse_lazy(model, "a file of constraints")
    constraints, added = _constraints(model)
    variables = max(model.options + added, 1 if constraints else 0)
    lines = [f"* #variable= {variables} #constraint= {len(constraints)}"]
    lines.append(f"* {one_line(title) or 'a model'}")
    lines += [f"* {note('option', f'x{o}', name)}" for o, name in enumerate(option_names(model), start=1)]
    lines += [f"* {line}" for line in auxiliary(model.options, variables)]
    titles = different(model.item_names[owner] for _, owner in constraints)
    lines += [f"* {note('constraint', c, name)}" for c, name in enumerate(titles, start=1)]
    if len(model.objective):
        weights = [(o, w) for o, w in enumerate(model.objective.tolist()) if w]
        lines.append(" ".join(["min:", *map(_term, weights), ";"]))
    return "\n".join([*lines, *(constraint for constraint, _ in constraints)]) + "\n"


def _constraints(model: Model) -> tuple[list[tuple[str, int]], int]:
    """The constraints, each with its item, and the number of auxiliary variables."""
    start, option_at, entry_at = model.by_item
    constraints: list[tuple[str, int]] = []
    auxiliary = 0
    for i in range(model.items):
        entries = entry_at[start[i] : start[i + 1]]
        options = option_at[start[i] : start[i + 1]].tolist()
        amounts, colours = model.amount[entries].tolist(), model.colour[entries].tolist()
        terms = [(o, amount) for o, amount, c in zip(options, amounts, colours, strict=True) if not c]
        low, high = int(model.low[i]), int(model.high[i])
        texts: list[str] = []
        coloured = sorted((c, o) for o, c in zip(options, colours, strict=True) if c)
        if coloured and any(amount < 0 for _, amount in terms):
            texts += _range_constraints(terms, 0, None)
        for _, group in groupby(coloured, key=itemgetter(0)):
            givers = [o for _, o in group]
            has = givers[0]
            if len(givers) > 1:
                has = model.options + auxiliary
                auxiliary += 1
                texts += [_at_least([(has, 1), (o, -1)], 0) for o in givers]
                texts.append(_at_least([*((o, 1) for o in givers), (has, -1)], 0))
            terms.append((has, 1))
        texts += _range_constraints(terms, None, 1) if coloured else _range_constraints(terms, low, high)
        constraints += [(text, i) for text in texts]
    return constraints, auxiliary


def _range_constraints(terms: list[tuple[int, int]], low: int | None, high: int | None) -> list[str]:
    """Constraints for low <= the sum <= high, without a side that always holds; None is no bound."""
    if not terms:
        return [] if (low or 0) <= 0 <= (0 if high is None else high) else [_at_least([(0, 1)], 2)]
    if low is not None and low == high:
        return [f"{_sum(terms)} = {low} ;"]
    least, most = sum(min(a, 0) for _, a in terms), sum(max(a, 0) for _, a in terms)
    above = [_at_least(terms, low)] if low is not None and low > least else []
    keep = high is not None and (high < most or not above)
    below = [_at_least([(v, -a) for v, a in terms], -high)] if high is not None and keep else []
    return above + below


def _at_least(terms: list[tuple[int, int]], bound: int) -> str:
    return f"{_sum(terms)} >= {bound} ;"


def _sum(terms: list[tuple[int, int]]) -> str:
    return " ".join(map(_term, terms))


def _term(term: tuple[int, int]) -> str:
    return f"{term[1]:+d} x{term[0] + 1}"
