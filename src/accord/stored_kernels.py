"""Compiled kernels as objects of our own: stored beside numba's cache, loaded and called without numba.

Importing numba takes a third of a second, and unpickling one kernel out of its cache a sixth. The machine
code itself is linked in two milliseconds, by llvmlite, and called through ctypes:

    kernel = find("accord_native.cover.bitset", "search", compiled)  # None: numba has to compile it
    kernel(*arrays)                                 # as numba's own kernel, to which it falls back
    store("accord_native.cover.bitset", "search", dispatcher)   # stores what numba compiled or read

A file is one kernel: a checksum of all that follows, a heading in JSON, and the object code. Its name has a
digest of everything that the code depends on: the processor and its features, the versions of numba and
llvmlite, the sources, and the options of numba that change code. So a file that is found is the right one, or
none is. A damaged file, one that somebody else may write, or arguments of other types than the kernel was
compiled for: numba is asked instead.

How numba calls what it compiles: `i32 f(result*, exception**, words...)`. An array is 5 + 2 * dimensions
words: two of numba's own, which are 0 here, elements, bytes of an element, address, shape, strides. A tuple
is its members one after the other, and a number itself.
"""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

from accord_native.sources import fingerprint

Type: TypeAlias = Any  # JSON: "uint64"; ["uint64", 2], an array of two dimensions; {"of": [...]}, a tuple

OURS = "accord_native"
FORMAT = 1
SUFFIX = ".kernel"
SUM = 32  # bytes of a checksum in hexadecimal digits
MOST_FILES = 8  # of one kernel: for other processors, versions and sources
NUMBERS = {
    "int8": ctypes.c_int8,
    "uint8": ctypes.c_uint8,
    "int16": ctypes.c_int16,
    "uint16": ctypes.c_uint16,
    "int32": ctypes.c_int32,
    "uint32": ctypes.c_uint32,
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "float64": ctypes.c_double,
    "bool": ctypes.c_uint8,
}
# options of numba that change no code, or with which nothing is stored
NO_CODE = {f"NUMBA_{name}" for name in ("CACHE_DIR", "NUM_THREADS", "DISABLE_JIT", "BOUNDSCHECK")}
# what a kernel may call that is not there without numba: it is never reached, since no array is counted
UNREACHED = frozenset({"NRT_MemInfo_call_dtor"})
WRAPPERS = ("_ZN7cpython", "cfunc.")  # how functions begin that Python or C would call; nobody does


class StoredError(Exception):
    """A file is no stored kernel that can be used here."""


# of files, headings, imports and llvmlite: all mean that numba has to do it
FAULTS = (StoredError, OSError, ImportError, ValueError, LookupError, TypeError, AttributeError, RuntimeError)


class StoredKernel:
    """A kernel that was stored; it is called as numba's own."""

    def __init__(self, heading: dict[str, Any], address: int, compiled: Callable[[], Any]) -> None:
        """Make a kernel.

        Args:
            heading: that of its file.
            address: of its code.
            compiled: returns numba's own kernel, for arguments of other types.
        """
        arguments, result = heading["arguments"], heading["result"]
        self._pack = [_packer(each) for each in arguments]
        self._result = None if result is None else NUMBERS[result]
        self._kind = None if result is None else np.dtype(result).type
        words = [word for each in arguments for word in _words(each)]
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *words)(address)
        self._compiled = compiled
        self._name = heading["symbol"]

    def __call__(self, *arguments: Any) -> Any:
        """Call it. Raises RuntimeError if the kernel ended by an exception, such as a division by zero."""
        words: list[Any] = []
        if len(arguments) != len(self._pack):
            return self._compiled()(*arguments)
        for pack, argument in zip(self._pack, arguments, strict=True):
            if not pack(argument, words):
                return self._compiled()(*arguments)
        exception = ctypes.c_void_p()
        result: Any = ctypes.c_uint64() if self._result is None else self._result()
        status = self._call(ctypes.addressof(result), ctypes.addressof(exception), *words)
        if status:
            raise RuntimeError(f"the kernel {self._name} ended with status {status}")
        return None if self._kind is None else self._kind(result.value)


def find(module: str, name: str, compiled: Callable[[], Any]) -> StoredKernel | None:
    """Return the stored kernel of that name in a module, which is not imported; None if there is none."""
    if not is_possible():
        return None
    try:
        heading, code = _read(_file(module, name))
        return StoredKernel(heading, _link(heading, code), compiled)
    except FAULTS:
        return None


def store(module: str, name: str, dispatcher: Any) -> None:
    """Store what numba compiled, or read from its cache, if it can be stored."""
    if is_possible() and hasattr(dispatcher, "overloads"):
        with suppress(*FAULTS):
            file = _file(module, name)
            if not _is_whole(file):
                heading, code = _describe(dispatcher)
                _write(file, heading, code)


def is_possible() -> bool:
    """Whether kernels can be stored: not where numba compiles nothing, or checks every index."""
    odd = any(
        os.environ.get(name, "0") not in ("", "0") for name in ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")
    )
    return not odd and not Path(".numba_config.yaml").exists()


# -- words -----------------------------------------------------------------------------------------------


def _words(kind: Type) -> Iterator[Any]:
    """Yield the ctypes of the words of an argument."""
    if isinstance(kind, str):
        yield NUMBERS[kind]
    elif isinstance(kind, list):
        yield from [ctypes.c_size_t] * (5 + 2 * kind[1])
    else:
        for each in kind["of"]:
            yield from _words(each)


def _packer(kind: Type) -> Callable[[Any, list[Any]], bool]:
    """Return what appends the words of an argument to a list, and says whether it has the type."""
    if isinstance(kind, str):
        whole = kind != "float64"

        def number(value: Any, words: list[Any]) -> bool:
            words.append(int(value) if whole else float(value))
            return True

        return number
    if isinstance(kind, list):
        dtype, dimensions = np.dtype(kind[0]), kind[1]

        def array(value: Any, words: list[Any]) -> bool:
            if not isinstance(value, np.ndarray):
                return False
            flags = value.flags
            if (
                value.dtype != dtype
                or value.ndim != dimensions
                or not (flags.c_contiguous and flags.writeable)
            ):
                return False
            words += (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
            return True

        return array
    members = [_packer(each) for each in kind["of"]]

    def several(value: Any, words: list[Any]) -> bool:
        return len(value) == len(members) and all(
            pack(each, words) for pack, each in zip(members, value, strict=True)
        )

    return several


# -- what numba compiled ---------------------------------------------------------------------------------


def _describe(dispatcher: Any) -> tuple[dict[str, Any], bytes]:
    """Return the heading and the object code of a kernel that numba compiled for one signature."""
    (compiled,) = dispatcher.overloads.values()
    signature, saved = compiled.signature, dispatcher._cache
    expected = saved._index_key(signature, dispatcher.targetctx.codegen())
    # the first member is the signature as it was written; there is only one
    keys = [key for key in saved._cache_file._load_index() if key[1:] == expected[1:]]
    data = saved._cache_file.load(keys[0]) if len(keys) == 1 else None
    if data is None or data[0][1] != "object":
        raise StoredError("numba has no object code of it")
    heading = {
        "format": FORMAT,
        "unreached": _unreached_symbols(data[0][2][1]),
        "symbol": data[1].llvm_func_name,
        "arguments": [_type(each) for each in signature.args],
        "result": None if str(signature.return_type) == "none" else _type(signature.return_type),
    }
    return heading, data[0][2][0]


def _unreached_symbols(bitcode: bytes) -> list[str]:
    """Return the functions that code refers to, and never calls, and that are not in every process.

    Raises StoredError if it calls others that are there only with numba, such as those that create arrays.
    """
    import llvmlite.binding as llvm

    functions = [*llvm.parse_bitcode(bitcode).functions]
    declared = {each.name for each in functions if each.is_declaration and not each.name.startswith("llvm.")}
    code = "".join(str(f) for f in functions if not f.is_declaration and not f.name.startswith(WRAPPERS))
    called = {name for name in declared if f"@{name}(" in code or f'@"{name}"(' in code}
    own = {name for name in declared if name.startswith(("Py", "_Py", "NRT_", "numba_"))}
    if called & own - UNREACHED:
        raise StoredError(f"it calls {', '.join(sorted(called & own - UNREACHED))}")
    if lost := [name for name in called - own if llvm.address_of_symbol(name) is None]:
        raise StoredError(f"it calls {', '.join(lost)}")
    return sorted(own)


def _type(of: Any) -> Type:
    """Return a type of numba as JSON. Raises StoredError for one that is not stored."""
    if hasattr(of, "dtype") and hasattr(of, "ndim"):
        if of.layout != "C" or not of.mutable or not of.aligned:
            raise StoredError(f"{of} is no array of the usual kind")
        return [str(of.dtype), of.ndim]
    if hasattr(of, "types"):
        return {"of": [_type(each) for each in of.types]}
    if str(of) in NUMBERS:
        return str(of)
    raise StoredError(f"{of} is no number")


# -- files -----------------------------------------------------------------------------------------------


@cache
def _key(module: str) -> str:
    """Return the digest of all that the code of a module depends on, but its name."""
    import llvmlite.binding as llvm

    said = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}
    options = sorted((name, said[name]) for name in said.keys() - NO_CODE)
    parts = (
        FORMAT,
        llvm.get_process_triple(),
        os.environ.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name(),
        os.environ.get("NUMBA_CPU_FEATURES") or llvm.get_host_cpu_features().flatten(),
        version("numba"),
        version("llvmlite"),
        _sources(module),
        options,
    )
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def _sources(module: str) -> str:
    """Return a hash of the sources that a module's kernels can be made of, without importing it."""
    top = module.partition(".")[0]
    spec = find_spec(top)
    if top == OURS:
        return fingerprint(OURS)
    if spec is not None and spec.submodule_search_locations is not None:
        return fingerprint(OURS, top)
    return fingerprint(OURS) + blake2b(Path(spec.origin or "").read_bytes() if spec else b"").hexdigest()


def _file(module: str, name: str) -> Path:
    """Return the file of a kernel, whether it is there or not. Raises StoredError if there is no place."""
    named, spec = os.environ.get("NUMBA_CACHE_DIR"), find_spec(module)
    source = spec.origin if spec is not None else None
    if source is None:
        raise StoredError(f"{module} has no file")
    folder = Path(named) / "accord" if named else Path(source).parent / "__pycache__"
    if not _is_ours(folder):
        raise StoredError(f"{folder} can be written by others")
    return folder / f"{module}.{name}.{_key(module)}{SUFFIX}"


def _is_ours(folder: Path) -> bool:
    """Whether only this user may write there; a folder that is missing is made."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return False
    owned = not hasattr(os, "getuid") or found.st_uid in (os.getuid(), 0)
    return owned and not found.st_mode & 0o022


def _read(file: Path) -> tuple[dict[str, Any], bytes]:
    """Return the heading and the code in a file. Raises one of FAULTS if there is none."""
    data = file.read_bytes()
    told, rest = data[: 2 * SUM], data[2 * SUM :]
    if told != _sum(rest):
        raise StoredError(f"{file} is damaged")
    line, _, code = rest.partition(b"\n")
    heading = json.loads(line)
    if heading["format"] != FORMAT:
        raise StoredError(f"{file} is of another format")
    return heading, code


def _is_whole(file: Path) -> bool:
    with suppress(*FAULTS):
        return bool(_read(file))
    return False


def _write(file: Path, heading: dict[str, Any], code: bytes) -> None:
    """Write a file as a whole. Raises OSError."""
    rest = json.dumps(heading, separators=(",", ":")).encode() + b"\n" + code
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(_sum(rest) + rest)
        unfinished.replace(file)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    stem = file.name.rpartition(f"{SUFFIX}")[0].rpartition(".")[0]
    others = sorted(file.parent.glob(f"{stem}.*{SUFFIX}"), key=lambda each: each.stat().st_mtime)
    for old in others[:-MOST_FILES]:
        old.unlink(missing_ok=True)


def _sum(data: bytes) -> bytes:
    return blake2b(data, digest_size=SUM).hexdigest().encode()


# -- linking ---------------------------------------------------------------------------------------------

_linked: list[Any] = []  # engines of llvmlite: the code lives as long as they do
_lock = Lock()


@cache
def _target() -> Any:
    """Prepare llvmlite; return the target of this process."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def _address(name: str) -> int:
    """Return an address for a function that the code refers to, and never calls.

    All code of a process shares these names, numba's too: those of Python get their own address, and those of
    numba some address, until numba says theirs as it is imported.
    """
    function = getattr(ctypes.pythonapi, name if name.startswith(("Py", "_Py")) else "Py_IncRef")
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _link(heading: dict[str, Any], code: bytes) -> int:
    """Return the address of a kernel in object code. Raises RuntimeError or StoredError."""
    import llvmlite.binding as llvm

    with _lock:
        machine = _target().create_target_machine(jit=True)
        for name in heading["unreached"]:
            if llvm.address_of_symbol(name) is None:
                llvm.add_symbol(name, _address(name))
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        address: int = engine.get_function_address(heading["symbol"])
        if not address:
            raise StoredError(f"no symbol {heading['symbol']}")
        _linked.append(engine)
        return address
