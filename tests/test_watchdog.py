"""Guards: what ends work that looks at no limit, where that arrives, and where it does not.

Work here goes on until it is ended, so each test would hang if nothing came; only a watchdog sees that.
"""

import gc
import subprocess
import sys
import threading
import weakref
from contextlib import suppress
from importlib import import_module
from time import monotonic, sleep

import pytest
from processes import python, started
from waiting import WATCHDOG, wait_until

from accord import signals, watchdog
from accord.errors import LateError, StoppedError, UsageError
from accord.runner.limits import Limits
from accord.watchdog import Guard, Interrupted, hold_limits, left, postpone, resident


def work():
    """Work that looks at nothing."""
    last = monotonic() + WATCHDOG
    while monotonic() < last:
        sum(range(100))
    raise AssertionError("nothing ended this")


def soon(seconds=0.05):
    return {"deadline": monotonic() + seconds, "seconds": seconds}


def ended(function, doing="it was built", **limits):
    """The error by which a guard ends a function."""
    with pytest.raises(StoppedError) as stopped:
        Guard(doing, **limits).do(function)
    assert not watchdog._entered
    return stopped.value


def test_the_clock_ends_work():
    error = ended(work, **soon())
    assert isinstance(error, LateError)
    assert str(error) == "stopped after 0.05 seconds, while it was built"
    assert (error.status, error.limit) == ("time", "")


def test_a_cancellation_ends_work():
    cancel = threading.Event()
    cancel.set()
    error = ended(work, cancel=cancel)
    assert (str(error), error.status) == ("stopped while it was built", "cancelled")


def test_memory_ends_work():
    taken = []

    def take():
        while len(taken) < 1 << 12:
            taken.append(bytearray(b"x" * (1 << 20)))
            sleep(0.001)

    error = ended(take, memory=1000, base=resident())
    assert str(error) == "stopped while it was built: it takes more than 1,000 bytes"
    assert error.limit == "memory"
    assert len(taken) << 20 > watchdog.SLACK // 2  # not at once


def test_what_engines_take_is_no_part_of_the_work():
    guard = Guard("it was built", memory=1 << 30, base=resident() - (100 << 20))
    assert guard.room < 1 << 30
    watchdog.exempt(100 << 20)
    assert guard.room > (1 << 30) - (50 << 20)


def test_an_engine_gets_what_is_left_and_half_at_least():
    assert left(None) is None
    limit = 1 << 30
    assert left(limit) == limit
    with Guard("it was built", memory=limit, base=resident() - (limit >> 2)):
        assert limit // 2 < left(limit) < limit
    with Guard("it was built", memory=limit, base=resident() - limit):
        assert left(limit) == limit // 2


def test_without_a_limit_of_its_own_an_engine_gets_that_of_the_work_around_it():
    with Guard("it was built", memory=1 << 30, base=resident()):
        assert (1 << 29) < left(None) <= 1 << 30


def test_only_the_guard_whose_limit_it_is_ends():
    with Guard("outside", **soon(WATCHDOG)):
        with pytest.raises(LateError, match="inside"), Guard("inside", **soon()):
            work()
        assert sum(range(100)) == 4950
    assert not watchdog._entered


def test_the_limit_of_an_outer_guard_goes_through_an_inner_one():
    seen = []

    def swallows():
        try:
            work()
        except Exception as error:  # as libraries do
            seen.append(error)

    def within():
        try:
            Guard("inside", **soon(WATCHDOG)).do(swallows)
        finally:
            seen.append("left")

    assert "outside" in str(ended(within, "outside", **soon()))
    assert seen == ["left"]


def test_what_was_swallowed_comes_again():
    lost = []

    def swallow():
        try:
            work()
        except Interrupted as error:
            lost.append(error)
        work()

    ended(swallow, **soon())
    assert len(lost) == 1


def test_an_error_that_a_library_makes_of_it_is_the_limit():
    def compare():
        try:
            work()
        except Interrupted:
            raise TypeError("cannot compare") from None

    assert isinstance(ended(compare, **soon()), LateError)


def test_an_error_of_the_work_itself_stays():
    def fail(error):
        raise error

    with pytest.raises(TypeError, match="of its own"):  # before any limit
        Guard("it was built", **soon(60)).do(fail, TypeError("of its own"))

    def late():
        with suppress(Interrupted):
            work()
        raise UsageError("there is no such board")

    with pytest.raises(UsageError, match="no such board"):
        Guard("it was built", **soon()).do(late)


def test_nothing_arrives_while_a_module_is_imported(tmp_path, monkeypatch):
    """The module ends after the limit, and is whole."""
    limit = soon()
    lines = ["from time import monotonic", f"while monotonic() < {limit['deadline'] + 0.2!r}:"]
    (tmp_path / "slow_to_import.py").write_text("\n".join([*lines, "    sum(range(100))", "whole = True"]))
    monkeypatch.syspath_prepend(tmp_path)

    def imports():
        import_module("slow_to_import")
        work()

    ended(imports, **limit)
    assert sys.modules.pop("slow_to_import").whole


def test_nothing_arrives_while_a_thread_is_started(monkeypatch):
    """The new one has the number of its parent at first, and would die of what is sent to that."""
    started, start, ran = [], threading._start_new_thread, threading.Event()

    def slowly(*arguments):
        sleep(0.3)
        started.append(True)
        return start(*arguments)

    def begin():
        threading.Thread(target=ran.set).start()
        work()

    with Guard("nothing", deadline=monotonic() + 100, seconds=100):  # so that the watchdog has its thread
        monkeypatch.setattr(threading, "_start_new_thread", slowly)
        with pytest.raises(StoppedError) as stopped:
            Guard("it was built", **soon()).do(begin)
    assert (started, str(stopped.value)) == ([True], "stopped after 0.05 seconds, while it was built")
    assert ran.wait(5)


def test_nothing_arrives_after_a_guard():
    """Work that ends about when its time does either ends or is ended, and then there is peace."""

    def spin(until):
        while monotonic() < until:
            pass

    for turn in range(60):
        until = monotonic() + 0.004 + turn * 3e-4
        with suppress(LateError):
            Guard("it was built", deadline=until - 0.002, seconds=1).do(spin, until)
        for _ in range(300):  # an exception that is late would arrive here
            sum(range(10))
        assert not watchdog._entered


def test_a_guard_ends_its_own_thread():
    done, other = [], threading.Event()

    def one():
        with suppress(LateError), Guard("it was built", **soon()):
            work()
        done.append("one")

    def two():
        with Guard("it was built", **soon(WATCHDOG)):
            other.wait(WATCHDOG)
        done.append("two")

    threads = [threading.Thread(target=each) for each in (two, one)]
    for thread in threads:
        thread.start()
    wait_until(lambda: done == ["one"], "the first thread was ended")
    other.set()
    for thread in threads:
        thread.join(WATCHDOG)
    assert done == ["one", "two"]


def test_work_has_a_while_to_end_by_itself():
    """It sees the limit as the guard does, and then needs a moment."""
    cancel = threading.Event()
    with Guard("it was searched", cancel=cancel, grace=WATCHDOG):
        cancel.set()
        sleep(5 * watchdog.EVERY)
    with Guard("it was searched", deadline=monotonic(), seconds=1, grace=WATCHDOG):
        sleep(5 * watchdog.EVERY)


def test_a_child_process_is_watched_too():
    code = """
import os, sys
from time import monotonic
from accord.errors import LateError
from accord.watchdog import Guard
def late():
    try:
        with Guard("it was built", deadline=monotonic(), seconds=1):
            while True:
                sum(range(100))
    except LateError:
        return 7
assert late() == 7
child = os.fork()
if not child:
    os._exit(late())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert python("-W", "ignore", "-c", code).returncode == 7


@pytest.mark.full
def test_a_time_limit_ends_a_wait_for_input():
    process = started("-m", "accord", "count", "-", "--time-limit", "0.3", stdin=subprocess.PIPE)
    assert process.wait(WATCHDOG) == 5
    assert process.stderr.read() == "accord: stopped after 0.3 seconds, while the puzzle was read\n"
    process.communicate()


def test_nothing_arrives_where_garbage_is_collected(monkeypatch):
    """Python would print it there, and go on."""
    lost, limit = [], soon()
    monkeypatch.setattr(sys, "unraisablehook", lost.append)

    def collected(*_):
        while monotonic() < limit["deadline"] + 0.1:  # it is here when the time is over
            sum(range(100))

    def collects():
        gc.collect()
        work()

    gc.callbacks.append(collected)
    try:
        ended(collects, **limit)
    finally:
        gc.callbacks.remove(collected)
    assert not lost


def test_nothing_arrives_in_a_callback_of_a_weak_reference_where_garbage_is_collected(monkeypatch):
    """numba has such callbacks."""
    lost, limit, freed = [], soon(), []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)

    class Circle:
        def __init__(self):
            self.own = self

    def callback(_):
        while monotonic() < limit["deadline"] + 0.1:
            sum(range(100))
        freed.append(True)

    reference = weakref.ref(Circle(), callback)

    def collects():
        gc.collect()
        work()

    ended(collects, **limit)
    assert reference() is None
    assert freed
    assert not lost


TRACED = """
import sys
from time import monotonic
from accord.errors import StoppedError
from accord.watchdog import Guard
def work():
    last = monotonic() + 0.03  # about when the guard sends
    while monotonic() < last:
        sum(range(100))
for _ in range(60):
    try:
        Guard("it was built", deadline=monotonic() + 0.02, seconds=0.02).do(work)
    except StoppedError:
        pass
guard = Guard("it was built", deadline=monotonic() + 60, seconds=60)
with guard:
    guard._sent = monotonic()  # as if it had been sent, and had not arrived
sys.settrace(lambda *_: None)
print((lambda: "traced")())
"""


def test_nothing_is_left_to_arrive_when_a_guard_was_left():
    """Python 3.11 loops for ever under a tracer while something is to arrive in no thread."""
    done = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=WATCHDOG)
    assert (done.stdout, done.stderr) == ("traced\n", "")


# -- over a whole call -----------------------------------------------------------------------------------


@hold_limits
def call(function, **limits):
    return function()


def test_a_call_that_ends_by_itself_soon_after_its_limit_keeps_its_result():
    def finish_late():
        until = monotonic() + 0.2
        while monotonic() < until:
            sum(range(100))
        return "found"

    assert call(finish_late, time_limit=0.05) == "found"


def test_a_call_that_does_not_is_ended(monkeypatch):
    monkeypatch.setattr(watchdog, "CALL", 0.1)
    with pytest.raises(LateError, match=r"^stopped after 0.05 seconds$"):
        call(work, time_limit=0.05)
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(StoppedError, match=r"^stopped$") as stopped:
        call(work, cancel=cancel)
    assert stopped.value.status == "cancelled"
    assert not watchdog._entered


def test_what_is_no_limit_is_left_to_the_call():
    for limits in ({"time_limit": "10"}, {"memory_limit": "2G"}, {"time_limit": -1}, {"cancel": 3}, {}):
        assert call(lambda: 7, **limits) == 7


def test_memory_ends_the_innermost_guard_and_leaves_a_call_time_to_use_what_it_knows():
    """The call catches the error of the step, frees what that took, and returns what it had found."""

    def take():
        taken = []
        while len(taken) < 1 << 12:
            taken.append(bytearray(b"x" * (1 << 20)))
            sleep(0.001)

    def find():
        with pytest.raises(StoppedError, match="while it was built: it takes more than"):
            Guard("it was built", memory=1000, base=resident()).do(take)
        until = monotonic() + 5 * watchdog.EVERY
        while monotonic() < until:
            sum(range(100))
        return "found"

    assert call(find, memory_limit=1000) == "found"


def test_limits_within_a_call_end_when_it_does():
    """A part that was given more time than is left says so as the call would."""
    with Guard("", deadline=monotonic() + 0.05, seconds=0.05, grace=WATCHDOG, whole=True):
        inner = Limits(seconds=WATCHDOG)
        assert inner.rest < 0.06
        wait_until(inner.over, "the time of the call is over")
        assert inner.find_stop().reason == "stopped after 0.05 seconds"
    assert Limits(seconds=WATCHDOG).rest > WATCHDOG / 2


def test_a_cancellation_that_fails_does_not_hide_the_clock():
    class Fails:
        def is_set(self):
            raise ValueError("no such event")

    assert isinstance(ended(work, cancel=Fails(), **soon()), LateError)


def test_what_saves_results_has_more_time_and_the_call_then_as_much_as_before():
    """Neither is ended: not the saving, in which the grace of the call is over, nor what follows it."""

    def spin(seconds):
        until = monotonic() + seconds
        while monotonic() < until:
            sum(range(100))

    def save():
        with postpone(WATCHDOG):
            spin(0.5)
        spin(0.1)
        return "saved"

    guard = Guard("", deadline=monotonic() + 0.05, seconds=0.05, grace=0.3, whole=True)
    assert guard.do(save) == "saved"


def test_limits_of_each_leave_the_whole_to_signals():
    cancel = threading.Event()
    guard = Guard("", memory=1, base=0, cancel=cancel, whole=True, **soon(0))
    guard.only_signals()
    assert guard.ending(monotonic() + 10) is None
    cancel.set()
    assert guard.ending(monotonic() + 10).status == "cancelled"


# -- the thread that watches -----------------------------------------------------------------------------


def test_the_watchdog_goes_on_whatever_a_look_comes_to(monkeypatch):
    """An error in one look, even one that is no Exception, is followed by another look."""
    look, failed = watchdog._look, []

    def fails(guard):
        if len(failed) < 3:
            failed.append(guard)
            raise [MemoryError(), AttributeError("f_code"), Interrupted()][len(failed) - 1]
        return look(guard)

    monkeypatch.setattr(watchdog, "_look", fails)
    ended(work, **soon())
    assert len(failed) == 3


def test_a_watchdog_that_is_no_more_is_started_again(monkeypatch):
    gone = threading.Thread(target=int)
    gone.start()
    gone.join()
    monkeypatch.setattr(watchdog, "_watching", [gone])
    ended(work, **soon())
    assert watchdog._watching[0].is_alive()


def test_the_frames_of_a_thread_at_work_are_whole():
    """Each walk goes to the first frame of the thread, though that calls and returns all the while."""
    over = threading.Event()

    def descend(depth):
        return depth and descend(depth - 1)

    def call_and_return():
        while not over.is_set():
            for depth in (1, 3, 40, 7):
                descend(depth)
            [descend(depth) for depth in range(5)]

    thread, interval = threading.Thread(target=call_and_return), sys.getswitchinterval()
    thread.start()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(100_000):
            frames = signals.frames_of(sys._current_frames()[thread.ident])
            assert frames[-1].f_code.co_name == "_bootstrap"
            assert not signals.holds_back(frames, thread.ident)
    finally:
        sys.setswitchinterval(interval)
        over.set()
        thread.join()


def test_guards_hold_where_threads_change_at_every_bytecode():
    """Many guards in several threads, each of which calls and returns all the while: all of them end."""

    def descend(depth):
        return depth and descend(depth - 1)

    def recurse():
        last = monotonic() + WATCHDOG
        while monotonic() < last:
            descend(30)
        raise AssertionError("nothing ended this")

    def many():
        for _ in range(20):
            with suppress(LateError):
                Guard("it was built", deadline=monotonic() + 0.005, seconds=1).do(recurse)
            done.append(True)

    done, interval = [], sys.getswitchinterval()
    threads = [threading.Thread(target=many) for _ in range(3)]
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(WATCHDOG)
    finally:
        sys.setswitchinterval(interval)
    assert len(done) == 60
