"""A worker process by itself: frames, a cancelled ask, and its end with its input."""

import io
import json
import os
import subprocess
import sys
from threading import Timer

import pytest
from waiting import WATCHDOG

from accord.workbench.process import write_frame


def read_frame(file):
    return json.loads(file.read(int.from_bytes(file.read(4), "big")))


def test_a_frame_is_its_length_and_its_json():
    file = io.BytesIO()
    write_frame(file, {"id": 7})
    assert file.getvalue() == b'\0\0\0\x08{"id":7}'


@pytest.mark.full
def test_a_cancelled_ask_ends_and_its_process_answers_the_next_one():
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "accord.workbench.process", "0"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    hang = Timer(WATCHDOG, process.kill)
    hang.start()
    with process.stdin as asks, process.stdout as events:
        assert read_frame(events) == {"id": 0, "event": "ready"}
        write_frame(asks, {"id": 1, "ask": {"verb": "count", "text": "one-sided-9x10"}})
        assert read_frame(events)["event"] == "progress"
        write_frame(asks, {"cancel": 1})
        while (event := read_frame(events))["event"] != "end":
            assert (event["id"], event.get("exact")) in [(1, None), (1, False)]
        write_frame(asks, {"id": 2, "ask": {"verb": "count", "text": "queens:6"}})
        while (event := read_frame(events))["event"] == "progress":
            assert event["id"] == 2
        assert (event["id"], event["count"]) == (2, "4")
        assert read_frame(events) == {"id": 2, "event": "end"}
    hang.cancel()
    assert process.wait(60) == -9  # it kills its group, and so all that it started
