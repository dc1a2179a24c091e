"""The notebook runs, and shows what it has stored; its page has all of that."""

import pytest
from accord_site import notebooks

CODE = [cell for cell in notebooks.cells() if cell["cell_type"] == "code"]


def test_it_has_eight_cells_with_code_and_each_shows_something():
    assert len(CODE) == 8
    assert all([*notebooks.outputs(cell)] for cell in CODE)
    assert all(
        cell.keys() == {"cell_type", "execution_count", "id", "metadata", "outputs", "source"}
        for cell in CODE
    )
    assert [cell["execution_count"] for cell in CODE] == [*range(1, 9)]


def test_its_page_has_each_output():
    page = notebooks.page()
    for cell in CODE:
        assert notebooks.text(cell["source"]) in page
        assert all(words.rstrip() in page for words, _ in notebooks.outputs(cell))
    assert page.count("](notebook/") == len(notebooks.pictures()) > 5


@pytest.mark.full
def test_it_shows_what_is_stored():
    pytest.importorskip("nbclient")
    now = [cell for cell in notebooks.run()["cells"] if cell["cell_type"] == "code"]
    assert [[*notebooks.outputs(cell)] for cell in now] == [[*notebooks.outputs(cell)] for cell in CODE]
