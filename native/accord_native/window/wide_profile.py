"""The kernel `wide` that keeps statistics."""

from accord_native.window.search import compiled

search = compiled(wide=True, profile=True)
