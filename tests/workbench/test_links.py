"""Links that hold a puzzle, in the scripts of the page: read by node, without a browser."""

import json
import shutil
import subprocess
from importlib.resources import files

import pytest

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node")
STATIC = files("accord.workbench") / "static"
BEGIN = """
import { pack, unpack, LONGEST } from "SHARE";
import { state, takeIn, undo, redo, steps } from "STATE";
const said = [];
const say = (...words) => said.push(...words);
const failed = (link) => unpack(link).then(() => "read", (error) => `${error.name}: ${error.message}`);
"""


@pytest.fixture
def printed(tmp_path):
    """What a script says that has the functions of the page."""
    for name in ("share", "state"):
        (tmp_path / f"{name}.mjs").write_text((STATIC / f"{name}.js").read_text())
    begin = BEGIN.replace("SHARE", str(tmp_path / "share.mjs")).replace("STATE", str(tmp_path / "state.mjs"))
    return lambda code: _printed(begin + code)


def _printed(code):
    end = "\nconsole.log(JSON.stringify(said));"
    done = subprocess.run(
        [NODE, "--input-type=module", "--max-old-space-size=60", "-"],
        input=code + end, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_link_is_read_as_it_was_written(printed):
    text = "akari:.1./x../..2 ⚪" + "é\n" * 1000
    code = f"const text = {json.dumps(text)};\nsay(await unpack(await pack({{ t: text, v: 'hoyt' }})));"
    assert printed(code) == [{"text": text, "variant": "hoyt"}]


def test_a_link_that_unpacks_to_too_much_is_refused_before_it_fills_the_memory(printed):
    code = """
        import { deflateRawSync } from "node:zlib";
        const link = (data) => deflateRawSync(data).toString("base64url");
        say(await failed(link(Buffer.alloc(60 << 20, 32))));
        say(await failed(link(JSON.stringify({ t: "x".repeat(LONGEST + 1), v: null }))));
        say(await failed(link(JSON.stringify({ t: "\\u26aa".repeat(LONGEST), v: null }))));
        say(await failed(link("{")), await failed("AAAA"), await failed("***"), await failed(link("null")));
    """
    too_large, too_long, fits, *wrong = printed(code)
    assert too_large == too_long == "RangeError: it holds more than 400,000 characters"
    assert fits == "read"
    assert not any(each == "read" or each.startswith("RangeError") for each in wrong)


def test_a_link_that_replaces_what_is_edited_is_asked_about_and_undone(printed):
    code = """
        const link = { text: "queens:6", variant: null };
        const asked = [];
        const answer = (wanted) => () => { asked.push(state.text); return wanted; };
        say(takeIn(link, answer(false)), state.text, asked.length, steps().undo); // nothing was edited
        Object.assign(state, { text: "mine", variant: "v", words: { board: [] }, marks: { a: 1 } });
        say(takeIn(link, answer(false)), state.text, asked.length);
        say(takeIn(link, answer(true)), state.text, state.variant, state.words, asked.length);
        say(undo(), state.text, state.variant, state.words, state.marks);
        say(redo(), state.text, takeIn(link, answer(false)), asked.length); // it is there already
    """
    assert printed(code) == [
        True, "queens:6", 0, 0,
        False, "mine", 1,
        True, "queens:6", None, None, 2,
        True, "mine", "v", {"board": []}, {"a": 1},
        True, "queens:6", True, 2,
    ]  # fmt: skip


def test_all_scripts_can_be_parsed():
    names = [str(script) for script in STATIC.iterdir() if script.name.endswith(".js")]
    code = "import vm from 'node:vm';\nimport { readFileSync } from 'node:fs';\n"
    code += f"for (const name of {json.dumps(names)}) new vm.SourceTextModule(readFileSync(name, 'utf8'));"
    command = [NODE, "--experimental-vm-modules", "--input-type=module", "-"]
    assert len(names) > 8
    done = subprocess.run(command, input=code, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
