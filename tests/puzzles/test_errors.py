"""Each way in which a model file can be wrong gives exactly its lines, and no traceback."""

import sys
import types

import msgspec
import numpy as np
import pytest

from accord.errors import InputError
from accord.model import Model
from accord.picture import Picture
from accord.puzzles import table
from accord.puzzles.document import LARGEST
from accord.puzzles.family import Family, Fault, Made, Shown, SpecError
from accord.puzzles.loader import load

SIDES = "a whole number or a list of 2 whole numbers"
KNOWN = ", ".join(table.rows())
GOOD = 'family = "packing"\nlattice = "square"\nboard = """\n....\n"""\npieces = { I = "IIII" }\n'


def faults_of(path, variant=None):
    with pytest.raises(InputError) as caught:
        assert load(str(path), variant).model
    found = caught.value.faults
    assert all("\n" not in fault for fault in found)
    return [fault.removeprefix(str(path)) for fault in found]


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "puzzle.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_the_good_file_is_good(file):
    assert load(str(file(GOOD))).model.options == 1


FILES = {
    "empty": ("", [':1: found an empty file; expected a model file, which begins as in family = "packing"']),
    "blank": (
        "\n \n",
        [':1: found an empty file; expected a model file, which begins as in family = "packing"'],
    ),
    "not UTF-8": (
        b'family = "packing"\n# caf\xe9\n',
        [":2: found the byte 0xe9; expected UTF-8; save it as UTF-8"],
    ),
    "UTF-16": (
        b"\xff\xfe" + GOOD.encode("utf-16-le"),
        [": found text in UTF-16, which is not read; save it as UTF-8"],
    ),
    "too big": (
        b"#" * (LARGEST + 1),
        [": found more than 1,000,000 bytes; expected a model file, which is smaller"],
    ),
    "truncated text": (GOOD[:55], [":3: board: the file ends within this value; close it"]),
    "truncated table": (GOOD[:-2], [":6: pieces: the file ends within this value; close it"]),
    "no value": (
        'family = "packing"\nboard = \n',
        [":2: column 9: Invalid value; expected a model file, which is TOML"],
    ),
    "key given twice": (
        GOOD + 'pieces = """\n1\n"""\n',
        [":7: pieces: found this key again, which line 6 has; keep one of the two"],
    ),
    "key and table of the same name": (
        GOOD + "[pieces]\n",
        [":7: pieces: found this key again, which line 6 has; keep one of the two"],
    ),
    "table given twice": (
        GOOD + "[x]\n[x]\n",
        [":8: column 3: Cannot declare ('x',) twice; expected a model file, which is TOML"],
    ),
    "nested too deeply": (
        'family = "packing"\nboard = ' + "[" * 20_000,
        [":2: nested too deeply; expected at most 16 levels"],
    ),
    "endless number": (
        'family = "queens"\nsize = ' + "9" * 5000,
        [":2: found 5000 signs without a break; expected a name or a number of at most 1000"],
    ),
    "no family": (
        "size = 8",
        [f":1: family: found nothing; expected one of {KNOWN}"],
    ),
    "unknown family": (
        'title = "x"\nfamily = "packng"\nbored = 1\n',
        [f":2: family: found 'packng'; expected one of {KNOWN}; did you mean 'packing'?"],
    ),
    "family of a wrong type": ("family = 8", [":1: family: found 8; expected a text"]),
    "unknown key": (
        'family = "queens"\nsize = 8\nsizes = 8\n',
        [
            ":3: sizes: found an unknown key; expected one of board, counts, family, piece, pieces, rule,"
            " size, title, variants; did you mean 'size'?"
        ],
    ),
    "missing key": ('family = "queens"', [f":1: size: found nothing; expected {SIDES}; add the key"]),
    "number beyond 64 bits": (
        'family = "queens"\nsize = 9223372036854775808',
        [f":2: size: found a number beyond 64 bits; expected {SIDES}"],
    ),
    "date": ('family = "queens"\nsize = 2026-11-21', [f":2: size: found a date; expected {SIDES}"]),
    "true is no number": (
        'family = "queens"\nsize = true',
        [f":2: size: found true; expected {SIDES}"],
    ),
    "long text": (
        f'family = "queens"\nsize = "{"x" * 999}"',
        [f":2: size: found '{'x' * 40}'...; expected {SIDES}"],
    ),
    "terminal codes": (
        'family = "queens"\nsize = "\\u001b[2J\\n"',
        [f":2: size: found '\\x1b[2J\\n'; expected {SIDES}"],
    ),
    "deeper types": (
        GOOD + 'size = [1, "a"]\nsymmetry = "rotation"\ncopies = { I = "many" }\n'
        'confine = [\n  { piece = "I", rows = [1, 2, 3] },\n  { peice = "I", columns = ["a", 2.5] },\n]\n',
        [
            ":7: size[2]: found 'a'; expected a whole number",
            ":8: symmetry: found 'rotation'; expected one of 'all', 'rotations', 'none';"
            " did you mean 'rotations'?",
            ":9: copies.I: found 'many'; expected a whole number or a list of 2 whole numbers or "
            "'any'; did you mean 'any'?",
            ":11: confine[1].rows: found a list of 3; expected a list of 2 whole numbers",
            ":12: confine[2].peice: found an unknown key;"
            " expected one of cells, columns, layers, piece, rows; did you mean 'piece'?",
            ":12: confine[2].columns[1]: found 'a'; expected a whole number",
            ":12: confine[2].columns[2]: found 2.5; expected a whole number",
            ":12: confine[2].piece: found nothing; expected a text; add the key",
        ],
    ),
    "counts": (
        'family = "queens"\nsize = 8\n[counts]\nall = { count = -1, source = "" }\nmost = 3\n'
        '[counts.distinct]\ncount = "12"\nchecked = "sat"\n',
        [
            ":4: counts.all.count: found -1; expected a whole number, 0 or more",
            ":4: counts.all.source: found ''; expected a text that is not empty",
            ":5: counts.most: found an unknown key; expected one of all, distinct, shortest",
            ":6: counts.distinct.source: found nothing; expected a text that is not empty; add the key",
            ":7: counts.distinct.count: found '12'; expected a whole number, 0 or more",
            ":8: counts.distinct.checked: found 'sat'; expected a list of texts",
        ],
    ),
    "variants": (
        'family = "queens"\nsize = 8\n[variants]\nsmall = 4\n[variants.large]\nsize = "9"\n'
        'family = "langford"\n'
        "[variants.larger]\ncounts.all.count = 1\n",
        [
            ":4: variants.small: found 4; expected a table",
            f":6: variants.large.size: found '9'; expected {SIDES}",
            ":7: variants.large.family: found an unknown key; expected one of board, counts, piece,"
            " pieces, rule, size, title",
            ":9: variants.larger.counts.all.source: found nothing; expected a text that is not empty;"
            " add the key",
        ],
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_every_fault_has_its_line(file, name):
    content, expected = FILES[name]
    assert faults_of(file(content)) == expected


def lines_and_keys(faults):
    return [fault.split(": ")[0] + ": " + fault.split(": ")[1] for fault in faults]


def test_faults_that_only_the_family_sees_get_the_row_of_the_picture(file):
    ragged = 'family = "packing"\npieces = "pentominos"\nboard = """\n....\n...\n..?.\n"""\n'
    assert lines_and_keys(faults_of(file(ragged))) == [":2: pieces", ":6: board[3]"]
    ragged = ragged.replace("?", ".")
    assert lines_and_keys(faults_of(file(ragged))) == [":2: pieces", ":5: board[2]"]


def test_faults_of_a_variant_point_to_what_it_laid_over(file):
    path = file(GOOD + '[variants.ragged]\nboard = """\n..\n.\n"""\n')
    assert load(str(path)).model.options == 1
    assert lines_and_keys(faults_of(path, "ragged")) == [":10: variants.ragged.board[2]"]


def test_faults_of_a_variant_in_what_it_left_alone_point_to_the_file(file):
    path = file(GOOD + "[variants.solid]\npieces = { I = 'I', O = 'I' }\n")
    assert lines_and_keys(faults_of(path, "solid")) == [":8: variants.solid.pieces.O"]
    path = file(GOOD.replace("....", "..?.") + "[variants.other]\nflipping = false\n")
    assert lines_and_keys(faults_of(path, "other")) == [":4: board[1]"]


def test_a_folder_a_missing_file_and_a_file_within_a_file(tmp_path, file):
    there = file(GOOD)
    assert faults_of(tmp_path) == [": found a folder; expected a model file"]
    assert faults_of(tmp_path / "puzle.toml") == [
        ": found no such file; expected a model file; did you mean 'puzzle'?"
    ]
    assert faults_of(tmp_path / "soma.toml") == [
        ": found no such file; expected a model file; did you mean 'soma', which is in the library?"
    ]
    assert faults_of(there / "x.toml") == [": cannot be read: Not a directory"]
    assert faults_of("/dev/zero") == [
        ": found more than 1,000,000 bytes; expected a model file, which is smaller"
    ]


def test_very_many_faults_are_found_soon_and_not_all_listed(file):
    path = file('family = "queens"\nsize = 8\n' + "".join(f"size{i} = 1\n" for i in range(50_000)))
    with pytest.raises(InputError) as caught:
        load(str(path))
    assert str(caught.value).count("\n") == InputError.shown
    assert len(caught.value.faults) == 200


class Spec(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    low: int
    high: int = 9

    def __post_init__(self):
        if self.low > self.high:
            raise ValueError("low is above high")


def build(spec):
    faults = [Fault(key, "is odd") for key in ("low", "high") if getattr(spec, key) % 2]
    if faults:
        raise SpecError(faults)
    return Model.from_arrays(["a"], np.array([0, 1]), np.array([0]))


@pytest.fixture
def stub(monkeypatch):
    module = types.ModuleType("stub_family")
    shown = Shown(picture=lambda spec, model, options: Picture("square", {}))
    module.STUB = Family(name="stub", spec=Spec, shown=shown, made=Made(model=build))
    monkeypatch.setitem(sys.modules, "stub_family", module)
    rows = {**table.rows(), "stub": table.row_of(module.STUB, "stub_family:STUB")}
    monkeypatch.setattr(table, "_load_rows", lambda: (rows, ()))


def test_a_spec_that_checks_its_keys_together(stub, file):
    path = file('family = "stub"\nlow = 2\nhigh = 4\n[variants.crossed]\nlow = 6\n')
    assert faults_of(path) == [":4: variants.crossed: low is above high"]
    assert faults_of(file('family = "stub"\nlow = 20\n')) == [":1: low is above high"]


def test_all_faults_of_the_family_come_at_once_in_the_order_of_the_lines(stub, file):
    assert faults_of(file('high = 3\nlow = 1\nfamily = "stub"')) == [":1: high: is odd", ":2: low: is odd"]


def test_the_keys_of_a_spec_may_be_wrong_beside_those_of_every_family(stub, file):
    assert lines_and_keys(faults_of(file('title = 3\nfamily = "stub"\nhigh = "x"\nlaw = 1\n'))) == [
        ":1: title",
        ":1: low",
        ":3: high",
        ":4: law",
    ]
