"""clingo: each item chooses one of its options, a secondary one at most one; models are only counted."""

import json
import sys
from time import monotonic
from typing import Any

from clingo import Control


def solve(cover: dict[str, Any], task: str, limit: int | str | None = None) -> int:  # noqa: ARG001 (it only counts)
    """The number of solutions, up to a limit."""
    givers: list[list[int]] = [[] for _ in cover["low"]]
    for option, items in enumerate(cover["options"]):
        for item in items:
            givers[item].append(option)
    rules = [
        f"{low} {{ {'; '.join(f'x({option})' for option in options)} }} 1."
        for low, options in zip(cover["low"], givers, strict=True)
    ]
    control = Control([str(limit or 0), "--warn=none"])
    control.add("base", [], "\n".join(rules))
    control.ground([("base", [])])
    count, said = 0, monotonic()

    def found(_: object) -> None:
        nonlocal count, said
        count += 1
        if monotonic() > said + 1:  # for those who stop it before it has finished
            said = monotonic()
            print("at least", count, flush=True)

    control.solve(on_model=found)
    return count


if __name__ == "__main__":
    print(solve(json.load(sys.stdin), *sys.argv[1:]))
