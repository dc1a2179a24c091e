"""A server of the workbench in a process of its own, and a browser."""

import pytest
from waiting import is_alive
from workbench_server import CHROMIUM, Server


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
