"""Parse addresses of Dask clusters, and decide whether a scheduler there may be trusted.

A scheduler and its clients send each other pickles, and to read one runs whatever it says. So nothing is sent
or read before it is known who is there: a scheduler that Accord has started here for the same user, who has
the right keys, or whom the user trusts. That nobody but users of this machine can answer is not enough.

A scheduler of `accord cluster local:N` has a file in a folder of the user, and a lock on it while it runs.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EAGAIN
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_state_path

from accord.errors import UsageError
from accord.runner.limits import MOST_WORKERS

LONGEST = 100  # characters of an address in a message
PLACE = re.compile(r"(?:(tcp|tls|wss?)://)?(\[[^\]/]+\]|[^:/\s]+):(\d{1,5})", re.ASCII)
HERE = re.compile(r"local:(\d+)", re.ASCII)
WITH_KEYS = ("tls", "wss")
LOCALHOST = "127.0.0.1"
MOST_PORT = 65535


class Address(NamedTuple):
    """The place of a cluster."""

    text: str
    workers: int = 0  # processes of this machine that are to be started; 0: there is a scheduler
    scheme: str = ""  # empty: as Dask's configuration says
    host: str = ""
    port: int = 0


def address(text: str) -> Address:
    """Return what a text says: `local:N`, or where a scheduler is. Raises UsageError for anything else."""
    if here := HERE.fullmatch(text):
        workers = int(here[1][:20])
        if not 1 <= workers <= MOST_WORKERS:
            raise UsageError(f"{text[:LONGEST]}: {workers} workers; expected 1 to {MOST_WORKERS:,}")
        return Address(text, workers)
    place = PLACE.fullmatch(text)
    if place is None or not 1 <= int(place[3]) <= MOST_PORT:
        expected = "expected a scheduler, as tcp://host:8786, or local:N for N processes here"
        raise UsageError(f"cluster {text[:LONGEST]!r}: {expected}")
    return Address(text, 0, place[1] or "", place[2].strip("[]"), int(place[3]))


def refuse_strangers(where: Address, *, trusted: bool) -> None:
    """Raise UsageError unless it is known who answers there; distributed has to be installed.

    Args:
        where: a scheduler, or workers of this machine, which are ours.
        trusted: whether the user trusts the machine that answers.
    """
    import dask
    from distributed.security import Security

    if where.workers:
        return
    scheme = where.scheme or dask.config.get("distributed.comm.default-scheme", "tcp")
    if scheme in WITH_KEYS:
        try:
            security: Any = Security  # it has no types
            keys = security().get_connection_args("client").get("ssl_context")
        except (OSError, ValueError, TypeError) as error:  # no such files, or no keys in them
            raise UsageError(f"{where.text}: the TLS keys cannot be read: {error}") from None
        if keys is None:
            raise UsageError(
                f"{where.text}: found no TLS keys; name them in Dask's configuration: "
                "distributed.comm.tls.ca-file, and client.cert and client.key there"
            )
    elif not (trusted or _is_ours(where)):
        raise UsageError(
            f"{where.text}: who answers there can run any code here, and is not known; start it by "
            "`accord cluster local:N`, use tls:// with keys, or say `trust` if the network and the machine "
            "are yours"
        )


@contextmanager
def declare(port: int) -> Iterator[None]:
    """Let this user's commands know meanwhile that the scheduler on that port of LOCALHOST is ours.

    Where no such file can be written they need `trust`.
    """
    file = _file(port)
    number = None
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = os.open(file, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        yield
    finally:
        if number is not None:
            file.unlink(missing_ok=True)
            os.close(number)


def _is_ours(where: Address) -> bool:
    """Whether a scheduler that is declared runs there now: it holds the port as well as the lock."""
    if where.host != LOCALHOST:
        return False
    file = _file(where.port)
    try:
        folder = file.parent.stat()
        if folder.st_uid != os.getuid() or folder.st_mode & 0o022:
            return False
        opened = file.open("rb")
    except OSError:
        return False
    with opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:  # others: there are no locks
            return error.errno in (EAGAIN, EACCES)
    return False


def _file(port: int) -> Path:
    return user_state_path("accord") / "schedulers" / f"{port}-{os.uname().nodename}"
