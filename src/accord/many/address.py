"""Parse addresses of Dask clusters, and decide whether a scheduler there may be trusted.

A scheduler and its clients send each other pickles, and to read one runs whatever it says. So nothing is sent
or read before it is known who is there: this machine, who has the right keys, or whom the user trusts.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Any, NamedTuple

from accord.errors import UsageError
from accord.runner.limits import MOST_WORKERS

LONGEST = 100  # characters of an address in a message
PLACE = re.compile(r"(?:(tcp|tls|wss?)://)?(\[[^\]/]+\]|[^:/\s]+):(\d{1,5})", re.ASCII)
HERE = re.compile(r"local:(\d+)", re.ASCII)
WITH_KEYS = ("tls", "wss")
MOST_PORT = 65535


class Address(NamedTuple):
    """The place of a cluster."""

    text: str
    workers: int = 0  # processes of this machine that are to be started; 0: there is a scheduler
    scheme: str = ""  # empty: as Dask's configuration says
    host: str = ""


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
    return Address(text, 0, place[1] or "", place[2].strip("[]"))


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
    elif not (trusted or _is_here(where.host)):
        raise UsageError(
            f"{where.text}: the machine that answers there can run any code here, and is not known; "
            "use tls:// with keys, or say `trust` if the network and the machine are yours"
        )


def _is_here(host: str) -> bool:
    """Return whether a host is this machine, where no other can answer."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
