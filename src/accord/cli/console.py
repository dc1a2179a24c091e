"""Run a command: print its messages on stderr, handle signals, and turn its status into an exit code."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from accord import exits, kernels, signals
from accord.cli.streams import tell
from accord.errors import number_of
from accord.exits import Code

if TYPE_CHECKING:
    from accord.backends.statistics import Statistics
    from accord.cli.keys import Pause
    from accord.cli.line import Line
    from accord.runner.findings import Step
    from accord.runner.outcome import Outcome
    from accord.runner.run import Run

EVERY = 0.2  # seconds before the progress line begins
SILENT = 3.0  # and, where there is none, before a line says what is being done
COMPILING = "compiling {}, once on this machine: 2 to 20 seconds"


class Console:
    """Progress and statistics on stderr. Ctrl-C and the like set `cancel`, and raise until that is asked.

    The progress line begins once the work has taken a moment; a thread of its own sees to that, since some
    work is silent for long.
    """

    def __init__(self, quiet: bool, *, streams: bool = False) -> None:
        """`streams` says that stdout is written to during the run."""
        self.quiet = quiet
        self.cancel = signals.Asked()
        self.team: Callable[[], str] = str  # who works, if not this machine: the progress line ends with it
        self._shows_progress = not quiet and sys.stderr.isatty() and not (streams and sys.stdout.isatty())
        self._lock = threading.RLock()  # of what follows
        self._line: Line | None = None
        self._soon: threading.Timer | None = None
        self._now: tuple[str, float | None] = "", None  # what the line says
        self._said = ""
        self._told = False  # whether there was any line
        self._warned: set[str] = set()
        self._run: Run | None = None  # that the lines are about
        self._warns: Run | None = None  # that may warn under way
        self._pause: Pause | None = None  # where keys are listened to
        self._within: ExitStack | None = None  # of the context, once it is entered
        signals.listen(self.cancel.hear, leaving=self._leave_the_terminal)

    def __enter__(self) -> Console:
        self._within = ExitStack()
        self._within.callback(self.clear)
        kernels.compiling.append(self._compiling)
        self._within.callback(kernels.compiling.remove, self._compiling)
        return self

    def __exit__(self, *_: object) -> None:
        """Whatever ended the run, the terminal is left as it was."""
        assert self._within is not None
        self._within.close()
        self._within = self._pause = self._run = None

    def announce(self, run: Run) -> None:
        """Say which backend, engine and method were chosen, and why; and what is wrong before it begins."""
        self.cancel.expect()  # the run asks from its first step on
        self._said, self._run, self._warns = run.chosen, run, run
        self.say(self._said)
        if run.symmetries:
            self.say(run.symmetries)
        if run.method:
            self.say(run.method)
        self.warn(run.warnings)

    def progress(self, step: Step) -> None:
        """Redraw the progress line, a few times a second, on a terminal only; there a key pauses the run."""
        if self._run is not None and self._within is not None:
            self._listen(self._run, self._within)
        if self._pause is not None:
            self._pause.look(step)
        if self._warns is not None:
            self.warn(self._warns.warnings)
        self.show(", ".join(filter(None, [step.words, effort(step.effort)])), step.done)

    @property
    def shows(self) -> bool:
        """Whether there is a progress line."""
        return self._shows_progress

    @property
    def watch(self) -> dict[str, Any]:
        """Return the arguments of work that is shown here and can be cancelled; see `Watched`."""
        return {"cancel": self.cancel, "show": self.show}

    def show(self, words: str, done: float | None = None) -> None:
        """From now on the progress line says this, and which fraction of the work is done, if one knows."""
        if self.quiet:
            return
        with self._lock:
            self._now = ", ".join(filter(None, [words, self.team()])), done
            if self._line is not None:
                self._line.say(*self._now)
            elif self._soon is None and (self._shows_progress or not self._told):
                wait, begin = (EVERY, self._begin) if self._shows_progress else (SILENT, self._tell_once)
                self._soon = threading.Timer(wait, begin)
                self._soon.daemon = True
                self._soon.start()

    def _begin(self) -> None:
        from accord.cli.line import Line  # rich is imported for runs that last

        with self._lock:
            if self._soon is threading.current_thread():
                self._soon, self._line = None, Line()
                self._line.say(*self._now)

    def _tell_once(self) -> None:
        """Say what is being done, where nothing was said so far."""
        with self._lock:
            if self._soon is threading.current_thread() and not self._told:
                self.say(f"at work: {self._now[0]}")

    def _compiling(self, kernel: str) -> None:
        """Say once that a kernel is compiled."""
        self._once(COMPILING.format(kernel.removeprefix("accord_native.")))

    def _listen(self, run: Run, within: ExitStack) -> None:
        """Listen to keys from now on, once for a run, if somebody may press one."""
        self._run = None
        if self.quiet or not (sys.stdin.isatty() and sys.stderr.isatty()):
            return
        from accord.cli import keys  # what terminals need is imported on terminals
        from accord.cli.keys import Pause

        if keys.possible():
            self._pause = Pause(
                run, self.cancel, hide=partial(self._hide, True), show=partial(self._hide, False)
            )
            within.enter_context(self._pause.keys)

    def _hide(self, hidden: bool) -> None:
        """Take the progress line away, and bring it back."""
        with self._lock:
            if self._soon is not None:
                self._soon.cancel()
                self._soon = None
            if self._line is not None:
                self._line.hide(hidden)

    def _leave_the_terminal(self) -> None:
        """The process ends here: the terminal is left as it was."""
        self.clear()
        if self._pause is not None:
            self._pause.keys.leave()

    def clear(self) -> None:
        """Wipe the progress line."""
        with self._lock:
            if self._soon is not None:
                self._soon.cancel()
                self._soon = None
            if self._line is not None:
                self._line.wipe()
                self._line = None

    def statistics(self, outcome: Outcome) -> None:
        """Say the findings and the effort; before that the engine, if it was chosen under way."""
        if outcome.who != self._said:
            self.say(outcome.who)
        facts = [outcome.found, outcome.answer, effort(outcome.effort), str(outcome.seconds)]
        self.say(", ".join(fact for fact in facts if fact))
        if outcome.digest and outcome.task == "count":
            self.say(f"digest {outcome.digest}")
        if outcome.reason:
            self.say(f"partial: {outcome.reason}")
        self.tree(outcome.stats)
        self.warn(outcome.warnings)

    def tree(self, stats: Mapping[str, Statistics] | None) -> None:
        """The statistics of a search, by engine, if there are any."""
        if stats is None or self.quiet:
            return
        from accord.cli.statistics import lines  # only now: they are seldom asked for

        for engine, counted in stats.items():
            for line in lines(engine, counted):
                self.say(line)

    def code(self, outcome: Outcome, expected: int | None) -> Code:
        """The exit code that the outcome deserves; says if it is not as expected."""
        is_open = outcome.limit in ("nodes", "memory")  # unlike a limit of solutions
        code = exits.of(outcome.status, False if is_open else None)
        if expected is not None and expected != outcome.count:
            tell(f"accord: DISAGREEMENT: counted {outcome.count}, the model file says {expected}")
            code = Code.FAILED
        return code

    def say(self, line: str) -> None:
        """A line on stderr, unless quiet."""
        if not self.quiet:
            self._told = True
            tell(line)

    def warn(self, warnings: tuple[str, ...]) -> None:
        """Say each warning once."""
        for warning in warnings:
            self._once(f"warning: {warning}")

    def _once(self, line: str) -> None:
        """Say a line above the progress line, unless it was said."""
        if line not in self._warned:
            self._warned.add(line)
            self._hide(True)
            self.say(line)
            self._hide(False)


def effort(counters: Mapping[str, int]) -> str:
    """An effort in words."""
    return ", ".join(number_of(value, name) for name, value in counters.items())
