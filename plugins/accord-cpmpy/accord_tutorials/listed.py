"""The list read. It imports neither Accord nor CPMpy, for each is timed with its own imports only."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeAlias

Side: TypeAlias = Literal["ours", "theirs"]

HERE = Path(__file__).parent
MODULES = ("puzzles", "designs", "plans")


@dataclass(frozen=True)
class Listed:
    """A problem of the list."""

    name: str
    source: str
    task: Literal["first", "count", "best"]
    size: str
    answer: int  # how many solutions, or of what value the best is

    @property
    def function(self) -> str:
        """What states it is called so."""
        return self.name.replace("-", "_")


def read_list() -> dict[str, Listed]:
    """All of them, by name."""
    text = (HERE / "problems.toml").read_text(encoding="utf-8")
    return {name: Listed(name, **fields) for name, fields in tomllib.loads(text).items()}


def statement(side: Side, one: Listed) -> Callable[[], Any]:
    """The function that states a problem on a side: of ours a Problem, else CPMpy's model and variables."""
    module = next(name for name in MODULES if one.function in _functions(side, name))
    return getattr(import_module(f"accord_tutorials.{side}.{module}"), one.function)


def statements(side: Side, one: Listed) -> int:
    """How many statements that function has, without its imports, its docstring and what it returns."""
    (found,) = (
        each[one.function] for each in (_functions(side, name) for name in MODULES) if one.function in each
    )
    return sum(isinstance(node, ast.stmt) for node in ast.walk(found)) - 3  # itself, docstring, return


@cache
def _functions(side: Side, module: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse((HERE / side / f"{module}.py").read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
