"""The pool of processes: results in order, things read as they are needed, and no process dies unseen.

The work is `eval` of texts: it can be sent to any process, and a text can end the process that reads it.
"""

import threading

import pytest

from accord.errors import WorkerDiedError
from accord.many.pool import in_order

DIES = "__import__('os')._exit(9)"


def test_results_come_in_the_order_of_the_things():
    slow_first = "__import__('time').sleep(0.2) or 0"
    assert list(in_order(eval, [slow_first, *map(str, range(1, 9))], workers=2)) == list(range(9))


def test_a_process_that_dies_is_an_error_of_ours_after_what_was_done():
    results = in_order(eval, ["6 * 7", "'done'", DIES, "1"], workers=1)
    assert [next(results), next(results)] == [42, "done"]
    with pytest.raises(WorkerDiedError, match="ended before its work was done"):
        next(results)


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
