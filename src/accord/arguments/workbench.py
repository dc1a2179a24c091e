"""The arguments of the workbench."""

from dataclasses import dataclass

from accord.arguments.field import Query, argument

PROCESSES = 64


@dataclass(frozen=True, kw_only=True)
class ServeCommand(Query):
    """The arguments of `accord serve`."""

    host: str = argument(
        "127.0.0.1", "Address to listen on. Pages of other machines need the printed token.", "ADDRESS"
    )
    port: int = argument(8765, "Port to listen on; 0: any free port.", "N", least=0, most=65535, shown=True)
    processes: int | None = argument(
        None, "Worker processes at most. Default: one for each processor.", "N", least=1, most=PROCESSES
    )
    time_limit: float | None = argument(None, "Time limit of each question.", "SECONDS", seconds=600)
    memory_limit: int | None = argument(
        None,
        "Memory limit of each worker process, such as 2G. Default: half of the machine's, shared.",
        "SIZE",
    )
