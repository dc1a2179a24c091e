"""A backend for Accord: Graphillion, families of sets as zero-suppressed decision diagrams.

    lower       a model as families of sets of numbers, to be intersected; nothing of Graphillion
    diagram     the other process: it makes the diagram of these families, and counts or lists its sets
    backend     the backend: refusals, the process and its end

Graphillion has one universe for a whole process, keeps the counts of all nodes it has seen, and cannot be
stopped. So each search has a process of its own.
"""

from accord_graphillion.backend import Graphillion

__all__ = ["Graphillion"]
