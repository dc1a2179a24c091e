"""Long texts of whole numbers, such as clauses with a 0 behind each: read fast, some lines at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

AT_ONCE = 1 << 20  # bytes turned into numbers in one go

_COMMENT = re.compile(rb"^[ \t]*c[^\n]*", re.MULTILINE)


def pieces(data: bytes, begin: int = 0) -> Iterator[bytes]:
    """The text from `begin` on in pieces of whole lines."""
    while begin < len(data):
        end = data.find(b"\n", begin + AT_ONCE) + 1 or len(data)
        yield data[begin:end]
        begin = end


def without_comments(text: bytes) -> bytes:
    """The text with lines that begin with `c` made empty; so the others keep their numbers."""
    return _COMMENT.sub(b"", text)


def integers(text: bytes) -> npt.NDArray[np.int64]:
    """The whole numbers of a text that has nothing else in it, else ValueError."""
    if text.translate(None, b"0123456789-+ \t\r\n"):
        raise ValueError
    try:
        return np.array(list(map(int, text.split())), np.int64)
    except OverflowError:
        raise ValueError from None
