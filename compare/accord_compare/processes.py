"""Time whole processes: an Accord command, or a script that does not use Accord."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from accord.backends.cpsat.lowering import cell_by_cell
from accord.errors import RefusedError
from accord.exits import Code
from accord.model import Model
from accord.processes import environment, python
from accord.tasks import Task
from accord_compare.bench import Counted, MissingPeerError, Side

RAW = Path(__file__).with_name("raw")
COMMANDS: dict[str, tuple[str, ...]] = {
    "count": ("count",),
    "first": ("solve", "--style", "line"),
    "unique": ("solve", "--unique", "--style", "line"),
    "all": ("solve", "--all", "--style", "line"),
}
ANSWERS = (b"unique", b"several", b"impossible")  # the first line of `solve --unique`
VERDICTS: dict[Task, tuple[Code, ...]] = {"unique": (Code.DONE, Code.SEVERAL, Code.IMPOSSIBLE)}


def of_accord(arguments: list[str], task: Task = "count", cache: str = "") -> Side:
    """A call of `accord count` or `accord solve`, perhaps with its own directory for compiled kernels."""
    asked = python("-m", "accord", *COMMANDS[task], *arguments, "--quiet")
    settings = {"NUMBA_CACHE_DIR": cache} if cache else {}

    def count() -> Counted:
        done = subprocess.run(asked, env={**environment(), **settings}, capture_output=True, check=False)
        if done.returncode not in VERDICTS.get(task, (Code.DONE,)):
            done.check_returncode()
        return Counted(_number(done.stdout, task))

    return count


def of_script(
    script: str, cover: bytes, task: Task = "count", argument: str = "", cap: int | None = None
) -> Side:
    """A call of a script in `raw`; after `cap` seconds of CPU it is stopped, and counts what it has said."""
    asked = python(str(RAW / f"{script}.py"), task, *([argument] if argument else []))

    def count() -> Counted:
        done = subprocess.run(
            asked,
            input=cover,
            env=environment(),
            capture_output=True,
            preexec_fn=partial(_limit, cap),
            check=False,
        )
        if cap is not None and done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return Counted(int((done.stdout or b"0").split()[-1]), complete=False)
        if done.returncode:
            said = done.stderr.decode(errors="replace").split("\n")
            last = next((line.strip() for line in reversed(said) if line.strip()), "")
            raise RefusedError(f"{script} ended with exit code {done.returncode}: {last}")
        return Counted(_number(done.stdout, task))

    return count


def _limit(cap: int | None) -> None:
    """In the child: let the system end it."""
    if cap is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (cap, cap))


def cover_of(model: Model) -> dict[str, object]:
    """A cover without amounts and colours, as the scripts read it."""
    options = [model.items_of(option).tolist() for option in range(model.options)]
    strategy = cell_by_cell(model).tolist()  # the order in which our search for all tries the options
    return {"low": model.low.tolist(), "strategy": strategy, "options": options}


def as_json(model: Model) -> bytes:
    """Return the model as JSON, for standard input."""
    return json.dumps(cover_of(model)).encode()


def require(package: str, module: str) -> dict[str, str]:
    """The version of a package. Raises MissingPeerError, if its module is not there."""
    if find_spec(module) is None:
        raise MissingPeerError(f"pip install {package}")
    return {package: metadata.version(package)}


def _number(output: bytes, task: Task) -> int:
    """Return the last number of a count's output, or the number of lines with a solution each."""
    if task == "count":
        return int(output.split()[-1])
    lines = output.splitlines()
    if task == "unique" and lines and lines[0] in ANSWERS:  # of ours; a script prints solutions alone
        return sum(not line.startswith(b"the two solutions") for line in lines[1:])
    return len(lines)
