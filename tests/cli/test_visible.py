"""What files of others say does nothing to a terminal: titles, names, rules, paths, texts of faults."""

import json
import re
from pathlib import Path

import pytest
from commands import called
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import looped
from profiles import examples

import accord.cli
import accord.families
import accord.json
from accord.cli.streams import visible
from accord.render.text import paint

EVIL = "\x1b]0;title\x07\x1b[2J\x1b[8m\x9b31m\x7f\b\r\u202e"
PLAIN = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*")
PAINT = re.compile(r"\x1b\[(38;5;\d+;48;5;\d+|0|1|7|3[1-7])m")
TOML = "".join(f"\\u{ord(sign):04x}" for sign in EVIL)
FILES = {
    "queens.toml": f'family = "queens"\ntitle = "four {TOML}"\nrule = "rule {TOML}."\nsize = 4\n',
    "cover.toml": f"""family = "cover"
title = "cover {TOML}"
rule = "rule {TOML}."
[items]
"a{TOML}" = 1
b = 1
[options]
"one{TOML}" = ["a{TOML}", "b"]
""",
    "many.txt": f"queens:4\nqueens:{EVIL.replace(chr(13), '')}\nnosuch{EVIL}:3\n",
    "soma.dlx": f"| {EVIL}\na{EVIL.replace(chr(13), '')} b\na{EVIL.replace(chr(13), '')} b\n",
}
WORDS = [
    *(f"{words} queens.toml" for words in ("show", "solve", "hint")),
    *(f"{words} cover.toml" for words in ("show", "solve", "hint", "draw", "count", "explain")),
    *(f"{words} cover.toml" for words in ("show --rows", "solve --style line", "sample", "prove", "watch")),
    *(f"convert cover.toml --to {form}" for form in ("dlx", "toml", "dimacs", "opb")),
    "convert queens.toml --to dlx", "solve many.txt", "count many.txt", "rate many.txt", "check many.txt",
    "solve soma.dlx", "show soma.dlx --rows", "count soma.dlx --json",
    f"count {EVIL}", f"count {EVIL}.toml", f"{EVIL}", f"count --{EVIL}", f"count queens:4 --engine {EVIL}",
    f"convert queens:4 --to dlx -o {EVIL}/x", f"merge {EVIL}", f"show cover.toml --variant {EVIL}",
]  # fmt: skip


@pytest.mark.parametrize("colour", [False, True])
@looped("words", WORDS)
def test_nothing_of_a_file_reaches_a_terminal_as_a_control_character(tmp_path, monkeypatch, words, colour):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, newline="")
    if colour:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.delenv("NO_COLOR", raising=False)
    done = called(*words.split(" "))
    assert done.stdout + done.stderr
    for text in (done.stdout, done.stderr):
        seen = PAINT.sub("", text) if colour else text
        assert PLAIN.fullmatch(seen), repr(text)


def test_the_files_of_these_tests_are_good_ones(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("queens.toml", "cover.toml", "soma.dlx"):
        (tmp_path / name).write_text(FILES[name], newline="")
        done = called("show", name, *(["--rows"] if name != "queens.toml" else []))
        assert done.returncode == 0, done.stderr
        assert "\\u001b" in done.stdout


def test_colours_of_ours_stay_but_for_those_that_hide():
    ours = paint("A", 231, 31) + "\x1b[1m\x1b[7mB\x1b[0m\x1b[31mC\x1b[0m"
    assert visible(ours, painted=True) == ours
    assert visible(ours) == ours.replace("\x1b", "\\u001b")
    for hides in ("\x1b[8m", "\x1b[30m", "\x1b[38;5;31;48;5;31m", "\x1b[2J", "\x1b]8;;x\x07"):
        assert "\x1b" not in visible(hides, painted=True)


@settings(max_examples=examples(200))
@given(st.text(st.characters(codec="utf-8")))
def test_json_stays_the_same_json(text):
    line = accord.json.encode({"title": text})
    assert json.loads(visible(line)) == {"title": text}
    assert PLAIN.fullmatch(visible(line))


def test_all_that_is_printed_goes_one_way():
    """`put` and `tell` of `accord.cli.streams`; click and print know nothing of what files say."""
    folders = [Path(package.__file__).parent for package in (accord.cli, accord.families)]
    found = [
        file.name
        for folder in folders
        for file in folder.rglob("*.py")
        if re.search(r"^ *(click\.s?echo|print)\(", file.read_text(), re.MULTILINE)
    ]
    assert found == ["streams.py"]
