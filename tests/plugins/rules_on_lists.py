"""Writes `accord/problem/global_rules/found.py`: the classes of rules on lists, and what states them.

A module of `accord.problem.global_rules` in which a class is a `ConstraintSet` is one of them, and its other
classes are rules. It begins with lines such as "`circuit(list)`: what it means.", which are the rows of a
table in docs/problem-files.md. `make generated` writes both. Modules are read and
not imported: the file may be out of date.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "src/accord/problem/global_rules"
PLACE = FOLDER / "found.py"
PAGE = ROOT / "docs/problem-files.md"
TABLE = re.compile(r"(?<=\n\| rule \| means \|\n\|---\|---\|\n)(\|.*\n)*")  # the first one of the page
MEANS = re.compile(r"^(`\w+\(.*`): (.*)\.$", re.MULTILINE)
TEXT = '''"""The classes of rules on lists, and the methods that state them (`make generated`)."""

{imports}
__all__ = [
{names}]


class GlobalConstraints(
{states}):
    """A problem, and the methods that state rules on lists."""
'''


def modules():
    """Each module's name, the classes of rules in it, those that state them, and its page."""
    for file in sorted(FOLDER.glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        classes = {
            each.name: {base.id for base in each.bases if isinstance(base, ast.Name)}
            for each in tree.body
            if isinstance(each, ast.ClassDef)
        }
        states = [name for name, bases in classes.items() if "ConstraintSet" in bases]
        if states:
            yield file.stem, [name for name in classes if name not in states], states, ast.get_docstring(tree)


def text():
    """The text of the file."""
    found = [*modules()]
    names = sorted(["GlobalConstraints", *(name for _, rules, *_ in found for name in rules)])
    return TEXT.format(
        imports="".join(
            f"from accord.problem.global_rules.{module} import {', '.join(sorted(rules + states))}\n"
            for module, rules, states, _ in found
        ),
        names="".join(f'    "{name}",\n' for name in names),
        states="".join(f"    {name},\n" for _, _, states, _ in found for name in states),
    )


def page():
    """The text of the page."""
    rows = "".join(
        f"| {call} | {means} |\n" for *_, words in modules() for call, means in MEANS.findall(words)
    )
    return TABLE.sub(lambda _: rows, PAGE.read_text("utf-8"), count=1)
