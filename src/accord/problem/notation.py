"""Write expressions and values as text: the notation of model files, of errors and of explanations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.problem.expressions import Expression, Sum, Value

MOST_CHAINED = 20  # parts that stand one behind the other; a reader's depth grows with each


def sum_text(pairs: Sequence[tuple[Expression, int]], constant: int) -> str:
    """A sum as text."""
    texts: list[str] = []
    if len(pairs) > MOST_CHAINED:
        texts, pairs = [f"sum([{', '.join(sum_text([pair], 0) for pair in pairs)}])"], []
    for term, amount in pairs:
        plain = amount == 1 or (amount == -1 and texts)
        named = inside(term, 7 if plain else 8)
        if amount == 1:
            texts.append(f"+ {named}" if texts else named)
        elif amount >= 0 and not texts:
            texts.append(f"{amount}*{named}")
        else:
            sign = "+ " if amount >= 0 else "- " if texts else "-"
            texts.append(f"{sign}{abs(amount)}*{named}" if abs(amount) != 1 else f"{sign}{named}")
    if constant and texts:
        texts.append(f"{'-' if constant < 0 else '+'} {abs(constant)}")
    return " ".join(texts) or str(constant)


OPERATORS = {"quotient": "//", "remainder": "%", "power": "**"}


def call_text(function: str, of: Sequence[Expression]) -> str:
    """A function of expressions as text."""
    if function == "product":
        return "*".join(inside(part, 8) for part in of)
    if function in OPERATORS:
        base, other = (f"({part})" if str(part)[0] == "-" else inside(part, 8) for part in of)
        return f"{base} {OPERATORS[function]} {other}"
    name = {"minimum": "min", "maximum": "max"}.get(function, function)
    return f"{name}({', '.join(map(str, of))})"


def element_text(array: Sequence[Expression], place: Expression, *, known: bool) -> str:
    """Return the member at a place, from 0, as text.

    A known place takes `element`, where brackets are the member itself.
    """
    members = f"[{', '.join(map(str, array))}]"
    return f"element({members}, {place + 1})" if known else f"{members}[{place + 1}]"


def comparison_text(total: Sum, operator: str) -> str:
    """A sum beside 0 as text: what is taken away stands on the other side."""
    constant = total.constant
    left: list[tuple[Expression, int]] = []
    right: list[tuple[Expression, int]] = []
    for term, amount in zip(total.terms, total.amounts, strict=True):
        (left if amount >= 0 else right).append((term, abs(amount)))
    if not left:
        left, right, constant, operator = right, left, -constant, operator.replace("<", ">")
    if operator == "<=" and constant == 1 and right:
        operator, constant = "<", 0
    ahead = constant if constant > 0 and right else 0
    return f"{sum_text(left, ahead)} {operator} {sum_text(right, ahead - constant)}"


def member_text(of: Expression, values: Sequence[Value], holds: bool) -> str:
    """Return as text that an expression has one of these values, or none of them."""
    if len(values) == 1:
        return f"{inside(of, 5)} {'==' if holds else '!='} {text(values[0])}"
    return f"{inside(of, 5)} {'in' if holds else 'not in'} [{', '.join(map(text, values))}]"


def equality_text(one: Expression, other: Expression, holds: bool) -> str:
    """Return as text that two expressions have the same value, or different ones."""
    return f"{inside(one, 5)} {'==' if holds else '!='} {inside(other, 5)}"


def logic_text(connective: str, of: Sequence[Expression], binds: int) -> str:
    """Truths that are joined by `and`, `or` or `xor`, as text; `binds` is how tightly that holds together."""
    if connective == "xor" and len(of) > MOST_CHAINED:
        return f"xor([{', '.join(map(str, of))}])"
    joint = {"and": " and ", "or": " or ", "xor": " ^ "}[connective]
    return joint.join(inside(part, binds + 1) for part in of)


def inside(of: Expression, binds: int) -> str:
    """Return the text of an expression, in parentheses if it binds less tightly."""
    return f"({of})" if of.binds < binds else str(of)


def text(value: Value) -> str:
    """A value as a model file has it."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else _digits(value)


def _digits(value: object) -> str:
    try:
        return str(value)
    except ValueError:  # Python prints no number of more than 4,300 digits
        return "a number of very many digits"


def brief(value: object) -> str:
    """Return the repr of a value for an error, cut to 60 characters."""
    shown = _digits(value) if isinstance(value, int) else repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
