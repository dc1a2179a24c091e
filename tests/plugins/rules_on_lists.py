"""Writes `accord/problem/global_rules/found.py`: the classes of rules on lists, and what states them.

A module of `accord.problem.global_rules` in which a class is a `ConstraintSet` is one of them, and its other
classes are rules. `make registry` writes the file, and a test compares it. Modules are read and not imported:
the file may be out of date.
"""

import ast
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "src/accord/problem/global_rules"
PLACE = FOLDER / "found.py"
TEXT = '''"""The classes of rules on lists, and the methods that state them (`make registry`)."""

{imports}
__all__ = [
{names}]


class GlobalConstraints(
{states}):
    """A problem, and the methods that state rules on lists."""
'''


def modules():
    """Each module's name, the classes of rules in it, and those that state them."""
    for file in sorted(FOLDER.glob("*.py")):
        classes = {
            each.name: {base.id for base in each.bases if isinstance(base, ast.Name)}
            for each in ast.parse(file.read_text("utf-8")).body
            if isinstance(each, ast.ClassDef)
        }
        states = [name for name, bases in classes.items() if "ConstraintSet" in bases]
        if states:
            yield file.stem, [name for name in classes if name not in states], states


def text():
    """The text of the file."""
    found = [*modules()]
    names = sorted(["GlobalConstraints", *(name for _, rules, _ in found for name in rules)])
    return TEXT.format(
        imports="".join(
            f"from accord.problem.global_rules.{module} import {', '.join(sorted(rules + states))}\n"
            for module, rules, states in found
        ),
        names="".join(f'    "{name}",\n' for name in names),
        states="".join(f"    {name},\n" for _, _, states in found for name in states),
    )


if __name__ == "__main__":
    PLACE.write_text(text(), "utf-8")
