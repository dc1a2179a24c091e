"""Which tests a brief run takes: all but those that take long, and `make test` asks for it in one profile."""

import subprocess
from pathlib import Path
from types import SimpleNamespace

import durations
import pytest


def test_a_brief_run_leaves_out_the_functions_that_take_over_a_second(request, monkeypatch):
    monkeypatch.setattr(durations, "read", lambda: {"a.py::long": 1.1, "a.py::quick": 1.0})
    (conftest,) = (
        plugin
        for name, plugin in request.config.pluginmanager.list_name_plugin()
        if name.endswith("tests/conftest.py")
    )
    names = ["a.py::long[1]", "a.py::quick[1]", "a.py::long", "a.py::not_known", "a.py::quick"]
    for brief, gone in ((True, ["a.py::long[1]", "a.py::long"]), (False, [])):
        items, left = [SimpleNamespace(nodeid=name) for name in names], []
        config = SimpleNamespace(
            getoption={"--brief": brief, "--shuffle": None}.get,
            hook=SimpleNamespace(pytest_deselected=lambda items, left=left: left.extend(items)),
        )
        conftest.pytest_collection_modifyitems(config, items)
        assert [item.nodeid for item in left] == gone
        assert [item.nodeid for item in items] == [name for name in names if name not in gone]


@pytest.mark.parametrize("profile", ["fast", "full", "thorough"])
def test_only_the_fast_profile_is_brief(profile):
    made = subprocess.run(
        ["make", "-n", "test", f"PROFILE={profile}"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    (line,) = [line for line in made.stdout.splitlines() if f"PROFILE={profile}" in line]
    assert ("--brief" in line) == ('-m "not slow and not full"' in line) == (profile == "fast")
