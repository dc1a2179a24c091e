"""The table of tasks (count, solve, unique...): what each asks of a model and when it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Task: TypeAlias = Literal["first", "unique", "count", "all", "best"]


@dataclass(frozen=True, slots=True)
class Row:
    """The needs of a task. One that neither ends early nor enumerates looks for a least value."""

    enough: int | None = None  # it ends with so many solutions, which are its witnesses
    enumerates: bool = False  # it goes through all solutions


TASKS: dict[Task, Row] = {
    "first": Row(enough=1),
    "unique": Row(enough=2),
    "count": Row(enumerates=True),
    "all": Row(enumerates=True),
    "best": Row(),
}
WANTED = {task: row.enough for task, row in TASKS.items() if row.enough is not None}
ENUMERATES = tuple(task for task, row in TASKS.items() if row.enumerates)
