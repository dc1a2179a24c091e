"""What an engine of Accord says of a model file, as one of two methods."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from accord.errors import AccordError
from accord.puzzles.loader import load
from accord.runner.api import run
from accord_research.counted import Counted


def by_engine(name: str, text: str, **asked: Any) -> Counted:
    """The solutions of a model file of this text, as `accord.run` counts them; messages have the name.

    Raises:
        AccordError: if it was stopped, or the memory is not enough.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "counted.toml"
        path.write_text(text)
        outcome = run(load(path), "count", **asked)
    if outcome.count is None or not outcome.exact:
        raise AccordError(f"{name}: {outcome.reason or outcome.status}")
    effort = outcome.effort  # of states, where the engine merges them; none, where nothing was left to search
    steps = effort.get("nodes", effort.get("states", 0))
    return Counted(outcome.count, int(steps), int(effort.get("peak_states", 0)))
