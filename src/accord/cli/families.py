"""`accord families`: the families of puzzles, the keys of their model files, and a file to begin with."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import click

from accord.cli.help import Command
from accord.cli.options import completion, json_option
from accord.cli.output import definition_list, json
from accord.cli.streams import put
from accord.errors import UsageError
from accord.puzzles.family import Family
from accord.puzzles.table import GROUPS


def _names() -> Iterable[str]:
    from accord.puzzles import table

    return table.rows()


@click.command(cls=Command)
@click.argument("family", required=False, shell_complete=completion(_names))
@click.option("--template", is_flag=True, help="Print a model file of the family, to copy and change.")
@click.option("--group", metavar="NAME", help=f"List one group only: {', '.join(GROUPS)}.")
@click.option("--search", default="", metavar="WORDS", help="List kinds with WORDS in a name or the rule.")
@click.option("--generator", is_flag=True, help="List kinds that `accord generate` can make.")
@json_option
def families(family: str | None, template: bool, as_json: bool, **filters: Any) -> None:
    """List the kinds of puzzles, which are called families, each with its rule.

    With FAMILY, print the keys of its model files, an example, and the options of its generator.

    \b
    accord families --group pencil
    accord families --search picross
    accord families packing
    accord families packing --template > my-puzzle.toml
    accord solve ./my-puzzle.toml
    """
    from accord.puzzles import table

    if template:
        if family is None:
            raise click.UsageError("--template is of a family; name one")
        put(_template(table.family(family)), nl=False)
        return
    if family is None:
        records = [*_narrow([table.family(name) for name in table.rows()], **filters)]
        put(json([*map(_row, records)]) if as_json else "\n".join(_group_lists(records)))
        return
    if named := [f"--{name}" for name, value in filters.items() if value]:
        raise click.UsageError(f"{named[0]} narrows the list of families; leave {family} out")
    found = facts(table.family(family))
    put(json(found) if as_json else "\n".join(_lines(found)))


def facts(record: Family) -> dict[str, Any]:
    """Return what `accord families NAME --json` prints of a family: its keys, and its generator's."""
    wishes = [] if record.random is None else [*record.random.wishes]
    return _row(record) | {"keys": _keys(record), "generator": _knobs(record), "wishes": wishes}


def _narrow(
    records: Iterable[Family], *, group: str | None, search: str, generator: bool
) -> Iterator[Family]:
    """Yield the families that fit. Raises UsageError for a group that there is not."""
    from accord.errors import unknown

    if group is not None and group not in GROUPS:
        raise unknown("group", group, GROUPS)
    words = search.casefold().split()
    for record in records:
        about = record.about
        text = " ".join((record.name, about.rule, *about.also, inspect.getdoc(record.spec) or "")).casefold()
        fits = group in (None, about.group) and (record.random or not generator)
        if fits and all(word in text for word in words):
            yield record


def _group_lists(records: Sequence[Family]) -> Iterator[str]:
    """Yield the list of each group, its heading and its families with their rules; then what to read next."""
    from accord.puzzles import table

    rows = table.rows()
    for group, heading in {**GROUPS, "": "From other packages"}.items():
        found = [(f"  {each.name}", _summary(each)) for each in records if rows[each.name].group == group]
        if found:
            yield f"{heading}\n{definition_list(found)}\n"
    more = "accord families NAME: its keys, an example, its generator"
    yield more if records else "no family fits; `accord list --search WORDS` searches the puzzles"


def _summary(record: Family) -> str:
    """Return the rule of a family in one line, with its other names."""
    also = f" ({', '.join(record.about.also)})" if record.about.also else ""
    return (record.about.rule or (inspect.getdoc(record.spec) or "").partition("\n")[0]) + also


def full_rule(record: Family) -> str:
    """Return the rule of a family: of a pencil puzzle in full, else in one line."""
    full = inspect.getdoc(record.spec) or ""
    return record.about.rule if record.about.rule and full.startswith("The spec") else full


def _row(record: Family) -> dict[str, Any]:
    from accord.puzzles.writing import forms

    return {
        "family": record.name,
        "about": full_rule(record),
        "example": f"{record.name}:{record.texts.example}" if record.texts.parse else "",
        "formats": forms(record.name),
        "kind": "plans" if record.made.plan else "models",
        "generates": record.random is not None,
    }


def _keys(record: Family) -> list[dict[str, Any]]:
    """The keys of its model files: what they are, and what they are by default."""
    import msgspec

    from accord.puzzles.file import plain
    from accord.puzzles.toml import value
    from accord.puzzles.words import describe_type

    comments = _comments(record.spec)
    found = []
    for field in msgspec.structs.fields(record.spec):
        has_factory = field.default_factory is not msgspec.NODEFAULT
        default = field.default_factory() if has_factory else field.default
        kind, about = plain(field.type)
        says = "" if field.required else "nothing" if default is None else value(default)
        found.append(
            {
                "key": field.encode_name,
                "type": describe_type(kind),
                "required": field.required,
                "default": says,
                "about": about or comments.get(field.name, ""),
            }
        )
    return found


def _comments(spec: type) -> dict[str, str]:
    """The comments behind the fields in the source of a class; none where there is no source."""
    try:
        source = inspect.getsource(spec)
    except (OSError, TypeError):
        return {}
    field = re.compile(r"^    (\w+): [^#\n]*?#[ ](.*(?:\n    # .*)*)", re.MULTILINE)
    return {match[1]: re.sub(r"\n    # ", " ", match[2]) for match in field.finditer(source)}


def _knobs(record: Family) -> list[dict[str, Any]]:
    """The keys that its generator takes by `--set`, with their defaults."""
    from accord.puzzles.toml import value

    if record.random is None:
        return []
    about = _arguments(record.random.generate)
    return [
        {
            "key": name,
            "type": "",
            "required": False,
            "default": "" if each.default in (None, each.empty) else value(each.default),
            "about": about.get(name, ""),
        }
        for name, each in inspect.signature(record.random.generate).parameters.items()
        if name not in ("seed", "size")
    ]


def _arguments(function: Callable[..., object]) -> dict[str, str]:
    """The sentences about arguments in the docstring of a function."""
    text = inspect.getdoc(function) or ""
    section = re.search(r"^Args:\n((?: .*\n?|\n)*)", text, re.MULTILINE)
    argument = re.compile(r"^    (\w+): (.*(?:\n      .*)*)", re.MULTILINE)
    found = argument.findall(section[1]) if section else []
    return {name: " ".join(words.split()) for name, words in found}


def _lines(facts: dict[str, Any]) -> list[str]:
    """The facts of one family in words."""
    lines = [f"{facts['family']}: {facts['kind']}", "", *textwrap.wrap(facts["about"], 79)]
    if facts["example"]:
        lines += ["", f"accord show {facts['example']!r}"]
    lines += ["", "Keys of its model files, besides family, title, rule, counts and variants:"]
    lines.append(_list_keys(facts["keys"]))
    if facts["generates"]:
        lines += ["", f"accord generate {facts['family']} --size CxR --set KEY=VALUE, with the keys:"]
        lines.append(_list_keys(facts["generator"]))
        if facts["wishes"]:
            lines.append(f"Wishes: {', '.join(f'--{name}' for name in facts['wishes'])}")
        lines.append(f"Formats: {', '.join(facts['formats'])}")
    return [*lines, "", f"A model file to copy: accord families {facts['family']} --template"]


def _list_keys(entries: list[dict[str, Any]]) -> str:
    """Keys with their types, defaults and descriptions."""
    rows = []
    for each in entries:
        default = f"default: {each['default']}" if each["default"] else ""
        rows.append((f"  {each['key']}", "; ".join(filter(None, [each["type"], default, each["about"]]))))
    return definition_list(rows)


def _template(record: Family) -> str:
    """A model file of a family: from the library, the one with the most comments; or one that is written."""
    from accord.model import Model
    from accord.puzzles import source
    from accord.puzzles.toml import model_file
    from accord.puzzles.writing import model_text

    begins = re.compile(rf'^family\s*=\s*"{re.escape(record.name)}"', re.MULTILINE)
    texts = [path.read_text("utf-8") for path in source.folder().glob(f"*{source.SUFFIX}")]
    of_family = [text for text in texts if begins.search(text)]
    if of_family:
        return max(of_family, key=lambda text: (text.count("\n#"), -len(text)))
    if record.texts.of_model is not None:
        items = {"left": 1, "right": 1, "spare": (0, 1)}
        options = {"both": ["left", "right"], "l": ["left", "spare"], "r": ["right"]}
        return model_text(Model.build(items, options), "A model of two items to cover")
    if record.texts.parse is None:
        raise UsageError(
            f"the family {record.name} has no model file to copy; its keys are listed without --template"
        )
    return model_file(record.name, record.texts.parse(record.texts.example), title=f"A {record.name}") + "\n"
