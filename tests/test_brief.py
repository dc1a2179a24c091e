"""Which tests a brief run takes: those that take long take turns, commit by commit."""

import subprocess
from itertools import pairwise
from types import SimpleNamespace

import durations
import pytest

QUICK = ["tests/a.py::quick[1]", "tests/a.py::quick[2]", "tests/a.py::not_known"]
LONG = [*(f"tests/a.py::long[{number}]" for number in range(40)), "tests/a.py::alone", "tests/b.py::alone"]
WHOLE = ["tests/docs/test_docs.py::test_console[page]", "tests/goldens/test_goldens.py::test_all"]
SECONDS = {
    "tests/a.py::quick": 0.3,
    "tests/a.py::long": 2.0,
    "tests/a.py::alone": 0.6,
    "tests/b.py::alone": 70,
}
SECONDS |= {durations.name_of(test): 100 for test in WHOLE}


@pytest.fixture
def brief(monkeypatch):
    """A function: profile, number of commits -> the tests that a brief run takes."""

    def taken(profile, commits):
        monkeypatch.setattr(durations, "PROFILE", profile)
        monkeypatch.setattr(durations, "read", lambda: SECONDS)
        every = [*QUICK, *LONG, *WHOLE]
        return {*every}.difference(durations.left_out(every, commits))

    return taken


@pytest.mark.parametrize("commits", [0, 1, 1500, 1501])
def test_of_two_commits_each_long_case_runs_at_exactly_one(brief, commits):
    one, other = brief("full", commits), brief("full", commits + 1)
    assert one & other == {*QUICK, *WHOLE}
    assert one | other == {*QUICK, *WHOLE, *LONG}
    assert 10 < len(one & {*LONG}) < 32


def test_a_fast_run_takes_each_case_at_one_of_as_many_commits_as_its_function_is_too_long(brief):
    runs = [brief("fast", commits) for commits in range(20, 20 + 42)]
    for case in LONG[:40]:  # 2.0 s in place of 0.3
        times = [number for number, run in enumerate(runs) if case in run]
        assert len(times) == 6
        assert {after - before for before, after in pairwise(times)} == {7}
    assert sum("tests/a.py::alone" in run for run in runs) == 21
    assert all({*QUICK, *WHOLE} <= run for run in runs)


@pytest.mark.parametrize("profile", ["fast", "full"])
def test_without_history_all_run(brief, profile):
    assert brief(profile, None) == {*QUICK, *LONG, *WHOLE}


def test_a_thorough_run_takes_all(brief):
    assert brief("thorough", 3) == brief("thorough", 4) == {*QUICK, *LONG, *WHOLE}


def _git(*words, tree):
    who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=tree, check=True, capture_output=True)


def test_commits_are_counted_where_all_of_them_are_there(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert durations.number_of_commits(tmp_path) is None  # no repository
    _git("init", "-q", "origin", tree=tmp_path)
    origin = tmp_path / "origin"
    assert durations.number_of_commits(origin) is None  # nothing is checked out
    for number in (1, 2, 3):
        _git("commit", "-q", "--allow-empty", "-m", "a", tree=origin)
        assert durations.number_of_commits(origin) == number
    _git("clone", "-q", "--depth", "2", f"file://{origin}", "shallow", tree=tmp_path)
    assert durations.number_of_commits(tmp_path / "shallow") is None
    _git("clone", "-q", f"file://{origin}", "whole", tree=tmp_path)
    assert durations.number_of_commits(tmp_path / "whole") == 3


def test_a_worker_takes_its_tests_by_the_number_that_it_was_given(request, monkeypatch):
    conftest = next(
        plugin
        for name, plugin in request.config.pluginmanager.list_name_plugin()
        if name.endswith("tests/conftest.py")
    )
    monkeypatch.setattr(durations, "PROFILE", "full")
    monkeypatch.setattr(durations, "read", lambda: SECONDS)
    numbers = iter([7, 8])  # a commit is made while workers begin
    monkeypatch.setattr(durations, "number_of_commits", lambda: next(numbers))
    monkeypatch.setattr(conftest, "compile_kernels", lambda: None)

    def taken(**more):
        items = [SimpleNamespace(nodeid=test) for test in LONG]
        gone = []
        config = SimpleNamespace(
            getoption={"--brief": True, "--shuffle": None}.get,
            hook=SimpleNamespace(pytest_deselected=lambda items: gone.extend(items)),
            option=SimpleNamespace(),
            stash={},
            **more,
        )
        conftest.pytest_configure(config)
        conftest.pytest_collection_modifyitems(config, items)
        assert {item.nodeid for item in (*items, *gone)} == {*LONG}
        return config, {item.nodeid for item in items}

    config, of_seven = taken()
    for _ in range(2):
        node = SimpleNamespace(workerinput={}, config=config)
        conftest.pytest_configure_node(node)
        assert taken(workerinput=node.workerinput)[1] == of_seven
    assert taken()[1] == {*LONG} - of_seven
