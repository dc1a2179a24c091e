"""Note in a model file which engines reproduced a count, and leave the rest as it is, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable

from accord.errors import UsageError
from accord.puzzles import toml
from accord.puzzles.locate import Path, Places, join


def with_checked(text: str, variant: str | None, which: str, engines: Iterable[str]) -> str:
    """The text of a model file in which the `checked` of that count names these engines.

    Args:
        text: a model file, with its line ends as they are.
        variant: the variant whose count it is; None for that of the file itself.
        which: `all` or `distinct`.
        engines: what to name, as in `native/window`.

    Raises:
        UsageError: if the count, or its key `checked`, is not in the text.
    """
    above: Path = () if variant is None else ("variants", variant)
    path: Path = (*above, "counts", which, "checked")
    span = Places(text).spans.get(path)
    if span is None:
        raise UsageError(f"{join(path)} is not in the model file; add the key: checked = []")
    return text[: span.start] + toml.text(list(engines)) + text[span.end :]
