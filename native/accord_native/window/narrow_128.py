"""The kernel `narrow` for orientations that span up to 128 cells."""

from accord_native.window.layout import FARTHEST
from accord_native.window.search import compiled

search = compiled(wide=False, reach=FARTHEST)
