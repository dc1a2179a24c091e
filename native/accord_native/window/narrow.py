"""The window search with up to 64 orientations, the same at all cells."""

from accord_native.window.search import compiled

search = compiled(wide=False)
