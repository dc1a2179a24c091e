"""Numba's settings come from the environment alone, not from the working directory.

Where numba is imported, and whenever it compiles, it reads `.numba_config.yaml` of the working directory: a
file that may come with somebody's puzzles, and can turn checks off, or name a folder of pickles.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

SETTINGS = "numba.core.config"
FILE = "_config_fname"  # the name of the file, in that module


def ignore_file() -> None:
    """Let numba, when it is imported, read no file for its settings; one that is imported stays as it is."""
    if SETTINGS not in sys.modules and not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def is_file_read() -> bool:
    """Whether numba reads such a file, as others have imported it before."""
    settings = sys.modules.get(SETTINGS)
    name = getattr(settings, FILE, "")
    return bool(name) and Path(name).exists()


class _Finder:
    """Finds the module of the settings, once."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's own spec, with a step before and after its code."""
        if name != SETTINGS:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader.exec_module = partial(_execute, spec.loader.exec_module)  # type: ignore[method-assign]
        return spec


def _execute(execute: Callable[[ModuleType], None], module: ModuleType) -> None:
    """Run the module's code, in which a file cannot be read, and then take the file's name away."""
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]
    yaml = modules.pop("yaml", None)
    modules["yaml"] = None  # importing it fails
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a file is there, and yaml is not
            execute(module)
    finally:
        del modules["yaml"]
        if yaml is not None:
            modules["yaml"] = yaml
    setattr(module, FILE, "")
