"""The kernel `narrow` that keeps statistics."""

from accord_native.window.search import compiled

search = compiled(wide=False, profile=True)
