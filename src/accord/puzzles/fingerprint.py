"""The fingerprint of a puzzle: the same for two puzzles of a family if and only if they are twins.

Twins differ in turns and reflections of the board, and in names, and in nothing else. The family says what
twins have in common (`record.made.form`). Where it does not, twins have the same model but for the order of
its items and options; so has a bare model.
"""

from __future__ import annotations

from hashlib import blake2b

from accord.errors import RefusedError, UsageError
from accord.model import Model
from accord.puzzles.puzzle import Puzzle, name_and_variant
from accord.symmetry.canonical import model_form

VERSION = 2  # of what fingerprints are made of: others cannot be compared


def fingerprint(puzzle: Puzzle | Model) -> str:
    """Return 32 hexadecimal digits.

    Raises RefusedError for what has no canonical form, or none that is found soon; UsageError for puzzles of
    moves; InputError for a puzzle that is wrong.
    """
    try:
        form = f"{VERSION} {puzzle.family or 'model'} {_form(puzzle)}"
    except RefusedError as error:
        raise RefusedError(f"{name_and_variant(puzzle)[0] or puzzle.family}: {error}") from None
    return blake2b(form.encode(), digest_size=16).hexdigest()


def _form(puzzle: Puzzle | Model) -> str:
    if isinstance(puzzle, Model):
        return model_form(puzzle)
    if puzzle.record.made.form is not None:
        return puzzle.form
    if puzzle.is_plan:
        raise UsageError(
            f"{puzzle.name or puzzle.family}: puzzles of moves of {puzzle.family} have no fingerprint"
        )
    return model_form(puzzle.model)
