"""Transcripts of commands: what `accord WORDS...` prints, and how it ends, in files of text.

    # queens                        a heading; what follows runs in a new folder with the files of `files/`
    $ accord count queens:8         a command; `< FILE` behind it is its standard input
    92                              stdout
    2> native/bitset: ...           stderr
    exit 5                          the exit code, unless it is 0
    $ cat FILE                      what a command wrote

What differs from run to run is replaced: seconds, versions, checks of lines, the names of folders, the engine
that was first in a race. What is printed only on a slow machine is left out.
"""

import json
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from commands import called

ROOT = Path(__file__).parents[2]
FILES = ROOT / "tests/goldens/files"
CLOCK = {"seconds", "first", "load", "versions", "compressed", "sources", "check"}
RACE = {"found_by", "proved_by", "checked_by", "confirmed"}  # the engine that was first, of several
REPLACED = (
    (re.compile(r" \(and [^()]* s to (load|build)\)"), ""),  # shown only where it is long
    (re.compile(r"\b\d[\d,]*(\.\d+)? (s|seconds|ms|min)\b"), r"# \2"),
    (re.compile(r"\b\d+\.\d+\.\d+[\w.]*"), "#.#.#"),
    (re.compile(r"\b[\d,]+ bytes\b"), "# bytes"),
    (re.compile(r"(?<=solution may end: )native/memo, .*"), "native/memo, #"),  # whatever is installed
    (re.compile(r"(?<=confirmed by native/)\w+"), "#"),  # whichever engine is first
    (re.compile(r"\b[\d,]+ compressed\b"), "# compressed"),
)
LEFT_OUT = re.compile(r"at work: |compiling \S+, once on this machine")  # how a line begins


def sections(text: str) -> dict[str, list[str]]:
    """Return heading -> the commands below it, in order."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("# "):
            found[line[2:]] = []
        elif line.startswith("$ "):
            found[next(reversed(found))].append(line[2:])
    return found


def transcript(text: str, heading: str) -> str:
    """The part of a text below a heading, without the heading."""
    return re.split(r"^# .*\n", text[text.index(f"# {heading}\n") :], flags=re.MULTILINE)[1]


def record(commands: list[str]) -> str:
    """The transcript of commands that run one after the other in a new folder."""
    with TemporaryDirectory() as name, chdir(name), patch.dict(os.environ):
        os.environ["ACCORD_LEDGER"] = f"{name}/ledger.sqlite"
        for file in FILES.iterdir():
            Path(file.name).write_bytes(file.read_bytes())
        return "".join(line + "\n" for command in commands for line in _lines(command, name))


def _lines(command: str, folder: str) -> Iterator[str]:
    yield f"$ {command}"
    words, _, file = command.partition(" < ")
    program, *arguments = shlex.split(words)
    if program == "cat":
        yield from _same(Path(arguments[0]).read_text(), folder)
        return
    assert program == "accord"
    done = called(*arguments, stdin=Path(file).read_bytes() if file else b"")
    yield from _same(done.stdout, folder)
    said = "".join(line for line in done.stderr.splitlines(keepends=True) if not LEFT_OUT.match(line))
    yield from (f"2> {line}".rstrip() for line in _same(said, folder))
    if done.returncode:
        yield f"exit {done.returncode}"


def _same(text: str, folder: str) -> Iterator[str]:
    """The lines of a text without what differs from run to run."""
    text = text.replace(folder, "FOLDER").replace(str(ROOT), "ROOT")
    for line in text.splitlines():
        if line.startswith(("{", "[{")):
            line = json.dumps(_timeless(json.loads(line)), ensure_ascii=False)
        for pattern, by in REPLACED:
            line = pattern.sub(by, line)
        yield line.rstrip()


def _timeless(value):
    """JSON without what a clock, a machine or a race says."""
    if isinstance(value, dict):
        return {key: None if key in CLOCK | RACE else _timeless(each) for key, each in value.items()}
    return [_timeless(each) for each in value] if isinstance(value, list) else value


def rerun(text: str) -> str:
    """The same transcript, with what its commands print now."""
    return "\n".join(f"# {heading}\n{record(commands)}" for heading, commands in sections(text).items())
