"""The kernel `search` that keeps statistics."""

from accord_native.sums.search import compiled

search = compiled(profile=True)
