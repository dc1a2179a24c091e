"""What the docs name exists: modules and names by their dots, paths in backticks, layers of packages."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOTS = {
    "accord": ROOT / "src",
    "accord_native": ROOT / "native",
    "accord_compare": ROOT / "compare",
    "accord_research": ROOT / "research",
}
FOLDERS = (ROOT, ROOT / "src", ROOT / "src/accord", *ROOTS.values())  # from which paths are given
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs/howto").glob("*.md")),
    *sorted((ROOT / "plugins").glob("*/README.md")),
]
DOTTED = re.compile(r"(?<![\w./-])accord(?:_native|_compare|_research)?(?:\.[A-Za-z_]\w*)+")
PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)+/?)`")
ENGINE = re.compile(r"(native|cpsat|sat)/[\w-]+")  # as the ledgers name them
ADDRESS = re.compile(r"[a-z]+/\d+/\d+/\S+")  # of a puzzle, without its site


def texts():
    """The pages, and the docstrings of all modules."""
    for page in PAGES:
        yield page, page.read_text()
    for package, root in ROOTS.items():
        for module in sorted((root / package).rglob("*.py")):
            yield module, ast.get_docstring(ast.parse(module.read_text())) or ""


@cache
def there_is(name):
    """Whether a dotted name leads to a module, or to what is named in one; nothing is imported."""
    first, *rest = name.split(".")
    place = ROOTS[first] / first
    while rest and place.is_dir():
        below = place / rest[0]
        if not below.is_dir() and not (below := below.with_suffix(".py")).is_file():
            break
        place, rest = below, rest[1:]
    module = (place / "__init__.py" if place.is_dir() else place).read_text()
    code = module.replace(ast.get_docstring(ast.parse(module), clean=False) or "\0", "")
    return not rest or re.search(rf"\b{rest[0]}\b", code) is not None


def test_names_with_dots_exist():
    found = [(page, name) for page, text in texts() for name in DOTTED.findall(text)]
    assert len(found) > 100
    assert [f"{page.relative_to(ROOT)}: {name}" for page, name in found if not there_is(name)] == []


def test_paths_exist():
    found = [
        (page, path)
        for page, text in texts()
        for path in PATH.findall(text)
        if not (ENGINE.fullmatch(path) or ADDRESS.fullmatch(path))
    ]
    assert len(found) > 10
    lost = [each for each in found if not any((folder / each[1]).exists() for folder in FOLDERS)]
    assert [f"{page.relative_to(ROOT)}: {path}" for page, path in lost] == []


def test_the_layers_are_drawn_as_the_linter_checks_them():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["id"] == "layers")
    page = (ROOT / "docs/architecture.md").read_text()
    drawing = re.search(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]
    drawn = [line.strip().partition("  ")[0] for line in drawing.splitlines()]
    assert drawn == [layer.replace("accord.", "") for layer in layers]
    assert max(map(len, drawing.splitlines())) <= 100
