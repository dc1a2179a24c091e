"""The native backend: our numba kernels, fed with arrays and called for a few milliseconds at a time."""

from accord.backends.native.backend import Native

__all__ = ["Native"]
