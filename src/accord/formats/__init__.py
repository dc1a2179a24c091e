r"""Readers and writers of the formats that other solvers take: a text and a model, each made from the other.

dlx     Write and read Knuth's text format of exact covers (DLX1, DLX2, DLX3; TAOCP 7.2.2.1)
dimacs  Write and read DIMACS CNF, the text format of SAT solvers
opb     Write and read OPB, the text format of pseudo-Boolean solvers (Roussel and Manquinho)
drat    DRAT proofs: read as text or binary, written as text
lrat    LRAT proofs: read as text or binary, written as text; and as DRAT proofs, without their hints
answer  Parse the output of SAT and pseudo-Boolean solvers, in competition format, as a solution
source  Helpers of all format readers: size limits, places of errors, and names in comments

A reader is `read(data, name) -> Model`; `name` is what messages call the text. It raises InputError with
every fault, `NAME:LINE: found ...; expected ...`. A writer is `write(model, title) -> str`; it raises
RefusedError with a sentence if the format cannot say what the model says. Commands and the library call them
by `read` and `write` of this package.

    >>> from accord.formats import read, write
    >>> model = read("dlx", b"a b | c\na c\nb\n", "small.dlx")
    >>> print(write("opb", model, "small"))
    * #variable= 2 #constraint= ...
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.model import Model

FORMATS = {  # a row a format: its name, its module, and the suffixes of its files
    "dlx": ("accord.formats.dlx", (".dlx",)),
    "dimacs": ("accord.formats.dimacs", (".cnf", ".dimacs")),
    "opb": ("accord.formats.opb", (".opb",)),
}
SUFFIXES = {suffix: form for form, (_, suffixes) in FORMATS.items() for suffix in suffixes}

_SIGNS = {  # how a text begins that can be no model file
    "dlx": re.compile(rb"\s*\|"),
    "dimacs": re.compile(rb"\s*(c([ \t][^\n]*)?\n\s*)*p[ \t]+cnf\b"),
    "opb": re.compile(rb"\s*(\*|min:|[+-]?\d+[ \t]+~?x\d)"),
}


def read(form: str, data: bytes, name: str) -> Model:
    """The model that a text of this format declares. Raises InputError."""
    model: Model = import_module(FORMATS[form][0]).read(data, name)
    return model


def write(form: str, model: Model, title: str = "", **more: Any) -> str:
    """The model in this format; `more` is what its writer takes besides. Raises RefusedError."""
    text: str = import_module(FORMATS[form][0]).write(model, title, **more)
    return text


def by_suffix(name: str) -> str | None:
    """The format that the suffix of a file's name tells, in capitals or not; None for other suffixes."""
    return SUFFIXES.get(PurePath(name).suffix.lower())


def recognise(data: bytes) -> str | None:
    """The format of a text as it begins; None if it may be a model file, or Knuth's without a comment."""
    return next((form for form, sign in _SIGNS.items() if sign.match(data)), None)
