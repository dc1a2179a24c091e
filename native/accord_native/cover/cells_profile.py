"""The kernel `cells` that keeps statistics."""

from accord_native.cover.cells import compiled

search = compiled(profile=True)
