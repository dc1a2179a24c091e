"""The reference of model files: the keys of each kind of puzzle, from the records of the families."""

from __future__ import annotations

from typing import Any

from accord.cli.families import facts
from accord.puzzles import table as families
from accord_site.kinds import groups, title
from accord_site.markdown import code, table

PATH = "reference/model-files.md"
INTRODUCTION = """\
# Keys of model files

A model file is a text in [TOML](https://toml.io). `family` names the kind of puzzle; other keys depend on it.
`accord families KIND --template > my-puzzle.toml` writes a file to change. All mistakes are reported
together, each with its line and key.
"""
# keys of all model files, beside those of their kind; see accord.puzzles.file
COMMON = {
    "family": "the kind of puzzle; required",
    "title": "a name for people",
    "rule": "what is to be done, in a sentence or two",
    "counts": 'known counts, such as `all = { count = N, source = "..." }`; also `oeis`, `checked`',
    "variants": "`[variants.NAME]`: keys that differ from the file's, with a title and counts of their own",
}


def page() -> str:
    """Return the page of all keys."""
    lines = [
        INTRODUCTION,
        "## Every kind",
        "",
        table(("key", "meaning"), [(code(key), words) for key, words in COMMON.items()]),
    ]
    for names in groups().values():
        for name in names:
            lines += [section(name)]
    return "\n".join(lines)


def section(name: str) -> str:
    """Return the keys of a kind, and those of its generator."""
    known = facts(families.family(name))
    lines = [f"## {name}", "", f"{title(name)} [Rule and picture](kinds.md#{name}).", ""]
    lines.append(table(("key", "type", "default", "meaning"), [_row(each) for each in known["keys"]]))
    if known["generator"]:
        lines += [f"`accord generate {name} --set KEY=VALUE` takes:", ""]
        lines.append(
            table(
                ("key", "default", "meaning"),
                [(_row(each)[0], *_row(each)[2:]) for each in known["generator"]],
            )
        )
    if known["wishes"]:
        wishes = ", ".join(code(f"--{wish}") for wish in known["wishes"])
        lines += ["", f"It takes the [wishes](../howto/wishes.md) {wishes}.", ""]
    return "\n".join(lines)


def _row(each: dict[str, Any]) -> tuple[str, str, str, str]:
    """Return the cells of a key."""
    default = "required" if each["required"] else code(each["default"])
    return code(each["key"]), each["type"], default, each["about"]
