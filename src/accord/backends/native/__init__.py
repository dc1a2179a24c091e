"""The native backend: our numba kernels, fed with arrays and called for a few milliseconds at a time.

backend                           which engine takes a model, and its search
engine                            the base of engines: ours, and those of families
walks, cut                        the loop over a search tree in slices and threads; cutting it into jobs
measure, probe, trial             choosing an engine: samples of trees, and a trial for those that may win
prospects                         what is said where no engine is seen to finish
window, window_tables             an engine: the first empty cell is filled
window_places                     options as pieces at places: before its tables, and those of layers
window_roots, window_rows         where its search begins; where it stands
bitset, bitset_tables             an engine: amounts of 1, the item that can spare the fewest options
cells, cells_tables               an engine: dancing cells
sums, sums_tables                 an engine: sums of any amounts, with learning
general, general_tables           an engine: every model
layers, layers_tables             an engine that counts without walking, layer after layer
layered                           what is told of a model that is counted in layers
layers_control, layers_memory     how a count in layers grows, shares, saves; what memory it takes
layers_partitions                 its tables: where in them a key belongs, and who works on which
layers_forecast                   how much it will take, from its first layers
memo, memo_tables                 an engine that counts without walking, and remembers
frontier, frontier_tables         an engine that counts what a graph rule says, without walking
frontier_order                    in which order it decides options
distribution                      what layers know besides: the n-th solution, samples, frequencies
profile                           what kernels count of their tree, where statistics are asked for
linear, arrays                    what several lowerings share
oracle                            one model that is asked many times
many                              many puzzles of one family in one call

The table of backends finds `Native` here. Engines of families derive from `engine.Engine`, and may be run by
`walks`.

    >>> from accord.backends import table
    >>> table.backend("native").engines[:8]
    ('window', 'bitset', 'cells', 'sums', 'general', 'layers', 'memo', 'frontier')
"""

from accord.backends.native.backend import Native

__all__ = ["Native"]
