"""Compile the window kernels to WebAssembly, for pages that search in the browser (`make webassembly`).

llvmlite translates numba's code for a kernel to 64-bit WebAssembly, and `wasm-ld` links it (Debian has it in
the package lld). What numba puts around a kernel for Python is left out; the functions that count references
do nothing, as no array of the page is counted.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from accord.errors import MissingBackendError
from accord.object_code import CALLER, WRAPPERS, describe, make_caller
from accord.search_page import kernels
from accord_native.window import layout

KERNEL = "accord_native.window.search"
TRIPLE = "wasm64-unknown-unknown"
LINKER = "wasm-ld"
DEFINITION = re.compile(r'^define [^\n]*?@"?([^"(\n]+)"?\([^\n]*\{\n(?:.*\n)*?\}\n', re.MULTILINE)
REFERENCES = ("NRT_incref", "NRT_decref")


def main(folder: Path) -> None:
    """Write all kernels and the digest of their sources into a folder."""
    for reach in layout.REACHES:
        for wide in (False, True):
            name = kernels.file_name(wide=wide, reach=reach)
            (folder / name).write_bytes(compile_kernel(wide=wide, reach=reach))
    (folder / kernels.SOURCES).write_text(json.dumps({"digest": kernels.sources_digest()}) + "\n")


def compile_kernel(*, wide: bool, reach: int) -> bytes:
    """Return the module of a kernel. Raises MissingBackendError if there is no linker."""
    variants: Any = import_module(KERNEL).search
    heading, _, bitcode = describe(variants.variant(wide=wide, reach=reach, profile=False))
    caller = make_caller(heading).replace(CALLER + heading["symbol"], kernels.ENTRY)
    return _link(_object_code(_without_python(bitcode), caller))


def _without_python(bitcode: bytes) -> str:
    """Return the code of a kernel as text, without what only Python calls, and what is of one processor."""
    text = str(llvm.parse_bitcode(bitcode))
    text = re.sub(r"^target .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"= common (?:local_unnamed_addr )?global", "= internal global", text)
    return DEFINITION.sub(_definition, text)


def _definition(found: re.Match[str]) -> str:
    name = found[1]
    if name in REFERENCES:
        return f"define internal void @{name}(ptr %of) {{\n  ret void\n}}\n"
    return "" if name.startswith(WRAPPERS) else found[0]


def _object_code(*texts: str) -> bytes:
    """Return texts of LLVM as one object of WebAssembly."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", opt=3, reloc="static", codemodel="default"
    )
    module = llvm.parse_assembly(texts[0])
    for text in texts[1:]:
        module.link_in(llvm.parse_assembly(text))
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    code: bytes = machine.emit_object(module)
    return code


def _link(code: bytes) -> bytes:
    linker = shutil.which(LINKER)
    if linker is None:
        raise MissingBackendError(f"{LINKER} is not installed; on Debian, run: apt install lld")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernel.o"), Path(folder, "kernel.wasm")
        source.write_bytes(code)
        exports = (f"--export={kernels.ENTRY}", "--export=__heap_base")
        subprocess.run(
            [linker, "-mwasm64", "--no-entry", "--strip-all", *exports, "-o", target, source], check=True
        )
        return target.read_bytes()


if __name__ == "__main__":
    main(Path(str(kernels.FOLDER)))
