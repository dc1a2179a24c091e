"""The kernel `wide_64` that keeps statistics."""

from accord_native.window.layout import FAR
from accord_native.window.search import compiled

search = compiled(wide=True, profile=True, reach=FAR)
