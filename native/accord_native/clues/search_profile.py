"""The kernel `search` that keeps statistics."""

from accord_native.clues.search import compiled

search = compiled(profile=True)
