"""The mutation run itself: what it changes, and what becomes of a change."""

import sys
import tomllib
from pathlib import Path

import pytest
from areas import AREAS, ROOT
from chosen import chosen
from mutate import Mutant, mutants
from trial import ended, mutated

SOURCE = '''
"""A module of 3 lines."""
LIMIT = 7

@cached(size=1)
def found(a: "1 < 2" = 1) -> int | None:
    """No more than 9."""
    if not a < LIMIT and b is None:
        raise ValueError(f"{a + 1}: expected less than 7")
    while a:
        a -= 2  # \N{BLACK CIRCLE} and no byte more
        if a in (b,
                 b):
            continue
    assert a == 0
    self.known[a] = min(x for x, y in zip(b, b, strict=True) if x)
    note(a)
    return a

def wrong(a) -> InputError:
    return InputError(a + 1)
'''
EXPECTED = {
    ('def found(a: "1 < 2" = 1) -> int | None:', 'def found(a: "1 < 2" = 2) -> int | None:'),
    ("if not a < LIMIT and b is None:", "if a < LIMIT and b is None:"),
    ("if not a < LIMIT and b is None:", "if not a >= LIMIT and b is None:"),
    ("if not a < LIMIT and b is None:", "if not a <= LIMIT and b is None:"),
    ("if not a < LIMIT and b is None:", "if not a < LIMIT or b is None:"),
    ("if not a < LIMIT and b is None:", "if not a < LIMIT and b is not None:"),
    ("if not a < LIMIT and b is None:", "if True:"),
    ("if not a < LIMIT and b is None:", "if False:"),
    ('raise ValueError(f"{a + 1}: expected less than 7")', "pass"),
    ("while a:", "while False:"),
    ("a -= 2  # \N{BLACK CIRCLE} and no byte more", "a += 2  # \N{BLACK CIRCLE} and no byte more"),
    ("a -= 2  # \N{BLACK CIRCLE} and no byte more", "a -= 3  # \N{BLACK CIRCLE} and no byte more"),
    ("a -= 2  # \N{BLACK CIRCLE} and no byte more", "pass  # \N{BLACK CIRCLE} and no byte more"),
    ("if a in (b,", "if a not in (b,"),
    ("if a in (b,", "if True:"),
    ("if a in (b,", "if False:"),
    ("continue", "break"),
    ("self.known[a] = min(x for x, y in zip(b, b, strict=True) if x)", "pass"),
    (
        "self.known[a] = min(x for x, y in zip(b, b, strict=True) if x)",
        "self.known[a] = max(x for x, y in zip(b, b, strict=True) if x)",
    ),
    (
        "self.known[a] = min(x for x, y in zip(b, b, strict=True) if x)",
        "self.known[a] = min(x for x, y in zip(b, b, strict=True) if True)",
    ),
    (
        "self.known[a] = min(x for x, y in zip(b, b, strict=True) if x)",
        "self.known[a] = min(x for x, y in zip(b, b, strict=True) if False)",
    ),
    ("note(a)", "pass"),
    ("return a", "return"),
}  # fmt: skip


def test_behaviour_is_changed_and_wording_is_not(tmp_path):
    (tmp_path / "module.py").write_text(SOURCE, "utf-8")
    found = mutants(Path("module.py"), tmp_path)
    assert {(mutant.line, mutant.becomes) for mutant in found} == EXPECTED
    assert len(found) == len(EXPECTED)
    lines = SOURCE.splitlines()
    assert all(lines[mutant.number - 1].strip() == mutant.line for mutant in found)


@pytest.mark.parametrize(
    ("line", "code"), [("return n > 0", 1), ("return n >= 1", 0), ("while True: pass", None)]
)
def test_a_mutant_is_seen_or_not_or_hangs(tmp_path, line, code):
    (tmp_path / "src").mkdir()
    module = tmp_path / "src" / "small.py"
    module.write_text("def some(n):\n    return n >= 1\n", "utf-8")
    before = module.read_bytes()
    mutant = Mutant("src/small.py", before.index(b"return"), len(before) - 1, line, "any", 2, "", "")
    command = [sys.executable, "-c", "from small import some; exit(some(0.5))"]
    with mutated(tmp_path, mutant):
        assert ended(command, tmp_path, {}, 1 if code is None else 60)[0] == code
    assert module.read_bytes() == before


def test_modules_and_tests_of_each_area_are_there():
    for area in AREAS.values():
        assert all((ROOT / file).is_file() for file in area.files())
        assert all((ROOT / test.partition("::")[0]).exists() for test in area.tests)


def test_a_chosen_mutant_is_one_that_may_be_drawn_or_the_change_of_a_line(tmp_path):
    (tmp_path / "module.py").write_text(
        "LIMIT = 3\n\ndef some(a):\n    return a < 1\n    return a < 1\n", "utf-8"
    )
    listed = tmp_path / "listed.toml"
    rows = [("LIMIT = 3", "LIMIT = 4", ""), ("return a < 1", "return a <= 1", "place = 2")]
    listed.write_text(
        "".join(
            f'[[mutant]]\narea = "x"\nfile = "module.py"\nline = "{line}"\nbecomes = "{becomes}"\n{more}\n'
            for line, becomes, more in rows
        )
    )
    one, other = chosen(listed, tmp_path)["x"]
    source = (tmp_path / "module.py").read_bytes()
    assert one.apply(source) == source.replace(b"3", b"4")
    assert other.apply(source).endswith(b"return a < 1\n    return a <= 1\n")
    listed.write_text(listed.read_text().replace("place = 2", ""))
    with pytest.raises(LookupError, match="found 2 times"):
        chosen(listed, tmp_path)


def test_what_is_chosen_is_there():
    """Where code is changed, its mutants are changed or left out."""
    areas = chosen()
    assert all(str(mutant).startswith(("src/", "native/")) for some in areas.values() for mutant in some)
    assert areas.keys() <= AREAS.keys()


def test_what_is_listed_as_equivalent_is_still_a_mutant():
    listed = tomllib.loads((ROOT / "tests/mutants/equivalent.toml").read_text("utf-8"))["equivalent"]
    there = [each for file in {row["file"] for row in listed} for each in mutants(Path(file), ROOT)]
    there += [each for some in chosen().values() for each in some]
    known = {(mutant.file, mutant.line, mutant.becomes) for mutant in there}
    for row in listed:
        assert (row["file"], row["line"], row["becomes"]) in known, row["becomes"]
        assert len(row["reason"].split()) > 3
