"""The kernel `bitset` that keeps statistics."""

from accord_native.cover.bitset import compiled

search = compiled(profile=True)
