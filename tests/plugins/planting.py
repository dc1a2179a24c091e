"""Faults put in one at a time, to see that tests find them: a text in a function for another.

`accord_compare.fuzz.faults` stands for functions as a whole; a change within one is made in its code, which
every holder of the function runs.
"""

import __future__

import inspect
from contextlib import contextmanager
from importlib import import_module
from textwrap import dedent

from accord.puzzles import table


def function_of(kind, place):
    """A function of the page of a kind, or of a module of the library, such as `pencil.sums:add_up`."""
    module, _, name = place.rpartition(":")
    where = f"accord.{module}" if module else table.find(kind).place.partition(":")[0]
    return getattr(import_module(where), name)


@contextmanager
def put_in(found, text, instead):
    """A context in which a function has another text in the place of one."""
    forget, function = getattr(found, "cache_clear", lambda: None), inspect.unwrap(found)
    source = dedent(inspect.getsource(function))
    assert source.count(text) == 1, f"{function.__qualname__} has {source.count(text)} times {text!r}"
    names = dict(function.__globals__)
    flags = __future__.annotations.compiler_flag
    changed = source.replace(text, instead)
    exec(compile(changed, function.__qualname__, "exec", flags=flags, dont_inherit=True), names)
    made = inspect.unwrap(names[function.__name__])
    right, function.__code__ = function.__code__, made.__code__
    forget()
    try:
        yield
    finally:
        function.__code__ = right
        forget()
