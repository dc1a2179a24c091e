"""Store compiled kernels as files beside those of numba's cache, and load them without importing numba.

    kernel = find("accord_native.cover.bitset", "search", compiled)  # None: numba has to compile it
    kernel(*arrays)                                 # as numba's own kernel, to which it falls back
    store("accord_native.cover.bitset", "search", dispatcher)   # stores what numba compiled or read

A file is one kernel: a checksum of all that follows, a heading in JSON, and the object code of the kernel and
its caller (`accord.object_code`). Its name has a digest of everything that the code depends on: the processor
and its features, the versions of numba and llvmlite, the sources, and the options of numba that change code.
So a file that is found is the right one, or none is. A damaged file, one that somebody else may write, or
arguments of other types than the kernel was compiled for: numba is asked instead.

A wheel brings kernels for usual processors (`prebuild`). They are used where this machine has no file of its
own, and its processor has all that theirs has; they depend on the sources and on options only.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from accord.atomic_write import replace_file
from accord.object_code import CodeError, Heading, LinkedKernel, compile_code, describe, make_caller
from accord.versions import version_of
from accord_native import numba_settings
from accord_native.disk_cache import folders, is_ours
from accord_native.sources import OURS, kernel_fingerprint

FORMAT = 3
SUFFIX = ".kernel"
SUM = 32  # bytes of a checksum; it is written in twice as many digits
MOST_FILES = 8  # of one kernel: for other processors, versions and sources
PREBUILT = Path(__file__).parent / "prebuilt"  # a folder a processor and system, in wheels only
# the processors that kernels are prebuilt for, best first, each with all features that its kernels may use
V2 = {"cx16", "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2"}
V3 = V2 | {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"}
PROCESSORS = {"x86-64-v3": V3, "x86-64-v2": V2}
# options of numba that change no code, or with which nothing is stored
NO_CODE = {f"NUMBA_{name}" for name in ("CACHE_DIR", "NUM_THREADS", "DISABLE_JIT", "BOUNDSCHECK")}
# of files, headings, imports and llvmlite: all mean that numba has to do it
FAULTS = (CodeError, OSError, ImportError, ValueError, LookupError, TypeError, AttributeError, RuntimeError)


def find(module: str, name: str, compiled: Callable[[], Any]) -> LinkedKernel | None:
    """Return the stored kernel of that name in a module, which is not imported; None if there is none."""
    if is_possible():
        with suppress(*FAULTS):
            for file in _places(module, name):
                with suppress(*FAULTS):
                    return LinkedKernel(*_read(file), compiled)
    return None


def store(module: str, name: str, dispatcher: Any) -> None:
    """Store what numba compiled, or read from its cache, if it can be stored."""
    if is_possible() and hasattr(dispatcher, "overloads"):
        with suppress(*FAULTS):
            files = [*_files(module, name)]
            if not any(map(_is_whole, files)):
                heading, code, _ = describe(dispatcher)
                parts = code, compile_code(make_caller(heading))
                for file in files:
                    with suppress(OSError):
                        _write(file, heading, parts)
                        return


def prebuild(module: str, name: str, dispatcher: Any, folder: Path) -> bool:
    """Write the kernels of a wheel into a folder; return whether this kernel can be stored at all."""
    try:
        heading, _, bitcode = describe(dispatcher)
    except CodeError:
        return False
    sources = (bitcode, make_caller(heading))
    for processor in PROCESSORS:
        place = folder / _platform() / processor
        place.mkdir(parents=True, exist_ok=True)
        code = [compile_code(each, processor) for each in sources]
        _write(place / f"{module}.{name}.{_general_key(module)}{SUFFIX}", heading, code)
    return True


def numbers() -> dict[str, int]:
    """Return how many kernels of ours are stored, by what they were compiled for."""
    found = {"this machine": {*_ours()} if is_possible() else set()}
    for processor in _prebuilt():
        place = PREBUILT / _platform() / processor
        found[processor] = {each.name for each in place.glob(f"{OURS}.*.{_general_key(OURS)}{SUFFIX}")}
    return {name: len(kernels) for name, kernels in found.items()}


def is_possible() -> bool:
    """Whether kernels can be stored: not where numba compiles nothing, or checks every index."""
    odd = any(
        os.environ.get(name, "0") not in ("", "0") for name in ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")
    )
    return not odd and not numba_settings.is_file_read()


# -- names -----------------------------------------------------------------------------------------------


def _places(module: str, name: str) -> Iterator[Path]:
    """Yield the files in which a kernel may be, best first. Raises one of FAULTS."""
    with suppress(CodeError):
        yield from _files(module, name)
    for processor in _prebuilt():
        if is_ours(folder := PREBUILT / _platform() / processor, PREBUILT.parent):
            yield folder / f"{module}.{name}.{_general_key(module)}{SUFFIX}"


@cache
def _prebuilt() -> list[str]:
    """Return the processors whose prebuilt kernels this machine can run, best first; none in a checkout."""
    if not PREBUILT.exists() or _options():
        return []
    import llvmlite.binding as llvm

    features = {name for name, has in llvm.get_host_cpu_features().items() if has}
    return [name for name, needed in PROCESSORS.items() if needed <= features]


@cache
def _platform() -> str:
    """Return the kind of processor and the system that code is for, such as `x86_64-unknown-linux-gnu`."""
    import llvmlite.binding as llvm

    triple: str = llvm.get_process_triple()
    return triple


def _options() -> list[tuple[str, str]]:
    """Return the settings of numba in the environment that change code."""
    return sorted(
        (name, value)
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name not in NO_CODE
    )


@cache
def _key(module: str) -> str:
    """Return the digest of all that the code of a module depends on, but its name."""
    import llvmlite.binding as llvm

    parts = (
        FORMAT,
        _platform(),
        os.environ.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name(),
        os.environ.get("NUMBA_CPU_FEATURES") or llvm.get_host_cpu_features().flatten(),
        version_of("numba"),
        version_of("llvmlite"),
        kernel_fingerprint(module, _source(module)),
        _options(),
    )
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def _general_key(module: str) -> str:
    """Return the digest of all that a prebuilt kernel of a module depends on: the sources."""
    parts = (FORMAT, kernel_fingerprint(module, _source(module)))
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def _source(module: str) -> str:
    """Return the file of a module, which is not imported. Raises CodeError if it has none."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise CodeError(f"{module} has no file")
    return spec.origin


def _files(module: str, name: str) -> Iterator[Path]:
    """Yield the files of a kernel of this machine, there or not, best first. Raises CodeError."""
    for folder in folders(_source(module)):
        yield folder / f"{module}.{name}.{_key(module)}{SUFFIX}"


def _ours() -> Iterator[str]:
    """Yield the names of the files of our kernels of this machine."""
    for source in Path(_source(OURS)).parent.rglob("__init__.py"):
        for folder in folders(str(source)):
            yield from (each.name for each in folder.glob(f"{OURS}.*.{_key(OURS)}{SUFFIX}"))


# -- files -----------------------------------------------------------------------------------------------


def _read(file: Path) -> tuple[Heading, tuple[bytes, bytes]]:
    """Return a heading, and the code of a kernel and its caller. Raises one of FAULTS if there is none."""
    data = file.read_bytes()
    expected, rest = data[: 2 * SUM], data[2 * SUM :]
    if expected != _sum(rest):
        raise CodeError(f"{file} is damaged")
    line, _, code = rest.partition(b"\n")
    heading = json.loads(line)
    if heading["format"] != FORMAT:
        raise CodeError(f"{file} is of another format")
    end = heading["end"]
    return heading, (code[:end], code[end:])


def _is_whole(file: Path) -> bool:
    """Whether a file has a kernel."""
    with suppress(*FAULTS):
        return bool(_read(file))
    return False


def _write(file: Path, heading: Heading, code: Sequence[bytes]) -> None:
    """Write a file as a whole. Raises OSError."""
    text = json.dumps({"format": FORMAT, "end": len(code[0]), **heading}, separators=(",", ":"))
    rest = text.encode() + b"\n" + b"".join(code)
    with replace_file(file) as beside:
        beside.write_bytes(_sum(rest) + rest)
    stem = file.name.rpartition(SUFFIX)[0].rpartition(".")[0]
    others = sorted(file.parent.glob(f"{stem}.*{SUFFIX}"), key=lambda each: each.stat().st_mtime)
    for old in others[:-MOST_FILES]:
        old.unlink(missing_ok=True)


def _sum(data: bytes) -> bytes:
    return blake2b(data, digest_size=SUM).hexdigest().encode()
