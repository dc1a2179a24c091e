"""What Accord shows of itself, as data.

Options, signatures, the words of rules, digests of models, the work of engines.
"""

import inspect
import re

import click
from headings import headings
from pencil_kinds import KINDS, kind_of
from verdicts import TEXTS

import accord
from accord.cli.main import accord as program
from accord.model.digest import fingerprint
from accord_compare.instances import INSTANCES

LONG = {"one-sided-5x18"}  # eight seconds
CROWDED = {"hashi": [".?./?.?/.?."], "tents": ["-_-_-;-_-_-;.x./x.x/.x."]}  # where more rules hold


def helps() -> dict[str, dict[str, object]]:
    """Return command -> what it says, and its parameters: name -> what it says, its default, its type, ..."""
    context = click.Context(program, info_name="accord")
    return {"accord": _command(program)} | {
        name: _command(program.get_command(context, name)) for name in program.list_commands(context)
    }


def _command(command: click.Command) -> dict[str, object]:
    parameters = sorted(command.params, key=lambda each: each.name)
    return {"help": inspect.cleandoc(command.help or ""), "parameters": dict(map(_parameter, parameters))}


def _parameter(parameter: click.Parameter) -> tuple[str, dict[str, object]]:
    known = parameter.to_info_dict()
    wanted = ("param_type_name", "opts", "secondary_opts", "required", "nargs", "multiple", "help", "is_flag")
    said = {key: known[key] for key in wanted if known.get(key) not in (None, [], False)}
    said["opts"].sort()
    said["type"] = _nowhere(repr(parameter.type))
    if isinstance(parameter.default, str | int | float | tuple):
        said["default"] = parameter.default
    if isinstance(parameter, click.Option) and parameter.metavar:
        said["metavar"] = parameter.metavar
    return parameter.name, said


def signatures() -> list[str]:
    """The public names of the library, each with its signature, sorted."""
    return [f"{name}{_signature(getattr(accord, name))}" for name in accord.__all__]


def _signature(thing: object) -> str:
    try:
        return _nowhere(str(inspect.signature(thing)))
    except ValueError:  # of exceptions
        return ""


def _nowhere(text: str) -> str:
    """A text without addresses in memory."""
    return re.sub(r" (object )?at 0x[0-9a-f]+", "", text)


def rule_words() -> dict[str, list[str]]:
    """Return family -> how hints call the rules of small puzzles, with # for each number."""
    found = {}
    for name, texts in TEXTS.items():
        more = [kind_of(name).example] if name in KINDS else []
        puzzles = [
            accord.load(f"{name}:{text}") for text in (*filter(None, texts), *more, *CROWDED.get(name, ()))
        ]
        found[name] = sorted({_rule(words) for puzzle in puzzles for words in puzzle.model.item_names})
    return found


def _rule(words: str) -> str:
    """The words of the rule that an item is part of."""
    return re.sub(r"\d+", "#", re.sub(r" \(\d+\)$", "", words.partition(": ")[0]))


def digests() -> dict[str, str]:
    """Return model file, with its variant if it is one, -> the fingerprint of its model."""
    places = [each.place for each in headings() if not each.is_plan]
    return {" ".join(filter(None, place)): fingerprint(accord.load(*place).model) for place in places}


def efforts() -> dict[str, dict[str, int]]:
    """Return instance of the benchmark -> the work that its engine does for it."""
    return {
        name: accord.count(each.prepare(), engine=each.engine, limit=each.limit).effort
        for name, each in INSTANCES.items()
        if name not in LONG and each.limit is None  # with a limit it stops at some slice
    }
