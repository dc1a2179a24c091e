"""The pool of processes: results in order, things read as they are needed, and no process dies unseen.

The work is `eval` of texts: it can be sent to any process, and a text can end the process that reads it.
"""

import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest
import remote_work
from processes import python, started
from waiting import WATCHDOG, children_of, is_alive, wait_until

from accord.errors import WorkerDiedError
from accord.many import pool
from accord.many.pool import as_they_come, in_order

DIES = "__import__('os')._exit(9)"


def test_results_come_in_the_order_of_the_things():
    slow_first = "__import__('time').sleep(0.2) or 0"
    assert list(in_order(eval, [slow_first, *map(str, range(1, 9))], workers=2)) == list(range(9))


def test_a_process_that_dies_is_an_error_of_ours_after_what_was_done():
    results = in_order(eval, ["6 * 7", "'done'", DIES, "1"], workers=1)
    assert [next(results), next(results)] == [42, "done"]
    with pytest.raises(WorkerDiedError, match="ended before its work was done"):
        next(results)


class Broken(ProcessPoolExecutor):
    def submit(self, *_):
        raise BrokenProcessPool("one has died")


def test_a_process_that_dies_while_more_is_handed_on_is_an_error_of_ours(monkeypatch):
    monkeypatch.setattr(pool, "_executor", lambda *_: Broken(1))
    with pytest.raises(WorkerDiedError, match="ended before its work was done"):
        list(in_order(eval, ["1"], workers=1))


def test_a_script_without_a_guard_is_told_so_in_one_line(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from accord.errors import UsageError\nfrom accord.many import pool\n"
        "try:\n    print([*pool.in_order(abs, [-1, 2], workers=2)])\n"
        "except UsageError as error:\n    print(error)\n"
    )
    done = python(script)
    assert done.returncode == 0
    assert done.stdout == (
        "workers are processes, and each runs your script from its top: put what it does "
        'under `if __name__ == "__main__":`\n'
    )
    assert done.stderr == ""


def test_what_the_work_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        list(in_order(eval, ["1 / 0"], workers=1))


def test_things_are_read_only_as_results_leave():
    read = []
    things = (read.append(n) or str(n) for n in range(100))
    results = in_order(eval, things, workers=1, ahead=3)
    for n in range(5):
        assert next(results) == n
        assert len(read) == n + 3
    results.close()
    assert len(read) == 7


def test_once_cancelled_nothing_more_comes_and_what_is_under_way_is_ended():
    cancel = threading.Event()
    results = in_order(eval, ["'first'", "__import__('time').sleep(60)"], workers=1, cancel=cancel)
    assert next(results) == "first"
    cancel.set()
    assert list(results) == []


def test_processes_that_are_ended_while_they_tell_a_result_hold_nobody_up(tmp_path):
    cancel = threading.Event()
    results = in_order(remote_work.half_told, [tmp_path], workers=1, cancel=cancel)
    told = threading.Thread(target=lambda: results_are.extend(results), daemon=True)
    results_are = ["none yet"]
    told.start()
    wait_until(lambda: remote_work.begun(tmp_path), "half of it is told")
    cancel.set()
    told.join(WATCHDOG)
    assert not told.is_alive()
    assert results_are == ["none yet"]


def test_what_nobody_waits_for_holds_up_no_other():
    slow_first = "__import__('time').sleep(60)"
    cancel = threading.Event()
    results = as_they_come(eval, [slow_first, *map(str, range(40))], workers=2, cancel=cancel)
    assert sorted(next(results) for _ in range(40)) == list(range(40))
    cancel.set()
    assert list(results) == []


def test_what_was_done_comes_before_what_ended_the_work(tmp_path):
    """The first thing fails once the second one is done."""
    done = tmp_path / "done"
    waits = f"[1 for _ in iter(lambda: __import__('pathlib').Path({str(done)!r}).exists(), True)] and 1 / 0"
    writes = f"__import__('pathlib').Path({str(done)!r}).touch() or 'done'"
    results = as_they_come(eval, [waits, writes], workers=2)
    assert next(results) == "done"
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_processes_end_with_the_one_that_was_killed(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from accord.many import pool\n"
        "if __name__ == '__main__':\n"
        "    for one in pool.in_order(abs, iter(lambda: -1, 0), workers=2):\n"
        "        print(one, flush=True)\n"
    )
    run = started(script)
    assert run.stdout.readline() == "1\n"
    workers = wait_until(lambda: len(found := children_of(run.pid)) >= 2 and found, "both work", run)
    run.kill()
    run.wait(WATCHDOG)
    run.stdout.close()
    run.stderr.close()
    wait_until(lambda: not any(map(is_alive, workers)), "they end")


def test_nothing_of_a_cluster_is_imported_without_one():
    done = python("-c", "import sys, accord.planners.many, accord.batch; print(*sys.modules, sep='\\n')")
    names = set(done.stdout.split())
    assert "accord.many.pool" in names
    assert not names & {"accord.many.cluster", "accord.many.remote", "asyncio", "distributed"}
