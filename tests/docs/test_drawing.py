"""The page on drawing: its pictures come out of its commands, and its table of licences is true."""

import re
import struct
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from commands import called
from generated_files import PICTURES, TUTORIALS

from accord.puzzles.loader import load
from accord.render import files

pytestmark = pytest.mark.full  # left out of the fast profile

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/drawing.md").read_text()
COMMANDS = {
    command.rpartition(" -o ")[2]: command
    for command in re.findall(r"^```sh\naccord (draw .* -o .*)\n```$", PAGE, re.MULTILINE)
}
TABLE = re.findall(
    r"^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", PAGE.partition("## Libraries")[2], re.MULTILINE
)[1:]


def test_every_picture_has_its_command_and_is_shown_below_it():
    others = {"compare-times.svg", "workbench.png", *TUTORIALS}  # of other pages
    assert {path.name for path in PICTURES.iterdir()} - others == set(COMMANDS)
    shown = re.findall(r"^accord draw .* -o (.*)\n```\n\n!\[[^]]+\]\(pictures/(.*)\)$", PAGE, re.MULTILINE)
    assert [name for name, _ in shown] == [name for _, name in shown] == list(COMMANDS)


def test_pictures_are_small():
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < 400_000


def test_the_marked_cells_are_an_unavoidable_set():
    marked = re.search(r'--mark "(.*?)"', PAGE)[1].split()
    line = called("solve", "sudoku-17", "--style", "line", "--quiet").stdout.strip()
    cells = [9 * (int(r) - 1) + int(c) - 1 for r, c in (re.findall(r"\d", name) for name in marked)]
    one, other = sorted({line[cell] for cell in cells})
    swapped = "".join(
        {one: other, other: one}[sign] if cell in cells else sign for cell, sign in enumerate(line)
    )
    assert called("count", f"sudoku:{swapped}", "--quiet").stdout == "1\n"  # a grid
    given = load("sudoku-17").picture().signs
    assert any(given[0, cell // 9, cell % 9] != "." for cell in cells)


# -- licences --------------------------------------------------------------------------------------


def licence(name):
    """What a distribution says of itself: by its metadata, else by the text that it brings."""
    found = distribution(name)
    if stated := found.metadata.get("License-Expression"):
        return stated
    texts = [file.read_text() for file in found.files or () if re.search(r"licenses?/LICENSE", str(file))]
    said = " ".join(" ".join([*found.metadata.get_all("Classifier", []), *texts]).split())
    for words, known in (
        ("Permission is hereby granted, free of charge, to any person obtaining a copy", "MIT"),
        ("License :: OSI Approved :: BSD License", "BSD-3-Clause"),
        ("Neither the name of", "BSD-3-Clause"),
    ):
        if words in said:
            return known
    return None


LIBRARIES = [row for row in TABLE if "DejaVu" not in row[0]]


@pytest.mark.parametrize(("name", "stated", "installed"), [(row[0], row[1], row[3]) for row in LIBRARIES])
def test_a_library_has_the_licence_of_the_table(name, stated, installed):
    try:
        assert licence(name) == stated
    except PackageNotFoundError:
        if "extra" not in installed:
            raise
        pytest.skip(f"{name} is not installed: an extra")


def test_the_table_has_all_libraries_that_drawing_asks_for():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    core = {re.split(r"[><=\[]", line)[0] for line in declared["dependencies"]}
    extras = declared["optional-dependencies"]
    extra = {re.split(r"[><=\[]", line)[0] for line in extras["film"] + extras["pdf"]}
    assert {row[0] for row in LIBRARIES if row[3] == "Accord itself"} <= core
    assert {row[0] for row in LIBRARIES if row[3] != "Accord itself"} == extra
    used = {
        "drawsvg": "drawsvg", "resvg_py": "resvg_py", "PIL": "pillow", "av": "av", "reportlab": "reportlab",
    }  # fmt: skip
    sources = "\n".join(path.read_text() for path in (ROOT / "src/accord").rglob("*.py"))
    for module, name in used.items():
        if re.search(rf"^\s*(import {module}|from {module})\b", sources, re.MULTILINE):
            assert name in {row[0] for row in LIBRARIES}


def names(path):
    """The table `name` of a font: the number of each name -> its text, as Windows has it."""
    data = Path(path).read_bytes()
    tables = {
        data[at : at + 4]: struct.unpack(">II", data[at + 8 : at + 16])
        for at in range(12, 12 + 16 * struct.unpack(">H", data[4:6])[0], 16)
    }
    offset, length = tables[b"name"]
    table = data[offset : offset + length]
    _, count, texts = struct.unpack(">HHH", table[:6])
    found = {}
    for at in range(6, 6 + 12 * count, 12):
        platform, _, _, number, size, start = struct.unpack(">6H", table[at : at + 12])
        if platform == 3:
            found[number] = table[texts + start : texts + start + size].decode("utf-16-be")
    return found


def test_fonts_have_the_names_and_the_licence_of_the_table():
    (row,) = (row for row in TABLE if "DejaVu" in row[0])
    found = [names(path) for path in files.fonts()]
    assert sorted(row[0].split(", ")) == sorted(each[4] for each in found)
    notice = (Path(files.fonts()[0]).parent / "LICENSE.txt").read_text()
    for each in found:
        assert each[1] == "DejaVu Sans"
        assert "Bitstream Vera Fonts Copyright" in each[13]
        assert "Arev Fonts Copyright" in each[13]
        assert "DejaVu changes are in public domain" in each[13]
        for line in ("Bitstream Vera is a trademark", "Permission is hereby granted", "Tavmjong Bah"):
            assert line in " ".join(each[13].split())
            assert line in " ".join(notice.split())
    assert row[1] == "Bitstream Vera, Arev, public domain"
