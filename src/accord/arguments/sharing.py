"""What may be asked of work on many: where results are kept, which part is done, and who does it."""

from dataclasses import dataclass

from accord.arguments.field import Query, argument, as_in


@dataclass(frozen=True, kw_only=True)
class Sharing(Query):
    """Of work that is shared, or gone on with."""

    output: str | None = argument(None, "Write a line of JSON for each to FILE.", "FILE", short="o")
    resume: bool = argument(
        False, "Go on where the file of `output` ends.",
        needs=("output",), why="`resume` goes on with a file; name it with `output`",
    )  # fmt: skip
    shard: str | None = argument(
        None, "Do one part of N, as 1/8; for accord merge.", "I/N",
        needs=("output",), why="`shard` writes what it finds to a file; name it with `output`",
    )  # fmt: skip
    cluster: str | None = argument(None, "Let workers of a scheduler do it; or local:N.", "ADDRESS")
    trust: bool = argument(False, "Let whoever answers at the address of a cluster run code here.")


@dataclass(frozen=True, kw_only=True)
class SharedMaking(Sharing):
    """Of random puzzles: only those of a shard are gone on with, or made elsewhere."""

    resume: bool = as_in(Sharing, "resume", needs=("shard",), why="`resume` goes on with a file of `shard`")
    cluster: str | None = as_in(
        Sharing, "cluster",
        needs=("shard",), why="`cluster` makes the puzzles of a shard; give `output` and `shard` 1/1",
    )  # fmt: skip
