"""The native backend: our numba kernels, fed with arrays and called for a few milliseconds at a time.

backend         The native backend: which engine takes a model, and its search
engine          The base class of native engines, and what engines that walk a search tree share
walks           The loop that drives tree-search kernels: slices, threads, progress, and states to resume from
measure         Choose a native engine by estimating search trees and running candidates for a moment
trial           Try an engine: hold its results back until it is chosen
window          The native engine for packings and other exact covers of ordered items
window_tables   Lower a model to the tables of the window kernels
bitset          The native bitset engine: models with amounts of 1 and colours
cells           The native engine of dancing cells
sums            The native engine for linear demands, as in Aquarium or Kakurasu
general         The native engine that takes every model: branches, and propagates bounds on sums and colours
layers          The native engine that counts packings by dynamic programming, layer after layer
layers_tables   Lower a model to the tables of layered counting
layers_control  The control of layered counting: tables that grow, lanes, threads, and states to resume from
layers_memory   Data of a count in layers: the lowered model, the partitioned tables, their memory
memo            The native engine that counts covers with a memo: equal remaining subproblems are counted once
narrow          Reorder the items of a model so that few are open at a time
components      The native engine that counts independent parts of a model apart, and multiplies
frontier        The native engine that counts models with a graph rule by frontier dynamic programming
distribution    From layered counting: the k-th solution, uniform samples
profile         Read the statistics of a search from the state of its kernel, as numbers by depth and by item
linear          Lower demands on sums of amounts to the arrays of the kernels `general` and `sums`
arrays          Helpers that all lowerings to native kernels share
many            Kernels that solve many puzzles of one family in one call, from the puzzles' text

The table of backends finds `Native` here. Engines of families derive from `engine.Engine`, and may be run by
`walks`.

    >>> from accord.backends import table
    >>> table.backend("native").engines[:8]
    ('window', 'bitset', 'cells', 'sums', 'general', 'layers', 'memo', 'frontier')
"""

from accord.backends.native.backend import Native

__all__ = ["Native"]
