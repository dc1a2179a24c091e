"""Give problems of wide variables to backends that take options: an option for each bit of such a variable.

`BitModel` is such a model with what brings its solutions back to those of the `IntegerModel`. A backend that
says `integers = "bits"` gets it in place of the problem, and searches it as any model.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from accord.backends.contract import Backend, Request, Search
from accord.errors import InputError, RefusedError
from accord.model import Model
from accord.model.data import Indices
from accord.model.model_cache import cache_of
from accord.problem.expressions import Boolean
from accord.problem.integer_model import IntegerModel
from accord.problem.lower.bits import WIDE, is_wide
from accord.problem.lower.linear_form import LinearForm
from accord.problem.lower.passes import lower_by_bits


@dataclass(frozen=True, eq=False)
class BitModel:
    """A model whose wide variables have options for bits, and the form of each variable of the problem."""

    model: Model
    of: IntegerModel
    forms: Sequence[LinearForm]  # a number; of a variable with an option for each value, the first one
    most: int  # values of a variable that has an option for each

    def rows(self, solutions: Indices) -> Indices:
        """Solutions of the model as rows of the options of the problem, each once."""
        number, options = len(solutions), self.model.options
        chosen = np.zeros((number, options + 1), np.int64)  # the last one takes what pads the rows
        np.put_along_axis(chosen, np.where(solutions < 0, options, solutions).astype(np.int64), 1, axis=1)
        found = np.empty((number, len(self.forms)), np.int64)
        for place, (atom, form, first) in enumerate(
            zip(self.of.problem.variables, self.forms, self.of.firsts, strict=False)
        ):
            terms = list(form.terms)
            if isinstance(atom, Boolean):
                found[:, place] = np.where(chosen[:, terms[0]] == 1, first, -1)
            elif is_wide(atom, self.most):
                bits = np.array(list(form.terms.values()), np.int64)
                found[:, place] = first + chosen[:, terms] @ bits
            else:
                values = chosen[:, terms[0] : terms[0] + len(atom.values)]
                found[:, place] = first + np.argmax(values, axis=1)
        return cast("Indices", found)

    def hint(self, options: Sequence[int]) -> list[int]:
        """The options of the model that options of the problem stand for."""
        found: list[int] = []
        for option in options:
            place = self.of.place_of(option)
            form, value = self.forms[place], option - self.of.firsts[place]
            if is_wide(self.of.problem.variables[place], self.most):
                found += [each for each, amount in form.terms.items() if value & amount]
            else:
                found.append(next(iter(form.terms)) + value)
        return found


def bits_of(model: IntegerModel, most: int = WIDE) -> BitModel:
    """The model by bits, made once. Raises RefusedError where it grows too large, or no variable is wide.

    `most`: values of a variable that has an option for each.
    """
    known, key = cache_of(model), (bits_of, most)
    if key not in known:
        if not any(is_wide(atom, most) for atom in model.problem.variables):
            raise RefusedError("no variable has so many values that bits are fewer")
        try:
            lowered, forms = lower_by_bits(model.problem, most)
        except InputError as error:  # amounts that add up beyond 2^62
            raise RefusedError(str(error)) from None
        known[key] = BitModel(lowered, model, forms, most)
    return cast("BitModel", known[key])


def seen_by(backend: Backend, model: Model) -> Model:
    """The model that a backend searches: of a problem as it is, perhaps that by bits. Raises RefusedError."""
    if isinstance(model, IntegerModel) and backend.integers == "bits":
        return bits_of(model, backend.most_values).model
    return model


def search(backend: Backend, model: Model, request: Request) -> Search:
    """A backend's search of a model, with solutions of the model that was given."""
    if not isinstance(model, IntegerModel) or backend.integers != "bits":
        return backend.search(model, request)
    bits = bits_of(model, backend.most_values)
    return _rows_of(bits, backend.search(bits.model, replace(request, hint=tuple(bits.hint(request.hint)))))


def _rows_of(bits: BitModel, steps: Search) -> Search:
    with closing(steps):
        for step in steps:
            found = None if step.solutions is None else bits.rows(step.solutions)
            yield replace(step, solutions=found, board=None, state=None)
