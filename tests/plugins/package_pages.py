"""Writes the list of modules in the page of each package: a row for each, with how its own docstring begins.

A row is `NAME   WORDS`, in the docstring of an `__init__.py`. Rows stay in the order in which the page has
them, which is made by hand; modules that are new stand behind the last one. The page of the families lists
what is no family, since `accord families` lists those; the page of the rules on lists what is no rule.
"""

import ast
import re
import textwrap
from pathlib import Path

import rules_on_lists

from accord.puzzles import registry

ROOT = Path(__file__).parents[2]
ROOTS = {
    "accord": "src",
    "accord_native": "native",
    "accord_compare": "compare",
    "accord_research": "research",
}
PAGES = {
    ".".join(page.parent.relative_to(ROOT / root).parts): page
    for package, root in ROOTS.items()
    for page in sorted((ROOT / root / package).rglob("__init__.py"))
}
PUBLIC = "accord"  # its page lists what everybody may import from it
ROW = re.compile(r"( *)([A-Za-z_]\w*/?(?:, [A-Za-z_]\w*/?)*)  +\S")  # names, and their words
WIDTH = 110


def modules(name):
    """The modules and packages that the page of a package lists."""
    folder = PAGES[name].parent
    found = {each.parent.name for each in folder.glob("*/__init__.py")}
    found |= {each.stem for each in folder.glob("*.py") if not each.stem.startswith("_")}
    if name == "accord.families":
        found -= {row["place"].partition(":")[0].split(".")[2] for row in registry.FAMILIES}
    if name == "accord.problem.global_rules":  # `found` has those of a rule
        found -= {module for module, *_ in rules_on_lists.modules()}
    return {each for each in found if not each.endswith("_layout")}  # which stand beside their kernels


def begins(folder, module, width):
    """How the docstring of a module begins: its first sentence, or as much of it as fits and is whole."""
    path = folder / module / "__init__.py" if (folder / module).is_dir() else folder / f"{module}.py"
    page = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    sentence = re.split(r"\.(?:\s|$)", page.partition("\n\n")[0].replace("\n", " "))[0]
    if len(sentence) <= width:
        return sentence
    for sign in (r"[;:] | \(", ", "):
        ends = [found.start() for found in re.finditer(sign, sentence[: width + 1])]
        whole = [end for end in ends if end > width // 3 and _is_whole(sentence[:end])]
        if whole:
            return sentence[: max(whole)]
    return textwrap.wrap(sentence, width)[0]


def _is_whole(words):
    return words.count("(") == words.count(")") and words.count("`") % 2 == 0


def page_text(name):
    """The text of the page of a package, with the rows of today."""
    page, known, done, kept = PAGES[name], modules(name), set(), []
    text = page.read_text("utf-8")
    lines = text.split("\n")
    end = ast.parse(text).body[0].end_lineno
    rows = {n: found for n, line in enumerate(lines[:end]) if n and (found := ROW.match(line))}
    if name == PUBLIC or not rows:
        return text
    indent = len(rows[min(rows)][1])
    slashed = {each for row in rows.values() for each in re.findall(r"\w+(?=/)", row[2])}
    column = indent + 2 + max(len(each) + (each in slashed) for each in known)

    def write(module):
        shown = " " * indent + module + "/" * (module in slashed)
        kept.append(shown.ljust(column) + begins(page.parent, module, WIDTH - column))
        done.add(module)

    before = ""  # the line before, if it is of a row
    for n, line in enumerate(lines):
        if n in rows:
            for module in re.findall(r"\w+", rows[n][2]):
                if module in known - done:
                    write(module)
        elif not (before and line.startswith(" " * (indent + 6)) and not line.lstrip().startswith(">>>")):
            kept.append(line)
            line = ""
        before = line
        if n == max(rows):
            listed = {module for row in rows.values() for module in re.findall(r"\w+", row[2])}
            for module in sorted(known - listed):
                write(module)
    return "\n".join(kept)
