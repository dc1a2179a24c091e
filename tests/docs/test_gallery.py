"""The gallery: all packings of the library with their own counts, and pictures that show their boards."""

import html
import re
import tomllib
from copy import deepcopy
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from looped import looped
from pages import ROOT
from seen import seen

import accord
from accord.families.packing.spec import board_of
from accord.model.verify import verify
from accord.picture import OPTIONAL, column_step, first_column
from accord.scene.board import GAP, MARGIN
from accord.scene.cells import LATTICES
from accord.scene.palette import PIECES
from accord.scene.sticks import sides
from accord_compare.gallery import END, HEADINGS, exhibits, rewritten, short

pytestmark = pytest.mark.full  # left out of the fast profile

AGAIN = "run `make gallery`"
PAGE = ROOT / "docs/gallery.md"
PICTURES = ROOT / "docs/gallery"
TEXT = PAGE.read_text()
FILES = {
    path.stem: values
    for path in sorted((ROOT / "models").glob("*.toml"))
    if (values := tomllib.loads(path.read_text()))["family"] == "packing"
}
FLAT = [name for name, values in FILES.items() if values.get("lattice") not in ("cubic", "edges")]
SLOW = set()  # of these a solution would take long to find: the board alone is shown


@cache
def rows(text):
    """What the tables of a page say: by the name of a file and of its variant, the heading and the cells."""
    found, heading = {}, ""
    for line in text.splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 5 and (name := re.search(r"`([\w-]+)`(?:, variant `([^`]+)`|\])", cells[1])):
            assert (name[1], name[2]) not in found
            found[name[1], name[2]] = (heading, *cells)
    return found


def plain(cell):
    return html.unescape(re.sub(r"\\([|*])", r"\1", cell))


def wanted(values):
    """The same of model files, but for the set of pieces."""
    for name, file in values.items():
        for variant, laid in {None: {}, **file.get("variants", {})}.items():
            counts = file.get("counts", {}) if variant is None else laid.get("counts", {})
            numbers = [_number(counts.get(which)) for which in ("all", "distinct")]
            title = laid.get("title", file["title"])
            sources = [short(" ".join(count["source"].split())) for count in counts.values()]
            none = any(count["count"] == 0 for count in counts.values())
            yield (name, variant), HEADINGS[file.get("lattice", "square")], title, numbers, sources, none


def _number(count):
    if count is None:
        return ""
    term = count.get("oeis", "")
    return f"{count['count']:,}" + (f"<br>[{term}](https://oeis.org/{term.split('(')[0]})" if term else "")


def faults(text, values):
    """Where a page says something else than model files, or says less or more."""
    found = rows(text)
    told = set()
    for place, heading, title, numbers, sources, none in wanted(values):
        told.add(place)
        if place not in found:
            yield f"{place}: not in the gallery; {AGAIN}"
            continue
        under, picture, puzzle, *shown, said = found[place]
        picture_of = f"(gallery/{place[0]}.svg)" if place[1] is None else ""
        right = (
            under == heading
            and plain(puzzle).lstrip("*").startswith(title)
            and shown == numbers
            and all(source in plain(said) for source in sources)
            and puzzle.endswith("No solution.") == none
            and (picture.endswith(picture_of) if picture_of else not picture)
        )
        if not right:
            yield f"{place}: found {found[place]}; expected {numbers} of {title!r}; {AGAIN}"
    yield from (f"{place}: no such model file; {AGAIN}" for place in found.keys() - told)


def test_every_packing_is_there_with_its_own_counts():
    assert [*faults(TEXT, FILES)] == []
    assert len(FILES) > 30


def stated():
    for name, file in FILES.items():
        for variant, laid in {None: file, **file.get("variants", {})}.items():
            yield from ((name, variant, which) for which in laid.get("counts", {}))


def test_a_count_a_source_or_a_term_that_was_changed_is_seen():
    for name, variant, which in stated():
        for key, changed in (("count", 1234567), ("source", "nobody"), ("oeis", "A000001(1)")):
            copy = {name: deepcopy(FILES[name])}
            table = copy[name] if variant is None else copy[name]["variants"][variant]
            table["counts"][which][key] = changed
            (fault,) = (each for each in faults(TEXT, copy) if "no such model file" not in each)
            assert fault.startswith(f"({name!r}, {variant!r}): found ")


def test_a_file_that_came_or_went_is_seen():
    new = {"title": "x", "counts": {}}
    assert [*faults(TEXT, FILES | {"new": new})] == [f"('new', None): not in the gallery; {AGAIN}"]
    without = {name: file for name, file in FILES.items() if name != "soma"}
    assert {*faults(TEXT, without)} == {
        f"('soma', {variant!r}): no such model file; {AGAIN}" for variant in (None, "rotations")
    }


def test_it_is_what_its_command_writes():
    assert rewritten(PAGE, exhibits("packing")) == TEXT, AGAIN


def test_the_list_of_contents_leads_to_every_table_and_says_how_many_puzzles_it_has():
    contents = dict(re.findall(r"^  - \[(.*)\]\(#.*\): (\d+)$", TEXT, re.MULTILINE))
    tables = re.split(r"^### ", TEXT.partition(END)[0], flags=re.MULTILINE)[1:]
    assert contents == {each.partition("\n")[0]: str(each.count("\n|![")) for each in tables}
    headings = [
        heading.lower().replace(" ", "-") for heading in re.findall(r"^##+ (.*)$", TEXT, re.MULTILINE)
    ]
    assert re.findall(r"\(#(.*?)\)", TEXT) == headings


# -- pictures --------------------------------------------------------------------------------------


def test_each_file_has_one_picture_and_they_are_small():
    sizes = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert sizes.keys() == {f"{name}.svg" for name in FILES}, AGAIN
    assert sum(sizes.values()) < 1_000_000


def read(name):
    """What is seen of a picture: its title, the areas of pieces, how often each place is covered."""
    text = (PICTURES / f"{name}.svg").read_text()
    board = board_of(accord.load(name).spec)
    lattice = accord.load(name).spec.lattice
    cells, places = LATTICES[lattice], board.place_tuples
    width, height = cells.size(places)
    if lattice == "edges":  # with as much room on the right and below as on the left and above
        left, top, right, bottom = sides(places)
        width, height = left + right, top + bottom
    layers = 1 + max(layer for layer, _, _ in places)
    root = ElementTree.fromstring(text)
    unit = float(root.get("height")) / (height + 2 * MARGIN)
    long = layers * (width + GAP) - GAP + 2 * MARGIN
    assert float(root.get("width")) == pytest.approx(unit * long, abs=0.1), "the board has another size"
    areas = [path for path in seen(text).paths if path.fill in PIECES]

    def covering(place):
        x, y = cells.centre(place)
        at = (x + MARGIN + place[0] * (width + GAP)) * unit, (y + MARGIN) * unit
        return [number for number, area in enumerate(areas) if area.holds(at)]

    rows, columns = (1 + max(place[axis] for place in places) for axis in (1, 2))
    covered = {
        (layer, row, column): covering((layer, row, column))
        for layer in range(layers)
        for row in range(rows)
        for column in range(first_column(lattice, row), columns, column_step(lattice))
    }
    return root.find("{http://www.w3.org/2000/svg}title").text, areas, board, covered


@looped("name", FILES)
def test_a_picture_shows_the_board_of_its_file_and_each_cell_is_covered_once(name):
    title, areas, board, covered = read(name)
    signs = dict(zip(board.place_tuples, board.signs, strict=True))
    none = any(count["count"] == 0 for count in FILES[name].get("counts", {}).values())
    if none or name in SLOW:
        assert title == f"{FILES[name]['title']}: the board"
        return
    assert title == f"{FILES[name]['title']}: a solution"
    assert {place for place, here in covered.items() if here} <= signs.keys()
    for place, sign in signs.items():
        assert len(covered[place]) == 1 or (sign == OPTIONAL and not covered[place]), place
    assert {number for here in covered.values() for number in here} == set(range(len(areas)))


@pytest.mark.slow
@pytest.mark.parametrize("name", FLAT)
def test_what_a_picture_shows_is_a_solution(name):
    _, areas, board, covered = read(name)
    if not areas:
        return
    model, number = accord.load(name).model, {place: cell for cell, place in enumerate(board.place_tuples)}
    shown = {frozenset(number[p] for p, here in covered.items() if at in here) for at in range(len(areas))}
    shown |= {frozenset([number[place]]) for place in board.place_tuples if not covered[place]}
    options = {cells: [] for cells in shown}
    for option in range(model.options):
        cells = frozenset(item for item in model.items_of(option).tolist() if item < len(number))
        options.get(cells, []).append(option)
    assert all(options.values())
    if all(len(each) == 1 for each in options.values()):  # on a tube two pieces may cover the same cells
        verify(model, np.array([sorted(each for (each,) in options.values())], np.int32))


def test_a_picture_of_another_board_or_with_a_piece_less_is_not_taken(tmp_path, monkeypatch):
    text = (PICTURES / "pentomino-6x10.svg").read_text()
    paths = re.findall(r"<path .*? />", text)
    for name, changed in (
        ("pentomino-5x12", text),
        ("pentomino-6x10", text.replace(paths[0], "")),
        ("pentomino-6x10", text.replace(paths[0], paths[0] + paths[1])),
    ):
        (tmp_path / f"{name}.svg").write_text(changed)
        monkeypatch.setitem(globals(), "PICTURES", Path(tmp_path))
        with pytest.raises(AssertionError):
            test_a_picture_shows_the_board_of_its_file_and_each_cell_is_covered_once.__wrapped__(name)
