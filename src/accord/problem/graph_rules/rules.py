"""All functions that state graph rules, by name: those of the modules beside this one.

A module more here, with a function that `states_rules` enters, is a rule more in problem files.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from accord.problem import graph_rules
from accord.problem.graph_rules.base import STATED, States


def stated_rules() -> Mapping[str, States]:
    """The functions, by name."""
    _import_all()
    return STATED


@cache
def _import_all() -> None:
    for module in iter_modules(graph_rules.__path__):
        import_module(f"{graph_rules.__name__}.{module.name}")
