"""Names that are asked for, and the words for one that there is not: found, what there is, what was meant."""

from __future__ import annotations

from collections.abc import Iterable

from accord.errors import UsageError

LONGEST = 100  # characters of a name that are looked at, or shown
MOST = 40  # names that are listed


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`; did you mean 'packing'?`, or nothing if no name is near. Capitals make no difference."""
    from difflib import get_close_matches  # only where something is wrong: it takes a while to import

    meant = {each.lower(): each for each in names}
    near = get_close_matches(name[:LONGEST].lower(), meant, n=1)
    return f"; did you mean {meant[near[0]]!r}?" if near else ""


def no_such(what: str, name: str, names: Iterable[str]) -> str:
    """The same in words: `unknown set 'tetrominos'; there are tetrominoes; did you mean 'tetrominoes'?`."""
    known = list(dict.fromkeys(filter(None, names)))
    return f"unknown {what} {name[:LONGEST]!r}; {there_are(known)}{did_you_mean(name, known)}"


def there_are(names: Iterable[str]) -> str:
    """`there are a, b`, `there is a` or `there are none`."""
    known = list(names)
    more = len(known) - MOST
    listed = ", ".join(known[:MOST] if more > 1 else known) + (f" and {more:,} more" if more > 1 else "")
    return f"there {'is' if len(known) == 1 else 'are'} {listed or 'none'}"


def unknown(what: str, name: object, names: Iterable[str]) -> UsageError:
    """The error for a name that there is not; `what` says what it would name."""
    return UsageError(no_such(what, str(name), names))
