"""The command line in this process: its streams and exit codes, without a start of Python for each call.

What belongs to a process (signals, closed streams, blocked packages, imports) is tested in one of its own.
"""

import json
import os
import signal
import sys
from contextlib import contextmanager
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from accord.cli.main import accord, main
from accord.errors import AccordError
from accord.signals import CODES


@contextmanager
def as_it_was():
    """What a command sets in its process is set back."""
    digits, handlers = sys.get_int_max_str_digits(), {each: signal.getsignal(each) for each in CODES}
    try:
        yield
    finally:
        sys.set_int_max_str_digits(digits)
        for each, handler in handlers.items():
            signal.signal(each, handler)


def called(*words, stdin=""):
    """Run `accord WORDS...`: the exit code, and what it wrote; whatever is no user's fault is raised."""
    with as_it_was(), CliRunner().isolation(input=stdin) as (stdout, stderr, _):
        with (
            patch.object(sys, "argv", ["accord", *map(str, words)]),
            patch.dict(os.environ),
            pytest.raises(SystemExit) as left,
        ):
            main()
        out, err = (stream.getvalue().decode() for stream in (stdout, stderr))
    return SimpleNamespace(returncode=left.value.code, stdout=out, stderr=err)


def ran(*words, **more):
    """The result of `accord WORDS...`, and the records it wrote; None in their place after a user's fault."""
    with as_it_was():
        result = CliRunner().invoke(accord, list(map(str, words)), **more)
    if isinstance(result.exception, AccordError):  # which `main` tells in a line
        return result, None
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result, [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
