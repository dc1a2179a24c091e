"""Writes `accord/problem/graph_rules/found.py`: a method of a problem for each function that states a rule.

A function marked `@states_rules` in a module of `accord.problem.graph_rules` is one of them. Its docstring
begins with "Return the rule that ..."; what stands before the star are the arguments that the method names.
A line of a module such as "`tree(e)`: what it means." is a row of a table in docs/problem-files.md.
Modules are read and not imported: the file may be out of date.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "src/accord/problem/graph_rules"
PLACE = FOLDER / "found.py"
TABLE = re.compile(r"(?<=\n\| rule on a graph \| means \|\n\|---\|---\|\n)(\|.*\n)*")
MEANS = re.compile(r"^(`\w+\(.*`): (.*)\.$", re.MULTILINE)
WIDTH = 110
TEXT = '''"""The methods of a problem that state rules on graphs (`make generated`)."""

from typing import Any

from accord.problem.constraints import ConstraintSet
{imports}from accord.problem.topic import Topic

__all__ = ["GraphConstraints"]


class GraphConstraints(ConstraintSet):
    """A problem, and the methods that state rules on graphs."""
{methods}'''
METHOD = '''
    def {name}({parameters}) -> None:
        """{words}"""
        {state}
'''


def functions():
    """Each function that states a rule, with its module."""
    for file in sorted(FOLDER.glob("*.py")):
        for each in ast.parse(file.read_text("utf-8")).body:
            marks = [mark.id for mark in getattr(each, "decorator_list", ()) if isinstance(mark, ast.Name)]
            if "states_rules" in marks:
                yield file.stem, each


def listed(name, parameters):
    """The parameters of a method, in as many lines as they take."""
    if len(f"    def {name}({', '.join(parameters)}) -> None:") <= WIDTH:
        return ", ".join(parameters)
    if len(f"        {', '.join(parameters)}") <= WIDTH:
        return f"\n        {', '.join(parameters)}\n    "
    return "".join(f"\n        {each}," for each in parameters) + "\n    "


def method(function):
    """The text of the method of a function."""
    given = function.args.args
    usual = [None] * (len(given) - len(function.args.defaults)) + function.args.defaults
    names = [each.arg for each in given]
    named = [
        f"{name}: Any" + (f" = {ast.unparse(value)}" if value is not None else "")
        for name, value in zip(names, usual, strict=True)
    ]
    several = ast.unparse(function.returns).startswith("list[")  # their words say what each is about
    about = [] if several else ["*", "about: Topic | None = None"]
    parameters = ["self", *named, *about, "**conventions: Any"]
    call = f"{function.name}({', '.join(names)}, **conventions)"
    return METHOD.format(
        name=function.name,
        parameters=listed(function.name, parameters),
        words=ast.get_docstring(function).partition("\n")[0].replace("Return", "Add", 1),
        state=f"for rule in {call}:\n            self.state(rule)"
        if several
        else f"self.state({call}, about)",
    )


def text():
    """The text of the file."""
    found = [*functions()]
    modules = {}
    for module, function in found:
        modules.setdefault(module, []).append(function.name)
    imports = "".join(
        f"from accord.problem.graph_rules.{module} import {', '.join(sorted(names))}\n"
        for module, names in modules.items()
    )
    return TEXT.format(imports=imports, methods="".join(method(function) for _, function in found))


def page(text):
    """The text of the page, with the table."""
    pages = [
        ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "" for file in sorted(FOLDER.glob("*.py"))
    ]
    rows = "".join(f"| {call} | {means} |\n" for words in pages for call, means in MEANS.findall(words))
    return TABLE.sub(lambda _: rows, text, count=1)
