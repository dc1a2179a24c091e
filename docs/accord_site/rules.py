"""The reference of `Problem`: variables, rules, objective and symmetry, with signatures and examples."""

from __future__ import annotations

import inspect
from typing import Any

from accord.families.problem.functions import FUNCTIONS
from accord.problem import Problem
from accord.problem.global_rules import statements
from accord.problem.graph_rules.base import STATED
from accord_site.functions import examples
from accord_site.markdown import example, prose, signature, table

PATH = "reference/rules.md"
RULES = (
    "add", "different", "table", "forbidden", "relation", "increasing", "lexicographic", "regular", "mdd",
    "inverse", "precedence",
)  # fmt: skip
ON_GRAPHS = ("connected", "single_loop", "path", "paths", "tree", "regions", "components", "forest")
# heading -> methods of Problem, in the order of a reader who begins; a test says which one has no place
GROUPS = {
    "Variables": ("integer", "integers", "choice", "choices", "boolean", "booleans", "board", "edges"),
    "Rules": RULES,
    "Global constraints": tuple(name for name in statements(Problem) if name not in RULES),
    "Rules on graphs": (*ON_GRAPHS, *(name for name in STATED if name not in ON_GRAPHS)),
    "Objective and symmetry": ("minimize", "maximize", "symmetry"),
    "Use": (
        "save", "copy", "holds", "objective_values", "values", "costs", "known_by", "rules_of", "topics_of",
        "state",
    ),
}  # fmt: skip
INTRODUCTION = """\
# Rules of a problem

The methods of `accord.Problem`. [Modelling](../modelling.md) teaches them, and says what each costs.
[Problem files](../problem-files.md) state the same rules as lines of text: `different(x.cells)`.
"""


def methods() -> dict[str, Any]:
    """Return the public methods of a problem by name."""
    found = inspect.getmembers(Problem, inspect.isfunction)
    return {name: method for name, method in found if not name.startswith("_")}


def page() -> str:
    """Return the page of all rules."""
    lines = [INTRODUCTION]
    for heading, names in GROUPS.items():
        lines += [f"## {heading}", ""]
        for name in names:
            # a method on graphs passes its arguments on: its function has the signature and the text
            method = STATED[name] if heading == "Rules on graphs" else methods()[name]
            lines += [f"### {name}", "", f"```{{py:method}} Problem.{signature(method, name)}\n```", ""]
            lines += [prose(method), examples().get(f"Problem.{name}") or example(method), ""]
    lines += [
        "## In files",
        "",
        "[Problem files](../problem-files.md) may call these, and says what each means.",
        "",
    ]
    lines.append(table(("on", "functions"), _functions()))
    return "\n".join(lines)


def _functions() -> list[tuple[str, str]]:
    """Return the functions of problem files: of values and lists, then of boards, edges and tables."""
    alone = [f"`{name}`" for name in FUNCTIONS if not name.startswith(".")]
    methods = [f"`{name}`" for name in FUNCTIONS if name.startswith(".")]
    return [("values and lists", ", ".join(alone)), ("boards, edges and tables", ", ".join(methods))]
