"""Each package opens with a page of its own words: its modules, who may call it, and examples, which run."""

import ast
import doctest
from pathlib import Path

import pytest
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
} | {"accord.sudoku": ROOT / "src/accord/sudoku.py"}
PUBLIC = ("accord", "accord.sudoku")  # whose pages list what everybody may import from them


def words(name):
    return ast.get_docstring(ast.parse(PAGES[name].read_text())) or ""


def modules(name):
    """The modules and packages that are in a package."""
    folder = PAGES[name].parent
    inner = [each.parent.name for each in folder.glob("*/__init__.py")]
    if name == "accord.families":  # `accord families` lists those that are in the registry
        places = {row["place"].partition(":")[0].split(".")[2] for row in registry.FAMILIES}
        return {each.stem for each in folder.glob("*.py") if not each.stem.startswith("_")} - places
    if name == "accord.problem.global_rules":  # `found` has those of a rule
        inner += [each.stem for each in folder.glob("*.py") if not each.stem.startswith("_")]
        return {*inner} - {module for module, *_ in rules_on_lists.modules()}
    return {*inner, *(each.stem for each in folder.glob("*.py") if not each.stem.startswith("_"))}


def listed(name):
    """The names that stand before two blanks at the beginning of a line: `walks, cut    what they are`."""
    rows = [row for row, gap, _ in (line.strip().partition("  ") for line in words(name).splitlines()) if gap]
    names = [[each.strip().rstrip("/") for each in row.split(",")] for row in rows]
    return {each for row in names if all(map(str.isidentifier, row)) for each in row}


@pytest.mark.parametrize("name", [name for name in PAGES if name not in PUBLIC])
def test_a_page_lists_the_modules_of_its_package(name):
    layouts = {each for each in modules(name) if each.endswith("_layout")}  # beside the kernel of that name
    assert listed(name) | layouts == modules(name)


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_page_lists_the_public_names(name):
    public = __import__(name, fromlist=["__all__"]).__all__
    assert [each for each in public if each not in words(name)] == []


@pytest.mark.parametrize("name", [name for name in PAGES if not name.startswith("accord_native")])
def test_the_examples_of_a_page_run(name):
    example = doctest.DocTestParser().get_doctest(words(name), {}, name, None, 0)
    assert example.examples
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.DocTestRunner(optionflags=flags).run(example).failed == 0
