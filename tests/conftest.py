"""Shared by all tests: the oracle, the choice of backends (`pytest --backend sat`), their order
(`pytest --shuffle 7`), and how hypothesis draws: examples differ from run to run, and are never timed.
"""

import argparse
import gc
import os
import pkgutil
import subprocess
import sys
from random import Random

import durations
import numpy as np
import pytest
from brute_force import all_solutions
from hypothesis import HealthCheck, Phase, settings
from profiles import examples

import accord_native
from accord.backends import table

BACKENDS = ("native", "cpsat", "sat")

# a busy machine makes examples slow to draw and to run: neither is a fault
settings.register_profile(
    "accord",
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    print_blob=True,
)
# of a mutant we want to know whether it is seen: by the same examples each time, the first of which is enough
settings.register_profile(
    "mutants",
    settings.get_profile("accord"),
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("accord")


def known(name: str) -> str:
    """The name of a backend, perhaps a plug-in's."""
    if name not in table.rows():
        raise argparse.ArgumentTypeError(f"unknown backend {name!r}; there are {', '.join(table.rows())}")
    return name


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--backend", action="append", type=known, help="only this backend; may be repeated")
    parser.addoption("--durations-file", action="store_true", help="write tests/durations.json anew")
    parser.addoption("--brief", action="store_true", help="without what takes long; see durations.py")
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in the order of this seed")


def pytest_report_header(config: pytest.Config) -> list[str]:
    seed = config.getoption("--shuffle")
    return [] if seed is None else [f"in random order: --shuffle {seed}"]


@pytest.hookimpl(trylast=True)  # when others have put them into theirs
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--brief"):
        left_out = durations.left_out([item.nodeid for item in items])
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
        items[:] = [item for item in items if item.nodeid not in left_out]
    seed = config.getoption("--shuffle")
    if seed is not None:
        Random(seed).shuffle(items)
    elif hasattr(config, "workerinput"):  # the longest first: none begins when other workers have ended
        known = durations.read()
        items.sort(key=lambda item: -known.get(durations.name_of(item.nodeid), 0))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    durations.note(report)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--durations-file") and not hasattr(session.config, "workerinput"):
        durations.write()
    if session.config.option.markexpr == "slow" and not session.config.option.collectonly:
        durations.write_slow()


def pytest_collection_finish() -> None:
    """Search for garbage less often: what was collected stays for the whole run.

    Not `gc.freeze`: Hypothesis searches for the owner of its generator, and finds no frozen one.
    """
    gc.set_threshold(20_000)


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("NUMBA_BOUNDSCHECK") == "1":
        prove_that_bounds_are_checked()
    parallel = getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput")
    if parallel and not config.option.collectonly:
        compile_kernels()


HALF = {"freecell", "clues", "records", "drat"}  # as long to compile as all others together


COMPILE = """
import sys
from accord.kernels import kernels_of_module

for module in sys.argv[1:]:
    list(kernels_of_module(module))
"""


def compile_kernels() -> None:
    """Fill the cache of kernels in two processes: each worker of xdist would compile each that it meets."""
    names = [module.name for module in pkgutil.walk_packages(accord_native.__path__, "accord_native.")]
    half = {name for name in names if name.split(".")[1] in HALF}
    parts = (half, set(names) - half)
    running = [subprocess.Popen([sys.executable, "-c", COMPILE, *sorted(part)]) for part in parts]
    if {each.wait() for each in running} != {0}:
        pytest.exit("a kernel does not compile", 1)


def prove_that_bounds_are_checked() -> None:
    """End the session unless a read beyond an array raises: cached code may be code without checks."""
    from accord_native.jit import jit

    @jit("uint64(uint64[::1], uint64)")
    def read(array, at):
        return array[at]

    array = np.arange(3, dtype=np.uint64)
    assert read(array, np.uint64(2)) == 2
    try:
        read(array, np.uint64(3))
    except IndexError:
        return
    pytest.exit("NUMBA_BOUNDSCHECK=1, but bounds are not checked; use an empty NUMBA_CACHE_DIR", 1)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend_name" in metafunc.fixturenames:
        metafunc.parametrize("backend_name", metafunc.config.getoption("--backend") or BACKENDS)


@pytest.fixture
def backend(backend_name):
    return table.backend(backend_name)


@pytest.fixture(scope="session")
def oracle():
    """A function: model -> the set of its solutions."""
    return all_solutions
