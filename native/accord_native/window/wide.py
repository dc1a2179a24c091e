"""The window search with up to 128 orientations, and different ones at different cells."""

from accord_native.window.search import compiled

search = compiled(wide=True)
