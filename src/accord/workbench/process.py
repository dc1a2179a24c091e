"""A worker process: it reads asks on standard input and writes events on standard output, frame by frame.

    python -P -m accord.workbench.process MEMORY      bytes that it may take; 0: no limit

A frame is four bytes, the length, and so many bytes of JSON. `{"cancel": N}` ends ask N. The process ends
when its input does, which is when its server is gone; then all that it started ends as well.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from time import sleep
from typing import Any, BinaryIO

import msgspec

from accord.errors import AccordError, own_fault
from accord.signals import CODES
from accord.workbench.ask import Ask, Event

EVERY = 0.2  # seconds between two looks at the memory
OVER_MEMORY = 77  # the exit code


def write_frame(file: BinaryIO, value: Any) -> None:
    """Write a value as a frame."""
    data = msgspec.json.encode(value)
    file.write(len(data).to_bytes(4, "big") + data)
    file.flush()


def _read_frame(file: BinaryIO) -> bytes | None:
    """Return the bytes of the next frame; None at the end."""
    head = file.read(4)
    return file.read(int.from_bytes(head, "big")) if len(head) == 4 else None


class _Process:
    """The asks that came, and the cancellation of the one under way."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._asks: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
        self._cancels: dict[int, threading.Event] = {}
        self._writing = threading.Lock()

    def listen(self) -> None:
        """Take asks and cancellations until the input ends; then end the process, and what it started."""
        while (frame := _read_frame(self._source)) is not None:
            what = msgspec.json.decode(frame)
            if "cancel" in what:
                self._cancels.setdefault(what["cancel"], threading.Event()).set()
            else:
                self._cancels.setdefault(what["id"], threading.Event())
                self._asks.put((what["id"], msgspec.json.encode(what["ask"])))
        os.killpg(0, signal.SIGKILL)

    def watch_memory(self, most: int) -> None:
        """End the process when it takes more than so many bytes."""
        from accord.watchdog import resident

        while True:
            sleep(EVERY)
            if resident() > most:
                os._exit(OVER_MEMORY)

    def answer(self) -> None:
        """Answer one ask after the other."""
        from accord import watchdog

        while True:
            number, data = self._asks.get()
            cancel = self._cancels[number]

            def put(event: Event, number: int = number) -> None:
                with self._writing:
                    write_frame(self._sink, {"id": number, **event})

            try:
                ask = msgspec.json.decode(data, type=Ask)
                guard = watchdog.whole({"time_limit": ask.time_limit}, watchdog.COMMAND, cancel)
                guard.do(_put_events, ask, cancel, put)
            except AccordError as error:
                put({"event": "error", "message": str(error)})
            except MemoryError:
                put({"event": "error", "message": "there is not enough memory for this"})
            except RecursionError:
                put({"event": "error", "message": "the text is nested too deeply"})
            except Exception as error:  # a fault of ours: the page says so, and the server's log has the rest
                import traceback

                traceback.print_exc()
                put({"event": "error", "message": own_fault(error)})
            put({"event": "end"})
            del self._cancels[number]


def _put_events(ask: Ask, cancel: threading.Event, put: Callable[[Event], None]) -> None:
    """Put the events of an ask, until it is cancelled."""
    from accord.workbench.answers import events

    for event in events(ask, cancel, put):
        put(event)
        if cancel.is_set():
            break


def main() -> None:
    """Answer until the input ends."""
    for number in CODES:  # the server decides
        signal.signal(number, signal.SIG_IGN)
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no frame
    sys.set_int_max_str_digits(0)
    process = _Process(sys.stdin.buffer, sink)
    threading.Thread(target=process.listen, daemon=True).start()
    if memory := int(sys.argv[1]):
        threading.Thread(target=process.watch_memory, args=[memory], daemon=True).start()
    from accord.workbench.answers import warm_up

    warm_up()
    write_frame(sink, {"id": 0, "event": "ready"})
    process.answer()


if __name__ == "__main__":
    main()
