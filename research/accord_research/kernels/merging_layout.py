"""What `merging` returns if it cannot go on; compiles nothing."""

from __future__ import annotations

FULL, OVER = -1, -2  # no room for the states; ways beyond two words
