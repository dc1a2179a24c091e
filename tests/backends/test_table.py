"""Backends of installed packages: old ones get the defaults; broken ones say why, and harm no other."""

from threading import Thread

import pytest
from click.testing import CliRunner

import accord
from accord import kernels
from accord.backends import table
from accord.backends.contract import Backend, Request
from accord.cli.main import accord as command
from accord.errors import MissingBackendError, RefusedError

OLD = """
from accord_doubles import Plain

class Toy:
    name, engines = "old", ("recursive",)
    refusal, search, found = Plain.refusal, Plain.search, Plain.found
"""
BASED = """
from accord.backends.contract import Backend
from accord_doubles import Plain

class Toy(Backend):
    name, engines = "based", ("recursive",)
    refusal, search, found = Plain.refusal, Plain.search, Plain.found
"""
SOURCES = {
    "old": OLD,
    "based": BASED,
    "raises": "raise RuntimeError('no luck')",
    "empty": "",
    "number": "Toy = 3",
    "idle": "class Toy:\n    name, engines = 'idle', ('one',)\n    def refusal(self, model, request): pass\n",
    "misnamed": OLD,
    "sat": OLD,
    "absent": "import no_such_package",
}
BROKEN = {
    "raises": "RuntimeError: no luck",
    "empty": "AttributeError: module 'accord_toy_empty' has no attribute 'Toy'",
    "number": "TypeError: issubclass() arg 1 must be a class",
    "idle": "Toy has no search",
    "misnamed": "Toy is named 'old'; its entry point says 'misnamed'",
    "sat": "the name 'sat' is taken already",
}


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    """A package for each of the sources, with a backend of its name."""
    folder = tmp_path / "accord_toy-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: accord_toy\nVersion: 1.0\n")
    points = "\n".join(f"{name} = accord_toy_{name}:Toy" for name in SOURCES)
    (folder / "entry_points.txt").write_text(f"[accord.backends]\n{points}\n")
    for name, source in SOURCES.items():
        (tmp_path / f"accord_toy_{name}.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    table.rows.cache_clear()
    table._class.cache_clear()
    yield
    monkeypatch.undo()
    table.rows.cache_clear()
    table._class.cache_clear()


@pytest.mark.parametrize("name", ["old", "based"])
def test_what_a_backend_need_not_say_has_defaults(name):
    backend, model = table.backend(name), accord.load("queens:6").model
    assert isinstance(backend, Backend)
    assert (backend.lazy, backend.encodings, backend.numbers) == ("", (), False)
    assert not backend.parallel(Request("all"))
    assert not backend.counts(model, Request("count"))
    assert (backend.oracle(model), backend.versions()) == (None, {})
    with pytest.raises(RefusedError, match=f"{name} numbers no solutions"):
        backend.distribution(model)
    outcome = accord.count(accord.load("queens:6"), backend=name)
    assert (outcome.count, outcome.engine) == (4, "recursive")


def test_those_that_cannot_be_used_say_why_and_harm_no_other():
    assert {row.name: row.broken for row in table.broken() if row.package == "accord_toy"} == BROKEN
    assert accord.count(accord.load("queens:6")).count == 4
    assert accord.count(accord.load("queens:6"), engine="recursive").count == 4
    with pytest.raises(MissingBackendError, match="backend raises is broken: RuntimeError: no luck"):
        accord.count(accord.load("queens:6"), backend="raises")
    with pytest.raises(MissingBackendError, match=r"backend absent is not installed; .* accord_toy "):
        accord.count(accord.load("queens:6"), backend="absent")


def test_doctor_tells_of_them(monkeypatch):
    kept = {name: row for name, row in table.rows().items() if name in ("old", "raises")}
    monkeypatch.setattr(table, "rows", lambda: kept)
    told = CliRunner().invoke(command, ["doctor"])
    assert told.exit_code == 1
    assert "raises   broken: RuntimeError: no luck (a backend of accord_toy)" in told.output
    assert "old      works (recursive;" in told.output


def test_a_backend_that_imports_nothing_does_not_wait_while_a_kernel_is_compiled():
    done = []
    with kernels.loading():
        asking = Thread(target=lambda: done.append(table.import_package("native")), daemon=True)
        asking.start()
        asking.join(0.4)
        told = list(done)
    assert told == [None]
