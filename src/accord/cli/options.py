"""Make click options from the fields of argument structs: types, help, completion; and queries of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING
from math import inf
from typing import Any, TypeAlias, TypeVar

import click
from click.shell_completion import CompletionItem, split_arg_string

from accord.arguments import ABOUT, Arguments, Query, about, default_of, fields_of, flag, query_of
from accord.arguments.field import with_limits_last
from accord.errors import UsageError, unknown

MOST_NUMBER = 10**18

Command = TypeVar("Command", bound=Callable[..., Any])
AQuery = TypeVar("AQuery", bound=Query)
Completion: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


class Choice(click.Choice[str]):
    """A type for one of some names; any other gives one line, as every unknown name does."""

    def __init__(self, what: str, names: Iterable[str]) -> None:
        """`what` says what is named."""
        super().__init__(list(names))
        self.what = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. Raises UsageError if there is none."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            raise unknown(self.what, value, self.choices) from None


class InWord(click.types.IntParamType):
    """A whole number that fits into a machine word, which help does not mention."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number. Raises BadParameter."""
        number: int = super().convert(value, param, ctx)
        if abs(number) > MOST_NUMBER:
            self.fail(f"{value} is not in the range of {-MOST_NUMBER:,} to {MOST_NUMBER:,}.", param, ctx)
        return number


class RangeInWord(InWord, click.IntRange):
    """A whole number from a least one on that fits into a machine word."""


def integer(least: int) -> click.IntRange:
    """Return the type of an option that is a whole number from `least` on, of no more than a word has."""
    return RangeInWord(least)


def _range(kind: object, least: float, most: float | None) -> click.ParamType[Any]:
    """Return the type of an option that is a number from `least` on, perhaps to `most`."""
    if kind is float:
        return click.FloatRange(least, most)
    return integer(int(least)) if most is None else click.IntRange(int(least), int(most))


UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:  # noqa: ARG001
    """A number of bytes, such as 500M or 2G."""
    if value is None:
        return None
    size = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:I?B)?", value.strip().upper())
    if size is None:
        raise click.BadParameter(f"{value!r} is no size; expected a number and K, M, G or T: 2G")
    return int(float(size[1]) * UNITS[size[2]])


SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86_400.0}
DURATION = re.compile(r"(?:(\d+(?:\.\d*)?|\.\d+)([a-z]*))+")
PART = re.compile(r"(\d+(?:\.\d*)?|\.\d+)([a-z]*)")


class Duration(click.types.FloatParamType):
    """A number of seconds, such as 90, 1.5, 5m or 1h30m; `inf` is no limit."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds. Raises BadParameter."""
        text = str(value).strip().lower()
        with suppress(ValueError):
            return float(text)
        parts = PART.findall(text)
        if not DURATION.fullmatch(text) or any(unit not in SECONDS for _, unit in parts):
            self.fail(f"{value!r} is no time; expected seconds, or such as 90s, 5m or 1h30m", param, ctx)
        return sum(float(number) * SECONDS[unit] for number, unit in parts)


def _seconds(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:  # noqa: ARG001
    """Return seconds, None for `inf`, which lifts a limit that is there by default. Raises UsageError."""
    if value is not None and not value > 0:
        raise UsageError(f"{(param.name or '').replace('_', ' ')} {value}; expected more than 0 seconds")
    return None if value == inf else value


def _not(ctx: click.Context, param: click.Parameter, value: bool) -> bool:  # noqa: ARG001
    return not value


def completion(names: Callable[[], Iterable[str]], *others: str) -> Completion:
    """Completions of a value for the shell: the names that begin as it does, and others, such as `file`."""

    def complete(
        ctx: click.Context,  # noqa: ARG001 (click's signature)
        param: click.Parameter,  # noqa: ARG001
        incomplete: str,
    ) -> list[CompletionItem]:
        found = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        return found + [CompletionItem(incomplete, type=kind) for kind in others]

    return complete


def _puzzles() -> Iterable[str]:
    from accord.puzzles import source

    return source.names()


def _variants() -> Iterable[str]:
    from accord.errors import AccordError
    from accord.puzzles import source
    from accord.puzzles.loader import load

    # while an option lacks its value click has parsed nothing, so look for puzzles among the words typed
    names = set(source.names())
    found: list[str] = []
    for word in split_arg_string(os.environ.get("COMP_WORDS", "")):
        if word in names or word.endswith(source.SUFFIX):
            with suppress(AccordError):
                found += load(word).variants
    return found


def _backends() -> Iterable[str]:
    from accord.backends import table

    return "auto", *table.rows()


KINDS: dict[str, dict[str, Any]] = {  # of values, by what the help calls them; others are texts
    "N": {"type": InWord()},
    "K": {"type": int},
    "SECONDS": {"type": Duration(), "callback": _seconds, "metavar": "TIME"},
    "SIZE": {"callback": _size},
    "FILE": {"type": click.Path(dir_okay=False)},
    "PAGE": {"type": click.Path(dir_okay=False)},
    "PATH": {"type": click.Path()},
    "DIR": {"type": click.Path(file_okay=False)},
}
COMPLETE = {"backend": completion(_backends)}

complete_puzzles = completion(_puzzles, "file")
puzzle_argument = click.argument("puzzle", shell_complete=complete_puzzles)
variant_option = click.option(
    "--variant",
    metavar="NAME",
    shell_complete=completion(_variants),
    help="Use a variant of the puzzle, which its file declares.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the outcome as one JSON object.")
suits_option = click.option(
    "--suits/--letters",
    default=None,
    help="Print suits of cards as signs or as letters. Default: signs on a terminal.",
)
quiet_option = click.option("--quiet", "-q", is_flag=True, help="Print no statistics and no progress.")


def option(
    name: str,
    help: str = "",  # noqa: A002 (click's word)
    struct: type = Arguments,
    **more: Any,
) -> Callable[[Command], Command]:
    """The option of an argument; in other words, or otherwise, for a command that has its own."""
    argument = next(each for each in fields_of(struct) if each.name == name)
    known, default = about(struct)[name], default_of(argument)
    required = default is MISSING
    words, default = in_flags(help or known.help, struct), None if required else default
    switches = f"--{known.flag}" if known.flag and "/" in known.flag else None
    if known.seconds is not None:
        words, default = f"{words.removesuffix('.')}; inf: never.", known.seconds
    if known.choices:
        kind: dict[str, Any] = {
            "type": Choice(known.what or known.flag or name, known.choices),
            "default": default,
        }
        kind["metavar"] = known.metavar or None
    elif switches is not None:
        kind = {"default": default}
    elif isinstance(default, bool):
        kind = {"is_flag": True, "callback": _not if default else None}
    else:
        kind = {"metavar": known.metavar or None, "default": default, **KINDS.get(known.metavar, {})}
    if known.least is not None:
        kind["type"] = _range(argument.type, known.least, known.most)
    shown = known.shown or isinstance(default, str) or known.seconds is not None
    kind |= {"show_default": shown, "shell_complete": COMPLETE.get(name), "required": required}
    kind["multiple"] = default == ()
    flags = [switches or str(flag(name, struct)), *([f"-{known.short}"] if known.short else [])]
    return click.option(*flags, name, help=words, **(kind | more))


def options_of(struct: type, **more: Mapping[str, Any]) -> Callable[[Command], Command]:
    """All options of a struct of arguments; `more` says of some how a command has them otherwise."""
    names = [each.name for each in with_limits_last(struct) if flag(each.name, struct)]
    each = [option(name, struct=struct, **more.get(name, {})) for name in names]

    def decorate(command: Command) -> Command:
        for one in reversed(each):
            command = one(command)
        return command

    return decorate


def query_of_options(struct: type[AQuery], arguments: Mapping[str, Any]) -> AQuery:
    """Return the query of a command's options. Raises click.UsageError for some that exclude each other."""
    try:
        return query_of(struct, arguments)
    except UsageError as error:
        raise click.UsageError(in_flags(str(error), struct)) from None


def run_options(struct: type) -> Callable[[Command], Command]:
    """All that every run can be asked for, and what the struct of a command has besides."""
    usual = [option(name) for name, each in ABOUT.items() if each.usual and flag(name, Arguments)]
    own = [option(name, struct=struct) for name in about(struct) if name not in ABOUT]

    def decorate(command: Command) -> Command:
        for one in reversed([*own, variant_option, *usual, quiet_option]):
            command = one(command)
        return command

    return decorate


def in_flags(text: str, struct: type = Arguments) -> str:
    """A message of the library in the words of the command line: its arguments, as `method`, are options."""
    flags = {name: flag(name, struct) for name in about(struct)}
    others = ("shard", "resume", "trust", "json")  # of structs that are loaded where they are asked for
    flags = {**{name: f"--{name}" for name in others}, **flags}
    return re.sub("`([a-z_]+)`", lambda word: flags.get(word[1]) or word[0], text)
