"""A table of tasks: what is asked of a model is a row, and a new row is a task on every backend."""

import json
from pathlib import Path
from typing import get_args

from processes import printed

from accord.backends.sat.engines import ENGINES, able
from accord.tasks import ENUMERATES, TASKS, WANTED, Task


def test_each_task_has_a_row():
    assert tuple(TASKS) == get_args(Task)
    assert set(TASKS) == {*WANTED, *ENUMERATES, "best"}
    assert len(TASKS) == len(WANTED) + len(ENUMERATES) + 1


def test_engines_of_sat_do_what_their_rows_say():
    assert able("first") == [name for name in ENGINES if name != "rc2"]
    assert set(able("best")) == set(ENGINES)
    assert not {"cadical195", "rc2"} & set(able("count"))


def test_a_row_more_is_a_task_more():
    told = json.loads(printed(Path(__file__).with_name("new_task.py")))
    for backend in ("native", "cpsat", "sat"):
        assert told[backend] == {
            "queens:6": [3, False, "several", 3, "complete"],  # there are four
            "queens:4": [2, True, "several", 2, "complete"],
            "queens:3": [0, True, "impossible", 0, "complete"],
        }
    assert told["json"] == "three"
    assert told["misspelt"].startswith("unknown task 'tree'; there are first, unique, three, ")
    assert told["misspelt"].endswith("did you mean 'three'?")
