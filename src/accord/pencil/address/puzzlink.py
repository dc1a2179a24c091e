"""Addresses of puzz.link and other sites that run pzpr: `.../p?KIND/COLUMNS/ROWS/...`.

What stands behind the rows is made of parts (`cells`, `beside`, `own`), as pzprjs encodes them; they are
described in our own words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from accord.pencil.address.address import Part, Words, one_word, parts_read, refusal, size_of
from accord.pencil.address.codes import Reader
from accord.puzzles import sites
from accord.puzzles.bounds import LARGEST

WRITTEN = "https://puzz.link/p?"
_KIND = "(?P<kind>[a-z][a-z0-9-]*)(?:_edit|_play)?/"
_PATTERN = r"(?:{host}(?:\?|/p/))?(?:type=[a-z]+&)?(?:m\+)?" + _KIND
_MORE = re.compile(r"&.*", re.DOTALL)
SITE = sites.Site(
    name="url",
    title="puzz.link",
    pattern=r"(?=[\s\S]*(?:\?|://))" + _PATTERN,
    bare=_KIND + r"(?:[a-z]/)*\d+/\d+/",
)
Flags: TypeAlias = Mapping[str, Mapping[str, str]]  # flag -> the words that it means, by key
PLAIN: Flags = {"": {}}
NONE: Mapping[str, Flags] = {}


class PuzzLink:
    """Addresses of a kind at sites that run pzpr.

    Args:
        kind: what sites call it, as it is written.
        parts: of its addresses, in order.
        also: other names that sites have for it.
        flags: those that may stand before the size, "" for none, each with the words that it means by key. Of
            several that mean the same the first is written.
        variants: other names, of puzzles with another reading of the rule, with the flags of each.
    """

    name = SITE.name
    needed: Collection[str] = ()

    def __init__(
        self,
        kind: str,
        *parts: Part,
        also: Sequence[str] = (),
        flags: Flags = PLAIN,
        variants: Mapping[str, Flags] = NONE,
    ) -> None:
        self.kinds: tuple[str, ...] = (kind, *also, *variants)
        self.parts = parts
        self.flags: Mapping[str, Flags] = {**dict.fromkeys((kind, *also), flags), **variants}  # of each name

    def begins(self, text: str) -> bool:
        """Whether a text is an address of this kind, perhaps without its site."""
        found = _locate(text)
        return found is not None and found.kind in self.kinds

    def read(self, text: str) -> Words:
        """The words of an address. Raises SpecError."""
        found = _locate(text)
        reader = Reader(found.text if found else text, "url")
        reader.at = found.begin if found else 0
        flags = self.flags.get(found.kind if found else "", PLAIN)
        words = flags[_flag(reader, flags)]
        columns = reader.number(1, LARGEST, "the number of columns")
        reader.take("/", "/ and the number of rows")
        size = (reader.number(1, LARGEST, "the number of rows"), columns)
        reader.take("/|$", "/")
        return {key: [[word]] for key, word in words.items()} | parts_read(self.parts, reader, size)

    def write(self, said: Words) -> str:
        """The address of a puzzle. Raises RefusedError if the site cannot say it."""
        size = size_of(self.parts, said)
        kind, flag = self._kind_of(said)
        text = "".join(part.write(said, size) for part in self.parts)
        return f"{WRITTEN}{kind}/{f'{flag}/' if flag else ''}{size[1]}/{size[0]}/{text}"

    def _kind_of(self, said: Words) -> tuple[str, str]:
        """The name and the flag that mean what a puzzle says. Raises RefusedError if there are none."""
        meanings = [(kind, *each) for kind, flags in self.flags.items() for each in flags.items()]
        for kind, flag, words in meanings:
            if all(one_word(said.get(key)) == word for key, word in words.items()):
                return kind, flag
        key = next(key for _, _, words in meanings for key in words)
        known = dict.fromkeys(words[key] for _, _, words in meanings if key in words)
        raise refusal(key, one_word(said.get(key)), f"{' or '.join(known)}: the site has no others")


def _locate(text: str) -> sites.Located | None:
    """An address of a site that runs pzpr, perhaps with nothing before the kind; None if it is no such."""
    found = sites.locate(_PATTERN, text)
    return found and found._replace(text=found.text[: found.begin] + _MORE.sub("", found.text[found.begin :]))


def _flag(reader: Reader, flags: Flags) -> str:
    """The flag before the size. Raises SpecError for one that is not known."""
    found, slash, _ = reader.text[reader.at :].partition("/")
    if not slash or found[:1].isdigit():
        found = ""
    if found.startswith("v:"):
        raise reader.wrong("an address without v:, which stands for rules that it does not say", found)
    if found not in flags:
        known = " or ".join(f"the flag {flag}" if flag else "no flag" for flag in flags)
        raise reader.wrong(f"{known} before the number of columns", found)
    reader.at += len(found) + 1 if found else 0
    return found
