"""Numba kernels: arrays in, arrays out. Private to Accord; imports nothing of it."""
