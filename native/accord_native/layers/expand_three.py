"""Expanding a layer whose keys have three words: the window is in two words of its own."""

from accord_native.layers.expansion import compiled

expand = compiled(narrow=False, windows=2)
