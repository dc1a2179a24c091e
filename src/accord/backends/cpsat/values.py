"""What CP-SAT prints -> rows of options.

The values of a solution come out of CP-SAT ten times faster printed, as `[0, 1, 0, ...]`, than one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model.model import Indices


def rows(texts: Sequence[str], options: int) -> Indices:
    """A batch of solutions, each printed with a number for each variable; the options come first.

    Raises EngineError where there are not as many numbers as variables.
    """
    if options == 0:
        return np.zeros((len(texts), 0), np.int32)
    values = np.fromstring(",".join(text[1:-1] for text in texts), np.int64, sep=",")
    if len(values) % max(1, len(texts)) or len(values) < options * len(texts):
        raise EngineError(f"CP-SAT gave {len(values)} values in {len(texts)} solutions of {options} options")
    solution, option = np.nonzero(values.reshape(len(texts), -1)[:, :options])
    sizes = np.bincount(solution, minlength=len(texts))
    batch = np.full((len(texts), sizes.max(initial=0)), -1, np.int32)
    batch[np.arange(batch.shape[1]) < sizes[:, None]] = option
    return batch
