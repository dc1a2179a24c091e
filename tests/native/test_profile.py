"""Kernels with statistics: without them they are the machine code that they would be had nobody added any."""

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest
from processes import printed

# Both are compiled in a process that has no cache: what comes from there cannot be looked at.
COMPILED = """
import json, re, sys
from importlib import import_module

def machine_code(module):
    kernel = import_module(module).search.variant(**json.loads(sys.argv[3]))
    (code,) = kernel.inspect_asm().values()
    seen = {}
    lines = [line for line in code.splitlines() if not re.match(r"\\s*\\.(asciz|size|type|file)", line)]
    number = lambda name: f"name{seen.setdefault(name[0], len(seen))}"  # of functions, and what they use
    return re.sub(r"[\\w.$]*_ZN[\\w.$]+|\\.const\\.[\\w.<>$]+", number, "\\n".join(lines).replace('"', ""))

ours, plain = machine_code(sys.argv[1]), machine_code(sys.argv[2])
print(len(ours.splitlines()), ours == plain)
"""


class _Without(ast.NodeTransformer):
    """Takes out what stands under `if profile`."""

    def __init__(self):
        self.found = 0

    def visit_If(self, node):
        asked = node.test.values[0] if isinstance(node.test, ast.BoolOp) else node.test
        if isinstance(asked, ast.Name) and asked.id == "profile":
            assert not node.orelse
            self.found += 1
            return None
        return self.generic_visit(node)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "variant"),
    [
        ("window.search", "{}"),
        ("window.search", '{"wide": true}'),
        ("cover.bitset", "{}"),
        ("cover.cells", "{}"),
        ("sums.search", "{}"),
        ("clues.search", "{}"),
    ],
)
def test_a_kernel_without_statistics_pays_nothing_for_them(tmp_path, module, variant):
    module, without = f"accord_native.{module}", _Without()
    tree = without.visit(ast.parse(Path(find_spec(module).origin).read_text()))
    assert without.found >= 3
    (tmp_path / "never_written.py").write_text(ast.unparse(tree))
    words = ["-c", COMPILED, module, "never_written", variant]
    said = printed(*words, path=[tmp_path], NUMBA_CACHE_DIR=tmp_path / "cache")
    lines, same = said.split()
    assert int(lines) > 1000
    assert same == "True"
