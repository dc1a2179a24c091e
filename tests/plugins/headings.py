"""What model files say in their headings: all that collecting tests may read. It makes no puzzle of them."""

import tomllib
from functools import cache
from typing import NamedTuple

from accord.puzzles import library, table


class Heading(NamedTuple):
    """One puzzle of the library: a file, or one of its variants."""

    name: str
    variant: str | None
    family: str
    is_plan: bool
    counts: dict  # "all", "distinct" or "shortest" -> the count's own table, as `{"count": 92, "oeis": ...}`

    @property
    def place(self) -> tuple[str, str | None]:
        """The arguments of `accord.load`."""
        return self.name, self.variant


@cache
def headings() -> list[Heading]:
    """Every puzzle of the library, by name; the variants of a file follow it."""
    found = []
    for name in library.names():
        values = tomllib.loads((library.folder() / f"{name}.toml").read_bytes().decode())
        for variant, laid in [(None, {}), *values.get("variants", {}).items()]:
            family = laid.get("family", values["family"])
            is_plan = table.family(family).made.plan is not None
            counts = (laid if variant else values).get("counts", {})
            found.append(Heading(name, variant, family, is_plan, counts))
    return found
