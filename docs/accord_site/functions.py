"""The reference of Python: each public name with its signature, its docstring and an example."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import accord
from accord_site import DOCS
from accord_site.markdown import first_line, prose, signature, table

PATH = "reference/python-api.md"
EXAMPLES = DOCS / "accord_site" / "examples.md"
# heading -> public names, in the order of a reader who begins; a test says which one has no place
GROUPS = {
    "Puzzles": ("load", "save", "Puzzle"),
    "Variables and rules": ("Problem", "total", "minimum", "maximum", "element", "every", "some"),
    "Counts and solutions": (
        "count", "first", "unique", "best", "solutions", "run", "sample", "frequencies", "Population",
    ),
    "Plans": ("plan", "Search", "PlanProblem"),
    "Questions of setters": ("candidates", "why", "repair", "fingerprint"),
    "Hints, proofs and reasons": ("hint", "rate", "prove", "explain"),
    "Pictures": ("draw", "film"),
    "Comparisons": ("compare", "ledger"),
    "Matrices": ("Model",),
    "Results": ("Outcome", "Solution", "Candidates", "Why", "Repair", "Planned"),
    "Errors": (
        "AccordError", "UsageError", "RefusedError", "InputError", "MissingBackendError", "StoppedError",
        "EngineError",
    ),
}  # fmt: skip
VERBS = {  # the heading of a list of arguments in a docstring -> its section in the reference of arguments
    "a run": "runs",
    "a search for a plan": "plans",
    "a proof": "proofs",
    "an explanation": "explanations",
    "a certificate": "certificates-of-counts",
    "a population": "samples",
    "a sample": "samples",
    "candidates": "candidates",
    "the clues to blame": "clues-to-blame",
    "a repair": "repair",
    "a fingerprint": "fingerprints",
    "a hint": "hints",
    "a rating": "ratings",
}
LINKS = {f"Arguments of {of}": f"arguments.md#{anchor}" for of, anchor in VERBS.items()}


@cache
def examples() -> dict[str, str]:
    """Return the example of each name: the blocks of code below its heading in examples.md."""
    parts = re.split(r"^## (.*)$", EXAMPLES.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return {
        name: text.strip().replace("\n\n```", "\n```")
        for name, text in zip(parts[::2], parts[1::2], strict=True)
    }


def page() -> str:
    """Return the page of the Python interface."""
    lines = [
        "# Python interface",
        "",
        "All of these are names of `accord`, and `help(accord.count)` prints the same.",
        "[In Python](../python.md) introduces them.",
        "",
    ]
    for heading, names in GROUPS.items():
        lines += [f"## {heading}", ""]
        for name in names:
            lines += [*entry(name, getattr(accord, name)), ""]
    return "\n".join(lines)


def entry(name: str, of: Any) -> Iterator[str]:
    """Yield the lines of a public name."""
    kind = "function" if inspect.isfunction(of) else "exception" if name.endswith("Error") else "class"
    yield f"### {name}\n"
    yield f"```{{py:{kind}}} {_signature(name, of)}\n```\n"
    yield prose(of, LINKS)
    if kind == "class":
        yield table(("member", ""), [(f"`{member}`", words) for member, words in members(of)])
    if name in examples():
        yield f"{examples()[name]}\n"


def _signature(name: str, of: Any) -> str:
    """Return the name with its arguments; of results and errors the name alone, since Accord makes them."""
    made = inspect.isfunction(of) or name in ("Problem", "Puzzle", "Population", "Search")
    brief = name != "run" and "Arguments of a run:" in (inspect.getdoc(of) or "")  # `run` has them all
    return f"accord.{signature(of, name, brief=brief)}" if made else f"accord.{name}"


def members(of: type) -> Iterator[tuple[str, str]]:
    """Yield the public attributes and methods of a class with the first line of their docstrings."""
    fields: dict[str, str] = {}
    for each in reversed(of.__mro__):
        if each.__module__.startswith("accord"):
            fields |= _comments(each)
    for name in sorted({each for each in dir(of) if not each.startswith("_")}):
        member = inspect.getattr_static(of, name)
        if isinstance(member, staticmethod):
            member = member.__func__
        if inspect.isfunction(member):
            arguments = signature(member, "").partition(" -> ")[0]
            short = arguments if len(arguments) < 60 else "(...)"
            yield f"{name}{short}", first_line(member)
        elif hasattr(member, "__doc__") and (isinstance(member, property) or hasattr(member, "func")):
            yield name, first_line(member)
        elif name in fields:
            yield name, fields[name]


def _comments(of: type) -> dict[str, str]:
    """Return the comments behind the fields of a struct: its source is the only place that has them."""
    source = inspect.getsource(of)
    return {
        match[1]: (match[2] or "").strip()
        for match in re.finditer(r"^    (\w+): [^#\n]*?(?:#[ ](.*))?$", source, re.MULTILINE)
    }
