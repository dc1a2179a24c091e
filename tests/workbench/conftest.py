"""A server of the workbench in a process of its own, and a browser."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import is_alive

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Server:
    """`accord serve`; `url` is what it printed, and `log` the file with its stderr."""

    def __init__(self, log, *options):
        self.log = log
        with log.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "accord", "serve", "--port", "0", *options],
                stdout=subprocess.PIPE, stderr=file, text=True,
            )  # fmt: skip
        self.url = self.process.stdout.readline().strip()

    @property
    def children(self):
        """The worker processes."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    @property
    def lines(self):
        return self.log.read_text().splitlines()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        with self.process.stdout as stdout:
            stdout.read()
        return self.process.wait(60)


@pytest.fixture
def new_server():
    return Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    one = Server(tmp_path_factory.mktemp("workbench") / "log", "--processes", "2")
    yield one
    children = one.children
    assert one.end() == 130
    assert not any(map(is_alive, children))


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: no browser test"
    )
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed: the pages of the workbench were not looked at")
    with playwright.sync_playwright() as running:
        one = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield one
        one.close()


@pytest.fixture
def page(browser, server):
    """The workbench in a new window, and no fault in its console at the end."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, accept_downloads=True)
    one = context.new_page()
    faults = []
    one.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    one.on("pageerror", lambda error: faults.append(str(error)))
    one.goto(server.url)
    yield one
    context.close()
    assert faults == []
