"""`accord solve --unique`: the first line, the exit code and the cells that differ, for every family."""

import json

import pytest
from commands import called

from accord.puzzles import table

# a text of each family with one solution, with several, and with none; None where no small one is known
TEXTS = {
    "akari": (".1./x../..2", ".../.../...", "0./.0"),
    "aquarium": ("1_1_0_2;1,1,2,2", "1_1_1_1;1,2,3,4", "1_1_1_1;1,1,2,2"),
    "battleship": (
        "fleet=2_1;2_0_2_0;1_1_1_1;..../..../x.../....",
        "fleet=1;-_-;-_-;../..",
        "fleet=1;1_1;-_-;../..",
    ),
    "binairo": (".1../..22/..../..2.", "..../..../..../....", "1.../1.../1.../...."),
    "clue-sets": (None, "4:1234341221434321", "1:1234341221434321"),
    "costas": ("1", "6", None),
    "dominosa": ("0011/2012/0212", "001/011", "0000/1111/2222"),
    "golomb": ("2", "6", "4,5"),
    "kakurasu": ("2_3_6;3_4_5", "3_3_3;3_3_3", "1_1;2_2"),
    "kakuro": ("-_4,_6,/,3_0_0/,7_0_0", "-_5,_5,/,5_0_0/,5_0_0", "-_3,_3,/,4_0_0/,4_0_0"),
    "killer-sudoku": (
        "4_7_._./._6_._9/9_._5_./._._._.;1222/1334/5364/5564",
        "10_._._./10_._._./10_._._./10_._._.;1111/2222/3333/4444",
        "3_._3_./7_._7_./3_._7_./7_._3_.;1122/3344/5566/7788",
    ),
    "langford": (None, "7", "5"),
    "latin": ("1", "5", None),
    "macmahon": ("1x1", "4x6", "2x3"),
    "magnets": ("-_1_-;0_-_-;-_-_1;1_-_-;;@11/234/234", "-_-;-_-;-;-;;11", "1_1;-_-;-;-;;11"),
    "mosaic": (".24./2.43/..21", "../..", "01/.."),
    "nonogram": ("6x5:2.1;1;4;5;5;2.1;1.2;1.4;4;3;6", "2x2:1;1;1;1", "2x2:2;0;0;2"),
    "norinori": ("1222/1112/3322/2222", "1111/1111", "12/12"),
    "queens": ("1", "8", "3"),
    "shikaku": ("4.2/.../3..", "2./.2", "3../..1/..2"),
    "skyscrapers": ("2_1;1_2;2_1;1_2", "-_-;-_-;-_-;-_-", "1_1;-_-;-_-;-_-"),
    "star-battle": ("1111/1222/3324/3344", "11111/22222/33333/44444/55555", "11/22"),
    "steiner": ("3", "7", "8"),
    "sudoku": ("1234341221434321", "1...3...4...2...", "12....1...1....."),
    "suguru": (".4../5..3/..../...2;1122/1222/1334/1333", "../..;11/11", "1./.1;11/11"),
    "tents": ("0_2_0_1;1_1_1_0;x..x/..../..x./....", "-_-_-;-_-_-;.../.x./...", "0_0_0;0_0_0;.../.x./..."),
    "thermometers": ("2_1_1_2;o>,o>", "1_1_1_1;oo,oo", "0_1_1_0;o>,o>"),
    "word-square": ("bit,ice,ten", "ab,ba", "ab,cd"),
}
# and model files of the families without texts
BOARD = 'family = "packing"\ntitle = "Dominoes"\npieces = "dominoes"\ncopies = "any"\nsize = [{}]\n'
RULES = 'family = "problem"\ntitle = "A number"\nrules = "{}"\n[variables]\nx = {{ values = [1, 2, 3] }}\n'
FILES = {
    "packing": [BOARD.format(size) for size in ("1, 2", "2, 2", "3, 3")],
    "problem": [RULES.format(rule) for rule in ("x >= 3", "x >= 2", "x >= 4")],
}
ANSWERS = {"unique": 0, "several": 6, "impossible": 7}
CASES = [
    (family, text, answer)
    for family, texts in TEXTS.items()
    for text, answer in zip(texts, ANSWERS, strict=True)
    if text is not None
]


def test_every_family_of_models_has_its_texts():
    families = {name for name, row in table.rows().items() if table.family(name).made.model is not None}
    assert families - {"cover"} <= TEXTS.keys() | FILES.keys()


def check(name, answer):
    done = called("solve", name, "--unique", "--quiet")
    assert (done.stdout.splitlines()[0], done.returncode, done.stderr) == (answer, ANSWERS[answer], "")
    found = called("solve", name, "--unique", "--json")
    assert (json.loads(found.stdout)["answer"], found.returncode) == (answer, ANSWERS[answer])
    assert ("the two solutions differ in" in done.stdout) == (answer == "several")
    undecided = called("solve", name, "--unique", "--quiet", "--time-limit", "1e-9")
    assert (undecided.stdout.splitlines(), undecided.returncode) == (["undecided"], 5)


@pytest.mark.parametrize(("family", "text", "answer"), CASES)
def test_the_verdict_is_the_first_line_and_the_exit_code(family, text, answer):
    check(f"{family}:{text}", answer)


@pytest.mark.parametrize("family", FILES)
@pytest.mark.parametrize(("which", "answer"), [*enumerate(ANSWERS)])
def test_the_verdict_of_a_model_file(family, which, answer, tmp_path):
    path = tmp_path / "puzzle.toml"
    path.write_text(FILES[family][which])
    check(str(path), answer)


def test_the_cells_that_differ_are_named_and_marked():
    lines = called("solve", "queens:4", "--unique", "--quiet").stdout.splitlines()
    one, other, marked = lines[1:5], lines[6:10], lines[-4:]
    differ = [(r, c) for r in range(4) for c in range(4) if one[r][c] != other[r][c]]
    assert differ
    said = " ".join(line for line in lines if line.startswith(("the two", "r")))
    assert said == f"the two solutions differ in {', '.join(f'r{r + 1}c{c + 1}' for r, c in differ)}"
    assert marked == ["".join("?" if (r, c) in differ else one[r][c] for c in range(4)) for r in range(4)]


def test_impossible_names_the_next_command():
    said = called("solve", "queens:3", "--unique").stderr.splitlines()
    assert said[-1] == "to see why: accord explain queens:3"


def test_a_line_for_each_part_in_the_style_line():
    lines = called("solve", "queens:8", "--unique", "--quiet", "--style", "line").stdout.splitlines()
    assert (lines[0], len(lines)) == ("several", 4)
    assert lines[3].startswith("the two solutions differ in r")
