"""Script that counts or lists the solutions of an exact cover (JSON on stdin) by clingo."""

import json
import sys
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

from clingo import Control


def solve(
    cover: dict[str, Any],
    task: str,  # noqa: ARG001 (it only counts)
    limit: int | str | None = None,
    tell: Callable[..., None] | None = None,
) -> int:
    """Return the number of solutions, up to a limit; print how many there are so far about each second."""
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

    def on_solution(_: object) -> None:
        nonlocal count, said
        count += 1
        if tell is not None and monotonic() > said + 1:
            said = monotonic()
            tell("at least", count)

    control.solve(on_model=on_solution)
    return count


if __name__ == "__main__":
    limit = sys.argv[2] if len(sys.argv) > 2 else None
    # what is printed on the way serves a caller that stops it
    print(solve(json.load(sys.stdin), sys.argv[1], limit, partial(print, flush=True)))
