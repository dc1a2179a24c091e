"""The kernel `narrow` for orientations that span up to 64 cells."""

from accord_native.window.layout import FAR
from accord_native.window.search import compiled

search = compiled(wide=False, reach=FAR)
