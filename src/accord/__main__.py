"""The program `accord`, and `python -m accord`: the command line."""

import os
import sys


def main() -> None:
    """Run the command line; a signal that comes before it begins, while it is imported, ends the process."""
    _drop_working_directory()
    from accord import signals

    signals.end_at_once()
    from accord.cli.main import main as run

    try:
        run()
    except SystemExit as leave:
        from accord.exits import Code

        if leave.code in (Code.OPEN, Code.CANCELLED, Code.TERMINATED, Code.HANGUP):
            _leave(leave.code)
        raise


def _drop_working_directory() -> None:
    """Import nothing from there; `-m` and an empty entry of PYTHONPATH put it on the path."""
    if __name__ == "__main__" and not sys.flags.safe_path:
        del sys.path[0]
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if named != [""] and "" in named:
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, named))
        try:
            here = os.getcwd()  # noqa: PTH109 (pathlib takes long to import)
        except OSError:  # it was removed
            return
        if here in sys.path and here not in named:
            sys.path.remove(here)


def _leave(code: int) -> None:
    """Leave a command that was stopped; to free the memory of a large model would take seconds."""
    import atexit
    import threading

    shutdown: object = getattr(threading, "_shutdown", None)
    run_exits: object = getattr(atexit, "_run_exitfuncs", None)
    if not callable(shutdown) or not callable(run_exits):  # this Python has other names for them
        return
    shutdown()  # waits for threads that must end, as Python does
    run_exits()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # Python itself says so
        return
    os._exit(code)


if __name__ == "__main__":
    main()
