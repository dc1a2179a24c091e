"""The kernel `wide_128` that keeps statistics."""

from accord_native.window.layout import FARTHEST
from accord_native.window.search import compiled

search = compiled(wide=True, profile=True, reach=FARTHEST)
