"""The loader of kernels: late, one at a time, from any package; and what needs no loader."""

import sys
from importlib import import_module
from pkgutil import walk_packages
from threading import Event, Thread

import numpy as np
import pytest
from processes import python, without

import accord
import accord_native
from accord import kernels
from accord.errors import KernelError
from accord.kernels import load

EVENTS = []  # of the modules below: which began to be imported, and which was finished
SLOW = """
import time
import {here}
{here}.EVENTS.append("{name} begins")
time.sleep(0.1)
def search():
    return "{name}"
{here}.EVENTS.append("{name} is there")
"""
WAITING = """
import {here}
{here}.BEGUN.set()
{here}.GO_ON.wait(20)
def search():
    return "at last"
"""
BEGUN, GO_ON = Event(), Event()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of others, `strange_kernels`, whose modules tell this one of how they are imported."""
    here = "told_of_loading"
    monkeypatch.setitem(sys.modules, here, sys.modules[__name__])
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "strange_kernels"
    folder.mkdir()
    (folder / "__init__.py").touch()
    for name in ("one", "two", "three"):
        (folder / f"{name}.py").write_text(SLOW.format(here=here, name=name))
    (folder / "waiting.py").write_text(WAITING.format(here=here))
    EVENTS.clear()
    yield "strange_kernels"
    for name in [name for name in sys.modules if name.split(".")[0] == "strange_kernels"]:
        del sys.modules[name]


def test_what_is_loaded_within_a_load_is_counted_once(monkeypatch):
    clock = iter([10.0, 11.0, 14.0, 20.0, 50.0, 51.0])
    monkeypatch.setattr(kernels, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(kernels, "_spent", [100.0])
    with kernels.loading(), kernels.loading():
        pass
    assert kernels.seconds() == 110.0  # from 10 to 20
    with kernels.loading():
        pass
    assert kernels.seconds() == 111.0


def test_a_run_tells_what_loading_took(monkeypatch):
    spent = iter([5.0, *[5.5] * 100])
    monkeypatch.setattr(kernels, "seconds", lambda: next(spent))
    outcome = accord.count(accord.load("queens:4"), backend="sat")
    assert outcome.seconds.load == 0.5
    assert '"load":0.5' in outcome.json()


def test_threads_that_ask_at_once_get_their_kernels_one_after_the_other(package):
    names, found = ["one", "two", "three", "one"], []
    threads = [
        Thread(target=lambda name=name: found.append(load(f"{package}.{name}")()), daemon=True)
        for name in names
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(found) == sorted(names)
    begun, there = EVENTS[::2], EVENTS[1::2]
    assert len(EVENTS) == 6
    assert [event.split()[0] for event in begun] == [event.split()[0] for event in there]


def test_a_kernel_that_is_there_is_had_while_another_is_compiled(package):
    assert load(f"{package}.one")() == "one"
    slow, quick = [], []
    compiling = Thread(target=lambda: slow.append(load(f"{package}.waiting")()), daemon=True)
    compiling.start()
    assert BEGUN.wait(20)
    asking = Thread(target=lambda: quick.append(load(f"{package}.one")()), daemon=True)
    asking.start()
    asking.join(20)
    told = list(quick)
    GO_ON.set()
    compiling.join(20)
    assert (told, slow) == (["one"], ["at last"])


# Numba that two threads import at once stays half imported: so in a process that has not imported it.
AT_ONCE = """
import sys
from threading import Thread
from accord.kernels import load
assert "numba" not in sys.modules
found = []
kernels = [("accord_native.cover.bitset", "search"), ("accord_native.cover.cells", "search"),
           ("accord_native.drat", "check"), ("accord_native.sudoku.search", "several")]
threads = [Thread(target=lambda kernel=kernel: found.append(load(*kernel).__name__)) for kernel in kernels]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(*sorted(found))
"""


@pytest.mark.full
def test_kernels_of_ours_can_be_asked_for_by_several_threads_at_once():
    done = python("-W", "error", "-c", AT_ONCE, ACCORD_KERNELS="numba")
    assert (done.stdout.split(), done.stderr) == (["check", "search", "search", "several"], "")


# -- kernels that cannot be had --------------------------------------------------------------------


def test_a_kernel_that_cannot_be_compiled_is_one_sentence(package, tmp_path):
    (tmp_path / package / "bad.py").write_text("raise TypeError('no such type\\nand 50 lines more')")
    with pytest.raises(KernelError) as told:
        load(f"{package}.bad")
    assert "\n" not in str(told.value)
    assert f"{package}.bad" in str(told.value)
    assert f"numpy {np.__version__}" in str(told.value)
    assert "TypeError: no such type" in str(told.value)
    assert isinstance(told.value.__cause__, TypeError)


WITHOUT_NUMBA = """
from accord.errors import AccordError
from accord.kernels import load
try:
    load("accord_native.cover.bitset")
except AccordError as error:
    print(error)
"""


def test_a_numba_that_cannot_be_imported_is_one_sentence(tmp_path):
    done = python("-c", WITHOUT_NUMBA, path=[without("numba", tmp_path / "path")], ACCORD_KERNELS="numba")
    assert (done.stderr, len(done.stdout.splitlines())) == ("", 1)
    assert "accord_native.cover.bitset cannot be compiled or loaded" in done.stdout


# -- what compiles nothing -------------------------------------------------------------------------

FOUND = list(walk_packages(accord_native.__path__, "accord_native."))
MODULES = [module.name for module in FOUND]
PACKAGES = ["accord_native", *(module.name for module in FOUND if module.ispkg)]
SHARED = ("progress", "words", "sources")


def is_layout(module):
    name = module.rpartition(".")[2]
    return name in (*SHARED, "layout", "tables") or name.endswith("_layout")


def test_layouts_import_no_numba():
    layouts = [module for module in MODULES if is_layout(module)]
    assert {"accord_native.window.layout", "accord_native.cover.layout"} < set(layouts)
    imports = "\n".join(f"import {module}" for module in layouts)
    code = f"import sys\n{imports}\nprint([name for name in ('numba', 'llvmlite') if name in sys.modules])"
    done = python("-c", code)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_of_kernels_says_what_is_in_it(package):
    rows = [line for line in import_module(package).__doc__.splitlines() if line.startswith("    ")]
    told = {word.strip(",/") for row in rows for word in row.split()[:2]}
    ours = {name.rpartition(".")[2] for name in MODULES if name.rpartition(".")[0] == package}
    assert {name for name in ours if not name.endswith("_layout")} <= told
