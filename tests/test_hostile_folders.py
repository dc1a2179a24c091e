"""No command runs code of the folder in which it is called, whatever lies there.

Each file of a hostile folder writes a line to a file beside the folder when it is run.
"""

import os
import subprocess
import sys
from pathlib import Path
from signal import SIGTERM

import pytest
from processes import child_environment
from waiting import WATCHDOG

from accord.processes import environment, python
from accord_native import disk_cache, numba_settings

ROOT = Path(__file__).parents[1]
SHIPPED = ("src", "native", "compare", "plugins", "research")

MODULE = "import os\nwith open({mark!r}, 'a') as file:\n    file.write(os.path.abspath({name!r}) + chr(10))\n"
PLUGIN = "[accord.backends]\nevil = evil:Backend\n[accord.families]\nevil = evil:FAMILY\n"
SETTINGS = (
    "cache_dir: {folder}/cache\ncache_locator_classes: evil.Locator\ndisable_jit: 1\ncolor_scheme: evil\n"
)
FOLDERS = {  # name -> the files in it: modules with the code above, but where a text is given
    "numpy": ["numpy.py"],
    "site": ["sitecustomize.py", "usercustomize.py", "evil.pth"],
    "numba settings": {".numba_config.yaml": SETTINGS, "evil.py": MODULE, "yaml.py": MODULE},
    "settings of tools": {
        "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-p evil'\n",
        "setup.cfg": "[tool:pytest]\naddopts = -p evil\n",
        "tox.ini": "[pytest]\naddopts = -p evil\n",
        ".coveragerc": "[run]\nplugins = evil\n",
        "matplotlibrc": "backend: module://evil\n",
        "dask.yaml": "distributed:\n  preload: [evil]\n",
        "evil.py": MODULE,
    },
    "tests": ["conftest.py", "pytest.py", "__init__.py", "__main__.py"],
    "accord": ["accord/__init__.py", "accord/__main__.py", "accord.py"],
    "parts of accord": ["accord_compare/__init__.py", "accord_native/__init__.py", "accord_native/jit.py"],
    "standard library": ["json.py", "pickle.py", "struct.py", "socket.py", "random.py", "tempfile.py"],
    "processes": ["multiprocessing/__init__.py", "concurrent/__init__.py", "signal.py", "runpy.py"],
    "packages": ["click/__init__.py", "msgspec.py", "rich/__init__.py", "readline.py", "yaml.py"],
    "engines": ["numba.py", "llvmlite/__init__.py", "ortools/__init__.py", "pysat/__init__.py", "igraph.py"],
    "plug-ins": ["accord_xcover.py", "xcover.py", "accord_d4.py", "py_d4.py", "clingo.py", "cpmpy.py"],
    "entry points": {"evil-1.0.dist-info/entry_points.txt": PLUGIN, "evil.py": MODULE,
                     "evil-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n"},
    "servers": ["uvicorn.py", "starlette/__init__.py", "distributed.py", "dask/__init__.py", "asyncio.py"],
}  # fmt: skip


def laid(folder, names):
    """Lay the files of some hostile folders into one; return the file in which they write."""
    mark = folder.with_name("mark")
    for kind in names:
        files = FOLDERS[kind]
        for name in files:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = files[name] if isinstance(files, dict) else MODULE
            path.write_text(text.format(mark=str(mark), name=name, folder=folder))
    return mark


def read(mark):
    return mark.read_text() if mark.exists() else ""


@pytest.fixture
def hostile(tmp_path):
    """A folder with all hostile files, and the file in which they write."""
    folder = tmp_path / "folder"
    return folder, laid(folder, FOLDERS)


def test_the_files_do_write(hostile):
    folder, mark = hostile
    subprocess.run([sys.executable, "-c", "import numpy"], cwd=folder, check=True)
    assert read(mark) == f"{folder}/numpy.py\n"


def test_only_one_module_starts_python():
    """Others ask it for the command; processes of `multiprocessing` start within `spawning`."""
    started, spawned = set(), set()
    for file in (each for root in SHIPPED for each in (ROOT / root).rglob("*.py")):
        text = file.read_text()
        if "sys.executable" in text:
            started.add(str(file.relative_to(ROOT)))
        if "get_context(" in text or "ProcessPoolExecutor" in text:
            assert "with spawning()" in text, file
            spawned.add(str(file.relative_to(ROOT)))
    assert started == {"src/accord/processes.py"}
    assert (
        spawned
        == {"src/accord/many/pool.py", "src/accord/runner/workers.py", "src/accord/processes.py"} - started
    )


def test_a_process_of_ours_imports_nothing_from_there(hostile, monkeypatch):
    folder, mark = hostile
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", child_environment()["PYTHONPATH"], ""]))
    monkeypatch.syspath_prepend("")
    command = python(
        "-c", "import json, pickle, struct, random, tempfile, importlib.util as u; u.find_spec('numpy')"
    )
    subprocess.run(command, env=environment(), check=True)
    assert read(mark) == ""


SPAWNED = """
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from accord.processes import spawning
if __name__ == "__main__":
    before = os.environ["PYTHONPATH"] = ":" + os.environ["PYTHONPATH"]
    with spawning():
        pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        answer = pool.submit(abs, -7)
    assert os.environ["PYTHONPATH"] == before and "PYTHONSAFEPATH" not in os.environ
    print(answer.result())
"""


def test_a_process_of_multiprocessing_imports_nothing_from_there(hostile, tmp_path):
    folder, mark = hostile
    script = tmp_path / "spawned.py"
    script.write_text(SPAWNED)
    settings = child_environment()
    settings.pop("PYTHONSAFEPATH", None)
    done = subprocess.run(
        [sys.executable, script], cwd=folder, env=settings, capture_output=True, text=True, check=True
    )
    assert (done.stdout, read(mark)) == ("7\n", "")


def test_the_program_drops_the_working_directory(tmp_path):
    """`python -m accord` may import the package `accord` from there, and nothing once it runs."""
    folder = tmp_path / "folder"
    mark = laid(folder, set(FOLDERS) - {"accord", "site", "standard library", "processes"})
    path = os.pathsep.join(["", child_environment()["PYTHONPATH"]])
    done = subprocess.run(
        [sys.executable, "-m", "accord", "list"], cwd=folder, env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr, read(mark)) == (0, "", "")


# -- numba ---------------------------------------------------------------------------------------------

READ_SETTINGS = """
import sys, warnings
warnings.simplefilter("error")
import yaml
from accord_native.numba_settings import ignore_file
ignore_file()
ignore_file()
from numba.core import config
config.reload_config()
print(repr(config.CACHE_DIR), repr(config.CACHE_LOCATOR_CLASSES), config.COLOR_SCHEME, int(config.OPT))
del yaml
import yaml
print(yaml.__file__.endswith("yaml/__init__.py"), len([x for x in sys.meta_path if "accord" in repr(x)]))
"""


def test_numba_reads_no_settings_of_the_folder(tmp_path):
    pytest.importorskip("yaml")
    folder = tmp_path / "folder"
    mark = laid(folder, ["numba settings"])
    settings = {**child_environment(), "NUMBA_OPT": "2"}
    settings.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        python("-c", READ_SETTINGS),
        cwd=folder, env=settings, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "'' '' no_color 2\nTrue 0\n"
    assert read(mark) == ""


@pytest.mark.full
def test_a_broken_file_of_settings_does_no_harm(tmp_path):
    for text in ("[1, 2]", "a: [", "\0"):
        (tmp_path / ".numba_config.yaml").write_text(text)
        command = python(
            "-c", "from accord_native.numba_settings import *\nignore_file()\nimport numba.core.config"
        )
        done = subprocess.run(command, cwd=tmp_path, env=child_environment(), capture_output=True, check=True)
        assert (done.stdout, done.stderr) == (b"", b"")


def test_the_file_counts_only_where_others_have_imported_numba(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".numba_config.yaml").touch()
    for settings, counts in ((None, False), ("", False), (".numba_config.yaml", True), ("no file", False)):
        module = None if settings is None else type(sys)("settings")
        if module is not None:
            module._config_fname = settings
        monkeypatch.setitem(sys.modules, numba_settings.SETTINGS, module)
        assert numba_settings.is_file_read() == counts


def test_the_folder_of_a_cache_is_no_relative_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "caches")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "cache")
    source = tmp_path / "package" / "module.py"
    source.parent.mkdir()
    assert [*disk_cache.folders(str(source))] == [source.parent / "__pycache__"]
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    (named,) = disk_cache.folders(str(source))  # it alone, as it is chosen to begin anew
    assert named.parent == tmp_path / "cache"
    named.chmod(0o777)
    beside, of_user = disk_cache.folders(str(source))
    assert beside == source.parent / "__pycache__"
    assert of_user.parent == tmp_path / "caches" / "accord"
    assert not (tmp_path / "package" / "cache").exists()


CACHED = """
import numba
assert numba.config.CACHE_DIR.endswith("folder/cache"), numba.config.CACHE_DIR
sys_path = __import__("sys").path
sys_path.insert(0, {folder!r})
from their_kernels import search
print(search(6), search.stats.cache_path)
"""
KERNEL = "from accord_native.jit import jit\n\n@jit('int64(int64)')\ndef search(x):\n    return x * 7\n"


@pytest.mark.full
def test_a_cache_that_numba_was_told_of_is_not_read(tmp_path):
    """A script imports numba first, so the file counts for it; the place of our kernels is ours still."""
    pytest.importorskip("yaml")
    folder, theirs = tmp_path / "folder", tmp_path / "theirs"
    folder.mkdir()
    theirs.mkdir()
    (folder / ".numba_config.yaml").write_text(f"cache_dir: {folder}/cache\n")
    (theirs / "their_kernels.py").write_text(KERNEL)
    settings = child_environment(NUMBA_DISABLE_JIT=0)
    settings.pop("NUMBA_CACHE_DIR", None)
    for _ in range(2):
        done = subprocess.run(
            python("-c", CACHED.format(folder=str(theirs))), cwd=folder, env=settings,
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout == f"42 {theirs / '__pycache__'}\n"
    assert not (folder / "cache").exists()


# -- all commands that start a process, or import numba ------------------------------------------------

PUZZLES = "queens:5\nqueens:6\nqueens:4\n"
COMMANDS = [
    "list",
    "doctor",
    "count queens:6",
    "count queens:6 --workers 2",
    "count queens:5 --backend xcover",
    "count queens:5 --backend clingo",
    "count queens:5 --backend d4",
    "count slitherlink-6 --backend graphillion",
    "solve ../puzzles.txt --workers 2",
    "solve ../puzzles.txt --cluster local:1",
    "compare queens:5",
    "fuzz --minutes 0.03 --workers 1",
    "plan freecell:1",
    "prove queens:3",
    "generate akari --size 4x4 --seed 7",
    "rate sudoku-17",
    "why kakuro",
    "film queens:4 -o ../film.svg",
    "draw queens:4 -o ../queens.svg",
    "bench --list",
]
STAY = {"serve --port 0 --processes 1": "http://", "cluster local:1": "tcp://"}  # and what is printed first


def run(words, folder):
    """Run a command there, by the installed program if there is one, with numba importing all kernels."""
    program = Path(sys.executable).with_name("accord")
    begin = [str(program)] if program.exists() else [sys.executable, "-P", "-m", "accord"]
    settings = {**os.environ, "ACCORD_KERNELS": "numba"}
    if words not in STAY:
        return subprocess.run(
            [*begin, *words.split()], cwd=folder, env=settings, capture_output=True, text=True,
            check=False, timeout=WATCHDOG,
        )  # fmt: skip
    with subprocess.Popen(
        [*begin, *words.split()], cwd=folder, env=settings, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        assert any(STAY[words] in line for line in process.stdout), words
        process.send_signal(SIGTERM)  # SIGINT is not heard where the tests run in the background
        process.communicate(timeout=WATCHDOG)
    return None


QUICK = ["count queens:6 --workers 2", "compare queens:5", "serve --port 0 --processes 1"]


def check(folder, mark, commands):
    """Run commands in a hostile folder: each does its work, runs nothing that lies there, leaves nothing."""
    (folder.parent / "puzzles.txt").write_text(PUZZLES)
    before = set(folder.rglob("*"))
    for words in commands:
        done = run(words, folder)
        assert read(mark) == "", words
        assert done is None or done.returncode == 0, (words, done.stderr)
    assert set(folder.rglob("*")) - before == set()


@pytest.mark.full
def test_commands_that_start_processes_run_nothing_of_the_folder(hostile):
    check(*hostile, QUICK)


@pytest.mark.slow
def test_no_command_runs_what_lies_in_the_folder(hostile):
    check(*hostile, [*COMMANDS, *STAY])


@pytest.mark.slow
@pytest.mark.parametrize("kind", FOLDERS)
def test_no_command_runs_a_file_of_one_kind(tmp_path, kind):
    folder = tmp_path / "folder"
    check(folder, laid(folder, [kind]), [*COMMANDS, *STAY])
