"""Expressions and values as text: the notation of model files, of errors and of explanations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.problem.expressions import Expression, Value

MOST_CHAINED = 20  # parts that stand one behind the other; a reader's depth grows with each


def added(pairs: Sequence[tuple[Expression, int]], constant: int) -> str:
    """A sum as text."""
    texts: list[str] = []
    if len(pairs) > MOST_CHAINED:
        texts, pairs = [f"sum([{', '.join(added([pair], 0) for pair in pairs)}])"], []
    for term, amount in pairs:
        plain = amount == 1 or (amount == -1 and texts)
        named = inside(term, 7 if plain else 8)
        if amount == 1:
            texts.append(f"+ {named}" if texts else named)
        elif amount > 0 and not texts:
            texts.append(f"{amount}*{named}")
        else:
            sign = "+ " if amount > 0 else "- " if texts else "-"
            texts.append(f"{sign}{abs(amount)}*{named}" if abs(amount) != 1 else f"{sign}{named}")
    if constant and texts:
        texts.append(f"{'-' if constant < 0 else '+'} {abs(constant)}")
    return " ".join(texts) or str(constant)


def inside(of: Expression, binds: int) -> str:
    """Its text, in parentheses if it holds together less tightly."""
    return f"({of})" if of.binds < binds else str(of)


def text(value: Value) -> str:
    """A value as a model file has it."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def told(value: object) -> str:
    """A value in an error, cut short."""
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
