"""Write a graph rule as a line of text, in the notation of model files.

    single_loop([a, b, c], {"r1c1": ["r1c2", "r2c1"], "r1c2": ["r2c1"], "r2c1": []})

Vertices go by their names. Each has its neighbours that come behind it, so that edges are in the order of
their flags. What is never chosen is left out of the graph, and so is any convention that is the usual one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any

from accord.problem.graphs.graph import Vertex, vertex_name
from accord.problem.notation import text

if TYPE_CHECKING:
    from accord.problem.graphs.rules import GraphRule


def rule_text(
    rule: GraphRule,
    function: Callable[..., GraphRule],
    about: Sequence[str] = (),
    place: Callable[[Vertex], object] = vertex_name,
) -> str:
    """The text of a rule that this function states.

    `about` is what the call begins with: flags and graph, unless all is written out; `place` names a vertex.
    """
    shown = list(about) or _about(rule)
    for name, parameter in signature(function).parameters.items():
        value = getattr(rule, name, parameter.default)
        if name == "root" and value is not None:
            value = place(value)
        if name == "ends":
            pairs = [[place(start), place(end)] for start, end in rule.ends]
            value = pairs if function.__name__ == "paths" else next(iter(pairs), None)
        if name not in ("flags", "graph", "words") and value != parameter.default:
            shown.append(f"{name}={_value(value)}")
    return f"{function.__name__}({', '.join(shown)})"


def _about(rule: GraphRule) -> list[str]:
    """Flags and graph, written out."""
    flags: dict[Any, Any] = dict(zip(rule.of, rule.flags, strict=True))
    can = {each for each, flag in flags.items() if flag is not None}
    on_vertices = rule.on_vertices
    after: dict[Vertex, list[Vertex]] = {v: [] for v in rule.graph.vertices if not on_vertices or v in can}
    for edge in rule.graph.edges:
        if can.issuperset(edge) if on_vertices else edge in can:
            after[edge[0]].append(edge[1])
    ordered = list(after) if on_vertices else [(one, other) for one in after for other in after[one]]
    graph = ", ".join(f"{_text(one)}: [{', '.join(map(_text, others))}]" for one, others in after.items())
    return [f"[{', '.join(str(flags[each]) for each in ordered)}]", f"{{{graph}}}"]


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return text(value)


def _text(vertex: Vertex) -> str:
    return text(vertex_name(vertex))
