"""A small lazy part that can do everything: the chosen cells of a grid are connected; and puzzles of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from pathlib import Path

import numpy as np
import pytest

from accord.model import Model
from accord.model.lazy import LazyItem, without_lazy
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.writing import model_text


@dataclass(frozen=True)
class Joined:
    """The chosen cells, options `r1c1`, are connected; no cell at all is too."""

    rows: int
    columns: int
    lies: str = (
        ""  # a cell of which it says, falsely, that it is not chosen, wherever cells are not connected
    )

    @property
    def token(self) -> str:
        return f"joined {self.rows} {self.columns} {self.lies}"

    @property
    def cells(self) -> list[str]:
        return [
            f"r{row}c{column}" for row in range(1, self.rows + 1) for column in range(1, self.columns + 1)
        ]

    def beside(self, cell: str) -> set[str]:
        row, column = map(int, cell[1:].split("c"))
        places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return {f"r{r}c{c}" for r, c in places if 1 <= r <= self.rows and 1 <= c <= self.columns}

    def part(self, start: str, within: set[str]) -> set[str]:
        """The cells that hang together with one."""
        part, new = {start}, [start]
        while new:
            more = (self.beside(new.pop()) & within) - part
            part |= more
            new += sorted(more)
        return part

    def violations(self, chosen: Sequence[str], solve: object) -> list[LazyItem]:
        cells = left = set(chosen) & set(self.cells)
        parts = []
        while left:
            parts.append(self.part(min(left), left))
            left = left - parts[-1]
        if len(parts) > 1 and self.lies in cells:
            return [LazyItem("a lie", {self.lies: 1}, 0, 0)]
        found = []
        for part in parts if len(parts) > 1 else ():
            around = {cell for inside in part for cell in self.beside(inside)} - part
            one, other = min(part), min(cells - part)
            name = f"from {one} to {other}, out of {' '.join(sorted(part))}"
            found.append(LazyItem(name, dict.fromkeys(sorted(around), 1) | {one: -1, other: -1}, -1))
        return found

    def follows(self, item: LazyItem) -> bool:
        """Two cells that others, each of which counts, lie between: if both are, so is one of these."""
        ends = [cell for cell, amount in item.gives.items() if amount == -1]
        between = {cell for cell, amount in item.gives.items() if amount >= 1}
        if len(ends) != 2 or len(between) + 2 != len(item.gives) or not set(item.gives) <= set(self.cells):
            return False
        apart = ends[1] not in self.part(ends[0], set(self.cells) - between)
        return apart and item.low <= -1 and item.high is None

    def keeps(self, renamed: Mapping[str, str]) -> bool:
        return all({renamed[b] for b in self.beside(a)} == self.beside(renamed[a]) for a in self.cells)


def joined(down: Sequence[int], across: Sequence[int], *, hidden: bool = False, **more: object) -> Model:
    """Connected cells, so many in each row and in each column; `hidden`: each brings a hidden one along."""
    lazy = Joined(len(down), len(across), **more)  # type: ignore[arg-type]
    items: dict[str, int | tuple[int, int]] = {f"row {r}": n for r, n in enumerate(down, 1)}
    items |= {f"column {c}": n for c, n in enumerate(across, 1)}
    options: dict[str, list[str] | dict[str, int]] = {}
    for row, column in product(range(1, len(down) + 1), range(1, len(across) + 1)):
        options[f"r{row}c{column}"] = [f"row {row}", f"column {column}"]
    if hidden:
        items |= {f"with {cell}": (0, 0) for cell in lazy.cells}
        options = {cell: {**dict.fromkeys(gives, 1), f"with {cell}": 1} for cell, gives in options.items()}
        options |= {f"h {cell}": {f"with {cell}": -1} for cell in lazy.cells}
    return Model.build(items, options, hidden=[name for name in options if name[0] == "h"], lazy=lazy)


def solutions(model: Model) -> list[frozenset[str]]:
    """All solutions, as sets of cells, by trying every set of them that has the sums of the rows."""
    lazy = model.lazy
    assert isinstance(lazy, Joined)
    low = {name: int(model.low[i]) for i, name in enumerate(model.item_names)}
    rows = [
        [[f"r{r}c{c}" for c in some] for some in combinations(range(1, lazy.columns + 1), low[f"row {r}"])]
        for r in range(1, lazy.rows + 1)
    ]
    found = []
    for some in product(*rows):
        chosen = set(chain.from_iterable(some))
        across = Counter(cell.partition("c")[2] for cell in chosen)
        fits = all(low[f"column {c}"] == across[str(c)] for c in range(1, lazy.columns + 1))
        if fits and (not chosen or lazy.part(min(chosen), chosen) == chosen):
            found.append(frozenset(chosen))
    return found


def turned(model: Model) -> Model:
    """The same with the reflections of the grid as candidate symmetries, and two that swap lines."""
    lazy = model.lazy
    assert isinstance(lazy, Joined)
    number = model.item_index
    rows = [[f"row {r}" for r in range(1, lazy.rows + 1)]]
    columns = [[f"column {c}" for c in range(1, lazy.columns + 1)]]
    every = []
    for down, across in product([rows[0], rows[0][::-1]], [columns[0], columns[0][::-1]]):
        moved = np.arange(model.items)
        for old, new in zip(rows[0] + columns[0], down + across, strict=True):
            moved[number[old]] = number[new]
        every.append(moved)
    return model.with_symmetries(every)


def written(model: Model, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model file of a puzzle that has this model: its family knows all but the lazy part."""
    file = folder / "joined.toml"
    file.write_text(model_text(without_lazy(model), "Joined cells"))
    monkeypatch.setattr(Puzzle, "model", property(lambda _: model))
    return file
