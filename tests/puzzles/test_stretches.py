"""Files of many puzzles of any sorts: what a line means does not depend on the lines before it."""

import io

import pytest

import accord
from accord.errors import InputError
from accord.puzzles import loader, stretches

AQUARIUM = "https://puzz.link/p?aquarium/r/2/2/o0/1111"
AKARI = "https://puzz.link/p?akari/3/3/g6.jc"
GRID = "1 2 | . .\n. . | 2 1\n---------\n2 . | . .\n. . | . 2"
AQT = "puzzle small\nsize 2 2\ncolumns 1 1\nrows 0 2\ngrid\n1 1\n2 2\nend"
BLOCK = "family nonogram\n\npuzzle corner\n2 2\n2\n1\n2\n1\nsolution\n2 2\nx x\nx -\nend"
SORTS = {  # the lines of a puzzle, and its family
    AQUARIUM: "aquarium",
    AKARI: "akari",
    "queens:5": "queens",
    "1234341221434321": "sudoku",
    "1_1_0_2;1,1,2,2": "aquarium",
    AQT: "aquarium",
    GRID: "sudoku",
}


def families(text):
    """The family of each puzzle of a file."""
    return [puzzle.family for _, puzzle in stretches.puzzles(io.BytesIO(text.encode()), loader.of_text)]


@pytest.mark.parametrize("first", SORTS, ids=lambda text: text.split("\n")[0])
def test_what_a_file_of_many_is_does_not_depend_on_its_first_line(first, tmp_path):
    file = tmp_path / "many.txt"
    others = [text for text in SORTS if text != first]
    for some in (others, others[::-1], others[3:] + others[:3]):
        file.write_text("\n".join([first, "# a comment", "", *some]))
        found = [puzzle for _, puzzle in loader.read(str(file))]
        assert [each.family for each in found] == [SORTS[text] for text in (first, *some)]


def test_the_puzzles_of_a_mixed_file_are_those_of_files_of_one_sort(tmp_path):
    file = tmp_path / "many.txt"
    file.write_text("\n".join(SORTS))
    mixed = [puzzle.spec for _, puzzle in loader.read(str(file))]
    for text, spec in zip(SORTS, mixed, strict=True):
        file.write_text(text)
        assert accord.load(str(file)).spec == spec


def test_an_address_between_blocks_is_read_and_the_blocks_go_on():
    again = BLOCK.partition("\n")[2].replace("corner", "again")
    assert families(f"{BLOCK}\n{AKARI}\n{again}\n1_1_0_2;1,1,2,2\n{again}") == [
        "nonogram", "akari", "nonogram", "aquarium", "nonogram",
    ]  # fmt: skip
    assert families(f"{AKARI}\n{AQT}\n{BLOCK}") == ["akari", "aquarium", "nonogram"]


def test_lines_within_a_puzzle_do_not_end_it():
    told = AQT.replace("grid", f"source {AKARI}\ngrid")
    assert families(f"{told}\nqueens:4") == ["aquarium", "queens"]


def test_a_fault_has_the_line_of_the_whole_file(tmp_path):
    file = tmp_path / "many.txt"
    file.write_text(
        "\ufeffqueens:4\n\n1_1_0_2;1,1,2,9,9\nqueens:x\n# no puzzle\n12\n" + AQT.replace("2 2\nend", "2\nend")
    )
    queens, *wrong = [puzzle for _, puzzle in loader.read(str(file))]
    assert queens.family == "queens"
    assert [str(each).partition(": ")[0] for each in wrong] == [f"{file}:{n}" for n in (3, 4, 6, 13)]
    assert all(isinstance(each, InputError) for each in wrong)


def test_a_very_long_line_is_one_line(monkeypatch):
    monkeypatch.setattr(stretches, "LONGEST", 100)
    long = "~" * 1_000
    found = [*stretches.puzzles(io.BytesIO(f"1_1_0_2;1,1,2,2\n{long}\n{AKARI}\n".encode()), loader.of_text)]
    assert [name for name, _ in found] == ["<stdin>:1", "<stdin>:2", AKARI]
    found = [*stretches.puzzles(io.BytesIO(f"queens:4\n{long}\n{AKARI}\n".encode()), loader.of_text)]
    assert [name for name, _ in found] == ["queens:4", long[:100], AKARI]


def test_nothing_is_read_ahead():
    class Slow(io.BytesIO):
        name, taken = "slow", 0

        def readline(self, size=-1):
            self.taken += 1
            return super().readline(size)

    file = Slow(f"queens:4\n{AKARI}\n1_1_0_2;1,1,2,2\nqueens:5\n".encode())
    found = stretches.puzzles(file, loader.of_text)
    for number in range(1, 5):
        next(found)
        assert file.taken == number


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000", "\x1c"], ids=ascii)
def test_blanks_before_the_lines_that_end_a_puzzle_change_nothing(blank):
    unended = BLOCK.removesuffix("\nend")
    lines = f"{AQT}\nqueens:4\n{BLOCK}\n{unended}\nfamily nonogram\n{AKARI}\n{BLOCK}"
    moved = "\n".join(blank + line for line in lines.split("\n"))
    for text in (lines, moved):
        found = [each for _, each in stretches.puzzles(io.BytesIO(text.encode()), loader.of_text)]
        kinds = ["" if isinstance(each, InputError) else each.family for each in found]
        assert kinds == ["aquarium", "queens", "nonogram", "", "akari", "nonogram"]


def test_lines_inside_a_puzzle_are_not_looked_at_closely(monkeypatch):
    looked = []
    of_line = stretches._Stretch._ends_before
    monkeypatch.setattr(
        stretches._Stretch, "_ends_before", lambda self, line: looked.append(line) or of_line(self, line)
    )
    assert families(BLOCK) == ["nonogram"]
    assert looked == ["family nonogram", "", "puzzle corner", "end"]
