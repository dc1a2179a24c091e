"""Write rows that several graph rules need."""

from __future__ import annotations

from collections.abc import Sequence

from accord.problem.lower.linear_form import LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter


def sum_of_options(forms: Sequence[LinearForm]) -> LinearForm:
    """The sum of truths, each of which is an option of its own, or always holds."""
    options = [option for form in forms for option in form.terms]
    return LinearForm(dict.fromkeys(options, 1), len(forms) - len(options))


def bound_size(
    writer: ModelWriter,
    words: str,
    what: str,
    known: Sequence[LinearForm],
    low: int,
    high: int | None,
    empty: bool,
) -> None:
    """Write that from `low` to `high` of these truths hold; or none, if it may be `empty`."""
    total = sum_of_options(known)
    if not empty:
        writer.at_least(f"{words}: {low} {what} or more", total, low)
        if high is not None:
            writer.at_most(f"{words}: {high} {what} or fewer", total, high)
        return
    if low > 1:
        some = writer.any(f"{words}: something is chosen", known)
        writer.at_least(f"{words}: {low} {what} or none", sum_of((total, some), (1, -low)), 0)
    if high is not None:
        writer.at_most(f"{words}: {high} {what} or fewer", total, high)
