"""The arguments of work on many puzzles: the file of results, the shard, the cluster."""

from dataclasses import dataclass

from accord.arguments.field import Query, argument, as_in


@dataclass(frozen=True, kw_only=True)
class Sharing(Query):
    """The arguments of work that is shared, or continued."""

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
    """The arguments of random puzzles: only a shard can be continued, or made on a cluster."""

    resume: bool = as_in(Sharing, "resume", needs=("shard",), why="`resume` goes on with a file of `shard`")
    cluster: str | None = as_in(
        Sharing, "cluster",
        needs=("shard",), why="`cluster` makes the puzzles of a shard; give `output` and `shard` 1/1",
    )  # fmt: skip
