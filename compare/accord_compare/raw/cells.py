"""Script that counts or lists the solutions of an exact cover (JSON on stdin) by xcover's dancing cells."""

import json
import sys
from itertools import islice
from typing import Any

from xcover import covers

MOST = {"first": 1, "unique": 2}


def solve(cover: dict[str, Any], task: str, limit: int | str | None = None) -> Any:
    """The number of solutions for `count`, up to a limit; else the solutions."""
    low = cover["low"]
    primary = [item for item in range(len(low)) if low[item]]
    secondary = [item for item in range(len(low)) if not low[item]]
    found = islice(
        covers(cover["options"], primary, secondary), MOST.get(task, int(limit) if limit else None)
    )
    return sum(1 for _ in found) if task == "count" else list(found)


if __name__ == "__main__":
    answer = solve(json.load(sys.stdin), *sys.argv[1:])
    print(answer if isinstance(answer, int) else "\n".join(" ".join(map(str, row)) for row in answer))
