"""Expanding a layer where orientations are a single word, and a key has four slices: most models."""

from accord_native.layers.expansion import compiled

expand = compiled(narrow=True)
