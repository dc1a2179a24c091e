"""The questions of a page: one struct, which refuses what it does not know, with limits on all sizes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

LONGEST = 400_000  # characters of a puzzle
LARGEST = (512 << 10) + 6 * LONGEST  # bytes of a body: a page's JSON takes up to six a character

Verb: TypeAlias = Literal[
    "library", "kinds", "thumbnail", "edit", "lay", "check", "count", "solve", "best", "plan", "candidates",
    "why", "repair", "hint", "rate", "compare", "draw", "watch", "download",
]  # fmt: skip
Event: TypeAlias = dict[str, Any]  # `event` says what it is
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
Row: TypeAlias = Annotated[list[Word], msgspec.Meta(max_length=1000)]
Rows: TypeAlias = Annotated[list[Row], msgspec.Meta(max_length=1000)]


class Ask(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about a puzzle."""

    verb: Verb
    page: Annotated[str, msgspec.Meta(max_length=64)] = ""  # a page asks one thing at a time in each lane
    lane: Literal["edit", "run", "more"] = "edit"
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""  # the puzzle
    title: Word = ""
    words: Annotated[dict[Word, Rows], msgspec.Meta(max_length=50)] | None = None  # of its sheets, if edited
    form: Word = ""  # in which its text is wanted
    variant: Word | None = None
    details: bool = True  # of an edit: also what takes longer than the verdict
    backend: Word = ""
    backends: Annotated[list[Word], msgspec.Meta(max_length=20)] = []
    distinct: bool = False
    shares: bool = False
    value: Word = ""  # such as r3c4=2
    known: Annotated[dict[Word, int | str | bool], msgspec.Meta(max_length=20_000)] = {}  # marks of a person
    after: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0  # hints, or frames, to pass over
    cell: tuple[int, int, int] = (0, 0, 0)
    piece: Word = ""
    turn: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    options: Annotated[
        list[Annotated[list[int], msgspec.Meta(max_length=20_000)]], msgspec.Meta(max_length=100)
    ] = []  # solutions to draw
    to: Word = ""  # format of a download
    time_limit: Annotated[float, msgspec.Meta(gt=0, le=86_400)] | None = None
