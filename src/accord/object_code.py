"""Machine code of numba kernels: export it from a compiled kernel, link it by llvmlite, call it by ctypes.

Importing numba takes a third of a second, and unpickling one kernel out of its cache a sixth. The machine
code itself is linked in two milliseconds. `describe` returns the object code of a kernel that numba compiled,
with a heading that says how to call it; `LinkedKernel` links and calls it; `compile_code` compiles it for
another processor.

How numba calls what it compiles: `i32 f(result*, exception**, words...)`. An array is 5 + 2 * dimensions
words: two of numba's own, which are 0 here, elements, bytes of an element, address, shape, strides. A tuple
is its members one after the other, and a number itself. ctypes takes a fifth of a microsecond for each word,
so a small function is compiled beside each kernel, its caller: it takes the words as one array.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

Heading: TypeAlias = dict[str, Any]  # JSON: symbol, arguments, result, unreached
Type: TypeAlias = Any  # JSON: "uint64"; ["uint64", 2], an array of two dimensions; {"of": [...]}, a tuple

# by type: the letter of `struct` that puts a number into a word, and how a result is read
NUMBERS: dict[str, tuple[str, Any]] = {
    "int8": ("q", ctypes.c_int8),
    "uint8": ("Q", ctypes.c_uint8),
    "int16": ("q", ctypes.c_int16),
    "uint16": ("Q", ctypes.c_uint16),
    "int32": ("q", ctypes.c_int32),
    "uint32": ("Q", ctypes.c_uint32),
    "int64": ("q", ctypes.c_int64),
    "uint64": ("Q", ctypes.c_uint64),
    "float64": ("d", ctypes.c_double),
    "bool": ("Q", ctypes.c_uint8),
}
PYTHON = {"float64": float, "bool": bool}  # what a result becomes; all others are int
# what a kernel may call that is not there without numba: it is never reached, since no array is counted
UNREACHED = frozenset({"NRT_MemInfo_call_dtor"})
WRAPPERS = ("_ZN7cpython", "cfunc.")  # prefixes of functions that Python or C would call; unused here
CALLER = "caller."  # begins the name of the caller of a kernel

# of any array that may be written and has no gaps, however short, a view can be made of this type
_Nothing: Any = ctypes.c_char * 0


class CodeError(Exception):
    """Object code cannot be stored, linked or used here."""


class LinkedKernel:
    """A kernel that was linked; it is called as numba's own."""

    def __init__(self, heading: Heading, code: Sequence[bytes], compiled: Callable[[], Any]) -> None:
        """Link a kernel.

        Args:
            heading: how it is called, as `describe` returned it.
            code: its object code, and that of its caller.
            compiled: returns numba's own kernel, for arguments of other types.

        Raises RuntimeError or CodeError if it cannot be linked.
        """
        result = heading["result"]
        self._pack = _make_packer(heading["arguments"])
        self._result: Any = ctypes.c_uint64 if result is None else NUMBERS[result][1]
        self._python = (lambda _: None) if result is None else PYTHON.get(result, int)
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p)
        self._call = prototype(_link(heading, code))
        self._compiled = compiled
        self._name = heading["symbol"]

    def __call__(self, *arguments: Any) -> Any:
        """Call it. Raises RuntimeError if the kernel ended by an exception, such as a division by zero.

        Arguments of other types raise what numba raises for them, and another number of them a TypeError.
        """
        packed = self._pack(*arguments)
        if packed is None:
            return self._compiled()(*arguments)
        result, exception = self._result(), ctypes.c_void_p()
        status = self._call(packed, ctypes.addressof(result), ctypes.addressof(exception))
        if status:
            raise RuntimeError(f"the kernel {self._name} ended with status {status}")
        return self._python(result.value)


# -- words -----------------------------------------------------------------------------------------------


PACKER = """def kernel({arguments}):
    try:
        {tuples}
        if {checks}:
            return pack({words})
    except (TypeError, ValueError, AttributeError, error):
        pass
"""


def _make_packer(kinds: Sequence[Type]) -> Callable[..., bytes | None]:
    """Return a function of the arguments that packs their words; it returns None if one has another type.

    It is written for these types, and compiled: a function that looks at types takes twice as long.
    """
    names = {"ndarray": np.ndarray, "view": _Nothing.from_buffer, "address": ctypes.addressof}
    given = [f"a{number}" for number in range(len(kinds))]
    tuples, checks, words, formats = ["pass"], ["True"], [], []
    waiting = [*zip(given, kinds, strict=True)]
    while waiting:
        name, kind = waiting.pop(0)
        if isinstance(kind, str):
            words.append(f"{'float' if kind == 'float64' else 'int'}({name})")
            formats.append(NUMBERS[kind][0])
        elif isinstance(kind, list):
            element, dimensions = kind
            names[element] = dtype = np.dtype(element)
            checks += [
                f"{name}.__class__ is ndarray",
                f"{name}.dtype == {element}",
                f"{name}.ndim == {dimensions}",
            ]
            # a view of an array that may not be written, or has gaps, is a TypeError or a ValueError
            words.append(f"0, 0, {name}.size, {dtype.itemsize}, address(view({name}))")
            words.append(
                f"{name}.size, {dtype.itemsize}" if dimensions == 1 else f"*{name}.shape, *{name}.strides"
            )
            formats.append("Q" * (5 + 2 * dimensions))
        else:
            members = [f"{name}_{number}" for number in range(len(kind["of"]))]
            checks.append(f"isinstance({name}, tuple)")
            tuples.append(f"{', '.join(members)}, = {name}")
            waiting = [*zip(members, kind["of"], strict=True), *waiting]
    names |= {"pack": struct.Struct("=" + "".join(formats)).pack, "error": struct.error}
    text = PACKER.format(
        arguments=", ".join(given),
        tuples="; ".join(tuples),
        checks=" and ".join(checks),
        words=", ".join(words),
    )
    exec(text, names)
    packer: Callable[..., bytes | None] = names["kernel"]
    return packer


# -- what numba compiled ---------------------------------------------------------------------------------


def describe(dispatcher: Any) -> tuple[Heading, bytes, bytes]:
    """Return heading, object code and bitcode of a kernel that numba compiled for one signature, and cached.

    Raises CodeError if the kernel cannot be stored: it is not in numba's cache, or calls numba's run-time.
    """
    (compiled,) = dispatcher.overloads.values()
    signature, saved = compiled.signature, dispatcher._cache
    expected = saved._index_key(signature, dispatcher.targetctx.codegen())
    # the first member is the signature as it was written; there is only one
    keys = [key for key in saved._cache_file._load_index() if key[1:] == expected[1:]]
    data = saved._cache_file.load(keys[0]) if len(keys) == 1 else None
    if data is None or data[0][1] != "object":
        raise CodeError("numba has no object code of it")
    code, bitcode = data[0][2]
    heading = {
        "symbol": data[1].llvm_func_name,
        "arguments": [_type(each) for each in signature.args],
        "result": None if str(signature.return_type) == "none" else _type(signature.return_type),
        "unreached": _unreached_symbols(bitcode),
    }
    return heading, code, bitcode


def _unreached_symbols(bitcode: bytes) -> list[str]:
    """Return the functions that code refers to, and never calls, and that are not in every process.

    Raises CodeError if it calls others that are there only with numba, such as those that create arrays.
    """
    import llvmlite.binding as llvm

    functions = [*llvm.parse_bitcode(bitcode).functions]
    declared = {each.name for each in functions if each.is_declaration and not each.name.startswith("llvm.")}
    code = "".join(str(f) for f in functions if not f.is_declaration and not f.name.startswith(WRAPPERS))
    called = {name for name in declared if f"@{name}(" in code or f'@"{name}"(' in code}
    own = {name for name in declared if name.startswith(("Py", "_Py", "NRT_", "numba_"))}
    if called & own - UNREACHED:
        raise CodeError(f"it calls {', '.join(sorted(called & own - UNREACHED))}")
    if lost := [name for name in called - own if llvm.address_of_symbol(name) is None]:
        raise CodeError(f"it calls {', '.join(lost)}")
    return sorted(own)


def _type(of: Any) -> Type:
    """Return a type of numba as JSON. Raises CodeError for one that is not stored."""
    if hasattr(of, "dtype") and hasattr(of, "ndim"):
        if of.layout != "C" or not of.mutable or not of.aligned:
            raise CodeError(f"{of} is no array of the usual kind")
        return [str(of.dtype), of.ndim]
    if hasattr(of, "types"):
        return {"of": [_type(each) for each in of.types]}
    if str(of) in NUMBERS:
        return str(of)
    raise CodeError(f"{of} is no number")


def make_caller(heading: Heading) -> str:
    """Return the caller of a kernel as text of LLVM: i32 caller(words*, result*, exception**)."""
    from llvmlite import ir

    word, flag, double = ir.IntType(64), ir.IntType(32), ir.DoubleType()
    pointer = word.as_pointer()
    kinds = [kind for each in heading["arguments"] for kind in _number_types(each)]
    types = [double if kind == "float64" else ir.IntType(_bits(kind)) for kind in kinds]
    module = ir.Module()
    kernel = ir.Function(module, ir.FunctionType(flag, [pointer, pointer, *types]), heading["symbol"])
    caller = ir.Function(module, ir.FunctionType(flag, [pointer] * 3), CALLER + heading["symbol"])
    builder = ir.IRBuilder(caller.append_basic_block())
    words, result, exception = caller.args
    values = []
    for number, of in enumerate(types):
        value = builder.load(builder.gep(words, [ir.IntType(32)(number)]))
        if of is double:
            value = builder.bitcast(value, of)
        elif of != word:
            value = builder.trunc(value, of)
        values.append(value)
    builder.ret(builder.call(kernel, [result, exception, *values]))
    return str(module)


def _number_types(kind: Type) -> Iterator[str]:
    """Yield the types of the words of an argument."""
    if isinstance(kind, str):
        yield kind
    elif isinstance(kind, list):
        yield from ["uint64"] * (5 + 2 * kind[1])
    else:
        for each in kind["of"]:
            yield from _number_types(each)


def _bits(kind: str) -> int:
    return 8 * ctypes.sizeof(NUMBERS[kind][1])


def compile_code(module: str | bytes, processor: str = "") -> bytes:
    """Return the object code of a text or bitcode of LLVM, perhaps for another processor: `x86-64-v3`."""
    import llvmlite.binding as llvm

    _target()
    parsed = llvm.parse_assembly(module) if isinstance(module, str) else llvm.parse_bitcode(module)
    code: bytes = _machine(processor).emit_object(parsed)
    return code


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


def _machine(processor: str = "") -> Any:
    """Return a machine that makes code as numba's does: static addresses, for a process that runs at once."""
    relocation = "static" if _target().name.startswith("x86") else "default"
    return _target().create_target_machine(
        cpu=processor, opt=3, reloc=relocation, codemodel="jitdefault", jit=True
    )


def _address(name: str) -> int:
    """Return an address for a function that the code refers to, and never calls.

    All code of a process shares these names, numba's too: those of Python get their own address, and those of
    numba some address, until numba says theirs as it is imported.
    """
    function = getattr(ctypes.pythonapi, name if name.startswith(("Py", "_Py")) else "Py_IncRef")
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _link(heading: Heading, code: Sequence[bytes]) -> int:
    """Return the address of the caller of a kernel. Raises RuntimeError or CodeError."""
    import llvmlite.binding as llvm

    with _lock:
        machine = _machine()
        for name in heading["unreached"]:
            if llvm.address_of_symbol(name) is None:
                llvm.add_symbol(name, _address(name))
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        for each in code:
            engine.add_object_file(llvm.ObjectFileRef.from_data(each))
        engine.finalize_object()
        address: int = engine.get_function_address(CALLER + heading["symbol"])
        if not address:
            raise CodeError(f"no symbol {heading['symbol']}")
        _linked.append(engine)
        return address
