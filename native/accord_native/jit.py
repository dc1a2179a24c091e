"""The one way kernels are compiled: with a signature, without the GIL, cached on disk where that is possible.

    @jit()                             one kernel, compiled when its module is imported
    def compact(table: WordRows) -> np.uint64: ...

    @inline                            a function of kernels, and a part of each that calls it
    def lowest(words: Words) -> np.uint64: ...

    @variants(wide=(False, True))      a factory of kernels, each compiled when it is first loaded
    def search(wide: bool) -> Kernel:
        def search(rows: WordRows, budget: np.uint64) -> np.uint64: ...
        return search

Modules with kernels are imported late, by `accord.kernels.load`, which takes the choices of a variant as
keyword arguments. What a factory's parameters decide is constant in the kernel that it returns: numba drops
branches that are not taken before it compiles. With NUMBA_DISABLE_JIT=1 all runs as plain Python;
NUMBA_BOUNDSCHECK=1 checks every index. A package of others compiles its kernels in the same way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
import numpy as np
from numba import types
from numba.core import caching
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.options import DefaultOptions
from numba.core.typeinfer import register_dispatcher
from numba.extending import register_jitable

from accord_native.disk_cache import CacheFiles, folders
from accord_native.sources import kernel_fingerprint

# before numba 0.62 it has an underscore
_NAME = "UserProvidedCacheLocator"
_Locator: Any = getattr(caching, _NAME, None) or getattr(caching, f"_{_NAME}")
Kernel = TypeVar("Kernel", bound=Callable[..., Any])
Factory: TypeAlias = Callable[..., Callable[..., Any]]
Choice: TypeAlias = bool | int | str  # a parameter of a factory

# Whether this numba can compile without counting; the option is not part of its public face.
_CAN_LEAVE_COUNTING = hasattr(DefaultOptions, "_nrt")


def jit(signature: str | None = None, *, counted: bool = True) -> Callable[[Kernel], Kernel]:
    """Compile a function for exactly these argument types, or, without a signature, for those annotated.

    Numba counts, with locked instructions, who holds an array, and where one is handed to helper functions in
    loops it often cannot see that this is needless: a search of FreeCell spent two thirds of its time so. A
    kernel that is not `counted` is compiled without, where numba can; it must not create arrays, and may
    index those it was given.
    """
    options: dict[str, Any] = {"nogil": True}
    if not counted and _CAN_LEAVE_COUNTING:
        options["_nrt"] = False  # numba's run-time

    def compile_kernel(function: Kernel) -> Kernel:
        # The cache would go by the time and the size of the kernel's own file, and wheels have no times: a
        # constant changed elsewhere would not be seen. Its file names go by this name.
        function.__qualname__ += f"_{kernel_fingerprint(function.__module__, function.__code__.co_filename)}"
        exactly = signature or signature_of(function)
        try:
            return cast(Kernel, _compile_cached(function, exactly, options))
        except (RuntimeError, OSError):
            # no folder to keep the cache in, or no space there; any other fault is one of the kernel and
            # comes again
            return cast(Kernel, numba.njit(exactly, **options)(function))

    return compile_kernel


def inline(function: Kernel) -> Kernel:
    """Make a function a part of every kernel that calls it.

    A call would copy all that it hands over, nine words for an array of two dimensions. With tuples of twenty
    arrays this took more time than all that was done with them.
    """
    return register_jitable(forceinline=True)(function)


class Variants:
    """The kernels that a factory makes, one for each combination of its parameters' choices."""

    def __init__(self, factory: Factory, choices: dict[str, tuple[Choice, ...]], *, counted: bool) -> None:
        """`choices` are by parameter; the first of each is taken where a caller names none."""
        self._factory, self._choices, self._counted = factory, choices, counted
        self.__module__ = factory.__module__
        self._compiled: dict[tuple[Choice, ...], Callable[..., Any]] = {}

    def __iter__(self) -> Iterator[dict[str, Choice]]:
        """The parameters of all variants."""
        return (dict(zip(self._choices, some, strict=True)) for some in product(*self._choices.values()))

    def variant(self, **wanted: Choice) -> Callable[..., Any]:
        """Return the kernel with these parameters, and compile it if need be.

        Its file in the cache is named by all parameters, so that no variant can be taken for another.
        """
        parameters = {name: some[0] for name, some in self._choices.items()} | wanted
        if parameters not in [*self]:
            raise TypeError(f"{self._factory.__name__} has no variant {wanted}; there are {self._choices}")
        key = tuple(parameters.values())
        if key not in self._compiled:
            function = self._factory(**parameters)
            words = (
                f"{name}_{+value if isinstance(value, int) else value}" for name, value in parameters.items()
            )
            function.__qualname__ = "_".join((function.__name__, *words))
            self._compiled[key] = jit(counted=self._counted)(function)
        return self._compiled[key]


def variants(*, counted: bool = True, **choices: tuple[Choice, ...]) -> Callable[[Factory], Variants]:
    """Make a factory of kernels loadable by its parameters, of which these are the choices."""
    return lambda factory: Variants(factory, choices, counted=counted)


def _compile_cached(function: Callable[..., Any], signature: Any, options: dict[str, Any]) -> Any:
    """Return what the cache has of a function, or compile it and keep it there.

    Raises RuntimeError or OSError if it cannot be kept.
    """
    kernel = numba.njit(**options)(function)
    if not hasattr(kernel, "stats"):  # NUMBA_DISABLE_JIT
        return kernel
    kernel._cache = cast(Any, _Cache)(function)  # it has no types
    files = CacheFiles(kernel.stats.cache_path, function)
    files.drop_damaged()
    with register_dispatcher(kernel):  # as numba does where it is given a signature
        kernel.compile(signature)
        kernel.disable_compile()
    if kernel.stats.cache_misses:
        files.note()
    return kernel


class _Place(_Locator):  # type: ignore[misc]
    """The first of our folders that can be written to, whatever numba's settings say."""

    def __init__(self, function: Callable[..., Any], source: str) -> None:
        """Find it. Raises RuntimeError if there is none."""
        self._py_file, self._lineno = source, function.__code__.co_firstlineno
        for folder in folders(source) if Path(source).exists() else ():
            self._cache_path = str(folder)
            with suppress(OSError):
                cast(Any, self).ensure_cache_path()
                return
        raise RuntimeError(f"no folder for what is compiled of {source}")


class _Files(CompileResultCacheImpl):
    """What numba keeps of a function, and under which name."""

    def __init__(self, function: Callable[..., Any]) -> None:
        source = function.__code__.co_filename
        self._lineno, self._locator = function.__code__.co_firstlineno, _Place(function, source)
        name = f"{Path(source).stem}.{function.__qualname__}"
        self._filename_base = cast(Any, self).get_filename_base(name, getattr(sys, "abiflags", ""))


class _Cache(FunctionCache):
    """Numba's cache, in our place."""

    _impl_class = _Files


def signature_of(function: Callable[..., Any]) -> Any:
    """Return the signature that a function's annotations say: numbers, arrays, and named tuples of arrays.

    An array has one dimension, or as many as stand behind it, as in `Annotated[Words, 2]`.
    """
    hints = get_type_hints(function, include_extras=True)
    result = hints.pop("return")
    return _type_of(result)(*map(_type_of, hints.values()))


def _type_of(annotation: Any) -> Any:
    annotation = _resolve(annotation)
    if annotation is type(None):
        return types.void
    if get_origin(annotation) is Annotated:
        array, dimensions = get_args(annotation)
        return _type_of(array).copy(ndim=dimensions)
    if get_origin(annotation) is np.ndarray:
        (scalar,) = get_args(get_args(annotation)[1])
        return types.Array(numba.from_dtype(np.dtype(scalar)), 1, "C")
    if hasattr(annotation, "_fields"):
        hints = get_type_hints(annotation, include_extras=True)
        fields: Any = types.BaseTuple  # untyped
        return fields.from_types([*map(_type_of, hints.values())], annotation)
    return numba.from_dtype(np.dtype(annotation))


def _resolve(annotation: Any) -> Any:
    """The type that a `type` alias stands for, with its arguments filled in; anything else is itself.

    From numpy 2.5 on `NDArray` is such an alias on Python 3.12 and later; before, it is a generic `ndarray`.
    """
    while hasattr(annotation, "__value__"):
        value, arguments = annotation.__value__, get_args(annotation)
        if arguments:
            filled = dict(zip(annotation.__type_params__, arguments, strict=True))
            value = value[tuple(filled[each] for each in value.__parameters__)]
        annotation = value
    return annotation
