"""Recognise addresses (URLs) of puzzles: which site and kind, and where the puzzle's text begins.

    https://puzz.link/p?KIND/...               puzz.link, and other sites that run pzpr: also ?KIND_edit/,
                                               ?type=editor&KIND/
    https://.../puzzles/js/KIND.html#...       Simon Tatham's collection: the ID of a game
    https://.../penpa-edit/#m=edit&p=...       penpa-edit, whose addresses name no kind; also ?m=, m=solve

With or without the site's name, by http or https, and with signs written as %2F; also KIND/10/10/... alone.
What stands behind is read by the family that knows the kind. What links have around a puzzle is passed over:
quotes and brackets, and on sites that run pzpr more behind `&`, which no puzzle has.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

_PORT = r":[0-9]+(?=[/?#])"
_HOST = r"(?:[A-Za-z]:|[^/?#\s@]*@|\[[0-9A-Fa-f:.]+\])?"  # how it may begin: a drive, a user, an IPv6
_SITE = (  # before ? or #, nothing else; without http:// settings in front would look the same
    rf"(?:(?:view-source:)?[A-Za-z]+:/+{_HOST}(?:[^?#\s:]|{_PORT}|/https?:)*"
    rf"|(?:[^?#\s:;,=]|{_PORT}|/https?:)*)"
)
_KIND = "([a-z][a-z0-9-]*)(?:_edit|_play)?/"
_PZPR = re.compile(rf"(?:{_SITE}(?:\?|/p/))?(?:type=[a-z]+&)?(?:m\+)?{_KIND}")
_BARE = re.compile(rf"{_KIND}(?:[a-z]/)*\d+/\d+/")
_MORE = re.compile(r"&.*", re.DOTALL)
_QUOTES = "\"'<>`() \t\r\n"
_PAGE = re.compile(rf"(?:{_SITE}/)?(?:[^?#\s/]*[^a-z?#\s/])?([a-z]+)\.html#")
_PENPA = re.compile(rf"(?:{_SITE}[?#])?m=[a-z]+&(?:[a-z]+=[^&#\s]*&)*?p=([^&#\s]*)")


class Located(NamedTuple):
    """An address without % signs, its kind as the site calls it, and where the text of the puzzle begins."""

    text: str
    kind: str
    begin: int


def pzpr(text: str) -> Located | None:
    """An address of a site that runs pzpr, perhaps with nothing before the kind; None if it is no such."""
    found = _locate(_PZPR, text)
    return found and found._replace(text=found.text[: found.begin] + _MORE.sub("", found.text[found.begin :]))


def page(text: str) -> Located | None:
    """An address of a page of Tatham's collection with the ID of a game; None if it is no such."""
    return _locate(_PAGE, text)


def penpa(text: str) -> str | None:
    """Return what an address of penpa-edit has behind `p=`; None if it is no such."""
    match = _PENPA.match(plain(text))
    return match and match[1]


def kind(text: str) -> str | None:
    """The kind that an address is of, as its site calls it; None if it does not look like an address."""
    address = plain(text)
    found = page(address) or (pzpr(address) if "?" in address or "://" in address else None)
    return found and found.kind


def bare_kind(text: str) -> str | None:
    """The kind of an address without a site, such as `akari/10/10/...`; a path may look the same."""
    match = _BARE.match(plain(text))
    return match and match[1]


def plain(text: str) -> str:
    """An address without % signs and quotes: faults count its characters."""
    return unquote(text.strip(_QUOTES)).strip(_QUOTES)


def _locate(pattern: re.Pattern[str], text: str) -> Located | None:
    address = plain(text)
    match = pattern.match(address)
    return Located(address, match[1], match.end()) if match else None
