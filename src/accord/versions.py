"""The versions of installed packages."""

from functools import cache


@cache
def version_of(distribution: str) -> str:
    """The version of an installed package. Reading it takes a while, and so does what reads it."""
    from importlib.metadata import version

    return version(distribution)
