"""Expanding a layer whose keys have two words: the window is in a word of its own."""

from accord_native.layers.expansion import compiled

expand = compiled(narrow=False, windows=1)
