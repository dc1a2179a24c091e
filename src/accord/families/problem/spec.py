"""The keys of a problem's model file, as docs/problem-files.md explains them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

Domain: TypeAlias = str | list[int | str]  # "1..9", "boolean", or the values one by one


class Cells(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, omit_defaults=True):
    """Several variables alike: on the cells of a board, on the edges of a graph, or in a row."""

    board: str | list[int] | None = None  # a picture, '.' for a cell and '#' for none; or its size
    edges: Literal["cells", "dots"] | list[list[str | int | list[int]]] | None = None  # between the cells of
    # the board, or around them, from dot to dot; or one by one, and a vertex alone as a list of one
    array: int | None = None  # how many
    values: Domain = "boolean"
    lattice: Literal["square", "hexagonal", "triangular", "cubic", "edges"] = "square"


class Declared(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, dict=True):
    """The spec: variables by name, and rules for them."""

    data: dict[str, Any] = {}  # numbers, texts, lists and tables for the rules; a text of lines is a picture
    variables: dict[str, str | list[int | str] | Cells]
    rules: str  # one a line
    minimize: str = ""
    maximize: str = ""
    symmetries: str = ""  # one a line: what `Problem.symmetry` takes
