"""Run a fuzzing campaign in numbered blocks of models, one process each, and add up their reports.

What a block came to is its digest: the models, their solutions and what was wrong are the same wherever it is
tried. The report beside it also says what took too long there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from accord.exits import Status
from accord.json import encode
from accord.runner.limits import Cancel
from accord_compare.fuzz.campaign import Report, campaign, merge, numbers
from accord_compare.fuzz.keep import keep_finding
from accord_compare.fuzz.watch import Orders, counter
from accord_native.sources import fingerprint

BLOCK = 10  # models: few enough for shards to end at about the same time
ENDLESS = 1 << 62  # disagreements, after which a block ends


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a block."""

    digest: str
    stats: dict[str, Any]  # the report, as plain JSON
    status: Status = "complete"  # there are no others: a block that was left is tried again

    @property
    def report(self) -> Report:
        """Its report."""
        return msgspec.convert(self.stats, Report, strict=False, dec_hook=counter)

    def json(self) -> str:
        """Return the result as one line of JSON."""
        return encode(self)


def claim(result: Mapping[str, Any]) -> dict[str, object]:
    """Return what no other result of the block may contradict."""
    return {"digest": result.get("digest")}


@dataclass(frozen=True)
class Blocks:
    """Blocks of the models of a campaign; it can be pickled, and tries a block anywhere."""

    orders: Orders

    @property
    def terms(self) -> dict[str, object]:
        """All that decides which models are tried, and by whom."""
        made_by = fingerprint("accord_compare")  # other sources make other models of a seed
        return {**self.orders.terms, "block": BLOCK, "accord_compare": made_by}

    @property
    def models(self) -> int:
        """How many models there are."""
        return self.orders.models or 0

    @property
    def units(self) -> int:
        """How many blocks there are."""
        return -(-self.models // BLOCK)

    def __call__(self, unit: int, cancel: Cancel | None) -> Iterator[Sequence[tuple[int, Block]]]:
        """A block's number, and what came of it; nothing once `cancel` is set."""
        todo = numbers(self.orders.kinds, self.orders.first)
        block = list(islice(todo, unit * BLOCK, min((unit + 1) * BLOCK, self.models)))
        report = campaign(
            self.orders.seed,
            iter(block),
            self.orders.backends,
            cancel=cancel,
            most_findings=ENDLESS,
            found=lambda finding, case: keep_finding(finding, case.form, Path(self.orders.folder)),
        )
        if report.ended != "cancelled":
            yield [(unit, Block(digest=report.digest, stats=msgspec.to_builtins(report)))]


def together(blocks: Iterable[Block], seed: int) -> Report:
    """The report of all of them, in their order."""
    return reduce(merge, (block.report for block in blocks), Report(seed=seed))
