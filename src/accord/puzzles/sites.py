"""Recognise addresses (URLs) of puzzle sites: of which site, and of which kind.

A site is one module of `accord.pencil.address` with a record SITE. `make generated` finds them and writes
their patterns into the registry, so that an address is recognised before any of them is imported. What stands
in it is read by the family that knows the kind, with a form of the site
(`accord.pencil.address.address.Form`).

    >>> from accord.puzzles import sites
    >>> found = sites.find("https://puzz.link/p?akari/2/2/a")
    >>> found.site.title, found.kind
    ('puzz.link', 'akari')

An address may stand there with or without the site's name, by http or https, and with signs written as %2F.
Quotes and brackets that links have around an address are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, Protocol
from urllib.parse import unquote

from accord.puzzles import registry

_PORT = r":[0-9]+(?=[/?#])"
_HOST = r"(?:[A-Za-z]:|[^/?#\s@]*@|\[[0-9A-Fa-f:.]+\])?"  # how it may begin: a drive, a user, an IPv6
_BEFORE = (  # `{host}`: before ? or #, nothing else; without http:// settings in front would look the same
    rf"(?:(?:view-source:)?[A-Za-z]+:/+{_HOST}(?:[^?#\s:]|{_PORT}|/https?:)*"
    rf"|(?:[^?#\s:;,=]|{_PORT}|/https?:)*)"
)
_QUOTES = "\"'<>`() \t\r\n"


@dataclass(frozen=True, kw_only=True)
class Site:
    """A puzzle site, or a program whose addresses people pass on."""

    name: str  # of its format: "url", "tatham"
    title: str  # in lists
    pattern: str  # how an address begins. `{host}` stands for what is before ? or #; its group `kind`, if it
    # has one, is what the site calls the kind
    bare: str = ""  # the same without the site's name, which a path may look like
    tags: Callable[[str], list[str]] | None = None
    # the kinds that an address names otherwise, as `Form.kinds` has them. Raises SpecError
    elsewhere: Mapping[str, str] = field(default_factory=dict)  # kinds that are not read so -> what to do
    forms: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    # for kinds of pencil puzzles that declare no form of this site: the forms in which it says their puzzles


class SiteForm(Protocol):
    """How a site says puzzles of a family, as far as general code asks."""

    name: str  # of the site
    kinds: tuple[str, ...]  # what the site calls the kind; none where its addresses name no kind


class Row(NamedTuple):
    """What is known of a site before it is imported."""

    name: str
    title: str
    pattern: str
    place: str  # "module:SITE"
    bare: str = ""
    brings: tuple[str, ...] = ()  # the families of its `forms`


class Located(NamedTuple):
    """An address without % signs and quotes, its kind as the site calls it, and where its puzzle begins."""

    text: str
    kind: str  # "" if it names none
    begin: int


class Found(NamedTuple):
    """An address, and its site."""

    site: Row
    text: str
    kind: str


@cache
def rows() -> tuple[Row, ...]:
    """Return the sites."""
    return tuple(Row(**each) for each in registry.SITES)


def titles() -> str:
    """Return the sites in words, as in `puzz.link or penpa-edit`."""
    *some, last = sorted((row.title for row in rows()), key=str.casefold)
    return f"{', '.join(some)} or {last}"


def title(name: str) -> str:
    """Return what lists call a site."""
    return next(row.title for row in rows() if row.name == name)


def find(text: str) -> Found | None:
    """Return the site and the kind of an address; None if a text does not look like one."""
    return _find(text, "pattern")


def find_bare(text: str) -> Found | None:
    """Return the same of an address without a site, such as `akari/10/10/...`; a path may look the same."""
    return _find(text, "bare")


def _find(text: str, pattern: str) -> Found | None:
    for row in rows():
        if getattr(row, pattern) and (found := locate(getattr(row, pattern), text)):
            return Found(row, found.text, found.kind)
    return None


def locate(pattern: str, text: str) -> Located | None:
    """Return an address that begins as the pattern of a site says; None for all else."""
    address = plain(text)
    match = _compiled(pattern).match(address)
    return match and Located(address, match.groupdict().get("kind") or "", match.end())


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("{host}", _BEFORE))


def plain(text: str) -> str:
    """An address without % signs and quotes: faults count its characters."""
    return unquote(text.strip(_QUOTES)).strip(_QUOTES)
