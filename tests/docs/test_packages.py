"""Each package opens with a page of its own words: its modules, who may call it, and examples, which run."""

import ast
import doctest

import package_pages
import pytest
from looped import looped

PAGES = package_pages.PAGES | {"accord.sudoku": package_pages.ROOT / "src/accord/sudoku.py"}
PUBLIC = ("accord", "accord.sudoku")  # whose pages list what everybody may import from them


def words(name):
    return ast.get_docstring(ast.parse(PAGES[name].read_text())) or ""


def test_a_list_of_modules_has_all_in_the_order_of_the_page(tmp_path, monkeypatch):
    page = '"""A package.\n\nlater  what was\n       longer\ngone   no more\n\n    >>> 1\n    1\n"""\n'
    (tmp_path / "__init__.py").write_text(page)
    (tmp_path / "later.py").write_text(
        f'"""What is there, and only what is there: {"all, " * 20}or not."""\n'
    )
    (tmp_path / "earlier.py").write_text('"""What is new. It is small."""\n')
    monkeypatch.setitem(package_pages.PAGES, "made", tmp_path / "__init__.py")
    rows = "later    What is there, and only what is there\nearlier  What is new\n"
    assert package_pages.page_text("made") == f'"""A package.\n\n{rows}\n    >>> 1\n    1\n"""\n'


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_page_lists_the_public_names(name):
    public = __import__(name, fromlist=["__all__"]).__all__
    assert [each for each in public if each not in words(name)] == []


@looped("name", [name for name in PAGES if not name.startswith("accord_native")])
def test_the_examples_of_a_page_run(name):
    example = doctest.DocTestParser().get_doctest(words(name), {}, name, None, 0)
    assert example.examples
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.DocTestRunner(optionflags=flags).run(example).failed == 0
